//! Whose time is over: last calls before it, and what follows when it is.
//!
//! One [`Matches::tick`] does all that is due, and may be repeated, here and in other
//! processes: a last call is a notice that cannot be given twice, and the end of
//! somebody's time is a command like any other, decided on the newest state.

use crate::clock::Instant;
use crate::db::Conn;
use crate::db::clocks::{self as rows, DueRow, LastCallRow};
use crate::db::letters::LetterRow;
use crate::db::{Tx, is_taken, letters, notices};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::{Dropped, Notice};
use crate::mail::queue::State;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command};
use crate::matches::letters::notices::notice;
use crate::matches::letters::reader::Reader;
use crate::matches::stream::event::LastCall;
use crate::matches::stream::store::Decided;
use crate::matches::time::clock;
use crate::matches::watching::Looker;
use crate::matches::{Match, Matches};
use crate::rules::Seat;
use crate::words::Word;
use chrono::Duration;
use std::sync::Arc;

/// Which letters these are.
const KIND: LetterKind = LetterKind::LastCall;

/// Why nothing calls somebody who has it in their own hands.
const UNWANTED: [Dropped; 4] =
    [Dropped::Muted, Dropped::Unconfirmed, Dropped::Closed, Dropped::Frozen];

/// How many seats are looked at in one tick.
const AT_ONCE: i64 = 200;

/// How often one and the same call is given up and made again, at most.
const AGAIN: u32 = 10;

/// How long it is until a time-out that was put off is looked at again.
const LATER: Duration = Duration::minutes(15);

impl Matches {
    /// Looks at all that depends on clocks: calls, times that are over, hours that have changed.
    pub async fn tick(&self) -> Result<()> {
        self.look_at_clocks().await?;
        self.settle_hours().await
    }

    /// Calls whoever is to be called, and ends the time of whoever had theirs. Says first that a
    /// process is there, so nothing may stand before it that takes long.
    pub(super) async fn look_at_clocks(&self) -> Result<()> {
        self.beat().await?;
        let now = self.clock.now();
        // Those who cannot be called stay at the head, and keep no other from being called.
        let mut uncalled = 0;
        loop {
            let most = AT_ONCE + uncalled;
            let to_call = self.db.read(move |conn| rows::to_call(conn, now, most)).await?;
            let (all, before) = (to_call.len() as i64 == most, uncalled);
            for due in to_call.into_iter().skip(usize::try_from(before).unwrap_or_default()) {
                let (match_id, seat) = (due.match_id.clone(), due.seat);
                if let Err(error) = self.call(due).await {
                    tracing::error!(match_id, seat, %error, "a last call was not queued");
                    uncalled += 1;
                }
            }
            if !all || uncalled == before {
                break;
            }
        }
        for due in self.db.read(move |conn| rows::over(conn, now, AT_ONCE)).await? {
            let (match_id, seat) = (due.match_id.clone(), due.seat);
            if let Err(error) = self.lapse(due).await {
                // Said, and left to a later look, so that one match cannot hold up others.
                if error.code != Code::NewerThanThisServer {
                    tracing::error!(match_id, seat, %error, "a time-out was not recorded");
                }
                self.put_off(&match_id, seat, now + LATER).await?;
            }
        }
        Ok(())
    }

