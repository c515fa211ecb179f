//! What can happen to a match: the vocabulary of its stream.
//!
//! `started` and `played` carry the set-up and the events of the game, as texts
//! in the game's own schema; all other kinds are the match's own, schema 1.

use crate::rules::{Robot, Standing};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Schema number of the match's own events.
pub const SCHEMA: i32 = 1;

/// The kinds of events, as they are stored.
pub mod kind {
    /// Somebody opened the match; [`super::Opened`].
    pub const OPENED: &str = "opened";
    /// Somebody took a seat; [`super::Joined`].
    pub const JOINED: &str = "joined";
    /// Somebody gave a seat back before the start; [`super::Left`].
    pub const LEFT: &str = "left";
    /// The host gave a seat to a robot; [`super::RobotJoined`].
    pub const ROBOT_JOINED: &str = "robot_joined";
    /// The host sent a robot away before the start; [`super::RobotLeft`].
    pub const ROBOT_LEFT: &str = "robot_left";
    /// Play began; the game's set-up.
    pub const STARTED: &str = "started";
    /// Something happened in the game; the game's event.
    pub const PLAYED: &str = "played";
    /// The latest steps of a seat were taken back; [`super::TakenBack`].
    pub const TAKEN_BACK: &str = "taken_back";
    /// Somebody gave up; [`super::Resigned`].
    pub const RESIGNED: &str = "resigned";
    /// The match is over; [`super::Ended`].
    pub const ENDED: &str = "ended";
    /// The match will never begin; [`super::Cancelled`].
    pub const CANCELLED: &str = "cancelled";
}

/// Who may see and join a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody.
    Public,
    /// The people in it, and who has its invitation code.
    Private,
}

impl Visibility {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Visibility::Public => "public",
            Visibility::Private => "private",
        }
    }
}

/// A match was opened. The host's own seat follows as [`Joined`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
pub struct Joined {
    /// Their account.
    pub account: String,
    /// What they add to the chance of the match, so that the server alone
    /// cannot choose it.
    pub entropy: Option<String>,
}

/// Somebody gave their seat back; later seats move up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Left {
    /// Account of the host from now on.
    pub host: String,
}

/// A robot got the next seat. Robots add nothing to the chance of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotJoined {
    /// Which kind.
    pub robot: Robot,
    /// Tells robots of one kind apart, from 1.
    pub number: u8,
}

/// What stands in place of an account where a robot sits or acts begins with this.
/// Accounts of people are UUIDs, so nobody is mistaken for a robot.
pub const ROBOT_ACCOUNTS: &str = "robot:";

impl RobotJoined {
    /// What stands in place of an account, such as `robot:sensible:2`.
    pub fn account(self) -> String {
        format!("{ROBOT_ACCOUNTS}{}:{}", self.robot.word(), self.number)
    }

    /// The robot of such a text; `None` where it is the account of a person.
    pub fn of(account: &str) -> Option<RobotJoined> {
        let (word, number) = account.strip_prefix(ROBOT_ACCOUNTS)?.split_once(':')?;
        let robot = Robot::ALL.iter().copied().find(|robot| robot.word() == word)?;
        Some(RobotJoined { robot, number: number.parse().ok()? })
    }

    /// What it is called at the table, such as `Robot Sensible 2`.
    pub fn name(self) -> String {
        format!("{} {}", self.robot.name(), self.number)
    }
}

/// A robot was sent away; later seats move up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RobotLeft {}

/// The play since a version does not count any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakenBack {
    /// The match goes on as it stood at this version.
    pub to: i64,
}

/// Somebody gave up. The match goes on without them while at least two people are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resigned {}

/// The match is over.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ended {
    /// Each seat's place and points, best first; who resigned comes last.
    pub ranking: Vec<Standing>,
    /// The seed, 64 hexadecimal digits: now everybody can check every die and card.
    pub seed: String,
}

/// The match was given up before it began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancelled {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_told_from_a_person_by_what_stands_for_its_account() {
        for &robot in Robot::ALL {
            let joined = RobotJoined { robot, number: 2 };
            assert_eq!(RobotJoined::of(&joined.account()), Some(joined));
        }
        assert_eq!(RobotJoined { robot: Robot::Sensible, number: 2 }.name(), "Robot Sensible 2");
        for account in
            [crate::random::id().as_str(), "", "robot:", "robot:clever:1", "robot:random"]
        {
            assert_eq!(RobotJoined::of(account), None);
        }
    }
}
