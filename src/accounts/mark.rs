//! Whether the secret of a service is the one that its database was served with.
//!
//! Under another one nothing holds that was computed with it, and what is made meanwhile holds no
//! more once the old one is back. So no server starts with another one unless it is told to.

use crate::clock::Instant;
use crate::db::secret_marks::{self, SecretMarkRow};
use crate::db::{Db, is_taken};
use crate::error::Result;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Whether a database was served with another secret than this one, which may be none.
pub async fn is_another(db: &Db, secret: Option<&str>) -> Result<bool> {
    let known = db.read(secret_marks::newest).await?;
    Ok(known.is_some_and(|known| secret.map(mark) != Some(known.mark)))
}

/// Has the database know this secret from now on.
pub async fn keep(db: &Db, secret: &str, now: Instant) -> Result<()> {
    let mark = mark(secret);
    loop {
        let known = db.read(secret_marks::newest).await?;
        let ordinal = known.as_ref().map_or(1, |known| known.ordinal + 1);
        if known.is_some_and(|known| known.mark == mark) {
            return Ok(());
        }
        let row = SecretMarkRow { ordinal, mark: mark.clone(), made_at: now };
        match db.write(move |conn| secret_marks::insert(conn, &row)).await {
            // Another process was first.
            Err(error) if is_taken(&error) => {}
            done => return done,
        }
    }
}

/// By what a secret is known again: none can be told from it.
fn mark(secret: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("any key length will do");
    hex::encode(mac.chain_update(b"turnwise mark\n").finalize().into_bytes())
}
