//! What the clocks of a match say.
//!
//! Each wait of a seat has free time; what it takes beyond that comes from the seat's
//! reserve, which grows a little when a round begins. Nothing here is stored: it follows
//! from the waits, the pace and the calendars.

use crate::clock::Instant;
use crate::clock::calendar::Counting;
use crate::matches::stream::state::{Match, Sitter};
use crate::matches::stream::waits::{Free, Reserve, Run};
use crate::rules::Seat;
use chrono::Duration;

/// The longest that a last call comes before the time is over, in counted time.
const LEAD: Duration = Duration::hours(3);

/// The least time, counted, that anybody has once Turnwise is back.
const AFTER_OUTAGE: Duration = Duration::hours(2);

/// The clock of a seat that the match waits for.
#[derive(Clone, Copy, Debug)]
pub struct Clock<'a> {
    /// When half of the free time of this wait is used up.
    pub half_at: Instant,
    /// When the free time of this wait is used up, and the reserve begins to run.
    pub free_until: Instant,
    /// When the reserve is used up too.
    pub due: Instant,
    /// When the person is called for the last time.
    pub call_at: Instant,
    /// What the reserve was when the wait began, in counted time.
    pub reserve: Duration,
    /// Since when it runs.
    pub from: Instant,
    /// How long before the end the call is, in counted time.
    lead: Duration,
    counting: Counting<'a>,
}

impl Clock<'_> {
    /// The same clock where its time is said to be over then, and no sooner than it says itself.
    pub fn said_over(self, at: Instant) -> Self {
        Clock { due: self.due.max(at), ..self }
    }

    /// When the time of somebody is over who was called for the last time then: they have at
    /// least half of what a call in time would have left them.
    pub fn over_after(&self, called: Instant) -> Instant {
        self.due.max(self.counting.after(called, self.lead / 2))
    }
}

/// The clock of a seat; `None` where none runs: the match has no pace, does not wait for
/// the seat, or waits for a robot or a stand-in there. Nor where its hours are not known.
pub fn clock(on: &Match, seat: Seat) -> Option<Clock<'_>> {
    let (sitter, run) = running(on, seat)?;
    let counting = sitter.hours.at(run.from)?.counting(run.pace.days_off, on.stopped(sitter));
    Some(read(on, &run, before(on, seat)?, counting))
}

/// The clock of a seat as it would be if every hour counted and nothing were left in reserve: by
/// whichever hours it runs, it is over no sooner.
pub fn soonest(on: &Match, seat: Seat) -> Option<Clock<'_>> {
    let (sitter, run) = running(on, seat)?;
    let round = on.waits.past(seat).map(|past| past.run.round).max();
    let latest = on.waits.past(seat).next_back().map(|past| turn(&past.run));
    let used_up = Reserve { left: Duration::zero(), round, latest };
    Some(read(on, &run, used_up, Counting::every_hour(on.stopped(sitter))))
}

/// What runs on the clock of a seat, and for whom.
fn running(on: &Match, seat: Seat) -> Option<(&Sitter, Run)> {
    let sitter = on.sitter(seat).filter(|sitter| sitter.is_timed())?;
    Some((sitter, on.waits.running(seat)?))
}

/// What a clock says that runs like this.
fn read<'a>(on: &Match, run: &Run, before: Reserve, counting: Counting<'a>) -> Clock<'a> {
    let (free, reserve) = begin(before, run, on.waits.has_rounds_apart());
    let allowance = free + reserve.left;
    let lead = (allowance / 5).min(LEAD);
    let after = |counted| counting.after(run.from, counted);
    // Whoever could not play while Turnwise was away has time to do so.
    let again = on.outages().iter().filter(|outage| run.from < outage.to);
    let again = again.map(|outage| counting.after(outage.to, AFTER_OUTAGE)).max();
    let due = after(allowance).max(again.unwrap_or(run.from));
    Clock {
        half_at: after(free / 2),
        free_until: after(free),
        due,
        call_at: after(allowance - lead),
        reserve: reserve.left,
        from: run.from,
        lead,
        counting,
    }
}

/// Whether a clock of a seat runs and says nothing, since the hours of its person are not known.
pub fn runs_by_unknown_hours(on: &Match, seat: Seat) -> bool {
    running(on, seat).is_some() && clock(on, seat).is_none()
}

/// What a seat has in reserve when nothing of it runs, in counted time.
pub fn reserve(on: &Match, seat: Seat) -> Option<Duration> {
    Some(before(on, seat)?.left)
}

