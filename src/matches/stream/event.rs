//! What can happen to a match: the vocabulary of its stream.
//!
//! An [`Event`] is an outcome and never an input. `started` and `played` carry the
//! set-up and the events of the game, as texts in the game's own schema; all other
//! kinds are the match's own and have the schema number of this file. An older form
//! is read through the upcasts, as a game's is; stored rows never change.

use crate::clock::Instant;
use crate::matches::caller::{Caller, RobotPlayer};
use crate::matches::time::Timing;
use crate::rules::recorded::{self, Promise, Upcast};
use crate::rules::{Seat, Standing};
use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Steps from each older schema of the match's own events to the next. A step gets
/// the JSON of an event's data, of whatever kind.
const UPCASTS: &[Upcast] = &[];

/// The schema number of the match's own events as they are written now.
pub const SCHEMA: u32 = recorded::schema(UPCASTS);

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

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Somebody opened the match.
    Opened,
    /// Somebody took a seat.
    Joined,
    /// Somebody gave a seat back before the start.
    Left,
    /// The host gave a seat to a robot.
    RobotJoined,
    /// The host sent a robot away before the start.
    RobotLeft,
    /// Play began.
    Started,
    /// Something happened in the game.
    Played,
    /// The latest steps of a seat were taken back.
    TakenBack,
    /// Somebody gave up.
    Resigned,
    /// The match is over.
    Ended,
    /// The match will never begin.
    Cancelled,
    /// How fast it is played, and what happens to whoever does not come.
    PaceSet,
    /// The time of a seat was over.
    TimedOut,
    /// A person took their seat back from the stand-in.
    Returned,
}

impl Kind {
    /// All kinds.
    pub const ALL: &'static [Kind] = &[
        Kind::Opened,
        Kind::Joined,
        Kind::Left,
        Kind::RobotJoined,
        Kind::RobotLeft,
        Kind::Started,
        Kind::Played,
        Kind::TakenBack,
        Kind::Resigned,
        Kind::Ended,
        Kind::Cancelled,
        Kind::PaceSet,
        Kind::TimedOut,
        Kind::Returned,
    ];

    /// The kind as it is stored.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Opened => "opened",
            Kind::Joined => "joined",
            Kind::Left => "left",
            Kind::RobotJoined => "robot_joined",
            Kind::RobotLeft => "robot_left",
            Kind::Started => "started",
            Kind::Played => "played",
            Kind::TakenBack => "taken_back",
            Kind::Resigned => "resigned",
            Kind::Ended => "ended",
            Kind::Cancelled => "cancelled",
            Kind::PaceSet => "pace_set",
            Kind::TimedOut => "timed_out",
            Kind::Returned => "returned",
        }
    }

    /// The kind of a stored word.
    pub fn of(word: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// Whether the data of this kind is a text of the game and not of the match.
    pub fn is_of_the_game(self) -> bool {
        matches!(self, Kind::Started | Kind::Played)
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
struct Plain {}

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

/// A text of the game with the schema it was written in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfGame {
    /// The game's schema number.
    pub schema: u32,
    /// JSON of a set-up or an event.
    pub text: String,
}

/// Something that happened to a match.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// Somebody opened it.
    Opened(Box<Opened>),
    /// Somebody took the next seat.
    Joined(Joined),
    /// Somebody gave their seat back before the start.
    Left(Left),
    /// The host gave the next seat to a robot. Robots add nothing to the chance.
    RobotJoined(RobotPlayer),
    /// The host sent a robot away before the start; later seats move up.
    RobotLeft,
    /// Play began with this set-up of the game.
    Started(OfGame),
    /// Something happened in the game.
    Played(OfGame),
    /// The latest steps of a seat were taken back.
    TakenBack(TakenBack),
    /// Somebody gave up. The match goes on while two are left.
    Resigned,
    /// It is over.
    Ended(Ended),
    /// It was given up before it began.
    Cancelled,
    /// How fast it is played, and what happens to whoever does not come.
    PaceSet(Timing),
    /// The time of a seat was over.
    TimedOut(TimedOut),
    /// A person took their seat back from the stand-in.
    Returned,
}

