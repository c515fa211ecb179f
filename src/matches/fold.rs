//! A match as its stream tells it: the outer fold around the game's.

use super::chain;
use super::event::{
    Cancelled, Ended, Joined, Left, Opened, RobotJoined, RobotLeft, TakenBack, Visibility, kind,
};
use crate::clock::Instant;
use crate::db::events::EventRow;
use crate::games;
use crate::rules::erased::{AnyGame, AnyState};
use crate::rules::{Robot, Seat, Standing, Turn, Viewer};
use serde::de::DeserializeOwned;

/// How far a match has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Status::Open => "open",
            Status::Running => "running",
            Status::Ended => "ended",
            Status::Cancelled => "cancelled",
        }
    }
}

/// Somebody in a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sitter {
    /// Their account; of a robot what stands for it ([`RobotJoined::account`]).
    pub account: String,
    /// Which kind of robot it is, if it is no person.
    pub robot: Option<Robot>,
    /// What they added to the chance of the match.
    pub entropy: Option<String>,
    /// The version at which they gave up.
    pub resigned: Option<i64>,
}

/// A place to which the latest steps can be taken back.
#[derive(Clone, Debug)]
pub struct Point {
    /// The version before the step.
    pub version: i64,
    /// How the game stood there.
    pub state: AnyState,
}

/// The latest steps of one seat since anybody else acted or anything hidden was
/// shown: exactly what that seat may still take back.
#[derive(Clone, Debug)]
pub struct Run {
    /// Whose steps.
    pub seat: Seat,
    /// The place before each step, in order.
    pub points: Vec<Point>,
}

/// A match up to some version.
#[derive(Clone)]
pub struct Folded {
    /// Which match.
    pub id: String,
    /// Version of the last event folded.
    pub version: i64,
    /// Hash of the last event folded.
    pub hash: String,
    /// How it was opened.
    pub opened: Opened,
    /// Account of the host now.
    pub host: String,
    /// How far it has come.
    pub status: Status,
    /// Who sits there, by seat.
    pub sitters: Vec<Sitter>,
    /// The game's state, once play began.
    pub state: Option<AnyState>,
    /// The steps that can be taken back.
    pub run: Option<Run>,
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
}

impl std::fmt::Debug for Folded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Folded({} at {}, {:?})", self.id, self.version, self.status)
    }
}

/// Why a stream cannot be folded: at which event, and what is wrong with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken {
    /// The first event that cannot be read.
    pub version: i64,
    /// What is wrong.
    pub why: String,
}

impl std::fmt::Display for Broken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "event {}: {}", self.version, self.why)
    }
}

fn read<T: DeserializeOwned>(row: &EventRow) -> Result<T, Broken> {
    serde_json::from_str(&row.data)
        .map_err(|error| Broken { version: row.version, why: error.to_string() })
}

/// How many of the newest events are folded one by one, so that the steps that
/// can still be taken back are known; those before them are folded in bulk.
const TAIL: usize = 100;

impl Folded {
    /// Folds a stream from its first event.
    pub fn from_rows(rows: &[EventRow]) -> Result<Folded, Broken> {
        let Some((first, rest)) = rows.split_first() else {
            return Err(Broken { version: 1, why: "the stream is empty".to_owned() });
        };
        let mut folded = Folded::opened(first)?;
        let live = without_taken_back(rest)?;
        let bulk = live.len().saturating_sub(TAIL);
        let mut at = 0;
        while at < live.len() {
            let played =
                live[at..bulk.max(at)].iter().take_while(|row| row.kind == kind::PLAYED).count();
            if played > 0 {
                folded.fold_in_bulk(&live[at..at + played])?;
                at += played;
            } else {
                folded.evolve(live[at])?;
                at += 1;
            }
        }
        if let Some(last) = rows.last() {
            folded.stand_at(last);
        }
        Ok(folded)
    }

