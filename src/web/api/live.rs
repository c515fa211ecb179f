//! Live events of a match, for clients that keep a connection open.

use crate::error::Result;
use crate::matches::watching::Looker;
use crate::web::App;
use crate::web::caller::{Caller, Person, bearer};
use crate::web::live::{self, Listener, Wanted};
use crate::web::problem::{Always, MaySign, OnThing};
use crate::web::query::Query;
use actix_web::{HttpRequest, HttpResponse, get, web};
use serde::Deserialize;
use std::future::Future;
use std::pin::Pin;
use utoipa::IntoParams;

/// From where on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct From {
    /// Only events after this version; 0 if left out. `Last-Event-ID` goes before it.
    #[param(minimum = 0)]
    pub after: Option<i64>,
    /// The code of a link for watching a private match.
    pub watch: Option<String>,
    /// Whether to hear of the talk, too; the stream then does not end with the match.
    pub talk: Option<bool>,
}

struct Client {
    person: Option<Person>,
    looker: Looker,
    token: Option<String>,
}

impl Listener for Client {
    fn looker(&self) -> &Looker {
        &self.looker
    }

    fn still_there<'a>(
        &'a self,
        app: &'a App,
    ) -> Pin<Box<dyn Future<Output = Result<()>> + Send + 'a>> {
        Box::pin(async move {
            let (Some(person), Some(token)) = (&self.person, &self.token) else { return Ok(()) };
            person.still_there(app, token).await
        })
    }
}

/// Follow a match: server-sent events.
///
/// Each message of the kind `entry` has a version as its id and an entry of the
/// history, as you may know it, as its data. A client that was cut off sends
/// `Last-Event-ID` and misses nothing. The stream ends with a message `over` when
/// the match is over, and silently when your session or token works no more.
///
/// With `talk`, a message of the kind `talk` says whenever a line was written or removed that
/// you may read, and once at the beginning: get the talk then. Its data has `unread`, the
/// number of lines of others that you have not read.
#[utoipa::path(operation_id = "watch_match", tag = "play", security((), ("token" = ["read"])),
    params(("id" = String, Path, description = "The match."), From,
        ("Last-Event-ID" = Option<String>, Header, description = "The version of the last event that arrived.", example = "12")),
    responses((status = 200, description = "Events, until the match or the session ends.", content_type = "text/event-stream", body = String),
        MaySign, OnThing, Always))]
#[get("/events")]
pub async fn events(
    app: web::Data<App>,
    request: HttpRequest,
    caller: Caller,
    id: web::Path<String>,
    from: Query<From>,
) -> Result<HttpResponse> {
    let talk = from.talk.unwrap_or(false);
    let wanted = Wanted { after: live::from(&request, from.after)?, talk };
    let looker = caller.looker(from.into_inner().watch)?;
    let listener = Client { person: caller.0, looker, token: bearer(&request) };
    live::stream(app, &request, id.into_inner(), wanted, listener).await
}
