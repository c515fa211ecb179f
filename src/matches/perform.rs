//! One command, one write transaction: load, decide, append, project, commit.

use super::append::Append;
use super::fold::Folded;
use super::{Matches, project};
use crate::db::{Conn, is_taken};
use crate::error::{Error, Result};
use std::sync::Arc;

impl Matches {
    /// Performs a command on a match. `decide` gets the newest state and writes
    /// what comes of the command; it may run twice, when another writer was first.
    pub(crate) async fn perform<T, F>(
        &self,
        match_id: &str,
        actor: &str,
        decide: F,
    ) -> Result<(Arc<Folded>, T)>
    where
        T: Send + 'static,
        F: Fn(&mut Conn, &mut Append) -> Result<T> + Clone + Send + 'static,
    {
        match self.attempt(match_id, actor, decide.clone()).await {
            Err(error) if is_taken(&error) => {
                self.folds.forget(match_id);
                match self.attempt(match_id, actor, decide).await {
                    Err(error) if is_taken(&error) => Err(Error::conflict(
                        "match_is_busy",
                        "Others act on this match at the same moment; look again and retry.",
                    )),
                    done => done,
                }
            }
            done => done,
        }
    }

    async fn attempt<T, F>(
        &self,
        match_id: &str,
        actor: &str,
        decide: F,
    ) -> Result<(Arc<Folded>, T)>
    where
        T: Send + 'static,
        F: Fn(&mut Conn, &mut Append) -> Result<T> + Send + 'static,
    {
        let matches = self.clone();
        let match_id = match_id.to_owned();
        let (actor, subject) = (actor.to_owned(), match_id.clone());
        let (folded, answer, changed) = self
            .db
            .write(move |conn| {
                let before = match matches.folds.get(&match_id) {
                    // The version key finds out whether this is stale.
                    Some(known) => known,
                    None => matches.load(conn, &match_id)?,
                };
                let mut append = Append::to((*before).clone(), matches.clock.now());
                let answer = decide(conn, &mut append)?;
                if !append.rows().is_empty() {
                    append.store(conn)?;
                    project::project(conn, &append, &before.awaited(), &actor)?;
                }
                let changed = !append.rows().is_empty();
                Ok((Arc::new(append.folded), answer, changed))
            })
            .await?;
        self.folds.keep(&folded);
        if changed {
            self.crier.cry(&subject);
        }
        if folded.awaited_robot().is_some() {
            self.robots.put(&folded.id);
        }
        Ok((folded, answer))
    }
}
