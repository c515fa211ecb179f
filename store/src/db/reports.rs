//! What people think the operator should see, as rows.

use super::query::prelude::*;
use super::schema::reports;
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::{exists, min};
use strum::{IntoStaticStr, VariantArray};

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum About {
    /// A line of a talk.
    Line,
    /// The title of a match.
    Title,
    /// A person, in no match.
    Person,
}

/// What a report is about: a match (or none), and what of it.
pub type Thing = (String, String);

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = reports)]
pub struct ReportRow {
    /// In which match; empty where it is about a person.
    pub match_id: String,
    /// Which line; `title`, or the account of a person, where it is about that.
    pub line_id: String,
    /// By whom.
    pub account_id: String,
    /// Who had written it.
    pub author_id: String,
    /// Why.
    pub why: String,
    /// What it said then.
    pub said: String,
    /// When.
    pub reported_at: Instant,
    /// By which the operator names it.
    pub id: String,
    /// The word of what it is about.
    pub about: String,
    /// When the operator settled it.
    pub settled_at: Option<Instant>,
    /// Who did.
    pub settled_by: Option<String>,
    /// What they noted.
    pub note: Option<String>,
}

/// Notes a report. Of those of somebody about one thing that are open the first counts; once
/// that was settled, the next one is another.
pub fn note(conn: &mut Conn, row: &ReportRow) -> Result<()> {
    let open = reports::table
        .filter(reports::match_id.eq(&row.match_id))
        .filter(reports::line_id.eq(&row.line_id))
        .filter(reports::account_id.eq(&row.account_id))
        .filter(reports::settled_at.is_null());
    if !diesel::select(exists(open)).get_result(conn)? {
        diesel::insert_into(reports::table).values(row).execute(conn)?;
    }
    Ok(())
}

/// When somebody has reported anything since a moment, the earliest first.
pub fn made_since(conn: &mut Conn, account_id: &str, since: Instant) -> Result<Vec<Instant>> {
    Ok(reports::table
        .filter(reports::account_id.eq(account_id))
        .filter(reports::reported_at.gt(since))
        .order(reports::reported_at.asc())
        .select(reports::reported_at)
        .load(conn)?)
}

/// The reports about the lines of a match, and its title.
pub fn of_match(conn: &mut Conn, match_id: &str) -> Result<Vec<ReportRow>> {
    Ok(reports::table
        .filter(reports::match_id.eq(match_id))
        .order((reports::reported_at.asc(), reports::line_id.asc()))
        .select(ReportRow::as_select())
        .load(conn)?)
}

/// What is reported and not settled: those things whose oldest report is the oldest first,
/// without so many that come before.
pub fn open_things(conn: &mut Conn, skip: i64, most: i64) -> Result<Vec<Thing>> {
    let first = min(reports::reported_at);
    Ok(reports::table
        .filter(reports::settled_at.is_null())
        .group_by((reports::match_id, reports::line_id))
        .order((first.asc(), reports::match_id.asc(), reports::line_id.asc()))
        .offset(skip)
        .limit(most)
        .select((reports::match_id, reports::line_id))
        .load(conn)?)
}

/// The reports about one thing that are open, the oldest first.
pub fn open_about(conn: &mut Conn, (match_id, line_id): &Thing) -> Result<Vec<ReportRow>> {
    Ok(reports::table
        .filter(reports::match_id.eq(match_id))
        .filter(reports::line_id.eq(line_id))
        .filter(reports::settled_at.is_null())
        .order((reports::reported_at.asc(), reports::id.asc()))
        .select(ReportRow::as_select())
        .load(conn)?)
}

/// The newest reports, settled or not, without so many that are newer still; the oldest of them
/// first.
pub fn newest(conn: &mut Conn, skip: i64, most: i64) -> Result<Vec<ReportRow>> {
    let mut found = reports::table
        .order((reports::reported_at.desc(), reports::id.desc()))
        .offset(skip)
        .limit(most)
        .select(ReportRow::as_select())
        .load(conn)?;
    found.reverse();
    Ok(found)
}

/// How many reports there are, settled or not.
pub fn count(conn: &mut Conn) -> Result<i64> {
    Ok(reports::table.count().get_result(conn)?)
}

/// How many things there are about which reports are open.
pub fn count_open_things(conn: &mut Conn) -> Result<i64> {
    let things = reports::table
        .filter(reports::settled_at.is_null())
        .group_by((reports::match_id, reports::line_id))
        .select((reports::match_id, reports::line_id));
    Ok(things.load::<Thing>(conn)?.len() as i64)
}

/// The reports that somebody has made.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<ReportRow>> {
    Ok(reports::table
        .filter(reports::account_id.eq(account_id))
        .order((reports::reported_at.asc(), reports::id.asc()))
        .select(ReportRow::as_select())
        .load(conn)?)
}

/// The report of this name.
pub fn by_id(conn: &mut Conn, id: &str) -> Result<Option<ReportRow>> {
    Ok(reports::table
        .filter(reports::id.eq(id))
        .select(ReportRow::as_select())
        .first(conn)
        .optional()?)
}

/// Settles a report; whether it was open.
pub fn settle(conn: &mut Conn, id: &str, by: &str, note: &str, now: Instant) -> Result<bool> {
    let open = reports::table.filter(reports::id.eq(id)).filter(reports::settled_at.is_null());
    let settled = diesel::update(open)
        .set((reports::settled_at.eq(now), reports::settled_by.eq(by), reports::note.eq(note)))
        .execute(conn)?;
    Ok(settled == 1)
}
