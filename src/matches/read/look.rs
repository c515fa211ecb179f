//! A match as somebody sees it: the fold, with the people's names.

use super::names::Names;
use crate::db::Conn;
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::stream::state::Match;
use crate::matches::watching::Looker;
use crate::rules::{Seat, Viewer};
use std::sync::Arc;

/// A match, and who looks at it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The match.
    pub folded: Arc<Match>,
    /// As whom it is seen.
    pub viewer: Viewer,
    /// The seat of who looks.
    pub seat: Option<Seat>,
    /// The people's names.
    pub names: Names,
    /// The newest version, where an older one is looked at.
    pub newest: i64,
}

impl Seen {
    /// A match, now or at an earlier version, as an account (or nobody) sees it.
    pub fn of(newest: &Match, folded: Arc<Match>, account: Option<&str>, names: Names) -> Seen {
        Seen {
            viewer: newest.viewer(account),
            seat: account.and_then(|account| folded.seat_of(account)),
            names,
            newest: newest.version,
            folded,
        }
    }

    /// The name of whoever has a seat.
    pub fn name(&self, seat: Seat) -> String {
        self.names.seat(&self.folded, seat)
    }

    /// The match as if it were the turn of who looks: see [`Match::as_if_turn`].
    pub fn as_if_turn(&self) -> Option<Seen> {
        let tried = self.folded.as_if_turn(self.seat?)?;
        Some(Seen { folded: Arc::new(tried), ..self.clone() })
    }

    /// Whether it is the newest version that is looked at.
    pub fn is_newest(&self) -> bool {
        self.newest == self.folded.version
    }
}

impl Matches {
    /// The match for whoever may look at it, now or at a version.
    pub async fn look(
        &self,
        match_id: &str,
        looker: impl Into<Looker>,
        at: Option<i64>,
    ) -> Result<Seen> {
        let (matches, match_id, looker) = (self.clone(), match_id.to_owned(), looker.into());
        self.db
            .read(move |conn| {
                let newest = matches.visible(conn, &match_id, &looker)?;
                let folded = match at {
                    None => newest.clone(),
                    Some(version) => matches.load_at(conn, &newest, version)?,
                };
                let names = Names::at(conn, &folded)?;
                Ok(Seen::of(&newest, folded, looker.id(), names))
            })
            .await
    }

    /// A match as it stands after somebody's own command.
    pub async fn seen_by(&self, folded: Arc<Match>, account: &str) -> Result<Seen> {
        let account = account.to_owned();
        self.db
            .read(move |conn| {
                let names = Names::at(conn, &folded)?;
                Ok(Seen::of(&folded, folded.clone(), Some(&account), names))
            })
            .await
    }

    /// The newest state of a match for whoever may look at it.
    pub(in crate::matches) fn visible(
        &self,
        conn: &mut Conn,
        match_id: &str,
        looker: &Looker,
    ) -> Result<Arc<Match>> {
        let newest = self.load_for(conn, match_id, looker)?;
        self.admit(conn, &newest, looker)?;
        Ok(newest)
    }

    /// [`Matches::visible`] for somebody with an account.
    pub async fn visible_to(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), Looker::person(account));
        self.db.read(move |conn| matches.visible(conn, &id, &who)).await
    }
}
