//! While a match runs: commands, taking back, resigning, and the end.

use super::append::{Append, By};
use super::event::{Ended, Resigned, TakenBack, kind};
use super::fold::{Folded, Status};
use super::lobby::{seat, undecided};
use super::sealed::Seed;
use super::{Matches, history};
use crate::db::Conn;
use crate::db::matches::{AnsweredRow, SecretRow, answered, insert_answered};
use crate::error::{Error, Kind, Result};
use crate::rules::chance::Seeded;
use crate::rules::{Seat, Standing, Telling, Turn, Viewer};
use serde_json::Value;
use std::sync::Arc;

/// The most commands in one request.
pub const COMMANDS_AT_ONCE: usize = 50;

/// What an abandoned seat may do in a row before something must be wrong.
const CARETAKING: usize = 5_000;

/// Commands that somebody posts.
#[derive(Clone, Debug)]
pub struct Post {
    /// The commands, in order; all of them or none.
    pub commands: Vec<Value>,
    /// The version they were thought up for.
    pub version: i64,
    /// The key under which a repeated request is known.
    pub key: String,
    /// What was asked, as a hash.
    pub fingerprint: String,
}

/// What posted commands would come to.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The match as it would stand after them, or before the first thing hidden.
    pub folded: Arc<Folded>,
    /// What would happen, up to the first thing hidden.
    pub tellings: Vec<Telling>,
    /// Whether something hidden would be shown; the preview ends there, and the
    /// real thing could not be taken back.
    pub reveals: bool,
    /// The seat that asks.
    pub seat: Seat,
}

impl Matches {
    /// Plays commands and gives the match as it stands after them. A repeated
    /// request gets the match as it stood after the first one.
    pub async fn play(&self, match_id: &str, account: &str, post: Post) -> Result<Arc<Folded>> {
        let who = account.to_owned();
        let matches = self.clone();
        let (folded, replay) = self
            .perform(match_id, account, move |conn, append| {
                let seat = seat(&append.folded, &who)?;
                if let Some(before) = answered(conn, &who, &post.key)? {
                    return repeated(&before, &append.folded.id, &post).map(Some);
                }
                let from = append.folded.version;
                if from != post.version {
                    return Err(matches.stale(conn, append, &who, post.version)?);
                }
                running(&append.folded)?;
                let secret = matches.secrets.of(conn, &append.folded.id)?;
                let seed = seed(&secret)?;
                for command in &post.commands {
                    play_one(append, seat, command, &seed, Some(&who))?;
                }
                go_on(append, &seed, &secret)?;
                insert_answered(
                    conn,
                    &AnsweredRow {
                        account_id: who.clone(),
                        idempotency_key: post.key.clone(),
                        match_id: append.folded.id.clone(),
                        fingerprint: post.fingerprint.clone(),
                        from_version: from,
                        to_version: append.folded.version,
                        recorded_at: append.now,
                    },
                )?;
                Ok(None)
            })
            .await?;
        match replay {
            None => Ok(folded),
            Some(version) => {
                let matches = self.clone();
                self.db
                    .read(move |conn| {
                        let newest = matches.load(conn, &folded.id)?;
                        matches.load_at(conn, &newest, version)
                    })
                    .await
            }
        }
    }

    /// The error for commands thought up for another version, with what was missed.
    fn stale(&self, conn: &mut Conn, append: &Append, who: &str, version: i64) -> Result<Error> {
        // The cached fold may be the stale one; the stream decides.
        let newest = self.load(conn, &append.folded.id)?;
        if newest.version != append.folded.version {
            return Ok(crate::db::taken());
        }
        let missed = history::page(conn, &newest, Some(who), version.max(0), 100)?;
        let detail = format!(
            "The match is at version {}, your commands are for version {version}. \
             Look at what happened and post again.",
            newest.version
        );
        Ok(Error::new(Kind::Stale, "stale_version", detail)
            .with("version", newest.version)
            .with("hash", newest.hash.clone())
            .with("missed", serde_json::to_value(missed.items).unwrap_or_default()))
    }

