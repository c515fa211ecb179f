//! What the choices of a seat point at on the table.

use super::seats::{seat_spot, status_spot};
use crate::Spot;
use crate::games::bora_bora::pieces::Gender;
use crate::rules::{Arg, Part, Seat};

/// The things that a part of a path of `seat` points at, the most telling first.
pub fn spots(seat: Seat, part: &Part) -> Vec<Spot> {
    let value = part.value.as_str();
    let own = |place: &str| vec![seat_spot(seat, place)];
    if matches!(value, "finish" | "again") {
        return Vec::new();
    }
    match part.slot.as_str() {
        "die" => own(&format!("die-{value}")),
        "tile" => vec![format!("action-{value}")],
        "region" => vec![format!("region-{value}")],
        "person" => match (value.strip_prefix("space_"), part.words.arg("display")) {
            (Some(space), _) => own(&format!("space-{space}")),
            (None, Some(Arg::Word(gender))) if gender == Gender::Man.word() => {
                vec![format!("men-{value}")]
            }
            (None, Some(_)) => vec![format!("women-{value}")],
            (None, None) => Vec::new(),
        },
        "hut" => match part.words.arg("space") {
            Some(Arg::Number(space)) => own(&format!("space-{space}")),
            _ => Vec::new(),
        },
        "onto" if value == "twelfth" => own("space-12"),
        "space" => vec![format!("temple-{value}")],
        "building" => own(&format!("building-{value}")),
        "ceremony" | "covers" => own(&format!("ceremony-{value}")),
        "pair" => match value.split_once('_') {
            Some((_, beside)) => own(&format!("ceremony-{beside}")),
            None => Vec::new(),
        },
        "persons" => own(&value.replacen('_', "-", 1)),
        "jewelry" => vec![format!("jewelry-{value}")],
        "task" | "given_up" => own(&format!("task-{value}")),
        "new_task" => vec![format!("task-{value}")],
        "helper" | "gift" | "mark" | "material" | "card" | "huts" => somewhere(seat, value),
        _ => Vec::new(),
    }
}

/// Where something lies whose value says what it is.
fn somewhere(seat: Seat, value: &str) -> Vec<Spot> {
    let own = |place: &str| vec![seat_spot(seat, place)];
    match value {
        "points" => own("points"),
        "offering" => own("offerings"),
        "shell" => own("shells"),
        "step" => vec![status_spot(seat)],
        "pile" => vec!["card-pile".to_owned()],
        "sand" | "stone" | "wood" => own(&format!("beside-{value}")),
        "space_12" => own("space-12"),
        _ => match (value.strip_prefix("card_"), value.strip_prefix("space_")) {
            (Some(god), _) => vec![format!("card-{god}")],
            (_, Some(space)) => own(&format!("space-{space}")),
            _ => Vec::new(),
        },
    }
}
