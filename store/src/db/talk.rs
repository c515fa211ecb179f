//! What people at a table write to each other, as rows; who has read how far, and who lets
//! spectators read it.

use super::query::prelude::*;
use super::schema::{talk_lines, talk_read, talk_shown};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{count_star, max};

/// A line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = talk_lines)]
pub struct LineRow {
    /// In which match.
    pub match_id: String,
    /// Its place among the lines of the match, from 1.
    pub number: i64,
    /// UUID, by which others know it.
    pub id: String,
    /// Who wrote it.
    pub account_id: String,
    /// The key under which the request is known again.
    pub idempotency_key: String,
    /// The newest version of the match when it was written.
    pub version: i64,
    /// What it says; empty once it is removed.
    pub said: String,
    /// The event that it points to.
    pub event: Option<i64>,
    /// The spot of the board that it points to.
    pub spot: Option<String>,
    /// When it was written.
    pub written_at: Instant,
    /// When it was removed.
    pub removed_at: Option<Instant>,
}

/// How far somebody has read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = talk_read)]
pub struct ReadRow {
    /// Who.
    pub account_id: String,
    /// In which match.
    pub match_id: String,
    /// The last line that they have read.
    pub number: i64,
}

/// Somebody who lets spectators read.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = talk_shown)]
pub struct ShownRow {
    /// In which match.
    pub match_id: String,
    /// Who.
    pub account_id: String,
    /// Since when.
    pub agreed_at: Instant,
}

/// Which lines of a match somebody may read: those from a version on, and those of some
/// people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Readable {
    /// From which version of the match on; `i64::MAX` where no line is readable by that.
    pub from: i64,
    /// Accounts all of whose lines are readable.
    pub of: Vec<String>,
    /// Accounts none of whose lines are: whoever reads has blocked them.
    pub but: Vec<String>,
}

impl Readable {
    /// Whether it holds a line.
    pub fn holds(&self, row: &LineRow) -> bool {
        row.removed_at.is_none()
            && (row.version >= self.from || self.of.contains(&row.account_id))
            && !self.but.contains(&row.account_id)
    }
}

