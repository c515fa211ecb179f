//! The web: the only room that names actix, beside the form in which `error` answers.
//!
//! In reading order: this file (the app and its server), [`around`] (what every request
//! goes through), [`api`] (JSON under `/api/v1`), [`pages`] (HTML), [`caller`], [`body`] and [`query`]
//! with [`problem`], [`source`], [`limits`], [`guesses`], [`held`] and [`unread`], [`live`] (server-sent
//! events), [`feeds`] (under secret addresses), [`metrics`], [`log`], [`openapi`] with [`typed`],
//! [`docs`]. Holds no SQL and no rule of any game.
//!
//! # What may surprise
//!
//! * The OpenAPI document is written for generators of clients (`web/typed.rs`): what serde and
//!   schemars say is right and reads badly.
//! * A page's plan and the path begun stand in its address, each choice by the answers that lead to
//!   it: what they are as commands is found anew among those that there are. Only the form that
//!   confirms it changes anything. The script of the table only replaces the zones that differ.

pub mod api;
pub mod around;
pub mod body;
pub mod caller;
pub mod docs;
pub mod feeds;
pub mod guesses;
pub mod held;
pub mod limits;
pub mod live;
pub mod log;
pub mod metrics;
mod once;
pub mod openapi;
pub mod pages;
pub mod problem;
mod query;
pub mod source;
pub mod typed;
pub mod unread;

use crate::accounts::password::Strength;
use crate::accounts::profile::MayWrite;
use crate::accounts::{Account, Accounts};
use crate::clock::Clock;
use crate::db::Db;
use crate::error::{Code, Error, Result};
use crate::mail::letter::Postman;
use crate::mail::queue::Queue;
use crate::mail::transport::{Transport, mailbox};
use crate::matches::invitations::Whom;
use crate::matches::letters::composer::Composer;
use crate::matches::stream::commitment::Commitment;
use crate::matches::{Match, Matches, Open, Settings, operator};
use crate::reach::Reach;
use crate::reach::courier::Courier;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::{Compress, from_fn};
use actix_web::{
    App as ActixApp, FromRequest, HttpRequest, HttpResponse, HttpServer, ResponseError, web,
};
use api::legal::Scales;
use around::around;
use guesses::Guesses;
use limits::Limits;
use metrics::Metrics;
use pages::board::Looked;
use pages::visitor::Visitor;
use serde_json::Value;
use source::Proxies;
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
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
    /// Whether letters bring a picture of the board.
    pub pictures: bool,
    /// The address people reach the server under. Empty: where it listens.
    pub origin: String,
    /// Where to listen; port 0 takes a free one.
    pub listen: String,
    /// Multiplies how often an address or account may ask, guess and hold connections.
    pub rate: u32,
    /// Whose `X-Forwarded-For` is believed.
    pub proxies: Proxies,
    /// Threads that answer requests.
    pub workers: usize,
    /// What is set about time.
    pub time: Settings,
    /// The operator's own rules of the house, as plain text. Empty: those that come with it.
    pub house_rules: String,
    /// By which ways news of matches may go beside letters.
    pub reach: Reach,
}

/// How long a server that stops still takes requests: whoever directs them to several
/// servers hears of it first, and whoever waits is answered.
const LEAD: std::time::Duration = std::time::Duration::from_millis(300);
/// Seconds that requests may take beyond that.
const LAST_REQUESTS: u64 = 1;

/// What every request can reach.
#[derive(Debug)]
pub struct App {
    /// The database.
    pub db: Db,
    /// People.
    pub accounts: Accounts,
    /// Matches.
    pub matches: Matches,
    /// How often one may ask.
    pub limits: Limits,
    /// How often one may guess a password.
    pub guesses: Guesses,
    /// Where choices are weighed.
    pub scales: Scales,
    /// How boards looked before.
    pub looked: Looked,
    /// Numbers for operators.
    pub metrics: Metrics,
    /// What time it is.
    pub clock: Clock,
    /// The address people reach the server under.
    pub origin: String,
    /// The operator's own rules of the house; empty where there are none.
    pub house_rules: String,
    /// By which ways news of matches may go beside letters.
    pub reach: Reach,
    stopping: watch::Receiver<bool>,
}

impl App {
    /// Whether the server stops.
    pub fn is_stopping(&self) -> bool {
        *self.stopping.borrow()
    }

    /// Waits until the server stops.
    pub async fn stopping(&self) {
        // Where nobody is left to say so, it has stopped, too.
        let _ = self.stopping.clone().wait_for(|stopping| *stopping).await;
    }

    /// Whether a letter may go to another address of an account: asked when all else is checked.
    pub fn may_write(self: &Arc<App>, account: &Account) -> MayWrite {
        let (app, id) = (self.clone(), account.id.clone());
        Arc::new(move || app.limits.confirmation(&id))
    }

