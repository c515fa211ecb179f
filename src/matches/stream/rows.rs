//! Events as they are stored: the only place that turns one into the other.

use super::chain;
use super::event::{Event, Kind, Record, Unreadable};
use super::fold::Broken;
use super::state::Match;
use crate::db::events::{EventRow, Head};
use crate::matches::caller::Caller;
use crate::rules::Seat;
use crate::words::Word;

/// Reads a stored row.
pub fn read(row: EventRow) -> Result<Record, Broken> {
    let damaged = |why: String| Broken::damaged(row.version, why);
    let schema = u32::try_from(row.schema_number)
        .map_err(|_| damaged(format!("schema {}", row.schema_number)))?;
    let seat = match row.seat {
        None => None,
        Some(seat) => {
            let seat = u8::try_from(seat).map_err(|_| damaged(format!("seat {seat}")))?;
            Some(Seat(seat))
        }
    };
    let event = Event::read(&row.kind, schema, row.data)
        .map_err(|why| Broken { version: row.version, why })?;
    Ok(Record {
        version: row.version,
        at: row.recorded_at,
        by: Caller::of(row.actor),
        seat,
        event,
        command: row.command,
        draw: row.draw,
    })
}

/// Reads stored rows.
pub fn read_all(rows: Vec<EventRow>) -> Result<Vec<Record>, Broken> {
    rows.into_iter().map(read).collect()
}

/// The row of an event, but for what chains it: its salt and hash are empty.
pub fn bare(match_id: &str, record: &Record) -> EventRow {
    EventRow {
        match_id: match_id.to_owned(),
        version: record.version,
        kind: record.event.kind().word().to_owned(),
        schema_number: record.event.schema() as i32,
        data: record.event.text(),
        seat: record.seat.map(|seat| i32::from(seat.0)),
        actor: record.by.text(),
        command: record.command.clone(),
        draw: record.draw,
        recorded_at: record.at,
        salt: String::new(),
        hash: String::new(),
    }
}

/// The rows of events that follow on a row with this hash, salted and chained.
pub fn seal(match_id: &str, before: &str, records: &[Record]) -> Vec<EventRow> {
    let mut rows: Vec<EventRow> = Vec::with_capacity(records.len());
    for record in records {
        let mut row = EventRow { salt: chain::salt(), ..bare(match_id, record) };
        row.hash = chain::hash(rows.last().map_or(before, |row| &row.hash), &row);
        rows.push(row);
    }
    rows
}

/// Folds a stream from its first row.
pub fn fold(match_id: &str, rows: Vec<EventRow>) -> Result<Match, Broken> {
    let hash = rows.last().map(|row| row.hash.clone()).unwrap_or_default();
    let mut folded = Match::fold(match_id, &read_all(rows)?)?;
    folded.hash = hash;
    Ok(folded)
}

/// Whether it may take the whole stream to know what a row leads to.
pub fn may_need_all(row: &EventRow) -> bool {
    Kind::of_word(&row.kind).is_some_and(Kind::proposes)
}

/// Goes on from a known match with the rows after it.
pub fn go_on(known: &Match, rows: Vec<EventRow>) -> Result<Match, Broken> {
    let mut folded = known.clone();
    for row in rows {
        let hash = row.hash.clone();
        folded.evolve(&read(row)?)?;
        folded.hash = hash;
    }
    Ok(folded)
}

/// The row that an append to a match builds on.
pub fn head(of: &Match) -> Head {
    Head { version: of.version, hash: of.hash.clone() }
}

impl From<Broken> for crate::error::Error {
    fn from(broken: Broken) -> Self {
        use crate::error::{Code, Error};
        match broken.why {
            Unreadable::Newer(_) => Error::new(
                Code::NewerThanThisServer,
                "This match was continued by a newer Turnwise than this server: try again when \
                 its update is complete.",
            ),
            Unreadable::Damaged(_) => Error::fault(format!("an unreadable stream: {broken}")),
        }
    }
}