/// What a seat has in reserve after all that ran and was stopped. Each stop is counted once,
/// and kept with it.
fn before(on: &Match, seat: Seat) -> Option<Reserve> {
    let sitter = on.sitter(seat)?;
    // Whoever took the seat over has nothing to do with the time that was used before.
    let first = on.waits.past(seat).next().map(|past| past.run.pace);
    let first = first.or_else(|| on.waits.running(seat).map(|run| run.pace));
    let pace = first.or_else(|| on.timing.map(|timing| timing.pace))?;
    let begins_with = match on.was_taken_over(seat) {
        false => pace.reserve,
        true => pace.reserve / 2,
    };
    let mut reserve = Reserve { left: counted(begins_with), round: None, latest: None };
    let mut uncounted = Vec::new();
    for past in on.waits.past(seat).rev() {
        if let Some(known) = past.left.get() {
            reserve = *known;
            break;
        }
        uncounted.push(past);
    }
    for past in uncounted.into_iter().rev() {
        let days_off = past.run.pace.days_off;
        let counting =
            sitter.hours.at(past.run.from)?.counting(days_off, on.stopped_of(sitter, past));
        let (free, begun) = begin(reserve, &past.run, on.waits.has_rounds_apart());
        // Looked at first, so that a wait of centuries is not counted day by day.
        let used = match counting.after(past.run.from, free + begun.left) <= past.until {
            true => begun.left,
            false => counting.counted(past.run.from, past.until) - free,
        };
        reserve = Reserve { left: begun.left - used.max(Duration::zero()), ..begun };
        past.left.get_or_init(|| reserve);
    }
    Some(reserve)
}

/// A wait begins: how much of it is free, and the reserve, which grows in a new round, once,
/// however often that is played. Where rounds are `apart`, each time that one is played begins with
/// a whole turn.
fn begin(reserve: Reserve, run: &Run, apart: bool) -> (Duration, Reserve) {
    let pace = &run.pace;
    let new = reserve.round.is_none_or(|round| run.round > round);
    let first = if apart { reserve.latest != Some(turn(run)) } else { new };
    let free = match run.free {
        Free::Grace => pace.grace,
        Free::Whole => pace.window,
        Free::Turn if first => pace.window,
        Free::Turn | Free::Returned => pace.again,
    };
    let free = counted(free) + counted(run.given);
    let latest = Some(turn(run));
    if !new {
        return (free, Reserve { latest, ..reserve });
    }
    let refill = reserve.round.map_or(0, |_| pace.refill);
    let left = (reserve.left + counted(refill)).min(counted(pace.cap));
    (free, Reserve { left, round: Some(run.round), latest })
}

/// Which turn of a seat it is: a round may be played again.
fn turn(run: &Run) -> (usize, u16) {
    (run.rewinds, run.round)
}

fn counted(minutes: u32) -> Duration {
    Duration::minutes(minutes.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::caller::Caller;
    use crate::matches::stream::event::{Event, Record};
    use crate::matches::stream::waits::{Awaited, Waits};
    use crate::matches::time::pace::Preset;
    use chrono::NaiveDateTime;

    const SEAT: Seat = Seat(1);

    /// So many hours later.
    fn at(hours: i64) -> Instant {
        NaiveDateTime::default() + Duration::hours(hours)
    }

    /// After so many hours a seat is awaited, in this round, since something was played.
    fn play(waits: &mut Waits, hours: i64, round: u16) {
        waits.begin(&Record {
            version: 9,
            at: at(hours),
            by: Caller::Clock,
            seat: None,
            event: Event::Resumed,
            command: Some("{}".to_owned()),
            draw: None,
        });
        waits.now(at(hours), round, &[Awaited { seat: SEAT, clocked: true }]);
    }

    fn waiting(apart: bool) -> Waits {
        let mut waits = Waits::default();
        waits.set_pace(Preset::Daily.pace());
        if apart {
            waits.set_rounds_apart();
        }
        play(&mut waits, 0, 1);
        waits
    }

    #[test]
    fn whoever_ends_a_round_and_begins_the_next_has_a_turn_in_each() {
        for (apart, from, ended) in [(true, at(14), 1), (false, at(0), 0)] {
            let mut waits = waiting(apart);
            play(&mut waits, 5, 1);
            assert_eq!(waits.running(SEAT).unwrap().from, at(0), "one turn goes on");
            play(&mut waits, 14, 2);
            assert_eq!(
                (waits.running(SEAT).unwrap().from, waits.past(SEAT).count()),
                (from, ended)
            );
            assert_eq!(waits.since(SEAT), Some(from));
        }
    }

    #[test]
    fn a_round_that_is_played_again_begins_with_a_whole_turn_and_with_no_second_refill() {
        let pace = Preset::Daily.pace();
        for (apart, again) in [(true, pace.window), (false, pace.again)] {
            let run = |round| Run { round, rewinds: 1, ..waiting(apart).running(SEAT).unwrap() };
            let left = Duration::minutes(pace.cap.into()) / 2;
            for latest in [2, 3, 4] {
                let then = Reserve { left, round: Some(4), latest: Some((0, latest)) };
                assert_eq!(begin(then, &run(2), apart).0, counted(again), "after {latest}");
            }
            let then = Reserve { left, round: Some(4), latest: Some((0, 4)) };
            let (free, then) = begin(then, &run(2), apart);
            assert_eq!((free, then.left, then.round), (counted(again), left, Some(4)));
            let (free, then) = begin(then, &run(2), apart);
            assert_eq!((free, then.left), (counted(pace.again), left), "a later wait of the round");
            let (free, then) = begin(then, &run(5), apart);
            assert_eq!((free, then.left), (counted(pace.window), left + counted(pace.refill)));
        }
    }
}