    /// Opens a match.
    pub async fn open(
        &self,
        host: &Account,
        wish: Open,
        commitment: Option<Commitment>,
        key: Option<String>,
    ) -> Result<Arc<Match>> {
        let admitted = || self.limits.opening(&host.id);
        self.matches.open_if(&host.id, wish, commitment, key, admitted).await
    }

    /// The account of somebody who is named.
    ///
    /// # Errors
    /// `unknown_handle`
    pub async fn called(&self, handle: &str) -> Result<Account> {
        self.accounts.by_handle(handle.trim()).await?.ok_or_else(|| {
            let detail = format!("Nobody here is called “{}”.", handle.trim());
            Error::new(Code::UnknownHandle, detail)
        })
    }

    /// Invites somebody to a match.
    pub async fn invite(&self, match_id: &str, host: &Account, whom: Whom) -> Result<()> {
        // Who may not see the match learns nothing of its people or of this handle.
        self.matches.look(match_id, Some(host.id.clone()), None).await?;
        match whom {
            Whom::Handle(handle) => {
                let guest = self.called(&handle).await?;
                self.limits.invitation(&host.id, &guest.id)?;
                self.matches.invite(match_id, &host.id, guest).await
            }
            Whom::Address(address) => {
                let mailbox = self.accounts.mailbox_hash(&address);
                self.limits.invitation(&host.id, &mailbox)?;
                self.matches.invite_address(match_id, host, address, mailbox).await
            }
        }
    }
}

/// A server that runs.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// What its requests reach.
    pub app: web::Data<App>,
    letters: Arc<Queue<Postman>>,
    deliveries: Arc<Queue<Courier>>,
    server: actix_web::dev::Server,
    stop: Stop,
}

/// Stops a running server, from wherever it is held. Clones stop the same one.
#[derive(Clone, Debug)]
pub struct Stop(Arc<watch::Sender<bool>>);

impl Stop {
    /// Has the server stop; [`Running::until_stopped`] returns when it has.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

impl std::fmt::Debug for Running {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Running({})", self.address)
    }
}

impl Running {
    /// What stops the server.
    pub fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// Serves until stopped, and then for less than two seconds more. Whoever waits for
    /// news is answered or told to come back; requests and turns under way are finished,
    /// letters too, if that takes no longer.
    pub async fn until_stopped(self) -> std::io::Result<()> {
        let over = || self.stop.0.subscribe();
        self.app.db.gathers_until(over());
        let posting = tokio::spawn(self.letters.clone().run(over()));
        let delivering = tokio::spawn(self.deliveries.clone().run(over()));
        let (matches, until) = (self.app.matches.clone(), over());
        let due = tokio::spawn(async move { matches.do_what_is_due(until).await });
        let tidying = tokio::spawn(tidy(self.app.clone().into_inner(), over()));
        let heeding = tokio::spawn(heed_the_operator(self.app.clone().into_inner(), over()));
        let (handle, app) = (self.server.handle(), self.app.clone());
        let closing = actix_web::rt::spawn(async move {
            app.stopping().await;
            tokio::time::sleep(LEAD).await;
            handle.stop(true).await;
        });
        let served = self.server.await;
        self.stop.stop();
        closing.abort();
        for task in [posting, delivering, tidying, heeding, due] {
            if let Err(error) = task.await {
                tracing::error!(%error, "a background task broke");
            }
        }
        served
    }
}

/// How often it is looked whether the operator has done something.
const HEED_EVERY: std::time::Duration = std::time::Duration::from_millis(400);

/// Has everybody who waits look again once the operator has done something, in whichever
/// process: who is signed in no more, and what is hidden. The database is asked, not a bell:
/// one may be missed, and on SQLite none rings from another process.
async fn heed_the_operator(app: Arc<App>, mut over: watch::Receiver<bool>) {
    let mut known = None;
    loop {
        // Where the database does not answer, nobody is answered by what it said before.
        if let Ok(deeds) = app.db.read(operator::deeds).await {
            if known.is_some_and(|known| known != deeds) {
                app.accounts.look_again();
                app.db.look_again();
            }
            known = Some(deeds);
        }
        tokio::select! {
            () = tokio::time::sleep(HEED_EVERY) => {}
            _ = over.changed() => return,
        }
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
        app.guesses.tidy();
        if let Err(error) = app.accounts.tidy().await {
            tracing::warn!(%error, "links and sessions that are over could not be removed");
        }
        if let Err(error) = app.matches.forget_answered().await {
            tracing::warn!(%error, "old answers could not be forgotten");
        }
        if let Err(error) = app.matches.forget_notices().await {
            tracing::warn!(%error, "old notices could not be forgotten");
        }
        if let Err(error) = app.matches.forget_invitations().await {
            tracing::warn!(%error, "old invitations could not be forgotten");
        }
    }
}

