//! Live events of a match, as server-sent events.
//!
//! Each message is an event of the stream as its viewer may know it, with the
//! version as its id, so that a client that comes back with `Last-Event-ID` misses
//! nothing. A stream ends with the match, and with the session that asked; when the
//! server stops, it ends with the wish to come back.
//!
//! Who wants it hears of the talk, too: not what was said, only that it is worth looking. A
//! stream begins with that, so nobody who comes back misses a line, and does not end with the
//! match then.

use super::App;
use super::api::table::EntryAnswer;
use crate::db::Rang;
use crate::error::{Code, Error, Result};
use crate::matches::read::told::Told;
use crate::matches::watching::Looker;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use futures_util::stream;
use russe::{Event, Message};
use serde::Serialize;
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;
use tokio::sync::mpsc;

/// How often it is looked whether a session still works, and whether a piece of news was
/// missed because the process died that had it.
const LOOK_EVERY: Duration = Duration::from_secs(5);
/// Silence after which a comment keeps the connection open.
const KEEP_ALIVE: Duration = Duration::from_secs(20);
/// How long a client should wait before it comes back.
const RETRY: Duration = Duration::from_secs(2);
/// Events in one look.
const PAGE: usize = 200;

/// What a client wants to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// The events after this version.
    pub after: i64,
    /// Whether of the talk, too.
    pub talk: bool,
}

/// What somebody knows of a talk.
#[derive(Serialize)]
struct TalkNews {
    /// How many lines of others they have not read.
    unread: usize,
}

/// Who listens, and whether they still may.
pub trait Listener: Send + Sync + 'static {
    /// Who it is.
    fn looker(&self) -> &Looker;
    /// An error once the session or token that asked works no more.
    fn still_there<'a>(
        &'a self,
        app: &'a App,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>>;
}

/// From where on a client wants events: after its `Last-Event-ID`, else after `asked`.
pub fn from(request: &HttpRequest, asked: Option<i64>) -> Result<i64> {
    let (name, after) = match request.headers().get("last-event-id") {
        None => ("after", Some(asked.unwrap_or(0))),
        Some(value) => ("Last-Event-ID", value.to_str().ok().and_then(|text| text.parse().ok())),
    };
    after
        .filter(|after| *after >= 0)
        .ok_or_else(|| Error::new(Code::WrongParameter, format!("`{name}` must be a version.")))
}

/// The events of a match after a version, and those to come.
pub async fn stream(
    app: web::Data<App>,
    request: &HttpRequest,
    match_id: String,
    wanted: Wanted,
    listener: impl Listener,
) -> Result<HttpResponse> {
    let place = app.limits.hold(request, listener.looker().id())?;
    // Whoever may not see the match is told so, not left waiting.
    app.matches.look(&match_id, listener.looker().clone(), None).await?;
    let (sender, receiver) = mpsc::channel(16);
    tokio::spawn(async move {
        if let Err(error) = tell(&app, &match_id, wanted, &listener, &sender).await {
            tracing::debug!(%error, "a live stream ended");
        }
    });
    let messages = stream::unfold((receiver, place), async |(mut receiver, place)| {
        let message = match tokio::time::timeout(KEEP_ALIVE, receiver.recv()).await {
            Ok(message) => message?,
            Err(_) => Event::Comment("keep-alive".into()),
        };
        Some((message.into_bytestring().map(|text| text.into_bytes()), (receiver, place)))
    });
    Ok(HttpResponse::Ok()
        .content_type(russe::MEDIA_TYPE_STR)
        // Compressing would hold messages back.
        .insert_header((header::CONTENT_ENCODING, HeaderValue::from_static("identity")))
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        .streaming(messages))
}

async fn tell(
    app: &App,
    match_id: &str,
    Wanted { mut after, talk }: Wanted,
    listener: &impl Listener,
    sender: &mpsc::Sender<Event>,
) -> Result<()> {
    let mut said = None;
    let mut news = app.matches.news();
    let mut version = 0;
    sender.send(Event::Retry(RETRY)).await.map_err(gone)?;
    loop {
        listener.still_there(app).await?;
        let Told { page, newest } =
            app.matches.told(match_id, listener.looker(), version, after, PAGE).await?;
        for entry in page.items.iter().cloned() {
            after = entry.version;
            let data = serde_json::to_string(&EntryAnswer::of(entry)).map_err(Error::fault)?;
            let id = Some(after.to_string());
            sender.send(message("entry", id, data)).await.map_err(gone)?;
        }
        if page.next.is_some() {
            continue;
        }
        if newest.status.is_over() && newest.version <= after {
            sender.send(message("over", None, "{}".to_owned())).await.map_err(gone)?;
            if !talk {
                return Ok(());
            }
        }
        let mut listens = talk;
        loop {
            if std::mem::take(&mut listens) {
                listener.still_there(app).await?;
                said = tell_of_talk(app, match_id, said, listener, sender).await?;
            }
            tokio::select! {
                rang = news.any_of(match_id) => match rang {
                    Rang::Talk => listens = talk,
                    Rang::Match => {
                        still_admitted(app, match_id, listener).await?;
                        version = app.matches.heard(match_id, after).await?;
                        if version <= after {
                            // It may be about whoever listens, or about the talk.
                            listener.still_there(app).await?;
                            listens = talk;
                        }
                    }
                },
                () = app.stopping() => {
                    return sender.send(Event::Retry(spread_retry())).await.map_err(gone);
                }
                () = tokio::time::sleep(LOOK_EVERY) => {
                    listener.still_there(app).await?;
                    still_admitted(app, match_id, listener).await?;
                    version = app.matches.looked_up(match_id).await?;
                    listens = talk;
                }
                () = sender.closed() => return Ok(()),
            }
            if version > after {
                break;
            }
        }
    }
}

fn gone(_: mpsc::error::SendError<Event>) -> Error {
    Error::fault("the listener went away")
}

/// What somebody has been told of a talk.
type Said = Option<(i64, i64)>;

/// Tells that something was said or removed since `known`, if the listener may read it.
async fn tell_of_talk(
    app: &App,
    match_id: &str,
    known: Said,
    listener: &impl Listener,
    sender: &mpsc::Sender<Event>,
) -> Result<Said> {
    let said = app.matches.talked(match_id, listener.looker().clone()).await?;
    if said.is_none() || said == known {
        return Ok(said);
    }
    let unread = match listener.looker().id() {
        Some(who) => app.matches.unread(match_id, who).await?,
        None => 0,
    };
    let data = serde_json::to_string(&TalkNews { unread }).map_err(Error::fault)?;
    sender.send(message("talk", None, data)).await.map_err(gone)?;
    Ok(said)
}

/// Refuses whose link for watching works no more.
async fn still_admitted(app: &App, match_id: &str, listener: &impl Listener) -> Result<()> {
    match listener.looker().pass {
        Some(_) => app.matches.look(match_id, listener.looker().clone(), None).await.map(drop),
        None => Ok(()),
    }
}

/// How long a client waits before it comes back to a server that stops: not all come at
/// the same moment.
fn spread_retry() -> Duration {
    let [byte] = crate::random::bytes();
    RETRY.mul_f64(0.25 + f64::from(byte) / 256.0)
}

/// A message of the stream: its kind, its id if it has one, its content.
fn message(kind: &'static str, id: Option<String>, data: String) -> Event {
    Event::Message(Message {
        id: id.map(Into::into),
        event: Some(kind.into()),
        data: data.into(),
        retry: None,
    })
}
