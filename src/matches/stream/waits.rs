//! Since when each seat is awaited without a break, and what ran on its clock.
//!
//! A command may lead through states that await somebody else for an instant; only
//! how it begins and how it ends counts.

use super::event::Record;
use crate::clock::Instant;
use crate::matches::time::Pace;
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
    /// That of a first wait, whichever it is: a pause began or ended, or the match went back.
    Whole,
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
    /// What was given besides, in counted minutes.
    pub given: u32,
    /// How fast the match was played then.
    pub pace: Pace,
    /// For whom: how often the seat had been taken over.
    pub holder: usize,
    /// How often the match had gone back.
    pub rewinds: usize,
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

/// What somebody does to a clock besides playing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Touch {
    /// It is stopped, and started anew or not.
    Restart(Option<Free>),
    /// It is stopped, and another one runs for whoever takes the seat over.
    TakeOver,
    /// Minutes are given.
    Give(u32),
    /// Every clock that runs is started anew, since a pause begins or ends; each keeps what it has
    /// beyond a whole turn, or does not.
    Pause { takes_nothing: bool },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Touched {
    /// Whose; everybody's where there is none.
    seat: Option<Seat>,
    at: Instant,
    touch: Touch,
    /// How fast the match was played then.
    pace: Option<Pace>,
    /// How many outages were known then.
    outages: usize,
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
    /// How many outages were known then: what was used by then stays used.
    pub outages: usize,
    /// What the seat had in reserve then, once that was counted.
    pub left: OnceLock<Reserve>,
}

impl Past {
    fn new(seat: Seat, run: Run, until: Instant, outages: usize) -> Past {
        Past { seat, run, until, outages, left: OnceLock::new() }
    }
}

impl PartialEq for Past {
    fn eq(&self, other: &Past) -> bool {
        (self.seat, self.run, self.until, self.outages)
            == (other.seat, other.run, other.until, other.outages)
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
    /// In which round it was awaited last, and how often the match had gone back by then.
    pub latest: Option<(usize, u16)>,
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
    /// Everything of the kind there ever was: what is taken back is play, and not these.
    touched: Arc<Vec<Touched>>,
    /// How fast the match is played, for waits that begin from now on.
    pace: Option<Pace>,
    /// How many outages are known.
    outages: usize,
    /// Whether each round has turns of its own.
    apart: bool,
    /// How often the match went back.
    rewinds: usize,
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
        // Whoever ends one round and begins the next has a turn in each.
        let apart = self.apart;
        let is_over = |wait: &Wait| {
            (apart && round > wait.round) || !awaited.iter().any(|now| now.seat == wait.seat)
        };
        for &Awaited { seat, clocked } in awaited {
            let known = self.before.iter().find(|wait| wait.seat == seat);
            let run = self.run(seat, at, round).filter(|_| clocked);
            let new = Wait { seat, since: at, round, run, returned: false };
            self.now.push(match known {
                // Whoever stood in has ended the turn, and the same seat has the next one.
                Some(known) if known.run.is_none() && !is_over(known) => {
                    Wait { since: known.since, returned: known.returned, ..new }
                }
                Some(known) if !is_over(known) => known.clone(),
                _ => new,
            });
        }
        for wait in self.before.iter().filter(|wait| is_over(wait)) {
            if let Some(run) = wait.run {
                Arc::make_mut(&mut self.past).push(Past::new(wait.seat, run, at, self.outages));
            }
        }
    }

    fn run(&self, seat: Seat, from: Instant, round: u16) -> Option<Run> {
        let (holder, rewinds) = (holder(&self.touched, seat), self.rewinds);
        self.pace.map(|pace| Run { from, round, free: Free::Turn, given: 0, pace, holder, rewinds })
    }

    /// Waits that begin from now on have this pace.
    pub fn set_pace(&mut self, pace: Pace) {
        self.pace = Some(pace);
    }

    /// From now on each round has turns of its own: whoever ends one round and begins the next
    /// has a whole turn there, and so has everybody in a round that is played again, after the match
    /// went back. In matches from before this was so, the former is one wait, and the latter is as a
    /// later wait of its round.
    pub fn set_rounds_apart(&mut self) {
        self.apart = true;
    }

    /// Whether each round has turns of its own.
    pub fn has_rounds_apart(&self) -> bool {
        self.apart
    }

    /// Another outage is known.
    pub fn note_outage(&mut self) {
        self.outages += 1;
    }

    /// The clock of a seat stops, if it runs; another one runs from now on, or none.
    pub fn restart(&mut self, seat: Seat, at: Instant, free: Option<Free>) {
        self.touch(self.touched(Some(seat), at, Touch::Restart(free)));
    }

