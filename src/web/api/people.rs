//! People: how well they play, what their matches came to, and who plays a game best.

use super::paging;
use crate::accounts::bots::Name;
use crate::clock::utc;
use crate::error::{Error, Result};
use crate::games;
use crate::matches::ratings::profile::{Achieved, ENOUGH, Encounters, Strength, place_of};
use crate::matches::ratings::result::{Part, Verdict};
use crate::matches::ratings::scale::Rating;
use crate::rules::Robot;
use crate::web::App;
use crate::web::caller::Caller;
use crate::web::openapi::Robots;
use crate::web::problem::{Always, MaySign, OnThing};
use crate::web::query::Query;
use actix_web::{HttpResponse, get, web};
use chrono::{DateTime, NaiveTime, Utc};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use utoipa::{IntoParams, ToSchema};

/// A rating: how well somebody plays a game, as far as it is known.
#[derive(Serialize, ToSchema)]
pub struct RatingAnswer {
    /// The most likely strength, in points. Everybody begins at 1500, where the sensible robot
    /// stands; who has 175 more comes first about two times in three.
    #[schema(example = 1_634.218)]
    pub rating: f64,
    /// How uncertain it is, in points: the standard deviation.
    #[schema(example = 88.5)]
    pub uncertainty: f64,
}

impl From<Rating> for RatingAnswer {
    fn from(rating: Rating) -> RatingAnswer {
        let points = |thousandths: i64| thousandths as f64 / 1_000.0;
        RatingAnswer { rating: points(rating.points), uncertainty: points(rating.spread) }
    }
}

/// How well somebody plays a game.
#[derive(Serialize, ToSchema)]
pub struct StrengthAnswer {
    /// Slug of the game.
    pub game: String,
    /// Who.
    pub handle: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Their rating.
    pub rating: RatingAnswer,
    /// How many matches have moved it.
    pub matches: i64,
    /// The day on which the newest of them ended: to the minute it would tell who sat together.
    pub since: DateTime<Utc>,
}

impl From<Strength> for StrengthAnswer {
    fn from(one: Strength) -> StrengthAnswer {
        StrengthAnswer {
            game: one.game,
            bot: one.name.holder.is_bot(),
            handle: one.name.handle,
            rating: one.rating.into(),
            matches: one.matches,
            since: utc(one.since).date_naive().and_time(NaiveTime::MIN).and_utc(),
        }
    }
}

/// How somebody has done against somebody else in rated matches of a game.
#[derive(Serialize, ToSchema)]
pub struct EncountersAnswer {
    /// Slug of the game.
    pub game: String,
    /// The other: a handle, or the name of a kind of robot.
    pub against: String,
    /// Whether the other is a robot of the platform.
    pub robot: bool,
    /// Whether the other is a bot: somebody's program.
    pub bot: bool,
    /// How often they came before the other.
    pub ahead: u32,
    /// How often they were level.
    pub level: u32,
    /// How often they came behind.
    pub behind: u32,
}

impl From<Encounters> for EncountersAnswer {
    fn from(one: Encounters) -> EncountersAnswer {
        let Encounters { game, name, robot, ahead, level, behind } = one;
        let (against, bot) = (name.handle, name.holder.is_bot());
        EncountersAnswer { game, against, robot, bot, ahead, level, behind }
    }
}

/// Somebody who plays here.
#[derive(Serialize, ToSchema)]
pub struct PersonAnswer {
    /// What they are called.
    pub handle: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Since when they are here.
    pub since: DateTime<Utc>,
    /// How well they play, by game; every rated match counts, also those you cannot see.
    pub ratings: Vec<StrengthAnswer>,
    /// How they have done against others in the latest 300 rated matches that you may see, those
    /// first whom they met most.
    pub encounters: Vec<EncountersAnswer>,
}

/// Somebody's ratings, and how they have done against others.
#[utoipa::path(operation_id = "get_person", tag = "people", security((), ("token" = ["read"])),
    params(("handle" = String, Path, description = "What they are called.", example = "anna")),
    responses((status = 200, description = "The person.", body = PersonAnswer),
        MaySign, OnThing, Always))]
#[get("/people/{handle}")]
pub async fn person(
    app: web::Data<App>,
    caller: Caller,
    handle: web::Path<String>,
) -> Result<HttpResponse> {
    let reader = caller.reader()?;
    let account = app.accounts.by_handle(&handle).await?;
    let account = account.ok_or_else(|| Error::not_found("person"))?;
    let ratings = app.matches.strengths(&account.id).await?;
    let encounters = app.matches.encounters(&account.id, reader.as_deref()).await?;
    Ok(HttpResponse::Ok().json(PersonAnswer {
        bot: account.holder.is_bot(),
        handle: account.handle,
        since: utc(account.created_at),
        ratings: ratings.into_iter().map(Into::into).collect(),
        encounters: encounters.into_iter().map(Into::into).collect(),
    }))
}

/// Which results to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ResultFilter {
    /// Only this game, by slug.
    pub game: Option<String>,
    /// Where the page before ended: its `next`.
    pub cursor: Option<String>,
    /// How many, 1 to 100; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
}

