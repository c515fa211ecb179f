//! What the people at a table write to each other.

use super::paging;
use super::table::idempotency_key;
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::talk::{LINE, Line, Talk, WHY, Words};
use crate::matches::watching::Looker;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::{Caller, Person};
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use crate::web::query::Query;
use actix_web::{HttpRequest, HttpResponse, delete, get, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Something to say.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Well played!", "event": 12}))]
pub struct NewLine {
    /// Plain text. Control characters are refused, but for line breaks and tabs.
    #[garde(length(chars, min = 1, max = LINE))]
    #[schema(min_length = 1, max_length = 1000)]
    pub text: String,
    /// The version of an event that it points to.
    #[garde(inner(range(min = 1)))]
    #[schema(minimum = 1)]
    pub event: Option<i64>,
    /// The name of a spot of the board that it points to, as pages have it.
    #[garde(inner(length(chars, min = 1, max = 60)))]
    #[schema(min_length = 1, max_length = 60, pattern = "^[a-z0-9_-]+$")]
    pub spot: Option<String>,
}

/// What somebody wrote.
#[derive(Serialize, ToSchema)]
pub struct LineAnswer {
    /// UUID.
    pub id: String,
    /// Who wrote it.
    pub handle: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Whether you did.
    pub yours: bool,
    /// Plain text.
    pub text: String,
    /// The version of the event that it points to, if it points to one.
    pub event: Option<i64>,
    /// The spot of the board that it points to, if it points to one.
    pub spot: Option<String>,
    /// When it was written.
    pub written_at: DateTime<Utc>,
}

impl From<Line> for LineAnswer {
    fn from(line: Line) -> LineAnswer {
        LineAnswer {
            id: line.id,
            bot: line.name.holder.is_bot(),
            handle: line.name.handle,
            yours: line.yours,
            text: line.said,
            event: line.event,
            spot: line.spot,
            written_at: utc(line.at),
        }
    }
}

/// What was said at a table, as far as you may read it.
#[derive(Serialize, ToSchema)]
pub struct TalkAnswer {
    /// The oldest first. What was removed is not among them.
    pub items: Vec<LineAnswer>,
    /// Send it as `before` for the lines before these, if there are more.
    pub next: Option<String>,
    /// How many lines of others you have not read.
    pub unread: usize,
    /// Whether you agree that spectators read it once the match is over.
    pub agreed: bool,
    /// Whether spectators read it: the match is over, and all who have a seat agree.
    pub shown: bool,
}

impl From<Talk> for TalkAnswer {
    fn from(talk: Talk) -> TalkAnswer {
        TalkAnswer {
            items: talk.lines.into_iter().map(LineAnswer::from).collect(),
            next: talk.next,
            unread: talk.unread,
            agreed: talk.shows,
            shown: talk.shown,
        }
    }
}

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct Lines {
    /// Only lines before this one.
    pub before: Option<String>,
    /// How many, 1 to 500; 100 if left out.
    #[param(minimum = 1, maximum = 500)]
    pub limit: Option<u16>,
    /// The code of a link for watching a private match.
    pub watch: Option<String>,
}

/// How far you have read.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"line": "019ab1c2-0000-7000-8000-000000000000"}))]
pub struct ReadUpTo {
    /// The last line that you have read.
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub line: String,
}

/// Whether spectators may read the talk.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"yes": true}))]
pub struct Showing {
    /// Whether you agree.
    #[garde(skip)]
    pub yes: bool,
}

/// What is wrong with a line.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"why": "It insults somebody."}))]
pub struct NewReport {
    /// Why the operator should look at it.
    #[garde(length(chars, min = 1, max = WHY))]
    #[schema(min_length = 1, max_length = 500)]
    pub why: String,
}

/// Read what was said at the table: the newest lines, or those before one.
///
/// For who has a seat, from when they took it over, if they did; once the match is over for
/// spectators, too, if all who have a seat agree. Nothing of it is part of the match: no line
/// changes its version. `GET /matches/{id}/events?talk=true` tells when there is something new.
#[utoipa::path(tag = "talk", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), Lines),
    responses((status = 200, description = "The lines.", body = TalkAnswer), MaySign, OnThing, Always))]
#[get("/talk")]
pub async fn read_talk(
    app: web::Data<App>,
    caller: Caller,
    id: web::Path<String>,
    lines: Query<Lines>,
) -> Result<HttpResponse> {
    let Lines { before, limit, watch } = lines.into_inner();
    let limit = paging::limit(limit, 100, 500)?;
    let talk = app.matches.talk(&id, caller.looker(watch)?, before, limit as usize).await?;
    Ok(HttpResponse::Ok().json(TalkAnswer::from(talk)))
}

/// Say something to the others at the table. For who has a seat.
///
/// At most 20 lines a minute. With an `Idempotency-Key`, a repeated request writes one line and
/// is answered with it.
#[utoipa::path(operation_id = "say_line", tag = "talk", security(("token" = ["play"])), request_body = NewLine,
    params(("id" = String, Path, description = "The match."),
        ("Idempotency-Key" = Option<String>, Header, description = "New for each line, 1 to 100 characters.")),
    responses((status = 201, description = "The line.", body = LineAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/talk")]
pub async fn say(
    app: web::Data<App>,
    request: HttpRequest,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewLine>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let NewLine { text: said, event, spot } = new;
    let words = Words { said, event, spot, key: idempotency_key(&request)? };
    let line = app.matches.say(&id, &person.account.id, words).await?;
    Ok(HttpResponse::Created().json(LineAnswer::from(line)))
}

/// Say up to which line you have read.
#[utoipa::path(operation_id = "mark_talk_read", tag = "talk", security(("token" = ["play"])), request_body = ReadUpTo,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[put("/talk/read")]
pub async fn has_read(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(read): Body<ReadUpTo>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    app.matches.has_read(&id, &person.account.id, &read.line).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Say whether spectators may read the talk once the match is over.
///
/// They do when all who have a seat agree; it can be changed at any time.
#[utoipa::path(tag = "talk", security(("token" = ["play"])), request_body = Showing,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[put("/talk/shown")]
pub async fn show_talk(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(showing): Body<Showing>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    app.matches.show_talk(&id, &person.account.id, showing.yes).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Remove a line that you have written. Nobody reads it any more.
#[utoipa::path(operation_id = "remove_line", tag = "talk", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match."),
        ("line" = String, Path, description = "The line.")),
    responses((status = 204, description = "It is removed."), MaySign, OnThing, Always))]
#[delete("/talk/{line}")]
pub async fn unsay(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, line) = path.into_inner();
    app.matches.unsay(&id, &person.account.id, &line).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Report a line that you can read to whoever runs the service.
///
/// It is kept as it is now, even if it is removed later. Your first report of a line counts.
#[utoipa::path(operation_id = "report_line", tag = "talk", security(("token" = ["play"])), request_body = NewReport,
    params(("id" = String, Path, description = "The match."),
        ("line" = String, Path, description = "The line.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[post("/talk/{line}/reports")]
pub async fn report(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, String)>,
    Body(new): Body<NewReport>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, line) = path.into_inner();
    let looker = Looker::person(&person.account.id);
    app.matches.report(&id, looker, &line, &new.why).await?;
    Ok(HttpResponse::NoContent().finish())
}
