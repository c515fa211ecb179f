//! What the clocks of a match say.
//!
//! Each wait of a seat has free time; what it takes beyond that comes from the seat's
//! reserve, which grows a little when a round begins. Nothing here is stored: it follows
//! from the waits, the pace and the calendars.

use super::hours::Hours;
use super::pace::Pace;
use crate::clock::Instant;
use crate::matches::stream::state::Match;
use crate::matches::stream::waits::{Free, Run};
use crate::rules::Seat;
use chrono::Duration;

/// The longest that a last call comes before the time is over, in counted time.
const LEAD: Duration = Duration::hours(3);

/// The clock of a seat that the match waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
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
}

impl Clock {
    /// How long before the time is over a last call must have gone.
    pub fn notice(&self) -> Duration {
        (self.due - self.call_at) / 2
    }
}

/// The clock of a seat; `None` where none runs: the match has no pace, does not wait for
/// the seat, or waits for a robot or a stand-in there. Nor where its hours are not known.
pub fn clock(on: &Match, seat: Seat) -> Option<Clock> {
    let pace = on.timing?.pace;
    let sitter = on.sitter(seat).filter(|sitter| sitter.is_timed())?;
    let run = on.waits.running(seat)?;
    let mut account = Account::of(&pace, &sitter.hours, on.waits.past(seat))?;
    let free = account.begin(&pace, &run);
    let allowance = free + account.reserve;
    let counting = sitter.hours.at(run.from)?.counting(pace.days_off, &[]);
    let after = |counted| counting.after(run.from, counted);
    Some(Clock {
        half_at: after(free / 2),
        free_until: after(free),
        due: after(allowance),
        call_at: after(allowance - (allowance / 5).min(LEAD)),
        reserve: account.reserve,
    })
}

/// What a seat has in reserve when nothing of it runs, in counted time.
pub fn reserve(on: &Match, seat: Seat) -> Option<Duration> {
    let pace = on.timing?.pace;
    let hours = &on.sitter(seat)?.hours;
    Some(Account::of(&pace, hours, on.waits.past(seat))?.reserve)
}

/// The reserve of a seat, as its waits go by.
struct Account {
    reserve: Duration,
    /// The highest round in which the seat was awaited.
    round: Option<u16>,
}

impl Account {
    fn of(
        pace: &Pace,
        hours: &Hours,
        past: impl Iterator<Item = (Run, Instant)>,
    ) -> Option<Account> {
        let mut account = Account { reserve: counted(pace.reserve), round: None };
        for (run, until) in past {
            let counting = hours.at(run.from)?.counting(pace.days_off, &[]);
            let free = account.begin(pace, &run);
            // Looked at first, so that a wait of centuries is not counted day by day.
            if counting.after(run.from, free + account.reserve) <= until {
                account.reserve = Duration::zero();
            } else {
                let over = counting.counted(run.from, until) - free;
                account.reserve -= over.max(Duration::zero());
            }
        }
        Some(account)
    }

    /// A wait begins; in a new round the reserve grows. How much of the wait is free.
    fn begin(&mut self, pace: &Pace, run: &Run) -> Duration {
        let new = self.round.is_none_or(|round| run.round > round);
        if new {
            let refill = self.round.map_or(0, |_| pace.refill);
            self.reserve = (self.reserve + counted(refill)).min(counted(pace.cap));
            self.round = Some(run.round);
        }
        counted(match run.free {
            Free::Grace => pace.grace,
            Free::Turn if new => pace.window,
            Free::Turn | Free::Returned => pace.again,
        })
    }
}

fn counted(minutes: u32) -> Duration {
    Duration::minutes(minutes.into())
}
