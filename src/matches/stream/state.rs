//! A match as it stands at some version, and what can be asked of it.
//!
//! How it came there is told by [`super::fold`]; nothing here changes it.

use super::consent::Proposal;
use super::event::{Joined, Opened, Record, Visibility};
use super::substitutes::{Former, Opening};
use super::waits::{Awaited, Waits};
use crate::clock::Instant;
use crate::clock::calendar::Span;
use crate::db::calendars::CalendarRow;
use crate::games;
use crate::matches::caller::{Caller, PlaysByItself, RobotPlayer};
use crate::matches::time::Timing;
use crate::matches::time::hours::{self, Calendars, Hours};
use crate::rules::chance::Seeded;
use crate::rules::erased::{AnyGame, AnyState};
use crate::rules::{Robot, ScoreSheet, Seat, Standing, Turn, Viewer};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use strum::{IntoStaticStr, VariantArray};

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Status {
    /// People can take seats.
    Open,
    /// It is being played.
    Running,
    /// It was played to its end.
    Ended,
    /// It never began.
    Cancelled,
}

impl Status {
    /// Whether nothing can happen any more.
    pub fn is_over(self) -> bool {
        matches!(self, Status::Ended | Status::Cancelled)
    }
}

/// For how long the platform plays for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum StandIn {
    /// For this turn.
    Turn,
    /// Until the person returns.
    Seat,
}

/// How often the time of a seat was over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lapses {
    /// Whether its day of grace was used.
    pub grace: bool,
    /// How many turns a stand-in was given.
    pub turns: u32,
    /// How many of them in a row, up to now.
    pub in_a_row: u32,
    /// Whether the seat was lost to a stand-in, and taken back or not.
    pub lost: bool,
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Their account; of a robot what stands for it ([`RobotPlayer::account`]).
    pub account: String,
    /// Which robot it is, if it is no person.
    pub robot: Option<RobotPlayer>,
    /// What they added to the chance of the match.
    pub entropy: Option<String>,
    /// Salted digest of what they were called when they joined.
    pub name: Option<String>,
    /// The version at which they gave up.
    pub resigned: Option<i64>,
    /// For how long a stand-in plays for them now, if one does.
    pub stand_in: Option<StandIn>,
    /// How often their time was over.
    pub lapses: Lapses,
    /// Whether they have played a step themself.
    pub has_played: bool,
    /// Who can take the seat over, if anybody can.
    pub opening: Option<Opening>,
    /// Since when the seat is theirs.
    pub came_at: Instant,
    /// How many in a row took the seat over before them, or as they did, and never played.
    pub passed_on: u32,
    /// Which hours count for them.
    pub hours: Hours,
    /// When they were away, or will be.
    pub away: Vec<Span>,
    /// How often they said that they would be.
    pub away_said: u32,
    /// The version of the latest event they caused.
    pub acted: i64,
    /// The version of the latest event they caused before anybody else caused one.
    pub turn_ended: i64,
}

impl Sitter {
    pub(super) fn person(joined: Joined, record: &Record) -> Sitter {
        let Joined { account, entropy, name } = joined;
        Sitter {
            account,
            robot: None,
            entropy,
            name,
            resigned: None,
            stand_in: None,
            lapses: Lapses::default(),
            has_played: false,
            opening: None,
            came_at: record.at,
            passed_on: 0,
            hours: Hours::default(),
            away: Vec::new(),
            away_said: 0,
            acted: record.version,
            turn_ended: record.version,
        }
    }

    pub(super) fn robot(player: RobotPlayer, record: &Record) -> Sitter {
        let joined = Joined { account: player.account(), entropy: None, name: None };
        Sitter { robot: Some(player), ..Sitter::person(joined, record) }
    }

    /// Whether it is this caller who sits there.
    pub fn is(&self, caller: &Caller) -> bool {
        match caller {
            Caller::Person(account) => self.robot.is_none() && self.account == *account,
            Caller::Robot(player) => self.robot == Some(*player),
            Caller::Clock | Caller::Operator => false,
        }
    }

    /// Whether it is a person who has not given up.
    pub fn is_present(&self) -> bool {
        self.robot.is_none() && self.resigned.is_none()
    }

    /// Whether it is a person who plays: neither given up nor lost to a stand-in.
    pub fn plays(&self) -> bool {
        self.is_present() && self.stand_in != Some(StandIn::Seat)
    }

