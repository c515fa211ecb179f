//! Folded matches kept in memory. Only a hint: the stream decides.
//!
//! A stale entry is harmless: appending to it hits a version that exists, and
//! the command runs once more on what the stream says.

use super::fold::Folded;
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How many matches are kept.
const MATCHES: usize = 2_000;

/// The newest fold this process has seen of each match.
#[derive(Debug)]
pub struct Folds(Cache<String, Arc<Folded>>);

impl Default for Folds {
    fn default() -> Self {
        Folds(Cache::new(MATCHES))
    }
}

impl Folds {
    /// What was last seen of a match.
    pub fn get(&self, match_id: &str) -> Option<Arc<Folded>> {
        self.0.get(match_id)
    }

    /// Keeps a fold unless a newer one is known.
    pub fn keep(&self, folded: &Arc<Folded>) {
        match self.0.get(&folded.id) {
            Some(known) if known.version >= folded.version => {}
            _ => self.0.insert(folded.id.clone(), folded.clone()),
        }
    }

    /// Forgets a match.
    pub fn forget(&self, match_id: &str) {
        self.0.remove(match_id);
    }
}
