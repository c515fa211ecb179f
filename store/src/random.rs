//! Secrets from the operating system: tokens, seeds, codes, and how they are stored.

use crate::clock::Instant;
use sha2::{Digest, Sha256};

/// `N` bytes nobody can guess.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
    bytes
}

/// A token of 256 bits in hexadecimal, behind a prefix that says what it is.
pub fn token(prefix: &str) -> String {
    format!("{prefix}{}", hex::encode(bytes::<32>()))
}

/// What is stored of a token: who reads the database cannot use it. A token has
/// 256 bits of its own, so a plain hash is enough.
pub fn token_hash(token: &str) -> String {
    hex::encode(Sha256::digest(token.as_bytes()))
}

/// A new identifier: a UUID of version 7, which sorts by the time it was made.
pub fn id() -> String {
    uuid::Uuid::now_v7().to_string()
}

/// A new identifier as it would be made at this time.
pub fn id_at(now: Instant) -> String {
    let now = now.and_utc();
    let seconds = u64::try_from(now.timestamp()).unwrap_or(0);
    let at = uuid::Timestamp::from_unix(uuid::NoContext, seconds, now.timestamp_subsec_nanos());
    uuid::Uuid::new_v7(at).to_string()
}

/// The identifier of this time that a text leads to, always the same.
pub fn id_from(text: &str, at: Instant) -> String {
    let millis = u64::try_from(at.and_utc().timestamp_millis()).unwrap_or(0);
    let mut random = [0; 10];
    random.copy_from_slice(&Sha256::digest(text.as_bytes())[..10]);
    uuid::Builder::from_unix_timestamp_millis(millis, &random).into_uuid().to_string()
}

/// When an identifier was made, to the millisecond; `None` for what is no identifier
/// of this kind.
pub fn made_at(id: &str) -> Option<Instant> {
    let (seconds, nanos) = uuid::Uuid::parse_str(id).ok()?.get_timestamp()?.to_unix();
    let at = chrono::DateTime::from_timestamp(i64::try_from(seconds).ok()?, nanos)?;
    Some(at.naive_utc())
}

/// The identifier that a text of 32 hexadecimal digits names, if it is one.
pub fn id_of(digits: &str) -> Option<String> {
    uuid::Uuid::try_parse(digits).ok().map(|id| id.to_string())
}

/// The identifier of nothing: all of it is zero.
pub fn no_id() -> String {
    uuid::Uuid::nil().to_string()
}
