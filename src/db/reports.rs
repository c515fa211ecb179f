//! What people think the operator should see, as rows.

use super::schema::reports;
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::prelude::*;

/// What a report is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A line of a talk.
    Line,
    /// The title of a match.
    Title,
    /// A person, in no match.
    Person,
}

impl About {
    /// All of them.
    pub const ALL: &'static [About] = &[About::Line, About::Title, About::Person];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            About::Line => "line",
            About::Title => "title",
            About::Person => "person",
        }
    }
}

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
/// that was settled, the next one is new.
pub fn note(conn: &mut Conn, row: &ReportRow) -> Result<()> {
    let same = || reports::table.find((&row.match_id, &row.line_id, &row.account_id));
    let known: Option<Option<Instant>> =
        same().select(reports::settled_at).first(conn).optional()?;
    match known {
        Some(None) => return Ok(()),
        Some(Some(_)) => {
            diesel::delete(same()).execute(conn)?;
        }
        None => {}
    }
    diesel::insert_into(reports::table).values(row).execute(conn)?;
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

/// The oldest reports that are open, the oldest first.
pub fn open(conn: &mut Conn, most: i64) -> Result<Vec<ReportRow>> {
    Ok(reports::table
        .filter(reports::settled_at.is_null())
        .order((reports::reported_at.asc(), reports::id.asc()))
        .limit(most)
        .select(ReportRow::as_select())
        .load(conn)?)
}

/// The newest reports, settled or not, the oldest of them first.
pub fn newest(conn: &mut Conn, most: i64) -> Result<Vec<ReportRow>> {
    let mut found = reports::table
        .order((reports::reported_at.desc(), reports::id.desc()))
        .limit(most)
        .select(ReportRow::as_select())
        .load(conn)?;
    found.reverse();
    Ok(found)
}

/// How many reports there are: those that are open, or settled ones, too.
pub fn count(conn: &mut Conn, settled: bool) -> Result<i64> {
    match settled {
        true => Ok(reports::table.count().get_result(conn)?),
        false => {
            Ok(reports::table.filter(reports::settled_at.is_null()).count().get_result(conn)?)
        }
    }
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
