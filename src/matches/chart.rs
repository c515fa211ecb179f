//! How the points of a match came to be over time.

use super::Matches;
use super::fold::Folded;
use super::look::Seen;
use crate::db::events;
use crate::error::{Error, Result};

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

impl Matches {
    /// The points after each event that changed them, up to the version that is
    /// looked at. Scores hold only what everybody can see (`Game::score`).
    pub async fn chart(&self, seen: &Seen) -> Result<Vec<Mark>> {
        let folded = seen.folded.clone();
        self.db
            .read(move |conn| {
                let rows = events::between(conn, &folded.id, 0, folded.version)?;
                let Some(first) = rows.first() else { return Ok(Vec::new()) };
                let mut at = Folded::open(first).map_err(Error::fault)?;
                let mut marks: Vec<Mark> = Vec::new();
                for row in &rows[1..] {
                    at.evolve(row).map_err(Error::fault)?;
                    let Some(state) = &at.state else { continue };
                    let points: Vec<i32> =
                        at.game().score(state).values().map(|sheet| sheet.total()).collect();
                    if marks.last().is_none_or(|mark| mark.points != points) {
                        marks.push(Mark { version: row.version, round: at.round(), points });
                    }
                }
                Ok(marks)
            })
            .await
    }
}
