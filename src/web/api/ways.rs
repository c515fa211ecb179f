//! My webhooks, and what became of the messages that went beside letters.

use super::matches::one_line;
use crate::accounts::token::Scope;
use crate::accounts::ways::{Delivery, NewBrowser, NewWebhook, Switch, Way};
use crate::clock::{Instant, utc};
use crate::error::Result;
use crate::mail::queue::State;
use crate::reach::push::BrowserKeys;
use crate::reach::way::Form;
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::guesses::Guesser;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::http::header;
use actix_web::{HttpResponse, delete, get, post, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Whether messages go by a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum WayState {
    /// They do.
    On,
    /// Those that were tried last were not taken; they are tried again.
    Failing,
    /// They do not.
    Off,
}

/// A webhook or browser of yours.
#[derive(Serialize, ToSchema)]
pub struct WayAnswer {
    /// UUID.
    pub id: String,
    /// What you call it.
    pub name: String,
    /// How a message is written for it.
    pub form: Form,
    /// The host that it leads to. The rest of the address is not shown again.
    pub host: String,
    /// Whether messages go by it.
    pub state: WayState,
    /// Why it is switched off.
    pub off_why: Option<String>,
    /// Since when it is.
    pub off_at: Option<DateTime<Utc>>,
    /// Since when nothing can be delivered.
    pub failing_since: Option<DateTime<Utc>>,
    /// When it is tried again.
    pub retry_at: Option<DateTime<Utc>>,
    /// When a message was last delivered.
    pub sent_at: Option<DateTime<Utc>>,
    /// Since when there is one.
    pub created_at: DateTime<Utc>,
    /// What signs its messages, as Standard Webhooks say it; shown once, when it is made.
    pub secret: Option<String>,
}

impl WayAnswer {
    fn of(way: Way, secret: Option<String>) -> WayAnswer {
        let at = |instant: Option<Instant>| instant.map(utc);
        WayAnswer {
            state: match (way.off_at, way.failing_since) {
                (Some(_), _) => WayState::Off,
                (None, Some(_)) => WayState::Failing,
                (None, None) => WayState::On,
            },
            id: way.id,
            name: way.name,
            form: way.form,
            host: way.host,
            off_why: way.off_why,
            off_at: at(way.off_at),
            failing_since: at(way.failing_since),
            retry_at: at(way.retry_at),
            sent_at: at(way.sent_at),
            created_at: utc(way.made_at),
            secret,
        }
    }
}

/// Webhooks or browsers.
#[derive(Serialize, ToSchema)]
pub struct WayList {
    /// The oldest first.
    pub items: Vec<WayAnswer>,
}

/// A webhook to add.
#[derive(Default, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "our channel", "form": "json", "url": "https://example.org/turnwise"}))]
pub struct WebhookWish {
    /// What you call it.
    #[garde(length(chars, min = 1, max = 60), custom(one_line))]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// How a message is written for it: `json` with a signature, `discord` or `slack`.
    #[garde(skip)]
    pub form: HookForm,
    /// Where it leads: an address that begins with `https://`, has no name or password in it
    /// and is public. Whoever knows it can write there, so it is not shown again.
    #[garde(length(chars, min = 1, max = 2000))]
    #[schema(min_length = 1, max_length = 2000)]
    pub url: String,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// A browser to add, as its `PushSubscription` says it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "my phone", "endpoint": "https://push.example.org/send/abc",
    "keys": {"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg"}}))]
pub struct BrowserWish {
    /// What you call it.
    #[garde(length(chars, min = 1, max = 60), custom(one_line))]
    #[schema(min_length = 1, max_length = 60)]
    pub name: String,
    /// Where its push service takes messages.
    #[garde(length(chars, min = 1, max = 2000))]
    #[schema(min_length = 1, max_length = 2000)]
    pub endpoint: String,
    /// What messages are sealed for.
    #[garde(dive)]
    pub keys: BrowserKeysWish,
    /// What your authenticator shows, or a recovery code, where you have a second factor.
    #[garde(inner(length(chars, max = 50)))]
    #[schema(max_length = 50)]
    pub code: Option<String>,
}

