//! Proofs that were asked for: each is found once, and one after the other.

use super::again::Written;
use super::export::Export;
use super::trust::Trust;
use super::verified::Verified;
use super::verify::prove;
use crate::error::{Code, Error, Result};
use crate::matches::Matches;
use quick_cache::sync::Cache;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// How many proofs are kept.
const KEPT: usize = 1_000;

/// How long somebody waits until it is their turn.
const PATIENCE: Duration = Duration::from_secs(3);

/// What a match was found to be, or what is wrong with it.
pub type Proved = Arc<Result<Verified, String>>;

/// The proofs of a process, by the digest of what is proved: it changes with the match, and with
/// whoever is named in it no more.
#[derive(Debug)]
pub struct Proofs {
    kept: Cache<String, Proved>,
    /// A match takes as long as many requests, so that who asks for many takes one processor at
    /// most from people who play.
    turn: Arc<Semaphore>,
}

impl Default for Proofs {
    fn default() -> Proofs {
        Proofs { kept: Cache::new(KEPT), turn: Arc::new(Semaphore::new(1)) }
    }
}

impl Proofs {
    async fn of(self: Arc<Self>, export: Export) -> Result<Proved> {
        if let Some(known) = self.kept.get(&export.digest) {
            return Ok(known);
        }
        let turn = tokio::time::timeout(PATIENCE, self.turn.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| {
            let detail = "Many matches are proved at this moment; try again in a few seconds.";
            Error::new(Code::Busy, detail)
        })?;
        let turn = turn.map_err(Error::fault)?;
        let proving = move || {
            // Over when it is proved, also where nobody waits for that any more.
            let _turn = turn;
            // Whoever came before may have asked for the same.
            if let Some(known) = self.kept.get(&export.digest) {
                return known;
            }
            let proved = Arc::new(prove(&export, &Trust::default(), Written::NOW));
            self.kept.insert(export.digest, proved.clone());
            proved
        };
        tokio::task::spawn_blocking(proving).await.map_err(Error::fault)
    }
}

impl Matches {
    /// Decides a match again, from its own export.
    ///
    /// # Errors
    /// When too many others are proved at the moment.
    pub async fn prove(&self, export: Export) -> Result<Proved> {
        self.proofs.clone().of(export).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::stream::receipt::Receipt;

    fn export(match_id: &str) -> Export {
        let match_id = match_id.to_owned();
        let (people, hours, events) = Default::default();
        let (format, digest) = (String::new(), String::new());
        let receipt = Receipt {
            match_id: match_id.clone(),
            version: 0,
            hash: String::new(),
            at: String::new(),
            key: String::new(),
            signature: String::new(),
        };
        Export { format, match_id, people, hours, events, receipt, digest }.digested()
    }

    #[tokio::test]
    async fn what_is_proved_is_not_proved_again_and_others_wait_for_their_turn() {
        let proofs = Arc::new(Proofs::default());
        let proved = proofs.clone().of(export("one")).await.expect("an outcome");
        let turn = proofs.turn.clone().acquire_owned().await.expect("it is nobody's turn");
        let again = proofs.clone().of(export("one")).await.expect("it is known");
        assert!(Arc::ptr_eq(&proved, &again));
        let (other, same) =
            tokio::join!(proofs.clone().of(export("two")), proofs.clone().of(export("two")));
        assert_eq!(other.unwrap_err().code, Code::Busy);
        assert_eq!(same.unwrap_err().code, Code::Busy);
        drop(turn);
        let (other, same) =
            tokio::join!(proofs.clone().of(export("two")), proofs.clone().of(export("two")));
        assert!(Arc::ptr_eq(&other.expect("its turn"), &same.expect("it is known")));
    }

    #[tokio::test]
    async fn it_is_nobodys_turn_while_something_is_proved_that_nobody_waits_for() {
        let proofs = Arc::new(Proofs::default());
        let hung_up = tokio::time::timeout(Duration::ZERO, proofs.clone().of(export("one"))).await;
        assert!(hung_up.is_err() || proofs.kept.len() == 1);
        let began = std::time::Instant::now();
        while proofs.turn.available_permits() == 0 {
            assert!(began.elapsed() < Duration::from_secs(10));
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        assert_eq!(proofs.kept.len(), 1, "it was proved before the turn was over");
    }
}
