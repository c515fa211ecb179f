//! Finding matches: the list of those that somebody may see.

use super::answer::{Answer, Frame, encoded, page};
use super::form::given;
use super::line::Line;
use super::visitor::Visitor;
use crate::games::SHELF;
use crate::matches::Status;
use crate::matches::read::list;
use crate::rules::Info;
use crate::web::App;
use crate::words::Word;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

/// How many matches a page of the list has.
const PAGE: i64 = 20;

#[derive(Template)]
#[template(path = "pages/matches.html")]
struct Matches {
    frame: Frame,
    games: Vec<Info>,
    wanted: Wanted,
    lines: Vec<Line>,
    next: Option<String>,
}

/// Which matches to list; empty fields do not narrow.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Wanted {
    #[serde(default)]
    status: String,
    #[serde(default)]
    game: String,
    #[serde(default)]
    player: String,
    #[serde(default)]
    cursor: String,
}

/// What stands in place of a status where somebody looks for seats to take over.
const LOOKING: &str = "looking";

/// GET /matches
pub async fn matches(app: web::Data<App>, visitor: Visitor, wanted: web::Query<Wanted>) -> Answer {
    let wanted = wanted.into_inner();
    let player = match given(&wanted.player) {
        None => None,
        Some(handle) => match app.accounts.by_handle(&handle).await? {
            Some(account) => Some(account.id),
            // Nobody of this name has any matches.
            None => Some(String::new()),
        },
    };
    let filter = list::Wanted {
        status: Status::of_word(wanted.status.trim()),
        open_seat: wanted.status.trim() == LOOKING,
        game: given(&wanted.game),
        player,
        seen_by: visitor.id(),
        before: given(&wanted.cursor),
    };
    let mut found = app.matches.list(filter, PAGE + 1).await?;
    let more = found.len() as i64 > PAGE;
    found.truncate(PAGE as usize);
    let next = found.last().filter(|_| more).map(|last| {
        format!(
            "/matches?status={}&game={}&player={}&cursor={}",
            encoded(&wanted.status),
            encoded(&wanted.game),
            encoded(&wanted.player),
            last.id
        )
    });
    let lines = Line::all(&found, visitor.id().as_deref(), app.clock.now());
    let games = SHELF.iter().map(|game| game.info()).collect();
    page(&Matches { frame: Frame::new("Matches", &visitor), games, wanted, lines, next })
}
