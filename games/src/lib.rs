//! The shelf: every game that can be played here, one folder each, and [`rules`], the
//! language they are written in. A crate of its own, so that no game can know more than
//! that, and so that it is built once for all that plays.

pub mod bora_bora;
pub mod great_zimbabwe;
pub mod rules;

use crate::rules::erased::{AnyGame, Erased};

/// The games, in the order they are shown.
pub static SHELF: &[&dyn AnyGame] =
    &[&Erased::<bora_bora::BoraBora>::new(), &Erased::<great_zimbabwe::GreatZimbabwe>::new()];

/// The game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    SHELF.iter().copied().find(|game| game.info().slug == slug)
}

#[cfg(test)]
mod tests;
