//! What the people at a table say to each other: a page of its own, which the script of the
//! table shows beside the board.

use super::answer::{Answer, Frame, When, page, page_with, to};
use super::people::Nothing;
use super::visitor::{Sent, Visitor};
use super::watching::looker;
use crate::error::{Error, Kind, Result};
use crate::matches::Status;
use crate::matches::read::look::Seen;
use crate::matches::talk::{Line, Talk, Words};
use crate::matches::watching::Looker;
use crate::random;
use crate::web::App;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use askama::Template;
use serde::Deserialize;

/// Lines on one page.
const PAGE: usize = 100;

#[derive(Template)]
#[template(path = "pages/talk.html")]
struct Page {
    frame: Frame,
    id: String,
    version: i64,
    over: bool,
    lines: Vec<Shown>,
    talk: Talk,
    problem: Option<String>,
    reported: bool,
    draft: Draft,
}

/// A line as it is shown.
struct Shown {
    line: Line,
    when: When,
}

impl Shown {
    /// What it points to on the board, in words.
    fn spot_said(&self) -> String {
        self.line.spot.as_deref().unwrap_or_default().replace(['-', '_'], " ")
    }
}

/// What is being written.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Draft {
    text: String,
    #[serde(default)]
    event: String,
    #[serde(default)]
    spot: String,
    #[serde(default)]
    key: String,
}

impl Draft {
    fn new() -> Draft {
        Draft { key: random::id(), ..Draft::default() }
    }

    fn words(&self) -> Result<Words> {
        let given = |text: &str| Some(text.trim().to_owned()).filter(|text| !text.is_empty());
        let event = given(&self.event).map(|event| event.parse());
        let wrong = |_| Error::field("event", "“Event” must be a number.");
        Ok(Words {
            said: self.text.clone(),
            event: event.transpose().map_err(wrong)?,
            spot: given(&self.spot),
            key: Some(self.key.clone()).filter(|key| (1..=100).contains(&key.len())),
        })
    }
}

/// How many lines of others whoever looks at a match has not read; `None` where they read
/// nothing of its talk.
pub async fn unread(app: &App, seen: &Seen, account: Option<&str>) -> Result<Option<usize>> {
    let id = &seen.folded.id;
    match account.filter(|_| seen.seat.is_some()) {
        Some(me) => app.matches.unread(id, me).await.map(Some),
        None if seen.folded.status != Status::Ended => Ok(None),
        None => Ok(app.matches.is_talk_shown(id).await?.then_some(0)),
    }
}

/// From where on to read.
#[derive(Deserialize)]
pub struct From {
    before: Option<String>,
    /// Whether a line was reported just now.
    #[serde(default)]
    reported: String,
}

/// GET /matches/{id}/talk
pub async fn show(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
    from: web::Query<From>,
) -> Answer {
    let looker = looker(visitor.id(), &request);
    let From { before, reported } = from.into_inner();
    let composed = compose(&app, &visitor, &id, looker, before).await;
    let composed = composed.map_err(|error| visitor.no(&request, error))?;
    page(&Page { reported: !reported.is_empty(), ..composed })
}

async fn compose(
    app: &App,
    visitor: &Visitor,
    id: &str,
    looker: Looker,
    before: Option<String>,
) -> Result<Page> {
    let seen = app.matches.look(id, looker.clone(), None).await?;
    let mut talk = app.matches.talk(id, looker, before, PAGE).await?;
    let now = app.clock.now();
    let lines = std::mem::take(&mut talk.lines);
    let lines = lines.into_iter().map(|line| Shown { when: When::of(line.at, now), line });
    Ok(Page {
        frame: Frame::new(format!("Talk in {}", seen.folded.opened.title), visitor)
            .scripted("talk.js"),
        id: seen.folded.id.clone(),
        version: seen.newest,
        over: seen.folded.is_over(),
        lines: lines.collect(),
        talk,
        problem: None,
        reported: false,
        draft: Draft::new(),
    })
}

/// POST /matches/{id}/talk. Sent twice, it is said once: the key in the form is known.
pub async fn say(app: web::Data<App>, id: web::Path<String>, sent: Sent<Draft>) -> Answer {
    let (person, draft) = sent.by_person()?;
    let me = person.account.id.clone();
    let said = match draft.words() {
        Ok(words) => app.matches.say(&id, &me, words).await.map(drop),
        Err(error) => Err(error),
    };
    let error = match said {
        Ok(()) => return Ok(to(&format!("/matches/{id}/talk"))),
        Err(error) if matches!(error.kind(), Kind::Refused | Kind::Conflict | Kind::TooMany) => {
            error
        }
        Err(error) => return Err(error.into()),
    };
    let status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
    let visitor = Visitor(Some(person));
    let composed = compose(&app, &visitor, &id, Looker::person(&me), None).await?;
    // What was said under this key is another line than this one.
    let key = if error.kind() == Kind::Conflict { random::id() } else { draft.key.clone() };
    let draft = Draft { key, ..draft };
    page_with(status, &Page { problem: Some(error.detail), draft, ..composed })
}

/// How far somebody has read.
#[derive(Deserialize)]
pub struct ReadUpTo {
    line: String,
}

/// POST /matches/{id}/talk/read
pub async fn has_read(app: web::Data<App>, id: web::Path<String>, sent: Sent<ReadUpTo>) -> Answer {
    let (person, form) = sent.by_person()?;
    app.matches.has_read(&id, &person.account.id, &form.line).await?;
    Ok(to(&format!("/matches/{id}/talk")))
}

/// Whether spectators may read.
#[derive(Deserialize)]
pub struct Showing {
    yes: bool,
}

/// POST /matches/{id}/talk/shown
pub async fn show_talk(app: web::Data<App>, id: web::Path<String>, sent: Sent<Showing>) -> Answer {
    let (person, form) = sent.by_person()?;
    app.matches.show_talk(&id, &person.account.id, form.yes).await?;
    Ok(to(&format!("/matches/{id}/talk")))
}

/// POST /matches/{id}/talk/{line}/remove
pub async fn unsay(
    app: web::Data<App>,
    path: web::Path<(String, String)>,
    sent: Sent<Nothing>,
) -> Answer {
    let (person, Nothing {}) = sent.by_person()?;
    let (id, line) = path.into_inner();
    app.matches.unsay(&id, &person.account.id, &line).await?;
    Ok(to(&format!("/matches/{id}/talk")))
}

/// What is wrong with a line.
#[derive(Deserialize)]
pub struct Reporting {
    why: String,
}

/// POST /matches/{id}/talk/{line}/report
pub async fn report(
    app: web::Data<App>,
    request: HttpRequest,
    path: web::Path<(String, String)>,
    sent: Sent<Reporting>,
) -> Answer {
    let (person, form) = sent.by_person()?;
    let (id, line) = path.into_inner();
    let looker = looker(Some(person.account.id), &request);
    app.matches.report(&id, looker, &line, &form.why).await?;
    Ok(to(&format!("/matches/{id}/talk?reported=yes")))
}

/// GET of an address that only takes forms.
pub async fn look(path: web::Path<Under>) -> Answer {
    Ok(to(&format!("/matches/{}/talk", path.id)))
}

/// Which match such an address is about.
#[derive(Deserialize)]
pub struct Under {
    id: String,
}
