//! Who asks something of a match: a person, a robot, the clock or the operator.

use crate::rules::{Robot, Seat};
use serde::{Deserialize, Serialize};

/// Whoever gives a command to a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Caller {
    /// A person, by account.
    Person(String),
    /// A robot that has a seat.
    Robot(RobotPlayer),
    /// The platform itself, which does what is due when it is due: it ends people's time and
    /// plays for those who resigned or do not come.
    Clock,
    /// Whoever runs the service.
    Operator,
}

const CLOCK: &str = "clock";
const OPERATOR: &str = "operator";

impl Caller {
    /// How the caller is stored: accounts of people are UUIDs, so none is mistaken
    /// for another kind of caller.
    pub fn text(&self) -> String {
        match self {
            Caller::Person(account) => account.clone(),
            Caller::Robot(player) => player.account(),
            Caller::Clock => CLOCK.to_owned(),
            Caller::Operator => OPERATOR.to_owned(),
        }
    }

    /// The caller of a stored text.
    pub fn of(text: String) -> Caller {
        match text.as_str() {
            CLOCK => Caller::Clock,
            OPERATOR => Caller::Operator,
            _ => match RobotPlayer::of(&text) {
                Some(player) => Caller::Robot(player),
                None => Caller::Person(text),
            },
        }
    }

    /// The account, where it is a person.
    pub fn person(&self) -> Option<&str> {
        match self {
            Caller::Person(account) => Some(account),
            Caller::Robot(_) | Caller::Clock | Caller::Operator => None,
        }
    }
}

/// A robot at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RobotPlayer {
    /// Which kind.
    pub robot: Robot,
    /// Tells robots of one kind apart, from 1.
    pub number: u8,
}

/// What stands in place of an account where a robot sits or acts begins with this.
pub const ROBOT_ACCOUNTS: &str = "robot:";

impl RobotPlayer {
    /// What stands in place of an account, such as `robot:sensible:2`.
    pub fn account(self) -> String {
        format!("{ROBOT_ACCOUNTS}{}:{}", self.robot.word(), self.number)
    }

    /// The robot of such a text, as it is written here and no other way; `None` where it
    /// is the account of a person.
    pub fn of(account: &str) -> Option<RobotPlayer> {
        let (word, number) = account.strip_prefix(ROBOT_ACCOUNTS)?.split_once(':')?;
        let robot = Robot::ALL.iter().copied().find(|robot| robot.word() == word)?;
        let player = RobotPlayer { robot, number: number.parse().ok()? };
        Some(player).filter(|player| player.account() == account)
    }

    /// What it is called at the table, such as `Robot Sensible 2`.
    pub fn name(self) -> String {
        format!("{} {}", self.robot.name(), self.number)
    }
}

/// A seat that the platform plays now, and as whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaysByItself {
    /// Which seat.
    pub seat: Seat,
    /// As whom: a robot, or the clock for a person who resigned or does not come.
    pub by: Caller,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_robot_is_told_from_a_person_by_what_stands_for_its_account() {
        for &robot in Robot::ALL {
            let player = RobotPlayer { robot, number: 2 };
            assert_eq!(RobotPlayer::of(&player.account()), Some(player));
        }
        assert_eq!(RobotPlayer { robot: Robot::Sensible, number: 2 }.name(), "Robot Sensible 2");
        let id = crate::random::id();
        let odd = ["robot:random:01", "robot:random:+1", "robot:random:1 ", "robot:random:256"];
        let others = ["", "robot:", "robot:clever:1", "robot:random"];
        for account in [id.as_str()].into_iter().chain(odd).chain(others) {
            assert_eq!(RobotPlayer::of(account), None, "{account}");
        }
    }

    #[test]
    fn every_caller_is_read_as_it_was_written() {
        let player = RobotPlayer { robot: Robot::Random, number: 1 };
        for caller in [
            Caller::Person(crate::random::id()),
            Caller::Robot(player),
            Caller::Clock,
            Caller::Operator,
        ] {
            assert_eq!(Caller::of(caller.text()), caller);
        }
    }
}
