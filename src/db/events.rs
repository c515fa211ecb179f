//! The streams, as rows.

use super::schema::events;
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::prelude::*;

/// One row of a stream. `data` and `command` are JSON texts, stored and hashed as they are.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = events)]
pub struct EventRow {
    /// Whose stream.
    pub match_id: String,
    /// 1 for the first event.
    pub version: i64,
    /// The match's own word for what happened.
    pub kind: String,
    /// How old the form of `data` is.
    pub schema_number: i32,
    /// What happened.
    pub data: String,
    /// The seat it happened to or by.
    pub seat: Option<i32>,
    /// The account that caused it; none where the platform did.
    pub actor: Option<String>,
    /// Shared by the events of one command.
    pub command_id: Option<String>,
    /// The command, beside the first of its events.
    pub command: Option<String>,
    /// When it was accepted.
    pub recorded_at: Instant,
    /// Over the hash before and this row.
    pub hash: String,
}

/// Appends a row. [`super::is_taken`] when another writer was first.
pub fn append(conn: &mut Conn, row: &EventRow) -> Result<()> {
    diesel::insert_into(events::table).values(row).execute(conn)?;
    Ok(())
}

/// The rows of a match from after one version up to another, in order.
pub fn between(conn: &mut Conn, match_id: &str, after: i64, up_to: i64) -> Result<Vec<EventRow>> {
    Ok(events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::version.gt(after))
        .filter(events::version.le(up_to))
        .order(events::version.asc())
        .select(EventRow::as_select())
        .load(conn)?)
}

/// The rows of a match after a version, in order.
pub fn after(conn: &mut Conn, match_id: &str, version: i64) -> Result<Vec<EventRow>> {
    between(conn, match_id, version, i64::MAX)
}

/// The version and hash of the newest row of a match.
pub fn head(conn: &mut Conn, match_id: &str) -> Result<Option<(i64, String)>> {
    Ok(events::table
        .filter(events::match_id.eq(match_id))
        .order(events::version.desc())
        .select((events::version, events::hash))
        .first(conn)
        .optional()?)
}

/// The matches that have a stream, oldest first.
pub fn streams(conn: &mut Conn) -> Result<Vec<String>> {
    Ok(events::table
        .filter(events::version.eq(1))
        .order(events::match_id.asc())
        .select(events::match_id)
        .load(conn)?)
}

/// The version of the latest event before `before` that an account caused; 0 if none.
pub fn latest_of(conn: &mut Conn, match_id: &str, account_id: &str, before: i64) -> Result<i64> {
    let latest: Option<i64> = events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::version.lt(before))
        .filter(events::actor.eq(account_id))
        .select(diesel::dsl::max(events::version))
        .first(conn)?;
    Ok(latest.unwrap_or(0))
}

/// The version of the latest event that anybody but an account caused, robots too; 0 if none.
pub fn latest_of_others(conn: &mut Conn, match_id: &str, account_id: &str) -> Result<i64> {
    let latest: Option<i64> = events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::actor.is_null().or(events::actor.ne(account_id)))
        .select(diesel::dsl::max(events::version))
        .first(conn)?;
    Ok(latest.unwrap_or(0))
}
