//! The options of a match and how it is dealt.
//!
//! Everything that chance decides is decided here: tiles and their turns, the
//! gods, the VR pile. Later nothing is drawn any more.

use super::pieces::{God, Specialist, Tile};
use super::tables::{EDITION, FIRST_PLAY_GODS, GODS_IN_PLAY, PATTERNS};
use crate::rules::{Chance, Refusal, Seat, chance::shuffle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a match. The default is a match by the rulebook: eight of the
/// twelve gods at random, all five specialists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Play with the six gods that the rulebook names for a first play, and
    /// without specialists. Cannot be combined with a list of gods.
    pub first_play: bool,
    /// Play with exactly these gods, one to twelve of them, each once. Without a
    /// list, eight are drawn at random.
    pub gods: Option<Vec<God>>,
}

/// A map tile in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlacedTile {
    /// Which tile.
    pub tile: Tile,
    /// Its row of tiles in the pattern, from 0.
    pub row: u8,
    /// Its column of tiles in the pattern, from 0.
    pub col: u8,
    /// How often it was turned clockwise by a quarter, 0 to 3.
    pub quarter_turns: u8,
}

/// How a match was dealt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// The edition of the tables.
    pub edition: u8,
    /// The map, tile by tile.
    pub tiles: Vec<PlacedTile>,
    /// The gods in play.
    pub gods: Vec<God>,
    /// The specialists in play.
    pub specialists: Vec<Specialist>,
    /// The VR markers as they were drawn: the first one lies at the bottom.
    pub vr_pile: Vec<Seat>,
}

/// Deals a match. Refuses options that make none.
pub fn deal(config: &Config, seats: usize, chance: &mut dyn Chance) -> Result<Setup, Refusal> {
    let place = "rulebook, Preparing for play";
    if !(2..=5).contains(&seats) {
        return Err(Refusal::new(
            "wrong_number_of_seats",
            "The Great Zimbabwe is for two to five players.",
            place,
        ));
    }
    let gods = gods(config, chance)?;
    let tiles = lay_tiles(seats, chance);
    let mut vr_pile: Vec<Seat> = Seat::all(seats).collect();
    shuffle(chance, &mut vr_pile);
    let specialists = if config.first_play { Vec::new() } else { Specialist::ALL.to_vec() };
    Ok(Setup { edition: EDITION, tiles, gods, specialists, vr_pile })
}

fn gods(config: &Config, chance: &mut dyn Chance) -> Result<Vec<God>, Refusal> {
    let mut gods = match (&config.gods, config.first_play) {
        (Some(_), true) => {
            return Err(Refusal::new(
                "gods_named_twice",
                "The first-play set already names its gods: choose it or a list, not both.",
                "rulebook, Strategy tips",
            ));
        }
        (Some(gods), false) => {
            if gods.is_empty() {
                return Err(Refusal::new(
                    "no_gods",
                    "Name at least one god, or leave the list out to draw eight.",
                    "rulebook, Cards",
                ));
            }
            if let Some(twice) =
                gods.iter().enumerate().find(|(index, god)| gods[..*index].contains(god))
            {
                return Err(Refusal::new(
                    "god_listed_twice",
                    format!("{} is listed twice; there is one card of each god.", twice.1.name()),
                    "rulebook, Contents",
                ));
            }
            gods.clone()
        }
        (None, true) => FIRST_PLAY_GODS.to_vec(),
        (None, false) => {
            let mut all = God::ALL.to_vec();
            shuffle(chance, &mut all);
            all.truncate(GODS_IN_PLAY);
            all
        }
    };
    gods.sort_unstable();
    Ok(gods)
}

fn lay_tiles(seats: usize, chance: &mut dyn Chance) -> Vec<PlacedTile> {
    let mut bag: Vec<Tile> = Tile::ALL.iter().copied().filter(|&tile| tile != Tile::A).collect();
    shuffle(chance, &mut bag);
    let mut bag = bag.into_iter();
    let mut tiles = Vec::new();
    for (row, line) in PATTERNS[seats - 2].iter().enumerate() {
        for (col, place) in line.bytes().enumerate() {
            let tile = match place {
                b'S' => Tile::A,
                b'x' => bag.next().expect("ten tiles are enough for every pattern"),
                _ => continue,
            };
            let quarter_turns = chance.below(4) as u8;
            tiles.push(PlacedTile { tile, row: row as u8, col: col as u8, quarter_turns });
        }
    }
    tiles
}
