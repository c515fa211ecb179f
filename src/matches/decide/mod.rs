//! Deciding: what a command of a caller comes to.
//!
//! One pure function, [`decide`]: a match, a caller, a command and the facts it may not
//! find out itself, to the events that happen, or a no. No connection, no row and no
//! clock inside. A preview is the same function with throwaway chance. In reading
//! order: [`draft`] (a decision being written down), [`open`], [`title`], [`seats`] (taking them
//! and giving them back, for people and robots), [`start`], [`play`] (steps of the game,
//! taking them back, resigning, the end), [`absence`] (whose time is over, and who comes
//! back), [`substitutes`] (who takes a seat over), [`consent`] (what people agree on), [`expiry`] (where nothing happens any more), [`hours`] (which
//! hours count for whom), [`away`] (who is away), [`operator`] (interventions), [`preview`].

pub mod absence;
pub mod away;
pub mod consent;
pub mod draft;
pub mod expiry;
pub mod hours;
pub mod open;
pub mod operator;
pub mod play;
pub mod preview;
pub mod seats;
pub mod start;
pub mod substitutes;
pub mod title;

use super::caller::Caller;
use super::stream::chance::Seed;
use super::stream::event::{AwayBooked, Edition, LastCall, Outage, Terms, Visibility};
use super::stream::state::{Match, Status};
use super::time::hours::Named;
use super::watching::invited_late;
use crate::clock::Instant;
use crate::error::misfit::in_words;
use crate::error::{Code, Error, Result};
use crate::rules::erased::{AnyState, Undecided};
use crate::rules::{Refusal, Robot, Seat};
use chrono::{DateTime, Utc};
pub use draft::Draft;
pub use open::Open;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a caller wants of a match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Open it; the host takes the first seat.
    Open(Box<Open>),
    /// Take the next seat. The last seat starts the match.
    Join {
        /// What the person adds to the chance of the match.
        entropy: Option<String>,
    },
    /// Give one's seat back before the start.
    Leave,
    /// Give the next seat to a robot. For the host.
    SeatRobot {
        /// Which kind.
        robot: Robot,
        /// The seat that is meant, if another is not.
        meant: Option<Seat>,
    },
    /// Send a robot away before the start. For the host.
    DismissRobot {
        /// Which one.
        seat: Seat,
    },
    /// Start without waiting for more people. For the host.
    Start,
    /// Host the match from now on, whose host has not come for long. For whoever has a seat.
    Host,
    /// A step of the game.
    Play {
        /// For which seat.
        seat: Seat,
        /// The game's command.
        command: Value,
    },
    /// Take back the latest steps.
    TakeBack {
        /// To this version; one step if none is named.
        to: Option<i64>,
    },
    /// Give up.
    Resign,
    /// The time of a seat is over. For the clock; where nothing happens by itself, for
    /// anybody else at the table.
    TimeOut {
        /// Which seat.
        seat: Seat,
        /// How its person was called before.
        call: LastCall,
    },
    /// Take one's seat back from the stand-in. To play does the same.
    Return,
    /// Take a seat over in a match that is played.
    Substitute {
        /// Which one.
        seat: Seat,
    },
    /// Propose something to the others.
    Propose {
        /// What.
        terms: Terms,
        /// By which edition of the rules it is decided.
        #[serde(default, skip_serializing_if = "Edition::is_first")]
        edition: Edition,
    },
    /// Answer a proposal, or change the answer.
    Vote {
        /// Which one.
        proposal: i64,
        /// Whether one agrees.
        yes: bool,
    },
    /// Take back what one has proposed.
    Withdraw {
        /// Which one.
        proposal: i64,
    },
    /// Be away for some days.
    Away(AwayBooked),
    /// Be back, or not be away after all.
    EndAway,
    /// Turnwise itself was away. For the clock.
    Outage(Outage),
    /// Nothing has happened for too long. For the clock.
    Expire,
    /// Give the match another title. For the operator.
    Rename {
        /// What it is called from then on.
        title: String,
    },
    /// Have a stand-in take a seat until its person returns. For the operator.
    StandIn {
        /// Which one.
        seat: Seat,
    },
    /// Take a person's seat back before the start. For the operator.
    Unseat {
        /// Which one.
        seat: Seat,
    },
    /// Another calendar holds for the person of a seat. For the clock.
    SetCalendar {
        /// Which seat.
        seat: Seat,
        /// Salted digest of the calendar.
        digest: String,
        /// For waits that begin then or later.
        from: DateTime<Utc>,
    },
}

