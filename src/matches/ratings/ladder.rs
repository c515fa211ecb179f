//! Ratings of one game, match by match in the order in which they ended: a pure fold.

use super::scale::{Compared, Rating, Stood, rate};
use crate::clock::Instant;
use crate::db::ratings::{RatingRow, ResultRow, StepRow};
use crate::matches::caller::RobotPlayer;
use std::collections::BTreeMap;

/// How well somebody plays after so many matches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Held {
    /// Their rating.
    pub rating: Rating,
    /// How many matches have moved it.
    pub matches: i64,
    /// When the newest of them ended.
    pub since: Instant,
}

impl Held {
    /// After a match.
    pub fn after(step: &StepRow) -> Held {
        let rating = Rating { points: step.rating_after, spread: step.spread_after };
        Held { rating, matches: step.nth, since: step.ended_at }
    }
}

/// The ratings of a game at some place in the order of its matches.
#[derive(Clone, Debug, Default)]
pub struct Ladder(BTreeMap<String, Option<Held>>);

impl Ladder {
    /// Whether it is known what somebody had before. Robots have what they always have.
    pub fn knows(&self, account: &str) -> bool {
        RobotPlayer::of(account).is_some() || self.0.contains_key(account)
    }

    /// Somebody comes with what they had before; `None` if they never had a rating.
    pub fn comes(&mut self, account: &str, held: Option<Held>) {
        self.0.insert(account.to_owned(), held);
    }

    fn held(&self, account: &str) -> Option<Held> {
        self.0.get(account).copied().flatten()
    }

    /// The next match, by all its results that count: what it does to ratings, by account.
    pub fn next(&mut self, results: &[ResultRow]) -> Vec<StepRow> {
        let mut results: Vec<&ResultRow> = results.iter().collect();
        // Sums of fractions depend on their order, and databases sort texts in different ones.
        results.sort_by(|one, next| one.account_id.cmp(&next.account_id));
        let compared: Vec<Compared> = results.iter().map(|row| self.compared(row)).collect();
        let after = rate(&compared);
        let mut steps = Vec::new();
        for ((row, Compared { before, .. }), after) in results.iter().zip(compared).zip(after) {
            if !self.knows(&row.account_id) {
                self.comes(&row.account_id, None);
            }
            let Some(after) = after else { continue };
            let step = StepRow {
                match_id: row.match_id.clone(),
                account_id: row.account_id.clone(),
                game: row.game.clone(),
                ended_at: row.ended_at,
                nth: self.held(&row.account_id).map_or(1, |held| held.matches + 1),
                rating_before: before.points,
                spread_before: before.spread,
                rating_after: after.points,
                spread_after: after.spread,
            };
            self.comes(&row.account_id, Some(Held::after(&step)));
            steps.push(step);
        }
        steps
    }

    fn compared(&self, row: &ResultRow) -> Compared {
        let robot = RobotPlayer::of(&row.account_id).map(|player| player.robot);
        let known = self.held(&row.account_id).map_or(Rating::START, |held| held.rating);
        Compared {
            before: robot.map_or(known, Rating::of_robot),
            stood: Stood::of(row),
            fixed: robot.is_some(),
        }
    }

    /// How well everybody plays whom it knows, as rows; `None` of who has no rating.
    pub fn rows(&self, game: &str) -> impl Iterator<Item = (&str, Option<RatingRow>)> {
        self.0.iter().map(move |(account, held)| {
            let row = held.map(|held| RatingRow {
                account_id: account.clone(),
                game: game.to_owned(),
                rating: held.rating.points,
                spread: held.rating.spread,
                matches: held.matches,
                rated_at: held.since,
            });
            (account.as_str(), row)
        })
    }
}
