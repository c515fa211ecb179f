//! The keys that sign receipts, as rows.

use super::query::prelude::*;
use super::schema::signing_keys;
use super::{Conn, Result};
use crate::clock::Instant;

/// A key of the service.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = signing_keys)]
pub struct KeyRow {
    /// 1 for the first key; the greatest signs.
    pub ordinal: i32,
    /// The public key, 64 hexadecimal digits.
    pub public_key: String,
    /// The whole key in PKCS #8, as hexadecimal digits.
    pub pkcs8: String,
    /// When it was made.
    pub made_at: Instant,
}

impl KeyRow {
    /// The first key of a service: public half, and all of it.
    pub fn first((public_key, pkcs8): (String, String), now: Instant) -> KeyRow {
        KeyRow { ordinal: 1, public_key, pkcs8, made_at: now }
    }
}

/// All keys, newest first.
pub fn all(conn: &mut Conn) -> Result<Vec<KeyRow>> {
    Ok(signing_keys::table
        .order(signing_keys::ordinal.desc())
        .select(KeyRow::as_select())
        .load(conn)?)
}

/// Adds a key. [`super::is_taken`] when another process was first.
pub fn insert(conn: &mut Conn, row: &KeyRow) -> Result<()> {
    diesel::insert_into(signing_keys::table).values(row).execute(conn)?;
    Ok(())
}
