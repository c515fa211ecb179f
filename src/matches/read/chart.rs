//! How the points of a match came to be over time.

use super::book::Book;
use crate::error::Result;
use crate::matches::stream::fold::Walk;

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

impl Book {
    /// The points after each event that changed them. Scores hold only what everybody
    /// can see (`Game::score`).
    pub fn chart(&self) -> Result<Vec<Mark>> {
        let mut walk = Walk::from(&self.newest.id, &self.records, 1)?;
        let mut marks: Vec<Mark> = Vec::new();
        for record in &self.records[1..] {
            walk.step()?;
            let at = walk.at();
            let Some(state) = &at.state else { continue };
            let points: Vec<i32> =
                at.game().score(state).values().map(|sheet| sheet.total()).collect();
            if marks.last().is_none_or(|mark| mark.points != points) {
                marks.push(Mark { version: record.version, round: at.round(), points });
            }
        }
        Ok(marks)
    }
}
