//! Every step a seat may take now: candidates of the step it is asked for, as far
//! as [`check`] lets them through. The least intrusive one comes last.

use super::command::Command;
use super::decide::check::check;
use super::decide::gods::Purse;
use super::event::Step;
use super::pieces::*;
use super::state::State;
use crate::rules::Seat;

/// The legal steps of a seat.
pub fn legal(state: &State, seat: Seat) -> Vec<Command> {
    if state.active != seat || state.step == Step::Over {
        return Vec::new();
    }
    let mut commands = candidates(state, seat);
    commands.retain(|command| check(state, seat, command).is_ok());
    commands
}

/// All that is tried in a step.
pub(super) fn candidates(state: &State, seat: Seat) -> Vec<Command> {
    let board = state.board(seat);
    let spots = Spot::ALL.iter().copied();
    match &state.step {
        Step::FirstHut => Region::ALL
            .iter()
            .flat_map(|&region| spots.clone().map(move |hut| Command::SettleFirst { region, hut }))
            .collect(),
        Step::Die => dice(state, seat),
        Step::Settle { .. } => settle(state, seat),
        Step::Person { .. } => (1..=6)
            .flat_map(|position| {
                spots.clone().map(move |onto| Command::TakePerson { position, onto })
            })
            .collect(),
        Step::Helper { points } => helper(*points),
        Step::Priest { .. } => (1..=6).map(|space| Command::PlacePriest { space }).collect(),
        Step::Build { .. } => {
            let sites = board.building_sites();
            (1..=6)
                .flat_map(|building| {
                    sites.iter().map(move |&spaces| Command::Build { building, spaces })
                })
                .collect()
        }
        Step::FireGift => cards().chain([Command::TakeOffering {}]).collect(),
        Step::FireMark => vec![Command::TakeStep {}, Command::TakeShell {}],
        Step::Ceremony { .. } => (0..12).map(|space| Command::PlaceMaterial { space }).collect(),
        Step::Persons => persons(state, seat),
        Step::Materials { .. } => materials().collect(),
        Step::Cards { .. } => doubling(state, seat).chain(cards()).collect(),
        Step::Huts { .. } => vec![Command::MoveHut {}, Command::Finish {}],
        Step::Jewelry => {
            (1..=4).map(|place| Command::BuyJewelry { place }).chain([Command::Finish {}]).collect()
        }
        Step::Task | Step::LastTasks => tasks(state, seat),
        Step::NewTask => state.tasks.iter().map(|&task| Command::ChooseTask { task }).collect(),
        Step::Over => Vec::new(),
    }
}

fn cards() -> impl Iterator<Item = Command> {
    let open = God::ALL.iter().map(|&god| Command::TakeCard { open: Some(god) });
    open.chain([Command::TakeCard { open: None }])
}

fn materials() -> impl Iterator<Item = Command> {
    Material::ALL.iter().map(|&material| Command::TakeMaterial { material })
}

fn helper(points: u8) -> Vec<Command> {
    (1..=12)
        .map(|space| Command::ShiftPerson { space })
        .chain(cards())
        .chain(materials())
        .chain([Command::TakeOffering {}, Command::MoveHut {}])
        .chain((1..=points).map(|points| Command::ScorePoints { points }))
        .chain([Command::Finish {}])
        .collect()
}

fn dice(state: &State, seat: Seat) -> Vec<Command> {
    let board = state.board(seat);
    let purse = Purse::of(board);
    let blues = purse.ways_or_none(God::Blue);
    let whites = purse.ways_or_none(God::White);
    let mut faces = board.dice.clone();
    faces.sort_unstable();
    faces.dedup();
    faces.reverse();
    let most = board.orange.min(5) as i8;
    let mut commands = Vec::new();
    for &action in Action::ALL {
        for &die in &faces {
            for orange in -most..=most {
                for &blue in &blues {
                    for &white in &whites {
                        commands.push(Command::PlaceDie { die, action, orange, blue, white });
                    }
                }
            }
        }
    }
    commands
}

fn settle(state: &State, seat: Seat) -> Vec<Command> {
    // The offering of a plain may pay for the god; `check` decides for each region.
    let reds = Purse::of(state.board(seat)).with_offerings(1).ways_or_none(God::Red);
    let mut commands = Vec::new();
    for &region in Region::ALL {
        for &hut in Spot::ALL {
            for &red in &reds {
                commands.push(Command::Settle { region, hut, red });
            }
        }
    }
    commands
}

fn persons(state: &State, seat: Seat) -> Vec<Command> {
    let greens = Purse::of(state.board(seat)).ways_or_none(God::Green);
    let mut commands = Vec::new();
    for &gender in Gender::ALL {
        for &effect in Effect::ALL {
            for &green in &greens {
                commands.push(Command::UsePersons { gender, effect, green });
            }
        }
    }
    commands.extend(doubling(state, seat));
    commands.push(Command::Finish {});
    commands
}

fn doubling(state: &State, seat: Seat) -> impl Iterator<Item = Command> + use<> {
    let greens = Purse::of(state.board(seat)).ways(God::Green);
    greens.into_iter().map(|green| Command::DoublePersons { green })
}

fn tasks(state: &State, seat: Seat) -> Vec<Command> {
    let board = state.board(seat);
    let yellows = Purse::of(board).ways_or_none(God::Yellow);
    let mut commands = Vec::new();
    for &task in &board.tasks {
        for &yellow in &yellows {
            commands.push(Command::CompleteTask { task, yellow });
        }
        commands.push(Command::SurrenderTask { task });
    }
    commands.push(Command::Finish {});
    commands
}
