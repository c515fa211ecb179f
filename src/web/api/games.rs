//! The shelf.

use crate::error::{Error, Result};
use crate::games as shelf;
use crate::rules::erased::AnyGame;
use crate::web::problem::{Always, OnThing};
use actix_web::{HttpResponse, get, web};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

/// A game.
#[derive(Serialize, ToSchema)]
pub struct GameAnswer {
    /// Its name in addresses.
    #[schema(example = "bora-bora")]
    pub slug: String,
    /// Its title.
    pub title: String,
    /// Who designed it, and when it was published.
    pub credit: String,
    /// What it is about.
    pub blurb: String,
    /// The fewest people.
    pub least_seats: u8,
    /// The most people.
    pub most_seats: u8,
}

impl GameAnswer {
    fn of(game: &dyn AnyGame) -> GameAnswer {
        let info = game.info();
        GameAnswer {
            slug: info.slug.to_owned(),
            title: info.title.to_owned(),
            credit: info.credit.to_owned(),
            blurb: info.blurb.to_owned(),
            least_seats: *info.seats.start(),
            most_seats: *info.seats.end(),
        }
    }
}

/// The games.
#[derive(Serialize, ToSchema)]
pub struct GameList {
    /// In the order of the shelf.
    pub items: Vec<GameAnswer>,
}

/// A game with all that programs need to play it.
#[derive(Serialize, ToSchema)]
pub struct GameDetails {
    /// The game.
    pub game: GameAnswer,
    /// JSON Schema of the options of a match.
    #[schema(value_type = Object)]
    pub config_schema: Value,
    /// JSON Schema of a command.
    #[schema(value_type = Object)]
    pub command_schema: Value,
    /// JSON Schema of a view.
    #[schema(value_type = Object)]
    pub view_schema: Value,
    /// The component tables.
    #[schema(value_type = Object)]
    pub components: Value,
}

/// The games that can be played here.
#[utoipa::path(operation_id = "list_games", tag = "games",
    responses((status = 200, description = "The shelf.", body = GameList), Always))]
#[get("/games")]
pub async fn games() -> HttpResponse {
    let items = shelf::SHELF.iter().map(|game| GameAnswer::of(*game)).collect();
    HttpResponse::Ok().json(GameList { items })
}

/// One game: options, JSON Schemas and component tables.
#[utoipa::path(operation_id = "get_game", tag = "games",
    params(("slug" = String, Path, description = "The game's name in addresses.", example = "bora-bora")),
    responses((status = 200, description = "The game.", body = GameDetails), OnThing, Always))]
#[get("/games/{slug}")]
pub async fn details(slug: web::Path<String>) -> Result<HttpResponse> {
    let game = shelf::find(&slug).ok_or_else(|| Error::not_found("game"))?;
    let schemas = game.schemas();
    Ok(HttpResponse::Ok().json(GameDetails {
        game: GameAnswer::of(game),
        config_schema: schemas.config,
        command_schema: schemas.command,
        view_schema: schemas.view,
        components: game.components(),
    }))
}
