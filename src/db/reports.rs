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

/// Notes a report; the first of somebody about one thing counts.
pub fn insert(conn: &mut Conn, row: &ReportRow) -> Result<()> {
    let insert = diesel::insert_into(reports::table).values(row);
    match conn {
        Conn::Postgres(conn) => insert.on_conflict_do_nothing().execute(conn)?,
        Conn::Sqlite(conn) => insert.on_conflict_do_nothing().execute(conn)?,
    };
    Ok(())
}

/// The reports about the lines of a match, and its title.
pub fn of_match(conn: &mut Conn, match_id: &str) -> Result<Vec<ReportRow>> {
    Ok(reports::table
        .filter(reports::match_id.eq(match_id))
        .order((reports::reported_at.asc(), reports::line_id.asc()))
        .select(ReportRow::as_select())
        .load(conn)?)
}

/// The newest reports, the oldest of them first: those that are open, or settled ones, too.
pub fn newest(conn: &mut Conn, settled: bool, most: i64) -> Result<Vec<ReportRow>> {
    let mut asked = reports::table
        .order((reports::reported_at.desc(), reports::id.desc()))
        .limit(most)
        .select(ReportRow::as_select())
        .into_boxed();
    if !settled {
        asked = asked.filter(reports::settled_at.is_null());
    }
    let mut found = asked.load(conn)?;
    found.reverse();
    Ok(found)
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