/// The readable lines of a match before one of them, newest first.
pub fn lines(
    conn: &mut Conn,
    match_id: &str,
    readable: &Readable,
    before: i64,
    most: i64,
) -> Result<Vec<LineRow>> {
    let held =
        talk_lines::version.ge(readable.from).or(talk_lines::account_id.eq_any(&readable.of));
    Ok(talk_lines::table
        .filter(talk_lines::match_id.eq(match_id))
        .filter(talk_lines::number.lt(before))
        .filter(talk_lines::removed_at.is_null())
        .filter(talk_lines::account_id.ne_all(&readable.but))
        .filter(held)
        .order(talk_lines::number.desc())
        .select(LineRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// The number of the newest readable line and how many there are: another pair once anything
/// was written or removed.
pub fn newest(conn: &mut Conn, match_id: &str, readable: &Readable) -> Result<(i64, i64)> {
    let held =
        talk_lines::version.ge(readable.from).or(talk_lines::account_id.eq_any(&readable.of));
    let (newest, count): (Option<i64>, i64) = talk_lines::table
        .filter(talk_lines::match_id.eq(match_id))
        .filter(talk_lines::removed_at.is_null())
        .filter(talk_lines::account_id.ne_all(&readable.but))
        .filter(held)
        .select((max(talk_lines::number), count_star()))
        .first(conn)?;
    Ok((newest.unwrap_or(0), count))
}

/// A line of a match, removed or not.
pub fn line(conn: &mut Conn, match_id: &str, id: &str) -> Result<Option<LineRow>> {
    Ok(talk_lines::table
        .filter(talk_lines::match_id.eq(match_id))
        .filter(talk_lines::id.eq(id))
        .select(LineRow::as_select())
        .first(conn)
        .optional()?)
}

/// The line that somebody has written under this key.
pub fn by_key(
    conn: &mut Conn,
    match_id: &str,
    account_id: &str,
    key: &str,
) -> Result<Option<LineRow>> {
    Ok(talk_lines::table
        .filter(talk_lines::match_id.eq(match_id))
        .filter(talk_lines::account_id.eq(account_id))
        .filter(talk_lines::idempotency_key.eq(key))
        .select(LineRow::as_select())
        .first(conn)
        .optional()?)
}

/// The number of the last line of a match, removed or not; 0 before the first.
pub fn last(conn: &mut Conn, match_id: &str) -> Result<i64> {
    let numbers = talk_lines::table.filter(talk_lines::match_id.eq(match_id));
    let last: Option<i64> = numbers.select(max(talk_lines::number)).first(conn)?;
    Ok(last.unwrap_or(0))
}

/// Adds a line. Somebody else may have written one of its number.
pub fn insert(conn: &mut Conn, row: &LineRow) -> Result<()> {
    diesel::insert_into(talk_lines::table).values(row).execute(conn)?;
    Ok(())
}

/// When somebody wrote since a time, in whichever match, in order.
pub fn written_since(conn: &mut Conn, account_id: &str, then: Instant) -> Result<Vec<Instant>> {
    Ok(talk_lines::table
        .filter(talk_lines::account_id.eq(account_id))
        .filter(talk_lines::written_at.gt(then))
        .order(talk_lines::written_at.asc())
        .select(talk_lines::written_at)
        .load(conn)?)
}

/// Removes what a line says.
pub fn remove(conn: &mut Conn, match_id: &str, number: i64, now: Instant) -> Result<()> {
    diesel::update(talk_lines::table.find((match_id, number)))
        .set((
            talk_lines::said.eq(""),
            talk_lines::event.eq(None::<i64>),
            talk_lines::spot.eq(None::<String>),
            talk_lines::removed_at.eq(now),
        ))
        .execute(conn)?;
    Ok(())
}

/// The lines of others that somebody has not read in these matches, but for those of some
/// people: of which match, written at which version; at most so many.
pub fn unread(
    conn: &mut Conn,
    account_id: &str,
    but: &[String],
    match_ids: &[String],
    most: i64,
) -> Result<Vec<(String, i64)>> {
    let read =
        talk_read::match_id.eq(talk_lines::match_id).and(talk_read::account_id.eq(account_id));
    // The text for one match and nobody is always the same, and stays prepared.
    let mut theirs = match match_ids {
        [one] => All::of(talk_lines::match_id.eq(one)),
        several => All::of(talk_lines::match_id.eq_any(several)),
    };
    if !but.is_empty() {
        theirs = theirs.and(talk_lines::account_id.ne_all(but));
    }
    Ok(talk_lines::table
        .left_join(talk_read::table.on(read))
        .filter(theirs)
        .filter(talk_lines::account_id.ne(account_id))
        .filter(talk_lines::removed_at.is_null())
        .filter(
            talk_read::number
                .nullable()
                .is_null()
                .or(talk_lines::number.nullable().gt(talk_read::number.nullable())),
        )
        .order((talk_lines::match_id.asc(), talk_lines::number.desc()))
        .select((talk_lines::match_id, talk_lines::version))
        .at_most(most)
        .load(conn)?)
}

/// Notes that somebody has read up to a line; never less than before.
pub fn note_read(conn: &mut Conn, row: &ReadRow) -> Result<()> {
    let key = (row.account_id.as_str(), row.match_id.as_str());
    let known: Option<i64> =
        talk_read::table.find(key).select(talk_read::number).first(conn).optional()?;
    match known {
        None => {
            let insert = diesel::insert_into(talk_read::table).values(row);
            insert.on_conflict_do_nothing().execute(conn)?
        }
        Some(_) => {
            diesel::update(talk_read::table.find(key).filter(talk_read::number.lt(row.number)))
                .set(talk_read::number.eq(row.number))
                .execute(conn)?
        }
    };
    Ok(())
}

/// Who lets spectators read the talk of a match.
pub fn shown(conn: &mut Conn, match_id: &str) -> Result<Vec<String>> {
    let all = talk_shown::table.filter(talk_shown::match_id.eq(match_id));
    Ok(all.order(talk_shown::account_id.asc()).select(talk_shown::account_id).load(conn)?)
}

/// Notes whether somebody lets spectators read the talk of a match.
pub fn show(conn: &mut Conn, row: &ShownRow, yes: bool) -> Result<()> {
    if !yes {
        diesel::delete(talk_shown::table.find((&row.match_id, &row.account_id))).execute(conn)?;
        return Ok(());
    }
    let insert = diesel::insert_into(talk_shown::table).values(row);
    insert.on_conflict_do_nothing().execute(conn)?;
    Ok(())
}

/// What somebody has written and not removed, in whichever match, the oldest first.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<LineRow>> {
    Ok(talk_lines::table
        .filter(talk_lines::account_id.eq(account_id))
        .filter(talk_lines::removed_at.is_null())
        .order((talk_lines::written_at.asc(), talk_lines::id.asc()))
        .select(LineRow::as_select())
        .load(conn)?)
}

/// Removes what all lines of somebody say, and forgets what else is theirs. What was
/// reported stays as it was, until the operator has settled it.
pub fn forget(conn: &mut Conn, account_id: &str, now: Instant) -> Result<()> {
    for row in of_account(conn, account_id)? {
        remove(conn, &row.match_id, row.number, now)?;
    }
    diesel::delete(talk_read::table.filter(talk_read::account_id.eq(account_id))).execute(conn)?;
    diesel::delete(talk_shown::table.filter(talk_shown::account_id.eq(account_id)))
        .execute(conn)?;
    Ok(())
}
