//! Phase II: choosing a god or a specialist.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::{God, Specialist};
use super::super::state::State;
use super::super::tables::{GU_VR, MAX_VR};
use super::{Guard, free_turn, specialists};
use crate::rules::{Draft, Refusal, Seat};

/// Whether this VR is allowed (ruling vr-limits).
pub fn vr_allowed(vr: i16) -> Guard {
    if vr <= MAX_VR {
        return Ok(());
    }
    Err(Refusal::new(
        "vr_too_high",
        format!("Your VR would be {vr}; it may never be above {MAX_VR}."),
        "rulebook, Victory Requirement",
    ))
}

fn once_a_turn(state: &State, seat: Seat) -> Guard {
    if free_turn(state, seat)?.chosen {
        return Err(Refusal::new(
            "already_chosen",
            "You may choose only one god or one specialist in a turn.",
            "rulebook, Choosing a God",
        ));
    }
    Ok(())
}

/// Whether `seat` may choose some god now.
pub fn any_god_guard(state: &State, seat: Seat) -> Guard {
    once_a_turn(state, seat)?;
    match state.boards[seat].god {
        None => Ok(()),
        Some(own) => Err(Refusal::new(
            "god_for_life",
            format!("You adore {} for the rest of the game.", own.name()),
            "rulebook, Choosing a God",
        )),
    }
}

/// The rebate and the new VR of `seat` when it chooses `god` (ruling gu-rebate).
pub fn god_guard(state: &State, seat: Seat, god: God) -> Guard<(i16, i16)> {
    any_god_guard(state, seat)?;
    let board = &state.boards[seat];
    if !state.gods.contains(&god) {
        return Err(Refusal::new(
            "god_not_available",
            format!("{} is not in play or adored by somebody else.", god.name()),
            "rulebook, Choosing a God",
        ));
    }
    let rebate = match god {
        God::Gu => super::place::technology_vr(board).map(|vr| vr - GU_VR).sum(),
        _ => 0,
    };
    let vr = board.vr - rebate + god.vr();
    vr_allowed(vr)?;
    Ok((rebate, vr))
}

/// Chooses a god.
pub fn god(draft: &mut Draft<GreatZimbabwe>, seat: Seat, god: God) -> Guard {
    let (rebate, vr) = god_guard(draft.state(), seat, god)?;
    draft.emit(Event::GodChosen { seat, god, rebate, vr });
    Ok(())
}

/// The new VR of `seat` when it chooses `specialist`, which it must be able to
/// pay and use (ruling specialist-on-choice).
pub fn specialist_guard(state: &State, seat: Seat, specialist: Specialist) -> Guard<i16> {
    once_a_turn(state, seat)?;
    if !state.specialists.contains(&specialist) {
        return Err(Refusal::new(
            "specialist_not_available",
            format!("The {} is not available.", specialist.name()),
            "rulebook, Choosing a specialist",
        ));
    }
    let vr = state.boards[seat].vr + specialist.vr();
    vr_allowed(vr)?;
    specialists::usable(state, seat, specialist)?;
    Ok(vr)
}

/// Chooses a specialist.
pub fn specialist(draft: &mut Draft<GreatZimbabwe>, seat: Seat, specialist: Specialist) -> Guard {
    let vr = specialist_guard(draft.state(), seat, specialist)?;
    draft.emit(Event::SpecialistChosen { seat, specialist, vr });
    Ok(())
}
