//! Turnwise: deep board games by web, one turn at a time.
//!
//! # The rooms, in reading order
//!
//! * [`rules`]: the language every game is written in; pure, with the laws all games obey.
//! * [`games`]: the shelf, one folder a game. These two are a crate of their own.
//! * [`boards`]: a view laid out as zones of a table, pictures and things, and told in words,
//!   one folder a game; painted as PNG for letters. A crate of its own, too.
//! * [`db`]: rows in SQLite or Postgres; one writer, many readers; whole databases copied
//!   and moved. With the ground that it stands on it is the crate `turnwise-store`.
//! * [`mail`]: letters, how they travel, when they are sent.
//! * [`reach`]: webhooks and web push, by which the same news go; where this process may connect to because
//!   somebody asks it to.
//! * [`accounts`]: people, sessions, tokens, second factors.
//! * [`matches`]: a match of any game from the lobby to the ranking: the event
//!   stream, deciding, clocks and what falls due, reading, letters, proof.
//! * [`web`]: the JSON API and the pages.
//! * [`runner`]: the loop that does what falls due; `mail`, `reach` and `matches` use it.
//! * [`cli`]: the commands of the program.
//! * [`words`]: closed lists, of which each value is one word in rows and in JSON.
//! * [`error`], [`clock`], [`random`], [`private`], [`config`], [`demo`]: what their names say.
//!
//! # Who may know whom
//!
//! `cli → web → matches → accounts → reach → mail → db, runner → error, clock`; `matches →
//! boards → games → rules`. `matches` asks `accounts` who somebody is, what bots are called, which
//! hours count and which letters are not wanted. No room names one to its left, `db` deals in
//! rows and not in games, `web` holds no SQL and no rule. `tests/it/tidy.rs` checks this, and
//! that each outside crate is named in its own room only.
//!
//! # One command, end to end
//!
//! `web/api/table.rs` (or `web/pages/play.rs`, for a form) reads the request;
//! [`matches::Matches::play`] decides it on the side of whoever asks, against the newest
//! committed state: one pure function ([`matches::decide`]) with sealed chance. The draft
//! is salted, chained and stored in one write, with the lobby's rows and the notices that
//! follow, and only on exactly the row and hash it was decided on; where somebody else was
//! first, it is decided again. After the commit whoever listens hears of it, in other processes
//! too, it enters the memory, the [`runner`] plays what plays by itself, and the answer
//! carries a receipt.
//!
//! # What may surprise
//!
//! * A game says which events reveal something hidden (`Game::reveals`): such a step ends
//!   a request, a preview and a take-back.
//! * Draws are keyed by the number of commands that ever drew, which stands in the stream
//!   and which no take-back moves.
//! * The seed of a match that was promised is computed from its id: no commitment is stored.
//!
//! What may surprise in a room, the first lines of that room say.
//!
//! # Absent on purpose
//!
//! No HTTP/2 and no TLS (a reverse proxy has them), no async database driver
//! (measured slower), no stored snapshots (a match folds in milliseconds).

pub mod accounts;
pub mod cli;
pub mod config;
pub mod demo;
pub mod mail;
pub mod matches;
pub mod reach;
pub mod runner;
pub mod web;

pub use turnwise_boards as boards;
pub use turnwise_games as games;
pub use turnwise_games::rules;
pub use turnwise_store::{clock, db, error, private, random, words};
