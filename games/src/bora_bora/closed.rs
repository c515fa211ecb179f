//! What lies on the table and cannot be chosen now, with why.
//!
//! For each thing the command that would choose it is put to [`check`], which guards `decide`,
//! too: so what is said of it is what its refusal says.

use super::command::Command;
use super::decide::check::check;
use super::decide::gods::Purse;
use super::event::Step;
use super::legal;
use super::offer::parts;
use super::pieces::*;
use super::state::State;
use crate::rules::{Closed, Seat};

/// What cannot be chosen.
pub fn closed(state: &State, seat: Seat) -> Vec<Closed> {
    let legal = legal::legal(state, seat);
    if legal.is_empty() {
        return Vec::new();
    }
    let things = things(state, seat).into_iter();
    let shut = things.filter(|one| !legal.iter().any(|open| is_about_the_same(one, open)));
    let shut = shut.map(|command| {
        let asked = if matches!(command, Command::PlaceDie { .. }) { 2 } else { 1 };
        (command, asked)
    });
    let gods = legal.iter().filter_map(|plain| with_god(state, seat, plain));
    // The god is the last answer of the path.
    let gods = gods.map(|command| (command, usize::MAX));
    let why = |(command, asked): (Command, usize)| {
        let refusal = check(state, seat, &command).err()?;
        let mut parts = parts(state, seat, &command);
        parts.truncate(asked);
        Some(Closed::by(parts, refusal)).filter(|closed| closed.code != "god_not_needed")
    };
    shut.chain(gods).filter_map(why).collect()
}

/// For each thing on the table that the step asks for, a plain command that chooses it.
fn things(state: &State, seat: Seat) -> Vec<Command> {
    let board = state.board(seat);
    let ordinary = board.hut_at(Spot::Ordinary).is_some();
    let hut = if ordinary { Spot::Ordinary } else { Spot::Twelfth };
    let regions = Region::ALL.iter().copied();
    let open = God::ALL.iter().filter(|god| state.open_cards.contains(god));
    let cards = open.map(|&god| Some(god)).chain([None]);
    let cards = cards.map(|open| Command::TakeCard { open });
    let sites = board.building_sites();
    match &state.step {
        Step::FirstHut => regions.map(|region| Command::SettleFirst { region, hut }).collect(),
        Step::Settle { .. } => {
            regions.map(|region| Command::Settle { region, hut, red: None }).collect()
        }
        Step::Die => {
            let mut dice = board.dice.clone();
            dice.sort_unstable();
            dice.dedup();
            let places = dice
                .into_iter()
                .flat_map(|die| Action::ALL.iter().map(move |&action| (die, action)));
            places
                .map(|(die, action)| Command::PlaceDie {
                    die,
                    action,
                    orange: 0,
                    blue: None,
                    white: None,
                })
                .collect()
        }
        Step::Person { gender, .. } => {
            let there = (1..).zip(state.display(*gender)).filter(|(_, person)| person.is_some());
            let onto = if board.free_at(Spot::Ordinary).is_some() {
                Spot::Ordinary
            } else {
                Spot::Twelfth
            };
            there.map(|(position, _)| Command::TakePerson { position, onto }).collect()
        }
        Step::Helper { .. } => {
            let persons = (1..).zip(&board.persons).filter(|(_, person)| person.is_some());
            let persons = persons.map(|(space, _)| Command::ShiftPerson { space });
            let materials = Material::ALL.iter();
            let materials = materials.map(|&material| Command::TakeMaterial { material });
            let rest = [Command::TakeOffering {}, Command::MoveHut {}];
            persons.chain(cards).chain(materials).chain(rest).collect()
        }
        Step::Priest { .. } => (1..=6).map(|space| Command::PlacePriest { space }).collect(),
        Step::Build { .. } => {
            let spaces = sites.first().copied().unwrap_or_default();
            (1..=6).map(|building| Command::Build { building, spaces }).collect()
        }
        Step::FireGift | Step::Cards { .. } => cards.collect(),
        Step::Persons => {
            let kinds = Gender::ALL
                .iter()
                .flat_map(|&gender| Effect::ALL.iter().map(move |&effect| (gender, effect)));
            let own = kinds.filter(|(gender, effect)| board.persons_of(*gender, *effect) > 0);
            own.map(|(gender, effect)| Command::UsePersons { gender, effect, green: None })
                .collect()
        }
        Step::Jewelry => {
            let places = 1..=state.jewelry.first().map_or(0, Vec::len) as u8;
            places.map(|place| Command::BuyJewelry { place }).collect()
        }
        Step::Task => tasks(&board.tasks).collect(),
        Step::LastTasks => tasks(&board.tasks).chain([Command::Finish {}]).collect(),
        Step::FireMark
        | Step::Ceremony { .. }
        | Step::Materials { .. }
        | Step::Huts { .. }
        | Step::NewTask
        | Step::Over => Vec::new(),
    }
}

fn tasks(tasks: &[Task]) -> impl Iterator<Item = Command> {
    tasks.iter().map(|&task| Command::CompleteTask { task, yellow: None })
}

/// Whether two commands of one step choose the same thing, perhaps in different ways.
fn is_about_the_same(one: &Command, other: &Command) -> bool {
    use Command::*;
    match (one, other) {
        (PlaceDie { die, action, .. }, PlaceDie { die: other, action: elsewhere, .. }) => {
            die == other && action == elsewhere
        }
        (SettleFirst { region, .. }, SettleFirst { region: other, .. })
        | (Settle { region, .. }, Settle { region: other, .. }) => region == other,
        (TakePerson { position, .. }, TakePerson { position: other, .. }) => position == other,
        (Build { building, .. }, Build { building: other, .. }) => building == other,
        (UsePersons { gender, effect, .. }, UsePersons { gender: other, effect: another, .. }) => {
            gender == other && effect == another
        }
        (
            CompleteTask { task, .. },
            CompleteTask { task: other, .. } | SurrenderTask { task: other },
        ) => task == other,
        // Both are done on space 12.
        (MoveHut {}, ShiftPerson { space: 12 }) | (ShiftPerson { space: 12 }, MoveHut {}) => true,
        _ => one == other,
    }
}

/// The same choice with a god who could help, where the seat can pay none of it: by the card.
fn with_god(state: &State, seat: Seat, plain: &Command) -> Option<Command> {
    let card = Some(Means::Card);
    let (god, command) = match *plain {
        Command::PlaceDie { die, action, orange: 0, blue: None, white: None } => {
            (God::White, Command::PlaceDie { die, action, orange: 0, blue: None, white: card })
        }
        Command::Settle { region, hut, red: None } => {
            (God::Red, Command::Settle { region, hut, red: card })
        }
        Command::UsePersons { gender, effect, green: None } => {
            (God::Green, Command::UsePersons { gender, effect, green: card })
        }
        Command::SurrenderTask { task } => {
            (God::Yellow, Command::CompleteTask { task, yellow: card })
        }
        _ => return None,
    };
    let purse = Purse::of(state.board(seat));
    // The offering of a plain pays for the Red God.
    let purse = if god == God::Red { purse.with_offerings(1) } else { purse };
    purse.ways(god).is_empty().then_some(command)
}
