//! The places of a board by name, and which of them a command acts on.

use crate::boards::Spot;
use crate::games::great_zimbabwe::command::Command;
use crate::games::great_zimbabwe::map::Shape;
use crate::games::great_zimbabwe::pieces::{Craft, God, Lie, Resource, Specialist};
use crate::games::great_zimbabwe::squares::{SIDE, Square};
use crate::rules::Seat;
use serde::Serialize;

/// A place that commands and changes refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square of the map; a craftsman's squares go by the upper left one.
    Square(Square),
    /// The queue of plaques, with the gifts.
    Plaques,
    /// The order of play and whose turn it is.
    Order,
    /// A seat's line in the race for the VR.
    Standing(Seat),
    /// A god's card, wherever it lies.
    God(God),
    /// A specialist's card, wherever it lies.
    Specialist(Specialist),
    /// A pile of technology cards in the display.
    Technology(Craft),
    /// Water tiles in the stock.
    WaterTiles,
    /// Tiles of a resource in the stock.
    ResourceTiles(Resource),
    /// Cattle in front of a seat.
    Cattle(Seat),
    /// A technology card in front of a seat.
    Card(Seat, Craft),
    /// A monument in its owner's list.
    Monument(Square),
}

/// The name of a piece as JSON has it.
fn word(piece: impl Serialize) -> String {
    match serde_json::to_value(piece) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

fn lower(square: Square) -> String {
    square.to_string().to_ascii_lowercase()
}

impl Place {
    /// The name of its spot.
    pub fn spot(self) -> Spot {
        match self {
            Place::Square(at) => format!("square-{}", lower(at)),
            Place::Plaques => "plaques".to_owned(),
            Place::Order => "order".to_owned(),
            Place::Standing(seat) => format!("standing-{}", seat.0),
            Place::God(god) => format!("god-{}", word(god)),
            Place::Specialist(specialist) => format!("specialist-{}", word(specialist)),
            Place::Technology(craft) => format!("technology-{}", word(craft)),
            Place::WaterTiles => "tiles-water".to_owned(),
            Place::ResourceTiles(resource) => format!("tiles-{}", word(resource)),
            Place::Cattle(seat) => format!("cattle-{}", seat.0),
            Place::Card(seat, craft) => format!("card-{}-{}", seat.0, word(craft)),
            Place::Monument(at) => format!("monument-{}", lower(at)),
        }
    }
}

/// The square that a spot names, if it names one.
pub fn square_of(spot: &str) -> Option<Square> {
    let name = spot.strip_prefix("square-").or_else(|| spot.strip_prefix("monument-"))?;
    name.to_ascii_uppercase().parse().ok()
}

/// The squares of a tile laid from `at` on; those over the edge left out.
fn laid(at: Square, shape: Shape, lie: Lie) -> Vec<Place> {
    let (rows, cols) = match (shape, lie) {
        (Shape::Square, _) => (2, 2),
        (Shape::Oblong, Lie::Across) => (1, 2),
        (Shape::Oblong, Lie::Down) => (2, 1),
    };
    let spread = (0..rows).flat_map(|row| (0..cols).map(move |col| (row, col)));
    spread
        .map(|(row, col)| (at.row() + row, at.col() + col))
        .filter(|(row, col)| *row < SIDE && *col < SIDE)
        .map(|(row, col)| Place::Square(Square::at(row, col)))
        .collect()
}

/// The places that a command of `seat` acts on, the most telling first.
pub fn places(seat: Seat, command: &Command) -> Vec<Place> {
    match command {
        Command::PlaceFirstMonument { at } | Command::BuildMonument { at } => {
            vec![Place::Square(*at)]
        }
        Command::GiveGift { .. } => vec![Place::Plaques],
        Command::Pass {} | Command::EndTurn {} => vec![],
        Command::ChooseGod { god } => vec![Place::God(*god)],
        Command::ChooseSpecialist { specialist } => vec![Place::Specialist(*specialist)],
        Command::UseRainCeremony { at, lie } => {
            let mut places = laid(*at, Shape::Oblong, *lie);
            places.push(Place::Specialist(Specialist::RainCeremony));
            places
        }
        Command::UseShaman { resource, at } => vec![
            Place::Square(*at),
            Place::ResourceTiles(*resource),
            Place::Specialist(Specialist::Shaman),
        ],
        Command::UseHerd { .. } => vec![Place::Specialist(Specialist::Herd)],
        Command::UseBuilder {} => vec![Place::Specialist(Specialist::Builder)],
        Command::UseNomads {} => vec![Place::Specialist(Specialist::Nomads)],
        Command::ChangePrice { technology, .. } | Command::RaisePrice { technology, .. } => {
            vec![Place::Card(seat, *technology)]
        }
        Command::TakeTechnology { technology, .. } => vec![Place::Technology(*technology)],
        Command::PlaceCraftsman { craftsman, at, lie } => {
            let shape = if craftsman.row().square { Shape::Square } else { Shape::Oblong };
            let mut places = laid(*at, shape, *lie);
            places.push(Place::Card(seat, *craftsman));
            places
        }
        Command::BeginRaise { monument } => {
            vec![Place::Square(*monument), Place::Monument(*monument)]
        }
        Command::BuyGood { craftsman_at, resource_at, hubs }
        | Command::BuyPrimary { craftsman_at, resource_at, hubs } => {
            let mut places = vec![Place::Square(*craftsman_at), Place::Square(*resource_at)];
            places.extend(hubs.iter().map(|hub| Place::Square(*hub)));
            places
        }
    }
}
