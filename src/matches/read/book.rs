//! A whole stream, read once, from which everything about a match is told: how it stood
//! at any version, its history, its chart.

use super::look::Seen;
use super::names::Names;
use crate::clock::Instant;
use crate::db::events::EventRow;
use crate::db::{Conn, events};
use crate::error::Result;
use crate::matches::Matches;
use crate::matches::stream::event::{Event, Record};
use crate::matches::stream::state::Match;
use crate::matches::stream::{fold, rows, store, undone};
use crate::matches::watching::Looker;
use crate::rules::erased::AnyState;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A stream up to its newest event, as an account (or nobody) may read it.
#[derive(Clone, Debug)]
pub struct Book {
    pub(super) newest: Arc<Match>,
    pub(super) records: Vec<Record>,
    pub(super) hashes: Vec<String>,
    pub(super) names: Names,
    account: Option<String>,
}

impl Matches {
    /// Reads the stream of a match for whoever may look at it.
    pub async fn book(&self, match_id: &str, looker: impl Into<Looker>) -> Result<Book> {
        let (matches, match_id, looker) = (self.clone(), match_id.to_owned(), looker.into());
        self.db
            .read(move |conn| {
                let newest = matches.visible(conn, &match_id, &looker)?;
                Book::of(conn, newest, looker.id())
            })
            .await
    }
}

impl Book {
    /// Reads the stream of a match up to this state.
    pub fn of(conn: &mut Conn, newest: Arc<Match>, account: Option<&str>) -> Result<Book> {
        let stored = events::between(conn, &newest.id, 1, newest.version)?;
        let mut book = Book::bound(newest, stored, account)?;
        let callers = book.records.iter().filter_map(|record| record.by.person());
        let seated = book.newest.sitters.iter().map(|sitter| &*sitter.account);
        let named = book.records.iter().filter_map(|record| record.event.names());
        let people = callers.chain(seated).chain(named).chain([&*book.newest.host]);
        let people: BTreeSet<&str> = people.collect();
        book.names = Names::of(conn, people.into_iter().map(str::to_owned))?;
        Ok(book)
    }

    /// The book of these rows, in which nobody has a name yet.
    pub(in crate::matches) fn bound(
        newest: Arc<Match>,
        stored: Vec<EventRow>,
        account: Option<&str>,
    ) -> Result<Book> {
        let hashes = stored.iter().map(|row| row.hash.clone()).collect();
        let records = rows::read_all(stored)?;
        let account = account.map(str::to_owned);
        Ok(Book { newest, records, hashes, names: Names::default(), account })
    }

    /// The match as it stood at a version.
    pub fn at(&self, version: i64) -> Result<Arc<Match>> {
        if version == self.newest.version {
            return Ok(self.newest.clone());
        }
        let length = usize::try_from(version).unwrap_or(0);
        if !(1..=self.records.len()).contains(&length) {
            return Err(store::no_such_version(self.newest.version));
        }
        let mut folded = Match::fold(&self.newest.id, &self.records[..length])?;
        folded.hash.clone_from(&self.hashes[length - 1]);
        Ok(Arc::new(folded))
    }

    /// The game as it stood at a version, where it can be proposed to go back there.
    pub(in crate::matches) fn rewindable(&self, to: i64) -> Result<Option<AnyState>> {
        Ok(fold::rewindable(&self.newest.id, &self.records, to)?)
    }

    /// What would be lost by going back to a version: each step since that still counts.
    pub fn lost_since(&self, to: i64) -> Vec<i64> {
        let lost = self.records.iter().zip(undone::counts(&self.records));
        let steps = lost.filter(|(record, counts)| {
            *counts
                && record.version > to
                && record.begins()
                && matches!(record.event, Event::Played(_))
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
        Some((self.hashes.get(at)?, self.records.get(at)?.at))
    }

    /// As whom the match is read.
    pub(super) fn viewer(&self) -> crate::rules::Viewer {
        self.newest.viewer(self.account.as_deref())
    }
}
