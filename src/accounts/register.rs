//! New people, and the one-time links that letters carry.

use super::{Account, Accounts, letter};
use crate::clock::Instant;
use crate::db::accounts::{self as rows, AccountRow, TicketRow};
use crate::db::{Conn, is_taken};
use crate::error::{Error, Result};
use crate::random;
use chrono::Duration;

/// How long a one-time link works.
pub const TICKET_HOURS: i64 = 24;

/// Names that would mislead others.
const RESERVED: [&str; 12] = [
    "admin",
    "administrator",
    "host",
    "me",
    "moderator",
    "nobody",
    "root",
    "somebody",
    "staff",
    "support",
    "system",
    "turnwise",
];

/// What a one-time link allows.
pub mod purpose {
    /// To confirm the address it was sent to.
    pub const CONFIRM: &str = "confirm";
    /// To set a new password.
    pub const RESET: &str = "reset";
}

/// Makes a one-time link for the address an account has now; the text goes into
/// a letter and is not kept. Older links for the same purpose stop working.
pub fn issue_ticket(
    conn: &mut Conn,
    account: &AccountRow,
    purpose: &str,
    now: Instant,
) -> Result<String> {
    rows::void_tickets(conn, &account.id, purpose, now)?;
    let token = random::token("twt_");
    let row = TicketRow {
        token_hash: random::token_hash(&token),
        account_id: account.id.clone(),
        purpose: purpose.to_owned(),
        email: account.email_key.clone(),
        created_at: now,
        expires_at: now + Duration::hours(TICKET_HOURS),
        used_at: None,
    };
    rows::insert_ticket(conn, &row)?;
    Ok(token)
}

fn spent() -> Error {
    Error::refused(
        "link_not_valid",
        "This link was used, replaced or has expired; ask for a new one.",
    )
}

/// Uses up a one-time link and gives its account.
fn redeem(conn: &mut Conn, token: &str, purpose: &str, now: Instant) -> Result<AccountRow> {
    let hash = random::token_hash(token);
    let ticket = rows::ticket(conn, &hash)?
        .filter(|ticket| ticket.purpose == purpose && ticket.expires_at > now)
        .ok_or_else(spent)?;
    let account = rows::by_id(conn, &ticket.account_id)?
        .filter(|row| row.closed_at.is_none() && row.email_key == ticket.email)
        .ok_or_else(spent)?;
    if rows::use_ticket(conn, &hash, now)? { Ok(account) } else { Err(spent()) }
}

/// A password must not be what everybody can see or guess first.
pub(super) fn check_password(password: &str, handle: &str, email: &str) -> Result<()> {
    let plain = password.trim().to_lowercase();
    if plain == handle.to_lowercase() || plain == email.to_lowercase() {
        return Err(Error::refused(
            "password_too_easy",
            "The password must differ from the handle and the address.",
        ));
    }
    Ok(())
}

impl Accounts {
    /// Registers somebody. A taken handle is refused; a taken address gets the
    /// same answer as a free one, and its owner a letter.
    pub async fn register(&self, handle: String, email: String, password: String) -> Result<()> {
        let handle_key = handle.to_lowercase();
        let email_key = email.to_lowercase();
        if RESERVED.contains(&handle_key.as_str()) {
            return Err(Error::conflict("handle_taken", "This handle is taken; choose another."));
        }
        check_password(&password, &handle, &email)?;
        let hash = self.passwords.hash(password).await?;
        let now = self.clock.now();
        let accounts = self.clone();
        let row = AccountRow {
            id: random::id(),
            handle,
            handle_key,
            email,
            email_key,
            confirmed_at: None,
            password_hash: hash,
            muted: "[]".to_owned(),
            created_at: now,
            closed_at: None,
        };
        let registered = self
            .db
            .write(move |conn| {
                if rows::by_handle(conn, &row.handle_key)?.is_some() {
                    return Err(crate::db::taken());
                }
                match rows::by_email(conn, &row.email_key)? {
                    Some(owner) => {
                        accounts.enqueue(conn, &owner.id, letter::ADDRESS_TAKEN, "{}".to_owned())
                    }
                    None => {
                        rows::insert(conn, &row)?;
                        accounts.enqueue(conn, &row.id, letter::CONFIRM_ADDRESS, "{}".to_owned())
                    }
                }
            })
            .await;
        match registered {
            Err(error) if is_taken(&error) => {
                Err(Error::conflict("handle_taken", "This handle is taken; choose another."))
            }
            done => done,
        }
    }

    /// Sends the confirmation letter again.
    pub async fn send_confirmation(&self, account: &Account) -> Result<()> {
        if account.confirmed {
            return Err(Error::conflict("confirmed_already", "Your address is confirmed."));
        }
        let (accounts, id) = (self.clone(), account.id.clone());
        self.db
            .write(move |conn| {
                accounts.enqueue(conn, &id, letter::CONFIRM_ADDRESS, "{}".to_owned())
            })
            .await
    }

    /// Confirms the address that a link was sent to.
    pub async fn confirm(&self, token: &str) -> Result<Account> {
        let (token, now) = (token.to_owned(), self.clock.now());
        let confirmed = self
            .db
            .write(move |conn| {
                let mut account = redeem(conn, &token, purpose::CONFIRM, now)?;
                account.confirmed_at = Some(now);
                rows::update(conn, &account)?;
                Ok(Account::of(account))
            })
            .await;
        self.known.forget();
        confirmed
    }

    /// Sends a letter with which a forgotten password can be replaced. Unknown
    /// addresses get the same answer.
    pub async fn forgot_password(&self, email: &str) -> Result<()> {
        let (accounts, email_key) = (self.clone(), email.trim().to_lowercase());
        self.db
            .write(move |conn| {
                let owner = rows::by_email(conn, &email_key)?.filter(|row| row.closed_at.is_none());
                match owner {
                    Some(owner) => {
                        accounts.enqueue(conn, &owner.id, letter::RESET_PASSWORD, "{}".to_owned())
                    }
                    None => Ok(()),
                }
            })
            .await
    }

    /// Sets a new password with a link. Every session ends. Who could read the
    /// letter owns the address, so it counts as confirmed.
    pub async fn reset_password(&self, token: &str, password: String) -> Result<()> {
        let hash = self.passwords.hash(password.clone()).await?;
        let (token, now) = (token.to_owned(), self.clock.now());
        let reset = self
            .db
            .write(move |conn| {
                let mut account = redeem(conn, &token, purpose::RESET, now)?;
                check_password(&password, &account.handle, &account.email)?;
                account.password_hash = hash;
                account.confirmed_at = account.confirmed_at.or(Some(now));
                rows::update(conn, &account)?;
                rows::end_sessions(conn, &account.id, now)
            })
            .await;
        self.known.forget();
        reset
    }
}
