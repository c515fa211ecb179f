//! Robots: a host seats them and sends them away.

use super::look::{MatchAnswer, answer};
use super::proof::ReceiptAnswer;
use crate::accounts::token::Scope;
use crate::error::{Error, Result};
use crate::rules::{Robot, Seat};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::openapi::Robots;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, delete, post, web};
use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

/// A robot to seat.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"robot": "sensible"}))]
pub struct NewRobot {
    /// Which kind.
    #[garde(skip)]
    #[schema(value_type = Robots)]
    pub robot: Robot,
    /// The seat that it is meant for, and no other: so a request that is repeated, since its
    /// answer did not arrive, seats no second robot. It is refused then with `seat_taken`, or with
    /// `match_not_open` where the first one has started the match.
    #[garde(range(max = 11))]
    #[schema(maximum = 11)]
    pub seat: Option<u8>,
}

/// Give the next seat to a robot; the last one starts the match. For its host.
///
/// A robot plays soon after it is awaited. It knows no more than a person in its
/// seat, gets no letters, and adds nothing to the chance of the match.
#[utoipa::path(tag = "matches", security(("token" = ["play"])), request_body = NewRobot,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/robots")]
pub async fn seat_robot(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewRobot>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.seat_robot(&id, who, new.robot, new.seat.map(Seat)).await?;
    answer(&app, folded, who, HttpResponse::Created()).await
}

/// Send a robot away before the start; later seats move up. For the host.
#[utoipa::path(tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match."),
        ("seat" = u8, Path, description = "The seat of the robot, counted from 0.")),
    responses((status = 200, description = "The robot has left; the server's receipt for it.", body = ReceiptAnswer),
        MaySign, OnThing, InState, Always))]
#[delete("/robots/{seat}")]
pub async fn dismiss_robot(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, seat) = path.into_inner();
    let seat = seat.parse().map(Seat).map_err(|_| Error::not_found("robot in this seat"))?;
    let folded = app.matches.dismiss_robot(&id, &person.account.id, seat).await?;
    Ok(HttpResponse::Ok().json(ReceiptAnswer::of(&app, &folded)))
}
