//! Inviting by an address: one letter, whether somebody here has it or not.
//!
//! Both are treated alike: the answer is the same, and so is what whoever invites is shown
//! later. Where the address leads is found out when its letter is due.

use super::{STANDS, WHY, settled};
use crate::accounts::Account;
use crate::clock::Instant;
use crate::db::accounts::{self, AccountRow};
use crate::db::invitations::{self as rows, AddressedRow, UnwantedRow};
use crate::db::{Conn, Tx, blocks, notices};
use crate::error::{Code, Error, Result};
use crate::mail::content::{Content, Stranger};
use crate::mail::kind::LetterKind;
use crate::mail::letter::Draft;
use crate::mail::queue::{Letter, Verdict};
use crate::matches::Matches;
use crate::matches::decide::{host_only, open_only};
use crate::matches::read::names::Names;
use crate::matches::stream::state::Match;
use crate::matches::watching::Looker;
use crate::matches::written::for_letters;
use crate::random;
use crate::rules::Seat;
use chrono::Duration;
use serde_json::json;
use std::sync::Arc;

/// How many addresses one person invites within a day.
const ADDRESSES_A_DAY: usize = 10;

/// How many invitations are written to one mailbox within a day, whoever sends them.
const WRITTEN_A_DAY: i64 = 3;

/// An invitation by address, for whoever has its link.
#[derive(Clone, Debug)]
pub struct Letterhead {
    /// What whoever has invited them is called.
    pub by: String,
    /// The address to which it was written.
    pub address: String,
    /// The match.
    pub on: Arc<Match>,
    /// Who has a seat there.
    pub players: Vec<String>,
    /// Until when it stands.
    pub until: Instant,
}

/// The links of a letter to an address.
pub struct AddressLinks<'a> {
    /// Leads to the match.
    pub accept: &'a dyn Fn(&AddressedRow) -> String,
    /// Has no invitation sent to the mailbox again.
    pub never: &'a dyn Fn(&AddressedRow) -> String,
}

impl Matches {
    /// Invites whoever reads the letters of an address; `mailbox` is a keyed hash of where it
    /// leads. For the host, whose own address is confirmed.
    ///
    /// # Errors
    /// `too_many_requests` for who has invited many addresses within a day. Nothing else depends
    /// on the address.
    pub async fn invite_address(
        &self,
        match_id: &str,
        host: &Account,
        address: String,
        mailbox: String,
    ) -> Result<()> {
        let on = self.newest(match_id, Some(&Looker::person(&host.id))).await?;
        host_only(&on, &host.id, "invite people")?;
        open_only(&on)?;
        if !host.confirmed {
            let why = "Confirm your own address before you have letters sent to others.";
            return Err(Error::new(Code::AddressNotConfirmed, why));
        }
        let now = self.clock.now();
        let row = AddressedRow {
            match_id: on.id.clone(),
            id: random::id(),
            by_id: host.id.clone(),
            address,
            mailbox,
            account_id: None,
            invited_at: now,
            written_at: None,
            declined_at: None,
            why: String::new(),
        };
        let letter = Letter {
            data: json!({ "invitation": row.id }),
            ..Letter::new(
                format!("invitation:{}", row.id),
                &random::no_id(),
                LetterKind::InvitationByAddress,
                now,
            )
        };
        let invited = self.db.write(move |tx| {
            // Until this ends, nobody else counts what this host has sent.
            accounts::locked(tx, &row.by_id)?;
            few_addresses(tx, &row.by_id, now)?;
            rows::address(tx, &row)?;
            letter.enqueue(tx)
        });
        settled(invited.await)
    }

    /// An invitation by address, for whoever has its link; `account` is who they are, if they
    /// are signed in.
    ///
    /// # Errors
    /// `link_not_valid` where it stands no more, or somebody else has followed the link.
    pub async fn addressed(&self, id: &str, account: Option<&str>) -> Result<Letterhead> {
        let (matches, id, who) = (self.clone(), id.to_owned(), account.map(str::to_owned));
        self.db
            .read(move |conn| {
                let row = matches.standing_addressed(conn, &id, who.as_deref())?;
                let on = matches.peek(conn, &row.match_id)?;
                let names = Names::at(conn, &on)?;
                let by = Names::of(conn, [row.by_id.clone()])?.account(&row.by_id);
                let players = Seat::all(on.sitters.len()).map(|seat| names.seat(&on, seat));
                let players = players.collect();
                let until = row.invited_at + STANDS;
                Ok(Letterhead { by, address: row.address, players, until, on })
            })
            .await
    }

    fn standing_addressed(
        &self,
        conn: &mut Conn,
        id: &str,
        account: Option<&str>,
    ) -> Result<AddressedRow> {
        let over = || {
            let why = "This invitation is over: it was answered, or the match waits for nobody \
                       any more.";
            Error::new(Code::LinkNotValid, why)
        };
        let row = rows::by_id(conn, id)?.ok_or_else(over)?;
        let free = row.account_id.is_none() || row.account_id.as_deref() == account;
        let stands = row.invited_at + STANDS > self.clock.now() && !row.address.is_empty();
        let by = accounts::by_id(conn, &row.by_id)?.filter(AccountRow::is_in_use);
        if !free || !stands || row.declined_at.is_some() || by.is_none() {
            return Err(over());
        }
        let on = self.peek(conn, &row.match_id)?;
        open_only(&on).map_err(|_| over())?;
        Ok(row)
    }

