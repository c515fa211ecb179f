//! Sealed facts: what the stream promises about a text without holding it.
//!
//! The stream holds a salted digest, the text lies beside it and can be erased: what
//! somebody was called when they joined is proved by an export as long as their account
//! is open, and forgotten with it. The digest is the SHA-256 of the UTF-8 text of the
//! JSON array `["turnwise name 1", match, account, salt, handle]`.

use crate::db::matches::SealedRow;
use sha2::{Digest, Sha256};

/// The digest of what somebody is called in a match.
pub fn digest(match_id: &str, account: &str, salt: &str, handle: &str) -> String {
    let text = serde_json::to_string(&("turnwise name 1", match_id, account, salt, handle))
        .expect("strings have a JSON form");
    hex::encode(Sha256::digest(text.as_bytes()))
}

/// Seals what somebody is called in a match, with a new salt.
pub fn seal(match_id: &str, account: &str, handle: &str) -> SealedRow {
    let salt = super::chain::salt();
    SealedRow {
        match_id: match_id.to_owned(),
        digest: digest(match_id, account, &salt, handle),
        account_id: account.to_owned(),
        salt,
        handle: handle.to_owned(),
    }
}
