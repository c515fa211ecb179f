//! What the letters about accounts say, decided when they are sent.

use super::Accounts;
use super::address::{mailbox, other_owner};
use super::register::{TICKET_HOURS, purpose};
use crate::db::Conn;
use crate::db::accounts::{self as rows, AccountRow};
use crate::db::letters;
use crate::error::{Error, Result};
use crate::mail::content::{Content, WayOff};
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::queue::{Letter, Verdict};
use crate::words::Word;
use chrono::Duration;
use hmac::Mac;

/// Letters with a link for a new password that one account gets within an hour. Whoever
/// asks for more has the links of those; nobody is flooded, and nobody kept from a link.
/// Accounts that nobody has confirmed get so many together for one mailbox.
const RESETS_AN_HOUR: i64 = 5;

/// Letters about an address to confirm that one mailbox gets within an hour, for however
/// many accounts. Those beyond are put off, so that nobody is flooded, and whoever registers
/// while strangers ask for such letters has to wait, but not for ever.
const CONFIRMATIONS_AN_HOUR: i64 = 5;
/// For how many minutes a letter is put off.
const PUT_OFF: i64 = 10;
/// For how many hours it is put off again and again, longer than mail waits for a server.
const PUT_OFF_HOURS: i64 = 144;

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
        if account.frozen_at.is_some() {
            return withdraw("the account is frozen");
        }
        let handle = account.handle.clone();
        let taken = |handle| Content::AddressTaken { handle, link: format!("{origin}/forgot") };
        let (address, content) = match letter.kind {
            LetterKind::ConfirmAddress if account.confirmed_at.is_some() => {
                return withdraw("the address is confirmed");
            }
            LetterKind::ConfirmAddress => {
                if let Some(verdict) = self.put_off(conn, &account, letter)? {
                    return Ok(verdict);
                }
                if let Some(owner) = other_owner(conn, &account)? {
                    let content = taken(owner.handle.clone());
                    return Ok(Verdict::Send(to(&owner, &owner.email, content)));
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
            LetterKind::WayOff if account.confirmed_at.is_none() => {
                return withdraw("the address is not confirmed");
            }
            LetterKind::WayOff => {
                let said = |name: &str| letter.data[name].as_str().unwrap_or_default().to_owned();
                let (way, host, why) = (said("name"), said("host"), said("why"));
                let link = format!("{origin}/account/notices");
                let off = WayOff { handle, way, host, why, link };
                (account.email.as_str(), Content::WayOff(off))
            }
            LetterKind::YourTurn
            | LetterKind::Digest
            | LetterKind::Reminder
            | LetterKind::LastCall
            | LetterKind::TimedOut
            | LetterKind::Proposal
            | LetterKind::AboutToExpire
            | LetterKind::MatchStarted
            | LetterKind::MatchEnded
            | LetterKind::InvitationDeclined
            | LetterKind::InvitationByAddress
            | LetterKind::Invitation => {
                return Err(Error::fault("a letter about a match that names none"));
            }
        };
        Ok(Verdict::Send(to(&account, address, content)))
    }

    /// A one-time link of an account.
    fn link(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        purpose: &str,
        origin: &str,
    ) -> Result<String> {
        let token = self.issue_ticket(conn, account, purpose)?;
        Ok(format!("{origin}/{purpose}?token={token}"))
    }

    /// Puts off another letter that anybody can have sent to a mailbox, whoever asked for
    /// those before; one that may go counts from now on.
    fn put_off(
        &self,
        conn: &mut Conn,
        account: &AccountRow,
        letter: &Letter,
    ) -> Result<Option<Verdict<Draft>>> {
        if self.may_go(conn, letter, &mailbox(&account.email), CONFIRMATIONS_AN_HOUR)? {
            return Ok(None);
        }
        let now = self.clock.now();
        if now > letter.created_at + Duration::hours(PUT_OFF_HOURS) {
            let why = "too many letters went to this mailbox for days";
            return Ok(Some(Verdict::Withdraw(why.to_owned())));
        }
        let why = "many letters went to this mailbox within the hour";
        Ok(Some(Verdict::Later(why.to_owned(), Duration::minutes(PUT_OFF))))
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
        // Whoever has confirmed their address is kept from a link by nobody: a new password ends
        // all links that were sent before, which count no more. Other accounts anybody can have
        // as many of as a mailbox has names.
        let own = || format!("{}\n{}", account.id, account.password_hash);
        let (whose, why) = match account.confirmed_at {
            Some(_) => (own(), "links that still work were sent within the hour"),
            None => (mailbox(&account.email), "many letters went to this mailbox within the hour"),
        };
        let may_go = self.may_go(conn, letter, &whose, RESETS_AN_HOUR)?;
        Ok((!may_go).then_some(why))
    }

    /// Whether a letter is one of so many of its kind that go somewhere within an hour; it
    /// counts then, unless it cannot be handed over. The count outlives the account by as
    /// much, so whose it is is kept as a hash that nobody can guess by.
    fn may_go(&self, conn: &mut Conn, letter: &Letter, whose: &str, an_hour: i64) -> Result<bool> {
        let to = self.mac(&format!("turnwise letters\n{}\n{whose}", letter.kind.word()));
        let to = hex::encode(to.finalize().into_bytes());
        let this = (letter.account_id.as_str(), letter.id.as_str());
        let since = letters::counted_since(self.clock.now());
        let may_go = letters::others_to(conn, this, &to, since)? < an_hour;
        if may_go {
            letters::goes_to(conn, this, &to)?;
        }
        Ok(may_go)
    }
}

/// A letter to somebody at an address.
fn to(account: &AccountRow, address: &str, content: Content) -> Draft {
    Draft {
        name: account.handle.clone(),
        address: address.to_owned(),
        content,
        pictures: Vec::new(),
        thread: None,
        unsubscribe: None,
    }
}
