//! Whom I have blocked, and the form on somebody's page that blocks them.

use super::answer::{Answer, Frame, When, page, refusal, to};
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::bots::Name;
use crate::error::{Error, Kind};
use crate::web::App;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/blocks.html")]
struct Blocks {
    frame: Frame,
    /// Who is blocked, and since when.
    blocked: Vec<(Name, When)>,
    problem: Option<String>,
    done: bool,
}

async fn mine(app: &App, person: Person) -> Result<Blocks, Error> {
    let now = app.clock.now();
    let all = app.accounts.blocks(&person.account.id).await?;
    Ok(Blocks {
        blocked: all.into_iter().map(|one| (one.name, When::of(one.since, now))).collect(),
        frame: Frame::new("Whom I have blocked", &Visitor(Some(person))),
        problem: None,
        done: false,
    })
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: String,
}

/// GET /account/blocks
pub async fn show(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let mine = mine(&app, person).await?;
    page(&Blocks { done: !asked.done.is_empty(), ..mine })
}

/// Who is meant.
#[derive(Deserialize)]
pub struct Whom {
    handle: String,
}

/// POST /account/blocks
pub async fn block(app: web::Data<App>, sent: Sent<Whom>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.accounts.block(&person.account.id, &form.handle).await {
        Ok(()) => Ok(to("/account/blocks?done=yes")),
        Err(error) if matches!(error.kind(), Kind::Refused | Kind::NotFound | Kind::Conflict) => {
            let mine = mine(&app, person).await?;
            refusal(error.code, &Blocks { problem: Some(error.detail), ..mine })
        }
        Err(error) => Err(error.into()),
    }
}

/// POST /account/blocks/end
pub async fn unblock(app: web::Data<App>, sent: Sent<Whom>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.accounts.unblock(&person.account.id, &form.handle).await {
        // Clicked twice, it is over all the same.
        Err(error) if error.kind() == Kind::NotFound => {}
        ended => ended?,
    }
    Ok(to("/account/blocks?done=yes"))
}
