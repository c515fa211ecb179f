//! How a match went: its rounds, how its points came to be over time, and how it stood here and
//! there.

use super::book::Book;
use crate::error::Result;
use crate::matches::stream::event::{Event, Record};
use crate::matches::stream::fold::{Broken, Walk};
use crate::matches::stream::undone::{Fate, fates};
use crate::rules::Seat;
use std::sync::Arc;

/// Events between two stops of a short match, and the most stops; fewer in tests, whose matches
/// are short.
const APART: usize = if cfg!(test) { 3 } else { 32 };
const STOPS: usize = if cfg!(test) { 7 } else { 64 };

/// Everybody's points from one version on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The version with which they changed.
    pub version: i64,
    /// The round of the game.
    pub round: u16,
    /// Points, by seat.
    pub points: Vec<i32>,
}

/// How a match went, event by event.
#[derive(Clone, Debug)]
pub struct Course {
    /// The round in which each event happened; 0 before the first.
    pub rounds: Vec<u16>,
    /// The points after each event that changed them, also of play that was undone later.
    /// Scores hold only what everybody can see (`Game::score`).
    marks: Vec<Mark>,
    /// The match here and there, from its opening on, so that no place is far from one of them.
    stops: Vec<Arc<Walk>>,
    /// Events between two stops.
    apart: usize,
    /// The match at the end.
    end: Walk,
}

impl Course {
    /// How these events went: those of a stream from its first one on.
    pub(super) fn of(match_id: &str, records: &[Record]) -> Result<Course, Broken> {
        let end = Walk::from(match_id, records, 1)?;
        let (rounds, stops) = (vec![0], vec![Arc::new(end.clone())]);
        let mut course = Course { rounds, marks: Vec::new(), stops, apart: APART, end };
        course.go_on(records)?;
        Ok(course)
    }

    /// Goes on to the end of these events, with which it began.
    pub(super) fn go_on(&mut self, records: &[Record]) -> Result<(), Broken> {
        for record in &records[self.end.length()..] {
            self.rounds.push(self.end.at().round());
            self.end.step(record)?;
            self.mark();
            self.stop();
        }
        Ok(())
    }

    fn mark(&mut self) {
        let at = self.end.at();
        let Some(state) = &at.state else { return };
        let seats = Seat::all(at.sitters.len());
        let points: Vec<i32> = seats.map(|seat| at.game().points(state, seat)).collect();
        if self.marks.last().is_none_or(|mark| mark.points != points) {
            self.marks.push(Mark { version: at.version, round: at.round(), points });
        }
    }

    fn stop(&mut self) {
        if !self.end.length().is_multiple_of(self.apart) {
            return;
        }
        if self.stops.len() == STOPS {
            self.apart *= 2;
            self.stops
                .retain(|stop| stop.length() == 1 || stop.length().is_multiple_of(self.apart));
        }
        if self.end.length().is_multiple_of(self.apart) {
            self.stops.push(Arc::new(self.end.clone()));
        }
    }

    /// How many places of the match it knows.
    pub(super) fn places(&self) -> usize {
        self.stops.len() + 1
    }

    /// The last stop within so many events, at least one.
    pub(super) fn stop_before(&self, length: usize) -> &Walk {
        if self.end.length() <= length {
            return &self.end;
        }
        let after = self.stops.partition_point(|stop| stop.length() <= length);
        &self.stops[after.max(1) - 1]
    }
}

impl Book {
    /// How the match went.
    pub fn course(&self) -> Result<&Course> {
        Ok(self.events.course()?)
    }

    /// How the points came to be by the play that counts.
    pub fn marks(&self) -> Result<Vec<Mark>> {
        let records = &self.events.records;
        let fates = fates(records);
        // What undoes play leads to where it stood before, which may be undone later, too.
        let counts = |mark: &&Mark| {
            let at = self.after(mark.version - 1);
            let goes_back = matches!(records[at].event, Event::TakenBack(_) | Event::Rewound(_));
            fates[at] == Fate::Counts && !goes_back
        };
        Ok(self.course()?.marks.iter().filter(counts).cloned().collect())
    }
}
