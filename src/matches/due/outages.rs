//! When Turnwise itself was away, written down in the matches whose clocks ran then.
//!
//! It is written down when something falls due in a match or somebody does something there, and
//! not in all of them at once: until then nobody's time is over, and nobody is called.

use crate::clock::Instant;
use crate::db::is_taken;
use crate::db::outages::{self as rows, OutageRow};
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::decide::away::SHORTEST_OUTAGE;
use crate::matches::decide::{self, Command};
use crate::matches::stream::event::Outage;
use crate::matches::stream::state::Match;
use crate::matches::stream::store::Decided;
use crate::matches::watching::Looker;
use chrono::Duration;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};

/// How long what is known of outages is taken to be all: clocks are looked at more often.
const FRESH: Duration = Duration::minutes(1);

/// How long a process may have been there after it last said so, and clocks differ, at most.
const UNSAID: Duration = Duration::minutes(5);

/// How long a clock may run until it is looked at: no wait lasts longer.
const LOOKED_BACK: Duration = Duration::days(400);

/// What comes of looking for outages that a match does not know of.
type Noted<'a> = Pin<Box<dyn Future<Output = Result<bool>> + Send + 'a>>;

impl Matches {
    /// Says that a process is there, and learns when none was.
    pub(super) async fn beat(&self) -> Result<()> {
        let Some(after) = self.settings.outage_after else { return Ok(()) };
        let now = self.clock.now();
        if rows::is_due(self.db.read(rows::last).await?, now) {
            match self.db.write(move |tx| rows::beat(tx, now, after)).await {
                // Another process was first.
                Err(error) if is_taken(&error) => {}
                done => done?,
            }
        }
        let known = self.db.read(move |conn| rows::since(conn, now - LOOKED_BACK)).await?;
        *self.outages.lock().unwrap_or_else(PoisonError::into_inner) = Some((now, known.into()));
        Ok(())
    }

    /// The outages that are known; who asks first, also after a while in which nobody could have
    /// looked, says that a process is there again.
    pub(super) async fn known_outages(&self) -> Result<Arc<[OutageRow]>> {
        let known = || self.outages.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let now = self.clock.now();
        let is_fresh = |read: Instant| read <= now && now < read + FRESH;
        if !known().is_some_and(|(read, _)| is_fresh(read)) {
            self.beat().await?;
        }
        Ok(known().map(|(_, outages)| outages).unwrap_or_default())
    }

    /// [`Matches::note_outages`], for who does it on the way to something else.
    pub(in crate::matches) fn noted_outages<'a>(
        &'a self,
        match_id: &'a str,
        looker: Option<&'a Looker>,
    ) -> Noted<'a> {
        Box::pin(self.note_outages(match_id, looker))
    }

    /// Writes down in a match when nobody could play there, where whoever acts may know of it;
    /// whether there was anything to write.
    pub(in crate::matches) async fn note_outages(
        &self,
        match_id: &str,
        looker: Option<&Looker>,
    ) -> Result<bool> {
        let known = self.known_outages().await?;
        if known.is_empty() {
            return Ok(false);
        }
        let on = match looker.cloned() {
            Some(who) => {
                let (matches, id) = (self.clone(), match_id.to_owned());
                self.db.read(move |conn| matches.visible(conn, &id, &who)).await?
            }
            None => self.newest(match_id, None).await?,
        };
        let new = unnoted(&on, &known, self.clock.now());
        for outage in &new {
            let command = Command::Outage(outage.clone());
            let done = self.perform(match_id, None, |on, secret| {
                let by = Caller::Clock;
                // Another process was first.
                if on.outages().last().is_some_and(|last| last.to > outage.from.naive_utc()) {
                    return Ok(Decided::nothing(on, &by, self.clock.now()));
                }
                decide::decide(on, &by, &command, &self.facts(&secret.seed)).map(Decided::from)
            });
            done.await?;
        }
        Ok(!new.is_empty())
    }
}

/// The outages that are known, each as far as it is over: the clock of the process that has noted
/// one may be ahead of this one's.
fn over(known: &[OutageRow], now: Instant) -> impl DoubleEndedIterator<Item = OutageRow> {
    let begun = known.iter().filter(move |row| row.from_at < now);
    begun.map(move |row| OutageRow { from_at: row.from_at, to_at: row.to_at.min(now) })
}

/// The outages in which a clock of a match ran, and of which it does not know.
fn unnoted(on: &Match, known: &[OutageRow], now: Instant) -> Vec<Outage> {
    let runs = on.awaited().into_iter().filter_map(|seat| on.waits.running(seat));
    let Some(since) = runs.map(|run| run.from).min() else { return Vec::new() };
    let noted = on.outages().last().map_or(Instant::MIN, |last| last.to);
    over(known, now)
        .filter(|row| is_cut(since, row) && noted <= row.from_at)
        .map(|row| Outage { from: row.from_at.and_utc(), to: row.to_at.and_utc() })
        .collect()
}

/// Whether nobody could play for a while of a clock that runs since then. Where it began well
/// within an outage, somebody was there: a clock far ahead has noted that one.
fn is_cut(since: Instant, outage: &OutageRow) -> bool {
    let long = outage.to_at - outage.from_at >= SHORTEST_OUTAGE;
    long && since < outage.to_at.min(outage.from_at + UNSAID)
}

/// Since when Turnwise was there for so long until now, outages not counted.
pub(super) fn there_since(now: Instant, known: &[OutageRow], long: Duration) -> Instant {
    let (mut since, mut left) = (now, long);
    for row in over(known, now).rev() {
        let there = (since - row.to_at).max(Duration::zero());
        if there >= left {
            break;
        }
        (since, left) = (since.min(row.from_at), left - there);
    }
    since - left
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    #[test]
    fn an_outage_cuts_no_clock_that_somebody_started_in_it() {
        let at = |minute: i64| DateTime::from_timestamp(minute * 60, 0).expect("a time");
        let outage = OutageRow { from_at: at(100).naive_utc(), to_at: at(140).naive_utc() };
        let cut = |minute| is_cut(at(minute).naive_utc(), &outage);
        assert!(cut(50) && cut(100), "it ran then");
        assert!(cut(104), "between the last sign of life and the end");
        assert!(!cut(106) && !cut(139), "whoever started it was there");
        assert!(!cut(140) && !cut(200), "long over");
    }

    #[test]
    fn time_in_which_turnwise_was_away_does_not_count_as_there() {
        let at = |hour: i64| DateTime::from_timestamp(hour * 3600, 0).expect("a time").naive_utc();
        let row = |from, to| OutageRow { from_at: at(from), to_at: at(to) };
        let since = |known: &[OutageRow]| there_since(at(100), known, Duration::hours(10));
        assert_eq!(since(&[]), at(90));
        assert_eq!(since(&[row(20, 30)]), at(90), "long over");
        assert_eq!(since(&[row(94, 98)]), at(86));
        assert_eq!(since(&[row(60, 100)]), at(50), "back this moment");
        assert_eq!(since(&[row(50, 80), row(85, 98)]), at(47));
        assert_eq!(since(&[row(80, 95), row(90, 98)]), at(72), "two processes, two outages");
        assert_eq!(since(&[row(50, 101)]), at(40), "noted by a clock that is ahead");
        assert_eq!(since(&[row(101, 200)]), at(90), "in times to come");
    }
}
