//! Which hours count for whom, as rows: what people have said, and the calendars that
//! streams name.

use super::query::prelude::*;
use super::schema::{calendars, hours, matches, seats, zone_laws};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::max;

/// What somebody has said of their hours.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = hours)]
pub struct HoursRow {
    /// Who.
    pub account_id: String,
    /// Their zone, by its name in the database of zones.
    pub zone: String,
    /// When their quiet hours begin, in minutes after local midnight.
    pub quiet_from: i32,
    /// The two days of the week that they are off where a match agrees on that, as JSON.
    pub days_off: String,
    /// When they last changed that themselves.
    pub changed_at: Option<Instant>,
    /// When the offsets of the zone were last looked up.
    pub looked_up_at: Instant,
    /// Whether matches of theirs may not know of it yet.
    pub pending: bool,
}

/// A calendar of which a stream holds a digest only.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = calendars)]
pub struct CalendarRow {
    /// In which match.
    pub match_id: String,
    /// What the stream holds.
    pub digest: String,
    /// Whose.
    pub account_id: String,
    /// Random, 32 hexadecimal digits.
    pub salt: String,
    /// What it says, as JSON.
    pub calendar: String,
}

/// What somebody has said of their hours, if anything.
pub fn hours_of(conn: &mut Conn, account_id: &str) -> Result<Option<HoursRow>> {
    let found = hours::table.find(account_id).select(HoursRow::as_select());
    Ok(found.first(conn).optional()?)
}

/// Keeps what somebody has said of their hours.
pub fn keep_hours(conn: &mut Conn, row: &HoursRow) -> Result<()> {
    diesel::delete(hours::table.find(&row.account_id)).execute(conn)?;
    diesel::insert_into(hours::table).values(row).execute(conn)?;
    Ok(())
}

/// Whose hours matches may not know of yet, and whose were looked up before this time.
///
/// In the order of accounts, those after this one.
pub fn unsettled(
    conn: &mut Conn,
    looked_up_before: Instant,
    after: &str,
    most: i64,
) -> Result<Vec<HoursRow>> {
    Ok(hours::table
        .filter(hours::account_id.gt(after))
        .filter(hours::pending.or(hours::looked_up_at.lt(looked_up_before)))
        .order(hours::account_id.asc())
        .select(HoursRow::as_select())
        .at_most(most)
        .load(conn)?)
}

/// An edition of the laws of time zones that was met.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = zone_laws)]
pub struct ZoneLawRow {
    /// Which one.
    pub edition: String,
    /// When.
    pub met_at: Instant,
}

/// Meets an edition of the laws of time zones: where it is new, matches may not know of
/// anybody's hours as they are by it.
pub fn meet(conn: &mut Conn, row: &ZoneLawRow) -> Result<bool> {
    let known: i64 =
        zone_laws::table.filter(zone_laws::edition.eq(&row.edition)).count().get_result(conn)?;
    if known > 0 {
        return Ok(false);
    }
    diesel::insert_into(zone_laws::table).values(row).execute(conn)?;
    diesel::update(hours::table).set(hours::pending.eq(true)).execute(conn)?;
    Ok(true)
}

/// The newest edition of the laws of time zones that any process has met: their names sort by time.
pub fn newest_law(conn: &mut Conn) -> Result<Option<String>> {
    Ok(zone_laws::table.select(max(zone_laws::edition)).first(conn)?)
}

/// All matches of somebody know of these hours, unless they were changed since.
pub fn settle(conn: &mut Conn, row: &HoursRow) -> Result<()> {
    diesel::update(hours::table.find(&row.account_id))
        .filter(hours::looked_up_at.eq(row.looked_up_at))
        .filter(hours::zone.eq(&row.zone))
        .set(hours::pending.eq(false))
        .execute(conn)?;
    Ok(())
}

/// Matches of somebody may not know of their hours.
pub fn unsettle(conn: &mut Conn, account_id: &str) -> Result<()> {
    let theirs = hours::table.find(account_id);
    diesel::update(theirs).set(hours::pending.eq(true)).execute(conn)?;
    Ok(())
}

/// The matches in which somebody has a seat that are not over.
pub fn matches_of(conn: &mut Conn, account_id: &str) -> Result<Vec<String>> {
    Ok(seats::table
        .inner_join(matches::table.on(matches::id.eq(seats::match_id)))
        .filter(seats::account_id.eq(account_id))
        .filter(matches::status.eq_any(["open", "running"]))
        .order(matches::id.asc())
        .select(matches::id)
        .load(conn)?)
}

/// Adds a calendar that a stream names.
pub fn insert(conn: &mut Conn, row: &CalendarRow) -> Result<()> {
    diesel::insert_into(calendars::table).values(row).execute(conn)?;
    Ok(())
}

/// The calendars that a stream names, as far as they are kept.
pub fn of_match(conn: &mut Conn, match_id: &str) -> Result<Vec<CalendarRow>> {
    Ok(calendars::table
        .filter(calendars::match_id.eq(match_id))
        .order((calendars::account_id.asc(), calendars::digest.asc()))
        .select(CalendarRow::as_select())
        .load(conn)?)
}

/// Forgets the hours of somebody, and all calendars of theirs.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(hours::table.find(account_id)).execute(conn)?;
    diesel::delete(calendars::table.filter(calendars::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}
