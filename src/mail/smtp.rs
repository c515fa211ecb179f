//! A mail server, and the one conversation with it that each letter gets.
//!
//! A conversation has its connection to itself: one that broke off or was given up in
//! its middle is closed and never speaks for another letter. As soon as the server has
//! answered for the letter, how it says goodbye matters to nobody.

use super::queue::Undelivered;
use lettre::Message;
use lettre::transport::smtp::Error;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
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
        let silent = || "the mail server does not answer in time".to_owned();
        let mut connection = match timeout_at(until, self.connect()).await {
            Ok(connected) => connected.map_err(|e| Undelivered::Unreachable(describe(&e)))?,
            Err(_) => return Err(Undelivered::Unreachable(silent())),
        };
        let raw = letter.formatted();
        match timeout_at(until, connection.send(letter.envelope(), &raw)).await {
            Ok(answered) => answered.map_err(|error| undelivered(&error))?,
            Err(_) => return Err(Undelivered::BrokenOff(silent())),
        };
        tokio::spawn(async move { timeout(GOODBYE, connection.quit()).await.map(drop) });
        Ok(())
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

/// What an error means that came once the server had greeted.
fn undelivered(error: &Error) -> Undelivered {
    match error.status().map(u16::from) {
        // The server closes its doors.
        Some(421) => Undelivered::Unreachable(describe(error)),
        // This receiver is refused. Other answers of the 500s are for the operator to
        // mend: the letter waits.
        Some(550 | 551 | 553 | 556) => Undelivered::Permanent(describe(error)),
        Some(_) => Undelivered::Transient(describe(error)),
        None => Undelivered::BrokenOff(describe(error)),
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
