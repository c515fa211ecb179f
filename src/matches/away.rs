//! Being away from all one's matches at once.
//!
//! Each match has its own days and says so in its own stream; this goes through all of them.

use super::decide::{self, Command};
use super::stream::event::AwayBooked;
use super::stream::state::Match;
use super::{Matches, Status};
use crate::clock::calendar::Span;
use crate::db::calendars as rows;
use crate::error::{Code, Kind, Result};
use std::sync::Arc;

/// A match of somebody that has clocks, and when they are away from it.
#[derive(Clone, Debug)]
pub struct Stay {
    /// Which match.
    pub match_id: String,
    /// What its host called it.
    pub title: String,
    /// When they are away, now or later, in order.
    pub away: Vec<Span>,
    /// For how many more days they can be away.
    pub days_left: i64,
    /// Why they cannot be away as they just wished, if they cannot.
    pub refused: Option<String>,
    /// The match as it stands then.
    pub on: Arc<Match>,
}

impl Matches {
    /// When somebody is away, in each match of theirs that has clocks.
    pub async fn away(&self, account: &str) -> Result<Vec<Stay>> {
        self.in_all(account, None).await
    }

    /// Somebody will be away from all matches that allow it. Asked again, it books what was
    /// not booked.
    ///
    /// # Errors
    /// `wrong_away` where nobody can be away then, in whichever match.
    pub async fn go_away(&self, account: &str, span: Span) -> Result<Vec<Stay>> {
        decide::away::check(&span, self.clock.now())?;
        let booked = AwayBooked { from: span.from.and_utc(), to: span.to.and_utc() };
        self.in_all(account, Some(Command::Away(booked))).await
    }

    /// Somebody is back in all matches, and will not be away later either.
    pub async fn be_back(&self, account: &str) -> Result<Vec<Stay>> {
        self.in_all(account, Some(Command::EndAway)).await
    }

    async fn in_all(&self, account: &str, wish: Option<Command>) -> Result<Vec<Stay>> {
        let id = account.to_owned();
        let live = self.db.read(move |conn| rows::matches_of(conn, &id)).await?;
        let mut stays = Vec::new();
        for match_id in live {
            let on = match self.newest(&match_id, None).await {
                Ok(on) => on,
                // A newer server can say it.
                Err(error) if error.code == Code::NewerThanThisServer => continue,
                Err(error) if error.kind() == Kind::Unavailable => return Err(error),
                Err(error) => {
                    tracing::error!(match_id, %error, "nobody can say who is away");
                    continue;
                }
            };
            if let Some(known) = self.stay(&on, account) {
                stays.push(match &wish {
                    Some(wish) => self.wish(known, account, wish).await?,
                    None => known,
                });
            }
        }
        Ok(stays)
    }

    /// How it stands with somebody in a match that has clocks, unless they have given up.
    fn stay(&self, on: &Arc<Match>, account: &str) -> Option<Stay> {
        let seat = on.seat_of(account)?;
        let sitter = on.sitter(seat).filter(|sitter| sitter.is_present())?;
        let live = matches!(on.status, Status::Open | Status::Running) && on.timing.is_some();
        live.then(|| {
            let mut away: Vec<Span> = sitter.away_from(self.clock.now()).copied().collect();
            away.sort_by_key(|span| span.from);
            Stay {
                match_id: on.id.clone(),
                title: on.opened.title.clone(),
                away,
                days_left: on.days_left(seat),
                refused: None,
                on: on.clone(),
            }
        })
    }

    async fn wish(&self, known: Stay, account: &str, wish: &Command) -> Result<Stay> {
        let done = match wish {
            Command::Away(new) if known.away.contains(&span(new)) => return Ok(known),
            Command::EndAway if known.away.is_empty() => return Ok(known),
            _ => self.command(&known.match_id, account, wish.clone()).await,
        };
        match done {
            Ok(on) => Ok(self.stay(&on, account).unwrap_or(known)),
            // It was over, or given up, a moment ago.
            Err(no) if matches!(no.code, Code::MatchOver | Code::ResignedAlready) => Ok(known),
            Err(no) if no.kind() == Kind::Unavailable => Err(no),
            // It must not keep them in the others.
            Err(no) => Ok(Stay { refused: Some(no.detail), ..known }),
        }
    }
}

fn span(booked: &AwayBooked) -> Span {
    Span { from: booked.from.naive_utc(), to: booked.to.naive_utc() }
}
