//! Main action: building a monument, two for Obatala's worshipper.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::{God, Specialist};
use super::super::squares::{Square, Squares};
use super::super::state::{Action, State};
use super::{Guard, free_turn, main_action};
use crate::rules::{Draft, Refusal, Seat};

/// Whether `seat` may build a monument somewhere, as far as its turn goes.
pub fn guard(state: &State, seat: Seat) -> Guard {
    let turning = free_turn(state, seat)?;
    main_action(turning, Action::Build(0))?;
    let most = if state.adores(seat, God::Obatala) { 2 } else { 1 };
    match turning.action {
        Some(Action::Build(built)) if built >= most => Err(Refusal::new(
            "action_taken",
            "You have built your monument this turn.",
            "rulebook, Building a monument",
        )),
        _ => Ok(()),
    }
}

/// Where `seat` may build now (rulings obatala, start-areas).
pub fn sites(state: &State, seat: Seat) -> Squares {
    let nomads = state.turning(seat).is_some_and(|turn| turn.used.contains(&Specialist::Nomads));
    let zoned = if nomads { Squares::NONE } else { state.monumental.around() };
    state.empty() & !zoned
}

/// Builds a monument.
pub fn build(draft: &mut Draft<GreatZimbabwe>, seat: Seat, at: Square) -> Guard {
    let state = draft.state();
    guard(state, seat)?;
    if !state.empty().contains(at) {
        return Err(Refusal::new(
            "not_empty",
            format!("{at} is not empty land."),
            "rulebook, Building a monument",
        ));
    }
    if !sites(state, seat).contains(at) {
        return Err(Refusal::new(
            "next_to_monument",
            format!("{at} lies next to a monument; only nomads may build there."),
            "rulebook, Building a monument",
        ));
    }
    draft.emit(Event::MonumentBuilt { seat, at });
    Ok(())
}
