//! Folded matches and their secrets kept in memory. Only a hint: the stream decides.
//!
//! Only what is committed gets in here. An entry that is stale or that the database has
//! lost is harmless: appending to it finds that the row it builds on is not the newest,
//! and looking at it compares its hash with the stream's.

use super::chance::Seed;
use super::state::Match;
use crate::db::Conn;
use crate::db::matches;
use crate::error::{Error, Result};
use quick_cache::sync::Cache;
use std::sync::Arc;

/// How many matches are kept.
const MATCHES: usize = 2_000;

/// The newest fold this process has seen of each match.
#[derive(Debug)]
pub struct Folds(Cache<String, Arc<Match>>);

impl Default for Folds {
    fn default() -> Self {
        Folds(Cache::new(MATCHES))
    }
}

impl Folds {
    /// What was last seen of a match.
    pub fn get(&self, match_id: &str) -> Option<Arc<Match>> {
        self.0.get(match_id)
    }

    /// Keeps a fold unless a newer one is known.
    pub fn keep(&self, folded: &Arc<Match>) {
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

/// What must not be in the stream while a match runs.
#[derive(Clone, Debug)]
pub struct Secret {
    /// The sealed seed.
    pub seed: Seed,
    /// The code that lets people into a private match.
    pub invitation: String,
}

/// The secrets of matches. Nothing tells that the database has lost one and holds another, so they
/// are forgotten with the folds, which tell.
#[derive(Debug)]
pub struct Secrets(Cache<String, Arc<Secret>>);

impl Default for Secrets {
    fn default() -> Self {
        Secrets(Cache::new(MATCHES))
    }
}

impl Secrets {
    /// The secret of a match, if it is in memory.
    pub fn known(&self, match_id: &str) -> Option<Arc<Secret>> {
        self.0.get(match_id)
    }

    /// The secret of a match that exists.
    pub fn of(&self, conn: &mut Conn, match_id: &str) -> Result<Arc<Secret>> {
        if let Some(known) = self.0.get(match_id) {
            return Ok(known);
        }
        let row = matches::secret(conn, match_id)?;
        let row = row.ok_or_else(|| Error::fault("a match without its secret"))?;
        let seed = Seed::from_hex(&row.seed)
            .ok_or_else(|| Error::fault("a stored seed cannot be read"))?;
        let secret = Arc::new(Secret { seed, invitation: row.invitation });
        self.0.insert(match_id.to_owned(), secret.clone());
        Ok(secret)
    }

    /// Forgets the secret of a match.
    pub fn forget(&self, match_id: &str) {
        self.0.remove(match_id);
    }
}
