//! My account, my scripts, my letters, and the matches that wait for me.

use super::matches::{MatchPage, SummaryAnswer};
use crate::accounts::profile::Change;
use crate::accounts::token::{Scope, scopes};
use crate::accounts::{Account, MUTABLE};
use crate::clock::utc;
use crate::db::accounts::ApiTokenRow;
use crate::error::Result;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, patch, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// An account, as its owner sees it.
#[derive(Serialize, ToSchema)]
pub struct AccountAnswer {
    /// UUID.
    pub id: String,
    /// The name others see.
    pub handle: String,
    /// Where letters go.
    pub email: String,
    /// Whether the address is confirmed. Letters about matches wait for that.
    pub confirmed: bool,
    /// The kinds of letters not wanted.
    pub muted: Vec<String>,
    /// Since when the account exists.
    pub created_at: DateTime<Utc>,
}

impl AccountAnswer {
    /// The answer about this account.
    pub fn of(account: Account) -> AccountAnswer {
        AccountAnswer {
            id: account.id,
            handle: account.handle,
            email: account.email,
            confirmed: account.confirmed,
            muted: account.muted,
            created_at: utc(account.created_at),
        }
    }
}

/// A kind of letter that can be muted.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum LetterKind {
    /// It is your turn.
    YourTurn,
    /// Your match has started.
    MatchStarted,
    /// Your match has ended.
    MatchEnded,
    /// Somebody invites you.
    Invitation,
}

/// What to change; what is left out stays.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"muted": ["match_started"]}))]
pub struct AccountChange {
    /// Another address; it must be confirmed anew.
    #[garde(inner(email), inner(length(chars, max = 254)))]
    #[schema(format = "email", max_length = 254)]
    pub email: Option<String>,
    /// Another password; all sessions end.
    #[garde(inner(length(chars, min = 10, max = 256)))]
    #[schema(min_length = 10, max_length = 256)]
    pub password: Option<String>,
    /// The password as it is, needed for another address or password.
    #[garde(inner(length(chars, max = 256)))]
    #[schema(max_length = 256)]
    pub current_password: Option<String>,
    /// The kinds of letters not wanted.
    #[garde(inner(length(max = 10)))]
    #[schema(max_items = 10)]
    pub muted: Option<Vec<LetterKind>>,
}

/// What confirms that an account shall be closed.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"current_password": "correct horse battery"}))]
pub struct Closing {
    /// The password.
    #[garde(length(chars, max = 256))]
    #[schema(max_length = 256)]
    pub current_password: String,
}

/// A scope of a token.
#[derive(Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ScopeName {
    /// Look at what you may see.
    Read,
    /// Act in your matches.
    Play,
}

impl ScopeName {
    fn scope(self) -> Scope {
        match self {
            ScopeName::Read => Scope::Read,
            ScopeName::Play => Scope::Play,
        }
    }
    fn of(scope: Scope) -> ScopeName {
        match scope {
            Scope::Read => ScopeName::Read,
            Scope::Play => ScopeName::Play,
        }
    }
}

/// A token to make.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my bot", "scopes": ["read", "play"]}))]
pub struct NewToken {
    /// What you call it.
    #[garde(length(chars, min = 1, max = 60))]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// What it may do.
    #[garde(length(min = 1, max = 10))]
    #[schema(min_items = 1, max_items = 10)]
    pub scopes: Vec<ScopeName>,
}

/// A token for scripts.
#[derive(Serialize, ToSchema)]
pub struct TokenAnswer {
    /// UUID.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<ScopeName>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The token itself; shown once, when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token: Option<String>,
}

impl TokenAnswer {
    fn of(row: &ApiTokenRow, token: Option<String>) -> TokenAnswer {
        TokenAnswer {
            id: row.id.clone(),
            name: row.name.clone(),
            scopes: scopes(row).into_iter().map(ScopeName::of).collect(),
            created_at: utc(row.created_at),
            last_used_at: row.last_used_at.map(utc),
            token,
        }
    }
}

/// Tokens.
#[derive(Serialize, ToSchema)]
pub struct TokenList {
    /// The tokens that work, oldest first.
    pub items: Vec<TokenAnswer>,
}

/// A letter and what became of it.
#[derive(Serialize, ToSchema)]
pub struct LetterAnswer {
    /// Its kind.
    pub kind: String,
    /// The match it is about.
    pub match_id: Option<String>,
    /// `queued`, `claimed`, `sent`, `withdrawn` or `given_up`.
    pub state: String,
    /// How often sending was tried.
    pub attempts: i32,
    /// What went wrong, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was handed over.
    pub sent_at: Option<DateTime<Utc>>,
}

