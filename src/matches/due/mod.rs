//! What falls due in matches, done by the platform: the turns of robots and of stand-ins
//! (for people who have resigned or do not come), in [`clocks`] the end of people's time, and
//! in [`expiry`] that of matches in which nothing happens, in [`hours`] the changed hours of
//! people, in [`outages`] when nobody could play, in [`habits`] how fast people answer, in [`numbers`] how much is due, in [`rows`] what an older Turnwise has left behind, and letters
//! ([`super::letters::gather`]).
//!
//! Nothing here runs inside a request: a step is played after the commit that made it
//! due, so nobody's answer time tells what others have prepared. A robot thinks on a
//! blocking thread about the match as it was loaded; what it chose is then decided and
//! stored by the same path as everybody's commands. Where somebody else was first, the
//! choice is dropped and looked at again, so several processes on one database may all
//! do this work. Nothing is only in memory: what waits stands in the database and is
//! looked up again now and then.

mod clocks;
mod expiry;
mod habits;
pub(super) mod hours;
pub mod numbers;
mod outages;
mod rows;

use super::Matches;
use super::caller::{Caller, PlaysByItself};
use super::decide::{self, Command};
use super::stream::chance::Seed;
use super::stream::state::Match;
use super::stream::store::Decided;
use crate::db::matches;
use crate::error::{Code, Error, Result};
use crate::rules::{Chance, Robot, Seat};
use crate::runner::{Runner, Step};
use serde_json::Value;
use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};

/// How turns are played: as many at the same time as a small machine has processors. What is
/// found to be due is heard of soon, also after a fault.
const PLAYING: Runner = Runner { work: "turns", at_once: 2, look_every: Duration::from_secs(3) };

/// How often the database is asked for turns that nobody plays: after a fault, or when
/// another process has died in the middle of its work.
const FINDING: Runner =
    Runner { work: "finding turns", at_once: 1, look_every: Duration::from_secs(3) };

/// How often it is looked whose time is over.
const CLOCKS: Runner = Runner { work: "clocks", at_once: 1, look_every: Duration::from_secs(20) };

/// How often it is looked whose hours have changed: after an update that can be everybody's.
const HOURS: Runner = Runner { work: "hours", at_once: 1, look_every: Duration::from_secs(20) };

/// How mailboxes are looked into, in which something has gathered.
/// What another process has left is promised to be found within five seconds.
const MAILBOXES: Runner =
    Runner { work: "mailboxes", at_once: 1, look_every: Duration::from_secs(3) };

/// How often it is looked which matches have ended, where no bell rings.
const RATINGS: Runner = Runner { work: "ratings", at_once: 1, look_every: Duration::from_secs(5) };

/// How often it is looked in which matches nothing happens.
const SILENCE: Runner =
    Runner { work: "silent matches", at_once: 1, look_every: Duration::from_secs(3_600) };

/// How often it is counted how fast people answer.
const HABITS: Runner = Runner { work: "habits", at_once: 1, look_every: Duration::from_secs(600) };

/// The matches in which something may play by itself, first come, first served.
#[derive(Debug, Default)]
pub(super) struct Queue {
    ids: Mutex<VecDeque<String>>,
    bell: Notify,
    /// A match has ended.
    ended: Notify,
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

    /// Rings for a match that has ended.
    pub(super) fn has_ended(&self) {
        self.ended.notify_one();
    }

    fn take(&self) -> Option<String> {
        self.ids.lock().unwrap_or_else(PoisonError::into_inner).pop_front()
    }
}

