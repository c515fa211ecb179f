//! Registering, confirming an address, replacing a forgotten password.

use super::me::AccountAnswer;
use crate::accounts::profile::{self, ApiTokens};
use crate::error::Result;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, InState, MaySign, WithBody};
use actix_web::{HttpRequest, HttpResponse, post, web};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Somebody new.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"handle": "anna", "email": "anna@example.org", "password": "correct horse battery"}))]
pub struct Registration {
    /// The name others see: a letter, then letters, digits, `-` and `_`.
    #[garde(length(chars, min = 3, max = 24), custom(good_handle))]
    #[schema(min_length = 3, max_length = 24, pattern = "^[A-Za-z][A-Za-z0-9_-]{2,23}$")]
    pub handle: String,
    /// Where letters go.
    #[garde(email, length(chars, max = 254), custom(good_address))]
    #[schema(format = "email", max_length = 254)]
    pub email: String,
    /// At least ten characters.
    #[garde(length(chars, min = 10, max = 256))]
    #[schema(min_length = 10, max_length = 256)]
    pub password: String,
    /// Whether a program will play under the account. Others are shown so wherever it is named,
    /// and it gets no letters about matches before it asks for them.
    #[serde(default)]
    #[garde(skip)]
    #[schema(default = false)]
    pub bot: bool,
}

fn good_handle(text: &str, _: &()) -> garde::Result {
    let mut chars = text.chars();
    let begins = chars.next().is_some_and(|c| c.is_ascii_alphabetic());
    if begins && chars.all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_') {
        return Ok(());
    }
    Err(garde::Error::new("it must be a letter, then letters, digits, `-` and `_`"))
}

/// Letters go to hosts that have a name in the public tree: never to a number, and not to
/// this machine or its neighbours.
pub(super) fn good_address(address: &str, _: &()) -> garde::Result {
    let host = address.rsplit_once('@').map_or("", |(_, host)| host);
    let top = host.rsplit_once('.').map_or("", |(_, top)| top);
    if top.chars().next().is_some_and(char::is_alphabetic) {
        return Ok(());
    }
    Err(garde::Error::new("its host must be a name with a dot, such as `example.org`"))
}

/// What comes next, in words.
#[derive(Serialize, ToSchema)]
pub struct Next {
    /// One sentence.
    #[schema(example = "A letter with a link is on its way.")]
    pub message: String,
}

fn on_its_way() -> Next {
    Next { message: "A letter with a link is on its way.".to_owned() }
}

/// The secret of a one-time link.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "twt_0123"}))]
pub struct Link {
    /// What stands in the link of the letter.
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub token: String,
}

/// A forgotten password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"email": "anna@example.org"}))]
pub struct Forgotten {
    /// The address of the account.
    #[garde(email, length(chars, max = 254), custom(good_address))]
    #[schema(format = "email", max_length = 254)]
    pub email: String,
}

/// A new password.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"token": "twt_0123", "password": "staple correct horse"}))]
pub struct NewPassword {
    /// What stands in the link of the letter.
    #[garde(length(chars, min = 1, max = 200))]
    #[schema(min_length = 1, max_length = 200)]
    pub token: String,
    /// At least ten characters.
    #[garde(length(chars, min = 10, max = 256))]
    #[schema(min_length = 10, max_length = 256)]
    pub password: String,
    /// What becomes of your API tokens, the addresses of your feeds, your webhooks and the
    /// notices of your browsers.
    #[serde(default)]
    #[garde(skip)]
    pub api_tokens: ApiTokens,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// Register.
///
/// A letter with a confirmation link is sent. You can sign in at once, but letters
/// about matches are sent to confirmed addresses only, and only those can be signed in
/// with. Nothing tells whether somebody else has confirmed the address already; who has
/// gets a letter.
#[utoipa::path(operation_id = "register_account", tag = "accounts", request_body = Registration,
    responses((status = 201, description = "Registered.", body = Next), WithBody, InState, Always))]
#[post("/accounts")]
pub async fn register(
    app: web::Data<App>,
    request: HttpRequest,
    Body(new): Body<Registration>,
) -> Result<HttpResponse> {
    app.limits.registration(&request, &new.email)?;
    match new.bot {
        true => app.accounts.register_bot(new.handle, new.email, new.password).await?,
        false => app.accounts.register(new.handle, new.email, new.password).await?,
    };
    Ok(HttpResponse::Created().json(on_its_way()))
}

/// Confirm an address.
#[utoipa::path(operation_id = "confirm_address", tag = "accounts", request_body = Link,
    responses((status = 200, description = "Confirmed.", body = AccountAnswer), WithBody, InState,
        Always))]
#[post("/accounts/confirm")]
pub async fn confirm(app: web::Data<App>, Body(link): Body<Link>) -> Result<HttpResponse> {
    let account = app.accounts.confirm(&link.token).await?;
    Ok(HttpResponse::Ok().json(AccountAnswer::of(account)))
}

/// Have the confirmation letter sent again. Not for scripts.
#[utoipa::path(operation_id = "send_confirmation_letter", tag = "accounts", security(("token" = ["session"])),
    responses((status = 202, description = "On its way.", body = Next), MaySign, InState, Always))]
#[post("/accounts/confirmation-letters")]
pub async fn send_confirmation(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    app.limits.confirmation(&person.account.id)?;
    app.accounts.send_confirmation(&person.account).await?;
    Ok(HttpResponse::Accepted().json(on_its_way()))
}

/// Ask for a letter to replace a forgotten password.
///
/// The answer is the same whether the address is known or not.
#[utoipa::path(operation_id = "ask_for_new_password", tag = "accounts", request_body = Forgotten,
    responses((status = 202, description = "On its way, if the address is known.", body = Next),
        WithBody, Always))]
#[post("/password-resets")]
pub async fn forgot_password(
    app: web::Data<App>,
    request: HttpRequest,
    Body(forgotten): Body<Forgotten>,
) -> Result<HttpResponse> {
    app.limits.reset(&request, &forgotten.email)?;
    app.accounts.forgot_password(&forgotten.email).await?;
    Ok(HttpResponse::Accepted().json(on_its_way()))
}

/// Sets a new password with a link; what makes the browser known from now on.
pub async fn reset(app: &App, request: &HttpRequest, new: NewPassword) -> Result<String> {
    let NewPassword { token, password, api_tokens: tokens, code } = new;
    let source = app.limits.source(request);
    let begun = app.accounts.begin_reset(token, profile::NewPassword { password, tokens });
    let begun = app.guesses.count(&Guesser::with_any_link(&source), begun).await?;
    let guesser = Guesser::with_link(&source, begun.account_id());
    app.guesses.count(&guesser, app.accounts.reset_password(begun, code)).await
}

/// Set a new password with the link of the letter.
///
/// Every session and one-time link ends, and every API token unless you keep them.
#[utoipa::path(tag = "accounts", request_body = NewPassword,
    responses((status = 200, description = "Set.", body = Next),
        WithBody, MaySign, Always))]
#[post("/password-resets/confirm")]
pub async fn reset_password(
    app: web::Data<App>,
    request: HttpRequest,
    Body(new): Body<NewPassword>,
) -> Result<HttpResponse> {
    reset(&app, &request, new).await?;
    let message = "The new password is set; sign in with it.".to_owned();
    Ok(HttpResponse::Ok().json(Next { message }))
}
