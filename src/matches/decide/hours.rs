//! Which hours count for whom is written down: as people take seats, and when they change it.

use super::draft::Draft;
use super::{Facts, open_or_running};
use crate::clock::Instant;
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::time::hours::NOTICE;
use crate::rules::Seat;

/// Whoever takes a seat brings their hours along, where the match has clocks.
pub(super) fn bring(draft: &mut Draft, seat: Seat, facts: &Facts<'_>) -> Result<()> {
    match (&draft.after().timing, &facts.hours) {
        (Some(_), Some(named)) => draft.emit_calendar(seat, named, draft.at()),
        _ => Ok(()),
    }
}

/// Another calendar holds for a seat, for waits that begin a day later at the earliest.
pub(super) fn change(
    draft: &mut Draft,
    seat: Seat,
    digest: &str,
    from: Instant,
    facts: &Facts<'_>,
) -> Result<()> {
    let no = |why: &str| Err(Error::new(Code::NotDue, why));
    if *draft.by() != Caller::Clock {
        return Err(Error::new(Code::NoSeat, "People change their hours for all their matches."));
    }
    let on = draft.after();
    open_or_running(on)?;
    let person = on.sitter(seat).ok_or_else(|| Error::not_found("seat"))?.is_present();
    if on.timing.is_none() || !person {
        return no("No clock runs for this seat.");
    }
    if from < draft.at() + NOTICE {
        return no("Changed hours hold a day after they were changed, at the earliest.");
    }
    match &facts.hours {
        Some(named) if named.digest == digest => draft.emit_calendar(seat, named, from),
        _ => Err(Error::fault("the hours are not those of the command")),
    }
}
