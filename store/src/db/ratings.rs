//! What ended matches say about who plays how well, as rows: all of it follows from streams.
//!
//! Ratings depend on the order of matches: by when they ended, then by id. Whoever writes any of
//! it takes the game's turn first ([`take_turn`]), so that no two processes do so at once.

use super::query::prelude::*;
use super::schema::{
    accounts, matches, outcomes, rating_steps, rating_turns, ratings, results, seats,
};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{exists, not};

/// A match that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = outcomes)]
pub struct OutcomeRow {
    /// Which one.
    pub match_id: String,
    /// Slug of its game.
    pub game: String,
    /// When it ended.
    pub ended_at: Instant,
    /// `rated`, or why it moves no rating.
    pub verdict: String,
}

/// What a match came to for somebody who had a seat of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = results)]
pub struct ResultRow {
    /// Of which match.
    pub match_id: String,
    /// Whose; of a robot what stands for its account.
    pub account_id: String,
    /// Slug of its game.
    pub game: String,
    /// When it ended.
    pub ended_at: Instant,
    /// Counted from zero.
    pub seat: i32,
    /// `stayed`, `left`, `handed_on` or `substitute`.
    pub part: String,
    /// Whether they are compared with the others.
    pub counts: bool,
    /// Place among those who are compared and stayed, or left, where there is one.
    pub standing: Option<i32>,
    /// Whether the result counts only against them.
    pub only_against: bool,
    /// Place in the final ranking.
    pub place: Option<i32>,
    /// Final points.
    pub points: Option<i32>,
    /// Points by rule, as JSON.
    pub sources: String,
    /// How often the match waited for them until somebody played for the seat.
    pub waits: i32,
    /// How often that was a stand-in.
    pub stood_in: i32,
}

/// What a match did to somebody's rating.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = rating_steps, primary_key(match_id, account_id))]
pub struct StepRow {
    /// Which match.
    pub match_id: String,
    /// Whose rating.
    pub account_id: String,
    /// Slug of the game.
    pub game: String,
    /// When the match ended.
    pub ended_at: Instant,
    /// The how many-th match of theirs it is that moved their rating in this game, from 1.
    pub nth: i64,
    /// Their rating before, in thousandths of a point.
    pub rating_before: i64,
    /// How uncertain it was, in thousandths of a point.
    pub spread_before: i64,
    /// Their rating after, in thousandths of a point.
    pub rating_after: i64,
    /// How uncertain it is then, in thousandths of a point.
    pub spread_after: i64,
}

/// How well somebody plays a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = ratings)]
pub struct RatingRow {
    /// Whose.
    pub account_id: String,
    /// Slug of the game.
    pub game: String,
    /// In thousandths of a point.
    pub rating: i64,
    /// How uncertain it is, in thousandths of a point.
    pub spread: i64,
    /// How many matches have moved it.
    pub matches: i64,
    /// When the newest of them ended.
    pub rated_at: Instant,
}

/// How often matches of a game were rated.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = rating_turns)]
pub struct TurnsRow {
    /// Slug of the game.
    pub game: String,
    /// How often.
    pub turns: i64,
}

/// Where a match stands in the order in which matches are rated: when it ended, then its id.
pub type Place = (Instant, String);

/// Takes the turn of a game until the transaction ends. Of two first ones one is refused
/// ([`super::is_taken`]).
pub fn take_turn(conn: &mut Conn, game: &str) -> Result<()> {
    let mine = rating_turns::table.find(game);
    let counted = diesel::update(mine).set(rating_turns::turns.eq(rating_turns::turns + 1));
    if counted.execute(conn)? == 0 {
        let first = TurnsRow { game: game.to_owned(), turns: 1 };
        diesel::insert_into(rating_turns::table).values(first).execute(conn)?;
    }
    Ok(())
}

/// Matches that have ended since a moment, after a place in the order, and were not looked at.
pub fn not_looked_at(
    conn: &mut Conn,
    since: Option<Instant>,
    after: Option<&Place>,
    most: i64,
) -> Result<Vec<Place>> {
    let known = outcomes::table.filter(outcomes::match_id.eq(matches::id));
    let mut all = All::of(matches::status.eq("ended")).and(not(exists(known)));
    if let Some(since) = since {
        all = all.and(matches::ended_at.ge(since));
    }
    if let Some((at, id)) = after {
        let later = matches::ended_at.eq(*at).and(matches::id.gt(id.clone()));
        all = all.and(matches::ended_at.gt(*at).or(later));
    }
    Ok(matches::table
        .filter(all)
        .filter(matches::ended_at.is_not_null())
        .order((matches::ended_at.asc(), matches::id.asc()))
        .select((matches::ended_at.assume_not_null(), matches::id))
        .at_most(most)
        .load(conn)?)
}

/// The ended matches of a game, in no order.
pub fn ended(conn: &mut Conn, game: &str) -> Result<Vec<String>> {
    Ok(matches::table
        .filter(matches::status.eq("ended"))
        .filter(matches::game.eq(game))
        .select(matches::id)
        .load(conn)?)
}