    /// What commands would come to. Nothing is stored, and nothing hidden is used:
    /// dice and cards come from throwaway chance and are not told.
    pub async fn preview(&self, match_id: &str, account: &str, post: Post) -> Result<Preview> {
        let (matches, match_id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                let folded = matches.load(conn, &match_id)?;
                let seat = seat(&folded, &who)?;
                let mut append = Append::to((*folded).clone(), matches.clock.now());
                if folded.version != post.version {
                    return Err(matches.stale(conn, &append, &who, post.version)?);
                }
                running(&folded)?;
                let mut tellings = Vec::new();
                let mut reveals = false;
                for command in &post.commands {
                    reveals = preview_one(&mut append, seat, command, &mut tellings)?;
                    if reveals {
                        break;
                    }
                }
                Ok(Preview { folded: Arc::new(append.folded), tellings, reveals, seat })
            })
            .await
    }

    /// Takes back the latest steps of a seat, to a version or by one step.
    pub async fn take_back(
        &self,
        match_id: &str,
        account: &str,
        to: Option<i64>,
    ) -> Result<Arc<Folded>> {
        let who = account.to_owned();
        let taken = self.perform(match_id, account, move |_, append| {
            let seat = seat(&append.folded, &who)?;
            running(&append.folded)?;
            let run = append.folded.run.as_ref().filter(|run| run.seat == seat);
            let nothing = || {
                Error::conflict(
                    "nothing_to_take_back",
                    "Your latest step cannot be taken back: something hidden was shown, or \
                     somebody else has acted since.",
                )
            };
            let run = run.ok_or_else(nothing)?;
            let to = match to {
                None => run.points.last().ok_or_else(nothing)?.version,
                Some(to) if run.points.iter().any(|point| point.version == to) => to,
                Some(_) => {
                    let versions: Vec<i64> = run.points.iter().map(|point| point.version).collect();
                    return Err(Error::conflict(
                        "cannot_take_back_to",
                        "Your steps cannot be taken back to this version.",
                    )
                    .with("versions", versions));
                }
            };
            let by = By { seat: Some(seat), actor: Some(&who) };
            append.emit(kind::TAKEN_BACK, &TakenBack { to }, by)
        });
        taken.await.map(|(folded, ())| folded)
    }

    /// Gives up. With two or more people left the match goes on, and the abandoned
    /// seat does as little as the rules allow; else it ends.
    pub async fn resign(&self, match_id: &str, account: &str) -> Result<Arc<Folded>> {
        let (matches, who) = (self.clone(), account.to_owned());
        let resigned = self.perform(match_id, account, move |conn, append| {
            let seat = seat(&append.folded, &who)?;
            running(&append.folded)?;
            if append.folded.sitters[seat.index()].resigned.is_some() {
                return Err(Error::conflict("resigned_already", "You have resigned already."));
            }
            let by = By { seat: Some(seat), actor: Some(&who) };
            append.emit(kind::RESIGNED, &Resigned {}, by)?;
            let secret = matches.secrets.of(conn, &append.folded.id)?;
            let seed = seed(&secret)?;
            go_on(append, &seed, &secret)
        });
        resigned.await.map(|(folded, ())| folded)
    }
}

/// The seed of a match.
pub(super) fn seed(secret: &SecretRow) -> Result<Seed> {
    Seed::from_hex(&secret.seed).ok_or_else(|| Error::fault("a stored seed cannot be read"))
}

fn running(folded: &Folded) -> Result<()> {
    match folded.status {
        Status::Running => Ok(()),
        Status::Open => Err(Error::conflict("not_started", "The match has not started yet.")),
        Status::Ended | Status::Cancelled => {
            Err(Error::conflict("match_over", "The match is over."))
        }
    }
}

/// The version that a repeated request led to.
fn repeated(answered: &AnsweredRow, match_id: &str, post: &Post) -> Result<i64> {
    if answered.match_id == match_id && answered.fingerprint == post.fingerprint {
        return Ok(answered.to_version);
    }
    Err(key_reused())
}

/// The error for a key that another request has used.
pub(super) fn key_reused() -> Error {
    Error::conflict(
        "key_reused",
        "This Idempotency-Key was used for another request; choose a new one for each.",
    )
}