/// The OpenAPI document of this program.
pub fn document() -> Value {
    let (_, collected) = ActixApp::new()
        .into_utoipa_app()
        .openapi(openapi::frame())
        .configure(api::described)
        .split_for_parts();
    openapi::complete(&collected)
}

/// Binds an address; port 0 takes a free one.
///
/// # Errors
/// Says which address cannot be had, and why.
pub fn listen(address: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).map_err(|error| format!("cannot listen on {address}: {error}"))
}

/// Binds the address and makes the server; it serves once awaited.
///
/// # Errors
/// Says what is wrong with the settings or with the address.
pub fn start(setup: Setup) -> Result<Running, String> {
    let listener = listen(&setup.listen)?;
    if let Err(error) = unread::hold_little(&listener) {
        tracing::warn!(%error, "connections hold more of what is not read than they should");
    }
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    let origin = match setup.origin.as_str() {
        "" => format!("http://{address}"),
        origin => origin.to_owned(),
    };
    let Setup { db, clock, secret, strength, access_minutes, transport, .. } = setup;
    let accounts = Accounts::new(db.clone(), clock.clone(), &secret, strength, access_minutes)?;
    let matches = Matches::new(db.clone(), clock.clone(), &secret)
        .map_err(|error| error.to_string())?
        .with(setup.time);
    let contact = format!("mailto:{}", setup.mail_from);
    let reach = setup.reach.of_service(&db, clock.now(), &contact);
    let reach = reach.map_err(|error| error.to_string())?;
    let composer = Composer {
        accounts: accounts.clone(),
        matches: matches.clone(),
        origin: origin.clone(),
        reach: reach.clone(),
    };
    let composing = Arc::new(composer.clone());
    let courier = Courier(reach.client.clone());
    let deliveries = Queue::new(db.clone(), clock.clone(), courier, composing);
    let from = mailbox(Some("Turnwise"), &setup.mail_from)?;
    let postman = Postman::new(transport, from).with_pictures(setup.pictures);
    let letters = Queue::new(db.clone(), clock.clone(), postman, Arc::new(composer));
    let (stop, stopping) = watch::channel(false);
    let app = web::Data::new(App {
        db,
        accounts,
        matches,
        limits: Limits::new(setup.rate, setup.proxies),
        guesses: Guesses::new(setup.rate),
        scales: Scales::default(),
        looked: Looked::default(),
        metrics: Metrics::default(),
        clock,
        origin,
        house_rules: setup.house_rules,
        reach,
        stopping,
    });
    let (shared, connected) = (app.clone(), app.clone());
    let server = HttpServer::new(move || {
        ActixApp::new()
            .app_data(shared.clone())
            .app_data(web::PayloadConfig::new(body::LIMIT))
            .app_data(
                web::QueryConfig::default()
                    .error_handler(|error, request| around::said(request, query::misfit(error))),
            )
            .app_data(
                web::PathConfig::default()
                    .error_handler(|_, request| around::said(request, Error::not_found("address"))),
            )
            .configure(api::operations)
            .configure(pages::routes)
            .configure(docs::routes)
            .default_service(web::to(nothing_here))
            .wrap(from_fn(around))
            .wrap(Compress::default())
            .wrap(TracingLogger::<log::Discreet>::new())
    })
    .on_connect(move |connection, kept| unread::admit(&connected.limits, connection, kept))
    .workers(setup.workers)
    // A page is compressed piece by piece: the last one must not wait until the one before it
    // is acknowledged, which takes 40 ms.
    .tcp_nodelay(true)
    // Who has closed their side waits for no answer: what they held open is free at once.
    .h1_allow_half_closed(false)
    .disable_signals()
    .shutdown_timeout(LAST_REQUESTS)
    .listen(listener)
    .map_err(|error| error.to_string())?
    .run();
    let stop = Stop(Arc::new(stop));
    Ok(Running {
        address,
        app,
        letters: Arc::new(letters),
        deliveries: Arc::new(deliveries),
        server,
        stop,
    })
}

/// 405 where the document knows the path under another method, else 404; as a page for
/// whoever has mistyped an address of the pages.
async fn nothing_here(request: HttpRequest) -> Result<HttpResponse> {
    match openapi::methods(request.path()) {
        Some(methods) => {
            let allowed = methods.join(", ");
            let detail = format!("This address answers {allowed} only.");
            let error = Error::new(Code::MethodNotAllowed, detail);
            let mut response = error.error_response();
            if let Ok(value) = HeaderValue::from_str(&allowed) {
                response.headers_mut().insert(header::ALLOW, value);
            }
            Ok(response)
        }
        None => {
            if around::wants_page(&request) {
                // Who it is decides nothing, and is said if it is known.
                let _ = Visitor::extract(&request).await;
            }
            Ok(around::no(&request, Error::not_found("address")))
        }
    }
}
