//! While a match runs: steps of the game, taking them back, resigning, and the end.

use super::draft::Draft;
use super::{Command, Facts, absence, match_over, own_seat, running_only, undecided};
use crate::error::{Code, Error, Result};
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Ended, Event, OfGame, TakenBack};
use crate::matches::stream::fold::Outcome;
use crate::matches::time::clock;
use crate::rules::chance::{Counted, Seeded};
use crate::rules::erased::Decision;
use crate::rules::{Chance, Seat, Standing};
use serde_json::Value;

/// Where a step stands among those that are posted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Others follow, so it may not show anything hidden.
    Before,
    /// None follows.
    Last,
}

/// Plays one step for a seat.
pub(super) fn play(
    draft: &mut Draft,
    seat: Seat,
    command: &Value,
    facts: &Facts<'_>,
    place: Place,
) -> Result<()> {
    may_play(draft, seat)?;
    absence::back_by_playing(draft, seat, facts)?;
    let (decision, drew) = match place {
        Place::Before => (unrevealing(draft, seat, command)?, false),
        Place::Last => {
            let on = draft.after();
            let mut chance = facts.seed.chance(&on.id, &on.entropy(), on.draws + 1);
            decided(draft, seat, command, &mut chance)?
        }
    };
    audit(draft, command, &decision)?;
    let draw = drew.then(|| draft.after().draws + 1);
    let schema = draft.after().game().schema();
    let Decision { command, events, states, reveals } = decision;
    // Stored is what was understood, and nothing that stood beside it.
    draft.begin(&Command::Play { seat, command });
    for ((text, state), reveals) in events.into_iter().zip(states).zip(reveals) {
        let event = OfGame { schema, text };
        draft.emit_play(seat, event, Outcome { state, reveals }, draw)?;
    }
    conclude(draft, facts)
}

/// Who may play for a seat: its person, its robot, and the clock once the person has
/// resigned or a stand-in plays for them.
fn may_play(draft: &Draft, seat: Seat) -> Result<()> {
    let by_person = match draft.by() {
        Caller::Person(_) => Some(own_seat(draft)?),
        Caller::Robot(_) | Caller::Clock | Caller::Operator => None,
    };
    let on = draft.after();
    running_only(on)?;
    let sitter = on.sitter(seat).ok_or_else(|| Error::not_found("seat"))?;
    let no = |detail: &str| Err(Error::new(Code::NoSeat, detail));
    match draft.by() {
        Caller::Person(_) if by_person != Some(seat) => no("This is not your seat."),
        Caller::Person(_) if sitter.resigned.is_some() => {
            Err(Error::new(Code::ResignedAlready, "You have resigned from this match."))
        }
        Caller::Robot(_) if !sitter.is(draft.by()) => no("This is not the robot's seat."),
        Caller::Clock if sitter.resigned.is_none() && sitter.stand_in.is_none() => {
            no("The person of this seat plays.")
        }
        Caller::Operator => no("The operator has no seat."),
        Caller::Person(_) | Caller::Robot(_) | Caller::Clock => Ok(()),
    }
}

/// What a step of a seat would come to, with throwaway chance.
pub(super) fn tried(draft: &Draft, seat: Seat, command: &Value, place: Place) -> Result<Decision> {
    may_play(draft, seat)?;
    if draft.after().is_over() {
        // A preview stores no end of its own.
        return Err(match_over());
    }
    match place {
        Place::Before => unrevealing(draft, seat, command),
        Place::Last => Ok(decided(draft, seat, command, &mut Seeded::new(0))?.0),
    }
}

/// What a step comes to that others follow, which shows nothing hidden.
fn unrevealing(draft: &Draft, seat: Seat, command: &Value) -> Result<Decision> {
    // Whether it would draw or show anything may not depend on what is drawn.
    let (decision, drew) = decided(draft, seat, command, &mut Seeded::new(0))?;
    if drew || decision.reveals.contains(&true) {
        return Err(Error::new(
            Code::RevealsTooEarly,
            "A step that shows dice or cards must be the last of its request: post what \
             comes after it once you have seen them. Nothing was played.",
        ));
    }
    Ok(decision)
}

/// What a step comes to, and whether anything was drawn for it.
fn decided(
    draft: &Draft,
    seat: Seat,
    command: &Value,
    chance: &mut dyn Chance,
) -> Result<(Decision, bool)> {
    let on = draft.after();
    let state = on.state.as_ref().ok_or_else(|| Error::fault("no state"))?;
    let mut counted = Counted::new(chance);
    let decision = on.game().decide(state, seat, command, &mut counted);
    let drew = counted.drawn() > 0;
    if drew && decision.is_err() {
        // The no could tell what was drawn.
        return Err(Error::fault(format!("match {}: {command} is refused after a draw", on.id)));
    }
    Ok((decision.map_err(undecided)?, drew))
}

/// Better no answer than a match that has lost a piece.
fn audit(draft: &Draft, command: &Value, decision: &Decision) -> Result<()> {
    let on = draft.after();
    let Some(last) = decision.states.last() else {
        return Err(Error::fault(format!("match {}: {command} leads to nothing", on.id)));
    };
    on.game()
        .audit(last)
        .map_err(|off| Error::fault(format!("match {}: {command} breaks a law: {off}", on.id)))
}

/// Takes back the latest steps of the caller, to a version or by one step.
pub(super) fn take_back(draft: &mut Draft, to: Option<i64>) -> Result<()> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    running_only(on)?;
    if on.sitters[seat.index()].resigned.is_some() {
        return Err(Error::new(Code::ResignedAlready, "You have resigned from this match."));
    }
    let points = on.take_back_points(seat);
    let Some(&last) = points.last() else {
        return Err(Error::new(
            Code::NothingToTakeBack,
            "Your latest step cannot be taken back: something hidden was shown, somebody else has \
             acted since, or something was done to your clock in the round that it led to.",
        ));
    };
    let to = to.unwrap_or(last);
    if !points.contains(&to) {
        return Err(Error::new(
            Code::CannotTakeBackTo,
            "Your steps cannot be taken back to this version.",
        )
        .with("versions", points));
    }
    draft.emit(Some(seat), Event::TakenBack(TakenBack { to }))?;
    match clock(draft.after(), seat) {
        Some(clock) if clock.due <= draft.at() => Err(Error::new(
            Code::TimeIsOver,
            "Your time for the turn that you take back would be over already: it went on since.",
        )),
        _ => Ok(()),
    }
}

/// Gives up. With two or more left the match goes on, and the platform plays for the
/// abandoned seat; else it ends.
pub(super) fn resign(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    let seat = own_seat(draft)?;
    let on = draft.after();
    running_only(on)?;
    if on.sitters[seat.index()].resigned.is_some() {
        return Err(Error::new(Code::ResignedAlready, "You have resigned already."));
    }
    draft.emit(Some(seat), Event::Resigned)?;
    conclude(draft, facts)
}

/// Ends a match that is over.
pub(super) fn conclude(draft: &mut Draft, facts: &Facts<'_>) -> Result<()> {
    match draft.after().final_ranking() {
        Some(ranking) => end(draft, ranking, facts),
        None => Ok(()),
    }
}

/// Ends a match with this ranking, and shows its seed.
pub(super) fn end(draft: &mut Draft, ranking: Vec<Standing>, facts: &Facts<'_>) -> Result<()> {
    draft.emit(None, Event::Ended(Ended { ranking, seed: facts.seed.to_hex() }))
}
