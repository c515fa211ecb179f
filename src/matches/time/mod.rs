//! Time: how fast a match is played, and what its clocks say.
//!
//! What moves a clock is an event, and what it says follows from the stream: the fold keeps
//! the waits of each seat, and [`clock`] reads them. In reading order: [`pace`] (what was
//! agreed before anybody joined), [`hours`] (which hours count for whom), [`clock`]
//! (what is used up, what is left, when it is due), [`expiry`] (where nothing happens any more), [`answers`] (how fast people are).

pub mod answers;
pub mod clock;
pub mod expiry;
pub mod hours;
pub mod pace;

pub use clock::{Clock, clock, reserve, runs_by_unknown_hours, soonest};
pub use expiry::{expires_at, forsaken_at, host_open_to};
pub use pace::{Absence, Pace, Timing};
