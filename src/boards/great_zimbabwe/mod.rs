//! The board of The Great Zimbabwe.
//!
//! In reading order: `scene` (the view with names), `places` (spots, and which of
//! them a command acts on), `pen` (markup and marks), `icons`, `stamps` (pieces of the map), `outline` (squares
//! as a path), `land` (the map), `table` (round, order, race), `display` (cards and
//! tiles to be had), `seats` (one panel a player), `words` (the same as tables),
//! `letter` (the picture of a letter).
//!
//! Ranges come from the rules' own `Land`; nothing here decides what is legal.

mod display;
mod icons;
mod land;
mod letter;
mod outline;
mod pen;
mod places;
mod scene;
mod seats;
mod stamps;
mod table;
mod words;

#[cfg(test)]
mod tests;

use super::{Board, Drawing, Marks, Scene, Spot, Unreadable};
use crate::games::great_zimbabwe::command::Command;
use crate::rules::Seat;
use scene::Sight;
use serde_json::Value;

/// The board of The Great Zimbabwe.
#[derive(Debug)]
pub struct GreatZimbabwe;

impl Board for GreatZimbabwe {
    fn draw(&self, scene: &Scene<'_>, marks: &Marks) -> Result<Drawing, Unreadable> {
        let sight = Sight::of(scene)?;
        let mut panels = vec![
            land::panel(&sight, marks),
            table::phase(&sight, marks),
            table::race(&sight, marks),
            display::technologies(&sight, marks),
            display::cards(&sight, marks),
        ];
        let mut seats: Vec<Seat> = sight.view.boards.seats().collect();
        seats.sort_by_key(|seat| Some(*seat) != scene.seat);
        panels.extend(seats.into_iter().map(|seat| seats::panel(&sight, seat, marks)));
        Ok(Drawing { panels })
    }

    fn spots(&self, seat: Seat, command: &Value) -> Vec<Spot> {
        let Ok(command) = serde_json::from_value::<Command>(command.clone()) else {
            return vec![];
        };
        places::places(seat, &command).into_iter().map(places::Place::spot).collect()
    }

    fn asks_about(&self) -> Option<(&'static str, &'static str)> {
        Some(("Show what is within reach of square", "square-"))
    }

    fn style(&self) -> &'static str {
        "board-great-zimbabwe.css"
    }

    fn lesson(&self) -> &'static str {
        include_str!("../../../templates/board/great_zimbabwe/lesson.html")
    }

    fn letter(&self, scene: &Scene<'_>, marks: &Marks) -> Result<String, Unreadable> {
        Ok(letter::letter(&Sight::of(scene)?, marks))
    }

    fn caption(&self, scene: &Scene<'_>) -> Result<String, Unreadable> {
        Ok(letter::caption(&Sight::of(scene)?))
    }
}
