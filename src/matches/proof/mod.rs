//! Taking a match home, and proving that it was played as it says.
//!
//! In reading order: [`export`] (the file), `again` (deciding a stream again), [`trust`]
//! (what a reader has from elsewhere), [`verify`] (all of it together), [`verified`] (what
//! came of it, in sentences), [`proved`] (what was asked for lately), [`database`] (the same for
//! every stream of a database).

mod again;
pub mod database;
pub mod export;
#[cfg(test)]
mod forging;
pub mod proved;
pub mod trust;
pub mod verified;
pub mod verify;

pub use again::Counts;