/// Why a stored event cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unreadable {
    /// A newer Turnwise has written it.
    Newer(String),
    /// It is not what any Turnwise writes.
    Damaged(String),
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Newer(why) => write!(f, "a newer Turnwise has written it: {why}"),
            Unreadable::Damaged(why) => f.write_str(why),
        }
    }
}

impl Event {
    /// What kind of event it is.
    pub fn kind(&self) -> Kind {
        match self {
            Event::Opened(_) => Kind::Opened,
            Event::Joined(_) => Kind::Joined,
            Event::Left(_) => Kind::Left,
            Event::RobotJoined(_) => Kind::RobotJoined,
            Event::RobotLeft => Kind::RobotLeft,
            Event::Started(_) => Kind::Started,
            Event::Played(_) => Kind::Played,
            Event::TakenBack(_) => Kind::TakenBack,
            Event::Resigned => Kind::Resigned,
            Event::Ended(_) => Kind::Ended,
            Event::Cancelled => Kind::Cancelled,
            Event::PaceSet(_) => Kind::PaceSet,
            Event::TimedOut(_) => Kind::TimedOut,
            Event::Returned => Kind::Returned,
        }
    }

    /// The schema number it is stored under.
    pub fn schema(&self) -> u32 {
        match self {
            Event::Started(game) | Event::Played(game) => game.schema,
            _ => SCHEMA,
        }
    }

    /// The text it is stored as.
    pub fn text(&self) -> String {
        match self {
            Event::Opened(data) => json(data),
            Event::Joined(data) => json(data),
            Event::Left(data) => json(data),
            Event::RobotJoined(data) => json(data),
            Event::Started(game) | Event::Played(game) => game.text.clone(),
            Event::TakenBack(data) => json(data),
            Event::Ended(data) => json(data),
            Event::PaceSet(data) => json(data),
            Event::TimedOut(data) => json(data),
            Event::RobotLeft | Event::Resigned | Event::Cancelled | Event::Returned => {
                "{}".to_owned()
            }
        }
    }

    /// Reads a stored event of this kind and schema.
    pub fn read(kind: &str, schema: u32, text: String) -> Result<Event, Unreadable> {
        Event::read_with(UPCASTS, kind, schema, text)
    }

    /// [`Event::read`] with these upcasts in place of the real ones.
    fn read_with(
        upcasts: &[Upcast],
        kind: &str,
        schema: u32,
        text: String,
    ) -> Result<Event, Unreadable> {
        let kind = Kind::of(kind)
            .ok_or_else(|| Unreadable::Newer(format!("the kind `{kind}` is not known")))?;
        if !kind.is_of_the_game() && schema > recorded::schema(upcasts) {
            return Err(Unreadable::Newer(format!("schema {schema} of `{}`", kind.word())));
        }
        let own = Stored { upcasts, schema, text: &text };
        Ok(match kind {
            Kind::Opened => Event::Opened(own.read()?),
            Kind::Joined => Event::Joined(own.read()?),
            Kind::Left => Event::Left(own.read()?),
            Kind::RobotJoined => Event::RobotJoined(own.read()?),
            Kind::RobotLeft => own.read::<Plain>().map(|_| Event::RobotLeft)?,
            Kind::Started => Event::Started(OfGame { schema, text }),
            Kind::Played => Event::Played(OfGame { schema, text }),
            Kind::TakenBack => Event::TakenBack(own.read()?),
            Kind::Resigned => own.read::<Plain>().map(|_| Event::Resigned)?,
            Kind::Ended => Event::Ended(own.read()?),
            Kind::Cancelled => own.read::<Plain>().map(|_| Event::Cancelled)?,
            Kind::PaceSet => Event::PaceSet(own.read()?),
            Kind::TimedOut => Event::TimedOut(own.read()?),
            Kind::Returned => own.read::<Plain>().map(|_| Event::Returned)?,
        })
    }
}

