//! Letting others watch a private match.

use crate::accounts::token::Scope;
use crate::error::Result;
use crate::web::App;
use crate::web::caller::Person;
use crate::web::pages::lobby::watching_address;
use crate::web::problem::{Always, InState, MaySign, OnThing};
use actix_web::{HttpResponse, delete, post, web};
use serde::Serialize;
use utoipa::ToSchema;

/// A link with which others may watch a match.
#[derive(Serialize, ToSchema)]
pub struct WatchingAnswer {
    /// Send it as `watch` when you look at the match, its history, its events or its
    /// export.
    pub code: String,
    /// The address of the page, for people.
    pub address: String,
}

/// Let others watch a private match by a link. For its host, before the start or after the end.
///
/// Whoever has the link sees what every spectator sees. A link that was made before works
/// no more.
#[utoipa::path(operation_id = "make_watching_link", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 201, description = "The link.", body = WatchingAnswer),
        MaySign, OnThing, InState, Always))]
#[post("/watching-link")]
pub async fn allow_watching(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let code = app.matches.allow_watching(&id, &person.account.id).await?;
    let address = watching_address(&app, &id, &code);
    Ok(HttpResponse::Created().json(WatchingAnswer { code, address }))
}

/// Revoke the link for watching. For everybody who has a seat.
///
/// Who came by it sees the match no more, and their live streams end.
#[utoipa::path(operation_id = "revoke_watching_link", tag = "matches", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "No link works."), MaySign, OnThing, Always))]
#[delete("/watching-link")]
pub async fn forbid_watching(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    app.matches.forbid_watching(&id, &person.account.id).await?;
    Ok(HttpResponse::NoContent().finish())
}
