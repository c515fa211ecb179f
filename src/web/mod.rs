//! The web: the only room that names actix.
//!
//! In reading order: this file (the app and its server), [`api`] (JSON under
//! `/api/v1`), [`pages`] (HTML), [`caller`], [`body`], [`problem`], [`limits`], [`live`] (server-sent events),
//! [`metrics`], [`openapi`]. Holds no SQL and no rule of any game.

pub mod api;
pub mod body;
pub mod caller;
pub mod limits;
pub mod live;
pub mod metrics;
pub mod openapi;
pub mod pages;
pub mod problem;

use crate::accounts::Accounts;
use crate::accounts::password::Strength;
use crate::clock::Clock;
use crate::db::letters::LetterRow;
use crate::db::{Conn, Db};
use crate::error::{Error, Kind, Result};
use crate::mail::deliver::{Compose, Post, Verdict};
use crate::mail::transport::{Transport, mailbox};
use crate::matches::Matches;
use crate::matches::compose::Links;
use actix_web::body::MessageBody;
use actix_web::dev::{Response, ServerHandle, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::middleware::{Compress, Next, from_fn};
use actix_web::{App as ActixApp, HttpRequest, HttpResponse, HttpServer, ResponseError, web};
use limits::Limits;
use metrics::Metrics;
use serde_json::Value;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::watch;
use tracing_actix_web::TracingLogger;
use utoipa_actix_web::AppExt;

/// What a server is made of, ready to be started.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The database.
    pub db: Db,
    /// What time it is.
    pub clock: Clock,
    /// The secret that signs tokens.
    pub secret: String,
    /// How hard passwords are hashed.
    pub strength: Strength,
    /// Minutes an access token works.
    pub access_minutes: i64,
    /// How letters travel.
    pub transport: Transport,
    /// The address letters come from.
    pub mail_from: String,
    /// The address people reach the server under. Empty: where it listens.
    pub origin: String,
    /// Where to listen; port 0 takes a free one.
    pub listen: String,
    /// Multiplies every rate limit.
    pub rate: u32,
    /// Believe `X-Forwarded-For`.
    pub trust_proxy: bool,
    /// Threads that answer requests.
    pub workers: usize,
}

/// What every request can reach.
#[derive(Debug)]
pub struct App {
    /// The database.
    pub db: Db,
    /// People.
    pub accounts: Accounts,
    /// Matches.
    pub matches: Matches,
    /// The post office.
    pub post: Arc<Post>,
    /// How often one may ask.
    pub limits: Limits,
    /// Numbers for operators.
    pub metrics: Metrics,
    /// The OpenAPI document.
    pub document: Value,
    /// What time it is.
    pub clock: Clock,
    /// The address people reach the server under.
    pub origin: String,
}

impl App {
    /// Invites whoever has this handle to a match by letter.
    pub async fn invite(&self, match_id: &str, host: &str, handle: &str) -> Result<()> {
        // Who may not see the match learns nothing of its people or of this handle.
        self.matches.look(match_id, Some(host.to_owned()), None, None).await?;
        let guest = self.accounts.by_handle(handle.trim()).await?.ok_or_else(|| {
            let detail = format!("Nobody here is called “{}”.", handle.trim());
            Error::refused("unknown_handle", detail)
        })?;
        self.limits.letter(&guest.email)?;
        self.matches.invite(match_id, host, guest).await?;
        self.post.ring();
        Ok(())
    }
}

/// Knows what every letter of the outbox is about.
struct Composer {
    accounts: Accounts,
    matches: Matches,
    origin: String,
}

impl Compose for Composer {
    fn compose(&self, conn: &mut Conn, letter: &LetterRow) -> Result<Verdict> {
        if letter.match_id.is_some() {
            let token = self.accounts.unsubscribe_token(&letter.account_id, &letter.kind);
            let unsubscribe = format!("{}/letters/unsubscribe?token={token}", self.origin);
            return self.matches.compose(conn, letter, Links { origin: &self.origin, unsubscribe });
        }
        self.accounts
            .compose(conn, letter, &self.origin)?
            .ok_or_else(|| Error::fault(format!("the letter kind {} is not known", letter.kind)))
    }
}

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What its requests reach.
    pub app: web::Data<App>,
    server: actix_web::dev::Server,
    over: watch::Sender<bool>,
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Running({})", self.address)
    }
}

impl Running {
    /// Stops the server from outside.
    pub fn handle(&self) -> ServerHandle {
        self.server.handle()
    }

    /// Serves until stopped by a signal or by the handle; open requests are
    /// answered, letters being sent and steps of robots are finished.
    pub async fn until_stopped(self) -> std::io::Result<()> {
        let posting = tokio::spawn(self.app.post.clone().run(self.over.subscribe()));
        let post = self.app.post.clone();
        let matches = self.app.matches.clone();
        let over = self.over.subscribe();
        let robots = tokio::spawn(async move {
            matches.play_robots(over, move || post.ring()).await;
        });
        let tidying = tokio::spawn(tidy(self.app.clone().into_inner(), self.over.subscribe()));
        let served = self.server.await;
        let _ = self.over.send(true);
        for task in [posting, tidying, robots] {
            if let Err(error) = task.await {
                tracing::error!(%error, "a background task broke");
            }
        }
        served
    }
}

/// Forgets what is not needed any more, once an hour.
async fn tidy(app: Arc<App>, mut over: watch::Receiver<bool>) {
    loop {
        tokio::select! {
            () = tokio::time::sleep(std::time::Duration::from_secs(3600)) => {}
            _ = over.changed() => return,
        }
        app.limits.tidy();
        if let Err(error) = app.matches.forget_answered().await {
            tracing::warn!(%error, "old answers could not be forgotten");
        }
    }
}

