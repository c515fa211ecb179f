//! What a webhook of the form `json` is sent, as the document tells of it. `reach::hook` writes
//! it; tests hold what receivers got to this.

use chrono::{DateTime, Utc};
use utoipa::openapi::path::Paths;
use utoipa::{Path, ToSchema};

/// What has happened in a match of yours.
///
/// It says only what a stranger may know: a private match is “a match”, without title, game or id.
#[derive(ToSchema)]
#[schema(example = json!({
    "type": "your_turn",
    "timestamp": "2030-01-01T12:00:00Z",
    "data": {
        "text": "It is your turn in “Sunday” (Bora Bora).",
        "link": "https://turnwise.example/matches/0b6f3d52-4c11-7c2e-9c58-2f6d1a7e0c43",
        "match": {
            "id": "0b6f3d52-4c11-7c2e-9c58-2f6d1a7e0c43",
            "title": "Sunday",
            "game": "Bora Bora",
        },
        "thread": "5d41402abc4b2a76",
    },
}))]
#[allow(dead_code, reason = "it stands for the message in the document alone")]
pub struct NewsMessage {
    /// What it is about: a kind of letters, or `test`.
    #[schema(value_type = crate::web::openapi::DeliveryKinds)]
    r#type: String,
    /// When it happened.
    timestamp: DateTime<Utc>,
    /// What there is to say.
    data: NewsData,
}

/// News in words, and where they lead.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it stands for it in the document alone")]
pub struct NewsData {
    /// A sentence or two, such as “It is your turn in “Sunday” (Bora Bora).”
    text: String,
    /// The page that it leads to.
    link: String,
    /// The match, where that is public and the news are not about an invitation; else `null`.
    #[schema(required)]
    r#match: Option<NewsMatch>,
    /// The same in all messages about one match, which are told together; `null` where it is
    /// about none.
    #[schema(required)]
    thread: Option<String>,
}

/// A public match that news are about.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it stands for it in the document alone")]
pub struct NewsMatch {
    /// UUID: `GET /api/v1/matches/{id}` shows it.
    id: String,
    /// What it is called.
    title: String,
    /// The title of its game, such as “Bora Bora”.
    game: String,
}

/// Take news of my matches.
///
/// Turnwise posts this to a webhook of the form `json`; `POST /me/webhooks` adds one. It is signed
/// as [Standard Webhooks](https://www.standardwebhooks.com) say it: check the signature with one
/// of their libraries and the `secret` of your webhook, and pass over an id that you have seen.
/// Answer within ten seconds, and let what takes longer follow.
#[utoipa::path(post, path = "news", operation_id = "take_news", tag = "me",
    request_body = NewsMessage,
    params(
        ("webhook-id" = String, Header, description = "The message. The same when it is sent again."),
        ("webhook-timestamp" = i64, Header, description = "When it was sent, in seconds since 1970."),
        ("webhook-signature" = String, Header, description = "`v1,` and, in base 64, the HMAC-SHA-256 of `ID.TIMESTAMP.BODY` under the secret."),
    ),
    responses(
        (status = "2XX", description = "You have taken it."),
        (status = 410, description = "There is nothing at this address any more: the webhook is switched off."),
        (status = "default", description = "Not now: it is sent again, ever more seldom, for a day; a test is sent once. A redirection is not followed."),
    ))]
#[allow(dead_code, reason = "the receiver does it, not Turnwise")]
fn news() {}

/// What the document says of webhooks.
pub fn webhooks() -> Paths {
    let methods = __path_news::methods();
    Paths::builder()
        .path(
            __path_news::path(),
            utoipa::openapi::PathItem::from_http_methods(methods, __path_news::operation()),
        )
        .build()
}
