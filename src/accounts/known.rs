//! Tokens that were looked up a moment ago.
//!
//! A script that plays asks several times a second; its token need not be looked
//! up each time. What this process revokes or ends is forgotten at once; what
//! another process ends is noticed after [`COUNTS`].

use super::Account;
use super::token::Scope;
use crate::clock::Instant;
use chrono::Duration;
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How long a lookup counts.
const COUNTS: Duration = Duration::milliseconds(700);
/// How many tokens are remembered.
const TOKENS: usize = 10_000;

/// Whose a token is, and what it may do: an API token's scopes or a session's id.
#[derive(Clone, Debug)]
pub enum Shown {
    /// An API token with these scopes.
    Token(Account, Vec<Scope>),
    /// An access token of this session.
    Session(Account, String),
}

/// The tokens of a moment ago, by their hash.
#[derive(Clone, Debug)]
pub struct Known(Arc<Cache<String, (Instant, Shown)>>);

impl Default for Known {
    fn default() -> Self {
        Known(Arc::new(Cache::new(TOKENS)))
    }
}

impl Known {
    /// What a token was found to be less than [`COUNTS`] before `now`.
    pub fn get(&self, hash: &str, now: Instant) -> Option<Shown> {
        let (at, shown) = self.0.get(hash)?;
        (now >= at && now - at < COUNTS).then_some(shown)
    }

    /// Remembers what a token was found to be.
    pub fn keep(&self, hash: String, now: Instant, shown: Shown) {
        self.0.insert(hash, (now, shown));
    }

    /// Forgets all: somebody's rights have changed.
    pub fn forget(&self) {
        self.0.clear();
    }
}
