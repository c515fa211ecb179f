//! Whose time is over: last calls before it, and what follows when it is.
//!
//! One [`Matches::tick`] does all that is due, and may be repeated, here and in other
//! processes: a last call is a letter that cannot be queued twice, and the end of
//! somebody's time is a command like any other, decided on the newest state.

use crate::clock::Instant;
use crate::db::Conn;
use crate::db::clocks::{self as rows, DueRow, LastCallRow};
use crate::db::letters as letter_rows;
use crate::db::{Tx, accounts, is_taken};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::queue::{About, Letter, State};
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command};
use crate::matches::letters::compose;
use crate::matches::stream::event::LastCall;
use crate::matches::stream::store::Decided;
use crate::matches::time::clock;
use crate::matches::watching::Looker;
use crate::matches::{Match, Matches};
use crate::rules::Seat;
use chrono::Duration;
use std::sync::Arc;

/// How many seats are looked at in one tick.
const AT_ONCE: i64 = 200;

/// How long it is until a time-out that was put off is looked at again.
const LATER: Duration = Duration::minutes(15);

impl Matches {
    /// Calls whoever is to be called, ends the time of whoever had theirs, and the matches in
    /// which nothing happens.
    pub async fn tick(&self) -> Result<()> {
        let now = self.clock.now();
        for due in self.db.read(move |conn| rows::to_call(conn, now, AT_ONCE)).await? {
            let (match_id, seat) = (due.match_id.clone(), due.seat);
            if let Err(error) = self.call(due).await {
                tracing::error!(match_id, seat, %error, "a last call was not queued");
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
        self.settle_hours().await?;
        self.end_the_silent().await
    }

    /// Calls somebody for the last time, by a letter.
    async fn call(&self, due: DueRow) -> Result<()> {
        let now = self.clock.now();
        let Some(due_at) = due.due_at else { return Ok(()) };
        let version = self.version(&due.match_id).await?;
        let id = format!("{}:{version}:{}:{}", due.match_id, due.account_id, due_at);
        let about = Some(About { match_id: due.match_id.clone(), version });
        let kind = LetterKind::LastCall;
        let data = serde_json::json!({ "due": due_at.and_utc() });
        let letter = Letter::new(id.clone(), &due.account_id, kind, now);
        let letter = Letter { about, data, ..letter };
        let called = LastCallRow {
            match_id: due.match_id,
            seat: due.seat,
            due_at,
            account_id: due.account_id,
            letter_id: id,
            look_at: None,
            called_at: Some(now),
        };
        let write = move |tx: &mut Tx<'_>| {
            rows::keep(tx, &called)?;
            letter.enqueue(tx)
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
        let id = match_id.to_owned();
        let row = self.db.read(move |conn| rows::last_call(conn, &id, seat, due_at)).await?;
        let Some(row) = row else { return Ok(None) };
        let called = self.db.read(move |conn| call_of(conn, &row)).await?;
        if called.is_none() {
            let id = match_id.to_owned();
            self.db.write(move |tx| rows::forget(tx, &id, seat)).await?;
        }
        Ok(called)
    }

    async fn put_off(&self, match_id: &str, seat: i32, look_at: Instant) -> Result<()> {
        let match_id = match_id.to_owned();
        self.db.write(move |tx| rows::put_off(tx, &match_id, seat, look_at)).await
    }
}

/// How somebody was called; `None` where their letter was withdrawn, since for a moment nobody
/// waited for them.
fn call_of(conn: &mut Conn, row: &LastCallRow) -> Result<Option<LastCall>> {
    let Some(account) = accounts::by_id(conn, &row.account_id)? else {
        return Ok(Some(LastCall::Muted));
    };
    if crate::accounts::muted(&account)?.contains(&LetterKind::LastCall) {
        return Ok(Some(LastCall::Muted));
    }
    let since = row.called_at.unwrap_or(row.due_at).and_utc();
    let Some(letter) = letter_rows::by_id(conn, &row.account_id, &row.letter_id)? else {
        return Ok(Some(LastCall::Undelivered { since }));
    };
    Ok(match (State::of_word(&letter.state)?, letter.sent_at) {
        (State::Sent, Some(at)) => Some(LastCall::Letter { at: at.and_utc() }),
        // Who wanted none when it was due, or gave no address, cannot win time by that.
        (State::Withdrawn, _) if letter.error.as_deref().is_some_and(compose::is_unwanted) => {
            Some(LastCall::Muted)
        }
        (State::Withdrawn, _) => None,
        _ => Some(LastCall::Undelivered { since }),
    })
}
