//! Changed hours of people, written down in their matches.

use crate::accounts::hours::{LAWS, LOOKED_UP_FOR, calendar_of, calendar_of_row, look_up_again};
use crate::clock::calendar::Calendar;
use crate::db::calendars::{self as rows, HoursRow, ZoneLawRow};
use crate::db::{Conn, accounts, is_taken};
use crate::error::{Code, Result};
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::decide::{self, Command, Facts};
use crate::matches::stream::state::Match;
use crate::matches::stream::store::Decided;
use crate::matches::time::hours::{self, NOTICE};
use std::sync::atomic::Ordering;

/// Of how many people at once.
const AT_ONCE: i64 = 200;

impl Matches {
    /// Writes down whose hours have changed, and looks up again what their zones will be.
    pub(super) async fn settle_hours(&self) -> Result<()> {
        self.meet_laws().await?;
        // While another process knows newer laws, nothing is written down by older ones.
        let newest = self.db.read(rows::newest_law).await?;
        if newest.is_some_and(|newest| newest.as_str() > LAWS) {
            return Ok(());
        }
        let before = self.clock.now() - LOOKED_UP_FOR;
        let mut after = String::new();
        loop {
            let from = after.clone();
            let look = move |conn: &mut Conn| rows::unsettled(conn, before, &from, AT_ONCE);
            let unsettled = self.db.read(look).await?;
            let Some(last) = unsettled.last() else { return Ok(()) };
            after.clone_from(&last.account_id);
            for row in unsettled {
                let account = row.account_id.clone();
                if let Err(error) = self.settle(row, before).await {
                    tracing::error!(account, %error, "changed hours were not written down");
                }
            }
        }
    }

    /// Where this program knows other laws of time zones than those before it, everybody's
    /// matches are told what has changed for them.
    async fn meet_laws(&self) -> Result<()> {
        if self.knows_laws.load(Ordering::Relaxed) {
            return Ok(());
        }
        let row = ZoneLawRow { edition: LAWS.to_owned(), met_at: self.clock.now() };
        match self.db.write(move |tx| rows::meet(tx, &row)).await {
            // Another process was first.
            Err(error) if is_taken(&error) => {}
            met => drop(met?),
        }
        self.knows_laws.store(true, Ordering::Relaxed);
        Ok(())
    }

    async fn settle(&self, row: HoursRow, before: crate::clock::Instant) -> Result<()> {
        let now = self.clock.now();
        let row = match row.looked_up_at < before {
            true => self.db.write(move |tx| look_up_again(tx, &row.account_id, now)).await?,
            false => Some(row),
        };
        // Their account may be closed meanwhile.
        let Some(row) = row else { return Ok(()) };
        let (account, calendar) = (row.account_id.clone(), calendar_of_row(&row)?);
        let live = self.db.read(move |conn| rows::matches_of(conn, &account)).await?;
        for match_id in &live {
            match self.change_hours(match_id, &row.account_id, &calendar).await {
                // The match is over meanwhile, or a newer server has to write it down.
                Err(error) if error.code == Code::MatchOver => {}
                Err(error) if error.code == Code::NewerThanThisServer => return Ok(()),
                done => done?,
            }
        }
        let settled = self.db.write(move |tx| {
            // Whoever sits down later sees these hours within that write.
            accounts::locked(tx, &row.account_id)?;
            let now_live = rows::matches_of(tx, &row.account_id)?;
            match now_live.iter().all(|id| live.contains(id)) {
                true => rows::settle(tx, &row),
                // Somebody sat down meanwhile: that match is told at the next look.
                false => Ok(()),
            }
        });
        settled.await
    }

    /// Writes down in a match that another calendar holds for somebody, unless it does.
    async fn change_hours(&self, match_id: &str, account: &str, calendar: &Calendar) -> Result<()> {
        let (row, named) = hours::seal(match_id, account, calendar.clone());
        let done = self.perform(match_id, None, |on, secret| {
            // One look at the clock: what holds from a moment on is judged by the same one.
            let facts = Facts { hours: Some(named.clone()), ..self.facts(&secret.seed) };
            let now = facts.now;
            let Some(seat) = on.seat_of(account).filter(|_| is_news(on, account, calendar)) else {
                return Ok(Decided::nothing(on, &Caller::Clock, now));
            };
            let from = (now.max(on.changed_at) + NOTICE).and_utc();
            let command = Command::SetCalendar { seat, digest: row.digest.clone(), from };
            let draft = decide::decide(on, &Caller::Clock, &command, &facts)?;
            Ok(Decided { calendar: Some(row.clone()), ..draft.into() })
        });
        done.await.map(drop)
    }
}

/// Has the hours of somebody written down later in a match where they take a seat with others
/// than they have said by now. Asked where a seat is taken, in the same transaction.
pub fn look_at_later(conn: &mut Conn, on: &Match, account: &str) -> Result<()> {
    if on.timing.is_none() {
        return Ok(());
    }
    match calendar_of(conn, account)? {
        Some(calendar) if is_news(on, account, &calendar) => rows::unsettle(conn, account),
        _ => Ok(()),
    }
}

/// Whether a match has clocks, and knows another calendar of somebody.
fn is_news(on: &Match, account: &str, calendar: &Calendar) -> bool {
    let sitter = on.seat_of(account).and_then(|seat| on.sitter(seat));
    let known = sitter.and_then(|sitter| sitter.hours.last());
    on.timing.is_some()
        && sitter.is_some_and(|sitter| sitter.is_present())
        && known.is_none_or(|known| known.calendar.as_deref() != Some(calendar))
}
