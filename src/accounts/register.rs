//! New people, and the one-time links that letters carry.

use super::bots;
use super::guessable::check_password;
use super::profile::{ApiTokens, NewPassword};
use super::secret::{self, Key};
use super::session::Recognized;
use super::{Account, Accounts, address};
use crate::clock::{Instant, utc};
use crate::db::accounts::{self as rows, AccountRow, Locked, TicketRow};
use crate::db::{Conn, handles, is_taken, second_factors};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::random;
use chrono::Duration;

/// How long a one-time link works.
pub const TICKET_HOURS: i64 = 24;

/// Names that would mislead others.
const RESERVED: [&str; 13] = [
    "admin",
    "administrator",
    "host",
    "me",
    "moderator",
    "nobody",
    "operator",
    "root",
    "somebody",
    "staff",
    "support",
    "system",
    "turnwise",
];

/// What the handles begin with under which closed accounts are shown.
pub(super) const GONE: &str = "gone-";

/// What the secrets of one-time links begin with.
const PREFIX: &str = "twt_";

/// What a one-time link allows; the page it leads to is called the same.
pub mod purpose {
    /// To confirm the address it was sent to.
    pub const CONFIRM: &str = "confirm";
    /// To set a new password.
    pub const RESET: &str = "reset";
}

fn spent() -> Error {
    Error::new(
        Code::LinkNotValid,
        "This link was used, has expired, or ended with a change of password or address; ask \
         for a new one.",
    )
}

/// Whose account a one-time link names, good or made up.
fn owner_of_link(token: &str) -> String {
    Key::of(PREFIX, token).account_id
}

/// An open one-time link and its account.
fn open_link(
    conn: &mut Conn,
    token: &str,
    purpose: &str,
    now: Instant,
) -> Result<(TicketRow, AccountRow)> {
    let key = Key::of(PREFIX, token);
    let ticket = rows::ticket(conn, &key.account_id, &key.hash)?
        .filter(|ticket| ticket.purpose == purpose && ticket.expires_at > now)
        .ok_or_else(spent)?;
    let account = rows::by_id(conn, &ticket.account_id)?
        .filter(|row| row.closed_at.is_none() && row.address_key == ticket.email)
        .ok_or_else(spent)?;
    Ok((ticket, account))
}

/// Uses up a one-time link and gives its account.
fn redeem(conn: &mut Conn, token: &str, purpose: &str, now: Instant) -> Result<Locked> {
    let account = rows::locked(conn, &owner_of_link(token))?.ok_or_else(spent)?;
    let (ticket, _) = open_link(conn, token, purpose, now)?;
    if rows::use_ticket(conn, &ticket)? { Ok(account) } else { Err(spent()) }
}

/// Whether nobody may take this handle, in lower case: it would mislead others, or is
/// how closed accounts are shown.
fn is_reserved(handle_key: &str) -> bool {
    RESERVED.contains(&handle_key)
        || handle_key.starts_with(GONE)
        || bots::looks_like_a_robot(handle_key)
}

/// A new password that whoever had a good link has chosen. Where there is a second factor, a
/// code is still asked for.
pub struct Reset {
    token: String,
    account_id: String,
    hash: String,
    tokens: ApiTokens,
}

impl std::fmt::Debug for Reset {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reset")
    }
}

impl Reset {
    /// Which account it is for.
    pub fn account_id(&self) -> &str {
        &self.account_id
    }
}

/// As whom, and how, somebody registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Come {
    /// A person, who confirms their address by a letter.
    Person,
    /// A bot, whose person does.
    Bot,
    /// A person who has shown that they read the letters of the address.
    Proven,
}

impl Accounts {
    /// A one-time link for the address an account has now; the text goes into a letter and
    /// is not kept. All that are made within one hour are the same, however many letters
    /// strangers ask for, and however often one is tried: links do not pile up, and none
    /// takes another one away.
    pub(super) fn issue_ticket(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        purpose: &str,
    ) -> Result<String> {
        let now = self.clock.now();
        let hour = utc(now).timestamp().div_euclid(3600);
        let AccountRow { id, password_hash, address_key, .. } = account;
        let of = format!("{purpose}\n{id}\n{password_hash}\n{address_key}\n{hour}");
        let token = secret::computed(PREFIX, id, self.mac(&format!("turnwise link\n{of}")));
        let row = TicketRow {
            account_id: id.clone(),
            token_hash: random::token_hash(&token),
            purpose: purpose.to_owned(),
            email: address_key.clone(),
            created_at: now,
            expires_at: now + Duration::hours(TICKET_HOURS),
            used_at: None,
        };
        rows::keep_ticket(conn, &row)?;
        Ok(token)
    }

    /// Registers a person. A taken handle is refused. A taken address is claimed like a
    /// free one, in the same answer after the same work; its owner gets a letter.
    ///
    /// # Errors
    /// `handle_taken`, `password_too_easy`.
    pub async fn register(
        &self,
        handle: String,
        email: String,
        password: String,
    ) -> Result<Recognized> {
        self.take_in(handle, email, password, Come::Person).await
    }

    /// Registers a bot, as a person is registered.
    ///
    /// # Errors
    /// Those of [`Accounts::register`].
    pub async fn register_bot(
        &self,
        handle: String,
        email: String,
        password: String,
    ) -> Result<Recognized> {
        self.take_in(handle, email, password, Come::Bot).await
    }

