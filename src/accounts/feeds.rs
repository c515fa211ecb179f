//! Secret addresses under which people follow what waits for them, in programs that cannot sign
//! in: made by a person, shown once, renewed and revoked at will.

use super::secret::{self, Key};
use super::{Account, Accounts, session};
use crate::clock::Instant;
use crate::db::accounts::{self as people, AccountRow};
use crate::db::feeds::{self as rows, FeedRow};
use crate::error::{Error, Result};
use crate::random;
use crate::words::Word;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// What the tokens in these addresses begin with.
const PREFIX: &str = "twf_";

/// What is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FeedKind {
    /// The turns that wait, as an Atom feed.
    Turns,
    /// When the time of turns is over, as a calendar.
    Calendar,
}

/// A secret address, without the token in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Feed {
    /// What is followed.
    pub kind: FeedKind,
    /// When it was made.
    pub made_at: Instant,
    /// When it was last asked for, to the hour.
    pub used_at: Option<Instant>,
}

impl Feed {
    fn of(row: &FeedRow) -> Result<Feed> {
        Ok(Feed {
            kind: FeedKind::of_stored(&row.kind)?,
            made_at: row.made_at,
            used_at: row.used_at,
        })
    }
}

impl Accounts {
    /// The secret addresses of an account.
    pub async fn feeds(&self, account_id: &str) -> Result<Vec<Feed>> {
        let id = account_id.to_owned();
        let rows = self.db.read(move |conn| rows::of_account(conn, &id)).await?;
        rows.iter().map(Feed::of).collect()
    }

    /// Makes a secret address for who is signed in, and its token, which is never shown again.
    /// The one of this kind before works no longer. Takes a code where the account has a second
    /// factor: the address outlives the session.
    pub async fn make_feed(
        &self,
        account_id: &str,
        session_id: &str,
        kind: FeedKind,
        code: Option<String>,
    ) -> Result<(Feed, String)> {
        let token = secret::draw(PREFIX, account_id);
        let row = FeedRow {
            account_id: account_id.to_owned(),
            kind: kind.word().to_owned(),
            token_hash: random::token_hash(&token),
            made_at: self.clock.now(),
            used_at: None,
        };
        let (made, session) = (Feed::of(&row)?, session_id.to_owned());
        let accounts = self.clone();
        let making = self.db.write(move |tx| {
            // A session that was ended a moment ago leaves no address behind.
            people::locked(tx, &row.account_id)?;
            session::living(tx, &row.account_id, &session, row.made_at)?;
            accounts.check_code(tx, &row.account_id, code.as_deref())?;
            rows::put(tx, &row)
        });
        making.await?;
        Ok((made, token))
    }

    /// Revokes a secret address.
    ///
    /// # Errors
    /// `not_found` where there is none.
    pub async fn revoke_feed(&self, account_id: &str, kind: FeedKind) -> Result<()> {
        let id = account_id.to_owned();
        let revoked = self.db.write(move |tx| rows::remove(tx, &id, kind.word())).await?;
        if revoked { Ok(()) } else { Err(Error::not_found("feed")) }
    }

    /// Whose secret address has this token, and when it was made.
    ///
    /// # Errors
    /// `not_found` for every other token, and for that of a closed or frozen account.
    pub async fn by_feed(&self, kind: FeedKind, token: &str) -> Result<(Account, Feed)> {
        let (Key { account_id, hash }, now) = (Key::of(PREFIX, token), self.clock.now());
        let found = self.db.read(move |conn| {
            let Some(row) = rows::find(conn, &account_id, kind.word(), &hash)? else {
                return Ok(None);
            };
            let account = people::by_id(conn, &account_id)?.filter(AccountRow::is_in_use);
            Ok(account.map(|account| (account, row)))
        });
        let (account, row) = found.await?.ok_or_else(|| Error::not_found("feed"))?;
        let feed = Feed::of(&row)?;
        // To the hour: a program that asks often does not cost a write each time.
        if row.used_at.is_none_or(|last| now - last > Duration::hours(1)) {
            self.db.write(move |tx| rows::touch(tx, &row, now)).await?;
        }
        Ok((Account::of(account)?, feed))
    }
}
