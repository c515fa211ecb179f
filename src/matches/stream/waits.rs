//! Since when each seat is awaited without a break, and what ran on its clock.
//!
//! A command may lead through states that await somebody else for an instant; only
//! how it begins and how it ends counts.

use super::event::Record;
use crate::clock::Instant;
use crate::rules::Seat;
use std::sync::Arc;

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
}

/// A clock that was stopped, and started anew or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Restart {
    seat: Seat,
    at: Instant,
    free: Option<Free>,
}

/// The waits of all seats, as a fact of the fold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    now: Vec<Wait>,
    /// As they were when the latest command began.
    before: Vec<Wait>,
    /// What ran and was stopped, in order.
    past: Arc<Vec<(Seat, Run, Instant)>>,
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
            let new = Wait { seat, since: at, round, run };
            self.now.push(match known {
                // Whoever stood in has ended the turn, and the same seat has the next one.
                Some(known) if known.run.is_none() => Wait { since: known.since, ..new },
                Some(known) => known.clone(),
                None => new,
            });
        }
        let gone = |wait: &&Wait| !awaited.iter().any(|now| now.seat == wait.seat);
        for wait in self.before.iter().filter(gone) {
            if let Some(run) = wait.run {
                Arc::make_mut(&mut self.past).push((wait.seat, run, at));
            }
        }
    }

    /// The clock of a seat stops, if it runs; another one runs from now on, or none.
    pub fn restart(&mut self, seat: Seat, at: Instant, free: Option<Free>) {
        Arc::make_mut(&mut self.restarts).push(Restart { seat, at, free });
        let Some(wait) = self.now.iter_mut().find(|wait| wait.seat == seat) else { return };
        let run = free.map(|free| Run { from: at, round: wait.round, free });
        if let Some(stopped) = std::mem::replace(&mut wait.run, run) {
            Arc::make_mut(&mut self.past).push((seat, stopped, at));
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

    /// What ran on the clock of a seat, and when it was stopped.
    pub fn past(&self, seat: Seat) -> impl Iterator<Item = (Run, Instant)> {
        self.past.iter().filter(move |(of, ..)| *of == seat).map(|(_, run, until)| (*run, *until))
    }
}
