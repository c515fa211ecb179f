//! The shelf: a page per game that teaches it, and help for players and hosts.

use super::answer::{Answer, Frame, Shown, page};
use super::board::{self, Shown as Board};
use super::options::{self, Choice};
use super::visitor::Visitor;
use crate::boards::{self, Marks, Scene};
use crate::error::{Error, Result};
use crate::games::{self, SHELF};
use crate::rules::chance::Chance;
use crate::rules::chance::Seeded;
use crate::rules::{Info, Seat, Turn, Viewer};
use crate::web::App;
use actix_web::web;
use askama::Template;

#[derive(Template)]
#[template(path = "pages/games.html")]
struct Games {
    frame: Frame,
    games: Vec<Info>,
}

/// GET /games
pub async fn games(visitor: Visitor) -> Answer {
    let games = SHELF.iter().map(|game| game.info()).collect();
    page(&Games { frame: Frame::new("Games", &visitor), games })
}

#[derive(Template)]
#[template(path = "pages/game-bora-bora.html")]
struct BoraBora {
    frame: Frame,
    game: Info,
    choices: Vec<Choice>,
    board: Board,
}

#[derive(Template)]
#[template(path = "pages/game-great-zimbabwe.html")]
struct GreatZimbabwe {
    frame: Frame,
    game: Info,
    choices: Vec<Choice>,
    board: Board,
}

/// GET /games/{slug}
pub async fn game(visitor: Visitor, slug: web::Path<String>) -> Answer {
    let game = games::find(&slug).ok_or_else(|| Shown::Error(Error::not_found("game")))?;
    let info = game.info();
    let frame = Frame::new(info.title, &visitor).styled(board::style(info.slug));
    let choices = options::choices(game);
    let board = example(&slug)?;
    match info.slug {
        "bora-bora" => page(&BoraBora { frame, game: info, choices, board }),
        _ => page(&GreatZimbabwe { frame, game: info, choices, board }),
    }
}

/// How many steps into a match the example is.
const STEPS: usize = 60;

/// A board in mid-match, always the same: chance begins with a fixed seed.
fn example(slug: &str) -> Result<Board> {
    let game = games::find(slug).ok_or_else(|| Error::not_found("game"))?;
    let mut chance = Seeded::new(7);
    let broken = |why: &dyn std::fmt::Debug| Error::fault(format!("no example: {why:?}"));
    let setup = game.deal(&serde_json::json!({}), 3, &mut chance).map_err(|why| broken(&why))?;
    let mut state = game.begin(game.schema(), &setup).map_err(Error::fault)?;
    for _ in 0..STEPS {
        let Turn::Awaiting(seats) = game.turn(&state) else { break };
        let offers = game.legal(&state, seats[0]);
        let offer = &offers[chance.below(offers.len() as u32) as usize];
        let decision = game
            .decide(&state, seats[0], &offer.command, &mut chance)
            .map_err(|why| broken(&why))?;
        state = decision.states.last().cloned().unwrap_or(state);
    }
    let view = game.view(&state, Viewer::Spectator);
    let names = ["Anna", "Ben", "Cleo"].map(str::to_owned);
    let drawing = match boards::find(slug) {
        Some(board) => board
            .draw(&Scene { view: &view, names: &names, seat: None }, &Marks::default())
            .map_err(Error::fault)?,
        None => return Err(Error::fault("a game without a board")),
    };
    Ok(Board::of(drawing, Some(Seat(0))))
}

#[derive(Template)]
#[template(path = "pages/help.html")]
struct Help {
    frame: Frame,
    origin: String,
}

/// GET /help
pub async fn help(app: web::Data<App>, visitor: Visitor) -> Answer {
    page(&Help { frame: Frame::new("Help", &visitor), origin: app.origin.clone() })
}
