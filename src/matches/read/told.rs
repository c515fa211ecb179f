//! Stretches of a history for the many who follow a match at the same moment: read and
//! told once for all who may know the same.

use super::history::Page;
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::stream::state::Match;
use crate::matches::watching::Looker;
use crate::rules::Viewer;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How many events are kept, of all matches together.
const EVENTS: u64 = 4_000;

/// How many matches are remembered of which the database was asked a moment ago.
const HEADS: usize = 1_000;

/// How long what the database was asked is good for all.
const MOMENT: Duration = Duration::from_millis(500);

/// Which stretch: the hash of the newest event, after which version, at most how many, as
/// whom, and the moment in which it is told: what people are called may change.
type Key = (String, i64, usize, Viewer, u128);

#[derive(Clone, Debug)]
struct ByLength;

impl Weighter<Key, Arc<Page>> for ByLength {
    fn weight(&self, _: &Key, page: &Arc<Page>) -> u64 {
        page.items.len() as u64 + 1
    }
}

/// What was told a moment ago.
#[derive(Debug)]
pub struct Stretches {
    began: Instant,
    pages: Cache<Key, Arc<Page>, ByLength>,
    heads: Cache<(String, u128), i64>,
}

impl Default for Stretches {
    fn default() -> Self {
        Stretches {
            began: Instant::now(),
            // In one piece: what is longer than a piece would never be kept.
            pages: Cache::with_weighter(32, EVENTS, ByLength),
            heads: Cache::new(HEADS),
        }
    }
}

impl Stretches {
    /// The number of the moment.
    fn moment(&self) -> u128 {
        self.began.elapsed().as_millis() / MOMENT.as_millis()
    }
}

/// A stretch of a history, and the match as it is told.
#[derive(Clone, Debug)]
pub struct Told {
    /// The stretch.
    pub page: Arc<Page>,
    /// The newest state.
    pub newest: Arc<Match>,
}

impl Matches {
    /// [`Matches::history`] for who follows a match as it is played, which has come to
    /// this version at least (0 where that is not known).
    pub async fn told(
        &self,
        match_id: &str,
        looker: &Looker,
        version: i64,
        after: i64,
        limit: usize,
    ) -> Result<Told> {
        let newest = self.newest_for(match_id, looker, version).await?;
        let viewer = newest.viewer(looker.id());
        let moment = self.stretches.moment();
        let key = (newest.hash.clone(), after, limit, viewer, moment);
        let (matches, on, who) = (self.clone(), newest.clone(), looker.account.clone());
        let tell = self.db.read(move |conn| {
            let book = matches.bound(conn, on, who.as_deref())?;
            book.page(after, limit).map(Arc::new)
        });
        let page = self.stretches.pages.get_or_insert_async(&key, tell).await?;
        Ok(Told { page, newest })
    }

    /// The newest version of a match, for who was told up to `after` and has news. The
    /// database is asked only where this process knows of nothing newer.
    pub async fn heard(&self, match_id: &str, after: i64) -> Result<i64> {
        let known = self.folds.get(match_id).map(|known| known.version);
        match known.filter(|version| *version > after) {
            Some(version) => Ok(version),
            None => self.version(match_id).await,
        }
    }

    /// The newest version of a match, for the many who look again without any news: the
    /// database is asked once for all of them in the same moment.
    pub async fn looked_up(&self, match_id: &str) -> Result<i64> {
        let key = (match_id.to_owned(), self.stretches.moment());
        self.stretches.heads.get_or_insert_async(&key, self.version(match_id)).await
    }

    async fn newest_for(
        &self,
        match_id: &str,
        looker: &Looker,
        version: i64,
    ) -> Result<Arc<Match>> {
        let known = self
            .folds
            .get(match_id)
            .filter(|known| known.version == version && known.is_seen_by(looker.id()));
        if let Some(known) = known {
            return Ok(known);
        }
        let (matches, id, who) = (self.clone(), match_id.to_owned(), looker.clone());
        self.db.read(move |conn| matches.visible(conn, &id, &who)).await
    }
}
