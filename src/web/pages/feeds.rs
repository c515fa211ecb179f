//! The secret addresses under which I follow what waits for me.

use super::answer::{Answer, Frame, When, page, refusal, to};
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::feeds::FeedKind;
use crate::error::{Error, Kind};
use crate::web::App;
use crate::web::feeds::address;
use crate::web::guesses::Guesser;
use crate::words::Word;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/feeds.html")]
struct Feeds {
    frame: Frame,
    rows: Vec<Row>,
    /// Whether codes of a second factor are asked for.
    codes: bool,
    problem: Option<String>,
    revoked: bool,
}

/// One kind of address.
struct Row {
    kind: &'static str,
    name: &'static str,
    /// What it is for.
    about: &'static str,
    /// When the one that works was made and last asked for, if there is one.
    works: Option<(When, Option<When>)>,
    /// The address that was made just now, to be shown this once.
    made: Option<String>,
}

async fn mine(app: &App, person: Person) -> Result<Feeds, Error> {
    let now = app.clock.now();
    let known = app.accounts.feeds(&person.account.id).await?;
    let row = |kind: &FeedKind| {
        let (name, about) = match kind {
            FeedKind::Turns => (
                "Feed of turns",
                "An Atom feed for a feed reader: one entry for each turn that waits for you.",
            ),
            FeedKind::Calendar => (
                "Calendar",
                "For a calendar that subscribes to addresses: one event where the time of a turn \
                 of yours is over, with an alarm three hours before.",
            ),
        };
        let feed = known.iter().find(|feed| feed.kind == *kind);
        let works = feed.map(|feed| {
            (When::of(feed.made_at, now), feed.used_at.map(|used| When::of(used, now)))
        });
        Row { kind: kind.word(), name, about, works, made: None }
    };
    Ok(Feeds {
        rows: FeedKind::ALL.iter().map(row).collect(),
        codes: app.accounts.second_factor(&person.account.id).await?.is_some(),
        problem: None,
        frame: Frame::new("Feeds", &Visitor(Some(person))),
        revoked: false,
    })
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: String,
}

/// GET /account/feeds
pub async fn show(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let mine = mine(&app, person).await?;
    page(&Feeds { revoked: !asked.done.is_empty(), ..mine })
}

/// Which address is meant.
#[derive(Deserialize)]
pub struct Meant {
    kind: FeedKind,
}

/// Which address is to be made.
#[derive(Deserialize)]
pub struct NewFeed {
    kind: FeedKind,
    #[serde(default)]
    code: String,
}

/// POST /account/feeds: the answer shows the address, this once.
pub async fn make(app: web::Data<App>, sent: Sent<NewFeed>) -> Answer {
    let (person, NewFeed { kind, code }) = sent.by_person()?;
    let made = async {
        let Person { account, session, .. } = &person;
        let making = app.accounts.make_feed(&account.id, session, kind, Some(code));
        app.guesses.count(&Guesser::signed_in(session), making).await
    };
    let token = match made.await {
        Ok((_, token)) => token,
        Err(error) if matches!(error.kind(), Kind::Fault | Kind::Unavailable) => {
            return Err(error.into());
        }
        Err(error) => {
            let mine = mine(&app, person).await?;
            return refusal(error.code, &Feeds { problem: Some(error.detail), ..mine });
        }
    };
    let mut mine = mine(&app, person).await?;
    for row in mine.rows.iter_mut().filter(|row| row.kind == kind.word()) {
        row.made = Some(address(&app.origin, kind, &token));
    }
    page(&mine)
}

/// POST /account/feeds/revoke
pub async fn revoke(app: web::Data<App>, sent: Sent<Meant>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.accounts.revoke_feed(&person.account.id, form.kind).await {
        // Clicked twice, it is revoked all the same.
        Err(error) if error.kind() == Kind::NotFound => {}
        revoked => revoked?,
    }
    Ok(to("/account/feeds?done=yes"))
}
