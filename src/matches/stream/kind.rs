//! The kinds of events: the words under which they are stored.

use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// The kinds of events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
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
    /// The same, where each round has turns of its own.
    PaceAgreed,
    /// The time of a seat was over.
    TimedOut,
    /// A person took their seat back from the stand-in.
    Returned,
    /// Nothing had happened for too long.
    Expired,
    /// Another calendar holds for the person of a seat.
    CalendarSet,
    /// Somebody proposed something to the others, which is decided by the first edition of the
    /// rules.
    Proposed,
    /// The same, by the second edition.
    PutToVote,
    /// The same, by the third edition.
    PutForward,
    /// Somebody answered a proposal.
    Voted,
    /// A proposal is not open any more.
    ProposalClosed,
    /// The game goes on as it stood before, as all agreed.
    Rewound,
    /// All clocks stand still.
    Paused,
    /// The clocks run again, before the pause was over.
    Resumed,
    /// Somebody has more time for this turn.
    TimeGiven,
    /// Somebody else can take a seat over.
    SeatOpened,
    /// Somebody took a seat over.
    Substituted,
    /// Somebody hosts the match whose host has not come.
    HostChanged,
    /// Somebody will be away.
    AwayBooked,
    /// Somebody is back before their days away were over.
    AwayEnded,
    /// Turnwise itself was away.
    Outage,
    /// The operator gave the match another title.
    Renamed,
    /// The operator had a stand-in take a seat.
    StoodIn,
    /// The match moves no rating.
    Unrated,
}

impl Kind {
    /// In which part of a match's life it can happen.
    pub fn stage(self) -> Stage {
        self.place().0
    }

    /// Whether it is nobody's turn: hours, what people agree on, who comes, and what the operator
    /// does.
    pub fn is_beside_play(self) -> bool {
        self.place().1
    }

    /// When it can happen, and whether it is beside play.
    fn place(self) -> (Stage, bool) {
        match self {
            Kind::Opened => (Stage::Birth, false),
            Kind::Joined
            | Kind::Left
            | Kind::RobotJoined
            | Kind::RobotLeft
            | Kind::Started
            | Kind::Cancelled
            | Kind::HostChanged
            | Kind::Unrated => (Stage::Gathering, false),
            Kind::PaceAgreed => (Stage::Gathering, true),
            Kind::Played
            | Kind::TakenBack
            | Kind::Resigned
            | Kind::Ended
            | Kind::TimedOut
            | Kind::Returned => (Stage::Play, false),
            Kind::Proposed
            | Kind::PutToVote
            | Kind::PutForward
            | Kind::Voted
            | Kind::ProposalClosed
            | Kind::Rewound
            | Kind::Paused
            | Kind::Resumed
            | Kind::TimeGiven
            | Kind::SeatOpened
            | Kind::Substituted
            | Kind::StoodIn
            | Kind::Outage => (Stage::Play, true),
            Kind::Expired => (Stage::Life, false),
            Kind::PaceSet | Kind::CalendarSet | Kind::AwayBooked | Kind::AwayEnded => {
                (Stage::Life, true)
            }
            Kind::Renamed => (Stage::Ever, true),
        }
    }

    /// Whether it proposes something, by whichever edition of the rules.
    pub fn proposes(self) -> bool {
        matches!(self, Kind::Proposed | Kind::PutToVote | Kind::PutForward)
    }

    /// Whether the data of this kind is a text of the game and not of the match.
    pub fn is_of_the_game(self) -> bool {
        matches!(self, Kind::Started | Kind::Played)
    }
}

/// A part of a match's life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Its first event.
    Birth,
    /// While people can take seats.
    Gathering,
    /// While it is played.
    Play,
    /// Until it is over; how fast it is played is said before anybody sits, or agreed on in play.
    Life,
    /// Then, too.
    Ever,
}