    /// Calls somebody for the last time, by a notice that a letter tells at once.
    async fn call(&self, due: DueRow) -> Result<()> {
        let now = self.clock.now();
        let Some(due_at) = due.due_at else { return Ok(()) };
        if self.note_outages(&due.match_id, None).await? {
            // Then it is due later; the next look tells when.
            return Ok(());
        }
        let on = self.newest(&due.match_id, None).await?;
        let id = format!("{}:{}:{}:{due_at}", on.id, on.version, due.account_id);
        let notice = notice(&on, &due.account_id, KIND, now);
        let write = move |tx: &mut Tx<'_>| {
            let id = not_dropped(tx, &due.account_id, id)?;
            let called = LastCallRow {
                match_id: due.match_id,
                seat: due.seat,
                due_at,
                account_id: due.account_id,
                letter_id: id.clone(),
                look_at: None,
                called_at: Some(now),
            };
            let given = notices::is_given(tx, &called.account_id, &id)?;
            rows::keep(tx, &called)?;
            match given {
                // Only that it was called had been forgotten.
                true => Ok(()),
                false => Notice { id, ..notice }.give(tx),
            }
        };
        match self.db.write(write).await {
            // Another process was first.
            Err(error) if is_taken(&error) => Ok(()),
            done => done,
        }
    }

    /// Ends the time of a seat, or puts that off until its person was called in time.
    async fn lapse(&self, due: DueRow) -> Result<()> {
        let now = self.clock.now();
        if self.note_outages(&due.match_id, None).await? {
            return Ok(());
        }
        let seat = Seat(u8::try_from(due.seat).map_err(Error::fault)?);
        let Some(due_at) = due.due_at else { return Ok(()) };
        let Some(call) = self.called(&due.match_id, due.seat, due_at).await? else { return Ok(()) };
        let command = Command::TimeOut { seat, call };
        let done = self.perform(&due.match_id, None, |on, secret| {
            decide::decide(on, &Caller::Clock, &command, &self.facts(&secret.seed))
                .map(Decided::from)
        });
        match done.await {
            Err(error) if error.code == Code::NotDue => {
                self.put_off(&due.match_id, due.seat, now + LATER).await
            }
            Err(error) if error.code == Code::MatchOver => Ok(()),
            done => done.map(drop),
        }
    }

    /// Ends the time of somebody else, where nothing happens by itself.
    pub async fn call_stand_in(
        &self,
        match_id: &str,
        account: &str,
        seat: Seat,
    ) -> Result<Arc<Match>> {
        let looker = Looker::person(account);
        let on = self.newest(match_id, Some(&looker)).await?;
        decide::seat_of(&on, account)?;
        // Where no clock runs, what follows is refused for that.
        let due = clock(&on, seat).map_or(on.changed_at, |clock| clock.due);
        let call = self.called(match_id, i32::from(seat.0), due).await?;
        let call = call.unwrap_or(LastCall::Undelivered { since: self.clock.now().and_utc() });
        self.command(match_id, account, Command::TimeOut { seat, call }).await
    }

    /// Takes one's seat back from the stand-in.
    pub async fn come_back(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Return).await
    }

    /// How the person of a seat was called before this time; `None` where they were not, or
    /// have to be called again.
    async fn called(&self, match_id: &str, seat: i32, due_at: Instant) -> Result<Option<LastCall>> {
        let (id, now) = (match_id.to_owned(), self.clock.now());
        let row = self.db.read(move |conn| rows::last_call(conn, &id, seat, due_at)).await?;
        let Some(row) = row else { return Ok(None) };
        let judged = row.clone();
        let called = self.db.read(move |conn| call_of(conn, &row, now)).await?;
        if called.is_none() {
            self.db.write(move |tx| rows::forget(tx, &judged)).await?;
        }
        Ok(called)
    }

    async fn put_off(&self, match_id: &str, seat: i32, look_at: Instant) -> Result<()> {
        let match_id = match_id.to_owned();
        self.db.write(move |tx| rows::put_off(tx, &match_id, seat, look_at)).await
    }
}

/// The name of a call, or the next one where nothing has told of that: the same in every process.
fn not_dropped(conn: &mut Conn, account: &str, id: String) -> Result<String> {
    for again in 1..AGAIN {
        let id = if again == 1 { id.clone() } else { format!("{id}:{again}") };
        let Some(notice) = notices::by_id(conn, account, &id)? else { return Ok(id) };
        let letter = match &notice.letter_id {
            Some(letter) => letters::by_id(conn, account, letter)?,
            None => None,
        };
        let withdrawn = letter.is_some_and(|it| it.state == State::Withdrawn.word());
        if notice.reason.is_none() && !withdrawn {
            return Ok(id);
        }
    }
    Ok(id)
}

/// How somebody was called, as far as letters go now; `None` where nothing tells them any
/// more, since for a moment nobody waited for them.
fn call_of(conn: &mut Conn, row: &LastCallRow, now: Instant) -> Result<Option<LastCall>> {
    let notice = notices::by_id(conn, &row.account_id, &row.letter_id)?;
    // A last call was a letter itself before there were notices.
    let letter = notice.as_ref().map_or(Some(&row.letter_id), |notice| notice.letter_id.as_ref());
    let letter = match letter {
        Some(letter) => letters::by_id(conn, &row.account_id, letter)?,
        None => None,
    };
    if let Some(at) = letter.as_ref().and_then(|letter| letter.sent_at) {
        return Ok(Some(LastCall::Letter { at: at.and_utc() }));
    }
    let reader = Reader::of(conn, &row.account_id, now)?;
    let hears = reader.is_some_and(|reader| reader.wants(KIND, &row.match_id).is_ok());
    // Whose mailbox takes no letters cannot win time by that either.
    if letter.as_ref().is_some_and(LetterRow::was_refused) {
        return Ok(Some(LastCall::Muted));
    }
    let dropped = notice.and_then(|notice| notice.reason);
    let withdrawn = letter.filter(|letter| letter.state == State::Withdrawn.word());
    let why = dropped.or(withdrawn.and_then(|letter| letter.error));
    // Who wanted none when they were called, or gave no address, cannot win time by that.
    let unwanted = |why: &str| UNWANTED.iter().any(|dropped| dropped.said() == why);
    Ok(match why {
        _ if !hears => Some(LastCall::Muted),
        Some(why) if unwanted(&why) => Some(LastCall::Muted),
        Some(_) => None,
        None => {
            let since = row.called_at.unwrap_or(row.due_at).and_utc();
            Some(LastCall::Undelivered { since })
        }
    })
}
