//! The secret addresses of people's feeds, as rows.

use super::query::prelude::*;
use super::schema::feeds;
use super::{Conn, Result};
use crate::clock::Instant;

/// A secret address.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = feeds)]
pub struct FeedRow {
    /// Whose.
    pub account_id: String,
    /// Of which kind: an account has one of each.
    pub kind: String,
    /// Hash of the token in it.
    pub token_hash: String,
    /// When it was made.
    pub made_at: Instant,
    /// When it was last asked for, to the hour.
    pub used_at: Option<Instant>,
}

/// Keeps an address in place of the one before.
pub fn put(conn: &mut Conn, row: &FeedRow) -> Result<()> {
    remove(conn, &row.account_id, &row.kind)?;
    diesel::insert_into(feeds::table).values(row).execute(conn)?;
    Ok(())
}

/// The addresses of an account, by their kind.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Vec<FeedRow>> {
    Ok(feeds::table
        .filter(feeds::account_id.eq(account_id))
        .order(feeds::kind.asc())
        .select(FeedRow::as_select())
        .load(conn)?)
}

/// The address of an account of this kind, if its token has this hash.
pub fn find(
    conn: &mut Conn,
    account_id: &str,
    kind: &str,
    token_hash: &str,
) -> Result<Option<FeedRow>> {
    Ok(feeds::table
        .find((account_id, kind))
        .filter(feeds::token_hash.eq(token_hash))
        .select(FeedRow::as_select())
        .first(conn)
        .optional()?)
}

/// Notes that an address was asked for.
pub fn touch(conn: &mut Conn, row: &FeedRow, now: Instant) -> Result<()> {
    let same = feeds::table
        .find((&row.account_id, &row.kind))
        .filter(feeds::token_hash.eq(&row.token_hash));
    diesel::update(same).set(feeds::used_at.eq(now)).execute(conn)?;
    Ok(())
}

/// Revokes an address; whether there was one.
pub fn remove(conn: &mut Conn, account_id: &str, kind: &str) -> Result<bool> {
    Ok(diesel::delete(feeds::table.find((account_id, kind))).execute(conn)? == 1)
}

/// Revokes every address of an account.
pub fn remove_all(conn: &mut Conn, account_id: &str) -> Result<()> {
    diesel::delete(feeds::table.filter(feeds::account_id.eq(account_id))).execute(conn)?;
    Ok(())
}
