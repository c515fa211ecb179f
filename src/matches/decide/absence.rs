//! Somebody does not come: their time is over, somebody stands in, they come back.

use super::draft::Draft;
use super::{Command, Facts, consent, own_seat, play, running_only};
use crate::clock::{Instant, rfc3339};
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Event, Lapse, LastCall, Record, TimedOut};
use crate::matches::stream::state::{Lapses, Match};
use crate::matches::time::{Absence, Clock, clock, soonest};
use crate::rules::Seat;
use chrono::{DateTime, Duration, Utc};

/// How long a time-out is put off while no last call can be handed over.
pub const PUT_OFF: Duration = Duration::days(3);

/// The time of a seat is over.
pub(super) fn time_out(
    draft: &mut Draft,
    seat: Seat,
    call: LastCall,
    facts: &Facts<'_>,
) -> Result<()> {
    let absence = may_say_so(draft, seat)?;
    let due = over_since(draft, seat, call, facts)?.and_utc();
    let lapse = lapse(absence, &draft.after().sitters[seat.index()].lapses);
    draft.emit(Some(seat), Event::TimedOut(TimedOut { due, call, lapse }))?;
    if lapse == Lapse::Resigned {
        draft.emit(Some(seat), Event::Resigned)?;
    }
    play::conclude(draft, facts)
}

/// Since when the time of a seat is over that was called like this.
fn over_since(draft: &Draft, seat: Seat, call: LastCall, facts: &Facts<'_>) -> Result<Instant> {
    let (on, now) = (draft.after(), draft.at());
    let not_due = |why: &str| Err(Error::new(Code::NotDue, why));
    // By hours that are not known it is what was said, but for what no hours could make true.
    let said = |at| soonest(on, seat).map(|clock| clock.said_over(at));
    let Some(clock) = clock(on, seat).or_else(|| facts.due.and_then(said)) else {
        return not_due("No clock runs for this seat.");
    };
    if now < clock.due {
        let why = format!("The time of this seat is over at {}.", rfc3339(clock.due));
        return not_due(&why);
    }
    match is_rightful(&clock, call, now) {
        true => Ok(clock.due),
        false => not_due("The person was not called in time; their time is put off."),
    }
}

/// Refuses all but the clock, or whoever else plays where nothing happens by itself. What
/// the people have agreed on.
fn may_say_so(draft: &Draft, seat: Seat) -> Result<Absence> {
    let by_person = match draft.by() {
        Caller::Person(_) => Some(own_seat(draft)?),
        Caller::Robot(_) | Caller::Clock | Caller::Operator => None,
    };
    let on = draft.after();
    running_only(on)?;
    on.sitter(seat).ok_or_else(|| Error::not_found("seat"))?;
    let no = |code, why: &str| Err(Error::new(code, why));
    let Some(timing) = on.timing else {
        return no(Code::NotDue, "This match has no pace: nothing in it is ever due.");
    };
    match (draft.by(), by_person, timing.absence) {
        (Caller::Clock, _, Absence::Gentle | Absence::Strict) => Ok(timing.absence),
        (_, Some(own), Absence::Patient) if own == seat => {
            no(Code::NotYours, "Nobody calls a stand-in for themselves; resign, or play.")
        }
        (_, Some(own), Absence::Patient) if on.sitters[own.index()].plays() => Ok(timing.absence),
        (_, Some(_), Absence::Gentle | Absence::Strict) => {
            no(Code::NotDue, "In this match the stand-in comes by itself.")
        }
        _ => no(Code::NoSeat, "Only who plays in this match can call a stand-in."),
    }
}

/// Whether somebody whose time is over was called before, or cannot be.
fn is_rightful(clock: &Clock<'_>, call: LastCall, now: Instant) -> bool {
    // A call for an earlier wait, or one to come, says nothing.
    let within = |at: DateTime<Utc>| {
        let at = at.naive_utc();
        (clock.from..=now).contains(&at).then_some(at)
    };
    match call {
        LastCall::Letter { at } => within(at).is_some_and(|at| clock.over_after(at) <= now),
        LastCall::Muted => true,
        LastCall::Undelivered { since } => within(since).is_some_and(|at| at + PUT_OFF <= now),
    }
}

/// What a time-out leads to.
fn lapse(absence: Absence, before: &Lapses) -> Lapse {
    let keeps = before.lost || before.in_a_row + 1 >= 2 || before.turns + 1 >= 3;
    match absence {
        Absence::Strict => Lapse::Resigned,
        Absence::Gentle if !before.grace => Lapse::Grace,
        Absence::Gentle | Absence::Patient if keeps => Lapse::Seat,
        Absence::Gentle | Absence::Patient => Lapse::Turn,
    }
}

/// A person takes their seat back, or keeps one that others might have taken over. Back from a
/// stand-in once in a wait: who does so again and again would hold up the others for ever.
pub(super) fn come_back(draft: &mut Draft) -> Result<()> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    running_only(on)?;
    if on.sitters[seat.index()].resigned.is_some() {
        return Err(Error::new(Code::ResignedAlready, "You have resigned from this match."));
    }
    // Whether others may take it over, be it because they left it or because they did not come.
    let is_open = on.sitters[seat.index()].opening.is_some();
    if !is_stood_in(on, seat) && is_open {
        return draft.emit(Some(seat), Event::Returned);
    }
    if !is_stood_in(on, seat) {
        return Err(Error::new(Code::NoStandIn, "Nobody stands in for you: the seat is yours."));
    }
    if on.waits.has_returned(seat) {
        return Err(Error::new(
            Code::ReturnedAlready,
            "You have come back to this turn before, and your time was over again. Play, or let \
             the stand-in end it; the next turn is yours if you come back then.",
        ));
    }
    draft.emit(Some(seat), Event::Returned)
}

/// Whoever plays while somebody stands in for them has come back; but who has done so in this
/// wait already only helps whoever stands in. It is a command of its own: what others propose is
/// settled with their voice before they play.
pub(super) fn back_by_playing(draft: &mut Draft, seat: Seat, facts: &Facts<'_>) -> Result<()> {
    let on = draft.after();
    if draft.by().person().is_none() || !is_stood_in(on, seat) || on.waits.has_returned(seat) {
        return Ok(());
    }
    draft.begin(&Command::Return);
    draft.emit(Some(seat), Event::Returned)?;
    consent::settle(draft, facts)?;
    let is_other_game =
        |record: &Record| matches!(record.event, Event::Rewound(_) | Event::Ended(_));
    match draft.records().iter().any(is_other_game) {
        false => Ok(()),
        true => Err(Error::new(
            Code::StoodIn,
            "All who play have agreed on what was proposed once you are back, and the game would \
             not stand as you see it. Come back to your seat first. Nothing was played.",
        )),
    }
}

fn is_stood_in(on: &Match, seat: Seat) -> bool {
    on.sitter(seat).is_some_and(|sitter| sitter.stand_in.is_some())
}
