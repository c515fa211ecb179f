//! The hash chain that makes a stream tamper-evident.
//!
//! The hash of an event is the SHA-256 of the UTF-8 text of one JSON array:
//! `[hash before, match, version, kind, schema, data, seat, actor, command, draw,
//! recorded at, salt]`. `data` and `command` stand in it as strings, just as they are
//! stored; what is missing is `null`; the time is RFC 3339 with microseconds and `Z`.
//! The hash before the first event is 64 zeros. The salt is 128 random bits of the
//! row, which nobody sees before the match is over: so no hash says anything about a
//! hidden card.

use crate::clock::rfc3339;
use crate::db::events::EventRow;
use sha2::{Digest, Sha256};

/// The hash before the first event.
pub const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// A new salt, 32 hexadecimal digits.
pub fn salt() -> String {
    hex::encode(crate::random::bytes::<16>())
}

/// The hash of an event, given the hash of the one before; `row.hash` is not looked at.
pub fn hash(before: &str, row: &EventRow) -> String {
    let canonical = serde_json::to_string(&(
        before,
        &row.match_id,
        row.version,
        &row.kind,
        row.schema_number,
        &row.data,
        row.seat,
        &row.actor,
        &row.command,
        row.draw,
        rfc3339(row.recorded_at),
        &row.salt,
    ))
    .expect("strings and numbers have a JSON form");
    hex::encode(Sha256::digest(canonical.as_bytes()))
}

/// Checks that these rows are a stream from its first event on: versions without
/// a gap, each hash over the one before. Says where the chain breaks.
pub fn check(rows: &[EventRow]) -> Result<(), String> {
    let mut before = START;
    for (row, version) in rows.iter().zip(1..) {
        if row.version != version {
            return Err(format!("event {version} is missing, event {} follows", row.version));
        }
        if row.match_id != rows[0].match_id {
            return Err(format!("event {version} belongs to another match"));
        }
        if row.salt.len() != 32 || !row.salt.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(format!("event {version} has no salt of 32 hexadecimal digits"));
        }
        if hash(before, row) != row.hash {
            return Err(format!("event {version} does not match its hash"));
        }
        before = &row.hash;
    }
    Ok(())
}
