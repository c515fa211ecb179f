//! The shelf: every game that can be played here, one folder each.

pub mod bora_bora;
pub mod great_zimbabwe;

use crate::rules::erased::{AnyGame, Erased};

/// The games, in the order they are shown.
pub static SHELF: &[&dyn AnyGame] =
    &[&Erased::<bora_bora::BoraBora>::new(), &Erased::<great_zimbabwe::GreatZimbabwe>::new()];

/// The game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    SHELF.iter().copied().find(|game| game.info().slug == slug)
}