/// The OpenAPI document of this program.
pub fn document() -> Value {
    let (_, collected) = ActixApp::new()
        .into_utoipa_app()
        .openapi(openapi::frame())
        .configure(api::operations)
        .split_for_parts();
    openapi::complete(&collected)
}

/// Binds the address and makes the server; it serves once awaited.
///
/// # Errors
/// Says what is wrong with the settings or with the address.
pub fn start(setup: Setup) -> Result<Running, String> {
    let listener = std::net::TcpListener::bind(&setup.listen)
        .map_err(|error| format!("cannot listen on {}: {error}", setup.listen))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let origin = match setup.origin.as_str() {
        "" => format!("http://{address}"),
        origin => origin.to_owned(),
    };
    let Setup { db, clock, secret, strength, access_minutes, transport, .. } = setup;
    let accounts = Accounts::new(db.clone(), clock.clone(), &secret, strength, access_minutes)?;
    let matches = Matches::new(db.clone(), clock.clone());
    let composer =
        Composer { accounts: accounts.clone(), matches: matches.clone(), origin: origin.clone() };
    let from = mailbox(Some("Turnwise"), &setup.mail_from)?;
    let post = Post::new(db.clone(), clock.clone(), transport, Arc::new(composer), from);
    let app = web::Data::new(App {
        db,
        accounts,
        matches,
        post: Arc::new(post),
        limits: Limits::new(setup.rate, setup.trust_proxy),
        metrics: Metrics::default(),
        document: document(),
        clock,
        origin,
    });
    let shared = app.clone();
    let server = HttpServer::new(move || {
        let document = shared.document.clone();
        ActixApp::new()
            .into_utoipa_app()
            .configure(api::operations)
            .into_app()
            .app_data(shared.clone())
            .app_data(web::PayloadConfig::new(body::LIMIT))
            .app_data(web::QueryConfig::default().error_handler(|error, _| {
                Error::malformed("wrong_parameter", format!("A parameter does not fit: {error}."))
                    .into()
            }))
            .app_data(
                web::PathConfig::default().error_handler(|_, _| Error::not_found("address").into()),
            )
            .configure(pages::routes)
            .route("/openapi.json", web::get().to(openapi_json))
            .service(
                utoipa_swagger_ui::SwaggerUi::new("/docs/{_:.*}")
                    .external_url_unchecked("/openapi.json", document),
            )
            .route(
                "/docs",
                web::get().to(|| async {
                    HttpResponse::PermanentRedirect()
                        .insert_header((header::LOCATION, "/docs/"))
                        .finish()
                }),
            )
            .default_service(web::to(nothing_here))
            .wrap(from_fn(around))
            .wrap(Compress::default())
            .wrap(TracingLogger::default())
    })
    .workers(setup.workers)
    .shutdown_timeout(10)
    .listen(listener)
    .map_err(|error| error.to_string())?
    .run();
    let (over, _) = watch::channel(false);
    Ok(Running { address, app, server, over })
}

async fn openapi_json(app: web::Data<App>) -> HttpResponse {
    HttpResponse::Ok().json(&app.document)
}

/// 405 where the document knows the path under another method, else 404; as a page for
/// whoever has mistyped an address of the pages.
async fn nothing_here(app: web::Data<App>, request: HttpRequest) -> Result<HttpResponse> {
    match openapi::methods(&app.document, request.path()) {
        Some(methods) => {
            let allowed = methods.join(", ");
            let detail = format!("This address answers {allowed} only.");
            let error = Error::new(Kind::WrongMethod, "method_not_allowed", detail);
            let mut response = error.error_response();
            if let Ok(value) = HeaderValue::from_str(&allowed) {
                response.headers_mut().insert(header::ALLOW, value);
            }
            Ok(response)
        }
        None => {
            let error = Error::not_found("address");
            let accept = request.headers().get(header::ACCEPT).and_then(|text| text.to_str().ok());
            let person = accept.is_some_and(|kinds| kinds.contains("text/html"));
            match person && !request.path().starts_with("/api/") {
                true => Ok(pages::answer::Shown::Error(error).error_response()),
                false => Err(error),
            }
        }
    }
}

const STRICT: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
    script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; \
    frame-ancestors 'none'";

/// The vendored documentation pages style themselves inline.
const DOCS: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Whoever is led to sign in has met no error, so none is logged.
fn without_error_if_led_on<B>(response: ServiceResponse<B>) -> ServiceResponse<B> {
    if !response.status().is_redirection() {
        return response;
    }
    let (request, answer) = response.into_parts();
    ServiceResponse::new(request, HttpResponse::from(Response::from(answer)))
}

/// What every answer gets: limits before, headers and counters after.
async fn around(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let began = Instant::now();
    let app = request.app_data::<web::Data<App>>().cloned();
    let docs = request.path().starts_with("/docs");
    if let Some(app) = &app {
        app.limits.address(request.request())?;
    }
    if request.path().contains("%00") {
        return Err(Error::not_found("address").into());
    }
    let mut response = without_error_if_led_on(next.call(request).await?);
    let headers = response.headers_mut();
    let policy = HeaderValue::from_static(if docs { DOCS } else { STRICT });
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    let fixed = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if let Some(app) = &app {
        let request = response.request();
        app.metrics.request(
            request.method().as_str(),
            request.match_pattern(),
            response.status().as_u16(),
            began.elapsed().as_secs_f64(),
        );
    }
    Ok(response)
}
