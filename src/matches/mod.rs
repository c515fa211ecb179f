//! Matches of any game, from the lobby to the ranking.
//!
//! A match is a decider around a game's decider: its own events open it, seat
//! people, take steps back and end it; `played` carries the game's. In reading
//! order: [`event`] (the vocabulary), [`chain`] (hashes), [`sealed`] (chance),
//! [`fold`] (what a stream means), [`append`] (writing on), [`perform`] (one
//! command, one transaction), [`lobby`] and [`play`] (the commands), [`robots`]
//! (who plays by itself), [`project`] (lobby rows and letters), [`look`],
//! [`history`] and [`chart`] (what people see), [`news`] (who listens), [`export`]
//! (taking home and verifying), [`compose`] (what letters say),
//! [`picture`] (what they show).
//! Knows rules, games, db and error; nothing of the web.

pub mod append;
pub mod cache;
pub mod chain;
pub mod chart;
pub mod compose;
pub mod event;
pub mod export;
pub mod fold;
pub mod history;
pub mod lobby;
pub mod look;
pub mod news;
pub mod perform;
pub mod picture;
pub mod play;
pub mod project;
pub mod robots;
pub mod sealed;

use crate::clock::Clock;
use crate::db::{Conn, Db, events};
use crate::error::{Error, Result};
use cache::{Folds, Secrets};
use fold::Folded;
use std::sync::Arc;

/// The way to all matches. Clones share what they know.
#[derive(Clone, Debug)]
pub struct Matches {
    db: Db,
    clock: Clock,
    folds: Arc<Folds>,
    secrets: Arc<Secrets>,
    crier: news::Crier,
    robots: Arc<robots::Queue>,
}

impl Matches {
    /// Matches kept in this database.
    pub fn new(db: Db, clock: Clock) -> Matches {
        Matches {
            db,
            clock,
            folds: Arc::default(),
            secrets: Arc::default(),
            crier: Default::default(),
            robots: Arc::default(),
        }
    }

    /// The newest state of a match, folded from what is known of it and what came since.
    pub(crate) fn load(&self, conn: &mut Conn, match_id: &str) -> Result<Arc<Folded>> {
        let folded = match self.folds.get(match_id) {
            None => {
                let rows = events::after(conn, match_id, 0)?;
                if rows.is_empty() {
                    return Err(Error::not_found("match"));
                }
                Folded::from_rows(&rows).map_err(|why| broken(match_id, &why))?
            }
            Some(known) => {
                let news = events::after(conn, match_id, known.version)?;
                if news.is_empty() {
                    return Ok(known);
                }
                let mut folded = (*known).clone();
                for row in &news {
                    folded.evolve(row).map_err(|why| broken(match_id, &why))?;
                }
                folded
            }
        };
        let folded = Arc::new(folded);
        self.folds.keep(&folded);
        Ok(folded)
    }

    /// [`Matches::load`] for a caller that may not know of every match.
    pub(crate) fn load_for(
        &self,
        conn: &mut Conn,
        match_id: &str,
        account: Option<&str>,
    ) -> Result<Arc<Folded>> {
        let folded = self.load(conn, match_id)?;
        if folded.is_seen_by(account) { Ok(folded) } else { Err(Error::not_found("match")) }
    }

    /// Listens for what is appended in this process.
    pub fn news(&self) -> news::News {
        self.crier.listen()
    }

    /// The newest version of a match.
    pub async fn version(&self, match_id: &str) -> Result<i64> {
        let match_id = match_id.to_owned();
        let head = self.db.read(move |conn| events::head(conn, &match_id)).await?;
        head.map(|(version, _)| version).ok_or_else(|| Error::not_found("match"))
    }

    /// Forgets which requests were answered more than a month ago.
    pub async fn forget_answered(&self) -> Result<()> {
        let before = self.clock.now() - chrono::Duration::days(31);
        self.db.write(move |conn| crate::db::matches::forget_answered(conn, before).map(drop)).await
    }

    /// The match as it stood at a version.
    pub(crate) fn load_at(
        &self,
        conn: &mut Conn,
        folded: &Arc<Folded>,
        version: i64,
    ) -> Result<Arc<Folded>> {
        if version == folded.version {
            return Ok(folded.clone());
        }
        if !(1..=folded.version).contains(&version) {
            let detail = format!("The versions of this match are 1 to {}.", folded.version);
            return Err(Error::new(crate::error::Kind::NotFound, "no_such_version", detail));
        }
        let rows = events::between(conn, &folded.id, 0, version)?;
        Folded::from_rows(&rows).map(Arc::new).map_err(|why| broken(&folded.id, &why))
    }
}

fn broken(match_id: &str, why: &fold::Broken) -> Error {
    Error::fault(format!("the stream of match {match_id} is unreadable: {why}"))
}
