//! People: registering, confirming an address, signing in, tokens for scripts.
//!
//! In reading order: [`password`], [`register`] (new people, one-time links),
//! [`session`], `browser` (the session of a cookie), [`token`], `known` (tokens seen a moment ago), [`profile`] (changing and closing an account),
//! [`unsubscribe`]. Knows db and error; nothing of matches or the web. Letters
//! are put into the outbox here; what they say is decided when they are sent.

mod browser;
pub mod compose;
mod hs256;
mod known;
pub mod password;
pub mod profile;
pub mod register;
pub mod session;
pub mod token;
pub mod unsubscribe;

use crate::clock::{Clock, Instant};
use crate::db::Conn;
use crate::db::Db;
use crate::db::accounts::AccountRow;
use crate::db::letters::{self, LetterRow};
use crate::error::Result;
use password::{Passwords, Strength};
use session::Keys;

/// The kinds of letters about accounts.
pub mod letter {
    /// Please confirm your address.
    pub const CONFIRM_ADDRESS: &str = "confirm_address";
    /// Choose a new password.
    pub const RESET_PASSWORD: &str = "reset_password";
    /// Somebody tried to register with your address.
    pub const ADDRESS_TAKEN: &str = "address_taken";
    /// Letters go to another address from now on.
    pub const ADDRESS_CHANGED: &str = "address_changed";
}

/// The kinds of letters a person can do without.
pub const MUTABLE: [&str; 4] = ["your_turn", "match_started", "match_ended", "invitation"];

/// The way to all people. Clones share what they know.
#[derive(Clone)]
pub struct Accounts {
    db: Db,
    clock: Clock,
    passwords: Passwords,
    keys: Keys,
    secret: std::sync::Arc<[u8]>,
    access_minutes: i64,
    known: known::Known,
}

impl std::fmt::Debug for Accounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Accounts")
    }
}

/// Somebody who is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// UUID.
    pub id: String,
    /// The name others see.
    pub handle: String,
    /// The address letters go to.
    pub email: String,
    /// Whether the address is confirmed; other letters wait for that.
    pub confirmed: bool,
    /// The kinds of letters the person does not want.
    pub muted: Vec<String>,
    /// When they registered.
    pub created_at: Instant,
}

impl Account {
    /// The person of a row.
    pub fn of(row: AccountRow) -> Account {
        Account {
            confirmed: row.confirmed_at.is_some(),
            muted: muted(&row),
            id: row.id,
            handle: row.handle,
            email: row.email,
            created_at: row.created_at,
        }
    }
}

/// The kinds of letters that the person of a row does not want.
pub fn muted(row: &AccountRow) -> Vec<String> {
    serde_json::from_str(&row.muted).unwrap_or_default()
}

impl Accounts {
    /// People kept in this database. Tokens are signed with a key made from
    /// `secret` and work for `access_minutes`.
    pub fn new(
        db: Db,
        clock: Clock,
        secret: &str,
        strength: Strength,
        access_minutes: i64,
    ) -> Result<Accounts, String> {
        Ok(Accounts {
            db,
            clock,
            passwords: Passwords::new(strength)?,
            keys: Keys::new(secret.as_bytes()),
            secret: secret.as_bytes().into(),
            access_minutes,
            known: known::Known::default(),
        })
    }

    fn enqueue(&self, conn: &mut Conn, account_id: &str, kind: &str, data: String) -> Result<()> {
        let id = format!("account:{}:{account_id}:{kind}", crate::random::id());
        let row = LetterRow { data, ..LetterRow::new(id, account_id, kind, self.clock.now()) };
        letters::enqueue(conn, &row)
    }
}
