//! Deciding commands: [`check`] says whether a step may be taken as things stand,
//! the other rooms write down what comes of it.
//!
//! `legal` asks the same [`check`], so what is listed and what is accepted cannot
//! drift apart.

pub mod check;
mod flow;
mod gain;
pub mod gods;
pub mod needs;
mod place;
pub mod reach;
mod round;

use super::BoraBora;
use super::command::Command;
use super::event::{Event, Step};
use super::pieces::*;
use crate::rules::{Chance, Refusal, Seat};

/// A decision of this game being written down.
pub type Draft = crate::rules::Draft<BoraBora>;

/// Decides a step of a seat.
pub fn decide(
    draft: &mut Draft,
    seat: Seat,
    command: &Command,
    chance: &mut dyn Chance,
) -> Result<(), Refusal> {
    check::check(draft.state(), seat, command)?;
    match command {
        Command::SettleFirst { region, hut } => {
            place::settle_first(draft, seat, *region, *hut, chance);
        }
        Command::PlaceDie { die, action, orange, blue, white } => {
            place::place_die(draft, seat, (*die, *orange), *action, (*blue, *white), chance);
        }
        Command::Settle { region, hut, red } => {
            place::settle(draft, seat, *region, *hut, *red, chance);
        }
        Command::TakePerson { position, onto } => {
            place::take_person(draft, seat, *position, *onto, chance);
        }
        Command::PlacePriest { space } => place::place_priest(draft, seat, *space, chance),
        Command::Build { building, spaces } => {
            place::build(draft, seat, *building, *spaces, chance);
        }
        Command::UsePersons { gender, effect, green } => {
            place::use_persons(draft, seat, *gender, *effect, *green, chance);
        }
        Command::DoublePersons { green } => {
            place::double_persons(draft, seat, *green, chance);
        }
        Command::PlaceMaterial { space } => gain::place_material(draft, seat, *space, chance),
        Command::ShiftPerson { .. }
        | Command::ScorePoints { .. }
        | Command::TakeOffering {}
        | Command::TakeCard { .. }
        | Command::TakeMaterial { .. }
        | Command::MoveHut {}
        | Command::TakeStep {}
        | Command::TakeShell {} => gain::gain(draft, seat, command, chance),
        Command::BuyJewelry { place } => {
            draft.emit(Event::JewelryBought { seat, place: *place });
            round::after_jewelry(draft, seat);
        }
        Command::CompleteTask { task, yellow } => {
            round::complete_task(draft, seat, *task, *yellow);
        }
        Command::SurrenderTask { task } => {
            draft.emit(Event::TaskSurrendered { seat, task: *task });
            round::after_task(draft, seat);
        }
        Command::ChooseTask { task } => {
            draft.emit(Event::TaskTaken { seat, task: *task });
            round::after_new_task(draft, seat, chance);
        }
        Command::Finish {} => finish(draft, seat, chance),
    }
    Ok(())
}

fn finish(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    match draft.state().step {
        Step::Jewelry => round::after_jewelry(draft, seat),
        Step::LastTasks => round::after_last_tasks(draft, seat),
        Step::Persons => flow::persons_done(draft, seat, chance),
        _ => flow::action_done(draft, seat, chance),
    }
}

/// Points of one source, unless there are none.
fn score(draft: &mut Draft, seat: Seat, source: Source, points: i32) {
    if points != 0 {
        draft.emit(Event::Scored { seat, source, points });
    }
}

fn await_step(draft: &mut Draft, seat: Seat, step: Step) {
    draft.emit(Event::Awaited { seat, step });
}
