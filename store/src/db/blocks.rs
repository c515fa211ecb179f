//! Whom people have blocked, as rows.

use super::query::prelude::*;
use super::schema::blocks;
use super::{Conn, Result};
use crate::clock::Instant;
use diesel::dsl::exists;

/// A block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = blocks)]
pub struct BlockRow {
    /// Whose it is.
    pub account_id: String,
    /// Who is blocked.
    pub blocked_id: String,
    /// Since when.
    pub blocked_at: Instant,
}

/// Blocks somebody; who is blocked stays so since then.
pub fn insert(conn: &mut Conn, row: &BlockRow) -> Result<()> {
    let insert = diesel::insert_into(blocks::table).values(row);
    insert.on_conflict_do_nothing().execute(conn)?;
    Ok(())
}

/// Ends a block; whether there was one.
pub fn remove(conn: &mut Conn, account_id: &str, blocked_id: &str) -> Result<bool> {
    Ok(diesel::delete(blocks::table.find((account_id, blocked_id))).execute(conn)? == 1)
}

/// The blocks of an account, the oldest first.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<BlockRow>> {
    Ok(blocks::table
        .filter(blocks::account_id.eq(account_id))
        .order((blocks::blocked_at.asc(), blocks::blocked_id.asc()))
        .select(BlockRow::as_select())
        .load(conn)?)
}

/// The accounts that an account has blocked.
pub fn blocked_by(conn: &mut Conn, account_id: &str) -> Result<Vec<String>> {
    let of = blocks::table.filter(blocks::account_id.eq(account_id));
    Ok(of.select(blocks::blocked_id).load(conn)?)
}

/// Whether any of these accounts has blocked another one.
pub fn any(conn: &mut Conn, account_ids: &[String], blocked_id: &str) -> Result<bool> {
    let found = blocks::table
        .filter(blocks::blocked_id.eq(blocked_id))
        .filter(blocks::account_id.eq_any(account_ids));
    Ok(diesel::select(exists(found)).get_result(conn)?)
}

/// Whether an account has blocked another one.
pub fn has(conn: &mut Conn, account_id: &str, blocked_id: &str) -> Result<bool> {
    any(conn, &[account_id.to_owned()], blocked_id)
}

/// Forgets whom somebody has blocked, and that others have blocked them.
pub fn forget(conn: &mut Conn, account_id: &str) -> Result<()> {
    let theirs = blocks::account_id.eq(account_id).or(blocks::blocked_id.eq(account_id));
    diesel::delete(blocks::table.filter(theirs)).execute(conn)?;
    Ok(())
}
