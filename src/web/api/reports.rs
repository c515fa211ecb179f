//! What whoever runs the service should look at: titles of matches, and people. Lines are
//! reported where they are read.

use super::talk::NewReport;
use crate::accounts::token::Scope;
use crate::error::{Error, Result};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, post, web};

/// Report the title of a match to whoever runs the service.
///
/// It is kept as it is now. While your first report of a title is open, no other one counts.
#[utoipa::path(tag = "talk", security(("token" = ["play"])), request_body = NewReport,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[post("/reports")]
pub async fn report_title(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewReport>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    app.matches.report_title(&id, &person.account.id, &new.why).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Report a person to whoever runs the service. While your first
/// report of somebody is open, no other one counts.
#[utoipa::path(tag = "talk", security(("token" = ["play"])), request_body = NewReport,
    params(("handle" = String, Path, description = "What they are called.")),
    responses((status = 204, description = "Noted."), WithBody, MaySign, OnThing, Always))]
#[post("/people/{handle}/reports")]
pub async fn report_person(
    app: web::Data<App>,
    person: Person,
    handle: web::Path<String>,
    Body(new): Body<NewReport>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let other = app.accounts.by_handle(&handle).await?;
    let other = other.ok_or_else(|| Error::not_found("person"))?;
    app.matches.report_person(&person.account.id, &other.id, &new.why).await?;
    Ok(HttpResponse::NoContent().finish())
}