impl Command {
    /// Proposing something, by the rules that hold now.
    pub fn propose(terms: Terms) -> Command {
        Command::Propose { terms, edition: Edition::NOW }
    }

    /// The command as it is stored beside its first event.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("commands have a JSON form")
    }
}

/// What a decision may not find out itself.
#[derive(Clone, Debug)]
pub struct Facts<'a> {
    /// What time it is.
    pub now: Instant,
    /// Where dice and shuffles come from.
    pub seed: &'a Seed,
    /// Digest of what the caller is called, where they take a seat.
    pub name: Option<String>,
    /// Which hours count for whoever takes a seat, or changes them.
    pub hours: Option<Named>,
    /// Whether the caller has shown the invitation code of the match.
    pub invited: bool,
    /// The game as it stood where somebody proposes to go back to, if that is possible.
    pub then: Option<AnyState>,
    /// Since when somebody's time is said to be over, where it ran by hours that are not known.
    pub due: Option<Instant>,
}

/// Decides one command: what happens, or why not. The draft may be empty where the
/// command changes nothing.
pub fn decide(on: &Match, by: &Caller, command: &Command, facts: &Facts<'_>) -> Result<Draft> {
    let mut draft = Draft::on(on.clone(), by, facts.now);
    step(&mut draft, command, facts, play::Place::Last)?;
    Ok(draft)
}

/// Decides a command on what a draft leaves: both are stored together, or none.
pub fn decide_next(draft: &mut Draft, command: &Command, facts: &Facts<'_>) -> Result<()> {
    step(draft, command, facts, play::Place::Last)
}

/// Decides steps of the game that are posted together: all of them or none. Only the
/// last one may show anything hidden, or a refusal of a later one would tell of it.
pub fn decide_steps(
    on: &Match,
    by: &Caller,
    seat: Seat,
    commands: Vec<Value>,
    facts: &Facts<'_>,
) -> Result<Draft> {
    let mut draft = Draft::on(on.clone(), by, facts.now);
    let last = commands.len().saturating_sub(1);
    for (at, command) in commands.into_iter().enumerate() {
        let place = if at == last { play::Place::Last } else { play::Place::Before };
        step(&mut draft, &Command::Play { seat, command }, facts, place)
            .map_err(|no| of(at, no))?;
    }
    Ok(draft)
}

/// The no to one of several commands, which is told by its place.
fn of(at: usize, no: Error) -> Error {
    match no.code {
        Code::NotACommand | Code::Rule(_) => no.with("field", format!("commands[{at}]")),
        _ => no,
    }
}

fn step(draft: &mut Draft, command: &Command, facts: &Facts<'_>, place: play::Place) -> Result<()> {
    draft.begin(command);
    match command {
        Command::Open(_) => Err(Error::new(Code::MatchNotOpen, "The match is open already.")),
        Command::Join { entropy } => seats::join(draft, entropy.clone(), facts),
        Command::Leave => seats::leave(draft),
        Command::SeatRobot { robot, meant } => seats::seat_robot(draft, *robot, *meant, facts),
        Command::DismissRobot { seat } => seats::dismiss_robot(draft, *seat),
        Command::Start => start::start(draft, facts),
        Command::Host => seats::host(draft),
        Command::Play { seat, command } => play::play(draft, *seat, command, facts, place),
        Command::TakeBack { to } => play::take_back(draft, *to),
        Command::Resign => play::resign(draft, facts),
        Command::TimeOut { seat, call } => absence::time_out(draft, *seat, *call, facts),
        Command::Return => absence::come_back(draft),
        Command::Substitute { seat } => substitutes::substitute(draft, *seat, facts),
        Command::Propose { terms, edition } => consent::propose(draft, terms, *edition, facts),
        Command::Vote { proposal, yes } => consent::vote(draft, *proposal, *yes),
        Command::Withdraw { proposal } => consent::withdraw(draft, *proposal),
        Command::Away(booked) => away::book(draft, booked),
        Command::EndAway => away::end(draft),
        Command::Outage(outage) => away::outage(draft, outage),
        Command::Expire => expiry::expire(draft, facts),
        Command::Rename { title } => operator::rename(draft, title),
        Command::StandIn { seat } => operator::stand_in(draft, *seat),
        Command::Unseat { seat } => operator::unseat(draft, *seat),
        Command::SetCalendar { seat, digest, from } => {
            hours::change(draft, *seat, digest, from.naive_utc(), facts)
        }
    }?;
    consent::settle(draft, facts)
}

