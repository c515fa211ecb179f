//! Taking things one by one: trades of the helper, persons that bring several
//! things, and both halves of a fire bonus (pp. 6 to 9).

use super::{Draft, await_step, flow, score};
use crate::bora_bora::command::Command;
use crate::bora_bora::event::{Event, Step};
use crate::bora_bora::pieces::*;
use crate::bora_bora::tables::trade;
use crate::rules::chance::shuffle;
use crate::rules::{Chance, Seat};

/// Takes one thing and goes on with what is left to take.
pub fn gain(draft: &mut Draft, seat: Seat, command: &Command, chance: &mut dyn Chance) {
    let then = left(&draft.state().step, command);
    match command {
        Command::ShiftPerson { space } => shift(draft, seat, *space),
        Command::ScorePoints { points } => {
            score(draft, seat, Source::Helper, i32::from(*points));
        }
        Command::TakeOffering {} => draft.emit(Event::OfferingsTaken { seat, offerings: 1 }),
        Command::TakeCard { open: Some(god) } => take_open_card(draft, seat, *god, chance),
        Command::TakeCard { open: None } => draw_card(draft, seat, chance),
        Command::TakeMaterial { material: kind } => {
            return material(draft, seat, *kind, then, chance);
        }
        Command::MoveHut {} => {
            let from = draft.state().board(seat).hut_at(Spot::Ordinary);
            let from = from.expect("checked: an ordinary hut is left");
            draft.emit(Event::HutMoved { seat, from });
        }
        Command::TakeStep {} => draft.emit(Event::StatusMoved { seat, steps: 1 }),
        Command::TakeShell {} => draft.emit(Event::ShellsTaken { seat, shells: 1 }),
        _ => {}
    }
    flow::resume(draft, seat, then, chance);
}

/// What is left to take after this.
fn left(step: &Step, command: &Command) -> Step {
    let price = match command {
        Command::ShiftPerson { .. } => trade::SMALL,
        Command::ScorePoints { points } => *points,
        _ => trade::LARGE,
    };
    match step {
        Step::Helper { points } => Step::Helper { points: points - price },
        Step::Materials { left } => Step::Materials { left: left - 1 },
        Step::Cards { left } => Step::Cards { left: left - 1 },
        Step::Huts { left } => Step::Huts { left: left - 1 },
        other => other.clone(),
    }
}

/// A man brings his status symbols, a woman her shells.
fn shift(draft: &mut Draft, seat: Seat, space: u8) {
    let placed = draft.state().board(seat).persons[usize::from(space) - 1];
    let person = placed.expect("checked: a person is there").person;
    draft.emit(Event::PersonShifted { seat, space });
    match person.gender {
        Gender::Man => draft.emit(Event::StatusMoved { seat, steps: person.symbols }),
        Gender::Woman => draft.emit(Event::ShellsTaken { seat, shells: person.symbols }),
    }
}

/// A material goes onto a free space that wants it: chosen where there are
/// several, beside the board where there is none (p. 7).
pub fn material(
    draft: &mut Draft,
    seat: Seat,
    material: Material,
    then: Step,
    chance: &mut dyn Chance,
) {
    let spaces = draft.state().board(seat).spaces_for(material);
    if spaces.len() > 1 {
        return await_step(draft, seat, Step::Ceremony { material, then: Box::new(then) });
    }
    draft.emit(Event::MaterialTaken { seat, material, space: spaces.first().copied() });
    flow::resume(draft, seat, then, chance);
}

pub fn place_material(draft: &mut Draft, seat: Seat, space: u8, chance: &mut dyn Chance) {
    let Step::Ceremony { material, then } = draft.state().step.clone() else { return };
    draft.emit(Event::MaterialTaken { seat, material, space: Some(space) });
    flow::resume(draft, seat, *then, chance);
}

fn take_open_card(draft: &mut Draft, seat: Seat, god: God, chance: &mut dyn Chance) {
    draft.emit(Event::CardTaken { seat, god });
    shuffle_if_empty(draft, chance);
    if let Some(&god) = draft.state().card_pile.last() {
        draft.emit(Event::CardOpened { god });
    }
}

fn draw_card(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    shuffle_if_empty(draft, chance);
    if let Some(&god) = draft.state().card_pile.last() {
        draft.emit(Event::CardDrawn { seat, god });
    }
}

/// An empty pile is made anew from the discard pile ("The Gods", p. 10).
fn shuffle_if_empty(draft: &mut Draft, chance: &mut dyn Chance) {
    let state = draft.state();
    if state.card_pile.is_empty() && !state.discard.is_empty() {
        let mut pile = state.discard.clone();
        shuffle(chance, &mut pile);
        draft.emit(Event::CardsShuffled { pile });
    }
}
