//! Matches: open, browse, look.

use super::clocks::{PaceAnswer, PaceWish};
use super::look::{MatchAnswer, SeatAnswer, answer};
use super::paging;
use super::proof::Commitment;
use super::table::idempotency_key;
use super::title::readable;
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::decide::title;
use crate::matches::read::list::{Summary, Wanted};
use crate::matches::time::{Absence, Timing};
use crate::matches::written::is_blank;
use crate::matches::{Open, Status, Visibility};
use crate::random;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::{Caller, Person};
use crate::web::once;
use crate::web::problem::{Always, InState, MaySign, WithBody};
use crate::web::query::Query;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

/// A match to open.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"game": "bora-bora", "seats": 2, "title": "Sunday evening", "visibility": "public"}))]
pub struct NewMatch {
    /// Slug of the game.
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60, example = "bora-bora")]
    pub game: String,
    /// How many seats; the last one taken starts the match.
    #[garde(range(min = 1, max = 12))]
    #[schema(minimum = 1, maximum = 12, example = 2)]
    pub seats: u8,
    /// The game's options; see `config_schema` of the game.
    #[serde(default = "no_options", deserialize_with = "once::any")]
    #[garde(skip)]
    #[schema(value_type = Object)]
    pub config: Value,
    /// What to call it: one line without a web address.
    #[garde(length(chars, min = 1, max = title::LONGEST), custom(readable))]
    #[schema(min_length = 1, max_length = 80)]
    pub title: String,
    /// Who may see and join it.
    #[serde(default)]
    #[garde(skip)]
    pub visibility: Visibility,
    /// Anything you like: it becomes part of the chance of the match, so that the
    /// server alone cannot choose the dice. Needs a `commitment`.
    #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
    #[schema(min_length = 1, max_length = 128)]
    pub entropy: Option<String>,
    /// The promise of the seed that you knew before you chose your entropy; from `POST
    /// /commitments`.
    #[garde(dive)]
    pub commitment: Option<Commitment>,
    /// How fast it is played: a word or its parts. Without it nothing is ever due.
    #[garde(skip)]
    pub pace: Option<PaceWish>,
    /// What happens to whoever does not come, where there is a pace.
    #[serde(default)]
    #[garde(skip)]
    pub absence: Absence,
    /// Whether its result counts for the ratings. It does unless you say no.
    #[serde(default = "yes")]
    #[garde(skip)]
    #[schema(default = true)]
    pub rated: bool,
}

fn yes() -> bool {
    true
}

fn no_options() -> Value {
    Value::Object(serde_json::Map::new())
}

/// Refuses what is empty to the eye, breaks a line or turns the text around it.
pub fn one_line(text: &str, _: &()) -> garde::Result {
    // Line and paragraph separators, and what turns the reading direction of all that follows.
    let breaks =
        |c: char| c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    if is_blank(text) || text.chars().any(breaks) {
        return Err(garde::Error::new("it must be one line with something in it"));
    }
    Ok(())
}

impl From<NewMatch> for Open {
    fn from(new: NewMatch) -> Open {
        Open {
            game: new.game,
            seats: new.seats,
            config: new.config,
            title: new.title.trim().to_owned(),
            visibility: new.visibility,
            entropy: new.entropy,
            timing: new.pace.map(|pace| Timing { pace: pace.into(), absence: new.absence }),
            rounds_apart: true,
            rated: new.rated,
        }
    }
}

/// A match in a list.
#[derive(Serialize, ToSchema)]
pub struct SummaryAnswer {
    /// UUID.
    pub id: String,
    /// Slug of the game.
    pub game: String,
    /// What the host called it.
    pub title: String,
    /// Who may see and join it.
    pub visibility: Visibility,
    /// How far it has come.
    pub status: Status,
    /// How many seats it has at most.
    pub capacity: u8,
    /// Who hosts it: who opened it, or who came after them.
    pub host: String,
    /// Whether the host is a bot.
    pub host_is_bot: bool,
    /// The seats that are taken.
    pub seats: Vec<SeatAnswer>,
    /// How many seats nobody has.
    pub free: usize,
    /// The options of the game.
    #[schema(value_type = Object)]
    pub config: Value,
    /// How fast it is played; nothing where nothing is ever due, and once it is over.
    pub pace: Option<PaceAnswer>,
    /// What happens to whoever does not come; nothing where there is no pace.
    pub absence: Option<Absence>,
    /// Version of the newest event.
    pub version: i64,
    /// When it was opened.
    pub opened_at: DateTime<Utc>,
    /// When something last happened.
    pub changed_at: DateTime<Utc>,
    /// How many lines of its talk you have not read; 0 where you have no seat.
    pub unread: usize,
}

