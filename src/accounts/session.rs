//! Signing in and staying signed in.
//!
//! An access token is a JWT of a few minutes that names its session. A refresh
//! token works once and is exchanged for the next; one that comes back a second
//! time was stolen somewhere, and ends the session.

use super::known::Shown;
use super::secret::{self, Key};
use super::{Account, Accounts, operator};
use crate::clock::{Instant, utc};
use crate::db::Conn;
use crate::db::accounts::{self as rows, AccountRow, RefreshRow, SessionRow};
use crate::db::second_factors::{self, SecondFactorRow};
use crate::error::{Code, Error, Result};
use crate::random;
use chrono::Duration;
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

/// How long a session lasts without being signed out.
pub const SESSION_DAYS: i64 = 60;
/// How many sessions one account has at most; the oldest ends for one more.
const SESSIONS: i64 = 50;
/// How often a session is refreshed within a day at most. All exchanged tokens are known
/// again for longer than that, so whoever has a stolen one cannot have it forgotten.
const REFRESHED_A_DAY: i64 = 300;
/// What refresh tokens begin with.
const REFRESH_PREFIX: &str = "twr_";
const ISSUER: &str = "turnwise";

/// What a client gets when it signs in or refreshes.
#[derive(Clone)]
pub struct Tokens {
    /// Shown with every request.
    pub access: String,
    /// How long it works, in seconds.
    pub expires_in: i64,
    /// Exchanged for the next tokens, once.
    pub refresh: String,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens")
    }
}

#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    sub: String,
    sid: String,
    iat: i64,
    exp: i64,
}

/// The keys of access tokens.
#[derive(Clone)]
pub struct Keys {
    sign: EncodingKey,
    check: DecodingKey,
}

impl Keys {
    /// Keys made from the server's secret.
    pub fn new(secret: &[u8]) -> Keys {
        super::hs256::install();
        Keys { sign: EncodingKey::from_secret(secret), check: DecodingKey::from_secret(secret) }
    }
}

fn wrong() -> Error {
    Error::new(Code::WrongCredentials, "The name or the password is wrong.")
}

pub(super) fn expired() -> Error {
    Error::new(Code::SessionEnded, "The session has ended; sign in again.")
}

/// Whom a login names, if anybody: looked up before any password is checked.
pub struct Named {
    pub(super) row: Option<AccountRow>,
    /// The second factor, also one that has ended.
    pub(super) factor: Option<SecondFactorRow>,
    login: String,
}

impl std::fmt::Debug for Named {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Named")
    }
}

impl Named {
    /// What was typed, in lower case: what strangers are counted by, whether it names somebody
    /// or nobody.
    pub fn login(&self) -> &str {
        &self.login
    }
}

/// Somebody whose password was right, or who has just chosen it. Where they have a second
/// factor, a code is still asked for.
pub struct Recognized(pub(super) AccountRow);

impl std::fmt::Debug for Recognized {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Recognized")
    }
}

impl Recognized {
    /// Which account is theirs.
    pub fn account_id(&self) -> &str {
        &self.0.id
    }
}

impl Accounts {
    /// Looks up whom a handle or a confirmed address names.
    pub async fn named(&self, login: &str) -> Result<Named> {
        let login = login.trim().to_lowercase();
        let key = login.clone();
        let found = self.db.read(move |conn| {
            let row = match key.contains('@') {
                true => rows::by_confirmed_address(conn, &key)?,
                false => rows::by_handle(conn, &key)?,
            };
            let row = row.filter(|row| row.closed_at.is_none());
            let id = row.as_ref().map_or("", |row| &row.id);
            let factor = second_factors::of_account(conn, id)?;
            Ok((row, factor))
        });
        let (row, factor) = found.await?;
        Ok(Named { row, factor, login })
    }

    /// Signs in, with a code where there is a second factor.
    pub async fn sign_in(&self, who: Recognized, code: Option<String>) -> Result<Tokens> {
        let accounts = self.clone();
        self.begin_session(who.0, code, move |conn, session| {
            accounts.issue(conn, session, session.created_at)
        })
        .await
    }

    /// Who is named, if the password fits. Unknown names get the same answer in the same time.
    pub async fn recognize(&self, named: Named, password: String) -> Result<Recognized> {
        let stored = named.row.as_ref().map(|row| row.password_hash.clone());
        if !self.passwords.fits(&format!("login {}", named.login), password, stored).await? {
            return Err(wrong());
        }
        named.row.map(Recognized).ok_or_else(wrong)
    }