/// The account of a person who may know of the match; 404 for all others.
fn person(draft: &Draft) -> Result<&str> {
    let account = draft.by().person().ok_or_else(|| {
        Error::new(Code::NoSeat, "Only people take seats, give them back and start matches.")
    })?;
    if draft.after().is_seen_by(Some(account)) {
        return Ok(account);
    }
    Err(Error::not_found("match"))
}

/// The seat of the person who calls.
fn own_seat(draft: &Draft) -> Result<Seat> {
    let account = person(draft)?;
    seat_of(draft.after(), account)
}

/// The seat of an account: 404 where it may not know of the match, 403 where it has none.
pub fn seat_of(on: &Match, account: &str) -> Result<Seat> {
    if !on.is_seen_by(Some(account)) {
        return Err(Error::not_found("match"));
    }
    on.seat_of(account).ok_or_else(|| Error::new(Code::NoSeat, "You have no seat in this match."))
}

/// Refuses all but the host.
pub fn host_only(on: &Match, account: &str, what: &str) -> Result<()> {
    if !on.is_seen_by(Some(account)) {
        return Err(Error::not_found("match"));
    }
    if on.host == account {
        return Ok(());
    }
    Err(Error::new(Code::HostOnly, format!("Only the host can {what}.")))
}

/// Refuses where the match does not wait for people.
pub fn open_only(on: &Match) -> Result<()> {
    match on.status {
        Status::Open => Ok(()),
        Status::Running | Status::Ended | Status::Cancelled => {
            Err(Error::new(Code::MatchNotOpen, "This match does not wait for people any more."))
        }
    }
}

/// Refuses where the match is over.
fn open_or_running(on: &Match) -> Result<()> {
    match on.status.is_over() {
        false => Ok(()),
        true => Err(match_over()),
    }
}

/// Refuses where the match is not being played.
pub fn running_only(on: &Match) -> Result<()> {
    match on.status {
        Status::Running => Ok(()),
        Status::Open => Err(Error::new(Code::NotStarted, "The match has not started yet.")),
        Status::Ended | Status::Cancelled => Err(match_over()),
    }
}

fn match_over() -> Error {
    Error::new(Code::MatchOver, "The match is over.")
}

/// Refuses whoever may not join a private match.
fn admitted(draft: &Draft, facts: &Facts<'_>, account: &str) -> Result<()> {
    let on = draft.after();
    if on.opened.visibility == Visibility::Public || (facts.invited && on.status == Status::Open) {
        return Ok(());
    }
    if facts.invited {
        return Err(invited_late());
    }
    if !on.is_seen_by(Some(account)) {
        return Err(Error::not_found("match"));
    }
    Err(Error::new(Code::InvitationNeeded, "This match is private: send its invitation code."))
}

/// The no of a game, for the client.
pub fn refused(refusal: Refusal) -> Error {
    let error = Error::new(Code::Rule(refusal.code.to_owned()), refusal.message);
    if refusal.rule.is_empty() { error } else { error.with("rule", refusal.rule) }
}

/// What the game said no to, for the client.
pub fn undecided(undecided: Undecided) -> Error {
    match undecided {
        Undecided::Refused(refusal) => refused(refusal),
        Undecided::Malformed(why) => Error::new(
            Code::NotACommand,
            format!("This is no command of the game: {}.", in_words(&why)),
        ),
    }
}
