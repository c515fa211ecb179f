//! What falls due in matches, as rows: last calls, and times that are over.

use super::query::prelude::*;
use super::schema::{last_calls, seats};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{exists, not};

/// Somebody was called for the last time before their time is over.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = last_calls)]
pub struct LastCallRow {
    /// In which match.
    pub match_id: String,
    /// Which seat.
    pub seat: i32,
    /// Before which time is over.
    pub due_at: Instant,
    /// Whose seat it was.
    pub account_id: String,
    /// By which notice; in rows of older versions by which letter.
    pub letter_id: String,
    /// When to look again, where the end of their time is put off.
    pub look_at: Option<Instant>,
    /// When.
    pub called_at: Option<Instant>,
}

/// A seat that something is due for.
#[derive(Clone, Debug, PartialEq, Eq, Queryable)]
pub struct DueRow {
    /// In which match.
    pub match_id: String,
    /// Which seat.
    pub seat: i32,
    /// Whose it is.
    pub account_id: String,
    /// When its time is over.
    pub due_at: Option<Instant>,
}

/// The seats whose people are to be called for the last time, longest due first.
pub fn to_call(conn: &mut Conn, now: Instant, most: i64) -> Result<Vec<DueRow>> {
    Ok(seats::table
        .filter(seats::call_at.le(now))
        .filter(not(exists(
            last_calls::table
                .filter(last_calls::match_id.eq(seats::match_id))
                .filter(last_calls::seat.eq(seats::seat))
                .filter(last_calls::due_at.nullable().eq(seats::due_at)),
        )))
        .order((seats::call_at.asc(), seats::match_id.asc(), seats::seat.asc()))
        .select((seats::match_id, seats::seat, seats::account_id, seats::due_at))
        .at_most(most)
        .load(conn)?)
}

/// The seats whose time is over and not put off, longest over first.
pub fn over(conn: &mut Conn, now: Instant, most: i64) -> Result<Vec<DueRow>> {
    Ok(seats::table
        .filter(seats::lapse_at.le(now))
        .filter(exists(
            last_calls::table
                .filter(last_calls::match_id.eq(seats::match_id))
                .filter(last_calls::seat.eq(seats::seat))
                .filter(last_calls::due_at.nullable().eq(seats::due_at))
                .filter(last_calls::look_at.is_null().or(last_calls::look_at.le(now))),
        ))
        .order((seats::lapse_at.asc(), seats::match_id.asc(), seats::seat.asc()))
        .select((seats::match_id, seats::seat, seats::account_id, seats::due_at))
        .at_most(most)
        .load(conn)?)
}

/// How a seat was called before this time, if it was.
pub fn last_call(
    conn: &mut Conn,
    match_id: &str,
    seat: i32,
    due_at: Instant,
) -> Result<Option<LastCallRow>> {
    Ok(last_calls::table
        .find((match_id, seat))
        .filter(last_calls::due_at.eq(due_at))
        .select(LastCallRow::as_select())
        .first(conn)
        .optional()?)
}

/// Keeps how a seat was called, in place of how it was called before.
pub fn keep(conn: &mut Conn, row: &LastCallRow) -> Result<()> {
    diesel::delete(last_calls::table.find((&row.match_id, row.seat))).execute(conn)?;
    diesel::insert_into(last_calls::table).values(row).execute(conn)?;
    Ok(())
}

/// Forgets how a seat was called.
pub fn forget(conn: &mut Conn, row: &LastCallRow) -> Result<()> {
    let judged = last_calls::table.find((&row.match_id, row.seat));
    diesel::delete(judged.filter(last_calls::letter_id.eq(&row.letter_id))).execute(conn)?;
    Ok(())
}

/// Puts off the end of a seat's time: it is looked at again then.
pub fn put_off(conn: &mut Conn, match_id: &str, seat: i32, look_at: Instant) -> Result<()> {
    diesel::update(last_calls::table.find((match_id, seat)))
        .set(last_calls::look_at.eq(look_at))
        .execute(conn)?;
    Ok(())
}

/// How many matches wait for somebody whose clock runs, and when the time of the first of
/// them is over.
pub fn running(conn: &mut Conn) -> Result<(i64, Option<Instant>)> {
    let timed = seats::table.filter(seats::due_at.is_not_null());
    let count = timed.count().get_result(conn)?;
    let first = timed.select(diesel::dsl::min(seats::due_at)).first(conn)?;
    Ok((count, first))
}