    /// The match right after its first event.
    fn opened(row: &EventRow) -> Result<Folded, Broken> {
        if row.kind != kind::OPENED {
            let why = format!("a stream begins with `opened`, not with `{}`", row.kind);
            return Err(Broken { version: row.version, why });
        }
        let opened: Opened = read(row)?;
        if games::find(&opened.game).is_none() {
            let why = format!("the game {} is not on the shelf", opened.game);
            return Err(Broken { version: row.version, why });
        }
        Ok(Folded {
            id: row.match_id.clone(),
            version: row.version,
            hash: row.hash.clone(),
            host: opened.host.clone(),
            opened,
            status: Status::Open,
            sitters: Vec::new(),
            state: None,
            run: None,
            ranking: None,
            opened_at: row.recorded_at,
            started_at: None,
            ended_at: None,
            changed_at: row.recorded_at,
        })
    }

    /// A match that somebody is about to open.
    pub fn open(row: &EventRow) -> Result<Folded, Broken> {
        Folded::opened(row)
    }

    /// The rules of the game.
    pub fn game(&self) -> &'static dyn AnyGame {
        games::find(&self.opened.game).expect("checked when the stream was opened")
    }

    fn stand_at(&mut self, row: &EventRow) {
        self.version = row.version;
        self.hash.clone_from(&row.hash);
        self.changed_at = row.recorded_at;
    }

    fn fold_in_bulk(&mut self, rows: &[&EventRow]) -> Result<(), Broken> {
        let broken = |why: String| Broken { version: rows[0].version, why };
        let state =
            self.state.as_ref().ok_or_else(|| broken("play before the start".to_owned()))?;
        let mut reading = rows[0].version;
        let mut texts = rows.iter().map(|row| {
            reading = row.version;
            (row.schema_number as u32, row.data.as_str())
        });
        let folded = self.game().fold(state, &mut texts);
        match folded {
            Ok(state) => self.state = Some(state),
            Err(why) => return Err(Broken { version: reading, why: why.to_string() }),
        }
        self.run = None;
        self.stand_at(rows[rows.len() - 1]);
        Ok(())
    }

    /// Lets the next event of the stream happen.
    pub fn evolve(&mut self, row: &EventRow) -> Result<(), Broken> {
        match row.kind.as_str() {
            kind::PLAYED => return self.evolve_play(row),
            kind::JOINED => {
                let Joined { account, entropy } = read(row)?;
                self.sitters.push(Sitter { account, robot: None, entropy, resigned: None });
            }
            kind::ROBOT_JOINED => {
                let joined: RobotJoined = read(row)?;
                self.sitters.push(Sitter {
                    account: joined.account(),
                    robot: Some(joined.robot),
                    entropy: None,
                    resigned: None,
                });
            }
            kind::ROBOT_LEFT => {
                let RobotLeft {} = read(row)?;
                let seat = self.seat_of_row(row)?;
                self.sitters.remove(seat.index());
            }
            kind::LEFT => {
                let Left { host } = read(row)?;
                let seat = self.seat_of_row(row)?;
                self.sitters.remove(seat.index());
                self.host = host;
            }
            kind::STARTED => {
                let state = self
                    .game()
                    .begin(row.schema_number as u32, &row.data)
                    .map_err(|why| Broken { version: row.version, why: why.to_string() })?;
                self.state = Some(state);
                self.status = Status::Running;
                self.started_at = Some(row.recorded_at);
            }
            kind::TAKEN_BACK => {
                let TakenBack { to } = read(row)?;
                let run = self.run.as_mut();
                let found = run.and_then(|run| {
                    let at = run.points.iter().position(|point| point.version == to)?;
                    let point = run.points[at].clone();
                    run.points.truncate(at);
                    Some(point)
                });
                let point = found.ok_or_else(|| Broken {
                    version: row.version,
                    why: format!("nothing can be taken back to version {to}"),
                })?;
                self.state = Some(point.state);
            }
            kind::RESIGNED => {
                let seat = self.seat_of_row(row)?;
                self.sitters[seat.index()].resigned = Some(row.version);
                self.run = None;
            }
            kind::ENDED => {
                let Ended { ranking, .. } = read(row)?;
                self.ranking = Some(ranking);
                self.status = Status::Ended;
                self.ended_at = Some(row.recorded_at);
                self.run = None;
            }
            kind::CANCELLED => {
                let Cancelled {} = read(row)?;
                self.status = Status::Cancelled;
                self.ended_at = Some(row.recorded_at);
            }
            other => {
                let why = format!("the kind `{other}` is not known");
                return Err(Broken { version: row.version, why });
            }
        }
        self.stand_at(row);
        Ok(())
    }

    fn evolve_play(&mut self, row: &EventRow) -> Result<(), Broken> {
        let broken = |why: String| Broken { version: row.version, why };
        let before =
            self.state.clone().ok_or_else(|| broken("play before the start".to_owned()))?;
        let schema = row.schema_number as u32;
        let (after, reveals) = self
            .game()
            .evolve(&before, schema, &row.data)
            .map_err(|why| broken(why.to_string()))?;
        self.evolve_decided(row, &before, after, reveals)
    }

    /// Lets an event of the game happen whose outcome is known from its decision.
    pub fn evolve_decided(
        &mut self,
        row: &EventRow,
        before: &AnyState,
        after: AnyState,
        reveals: bool,
    ) -> Result<(), Broken> {
        if row.command.is_some() {
            let seat = self.seat_of_row(row)?;
            let point = Point { version: self.version, state: before.clone() };
            match &mut self.run {
                Some(run) if run.seat == seat && row.actor.is_some() => run.points.push(point),
                _ => {
                    self.run = row.actor.as_ref().map(|_| Run { seat, points: vec![point] });
                }
            }
        }
        if reveals {
            self.run = None;
        }
        self.state = Some(after);
        self.stand_at(row);
        Ok(())
    }

    fn seat_of_row(&self, row: &EventRow) -> Result<Seat, Broken> {
        row.seat
            .and_then(|seat| u8::try_from(seat).ok())
            .map(Seat)
            .filter(|seat| seat.index() < self.sitters.len())
            .ok_or_else(|| Broken {
                version: row.version,
                why: "the event names no seat of this match".to_owned(),
            })
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

    /// The seats of people and robots who have not resigned.
    pub fn staying(&self) -> Vec<Seat> {
        Seat::all(self.sitters.len())
            .filter(|seat| self.sitters[seat.index()].resigned.is_none())
            .collect()
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

    /// As whom an account (or nobody) sees the match.
    pub fn viewer(&self, account: Option<&str>) -> Viewer {
        match account.and_then(|account| self.seat_of(account)) {
            _ if self.status == Status::Ended => Viewer::Everything,
            Some(seat) => Viewer::Seat(seat),
            None => Viewer::Spectator,
        }
    }

    /// Whether an account (or nobody) may know of the match at all.
    pub fn is_seen_by(&self, account: Option<&str>) -> bool {
        self.opened.visibility == Visibility::Public
            || account
                .is_some_and(|account| self.host == account || self.seat_of(account).is_some())
    }

    /// What the seats added to the chance of the match.
    pub fn entropy(&self) -> Vec<Option<&str>> {
        self.sitters.iter().map(|sitter| sitter.entropy.as_deref()).collect()
    }
}

/// The rows that still count: without play that was taken back later, and without
/// the taking back itself.
fn without_taken_back(rows: &[EventRow]) -> Result<Vec<&EventRow>, Broken> {
    let mut live = Vec::with_capacity(rows.len());
    let mut dead_after = i64::MAX;
    for row in rows.iter().rev() {
        if row.version > dead_after {
            continue;
        }
        dead_after = i64::MAX;
        if row.kind == kind::TAKEN_BACK {
            dead_after = read::<TakenBack>(row)?.to;
        } else {
            live.push(row);
        }
    }
    live.reverse();
    Ok(live)
}

/// Folds a stream and checks its chain on the way; the first thing that is wrong with it.
pub fn check(rows: &[EventRow]) -> Result<Folded, Broken> {
    chain::check(rows).map_err(|why| Broken { version: 0, why })?;
    let mut folded = Folded::opened(&rows[0])?;
    for row in &rows[1..] {
        folded.evolve(row)?;
    }
    Ok(folded)
}
