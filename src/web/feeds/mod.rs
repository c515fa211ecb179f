//! What waits for somebody, for programs that cannot sign in: an Atom feed and a calendar, each
//! under a secret address.
//!
//! They are shown on shared screens and kept by others, so they hold nothing but what a stranger
//! to all seats may know, and no zone of anybody. What they say depends on what is stored alone
//! and on no clock, so that what has not changed is not sent again.

mod atom;
mod calendar;

use super::App;
use super::problem::{Always, OnThing};
use crate::accounts::feeds::{Feed, FeedKind};
use crate::clock::Instant;
use crate::error::Result;
use crate::games;
use crate::matches::Visibility;
use crate::matches::read::list::Summary;
use crate::random;
use crate::words::Word;
use actix_web::http::header::{self, EntityTag, Header, IfNoneMatch};
use actix_web::{HttpRequest, HttpResponse, get, web};

/// A turn that waits.
#[derive(Clone, Debug)]
struct Turn {
    /// Always the same for the same wait.
    id: String,
    /// The match, as a sentence names it.
    title: String,
    /// Which game, and with whom.
    about: String,
    /// Where it is played.
    link: String,
    /// Since when it waits.
    since: Instant,
    /// When its time is over, if it is ever over.
    due: Option<Instant>,
    /// When something last happened in the match.
    changed: Instant,
}

impl Turn {
    /// What waits for an account in a match, if anything does.
    fn of(on: Summary, account: &str, origin: &str) -> Option<Turn> {
        let (own, others): (Vec<_>, Vec<_>) =
            on.seats.iter().partition(|seat| seat.account == account);
        let own = own.first()?;
        let since = own.awaited_since?;
        let game = games::find(&on.game).map_or(&*on.game, |game| game.info().title);
        let others: Vec<String> = others.iter().map(|seat| seat.name.to_string()).collect();
        let about = match &others[..] {
            [] => game.to_owned(),
            [one] => format!("{game} with {one}"),
            [first @ .., last] => format!("{game} with {} and {last}", first.join(", ")),
        };
        let is_private = on.visibility == Visibility::Private;
        let wait = format!("wait of seat {} in {} since {since}", own.seat.0, on.id);
        Some(Turn {
            id: random::id_from(&wait, since),
            // No stranger knows that a private match is there.
            title: match is_private {
                true => "a match".to_owned(),
                false => format!("“{}”", readable(&on.title)),
            },
            about: if is_private { "A private match".to_owned() } else { readable(&about) },
            link: if is_private {
                origin.to_owned()
            } else {
                format!("{origin}/matches/{}", on.id)
            },
            since,
            due: own.due,
            changed: on.changed_at,
        })
    }
}

/// Text that every reader takes: control characters, and what XML cannot hold, have no place
/// in a feed.
fn readable(text: &str) -> String {
    let fits = |c: char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().map(|c| if fits(c) { c } else { '\u{fffd}' }).collect()
}

/// What is followed under a secret address.
async fn followed(app: &App, kind: FeedKind, token: &str) -> Result<(String, Feed, Vec<Turn>)> {
    let (account, feed) = app.accounts.by_feed(kind, token).await?;
    app.limits.feed(&account.id, kind.word())?;
    let turns = app.matches.turns(&account.id).await?;
    let turns = turns.into_iter().filter_map(|one| Turn::of(one, &account.id, &app.origin));
    Ok((account.handle, feed, turns.collect()))
}

/// The answer, or that nothing has changed.
fn answer(request: &HttpRequest, kind: &'static str, text: String) -> HttpResponse {
    let tag = EntityTag::new_weak(random::token_hash(&text)[..32].to_owned());
    let same = match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(known)) => known.iter().any(|one| one.weak_eq(&tag)),
        Err(_) => false,
    };
    let mut answer = if same { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer
        .insert_header(header::ETag(tag))
        .insert_header((header::CACHE_CONTROL, "private, no-cache"))
        .insert_header(("x-robots-tag", "noindex"));
    match same {
        true => answer.finish(),
        false => answer.content_type(kind).body(text),
    }
}

/// The turns that wait for somebody, as an Atom feed (RFC 4287).
///
/// Under the secret address that `POST /me/feeds/turns` has shown; nobody signs in. Each wait is
/// one entry with an id of its own. Send the `ETag` as `If-None-Match` and get 304 while nothing
/// has changed.
#[utoipa::path(tag = "me",
    params(("token" = String, Path, description = "The secret of the address."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of what you have.")),
    responses((status = 200, description = "The turns that wait, those first whose time is over first.",
            body = String, content_type = "application/atom+xml",
            headers(("ETag" = String, description = "For `If-None-Match`."))),
        (status = 304, description = "Nothing has changed.",
            headers(("ETag" = String, description = "The one that you sent."))), OnThing, Always))]
#[get("/feeds/{token}/turns.atom")]
pub async fn turn_feed(
    app: web::Data<App>,
    request: HttpRequest,
    token: web::Path<String>,
) -> Result<HttpResponse> {
    let (handle, feed, turns) = followed(&app, FeedKind::Turns, &token).await?;
    let text = atom::feed(&handle, &feed, &turns, &app.origin);
    Ok(answer(&request, "application/atom+xml; charset=utf-8", text))
}

/// When the time of somebody's turns is over, as a calendar (RFC 5545).
///
/// Under the secret address that `POST /me/feeds/calendar` has shown; nobody signs in. Each wait
/// whose clock runs is an event at the end of its time, with a `UID` of its own. Send the `ETag`
/// as `If-None-Match` and get 304 while nothing has changed.
#[utoipa::path(tag = "me",
    params(("token" = String, Path, description = "The secret of the address."),
        ("If-None-Match" = Option<String>, Header, description = "The `ETag` of what you have.")),
    responses((status = 200, description = "What is due.", body = String, content_type = "text/calendar",
            headers(("ETag" = String, description = "For `If-None-Match`."))),
        (status = 304, description = "Nothing has changed.",
            headers(("ETag" = String, description = "The one that you sent."))), OnThing, Always))]
#[get("/feeds/{token}/due.ics")]
pub async fn due_calendar(
    app: web::Data<App>,
    request: HttpRequest,
    token: web::Path<String>,
) -> Result<HttpResponse> {
    let (_, _, turns) = followed(&app, FeedKind::Calendar, &token).await?;
    Ok(answer(&request, "text/calendar; charset=utf-8", calendar::calendar(&turns)))
}

/// The address of a feed with this token.
pub fn address(origin: &str, kind: FeedKind, token: &str) -> String {
    match kind {
        FeedKind::Turns => format!("{origin}/feeds/{token}/turns.atom"),
        FeedKind::Calendar => format!("{origin}/feeds/{token}/due.ics"),
    }
}
