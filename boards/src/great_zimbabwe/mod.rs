//! The board of The Great Zimbabwe.
//!
//! In reading order: `scene` (the view with names), `places` (spots, and which of them the
//! choices point at), `looked` (what is in reach of a square), `icons`, `stamps` (pieces of the
//! map, and marks), `outline` (squares as a path); the zones: `land` (the map), `table` (the
//! players), `display` (cards and tiles to be had), `seats` (one player's things); `words` (the
//! same as tables), `letter` (the picture of a letter), `lessons` and `reference` (for who learns
//! the game).
//!
//! Ranges come from the rules' own `Land`; nothing here decides what is legal.

mod display;
mod icons;
mod land;
mod lessons;
mod letter;
mod looked;
mod outline;
mod places;
mod reference;
mod scene;
mod seats;
mod stamps;
mod table;
mod words;

#[cfg(test)]
mod tests;

use super::pen::{Art, sprite};
use super::{Board, Drawing, Lesson, Marks, SceneOf, Spot, Zone};
use crate::rules::{Part, Seat};
use looked::Looked;
use scene::Sight;

/// What its pictures have of their own.
const ART: Art = Art { class: "tgz", icon: icons::icon, mark: stamps::mark };

/// The board of The Great Zimbabwe.
#[derive(Debug)]
pub struct GreatZimbabwe;

impl Board for GreatZimbabwe {
    type Game = crate::games::great_zimbabwe::GreatZimbabwe;

    fn draw(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> Drawing {
        let sight = Sight::of(scene);
        // What lies as it was chosen to is marked where it lies.
        let chosen = marks.chosen.as_deref().filter(|spot| !marks.offered.contains_key(*spot));
        let laid = chosen.and_then(places::lying_of).map(|(at, _)| Marks {
            chosen: Some(places::Place::Square(at).spot()),
            ..marks.clone()
        });
        let marks = laid.as_ref().unwrap_or(marks);
        let zones = vec![
            land::zone(&sight, marks),
            seats::zone(&sight, marks, scene),
            table::zone(&sight, marks, scene),
            display::zone(&sight, marks),
        ];
        let icons = self.icons(&zones.iter().collect::<Vec<_>>());
        let closer = Looked::of(&sight, marks).map(|one| words::closer(&sight, &one));
        Drawing { moment: table::phase_name(&sight), zones, icons, closer }
    }

    fn spots(&self, seat: Seat, path: &[Part]) -> Vec<Spot> {
        places::pointed_at(seat, path).into_iter().map(places::Place::spot).collect()
    }

    fn place(&self, name: &str) -> Option<Spot> {
        Some(format!("square-{name}"))
    }

    fn panes(&self) -> &'static [(&'static str, &'static str)] {
        &[("supply", "Supply")]
    }

    fn style(&self) -> &'static str {
        "board-great-zimbabwe.css"
    }

    fn lesson(&self) -> &'static str {
        include_str!("../../../templates/board/great_zimbabwe/lesson.html")
    }

    fn lessons(&self) -> &'static [Lesson] {
        lessons::LESSONS
    }

    fn reference(&self) -> Vec<Zone> {
        reference::zones()
    }

    fn icons(&self, zones: &[&Zone]) -> String {
        sprite(zones, ART.icon)
    }

    fn letter(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> String {
        letter::letter(&Sight::of(scene), marks)
    }

    fn caption(&self, scene: &SceneOf<'_, Self::Game>) -> String {
        letter::caption(&Sight::of(scene))
    }
}
