//! Tokens for scripts: made by a person, shown once, revoked at will.

use super::known::Shown;
use super::{Account, Accounts};
use crate::db::accounts::{self as rows, ApiTokenRow};
use crate::error::{Error, Result};
use crate::random;
use chrono::Duration;

/// Tokens that one account may have at a time.
const TOKENS_AT_ONCE: usize = 50;

/// What API tokens begin with.
pub const PREFIX: &str = "twk_";

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// Look at what the person may see.
    Read,
    /// Act in matches.
    Play,
}

impl Scope {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Scope::Read => "read",
            Scope::Play => "play",
        }
    }

    fn parse(word: &str) -> Option<Scope> {
        [Scope::Read, Scope::Play].into_iter().find(|scope| scope.word() == word)
    }
}

/// The scopes that a stored token has.
pub fn scopes(row: &ApiTokenRow) -> Vec<Scope> {
    row.scopes.split(' ').filter_map(Scope::parse).collect()
}

impl Accounts {
    /// Makes a token; the text of it is never shown again.
    pub async fn make_token(
        &self,
        account_id: &str,
        name: String,
        mut scopes: Vec<Scope>,
    ) -> Result<(ApiTokenRow, String)> {
        scopes.sort_unstable();
        scopes.dedup();
        let token = random::token(PREFIX);
        let words: Vec<&str> = scopes.iter().map(|scope| scope.word()).collect();
        let row = ApiTokenRow {
            id: random::id(),
            account_id: account_id.to_owned(),
            name,
            token_hash: random::token_hash(&token),
            scopes: words.join(" "),
            created_at: self.clock.now(),
            last_used_at: None,
            revoked_at: None,
        };
        let stored = row.clone();
        self.db
            .write(move |conn| {
                if rows::api_tokens_of(conn, &stored.account_id)?.len() >= TOKENS_AT_ONCE {
                    let detail = format!("You have {TOKENS_AT_ONCE} tokens; revoke one first.");
                    return Err(Error::conflict("too_many_tokens", detail));
                }
                rows::insert_api_token(conn, &stored)
            })
            .await?;
        Ok((row, token))
    }

    /// The working tokens of an account.
    pub async fn tokens(&self, account_id: &str) -> Result<Vec<ApiTokenRow>> {
        let id = account_id.to_owned();
        self.db.read(move |conn| rows::api_tokens_of(conn, &id)).await
    }

    /// Revokes a token.
    pub async fn revoke_token(&self, account_id: &str, id: &str) -> Result<()> {
        let (account_id, id, now) = (account_id.to_owned(), id.to_owned(), self.clock.now());
        let revoked =
            self.db.write(move |conn| rows::revoke_api_token(conn, &account_id, &id, now)).await?;
        self.known.forget();
        if revoked { Ok(()) } else { Err(Error::not_found("token")) }
    }

    /// Who shows an API token, and what it may do.
    pub async fn by_api_token(&self, token: &str) -> Result<(Account, Vec<Scope>)> {
        let hash = random::token_hash(token);
        let now = self.clock.now();
        if let Some(Shown::Token(account, scopes)) = self.known.get(&hash, now) {
            return Ok((account, scopes));
        }
        let wanted = hash.clone();
        let found = self
            .db
            .read(move |conn| {
                let Some(row) = rows::api_token(conn, &wanted)? else { return Ok(None) };
                let account = rows::by_id(conn, &row.account_id)?;
                Ok(account.filter(|account| account.closed_at.is_none()).map(|a| (a, row)))
            })
            .await?;
        let (account, row) = found.ok_or_else(|| {
            Error::unauthenticated("invalid_token", "This token is unknown or was revoked.")
        })?;
        let scopes = scopes(&row);
        // To the hour: a busy script does not cost a write per request.
        if row.last_used_at.is_none_or(|last| now - last > Duration::hours(1)) {
            self.db.write(move |conn| rows::touch_api_token(conn, &row.id, now)).await?;
        }
        let account = Account::of(account);
        self.known.keep(hash, now, Shown::Token(account.clone(), scopes.clone()));
        Ok((account, scopes))
    }
}
