//! The shelf: a page per game that teaches it, and help for players and hosts.

use super::answer::{Answer, Frame, page};
use super::board;
use super::options::{self, Choice};
use super::visitor::Visitor;
use crate::boards::{AnyBoard, Drawing, Marks, Scene, Zone};
use crate::error::{Error, Result};
use crate::games::{self, SHELF};
use crate::matches::stream::commitment::Commitment;
use crate::random;
use crate::rules::chance::{Chance, Seeded};
use crate::rules::erased::AnyGame;
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
#[template(path = "pages/game.html")]
struct Game {
    frame: Frame,
    game: Info,
    lesson: &'static str,
    choices: Vec<Choice>,
    board: Drawing,
    /// What every piece does.
    reference: Vec<Zone>,
    /// Known again when the form that asks to be taught is sent twice.
    key: String,
    /// The promise of the seed of that match, for whoever is signed in.
    commitment: Option<Commitment>,
}

/// GET /games/{slug}
pub async fn game(app: web::Data<App>, visitor: Visitor, slug: web::Path<String>) -> Answer {
    let game = games::find(&slug).ok_or_else(|| Error::not_found("game"))?;
    let drawn = board::of(&slug)?;
    let (mut board, reference) = (example(game, drawn)?, drawn.reference());
    board.icons = drawn.icons(&board.zones.iter().chain(&reference).collect::<Vec<_>>());
    page(&Game {
        frame: Frame::new(game.info().title, &visitor).styled("things.css").styled(drawn.style()),
        game: game.info(),
        lesson: drawn.lesson(),
        choices: options::choices(game),
        board,
        reference,
        key: random::id(),
        commitment: visitor.id().map(|me| app.matches.commit(&me)),
    })
}

/// How many steps into a match the example is.
const STEPS: usize = 60;

/// A board in mid-match, always the same: chance begins with a fixed seed.
fn example(game: &dyn AnyGame, drawn: &dyn AnyBoard) -> Result<Drawing> {
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
    let view = game.seen(&state, Viewer::Spectator);
    let names = ["Anna", "Ben", "Cleo"].map(str::to_owned);
    let scene = Scene { view: &view, names: &names, seat: None, shown: Seat(0), ended: false };
    Ok(drawn.draw(&scene, &Marks::default()))
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
