//! Somebody takes a seat over in a match that is played.

use super::draft::Draft;
use super::{Facts, hours, running_only};
use crate::error::{Code, Error, Result};
use crate::matches::stream::event::{Event, Substituted, Visibility};
use crate::rules::Seat;

/// Takes a seat over for which others are looked for. Nobody does who knows what another seat
/// has seen.
pub(super) fn substitute(draft: &mut Draft, seat: Seat, facts: &Facts<'_>) -> Result<()> {
    let account = draft
        .by()
        .person()
        .map(str::to_owned)
        .ok_or_else(|| Error::new(Code::NoSeat, "Only people take seats over."))?;
    let on = draft.after();
    let private = on.opened.visibility == Visibility::Private;
    let seen = on.is_seen_by(Some(&account));
    if private && !seen && !facts.invited {
        return Err(Error::not_found("match"));
    }
    if on.seat_of(&account).is_some() {
        return Err(Error::new(Code::SeatedAlready, "You have a seat in this match."));
    }
    running_only(on)?;
    if on.has_sat(&account) {
        return Err(Error::new(
            Code::SatBefore,
            "You had a seat in this match before: nobody comes back who may have learnt what \
             another seat knows.",
        ));
    }
    let opening = on.open_seats(draft.at()).find(|(open, _)| *open == seat);
    match opening.map(|(_, opening)| (opening.is_for(Some(&account), draft.at()), opening.named()))
    {
        None => {
            return Err(Error::new(
                Code::SeatTaken,
                "Nobody is looked for to take this seat over.",
            ));
        }
        Some((false, _)) => {
            return Err(Error::new(Code::SeatTaken, "This seat is kept for somebody else."));
        }
        Some((true, named)) if named != Some(&account) && private && !facts.invited => {
            return Err(Error::new(
                Code::InvitationNeeded,
                "This match is private: send its invitation code.",
            ));
        }
        Some(_) => {}
    }
    let new = Substituted { account, name: facts.name.clone() };
    draft.emit(Some(seat), Event::Substituted(new))?;
    hours::bring(draft, seat, facts)
}