    /// Somebody takes a seat over: what ran on its clock so far was another's, and a whole turn
    /// begins if it is awaited.
    pub fn take_over(&mut self, seat: Seat, at: Instant) {
        self.touch(self.touched(Some(seat), at, Touch::TakeOver));
    }

    /// The clock of a seat that is awaited has so many minutes more.
    pub fn give(&mut self, seat: Seat, at: Instant, minutes: u32) {
        self.touch(self.touched(Some(seat), at, Touch::Give(minutes)));
    }

    /// Every clock that runs begins anew, since a pause begins or ends: with a whole turn, and,
    /// where it `takes_nothing`, with what there was beyond that.
    pub fn pause(&mut self, at: Instant, takes_nothing: bool) {
        self.touch(self.touched(None, at, Touch::Pause { takes_nothing }));
    }

    fn touched(&self, seat: Option<Seat>, at: Instant, touch: Touch) -> Touched {
        Touched { seat, at, touch, pace: self.pace, outages: self.outages }
    }

    fn touch(&mut self, touched: Touched) {
        Arc::make_mut(&mut self.touched).push(touched);
        let Touched { seat, at, touch, pace, outages } = touched;
        let rewinds = self.rewinds;
        for wait in self.now.iter_mut().filter(|wait| seat.is_none_or(|seat| wait.seat == seat)) {
            let (round, holder) = (wait.round, holder(&self.touched, wait.seat));
            let anew = |free| {
                pace.map(|pace| Run { from: at, round, free, given: 0, pace, holder, rewinds })
            };
            let run = match (touch, wait.run) {
                (Touch::Give(minutes), Some(run)) => {
                    wait.run = Some(Run { given: run.given.saturating_add(minutes), ..run });
                    continue;
                }
                (Touch::Give(_) | Touch::Pause { .. }, None) => continue,
                (Touch::Pause { takes_nothing: true }, Some(run)) => {
                    let graced = run.free == Free::Grace && run.pace.grace > run.pace.window;
                    let free = if graced { Free::Grace } else { Free::Whole };
                    // Another pace holds for what is awaited next.
                    Some(Run { from: at, free, ..run })
                }
                (Touch::Pause { takes_nothing: false }, Some(_)) => anew(Free::Whole),
                (Touch::TakeOver, _) => {
                    // Who comes new has come back to nothing yet.
                    wait.returned = false;
                    anew(Free::Whole)
                }
                (Touch::Restart(free), _) => {
                    wait.returned |= free == Some(Free::Returned);
                    free.and_then(anew)
                }
            };
            if let Some(stopped) = std::mem::replace(&mut wait.run, run) {
                Arc::make_mut(&mut self.past).push(Past::new(wait.seat, stopped, at, outages));
            }
        }
    }

    /// The waits are again as they were then, but for what was done to clocks since.
    pub fn back_to(&mut self, then: Waits) {
        let (later, pace, outages) = (self.touched.clone(), self.pace, self.outages);
        *self = then;
        (self.pace, self.outages) = (pace, outages);
        for touched in &later[self.touched.len()..] {
            self.touch(*touched);
        }
        self.before.clone_from(&self.now);
        self.past_before = self.past.len();
    }

    /// Everything that is awaited is over, and these seats are awaited anew, in this round.
    pub fn anew(&mut self, at: Instant, round: u16, awaited: &[Awaited]) {
        self.rewinds += 1;
        for wait in self.now.drain(..) {
            if let Some(run) = wait.run {
                Arc::make_mut(&mut self.past).push(Past::new(wait.seat, run, at, self.outages));
            }
        }
        self.before.clear();
        self.past_before = self.past.len();
        self.now(at, round, awaited);
        for run in self.now.iter_mut().filter_map(|wait| wait.run.as_mut()) {
            run.free = Free::Whole;
        }
        self.before.clone_from(&self.now);
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

    /// What ran on the clock of a seat for whoever has it now and was stopped, in order.
    pub fn past(&self, seat: Seat) -> impl DoubleEndedIterator<Item = &Past> {
        let holder = holder(&self.touched, seat);
        self.past.iter().filter(move |past| past.seat == seat && past.run.holder == holder)
    }

    /// Whether the person of a seat has come back to this wait already.
    pub fn has_returned(&self, seat: Seat) -> bool {
        self.now.iter().any(|wait| wait.seat == seat && wait.returned)
    }
}

/// How often a seat has been taken over.
fn holder(touched: &[Touched], seat: Seat) -> usize {
    let taken_over = |one: &&Touched| one.touch == Touch::TakeOver && one.seat == Some(seat);
    touched.iter().filter(taken_over).count()
}
