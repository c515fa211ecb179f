//! At the table: what may be done, doing it, taking it back, looking back.

use super::legal::{self, OfferAnswer};
use super::look::{MatchAnswer, TurnAnswer, answer, take_back_points, turn};
use super::paging;
use super::proof::ReceiptAnswer;
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::{Code, Error, Result};
use crate::matches::commands::{COMMANDS_AT_ONCE, Post};
use crate::matches::read::history::Entry;
use crate::matches::stream::event::Kind as EventKind;
use crate::matches::{Match, Status};
use crate::random;
use crate::rules::{Seat, Telling};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::{Caller, Person};
use crate::web::once;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use crate::web::query::Query;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use std::sync::Arc;
use utoipa::{IntoParams, ToSchema};

/// Commands to play, all of them or none.
#[derive(Deserialize, Serialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"commands": [{"type": "place_die", "die": 4, "action": "helper"}]}))]
pub struct NewCommands {
    /// In order; see the game's `command_schema`, or take them from `legal`.
    #[garde(length(min = 1, max = COMMANDS_AT_ONCE))]
    #[schema(min_items = 1, max_items = 50, value_type = Vec<Object>)]
    #[serde(deserialize_with = "once::list")]
    pub commands: Vec<Value>,
}

/// How to play.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Playing {
    /// Only say what would happen; nothing is stored.
    pub dry_run: Option<bool>,
}

/// A stretch of history.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Stretch {
    /// Only events after this version; 0 if left out.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// How many, 1 to 500; 100 if left out.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u16>,
    /// The code of a link for watching a private match.
    pub watch: Option<String>,
}

/// As whom to look.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Watching {
    /// The code of a link for watching a private match.
    pub watch: Option<String>,
}

/// Steps to take back.
#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct TakingBack {
    /// To this version, one of `take_back` of the match; one step if left out.
    #[garde(skip)]
    pub to: Option<i64>,
}

/// The match after your commands.
#[derive(Serialize, ToSchema)]
pub struct PlayedAnswer {
    /// Version of the newest event.
    pub version: i64,
    /// Hash of the newest event.
    pub hash: String,
    /// How far the match has come.
    pub status: Status,
    /// The server's receipt for this version.
    pub receipt: ReceiptAnswer,
    /// Whom the match waits for.
    pub turn: TurnAnswer,
    /// To which versions you can take back your latest steps.
    pub take_back: Vec<i64>,
    /// What you may know of the board; null with `Prefer: return=minimal`.
    #[schema(value_type = Option<Object>)]
    pub view: Option<Box<RawValue>>,
    /// What you may do next; null with `Prefer: return=minimal`.
    pub legal: Option<Vec<OfferAnswer>>,
}

/// What commands would come to.
#[derive(Serialize, ToSchema)]
pub struct PreviewAnswer {
    /// The version for which this holds.
    pub version: i64,
    /// What would happen, in sentences, up to the first thing hidden.
    pub happens: Vec<String>,
    /// Whether something hidden would be shown. Then this preview ends before it,
    /// and the real thing cannot be taken back. The end of a match, which shows all that was hidden
    /// and cannot be taken back either, is not meant.
    pub reveals: bool,
    /// The board afterwards.
    #[schema(value_type = Object)]
    pub view: Box<RawValue>,
    /// What you could do next.
    pub legal: Vec<OfferAnswer>,
}

/// An event as it is told.
#[derive(Serialize, ToSchema)]
pub struct EntryAnswer {
    /// Its version.
    pub version: i64,
    /// What kind of event of the match it is.
    pub kind: EventKind,
    /// The seat it happened to or by.
    pub seat: Option<u8>,
    /// When it was accepted.
    pub at: DateTime<Utc>,
    /// One sentence.
    pub sentence: String,
    /// The sentence's key, template and arguments, for translating.
    #[schema(value_type = Object)]
    pub telling: Telling,
    /// Whether it was taken back later.
    pub taken_back: bool,
    /// The round of the game in which it happened; 0 before the first.
    pub round: u16,
    /// Its hash in the chain.
    pub hash: String,
}

impl EntryAnswer {
    /// The answer about an entry.
    pub fn of(entry: Entry) -> EntryAnswer {
        EntryAnswer {
            version: entry.version,
            kind: entry.kind,
            seat: entry.seat.map(|seat| seat.0),
            at: utc(entry.at),
            sentence: entry.sentence,
            telling: entry.telling,
            taken_back: entry.taken_back,
            round: entry.round,
            hash: entry.hash,
        }
    }
}

