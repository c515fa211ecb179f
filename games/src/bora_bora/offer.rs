//! How each command is chosen on the table.
//!
//! The first part names the thing on the table; which question it answers depends on what the
//! seat is asked for. Gods and orange tiles are toggles at the end of the path.

use super::command::Command;
use super::event::Step;
use super::pieces::*;
use super::state::State;
use super::tell::{beside_words, ceremony_words, finish_words, laid_down_for, paid_with};
use crate::rules::{Holding, Part, Seat, Slot, Telling};
use serde::Serialize;

/// The questions.
pub const SLOTS: &[Slot] = &[
    Slot::thing("die", "Which die?", "dice"),
    Slot::thing("tile", "On which tile?", "tiles").early(),
    Slot::thing("region", "Which region?", "regions"),
    Slot::thing("hut", "A hut from where?", "huts"),
    Slot::thing("person", "Which person?", "persons"),
    Slot::thing("onto", "Onto which space?", "spaces"),
    Slot::thing("helper", "What are the helper's points for?", "things"),
    Slot::thing("space", "Which space of the temple?", "spaces"),
    Slot::thing("building", "Which building?", "buildings"),
    Slot::thing("covers", "The upper or left of two ceremony spaces?", "spaces"),
    Slot::thing("pair", "And which one beside it?", "spaces"),
    Slot::thing("gift", "Which Fire Bonus?", "bonuses"),
    Slot::thing("mark", "A step or a shell?", "ways"),
    Slot::thing("ceremony", "On which ceremony space?", "spaces"),
    Slot::thing("persons", "Which men or women?", "kinds"),
    Slot::thing("material", "Which material?", "materials"),
    Slot::thing("card", "Which god card?", "cards"),
    Slot::thing("huts", "Move a hut to space 12?", "huts"),
    Slot::thing("jewelry", "Which piece of jewelry?", "pieces"),
    Slot::thing("task", "Which task?", "tasks"),
    Slot::thing("given_up", "Which task do you give up? None can be completed.", "tasks"),
    Slot::thing("new_task", "Which new task?", "tasks"),
    Slot::thing("with", "How is the Green God paid?", "ways"),
    Slot::amount("points", "How many points?", "amounts"),
    Slot::toggle("orange", "How many orange tiles?", "no orange tile", "with orange tiles"),
    Slot::toggle("blue", "How is the Blue God paid?", "not called", "with the Blue God"),
    Slot::toggle("white", "How is the White God paid?", "not called", "with the White God"),
    Slot::toggle("red", "How is the Red God paid?", "not called", "with the Red God"),
    Slot::toggle("green", "How is the Green God paid?", "not called", "with the Green God"),
    Slot::toggle("yellow", "What about this task?", "not called", "with the Yellow God"),
    Slot::toggle("instead", "What about this task?", "complete it", "by giving it up"),
];

/// The name of a piece as JSON has it.
pub fn json(piece: impl Serialize) -> String {
    match serde_json::to_value(piece) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// Which question the first part of every command answers now.
pub fn asked(step: &Step) -> &'static str {
    match step {
        Step::Die => "die",
        Step::FirstHut | Step::Settle { .. } => "region",
        Step::Person { .. } => "person",
        Step::Helper { .. } => "helper",
        Step::Priest { .. } => "space",
        Step::Build { .. } => "building",
        Step::FireGift => "gift",
        Step::FireMark => "mark",
        Step::Ceremony { .. } => "ceremony",
        Step::Persons => "persons",
        Step::Materials { .. } => "material",
        Step::Cards { .. } => "card",
        Step::Huts { .. } => "huts",
        Step::Jewelry => "jewelry",
        Step::Task | Step::LastTasks | Step::Over => "task",
        Step::NewTask => "new_task",
    }
}

/// What lies on the table and is pointed at first: its value and its words.
pub fn pointed_at(state: &State, seat: Seat, command: &Command) -> (String, String) {
    let board = state.board(seat);
    match command {
        Command::PlaceDie { die, .. } => (die.to_string(), format!("the {die}")),
        Command::SettleFirst { region, .. } | Command::Settle { region, .. } => {
            (json(region), region.word().to_owned())
        }
        Command::TakePerson { position, .. } => {
            let person = match &state.step {
                Step::Person { gender, .. } => {
                    state.display(*gender).get(usize::from(*position).wrapping_sub(1))
                }
                _ => None,
            };
            let words = person.copied().flatten().map_or_else(String::new, Person::display_words);
            (position.to_string(), words)
        }
        Command::ShiftPerson { space } => {
            let placed = board.persons.get(usize::from(*space).wrapping_sub(1));
            let words = placed.copied().flatten().map_or_else(String::new, |it| it.person.words());
            (format!("space_{space}"), words)
        }
        Command::ScorePoints { .. } => ("points".to_owned(), "points".to_owned()),
        Command::TakeOffering {} => ("offering".to_owned(), "an offering".to_owned()),
        Command::TakeCard { open: Some(god) } => {
            (format!("card_{}", json(god)), format!("the open {} card", god.word()))
        }
        Command::TakeCard { open: None } => ("pile".to_owned(), "the pile of god cards".to_owned()),
        Command::TakeMaterial { material } => (json(material), material.word().to_owned()),
        Command::PlaceMaterial { space } => (space.to_string(), ceremony_words(*space)),
        Command::MoveHut {} => ("space_12".to_owned(), "a hut to space 12".to_owned()),
        Command::PlacePriest { space } => (space.to_string(), format!("space {space}")),
        Command::Build { building, .. } => (building.to_string(), format!("the {building}")),
        Command::TakeStep {} => ("step".to_owned(), "a status step".to_owned()),
        Command::TakeShell {} => ("shell".to_owned(), "a shell".to_owned()),
        Command::UsePersons { gender, effect, .. } => (
            format!("{}_{}", json(gender), json(effect)),
            Person { gender: *gender, effect: *effect, symbols: 0 }.words(),
        ),
        Command::DoublePersons { .. } => {
            ("again".to_owned(), "those just used once more".to_owned())
        }
        Command::BuyJewelry { place } => {
            let jewel =
                state.jewelry.first().and_then(|c| c.get(usize::from(*place).wrapping_sub(1)));
            (place.to_string(), jewel.map_or("", |jewel| jewel.trinket.word()).to_owned())
        }
        Command::CompleteTask { task, .. }
        | Command::SurrenderTask { task }
        | Command::ChooseTask { task } => (task.0.to_string(), task.row().label.to_owned()),
        Command::Finish {} => {
            let words = finish_words(&state.step);
            ("finish".to_owned(), words[..1].to_lowercase() + &words[1..])
        }
    }
}

