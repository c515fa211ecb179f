//! Boards: what a viewer may know of a match, drawn as zones of a table and told in words.
//!
//! A board is drawn from the game's view alone, so it cannot show what its viewer may not
//! know. A zone is a picture (SVG) or a list of things (HTML), and the same content in
//! words, so that nobody needs the picture. Zones are styled by class names only: no inline
//! style, no script.
//!
//! A *spot* is a thing on the table that choices and changes refer to, such as
//! `region-north_beach`. Pages mark spots: what can be chosen now and what that is worth,
//! what is closed and why, what has changed since the person last looked, what is chosen.
//!
//! Letters get one picture, painted as PNG ([`paint`]). A board also teaches its game: the
//! *reference* of the game's page says what every piece does, and *lessons* explain each
//! kind of decision once, in a first match.
//!
//! A crate of its own, so that it is built beside all that knows no boards, and optimised
//! for tests, which paint a picture for each letter.

pub mod bora_bora;
mod erased;
pub mod great_zimbabwe;
pub mod markup;
mod pen;
mod png;
#[cfg(test)]
mod taught;
pub mod things;

pub use crate::erased::AnyBoard;
pub use crate::png::{Painted, Unpainted, paint};

use crate::rules::erased::AnyView;
use crate::rules::{Fact, Game, Part, Seat};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use turnwise_games::{self as games, rules};

/// The name of a spot: lower-case ASCII, digits, `_` and `-`; unique in a drawing.
pub type Spot = String;

/// What is drawn: a view of one game, or one whose game is forgotten.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a, View = AnyView> {
    /// The game's view, for whoever looks.
    pub view: &'a View,
    /// Who sits in each seat.
    pub names: &'a [String],
    /// The seat of the person who looks.
    pub seat: Option<Seat>,
    /// The seat whose own board is shown whole.
    pub shown: Seat,
    /// Whether the match is over, which a game that was given up does not know.
    pub ended: bool,
}

/// How good a choice is among those beside it, as far as the game ranks them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// None is better.
    Best,
    /// In between, or not ranked.
    #[default]
    Plain,
    /// None is worse, and some are better.
    Faint,
}

/// Something that can be chosen now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// The address to follow for it.
    pub address: String,
    /// What it costs and brings, in words; empty where more has to be chosen first.
    pub worth: String,
    /// What is best known of it, in few words, to stand on the thing.
    pub says: String,
    /// The same in a few letters.
    pub badge: String,
    /// What is known of it, as the game says it.
    pub facts: Vec<Fact>,
    /// How good it is.
    pub rank: Rank,
}

/// How each spot of a drawing looks, as a text.
pub type Looks = BTreeMap<Spot, String>;

/// What is marked on a drawing.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Spots that can be chosen now.
    pub offered: BTreeMap<Spot, Offered>,
    /// Spots that cannot be chosen now, though others like them can, with why.
    pub closed: BTreeMap<Spot, String>,
    /// Spots that look different from what the person saw last.
    pub changed: BTreeSet<Spot>,
    /// What the person saw last: spots that look different now have changed, too.
    pub since: Option<Arc<Looks>>,
    /// The spot that the person has chosen.
    pub chosen: Option<Spot>,
    /// What has been answered on the way to a choice that is not made yet.
    pub begun: Vec<Part>,
    /// The spots that what was chosen is about: whom a raise buys from, what would be reached.
    pub touched: BTreeSet<Spot>,
    /// The ways over the table that what was chosen takes, each from spot to spot.
    pub routes: Vec<Vec<Spot>>,
    /// The address of the table as it is shown; empty where it is no table.
    pub here: String,
}

/// A whole board.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// Where the match stands, in a few words: `Round 3 of 6`.
    pub moment: String,
    /// What lies on the table.
    pub zones: Vec<Zone>,
    /// The icons that the zones use, as an element that stands before them.
    pub icons: String,
    /// What there is to know of the chosen spot beyond what it holds, such as what is in reach of
    /// it, with its name.
    pub closer: Option<String>,
}

/// Where a zone lies on a wide table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    /// On the left: the picture.
    Picture,
    /// In the middle, above the plan.
    Above,
    /// In the middle, below the plan.
    Below,
    /// On the right.
    Side,
}

/// A zone among those that share a place on a narrow screen.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// The zone.
    pub zone: &'static str,
    /// What it is called in the switch.
    pub title: &'static str,
    /// Whether it is there also while nothing is chosen on it.
    pub always: bool,
}