    /// Takes the seat to which somebody was invited by address, for an account.
    ///
    /// # Errors
    /// Those of [`Matches::addressed`] and of taking a seat. The invitation is the account's
    /// from then on, whatever comes of it.
    pub async fn accept_addressed(
        &self,
        id: &str,
        account: &str,
        entropy: Option<String>,
    ) -> Result<Arc<Match>> {
        let (matches, of, who) = (self.clone(), id.to_owned(), account.to_owned());
        let bound = self.db.write(move |tx| {
            accounts::locked(tx, &who)?;
            let row = matches.standing_addressed(tx, &of, Some(&who))?;
            match row.account_id.is_some() || rows::bind(tx, &of, &who)? {
                true => Ok(row.match_id),
                // Somebody else was faster.
                false => Err(Error::new(Code::LinkNotValid, "This link was used.")),
            }
        });
        self.join(&bound.await?, account, None, entropy).await
    }

    /// Declines an invitation by address, for whoever has its link.
    ///
    /// # Errors
    /// Those of [`Matches::addressed`].
    pub async fn decline_addressed(&self, id: &str, why: &str) -> Result<()> {
        let why = for_letters(why, WHY, "reason")?;
        let (matches, id) = (self.clone(), id.to_owned());
        let declined = self.db.write(move |tx| {
            let row = matches.standing_addressed(tx, &id, None)?;
            let (on, now) = (matches.peek(tx, &row.match_id)?, matches.clock.now());
            rows::decline_addressed(tx, &id, &why, now)?;
            matches.tell_declined(tx, &on, &row.by_id, json!({ "invitation": id }), now)
        });
        settled(declined.await)
    }

    /// Has no invitation written to a mailbox again.
    pub async fn never_invite(&self, mailbox: String) -> Result<()> {
        let row = UnwantedRow { mailbox, since: self.clock.now() };
        settled(self.db.write(move |tx| rows::refuse(tx, &row)).await)
    }

    /// Composes the letter to an address. Where somebody here has confirmed it, they are told
    /// as anybody is who has an account, and no other letter goes out; where they wanted no letters
    /// to this address, it only stands among their invitations.
    pub fn compose_addressed(
        &self,
        tx: &mut Tx<'_>,
        letter: &Letter,
        links: &AddressLinks<'_>,
    ) -> Result<Verdict<Draft>> {
        let withdraw = |why: &str| Ok(Verdict::Withdraw(why.to_owned()));
        let now = self.clock.now();
        let id = letter.data["invitation"].as_str().unwrap_or_default();
        let row = match self.standing_addressed(tx, id, None) {
            Err(error) if error.code == Code::LinkNotValid => {
                return withdraw("the invitation is over");
            }
            row => row?,
        };
        let on = self.peek(tx, &row.match_id)?;
        if on.sitters.len() >= usize::from(on.opened.seats) {
            return withdraw("the match waits for nobody any more");
        }
        // Final for the match, whoever hosts it now.
        if rows::is_declined(tx, &row.match_id, &row.mailbox)? {
            return withdraw("it was declined");
        }
        let owner = accounts::by_confirmed_address(tx, &row.address.to_lowercase())?;
        if let Some(owner) = owner.filter(|owner| owner.closed_at.is_none()) {
            let notice = self.invitation_notice(&on, &owner.id, now);
            // Whom the host has blocked could not sit down.
            let welcome = !blocks::has(tx, &row.by_id, &owner.id)?;
            if welcome && on.seat_of(&owner.id).is_none() {
                rows::bind(tx, id, &owner.id)?;
                let wanted = !rows::is_unwanted(tx, &row.mailbox)?;
                if wanted && !notices::is_given(tx, &owner.id, &notice.id)? {
                    notice.give(tx)?;
                }
            }
            return withdraw("it is told to somebody who has an account");
        }
        if rows::is_unwanted(tx, &row.mailbox)? {
            return withdraw("letters of this kind are not wanted");
        }
        // Tried again, it is counted already.
        let first = row.written_at.is_none();
        if first && rows::written_to(tx, &row.mailbox, now)? >= WRITTEN_A_DAY {
            return withdraw("many letters went to this mailbox within the day");
        }
        // Whoever sends it may close their account at this moment.
        if !rows::written(tx, id, now)? {
            return withdraw("the invitation is over");
        }
        let names = Names::at(tx, &on)?;
        let by = Names::of(tx, [row.by_id.clone()])?.account(&row.by_id);
        let players = Seat::all(on.sitters.len()).map(|seat| names.seat(&on, seat)).collect();
        let never = (links.never)(&row);
        Ok(Verdict::Send(Draft {
            name: String::new(),
            content: Content::InvitationByAddress(Stranger {
                host: by,
                game: on.game().info().title.to_owned(),
                players,
                link: (links.accept)(&row),
                until: row.invited_at + STANDS,
                never: never.clone(),
            }),
            address: row.address,
            pictures: Vec::new(),
            thread: None,
            unsubscribe: Some(never),
        }))
    }
}

/// Refuses who has invited many addresses within a day.
fn few_addresses(conn: &mut Conn, by: &str, now: Instant) -> Result<()> {
    let day = Duration::days(1);
    let sent = rows::addressed_by(conn, by, now - day)?;
    if sent.len() < ADDRESSES_A_DAY {
        return Ok(());
    }
    let first = sent.get(sent.len() - ADDRESSES_A_DAY).copied().unwrap_or(now);
    let wait = (first + day - now).num_seconds().max(1);
    let detail = format!(
        "You have invited {ADDRESSES_A_DAY} addresses within a day; go on tomorrow, or pass the \
         link of the match on yourself."
    );
    Err(Error::new(Code::TooManyRequests, detail).with("retry_after", wait))
}
