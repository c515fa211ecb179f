//! Playing again: the same people, the same game, one click.
//!
//! Seats are taken as people come: in both games who begins is drawn, so that turning the seats
//! would turn nothing but the colours.
//!
//! The next match has an identifier that follows from the one before it, so that two people who
//! ask at the same moment, wherever they ask, meet in one match.

use super::commands::Opening;
use super::stream::commitment::Commitment;
use super::stream::state::{Match, Status};
use super::{Matches, Open};
use crate::clock::Instant;
use crate::db::{accounts, blocks, invitations, is_taken, matches as rows};
use crate::error::{Code, Error, Kind, Result};
use crate::random;
use chrono::Duration;
use std::sync::Arc;

/// For how long after its end a match can be played again by the same people.
pub const WITHIN: Duration = Duration::days(14);

/// How often one person opens the next match anew after it was cancelled; nobody uses that up
/// for the others.
const AGAIN: usize = 5;

impl Match {
    /// Until when the same people can play again, once it has been played to its end.
    pub fn again_until(&self) -> Option<Instant> {
        self.ended_at.filter(|_| self.status == Status::Ended).map(|ended| ended + WITHIN)
    }

    /// The identifier of the match after this one, once so many of them were cancelled.
    fn next_id(&self, cancelled: u32) -> String {
        let named = format!("the match after\n{}\n{cancelled}", self.id);
        random::id_from(&named, self.ended_at.unwrap_or(self.changed_at))
    }
}

impl Matches {
    /// The match that comes after one, for somebody who wants to play again: its identifier, and
    /// the match, where somebody else has opened it.
    ///
    /// # Errors
    /// `no_seat` for whoever had no seat at the end, `match_not_over` before it, `match_over`
    /// more than [`WITHIN`] after it or where they have opened it too often.
    async fn next(&self, on: &Match, account: &str) -> Result<(String, Option<Arc<Match>>)> {
        if on.seat_of(account).is_none() {
            let why = "Only who has played to the end can play again with the others.";
            return Err(Error::new(Code::NoSeat, why));
        }
        let Some(until) = on.again_until() else {
            let why = "It can be played again once it has been played to its end.";
            return Err(Error::new(Code::MatchNotOver, why));
        };
        if self.clock.now() > until {
            let why = "It is too long ago: open a new match, and invite the others.";
            return Err(Error::new(Code::MatchOver, why));
        }
        let mut own = 0;
        for cancelled in 0.. {
            let id = on.next_id(cancelled);
            match self.newest(&id, None).await {
                Ok(next) if next.status == Status::Cancelled => {
                    own += usize::from(next.opened.host == account);
                }
                Ok(next) => return Ok((id, Some(next))),
                Err(none) if none.code == Code::NotFound && own >= AGAIN => break,
                Err(none) if none.code == Code::NotFound => return Ok((id, None)),
                Err(error) => return Err(error),
            }
        }
        let why = "You have opened the next match too often: open a new one.";
        Err(Error::new(Code::MatchOver, why))
    }

    /// Promises the seed of the next match to somebody who is about to play again: only then do
    /// they choose what they add to its chance. It is the same for all of them, whoever opens it.
    ///
    /// # Errors
    /// Those of [`Matches::rematch`] that say that one cannot play again.
    pub async fn commit_again(&self, match_id: &str, account: &str) -> Result<Commitment> {
        let on = self.visible_to(match_id, account).await?;
        let (match_id, next) = self.next(&on, account).await?;
        let seed_hash = match next {
            Some(next) => next.opened.seed_hash.clone(),
            None => self.commitments.next(&match_id).commitment(),
        };
        Ok(Commitment { match_id, seed_hash })
    }

