//! What people write to themselves about matches, as rows.

use super::query::prelude::*;
use super::schema::{bookmarks, notes};
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::sql_types::Text;

/// A note.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = notes)]
pub struct NoteRow {
    /// Whose.
    pub account_id: String,
    /// About which match.
    pub match_id: String,
    /// What it says.
    pub said: String,
    /// How often it was saved.
    pub saves: i64,
    /// When it was saved last.
    pub saved_at: Instant,
}

/// An event that somebody wants to find again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = bookmarks)]
pub struct BookmarkRow {
    /// Whose.
    pub account_id: String,
    /// In which match.
    pub match_id: String,
    /// The version of the event.
    pub event: i64,
    /// What it is called; may be empty.
    pub name: String,
    /// When it was made.
    pub made_at: Instant,
}

/// Somebody's note about a match.
pub fn note(conn: &mut Conn, account_id: &str, match_id: &str) -> Result<Option<NoteRow>> {
    Ok(notes::table
        .find((account_id, match_id))
        .select(NoteRow::as_select())
        .first(conn)
        .optional()?)
}

/// Saves a note after the one before it; whether that is still the newest. Of two first ones
/// one is refused ([`super::is_taken`]).
pub fn save(conn: &mut Conn, row: &NoteRow) -> Result<bool> {
    if row.saves == 1 {
        diesel::insert_into(notes::table).values(row).execute(conn)?;
        return Ok(true);
    }
    let before =
        notes::table.find((&row.account_id, &row.match_id)).filter(notes::saves.eq(row.saves - 1));
    let saved = diesel::update(before)
        .set((
            notes::said.eq(&row.said),
            notes::saves.eq(row.saves),
            notes::saved_at.eq(row.saved_at),
        ))
        .execute(conn)?;
    Ok(saved == 1)
}

/// Somebody's bookmarks in a match, in the order of the events.
pub fn bookmarks(conn: &mut Conn, account_id: &str, match_id: &str) -> Result<Vec<BookmarkRow>> {
    Ok(bookmarks::table
        .filter(bookmarks::account_id.eq(account_id))
        .filter(bookmarks::match_id.eq(match_id))
        .order(bookmarks::event.asc())
        .select(BookmarkRow::as_select())
        .load(conn)?)
}

diesel::define_sql_function! {
    /// How many characters a text has.
    fn length(text: Text) -> Integer;
}

/// How many characters all of somebody's notes have together.
pub fn length_of(conn: &mut Conn, account_id: &str) -> Result<i64> {
    let own = notes::table.filter(notes::account_id.eq(account_id));
    let sum: Option<i64> = own.select(diesel::dsl::sum(length(notes::said))).first(conn)?;
    Ok(sum.unwrap_or(0))
}

/// How many bookmarks somebody has in all matches.
pub fn bookmarks_of(conn: &mut Conn, account_id: &str) -> Result<i64> {
    Ok(bookmarks::table.filter(bookmarks::account_id.eq(account_id)).count().get_result(conn)?)
}

/// Sets a bookmark, or gives one another name.
pub fn set_bookmark(conn: &mut Conn, row: &BookmarkRow) -> Result<()> {
    let key = (&row.account_id, &row.match_id, row.event);
    let known: Option<i64> =
        bookmarks::table.find(key).select(bookmarks::event).first(conn).optional()?;
    match known {
        Some(_) => {
            diesel::update(bookmarks::table.find(key)).set(row).execute(conn)?;
        }
        None => {
            diesel::insert_into(bookmarks::table).values(row).execute(conn)?;
        }
    }
    Ok(())
}

/// Removes a bookmark; whether there was one.
pub fn remove_bookmark(
    conn: &mut Conn,
    account_id: &str,
    match_id: &str,
    event: i64,
) -> Result<bool> {
    let gone = diesel::delete(bookmarks::table.find((account_id, match_id, event)));
    Ok(gone.execute(conn)? == 1)
}

/// All that somebody has noted, by match.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<(Vec<NoteRow>, Vec<BookmarkRow>)> {
    let noted = notes::table
        .filter(notes::account_id.eq(account_id))
        .order(notes::match_id.asc())
        .select(NoteRow::as_select())
        .load(conn)?;
    let marked = bookmarks::table
        .filter(bookmarks::account_id.eq(account_id))
        .order((bookmarks::match_id.asc(), bookmarks::event.asc()))
        .select(BookmarkRow::as_select())
        .load(conn)?;
    Ok((noted, marked))
}

/// Forgets all that somebody has noted.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(notes::table.filter(notes::account_id.eq(account_id))).execute(conn)?;
    diesel::delete(bookmarks::table.filter(bookmarks::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}
