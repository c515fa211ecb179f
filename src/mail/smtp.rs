//! A mail server, and the one conversation with it that each letter gets.
//!
//! A conversation has its connection to itself: one that broke off or was given up in
//! its middle is closed and never speaks for another letter. As soon as the server has
//! answered for the letter, how it says goodbye matters to nobody.

use super::queue::{Reason, Undelivered};
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{ClientId, Extension, MailParameter};
use lettre::{Address, Message};
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// How long one letter may take where nothing else is said.
pub const PATIENCE: Duration = Duration::from_secs(20);
/// How long the server may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(1);

/// When a conversation is encrypted.
#[derive(Clone)]
pub enum Security {
    /// Never: the server is on this machine.
    None,
    /// From `STARTTLS` on, before anything else is said.
    StartTls(TlsParameters),
    /// From the first byte.
    Implicit(TlsParameters),
}

/// A mail server.
#[derive(Clone)]
pub struct Server {
    /// Its name or number.
    pub host: String,
    /// Where it listens.
    pub port: u16,
    /// When a conversation with it is encrypted.
    pub security: Security,
    /// With what to sign in, where it asks for that.
    pub credentials: Option<Credentials>,
    /// How long one letter may take, from looking up the server's address to its answer.
    pub patience: Duration,
}

impl Server {
    /// Hands one letter over.
    ///
    /// # Errors
    /// [`Undelivered::Unreachable`] where it did not come to the letter, or where the
    /// server serves nobody just now; the others as it did not take this letter.
    pub async fn deliver(&self, letter: &Message) -> Result<(), Undelivered> {
        let until = Instant::now() + self.patience;
        let silent = || "the mail server does not answer in time".into();
        let mut connection = match timeout_at(until, self.connect()).await {
            Ok(connected) => {
                connected.map_err(|e| Undelivered::Unreachable(describe(&e).into()))?
            }
            Err(_) => return Err(Undelivered::Unreachable(silent())),
        };
        let handed = match timeout_at(until, hand_over(&mut connection, letter)).await {
            Ok(handed) => handed,
            Err(_) => return Err(Undelivered::BrokenOff(silent())),
        };
        tokio::spawn(async move { timeout(GOODBYE, connection.quit()).await.map(drop) });
        handed
    }

    /// A connection on which the server has greeted, and knows who speaks.
    async fn connect(&self) -> Result<AsyncSmtpConnection, Error> {
        let name = ClientId::default();
        let at_once = match &self.security {
            Security::Implicit(parameters) => Some(parameters.clone()),
            Security::None | Security::StartTls(_) => None,
        };
        let to = (self.host.as_str(), self.port);
        let mut connection =
            AsyncSmtpConnection::connect_tokio1(to, None, &name, at_once, None).await?;
        if let Security::StartTls(parameters) = &self.security {
            connection.starttls(parameters.clone(), &name).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(connection)
    }
}

/// Says one letter on a connection, step by step: which of them is refused tells whose fault it is.
async fn hand_over(to: &mut AsyncSmtpConnection, letter: &Message) -> Result<(), Undelivered> {
    let envelope = letter.envelope();
    let mut parameters = Vec::new();
    let is_plain = |address: &Address| AsRef::<str>::as_ref(address).is_ascii();
    let (from, receivers) =
        (envelope.from().is_none_or(is_plain), envelope.to().iter().all(is_plain));
    let takes_all = to.server_info().supports_feature(Extension::SmtpUtfEight);
    match (from && receivers, takes_all) {
        (true, _) => {}
        (false, true) => parameters.push(MailParameter::SmtpUtfEight),
        (false, false) if !from => {
            let why = "the mail server takes no sender with such letters; set TURNWISE_MAIL_FROM";
            return Err(Undelivered::Unreachable(why.into()));
        }
        (false, false) => {
            let why = "the mail server takes no address with such letters";
            return Err(Undelivered::Permanent(why.into()));
        }
    }
    let sender = Mail::new(envelope.from().cloned(), parameters);
    to.command(sender).await.map_err(|error| refused(Step::Sender, &error))?;
    for receiver in envelope.to() {
        let receiver = Rcpt::new(receiver.clone(), Vec::new());
        to.command(receiver).await.map_err(|error| refused(Step::Receiver, &error))?;
    }
    to.command(Data).await.map_err(|error| refused(Step::Text, &error))?;
    to.message(&letter.formatted()).await.map_err(|error| refused(Step::Text, &error))?;
    Ok(())
}

/// What a server is told of a letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Who sends it: always this service.
    Sender,
    Receiver,
    Text,
}

/// What it means that a server did not take a step.
fn refused(step: Step, error: &Error) -> Undelivered {
    let told = match step {
        Step::Sender => "MAIL FROM",
        Step::Receiver => "RCPT TO",
        Step::Text => "DATA",
    };
    let whole = format!("{told}: {}", describe(error));
    let Some(status) = error.status().map(u16::from) else {
        let brief = format!("{told}: it broke off");
        return Undelivered::BrokenOff(Reason { brief, whole });
    };
    let brief = format!("{told}: the mail server answers {status}");
    match (step, status) {
        // The server closes its doors, or takes nothing from this service. That speaks of no
        // receiver, so its words may be told.
        (_, 421) => Undelivered::Unreachable(Reason { brief, whole }),
        (Step::Sender, _) => Undelivered::Unreachable(whole.into()),
        // This receiver is refused. A matter of policy (RFC 3463, 3.8) and other answers of the
        // 500s are for the operator to mend: the letter waits.
        (Step::Receiver, 550 | 551 | 553 | 556) if !whole.contains(" 5.7.") => {
            Undelivered::Permanent(Reason { brief, whole })
        }
        (Step::Receiver | Step::Text, _) => Undelivered::Transient(Reason { brief, whole }),
    }
}

/// An error with its cause.
pub fn describe(error: &Error) -> String {
    use std::error::Error;
    match error.source() {
        Some(source) => format!("{error}: {source}"),
        None => error.to_string(),
    }
}