/// A stretch of a match's history.
#[derive(Serialize, ToSchema)]
pub struct HistoryAnswer {
    /// In order.
    pub items: Vec<EntryAnswer>,
    /// The `after` of the next stretch, if there is more.
    pub next: Option<i64>,
}

fn header_text<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

/// The version in `If-Match`: `"12"`, or a match's `ETag` such as `"12-0-3c605099"`.
fn if_match(request: &HttpRequest) -> Result<i64> {
    let Some(text) = header_text(request, "if-match") else {
        return Err(Error::new(
            Code::IfMatchMissing,
            "Send the version your commands are for, as `If-Match: \"12\"`.",
        ));
    };
    let version = text.trim().trim_start_matches("W/").trim_matches('"').split('-').next();
    version.and_then(|version| version.parse().ok()).ok_or_else(|| {
        Error::new(Code::WrongIfMatch, "If-Match must hold a version, such as `\"12\"`.")
    })
}

/// The key under which a repeated request is known, if it has one.
pub fn idempotency_key(request: &HttpRequest) -> Result<Option<String>> {
    match header_text(request, "idempotency-key").map(str::trim) {
        Some(key) if (1..=100).contains(&key.len()) => Ok(Some(key.to_owned())),
        Some(_) => Err(Error::new(
            Code::WrongIdempotencyKey,
            "Idempotency-Key must have 1 to 100 characters.",
        )),
        None => Ok(None),
    }
}

fn key_missing() -> Error {
    Error::new(
        Code::IdempotencyKeyMissing,
        "Send a new `Idempotency-Key` (such as a UUID) with each request; a repeated one \
         is then answered without playing twice.",
    )
}

