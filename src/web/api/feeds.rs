//! The secret addresses under which I follow what waits for me.

use crate::accounts::feeds::{Feed, FeedKind};
use crate::clock::utc;
use crate::error::Result;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::feeds::address;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, MaySign, OnThing, WithBody};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A secret address.
#[derive(Serialize, ToSchema)]
pub struct FeedAnswer {
    /// What is followed.
    pub kind: FeedKind,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// When it was last asked for, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
    /// The address itself, which works without signing in; shown once, when it is made.
    pub address: Option<String>,
}

impl FeedAnswer {
    fn of(feed: &Feed, address: Option<String>) -> FeedAnswer {
        FeedAnswer {
            kind: feed.kind,
            made_at: utc(feed.made_at),
            last_used_at: feed.used_at.map(utc),
            address,
        }
    }
}

/// Secret addresses.
#[derive(Serialize, ToSchema)]
pub struct FeedList {
    /// Those that work, one of a kind.
    pub items: Vec<FeedAnswer>,
}

/// A secret address to make.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({}))]
pub struct FeedWish {
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// My secret addresses. Not for scripts.
#[utoipa::path(operation_id = "list_feeds", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "Your addresses, without the secret in them.", body = FeedList),
        MaySign, Always))]
#[get("/me/feeds")]
pub async fn feeds(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let feeds = app.accounts.feeds(&person.account.id).await?;
    let items = feeds.iter().map(|feed| FeedAnswer::of(feed, None)).collect();
    Ok(HttpResponse::Ok().json(FeedList { items }))
}

/// Make a secret address, or another one: the one of this kind before works no longer. Not for
/// scripts.
///
/// Programs that cannot sign in follow under it what waits for you: `turns` as an Atom feed,
/// `calendar` as a calendar of what is due. It is shown once. Whoever has it reads what a
/// stranger to your matches may know, and which of them are yours.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = FeedWish,
    params(("kind" = FeedKind, Path, description = "What to follow.")),
    responses((status = 201, description = "The address.", body = FeedAnswer),
        WithBody, MaySign, OnThing, Always))]
#[post("/me/feeds/{kind}")]
pub async fn make_feed(
    app: web::Data<App>,
    person: Person,
    kind: web::Path<FeedKind>,
    Body(wish): Body<FeedWish>,
) -> Result<HttpResponse> {
    let session = person.session()?;
    let making = app.accounts.make_feed(&person.account.id, session, *kind, wish.code);
    let (feed, token) = app.guesses.count(&Guesser::signed_in(session), making).await?;
    let address = address(&app.origin, *kind, &token);
    Ok(HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(FeedAnswer::of(&feed, Some(address))))
}

/// Revoke a secret address. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])),
    params(("kind" = FeedKind, Path, description = "What it follows.")),
    responses((status = 204, description = "It works no longer."), MaySign, OnThing, Always))]
#[delete("/me/feeds/{kind}")]
pub async fn revoke_feed(
    app: web::Data<App>,
    person: Person,
    kind: web::Path<FeedKind>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.revoke_feed(&person.account.id, *kind).await?;
    Ok(HttpResponse::NoContent().finish())
}