fn spot(slot: &str, spot: Spot) -> Part {
    Part::new(slot, json(spot), spot.word())
}

/// The hut that leaves the own board, by the space on which it stands.
fn hut_from(state: &State, seat: Seat, from: Spot) -> Part {
    let words = match state.board(seat).hut_at(from) {
        Some(space) => Telling::new("hut", "the hut on space {space}").with("space", space),
        None => Telling::new("hut", from.word()),
    };
    Part::told("hut", json(from), words)
}

/// The toggle that calls a god, who is paid like that.
fn god(god: God, means: Option<Means>) -> Option<Part> {
    let means = means?;
    let words = format!("with the {} God for {}", god.word(), laid_down_for(god, means));
    Some(Part::new(&json(god), paid(means), words))
}

/// So many orange tiles, which make a die higher or lower.
fn oranges(orange: i8) -> Part {
    let count = orange.unsigned_abs();
    let tiles =
        if count == 1 { "an orange tile".to_owned() } else { format!("{count} orange tiles") };
    let turned = if orange > 0 { "higher" } else { "lower" };
    Part::new("orange", orange.to_string(), format!("{count} {turned} with {tiles}"))
}

fn paid(means: Means) -> String {
    match means {
        Means::Card => "card".to_owned(),
        Means::Pair(god) => format!("pair_{}", json(god)),
        Means::Tile => "tile".to_owned(),
    }
}

/// Whether a task is due of which a seat can only give one up.
fn only_gives_up(state: &State, seat: Seat) -> bool {
    let completes = |command: &Command| matches!(command, Command::CompleteTask { .. });
    state.step == Step::Task && !super::legal::legal(state, seat).iter().any(completes)
}

/// The path to a command.
pub fn parts(state: &State, seat: Seat, command: &Command) -> Vec<Part> {
    let (value, words) = pointed_at(state, seat, command);
    let only = only_gives_up(state, seat);
    let asked = if only { "given_up" } else { asked(&state.step) };
    let mut pointed = Part::new(asked, value, words);
    if let (Step::Person { gender, .. }, Command::TakePerson { .. }) = (&state.step, command) {
        // The command does not say it: positions of both displays have the same numbers.
        pointed.words = pointed.words.with("display", gender.word());
    }
    let mut parts = vec![pointed];
    match command {
        Command::PlaceDie { action, orange, blue, white, .. } => {
            parts.push(Part::new("tile", json(action), action.word()));
            parts.extend((*orange != 0).then(|| oranges(*orange)));
            parts.extend(god(God::Blue, *blue));
            parts.extend(god(God::White, *white));
        }
        Command::SettleFirst { hut, .. } => parts.push(hut_from(state, seat, *hut)),
        Command::Settle { hut, red, .. } => {
            parts.push(hut_from(state, seat, *hut));
            parts.extend(god(God::Red, *red));
        }
        Command::TakePerson { onto, .. } => parts.push(spot("onto", *onto)),
        Command::ScorePoints { points } => {
            parts.push(Part::new("points", points.to_string(), points.to_string()));
        }
        Command::Build { spaces: [a, b], .. } => {
            parts.push(Part::new("covers", a.to_string(), ceremony_words(*a)));
            parts.push(Part::new("pair", format!("{a}_{b}"), beside_words([*a, *b])));
        }
        Command::UsePersons { green, .. } => parts.extend(god(God::Green, *green)),
        Command::DoublePersons { green } => {
            let words = format!("for {}", paid_with(God::Green, *green));
            parts.push(Part::new("with", paid(*green), words));
        }
        Command::CompleteTask { yellow, .. } => parts.extend(god(God::Yellow, *yellow)),
        Command::SurrenderTask { .. } if only => {}
        Command::SurrenderTask { .. } => parts.push(Part::new("instead", "give_up", "give it up")),
        _ => {}
    }
    parts
}

/// What a seat has, as it knows it.
pub fn purse(state: &State, seat: Seat) -> Vec<Holding> {
    let board = state.board(seat);
    let materials: u8 = Material::ALL.iter().map(|&material| board.material(material)).sum();
    // A material that is still to be placed is had already, and what comes after it, too.
    let (in_hand, step) = match &state.step {
        Step::Ceremony { then, .. } => (1, &**then),
        step => (0, step),
    };
    let (materials, helper) = match step {
        _ if state.active != seat => (materials, 0),
        Step::Helper { points } => (materials + in_hand, *points),
        _ => (materials + in_hand, 0),
    };
    vec![
        Holding::good("helper points", helper),
        Holding::good("offerings", board.offerings),
        Holding::good("shells", board.shells),
        Holding::good("god cards", board.cards.len() as i64),
        Holding::good("god tiles", board.god_tiles),
        Holding::good("orange tiles", board.orange),
        Holding::good("building materials", materials),
        Holding::good("status steps", state.status[seat]),
    ]
}
