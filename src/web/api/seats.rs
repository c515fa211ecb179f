//! Seats: take one, give it back, start, resign.

use super::look::{MatchAnswer, answer};
use super::matches::one_line;
use super::proof::{Commitment, ReceiptAnswer};
use crate::accounts::token::Scope;
use crate::error::Result;
use crate::matches::stream::commitment;
use crate::web::App;
use crate::web::body::{Body, MaybeBody};
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, delete, post, web};
use garde::Validate;
use serde::Deserialize;
use utoipa::ToSchema;

/// A seat to take.
#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct Joining {
    /// The invitation code of a private match. Who is invited themselves needs none.
    #[garde(inner(length(chars, min = 1, max = 100)))]
    #[schema(min_length = 1, max_length = 100)]
    pub invitation: Option<String>,
    /// Anything you like: it becomes part of the chance of the match.
    #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
    #[schema(min_length = 1, max_length = 128)]
    pub entropy: Option<String>,
}

/// Take the next seat. The last one starts the match.
#[utoipa::path(operation_id = "take_seat", tag = "matches", security(("token" = ["play"])), request_body = Joining,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The match.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/seats")]
pub async fn join(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(joining): Body<Joining>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.join(&id, who, joining.invitation, joining.entropy).await?;
    answer(&app, folded, who, HttpResponse::Created()).await
}

/// Host a match whose host does not come.
///
/// For whoever has had a seat for seven days in a match that waits for people, once its host has
/// done nothing there for as long (`host_open_at` of the match).
#[utoipa::path(operation_id = "become_host", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        MaySign, OnThing, InState, Always))]
#[post("/host")]
pub async fn host(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let folded = app.matches.host(&id, who).await?;
    answer(&app, folded, who, HttpResponse::Ok()).await
}

/// What somebody adds to the chance of the next match.
#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct Again {
    /// Anything you like: it becomes part of the chance of the match. Needs a `commitment`.
    #[garde(inner(length(chars, min = 1, max = 128), custom(one_line)))]
    #[schema(min_length = 1, max_length = 128)]
    pub entropy: Option<String>,
    /// The promise of the seed that you knew before you chose your entropy; from `POST
    /// /matches/{id}/rematch/commitment`.
    #[garde(skip)]
    pub commitment: Option<Commitment>,
}

impl Again {
    /// What is added, with the promise.
    ///
    /// # Errors
    /// `commitment_missing` where nothing was promised before.
    pub fn added(self) -> Result<Option<(String, commitment::Commitment)>> {
        match (self.entropy, self.commitment) {
            (None, _) => Ok(None),
            (Some(entropy), Some(promised)) => Ok(Some((entropy, promised.into()))),
            (Some(_), None) => Err(commitment::missing()),
        }
    }
}

/// Have the seed of the next match promised.
///
/// Choose your entropy only when you know the hash of the seed, and send both to `POST
/// /matches/{id}/rematch`. Where somebody else has opened the next match, its seed is fixed
/// already, and this tells its hash.
#[utoipa::path(operation_id = "promise_rematch_seed", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match that is over.")),
    responses((status = 201, description = "The promise.", body = Commitment),
        MaySign, OnThing, InState, Always))]
#[post("/rematch/commitment")]
pub async fn promise_rematch(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let promised = app.matches.commit_again(&id, &person.account.id).await?;
    Ok(HttpResponse::Created().json(Commitment::from(promised)))
}

/// Play again with the same people and options.
///
/// For whoever had a seat at the end of a match, for 14 days (`again_until` of the match). The
/// first who asks opens the next match: the others are invited by letter, and the same robots
/// sit down. Whoever asks later takes a seat there, and whoever asks twice gets it once more.
#[utoipa::path(operation_id = "open_rematch", tag = "matches", security(("token" = ["play"])), request_body = Option<Again>,
    params(("id" = String, Path, description = "The match that is over.")),
    responses((status = 201, description = "The next match, in which you have a seat.", body = MatchAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/rematch")]
pub async fn rematch(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    MaybeBody(again): MaybeBody<Again>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let who = &person.account.id;
    let next = app.matches.rematch(&id, who, again.added()?).await?;
    answer(&app, next, who, HttpResponse::Created()).await
}

/// Give your seat back before the start.
#[utoipa::path(operation_id = "leave_seat", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "You have left; the server's receipt for it.", body = ReceiptAnswer),
        MaySign, OnThing, InState, Always))]
#[delete("/seats/me")]
pub async fn leave(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let folded = app.matches.leave(&id, &person.account.id).await?;
    Ok(HttpResponse::Ok().json(ReceiptAnswer::of(&app, &folded)))
}

/// Start a match that has enough people, without waiting for more. For its host.
#[utoipa::path(operation_id = "start_match", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        MaySign, OnThing, InState, Always))]
#[post("/start")]
pub async fn start(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let folded = app.matches.start(&id, &person.account.id).await?;
    answer(&app, folded, &person.account.id, HttpResponse::Ok()).await
}

/// Give up a running match.
///
/// While two are left, robots among them, it goes on: a sensible robot plays your seat, somebody
/// else may take it over, and you rank behind all who stay.
#[utoipa::path(operation_id = "resign_seat", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "The match.", body = MatchAnswer),
        MaySign, OnThing, InState, Always))]
#[post("/resign")]
pub async fn resign(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let folded = app.matches.resign(&id, &person.account.id).await?;
    answer(&app, folded, &person.account.id, HttpResponse::Ok()).await
}