impl Matches {
    /// Does what falls due until `until` is true.
    pub async fn do_what_is_due(&self, until: watch::Receiver<bool>) {
        let find = || {
            let matches = self.clone();
            async move { matches.find().await.map(|()| Step::Nothing { next: None }) }
        };
        let play = || {
            let matches = self.clone();
            async move { Ok(matches.play_queued().await) }
        };
        let tick = || {
            let matches = self.clone();
            async move { matches.look_at_clocks().await.map(|()| Step::Nothing { next: None }) }
        };
        let hours = || {
            let matches = self.clone();
            async move { matches.settle_hours().await.map(|()| Step::Nothing { next: None }) }
        };
        let gather = || {
            let matches = self.clone();
            async move { matches.gather_some().await }
        };
        let silence = || {
            let matches = self.clone();
            async move { matches.end_the_silent().await.map(|()| Step::Nothing { next: None }) }
        };
        let rate = || {
            let matches = self.clone();
            async move { matches.rate_the_ended().await.map(|()| Step::Nothing { next: None }) }
        };
        let habits = || {
            let matches = self.clone();
            async move { matches.count_answers().await.map(|()| Step::Nothing { next: None }) }
        };
        let nobody = Notify::new();
        tokio::join!(
            FINDING.run(&nobody, until.clone(), find),
            CLOCKS.run(&nobody, until.clone(), tick),
            HOURS.run(&nobody, until.clone(), hours),
            SILENCE.run(&nobody, until.clone(), silence),
            HABITS.run(&nobody, until.clone(), habits),
            MAILBOXES.run(self.db.new_notices(), until.clone(), gather),
            RATINGS.run(&self.due.ended, until.clone(), rate),
            PLAYING.run(&self.due.bell, until, play),
        );
    }

    /// Queues every match in which something plays by itself.
    async fn find(&self) -> Result<()> {
        self.catch_up().await?;
        let waiting = self.db.read(matches::playing_by_themselves);
        for match_id in waiting.await? {
            self.due.put(&match_id);
        }
        Ok(())
    }

    /// Plays all turns that play by themselves now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn play_what_waits(&self) -> Result<()> {
        self.find().await?;
        while self.play_queued().await == Step::Did {}
        Ok(())
    }

    /// Plays in the match that is first in the queue.
    async fn play_queued(&self) -> Step {
        let Some(match_id) = self.due.take() else { return Step::Nothing { next: None } };
        // Left to the next look at the database, so that a fault cannot spin.
        match self.play_what_is_due(&match_id).await {
            // Said once already, and left to the newer server.
            Err(error) if error.code == Code::NewerThanThisServer => {}
            Err(error) => tracing::error!(match_id, %error, "a turn could not be played"),
            Ok(()) => {}
        }
        Step::Did
    }

    /// Plays one step of the seat that plays by itself, if there is one.
    async fn play_what_is_due(&self, match_id: &str) -> Result<()> {
        let on = self.newest(match_id, None).await?;
        let Some(PlaysByItself { seat, by }) = on.plays_by_itself() else { return Ok(()) };
        let (version, thinker) = (on.version, by.clone());
        let thinking = tokio::task::spawn_blocking(move || {
            // Never the sealed chance of the match: a robot must not foresee its dice.
            choice(&on, &thinker, seat, &mut Seed::draw().chance("", &[], 0))
        });
        let command = thinking
            .await
            .map_err(Error::fault)?
            .ok_or_else(|| Error::fault("an awaited seat has no command"))?;
        let command = Command::Play { seat, command };
        let played = self.perform(match_id, None, |on, secret| {
            if on.version != version {
                // Somebody was first: what was chosen is dropped.
                return Ok(Decided::nothing(on, &by, self.clock.now()));
            }
            decide::decide(on, &by, &command, &self.facts(&secret.seed)).map(Decided::from)
        });
        let played = played.await?;
        if played.version != version && played.plays_by_itself().is_some() {
            self.due.put(match_id);
        }
        Ok(())
    }
}

/// What a seat that plays by itself does, as it comes to its mind by this chance.
pub(super) fn choice(
    on: &Match,
    by: &Caller,
    seat: Seat,
    chance: &mut dyn Chance,
) -> Option<Value> {
    let state = on.state.as_ref()?;
    let robot = match by {
        Caller::Robot(player) => player.robot,
        // Who stands in thinks the turn through, so that nobody gains by an absence.
        Caller::Person(_) | Caller::Clock | Caller::Operator => Robot::Sensible,
    };
    on.game().robot(robot, state, seat, chance)
}
