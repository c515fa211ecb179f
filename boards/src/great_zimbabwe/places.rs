//! The places of a board by name, and which of them the choices point at.

use crate::Spot;
use crate::games::great_zimbabwe::pieces::{Craft, God, Lie, Resource, Specialist};
use crate::games::great_zimbabwe::squares::Square;
use crate::markup::name_of;
use crate::rules::{Part, Seat};
use serde::de::DeserializeOwned;

/// A place that choices and changes refer to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A square of the map; a craftsman's squares go by the upper left one.
    Square(Square),
    /// A tile that could lie like that, its upper left square here.
    Lying(Square, Lie),
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

fn lower(square: Square) -> String {
    square.to_string().to_ascii_lowercase()
}

impl Place {
    /// The name of its spot.
    pub fn spot(self) -> Spot {
        match self {
            Place::Square(at) => format!("square-{}", lower(at)),
            Place::Lying(at, lie) => format!("lie-{}-{}", lower(at), name_of(&lie)),
            Place::Plaques => "plaques".to_owned(),
            Place::Order => "order".to_owned(),
            Place::Standing(seat) => format!("standing-{}", seat.0),
            Place::God(god) => format!("god-{}", name_of(&god)),
            Place::Specialist(specialist) => format!("specialist-{}", name_of(&specialist)),
            Place::Technology(craft) => format!("technology-{}", name_of(&craft)),
            Place::WaterTiles => "tiles-water".to_owned(),
            Place::ResourceTiles(resource) => format!("tiles-{}", name_of(&resource)),
            Place::Cattle(seat) => format!("cattle-{}", seat.0),
            Place::Card(seat, craft) => format!("card-{}-{}", seat.0, name_of(&craft)),
            Place::Monument(at) => format!("monument-{}", lower(at)),
        }
    }
}

/// The square that a spot names, if it names one.
pub fn square_of(spot: &str) -> Option<Square> {
    let name = spot.strip_prefix("square-").or_else(|| spot.strip_prefix("monument-"))?;
    name.to_ascii_uppercase().parse().ok()
}

/// The upper left square and the way to lie that a spot names, if it names them.
pub fn lying_of(spot: &str) -> Option<(Square, Lie)> {
    let (at, lie) = spot.strip_prefix("lie-")?.split_once('-')?;
    Some((at.to_ascii_uppercase().parse().ok()?, piece(lie)?))
}

/// The places that the last part of a path of `seat` points at, the most telling first.
pub fn pointed_at(seat: Seat, path: &[Part]) -> Vec<Place> {
    let Some(part) = path.last() else { return Vec::new() };
    let at = |part: &Part| part.value.to_ascii_uppercase().parse::<Square>().ok();
    let square = || at(part);
    let craft = || piece::<Craft>(&part.value);
    let place = match part.slot.as_str() {
        "square" | "used" | "seller" => square().map(Place::Square),
        "monument" => {
            let at = square().into_iter();
            return at.flat_map(|at| [Place::Square(at), Place::Monument(at)]).collect();
        }
        "lie" => {
            let before = path.iter().rev().nth(1).and_then(at);
            before.zip(piece(&part.value)).map(|(at, lie)| Place::Lying(at, lie))
        }
        "god" => piece(&part.value).map(Place::God),
        "specialist" => piece(&part.value).map(Place::Specialist),
        "craft" => craft().map(|craft| Place::Card(seat, craft)),
        "technology" => {
            let does = |what: &str| path[0].slot == "do" && path[0].value == what;
            craft().map(|craft| match does("technology") {
                true => Place::Technology(craft),
                false => Place::Card(seat, craft),
            })
        }
        "resource" => piece(&part.value).map(Place::ResourceTiles),
        "do" => {
            let used = part.value.strip_prefix("use_");
            used.and_then(piece).map(Place::Specialist)
        }
        _ => None,
    };
    place.into_iter().collect()
}

/// The piece that a part's value names.
pub fn piece<T: DeserializeOwned>(value: &str) -> Option<T> {
    serde_json::from_value(value.replace('-', "_").into()).ok()
}
