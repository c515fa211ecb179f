//! Who is invited to a match, by handle or by an address, and what they answer.
//!
//! Both stand beside the stream, for a match that waits for people: whoever is invited may
//! look at it and take a seat. Declining is final for that match. By address: [`address`].

pub mod address;
pub mod given;

use super::Matches;
use super::decide::{host_only, open_only};
use super::letters::notices::notice;
use super::peace;
use super::read::list::Summary;
use super::read::names::Names;
use super::stream::state::Match;
use super::watching::Looker;
use super::written::for_letters;
use crate::accounts::Account;
use crate::accounts::bots::{Holder, Name};
use crate::clock::Instant;
use crate::db::accounts::{self, AccountRow};
use crate::db::invitations::{self as rows, AddressedRow, InvitationRow, Standing};
use crate::db::matches::SeatRow;
use crate::db::{Conn, Tx, blocks, is_taken, matches, notices};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::random;
use crate::rules::Seat;
use chrono::Duration;
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeSet;
use std::sync::Arc;
use strum::{IntoStaticStr, VariantArray};

/// For how long an invitation stands, while the match waits for people.
pub const STANDS: Duration = Duration::days(14);

/// The most characters of a reason to decline.
pub const WHY: usize = 200;

/// What somebody is invited to.
#[derive(Clone, Debug)]
pub struct Invited {
    /// The match.
    pub summary: Summary,
    /// What whoever has invited them is called.
    pub by: Name,
    /// When.
    pub at: Instant,
    /// The seat that they are asked to take over in a match that is played; before the start
    /// any seat that is free.
    pub seat: Option<Seat>,
}

impl Invited {
    /// Until when it stands, if the match waits for so long; `None` where it stands until
    /// somebody has the seat.
    pub fn until(&self) -> Option<Instant> {
        self.seat.is_none().then(|| self.at + STANDS)
    }
}

/// Somebody whom the host of a match has invited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// By which way.
    pub whom: Whom,
    /// Who plays under their account, as far as anybody may know.
    pub holder: Holder,
    /// How they have answered.
    pub answer: Answered,
    /// Why they declined; may be empty.
    pub why: String,
    /// When they were invited.
    pub at: Instant,
}

/// Whom an invitation is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Whom {
    /// Whoever has this handle.
    Handle(String),
    /// Whoever reads the letters of this address.
    Address(String),
}

/// What came of an invitation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Answered {
    /// It stands.
    Waiting,
    /// They have a seat.
    Accepted,
    /// They declined.
    Declined,
    /// It stands no more.
    Expired,
}

impl Matches {
    /// Invites somebody: one letter for each person, however often it is asked for; an
    /// invitation that was not answered stands anew. For the host.
    ///
    /// # Errors
    /// `seated_already` for who has a seat, `invitation_declined` for who has declined.
    pub async fn invite(&self, match_id: &str, host: &str, guest: Account) -> Result<()> {
        let on = self.newest(match_id, Some(&Looker::person(host))).await?;
        host_only(&on, host, "invite people")?;
        open_only(&on)?;
        if on.seat_of(&guest.id).is_some() {
            let detail = format!("{} has a seat in this match.", guest.name());
            return Err(Error::new(Code::SeatedAlready, detail));
        }
        let (own, asked) = (host.to_owned(), guest.id.clone());
        self.db.read(move |conn| peace::asks_no_blocked(conn, &own, &asked)).await?;
        self.give_invitation(&on, host, &guest.id).await
    }

    /// Invites somebody by their account.
    pub(super) async fn give_invitation(&self, on: &Match, by: &str, guest: &str) -> Result<()> {
        let now = self.clock.now();
        let row = InvitationRow {
            match_id: on.id.clone(),
            account_id: guest.to_owned(),
            by_id: by.to_owned(),
            invited_at: now,
            declined_at: None,
            why: String::new(),
        };
        let notice = self.invitation_notice(on, guest, now);
        let invited = self.db.write(move |tx| {
            match rows::of(tx, &row.match_id, &row.account_id)? {
                Some(before) if before.declined_at.is_some() => {
                    let why = "They have declined, which is final for this match.";
                    return Err(Error::new(Code::InvitationDeclined, why));
                }
                // Whom they have blocked takes nobody's invitation away.
                Some(_) if blocks::has(tx, &row.account_id, &row.by_id)? => {}
                Some(_) => rows::renew(tx, &row)?,
                None => rows::insert(tx, &row)?,
            }
            // With the row or not at all: where the row is, nobody looks whether they were told.
            match notices::is_given(tx, &notice.account_id, &notice.id)? {
                true => Ok(()),
                false => notice.give(tx),
            }
        });
        settled(invited.await)
    }