/// What messages to a browser are sealed for.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BrowserKeysWish {
    /// Its public key: an uncompressed point of P-256, in base 64 for addresses.
    #[garde(length(chars, max = 100))]
    #[schema(max_length = 100)]
    pub p256dh: String,
    /// Its secret: 16 bytes, in the same.
    #[garde(length(chars, max = 50))]
    #[schema(max_length = 50)]
    pub auth: String,
}

impl From<BrowserWish> for NewBrowser {
    fn from(wish: BrowserWish) -> NewBrowser {
        let BrowserKeysWish { p256dh, auth } = wish.keys;
        let (name, keys) = (wish.name.trim().to_owned(), BrowserKeys { p256dh, auth });
        NewBrowser { name, endpoint: wish.endpoint, keys, code: wish.code }
    }
}

/// Browsers, and what they need.
#[derive(Serialize, ToSchema)]
pub struct BrowserList {
    /// The key of this service (VAPID, RFC 8292), as `applicationServerKey` takes it. `null` where there is no push.
    pub key: Option<String>,
    /// The oldest first.
    pub items: Vec<WayAnswer>,
}

/// How a message is written for a webhook.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum HookForm {
    /// JSON for a program.
    #[default]
    Json,
    /// A line in a channel of Discord.
    Discord,
    /// A line in a channel of Slack, or of what takes the same.
    Slack,
}

impl From<HookForm> for Form {
    fn from(form: HookForm) -> Form {
        match form {
            HookForm::Json => Form::Json,
            HookForm::Discord => Form::Discord,
            HookForm::Slack => Form::Slack,
        }
    }
}

/// Whether messages shall go by it.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"on": true}))]
pub struct SwitchWish {
    /// `true`: from now on, as if it had never failed. `false`: no more, and what waits is not
    /// sent later.
    #[garde(skip)]
    pub on: bool,
}

/// A message and what became of it.
#[derive(Serialize, ToSchema)]
pub struct DeliveryAnswer {
    /// By which webhook or browser.
    pub way: String,
    /// What it is about: a kind of letters, or `test`.
    #[schema(value_type = crate::web::openapi::DeliveryKinds)]
    pub kind: &'static str,
    /// The match it is about.
    pub match_id: Option<String>,
    /// What became of it so far.
    #[schema(value_type = crate::web::openapi::LetterStates)]
    pub state: State,
    /// How often it was tried.
    pub attempts: i32,
    /// What went wrong, or why it was withdrawn.
    pub error: Option<String>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When it is tried (again), where it waits.
    pub due_at: Option<DateTime<Utc>>,
    /// When it was delivered.
    pub sent_at: Option<DateTime<Utc>>,
}

impl DeliveryAnswer {
    fn of(one: Delivery) -> DeliveryAnswer {
        DeliveryAnswer {
            kind: one.word(),
            state: one.state,
            due_at: (one.state == State::Queued).then(|| utc(one.due_at)),
            way: one.way_id,
            match_id: one.match_id,
            attempts: one.attempts,
            error: one.error,
            created_at: utc(one.created_at),
            sent_at: one.sent_at.map(utc),
        }
    }
}

/// Messages.
#[derive(Serialize, ToSchema)]
pub struct DeliveryList {
    /// The newest first.
    pub items: Vec<DeliveryAnswer>,
}

/// My webhooks. Not for scripts.
#[utoipa::path(operation_id = "list_webhooks", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "Your webhooks.", body = WayList), MaySign, Always))]
#[get("/me/webhooks")]
pub async fn webhooks(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let all = app.accounts.ways(&person.account.id).await?.into_iter();
    let hooks = all.filter(|way| way.form != Form::Browser);
    let items = hooks.map(|way| WayAnswer::of(way, None)).collect();
    Ok(HttpResponse::Ok().json(WayList { items }))
}

