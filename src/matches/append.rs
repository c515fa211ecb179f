//! Appending to a stream: the one way in which a match changes.
//!
//! An [`Append`] is a match being written on. It makes each row, hashes it into
//! the chain and lets it happen at once, so that what is decided next looks at
//! what was decided before.

use super::chain;
use super::event::{self, kind};
use super::fold::Folded;
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::events::{self, EventRow};
use crate::error::{Error, Result};
use crate::rules::Seat;
use crate::rules::erased::{AnyState, Decision};
use serde::Serialize;

/// A match being written on.
#[derive(Debug)]
pub struct Append {
    /// The match as the rows so far leave it.
    pub folded: Folded,
    /// When this happens.
    pub now: Instant,
    rows: Vec<EventRow>,
}

/// Whose doing an event is.
#[derive(Clone, Copy, Debug, Default)]
pub struct By<'a> {
    /// The seat it happens to or by.
    pub seat: Option<Seat>,
    /// The account that caused it; none where the platform did.
    pub actor: Option<&'a str>,
}

impl Append {
    /// Goes on from here.
    pub fn to(folded: Folded, now: Instant) -> Append {
        Append { folded, now, rows: Vec::new() }
    }

    /// Begins a new stream with its `opened` event.
    pub fn open(match_id: &str, opened: &event::Opened, now: Instant) -> Result<Append> {
        let mut row = EventRow {
            match_id: match_id.to_owned(),
            version: 1,
            kind: kind::OPENED.to_owned(),
            schema_number: event::SCHEMA,
            data: text(opened),
            seat: None,
            actor: Some(opened.host.clone()),
            command_id: None,
            command: None,
            recorded_at: now,
            hash: String::new(),
        };
        row.hash = chain::hash(chain::START, &row);
        let folded = Folded::open(&row).map_err(Error::fault)?;
        Ok(Append { folded, now, rows: vec![row] })
    }

    fn row(&self, kind: &str, schema: i32, data: String, by: By<'_>) -> EventRow {
        EventRow {
            match_id: self.folded.id.clone(),
            version: self.folded.version + 1,
            kind: kind.to_owned(),
            schema_number: schema,
            data,
            seat: by.seat.map(|seat| i32::from(seat.0)),
            actor: by.actor.map(str::to_owned),
            command_id: None,
            command: None,
            recorded_at: self.now,
            hash: String::new(),
        }
    }

    fn push(
        &mut self,
        mut row: EventRow,
        evolve: impl FnOnce(&mut Folded, &EventRow) -> Result<()>,
    ) -> Result<()> {
        row.hash = chain::hash(&self.folded.hash, &row);
        evolve(&mut self.folded, &row)?;
        self.rows.push(row);
        Ok(())
    }

    /// One of the match's own events.
    pub fn emit<T: Serialize>(&mut self, kind: &str, data: &T, by: By<'_>) -> Result<()> {
        let row = self.row(kind, event::SCHEMA, text(data), by);
        self.push(row, |folded, row| folded.evolve(row).map_err(Error::fault))
    }

    /// The start of play with a set-up of the game.
    pub fn start(&mut self, setup: String, by: By<'_>) -> Result<()> {
        let row = self.row(kind::STARTED, self.folded.game().schema() as i32, setup, by);
        self.push(row, |folded, row| folded.evolve(row).map_err(Error::fault))
    }

    /// What a decided command of a seat comes to.
    pub fn played(&mut self, command: &str, decision: Decision, by: By<'_>) -> Result<()> {
        let schema = self.folded.game().schema() as i32;
        let command_id = crate::random::id();
        let mut command = Some(command.to_owned());
        let Decision { events, states, reveals } = decision;
        for ((text, after), reveals) in events.into_iter().zip(states).zip(reveals) {
            let before: AnyState =
                self.folded.state.clone().ok_or_else(|| Error::fault("no state"))?;
            let mut row = self.row(kind::PLAYED, schema, text, by);
            row.command_id = Some(command_id.clone());
            row.command = command.take();
            self.push(row, |folded, row| {
                folded.evolve_decided(row, &before, after, reveals).map_err(Error::fault)
            })?;
        }
        Ok(())
    }

    /// The rows so far.
    pub fn rows(&self) -> &[EventRow] {
        &self.rows
    }

    /// Stores the rows. [`crate::db::is_taken`] when another writer was first.
    pub fn store(&self, conn: &mut Conn) -> Result<()> {
        self.rows.iter().try_for_each(|row| events::append(conn, row))
    }
}

fn text<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).expect("the match's own events have a JSON form")
}