    /// Opens the next match of the same people, invites them, and seats the same robots; or
    /// takes a seat there, where somebody else was first. `added` is what somebody adds to its
    /// chance, with the promise that they knew before.
    ///
    /// # Errors
    /// `no_seat` for whoever had no seat at the end, `match_not_over` before it, `match_over`
    /// more than [`WITHIN`] after it; `wrong_commitment` where another seed was promised; what
    /// opening and joining a match refuse.
    pub async fn rematch(
        &self,
        match_id: &str,
        account: &str,
        added: Option<(String, Commitment)>,
    ) -> Result<Arc<Match>> {
        let on = self.visible_to(match_id, account).await?;
        let id = match self.next(&on, account).await? {
            (_, Some(next)) => return self.meet(&on, next, account, added).await,
            (id, None) => id,
        };
        let seed = self.commitments.next(&id);
        let entropy = promised(&added, &id, &seed.commitment())?;
        let robots = on.sitters.iter().filter_map(|one| one.robot_kind()).collect();
        let opening = Opening { robots, ..Opening::of(id.clone(), seed) };
        match self.open_again(&on, opening, account, entropy).await {
            // Somebody else was first, or the same request came twice at the same moment.
            Err(error) if is_taken(&error) || error.kind() == Kind::Conflict => {
                match self.newest(&id, None).await {
                    Ok(next) => self.meet(&on, next, account, added).await,
                    Err(_) => Err(error),
                }
            }
            done => done,
        }
    }

    /// Takes a seat in the next match, which somebody has opened. Whoever did it themselves invites
    /// the others now while it is open: they may have been cut off.
    async fn meet(
        &self,
        on: &Match,
        next: Arc<Match>,
        account: &str,
        added: Option<(String, Commitment)>,
    ) -> Result<Arc<Match>> {
        if next.seat_of(account).is_some() {
            if next.host == account && next.status == Status::Open {
                self.invite_again(on, &next, account).await?;
            }
            return Ok(next);
        }
        let entropy = promised(&added, &next.id, &next.opened.seed_hash)?;
        let id = next.id.clone();
        let secret = self.db.read(move |conn| rows::secret(conn, &id)).await?;
        let invitation = secret.map(|secret| secret.invitation);
        match self.join(&next.id, account, invitation, entropy).await {
            // Clicked twice at the same moment.
            Err(error) if error.code == Code::SeatedAlready => self.newest(&next.id, None).await,
            joined => joined,
        }
    }

    async fn open_again(
        &self,
        on: &Match,
        opening: Opening,
        account: &str,
        entropy: Option<String>,
    ) -> Result<Arc<Match>> {
        let wish = Open {
            game: on.opened.game.clone(),
            seats: on.opened.seats,
            config: on.opened.config.clone(),
            title: on.opened.title.clone(),
            visibility: on.opened.visibility,
            entropy,
            timing: on.timing,
            rounds_apart: true,
            rated: on.rated,
        };
        let next = self.open_as(account, &wish, opening, || Ok(())).await?;
        self.invite_again(on, &next, account).await?;
        Ok(next)
    }

    /// Invites the people of a match to the next one, as far as that has not been done: whoever
    /// opened it may have been cut off.
    async fn invite_again(&self, on: &Match, next: &Match, account: &str) -> Result<()> {
        for other in &self.people(on, account).await? {
            if next.seat_of(other).is_some() {
                continue;
            }
            let (match_id, guest) = (next.id.clone(), other.clone());
            let invited = self.db.read(move |conn| invitations::of(conn, &match_id, &guest));
            if invited.await?.is_none() {
                self.give_invitation(next, account, other).await?;
            }
        }
        Ok(())
    }

    /// The accounts of the others in a match that are still there, but for those whom an account
    /// has blocked.
    async fn people(&self, on: &Match, account: &str) -> Result<Vec<String>> {
        let people = on.sitters.iter().filter(|sitter| sitter.robot.is_none());
        let people = people.filter(|sitter| sitter.account != account);
        let people: Vec<String> = people.map(|sitter| sitter.account.clone()).collect();
        let who = account.to_owned();
        let read = self.db.read(move |conn| {
            let blocked = blocks::blocked_by(conn, &who)?;
            let known = accounts::by_ids(conn, &people)?.into_iter();
            let there = known.filter(|row| row.closed_at.is_none() && !blocked.contains(&row.id));
            Ok(there.map(|row| row.id).collect())
        });
        read.await
    }
}

/// What somebody adds to the chance of a match with this seed, where it is the one that they were
/// promised.
fn promised(
    added: &Option<(String, Commitment)>,
    match_id: &str,
    seed_hash: &str,
) -> Result<Option<String>> {
    match added {
        None => Ok(None),
        Some((entropy, shown)) if shown.match_id == match_id && shown.seed_hash == seed_hash => {
            Ok(Some(entropy.clone()))
        }
        Some(_) => {
            let why = "This is not the promise that holds for the seed of the next match now. Take \
                       a new one; on the page, load it again.";
            Err(Error::new(Code::WrongCommitment, why))
        }
    }
}
