//! Whom I have blocked.

use crate::accounts::blocks::Blocked;
use crate::accounts::bots::Name;
use crate::clock::utc;
use crate::error::Result;
use crate::web::App;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, delete, get, put, web};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

/// Somebody whom you have blocked.
#[derive(Serialize, ToSchema)]
pub struct BlockAnswer {
    /// What they are called.
    pub handle: String,
    /// Whether it is a bot.
    pub bot: bool,
    /// Since when.
    pub blocked_at: DateTime<Utc>,
}

impl From<Blocked> for BlockAnswer {
    fn from(blocked: Blocked) -> BlockAnswer {
        let Name { handle, holder } = blocked.name;
        BlockAnswer { handle, bot: holder.is_bot(), blocked_at: utc(blocked.since) }
    }
}

/// Whom you have blocked.
#[derive(Serialize, ToSchema)]
pub struct BlockList {
    /// The oldest block first.
    pub items: Vec<BlockAnswer>,
}

/// Whom I have blocked. Nobody else is told. Not for scripts.
#[utoipa::path(operation_id = "list_blocks", tag = "me", security(("token" = ["session"])),
    responses((status = 200, description = "Whom you have blocked.", body = BlockList), MaySign, Always))]
#[get("/me/blocks")]
pub async fn blocks(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.session()?;
    let all = app.accounts.blocks(&person.account.id).await?;
    let items = all.into_iter().map(BlockAnswer::from).collect();
    Ok(HttpResponse::Ok().json(BlockList { items }))
}

/// Block somebody, in secret. Not for scripts.
///
/// They cannot take a seat any more in a match in which you sit, cannot invite you, and you do
/// not see what they write. Where you play together already, the match goes on as it is. Nobody
/// is told: whom you have blocked gets the answers that anybody may get.
#[utoipa::path(operation_id = "block_person", tag = "me", security(("token" = ["session"])),
    params(("handle" = String, Path, description = "What they are called.")),
    responses((status = 204, description = "They are blocked."),
        WithBody, MaySign, OnThing, InState, Always))]
#[put("/me/blocks/{handle}")]
pub async fn block(
    app: web::Data<App>,
    person: Person,
    handle: web::Path<String>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.block(&person.account.id, &handle).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// End a block. Not for scripts.
#[utoipa::path(operation_id = "unblock_person", tag = "me", security(("token" = ["session"])),
    params(("handle" = String, Path, description = "What they are called.")),
    responses((status = 204, description = "The block is over."), MaySign, OnThing, Always))]
#[delete("/me/blocks/{handle}")]
pub async fn unblock(
    app: web::Data<App>,
    person: Person,
    handle: web::Path<String>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.unblock(&person.account.id, &handle).await?;
    Ok(HttpResponse::NoContent().finish())
}
