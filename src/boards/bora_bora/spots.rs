//! Which spots a command acts on.

use super::islands::region_spot;
use super::market::{card_spot, task_spot};
use super::name_of;
use super::seats::{kind_spot, seat_spot};
use super::tiles::{action_spot, person_spot};
use super::tracks::status_spot;
use crate::boards::Spot;
use crate::games::bora_bora::command::Command;
use crate::games::bora_bora::pieces::{Gender, Means, Spot as Space};
use crate::rules::Seat;
use serde_json::Value;

/// The spots that a command of `seat` acts on, the most telling first.
pub fn spots(seat: Seat, command: &Value) -> Vec<Spot> {
    let Ok(command) = serde_json::from_value::<Command>(command.clone()) else {
        return Vec::new();
    };
    let own = |place: &str| seat_spot(seat, place);
    let mut spots = Vec::new();
    match &command {
        Command::PlaceDie { die, action, orange, .. } => {
            spots.extend([action_spot(*action), own(&format!("die-{die}"))]);
            spots.extend((*orange != 0).then(|| own("orange")));
        }
        Command::SettleFirst { region, hut } | Command::Settle { region, hut, .. } => {
            spots.push(region_spot(*region));
            spots.extend((*hut == Space::Twelfth).then(|| own("space-12")));
        }
        Command::TakePerson { position, onto } => {
            for gender in Gender::ALL {
                spots.push(person_spot(*gender, usize::from(*position)));
            }
            spots.extend((*onto == Space::Twelfth).then(|| own("space-12")));
        }
        Command::ShiftPerson { space } => spots.push(own(&format!("space-{space}"))),
        Command::ScorePoints { .. } => spots.push(own("points")),
        Command::TakeOffering {} => spots.push(own("offerings")),
        Command::TakeCard { open: Some(god) } => spots.push(card_spot(*god)),
        Command::TakeCard { open: None } => spots.push("card-pile".to_owned()),
        Command::TakeMaterial { material } => {
            spots.push(own(&format!("beside-{}", name_of(material))));
        }
        Command::PlaceMaterial { space } => spots.push(own(&format!("ceremony-{space}"))),
        Command::MoveHut {} => spots.push(own("space-12")),
        Command::PlacePriest { space } => spots.push(format!("temple-{space}")),
        Command::Build { building, spaces } => {
            spots.push(own(&format!("building-{building}")));
            spots.extend(spaces.iter().map(|space| own(&format!("ceremony-{space}"))));
        }
        Command::TakeStep {} => spots.push(status_spot(seat)),
        Command::TakeShell {} => spots.push(own("shells")),
        Command::UsePersons { gender, effect, .. } => {
            spots.push(kind_spot(seat, gender.word(), &name_of(effect)));
        }
        Command::BuyJewelry { place } => spots.push(format!("jewelry-{place}")),
        Command::CompleteTask { task, .. } | Command::SurrenderTask { task } => {
            spots.push(own(&format!("task-{}", task.0)));
        }
        Command::ChooseTask { task } => spots.push(task_spot(*task)),
        Command::DoublePersons { .. } | Command::Finish {} => {}
    }
    for means in gods(&command) {
        let source = if means == Means::Tile { own("god-tiles") } else { own("cards") };
        if !spots.contains(&source) {
            spots.push(source);
        }
    }
    spots
}

/// What a command pays gods with.
fn gods(command: &Command) -> Vec<Means> {
    let paid = match command {
        Command::PlaceDie { blue, white, .. } => [*blue, *white],
        Command::Settle { red: means, .. }
        | Command::UsePersons { green: means, .. }
        | Command::CompleteTask { yellow: means, .. } => [*means, None],
        Command::DoublePersons { green } => [Some(*green), None],
        _ => [None, None],
    };
    paid.into_iter().flatten().collect()
}
