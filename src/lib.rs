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
//! * [`runner`]: the loop that does what falls due; `mail` and `matches` use it.
//! * `main` and `cli`: the commands of the program, one file each.
//! * [`error`], [`clock`], [`random`], [`private`], [`config`], [`demo`]: what their names say.
//!
//! # Who may know whom
//!
//! `main, cli → web → matches, accounts → reach → mail → db, runner → error, clock`; `matches →
//! boards → games → rules`. `matches` asks `accounts` which letters somebody does not want. No room
//! names one to its left, `db` deals in rows and not in games, `web` holds no SQL
//! and no rule. `tests/it/tidy.rs` checks this, and that each outside crate is
//! named in its own room only.
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
//! * Since when somebody is awaited is a fact of the fold, as are the lobby's rows.
//! * What a clock says is stored nowhere: the fold keeps each seat's waits, and
//!   [`matches::time`] reads them. The `seats` rows repeat it, so that one look finds what is
//!   due.
//! * People agree on things by votes that stand in the stream ([`matches::decide::consent`]).
//!   What nobody decides in three days needs no event to be over. A proposal to go back keeps
//!   the game as it stood, so only a whole stream tells what it leads to; play that was rewound
//!   is folded all the same, since its time was used.
//! * Who takes a seat over in a match that is played ([`matches::decide::substitutes`]) has the
//!   seat's cards and half a reserve, and none of its past: waits, hours and answers of whoever
//!   sat there before count for nobody any more. Only the day of grace and the days away of a seat
//!   are used once, whoever sits there: else passing a seat on would win time. From when on a seat is open is a fact of the
//!   fold, so nothing has to happen for it.
//! * Days away and outages are stretches in the stream on which no clock of a seat, or of a match,
//!   runs ([`matches::stream::away`]). Who is away may play: that their clock stands still all the
//!   same is simpler to say than who comes back by it. A mail server that was away needs no outage:
//!   nobody's time is over who was not called. An outage is written down where something falls due
//!   or somebody acts, so that coming back does not touch every match.
//! * Where a rule of time would take more words than it is worth, the simpler one holds: the day
//!   of grace cannot be declined; having looked at a match is no last call, but a mailbox that
//!   refuses letters has had it; somebody is given more time twice for a turn; a proposal is open
//!   for three days, whoever is away, and nobody makes more than three in a day; substitutes sit
//!   down at once; stand-ins that are left among themselves rest at once; who has a seat leaves it
//!   before they close their account. What is left of a wait is told as an instant, never in counted
//!   hours, which would say more plainly than needed when that person sleeps.
//! * Whoever has time left may take it: a match falls silent from the end of its clocks on.
//! * The host decides nothing alone once a match has begun, not even who may watch: a link for
//!   watching is made before, and everybody at the table can revoke it.
//! * The platform plays for people who resigned or do not come as a sensible robot does: they
//!   leave nobody a windfall.
//! * A repeated request is answered again from the stream, not from a stored text.
//! * No event writes a letter: it gives notices, and a mailbox that is due becomes one letter
//!   ([`matches::letters`]). A last call waits for nothing, since a clock depends on it.
//! * What people say to each other ([`matches::talk`]) stands beside the stream, not in it: no
//!   line changes the version of a match. Whoever takes a seat over reads what was said from the
//!   version at which they came.
//! * Invitations stand beside the stream ([`matches::invitations`]). Whether an address is known
//!   here is found out when its letter is due, and told to nobody; the link in it is computed from
//!   the invitation, so that none is stored.
//! * The mark of a bot belongs to its name ([`accounts::bots`]): whoever names somebody to people
//!   names them with it.
//! * The OpenAPI document is written for generators of clients (`web/typed.rs`): what serde and
//!   schemars say is right and reads badly.
//! * A block tells nobody of itself ([`accounts::blocks`]): whom somebody has blocked is answered as
//!   ever, and only a seat is refused, last of all and without a reason.
//! * What the operator does is written down, and heeded by every process because it looks there, not
//!   because a bell rings. What they do in a match is an event ([`matches::decide::operator`]);
//!   another title can follow even the end.
//! * What goes by webhooks and to browsers ([`reach`]) says nothing that a stranger may not know, not even
//!   that there is a private match of which game: channels and screens are shared. It is put
//!   down when a mailbox is looked into, never in a command.
//! * One-time links are computed when their letter is composed: the queue holds no secret, and
//!   all of one hour are the same.
//! * Anybody may claim an address and whoever confirms it has it, so nobody learns whose
//!   it is. Wrong passwords never lock out the owner's known browser.
//! * The secret of a second factor is computed, not stored.
//! * How fast people answer is counted from the streams now and then, into rows that can be thrown
//!   away; what a seat is open for, and for whom, stands in the lobby's rows as in the fold.
//! * The triggers that keep streams append-only stand in `db/guard.rs`, not in migrations,
//!   since the databases differ.
//! * A page's plan and the path begun stand in its address, each choice by the answers that lead to
//!   it: what they are as commands is found anew among those that there are. Only the form that
//!   confirms it changes anything. The script of the table only replaces the zones that differ.
//!
//! # Absent on purpose
//!
//! No HTTP/2 and no TLS (a reverse proxy has them), no async database driver
//! (measured slower), no stored snapshots (a match folds in milliseconds).

pub mod accounts;
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
pub use turnwise_store::{clock, db, error, private, random};
