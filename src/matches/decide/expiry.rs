//! Nothing has happened for so long that a match does not go on.

use super::draft::Draft;
use super::{Facts, play};
use crate::clock::rfc3339;
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::Event;
use crate::matches::stream::state::Status;
use crate::matches::time::expires_at;

/// The match does not go on: one that had not begun is cancelled, another one ends without
/// a result.
pub(super) fn expire(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    if *draft.by() != Caller::Clock {
        return Err(Error::new(Code::NoSeat, "Only the clock says that too little happens."));
    }
    let on = draft.after();
    let not_due = |why: &str| Err(Error::new(Code::NotDue, why));
    let Some(over) = expires_at(on) else {
        return not_due("This match waits for nobody.");
    };
    if draft.at() < over {
        let why = format!("Something may still happen here until {}.", rfc3339(over));
        return not_due(&why);
    }
    let begun = on.status == Status::Running;
    draft.emit(None, Event::Expired)?;
    match begun {
        true => play::end(draft, Vec::new(), facts),
        false => draft.emit(None, Event::Cancelled),
    }
}