/// Add a webhook. Not for scripts.
///
/// News of your matches are posted there, a few minutes after something has happened: what
/// stands in letters, but only what a stranger may know. A private match is “a match”. `json`
/// messages are signed as [Standard Webhooks](https://www.standardwebhooks.com) say it, with
/// the `secret` of the answer: the headers are `webhook-id`, `webhook-timestamp` and
/// `webhook-signature`. What is not taken is tried again ever more seldom; after a day of
/// failures the webhook is switched off, and you are told by letter.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = WebhookWish,
    responses((status = 201, description = "It is there.", body = WayAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/webhooks")]
pub async fn add_webhook(
    app: web::Data<App>,
    person: Person,
    Body(wish): Body<WebhookWish>,
) -> Result<HttpResponse> {
    let session = person.session()?;
    let WebhookWish { name, form, url, code } = wish;
    let name = name.trim().to_owned();
    let new = NewWebhook { name, form: form.into(), address: url, code };
    let adding = app.accounts.add_webhook(&app.reach, &person.account.id, session, new);
    let (way, secret) = app.guesses.count(&Guesser::signed_in(session), adding).await?;
    Ok(HttpResponse::Created()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(WayAnswer::of(way, Some(secret))))
}

/// My browsers, and the key that they need. Not for scripts.
#[utoipa::path(operation_id = "list_browsers", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "Your browsers.", body = BrowserList), MaySign, Always))]
#[get("/me/browsers")]
pub async fn browsers(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let all = app.accounts.ways(&person.account.id).await?.into_iter();
    let browsers = all.filter(|way| way.form == Form::Browser);
    let items = browsers.map(|way| WayAnswer::of(way, None)).collect();
    let key = app.reach.key.as_ref().map(|key| key.public()).filter(|_| app.reach.push);
    Ok(HttpResponse::Ok().json(BrowserList { key, items }))
}

/// Add a browser. Not for scripts.
///
/// The body is what the browser's own `PushSubscription` says of itself. News of your matches
/// are sealed for the browser (RFC 8291), so that its push service reads nothing; a later message of the
/// same match takes the place of one that waits there. A browser that is added again has its
/// keys replaced.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = BrowserWish,
    responses((status = 201, description = "It is there.", body = WayAnswer),
        WithBody, MaySign, InState, Always))]
#[post("/me/browsers")]
pub async fn add_browser(
    app: web::Data<App>,
    person: Person,
    Body(wish): Body<BrowserWish>,
) -> Result<HttpResponse> {
    let session = person.session()?;
    let adding = app.accounts.add_browser(&app.reach, &person.account.id, session, wish.into());
    let way = app.guesses.count(&Guesser::signed_in(session), adding).await?;
    Ok(HttpResponse::Created().json(WayAnswer::of(way, None)))
}

/// Switch a webhook or browser on or off. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = SwitchWish,
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 200, description = "As it is now.", body = WayAnswer),
        WithBody, MaySign, OnThing, Always))]
#[put("/me/ways/{id}")]
pub async fn switch_way(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(wish): Body<SwitchWish>,
) -> Result<HttpResponse> {
    person.session()?;
    let to = if wish.on { Switch::On } else { Switch::Off };
    let way = app.accounts.switch_way(&person.account.id, &id, to).await?;
    Ok(HttpResponse::Ok().json(WayAnswer::of(way, None)))
}

/// Remove a webhook or browser. What waits for it is not sent. Not for scripts.
#[utoipa::path(tag = "me", security(("token" = ["session"])),
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 204, description = "It is gone."), MaySign, OnThing, Always))]
#[delete("/me/ways/{id}")]
pub async fn remove_way(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.remove_way(&person.account.id, &id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Send a test to a webhook or browser. Not for scripts.
///
/// `GET /me/deliveries` says what became of it. It is tried once.
#[utoipa::path(tag = "me", security(("token" = ["session"])),
    params(("id" = String, Path, description = "Its id.")),
    responses((status = 202, description = "It is on its way."),
        WithBody, MaySign, OnThing, InState, Always))]
#[post("/me/ways/{id}/tests")]
pub async fn try_way(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.session()?;
    app.limits.trial(&person.account.id)?;
    app.accounts.try_way(&person.account.id, &id).await?;
    Ok(HttpResponse::Accepted().finish())
}

/// The latest messages to my webhooks and browsers, and what became of them.
#[utoipa::path(operation_id = "list_deliveries", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "The messages.", body = DeliveryList), MaySign, Always))]
#[get("/me/deliveries")]
pub async fn deliveries(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let all = app.accounts.deliveries(&person.account.id).await?.into_iter();
    let items = all.map(DeliveryAnswer::of).collect();
    Ok(HttpResponse::Ok().json(DeliveryList { items }))
}
