//! The ways a letter travels: SMTP, a folder of `.eml` files, or memory.

use super::queue::Undelivered;
use super::smtp::{PATIENCE, Security, Server, describe};
use crate::private;
use lettre::Message;
use lettre::message::{Mailbox, header};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, TlsParameters};
use percent_encoding::percent_decode_str;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use url::{Host, Url};

/// A way to send letters. Clones share it.
#[derive(Clone)]
pub enum Transport {
    /// A mail server.
    Smtp(Server),
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
    /// (certificates as PEM).
    pub fn parse(text: &str, authorities: Option<&str>) -> Result<Transport, String> {
        if text == "folder:" {
            return Err("folder: is followed by the path of a folder".to_owned());
        }
        if let Some(path) = text.strip_prefix("folder:") {
            return Ok(Transport::Folder(PathBuf::from(path)));
        }
        if text == "memory:" {
            return Ok(Transport::Memory(Arc::default()));
        }
        let url = Url::parse(text).map_err(|error| {
            format!(
                "the mail transport must be folder:PATH, smtp://, smtp+starttls:// or smtps:// \
                 and the address of a server: {error}"
            )
        })?;
        let host = host(&url)?;
        let tls = || {
            let mut parameters = TlsParameters::builder(host.clone());
            if let Some(pem) = authorities {
                parameters = parameters.add_root_certificate(certificates(pem)?);
            }
            parameters.build().map_err(|error| describe(&error))
        };
        let (security, port) = match url.scheme() {
            "smtp" if !is_this_machine(&host) => {
                return Err(format!(
                    "plain smtp:// is for this machine only; use smtp+starttls:// or smtps:// for {host}"
                ));
            }
            "smtp" => (Security::None, 25),
            "smtp+starttls" => (Security::StartTls(tls()?), 587),
            "smtps" => (Security::Implicit(tls()?), 465),
            other => return Err(format!("the mail transport {other}:// is not known")),
        };
        let (port, credentials) = (url.port().unwrap_or(port), credentials(&url)?);
        Ok(Transport::Smtp(Server { host, port, security, credentials, patience: PATIENCE }))
    }

    /// Stores a file where letters go to a folder, and removes it: whether they can is known before
    /// the first one.
    ///
    /// # Errors
    /// Says what the folder lacks.
    pub fn try_folder(&self) -> Result<(), String> {
        let Transport::Folder(folder) = self else { return Ok(()) };
        // By such a name no watcher of the folder takes it for a letter.
        let file = folder.join(format!(".try.{}.part", crate::random::id()));
        let tried = private::folder(folder)
            .and_then(|()| private::file(&file))
            .and_then(|_| std::fs::remove_file(&file));
        tried.map_err(|error| {
            format!(
                "letters cannot be stored in the folder {}: {error}. This user needs the right to \
                 write there, and the disk needs room; or say by TURNWISE_MAIL how they travel",
                folder.display()
            )
        })
    }

    /// Sends one letter. `name` is its file name in a folder, without ending.
    pub async fn send(&self, letter: Message, name: &str) -> Result<(), Undelivered> {
        match self {
            Transport::Smtp(server) => server.deliver(&letter).await,
            Transport::Folder(folder) => {
                let (folder, name, raw) = (folder.clone(), name.to_owned(), letter.formatted());
                tokio::task::spawn_blocking(move || store(&folder, &name, &raw))
                    .await
                    .map_err(|error| Undelivered::Unreachable(error.to_string().into()))?
                    .map_err(|error| Undelivered::Unreachable(error.to_string().into()))
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
    private::folder(folder)?;
    let unfinished = folder.join(format!(".{name}.{}.part", crate::random::id()));
    let written = private::file(&unfinished)
        .and_then(|mut file| file.write_all(raw).and_then(|()| file.sync_all()))
        .and_then(|()| std::fs::rename(&unfinished, folder.join(format!("{name}.eml"))));
    if written.is_err() {
        // On a full disk nothing may be left behind; the error is the one above.
        let _ = std::fs::remove_file(&unfinished);
    }
    // The new name is durable only when the folder is.
    written.and_then(|()| std::fs::File::open(folder)?.sync_all())
}

/// The server's name or number, an IPv6 address without its brackets.
fn host(url: &Url) -> Result<String, String> {
    match url.host() {
        Some(Host::Domain(name)) if !name.is_empty() => Ok(name.to_owned()),
        Some(Host::Ipv4(address)) => Ok(address.to_string()),
        Some(Host::Ipv6(address)) => Ok(address.to_string()),
        _ => Err("the mail server has no name".to_owned()),
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// User and password, in which `@`, `:` and `/` are percent-encoded.
fn credentials(url: &Url) -> Result<Option<Credentials>, String> {
    let decoded = |text| {
        let text = percent_decode_str(text).decode_utf8();
        text.map(Into::into).map_err(|_| "the mail server's credentials are not UTF-8".to_owned())
    };
    match (url.username(), url.password()) {
        ("", None) => Ok(None),
        (_, None) => Err("the mail server's credentials must be USER:PASSWORD".to_owned()),
        (user, Some(password)) => Ok(Some(Credentials::new(decoded(user)?, decoded(password)?))),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials_of(text: &str) -> Result<Option<Credentials>, String> {
        credentials(&Url::parse(text).unwrap())
    }

    #[test]
    fn credentials_are_undone_of_their_percent_encoding() {
        let expected = Credentials::new("anna@example.org".to_owned(), "p:ss/w€rd".to_owned());
        let given = credentials_of("smtps://anna%40example.org:p%3Ass%2Fw%E2%82%ACrd@mail:465");
        assert_eq!(given, Ok(Some(expected)));
        assert_eq!(credentials_of("smtps://mail.example.org"), Ok(None));
    }

    #[test]
    fn credentials_without_a_password_or_that_are_no_text_are_refused() {
        assert!(credentials_of("smtps://anna@mail.example.org").is_err());
        assert!(credentials_of("smtps://anna:%FF@mail.example.org").is_err());
    }
}
