//! How often letters about matches come, and who sits in front of which match.

use crate::accounts::profile::Change;
use crate::accounts::token::Scope;
use crate::error::Result;
use crate::mail::kind::LetterKind;
use crate::mail::rhythm::{Pulse, Rhythm};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, get, put, web};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which letters come while a turn waits whose time goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reminders {
    /// When half of the free time is gone, when all of it is, and a last call.
    Standard,
    /// A last call before the time is over.
    LastCall,
    /// None. Your time is over all the same.
    None,
}

impl Reminders {
    /// The kinds of letters that are not wanted then.
    fn unwanted(self) -> &'static [LetterKind] {
        match self {
            Reminders::Standard => &[],
            Reminders::LastCall => &[LetterKind::Reminder],
            Reminders::None => &[LetterKind::Reminder, LetterKind::LastCall],
        }
    }

    /// What it comes to that these kinds are not wanted; `None` where it is none of these.
    fn of(muted: &[LetterKind]) -> Option<Reminders> {
        let is_muted = |kind| muted.contains(&kind);
        match (is_muted(LetterKind::Reminder), is_muted(LetterKind::LastCall)) {
            (false, false) => Some(Reminders::Standard),
            (true, false) => Some(Reminders::LastCall),
            (true, true) => Some(Reminders::None),
            (false, true) => None,
        }
    }
}

/// How often letters about matches shall come; what is left out stays.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rhythm": "daily", "hour": 18, "reminders": "last_call"}))]
pub struct RhythmWish {
    /// How often.
    #[garde(skip)]
    pub rhythm: Option<Pulse>,
    /// For how many hours what happens is bundled, 1 to 12.
    #[garde(inner(range(min = 1, max = 12)))]
    #[schema(minimum = 1, maximum = 12)]
    pub every: Option<u8>,
    /// The hour of a daily letter, 0 to 23, where you live (UTC as long as you have not said).
    #[garde(inner(range(max = 23)))]
    #[schema(maximum = 23)]
    pub hour: Option<u8>,
    /// Which letters come while a turn waits whose time goes by.
    #[garde(skip)]
    pub reminders: Option<Reminders>,
}

/// How often letters about matches come.
#[derive(Serialize, ToSchema)]
pub struct RhythmAnswer {
    /// How often.
    pub rhythm: Pulse,
    /// For how many hours what happens is bundled.
    pub every: u8,
    /// The hour of a daily letter.
    pub hour: u8,
    /// Which letters come while a turn waits; `null` where the kinds in `muted` of your
    /// account say something else than these words.
    pub reminders: Option<Reminders>,
}

impl RhythmAnswer {
    fn of(rhythm: Rhythm, muted: &[LetterKind]) -> RhythmAnswer {
        let Rhythm { pulse, every, hour } = rhythm;
        RhythmAnswer { rhythm: pulse, every, hour, reminders: Reminders::of(muted) }
    }
}

/// How often letters about matches come.
#[utoipa::path(operation_id = "get_rhythm", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "Your rhythm.", body = RhythmAnswer), MaySign, Always))]
#[get("/me/letters/rhythm")]
pub async fn my_rhythm(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let rhythm = app.matches.rhythm(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(RhythmAnswer::of(rhythm, &person.account.muted)))
}

/// Set how often letters about matches come. Not for scripts.
///
/// At once, in bundles, once a day, or not at all. Last calls and what is said when your time
/// was over pass bundles and days; letters about your account always come.
#[utoipa::path(operation_id = "set_rhythm", tag = "me", security(("token" = ["session"])), request_body = RhythmWish,
    responses((status = 200, description = "As it is now.", body = RhythmAnswer),
        WithBody, MaySign, OnThing, Always))]
#[put("/me/letters/rhythm")]
pub async fn set_my_rhythm(
    app: web::Data<App>,
    person: Person,
    Body(wish): Body<RhythmWish>,
) -> Result<HttpResponse> {
    person.session()?;
    let mut muted = person.account.muted.clone();
    if let Some(reminders) = wish.reminders {
        let of_waits = Reminders::None.unwanted();
        muted.retain(|kind| !of_waits.contains(kind));
        muted.extend(reminders.unwanted());
        let change = Change { muted: Some(muted.clone()), ..Change::default() };
        app.accounts.change(&person.account, change).await?;
    }
    let known = app.matches.rhythm(&person.account.id).await?;
    let rhythm = changed(known, wish.rhythm, wish.every, wish.hour);
    app.matches.set_rhythm(&person.account.id, rhythm).await?;
    Ok(HttpResponse::Ok().json(RhythmAnswer::of(rhythm, &muted)))
}