impl From<Summary> for SummaryAnswer {
    fn from(summary: Summary) -> Self {
        let taken = summary.seats.len();
        let seats = summary.seats.into_iter().map(|seat| SeatAnswer {
            seat: seat.seat.0,
            bot: seat.name.holder.is_bot(),
            handle: seat.name.handle,
            robot: seat.robot,
            awaited_since: seat.awaited_since.map(utc),
            resigned: seat.resigned,
            stand_in: seat.stand_in,
            due: seat.due.map(utc),
            open_at: seat.open_at.map(utc),
            usually_answers: seat.habit,
            place: seat.place,
            points: seat.points,
        });
        SummaryAnswer {
            id: summary.id,
            game: summary.game,
            title: summary.title,
            visibility: summary.visibility,
            status: summary.status,
            capacity: summary.capacity,
            host_is_bot: summary.host.holder.is_bot(),
            host: summary.host.handle,
            free: usize::from(summary.capacity).saturating_sub(taken),
            config: summary.config,
            pace: summary.timing.map(|timing| timing.pace.into()),
            absence: summary.timing.map(|timing| timing.absence),
            seats: seats.collect(),
            version: summary.version,
            opened_at: utc(summary.opened_at),
            changed_at: utc(summary.changed_at),
            unread: summary.unread,
        }
    }
}

/// Some matches.
#[derive(Serialize, ToSchema)]
pub struct MatchPage {
    /// Newest first.
    pub items: Vec<SummaryAnswer>,
    /// The `cursor` of the next page, if there is more.
    pub next: Option<String>,
}

/// Which matches to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct MatchFilter {
    /// Only matches this far.
    pub status: Option<Status>,
    /// Only this game, by slug.
    pub game: Option<String>,
    /// Only matches in which the person with this handle has a seat.
    pub player: Option<String>,
    /// Only matches in which anybody can take a seat over now.
    pub open_seat: Option<bool>,
    /// Where the page before ended: its `next`.
    pub cursor: Option<String>,
    /// How many, 1 to 100; 20 if left out.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u16>,
}

/// Open a match; you take its first seat.
///
/// With an `Idempotency-Key`, a repeated request opens one match and is answered with it.
#[utoipa::path(operation_id = "open_match", tag = "matches", security(("token" = ["play"])), request_body = NewMatch,
    params(("Idempotency-Key" = Option<String>, Header, description = "New for each match, 1 to 100 characters.")),
    responses((status = 201, description = "The match.", body = MatchAnswer,
            headers(("Location" = String, description = "Where it is: `/api/v1/matches/` and its id."))),
        WithBody, MaySign, InState, Always))]
#[post("/matches")]
pub async fn open(
    app: web::Data<App>,
    request: HttpRequest,
    person: Person,
    Body(mut new): Body<NewMatch>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let key = idempotency_key(&request)?;
    let commitment = new.commitment.take().map(Into::into);
    let folded = app.open(&person.account, new.into(), commitment, key).await?;
    let location = format!("/api/v1/matches/{}", folded.id);
    let mut response = HttpResponse::Created();
    response.insert_header((header::LOCATION, location));
    answer(&app, folded, &person.account.id, response).await
}

/// Browse the matches that you may see, newest first.
///
/// Those that look for people (`status=open`, or `open_seat=true` for seats to take over) say how
/// fast the people in them usually answer.
#[utoipa::path(operation_id = "list_matches", tag = "matches", security((), ("token" = ["read"])), params(MatchFilter),
    responses((status = 200, description = "Some matches.", body = MatchPage), MaySign, Always))]
#[get("/matches")]
pub async fn list(
    app: web::Data<App>,
    caller: Caller,
    filter: Query<MatchFilter>,
) -> Result<HttpResponse> {
    let reader = caller.reader()?;
    let filter = filter.into_inner();
    let limit = paging::limit(filter.limit, 20, 100)?;
    let game = paging::game(filter.game)?;
    let before = paging::cursor(filter.cursor, |text| {
        random::id_of(text).filter(|id| id == text && random::made_at(id).is_some())
    })?;
    let player = match filter.player {
        None => None,
        Some(handle) => match app.accounts.by_handle(&handle).await? {
            Some(account) => Some(account.id),
            None => return Ok(HttpResponse::Ok().json(MatchPage { items: Vec::new(), next: None })),
        },
    };
    let wanted = Wanted {
        status: filter.status,
        game,
        player,
        seen_by: reader,
        before,
        open_seat: filter.open_seat.unwrap_or(false),
    };
    let mut found = app.matches.list(wanted, limit + 1).await?;
    let more = found.len() as i64 > limit;
    found.truncate(limit as usize);
    let next = found.last().map(|last| last.id.clone()).filter(|_| more);
    let items = found.into_iter().map(SummaryAnswer::from).collect();
    Ok(HttpResponse::Ok().json(MatchPage { items, next }))
}