/// Adds what a match came to. [`super::is_taken`] where it was looked at before.
pub fn insert(conn: &mut Conn, outcome: &OutcomeRow, rows: &[ResultRow]) -> Result<()> {
    diesel::insert_into(outcomes::table).values(outcome).execute(conn)?;
    rows.iter().try_for_each(|row| insert_result(conn, row))
}

fn insert_result(conn: &mut Conn, row: &ResultRow) -> Result<()> {
    diesel::insert_into(results::table).values(row).execute(conn)?;
    Ok(())
}

/// The results of a game that count, from a place in the order on.
pub fn counting_from(conn: &mut Conn, game: &str, from: &Place) -> Result<Vec<ResultRow>> {
    let (at, id) = from;
    let later = results::ended_at.eq(*at).and(results::match_id.ge(id));
    Ok(results::table
        .filter(results::game.eq(game))
        .filter(results::counts)
        .filter(results::ended_at.gt(*at).or(later))
        .order((results::ended_at.asc(), results::match_id.asc()))
        .select(ResultRow::as_select())
        .load(conn)?)
}

/// What the matches of a game did to ratings, from a place in the order on.
pub fn steps_from(conn: &mut Conn, game: &str, from: &Place) -> Result<Vec<StepRow>> {
    let (at, id) = from;
    let later = rating_steps::ended_at.eq(*at).and(rating_steps::match_id.ge(id));
    Ok(rating_steps::table
        .filter(rating_steps::game.eq(game))
        .filter(rating_steps::ended_at.gt(*at).or(later))
        .select(StepRow::as_select())
        .load(conn)?)
}

/// The newest match before a place in the order that moved somebody's rating.
pub fn step_before(
    conn: &mut Conn,
    (account_id, game): (&str, &str),
    before: &Place,
) -> Result<Option<StepRow>> {
    let (at, id) = before;
    let same = rating_steps::ended_at.eq(*at).and(rating_steps::match_id.lt(id));
    Ok(rating_steps::table
        .filter(rating_steps::account_id.eq(account_id))
        .filter(rating_steps::game.eq(game))
        .filter(rating_steps::ended_at.lt(*at).or(same))
        .order((rating_steps::ended_at.desc(), rating_steps::match_id.desc()))
        .select(StepRow::as_select())
        .first(conn)
        .optional()?)
}

/// Puts a step in the place of another one.
pub fn change_step(conn: &mut Conn, from: Option<&StepRow>, to: Option<&StepRow>) -> Result<()> {
    match (from, to) {
        (from, to) if from == to => {}
        (Some(_), Some(to)) => {
            let known = rating_steps::table.find((&to.match_id, &to.account_id));
            diesel::update(known).set(to).execute(conn)?;
        }
        (None, Some(to)) => {
            diesel::insert_into(rating_steps::table).values(to).execute(conn)?;
        }
        (Some(from), None) => {
            let known = rating_steps::table.find((&from.match_id, &from.account_id));
            diesel::delete(known).execute(conn)?;
        }
        (None, None) => {}
    }
    Ok(())
}

