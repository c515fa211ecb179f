//! Whom somebody has blocked. Nobody but its owner is ever told of a block, nor of what
//! follows from it (`matches::peace`).

use super::Accounts;
use super::bots::Name;
use crate::clock::Instant;
use crate::db::accounts::{self as people, AccountRow};
use crate::db::blocks::{self as rows, BlockRow};
use crate::db::{Conn, Tx};
use crate::error::{Code, Error, Result};

/// How many people one account can have blocked.
pub const MOST: usize = 1_000;

/// Somebody who is blocked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// What they are called.
    pub name: Name,
    /// Since when.
    pub since: Instant,
}

impl Accounts {
    /// Whom an account has blocked, the oldest block first.
    pub async fn blocks(&self, account_id: &str) -> Result<Vec<Blocked>> {
        let id = account_id.to_owned();
        let read = self.db.read(move |conn| {
            let all = rows::of_account(conn, &id)?;
            let ids: Vec<String> = all.iter().map(|row| row.blocked_id.clone()).collect();
            let known = people::by_ids(conn, &ids)?;
            let called = |id: &str| known.iter().find(|row| row.id == id);
            let blocked = all.into_iter().filter_map(|row| {
                let name = called(&row.blocked_id)?.into();
                Some(Blocked { name, since: row.blocked_at })
            });
            Ok(blocked.collect())
        });
        read.await
    }

    /// Whether an account has blocked another one.
    pub async fn has_blocked(&self, account_id: &str, other: &str) -> Result<bool> {
        let (id, other) = (account_id.to_owned(), other.to_owned());
        self.db.read(move |conn| rows::has(conn, &id, &other)).await
    }

    /// Blocks the person with this handle; who is blocked stays so.
    ///
    /// # Errors
    /// [`Code::NotFound`] where nobody is called that, [`Code::InvalidField`] for oneself,
    /// [`Code::TooManyBlocks`] for more than [`MOST`].
    pub async fn block(&self, account_id: &str, handle: &str) -> Result<()> {
        let (id, key) = (account_id.to_owned(), handle.trim().to_lowercase());
        let now = self.clock.now();
        self.db.write(move |tx| block(tx, &id, &key, now)).await
    }

    /// Ends the block of the person with this handle.
    ///
    /// # Errors
    /// [`Code::NotFound`] where they are not blocked.
    pub async fn unblock(&self, account_id: &str, handle: &str) -> Result<()> {
        let (id, key) = (account_id.to_owned(), handle.trim().to_lowercase());
        let ending = self.db.write(move |tx| {
            let person = called(tx, &key)?;
            match rows::remove(tx, &id, &person.id)? {
                true => Ok(()),
                false => Err(Error::not_found("block")),
            }
        });
        ending.await
    }
}

fn called(conn: &mut Conn, key: &str) -> Result<AccountRow> {
    let person = people::by_handle(conn, key)?.filter(|row| row.closed_at.is_none());
    person.ok_or_else(|| Error::not_found("person"))
}

fn block(tx: &mut Tx<'_>, id: &str, key: &str, now: Instant) -> Result<()> {
    let person = called(tx, key)?;
    if person.id == id {
        let detail = "You cannot block yourself.";
        return Err(Error::field("handle", detail));
    }
    // Whoever sits down at this moment does so before or is refused, and no account is closed
    // meanwhile. In one order: two people may block each other at the same moment.
    let mut both = [id, person.id.as_str()];
    both.sort_unstable();
    for one in both {
        let row = people::locked(tx, one)?.filter(|row| row.closed_at.is_none());
        row.ok_or_else(|| Error::not_found("person"))?;
    }
    let known = rows::blocked_by(tx, id)?;
    if known.len() >= MOST && !known.contains(&person.id) {
        let detail = format!("You have blocked {MOST} people; end one of these blocks first.");
        return Err(Error::new(Code::TooManyBlocks, detail));
    }
    let row = BlockRow { account_id: id.to_owned(), blocked_id: person.id, blocked_at: now };
    rows::insert(tx, &row)
}
