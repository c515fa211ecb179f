//! Substitutes: take a seat over in a match that is played.

use super::look::{MatchAnswer, answer};
use crate::accounts::token::Scope;
use crate::error::Result;
use crate::rules::Seat;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, post, web};
use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

/// A seat to take over.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"seat": 1}))]
pub struct NewSubstitute {
    /// Which one.
    #[garde(range(max = 11))]
    #[schema(maximum = 11)]
    pub seat: u8,
    /// The invitation code of a private match, unless you are named for the seat.
    #[garde(inner(length(chars, min = 1, max = 100)))]
    #[schema(min_length = 1, max_length = 100)]
    pub invitation: Option<String>,
}

/// Take a seat over in a match that is played.
///
/// A seat is open (`open_at` of the seat) once its person has resigned, never came, or has left
/// it to a stand-in for three days; or as the others agreed. You see what the seat sees, and
/// have half the reserve that everybody began with. Nobody takes a seat over who had one in the
/// same match.
#[utoipa::path(operation_id = "take_over_seat", tag = "play", security(("token" = ["play"])), request_body = NewSubstitute,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/substitutes")]
pub async fn substitute(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewSubstitute>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.substitute(&id, who, Seat(new.seat), new.invitation).await?;
    answer(&app, folded, who, HttpResponse::Created()).await
}
