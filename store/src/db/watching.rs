//! The codes with which others may watch private matches, as rows.

use super::query::prelude::*;
use super::schema::watching;
use super::{Conn, Result};
use crate::clock::Instant;

/// Lets whoever has the code watch a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = watching)]
pub struct WatchingRow {
    /// Which match.
    pub match_id: String,
    /// The code.
    pub code: String,
    /// When it was made.
    pub made_at: Instant,
}

/// The code of a match, if it has one.
pub fn code(conn: &mut Conn, match_id: &str) -> Result<Option<String>> {
    Ok(watching::table.find(match_id).select(watching::code).first(conn).optional()?)
}

/// Stores the code of a match that has none.
pub fn insert(conn: &mut Conn, row: &WatchingRow) -> Result<()> {
    diesel::insert_into(watching::table).values(row).execute(conn)?;
    Ok(())
}

/// Removes the code of a match; whether it had one.
pub fn delete(conn: &mut Conn, match_id: &str) -> Result<bool> {
    Ok(diesel::delete(watching::table.find(match_id)).execute(conn)? > 0)
}
