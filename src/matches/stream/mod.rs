//! The stream of a match: what can happen, how it is stored, what it means.
//!
//! In reading order: [`event`] (the vocabulary, with [`kind`]) and [`data`] (what events carry), [`state`]
//! (a match at a version), [`undone`] (which play still counts) and [`fold`] (what a stream
//! means), `steps` (what can be taken back of it), [`waits`] (since when who is
//! awaited), [`consent`] (what people propose to each other), [`substitutes`] (who takes a seat over), [`away`] (who was not there), `operator` (interventions), [`chance`] and [`commitment`] (sealed chance),
//! [`sealed`] (names), [`chain`] (hashes), [`receipt`] (signatures), [`rows`] (the stored
//! form), [`store`] (loading, and the one write that appends), [`line`] (who comes first acts first), [`cache`], [`project`]
//! (the lobby's rows). Rows are known here and nowhere else in
//! the room of matches but where lists are read.

pub mod away;
pub mod cache;
pub mod chain;
pub mod chance;
pub mod commitment;
pub mod consent;
pub mod data;
pub mod event;
pub mod fold;
pub mod kind;
pub mod line;
mod operator;
pub mod project;
pub mod receipt;
#[cfg(test)]
mod rolling;
pub mod rows;
pub mod sealed;
pub mod state;
mod steps;
pub mod store;
pub mod substitutes;
pub mod undone;
pub mod waits;