/// What an ended match came to for somebody.
#[derive(Serialize, ToSchema)]
pub struct ResultAnswer {
    /// Which match: UUID.
    #[serde(rename = "match")]
    pub match_id: String,
    /// What it is called.
    pub title: String,
    /// Slug of the game.
    pub game: String,
    /// When it ended.
    pub ended_at: DateTime<Utc>,
    /// Whether it moved ratings, or why not.
    pub verdict: Verdict,
    /// What they did about their seat.
    pub part: Part,
    /// Whether it counted only against them, since a stand-in has played more than a quarter of
    /// their turns.
    pub only_against: bool,
    /// Their place in the ranking.
    pub place: Option<i32>,
    /// Their points.
    pub points: Option<i32>,
    /// Their points by rule.
    #[schema(example = json!({"monument_of_level_2": 3, "craftsmen": 4}))]
    pub sources: BTreeMap<String, i32>,
    /// How many turns they had.
    pub turns: i32,
    /// How many of them a stand-in has played.
    pub stood_in: i32,
    /// Their rating before it, if it moved it.
    pub before: Option<RatingAnswer>,
    /// Their rating after it, if it moved it.
    pub after: Option<RatingAnswer>,
    /// Everybody else who had a seat.
    pub others: Vec<OtherAnswer>,
}

/// Somebody else who had a seat.
#[derive(Serialize, ToSchema)]
pub struct OtherAnswer {
    /// Who: the handle of a person or a bot, or a robot's name.
    pub handle: String,
    /// Whether it is a bot: somebody's program, not a robot of the platform.
    pub bot: bool,
    /// Their place in the ranking.
    pub place: Option<i32>,
}

impl From<Achieved> for ResultAnswer {
    fn from(one: Achieved) -> ResultAnswer {
        let (before, after) = one.moved.unzip();
        let other = |(name, place): (Name, Option<i32>)| OtherAnswer {
            bot: name.holder.is_bot(),
            handle: name.handle,
            place,
        };
        ResultAnswer {
            match_id: one.match_id,
            title: one.title,
            game: one.game,
            ended_at: utc(one.ended_at),
            verdict: one.verdict,
            part: one.part,
            only_against: one.only_against,
            place: one.place,
            points: one.points,
            sources: one.sources,
            turns: one.waits,
            stood_in: one.stood_in,
            before: before.map(Into::into),
            after: after.map(Into::into),
            others: one.others.into_iter().map(other).collect(),
        }
    }
}

/// Some results.
#[derive(Serialize, ToSchema)]
pub struct ResultPage {
    /// The match that ended last first.
    pub items: Vec<ResultAnswer>,
    /// The `cursor` of the next page, if there is more.
    pub next: Option<String>,
}

/// What somebody's ended matches came to, of those that you may see.
#[utoipa::path(operation_id = "list_results", tag = "people", security((), ("token" = ["read"])),
    params(("handle" = String, Path, description = "What they are called.", example = "anna"), ResultFilter),
    responses((status = 200, description = "Some results.", body = ResultPage),
        MaySign, OnThing, Always))]
#[get("/people/{handle}/results")]
pub async fn results(
    app: web::Data<App>,
    caller: Caller,
    handle: web::Path<String>,
    filter: Query<ResultFilter>,
) -> Result<HttpResponse> {
    let reader = caller.reader()?;
    let ResultFilter { game, cursor, limit } = filter.into_inner();
    let limit = paging::limit(limit, 20, 100)?;
    let (game, after) = (paging::game(game)?, paging::cursor(cursor, place_of)?);
    let account = app.accounts.by_handle(&handle).await?;
    let account = account.ok_or_else(|| Error::not_found("person"))?;
    let which = (game.as_deref(), after);
    let mut found = app.matches.achieved(&account.id, reader.as_deref(), which, limit + 1).await?;
    let more = found.len() as i64 > limit;
    found.truncate(limit as usize);
    let next = found.last().map(Achieved::place).filter(|_| more);
    let items = found.into_iter().map(ResultAnswer::from).collect();
    Ok(HttpResponse::Ok().json(ResultPage { items, next }))
}

/// Where a kind of robot stands.
#[derive(Serialize, ToSchema)]
pub struct MarkAnswer {
    /// Which kind.
    #[schema(value_type = Robots)]
    pub robot: Robot,
    /// What it is called.
    pub name: String,
    /// Its rating, in points. It never moves.
    pub rating: f64,
}

/// Who plays a game best.
#[derive(Serialize, ToSchema)]
pub struct BestAnswer {
    /// The best first; at most 100.
    pub items: Vec<StrengthAnswer>,
    /// The robots, as marks of the scale.
    pub robots: Vec<MarkAnswer>,
    /// How many rated matches somebody needs to be listed.
    pub least_matches: i64,
}

/// Who plays a game best, of those with enough matches.
#[utoipa::path(operation_id = "list_best", tag = "people",
    params(("slug" = String, Path, description = "The game's name in addresses.", example = "bora-bora")),
    responses((status = 200, description = "The best.", body = BestAnswer), OnThing, Always))]
#[get("/games/{slug}/ratings")]
pub async fn best(app: web::Data<App>, slug: web::Path<String>) -> Result<HttpResponse> {
    games::find(&slug).ok_or_else(|| Error::not_found("game"))?;
    let items = app.matches.best(&slug).await?.into_iter().map(Into::into).collect();
    let mark = |robot: &Robot| MarkAnswer {
        robot: *robot,
        name: robot.name().to_owned(),
        rating: RatingAnswer::from(Rating::of_robot(*robot)).rating,
    };
    let robots = Robot::ALL.iter().rev().map(mark).collect();
    Ok(HttpResponse::Ok().json(BestAnswer { items, robots, least_matches: ENOUGH }))
}