    /// Whether their clock runs when they are awaited.
    pub fn is_timed(&self) -> bool {
        self.is_present() && self.stand_in.is_none()
    }

    /// The kind of robot it is, if it is no person.
    pub fn robot_kind(&self) -> Option<Robot> {
        self.robot.map(|player| player.robot)
    }
}

/// A place to which the latest steps can be taken back.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// The version before the step.
    pub version: i64,
    /// When the step was accepted: what was sent together was accepted at one instant.
    pub(super) at: Instant,
    pub(super) state: AnyState,
    pub(super) waits: Waits,
}

/// The latest steps of one seat since anybody else played or anything hidden was
/// shown: exactly what that seat may still take back.
#[derive(Clone, Debug, PartialEq)]
pub struct Takeable {
    /// Whose steps.
    pub seat: Seat,
    /// The place before each step, in order.
    pub points: Vec<Point>,
    /// How often some of them were taken back.
    pub undone: u32,
}

/// A match up to some version.
#[derive(Clone, PartialEq)]
pub struct Match {
    /// Which match.
    pub id: String,
    /// Version of the last event.
    pub version: i64,
    /// Hash of the last event; empty for one that is not stored.
    pub hash: String,
    /// How it was opened.
    pub opened: Arc<Opened>,
    /// How fast it is played, where people have agreed on that.
    pub timing: Option<Timing>,
    /// Whether it may move ratings, as far as whoever opened it says so.
    pub rated: bool,
    /// Account of the host now.
    pub host: String,
    /// When the host last did something here, or became it.
    pub host_came_at: Instant,
    /// How far it has come.
    pub status: Status,
    /// Who sits there, by seat.
    pub sitters: Vec<Sitter>,
    /// Who sat there before, in the order in which they were replaced.
    pub formers: Vec<Former>,
    /// The game's state, once play began.
    pub state: Option<AnyState>,
    /// The steps that can be taken back.
    pub takeable: Option<Takeable>,
    /// How many commands drew from chance, those that were undone later included.
    pub draws: i64,
    /// The version at which the questions that seats are asked now arose: what was
    /// decided for this version or a later one is not stale.
    pub asked_at: i64,
    /// The version at which something hidden was last shown; 0 where nothing was.
    pub(super) shown_at: i64,
    /// What people proposed to each other.
    pub(super) proposals: Vec<Proposal>,
    /// When all clocks stood still, or will.
    pub(in crate::matches) pauses: Vec<Span>,
    pub(super) outages: Vec<Span>,
    /// The final ranking, once it has ended.
    pub ranking: Option<Vec<Standing>>,
    /// When it was opened.
    pub opened_at: Instant,
    /// When play began.
    pub started_at: Option<Instant>,
    /// When it ended or was cancelled.
    pub ended_at: Option<Instant>,
    /// When something last happened.
    pub changed_at: Instant,
    pub(in crate::matches) waits: Waits,
}

impl std::fmt::Debug for Match {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Match({} at {}, {:?})", self.id, self.version, self.status)
    }
}

