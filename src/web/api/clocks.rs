//! Time: the pace of a match, its clocks, stand-ins.

use super::look::{MatchAnswer, answer};
use super::table::Watching;
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::time::pace::{Pace, Preset};
use crate::matches::time::{clock, reserve};
use crate::rules::Seat;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::{Caller, Person};
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use crate::web::query::Query;
use crate::words::Word;
use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::fmt;
use utoipa::ToSchema;

/// How fast to play: a word, or the parts of a pace.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum PaceWish {
    /// One that has a name.
    Named(Preset),
    /// One of your own.
    Parts(PaceParts),
}

/// Says what is wrong with the parts, and not that neither form fits.
impl<'de> Deserialize<'de> for PaceWish {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_any(ReadPace)
    }
}

struct ReadPace;

impl<'de> Visitor<'de> for ReadPace {
    type Value = PaceWish;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a word, or an object of its parts")
    }

    fn visit_str<E: de::Error>(self, word: &str) -> std::result::Result<PaceWish, E> {
        Preset::of_word(word).map(PaceWish::Named).ok_or_else(|| {
            let words: Vec<&str> = Preset::ALL.iter().map(|preset| preset.word()).collect();
            E::custom(format!("no pace is called `{word}`: {}", words.join(", ")))
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, parts: A) -> std::result::Result<PaceWish, A::Error> {
        PaceParts::deserialize(MapAccessDeserializer::new(parts)).map(PaceWish::Parts)
    }
}

/// Reads a pace where the place of what does not fit is lost, and says that it is the pace.
pub fn within_pace<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> std::result::Result<PaceWish, D::Error> {
    PaceWish::deserialize(deserializer).map_err(|why| de::Error::custom(format!("pace: {why}")))
}

impl From<PaceWish> for Pace {
    fn from(wish: PaceWish) -> Pace {
        match wish {
            PaceWish::Named(preset) => preset.pace(),
            PaceWish::Parts(parts) => parts.into(),
        }
    }
}

/// The parts of a pace, in minutes that count: nine quiet hours of each day do not, so a
/// day has 900.
#[derive(Clone, Copy, Debug, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaceParts {
    /// Free for the first wait of a round, 60 to 27,000.
    #[schema(minimum = 60, maximum = 27000)]
    pub window: u32,
    /// Free for each later wait of the same round, 60 to 27,000.
    #[schema(minimum = 60, maximum = 27000)]
    pub again: u32,
    /// What a seat begins with beyond that, at most `cap`.
    #[schema(maximum = 27000)]
    pub reserve: u32,
    /// How much the reserve grows when a round begins.
    #[schema(maximum = 27000)]
    pub refill: u32,
    /// How far it can grow, at most 27,000.
    #[schema(maximum = 27000)]
    pub cap: u32,
    /// How many days of each week do not count, at most 2.
    #[schema(maximum = 2)]
    pub days_off: u8,
    /// How many days a person can be away in the whole match, at most 60.
    #[schema(maximum = 60)]
    pub away_days: u8,
    /// How much longer a seat has, once a match, when its time is over; 60 to 27,000.
    #[schema(minimum = 60, maximum = 27000)]
    pub grace: u32,
}

impl From<PaceParts> for Pace {
    fn from(parts: PaceParts) -> Pace {
        let PaceParts { window, again, reserve, refill, cap, days_off, away_days, grace } = parts;
        Pace { window, again, reserve, refill, cap, days_off, away_days, grace }
    }
}

/// The pace of a match.
#[derive(Serialize, ToSchema)]
pub struct PaceAnswer {
    /// Its name, if it has one.
    pub name: Option<Preset>,
    /// What it asks of people, in words.
    #[schema(example = "at least once a day")]
    pub said: String,
    /// Its parts.
    pub parts: PaceParts,
}

impl From<Pace> for PaceAnswer {
    fn from(pace: Pace) -> PaceAnswer {
        let (name, said) = (pace.preset(), pace.said());
        let Pace { window, again, reserve, refill, cap, days_off, away_days, grace } = pace;
        let parts = PaceParts { window, again, reserve, refill, cap, days_off, away_days, grace };
        PaceAnswer { name, said, parts }
    }
}

/// The clock of a seat.
#[derive(Serialize, ToSchema)]
pub struct ClockAnswer {
    /// Which seat.
    pub seat: u8,
    /// When the free time of the wait that runs now is used up; of your own clock only: of others
    /// it decides nothing, and tells of their hours.
    pub free_until: Option<DateTime<Utc>>,
    /// When its reserve is used up too, and its time is over; but two counted hours at least after
    /// Turnwise is back from an outage, which is known here once somebody has acted in the match.
    pub due: Option<DateTime<Utc>>,
    /// What is in reserve, in counted minutes; of a clock that runs, what was when the wait
    /// began.
    pub reserve: i64,
}

/// The clocks of a match.
#[derive(Serialize, ToSchema)]
pub struct ClocksAnswer {
    /// By seat; empty for a match without a pace.
    pub items: Vec<ClockAnswer>,
}

/// The clocks of a match: whose time is over when, and what is in reserve.
#[utoipa::path(operation_id = "get_clocks", tag = "play", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Watching),
    responses((status = 200, description = "The clocks.", body = ClocksAnswer),
        MaySign, OnThing, Always))]
#[get("/clocks")]
pub async fn clocks(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    how: Query<Watching>,
) -> Result<HttpResponse> {
    let looker = caller.looker(how.into_inner().watch)?;
    let seen = app.matches.look(&id, looker, None).await?;
    let (own, on) = (seen.seat, seen.folded);
    let people = Seat::all(on.sitters.len()).filter(|seat| on.sitters[seat.index()].is_present());
    let items = people.filter_map(|seat| {
        let running = clock(&on, seat);
        Some(ClockAnswer {
            seat: seat.0,
            free_until: running.filter(|_| own == Some(seat)).map(|clock| utc(clock.free_until)),
            due: running.map(|clock| utc(clock.due)),
            reserve: running.map_or(reserve(&on, seat)?, |clock| clock.reserve).num_minutes(),
        })
    });
    Ok(HttpResponse::Ok().json(ClocksAnswer { items: items.collect() }))
}

/// For whom a stand-in is called.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": 1}))]
pub struct NewStandIn {
    /// The seat whose time is over.
    #[garde(range(max = 11))]
    #[schema(maximum = 11)]
    pub seat: u8,
}

/// Call a stand-in for somebody whose time is over, where none comes by itself.
#[utoipa::path(tag = "play", security(("token" = ["play"])), request_body = NewStandIn,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/stand-ins")]
pub async fn call_stand_in(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewStandIn>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.call_stand_in(&id, who, Seat(new.seat)).await?;
    answer(&app, folded, who, HttpResponse::Created()).await
}

/// Take your seat back from the stand-in. To play does the same.
#[utoipa::path(tag = "play", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "The match.", body = MatchAnswer), MaySign, OnThing, InState, Always))]
#[delete("/stand-ins/me")]
pub async fn come_back(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.come_back(&id, who).await?;
    answer(&app, folded, who, HttpResponse::Ok()).await
}
