//! How fast people answer, as rows. All of it follows from the streams and is counted again
//! where it is gone.

use super::query::prelude::*;
use super::schema::{answers, counted, habits, matches};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{exists, not};

/// How long somebody took to answer in a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = answers)]
pub struct AnswersRow {
    /// In which match.
    pub match_id: String,
    /// Who.
    pub account_id: String,
    /// Their latest waits, as JSON.
    pub waits: String,
}

/// Up to which event the answers of a match are counted.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = counted)]
pub struct CountedRow {
    /// Of which match.
    pub match_id: String,
    /// The version of its last event then.
    pub version: i64,
    /// When they were counted.
    pub counted_at: Instant,
}

/// How long somebody usually takes to answer.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = habits)]
pub struct HabitRow {
    /// Who.
    pub account_id: String,
    /// The median, in counted minutes.
    pub minutes: i32,
}

/// Matches with these words for how far they are whose answers are not counted up to their
/// newest event, and were not counted since a moment, either; in the order of their ids, those
/// after this one.
pub fn to_count(
    conn: &mut Conn,
    (statuses, since): (&[&str], Instant),
    after: &str,
    most: i64,
) -> Result<Vec<String>> {
    let up_to_date = counted::table
        .filter(counted::match_id.eq(matches::id))
        .filter(counted::version.eq(matches::version).or(counted::counted_at.gt(since)));
    Ok(matches::table
        .filter(matches::status.eq_any(statuses))
        .filter(matches::id.gt(after))
        .filter(not(exists(up_to_date)))
        .order(matches::id.asc())
        .select(matches::id)
        .at_most(most)
        .load(conn)?)
}

/// Notes what the answers of a match come to, in place of what was known of it.
pub fn count(conn: &mut Conn, row: &CountedRow, all: &[AnswersRow]) -> Result<()> {
    diesel::delete(answers::table.filter(answers::match_id.eq(&row.match_id))).execute(conn)?;
    for one in all {
        diesel::insert_into(answers::table).values(one).execute(conn)?;
    }
    diesel::delete(counted::table.find(&row.match_id)).execute(conn)?;
    diesel::insert_into(counted::table).values(row).execute(conn)?;
    Ok(())
}

/// The answers in a match.
pub fn in_match(conn: &mut Conn, match_id: &str) -> Result<Vec<AnswersRow>> {
    let of = answers::table.filter(answers::match_id.eq(match_id));
    Ok(of.select(AnswersRow::as_select()).load(conn)?)
}

/// The answers of somebody in all matches.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<AnswersRow>> {
    let of = answers::table.filter(answers::account_id.eq(account_id));
    Ok(of.order(answers::match_id.asc()).select(AnswersRow::as_select()).load(conn)?)
}

/// Notes how long somebody usually takes; `None` where nothing can be said.
pub fn put(conn: &mut Conn, account_id: &str, minutes: Option<i32>) -> Result<()> {
    diesel::delete(habits::table.find(account_id)).execute(conn)?;
    if let Some(minutes) = minutes {
        let row = HabitRow { account_id: account_id.to_owned(), minutes };
        diesel::insert_into(habits::table).values(&row).execute(conn)?;
    }
    Ok(())
}

/// How long these people usually take, as far as something can be said.
pub fn of_accounts(conn: &mut Conn, account_ids: &[String]) -> Result<Vec<HabitRow>> {
    let of = habits::table.filter(habits::account_id.eq_any(account_ids));
    Ok(of.select(HabitRow::as_select()).load(conn)?)
}

/// Forgets how fast somebody answers.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(answers::table.filter(answers::account_id.eq(account_id))).execute(conn)?;
    diesel::delete(habits::table.find(account_id)).execute(conn)?;
    Ok(())
}

/// Has all of it counted again.
pub fn count_all_anew(conn: &mut Conn) -> Result<()> {
    diesel::delete(counted::table).execute(conn)?;
    Ok(())
}
