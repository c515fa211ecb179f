//! Whoever acts on a match stands in line for it.
//!
//! A command is decided before it is stored, and decided again where somebody else was
//! first; without a line, a slow person would be beaten again and again by robots that
//! are quick. The line is a courtesy within this process: what keeps a stream whole is the
//! append, which succeeds only on the row it was decided on.

use std::hash::{BuildHasher, RandomState};
use std::time::Duration;
use tokio::sync::{Mutex, MutexGuard};

/// Matches share lines, so that their number is bounded.
const LINES: usize = 256;

/// How long anybody stands in line: behind a database that does not answer, nobody waits
/// for all who came before.
const PATIENCE: Duration = Duration::from_secs(1);

/// The lines of all matches, each first come, first served.
#[derive(Debug)]
pub(in crate::matches) struct Lines {
    lines: Vec<Mutex<()>>,
    choice: RandomState,
}

impl Default for Lines {
    fn default() -> Lines {
        let lines = (0..LINES).map(|_| Mutex::default()).collect();
        Lines { lines, choice: RandomState::new() }
    }
}

impl Lines {
    /// Waits until it is one's turn to act on a match, which lasts as long as the guard;
    /// without a guard, whoever has waited for too long acts out of turn.
    pub async fn stand(&self, match_id: &str) -> Option<MutexGuard<'_, ()>> {
        let line = usize::try_from(self.choice.hash_one(match_id) % LINES as u64).ok()?;
        tokio::time::timeout(PATIENCE, self.lines.get(line)?.lock()).await.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn who_comes_first_acts_first_and_nobody_waits_for_ever() {
        let lines = Arc::new(Lines::default());
        let first = lines.stand("a match").await;
        let others = lines.clone();
        let second = tokio::spawn(async move { others.stand("a match").await.is_some() });
        tokio::task::yield_now().await;
        assert!(first.is_some() && !second.is_finished());
        drop(first);
        assert!(second.await.unwrap(), "it is the turn of the next");
        let held = lines.stand("a match").await;
        assert!(held.is_some() && lines.stand("a match").await.is_none());
    }
}
