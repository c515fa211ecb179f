//! The language every game is written in.
//!
//! A game is a decider: [`Game::decide`] turns a state and a command into events
//! or a [`Refusal`]; [`Game::evolve`] turns a state and an event into the next
//! state. Everything here is pure: no clock, no network, no ambient chance, no
//! names of people. Knows `std` and `serde` with its JSON and JSON Schema.
//!
//! In reading order: [`seat`] (who sits, who looks), [`refusal`], [`chance`],
//! [`telling`] (sentences, score sheets), [`offer`] (what may be chosen, and its worth), [`draft`] (a decision being written
//! down), [`reshuffled`] (an order that nobody knew, made anew), [`recorded`] (the stored form), [`robot`] (players made of code),
//! [`erased`] (a game behind JSON), [`playtest`], [`offered`] and [`coming`]
//! (random matches and the laws),
//! [`tale`] (given, when, then).

pub mod chance;
pub mod coming;
pub mod draft;
pub mod erased;
pub mod offer;
pub mod offered;
pub mod playtest;
pub mod recorded;
pub mod refusal;
pub mod reshuffled;
pub mod robot;
pub mod seat;
pub mod tale;
pub mod telling;

pub use chance::Chance;
pub use draft::Draft;
pub use offer::{Answered, Closed, Fact, Holding, Part, Slot};
pub use recorded::{Promise, Upcast};
pub use refusal::Refusal;
pub use robot::Robot;
pub use seat::{PerSeat, Seat, Viewer};
pub use telling::{Arg, Label, ScoreLine, ScoreSheet, Telling};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// What the shelf and the lobby show of a game.
#[derive(Clone, Debug)]
pub struct Info {
    /// Name in addresses, `kebab-case`.
    pub slug: &'static str,
    /// The game's title.
    pub title: &'static str,
    /// Who designed it, and when it was published.
    pub credit: &'static str,
    /// One or two sentences that say what the game is about.
    pub blurb: &'static str,
    /// How many seats a match may have.
    pub seats: RangeInclusive<u8>,
}

/// Whom a match waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// These seats may act; never empty.
    Awaiting(Vec<Seat>),
    /// The match is over, with one standing a seat, best first.
    Over(Vec<Standing>),
}

/// A seat's place in the final ranking.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Whose place it is.
    pub seat: Seat,
    /// 1 for the winner; equal only where the rules leave a tie.
    pub place: u8,
    /// The points that counted.
    pub points: i32,
}

/// What a game's own JSON types have in common.
pub trait Data:
    Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}
impl<T> Data for T where
    T: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync + 'static
{
}

