//! By what the secrets that a database was served with are known again, as rows.

use super::query::prelude::*;
use super::schema::secret_marks;
use super::{Conn, Result};
use crate::clock::Instant;

/// The mark of a secret.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = secret_marks)]
pub struct SecretMarkRow {
    /// 1 for the first secret; that of the greatest holds.
    pub ordinal: i32,
    /// A keyed hash, 64 hexadecimal digits.
    pub mark: String,
    /// When a server first started with it.
    pub made_at: Instant,
}

/// The mark of the secret that holds.
pub fn newest(conn: &mut Conn) -> Result<Option<SecretMarkRow>> {
    let newest = secret_marks::table.order(secret_marks::ordinal.desc());
    Ok(newest.select(SecretMarkRow::as_select()).first(conn).optional()?)
}

/// The marks of all secrets, the first one first.
pub fn all(conn: &mut Conn) -> Result<Vec<SecretMarkRow>> {
    let all = secret_marks::table.order(secret_marks::ordinal.asc());
    Ok(all.select(SecretMarkRow::as_select()).load(conn)?)
}

/// Adds a mark. [`super::is_taken`] when another process was first.
pub fn insert(conn: &mut Conn, row: &SecretMarkRow) -> Result<()> {
    diesel::insert_into(secret_marks::table).values(row).execute(conn)?;
    Ok(())
}
