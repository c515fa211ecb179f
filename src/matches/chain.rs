//! The hash chain that makes a stream tamper-evident.
//!
//! The hash of an event is the SHA-256 of the UTF-8 text of one JSON array:
//! `[hash before, match, version, kind, schema, data, seat, actor, command id,
//! command, recorded at]`. `data` and `command` stand in it as strings, just as
//! they are stored; what is missing is `null`; the time is RFC 3339 with
//! microseconds and `Z`. The hash before the first event is 64 zeros.

use crate::clock::rfc3339;
use crate::db::events::EventRow;
use sha2::{Digest, Sha256};

/// The hash before the first event.
pub const START: &str = "0000000000000000000000000000000000000000000000000000000000000000";

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
        &row.command_id,
        &row.command,
        rfc3339(row.recorded_at),
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
        if hash(before, row) != row.hash {
            return Err(format!("event {version} does not match its hash"));
        }
        before = &row.hash;
    }
    Ok(())
}
