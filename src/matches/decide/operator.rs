//! What the operator does to a match: its players see it.

use super::draft::Draft;
use super::{open_only, running_only, seats, title};
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Event, Renamed};
use crate::matches::stream::state::{Sitter, StandIn};
use crate::rules::Seat;

/// Refuses everybody else.
fn operator_only(draft: &Draft) -> Result<()> {
    match draft.by() {
        Caller::Operator => Ok(()),
        _ => Err(Error::new(Code::NoSeat, "Only whoever runs the service does this.")),
    }
}

/// The person who has a seat.
fn person_in(draft: &Draft, seat: Seat) -> Result<&Sitter> {
    let sitter = draft.after().sitter(seat).filter(|sitter| sitter.robot.is_none());
    sitter.ok_or_else(|| Error::not_found("person in this seat"))
}

/// Gives the match another title, whenever that is.
pub(super) fn rename(draft: &mut Draft, title: &str) -> Result<()> {
    operator_only(draft)?;
    title::check(title)?;
    if draft.after().opened.title == title {
        return Err(Error::field("title", "It is called that already."));
    }
    draft.emit(None, Event::Renamed(Renamed { title: title.to_owned() }))
}

/// Has a stand-in take a seat until its person returns.
pub(super) fn stand_in(draft: &mut Draft, seat: Seat) -> Result<()> {
    operator_only(draft)?;
    running_only(draft.after())?;
    let sitter = person_in(draft, seat)?;
    if sitter.resigned.is_some() {
        let why = "This seat was resigned, so it is played by itself.";
        return Err(Error::new(Code::ResignedAlready, why));
    }
    if sitter.stand_in == Some(StandIn::Seat) {
        return Err(Error::new(Code::StoodIn, "A stand-in plays this seat already."));
    }
    draft.emit(Some(seat), Event::StoodIn)
}

/// Takes a person's seat back before the start.
pub(super) fn unseat(draft: &mut Draft, seat: Seat) -> Result<()> {
    operator_only(draft)?;
    open_only(draft.after())?;
    let account = person_in(draft, seat)?.account.clone();
    seats::empty(draft, seat, &account)
}
