//! What is looked at on the map, and how far it reaches: a square with whatever stands there, or
//! with what would stand there once the choice is made that has been begun.

use super::places::{Place, lying_of, piece, square_of};
use super::scene::Sight;
use crate::Marks;
use crate::games::great_zimbabwe::map::Shape;
use crate::games::great_zimbabwe::pieces::{Craft, Lie};
use crate::games::great_zimbabwe::squares::{Square, Squares};

/// A square that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Looked {
    /// Which one.
    pub at: Square,
    planned: Option<Planned>,
}

/// What would stand on a square.
#[derive(Clone, Copy, Debug)]
enum Planned {
    /// Such a craftsman with its upper left square there, on these; on all that it may lie on
    /// where that is still to be chosen.
    Craftsman(Craft, Squares),
    Monument,
}

impl Looked {
    /// What is chosen on the map, if it is a square of it.
    pub fn of(sight: &Sight<'_>, marks: &Marks) -> Option<Looked> {
        let spot = marks.chosen.as_deref()?;
        let laid = lying_of(spot);
        let at = laid.map(|(at, _)| at).or_else(|| square_of(spot))?;
        sight.square(at)?;
        Some(Looked { at, planned: planned(sight, marks, at, laid.map(|(_, lie)| lie)) })
    }

    /// The squares within range.
    pub fn reach(&self, sight: &Sight<'_>) -> Squares {
        match self.planned {
            None => sight.reach(self.at),
            Some(Planned::Monument) => sight.reach_of_monument(self.at),
            Some(Planned::Craftsman(_, tile)) => sight.land.within(tile, sight.range()),
        }
    }

    /// What the range is measured from, in words: ` of a potter here`, or nothing where it
    /// stands there already.
    pub fn said(&self) -> String {
        match self.planned {
            None => String::new(),
            Some(Planned::Monument) => " of a monument here".to_owned(),
            Some(Planned::Craftsman(craft, _)) => {
                let name = craft.name();
                let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
                format!(" of {article} {name} here")
            }
        }
    }
}

/// What is being placed, where it can be: with its upper left square here, and lying like that if
/// that is known.
fn planned(sight: &Sight<'_>, marks: &Marks, at: Square, lie: Option<Lie>) -> Option<Planned> {
    let begun = |slot: &str| marks.begun.iter().find(|part| part.slot == slot);
    let offered = |place: Place| marks.offered.contains_key(&place.spot());
    let ways: Vec<Lie> = [Lie::Across, Lie::Down]
        .into_iter()
        .filter(|way| lie.is_none_or(|lie| lie == *way) && offered(Place::Lying(at, *way)))
        .collect();
    if ways.is_empty() && !offered(Place::Square(at)) {
        return None;
    }
    match begun("do").map(|part| part.value.as_str()) {
        Some("build") => Some(Planned::Monument),
        Some("craftsman") => {
            let craft: Craft = piece(&begun("craft")?.value)?;
            let ways = match craft.shape() {
                // A tile of two by two lies in one way only.
                Shape::Square => &[Lie::Across],
                Shape::Oblong if ways.is_empty() => [Lie::Across, Lie::Down].as_slice(),
                Shape::Oblong => &ways,
            };
            let tiles = ways.iter().filter_map(|way| sight.land.tile(at, craft.shape(), *way));
            let tile = tiles.fold(at.bit(), |all, tile| all | tile);
            Some(Planned::Craftsman(craft, tile))
        }
        _ => None,
    }
}