/// The rules of one game.
///
/// `Setup` and `Event` are promises: what was stored once can be read for ever
/// (see [`recorded`]). `State` never leaves memory and may change with the code.
/// The laws that every game obeys stand in [`playtest`].
pub trait Game: Sized + Send + Sync + 'static {
    /// What the shelf and the lobby show.
    const INFO: Info;
    /// Steps from each older schema of `Setup` and `Event` to the next.
    const UPCASTS: &'static [Upcast] = &[];
    /// What people call the points of the score sheet.
    const POINTS: &'static str;
    /// The questions that the parts of commands answer.
    const SLOTS: &'static [Slot];

    /// The options of a match. Its default is a plain match by the rulebook.
    type Config: Data + Default + JsonSchema;
    /// How a match was dealt: everything shuffled and drawn before the first
    /// command, with the edition of the tables it uses.
    type Setup: Data;
    /// One step of a person.
    type Command: Data + JsonSchema;
    /// One outcome.
    type Event: Data;
    /// All that the rules need to know.
    type State: Clone + Debug + PartialEq + Send + Sync + 'static;
    /// What one viewer may know of a state, ready to be shown.
    type View: Debug + PartialEq + Serialize + JsonSchema + Send + Sync + 'static;

    /// Shuffles and deals for `seats` seats. Refuses options that make no match.
    fn deal(
        config: &Self::Config,
        seats: usize,
        chance: &mut dyn Chance,
    ) -> Result<Self::Setup, Refusal>;

    /// The state in which the first command is awaited.
    fn begin(setup: &Self::Setup) -> Self::State;

    /// Decides a command of `seat`: emits what happens, or refuses. After a
    /// refusal the draft is thrown away, whatever it holds.
    fn decide(
        draft: &mut Draft<Self>,
        seat: Seat,
        command: &Self::Command,
        chance: &mut dyn Chance,
    ) -> Result<(), Refusal>;

    /// Lets an event happen. Infallible, without rules and without chance.
    fn evolve(state: &mut Self::State, event: &Self::Event);

    /// Whom the match waits for, or its ranking.
    fn turn(state: &Self::State) -> Turn;

    /// Who is awaited after those who are awaited now, one after the other and each of them once:
    /// only as far as that is certain, whatever is done until then.
    fn to_come(state: &Self::State) -> Vec<Seat>;

    /// Whether what was decided so far is whole: not in the middle of something that takes several
    /// commands and has to be finished before anything else. People are asked to confirm only
    /// what is whole; programs may send one command after the other all the same.
    fn is_whole(_state: &Self::State) -> bool {
        true
    }

    /// The ranking as it would be if the match ended now, by the game's own measure and tie-breaks;
    /// once it is over, that of [`Game::turn`].
    fn ranking(state: &Self::State) -> Vec<Standing>;

    /// Every command that `seat` may give now, whole and ready to post. Never
    /// empty for an awaited seat, always empty for others, and no listed command
    /// leads to a state without a legal command.
    fn legal(state: &Self::State, seat: Seat) -> Vec<Self::Command>;

    /// How a legal command of `seat` is offered to the person.
    fn label(state: &Self::State, seat: Seat, command: &Self::Command) -> Label;

    /// The path on which a person chooses a legal command of `seat`: no two legal commands
    /// have the same, and where two part ways they answer the same question, toggles apart.
    fn parts(state: &Self::State, seat: Seat, command: &Self::Command) -> Vec<Part>;

    /// Commands of `seat` that are worth choosing together, each with its path: legal one
    /// after the other, and none but the last shows something hidden.
    fn bundles(_state: &Self::State, _seat: Seat) -> Vec<(Vec<Self::Command>, Vec<Part>)> {
        Vec::new()
    }

    /// What an awaited seat sees on the table and might choose at another time, with why
    /// not now. What every path to it has in common with a legal one is not listed.
    fn closed(state: &Self::State, seat: Seat) -> Vec<Closed>;

    /// What `seat` has besides points, as it knows it: what commands cost and bring.
    fn purse(state: &Self::State, seat: Seat) -> Vec<Holding>;

    /// What put `first` before `second`, who are level, in a few words.
    fn tie_break(state: &Self::State, first: Seat, second: Seat) -> &'static str;

    /// What else is worth knowing of commands of `seat` that lead from one state to another: where
    /// they show something hidden, to how it stands just before.
    fn facts(
        before: &Self::State,
        after: &Self::State,
        seat: Seat,
        commands: &[Self::Command],
    ) -> Vec<Fact>;

    /// The match as if it were the turn of `seat`, which waits: only `seat` is awaited, so
    /// that it can try what it might do. `None` where it has no turn to come.
    fn as_if_turn(state: &Self::State, seat: Seat) -> Option<Self::State>;

    /// The command that does least for a seat, by which proofs know what stood-in seats played in
    /// old matches; the platform itself plays them as a sensible robot does.
    /// `None` where the seat is not awaited.
    fn caretake(state: &Self::State, seat: Seat) -> Option<Self::Command> {
        Self::legal(state, seat).pop()
    }

    /// What `viewer` may know of the state.
    fn view(state: &Self::State, viewer: Viewer) -> Self::View;

    /// One sentence on `event`, which happened in `before`, as `viewer` may know it.
    fn tell(before: &Self::State, event: &Self::Event, viewer: Viewer) -> Telling;

    /// Whether `event`, which happened in `before`, shows anybody what was hidden
    /// until then. A step that reveals cannot be taken back.
    fn reveals(before: &Self::State, event: &Self::Event) -> bool;

    /// Each seat's points by rule, so far. May hold only what everybody can see;
    /// after the end it is the final score.
    fn score(state: &Self::State) -> PerSeat<ScoreSheet>;

    /// The points of `seat` so far: what its score sheet sums to.
    fn points(state: &Self::State, seat: Seat) -> i32;

    /// The round of the state, for looking a match up: from 1, 0 before the first.
    fn round(state: &Self::State) -> u16;

    /// Whether the end is near: who leads then may well win, so what people agree on from then
    /// on does not undo what was played.
    fn is_near_end(state: &Self::State) -> bool;

    /// Checks what is conserved (pieces, cards, points); says what is off.
    fn audit(state: &Self::State) -> Result<(), String>;

    /// Re-deals everything that `viewer` cannot know, leaving a state that the
    /// viewer cannot tell from the old one. The outcome depends on what the viewer
    /// knows and on `chance` alone: what is hidden leaves no trace in it.
    fn scramble(state: &mut Self::State, viewer: Viewer, chance: &mut dyn Chance);

    /// Shuffles anew what lies in an order that no seat knows: a match that was rewound may
    /// not come to what somebody has seen already. What anybody can see or holds stays, and
    /// the order before leaves no trace. `None` where the game has nothing of the kind.
    fn reshuffle(_state: &Self::State, _chance: &mut dyn Chance) -> Option<Self::Event> {
        None
    }

    /// How well `seat` stands, as a robot judges it: more is better. Whole points
    /// count some hundreds, so that hopes fit in between; only states of one match
    /// are ever compared.
    fn appraise(state: &Self::State, seat: Seat) -> i64;

    /// The game's component tables, for programs that play.
    fn components() -> serde_json::Value;
}
