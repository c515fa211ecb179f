//! What somebody writes to themselves about a match: a page of its own, which the script of the
//! table shows beside the board and saves while somebody types.

use super::answer::{Answer, Frame, page, page_with, to};
use super::people::Nothing;
use super::visitor::{Person, Sent, Visitor};
use crate::error::{Code, Error, Result};
use crate::matches::notes::Notes;
use crate::web::App;
use actix_web::http::StatusCode;
use actix_web::web;
use askama::Template;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/notes.html")]
struct Page {
    frame: Frame,
    id: String,
    version: i64,
    notes: Notes,
    /// What was to be saved, where it was refused.
    refused: Option<Refused>,
}

struct Refused {
    why: String,
    said: String,
}

impl Page {
    /// What stands in the field.
    fn text(&self) -> &str {
        self.refused.as_ref().map_or(&self.notes.said, |refused| &refused.said)
    }
}

/// GET /matches/{id}/notes
pub async fn show(app: web::Data<App>, person: Person, id: web::Path<String>) -> Answer {
    page(&compose(&app, person, &id).await?)
}

async fn compose(app: &App, person: Person, id: &str) -> Result<Page> {
    let me = person.account.id.clone();
    let notes = app.matches.notes(id, &me).await?;
    let seen = app.matches.look(id, Some(me), None).await?;
    let title = format!("Notes on {}", seen.folded.opened.title);
    Ok(Page {
        frame: Frame::new(title, &Visitor(Some(person))).scripted("notes.js"),
        id: seen.folded.id.clone(),
        version: seen.newest,
        notes,
        refused: None,
    })
}

/// What is to be saved.
#[derive(Deserialize)]
pub struct Draft {
    text: String,
    after: i64,
}

/// POST /matches/{id}/notes
pub async fn note(app: web::Data<App>, id: web::Path<String>, sent: Sent<Draft>) -> Answer {
    let (person, draft) = sent.by_person()?;
    match app.matches.note(&id, &person.account.id, &draft.text, draft.after).await {
        Ok(_) => Ok(to(&format!("/matches/{id}/notes"))),
        Err(error) if matches!(error.code, Code::NoteChanged | Code::InvalidField) => {
            let status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
            let refused = Some(Refused { why: error.detail, said: draft.text });
            page_with(status, &Page { refused, ..compose(&app, person, &id).await? })
        }
        Err(error) => Err(error.into()),
    }
}

/// An event to find again.
#[derive(Deserialize)]
pub struct NewBookmark {
    event: i64,
    #[serde(default)]
    name: String,
}

/// POST /matches/{id}/bookmarks
pub async fn bookmark(
    app: web::Data<App>,
    id: web::Path<String>,
    sent: Sent<NewBookmark>,
) -> Answer {
    let (person, new) = sent.by_person()?;
    app.matches.bookmark(&id, &person.account.id, new.event, &new.name).await?;
    Ok(to(&format!("/matches/{id}/notes")))
}

/// POST /matches/{id}/bookmarks/{event}/remove
pub async fn remove_bookmark(
    app: web::Data<App>,
    path: web::Path<(String, i64)>,
    sent: Sent<Nothing>,
) -> Answer {
    let (person, Nothing {}) = sent.by_person()?;
    let (id, event) = path.into_inner();
    match app.matches.remove_bookmark(&id, &person.account.id, event).await {
        // Clicked twice.
        Err(error) if error.code == Code::NotFound => {}
        gone => gone?,
    }
    Ok(to(&format!("/matches/{id}/notes")))
}

/// GET of an address that only takes forms.
pub async fn look(path: web::Path<Under>) -> Answer {
    Ok(to(&format!("/matches/{}/notes", path.id)))
}

/// Which match such an address is about.
#[derive(Deserialize)]
pub struct Under {
    id: String,
}
