//! The days that I am away.

use super::proof::ReceiptAnswer;
use crate::accounts::token::Scope;
use crate::clock::calendar::Span;
use crate::clock::utc;
use crate::error::{Error, Result};
use crate::matches::away::Stay;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, WithBody};
use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Days on which I am away, where I live.
#[derive(Clone, Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"from": "2030-07-01", "to": "2030-07-10"}))]
pub struct NewAway {
    /// The first day.
    #[garde(length(chars, max = 10))]
    #[schema(format = Date, max_length = 10, example = "2030-07-01")]
    pub from: String,
    /// The last day.
    #[garde(length(chars, max = 10))]
    #[schema(format = Date, max_length = 10, example = "2030-07-10")]
    pub to: String,
}

/// When I am away.
#[derive(Serialize, ToSchema)]
pub struct AwaySpan {
    /// When the first day begins.
    pub from: DateTime<Utc>,
    /// When the last day is over.
    pub to: DateTime<Utc>,
}

/// A match of mine that has clocks.
#[derive(Serialize, ToSchema)]
pub struct StayAnswer {
    /// Which match.
    pub match_id: String,
    /// What its host called it.
    pub title: String,
    /// When my clock stands still because I am away, now or later.
    pub away: Vec<AwaySpan>,
    /// For how many more days I can be away.
    pub days_left: i64,
    /// Why I cannot be away as I just wished, if I cannot: there my clock runs on.
    pub refused: Option<String>,
    /// The server's receipt for what the match is then.
    pub receipt: ReceiptAnswer,
}

/// My matches that have clocks.
#[derive(Serialize, ToSchema)]
pub struct AwayAnswer {
    /// Each of them; a match that I join later must be told anew.
    pub items: Vec<StayAnswer>,
}

impl AwayAnswer {
    fn of(app: &App, stays: Vec<Stay>) -> AwayAnswer {
        let spans = |span: Span| AwaySpan { from: utc(span.from), to: utc(span.to) };
        let items = stays.into_iter().map(|stay| StayAnswer {
            match_id: stay.match_id,
            title: stay.title,
            away: stay.away.into_iter().map(spans).collect(),
            days_left: stay.days_left,
            refused: stay.refused,
            receipt: ReceiptAnswer::of(app, &stay.on),
        });
        AwayAnswer { items: items.collect() }
    }
}

/// Somebody will be away on these days of theirs, in all their matches that allow it.
pub async fn go_away(app: &App, account: &str, new: NewAway) -> Result<Vec<Stay>> {
    let calendar = app.accounts.hours(account).await?.hours.calendar(app.clock.now());
    let day = |field: &str, text: &str| {
        let day = text.parse::<NaiveDate>().ok().filter(|day| (1970..=9998).contains(&day.year()));
        let why = format!("`{text}` is no day: write one like 2030-07-01.");
        day.ok_or_else(|| Error::field(field, why))
    };
    let (first, last) = (day("from", &new.from)?, day("to", &new.to)?);
    let span = Span { from: calendar.midnight(first), to: calendar.midnight(last + Days::new(1)) };
    app.matches.go_away(account, span).await
}

/// When I am away.
#[utoipa::path(operation_id = "list_days_away", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "My matches that have clocks.", body = AwayAnswer), MaySign, Always))]
#[get("/me/away")]
pub async fn away(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let stays = app.matches.away(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(AwayAnswer::of(&app, stays)))
}

/// Be away for whole days: no clock of mine runs then.
///
/// In all my matches, as far as each allows (`away_days` of its pace), for at most 14 days in a
/// row, the first of which begins 24 hours from now or later. Whoever may look at a match sees when I am away, from
/// midnight to midnight where I live. I may play all the same.
#[utoipa::path(operation_id = "add_days_away", tag = "me", security(("token" = ["play"])), request_body = NewAway,
    responses((status = 200, description = "My matches that have clocks.", body = AwayAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/away")]
pub async fn be_away(
    app: web::Data<App>,
    person: Person,
    Body(new): Body<NewAway>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let stays = go_away(&app, &person.account.id, new).await?;
    Ok(HttpResponse::Ok().json(AwayAnswer::of(&app, stays)))
}

/// Be back, or not be away after all: all booked days end. What has not begun is not used up.
#[utoipa::path(operation_id = "end_days_away", tag = "me", security(("token" = ["play"])),
    responses((status = 200, description = "My matches that have clocks.", body = AwayAnswer), MaySign, Always))]
#[delete("/me/away")]
pub async fn be_back(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let stays = app.matches.be_back(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(AwayAnswer::of(&app, stays)))
}
