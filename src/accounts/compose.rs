//! What the letters about accounts say, decided when they are sent.

use super::Accounts;
use super::address::{mailbox, other_owner};
use super::register::{TICKET_HOURS, issue_ticket, purpose};
use crate::db::Conn;
use crate::db::accounts::{self as rows, AccountRow};
use crate::error::{Error, Result};
use crate::mail::content::Content;
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::queue::{Letter, Verdict};
use chrono::Duration;

/// Letters with a link for a new password that one account gets within an hour. Whoever
/// asks for more has the links of those; nobody is flooded, and nobody kept from a link.
const RESETS_AN_HOUR: i64 = 5;

/// Letters with a link to confirm an address that one mailbox gets within an hour, for
/// however many accounts. Those beyond are put off, so that nobody is flooded, and what
/// strangers ask for keeps nobody from registering.
const CONFIRMATIONS_AN_HOUR: usize = 5;
/// For how many minutes a letter is put off.
const PUT_OFF: i64 = 10;
/// For how many hours it is put off again and again.
const PUT_OFF_HOURS: i64 = 24;

impl Accounts {
    /// Composes a letter about an account.
    pub fn compose(
        &self,
        conn: &mut Conn,
        letter: &Letter,
        origin: &str,
    ) -> Result<Verdict<Draft>> {
        let withdraw = |why: &str| Ok(Verdict::Withdraw(why.to_owned()));
        let Some(account) = rows::locked(conn, &letter.account_id)? else {
            return withdraw("the account is gone");
        };
        if account.closed_at.is_some() {
            return withdraw("the account was closed");
        }
        let handle = account.handle.clone();
        let taken = |handle| Content::AddressTaken { handle, link: format!("{origin}/forgot") };
        let (address, content) = match letter.kind {
            LetterKind::ConfirmAddress if account.confirmed_at.is_some() => {
                return withdraw("the address is confirmed");
            }
            LetterKind::ConfirmAddress => {
                if let Some(owner) = other_owner(conn, &account)? {
                    let content = taken(owner.handle.clone());
                    return Ok(Verdict::Send(to(&owner, &owner.email, content)));
                }
                if self.has_many(conn, &account, letter)? {
                    if self.clock.now() > letter.created_at + Duration::hours(PUT_OFF_HOURS) {
                        return withdraw("too many letters went to this mailbox for a day");
                    }
                    let why = "many letters went to this mailbox within the hour";
                    return Ok(Verdict::Later(why.to_owned(), Duration::minutes(PUT_OFF)));
                }
                let link = self.link(conn, &account, purpose::CONFIRM, origin)?;
                let content = Content::ConfirmAddress { handle, link, hours: TICKET_HOURS };
                (account.email.as_str(), content)
            }
            LetterKind::ResetPassword => match self.needs_no_link(conn, &account, letter)? {
                Some(why) => return withdraw(why),
                None => {
                    let link = self.link(conn, &account, purpose::RESET, origin)?;
                    let content = Content::ResetPassword { handle, link, hours: TICKET_HOURS };
                    (account.email.as_str(), content)
                }
            },
            LetterKind::AddressTaken => (account.email.as_str(), taken(handle)),
            LetterKind::AddressChanged => match letter.data["old_address"].as_str() {
                Some(old) => (old, Content::AddressChanged { handle }),
                None => return withdraw("no address"),
            },
            LetterKind::SignInChanged => {
                let what = serde_json::from_value(letter.data["what"].clone());
                match (letter.data["address"].as_str(), what) {
                    (Some(address), Ok(what)) => {
                        let link = format!("{origin}/forgot");
                        (address, Content::SignInChanged { handle, what, link })
                    }
                    _ => return withdraw("it does not say what changed"),
                }
            }
            LetterKind::YourTurn
            | LetterKind::MatchStarted
            | LetterKind::MatchEnded
            | LetterKind::Invitation => {
                return Err(Error::fault("a letter about a match that names none"));
            }
        };
        Ok(Verdict::Send(to(&account, address, content)))
    }

    /// A new one-time link of an account.
    fn link(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        purpose: &str,
        origin: &str,
    ) -> Result<String> {
        let token = issue_ticket(conn, account, purpose, self.clock.now())?;
        Ok(format!("{origin}/{purpose}?token={token}"))
    }

    /// Whether the mailbox of an account gets another letter to confirm an address only
    /// later, whoever asked for those before.
    fn has_many(&self, conn: &mut Conn, account: &AccountRow, letter: &Letter) -> Result<bool> {
        let (hour, to) = (self.clock.now() - Duration::hours(1), mailbox(&account.email));
        let sent = rows::addresses_since(conn, purpose::CONFIRM, hour)?;
        let sent = sent.iter().filter(|address| mailbox(address) == to).count();
        Ok(letter.attempts == 0 && sent >= CONFIRMATIONS_AN_HOUR)
    }

    /// Why a letter that was asked for gives no link with which a password is reset.
    fn needs_no_link(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        letter: &Letter,
    ) -> Result<Option<&'static str>> {
        if account.password_set_at.is_some_and(|set| set >= letter.created_at) {
            return Ok(Some("the password was changed meanwhile"));
        }
        let hour = self.clock.now() - Duration::hours(1);
        let given = rows::tickets_since(conn, &account.id, purpose::RESET, hour)?;
        // One that could not be handed over at once is tried again.
        let enough = letter.attempts == 0 && given >= RESETS_AN_HOUR;
        Ok(enough.then_some("links that still work were sent within the hour"))
    }
}

/// A letter to somebody at an address.
fn to(account: &AccountRow, address: &str, content: Content) -> Draft {
    Draft {
        name: account.handle.clone(),
        address: address.to_owned(),
        content,
        picture: None,
        thread: None,
        unsubscribe: None,
    }
}
