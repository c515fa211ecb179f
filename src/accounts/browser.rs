//! Sessions of browsers: one secret in one cookie, and proofs for forms; and browsers
//! that are known from earlier sessions.
//!
//! A browser has no place where a refresh token could be exchanged safely while
//! several tabs are open, so its cookie holds one secret for as long as the session
//! lasts. Only the secret's hash is stored.

use super::known::Shown;
use super::secret::{self, Key};
use super::session::{self, Named};
use super::{Account, Accounts};
use crate::db::accounts::{self as rows, RefreshRow};
use crate::error::Result;
use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What the secrets of browsers begin with.
const PREFIX: &str = "twb_";

impl Accounts {
    /// Signs in with a browser: the secret for its cookie, and whose session it is.
    pub async fn sign_in_with_browser(
        &self,
        named: Named,
        password: String,
        code: Option<String>,
    ) -> Result<(Account, String)> {
        let account = self.check_login(named, password).await?;
        let accounts = self.clone();
        self.db
            .write(move |conn| {
                let session = accounts.begin_session(conn, &account, code.as_deref())?;
                let secret = secret::draw(PREFIX, &account.id);
                let row = RefreshRow {
                    account_id: account.id.clone(),
                    token_hash: random::token_hash(&secret),
                    session_id: session.id,
                    issued_at: session.created_at,
                    used_at: None,
                };
                rows::insert_refresh(conn, &row)?;
                Ok((Account::of(account)?, secret))
            })
            .await
    }

    /// Who shows a browser's secret, and in which session.
    pub async fn by_browser(&self, secret: &str) -> Result<(Account, String)> {
        if !secret.starts_with(PREFIX) {
            return Err(session::expired());
        }
        let (key, now) = (Key::of(PREFIX, secret), self.clock.now());
        if let Some(Shown::Session(account, session)) = self.known.get(&key.hash, now) {
            return Ok((account, session));
        }
        let Key { account_id, hash } = key.clone();
        let (account, session) = self
            .db
            .read(move |conn| {
                let row = rows::refresh(conn, &account_id, &hash)?;
                let session_id = row.ok_or_else(session::expired)?.session_id;
                session::living(conn, &account_id, &session_id, now)
            })
            .await?;
        self.known.keep(key.hash, now, Shown::Session(account.clone(), session.clone()));
        Ok((account, session))
    }

    /// The proof that a form came from a page of this session.
    pub fn form_proof(&self, session_id: &str) -> String {
        hex::encode(self.form_mac(session_id).finalize().into_bytes())
    }

    /// Whether a proof was made for this session.
    pub fn form_proof_fits(&self, session_id: &str, proof: &str) -> bool {
        let proof = hex::decode(proof).unwrap_or_default();
        self.form_mac(session_id).verify_slice(&proof).is_ok()
    }

    fn form_mac(&self, session_id: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise form\n{session_id}"))
    }

    /// What a browser keeps that somebody has signed in with, for longer than a session:
    /// a number of its own, and a keyed hash over that and the account's id. It opens nothing; wrong passwords of strangers do not count against it.
    pub fn known_browser(&self, account_id: &str) -> String {
        let number = random::token("");
        let mac = self.known_browser_mac(account_id, &number).finalize().into_bytes();
        format!("{number}.{}", hex::encode(mac))
    }

    /// The number of a browser that the person of this account has signed in with before.
    pub fn read_known_browser(&self, account_id: &str, kept: &str) -> Option<String> {
        let (number, mac) = kept.split_once('.')?;
        let mac = hex::decode(mac).ok()?;
        self.known_browser_mac(account_id, number).verify_slice(&mac).ok()?;
        Some(number.to_owned())
    }

    fn known_browser_mac(&self, account_id: &str, number: &str) -> Hmac<Sha256> {
        self.mac(&format!("turnwise known browser\n{account_id}\n{number}"))
    }
}
