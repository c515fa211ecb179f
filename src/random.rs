//! Secrets from the operating system: tokens, seeds, codes, and how they are stored.

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
