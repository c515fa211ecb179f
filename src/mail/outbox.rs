//! The tables of messages that wait: the queue knows them by this alone.

use super::queue::Letter;
use crate::clock::Instant;
use crate::db::letters::{self, LetterRow, Outcome};
use crate::db::{Conn, Db, Tx};
use crate::error::Result;
use crate::runner::Runner;
use tokio::sync::Notify;

/// A message as its table keeps it.
pub trait Kept: Clone + Send + Sync + 'static {
    /// What those are told of it who compose and carry it.
    type Envelope: Send + Sync;
    /// What the log calls such a message.
    const NAME: &'static str;
    /// How this work is done.
    const RUNNER: Runner;

    /// What rings when one was put into the table.
    fn bell(db: &Db) -> &Notify;
    /// What the log calls this one.
    fn id(&self) -> &str;
    /// To whom.
    fn account_id(&self) -> &str;
    /// How often it was tried before.
    fn attempts(&self) -> i32;
    /// When it is due, or its claim lapses.
    fn due_at(&self) -> Instant;
    /// When it was written.
    fn created_at(&self) -> Instant;
    /// Its envelope.
    ///
    /// # Errors
    /// Where what is stored of it cannot be read.
    fn envelope(&self) -> Result<Self::Envelope>;

    /// Those to be sent that fall due first.
    ///
    /// # Errors
    /// Where the database does not answer; so it is with those that follow.
    fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<Self>>;
    /// Takes it for sending; `false` when another sender was first.
    ///
    /// # Errors
    /// As [`Kept::first_due`].
    fn claim(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool>;
    /// Lets the claim of `by` last until `lapses`; `false` when it is lost.
    ///
    /// # Errors
    /// As [`Kept::first_due`].
    fn renew(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool>;
    /// Records how it ended for `by`; `false` when somebody else has it.
    ///
    /// # Errors
    /// As [`Kept::first_due`].
    fn finish(&self, tx: &mut Tx<'_>, by: &str, outcome: &Outcome, now: Instant) -> Result<bool>;
}

impl Kept for LetterRow {
    type Envelope = Letter;
    const NAME: &'static str = "letter";
    const RUNNER: Runner =
        Runner { work: "letters", at_once: 8, look_every: std::time::Duration::from_secs(5) };

    fn bell(db: &Db) -> &Notify {
        db.new_letters()
    }

    fn id(&self) -> &str {
        &self.id
    }

    fn account_id(&self) -> &str {
        &self.account_id
    }

    fn attempts(&self) -> i32 {
        self.attempts
    }

    fn due_at(&self) -> Instant {
        self.due_at
    }

    fn created_at(&self) -> Instant {
        self.created_at
    }

    fn envelope(&self) -> Result<Letter> {
        Letter::of(self.clone())
    }

    fn first_due(conn: &mut Conn, most: i64) -> Result<Vec<LetterRow>> {
        letters::first_due(conn, most)
    }

    fn claim(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool> {
        letters::claim(conn, self, by, lapses)
    }

    fn renew(&self, conn: &mut Conn, by: &str, lapses: Instant) -> Result<bool> {
        letters::renew(conn, self, by, lapses)
    }

    fn finish(&self, tx: &mut Tx<'_>, by: &str, outcome: &Outcome, _: Instant) -> Result<bool> {
        letters::finish(tx, self, by, outcome)
    }
}