/// Keeps how well somebody plays a game.
pub fn keep(conn: &mut Conn, row: &RatingRow) -> Result<()> {
    let known = ratings::table.find((&row.account_id, &row.game));
    if diesel::update(known).set(row).execute(conn)? == 0 {
        diesel::insert_into(ratings::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// Forgets how well somebody plays a game.
pub fn forget(conn: &mut Conn, account_id: &str, game: &str) -> Result<()> {
    diesel::delete(ratings::table.find((account_id, game))).execute(conn)?;
    Ok(())
}

/// All that is known of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Its matches that were looked at, in the order in which they are rated.
    pub outcomes: Vec<OutcomeRow>,
    /// What they came to, by match and account.
    pub results: Vec<ResultRow>,
    /// What they did to ratings, by match and account.
    pub steps: Vec<StepRow>,
    /// How well people play it, by account.
    pub ratings: Vec<RatingRow>,
}

impl Known {
    /// The same in the order that is promised, in whatever order a database sorts texts.
    #[must_use]
    pub fn sorted(mut self) -> Known {
        self.outcomes.sort_by(|one, next| {
            (one.ended_at, &one.match_id).cmp(&(next.ended_at, &next.match_id))
        });
        self.results.sort_by(|one, next| {
            (&one.match_id, &one.account_id).cmp(&(&next.match_id, &next.account_id))
        });
        self.steps.sort_by(|one, next| {
            (&one.match_id, &one.account_id).cmp(&(&next.match_id, &next.account_id))
        });
        self.ratings.sort_by(|one, next| one.account_id.cmp(&next.account_id));
        self
    }
}

/// All that is known of a game.
pub fn all(conn: &mut Conn, game: &str) -> Result<Known> {
    let known = Known {
        outcomes: outcomes::table
            .filter(outcomes::game.eq(game))
            .select(OutcomeRow::as_select())
            .load(conn)?,
        results: results::table
            .filter(results::game.eq(game))
            .select(ResultRow::as_select())
            .load(conn)?,
        steps: rating_steps::table
            .filter(rating_steps::game.eq(game))
            .select(StepRow::as_select())
            .load(conn)?,
        ratings: ratings::table
            .filter(ratings::game.eq(game))
            .select(RatingRow::as_select())
            .load(conn)?,
    };
    Ok(known.sorted())
}

/// Puts this in the place of all that is known of a game.
pub fn replace(conn: &mut Conn, game: &str, known: &Known) -> Result<()> {
    diesel::delete(outcomes::table.filter(outcomes::game.eq(game))).execute(conn)?;
    diesel::delete(results::table.filter(results::game.eq(game))).execute(conn)?;
    diesel::delete(rating_steps::table.filter(rating_steps::game.eq(game))).execute(conn)?;
    diesel::delete(ratings::table.filter(ratings::game.eq(game))).execute(conn)?;
    for row in &known.outcomes {
        diesel::insert_into(outcomes::table).values(row).execute(conn)?;
    }
    known.results.iter().try_for_each(|row| insert_result(conn, row))?;
    known.steps.iter().try_for_each(|row| change_step(conn, None, Some(row)))?;
    known.ratings.iter().try_for_each(|row| keep(conn, row))
}

/// How well somebody plays, by game.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<RatingRow>> {
    Ok(ratings::table
        .filter(ratings::account_id.eq(account_id))
        .order(ratings::game.asc())
        .select(RatingRow::as_select())
        .load(conn)?)
}

/// Who plays a game best, of those with so many matches, the best first. Who is gone or may not
/// sign in is not listed.
pub fn best(conn: &mut Conn, game: &str, matches: i64, most: i64) -> Result<Vec<RatingRow>> {
    let here = accounts::table
        .filter(accounts::closed_at.is_null())
        .filter(accounts::frozen_at.is_null())
        .select(accounts::id);
    Ok(ratings::table
        .filter(ratings::game.eq(game))
        .filter(ratings::matches.ge(matches))
        .filter(ratings::account_id.eq_any(here))
        .order((ratings::rating.desc(), ratings::spread.asc(), ratings::account_id.asc()))
        .select(RatingRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// Somebody's results in matches that somebody may know of, the newest first: public ones, and
/// those that they host or have or had a seat of.
pub fn seen(
    conn: &mut Conn,
    account_id: &str,
    seen_by: Option<&str>,
    game: Option<&str>,
    before: Option<&Place>,
    most: i64,
) -> Result<Vec<ResultRow>> {
    let public = matches::table.filter(matches::visibility.eq("public")).select(matches::id);
    let all = All::of(results::account_id.eq(account_id.to_owned()));
    let mut all = match seen_by {
        Some(me) if me == account_id => all,
        Some(me) => {
            let me = me.to_owned();
            let hosted = matches::table.filter(matches::host_id.eq(me.clone())).select(matches::id);
            let sat = seats::table.filter(seats::account_id.eq(me.clone())).select(seats::match_id);
            let mine = diesel::alias!(results as mine);
            let had = mine
                .filter(mine.field(results::account_id).eq(me))
                .select(mine.field(results::match_id));
            all.and(
                results::match_id
                    .eq_any(public)
                    .or(results::match_id.eq_any(hosted))
                    .or(results::match_id.eq_any(sat))
                    .or(results::match_id.eq_any(had)),
            )
        }
        None => all.and(results::match_id.eq_any(public)),
    };
    if let Some(game) = game {
        all = all.and(results::game.eq(game.to_owned()));
    }
    if let Some((at, id)) = before {
        let same = results::ended_at.eq(*at).and(results::match_id.lt(id.clone()));
        all = all.and(results::ended_at.lt(*at).or(same));
    }
    Ok(results::table
        .filter(all)
        .order((results::ended_at.desc(), results::match_id.desc()))
        .select(ResultRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// What these matches did to ratings, in no order.
pub fn steps_of(conn: &mut Conn, match_ids: &[String]) -> Result<Vec<StepRow>> {
    Ok(rating_steps::table
        .filter(rating_steps::match_id.eq_any(match_ids))
        .select(StepRow::as_select())
        .load(conn)?)
}

/// Everybody's results in these matches, by match and seat.
pub fn of_matches(conn: &mut Conn, match_ids: &[String]) -> Result<Vec<ResultRow>> {
    Ok(results::table
        .filter(results::match_id.eq_any(match_ids))
        .order((results::match_id.asc(), results::seat.asc(), results::account_id.asc()))
        .select(ResultRow::as_select())
        .load(conn)?)
}

/// What these matches came to.
pub fn outcomes_of(conn: &mut Conn, match_ids: &[String]) -> Result<Vec<OutcomeRow>> {
    Ok(outcomes::table
        .filter(outcomes::match_id.eq_any(match_ids))
        .select(OutcomeRow::as_select())
        .load(conn)?)
}
