//! By what a database knows the secret again that it is served with.
//!
//! Under another one nothing holds that was computed with it, and what is made meanwhile holds no
//! more once the old one is back. So nobody serves with another one who was not told to, and who
//! serves stops once another one has taken its place.

use crate::clock::Instant;
use crate::db::secret_marks::{self, SecretMarkRow};
use crate::db::{Conn, Db, is_taken};
use crate::error::{Code, Error, Result};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use std::time::Duration;

/// How often who serves looks whether the secret still holds.
const LOOK_EVERY: Duration = Duration::from_secs(2);

/// The mark of the secret that a database was served with last.
#[derive(Clone, Debug)]
pub struct Mark(Option<SecretMarkRow>);

impl Mark {
    /// That of this database.
    ///
    /// # Errors
    /// When the database does not answer.
    pub fn of(db: &Db) -> Result<Mark> {
        db.read_blocking(Mark::stored)
    }

    /// That of the database of this connection.
    ///
    /// # Errors
    /// As [`Mark::of`].
    pub fn stored(conn: &mut Conn) -> Result<Mark> {
        secret_marks::newest(conn).map(Mark)
    }

    /// Whether there is one: no older version made it.
    pub fn is_there(&self) -> bool {
        self.0.is_some()
    }

    /// Whether it is that of this secret.
    pub fn is_of(&self, secret: &str) -> bool {
        self.0.as_ref().is_some_and(|row| row.mark == marked(secret.as_bytes()))
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
        let row = SecretMarkRow { ordinal, mark: marked(secret.as_bytes()), made_at: now };
        match db.write_blocking(move |tx| secret_marks::insert(tx, &row)) {
            Err(error) if is_taken(&error) => Ok(false),
            done => done.map(|()| true),
        }
    }
}

/// Refuses to make under a secret what would never work, since another one has taken its place.
///
/// # Errors
/// [`Code::NotReady`] where one has; when the database does not answer.
pub fn holds(conn: &mut Conn, secret: &[u8]) -> Result<()> {
    match secret_marks::newest(conn)? {
        Some(newest) if newest.mark != marked(secret) => {
            let why = "This process knows an older secret than its database and stops; ask again \
                in a moment.";
            Err(Error::new(Code::NotReady, why))
        }
        _ => Ok(()),
    }
}

/// Whether another secret holds than at a moment.
pub fn was_replaced_since(conn: &mut Conn, then: Instant) -> Result<bool> {
    let all = secret_marks::all(conn)?;
    let held = all.iter().rfind(|row| row.made_at <= then).or(all.first());
    Ok(held.map(|row| &row.mark) != all.last().map(|row| &row.mark))
}

/// Waits until another secret has taken the place of this one.
pub async fn until_another(db: &Db, secret: &str) {
    let mark = marked(secret.as_bytes());
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
fn marked(secret: &[u8]) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret).expect("any key length will do");
    hex::encode(mac.chain_update(b"turnwise mark\n").finalize().into_bytes())
}
