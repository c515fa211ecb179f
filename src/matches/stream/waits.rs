//! Since when each seat is awaited without a break, and what ran on its clock.
//!
//! A command may lead through states that await somebody else for an instant; only
//! how it begins and how it ends counts.

use super::event::Record;
use crate::clock::Instant;
use crate::rules::Seat;
use chrono::Duration;
use std::sync::{Arc, OnceLock};

/// How much free time a wait has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Free {
    /// That of a turn.
    Turn,
    /// One more day, since the time was over.
    Grace,
    /// That of a later wait, since the person has come back to it.
    Returned,
}

/// A clock that was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// When.
    pub from: Instant,
    /// In which round.
    pub round: u16,
    /// What is free of it.
    pub free: Free,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Wait {
    seat: Seat,
    since: Instant,
    round: u16,
    /// Where the clock of a person runs.
    run: Option<Run>,
    /// Whether its person has come back to it.
    returned: bool,
}

/// A clock that was stopped, and started anew or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Restart {
    seat: Seat,
    at: Instant,
    free: Option<Free>,
}

/// A clock that ran and was stopped.
#[derive(Clone, Debug)]
pub struct Past {
    /// Whose.
    pub seat: Seat,
    /// What ran.
    pub run: Run,
    /// When it was stopped.
    pub until: Instant,
    /// What the seat had in reserve then, once that was counted.
    pub left: OnceLock<Reserve>,
}

impl Past {
    fn new(seat: Seat, run: Run, until: Instant) -> Past {
        Past { seat, run, until, left: OnceLock::new() }
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Past) -> bool {
        (self.seat, self.run, self.until) == (other.seat, other.run, other.until)
    }
}

impl Eq for Past {}

/// What a seat has in reserve, in counted time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reserve {
    /// How much.
    pub left: Duration,
    /// The highest round in which the seat was awaited.
    pub round: Option<u16>,
}

/// The waits of all seats, as a fact of the fold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    now: Vec<Wait>,
    /// As they were when the latest command began.
    before: Vec<Wait>,
    /// What ran and was stopped, in order.
    past: Arc<Vec<Past>>,
    /// How much of that there was when the latest command began.
    past_before: usize,
    /// Every restart there ever was: what is taken back is play, and not these.
    restarts: Arc<Vec<Restart>>,
}

/// A seat that is awaited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// Which one.
    pub seat: Seat,
    /// Whether a clock runs for it.
    pub clocked: bool,
}

impl Waits {
    /// An event is about to happen; with it a command may begin.
    pub fn begin(&mut self, record: &Record) {
        if record.begins() {
            self.before.clone_from(&self.now);
            self.past_before = self.past.len();
        }
    }

    /// After an event these seats are awaited, in this round.
    pub fn now(&mut self, at: Instant, round: u16, awaited: &[Awaited]) {
        if self.past.len() > self.past_before {
            Arc::make_mut(&mut self.past).truncate(self.past_before);
        }
        self.now.clear();
        for &Awaited { seat, clocked } in awaited {
            let known = self.before.iter().find(|wait| wait.seat == seat);
            let run = clocked.then_some(Run { from: at, round, free: Free::Turn });
            let new = Wait { seat, since: at, round, run, returned: false };
            self.now.push(match known {
                // Whoever stood in has ended the turn, and the same seat has the next one.
                Some(known) if known.run.is_none() => {
                    Wait { since: known.since, returned: known.returned, ..new }
                }
                Some(known) => known.clone(),
                None => new,
            });
        }
        let gone = |wait: &&Wait| !awaited.iter().any(|now| now.seat == wait.seat);
        for wait in self.before.iter().filter(gone) {
            if let Some(run) = wait.run {
                Arc::make_mut(&mut self.past).push(Past::new(wait.seat, run, at));
            }
        }
    }

    /// The clock of a seat stops, if it runs; another one runs from now on, or none.
    pub fn restart(&mut self, seat: Seat, at: Instant, free: Option<Free>) {
        Arc::make_mut(&mut self.restarts).push(Restart { seat, at, free });
        let Some(wait) = self.now.iter_mut().find(|wait| wait.seat == seat) else { return };
        wait.returned |= free == Some(Free::Returned);
        let run = free.map(|free| Run { from: at, round: wait.round, free });
        if let Some(stopped) = std::mem::replace(&mut wait.run, run) {
            Arc::make_mut(&mut self.past).push(Past::new(seat, stopped, at));
        }
    }

    /// The waits are again as they were then, but for the restarts since.
    pub fn back_to(&mut self, then: Waits) {
        let later = self.restarts.clone();
        *self = then;
        for restart in &later[self.restarts.len()..] {
            self.restart(restart.seat, restart.at, restart.free);
        }
        self.before.clone_from(&self.now);
        self.past_before = self.past.len();
    }

    /// Nobody is awaited any more.
    pub fn end(&mut self) {
        self.now.clear();
    }

    /// Since when a seat is awaited, if it is.
    pub fn since(&self, seat: Seat) -> Option<Instant> {
        self.now.iter().find(|wait| wait.seat == seat).map(|wait| wait.since)
    }

    /// What runs on the clock of a seat, if anything does.
    pub fn running(&self, seat: Seat) -> Option<Run> {
        self.now.iter().find(|wait| wait.seat == seat).and_then(|wait| wait.run)
    }

    /// What ran on the clock of a seat and was stopped, in order.
    pub fn past(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Past> {
        self.past.iter().filter(move |past| past.seat == seat)
    }

    /// Whether the person of a seat has come back to this wait already.
    pub fn has_returned(&self, seat: Seat) -> bool {
        self.now.iter().any(|wait| wait.seat == seat && wait.returned)
    }
}