    /// Registers a person who has shown that they read the letters of the address.
    ///
    /// # Errors
    /// Those of [`Accounts::register`]; `address_not_possible` where somebody else has confirmed
    /// the address.
    pub async fn register_proven(
        &self,
        handle: String,
        email: String,
        password: String,
    ) -> Result<Recognized> {
        self.take_in(handle, email, password, Come::Proven).await
    }

    async fn take_in(
        &self,
        handle: String,
        email: String,
        password: String,
        come: Come,
    ) -> Result<Recognized> {
        let handle_key = handle.to_lowercase();
        let taken = || Error::new(Code::HandleTaken, "This handle is taken; choose another.");
        if is_reserved(&handle_key) {
            return Err(taken());
        }
        check_password(&password, &handle, &email)?;
        let password_hash = self.passwords.hash(&format!("new {handle_key}"), password).await?;
        let mut row = AccountRow {
            id: random::id(),
            handle,
            handle_key,
            email: String::new(),
            email_key: String::new(),
            confirmed_at: None,
            password_hash,
            muted: "[]".to_owned(),
            created_at: self.clock.now(),
            closed_at: None,
            address_key: String::new(),
            password_set_at: None,
            frozen_at: None,
            is_bot: come == Come::Bot,
        };
        address::claim(&mut row, email);
        let (accounts, now, new) = (self.clone(), row.created_at, row.clone());
        let registered = self.db.write(move |tx| {
            rows::insert(tx, &row)?;
            // Asked now: the row waited for whoever was giving the handle up at this moment.
            if handles::is_kept(tx, &row.handle_key, now)? {
                return Err(taken());
            }
            if come == Come::Bot {
                bots::letters_for(tx, &row, now)?;
            }
            if come == Come::Proven
                && let Some(mut new) = rows::locked(tx, &row.id)?
            {
                return address::confirm(tx, &mut new, now);
            }
            accounts.letter(&row.id, LetterKind::ConfirmAddress).enqueue(tx)
        });
        match registered.await {
            Err(error) if is_taken(&error) => Err(taken()),
            done => done.map(|()| Recognized(new)),
        }
    }

    /// Sends the confirmation letter again.
    pub async fn send_confirmation(&self, account: &Account) -> Result<()> {
        if account.confirmed {
            return Err(Error::new(Code::ConfirmedAlready, "Your address is confirmed."));
        }
        let (accounts, id) = (self.clone(), account.id.clone());
        self.db.write(move |tx| accounts.ask_to_confirm(tx, &id)).await
    }

    /// Confirms the address that a link was sent to.
    pub async fn confirm(&self, token: &str) -> Result<Account> {
        let (token, now) = (token.to_owned(), self.clock.now());
        let confirmed = self
            .db
            .write(move |conn| {
                let mut account = redeem(conn, &token, purpose::CONFIRM, now)?;
                address::confirm(conn, &mut account, now)?;
                Account::of(account.into_row())
            })
            .await;
        self.known.forget();
        confirmed
    }

    /// Sends a letter with which a forgotten password can be replaced. For an address that
    /// nobody has it does the same: the letter is to nobody, and withdrawn when it is due.
    pub async fn forgot_password(&self, email: &str) -> Result<()> {
        let (accounts, address) = (self.clone(), email.trim().to_lowercase());
        self.db
            .write(move |tx| {
                let owner = rows::by_address(tx, &address)?.map(|row| row.id);
                let to = owner.unwrap_or_else(random::no_id);
                accounts.letter(&to, LetterKind::ResetPassword).enqueue(tx)
            })
            .await
    }

    /// Takes a new password from whoever has a good link; nothing is set yet.
    pub async fn begin_reset(&self, token: String, new: NewPassword) -> Result<Reset> {
        let (shown, now) = (token.clone(), self.clock.now());
        // Hashing takes long: only somebody with a good link has it done.
        let opened = self.db.read(move |conn| open_link(conn, &shown, purpose::RESET, now));
        let (_, account) = opened.await?;
        let NewPassword { password, tokens } = new;
        check_password(&password, &account.handle, &account.email)?;
        let hash = self.passwords.hash(&format!("account {}", account.id), password).await?;
        Ok(Reset { token, account_id: account.id, hash, tokens })
    }

    /// Sets a new password with a link. Every session and link ends, and every API token
    /// unless they are kept. Who could read the letter owns the address, so it counts as
    /// confirmed; a second factor is asked for all the same. Returns what makes the browser
    /// known from now on.
    pub async fn reset_password(&self, begun: Reset, code: Option<String>) -> Result<String> {
        let (accounts, now) = (self.clone(), self.clock.now());
        let Reset { token, hash, tokens, .. } = begun;
        let reset = self
            .db
            .write(move |conn| {
                let mut account = redeem(conn, &token, purpose::RESET, now)?;
                accounts.check_code(conn, &account.id, code.as_deref())?;
                accounts.set_password(conn, &mut account, hash, tokens)?;
                if address::other_owner(conn, &account)?.is_none() {
                    address::confirm(conn, &mut account, now)?;
                }
                let factor = second_factors::of_account(conn, &account.id)?;
                Ok(accounts.known_browser(&account, factor.as_ref()))
            })
            .await;
        self.known.forget();
        reset
    }
}