/// Decides one command of a seat and appends what comes of it. `actor` is none where
/// the platform plays for an abandoned seat.
pub(super) fn play_one(
    append: &mut Append,
    seat: Seat,
    command: &Value,
    seed: &Seed,
    actor: Option<&str>,
) -> Result<()> {
    let folded = &append.folded;
    let state = folded.state.as_ref().ok_or_else(|| Error::fault("no state"))?;
    if folded.sitters[seat.index()].resigned.is_some() && actor.is_some() {
        return Err(Error::conflict("resigned_already", "You have resigned from this match."));
    }
    let mut chance = seed.chance(&folded.id, &folded.entropy(), folded.version);
    let decision = folded.game().decide(state, seat, command, &mut chance).map_err(undecided)?;
    if let Some(last) = decision.states.last() {
        // Better no answer than a match that has lost a piece.
        folded.game().audit(last).map_err(|off| {
            Error::fault(format!("match {}: {command} breaks a law: {off}", folded.id))
        })?;
    }
    append.played(&command.to_string(), decision, By { seat: Some(seat), actor })
}

fn preview_one(
    append: &mut Append,
    seat: Seat,
    command: &Value,
    tellings: &mut Vec<Telling>,
) -> Result<bool> {
    let folded = &append.folded;
    let game = folded.game();
    let before = folded.state.clone().ok_or_else(|| Error::fault("no state"))?;
    let mut decision =
        game.decide(&before, seat, command, &mut Seeded::new(0)).map_err(undecided)?;
    let shown = decision.reveals.iter().position(|&reveals| reveals);
    let kept = shown.unwrap_or(decision.events.len());
    decision.events.truncate(kept);
    decision.states.truncate(kept);
    decision.reveals.truncate(kept);
    let mut state = before;
    for (event, after) in decision.events.iter().zip(&decision.states) {
        let telling =
            game.tell(&state, game.schema(), event, Viewer::Seat(seat)).map_err(Error::fault)?;
        tellings.push(telling);
        state = after.clone();
    }
    append.played("null", decision, By { seat: Some(seat), actor: Some("preview") })?;
    Ok(shown.is_some())
}

/// Lets abandoned seats do their part, and ends a match that is over.
pub(super) fn go_on(append: &mut Append, seed: &Seed, secret: &SecretRow) -> Result<()> {
    for _ in 0..CARETAKING {
        if let Some(ranking) = final_ranking(&append.folded) {
            let ended = Ended { ranking, seed: secret.seed.clone() };
            return append.emit(kind::ENDED, &ended, By::default());
        }
        let folded = &append.folded;
        let resigned = |seat: &Seat| folded.sitters[seat.index()].resigned.is_some();
        let Some(seat) = folded.awaited().into_iter().find(resigned) else { return Ok(()) };
        let state = folded.state.as_ref().ok_or_else(|| Error::fault("no state"))?;
        let command = folded
            .game()
            .caretake(state, seat)
            .ok_or_else(|| Error::fault("an awaited seat has no command"))?;
        play_one(append, seat, &command, seed, None)?;
    }
    Err(Error::fault(format!("match {}: abandoned seats play without end", append.folded.id)))
}

/// Whether a match is over by the rules of its game, or because fewer than two
/// people are left.
pub fn is_over(folded: &Folded) -> bool {
    folded.ranking.is_some() || final_ranking(folded).is_some()
}

/// The ranking of a match that is over, be it by the game's rules or because fewer
/// than two people are left. Who resigned comes after all others, the last to go first.
pub(super) fn final_ranking(folded: &Folded) -> Option<Vec<Standing>> {
    let state = folded.state.as_ref()?;
    let mut ranking = match folded.game().turn(state) {
        Turn::Over(ranking) => ranking,
        Turn::Awaiting(_) if folded.staying().len() < 2 => folded
            .game()
            .score(state)
            .iter()
            .map(|(seat, sheet)| Standing { seat, place: 1, points: sheet.total() })
            .collect(),
        Turn::Awaiting(_) => return None,
    };
    let resigned = |standing: &Standing| folded.sitters[standing.seat.index()].resigned;
    if ranking.iter().any(|standing| resigned(standing).is_some()) {
        ranking.sort_by_key(|standing| match resigned(standing) {
            None => (0, i64::from(standing.place)),
            Some(version) => (1, -version),
        });
        for (standing, place) in ranking.iter_mut().zip(1..) {
            standing.place = place;
        }
    }
    Some(ranking)
}
