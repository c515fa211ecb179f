//! The view as the files of this board read it, with names and plain questions.

use crate::Scene;
use crate::games::great_zimbabwe::map::Land;
use crate::games::great_zimbabwe::pieces::God;
use crate::games::great_zimbabwe::squares::{Square, Squares};
use crate::games::great_zimbabwe::tables::{ESHU_RANGE, RANGE};
use crate::games::great_zimbabwe::view::{
    CraftsmanView, MonumentView, PhaseView, SquareView, Terrain, View,
};
use crate::markup::{cut, letter};
use crate::rules::Seat;
use std::collections::BTreeMap;

/// A match about to be drawn.
#[derive(Debug)]
pub struct Sight<'a> {
    /// What everybody sees.
    pub view: &'a View,
    names: Vec<String>,
    /// Whether the match is over, be it that the game is not.
    pub ended: bool,
    /// The land, as the rules measure it.
    pub land: Land,
    squares: BTreeMap<Square, &'a SquareView>,
    anchors: BTreeMap<Square, Square>,
}

impl<'a> Sight<'a> {
    /// Reads the view.
    pub fn of(scene: &Scene<'a, View>) -> Sight<'a> {
        let view = scene.view;
        let names = view.boards.iter().map(|(seat, board)| {
            let name = scene.names.get(seat.index()).filter(|name| !name.trim().is_empty());
            name.unwrap_or(&board.empire).clone()
        });
        let names = names.collect();
        let land = land(view);
        let squares = view.map.squares.iter().map(|square| (square.at, square)).collect();
        let anchors = view.map.craftsmen.iter();
        let anchors = anchors.flat_map(|one| one.squares.iter().map(|at| (*at, one.at))).collect();
        Sight { view, names, ended: scene.ended, land, squares, anchors }
    }

    /// Who sits there.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// The letter of the seat with the name: `A Anna`.
    pub fn signed(&self, seat: Seat) -> String {
        format!("{} {}", letter(seat), self.name(seat))
    }

    /// The same with no more of the name than a picture has room for.
    pub fn brief(&self, seat: Seat) -> String {
        cut(&self.signed(seat), 16)
    }

    /// A square of the map.
    pub fn square(&self, at: Square) -> Option<&SquareView> {
        self.squares.get(&at).copied()
    }

    /// The craftsman on this square.
    pub fn craftsman(&self, at: Square) -> Option<&CraftsmanView> {
        let anchor = self.anchors.get(&at)?;
        self.view.map.craftsmen.iter().find(|one| one.at == *anchor)
    }

    /// The monument on this square.
    pub fn monument(&self, at: Square) -> Option<&MonumentView> {
        self.view.map.monuments.iter().find(|one| one.at == at)
    }

    /// Whose turn it is or who is asked, if anybody is.
    pub fn active(&self) -> Option<Seat> {
        match &self.view.phase {
            _ if self.ended => None,
            PhaseView::FirstMonuments { seat } => *seat,
            PhaseView::GenerosityOfKings { seat, .. } => *seat,
            PhaseView::ReligionAndCulture { seat, .. } => Some(*seat),
            PhaseView::Over { .. } => None,
        }
    }

    /// Steps of every range now: longer in the turn of Eshu's worshipper.
    pub fn range(&self) -> u8 {
        let turn = match &self.view.phase {
            PhaseView::ReligionAndCulture { seat, .. } => self.view.boards.get(*seat),
            _ => None,
        };
        let eshu = turn.is_some_and(|board| board.god == Some(God::Eshu));
        if eshu { ESHU_RANGE } else { RANGE }
    }

    /// The squares within range of this square and of whatever stands there. From a
    /// monument goods are fetched, and walks end on other monuments; from anything
    /// else resources are reached, past monuments too (rulings hub-stop,
    /// resource-through-monument).
    pub fn reach(&self, at: Square) -> Squares {
        if self.monument(at).is_some() {
            return self.reach_of_monument(at);
        }
        let from = match self.craftsman(at) {
            Some(one) => one.squares.iter().copied().collect(),
            None => at.bit(),
        };
        self.land.within(from, self.range())
    }

    /// The squares from which a monument on this one would fetch goods.
    pub fn reach_of_monument(&self, at: Square) -> Squares {
        let stops = self.view.map.monuments.iter().map(|one| one.at).collect();
        self.land.walk(at.bit(), self.range(), stops)
    }

    /// What a square shows, in words, without its name.
    pub fn told(&self, square: &SquareView) -> String {
        if let Some(monument) = self.monument(square.at) {
            let owner = self.brief(monument.owner);
            return format!("monument of level {} of {owner}", monument.level);
        }
        if let Some(one) = self.craftsman(square.at) {
            let (craft, owner) = (one.craftsman.name(), self.brief(one.owner));
            return format!("{craft} of {owner}, price {}", one.price);
        }
        let mut told = match (square.resource, square.terrain) {
            (Some(resource), _) => resource.name().to_owned(),
            (None, Terrain::Water) => "water".to_owned(),
            (None, Terrain::StartingArea) => "starting area".to_owned(),
            (None, Terrain::Land) => "land".to_owned(),
        };
        if square.placed {
            told.push_str(", placed in the match");
        }
        match square.used {
            0 => {}
            1 => told.push_str(", used"),
            times => told.push_str(&format!(", used {times} times")),
        }
        told
    }
}

/// The land of the view, measured as the rules measure it.
fn land(view: &View) -> Land {
    let mut land = Land::of(&view.map.tiles);
    for square in view.map.squares.iter().filter(|square| square.placed) {
        match square.resource {
            Some(resource) => land.add_resource(resource, square.at),
            None => land.rain([square.at; 2]),
        }
    }
    land
}