/// A part of the table that stands on its own.
#[derive(Clone, Debug)]
pub struct Zone {
    /// Its name in addresses: `map`, `players`.
    pub id: String,
    /// Its heading, in plain text.
    pub title: String,
    /// What stands beside the heading, in plain text.
    pub aside: String,
    /// Where it lies.
    pub place: Place,
    /// Its content: one whole `<svg>` element, or things in HTML.
    pub content: String,
    /// The same content as HTML: headings from `<h4>` down, lists and tables.
    pub words: String,
    /// Each spot of it with its content as a text that is the same as long as the spot
    /// looks the same; comparing two drawings gives what changed.
    pub spots: Looks,
    /// The names of the icons that it uses.
    pub icons: BTreeSet<String>,
    /// Whether most of it has changed: a mark on each thing would tell nothing apart.
    pub renewed: bool,
    /// Whether anything of it can be chosen.
    pub lit: bool,
}

/// What is told to somebody who meets a kind of decision for the first time.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// Its name, by which people are known to have been told it. The decision that it is
    /// about too, where `answers` names none.
    pub name: &'static str,
    /// The decisions that it is about: slots, or slots with an answer, as `do:gift`.
    pub answers: &'static [&'static str],
    /// Whether it is told as soon as the decision can be made, and not when it is being made.
    pub early: bool,
    /// What it is about, in a few words.
    pub title: &'static str,
    /// What there is to know, in a few sentences.
    pub text: &'static str,
}

impl Lesson {
    /// What is told about the decision of this name, as soon as it can be made.
    const fn new(name: &'static str, title: &'static str, text: &'static str) -> Lesson {
        Lesson { name, answers: &[], early: true, title, text }
    }

    /// Whether it is about this part of a path.
    pub fn is_about(&self, part: &Part) -> bool {
        let fits = |about: &str| match about.split_once(':') {
            Some((slot, value)) => part.slot == slot && part.value == value,
            None => part.slot == about,
        };
        if self.answers.is_empty() {
            fits(self.name)
        } else {
            self.answers.iter().any(|it| fits(it))
        }
    }
}

/// A scene of a game.
pub type SceneOf<'a, G> = Scene<'a, <G as Game>::View>;

/// How the matches of one game are drawn.
pub trait Board: Sync {
    /// The game.
    type Game: Game;

    /// Draws a view with marks.
    fn draw(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> Drawing;

    /// The things on the table that the last part of a path of `seat` points at, the most
    /// telling first; none for a part that has no place on it, such as passing.
    fn spots(&self, seat: Seat, path: &[Part]) -> Vec<Spot>;

    /// The spot of a place that a fact names, where the picture shows it.
    fn place(&self, _name: &str) -> Option<Spot> {
        None
    }

    /// The zones that share a place on a narrow screen, in the order of their switch; none where
    /// there is only one.
    fn pictures(&self) -> &'static [Picture] {
        &[]
    }

    /// The zones that a narrow screen shows one at a time beside those of every game (`do`, `you`,
    /// `players`, `news`), each with what its tab is called.
    fn panes(&self) -> &'static [(&'static str, &'static str)];

    /// The name of the style sheet of its pictures, among the files of `assets/`.
    fn style(&self) -> &'static str;

    /// A lesson in the game for who has never played it: HTML, headings from `<h2>`
    /// down, in our own words.
    fn lesson(&self) -> &'static str;

    /// What is told, decision by decision, to somebody who plays for the first time.
    fn lessons(&self) -> &'static [Lesson];

    /// What every piece does and what it is worth, part by part.
    fn reference(&self) -> Vec<Zone>;

    /// The icons that zones use, each once, as an element that stands beside them.
    fn icons(&self, zones: &[&Zone]) -> String;

    /// The one picture for a letter: the shared board as a standalone SVG document
    /// whose styles are inside and whose texts use the font family `Turnwise`.
    fn letter(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> String;

    /// What the picture for a letter shows, in sentences: its alternative text.
    fn caption(&self, scene: &SceneOf<'_, Self::Game>) -> String;
}

impl Drawing {
    /// What is known of the chosen spot, which is this one, in words.
    pub fn told(&self, spot: &str) -> Option<&str> {
        let held = || self.zones.iter().find_map(|zone| zone.spots.get(spot));
        self.closer.as_ref().or_else(held).map(String::as_str)
    }

    /// How its spots look.
    pub fn looks(self) -> Looks {
        self.zones.into_iter().flat_map(|zone| zone.spots).collect()
    }

    /// The spots that look different from how the same match looked earlier.
    pub fn changed_since(&self, earlier: &Looks) -> BTreeSet<Spot> {
        let spots = self.zones.iter().flat_map(|zone| &zone.spots);
        let other = |(spot, content): &(&Spot, &String)| earlier.get(*spot) != Some(*content);
        spots.filter(other).map(|(spot, _)| spot.clone()).collect()
    }
}

/// The boards of the games on the shelf.
pub static SHELF: &[&dyn AnyBoard] = &[&bora_bora::BoraBora, &great_zimbabwe::GreatZimbabwe];

/// The board of the game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyBoard> {
    SHELF.iter().copied().find(|board| board.game() == slug)
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
