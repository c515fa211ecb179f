//! Changing and closing an account.

use super::register::check_password;
use super::{Account, Accounts, letter};
use crate::db::accounts as rows;
use crate::db::is_taken;
use crate::db::letters::{self, LetterRow};
use crate::db::matches::{self, Filter};
use crate::error::{Error, Result};

/// What a person wants to change; `None` stays as it is.
#[derive(Clone, Default)]
pub struct Change {
    /// Another address; it must be confirmed anew.
    pub email: Option<String>,
    /// Another password; all other sessions end.
    pub password: Option<String>,
    /// The kinds of letters not wanted.
    pub muted: Option<Vec<String>>,
    /// The password as it is, needed for another address or password.
    pub current_password: Option<String>,
}

impl Accounts {
    /// Changes an account.
    pub async fn change(&self, account: &Account, change: Change) -> Result<Account> {
        if change.email.is_some() || change.password.is_some() {
            self.check_current(&account.id, change.current_password).await?;
        }
        let hash = match change.password {
            None => None,
            Some(password) => {
                check_password(&password, &account.handle, &account.email)?;
                Some(self.passwords.hash(password).await?)
            }
        };
        let (accounts, id, now) = (self.clone(), account.id.clone(), self.clock.now());
        let (email, muted) = (change.email, change.muted);
        let changed = self
            .db
            .write(move |conn| {
                let mut row = rows::by_id(conn, &id)?.ok_or_else(|| Error::not_found("account"))?;
                if let Some(muted) = muted {
                    row.muted = serde_json::to_string(&muted).map_err(Error::fault)?;
                }
                if let Some(hash) = hash {
                    row.password_hash = hash;
                    rows::end_sessions(conn, &id, now)?;
                }
                if let Some(email) = email.filter(|email| email.to_lowercase() != row.email_key) {
                    // The letter to the old address is addressed now: later it is gone.
                    let data = serde_json::json!({ "old_address": row.email }).to_string();
                    let was_confirmed = row.confirmed_at.take().is_some();
                    row.email_key = email.to_lowercase();
                    row.email = email;
                    rows::update(conn, &row)?;
                    if was_confirmed {
                        accounts.enqueue(conn, &id, letter::ADDRESS_CHANGED, data)?;
                    }
                    accounts.enqueue(conn, &id, letter::CONFIRM_ADDRESS, "{}".to_owned())?;
                } else {
                    rows::update(conn, &row)?;
                }
                Ok(Account::of(row))
            })
            .await;
        self.known.forget();
        match changed {
            Err(error) if is_taken(&error) => Err(Error::conflict(
                "address_not_possible",
                "This address cannot be used; choose another.",
            )),
            done => done,
        }
    }

    /// Refuses anything but the password as it is.
    pub async fn check_current(&self, account_id: &str, password: Option<String>) -> Result<()> {
        let Some(password) = password else {
            return Err(Error::refused(
                "current_password_missing",
                "Send your password as `current_password` too.",
            ));
        };
        let id = account_id.to_owned();
        let row = self.db.read(move |conn| rows::by_id(conn, &id)).await?;
        if self.passwords.fits(password, row.map(|row| row.password_hash)).await? {
            return Ok(());
        }
        Err(Error::forbidden("wrong_password", "The current password is wrong."))
    }

    /// Closes an account: name and address are forgotten, sessions and tokens end.
    /// What the person played stays, under no name. Refused while a match runs.
    pub async fn close(&self, account: &Account, password: Option<String>) -> Result<()> {
        self.check_current(&account.id, password).await?;
        let (id, now) = (account.id.clone(), self.clock.now());
        let closed = self
            .db
            .write(move |conn| {
                for status in ["running", "open"] {
                    let filter = Filter {
                        status: Some(status.to_owned()),
                        player: Some(id.clone()),
                        seen_by: Some(id.clone()),
                        ..Filter::default()
                    };
                    if !matches::list(conn, &filter, 1)?.is_empty() {
                        return Err(Error::conflict(
                            "still_playing",
                            "You have a seat in a match; leave or resign from all of them first.",
                        ));
                    }
                }
                let mut row = rows::by_id(conn, &id)?.ok_or_else(|| Error::not_found("account"))?;
                row.handle = format!("gone-{}", &id[id.len() - 12..]);
                row.handle_key = format!("gone-{id}");
                row.email = String::new();
                row.email_key = format!("gone-{id}");
                row.confirmed_at = None;
                row.password_hash = String::new();
                row.closed_at = Some(now);
                rows::update(conn, &row)?;
                rows::end_sessions(conn, &id, now)?;
                rows::revoke_api_tokens(conn, &id, now)?;
                letters::withdraw_all(conn, &id, "the account was closed")
            })
            .await;
        self.known.forget();
        closed
    }

    /// The newest letters to an account.
    pub async fn letters(&self, account_id: &str) -> Result<Vec<LetterRow>> {
        let id = account_id.to_owned();
        self.db.read(move |conn| letters::of_account(conn, &id, 50)).await
    }
}

impl Accounts {
    /// The person with this handle.
    pub async fn by_handle(&self, handle: &str) -> Result<Option<Account>> {
        let key = handle.trim().to_lowercase();
        let row = self.db.read(move |conn| rows::by_handle(conn, &key)).await?;
        Ok(row.filter(|row| row.closed_at.is_none()).map(Account::of))
    }
}
