//! The front door: my matches for who is signed in, a match in play for who is not.

use super::answer::{Answer, Frame, page};
use super::board;
use super::line::Line;
use super::visitor::{Person, Visitor};
use crate::boards::{Drawing, Marks};
use crate::db::matches::Filter;
use crate::error::Result;
use crate::games::SHELF;
use crate::rules::Info;
use crate::web::App;
use actix_web::web;
use askama::Template;

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

async fn live(app: &App) -> Result<Option<Live>> {
    for status in ["running", "ended"] {
        let filter = Filter { status: Some(status.to_owned()), ..Filter::default() };
        let listing = app.matches.list(filter, 1).await?;
        let Some((row, _)) = listing.matches.first() else { continue };
        let seen = app.matches.look(&row.id, None, None, None).await?;
        let Some(drawing) = board::draw(&seen, &Marks::default())? else { continue };
        return Ok(Some(Live {
            id: row.id.clone(),
            title: row.title.clone(),
            game: row.game.clone(),
            board: drawing,
        }));
    }
    Ok(None)
}

async fn mine(app: &App, person: Person) -> Answer {
    let now = app.clock.now();
    let id = person.account.id.clone();
    let lines = async |status: &str, most: i64| -> Result<Vec<Line>> {
        let filter = Filter {
            status: Some(status.to_owned()),
            player: Some(id.clone()),
            seen_by: Some(id.clone()),
            ..Filter::default()
        };
        let listing = app.matches.list(filter, most).await?;
        Ok(Line::all(&listing, Some(&id), now))
    };
    let turns = app.matches.turns(&id).await?;
    let waiting = Line::all(&turns, Some(&id), now);
    let mut running = lines("running", 50).await?;
    running.retain(|line| line.since.is_none());
    page(&Mine {
        confirmed: person.account.confirmed,
        frame: Frame::new("My matches", &Visitor(Some(person))),
        waiting,
        running,
        open: lines("open", 50).await?,
        ended: lines("ended", 10).await?,
    })
}
