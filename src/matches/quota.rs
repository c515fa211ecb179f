//! How much of a match, and of the machine, one account may use up.
//!
//! Not among the rules that decide a command: a stream that is longer than these limits
//! is still a true one, and `verify` says so.

use super::caller::ROBOT_ACCOUNTS;
use super::stream::event::Kind;
use super::stream::state::Match;
use crate::db::{Conn, events, matches};
use crate::error::{Code, Error, Result};
use crate::rules::Seat;

/// Matches with robots that one account may host at the same time: their turns are the
/// dearest thing that anybody can have done here.
const MATCHES_WITH_ROBOTS: i64 = 20;

/// How often somebody may take back since anybody else played or anything was shown.
const TAKE_BACKS: u32 = 100;

/// How often one account may take a seat in one match, or give one to a robot.
const SEATINGS: i64 = 50;

/// Refuses another match with robots to who hosts many beside this one.
pub fn robots(conn: &mut Conn, but: &str, host: &str) -> Result<()> {
    let hosted = matches::hosted_with(conn, host, ROBOT_ACCOUNTS, but)?;
    if hosted < MATCHES_WITH_ROBOTS {
        return Ok(());
    }
    let detail = format!(
        "You host {MATCHES_WITH_ROBOTS} matches with robots that are not over; finish one first."
    );
    Err(Error::new(Code::TooManyRobotMatches, detail))
}

/// Refuses a seat to who has taken and given back many in this match.
pub fn seatings(conn: &mut Conn, match_id: &str, account: &str) -> Result<()> {
    let kinds = [Kind::Joined.word(), Kind::RobotJoined.word()];
    if events::caused(conn, match_id, account, &kinds)? < SEATINGS {
        return Ok(());
    }
    Err(Error::new(
        Code::TooManySeatings,
        "You have filled seats of this match too often. Play with who is there, or open \
         another match.",
    ))
}

/// Refuses another taking back to who has done it many times without getting on.
pub fn take_backs(on: &Match, seat: Seat) -> Result<()> {
    match &on.run {
        Some(run) if run.seat == seat && run.undone >= TAKE_BACKS => Err(Error::new(
            Code::TooManyTakeBacks,
            format!(
                "You have taken back steps {TAKE_BACKS} times in this turn. Play on from here; \
                 plans can be tried out without playing them."
            ),
        )),
        _ => Ok(()),
    }
}
