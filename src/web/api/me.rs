//! My account, my scripts, my letters, and the matches that wait for me.

use super::accounts::good_address;
use super::matches::{SummaryAnswer, one_line};
use crate::accounts::Account;
use crate::accounts::bots::Holder;
use crate::accounts::profile::{ApiTokens, Change, NewPassword, Proof};
use crate::accounts::token::{ApiToken, Scope};
use crate::clock::utc;
use crate::error::Result;
use crate::mail::kind::LetterKind;
use crate::mail::queue::{Letter, State};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use crate::words::Word;
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
    /// Whether it is a bot's.
    pub bot: bool,
    /// Where letters go.
    pub email: String,
    /// Whether the address is confirmed. Letters about matches wait for that.
    pub confirmed: bool,
    /// The kinds of letters not wanted.
    pub muted: Vec<LetterKind>,
    /// Since when the account exists.
    pub created_at: DateTime<Utc>,
}

impl AccountAnswer {
    /// The answer about this account.
    pub fn of(account: Account) -> AccountAnswer {
        AccountAnswer {
            id: account.id,
            bot: account.holder.is_bot(),
            handle: account.handle,
            email: account.email,
            confirmed: account.confirmed,
            muted: account.muted,
            created_at: utc(account.created_at),
        }
    }
}

/// What to change; what is left out stays.
#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"muted": ["match_started"]}))]
pub struct AccountChange {
    /// Another address; it must be confirmed anew.
    #[garde(inner(email), inner(length(chars, max = 254)), inner(custom(good_address)))]
    #[schema(format = "email", max_length = 254)]
    pub email: Option<String>,
    /// Another password; every session and one-time link ends.
    #[garde(inner(length(chars, min = 10, max = 256)))]
    #[schema(min_length = 10, max_length = 256)]
    pub password: Option<String>,
    /// What becomes of your API tokens, the addresses of your feeds, your webhooks and the
    /// notices of your browsers when the password changes.
    #[serde(default)]
    #[garde(skip)]
    pub api_tokens: ApiTokens,
    /// The password as it is, needed for another address or password.
    #[garde(inner(length(chars, max = 256)))]
    #[schema(max_length = 256)]
    pub current_password: Option<String>,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
    /// The kinds of letters not wanted. Those about the account itself are always sent.
    #[garde(inner(length(max = 10)), custom(muted_can_be))]
    #[schema(max_items = 10)]
    pub muted: Option<Vec<LetterKind>>,
    /// Whether the account is a bot's, as long as it has never sat in a match. Others are shown
    /// the mark wherever it is named, and a bot gets no letters about matches before it asks.
    #[garde(skip)]
    pub bot: Option<bool>,
}

fn muted_can_be(kinds: &Option<Vec<LetterKind>>, _: &()) -> garde::Result {
    match kinds.iter().flatten().find(|kind| !kind.can_be_muted()) {
        None => Ok(()),
        Some(kind) => {
            Err(garde::Error::new(format!("letters of the kind {} are always sent", kind.word())))
        }
    }
}

fn each_once(kinds: Vec<LetterKind>) -> Vec<LetterKind> {
    LetterKind::ALL.iter().copied().filter(|kind| kinds.contains(kind)).collect()
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
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// A token to make.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my bot", "scopes": ["read", "play"]}))]
pub struct NewToken {
    /// What you call it.
    #[garde(length(chars, min = 1, max = 60), custom(one_line))]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// What it may do. Whoever plays is shown the match, so `play` goes with `read`.
    #[garde(length(min = 1, max = 10), custom(scopes_go_together))]
    #[schema(min_items = 1, max_items = 10)]
    pub scopes: Vec<Scope>,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

fn scopes_go_together(scopes: &[Scope], _: &()) -> garde::Result {
    match scopes.iter().flat_map(|scope| scope.needed()).find(|needed| !scopes.contains(needed)) {
        None => Ok(()),
        Some(missing) => Err(garde::Error::new(format!("`{}` is needed too", missing.word()))),
    }
}

/// A token for scripts.
#[derive(Serialize, ToSchema)]
pub struct TokenAnswer {
    /// UUID.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
}

impl From<ApiToken> for TokenAnswer {
    fn from(token: ApiToken) -> TokenAnswer {
        TokenAnswer {
            id: token.id,
            name: token.name,
            scopes: token.scopes,
            created_at: utc(token.created_at),
            last_used_at: token.last_used_at.map(utc),
        }
    }
}

/// A token that was just made.
#[derive(Serialize, ToSchema)]
pub struct MadeToken {
    /// UUID.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// What it may do.
    pub scopes: Vec<Scope>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
    /// The token itself: it is shown this once.
    pub token: String,
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
    pub kind: LetterKind,
    /// The match it is about.
    pub match_id: Option<String>,
    /// What became of it so far.
    #[schema(value_type = crate::web::openapi::LetterStates)]
    pub state: State,
    /// How often sending was tried, not counting when the mail server was away.
    pub attempts: i32,
    /// What went wrong, or why it was withdrawn; of a letter to an address that is to be
    /// confirmed, only that it was not handed over.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it was handed over.
    pub sent_at: Option<DateTime<Utc>>,
}

impl LetterAnswer {
    fn of(letter: Letter) -> LetterAnswer {
        LetterAnswer {
            kind: letter.kind,
            match_id: letter.about.map(|about| about.match_id),
            state: letter.state,
            attempts: letter.attempts,
            error: letter.error,
            created_at: utc(letter.created_at),
            sent_at: letter.sent_at.map(utc),
        }
    }
}

/// Letters.
#[derive(Serialize, ToSchema)]
pub struct LetterList {
    /// The newest first.
    pub items: Vec<LetterAnswer>,
}

/// My account.
#[utoipa::path(operation_id = "get_me", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "Your account.", body = AccountAnswer), MaySign, Always))]
#[get("/me")]
pub async fn me(person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    Ok(HttpResponse::Ok().json(AccountAnswer::of(person.account)))
}

/// Change my account. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = AccountChange,
    responses((status = 200, description = "As it is now.", body = AccountAnswer),
        WithBody, MaySign, OnThing, InState, Always))]
