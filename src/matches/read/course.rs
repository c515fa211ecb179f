//! How a match went: its rounds, and how its points came to be over time.

use super::book::Book;
use crate::error::Result;
use crate::matches::stream::fold::Walk;
use crate::rules::Seat;

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
    /// The points after each event that changed them. Scores hold only what everybody
    /// can see (`Game::score`).
    pub marks: Vec<Mark>,
}

impl Book {
    /// How the match went.
    pub fn course(&self) -> Result<Course> {
        let mut walk = Walk::from(&self.newest.id, &self.records, 1)?;
        let (mut rounds, mut marks) = (vec![0], Vec::<Mark>::new());
        for record in &self.records[1..] {
            rounds.push(walk.at().round());
            walk.step()?;
            let at = walk.at();
            let Some(state) = &at.state else { continue };
            let seats = Seat::all(at.sitters.len());
            let points: Vec<i32> = seats.map(|seat| at.game().points(state, seat)).collect();
            if marks.last().is_none_or(|mark| mark.points != points) {
                marks.push(Mark { version: record.version, round: at.round(), points });
            }
        }
        Ok(Course { rounds, marks })
    }
}
