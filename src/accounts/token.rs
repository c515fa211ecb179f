//! Tokens for scripts: made by a person, shown once, revoked at will.

use super::known::Shown;
use super::secret::{self, Key};
use super::{Account, Accounts, session};
use crate::clock::Instant;
use crate::db::accounts::{self as rows, AccountRow, ApiTokenRow};
use crate::error::{Code, Error, Result};
use crate::random;
use crate::words::Word;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// Tokens that one account may have at a time.
const TOKENS_AT_ONCE: usize = 50;

/// What API tokens begin with.
pub const PREFIX: &str = "twk_";

/// What a token may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Scope {
    /// Look at what the person may see.
    Read,
    /// Act in matches, which are shown to whoever acts: it goes with [`Scope::Read`].
    Play,
}

impl Scope {
    /// The scopes that acting under this one takes: whoever plays is shown the match.
    pub fn needed(self) -> &'static [Scope] {
        match self {
            Scope::Read => &[Scope::Read],
            Scope::Play => Scope::ALL,
        }
    }
}

/// A token, without the text of it.
#[derive(Clone, Debug)]
pub struct ApiToken {
    /// UUID.
    pub id: String,
    /// What the person calls it.
    pub name: String,
    /// What it may do, as far as this version knows it.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: Instant,
    /// When it was last used, to the hour.
    pub last_used_at: Option<Instant>,
}

impl ApiToken {
    fn of(row: ApiTokenRow) -> ApiToken {
        ApiToken {
            scopes: row.scopes.split(' ').filter_map(Scope::of_word).collect(),
            id: row.id,
            name: row.name,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
        }
    }
}

impl Accounts {
    /// Makes a token for who is signed in; the text of it is never shown again. Takes a
    /// code where the account has a second factor.
    pub async fn make_token(
        &self,
        account_id: &str,
        session_id: &str,
        name: String,
        mut scopes: Vec<Scope>,
        code: Option<String>,
    ) -> Result<(ApiToken, String)> {
        scopes.sort_unstable();
        scopes.dedup();
        let token = secret::draw(PREFIX, account_id);
        let words: Vec<&str> = scopes.iter().map(|scope| scope.word()).collect();
        let row = ApiTokenRow {
            account_id: account_id.to_owned(),
            id: random::id(),
            name,
            token_hash: random::token_hash(&token),
            scopes: words.join(" "),
            created_at: self.clock.now(),
            last_used_at: None,
            revoked_at: None,
        };
        let (accounts, stored, session) = (self.clone(), row.clone(), session_id.to_owned());
        self.db
            .write(move |conn| {
                // A session that was ended a moment ago leaves no token behind.
                rows::locked(conn, &stored.account_id)?;
                session::living(conn, &stored.account_id, &session, stored.created_at)?;
                accounts.check_code(conn, &stored.account_id, code.as_deref())?;
                if rows::api_tokens_of(conn, &stored.account_id)?.len() >= TOKENS_AT_ONCE {
                    let detail = format!("You have {TOKENS_AT_ONCE} tokens; revoke one first.");
                    return Err(Error::new(Code::TooManyTokens, detail));
                }
                rows::insert_api_token(conn, &stored)
            })
            .await?;
        Ok((ApiToken::of(row), token))
    }

    /// The working tokens of an account.
    pub async fn tokens(&self, account_id: &str) -> Result<Vec<ApiToken>> {
        let id = account_id.to_owned();
        let rows = self.db.read(move |conn| rows::api_tokens_of(conn, &id)).await?;
        Ok(rows.into_iter().map(ApiToken::of).collect())
    }

    /// Revokes a token.
    pub async fn revoke_token(&self, account_id: &str, id: &str) -> Result<()> {
        let (account_id, id) = (account_id.to_owned(), id.to_owned());
        let revoked =
            self.db.write(move |conn| rows::revoke_api_token(conn, &account_id, &id)).await?;
        self.known.forget();
        if revoked { Ok(()) } else { Err(Error::not_found("token")) }
    }

    /// Who shows an API token, and what it may do.
    pub async fn by_api_token(&self, token: &str) -> Result<(Account, Vec<Scope>)> {
        let (key, now) = (Key::of(PREFIX, token), self.clock.now());
        if let Some(Shown::Token(account, scopes)) = self.known.get(&key.hash, now) {
            return Ok((account, scopes));
        }
        let Key { account_id, hash } = key.clone();
        let found = self
            .db
            .read(move |conn| {
                let Some(row) = rows::api_token(conn, &account_id, &hash)? else {
                    return Ok(None);
                };
                let account = rows::by_id(conn, &account_id)?;
                Ok(account.filter(AccountRow::is_in_use).map(|a| (a, row)))
            })
            .await?;
        let (account, row) = found.ok_or_else(|| {
            Error::new(Code::InvalidToken, "This token is unknown or was revoked.")
        })?;
        let (account, ApiToken { id, scopes, last_used_at, .. }) =
            (Account::of(account)?, ApiToken::of(row));
        // To the hour: a busy script does not cost a write per request.
        if last_used_at.is_none_or(|last| now - last > Duration::hours(1)) {
            let owner = key.account_id;
            self.db.write(move |tx| rows::touch_api_token(tx, &owner, &id, now)).await?;
        }
        self.known.keep(key.hash, now, Shown::Token(account.clone(), scopes.clone()));
        Ok((account, scopes))
    }
}
