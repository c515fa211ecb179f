//! Somebody will be away, or is back; Turnwise itself was away.

use super::draft::Draft;
use super::{open_or_running, own_seat, running_only};
use crate::clock::calendar::Span;
use crate::clock::{Instant, rfc3339};
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::away::days;
use crate::matches::stream::event::{AwayBooked, Event, Outage};
use chrono::Duration;

/// How long before it begins an absence must be known.
pub const NOTICE: Duration = Duration::hours(24);

/// The most days in a row that anybody is away.
pub const LONGEST: i64 = 14;

/// How far ahead anybody can say so.
pub const AHEAD: Duration = Duration::days(400);

/// How often somebody can say so in a match: who thinks better of it again and again makes its
/// stream grow.
pub const MOST: u32 = 40;

/// The shortest time without Turnwise that counts for nobody.
pub const SHORTEST_OUTAGE: Duration = Duration::minutes(1);

/// Refuses days on which nobody can be away, in whichever match.
pub fn check(away: &Span, now: Instant) -> Result<()> {
    let no = |why: String| Err(Error::new(Code::WrongAway, why));
    if away.to <= away.from {
        return no("The last day away is not before the first.".to_owned());
    }
    if days(away) > LONGEST {
        return no(format!("Nobody is away for more than {LONGEST} days in a row."));
    }
    if away.from < now + NOTICE {
        let soonest = rfc3339(now + NOTICE);
        return no(format!(
            "Say it 24 hours before: the first day away begins at {soonest} or later."
        ));
    }
    match away.from > now + AHEAD {
        true => no("That is too far ahead: a year at most.".to_owned()),
        false => Ok(()),
    }
}

/// The person of a seat will be away.
pub(super) fn book(draft: &mut Draft, away: &AwayBooked) -> Result<()> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    open_or_running(on)?;
    let sitter = &on.sitters[seat.index()];
    let no = |why: String| Err(Error::new(Code::WrongAway, why));
    if sitter.resigned.is_some() {
        return Err(Error::new(Code::ResignedAlready, "You have resigned from this match."));
    }
    if on.timing.is_none_or(|timing| timing.pace.away_days == 0) {
        return no("In this match nobody can be away: no clock runs, or it never stops.".into());
    }
    if sitter.away_said >= MOST {
        return no(format!("You have said {MOST} times in this match that you will be away."));
    }
    let span = Span { from: away.from.naive_utc(), to: away.to.naive_utc() };
    check(&span, draft.at())?;
    // Else two of them would be one that is too long.
    let apart = Duration::days(1);
    let near = |known: &&Span| span.from < known.to + apart && known.from < span.to + apart;
    if let Some(near) = sitter.away.iter().find(near) {
        let (from, to) = (rfc3339(near.from), rfc3339(near.to));
        return no(format!("You are away from {from} to {to}; leave a day between."));
    }
    let (wanted, left) = (days(&span), on.days_left(seat));
    if wanted > left {
        return no(format!("{wanted} days are more than you have left in this match: {left}."));
    }
    draft.emit(Some(seat), Event::AwayBooked(away.clone()))
}

/// The person of a seat is back, or will not be away after all.
pub(super) fn end(draft: &mut Draft) -> Result<()> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    open_or_running(on)?;
    if on.sitters[seat.index()].away_from(draft.at()).next().is_none() {
        return Err(Error::new(Code::WrongAway, "You are not away in this match."));
    }
    draft.emit(Some(seat), Event::AwayEnded)
}

/// Turnwise itself was away.
pub(super) fn outage(draft: &mut Draft, outage: &Outage) -> Result<()> {
    if *draft.by() != Caller::Clock {
        return Err(Error::new(Code::NoSeat, "Only the clock says that it stood still."));
    }
    let on = draft.after();
    running_only(on)?;
    let (from, to) = (outage.from.naive_utc(), outage.to.naive_utc());
    let known = on.outages().last().is_some_and(|last| from < last.to);
    if on.timing.is_none() || known || to - from < SHORTEST_OUTAGE || draft.at() < to {
        return Err(Error::new(Code::NotDue, "No clock of this match stood still then."));
    }
    draft.emit(None, Event::Outage(outage.clone()))
}
