//! Boards: what a viewer may know of a match, drawn as SVG and told as tables.
//!
//! A board is drawn from the game's view alone, so it cannot show what its viewer
//! may not know. Each panel is a picture and the same content in words, so that
//! nobody needs the picture. Pictures are styled by class names only
//! (`assets/board.css`): no inline style, no script.
//!
//! A *spot* is a place of a picture that commands and changes refer to, such as
//! `region-north_beach`. Pages mark spots: where something can be done now, what
//! has changed since the person last looked, what is chosen.
//!
//! Letters get one picture, painted as PNG ([`paint`]).

pub mod bora_bora;
pub mod great_zimbabwe;
pub mod markup;
mod png;

pub use png::{Painted, Unpainted, paint};

use crate::rules::Seat;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The name of a spot: lower-case ASCII, digits, `_` and `-`; unique in a drawing.
pub type Spot = String;

/// What is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The game's view, as the platform hands it out.
    pub view: &'a RawValue,
    /// Who sits in each seat.
    pub names: &'a [String],
    /// The seat of the person who looks; its panel comes first among the seats'.
    pub seat: Option<Seat>,
}

/// What is marked on a drawing.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Spots where something can be done now, and the address to follow for it.
    pub offered: BTreeMap<Spot, String>,
    /// Spots that look different from what the person saw last.
    pub changed: BTreeSet<Spot>,
    /// The spot that the person has chosen.
    pub chosen: Option<Spot>,
}

/// A whole board.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The shared board first, then one panel a seat.
    pub panels: Vec<Panel>,
}

/// A part of a board that stands on its own.
#[derive(Clone, Debug)]
pub struct Panel {
    /// Its name in addresses: `map`, `seat-0`.
    pub id: String,
    /// Its heading, in plain text.
    pub title: String,
    /// Whose board it is; none for what is shared.
    pub seat: Option<Seat>,
    /// One whole `<svg>` element.
    pub svg: String,
    /// The same content as HTML: headings from `<h4>` down, lists and tables.
    pub words: String,
    /// Each spot of the picture with its content as a text that is the same as
    /// long as the spot looks the same; comparing two drawings gives what changed.
    pub spots: BTreeMap<Spot, String>,
}

/// A view that this board cannot read; a defect, never a person's doing.
#[derive(Debug)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the view cannot be drawn: {}", self.0)
    }
}

impl std::error::Error for Unreadable {}

impl From<serde_json::Error> for Unreadable {
    fn from(error: serde_json::Error) -> Self {
        Unreadable(error.to_string())
    }
}

/// How the matches of one game are drawn.
pub trait Board: Sync {
    /// Draws a view with marks.
    fn draw(&self, scene: &Scene<'_>, marks: &Marks) -> Result<Drawing, Unreadable>;

    /// The spots that a command of `seat` acts on, the most telling first; none for a
    /// command that has no place on the board, such as passing.
    fn spots(&self, seat: Seat, command: &Value) -> Vec<Spot>;

    /// The name of the style sheet of its pictures, among the files of `assets/`.
    fn style(&self) -> &'static str;

    /// A lesson in the game for who has never played it: HTML, headings from `<h2>`
    /// down, in our own words.
    fn lesson(&self) -> &'static str;

    /// What the board shows more of when a place is chosen that nothing can be done
    /// with: the question, and what the place's name is preceded by in its spot.
    fn asks_about(&self) -> Option<(&'static str, &'static str)> {
        None
    }

    /// The one picture for a letter: the shared board as a standalone SVG document
    /// whose styles are inside and whose texts use the font family `Turnwise`.
    fn letter(&self, scene: &Scene<'_>, marks: &Marks) -> Result<String, Unreadable>;

    /// What the picture for a letter shows, in sentences: its alternative text.
    fn caption(&self, scene: &Scene<'_>) -> Result<String, Unreadable>;
}

impl Drawing {
    /// The spots that look different from an `earlier` drawing of the same match.
    pub fn changed_since(&self, earlier: &Drawing) -> BTreeSet<Spot> {
        let seen: BTreeMap<&Spot, &String> =
            earlier.panels.iter().flat_map(|panel| &panel.spots).collect();
        self.panels
            .iter()
            .flat_map(|panel| &panel.spots)
            .filter(|(spot, content)| seen.get(spot) != Some(content))
            .map(|(spot, _)| spot.clone())
            .collect()
    }
}

/// The board of the game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn Board> {
    match slug {
        "bora-bora" => Some(&bora_bora::BoraBora),
        "great-zimbabwe" => Some(&great_zimbabwe::GreatZimbabwe),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_of_the_shelf_has_a_board_with_a_lesson() {
        for game in crate::games::SHELF {
            let board = find(game.info().slug).expect("a board");
            assert!(board.lesson().contains("<h2>") && board.style().ends_with(".css"));
        }
    }
}
