//! Changing and closing an account.

use super::bots::{self, Holder};
use super::guessable::check_password;
use super::register::GONE;
use super::{Account, Accounts, address, tell_of};
use crate::clock::Instant;
use crate::db::accounts::{self as rows, AccountRow, Locked};
use crate::db::blocks;
use crate::db::calendars;
use crate::db::lessons;
use crate::db::{
    Conn, Tx, habits, handles, invitations, letters, mailboxes, matches, notes, notices,
    second_factors, talk, ways,
};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::queue::Letter;
use crate::mail::sign_in::SignInChange;
use crate::random;
use chrono::Duration;
use serde::Deserialize;
use serde_json::json;
use std::sync::Arc;
use strum::{IntoStaticStr, VariantArray};

/// How long nobody may take the handle of a closed account.
const HANDLE_DAYS: i64 = 90;
/// As long as whoever confirmed an address once may have an account.
const ALWAYS: i64 = 36_500;
/// All that is said of a letter to an address that is only claimed: a mail server often quotes
/// the address, as its owner spells it where there is one.
const NOT_HANDED_OVER: &str = "it was not handed over";

/// What becomes of API tokens, and of the secret addresses of feeds, when the password changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ApiTokens {
    /// They are revoked: whoever knew the password may have made some.
    #[default]
    Revoke,
    /// They go on working, because the person says so.
    Keep,
}

/// Another password, and what goes with the old one.
#[derive(Clone)]
pub struct NewPassword {
    /// The new one.
    pub password: String,
    /// What becomes of API tokens.
    pub tokens: ApiTokens,
}

/// What somebody shows, besides a session, before an account changes.
#[derive(Clone, Default)]
pub struct Proof {
    /// The password as it is.
    pub password: Option<String>,
    /// What the authenticator shows, or a recovery code, where there is a second factor.
    pub code: Option<String>,
}

/// Asked before a letter goes to another address of an account.
pub type MayWrite = Arc<dyn Fn() -> Result<()> + Send + Sync>;

/// What a person wants to change; `None` stays as it is.
#[derive(Clone, Default)]
pub struct Change {
    /// Another address; it must be confirmed anew.
    pub email: Option<String>,
    /// Whether a letter may go there. Nobody is asked for an address that is not changed.
    pub may_write: Option<MayWrite>,
    /// Another password; every session and one-time link ends.
    pub password: Option<NewPassword>,
    /// The kinds of letters not wanted.
    pub muted: Option<Vec<LetterKind>>,
    /// Who plays under it.
    pub holder: Option<Holder>,
    /// Needed for another address or password.
    pub proof: Proof,
}

/// The hash that a password was found to fit.
pub(super) struct Checked(String);

impl Checked {
    /// Refuses to go on where the password has changed meanwhile: hashing takes a while.
    pub(super) fn still_fits(&self, row: &AccountRow) -> Result<()> {
        if self.0 == row.password_hash { Ok(()) } else { Err(wrong()) }
    }
}

fn wrong() -> Error {
    Error::new(Code::WrongPassword, "The current password is wrong.")
}

impl Accounts {
    /// Stores another password of an account. Every session and one-time link ends, and
    /// every API token, secret address, webhook and browser that is told of news, unless they
    /// are kept: whoever knew the password may have made some.
    pub(super) fn set_password(
        &self,
        tx: &mut Tx<'_>,
        row: &mut Locked,
        hash: String,
        tokens: ApiTokens,
    ) -> Result<()> {
        let now = self.clock.now();
        row.password_hash = hash;
        row.password_set_at = Some(now);
        rows::update(tx, row)?;
        rows::end_sessions(tx, &row.id, now)?;
        rows::remove_tickets(tx, &row.id)?;
        if tokens == ApiTokens::Revoke {
            rows::revoke_tokens(tx, &row.id)?;
            crate::db::ways::forget(tx, &row.id)?;
        }
        tell_of(tx, row, SignInChange::Password, now)
    }

    /// Changes an account.
    pub async fn change(&self, account: &Account, change: Change) -> Result<Account> {
        let Proof { password: current, code } = change.proof;
        let checked = match change.email.is_some() || change.password.is_some() {
            true => Some(self.check_current(&account.id, current).await?),
            false => None,
        };
        let password = match change.password {
            None => None,
            Some(NewPassword { password, tokens }) => {
                check_password(&password, &account.handle, &account.email)?;
                Some((
                    self.passwords.hash(&format!("account {}", account.id), password).await?,
                    tokens,
                ))
            }
        };
        let (accounts, id) = (self.clone(), account.id.clone());
        let Change { email, may_write, muted, holder, .. } = change;
        let changed = self
            .db
            .write(move |tx| {
                let mut row = rows::locked(tx, &id)?.ok_or_else(|| Error::not_found("account"))?;
                if let Some(checked) = checked {
                    checked.still_fits(&row)?;
                    accounts.check_code(tx, &id, code.as_deref())?;
                }
                if let Some(muted) = muted {
                    row.muted = serde_json::to_string(&muted).map_err(Error::fault)?;
                }
                if let Some(holder) = holder {
                    bots::hand_over(tx, &mut row, holder, accounts.clock.now())?;
                }
                if let Some((hash, tokens)) = password {
                    accounts.set_password(tx, &mut row, hash, tokens)?;
                }
                let other = email.filter(|email| email.to_lowercase() != row.address_key);
                if let Some(email) = other {
                    may_write.map_or(Ok(()), |may_write| may_write())?;
                    accounts.change_address(tx, &mut row, email)?;
                }
                rows::update(tx, &row)?;
                Account::of(row.into_row())
            })
            .await;
        self.known.forget();
        changed
    }

