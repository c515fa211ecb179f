//! Handles that nobody may take for a while, because somebody was called so.
//!
//! A closed account leaves no name: what is kept is a hash under the first key of the service,
//! by which a handle is known again that somebody asks for. It tells nothing without the key,
//! which stands in the same database: whoever reads all of it can try names.

use super::query::prelude::*;
use super::schema::closed_handles;
use super::{Conn, Result, keys};
use crate::clock::Instant;
use sha2::{Digest, Sha256};

/// The handle of a closed account, or of one that must be kept when it is closed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Queryable, Selectable, Insertable)]
#[diesel(table_name = closed_handles)]
pub struct ClosedHandleRow {
    /// Keyed hash of it in lower case.
    pub hash: String,
    /// Until when nobody may take it.
    pub until: Instant,
}

/// The hash of a handle.
fn hash(conn: &mut Conn, handle_key: &str) -> Result<String> {
    let first = keys::all(conn)?.pop().map(|row| row.pkcs8).unwrap_or_default();
    Ok(hex::encode(Sha256::digest(format!("turnwise handle\n{first}\n{handle_key}"))))
}

/// Keeps a handle, in lower case, from everybody until then.
pub fn keep(conn: &mut Conn, handle_key: &str, until: Instant) -> Result<()> {
    let row = ClosedHandleRow { hash: hash(conn, handle_key)?, until };
    let known = closed_handles::table.find(&row.hash);
    if diesel::update(known).set(closed_handles::until.eq(until)).execute(conn)? == 0 {
        diesel::insert_into(closed_handles::table).values(&row).execute(conn)?;
    }
    Ok(())
}

/// Whether nobody may take a handle, in lower case, at this moment.
pub fn is_kept(conn: &mut Conn, handle_key: &str, now: Instant) -> Result<bool> {
    let hash = hash(conn, handle_key)?;
    let kept: i64 = closed_handles::table
        .filter(closed_handles::hash.eq(hash))
        .filter(closed_handles::until.gt(now))
        .count()
        .get_result(conn)?;
    Ok(kept > 0)
}

/// Removes handles that everybody may take again, at most so many; how many.
pub fn remove_free(conn: &mut Conn, now: Instant, most: i64) -> Result<usize> {
    let free = closed_handles::table
        .filter(closed_handles::until.le(now))
        .order(closed_handles::hash.asc())
        .select(closed_handles::hash);
    let free: Vec<String> = free.at_most(most).load(conn)?;
    Ok(diesel::delete(closed_handles::table.filter(closed_handles::hash.eq_any(free)))
        .execute(conn)?)
}
