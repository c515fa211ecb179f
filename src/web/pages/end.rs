//! The end of a match on its table: who has won and why, what it did to ratings, and playing again.

use super::answer::Answer;
use super::form::{checked, given};
use super::lobby::back;
use super::plan::Address;
use super::points::Points;
use super::profile;
use super::visitor::Sent;
use crate::error::{Error, Kind, Result};
use crate::matches::Match;
use crate::matches::ratings::scale::Rating;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::matches::stream::commitment::Commitment;
use crate::matches::stream::consent::Proposal;
use crate::matches::stream::data::{Terms, Verdict};
use crate::rules::erased::AnyState;
use crate::rules::{Standing, Turn};
use crate::web::App;
use crate::web::api::{proof, seats};
use actix_web::web;
use serde::Deserialize;

/// How a match has ended.
pub struct End {
    /// Who has won.
    pub outcome: String,
    /// What is promised of the next match to whoever looks and can play again with the same
    /// people.
    pub again: Option<Commitment>,
    /// What put the winner first.
    pub decided: String,
    /// What it did to whose rating, or why nothing, in sentences; empty until that is known.
    pub ratings: String,
    pub points: Points,
}

/// How the match ended, if it has; `at` is the event that is looked at.
pub fn end((book, seen): (&Book, &Seen), at: Option<i64>, here: &Address) -> Result<Option<End>> {
    let folded = &*seen.folded;
    let Some(ranking) = &folded.ranking else { return Ok(None) };
    let state = folded.state.as_ref().ok_or_else(|| Error::fault("no board"))?;
    let to = |version: i64| here.looking_at(version);
    let Some(points) = Points::of(book, seen, at.unwrap_or(seen.newest), &to)? else {
        return Ok(None);
    };
    Ok(Some(End {
        again: None,
        outcome: outcome(seen, ranking),
        decided: decided(folded, state, ranking, &points.measured),
        ratings: String::new(),
        points,
    }))
}

/// Tells whether whoever looks can play again with the same people, and how.
pub async fn again(
    app: &App,
    end: Option<&mut End>,
    on: &Match,
    looker: Option<&str>,
) -> Result<()> {
    let within = on.again_until().is_some_and(|until| app.clock.now() <= until);
    let seated = looker.filter(|who| within && on.seat_of(who).is_some());
    if let (Some(end), Some(who)) = (end, seated) {
        end.again = match app.matches.commit_again(&on.id, who).await {
            Ok(promised) => Some(promised),
            Err(error) if error.kind() == Kind::Fault => return Err(error),
            // They have opened it too often.
            Err(_) => None,
        };
    }
    Ok(())
}

/// What playing again takes.
#[derive(Deserialize)]
pub struct Again {
    #[serde(default)]
    entropy: String,
    #[serde(default)]
    match_id: String,
    #[serde(default)]
    seed_hash: String,
}

/// POST /matches/{id}/rematch
pub async fn rematch(app: web::Data<App>, id: web::Path<String>, sent: Sent<Again>) -> Answer {
    let (person, form) = sent.by_person()?;
    let again = checked(seats::Again {
        entropy: given(&form.entropy),
        commitment: Some(proof::Commitment { match_id: form.match_id, seed_hash: form.seed_hash }),
    })?;
    let next = app.matches.rematch(&id, &person.account.id, again.added()?).await?;
    Ok(back(&next.id))
}

/// Tells what a match that is over did to ratings.
pub async fn rated(app: &App, end: Option<&mut End>, id: &str) -> Result<()> {
    if let (Some(end), Some((verdict, moved))) = (end, app.matches.moved_by(id).await?) {
        let one = |(name, (before, after)): &(String, (Rating, Rating))| {
            format!("{name} {}", profile::said_step(*before, *after))
        };
        let all: Vec<String> = moved.iter().map(one).collect();
        end.ratings = match all.is_empty() {
            true => verdict.said().to_owned(),
            false => format!("Ratings: {}.", all.join(", ")),
        };
    }
    Ok(())
}

/// Who has won, and which place whoever looks has.
fn outcome(seen: &Seen, ranking: &[Standing]) -> String {
    let first = ranking.iter().filter(|standing| standing.place == 1);
    let names: Vec<String> =
        first.map(|standing| seen.names.seat(&seen.folded, standing.seat)).collect();
    let won = match &names[..] {
        [] => return "It ended without a result.".to_owned(),
        [winner] => format!("{winner} has won."),
        [others @ .., last] => format!("{} and {last} have won together.", others.join(", ")),
    };
    let own = ranking.iter().find(|standing| Some(standing.seat) == seen.seat);
    match own.map(|own| own.place) {
        None => won,
        Some(1) if names.len() == 1 => "You have won.".to_owned(),
        Some(1) => format!("{won} You are one of them."),
        Some(place) => format!("{won} You are {}.", profile::nth(place.into())),
    }
}

/// What put the first before the second.
fn decided(
    folded: &Match,
    state: &AnyState,
    ranking: &[Standing],
    measured: &[(String, Vec<i64>)],
) -> String {
    let [first, second, ..] = ranking else { return String::new() };
    if first.place == second.place {
        return String::new();
    }
    let carried = |it: &&Proposal| matches!(it.closed, Some((Verdict::Carried, _)));
    let last = folded.proposals().iter().rfind(carried);
    if !matches!(folded.game().turn(state), Turn::Over(_)) {
        if last.is_some_and(|it| matches!(it.terms, Terms::End { .. })) {
            return "It was ended here by those who played on.".to_owned();
        }
        let left = folded.sitters.iter().filter(|sitter| sitter.resigned.is_none()).count();
        return match left {
            1 => "All others have resigned.".to_owned(),
            _ => "Too few people were left to play on.".to_owned(),
        };
    }
    let tie_break = || folded.game().tie_break(state, first.seat, second.seat);
    match measured {
        [(what, _), (_, beyond), ..] if beyond[0] == beyond[1] => match beyond[0] {
            0 => format!("Both have exactly their {what}: {}.", tie_break()),
            by if by > 0 => format!("Both are {by} beyond their {what}: {}.", tie_break()),
            by => format!("Both are {} short of their {what}: {}.", by.abs(), tie_break()),
        },
        [(what, asked), (_, beyond), ..] => {
            let far = match beyond[0] {
                0 => format!("exactly the {what} of {}", asked[0]),
                by if by > 0 => format!("{by} beyond the {what} of {}", asked[0]),
                by => format!("{} short of the {what} of {}", by.abs(), asked[0]),
            };
            format!("The winner has {} points, {far}.", first.points)
        }
        _ if first.points == second.points => {
            format!("Level on {} points: {}.", first.points, tie_break())
        }
        _ => {
            format!("The winner has {} points, the second {}.", first.points, second.points)
        }
    }
}
