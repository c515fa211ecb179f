//! The kinds of events: the words under which they are stored.

use serde::{Deserialize, Serialize};

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
        Kind::Expired,
        Kind::CalendarSet,
        Kind::Proposed,
        Kind::PutToVote,
        Kind::PutForward,
        Kind::Voted,
        Kind::ProposalClosed,
        Kind::Rewound,
        Kind::Paused,
        Kind::Resumed,
        Kind::TimeGiven,
        Kind::SeatOpened,
        Kind::Substituted,
        Kind::HostChanged,
        Kind::AwayBooked,
        Kind::AwayEnded,
        Kind::Outage,
        Kind::Renamed,
        Kind::StoodIn,
        Kind::Unrated,
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
            Kind::Expired => "expired",
            Kind::CalendarSet => "calendar_set",
            Kind::Proposed => "proposed",
            Kind::PutToVote => "put_to_vote",
            Kind::PutForward => "put_forward",
            Kind::Voted => "voted",
            Kind::ProposalClosed => "proposal_closed",
            Kind::Rewound => "rewound",
            Kind::Paused => "paused",
            Kind::Resumed => "resumed",
            Kind::TimeGiven => "time_given",
            Kind::SeatOpened => "seat_opened",
            Kind::Substituted => "substituted",
            Kind::HostChanged => "host_changed",
            Kind::AwayBooked => "away_booked",
            Kind::AwayEnded => "away_ended",
            Kind::Outage => "outage",
            Kind::Renamed => "renamed",
            Kind::StoodIn => "stood_in",
            Kind::Unrated => "unrated",
        }
    }

    /// The kind of a stored word.
    pub fn of(word: &str) -> Option<Kind> {
        Kind::ALL.iter().copied().find(|kind| kind.word() == word)
    }

    /// Whether it is nobody's turn: hours, what people agree on, who comes, and what the operator
    /// does.
    pub fn is_beside_play(self) -> bool {
        matches!(
            self,
            Kind::CalendarSet
                | Kind::Proposed
                | Kind::PutToVote
                | Kind::PutForward
                | Kind::Voted
                | Kind::ProposalClosed
                | Kind::Rewound
                | Kind::Paused
                | Kind::Resumed
                | Kind::TimeGiven
                | Kind::PaceSet
                | Kind::SeatOpened
                | Kind::Substituted
                | Kind::AwayBooked
                | Kind::AwayEnded
                | Kind::Outage
                | Kind::Renamed
                | Kind::StoodIn
        )
    }

    /// Whether the data of this kind is a text of the game and not of the match.
    pub fn is_of_the_game(self) -> bool {
        matches!(self, Kind::Started | Kind::Played)
    }
}