    /// Claims another address. The one before gets a last letter, if it was confirmed.
    fn change_address(&self, tx: &mut Tx<'_>, row: &mut Locked, email: String) -> Result<()> {
        if row.confirmed_at.is_some() {
            // That letter is addressed now: later the address is gone.
            let data = json!({ "old_address": row.email });
            let changed = self.letter(&row.id, LetterKind::AddressChanged);
            Letter { data, ..changed }.enqueue(tx)?;
            // They are known by their handle, though their address is not confirmed any more.
            handles::keep(tx, &row.handle_key, self.clock.now() + Duration::days(ALWAYS))?;
        }
        address::claim(row, email);
        rows::remove_tickets(tx, &row.id)?;
        self.ask_to_confirm(tx, &row.id)
    }

    /// Refuses anything but the password as it is.
    pub(super) async fn check_current(
        &self,
        account_id: &str,
        password: Option<String>,
    ) -> Result<Checked> {
        let Some(password) = password else {
            return Err(Error::new(
                Code::CurrentPasswordMissing,
                "Send your password as `current_password` too.",
            ));
        };
        let id = account_id.to_owned();
        let row = self.db.read(move |conn| rows::by_id(conn, &id)).await?;
        let hash = row.map(|row| row.password_hash);
        match self.passwords.fits(&format!("account {account_id}"), password, hash.clone()).await? {
            true => Ok(Checked(hash.unwrap_or_default())),
            false => Err(wrong()),
        }
    }

    /// Closes an account: name and address are forgotten, sessions and tokens end.
    /// What the person played stays, under no name. Refused while a match runs.
    pub async fn close(&self, account: &Account, proof: Proof) -> Result<()> {
        let checked = self.check_current(&account.id, proof.password).await?;
        let (accounts, id, now) = (self.clone(), account.id.clone(), self.clock.now());
        let closed = self
            .db
            .write(move |conn| {
                let row = rows::locked(conn, &id)?.ok_or_else(|| Error::not_found("account"))?;
                checked.still_fits(&row)?;
                accounts.check_code(conn, &id, proof.code.as_deref())?;
                if matches::is_playing(conn, &id)? {
                    return Err(Error::new(
                        Code::StillPlaying,
                        "You have a seat in a match; leave or resign from all of them first.",
                    ));
                }
                forget(conn, row, now)
            })
            .await;
        self.known.forget();
        closed
    }

    /// The newest letters to an account, but for links for a new password: one that was asked
    /// for with an address that the account only claims would tell that nobody else has it. What
    /// went wrong with one to such an address tells it, too, and is for the operator.
    pub async fn letters(&self, account_id: &str) -> Result<Vec<Letter>> {
        let id = account_id.to_owned();
        let mut letters = self.db.read(move |conn| Letter::newest(conn, &id, 50)).await?;
        for letter in &mut letters {
            if letter.kind == LetterKind::ConfirmAddress && letter.error.is_some() {
                letter.error = Some(NOT_HANDED_OVER.to_owned());
            }
        }
        Ok(letters)
    }
}

/// Closes an account: forgets who it was, and what is theirs alone. Nobody is taken for them by
/// their handle for [`HANDLE_DAYS`], if others can have known them by it.
pub(super) fn forget(conn: &mut Conn, mut row: Locked, now: Instant) -> Result<()> {
    let id = row.id.clone();
    let known = row.confirmed_at.is_some() || handles::is_kept(conn, &row.handle_key, now)?;
    if known || matches::has_sat(conn, &id)? {
        handles::keep(conn, &row.handle_key, now + Duration::days(HANDLE_DAYS))?;
    }
    row.handle = format!("{GONE}{}", &id[id.len() - 12..]);
    row.handle_key = format!("{GONE}{id}");
    row.email = String::new();
    row.email_key = format!("{GONE}{id}");
    row.address_key = String::new();
    row.confirmed_at = None;
    row.password_hash = String::new();
    row.closed_at = Some(now);
    rows::update(conn, &row)?;
    rows::end_sessions(conn, &id, now)?;
    rows::revoke_tokens(conn, &id)?;
    rows::remove_tickets(conn, &id)?;
    second_factors::remove(conn, &id)?;
    lessons::remove_all(conn, &id)?;
    matches::forget_names(conn, &id)?;
    notices::remove_all(conn, &id)?;
    mailboxes::remove_all(conn, &id)?;
    calendars::forget(conn, &id)?;
    talk::forget(conn, &id, now)?;
    notes::forget(conn, &id)?;
    invitations::forget(conn, &id, &random::no_id(), now)?;
    blocks::forget(conn, &id)?;
    ways::forget(conn, &id)?;
    habits::forget(conn, &id)?;
    letters::remove_all(conn, &id, &random::no_id(), now)
}

impl Accounts {
    /// The person with this handle.
    pub async fn by_handle(&self, handle: &str) -> Result<Option<Account>> {
        let key = handle.trim().to_lowercase();
        let row = self.db.read(move |conn| rows::by_handle(conn, &key)).await?;
        row.filter(|row| row.closed_at.is_none()).map(Account::of).transpose()
    }
}
