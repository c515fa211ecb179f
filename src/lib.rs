//! Turnwise: deep board games by web, one turn at a time.
//!
//! # The rooms, in reading order
//!
//! * [`rules`]: the language every game is written in; pure, with the laws all games obey.
//! * [`games`]: the shelf, one folder a game.
//! * [`boards`]: a view drawn as SVG and told as tables, one folder a game; painted
//!   as PNG for letters.
//! * [`db`]: rows in SQLite or Postgres; one writer, many readers.
//! * [`mail`]: letters, how they travel, when they are sent.
//! * [`accounts`]: people, sessions, tokens.
//! * [`matches`]: a match of any game from the lobby to the ranking: the event
//!   stream, the command path, history, proof.
//! * [`web`]: the JSON API and the pages.
//! * [`error`], [`clock`], [`random`], [`config`], [`demo`]: what their names say.
//!
//! # Who may know whom
//!
//! `main → web → matches, accounts → mail → db → error, clock`; `matches → boards →
//! games → rules`. `matches` asks `accounts` which letters somebody does not want. No room
//! names one to its left, `db` deals in rows and not in games, `web` holds no SQL
//! and no rule. `tests/it/tidy.rs` checks this, and that each outside crate is
//! named in its own room only.
//!
//! # One command, end to end
//!
//! `web/api/table.rs` (or `web/pages/play.rs`, for a form) reads the request; [`matches::Matches::play`] runs one
//! synchronous function in one write transaction: load the match (from memory,
//! or folded from its stream), check the version, decide with sealed chance,
//! append the events to the hash chain, update the lobby's rows, put letters into
//! the outbox, commit. Only then is it answered. A stale memory is harmless: the
//! key (match, version) refuses the append, and the command runs once more.
//!
//! # Where the code went beyond the plan
//!
//! * A game says which events reveal something hidden (`Game::reveals`); that
//!   decides what can be taken back and where a dry run ends.
//! * A game names the least intrusive step (`Game::caretake`), with which an
//!   abandoned seat is played after its person has resigned.
//! * A host can seat robots. They think about a state in which all that their seat
//!   cannot know is dealt anew (`rules/robot.rs`, with `Game::appraise`), outside of
//!   every transaction (`matches/robots.rs`), and play by the same path as people.
//! * A telling can be quiet: in the history, not in letters.
//! * A repeated request is not answered from a stored text: its row names the
//!   versions it led to, and the answer is made again from the stream.
//! * One-time links are made when their letter is composed, so that the outbox
//!   never holds a secret.
//! * The picture of a letter is drawn when the transaction that composes the letter
//!   is over, from views that were kept; the letter goes even if that fails.
//! * A dry run draws from throwaway chance and ends at the first event that
//!   reveals: the real dice cannot leak through it.
//! * Commands, views and options describe themselves by `schemars`, so that games
//!   need not know the web's OpenAPI crate; `web/openapi.rs` joins the two.
//! * The triggers that keep streams append-only differ between the databases and
//!   stand in `db/guard.rs` rather than in the portable migrations.
//!
//! * Boards are a room of their own between the games and the web: letters and
//!   pages draw the same pictures, from views alone.
//! * A page's plan of steps stands in its address and is previewed by a dry run;
//!   only the form that confirms it changes anything.
//!
//! # Absent on purpose
//!
//! No HTTP/2 and no TLS (a reverse proxy has them), no async database driver
//! (measured slower), no stored snapshots (a match folds in milliseconds), no
//! clocks that end a match yet.

pub mod accounts;
pub mod boards;
pub mod clock;
pub mod config;
pub mod db;
pub mod demo;
pub mod error;
pub mod games;
pub mod mail;
pub mod matches;
pub mod random;
pub mod rules;
pub mod web;