/// One of the match's own events as it is stored.
struct Stored<'a> {
    upcasts: &'a [Upcast],
    schema: u32,
    text: &'a str,
}

impl Stored<'_> {
    fn read<T: DeserializeOwned>(&self) -> Result<T, Unreadable> {
        recorded::read(self.upcasts, Promise::Event, self.schema, self.text)
            .map_err(|why| Unreadable::Damaged(why.to_string()))
    }
}

fn json<T: Serialize>(data: &T) -> String {
    serde_json::to_string(data).expect("the match's own events have a JSON form")
}

/// An event of a stream, with what stands beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// 1 for the first event of a match.
    pub version: i64,
    /// When it was accepted; never before the event before it.
    pub at: Instant,
    /// Who caused it.
    pub by: Caller,
    /// The seat it happened to or by.
    pub seat: Option<Seat>,
    /// What happened.
    pub event: Event,
    /// The command that led here, as JSON, beside the first of its events: evidence,
    /// not source.
    pub command: Option<String>,
    /// Beside the first event of a command that drew from chance: the how many-th
    /// such command of the match it is, from 1.
    pub draw: Option<i64>,
}

impl Record {
    /// Whether a command begins here.
    pub fn begins(&self) -> bool {
        self.command.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::time::pace::{Absence, Preset};
    use crate::rules::Robot;
    use serde_json::json;

    #[test]
    fn every_kind_is_read_as_it_was_written() {
        let events = [
            Event::Joined(Joined { account: "a".into(), entropy: None, name: None }),
            Event::Left(Left { host: "b".into() }),
            Event::RobotJoined(RobotPlayer { robot: Robot::Random, number: 2 }),
            Event::RobotLeft,
            Event::TakenBack(TakenBack { to: 4 }),
            Event::Resigned,
            Event::Ended(Ended { ranking: vec![], seed: "s".into() }),
            Event::Cancelled,
            Event::PaceSet(Timing { pace: Preset::Daily.pace(), absence: Absence::Gentle }),
            Event::TimedOut(TimedOut {
                due: DateTime::UNIX_EPOCH,
                call: LastCall::Letter { at: DateTime::UNIX_EPOCH },
                lapse: Lapse::Turn,
            }),
            Event::Returned,
            Event::Played(OfGame { schema: 3, text: "{}".into() }),
        ];
        for event in events {
            let read = Event::read(event.kind().word(), event.schema(), event.text());
            assert_eq!(read, Ok(event));
        }
        for &kind in Kind::ALL {
            assert_eq!(Kind::of(kind.word()), Some(kind));
        }
    }

    #[test]
    fn an_event_of_an_older_schema_is_read_through_the_upcasts() {
        // As if `left` had once named its host `heir`.
        let rename: Upcast = |_, mut data| {
            if let Some(heir) = data.as_object_mut().and_then(|map| map.remove("heir")) {
                data["host"] = heir;
            }
            data
        };
        let old = json!({ "heir": "b" }).to_string();
        let read = Event::read_with(&[rename], "left", 1, old.clone());
        assert_eq!(read, Ok(Event::Left(Left { host: "b".into() })));
        let new = json!({ "host": "b" }).to_string();
        assert!(Event::read_with(&[rename], "left", 2, new).is_ok());
        assert!(matches!(Event::read_with(&[rename], "left", 2, old), Err(Unreadable::Damaged(_))));
    }

    #[test]
    fn what_a_newer_turnwise_wrote_is_told_from_what_is_damaged() {
        let newer = |kind: &str, schema| {
            matches!(Event::read(kind, schema, "{}".into()), Err(Unreadable::Newer(_)))
        };
        assert!(newer("stolen", 1));
        assert!(newer("resigned", SCHEMA + 1));
        assert!(!newer("resigned", SCHEMA));
        assert!(matches!(Event::read("left", 1, "{".into()), Err(Unreadable::Damaged(_))));
        assert!(matches!(Event::read("left", 0, "{}".into()), Err(Unreadable::Damaged(_))));
    }
}
