//! Sessions of browsers: one secret in one cookie, and proofs for forms.
//!
//! A browser has no place where a refresh token could be exchanged safely while
//! several tabs are open, so its cookie holds one secret for as long as the session
//! lasts. Only the secret's hash is stored.

use super::known::Shown;
use super::{Account, Accounts, session};
use crate::db::accounts::{self as rows, RefreshRow};
use crate::error::Result;
use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What the secrets of browsers begin with.
const PREFIX: &str = "twb_";

impl Accounts {
    /// Signs in with a browser: the secret for its cookie.
    pub async fn sign_in_with_browser(&self, login: &str, password: String) -> Result<String> {
        let account = self.check_login(login, password).await?;
        let accounts = self.clone();
        self.db
            .write(move |conn| {
                let session = accounts.begin_session(conn, &account.id)?;
                let secret = random::token(PREFIX);
                let row = RefreshRow {
                    token_hash: random::token_hash(&secret),
                    session_id: session.id,
                    issued_at: session.created_at,
                    used_at: None,
                };
                rows::insert_refresh(conn, &row)?;
                Ok(secret)
            })
            .await
    }

    /// Who shows a browser's secret, and in which session.
    pub async fn by_browser(&self, secret: &str) -> Result<(Account, String)> {
        if !secret.starts_with(PREFIX) {
            return Err(session::expired());
        }
        let (hash, now) = (random::token_hash(secret), self.clock.now());
        if let Some(Shown::Session(account, session)) = self.known.get(&hash, now) {
            return Ok((account, session));
        }
        let wanted = hash.clone();
        let (account, session) = self
            .db
            .read(move |conn| {
                let row = rows::refresh(conn, &wanted)?.ok_or_else(session::expired)?;
                session::living(conn, &row.session_id, now)
            })
            .await?;
        self.known.keep(hash, now, Shown::Session(account.clone(), session.clone()));
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
        let mut mac = Hmac::new_from_slice(&self.secret).expect("any key length will do");
        mac.update(format!("turnwise form\n{session_id}").as_bytes());
        mac
    }
}
