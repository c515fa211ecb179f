//! The ways a letter travels: SMTP, a folder of `.eml` files, or memory.

use lettre::message::{Mailbox, header};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// How long a mail server may take for one letter.
const PATIENCE: Duration = Duration::from_secs(20);

/// A way to send letters. Clones share it.
#[derive(Clone)]
pub enum Transport {
    /// A mail server.
    Smtp(AsyncSmtpTransport<Tokio1Executor>),
    /// A folder with one `.eml` file a letter.
    Folder(PathBuf),
    /// Kept in memory, for tests.
    Memory(Arc<Mutex<Vec<Sent>>>),
}

/// A letter that was handed to a memory transport.
#[derive(Clone, Debug)]
pub struct Sent {
    /// The address it went to.
    pub to: String,
    /// The whole letter as it would travel.
    pub raw: String,
}

/// Why a letter did not go out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undelivered {
    /// Trying again later may help.
    Transient(String),
    /// The receiver was refused for good.
    Permanent(String),
}

impl std::fmt::Debug for Transport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Transport::Smtp(_) => "Smtp",
            Transport::Folder(_) => "Folder",
            Transport::Memory(_) => "Memory",
        })
    }
}

impl Transport {
    /// Reads `folder:PATH`, `memory:`, `smtp://HOST:PORT` (plain, to this machine
    /// only), `smtp+starttls://USER:PASSWORD@HOST:PORT` or `smtps://…`. Mail servers
    /// are trusted when a public authority vouches for them, or one of `authorities`
    /// (certificates as PEM). Must be called within the runtime that sends:
    /// connections are kept there.
    pub fn parse(text: &str, authorities: Option<&str>) -> Result<Transport, String> {
        if let Some(path) = text.strip_prefix("folder:") {
            return Ok(Transport::Folder(PathBuf::from(path)));
        }
        if text == "memory:" {
            return Ok(Transport::Memory(Arc::default()));
        }
        let (scheme, rest) = text.split_once("://").ok_or_else(|| {
            "the mail transport must be folder:PATH, smtp://, smtp+starttls:// or smtps://"
                .to_owned()
        })?;
        let server = Server::parse(rest)?;
        let tls = || {
            let mut parameters = TlsParameters::builder(server.host.clone());
            if let Some(pem) = authorities {
                parameters = parameters.add_root_certificate(certificates(pem)?);
            }
            parameters.build().map_err(|error| describe(&error))
        };
        let (tls, port) = match scheme {
            "smtp" if !server.is_this_machine() => {
                return Err(format!(
                    "plain smtp:// is for this machine only; use smtp+starttls:// or smtps:// for {}",
                    server.host
                ));
            }
            "smtp" => (Tls::None, 25),
            "smtp+starttls" => (Tls::Required(tls()?), 587),
            "smtps" => (Tls::Wrapper(tls()?), 465),
            other => return Err(format!("the mail transport {other}:// is not known")),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&server.host)
            .port(server.port.unwrap_or(port))
            .tls(tls)
            .timeout(Some(PATIENCE));
        if let Some((user, password)) = server.credentials {
            builder = builder.credentials(Credentials::new(user, password));
        }
        Ok(Transport::Smtp(builder.build()))
    }

    /// Sends one letter. `name` is its file name in a folder, without ending.
    pub async fn send(&self, letter: Message, name: &str) -> Result<(), Undelivered> {
        match self {
            Transport::Smtp(smtp) => match smtp.send(letter).await {
                Ok(_) => Ok(()),
                Err(error) if refuses_receiver(&error) => {
                    Err(Undelivered::Permanent(error.to_string()))
                }
                Err(error) => Err(Undelivered::Transient(describe(&error))),
            },
            Transport::Folder(folder) => {
                let (folder, name, raw) = (folder.clone(), name.to_owned(), letter.formatted());
                tokio::task::spawn_blocking(move || store(&folder, &name, &raw))
                    .await
                    .map_err(|error| Undelivered::Transient(error.to_string()))?
                    .map_err(|error| Undelivered::Transient(error.to_string()))
            }
            Transport::Memory(sent) => {
                let to: Vec<String> =
                    letter.envelope().to().iter().map(ToString::to_string).collect();
                let raw = String::from_utf8_lossy(&letter.formatted()).into_owned();
                let mut sent = sent.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                sent.push(Sent { to: to.join(","), raw });
                Ok(())
            }
        }
    }
}

/// Whether the answer means this receiver. Other answers of the 500s, such as a
/// wrong password of ours (535), are for the operator to mend: the letter waits.
fn refuses_receiver(error: &lettre::transport::smtp::Error) -> bool {
    error.status().is_some_and(|code| matches!(u16::from(code), 550 | 551 | 553 | 556))
}

