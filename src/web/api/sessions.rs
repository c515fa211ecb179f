//! Signing in and out.

use crate::accounts::session::Tokens;
use crate::error::Result;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, MaySign, WithBody};
use crate::web::{App, log};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, delete, post, web};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Who wants to sign in.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"login": "anna", "password": "correct horse battery"}))]
pub struct Credentials {
    /// Handle, or address once it is confirmed.
    #[garde(length(chars, min = 1, max = 254))]
    #[schema(min_length = 1, max_length = 254)]
    pub login: String,
    /// The password.
    #[garde(length(chars, min = 1, max = 256))]
    #[schema(min_length = 1, max_length = 256)]
    pub password: String,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// A refresh token to exchange.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"refresh_token": "twr_0123"}))]
pub struct Refresh {
    /// The token, which works once.
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub refresh_token: String,
}

/// Tokens of a session.
#[derive(Serialize, ToSchema)]
pub struct SessionAnswer {
    /// Send it as `Authorization: Bearer …`.
    pub access_token: String,
    /// Always `Bearer`.
    #[schema(example = "Bearer")]
    pub token_type: String,
    /// How long the access token works, in seconds.
    pub expires_in: i64,
    /// Exchange it for the next tokens; it works once.
    pub refresh_token: String,
}

fn answer(tokens: Tokens) -> HttpResponse {
    HttpResponse::Created().insert_header((header::CACHE_CONTROL, "no-store")).json(SessionAnswer {
        access_token: tokens.access,
        token_type: "Bearer".to_owned(),
        expires_in: tokens.expires_in,
        refresh_token: tokens.refresh,
    })
}

/// Sign in.
#[utoipa::path(tag = "sessions", request_body = Credentials,
    responses((status = 201, description = "Signed in.", body = SessionAnswer), WithBody, MaySign, Always))]
#[post("/sessions")]
pub async fn sign_in(
    app: web::Data<App>,
    request: HttpRequest,
    Body(who): Body<Credentials>,
) -> Result<HttpResponse> {
    let named = app.accounts.named(&who.login).await?;
    let source = app.limits.source(&request);
    let guesser = Guesser::stranger(&source, named.login(), None);
    let known = app.guesses.count(&guesser, app.accounts.recognize(named, who.password)).await?;
    let account_id = known.account_id().to_owned();
    let guesser = Guesser::of_codes(&source, &account_id, None);
    let tokens = app.guesses.count(&guesser, app.accounts.sign_in(known, who.code)).await?;
    log::by(&account_id);
    Ok(answer(tokens))
}

/// Exchange a refresh token for new tokens.
///
/// Each refresh token works once. One that is shown a second time ends the session:
/// somebody else may have it.
#[utoipa::path(operation_id = "refresh_session", tag = "sessions", request_body = Refresh,
    responses((status = 201, description = "The next tokens.", body = SessionAnswer), WithBody, MaySign, Always))]
#[post("/sessions/refresh")]
pub async fn refresh(app: web::Data<App>, Body(shown): Body<Refresh>) -> Result<HttpResponse> {
    let tokens = app.accounts.refresh(&shown.refresh_token).await?;
    if let Ok((account, _)) = app.accounts.by_access_token(&tokens.access).await {
        log::by(&account.id);
    }
    Ok(answer(tokens))
}

/// Sign out: the session of this access token ends. Not for scripts.
#[utoipa::path(tag = "sessions", security(("token" = ["session"])),
    responses((status = 204, description = "Signed out."), MaySign, Always))]
#[delete("/sessions/current")]
pub async fn sign_out(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    app.accounts.sign_out(&person.account.id, person.session()?).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Sign out everywhere else: all my other sessions end. Not for scripts.
#[utoipa::path(tag = "sessions", security(("token" = ["session"])),
    responses((status = 204, description = "Signed out."), MaySign, Always))]
#[delete("/sessions/others")]
pub async fn sign_out_elsewhere(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    app.accounts.sign_out_elsewhere(&person.account.id, person.session()?).await?;
    Ok(HttpResponse::NoContent().finish())
}
