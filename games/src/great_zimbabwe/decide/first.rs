//! Before the first round: first monuments, from the top of the VR pile down.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::squares::{Square, Squares};
use super::super::state::{Phase, State};
use super::{Guard, wrong_phase};
use crate::rules::{Draft, Refusal, Seat};

/// Free starting areas.
pub fn areas(state: &State) -> Squares {
    state.land.starts & !state.monumental
}

/// Places a first monument.
pub fn place(draft: &mut Draft<GreatZimbabwe>, seat: Seat, at: Square) -> Guard {
    let state = draft.state();
    if !matches!(state.phase, Phase::First(_)) {
        return Err(wrong_phase());
    }
    if !areas(state).contains(at) {
        return Err(Refusal::new(
            "no_starting_area",
            format!("{at} is no free starting area."),
            "rulebook, Placing the first monument",
        ));
    }
    let next = after(state, seat).next();
    draft.emit(Event::FirstMonumentPlaced { seat, at, next });
    Ok(())
}

/// Who places a first monument after `seat`, in order.
pub fn after(state: &State, seat: Seat) -> impl Iterator<Item = Seat> {
    let pile = &state.arrivals;
    let place = pile.iter().position(|&other| other == seat).unwrap_or(0);
    pile[..place].iter().rev().copied()
}
