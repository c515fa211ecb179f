//! The second factors of people, as rows.

use super::query::prelude::*;
use super::schema::{recovery_codes, second_factors};
use super::{Conn, Result};
use crate::clock::Instant;

/// What an account and its authenticator share.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = second_factors)]
pub struct SecondFactorRow {
    /// Whose.
    pub account_id: String,
    /// Goes into the secret, which is not stored.
    pub salt: String,
    /// When the first code was shown; from then on one is asked for.
    pub confirmed_at: Option<Instant>,
    /// The number of the newest period of 30 seconds whose code was accepted: none of it
    /// or before it is accepted again.
    pub last_period: i64,
}

/// A code that works once in place of an authenticator.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = recovery_codes)]
pub struct RecoveryCodeRow {
    /// Whose.
    pub account_id: String,
    /// Hash of the code.
    pub code_hash: String,
}

/// The second factor of an account, confirmed or not.
pub fn of_account(conn: &mut Conn, account_id: &str) -> Result<Option<SecondFactorRow>> {
    Ok(second_factors::table
        .find(account_id)
        .select(SecondFactorRow::as_select())
        .first(conn)
        .optional()?)
}

/// Adds a second factor. [`super::is_taken`] where the account has one.
pub fn insert(conn: &mut Conn, row: &SecondFactorRow) -> Result<()> {
    diesel::insert_into(second_factors::table).values(row).execute(conn)?;
    Ok(())
}

/// Uses up the code of a period; `false` when it, or a later one, was used before.
pub fn use_period(conn: &mut Conn, account_id: &str, period: i64) -> Result<bool> {
    let earlier =
        second_factors::table.find(account_id).filter(second_factors::last_period.lt(period));
    Ok(diesel::update(earlier).set(second_factors::last_period.eq(period)).execute(conn)? == 1)
}

/// Asks for a second factor of an account no more, and forgets its recovery codes. What is
/// left of it tells that it was used.
pub fn end(conn: &mut Conn, account_id: &str) -> Result<()> {
    remove_recovery_codes(conn, account_id)?;
    let ended = second_factors::table.find(account_id);
    diesel::update(ended).set(second_factors::confirmed_at.eq(None::<Instant>)).execute(conn)?;
    Ok(())
}

/// Removes the second factor of an account and its recovery codes.
pub fn remove(conn: &mut Conn, account_id: &str) -> Result<()> {
    remove_recovery_codes(conn, account_id)?;
    diesel::delete(second_factors::table.find(account_id)).execute(conn)?;
    Ok(())
}

/// Adds a recovery code.
pub fn insert_recovery_code(conn: &mut Conn, row: &RecoveryCodeRow) -> Result<()> {
    diesel::insert_into(recovery_codes::table).values(row).execute(conn)?;
    Ok(())
}

/// How many recovery codes an account has left.
pub fn recovery_codes_left(conn: &mut Conn, account_id: &str) -> Result<i64> {
    Ok(recovery_codes::table
        .filter(recovery_codes::account_id.eq(account_id))
        .count()
        .get_result(conn)?)
}

/// Uses up a recovery code: nothing is left of it. `false` when there is no such one.
pub fn use_recovery_code(conn: &mut Conn, account_id: &str, code_hash: &str) -> Result<bool> {
    Ok(diesel::delete(recovery_codes::table.find((account_id, code_hash))).execute(conn)? == 1)
}

/// Removes every recovery code of an account.
pub fn remove_recovery_codes(conn: &mut Conn, account_id: &str) -> Result<()> {
    let all = recovery_codes::table.filter(recovery_codes::account_id.eq(account_id));
    diesel::delete(all).execute(conn)?;
    Ok(())
}
