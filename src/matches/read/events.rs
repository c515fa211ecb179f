//! The events of a match, read once for all who look back at it. Only a hint: what is kept is
//! compared with the stream's newest hash, and what came since is read.
//!
//! Only what is committed gets in here, as with [`super::super::stream::cache`].

use super::course::Course;
use crate::db::events::EventRow;
use crate::db::{Conn, events};
use crate::error::{Error, Result};
use crate::matches::Matches;
use crate::matches::stream::event::Record;
use crate::matches::stream::fold::{Broken, Walk};
use crate::matches::stream::rows;
use crate::matches::stream::state::Match;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// How much is kept, of all matches together, in events: some twenty megabytes.
const ROOM: u64 = 20_000;

/// How many events take as much room as a match at one place of its course.
const PLACE: usize = 32;

/// Matches for which there is room at first. So few that the cache is one piece: what is longer
/// than a piece would never be kept.
const MATCHES: usize = 32;

/// The events of a match.
#[derive(Clone, Debug)]
pub(super) struct Events {
    match_id: String,
    /// In order.
    pub records: Vec<Record>,
    /// Their hashes.
    pub hashes: Vec<String>,
    /// The accounts that they and the match name.
    pub people: BTreeSet<String>,
    course: OnceLock<Course>,
}

impl Events {
    /// What these rows hold: those of the whole stream.
    pub fn of(match_id: &str, stored: Vec<EventRow>) -> Result<Events, Broken> {
        let mut read = Events {
            match_id: match_id.to_owned(),
            records: Vec::with_capacity(stored.len()),
            hashes: Vec::with_capacity(stored.len()),
            people: BTreeSet::new(),
            course: OnceLock::new(),
        };
        read.push(stored)?;
        Ok(read)
    }

    /// The same with the rows that follow.
    pub fn go_on(mut self, stored: Vec<EventRow>) -> Result<Events, Broken> {
        let course = self.course.take().filter(|_| !stored.iter().any(rows::may_need_all));
        self.push(stored)?;
        if let Some(mut course) = course {
            course.go_on(&self.records)?;
            self.course = course.into();
        }
        Ok(self)
    }

    fn push(&mut self, stored: Vec<EventRow>) -> Result<(), Broken> {
        for row in stored {
            self.hashes.push(row.hash.clone());
            let record = rows::read(row)?;
            let named = [record.by.person(), record.event.names()];
            self.people.extend(named.into_iter().flatten().map(str::to_owned));
            self.records.push(record);
        }
        Ok(())
    }

    /// How the match went.
    pub fn course(&self) -> Result<&Course, Broken> {
        if let Some(course) = self.course.get() {
            return Ok(course);
        }
        let course = Course::of(&self.match_id, &self.records)?;
        Ok(self.course.get_or_init(|| course))
    }

    /// The match after so many events, at least one and no more than there are.
    pub fn walk(&self, length: usize) -> Result<Walk, Broken> {
        self.walk_on(None, length)
    }

    /// The match after so many events, from the nearest place before that is known: where somebody
    /// has come to, who goes no farther than that, or one of its course.
    pub fn walk_on(&self, here: Option<Walk>, length: usize) -> Result<Walk, Broken> {
        let stop = self.course.get().map(|course| course.stop_before(length));
        let nearer = |stop: &&Walk| here.as_ref().is_none_or(|here| here.length() < stop.length());
        let mut walk = match (stop.filter(nearer), here) {
            (Some(stop), _) => stop.clone(),
            (None, Some(here)) => here,
            (None, None) => return Walk::from(&self.match_id, &self.records, length),
        };
        self.records[walk.length()..length].iter().try_for_each(|record| walk.step(record))?;
        Ok(walk)
    }

    fn is_at(&self, newest: &Match) -> bool {
        self.hashes.len() as i64 == newest.version && self.hashes.last() == Some(&newest.hash)
    }
}

#[derive(Clone, Debug)]
struct BySize;

impl Weighter<String, Arc<Events>> for BySize {
    fn weight(&self, _: &String, events: &Arc<Events>) -> u64 {
        let places = events.course.get().map_or(0, Course::places);
        (events.records.len() + PLACE * places) as u64
    }
}

/// The events of matches that were looked back at lately.
#[derive(Debug)]
pub struct Kept(Cache<String, Arc<Events>, BySize>);

impl Default for Kept {
    fn default() -> Self {
        Kept(Cache::with_weighter(MATCHES, ROOM, BySize))
    }
}

impl Matches {
    /// The events of a match up to its newest state, with its course. The connection must be one
    /// that sees only what is committed ([`crate::db::Db::read`]).
    pub(super) fn events(&self, conn: &mut Conn, newest: &Match) -> Result<Arc<Events>> {
        let id = &newest.id;
        let known = self.events.0.get(id);
        if let Some(known) = known.clone().filter(|known| known.is_at(newest)) {
            return Ok(known);
        }
        let events = match known.map(|known| since(conn, newest, known)).transpose()?.flatten() {
            Some((known, since)) => {
                // Nothing is copied where nobody else is reading it.
                self.events.0.remove(id);
                Arc::unwrap_or_clone(known).go_on(since)?
            }
            None => Events::of(id, events::between(conn, id, 1, newest.version)?)?,
        };
        if events.records.is_empty() {
            // The database has lost what this process has heard of.
            return Err(Error::not_found("match"));
        }
        events.course()?;
        let events = Arc::new(events);
        if events.is_at(newest) {
            self.events.0.insert(id.clone(), events.clone());
        }
        Ok(events)
    }
}

/// What is known, and what came since; nothing where the stream does not go on from it.
fn since(
    conn: &mut Conn,
    newest: &Match,
    known: Arc<Events>,
) -> Result<Option<(Arc<Events>, Vec<EventRow>)>> {
    let (length, Some(hash)) = (known.hashes.len(), known.hashes.last()) else { return Ok(None) };
    let mut rows = events::between(conn, &newest.id, length as i64, newest.version)?;
    match rows.first() {
        Some(first) if first.hash == *hash => {
            rows.remove(0);
            Ok(Some((known, rows)))
        }
        // It is newer than what is looked at, or the database has lost what was known.
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::caller::Caller;
    use crate::matches::stream::event::Event;

    #[test]
    fn long_matches_are_kept_while_there_is_room() {
        let event = |version| Record {
            version,
            at: crate::clock::Clock::of_the_machine().now(),
            by: Caller::Clock,
            seat: None,
            event: Event::Resumed,
            command: None,
            draw: None,
        };
        let length = |version: i64| Events {
            match_id: version.to_string(),
            records: (1..=version).map(event).collect(),
            hashes: Vec::new(),
            people: BTreeSet::new(),
            course: OnceLock::new(),
        };
        let kept = Kept::default();
        for long in [300, 5_000, 4_999, 700] {
            kept.0.insert(long.to_string(), Arc::new(length(long)));
        }
        for long in [300, 5_000, 4_999, 700] {
            assert!(kept.0.get(&long.to_string()).is_some(), "{long}");
        }
        for long in 6_000..6_010 {
            kept.0.insert(long.to_string(), Arc::new(length(long)));
        }
        assert!(kept.0.weight() <= ROOM);
    }
}