    /// Tells somebody that they are invited: once to a match.
    fn invitation_notice(&self, on: &Match, guest: &str, now: Instant) -> Notice {
        Notice {
            id: format!("{}:{guest}:invitation", on.id),
            ready_at: now + self.settings.settling,
            ..notice(on, guest, LetterKind::Invitation, now)
        }
    }

    /// What somebody is invited to, the newest first.
    pub async fn invitations(&self, account: &str) -> Result<Vec<Invited>> {
        let (all, account) = (self.clone(), account.to_owned());
        self.db
            .read(move |conn| {
                let standing = all.standing(conn, &account)?;
                let naming = named(conn, &account)?;
                let open = standing.iter().map(|(id, by, at)| (id, by, *at, None));
                let played = naming.iter().map(|(seat, at)| {
                    let number = Seat(u8::try_from(seat.seat).unwrap_or(u8::MAX));
                    (&seat.match_id, &seat.account_id, *at, Some(number))
                });
                let asked: Vec<_> = open.chain(played).collect();
                let ids: Vec<String> = asked.iter().map(|(id, ..)| (*id).clone()).collect();
                let found = matches::by_ids(conn, &ids)?;
                let names = Names::of(conn, asked.iter().map(|(_, by, ..)| (*by).clone()))?;
                let summaries = all.summaries(conn, found, Some(&account))?;
                let invited = asked.into_iter().filter_map(|(id, by, at, seat)| {
                    let summary = summaries.iter().find(|one| one.id == *id)?.clone();
                    let sits = summary.seats.iter().any(|seat| seat.account == account);
                    let full = summary.seats.len() >= usize::from(summary.capacity);
                    let by = names.name(by);
                    let stands = !sits && (seat.is_some() || !full);
                    stands.then_some(Invited { summary, by, at, seat })
                });
                let mut invited: Vec<Invited> = invited.collect();
                invited.sort_by_key(|one| std::cmp::Reverse(one.at));
                Ok(invited)
            })
            .await
    }

    /// What somebody is invited to, but for what people ask whom they have blocked or who are
    /// here no more.
    fn standing(&self, conn: &mut Conn, account: &str) -> Result<Vec<Standing>> {
        let mut standing = rows::standing(conn, account, self.clock.now() - STANDS)?;
        if !standing.is_empty() {
            let blocked = blocks::blocked_by(conn, account)?;
            let asking: Vec<String> = standing.iter().map(|(_, by, _)| by.clone()).collect();
            let here = accounts::by_ids(conn, &asking)?.into_iter().filter(AccountRow::is_in_use);
            let here: Vec<String> = here.map(|row| row.id).collect();
            standing.retain(|(_, by, _)| here.contains(by) && !blocked.contains(by));
            // Asked twice to the same match, they are told once.
            let mut known = BTreeSet::new();
            standing.retain(|(id, ..)| known.insert(id.clone()));
        }
        Ok(standing)
    }

    /// Whether somebody is invited to a match that waits for people.
    pub(super) fn is_invited(&self, conn: &mut Conn, match_id: &str, who: &str) -> Result<bool> {
        let standing = self.standing(conn, who)?;
        Ok(standing.iter().any(|(id, ..)| id == match_id))
    }

    /// What whoever has invited somebody to a match that waits for people is called.
    pub(super) fn inviter(&self, conn: &mut Conn, match_id: &str, who: &str) -> Result<String> {
        let standing = self.standing(conn, who)?.into_iter().find(|(id, ..)| id == match_id);
        let (_, by, _) = standing.ok_or_else(|| Error::fault("a letter about no invitation"))?;
        Ok(Names::of(conn, [by.clone()])?.account(&by))
    }

    /// Why an invitation, or the answer to one, is no news to who should hear of it.
    pub(super) fn no_invitation(
        &self,
        conn: &mut Conn,
        on: &Match,
        notice: &Notice,
    ) -> Result<Option<Dropped>> {
        let guest = &notice.account_id;
        Ok(match notice.kind {
            LetterKind::InvitationDeclined => {
                self.declined(conn, notice)?.is_none().then_some(Dropped::Over)
            }
            LetterKind::Invitation if on.is_named(guest) => {
                let asked = named(conn, guest)?;
                let stands = asked.iter().any(|(seat, _)| seat.match_id == on.id);
                (!stands).then_some(Dropped::Declined)
            }
            LetterKind::Invitation => {
                let stands = self.is_invited(conn, &on.id, guest)?;
                let row = rows::of(conn, &on.id, guest)?;
                let declined = row.is_some_and(|row| row.declined_at.is_some());
                let why = if declined { Dropped::Declined } else { Dropped::Over };
                // Whoever has sat down meanwhile is told so by the match.
                (!stands && on.seat_of(guest).is_none()).then_some(why)
            }
            _ => None,
        })
    }