fn changed(known: Rhythm, pulse: Option<Pulse>, every: Option<u8>, hour: Option<u8>) -> Rhythm {
    Rhythm {
        pulse: pulse.unwrap_or(known.pulse),
        every: every.unwrap_or(known.every),
        hour: hour.unwrap_or(known.hour),
    }
}

/// How often letters about one match shall come.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"rhythm": "bundled", "every": 6}))]
pub struct MatchRhythmWish {
    /// How often; `null` or left out: as often as all others.
    #[garde(skip)]
    pub rhythm: Option<Pulse>,
    /// For how many hours what happens is bundled, 1 to 12.
    #[garde(inner(range(min = 1, max = 12)))]
    #[schema(minimum = 1, maximum = 12)]
    pub every: Option<u8>,
    /// The hour of a daily letter, 0 to 23.
    #[garde(inner(range(max = 23)))]
    #[schema(maximum = 23)]
    pub hour: Option<u8>,
}

/// How often letters about one match come.
#[derive(Serialize, ToSchema)]
pub struct MatchRhythmAnswer {
    /// How often; `null`: as often as all others.
    pub rhythm: Option<Pulse>,
    /// For how many hours what happens is bundled.
    pub every: Option<u8>,
    /// The hour of a daily letter.
    pub hour: Option<u8>,
}

impl From<Option<Rhythm>> for MatchRhythmAnswer {
    fn from(rhythm: Option<Rhythm>) -> MatchRhythmAnswer {
        MatchRhythmAnswer {
            rhythm: rhythm.map(|rhythm| rhythm.pulse),
            every: rhythm.map(|rhythm| rhythm.every),
            hour: rhythm.map(|rhythm| rhythm.hour),
        }
    }
}

/// How often letters about this match come.
#[utoipa::path(operation_id = "get_match_rhythm", tag = "play", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "The rhythm.", body = MatchRhythmAnswer), MaySign, OnThing, Always))]
#[get("/letters")]
pub async fn match_rhythm(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let rhythm = app.matches.match_rhythm(&id, &person.account.id).await?;
    Ok(HttpResponse::Ok().json(MatchRhythmAnswer::from(rhythm)))
}

/// Set how often letters about this match come, if not as often as all others. Not for scripts.
#[utoipa::path(tag = "play", security(("token" = ["session"])), request_body = MatchRhythmWish,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "As it is now.", body = MatchRhythmAnswer),
        WithBody, MaySign, OnThing, Always))]
#[put("/letters")]
pub async fn set_match_rhythm(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(wish): Body<MatchRhythmWish>,
) -> Result<HttpResponse> {
    person.session()?;
    let known = app.matches.match_rhythm(&id, &person.account.id).await?.unwrap_or_default();
    let rhythm = wish.rhythm.map(|pulse| changed(known, Some(pulse), wish.every, wish.hour));
    app.matches.set_match_rhythm(&id, &person.account.id, rhythm).await?;
    Ok(HttpResponse::Ok().json(MatchRhythmAnswer::from(rhythm)))
}

/// Whether somebody looks at a match.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"visible": true}))]
pub struct Presence {
    /// Whether the match is in front of you now.
    #[garde(skip)]
    pub visible: bool,
}

/// Say that you look at this match. Not for scripts.
///
/// Letters about it wait until five minutes after you have said so last; none is lost by
/// that, and a last call waits for nothing. Say it each minute while the match is in front of
/// you. `false` changes nothing: what waits goes when those minutes are over.
#[utoipa::path(operation_id = "set_presence", tag = "play", security(("token" = ["session"])), request_body = Presence,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[put("/presence")]
pub async fn presence(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(said): Body<Presence>,
) -> Result<HttpResponse> {
    // A script that plays is not a person who looks.
    person.session()?;
    if said.visible {
        app.matches.seen(&id, &person.account.id).await?;
    } else {
        app.matches.match_rhythm(&id, &person.account.id).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}
