//! What the events of a match carry.

use crate::rules::Standing;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Who may see and join a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// The people in it, and who has its invitation code.
    Private,
}

impl Visibility {
    /// Both.
    pub const ALL: &'static [Visibility] = &[Visibility::Public, Visibility::Private];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Private => "private",
        }
    }

    /// The visibility of a word.
    pub fn of(word: &str) -> Option<Visibility> {
        Visibility::ALL.iter().copied().find(|visibility| visibility.word() == word)
    }
}

/// A match was opened. The host's own seat follows as [`Joined`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Opened {
    /// Slug of the game.
    pub game: String,
    /// How many seats it has at most.
    pub seats: u8,
    /// What the host calls it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// The game's options, every default filled in.
    pub config: Value,
    /// Account of the host.
    pub host: String,
    /// SHA-256 of the seed from which all chance comes, 64 hexadecimal digits.
    /// The seed itself follows in [`Ended`].
    pub seed_hash: String,
}

/// Somebody took the next seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joined {
    /// Their account.
    pub account: String,
    /// What they add to the chance of the match, so that the server alone
    /// cannot choose it.
    pub entropy: Option<String>,
    /// Salted digest of what they were called (see [`super::sealed`]).
    pub name: Option<String>,
}

/// Somebody gave their seat back; later seats move up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    /// Account of the host from now on.
    pub host: String,
}

/// An event that says all by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Plain {}

/// The play since a version does not count any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TakenBack {
    /// The game goes on as it stood at this version. Only play is undone; what else
    /// happened since stays.
    pub to: i64,
}

/// The match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ended {
    /// Each seat's place and points, best first; who resigned comes last.
    pub ranking: Vec<Standing>,
    /// The seed, 64 hexadecimal digits: now everybody can check every die and card.
    pub seed: String,
}

/// What a time-out led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Lapse {
    /// One more day.
    Grace,
    /// A stand-in plays this turn.
    Turn,
    /// A stand-in plays on until the person returns.
    Seat,
    /// The seat resigns; that follows as [`Event::Resigned`].
    Resigned,
}

impl Lapse {
    /// All of them.
    pub const ALL: &'static [Lapse] = &[Lapse::Grace, Lapse::Turn, Lapse::Seat, Lapse::Resigned];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Lapse::Grace => "grace",
            Lapse::Turn => "turn",
            Lapse::Seat => "seat",
            Lapse::Resigned => "resigned",
        }
    }

    /// The one of a word.
    pub fn of(word: &str) -> Option<Lapse> {
        Lapse::ALL.iter().copied().find(|lapse| lapse.word() == word)
    }
}

/// How somebody was called for the last time before their time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case", deny_unknown_fields)]
pub enum LastCall {
    /// A letter was handed over.
    Letter {
        /// When.
        at: DateTime<Utc>,
    },
    /// The person wants no such letters.
    Muted,
    /// None could be handed over, however long it was tried.
    Undelivered,
}

/// The time of a seat was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimedOut {
    /// When it was.
    pub due: DateTime<Utc>,
    /// How the person was called before.
    pub call: LastCall,
    /// What it led to.
    pub lapse: Lapse,
}

/// Another calendar holds for the person of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CalendarSet {
    /// Salted digest of the calendar (see [`crate::matches::time::hours`]).
    pub digest: String,
    /// It holds for waits that begin then or later.
    pub from: DateTime<Utc>,
}

/// A text of the game with the schema it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfGame {
    /// The game's schema number.
    pub schema: u32,
    /// JSON of a set-up or an event.
    pub text: String,
}