impl Match {
    /// The rules of the game.
    pub fn game(&self) -> &'static dyn AnyGame {
        games::find(&self.opened.game).expect("checked when the stream was opened")
    }

    /// The round of the game; 0 before the first.
    pub fn round(&self) -> u16 {
        self.state.as_ref().map_or(0, |state| self.game().round(state))
    }

    /// The seat of an account.
    pub fn seat_of(&self, account: &str) -> Option<Seat> {
        let at = self.sitters.iter().position(|sitter| sitter.account == account)?;
        Some(Seat(at as u8))
    }

    /// Who sits in a seat.
    pub fn sitter(&self, seat: Seat) -> Option<&Sitter> {
        self.sitters.get(seat.index())
    }

    /// The seats of people and robots who have not resigned.
    pub fn staying(&self) -> Vec<Seat> {
        let stays = |seat: &Seat| self.sitters[seat.index()].resigned.is_none();
        Seat::all(self.sitters.len()).filter(stays).collect()
    }

    /// The seats the match waits for; none unless it runs.
    pub fn awaited(&self) -> Vec<Seat> {
        match (&self.state, self.status) {
            (Some(state), Status::Running) => match self.game().turn(state) {
                Turn::Awaiting(seats) => seats,
                Turn::Over(_) => Vec::new(),
            },
            _ => Vec::new(),
        }
    }

    /// Since when a seat is awaited without a break, if it is.
    pub fn awaited_since(&self, seat: Seat) -> Option<Instant> {
        self.waits.since(seat)
    }

    /// The awaited seats, and whether the clock of a person runs for them.
    pub(super) fn awaited_clocked(&self) -> Vec<Awaited> {
        let clocked =
            |seat: Seat| self.timing.is_some() && self.sitter(seat).is_some_and(Sitter::is_timed);
        self.awaited().into_iter().map(|seat| Awaited { seat, clocked: clocked(seat) }).collect()
    }

    /// Whether it goes on by itself no more since no person plays.
    pub fn rests(&self) -> bool {
        !self.sitters.iter().any(Sitter::plays)
    }

    /// The first awaited seat that no person plays, and who plays it. Stand-ins rest where
    /// no person plays any more.
    pub fn plays_by_itself(&self) -> Option<PlaysByItself> {
        let anybody = !self.rests();
        self.awaited().into_iter().find_map(|seat| {
            let sitter = self.sitter(seat)?;
            let by = match (sitter.robot, sitter.resigned, sitter.stand_in) {
                (Some(player), ..) => Caller::Robot(player),
                (None, Some(_), _) | (None, None, Some(_)) if anybody => Caller::Clock,
                _ => return None,
            };
            Some(PlaysByItself { seat, by })
        })
    }

    /// To which versions a seat can take back its latest steps.
    pub fn take_back_points(&self, seat: Seat) -> Vec<i64> {
        let stays = self.sitter(seat).is_some_and(|sitter| sitter.resigned.is_none());
        let takeable = self.takeable.as_ref().filter(|takeable| stays && takeable.seat == seat);
        takeable
            .map(|takeable| takeable.points.iter().map(|point| point.version).collect())
            .unwrap_or_default()
    }

    /// To which version a seat can take back what it sent last, be it one step or several.
    pub fn before_last_sent(&self, seat: Seat) -> Option<i64> {
        let last = self.take_back_points(seat).pop()?;
        let points = &self.takeable.as_ref()?.points;
        let at = points.last()?.at;
        let first = points.iter().find(|point| point.at == at);
        Some(first.map_or(last, |point| point.version))
    }

    /// The version with which the last turn of a seat ended; that of its joining if it
    /// had none. The turn that it is in the middle of is not its last one.
    pub fn last_turn(&self, seat: Seat) -> i64 {
        let Some(sitter) = self.sitter(seat) else { return 1 };
        if self.awaited().contains(&seat) { sitter.turn_ended } else { sitter.acted }
    }

    /// As whom an account (or nobody) sees the match.
    pub fn viewer(&self, account: Option<&str>) -> Viewer {
        match account.and_then(|account| self.seat_of(account)) {
            _ if self.status == Status::Ended => Viewer::Everything,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        }
    }

    /// Lets the match know what the digests of calendars stand for.
    pub fn know_hours(&mut self, calendars: &Calendars) {
        let formers = self.formers.iter_mut().map(|former| &mut former.hours);
        for hours in self.sitters.iter_mut().map(|sitter| &mut sitter.hours).chain(formers) {
            hours.know(calendars);
        }
    }

    /// Whether a calendar that lies beside the stream is one that it names.
    pub fn names_hours(&self, row: &CalendarRow) -> bool {
        let said = hours::digest(&self.id, &row.account_id, &row.salt, &row.calendar);
        let sitters = self.sitters.iter().map(|sitter| (&sitter.account, &sitter.hours));
        let formers = self.formers.iter().map(|former| (&former.account, &former.hours));
        let names =
            |(account, hours): (&String, &Hours)| *account == row.account_id && hours.names(&said);
        said == row.digest && sitters.chain(formers).any(names)
    }

    /// Whether it knows the calendars of all seats.
    pub fn knows_hours(&self) -> bool {
        self.sitters.iter().all(|sitter| sitter.hours.are_known())
    }

    /// Whether an account (or nobody) may know of the match at all.
    pub fn is_seen_by(&self, account: Option<&str>) -> bool {
        self.opened.visibility == Visibility::Public
            || account.is_some_and(|account| {
                self.host == account
                    || self.seat_of(account).is_some()
                    || self.has_sat(account)
                    || self.is_named(account)
            })
    }

    /// What the seats added to the chance of the match.
    pub fn entropy(&self) -> Vec<Option<&str>> {
        self.sitters.iter().map(|sitter| sitter.entropy.as_deref()).collect()
    }

    /// The seats whose people added to the chance of the match when they joined, in order.
    /// Once play has begun, that is the order in which they did.
    pub fn added(&self) -> impl DoubleEndedIterator<Item = (Seat, &Sitter)> {
        let seats = self.sitters.iter().enumerate();
        let seats = seats.map(|(at, sitter)| (Seat(at as u8), sitter));
        seats.filter(|(_, sitter)| sitter.entropy.is_some())
    }

    /// The final ranking of a match that is over, be it by the game's rules or because
    /// fewer than two are left or no person is. Who resigned comes after all others,
    /// the last to go first.
    pub fn final_ranking(&self) -> Option<Vec<Standing>> {
        let deserted = self.staying().len() < 2 || !self.sitters.iter().any(Sitter::is_present);
        match self.game().turn(self.state.as_ref()?) {
            Turn::Over(ranking) => Some(self.leavers_last(ranking)),
            Turn::Awaiting(_) if deserted => {
                let level = self.points().map(|(seat, points)| Standing { seat, place: 1, points });
                Some(self.leavers_last(level.collect()))
            }
            Turn::Awaiting(_) => None,
        }
    }

    /// The ranking by the points as they are, whatever the game decides by: who has as many has
    /// the same place, but for those who resigned.
    pub fn ranking_by_points(&self) -> Vec<Standing> {
        let all: Vec<(Seat, i32)> = self.points().collect();
        let better = |points: i32| all.iter().filter(|(_, other)| *other > points).count();
        let mut ranking: Vec<Standing> = all
            .iter()
            .map(|&(seat, points)| Standing { seat, place: better(points) as u8 + 1, points })
            .collect();
        ranking.sort_by_key(|standing| (standing.place, standing.seat));
        self.leavers_last(ranking)
    }

    /// The ranking by the game's own measure as it is; who resigned comes last.
    pub fn ranking_now(&self) -> Vec<Standing> {
        let ranking = self.state.as_ref().map(|state| self.game().ranking(state));
        self.leavers_last(ranking.unwrap_or_default())
    }

    /// The points of each seat as they are.
    fn points(&self) -> impl Iterator<Item = (Seat, i32)> {
        let score = self.state.as_ref().map(|state| self.game().score(state));
        let points = |(seat, sheet): (Seat, &ScoreSheet)| (seat, sheet.total());
        let all: Vec<_> = score.iter().flat_map(|score| score.iter().map(points)).collect();
        all.into_iter()
    }

    fn leavers_last(&self, mut ranking: Vec<Standing>) -> Vec<Standing> {
        let resigned = |standing: &Standing| self.sitters[standing.seat.index()].resigned;
        if ranking.iter().any(|standing| resigned(standing).is_some()) {
            ranking.sort_by_key(|standing| match resigned(standing) {
                None => (0, i64::from(standing.place)),
                Some(version) => (1, -version),
            });
            for (standing, place) in ranking.iter_mut().zip(1..) {
                standing.place = place;
            }
        }
        ranking
    }

    /// Whether the match is over, or would be if nothing else happened.
    pub fn is_over(&self) -> bool {
        self.ranking.is_some() || self.final_ranking().is_some()
    }

    /// The same match with all that a viewer cannot know dealt anew.
    pub fn scrambled(&self, viewer: Viewer, chance: &mut dyn crate::rules::Chance) -> Match {
        let game = self.game();
        let mut other = self.clone();
        let points = other.takeable.iter_mut().flat_map(|takeable| &mut takeable.points);
        let points = points.map(|point| &mut point.state);
        let proposed = other.proposals.iter_mut().filter_map(|proposal| proposal.then.as_mut());
        for state in other.state.iter_mut().chain(points).chain(proposed) {
            *state = game.scramble(state, viewer, chance);
        }
        other
    }

    /// The match as if it were the turn of `seat`, which waits, with all that it cannot know
    /// dealt anew; `None` where it has no turn to try.
    pub fn as_if_turn(&self, seat: Seat) -> Option<Match> {
        let waits = self.status == Status::Running && !self.awaited().contains(&seat);
        if !waits || !self.sitter(seat)?.is_present() {
            return None;
        }
        let mut tried = self.scrambled(Viewer::Seat(seat), &mut Seeded::new(0));
        tried.state = Some(self.game().as_if_turn(tried.state.as_ref()?, seat)?);
        Some(tried)
    }
}