    /// Everybody whom the host has invited to a match. For the host.
    pub async fn guests(&self, match_id: &str, host: &str) -> Result<Vec<Guest>> {
        let on = self.visible_to(match_id, host).await?;
        host_only(&on, host, "see who is invited")?;
        let since = self.clock.now() - STANDS;
        self.db
            .read(move |conn| {
                let by_handle = rows::to_match(conn, &on.id)?;
                let by_address = rows::addressed_to_match(conn, &on.id)?;
                let ids = by_handle.iter().map(|row| row.account_id.clone());
                let names = Names::of(conn, ids)?;
                let blocked = blocks::blocked_by(conn, &on.host)?;
                // What was answered about a seat to take over is for whoever left it.
                let before =
                    |row: &InvitationRow| on.started_at.is_none_or(|at| row.invited_at < at);
                let by_handle = by_handle.into_iter().filter(before).map(|row| Guest {
                    answer: match on.seat_of(&row.account_id) {
                        _ if row.declined_at.is_some() => Answered::Declined,
                        Some(_) => Answered::Accepted,
                        None if row.invited_at < since => Answered::Expired,
                        None => Answered::Waiting,
                    },
                    // What they say reaches nobody who has blocked them.
                    why: match blocked.contains(&row.account_id) {
                        true => String::new(),
                        false => row.why,
                    },
                    holder: names.name(&row.account_id).holder,
                    whom: Whom::Handle(names.name(&row.account_id).handle),
                    at: row.invited_at,
                });
                // An address is known to nobody but who has given it. Nothing here depends on
                // whose it is: who sits at the table, and whom the host has blocked, would tell.
                let own = |row: &AddressedRow| row.by_id == on.host && !row.address.is_empty();
                let by_address = by_address.into_iter().filter(own);
                let by_address = by_address.map(|row| Guest {
                    answer: match row.declined_at {
                        Some(_) => Answered::Declined,
                        None if row.invited_at < since => Answered::Expired,
                        None => Answered::Waiting,
                    },
                    why: row.why,
                    whom: Whom::Address(row.address),
                    holder: Holder::Person,
                    at: row.invited_at,
                });
                Ok(by_handle.chain(by_address).collect())
            })
            .await
    }

