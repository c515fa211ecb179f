//! How much of a match, and of the machine, one account may use up.
//!
//! Not among the rules that decide a command: a stream that is longer than these limits
//! is still a true one, and `verify` says so.

use super::caller::ROBOT_ACCOUNTS;
use super::peace;
use super::stream::event::Kind;
use super::stream::state::{Match, Status};
use crate::db::matches::{self, Filter};
use crate::db::{Conn, accounts, events};
use crate::error::{Code, Error, Result};
use crate::rules::Seat;
use crate::words::Word;

/// Matches that one account may have open and not yet started.
const OPEN_AT_ONCE: i64 = 30;

/// Matches with robots that one account may host at the same time: their turns are the
/// dearest thing that anybody can have done here.
const MATCHES_WITH_ROBOTS: i64 = 20;

/// How often somebody may take back since anybody else played or anything was shown.
const TAKE_BACKS: u32 = 100;

/// How often one account may take a seat in one match, or give one to a robot.
const SEATINGS: i64 = 50;

/// What counts against somebody's account when they take part in a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// How many matches wait for people.
    Open,
    /// How many matches have robots.
    Robots,
    /// How often seats of the match were filled.
    Seatings,
    /// Whether nobody at the table has blocked them. Last, so that nothing else is refused
    /// where this is.
    Welcome,
}

/// Refuses who has no account any more, or has used up one of these. Asked in the transaction
/// that stores what they do: until it ends nobody else counts or closes the same account.
pub fn within(conn: &mut Conn, account: &str, match_id: &str, limits: &[Limit]) -> Result<()> {
    let known = accounts::locked(conn, account)?;
    if known.as_ref().is_some_and(|row| row.closed_at.is_some()) {
        return Err(Error::new(Code::SessionEnded, "Your account is closed."));
    }
    if known.is_some_and(|row| row.frozen_at.is_some()) {
        return Err(Error::new(Code::SessionEnded, "Your account is frozen."));
    }
    for limit in limits {
        match limit {
            Limit::Open => open(conn, account)?,
            Limit::Robots => robots(conn, match_id, account)?,
            Limit::Seatings => seatings(conn, match_id, account)?,
            Limit::Welcome => peace::welcome(conn, match_id, account)?,
        }
    }
    Ok(())
}

/// Refuses another match to who has many that wait for people.
fn open(conn: &mut Conn, host: &str) -> Result<()> {
    let filter = Filter {
        statuses: vec![Status::Open.word()],
        player: Some(host.to_owned()),
        seen_by: Some(host.to_owned()),
        ..Filter::default()
    };
    if (matches::list(conn, &filter, OPEN_AT_ONCE)?.len() as i64) < OPEN_AT_ONCE {
        return Ok(());
    }
    let detail = format!("You have {OPEN_AT_ONCE} matches waiting to start; leave one first.");
    Err(Error::new(Code::TooManyOpenMatches, detail))
}

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
fn seatings(conn: &mut Conn, match_id: &str, account: &str) -> Result<()> {
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
    match &on.takeable {
        Some(takeable) if takeable.seat == seat && takeable.undone >= TAKE_BACKS => {
            Err(Error::new(
                Code::TooManyTakeBacks,
                format!(
                    "You have taken back steps {TAKE_BACKS} times in this turn. Play on from here; \
                 plans can be tried out without playing them."
                ),
            ))
        }
        _ => Ok(()),
    }
}
