//! Since when each seat is awaited without a break.
//!
//! A command may lead through states that await somebody else for an instant; only
//! how it begins and how it ends counts.

use super::event::Record;
use crate::clock::Instant;
use crate::rules::Seat;

/// The waits of all seats, as a fact of the fold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Waits {
    now: Vec<(Seat, Instant)>,
    /// As they were when the latest command began.
    before: Vec<(Seat, Instant)>,
}

impl Waits {
    /// An event is about to happen; with it a command may begin.
    pub fn begin(&mut self, record: &Record) {
        if record.begins() {
            self.before.clone_from(&self.now);
        }
    }

    /// After an event these seats are awaited.
    pub fn now(&mut self, at: Instant, awaited: &[Seat]) {
        self.now.clear();
        for &seat in awaited {
            let since = self.before.iter().find(|(known, _)| *known == seat);
            self.now.push((seat, since.map_or(at, |(_, since)| *since)));
        }
    }

    /// Nobody is awaited any more.
    pub fn end(&mut self) {
        self.now.clear();
    }

    /// Since when a seat is awaited, if it is.
    pub fn since(&self, seat: Seat) -> Option<Instant> {
        self.now.iter().find(|(known, _)| *known == seat).map(|(_, since)| *since)
    }
}
