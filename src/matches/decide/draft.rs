//! A decision on a match being written down.
//!
//! [`Draft::emit`] records and evolves in one verb, as in the games: what is decided
//! next looks at what was decided before, and what is stored is what happened here.
//! Nothing is hashed and nothing is salted before it is stored.

use super::Command;
use crate::clock::Instant;
use crate::error::{Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::{CalendarSet, Event, OfGame, Proposed, Record, Rewound};
use crate::matches::stream::{fold::Outcome, state::Match};
use crate::matches::time::hours::Named;
use crate::rules::Seat;
use crate::rules::erased::AnyState;

/// The events of a decision, and the match as they leave it.
#[derive(Clone, Debug)]
pub struct Draft {
    after: Match,
    records: Vec<Record>,
    by: Caller,
    at: Instant,
    /// The command that is being decided, until its first event takes it along.
    command: Option<String>,
}

impl Draft {
    /// A decision on a match. It happens `now`, or with the latest event where the
    /// clock stands behind it.
    pub fn on(on: Match, by: &Caller, now: Instant) -> Draft {
        Draft {
            at: now.max(on.changed_at),
            after: on,
            records: Vec::new(),
            by: by.clone(),
            command: None,
        }
    }

    /// A match about to be opened: its first event, by this command.
    ///
    /// # Errors
    /// A fault where the event is none that opens a match.
    pub fn open(
        match_id: &str,
        by: &Caller,
        now: Instant,
        command: &Command,
        event: Event,
    ) -> Result<Draft> {
        let record = Record {
            version: 1,
            at: now,
            by: by.clone(),
            seat: None,
            event,
            command: Some(command.text()),
            draw: None,
        };
        let after = Match::open(match_id, &record).map_err(Error::fault)?;
        Ok(Draft { after, records: vec![record], by: by.clone(), at: now, command: None })
    }

    /// Another command is decided from here on.
    pub fn begin(&mut self, command: &Command) {
        self.command = Some(command.text());
    }

    /// The match as the events so far leave it.
    pub fn after(&self) -> &Match {
        &self.after
    }

    /// Who decides.
    pub fn by(&self) -> &Caller {
        &self.by
    }

    /// When it happens.
    pub fn at(&self) -> Instant {
        self.at
    }

    /// The events so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// The match afterwards, and its events in order.
    pub fn finish(self) -> (Match, Vec<Record>) {
        (self.after, self.records)
    }

    /// Writes down what happens to the match, and lets it happen.
    pub fn emit(&mut self, seat: Option<Seat>, event: Event) -> Result<()> {
        let record = self.record(seat, event, None);
        self.push(record, |after, record| after.evolve(record).map_err(Error::fault))
    }

    /// Writes down what happens in the game, with its outcome as the game decided it.
    /// `draw` counts the command among those that drew from chance.
    pub fn emit_play(
        &mut self,
        seat: Seat,
        event: OfGame,
        outcome: Outcome,
        draw: Option<i64>,
    ) -> Result<()> {
        let record = self.record(Some(seat), Event::Played(event), draw);
        self.push(record, |after, record| {
            after.evolve_decided(record, outcome).map_err(Error::fault)
        })
    }

    /// Writes down that something is proposed; `then` is the game as it stood where it is
    /// proposed to go back to.
    pub fn emit_proposed(
        &mut self,
        seat: Seat,
        proposed: Proposed,
        then: Option<AnyState>,
    ) -> Result<()> {
        let record = self.record(Some(seat), Event::Proposed(proposed.clone()), None);
        self.push(record, |after, record| {
            after.propose(record, &proposed, then).map_err(Error::fault)
        })
    }

    /// Writes down that the game goes on as it stood; `draw` counts it among what drew from
    /// chance.
    pub fn emit_rewound(&mut self, rewound: Rewound, draw: Option<i64>) -> Result<()> {
        let record = Record { draw, ..self.record(None, Event::Rewound(rewound), None) };
        self.push(record, |after, record| after.evolve(record).map_err(Error::fault))
    }

    /// Writes down what was shuffled anew for a rewind, and how the game stands then.
    pub fn emit_shuffled(&mut self, text: String, state: AnyState) -> Result<()> {
        let event = OfGame { schema: self.after.game().schema(), text };
        let record = self.record(None, Event::Played(event), None);
        self.push(record, |after, record| {
            let outcome = Outcome { state, reveals: false };
            after.evolve_decided(record, outcome).map_err(Error::fault)
        })
    }

    /// Writes down that another calendar holds for a seat from then on.
    pub fn emit_calendar(&mut self, seat: Seat, named: &Named, from: Instant) -> Result<()> {
        let set = CalendarSet { digest: named.digest.clone(), from: from.and_utc() };
        self.emit(Some(seat), Event::CalendarSet(set))?;
        self.after.sitters[seat.index()].hours.last_is(named);
        Ok(())
    }

    fn record(&mut self, seat: Option<Seat>, event: Event, draw: Option<i64>) -> Record {
        let command = self.command.take();
        Record {
            version: self.after().version + 1,
            at: self.at,
            by: self.by.clone(),
            seat,
            event,
            draw: draw.filter(|_| command.is_some()),
            command,
        }
    }

    fn push(
        &mut self,
        record: Record,
        evolve: impl FnOnce(&mut Match, &Record) -> Result<()>,
    ) -> Result<()> {
        evolve(&mut self.after, &record)?;
        self.records.push(record);
        Ok(())
    }
}
