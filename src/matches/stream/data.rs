//! What the events of a match carry.

use crate::matches::time::Pace;
use crate::rules::{Seat, Standing};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use strum::{IntoStaticStr, VariantArray};

/// Who may see and join a match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    #[default]
    Public,
    /// The people in it, and who has its invitation code.
    Private,
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
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
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

/// How somebody was called for the last time before their time was over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "how", rename_all = "snake_case", deny_unknown_fields)]
pub enum LastCall {
    /// A letter was handed over.
    Letter {
        /// When.
        at: DateTime<Utc>,
    },
    /// The person wants no such letters, or gave an address that takes none.
    Muted,
    /// None could be handed over, however long it was tried.
    Undelivered {
        /// Since when.
        since: DateTime<Utc>,
    },
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

/// What people can agree on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Terms {
    /// The game goes on as it stood at a version, and chance falls anew.
    Rewind {
        /// Which version.
        to: i64,
    },
    /// All clocks stand still.
    Pause {
        /// Until then.
        until: DateTime<Utc>,
    },
    /// The pause ends now.
    Resume,
    /// Somebody who is awaited has more time for this turn.
    MoreTime {
        /// Who.
        seat: Seat,
        /// How much, in counted minutes.
        minutes: u32,
    },
    /// Another pace holds for what is awaited next.
    ChangePace {
        /// Which one.
        pace: Pace,
    },
    /// The match ends.
    End {
        /// With places: since [`Edition::Second`] those that the game would give now, before that by
        /// the points as they are; else without a result.
        by_score: bool,
    },
    /// The match ends without a result, hardly begun.
    Cancel,
    /// Somebody else can take a seat over.
    Replace {
        /// Which one.
        seat: Seat,
        /// Account of whom its own person names; anybody, if nobody is named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        to: Option<String>,
    },
}

/// Something was proposed. The version of the event is its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proposed {
    /// What.
    pub terms: Terms,
    /// Until when people can agree to it.
    pub until: DateTime<Utc>,
    /// By which edition of the rules it is decided: its kind says so, so that an older Turnwise
    /// knows that it does not know it.
    #[serde(skip)]
    pub edition: Edition,
}

/// By which edition of our own rules something is decided that people agree on. Whoever reads an
/// older stream decides it by the rules that held then, so that it stays proved.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "u8", try_from = "u8")]
pub enum Edition {
    /// An end by score ranks by points alone; another pace binds who is stood in for; who is left
    /// alone ends the match or goes back.
    #[default]
    First,
    /// An end by score ranks by the game's own measure; another pace waits for whoever may
    /// come back; nobody alone goes back in a match that counts, or ends it after its first round.
    Second,
    /// A pause takes nothing from who has a day of grace, or was given time.
    Third,
}

impl Edition {
    /// The one by which everything is decided that is proposed now.
    pub const NOW: Edition = Edition::Third;

    /// Whether it is the first one, which is not written down.
    pub fn is_first(&self) -> bool {
        *self == Edition::First
    }
}

impl From<Edition> for u8 {
    fn from(edition: Edition) -> u8 {
        match edition {
            Edition::First => 1,
            Edition::Second => 2,
            Edition::Third => 3,
        }
    }
}

impl TryFrom<u8> for Edition {
    type Error = String;

    fn try_from(number: u8) -> Result<Edition, String> {
        match number {
            1 => Ok(Edition::First),
            2 => Ok(Edition::Second),
            3 => Ok(Edition::Third),
            _ => Err(format!("{number} is no edition of what people agree on")),
        }
    }
}

/// Somebody answered a proposal, or changed their answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Voted {
    /// Which one.
    pub proposal: i64,
    /// Whether they agree.
    pub yes: bool,
}

/// What came of a proposal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// Those who were asked agreed.
    Carried,
    /// They did not.
    Refused,
    /// Whoever proposed it thought better of it.
    Withdrawn,
    /// Something happened that makes it pointless.
    Overtaken,
}

/// A proposal is not open any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProposalClosed {
    /// Which one.
    pub proposal: i64,
    /// What came of it.
    pub verdict: Verdict,
}

/// The game goes on as it stood before. What no seat knew follows as [`super::event::Event::Played`],
/// shuffled anew, where there is anything of the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rewound {
    /// The proposal that says so.
    pub proposal: i64,
    /// At this version. Only the game is as it was; what else happened since stays.
    pub to: i64,
}

/// All clocks stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Paused {
    /// Until then.
    pub until: DateTime<Utc>,
}

/// Somebody has more time for this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeGiven {
    /// How much, in counted minutes.
    pub minutes: u32,
}

/// Somebody will be away: event `away_booked`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AwayBooked {
    /// When their first day away begins, where they live.
    pub from: DateTime<Utc>,
    /// When their last day away is over.
    pub to: DateTime<Utc>,
}

/// Turnwise itself was away: event `outage`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outage {
    /// When it was last there.
    pub from: DateTime<Utc>,
    /// When it was back.
    pub to: DateTime<Utc>,
}

/// The operator gave the match another title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Renamed {
    /// What it is called from now on.
    pub title: String,
}

/// Somebody else can take a seat over, as the others agreed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatOpened {
    /// Account of whom its own person names; anybody, if nobody is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// Somebody took a seat over in a match that is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substituted {
    /// Their account.
    pub account: String,
    /// Salted digest of what they were called (see [`super::sealed`]).
    pub name: Option<String>,
}

/// A text of the game with the schema it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfGame {
    /// The game's schema number.
    pub schema: u32,
    /// JSON of a set-up or an event.
    pub text: String,
}
