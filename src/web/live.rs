//! Live events of a match, as server-sent events.
//!
//! Each message is an event of the stream as its viewer may know it, with the
//! version as its id, so that a client that comes back with `Last-Event-ID` misses
//! nothing. A stream ends with the match, and with the session that asked.

use super::App;
use super::api::table::EntryAnswer;
use crate::error::{Error, Result};
use crate::matches::fold::Status;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, web};
use actix_web_lab::sse::{Data, Event, Sse};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::mpsc;

/// How long news of other server processes may take to be noticed.
const TICK: Duration = Duration::from_secs(1);
/// Silence after which a comment keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// Events in one look.
const PAGE: usize = 200;

/// Who listens, and whether they still may.
pub trait Listener: Send + Sync + 'static {
    /// The account, if anybody is signed in.
    fn account(&self) -> Option<String>;
    /// An error once the session or token that asked works no more.
    fn still_there<'a>(
        &'a self,
        app: &'a App,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;
}

/// From where on a client wants events: after its `Last-Event-ID`, else after `asked`.
pub fn from(request: &HttpRequest, asked: Option<i64>) -> Result<i64> {
    let after = match request.headers().get("last-event-id") {
        None => asked.unwrap_or(0),
        Some(value) => value.to_str().ok().and_then(|text| text.parse().ok()).unwrap_or(-1),
    };
    if after < 0 {
        return Err(Error::malformed("wrong_parameter", "`after` must be a version."));
    }
    Ok(after)
}

/// The events of a match after a version, and those to come.
pub async fn stream(
    app: web::Data<App>,
    request: &HttpRequest,
    match_id: String,
    after: i64,
    listener: impl Listener,
) -> Result<HttpResponse> {
    // Whoever may not see the match is told so, not left waiting.
    app.matches.look(&match_id, listener.account(), None, None).await?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        if let Err(error) = tell(&app, &match_id, after, &listener, &sender).await {
            tracing::debug!(%error, "a live stream ended");
        }
    });
    let sse = Sse::from_infallible_receiver(receiver)
        .with_keep_alive(KEEP_ALIVE)
        .with_retry_duration(Duration::from_secs(2));
    let mut response = sse.respond_to(request).map_into_boxed_body();
    // Compressing would hold messages back.
    let identity = HeaderValue::from_static("identity");
    response.headers_mut().insert(header::CONTENT_ENCODING, identity);
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(header::CACHE_CONTROL, no_store);
    Ok(response)
}

async fn tell(
    app: &App,
    match_id: &str,
    mut after: i64,
    listener: &impl Listener,
    sender: &mpsc::Sender<Event>,
) -> Result<()> {
    let gone = |_| Error::fault("the listener went away");
    let mut news = app.matches.news();
    loop {
        listener.still_there(app).await?;
        let page = app.matches.history(match_id, listener.account(), after, PAGE).await?;
        for entry in page.items {
            after = entry.version;
            let data = serde_json::to_string(&EntryAnswer::of(entry)).map_err(Error::fault)?;
            let message = Data::new(data).id(after.to_string()).event("entry");
            sender.send(Event::Data(message)).await.map_err(gone)?;
        }
        if page.next.is_some() {
            continue;
        }
        let seen = app.matches.look(match_id, listener.account(), None, None).await?;
        let over = matches!(seen.folded.status, Status::Ended | Status::Cancelled);
        if over && seen.newest <= after {
            let end = Data::new("{}").event("over");
            return sender.send(Event::Data(end)).await.map_err(gone);
        }
        while app.matches.version(match_id).await? <= after {
            tokio::select! {
                () = news.of(match_id) => {}
                () = tokio::time::sleep(TICK) => listener.still_there(app).await?,
                () = sender.closed() => return Ok(()),
            }
        }
    }
}