    /// Begins a session of an account whose password was checked, with a code where it has
    /// a second factor, and does what goes with it.
    pub(super) async fn begin_session<T: Send + 'static>(
        &self,
        checked: AccountRow,
        code: Option<String>,
        then: impl FnOnce(&mut Conn, &SessionRow) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let accounts = self.clone();
        let begun = self.db.write(move |conn| {
            let session = accounts.insert_session(conn, &checked, code.as_deref())?;
            let removed = rows::remove_oldest_sessions(conn, &session.account_id, SESSIONS)?;
            Ok((then(conn, &session)?, removed))
        });
        let begun = begun.await;
        // Where nobody knows whether it was stored, others may have ended by it, too.
        if !matches!(begun, Ok((_, 0))) {
            self.known.forget();
        }
        Ok(begun?.0)
    }

    /// None begins where the password has changed meanwhile: no session may outlive the
    /// password it began with.
    fn insert_session(
        &self,
        conn: &mut Conn,
        checked: &AccountRow,
        code: Option<&str>,
    ) -> Result<SessionRow> {
        let row = rows::locked(conn, &checked.id)?.ok_or_else(wrong)?;
        if row.password_hash != checked.password_hash {
            return Err(wrong());
        }
        self.check_code(conn, &row.id, code)?;
        operator::refuse_frozen(&row)?;
        let now = self.clock.now();
        let session = SessionRow {
            id: random::id(),
            account_id: row.id.clone(),
            created_at: now,
            expires_at: now + Duration::days(SESSION_DAYS),
            ended_at: None,
        };
        rows::insert_session(conn, &session)?;
        Ok(session)
    }

    fn issue(&self, conn: &mut Conn, session: &SessionRow, now: Instant) -> Result<Tokens> {
        let refresh = secret::draw(REFRESH_PREFIX, &session.account_id);
        let row = RefreshRow {
            account_id: session.account_id.clone(),
            token_hash: random::token_hash(&refresh),
            session_id: session.id.clone(),
            issued_at: now,
            used_at: None,
        };
        rows::insert_refresh(conn, &row)?;
        let issued = utc(now).timestamp();
        let expires_in = self.access_minutes * 60;
        let claims = Claims {
            iss: ISSUER.to_owned(),
            sub: session.account_id.clone(),
            sid: session.id.clone(),
            iat: issued,
            exp: issued + expires_in,
        };
        let access = jsonwebtoken::encode(&Header::new(Algorithm::HS256), &claims, &self.keys.sign)
            .map_err(Error::fault)?;
        Ok(Tokens { access, expires_in, refresh })
    }

    /// Exchanges a refresh token. One that was used before ends its session.
    pub async fn refresh(&self, token: &str) -> Result<Tokens> {
        if !token.starts_with(REFRESH_PREFIX) {
            return Err(expired());
        }
        let Key { account_id, hash } = Key::of(REFRESH_PREFIX, token);
        let accounts = self.clone();
        let done = self
            .db
            .write(move |conn| {
                let now = accounts.clock.now();
                let Some(row) = rows::refresh(conn, &account_id, &hash)? else { return Ok(None) };
                // Whoever signs in at this moment does not remove the session meanwhile.
                rows::locked(conn, &account_id)?;
                let session = rows::session(conn, &account_id, &row.session_id)?
                    .filter(|session| session.ended_at.is_none() && session.expires_at > now);
                let Some(session) = session else { return Ok(None) };
                if row.used_at.is_some() || !rows::use_refresh(conn, &row, now)? {
                    tracing::warn!(
                        session = session.id,
                        "a refresh token came back; session ended"
                    );
                    rows::end_session(conn, &account_id, &session.id, now)?;
                    return Ok(None);
                }
                if rows::exchanged_since(conn, &session, now - Duration::days(1))? > REFRESHED_A_DAY
                {
                    return Err(Error::new(
                        Code::TooManyRequests,
                        "This session was refreshed very often today; use each access token \
                         until it expires, or sign in again.",
                    ));
                }
                accounts.issue(conn, &session, now).map(Some)
            })
            .await?;
        if done.is_none() {
            self.known.forget();
        }
        done.ok_or_else(expired)
    }

    /// Ends a session of an account.
    pub async fn sign_out(&self, account_id: &str, session_id: &str) -> Result<()> {
        let (account_id, id) = (account_id.to_owned(), session_id.to_owned());
        let now = self.clock.now();
        let ended = self.db.write(move |tx| rows::end_session(tx, &account_id, &id, now)).await;
        self.known.forget();
        ended
    }

    /// Ends all sessions of an account but this one.
    pub async fn sign_out_elsewhere(&self, account_id: &str, session_id: &str) -> Result<()> {
        let (account_id, id) = (account_id.to_owned(), session_id.to_owned());
        let now = self.clock.now();
        let ending = self.db.write(move |tx| {
            // One that is just beginning has begun, or sees what ends it.
            rows::locked(tx, &account_id)?;
            rows::end_other_sessions(tx, &account_id, &id, now)
        });
        let ended = ending.await;
        self.known.forget();
        ended
    }

    /// Who shows an access token, and in which session.
    pub async fn by_access_token(&self, token: &str) -> Result<(Account, String)> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        // The platform's own clock decides, so that tests can move it.
        validation.validate_exp = false;
        let invalid =
            || Error::new(Code::InvalidToken, "This access token is not valid; sign in again.");
        let claims = jsonwebtoken::decode::<Claims>(token, &self.keys.check, &validation)
            .map_err(|_| invalid())?
            .claims;
        let now = self.clock.now();
        if claims.exp <= utc(now).timestamp() {
            return Err(Error::new(
                Code::TokenExpired,
                "This access token has expired; exchange the refresh token for a new one.",
            ));
        }
        let hash = random::token_hash(token);
        if let Some(Shown::Session(account, session)) = self.known.get(&hash, now) {
            return Ok((account, session));
        }
        let (account, session) =
            self.db.read(move |conn| living(conn, &claims.sub, &claims.sid, now)).await?;
        self.known.keep(hash, now, Shown::Session(account.clone(), session.clone()));
        Ok((account, session))
    }
}

/// The person of a session that has not ended, and the session.
pub(super) fn living(
    conn: &mut Conn,
    account_id: &str,
    id: &str,
    now: Instant,
) -> Result<(Account, String)> {
    let session = rows::session(conn, account_id, id)?
        .filter(|session| session.ended_at.is_none() && session.expires_at > now)
        .ok_or_else(expired)?;
    let account = rows::by_id(conn, account_id)?.filter(AccountRow::is_in_use);
    Ok((Account::of(account.ok_or_else(expired)?)?, session.id))
}
