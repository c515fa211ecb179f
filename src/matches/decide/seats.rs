//! Before the start: taking seats and giving them back, for people and for robots.

use super::draft::Draft;
use super::{Facts, admitted, host_only, hours, open_only, own_seat, person, start};
use crate::clock::rfc3339;
use crate::error::{Code, Error, Result};
use crate::matches::caller::RobotPlayer;
use crate::matches::stream::event::{Event, Joined, Left};
use crate::matches::stream::state::{Match, Status};
use crate::matches::time::host_open_to;
use crate::rules::{Robot, Seat};

/// The next free seat.
fn next_seat(on: &Match) -> Result<Seat> {
    open_only(on)?;
    if on.sitters.len() < usize::from(on.opened.seats) {
        return Ok(Seat(on.sitters.len() as u8));
    }
    Err(Error::new(Code::MatchFull, "Every seat is taken."))
}

/// Takes the next seat. The last seat starts the match.
pub(super) fn join(draft: &mut Draft, entropy: Option<String>, facts: &Facts<'_>) -> Result<()> {
    let account = draft.by().person().map(str::to_owned).ok_or_else(|| {
        Error::new(Code::NoSeat, "Only people join; robots are given their seats.")
    })?;
    if draft.after().seat_of(&account).is_some() {
        return Err(Error::new(Code::SeatedAlready, "You have a seat in this match."));
    }
    admitted(draft, facts, &account)?;
    let seat = next_seat(draft.after())?;
    let joined = Joined { account, entropy, name: facts.name.clone() };
    draft.emit(Some(seat), Event::Joined(joined))?;
    hours::bring(draft, seat, facts)?;
    start_when_full(draft, facts)
}

/// Gives a seat back. A host who leaves passes the match on; when only robots are left
/// it is cancelled.
pub(super) fn leave(draft: &mut Draft) -> Result<()> {
    let seat = own_seat(draft)?;
    let account = person(draft)?;
    let on = draft.after();
    if on.status == Status::Running {
        return Err(Error::new(
            Code::MatchRunning,
            "The match is being played; resign if you want to stop.",
        ));
    }
    let account = account.to_owned();
    empty(draft, seat, &account)
}

/// A seat is empty again that an account had before the start.
pub(super) fn empty(draft: &mut Draft, seat: Seat, account: &str) -> Result<()> {
    let on = draft.after();
    open_only(on)?;
    let mut people = on.sitters.iter().filter(|sitter| sitter.robot.is_none());
    let heir = people.find(|sitter| sitter.account != account);
    let host = match heir {
        Some(heir) if on.host == account => heir.account.clone(),
        _ => on.host.clone(),
    };
    draft.emit(Some(seat), Event::Left(Left { host }))?;
    if draft.after().sitters.iter().all(|sitter| sitter.robot.is_some()) {
        draft.emit(None, Event::Cancelled)?;
    }
    Ok(())
}

/// Gives the next seat to a robot, or refuses where it is not the seat that is meant.
pub(super) fn seat_robot(
    draft: &mut Draft,
    robot: Robot,
    meant: Option<Seat>,
    facts: &Facts<'_>,
) -> Result<()> {
    let on = draft.after();
    host_only(on, person(draft)?, "seat and dismiss robots")?;
    let seat = next_seat(on)?;
    if meant.is_some_and(|meant| meant != seat) {
        let why = "This is not the next free seat: look at who has come meanwhile.";
        return Err(Error::new(Code::SeatTaken, why));
    }
    let player = RobotPlayer { robot, number: free_number(on, robot) };
    draft.emit(Some(seat), Event::RobotJoined(player))?;
    start_when_full(draft, facts)
}

/// Sends a robot away; later seats move up.
pub(super) fn dismiss_robot(draft: &mut Draft, seat: Seat) -> Result<()> {
    let on = draft.after();
    host_only(on, person(draft)?, "seat and dismiss robots")?;
    open_only(on)?;
    match on.sitter(seat) {
        Some(sitter) if sitter.robot.is_some() => draft.emit(Some(seat), Event::RobotLeft),
        _ => Err(Error::not_found("robot in this seat")),
    }
}

/// Hosts a match that its host has forsaken before the start.
pub(super) fn host(draft: &mut Draft) -> Result<()> {
    let seat = own_seat(draft)?;
    let account = person(draft)?;
    let on = draft.after();
    open_only(on)?;
    if on.host == account {
        return Err(Error::new(Code::NotDue, "You are the host of this match."));
    }
    let open = host_open_to(on, seat);
    if draft.at() < open {
        let why = format!("The host may still come: you can be the host from {}.", rfc3339(open));
        return Err(Error::new(Code::NotDue, why));
    }
    draft.emit(Some(seat), Event::HostChanged)
}

fn start_when_full(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    if draft.after().sitters.len() == usize::from(draft.after().opened.seats) {
        start::begin(draft, facts)?;
    }
    Ok(())
}

/// The lowest number that no other robot of this kind has at the table.
fn free_number(on: &Match, robot: Robot) -> u8 {
    let taken = |number: u8| {
        on.sitters.iter().any(|sitter| sitter.robot == Some(RobotPlayer { robot, number }))
    };
    (1..u8::MAX).find(|&number| !taken(number)).unwrap_or(u8::MAX)
}
