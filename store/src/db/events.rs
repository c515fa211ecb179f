//! The streams, as rows.

use super::query::next;
use super::query::prelude::*;
use super::schema::events;
use super::{Conn, Result, taken};
use crate::clock::Instant;
use diesel::backend::Backend;
use diesel::query_builder::{AstPass, QueryFragment};
use diesel::serialize::ToSql;
use diesel::sql_types::{BigInt, Integer, Nullable, Text, Timestamp};

/// One row of a stream. `data` and `command` are JSON texts, stored and hashed as they are.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
// Stated, not left to a default: so a list of them is one statement on SQLite, too.
#[diesel(table_name = events, treat_none_as_default_value = false)]
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

/// The most rows of one statement: each number of rows is a statement of its own to prepare.
const AT_ONCE: usize = 16;

/// Appends rows to a stream, on exactly the row and hash they were decided on; a new
/// stream has no such row. [`super::is_taken`] when another writer was first, or when
/// that row is not there (any more).
pub fn append(conn: &mut Conn, on: Option<&Head>, rows: &[EventRow]) -> Result<()> {
    for (number, rows) in rows.chunks(AT_ONCE).enumerate() {
        let on = on.filter(|_| number == 0);
        if (Append { on, rows }).execute(conn)? != rows.len() {
            return Err(taken());
        }
    }
    Ok(())
}

/// How many events of these kinds somebody has caused in a stream.
pub fn caused(conn: &mut Conn, match_id: &str, actor: &str, kinds: &[&str]) -> Result<i64> {
    let theirs = events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::actor.eq(actor))
        .filter(events::kind.eq_any(kinds));
    Ok(theirs.count().get_result(conn)?)
}

/// Rows of one stream in one statement, inserted if the row they build on is there. A query in
/// SQL would be prepared anew each time.
struct Append<'a> {
    on: Option<&'a Head>,
    rows: &'a [EventRow],
}

impl<DB: Backend> QueryFragment<DB> for Append<'_>
where
    String: ToSql<Text, DB>,
    i32: ToSql<Integer, DB>,
    i64: ToSql<BigInt, DB>,
    Instant: ToSql<Timestamp, DB>,
    Option<String>: ToSql<Nullable<Text>, DB>,
    Option<i32>: ToSql<Nullable<Integer>, DB>,
    Option<i64>: ToSql<Nullable<BigInt>, DB>,
{
    fn walk_ast<'b>(&'b self, mut pass: AstPass<'_, 'b, DB>) -> QueryResult<()> {
        pass.push_sql(
            "INSERT INTO events (match_id, version, kind, schema_number, data, seat, actor, \
             command, draw, recorded_at, salt, hash) SELECT * FROM (VALUES ",
        );
        for (number, row) in self.rows.iter().enumerate() {
            let begins = if number == 0 { "(" } else { "), (" };
            next::<_, Text, _>(&mut pass, begins, &row.match_id)?;
            next::<_, BigInt, _>(&mut pass, ", ", &row.version)?;
            next::<_, Text, _>(&mut pass, ", ", &row.kind)?;
            next::<_, Integer, _>(&mut pass, ", ", &row.schema_number)?;
            next::<_, Text, _>(&mut pass, ", ", &row.data)?;
            next::<_, Nullable<Integer>, _>(&mut pass, ", ", &row.seat)?;
            next::<_, Text, _>(&mut pass, ", ", &row.actor)?;
            next::<_, Nullable<Text>, _>(&mut pass, ", ", &row.command)?;
            next::<_, Nullable<BigInt>, _>(&mut pass, ", ", &row.draw)?;
            next::<_, Timestamp, _>(&mut pass, ", ", &row.recorded_at)?;
            next::<_, Text, _>(&mut pass, ", ", &row.salt)?;
            next::<_, Text, _>(&mut pass, ", ", &row.hash)?;
        }
        pass.push_sql(")) AS new");
        if let (Some(head), Some(row)) = (self.on, self.rows.first()) {
            let there = " WHERE EXISTS (SELECT 1 FROM events WHERE match_id = ";
            next::<_, Text, _>(&mut pass, there, &row.match_id)?;
            next::<_, BigInt, _>(&mut pass, " AND version = ", &head.version)?;
            next::<_, Text, _>(&mut pass, " AND hash = ", &head.hash)?;
            pass.push_sql(")");
        }
        Ok(())
    }
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

/// Whether a row is (still) the newest of its match.
pub fn is_newest(conn: &mut Conn, match_id: &str, head: &Head) -> Result<bool> {
    let since = events::table
        .filter(events::match_id.eq(match_id))
        .filter(events::version.ge(head.version))
        .select(events::hash)
        .at_most(2)
        .load::<String>(conn)?;
    Ok(since.as_slice() == std::slice::from_ref(&head.hash))
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