fn describe(error: &lettre::transport::smtp::Error) -> String {
    use std::error::Error;
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}

/// The certificates of a PEM text; lettre takes one without any for a good one.
fn certificates(pem: &str) -> Result<Certificate, String> {
    if !pem.contains("-----BEGIN CERTIFICATE-----") {
        return Err("there is no certificate in the file of authorities for mail".to_owned());
    }
    Certificate::from_pem(pem.as_bytes()).map_err(|error| describe(&error))
}

/// Writes a file whole or not at all, and durably: under another name first, so
/// that who watches the folder never meets half a letter. That name is used once,
/// should two senders store the same letter.
fn store(folder: &Path, name: &str, raw: &[u8]) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    let unfinished = folder.join(format!(".{name}.{}.part", crate::random::id()));
    let written = std::fs::File::create_new(&unfinished)
        .and_then(|mut file| file.write_all(raw).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&unfinished, folder.join(format!("{name}.eml"))));
    if written.is_err() {
        // On a full disk nothing may be left behind; the error is the one above.
        let _ = std::fs::remove_file(&unfinished);
    }
    // The new name is durable only when the folder is.
    written.and_then(|()| std::fs::File::open(folder)?.sync_all())
}

struct Server {
    host: String,
    port: Option<u16>,
    credentials: Option<(String, String)>,
}

impl Server {
    fn parse(text: &str) -> Result<Server, String> {
        let (credentials, address) = match text.rsplit_once('@') {
            None => (None, text),
            Some((credentials, address)) => {
                let (user, password) = credentials
                    .split_once(':')
                    .ok_or("the mail server's credentials must be USER:PASSWORD")?;
                (Some((decode(user)?, decode(password)?)), address)
            }
        };
        let address = address.trim_end_matches('/');
        // The colons of an IPv6 address stand within brackets.
        let (host, port) = match address.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((host, "")) => (host, None),
            Some((host, rest)) => (host, Some(rest.strip_prefix(':').unwrap_or(rest))),
            None => match address.split_once(':') {
                Some((host, port)) => (host, Some(port)),
                None => (address, None),
            },
        };
        let port = match port {
            None => None,
            Some(port) => Some(port.parse().map_err(|_| format!("{port} is no port number"))?),
        };
        if host.is_empty() {
            return Err("the mail server has no name".to_owned());
        }
        Ok(Server { host: host.to_owned(), port, credentials })
    }

    fn is_this_machine(&self) -> bool {
        self.host == "localhost"
            || self.host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

/// Undoes percent-encoding, which credentials in an address need for `@`, `:` and `/`.
fn decode(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte == b'%' {
            let digits = after.get(..2).and_then(|digits| std::str::from_utf8(digits).ok());
            let byte = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok());
            bytes.push(byte.ok_or("a % in the credentials needs two hexadecimal digits")?);
            rest = &after[2..];
        } else {
            bytes.push(byte);
            rest = after;
        }
    }
    String::from_utf8(bytes).map_err(|_| "the credentials are not UTF-8".to_owned())
}

/// `List-Unsubscribe` (RFC 2369), the link for one-click POST.
#[derive(Clone, Debug)]
pub struct ListUnsubscribe(pub String);

/// `List-Unsubscribe-Post` (RFC 8058).
#[derive(Clone, Debug)]
pub struct ListUnsubscribePost(pub String);

/// `Auto-Submitted` (RFC 3834): out-of-office robots do not answer.
#[derive(Clone, Debug)]
pub struct AutoSubmitted(pub String);

macro_rules! plain_header {
    ($($name:ident = $text:literal),*) => {$(
        impl header::Header for $name {
            fn name() -> header::HeaderName {
                header::HeaderName::new_from_ascii_str($text)
            }
            fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
                Ok($name(text.to_owned()))
            }
            fn display(&self) -> header::HeaderValue {
                header::HeaderValue::dangerous_new_pre_encoded(Self::name(), self.0.clone(), self.0.clone())
            }
        }
    )*};
}
plain_header!(
    ListUnsubscribe = "List-Unsubscribe",
    ListUnsubscribePost = "List-Unsubscribe-Post",
    AutoSubmitted = "Auto-Submitted"
);

/// An address with a name, or what is wrong with it.
pub fn mailbox(name: Option<&str>, address: &str) -> Result<Mailbox, String> {
    let address = address.parse().map_err(|error| format!("the address: {error}"))?;
    Ok(Mailbox::new(name.map(str::to_owned), address))
}
