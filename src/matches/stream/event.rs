//! What can happen to a match: the vocabulary of its stream.
//!
//! An [`Event`] is an outcome and never an input. `started` and `played` carry the
//! set-up and the events of the game, as texts in the game's own schema; all other
//! kinds are the match's own and have the schema number of this file. An older form
//! is read through the upcasts, as a game's is; stored rows never change.

use super::data::Plain;
pub use super::data::{
    AwayBooked, CalendarSet, Edition, Ended, Joined, Lapse, LastCall, Left, OfGame, Opened, Outage,
    Paused, ProposalClosed, Proposed, Renamed, Rewound, SeatOpened, Substituted, TakenBack, Terms,
    TimeGiven, TimedOut, Verdict, Visibility, Voted,
};
pub use super::kind::Kind;
use crate::clock::Instant;
use crate::matches::caller::{Caller, RobotPlayer};
use crate::matches::time::Timing;
use crate::rules::Seat;
use crate::rules::recorded::{self, Promise, Upcast};
use crate::words::Word;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Steps from each older schema of the match's own events to the next. A step gets
/// the JSON of an event's data, of whatever kind.
const UPCASTS: &[Upcast] = &[];

/// The schema number of the match's own events as they are written now.
pub const SCHEMA: u32 = recorded::schema(UPCASTS);

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
    /// The same at the opening, for a match in which each round has turns of its own: see
    /// [`Waits::set_rounds_apart`](super::waits::Waits::set_rounds_apart).
    PaceAgreed(Timing),
    /// The time of a seat was over.
    TimedOut(TimedOut),
    /// A person took their seat back from the stand-in.
    Returned,
    /// Nothing had happened for too long; the end follows.
    Expired,
    /// Another calendar holds for the person of a seat.
    CalendarSet(CalendarSet),
    /// Somebody proposed something to the others.
    Proposed(Proposed),
    /// Somebody answered a proposal.
    Voted(Voted),
    /// A proposal is not open any more.
    ProposalClosed(ProposalClosed),
    /// The game goes on as it stood before, as all agreed.
    Rewound(Rewound),
    /// All clocks stand still.
    Paused(Paused),
    /// The clocks run again, before the pause was over.
    Resumed,
    /// Somebody has more time for this turn.
    TimeGiven(TimeGiven),
    /// Somebody else can take a seat over.
    SeatOpened(SeatOpened),
    /// Somebody took a seat over.
    Substituted(Substituted),
    /// Whoever has this seat is the host from now on: the one before has not come.
    HostChanged,
    /// Somebody will be away: no clock of theirs runs then.
    AwayBooked(AwayBooked),
    /// Somebody is back, or will not be away after all.
    AwayEnded,
    /// Turnwise itself was away: no clock ran then.
    Outage(Outage),
    /// The operator gave the match another title.
    Renamed(Renamed),
    /// The operator had a stand-in take a seat, until its person returns.
    StoodIn,
    /// Whoever opens it wants it to move no rating.
    Unrated,
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
            Event::PaceAgreed(_) => Kind::PaceAgreed,
            Event::TimedOut(_) => Kind::TimedOut,
            Event::Returned => Kind::Returned,
            Event::Expired => Kind::Expired,
            Event::CalendarSet(_) => Kind::CalendarSet,
            Event::Proposed(proposed) => match proposed.edition {
                Edition::First => Kind::Proposed,
                Edition::Second => Kind::PutToVote,
                Edition::Third => Kind::PutForward,
            },
            Event::Voted(_) => Kind::Voted,
            Event::ProposalClosed(_) => Kind::ProposalClosed,
            Event::Rewound(_) => Kind::Rewound,
            Event::Paused(_) => Kind::Paused,
            Event::Resumed => Kind::Resumed,
            Event::TimeGiven(_) => Kind::TimeGiven,
            Event::SeatOpened(_) => Kind::SeatOpened,
            Event::Substituted(_) => Kind::Substituted,
            Event::HostChanged => Kind::HostChanged,
            Event::AwayBooked(_) => Kind::AwayBooked,
            Event::AwayEnded => Kind::AwayEnded,
            Event::Outage(_) => Kind::Outage,
            Event::Renamed(_) => Kind::Renamed,
            Event::StoodIn => Kind::StoodIn,
            Event::Unrated => Kind::Unrated,
        }
    }

    /// The account that it names beside whoever caused it and the people in seats, if any.
    pub fn names(&self) -> Option<&str> {
        match self {
            Event::Proposed(Proposed { terms: Terms::Replace { to, .. }, .. })
            | Event::SeatOpened(SeatOpened { to }) => to.as_deref(),
            _ => None,
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
            Event::PaceSet(data) | Event::PaceAgreed(data) => json(data),
            Event::TimedOut(data) => json(data),
            Event::CalendarSet(data) => json(data),
            Event::Proposed(data) => json(data),
            Event::Voted(data) => json(data),
            Event::ProposalClosed(data) => json(data),
            Event::Rewound(data) => json(data),
            Event::Paused(data) => json(data),
            Event::TimeGiven(data) => json(data),
            Event::SeatOpened(data) => json(data),
            Event::Substituted(data) => json(data),
            Event::AwayBooked(data) => json(data),
            Event::Outage(data) => json(data),
            Event::Renamed(data) => json(data),
            Event::RobotLeft
            | Event::Resigned
            | Event::Cancelled
            | Event::Returned
            | Event::Expired
            | Event::Resumed
            | Event::HostChanged
            | Event::StoodIn
            | Event::Unrated
            | Event::AwayEnded => "{}".to_owned(),
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
        let kind = Kind::of_word(kind)
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
            Kind::PaceAgreed => Event::PaceAgreed(own.read()?),
            Kind::TimedOut => Event::TimedOut(own.read()?),
            Kind::Returned => own.read::<Plain>().map(|_| Event::Returned)?,
            Kind::Expired => own.read::<Plain>().map(|_| Event::Expired)?,
            Kind::CalendarSet => Event::CalendarSet(own.read()?),
            Kind::Proposed => Event::Proposed(own.read()?),
            Kind::PutToVote => {
                Event::Proposed(Proposed { edition: Edition::Second, ..own.read()? })
            }
            Kind::PutForward => {
                Event::Proposed(Proposed { edition: Edition::Third, ..own.read()? })
            }
            Kind::Voted => Event::Voted(own.read()?),
            Kind::ProposalClosed => Event::ProposalClosed(own.read()?),
            Kind::Rewound => Event::Rewound(own.read()?),
            Kind::Paused => Event::Paused(own.read()?),
            Kind::Resumed => own.read::<Plain>().map(|_| Event::Resumed)?,
            Kind::TimeGiven => Event::TimeGiven(own.read()?),
            Kind::SeatOpened => Event::SeatOpened(own.read()?),
            Kind::Substituted => Event::Substituted(own.read()?),
            Kind::HostChanged => own.read::<Plain>().map(|_| Event::HostChanged)?,
            Kind::AwayBooked => Event::AwayBooked(own.read()?),
            Kind::AwayEnded => own.read::<Plain>().map(|_| Event::AwayEnded)?,
            Kind::Outage => Event::Outage(own.read()?),
            Kind::Renamed => Event::Renamed(own.read()?),
            Kind::StoodIn => own.read::<Plain>().map(|_| Event::StoodIn)?,
            Kind::Unrated => own.read::<Plain>().map(|_| Event::Unrated)?,
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
    /// Beside the first event of a command that drew from chance, or of the rewind that did:
    /// the how many-th such draw of the match it is, from 1.
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
    use serde_json::json;

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
        // What is decided by other rules has a kind of its own.
        assert!(newer("put_to_vote_by_rules_to_come", SCHEMA));
        assert!(!newer("resigned", SCHEMA));
        assert!(matches!(Event::read("left", 1, "{".into()), Err(Unreadable::Damaged(_))));
        assert!(matches!(Event::read("left", 0, "{}".into()), Err(Unreadable::Damaged(_))));
    }
}
