//! A whole stream, read once, from which everything about a match is told: how it stood
//! at any version, its history, its chart.

use super::events::Events;
use super::look::Seen;
use super::names::Names;
use crate::clock::Instant;
#[cfg(test)]
use crate::db::events::EventRow;
use crate::db::{Conn, events};
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::stream::event::Event;
use crate::matches::stream::state::Match;
use crate::matches::stream::undone::{self, Fate, fates};
use crate::matches::stream::{fold, store};
use crate::matches::watching::Looker;
use crate::rules::erased::AnyState;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A stream up to its newest event, as an account (or nobody) may read it.
#[derive(Clone, Debug)]
pub struct Book {
    pub(super) newest: Arc<Match>,
    pub(super) events: Arc<Events>,
    pub(super) names: Names,
    pub(super) account: Option<String>,
}

impl Matches {
    /// Reads the stream of a match for whoever may look at it.
    pub async fn book(&self, match_id: &str, looker: impl Into<Looker>) -> Result<Book> {
        let (matches, match_id, looker) = (self.clone(), match_id.to_owned(), looker.into());
        self.db
            .read(move |conn| {
                let newest = matches.visible(conn, &match_id, &looker)?;
                matches.bound(conn, newest, looker.id())
            })
            .await
    }

    /// The book of a match up to its newest state, as an account (or nobody) may read it.
    pub(super) fn bound(
        &self,
        conn: &mut Conn,
        newest: Arc<Match>,
        account: Option<&str>,
    ) -> Result<Book> {
        let events = self.events(conn, &newest)?;
        Book::named(conn, newest, events, account)
    }
}

impl Book {
    /// Reads the stream of a match up to this state, where a write may have begun: nothing is
    /// kept.
    pub fn of(conn: &mut Conn, newest: Arc<Match>, account: Option<&str>) -> Result<Book> {
        let stored = events::between(conn, &newest.id, 1, newest.version)?;
        let events = Arc::new(Events::of(&newest.id, stored)?);
        Book::named(conn, newest, events, account)
    }

    fn named(
        conn: &mut Conn,
        newest: Arc<Match>,
        events: Arc<Events>,
        account: Option<&str>,
    ) -> Result<Book> {
        let seated = newest.sitters.iter().map(|sitter| &sitter.account).chain([&newest.host]);
        let people: BTreeSet<&String> = events.people.iter().chain(seated).collect();
        let names = Names::of(conn, people.into_iter().cloned())?;
        Ok(Book { newest, events, names, account: account.map(str::to_owned) })
    }

    /// The book of these rows, in which nobody has a name yet.
    #[cfg(test)]
    pub(in crate::matches) fn nameless(
        newest: Arc<Match>,
        stored: Vec<EventRow>,
        account: Option<&str>,
    ) -> Result<Book> {
        let events = Arc::new(Events::of(&newest.id, stored)?);
        let account = account.map(str::to_owned);
        Ok(Book { newest, events, names: Names::default(), account })
    }

    /// The same as if it was kept when so many of these rows had not come yet.
    #[cfg(test)]
    pub(in crate::matches) fn read_again(
        &self,
        mut rows: Vec<EventRow>,
        late: usize,
    ) -> Result<Book> {
        let rest = rows.split_off(rows.len() - late);
        let events = Events::of(&self.newest.id, rows)?;
        events.course()?;
        Ok(Book { events: Arc::new(events.go_on(rest)?), ..self.clone() })
    }

    /// The match as it stood at a version.
    pub fn at(&self, version: i64) -> Result<Arc<Match>> {
        if version == self.newest.version {
            return Ok(self.newest.clone());
        }
        let length = usize::try_from(version).unwrap_or(0);
        if !(1..=self.events.records.len()).contains(&length) {
            return Err(store::no_such_version(self.newest.version));
        }
        let mut folded = self.events.walk(length)?.into_at();
        folded.hash.clone_from(&self.events.hashes[length - 1]);
        Ok(Arc::new(folded))
    }

    /// The game as it stood at a version, where it can be proposed to go back there.
    pub(in crate::matches) fn rewindable(&self, to: i64) -> Result<Option<AnyState>> {
        Ok(fold::rewindable(&self.newest.id, &self.events.records, to)?)
    }

    /// Whether it can be proposed to go back to a version: a step of the game had just ended there.
    pub fn is_rewindable(&self, to: i64) -> bool {
        to < self.newest.version && undone::is_rewindable(&self.events.records, to)
    }

    /// What would be lost by going back to a version: each step since that still counts.
    pub fn lost_since(&self, to: i64) -> Vec<i64> {
        let (records, first) = (&self.events.records, self.after(to));
        let lost = records.iter().zip(fates(records)).skip(first);
        let steps = lost.filter(|(record, fate)| {
            *fate == Fate::Counts && record.begins() && matches!(record.event, Event::Played(_))
        });
        steps.map(|(record, _)| record.version).collect()
    }

    /// The match as the reader sees it, now or at a version, with what could be known
    /// then.
    pub fn seen(&self, at: Option<i64>) -> Result<Seen> {
        let mut folded = self.at(at.unwrap_or(self.newest.version))?;
        if folded.opened.title != self.newest.opened.title {
            // One that the operator has taken away is shown nowhere any more.
            Arc::make_mut(&mut folded).opened = self.newest.opened.clone();
        }
        Ok(Seen::of(&self.newest, folded, self.account.as_deref(), self.names.clone()))
    }

    /// The newest state.
    pub fn newest(&self) -> &Arc<Match> {
        &self.newest
    }

    /// What people are called.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The hash of a version's event, and when it was accepted.
    pub fn sealed_at(&self, version: i64) -> Option<(&str, Instant)> {
        let at = usize::try_from(version).ok()?.checked_sub(1)?;
        Some((self.events.hashes.get(at)?, self.events.records.get(at)?.at))
    }

    /// As whom the match is read.
    pub(super) fn viewer(&self) -> crate::rules::Viewer {
        self.newest.viewer(self.account.as_deref())
    }
}
