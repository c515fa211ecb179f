//! The shelf: every game that can be played here, one folder each.
//!
//! The Great Zimbabwe obeys the laws but waits beside the shelf until each ruling
//! has its tale: from its first stored match on, its events are a promise.

pub mod bora_bora;
pub mod great_zimbabwe;

use crate::rules::erased::{AnyGame, Erased};

/// The games, in the order they are shown.
pub static SHELF: &[&dyn AnyGame] = &[&Erased::<bora_bora::BoraBora>::new()];

/// The game with this slug.
pub fn find(slug: &str) -> Option<&'static dyn AnyGame> {
    SHELF.iter().copied().find(|game| game.info().slug == slug)
}