/// Play commands, all of them or none.
///
/// `If-Match` holds the version the commands are for: if others were faster, the
/// answer is 412 with the events you have missed. A command that shows dice or cards
/// must be the last of its request. A request that is repeated with the same `Idempotency-Key` is played once and answered the same. With
/// `?dry_run=true` nothing is stored; the answer then says what would happen. With
/// `Prefer: return=minimal` the answer leaves out view and legal commands. Its `ETag` is for
/// `If-Match`; to wait for news, look once for the one that `If-None-Match` knows.
#[utoipa::path(operation_id = "play_commands", tag = "play", security(("token" = ["play"])), request_body = NewCommands,
    params(("id" = String, Path, description = "The match."), Playing,
        ("If-Match" = String, Header, description = "The version the commands are for.", example = "\"12\""),
        ("Idempotency-Key" = Option<String>, Header, description = "New for each request, 1 to 100 characters. Needed unless this is a dry run."),
        ("Prefer" = Option<String>, Header, description = "`return=minimal` for a short answer.")),
    responses((status = 200, description = "Played. With `dry_run`, a `PreviewAnswer`.", body = inline(PlayedOrPreview),
            headers(("ETag" = String, description = "For `If-Match` of what is played next; none with `dry_run`."))),
        (status = 412, description = "The version is not the newest; `version` and `missed` say what happened.", body = crate::web::problem::Problem, content_type = "application/problem+json"),
        (status = 428, description = "A header is missing.", body = crate::web::problem::Problem, content_type = "application/problem+json"),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/commands")]
pub async fn play(
    app: web::Data<App>,
    request: HttpRequest,
    person: Person,
    id: web::Path<String>,
    how: Query<Playing>,
    Body(mut body): Body<NewCommands>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let dry_run = how.dry_run == Some(true);
    let version = if_match(&request)?;
    let key = match idempotency_key(&request)? {
        Some(key) => key,
        None if dry_run => String::new(),
        None => return Err(key_missing()),
    };
    // A repeated request may give the fields of an object in another order.
    body.commands.iter_mut().for_each(serde_json::Value::sort_all_objects);
    let fingerprint = serde_json::to_string(&(&*id, version, &body)).map_err(Error::fault)?;
    let post = Post {
        commands: body.commands,
        version,
        key,
        fingerprint: random::token_hash(&fingerprint),
    };
    let who = &person.account.id;
    if dry_run {
        return preview(&app, &id, who, post).await;
    }
    let count = post.commands.len() as u64;
    let folded = app.matches.play(&id, who, post).await?;
    app.metrics.commands(count);
    let minimal = header_text(&request, "prefer")
        .is_some_and(|p| p.to_ascii_lowercase().contains("return=minimal"));
    played(&app, folded, who, minimal).await
}

/// Either answer of playing.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[allow(dead_code)]
pub enum PlayedOrPreview {
    /// The match after your commands.
    Played(PlayedAnswer),
    /// What they would come to.
    Preview(PreviewAnswer),
}

async fn played(app: &App, folded: Arc<Match>, who: &str, minimal: bool) -> Result<HttpResponse> {
    let seat = folded.seat_of(who);
    let viewer = folded.viewer(Some(who));
    let mut answer = PlayedAnswer {
        version: folded.version,
        hash: folded.hash.clone(),
        status: folded.status,
        receipt: ReceiptAnswer::of(app, &folded),
        turn: turn(&folded, seat),
        take_back: take_back_points(&folded, seat),
        view: None,
        legal: None,
    };
    if !minimal {
        answer.view = folded.state.as_ref().map(|state| folded.game().view(state, viewer));
        let offers = legal::unnamed(&folded, seat);
        answer.legal = Some(legal::in_words(app, folded, who, offers, Vec::new()).await?.0);
    }
    // It serves as `If-Match` of what is played next.
    let tag = format!("\"{}\"", answer.version);
    Ok(HttpResponse::Ok().insert_header((header::ETAG, tag)).json(answer))
}

async fn preview(app: &App, id: &str, who: &str, post: Post) -> Result<HttpResponse> {
    let version = post.version;
    let preview = app.matches.preview(id, who, post.commands, version).await?;
    let seen = app.matches.seen_by(preview.after.clone(), who).await?;
    let folded = &*preview.after;
    let name = |seat: Seat| seen.names.seat(folded, seat);
    let state = folded.state.as_ref().ok_or_else(|| Error::fault("no state"))?;
    let happens = preview.steps.iter().flat_map(|step| &step.happens);
    Ok(HttpResponse::Ok().json(PreviewAnswer {
        version,
        happens: happens.map(|telling| telling.sentence(name)).collect(),
        reveals: preview.reveals,
        view: folded.game().view(state, folded.viewer(Some(who))),
        legal: if preview.reveals { Vec::new() } else { legal::offers(&seen, Some(preview.seat)) },
    }))
}

/// Take back your latest steps.
///
/// Free as long as nothing hidden was shown and nobody else has acted. To redo,
/// simply play again. With `If-Match` or `to` a repeated request takes nothing more back.
#[utoipa::path(operation_id = "take_back_steps", tag = "play", security(("token" = ["play"])), request_body = TakingBack,
    params(("id" = String, Path, description = "The match."),
        ("If-Match" = Option<String>, Header, description = "The version you know, as `\"12\"`; nothing is taken back if the game has gone on since.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        (status = 412, description = "The game has gone on since.", body = crate::web::problem::Problem, content_type = "application/problem+json"),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/take-back")]
pub async fn take_back(
    app: web::Data<App>,
    request: HttpRequest,
    person: Person,
    id: web::Path<String>,
    Body(taking): Body<TakingBack>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let known = match header_text(&request, "if-match") {
        Some(_) => Some(if_match(&request)?),
        None => None,
    };
    let folded = app.matches.take_back(&id, who, taking.to, known).await?;
    answer(&app, folded, who, HttpResponse::Ok()).await
}

/// What happened, event by event, as you may know it.
#[utoipa::path(operation_id = "get_history", tag = "play", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Stretch),
    responses((status = 200, description = "A stretch of history.", body = HistoryAnswer),
        MaySign, OnThing, Always))]
#[get("/history")]
pub async fn history(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    stretch: Query<Stretch>,
) -> Result<HttpResponse> {
    let looker = caller.looker(stretch.watch.clone())?;
    let limit = paging::limit(stretch.limit, 100, 500)?;
    let after = stretch.after.unwrap_or(0);
    if after < 0 {
        let why = "`after` must be a version.";
        return Err(Error::new(Code::WrongParameter, why).with("field", "after"));
    }
    let page = app.matches.history(&id, looker, after, limit as usize).await?;
    let items = page.items.into_iter().map(EntryAnswer::of).collect();
    Ok(HttpResponse::Ok().json(HistoryAnswer { items, next: page.next }))
}

/// Take a match home that has ended: one file that `turnwise verify` proves.
#[utoipa::path(operation_id = "export_match", tag = "play", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Watching),
    responses((status = 200, description = "The whole stream with its hashes, commands and seed.", body = Object,
            headers(("Content-Disposition" = String, description = "The name of a file to keep it in."))),
        MaySign, OnThing, InState, Always))]
#[get("/export")]
pub async fn export(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    how: Query<Watching>,
) -> Result<HttpResponse> {
    let looker = caller.looker(how.into_inner().watch)?;
    let export = app.matches.export(&id, looker).await?;
    let name = format!("attachment; filename=\"turnwise-{}.json\"", export.match_id);
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_DISPOSITION, name))
        .content_type("application/json")
        .body(export.text()))
}
