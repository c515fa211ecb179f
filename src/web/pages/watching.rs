//! Watching a private match by the link that its host has made.
//!
//! The link hands its code to the browser as a cookie for the pages of this match alone,
//! so that it stands in no address that is kept, shared or sent along as a referrer.

use super::answer::{Answer, to};
use super::lobby::Button;
use super::visitor::Sent;
use crate::matches::watching::{Looker, Pass};
use crate::web::App;
use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::{HttpRequest, HttpResponse, web};

const COOKIE: &str = "turnwise-watch";

/// Somebody who looks, with the pass that their browser keeps for this match.
pub fn looker(account: Option<String>, request: &HttpRequest) -> Looker {
    let code = request.cookie(COOKIE).map(|cookie| cookie.value().to_owned());
    Looker { account, pass: code.map(Pass::Watching) }
}

/// Keeps a code that was found good, and leads to the match without it in the address. A match
/// that everybody may watch is shown whatever stands there: what is no code is not kept.
pub fn keep(app: &App, id: &str, code: &str) -> Answer {
    let page = to(&format!("/matches/{id}"));
    if code.len() > 64 || !code.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Ok(page);
    }
    let path = page.headers().get("location").and_then(|path| path.to_str().ok()).unwrap_or("/");
    let cookie = Cookie::build(COOKIE, code.to_owned())
        .path(path.to_owned())
        .http_only(true)
        .same_site(SameSite::Lax)
        .secure(app.origin.starts_with("https://"))
        .max_age(Duration::days(90))
        .finish();
    let mut page: HttpResponse = page;
    page.add_cookie(&cookie).map_err(crate::error::Error::fault)?;
    Ok(page)
}

/// POST /matches/{id}/watching
pub async fn allow(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.allow_watching(&id, &person.account.id).await?;
    Ok(to(&format!("/matches/{id}#watching")))
}

/// POST /matches/{id}/watching/revoke
pub async fn forbid(app: web::Data<App>, id: web::Path<String>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.forbid_watching(&id, &person.account.id).await?;
    Ok(to(&format!("/matches/{id}#watching")))
}
