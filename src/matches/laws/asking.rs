//! What is asked of a random match.

use super::super::caller::Caller;
use super::super::decide::{self, Command, Draft, Facts};
use super::super::stream::state::Match;
use crate::error::Result;
use crate::rules::Seat;
use serde_json::Value;

/// Something asked of a match.
#[derive(Clone, Debug)]
pub(super) enum Ask {
    /// One command; of somebody who has the invitation code, or has not.
    One(Caller, Command, bool),
    /// Steps that a person posts together for their seat.
    Several(String, Seat, Vec<Value>),
}

impl Ask {
    /// What it comes to.
    pub fn of(&self, on: &Match, facts: &Facts<'_>) -> Result<Draft> {
        match self {
            Ask::One(by, command, invited) => {
                decide::decide(on, by, command, &Facts { invited: *invited, ..facts.clone() })
            }
            Ask::Several(account, seat, commands) => {
                let by = Caller::Person(account.clone());
                decide::decide_steps(on, &by, *seat, commands.clone(), facts)
            }
        }
    }
}
