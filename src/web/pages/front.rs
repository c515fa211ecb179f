//! The front door: my matches for who is signed in, a match in play for who is not.

use super::answer::{Answer, Frame, page, to};
use super::board;
use super::invitations::Asked;
use super::letters;
use super::line::Line;
use super::visitor::{Person, Visitor};
use crate::boards::{Drawing, Marks};
use crate::error::Result;
use crate::games::SHELF;
use crate::matches::Status;
use crate::matches::read::list::{Summary, Wanted};
use crate::rules::Info;
use crate::web::App;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/landing.html")]
struct Landing {
    frame: Frame,
    games: Vec<Info>,
    live: Option<Live>,
}

/// A public match, as it stands.
struct Live {
    id: String,
    title: String,
    game: String,
    board: Drawing,
}

#[derive(Template)]
#[template(path = "pages/mine.html")]
struct Mine {
    frame: Frame,
    confirmed: bool,
    /// Whether the last letters came back.
    lost: bool,
    invited: Vec<Asked>,
    waiting: Vec<Line>,
    running: Vec<Line>,
    open: Vec<Line>,
    ended: Vec<Line>,
}

/// GET /
pub async fn front(app: web::Data<App>, visitor: Visitor) -> Answer {
    match visitor.0 {
        Some(person) => mine(&app, person).await,
        None => landing(&app, visitor).await,
    }
}

async fn landing(app: &App, visitor: Visitor) -> Answer {
    let mut frame = Frame::new("Deep board games, one turn at a time", &visitor);
    let live = live(app).await?;
    if let Some(live) = &live {
        frame = frame.styled(board::of(&live.game)?.style());
    }
    let games = SHELF.iter().map(|game| game.info()).collect();
    page(&Landing { frame, games, live })
}

/// A match to show at the door. One that cannot be read closes the door to nobody.
async fn live(app: &App) -> Result<Option<Live>> {
    for status in [Status::Running, Status::Ended] {
        let wanted = Wanted { status: Some(status), ..Wanted::default() };
        let found = app.matches.list(wanted, 1).await?;
        let Some(first) = found.first() else { continue };
        match shown(app, first).await {
            Ok(Some(live)) => return Ok(Some(live)),
            Ok(None) => {}
            Err(error) => tracing::warn!(match_id = first.id, %error, "no match at the door"),
        }
    }
    Ok(None)
}

async fn shown(app: &App, first: &Summary) -> Result<Option<Live>> {
    let seen = app.matches.look(&first.id, None, None).await?;
    let drawing = board::draw(&seen, &Marks::default(), None)?;
    Ok(drawing.map(|board| Live {
        id: first.id.clone(),
        title: first.title.clone(),
        game: first.game.clone(),
        board,
    }))
}

/// The match that one comes from.
#[derive(Deserialize)]
pub struct After {
    #[serde(default)]
    after: String,
}

/// GET /next: on to the match that has waited longest, of those but the one that one comes from.
pub async fn next(app: web::Data<App>, visitor: Visitor, from: web::Query<After>) -> Answer {
    let Some(me) = visitor.id() else { return Ok(to("/")) };
    let turns = app.matches.turns(&me).await?;
    let here = turns.iter().position(|one| one.id == from.after);
    let (before, after) = turns.split_at(here.map_or(0, |here| here + 1));
    let next = after.iter().chain(before).find(|one| one.id != from.after);
    Ok(next.map_or_else(|| to("/"), |next| to(&format!("/matches/{}", next.id))))
}

async fn mine(app: &App, person: Person) -> Answer {
    let now = app.clock.now();
    let id = person.account.id.clone();
    let lines = async |status: Status, most: i64| -> Result<Vec<Line>> {
        let wanted = Wanted {
            status: Some(status),
            player: Some(id.clone()),
            seen_by: Some(id.clone()),
            ..Wanted::default()
        };
        let found = app.matches.list(wanted, most).await?;
        Ok(Line::all(&found, Some(&id), now))
    };
    let invited = app.matches.invitations(&id).await?;
    let turns = app.matches.turns(&id).await?;
    let waiting = Line::all(&turns, Some(&id), now);
    let mut running = lines(Status::Running, 50).await?;
    running.retain(|line| line.since.is_none());
    page(&Mine {
        confirmed: person.account.confirmed,
        lost: letters::are_lost(app, &id).await?,
        frame: Frame::new("My matches", &Visitor(Some(person))),
        invited: Asked::all(&invited, &id, now),
        waiting,
        running,
        open: lines(Status::Open, 50).await?,
        ended: lines(Status::Ended, 10).await?,
    })
}
