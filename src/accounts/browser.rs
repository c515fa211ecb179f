//! Sessions of browsers: one secret in one cookie, and proofs for forms; and browsers
//! that are known from earlier sessions.
//!
//! A browser has no place where a refresh token could be exchanged safely while
//! several tabs are open, so its cookie holds one secret for as long as the session
//! lasts. Only the secret's hash is stored.

use super::known::Shown;
use super::secret::{self, Key};
use super::session::{self, Named, Recognized};
use super::{Account, Accounts};
use crate::db::accounts::{self as rows, AccountRow, RefreshRow};
use crate::db::second_factors::{self, SecondFactorRow};
use crate::error::Result;
use crate::random;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// What the secrets of browsers begin with.
const PREFIX: &str = "twb_";

/// What a browser gets when somebody signs in with it.
#[derive(Clone)]
pub struct SignedIn {
    /// Who.
    pub account: Account,
    /// The secret for the cookie of the session.
    pub secret: String,
    /// What it keeps so that it is known again after the session.
    pub known: String,
}

impl std::fmt::Debug for SignedIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SignedIn")
    }
}

impl Accounts {
    /// Signs in with a browser, with a code where there is a second factor.
    pub async fn sign_in_with_browser(
        &self,
        who: Recognized,
        code: Option<String>,
    ) -> Result<SignedIn> {
        let Recognized(account) = who;
        let accounts = self.clone();
        self.begin_session(account.clone(), code, move |conn, session| {
            let secret = secret::draw(PREFIX, &account.id);
            let row = RefreshRow {
                account_id: account.id.clone(),
                token_hash: random::token_hash(&secret),
                session_id: session.id.clone(),
                issued_at: session.created_at,
                used_at: None,
            };
            rows::insert_refresh(conn, &row)?;
            let factor = second_factors::of_account(conn, &account.id)?;
            let known = accounts.known_browser(&account, factor.as_ref());
            Ok(SignedIn { account: Account::of(account)?, secret, known })
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

    /// What a browser keeps that somebody has signed in with, for longer than a session: a
    /// number of its own, and a keyed hash. It opens nothing; wrong passwords of strangers
    /// do not count against it. After a change of the password or of the second factor it
    /// is a stranger's.
    pub(super) fn known_browser(
        &self,
        account: &AccountRow,
        factor: Option<&SecondFactorRow>,
    ) -> String {
        let number = random::token("");
        let mac = self.known_browser_mac(account, factor, &number).finalize().into_bytes();
        format!("{number}.{}", hex::encode(mac))
    }

    /// The number of a browser with which whoever is named has signed in before.
    pub fn read_known_browser(&self, named: &Named, kept: &str) -> Option<String> {
        let (number, mac) = kept.split_once('.')?;
        let mac = hex::decode(mac).ok()?;
        let account = named.row.as_ref()?;
        let expected = self.known_browser_mac(account, named.factor.as_ref(), number);
        expected.verify_slice(&mac).ok()?;
        Some(number.to_owned())
    }

    fn known_browser_mac(
        &self,
        account: &AccountRow,
        factor: Option<&SecondFactorRow>,
        number: &str,
    ) -> Hmac<Sha256> {
        let AccountRow { id, password_hash, .. } = account;
        // One that has ended makes it another browser than before, and than while it lasted.
        let (salt, ended) = factor.map_or(("", ""), |factor| {
            (factor.salt.as_str(), if factor.confirmed_at.is_some() { "" } else { " ended" })
        });
        self.mac(&format!("turnwise known browser\n{id}\n{password_hash}\n{salt}{ended}\n{number}"))
    }
}
