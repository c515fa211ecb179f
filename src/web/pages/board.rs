//! Boards on pages: drawing what somebody sees.

use crate::boards::{self, Drawing, Marks, Panel, Scene};
use crate::error::{Error, Result};
use crate::matches::look::Seen;
use crate::rules::Seat;

/// The style sheet of a game's boards.
pub fn style(slug: &str) -> String {
    format!("board-{slug}.css")
}

/// The board of a match as somebody sees it; none before it has begun.
pub fn draw(seen: &Seen, marks: &Marks) -> Result<Option<Drawing>> {
    let folded = &*seen.folded;
    let (Some(state), Some(board)) = (&folded.state, boards::find(&folded.opened.game)) else {
        return Ok(None);
    };
    let view = folded.game().view(state, seen.viewer);
    let names: Vec<String> =
        Seat::all(folded.sitters.len()).map(|seat| seen.names.seat(folded, seat)).collect();
    let scene = Scene { view: &view, names: &names, seat: seen.seat };
    board.draw(&scene, marks).map(Some).map_err(Error::fault)
}

/// A drawing in the order in which a page shows it.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The shared panels, then one's own, then the others'.
    pub panels: Vec<Panel>,
}

impl Shown {
    /// The panels for who has this seat.
    pub fn of(drawing: Drawing, seat: Option<Seat>) -> Shown {
        let mut panels = drawing.panels;
        panels.sort_by_key(|panel| match panel.seat {
            None => 0,
            Some(other) if Some(other) == seat => 1,
            Some(_) => 2,
        });
        Shown { panels }
    }

    /// The panel that says most.
    pub fn first(&self) -> Option<&Panel> {
        self.panels.first()
    }
}
