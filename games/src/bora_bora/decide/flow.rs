//! What comes after a step: within an action, within a phase, and on to the next.

use super::{Draft, await_step, round};
use crate::bora_bora::event::{Event, Step};
use crate::bora_bora::pieces::*;
use crate::rules::{Chance, Seat};

/// Goes on with a step if something of it is left, else with what follows the action.
pub fn resume(draft: &mut Draft, seat: Seat, step: Step, chance: &mut dyn Chance) {
    let state = draft.state();
    let goes_on = match &step {
        Step::Helper { points } => *points > 0,
        Step::Materials { left } => *left > 0,
        Step::Cards { left } => *left > 0 && state.cards_left(),
        Step::Huts { left } => *left > 0 && state.board(seat).can_move_hut(),
        Step::FireGift => return await_step(draft, seat, Step::FireMark),
        _ => false,
    };
    if goes_on { await_step(draft, seat, step) } else { action_done(draft, seat, chance) }
}

/// The action of a die, of persons, or of the first hut is over.
pub fn action_done(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    match draft.state().phase {
        Phase::Huts => next_first_hut(draft, seat, chance),
        Phase::Dice => next_die(draft, seat),
        Phase::Persons => persons_again(draft, seat, chance),
        Phase::Scoring | Phase::LastTasks => {}
    }
}

/// First huts are placed in reverse turn order (p. 4).
fn next_first_hut(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    let place = draft.state().place_in_order(seat);
    match place.checked_sub(1) {
        Some(before) => {
            let next = draft.state().order[before];
            await_step(draft, next, Step::FirstHut);
        }
        None => round::begin_round(draft, chance),
    }
}

/// One die each in turn order, until all dice are placed.
fn next_die(draft: &mut Draft, seat: Seat) {
    let state = draft.state();
    let next = state.order[(state.place_in_order(seat) + 1) % state.seats()];
    if !state.board(next).dice.is_empty() {
        return await_step(draft, next, Step::Die);
    }
    draft.emit(Event::PhaseBegan { phase: Phase::Persons });
    persons_from(draft, 0);
}

/// The next seat from this place in the order on that has persons to use.
fn persons_from(draft: &mut Draft, place: usize) {
    let state = draft.state();
    let next = state.order[place..].iter().copied().find(|&s| state.board(s).persons(|_| true) > 0);
    match next {
        Some(seat) => await_step(draft, seat, Step::Persons),
        None => round::begin_scoring(draft),
    }
}

/// Back to the choice of persons, unless nothing whatever could be chosen.
fn persons_again(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    let state = draft.state();
    let both = Gender::ALL.iter().all(|gender| state.used.iter().any(|(g, _)| g == gender));
    if both && state.green_used {
        persons_done(draft, seat, chance);
    } else {
        await_step(draft, seat, Step::Persons);
    }
}

/// The seat uses no more persons in this phase.
pub fn persons_done(draft: &mut Draft, seat: Seat, _chance: &mut dyn Chance) {
    draft.emit(Event::PersonsDone { seat });
    let place = draft.state().place_in_order(seat);
    persons_from(draft, place + 1);
}
