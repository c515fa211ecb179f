//! The streams, as rows.

use super::query::prelude::*;
use super::schema::events;
use super::{Conn, Result, taken};
use crate::clock::Instant;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamp};

/// One row of a stream. `data` and `command` are JSON texts, stored and hashed as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
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
    /// Who caused it: an account, a robot, the clock or the operator.
    pub actor: String,
    /// The command, beside the first of its events.
    pub command: Option<String>,
    /// Beside the first event of a command that drew from chance: its number among those.
    pub draw: Option<i64>,
    /// When it was accepted.
    pub recorded_at: Instant,
    /// Random, so that the hash says nothing about what is hidden; 32 hexadecimal digits.
    pub salt: String,
    /// Over the hash before and this row.
    pub hash: String,
}

/// The newest row of a stream, as whoever wants to append knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Its version.
    pub version: i64,
    /// Its hash.
    pub hash: String,
}

/// Appends rows to a stream, on exactly the row and hash they were decided on; a new
/// stream has no such row. [`super::is_taken`] when another writer was first, or when
/// that row is not there (any more).
pub fn append(conn: &mut Conn, on: Option<&Head>, rows: &[EventRow]) -> Result<()> {
    let Some((first, rest)) = rows.split_first() else { return Ok(()) };
    match on {
        None => insert(conn, first)?,
        Some(head) => insert_on(conn, head, first)?,
    }
    rest.iter().try_for_each(|row| insert(conn, row))
}

/// How many events of these kinds somebody has caused in a stream.
pub fn caused(conn: &mut Conn, match_id: &str, actor: &str, kinds: &[&str]) -> Result<i64> {
    let theirs = events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::actor.eq(actor))
        .filter(events::kind.eq_any(kinds));
    Ok(theirs.count().get_result(conn)?)
}

fn insert(conn: &mut Conn, row: &EventRow) -> Result<()> {
    diesel::insert_into(events::table).values(row).execute(conn)?;
    Ok(())
}

/// Inserts a row if the one it builds on is there, in one statement.
fn insert_on(conn: &mut Conn, head: &Head, row: &EventRow) -> Result<()> {
    let columns = "match_id, version, kind, schema_number, data, seat, actor, command, draw, \
                   recorded_at, salt, hash";
    let values: Vec<String> = (1..=12).map(|n| format!("${n}")).collect();
    let values = values.join(", ");
    let inserted = diesel::sql_query(format!(
        "INSERT INTO events ({columns}) SELECT {values} WHERE EXISTS (SELECT 1 FROM events \
         WHERE match_id = $1 AND version = $13 AND hash = $14)"
    ))
    .bind::<Text, _>(&row.match_id)
    .bind::<BigInt, _>(row.version)
    .bind::<Text, _>(&row.kind)
    .bind::<Integer, _>(row.schema_number)
    .bind::<Text, _>(&row.data)
    .bind::<Nullable<Integer>, _>(row.seat)
    .bind::<Text, _>(&row.actor)
    .bind::<Nullable<Text>, _>(&row.command)
    .bind::<Nullable<BigInt>, _>(row.draw)
    .bind::<Timestamp, _>(row.recorded_at)
    .bind::<Text, _>(&row.salt)
    .bind::<Text, _>(&row.hash)
    .bind::<BigInt, _>(head.version)
    .bind::<Text, _>(&head.hash)
    .execute(conn)?;
    if inserted == 1 { Ok(()) } else { Err(taken()) }
}

/// The rows of a match from one version up to another, both included, in order.
pub fn between(conn: &mut Conn, match_id: &str, from: i64, up_to: i64) -> Result<Vec<EventRow>> {
    Ok(events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::version.ge(from))
        .filter(events::version.le(up_to))
        .order(events::version.asc())
        .select(EventRow::as_select())
        .load(conn)?)
}

/// The rows of a match from a version on, in order.
pub fn from(conn: &mut Conn, match_id: &str, version: i64) -> Result<Vec<EventRow>> {
    between(conn, match_id, version, i64::MAX)
}

/// The newest row of a match.
pub fn head(conn: &mut Conn, match_id: &str) -> Result<Option<Head>> {
    let head: Option<(i64, String)> = events::table
        .filter(events::match_id.eq(match_id))
        .order(events::version.desc())
        .select((events::version, events::hash))
        .first(conn)
        .optional()?;
    Ok(head.map(|(version, hash)| Head { version, hash }))
}

/// The matches that have a stream, oldest first.
pub fn streams(conn: &mut Conn) -> Result<Vec<String>> {
    Ok(events::table
        .select(events::match_id)
        .distinct()
        .order(events::match_id.asc())
        .load(conn)?)
}