#[patch("/me")]
pub async fn change_me(
    app: web::Data<App>,
    person: Person,
    Body(change): Body<AccountChange>,
) -> Result<HttpResponse> {
    let guesser = Guesser::signed_in(person.session()?);
    let kept = change.api_tokens;
    let change = Change {
        email: change.email,
        may_write: Some(app.may_write(&person.account)),
        password: change.password.map(|password| NewPassword { password, tokens: kept }),
        muted: change.muted.map(each_once),
        holder: change.bot.map(Holder::of),
        proof: Proof { password: change.current_password, code: change.code },
    };
    let account = app.guesses.count(&guesser, app.accounts.change(&person.account, change)).await?;
    Ok(HttpResponse::Ok().json(AccountAnswer::of(account)))
}

/// Close my account. Not for scripts.
///
/// Name and address are forgotten and every session and token ends. What you
/// played stays, under no name. Leave or resign from your matches first.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = Closing,
    responses((status = 204, description = "Closed."), WithBody, MaySign, OnThing, InState, Always))]
#[delete("/me")]
pub async fn close_me(
    app: web::Data<App>,
    person: Person,
    Body(closing): Body<Closing>,
) -> Result<HttpResponse> {
    let guesser = Guesser::signed_in(person.session()?);
    let proof = Proof { password: Some(closing.current_password), code: closing.code };
    let closing = app.accounts.close(&person.account, proof);
    app.guesses.count(&guesser, closing).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// My API tokens. Not for scripts.
#[utoipa::path(operation_id = "list_tokens", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "Your tokens.", body = TokenList), MaySign, Always))]
#[get("/me/tokens")]
pub async fn tokens(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let tokens = app.accounts.tokens(&person.account.id).await?;
    let items = tokens.into_iter().map(TokenAnswer::from).collect();
    Ok(HttpResponse::Ok().json(TokenList { items }))
}

/// Make an API token. It is shown once. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = NewToken,
    responses((status = 201, description = "The token.", body = MadeToken),
        WithBody, MaySign, InState, Always))]
#[post("/me/tokens")]
pub async fn make_token(
    app: web::Data<App>,
    person: Person,
    Body(new): Body<NewToken>,
) -> Result<HttpResponse> {
    let (id, session) = (&person.account.id, person.session()?);
    let making = app.accounts.make_token(id, session, new.name, new.scopes, new.code);
    let guesser = Guesser::signed_in(session);
    let (token, text) = app.guesses.count(&guesser, making).await?;
    Ok(HttpResponse::Created().insert_header((header::CACHE_CONTROL, "no-store")).json(MadeToken {
        id: token.id,
        name: token.name,
        scopes: token.scopes,
        created_at: utc(token.created_at),
        token: text,
    }))
}

/// Revoke an API token. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])),
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

/// My latest letters, but for those with links for a new password, and what became of them.
#[utoipa::path(operation_id = "list_letters", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "Your letters.", body = LetterList), MaySign, Always))]
#[get("/me/letters")]
pub async fn letters(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let letters = app.accounts.letters(&person.account.id).await?;
    let items = letters.into_iter().map(LetterAnswer::of).collect();
    Ok(HttpResponse::Ok().json(LetterList { items }))
}

/// The matches that wait for somebody.
#[derive(Serialize, ToSchema)]
pub struct TurnList {
    /// All of them: first those in which their time is over soonest, then longest waiting first.
    pub items: Vec<SummaryAnswer>,
    /// Always `null`: there are no further pages.
    pub next: Option<String>,
}

/// The matches that wait for me: first those in which my time is over soonest, then longest
/// waiting first.
#[utoipa::path(operation_id = "list_turns", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "The matches.", body = TurnList), MaySign, Always))]
#[get("/me/turns")]
pub async fn turns(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let turns = app.matches.turns(&person.account.id).await?;
    let items = turns.into_iter().map(SummaryAnswer::from).collect();
    Ok(HttpResponse::Ok().json(TurnList { items, next: None }))
}
