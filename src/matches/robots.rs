//! Robots at the table: a host seats them, and this room plays for them.
//!
//! A robot thinks outside of every transaction, on a blocking thread, about the
//! match as it was loaded; what it chose is then posted for that version by the
//! same path as everybody's commands. Where somebody else was first, the choice is
//! dropped and the robot looks again; so several processes on one database may all
//! play for the same robots. Nothing is only in memory: the seats that wait for a
//! robot stand in the database and are looked up again at every start.

use super::append::By;
use super::event::{RobotJoined, RobotLeft, kind};
use super::fold::{Folded, Status};
use super::sealed::Seed;
use super::{Matches, lobby, play};
use crate::db::{Conn, matches};
use crate::error::{Error, Result};
use crate::rules::{Robot, Seat};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// Matches in which a robot thinks at the same time, in one process.
const AT_ONCE: usize = 2;

/// How often the database is asked for robots that nobody plays for: after a fault,
/// or when another process has stopped in the middle of its work.
const LOOK_EVERY: Duration = Duration::from_secs(20);

/// The matches in which a robot may be awaited, first come, first served.
#[derive(Debug, Default)]
pub(super) struct Queue {
    ids: Mutex<VecDeque<String>>,
    bell: Notify,
}

impl Queue {
    /// Puts a match last in the queue, unless it stands there already.
    pub(super) fn put(&self, match_id: &str) {
        let mut ids = self.ids.lock().unwrap_or_else(PoisonError::into_inner);
        if !ids.iter().any(|id| id == match_id) {
            ids.push_back(match_id.to_owned());
        }
        drop(ids);
        self.bell.notify_one();
    }

    fn take(&self) -> Option<String> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

impl Folded {
    /// The first awaited seat in which a robot sits, with its kind.
    pub fn awaited_robot(&self) -> Option<(Seat, Robot)> {
        let mut seats = self.awaited().into_iter();
        seats.find_map(|seat| {
            let sitter = self.sitters.get(seat.index())?;
            Some((seat, sitter.robot.filter(|_| sitter.resigned.is_none())?))
        })
    }
}

impl Matches {
    /// Gives the next seat to a robot, or refuses where it is not the seat that is
    /// meant. The last seat starts the match. For the host.
    pub async fn seat_robot(
        &self,
        match_id: &str,
        account: &str,
        robot: Robot,
        meant: Option<Seat>,
    ) -> Result<Arc<Folded>> {
        let (secrets, who) = (self.secrets.clone(), account.to_owned());
        let seated = self.perform(match_id, account, move |conn, append| {
            host_of_open(&append.folded, &who)?;
            if append.folded.sitters.len() >= usize::from(append.folded.opened.seats) {
                return Err(Error::conflict("match_full", "Every seat is taken."));
            }
            let seat = Seat(append.folded.sitters.len() as u8);
            if meant.is_some_and(|meant| meant != seat) {
                return Err(Error::conflict("seat_taken", "Somebody has this seat already."));
            }
            let joined = RobotJoined { robot, number: free_number(&append.folded, robot) };
            append.emit(kind::ROBOT_JOINED, &joined, By { seat: Some(seat), actor: Some(&who) })?;
            if append.folded.sitters.len() == usize::from(append.folded.opened.seats) {
                let secret = secrets.of(conn, &append.folded.id)?;
                lobby::start(append, &secret, &who)?;
            }
            Ok(())
        });
        seated.await.map(|(folded, ())| folded)
    }

    /// Sends a robot away before the start; later seats move up. For the host.
    pub async fn dismiss_robot(
        &self,
        match_id: &str,
        account: &str,
        seat: Seat,
    ) -> Result<Arc<Folded>> {
        let who = account.to_owned();
        let dismissed = self.perform(match_id, account, move |_, append| {
            host_of_open(&append.folded, &who)?;
            match append.folded.sitters.get(seat.index()) {
                Some(sitter) if sitter.robot.is_some() => {}
                _ => return Err(Error::not_found("robot in this seat")),
            }
            let by = By { seat: Some(seat), actor: Some(&who) };
            append.emit(kind::ROBOT_LEFT, &RobotLeft {}, by)
        });
        dismissed.await.map(|(folded, ())| folded)
    }

