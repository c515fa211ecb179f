//! By what a database knows the secret again that it is served with.
//!
//! Under another one nothing holds that was computed with it, and what is made meanwhile holds no
//! more once the old one is back. So nobody serves with another one who was not told to, and who
//! serves stops once another one has taken its place.

use crate::clock::Instant;
use crate::db::secret_marks::{self, SecretMarkRow};
use crate::db::{Db, is_taken};
use crate::error::Result;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::time::Duration;

/// How often who serves looks whether the secret still holds.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// The mark of the secret that a database was served with last.
#[derive(Clone, Debug)]
pub struct Mark(Option<SecretMarkRow>);

impl Mark {
    /// That of this database.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn of(db: &Db) -> Result<Mark> {
        db.read_blocking(secret_marks::newest).map(Mark)
    }

    /// Whether there is one: no older version made it.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// Whether it is that of this secret.
    pub fn is_of(&self, secret: &str) -> bool {
        self.0.as_ref().is_some_and(|row| row.mark == marked(secret))
    }

    /// Has the mark of a secret take its place, if it is not that already. `false` where another
    /// process was first: then it is to be looked at again.
    ///
    /// # Errors
    /// When the database does not answer, or cannot store anything.
    pub fn replace(&self, db: &Db, secret: &str, now: Instant) -> Result<bool> {
        if self.is_of(secret) {
            return Ok(true);
        }
        let ordinal = self.0.as_ref().map_or(1, |row| row.ordinal + 1);
        let row = SecretMarkRow { ordinal, mark: marked(secret), made_at: now };
        match db.write_blocking(move |tx| secret_marks::insert(tx, &row)) {
            Err(error) if is_taken(&error) => Ok(false),
            done => done.map(|()| true),
        }
    }
}

/// Waits until another secret has taken the place of this one.
pub async fn until_another(db: &Db, secret: &str) {
    let mark = marked(secret);
    loop {
        tokio::time::sleep(LOOK_EVERY).await;
        // A database that does not answer says nothing.
        if let Ok(Some(newest)) = db.read(secret_marks::newest).await
            && newest.mark != mark
        {
            return;
        }
    }
}

/// By what a secret is known again: none can be told from it.
fn marked(secret: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key length will do");
    hex::encode(mac.chain_update(b"turnwise mark\n").finalize().into_bytes())
}