    /// Accepts an invitation to a match: takes a free seat, or the one over that was named.
    ///
    /// # Errors
    /// `not_found` for who is not invited, and those of taking a seat.
    pub async fn accept(
        &self,
        match_id: &str,
        account: &str,
        entropy: Option<String>,
    ) -> Result<Arc<Match>> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let asked = self.db.read(move |conn| {
            let seats = named(conn, &who)?.into_iter();
            let seat = seats.map(|(seat, _)| seat).find(|seat| seat.match_id == id);
            match seat {
                Some(seat) => Ok(Some(Seat(u8::try_from(seat.seat).unwrap_or(u8::MAX)))),
                None if matches.is_invited(conn, &id, &who)? => Ok(None),
                None => Err(Error::not_found("invitation")),
            }
        });
        match asked.await? {
            Some(seat) => self.substitute(match_id, account, seat, None).await,
            None => self.join(match_id, account, None, entropy).await,
        }
    }

    /// Declines an invitation to a match; it is final. Whoever has invited hears of it.
    ///
    /// # Errors
    /// `not_found` for who is not invited.
    pub async fn decline(&self, match_id: &str, account: &str, why: &str) -> Result<()> {
        let why = for_letters(why, WHY, "reason")?;
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let declined = self.db.write(move |tx| {
            let taking_over = named(tx, &who)?.into_iter().find(|(seat, _)| seat.match_id == id);
            if let Some((seat, _)) = taking_over {
                return matches.decline_seat(tx, &seat, &who, why);
            }
            if !matches.is_invited(tx, &id, &who)? {
                return Err(Error::not_found("invitation"));
            }
            let on = matches.peek(tx, &id)?;
            if on.seat_of(&who).is_some() {
                let why = "You have a seat in this match: leave it.";
                return Err(Error::new(Code::SeatedAlready, why));
            }
            let now = matches.clock.now();
            match rows::of(tx, &id, &who)? {
                Some(row) => {
                    rows::decline(tx, &id, &who, &why, now)?;
                    matches.tell_declined(tx, &on, &row.by_id, json!({ "guest": who }), now)
                }
                None => {
                    let mine = |row: &AddressedRow| row.account_id.as_deref() == Some(&*who);
                    let all = rows::addressed_to_match(tx, &id)?;
                    for row in all.into_iter().filter(mine) {
                        // Words do not reach who has blocked whoever says them. That somebody
                        // declines does: that it did not would tell whose the address is.
                        let heard = !blocks::has(tx, &row.by_id, &who)?;
                        let why = if heard { why.as_str() } else { "" };
                        rows::decline_addressed(tx, &row.id, why, now)?;
                        let told = json!({ "invitation": row.id });
                        matches.tell_declined(tx, &on, &row.by_id, told, now)?;
                    }
                    Ok(())
                }
            }
        });
        settled(declined.await)
    }

    /// Declines to take a seat over: whoever has it hears of that, and may name somebody else.
    fn decline_seat(&self, tx: &mut Tx<'_>, seat: &SeatRow, who: &str, why: String) -> Result<()> {
        let (on, now) = (self.peek(tx, &seat.match_id)?, self.clock.now());
        let row = InvitationRow {
            match_id: on.id.clone(),
            account_id: who.to_owned(),
            by_id: seat.account_id.clone(),
            invited_at: now,
            declined_at: Some(now),
            why,
        };
        rows::put(tx, &row)?;
        let told = json!({ "guest": who, "seat": seat.seat, "since": seat.named_at });
        self.tell_declined(tx, &on, &row.by_id, told, now)
    }

    fn tell_declined(
        &self,
        tx: &mut Tx<'_>,
        on: &Match,
        host: &str,
        data: serde_json::Value,
        now: Instant,
    ) -> Result<()> {
        let told = notice(on, host, LetterKind::InvitationDeclined, now);
        let of = random::token_hash(&data.to_string());
        let id = format!("{}:{}:declined", on.id, &of[..24]);
        Notice { id, data, ready_at: now + self.settings.settling, ..told }.give(tx)
    }

    /// Who has declined, of whom a notice tells, and why; `None` where their account is closed
    /// meanwhile.
    pub(super) fn declined(
        &self,
        conn: &mut Conn,
        notice: &Notice,
    ) -> Result<Option<(String, String)>> {
        if let Some(guest) = notice.data["guest"].as_str() {
            let row = rows::of(conn, &notice.match_id, guest)?;
            let names = Names::of(conn, [guest.to_owned()])?;
            return Ok(row.map(|row| (names.account(guest), row.why)));
        }
        let id = notice.data["invitation"].as_str().unwrap_or_default();
        Ok(rows::by_id(conn, id)?.map(|row| {
            let who = match row.address.is_empty() {
                true => "Somebody whom you invited".to_owned(),
                false => row.address,
            };
            (who, row.why)
        }))
    }

    /// Who asks, or answers, in an invitation or the answer to one; `None` where that is nobody
    /// known, and of an address.
    pub(super) fn speaker(&self, conn: &mut Conn, notice: &Notice) -> Result<Option<String>> {
        match (notice.data["guest"].as_str(), notice.data["invitation"].as_str()) {
            (Some(guest), _) => Ok(Some(guest.to_owned())),
            (None, Some(_)) => Ok(None),
            (None, None) => rows::asked_by(conn, &notice.match_id, &notice.account_id),
        }
    }

    /// Forgets the addresses of invitations that are over, and old invitations.
    pub async fn forget_invitations(&self) -> Result<()> {
        /// How many in one transaction, so that nobody waits long for it.
        const AT_ONCE: i64 = 500;
        let over = self.clock.now() - STANDS;
        let forget = move |tx: &mut Tx<'_>| rows::forget_addresses(tx, over, AT_ONCE);
        while self.db.write(forget).await? as i64 >= AT_ONCE {}
        self.db.write(move |tx| rows::remove_before(tx, over - STANDS).map(drop)).await
    }
}

/// The seats that somebody is named to take over, and since when: but for those that they have
/// declined, and where whom they have blocked has named them.
fn named(conn: &mut Conn, account: &str) -> Result<Vec<(SeatRow, Instant)>> {
    let mut naming: Vec<(SeatRow, Instant)> = Vec::new();
    for seat in matches::naming(conn, account)? {
        naming.extend(seat.named_at.map(|at| (seat, at)));
    }
    if naming.is_empty() {
        return Ok(naming);
    }
    let blocked = blocks::blocked_by(conn, account)?;
    let declined = rows::declined_by(conn, account)?;
    let has_declined =
        |id: &str, at: Instant| declined.iter().any(|(of, declined)| of == id && *declined >= at);
    naming.retain(|(seat, at)| {
        !blocked.contains(&seat.account_id) && !has_declined(&seat.match_id, *at)
    });
    Ok(naming)
}

/// What was there already needs nothing more.
fn settled(done: Result<()>) -> Result<()> {
    match done {
        Err(error) if is_taken(&error) => Ok(()),
        done => done,
    }
}