/// Letters.
#[derive(Serialize, ToSchema)]
pub struct LetterList {
    /// The newest first.
    pub items: Vec<LetterAnswer>,
}

/// My account.
#[utoipa::path(tag = "me", security(("token" = [])),
    responses((status = 200, description = "Your account.", body = AccountAnswer), MaySign, Always))]
#[get("/me")]
pub async fn me(person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    Ok(HttpResponse::Ok().json(AccountAnswer::of(person.account)))
}

/// Change my account.
#[utoipa::path(tag = "me", security(("token" = [])), request_body = AccountChange,
    responses((status = 200, description = "As it is now.", body = AccountAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[patch("/me")]
pub async fn change_me(
    app: web::Data<App>,
    person: Person,
    Body(change): Body<AccountChange>,
) -> Result<HttpResponse> {
    person.session()?;
    if change.email.is_some() || change.password.is_some() {
        app.limits.letter(&person.account.email)?;
    }
    let words = |kinds: Vec<LetterKind>| kinds.into_iter().map(word).collect();
    let change = Change {
        email: change.email,
        password: change.password,
        muted: change.muted.map(words),
        current_password: change.current_password,
    };
    let account = app.accounts.change(&person.account, change).await?;
    app.post.ring();
    Ok(HttpResponse::Ok().json(AccountAnswer::of(account)))
}

fn word(kind: LetterKind) -> String {
    let at = match kind {
        LetterKind::YourTurn => 0,
        LetterKind::MatchStarted => 1,
        LetterKind::MatchEnded => 2,
        LetterKind::Invitation => 3,
    };
    MUTABLE[at].to_owned()
}

/// Close my account.
///
/// Name and address are forgotten and every session and token ends. What you
/// played stays, under no name. Leave or resign from your matches first.
#[utoipa::path(tag = "me", security(("token" = [])), request_body = Closing,
    responses((status = 204, description = "Closed."), WithBody, MaySign, OnThing, InState, Always))]
#[delete("/me")]
pub async fn close_me(
    app: web::Data<App>,
    person: Person,
    Body(closing): Body<Closing>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.close(&person.account, Some(closing.current_password)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// My tokens for scripts.
#[utoipa::path(tag = "me", security(("token" = [])),
    responses((status = 200, description = "Your tokens.", body = TokenList), MaySign, Always))]
#[get("/me/tokens")]
pub async fn tokens(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let rows = app.accounts.tokens(&person.account.id).await?;
    let items = rows.iter().map(|row| TokenAnswer::of(row, None)).collect();
    Ok(HttpResponse::Ok().json(TokenList { items }))
}

/// Make a token for a script. It is shown once.
#[utoipa::path(tag = "me", security(("token" = [])), request_body = NewToken,
    responses((status = 201, description = "The token.", body = TokenAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/tokens")]
pub async fn make_token(
    app: web::Data<App>,
    person: Person,
    Body(new): Body<NewToken>,
) -> Result<HttpResponse> {
    person.session()?;
    let scopes = new.scopes.into_iter().map(ScopeName::scope).collect();
    let (row, token) = app.accounts.make_token(&person.account.id, new.name, scopes).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(TokenAnswer::of(&row, Some(token))))
}

/// Revoke a token.
#[utoipa::path(tag = "me", security(("token" = [])),
    params(("id" = String, Path, description = "The token's id.")),
    responses((status = 204, description = "Revoked."), MaySign, OnThing, Always))]
#[delete("/me/tokens/{id}")]
pub async fn revoke_token(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.revoke_token(&person.account.id, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// My latest letters, and what became of them.
#[utoipa::path(tag = "me", security(("token" = [])),
    responses((status = 200, description = "Your letters.", body = LetterList), MaySign, Always))]
#[get("/me/letters")]
pub async fn letters(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let rows = app.accounts.letters(&person.account.id).await?;
    let items = rows
        .into_iter()
        .map(|row| LetterAnswer {
            kind: row.kind,
            match_id: row.match_id,
            state: row.state,
            attempts: row.attempts,
            error: row.error,
            created_at: utc(row.created_at),
            sent_at: row.sent_at.map(utc),
        })
        .collect();
    Ok(HttpResponse::Ok().json(LetterList { items }))
}

/// The matches that wait for me, longest waiting first.
#[utoipa::path(tag = "me", security(("token" = [])),
    responses((status = 200, description = "The matches.", body = MatchPage), MaySign, Always))]
#[get("/me/turns")]
pub async fn turns(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let listing = app.matches.turns(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(MatchPage { items: SummaryAnswer::all(&listing), next: None }))
}
