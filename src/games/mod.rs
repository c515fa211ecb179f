//! The shelf: every game that can be played here, one folder each.

use crate::rules::erased::AnyGame;

/// The games, in the order they are shown.
pub static SHELF: &[&dyn AnyGame] = &[];

/// The game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    SHELF.iter().copied().find(|game| game.info().slug == slug)
}
