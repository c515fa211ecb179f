//! What people have been told while learning a game, as rows.

use super::query::prelude::*;
use super::schema::lessons;
use super::{Conn, Result};
use crate::clock::Instant;

/// Something that somebody was told.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = lessons)]
pub struct LessonRow {
    /// Whom.
    pub account_id: String,
    /// While learning which game.
    pub game: String,
    /// The name of the lesson.
    pub lesson: String,
    /// When.
    pub learned_at: Instant,
}

/// The names of the lessons in a game that somebody has had.
pub fn of_account(conn: &mut Conn, account_id: &str, game: &str) -> Result<Vec<String>> {
    Ok(lessons::table
        .filter(lessons::account_id.eq(account_id))
        .filter(lessons::game.eq(game))
        .select(lessons::lesson)
        .load(conn)?)
}

/// Notes lessons; those had before stay as they are.
pub fn insert(conn: &mut Conn, rows: &[LessonRow]) -> Result<()> {
    for row in rows {
        let insert = diesel::insert_into(lessons::table).values(row);
        insert.on_conflict_do_nothing().execute(conn)?;
    }
    Ok(())
}

/// Removes a lesson.
pub fn remove(conn: &mut Conn, account_id: &str, game: &str, lesson: &str) -> Result<()> {
    diesel::delete(lessons::table.find((account_id, game, lesson))).execute(conn)?;
    Ok(())
}

/// Removes every lesson in a game that somebody has had.
pub fn remove_game(conn: &mut Conn, account_id: &str, game: &str) -> Result<()> {
    let theirs = lessons::table.filter(lessons::account_id.eq(account_id));
    diesel::delete(theirs.filter(lessons::game.eq(game))).execute(conn)?;
    Ok(())
}

/// Removes every lesson of an account.
pub fn remove_all(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(lessons::table.filter(lessons::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}
