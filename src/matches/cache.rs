//! Folded matches and their secrets kept in memory. Only a hint: the stream decides.
//!
//! A stale entry is harmless: appending to it hits a version that exists, and
//! the command runs once more on what the stream says.

use super::fold::Folded;
use crate::db::Conn;
use crate::db::matches::{self, SecretRow};
use crate::error::{Error, Result};
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

/// The secrets of matches, which never change once a match is opened.
#[derive(Debug)]
pub struct Secrets(Cache<String, Arc<SecretRow>>);

impl Default for Secrets {
    fn default() -> Self {
        Secrets(Cache::new(MATCHES))
    }
}

impl Secrets {
    /// The secrets of a match that exists.
    pub fn of(&self, conn: &mut Conn, match_id: &str) -> Result<Arc<SecretRow>> {
        if let Some(known) = self.0.get(match_id) {
            return Ok(known);
        }
        let row = matches::secret(conn, match_id)?;
        let row = Arc::new(row.ok_or_else(|| Error::fault("a match without its secret"))?);
        self.0.insert(match_id.to_owned(), row.clone());
        Ok(row)
    }
}