    /// Plays for robots until `until` is over. `acted` is called after each step, when
    /// it is committed: letters may wait.
    pub async fn play_robots(
        &self,
        until: watch::Receiver<bool>,
        acted: impl Fn() + Clone + Send + 'static,
    ) {
        let mut players = Vec::new();
        for _ in 0..AT_ONCE {
            let (matches, until, acted) = (self.clone(), until.clone(), acted.clone());
            players.push(tokio::spawn(async move { matches.keep_playing(until, acted).await }));
        }
        let mut until = until;
        while !*until.borrow() {
            if let Err(error) = self.find_robots().await {
                tracing::warn!(%error, "robots that are awaited could not be looked up");
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK_EVERY) => {}
                _ = until.changed() => {}
            }
        }
        for player in players {
            if let Err(error) = player.await {
                tracing::error!(%error, "a player of robots broke");
            }
        }
    }

    /// Queues every match that waits for a robot.
    async fn find_robots(&self) -> Result<()> {
        let waiting = self
            .db
            .read(|conn: &mut Conn| matches::awaiting_any(conn, super::event::ROBOT_ACCOUNTS));
        for match_id in waiting.await? {
            self.robots.put(&match_id);
        }
        Ok(())
    }

    async fn keep_playing(&self, mut until: watch::Receiver<bool>, acted: impl Fn()) {
        while !*until.borrow() {
            if let Some(match_id) = self.robots.take() {
                // More may wait: wake a colleague.
                self.robots.bell.notify_one();
                match self.robot_step(&match_id).await {
                    Ok(()) => acted(),
                    // Left to the next look at the database, so that a fault cannot spin.
                    Err(error) => tracing::error!(match_id, %error, "a robot could not play"),
                }
                continue;
            }
            tokio::select! {
                () = self.robots.bell.notified() => {}
                _ = until.changed() => {}
            }
        }
    }

    /// Plays one step of the robot that a match waits for, if it does.
    async fn robot_step(&self, match_id: &str) -> Result<()> {
        let (matches, id) = (self.clone(), match_id.to_owned());
        let folded = self.db.read(move |conn| matches.load(conn, &id)).await?;
        let Some((seat, robot)) = folded.awaited_robot() else { return Ok(()) };
        let account = folded.sitters[seat.index()].account.clone();
        let version = folded.version;
        let thinking = tokio::task::spawn_blocking(move || {
            let state = folded.state.as_ref()?;
            // Never the sealed chance of the match: a robot must not foresee its dice.
            let mut chance = Seed::draw().chance("", &[], 0);
            folded.game().robot(robot, state, seat, &mut chance)
        });
        let command = thinking
            .await
            .map_err(Error::fault)?
            .ok_or_else(|| Error::fault("an awaited robot has no command"))?;
        let (secrets, actor) = (self.secrets.clone(), account.clone());
        let played = self.perform(match_id, &account, move |conn, append| {
            if append.folded.version != version || append.folded.status != Status::Running {
                return Ok(());
            }
            let secret = secrets.of(conn, &append.folded.id)?;
            let seed = play::seed(&secret)?;
            play::play_one(append, seat, &command, &seed, Some(&actor))?;
            play::go_on(append, &seed, &secret)
        });
        played.await.map(drop)
    }
}

/// Checks that an account is the host of a match that waits for people.
fn host_of_open(folded: &Folded, account: &str) -> Result<()> {
    if !folded.is_seen_by(Some(account)) {
        return Err(Error::not_found("match"));
    }
    if folded.host != account {
        return Err(Error::forbidden("host_only", "Only the host can seat and dismiss robots."));
    }
    lobby::open(folded)
}

/// The lowest number that no other robot of this kind has at the table.
fn free_number(folded: &Folded, robot: Robot) -> u8 {
    let taken = |number: u8| {
        let account = RobotJoined { robot, number }.account();
        folded.sitters.iter().any(|sitter| sitter.account == account)
    };
    (1..u8::MAX).find(|&number| !taken(number)).unwrap_or(u8::MAX)
}
