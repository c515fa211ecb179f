//! What Turnwise stores, and the ground it stands on.
//!
//! * [`db`]: rows in SQLite or Postgres; one writer, many readers; whole databases copied and
//!   moved.
//! * [`words`]: closed lists, of which each value is one word.
//! * [`error`], [`clock`], [`random`], [`private`]: what their names say.
//!
//! The program names these rooms as its own. They are a crate because the queries, compiled for
//! both databases, are a third of what there is to build, and need nothing of the rest.

pub mod clock;
pub mod db;
pub mod error;
pub mod private;
pub mod random;
pub mod words;
