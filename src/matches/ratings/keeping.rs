//! Ratings as rows, kept by the runner and never in a request.
//!
//! A match is looked at once it has ended, whoever notices first. It takes its place by when it
//! ended, so one that is noticed late has all later ones of its game rated again: what is kept is
//! always what [`super::rebuild`] would come to.

use super::ladder::{Held, Ladder};
use super::result::{Outcome, Played, Verdict, outcome};
use crate::clock::Instant;
use crate::db::ratings::{self as rows, OutcomeRow, Place, ResultRow, StepRow};
use crate::db::{Conn, events, is_taken};
use crate::error::{Code, Error, Result};
use crate::matches::Matches;
use crate::matches::stream::rows::read_all;
use crate::words::Word;
use chrono::Duration;
use std::collections::BTreeMap;
use std::sync::PoisonError;

/// How many matches are looked up at once.
const AT_ONCE: i64 = 100;

/// How far back it is looked for matches that have ended, when it was looked everywhere not long
/// ago.
const LATELY: Duration = Duration::hours(24);

/// How often it is looked everywhere.
const EVERYWHERE: Duration = Duration::hours(1);

impl Matches {
    /// Rates the matches that have ended and were not looked at.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn rate_the_ended(&self) -> Result<()> {
        let now = self.clock.now();
        let since = {
            let whole = *self.rated_whole.lock().unwrap_or_else(PoisonError::into_inner);
            let lately = whole.is_some_and(|at| at <= now && now < at + EVERYWHERE);
            lately.then_some(now - LATELY)
        };
        let mut after: Option<Place> = None;
        loop {
            let from = after.clone();
            let look =
                move |conn: &mut Conn| rows::not_looked_at(conn, since, from.as_ref(), AT_ONCE);
            let found = self.db.read(look).await?;
            let Some(last) = found.last() else { break };
            after = Some(last.clone());
            for (_, match_id) in found {
                match self.rate_one(&match_id).await {
                    // Said once already, and left to the newer server.
                    Err(error) if error.code == Code::NewerThanThisServer => {}
                    // Said once an hour, not at each look.
                    Err(error) if since.is_none() => {
                        tracing::error!(match_id, %error, "a match was not rated");
                    }
                    Err(_) => {}
                    Ok(()) => {}
                }
            }
        }
        if since.is_none() {
            *self.rated_whole.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        }
        Ok(())
    }

    /// Rates one match that has ended.
    async fn rate_one(&self, match_id: &str) -> Result<()> {
        let id = match_id.to_owned();
        let came_to = self.db.read(move |conn| came_to(conn, &id)).await?;
        let Some(came_to) = came_to else { return Ok(()) };
        match self.db.write(move |tx| keep(tx, &came_to)).await {
            // Another process was first.
            Err(error) if is_taken(&error) => Ok(()),
            done => done,
        }
    }
}

/// What a match came to by its stream, if it has ended.
pub(super) fn came_to(conn: &mut Conn, match_id: &str) -> Result<Option<Outcome>> {
    let records = read_all(events::from(conn, match_id, 1)?)?;
    outcome(match_id, &records).map_err(Error::from)
}

/// Keeps what a match came to, and rates it and all later ones of its game.
fn keep(conn: &mut Conn, came_to: &Outcome) -> Result<()> {
    rows::take_turn(conn, &came_to.game)?;
    let (outcome, results) = as_rows(came_to)?;
    rows::insert(conn, &outcome, &results)?;
    if came_to.verdict != Verdict::Rated {
        return Ok(());
    }
    rate_from(conn, &came_to.game, &(came_to.ended_at, came_to.match_id.clone()))
}

/// Rates the matches of a game from a place in the order on.
fn rate_from(conn: &mut Conn, game: &str, place: &Place) -> Result<()> {
    let results = rows::counting_from(conn, game, place)?;
    let key = |step: StepRow| ((step.match_id.clone(), step.account_id.clone()), step);
    let steps = rows::steps_from(conn, game, place)?;
    let mut before: BTreeMap<(String, String), StepRow> = steps.into_iter().map(key).collect();
    let mut ladder = Ladder::default();
    for of_match in results.chunk_by(|one, next| one.match_id == next.match_id) {
        for row in of_match.iter() {
            if !ladder.knows(&row.account_id) {
                let step = rows::step_before(conn, (&row.account_id, game), place)?;
                ladder.comes(&row.account_id, step.as_ref().map(Held::after));
            }
        }
        for step in ladder.next(of_match) {
            let known = before.remove(&(step.match_id.clone(), step.account_id.clone()));
            rows::change_step(conn, known.as_ref(), Some(&step))?;
        }
    }
    for gone in before.values() {
        rows::change_step(conn, Some(gone), None)?;
    }
    for (account, row) in ladder.rows(game) {
        match row {
            Some(row) => rows::keep(conn, &row)?,
            None => rows::forget(conn, account, game)?,
        }
    }
    Ok(())
}

/// What a match came to, as rows.
pub(super) fn as_rows(came_to: &Outcome) -> Result<(OutcomeRow, Vec<ResultRow>)> {
    let outcome = OutcomeRow {
        match_id: came_to.match_id.clone(),
        game: came_to.game.clone(),
        ended_at: came_to.ended_at,
        verdict: came_to.verdict.word().to_owned(),
    };
    let rated = came_to.verdict == Verdict::Rated;
    let result = |one: &Played| -> Result<ResultRow> {
        Ok(ResultRow {
            match_id: came_to.match_id.clone(),
            account_id: one.account.clone(),
            game: came_to.game.clone(),
            ended_at: came_to.ended_at,
            seat: i32::from(one.seat.0),
            part: one.part.word().to_owned(),
            counts: rated && one.part.is_compared(),
            standing: one.standing.map(i32::from),
            only_against: one.only_against,
            place: one.place.map(i32::from),
            points: one.points,
            sources: serde_json::to_string(&one.sources).map_err(Error::fault)?,
            waits: i32::try_from(one.waits).unwrap_or(i32::MAX),
            stood_in: i32::try_from(one.stood_in).unwrap_or(i32::MAX),
        })
    };
    Ok((outcome, came_to.people.iter().map(result).collect::<Result<_>>()?))
}

/// When it was last looked everywhere for matches that have ended.
pub(in crate::matches) type LookedWhole = std::sync::Mutex<Option<Instant>>;
