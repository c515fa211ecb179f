//! What people write to themselves about matches.

use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::Result;
use crate::matches::notes::{Bookmark, NAME, NOTE, Notes};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, OnThing, WithBody};
use actix_web::{HttpResponse, delete, get, put, web};
use chrono::{DateTime, Utc};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What you have noted about a match. Nobody else ever reads it.
#[derive(Serialize, ToSchema)]
pub struct NotesAnswer {
    /// Plain text; empty before you have written anything.
    pub text: String,
    /// How often you have saved it: the next one is saved `after` this.
    pub saves: i64,
    /// When you have saved it last.
    pub saved_at: Option<DateTime<Utc>>,
    /// In the order of the events.
    pub bookmarks: Vec<BookmarkAnswer>,
}

/// An event that you want to find again.
#[derive(Serialize, ToSchema)]
pub struct BookmarkAnswer {
    /// The version of the event.
    pub event: i64,
    /// What you call it; may be empty.
    pub name: String,
}

impl From<Bookmark> for BookmarkAnswer {
    fn from(Bookmark { event, name }: Bookmark) -> BookmarkAnswer {
        BookmarkAnswer { event, name }
    }
}

impl From<Notes> for NotesAnswer {
    fn from(notes: Notes) -> NotesAnswer {
        NotesAnswer {
            text: notes.said,
            saves: notes.saves,
            saved_at: notes.saved_at.map(utc),
            bookmarks: notes.bookmarks.into_iter().map(BookmarkAnswer::from).collect(),
        }
    }
}

/// A note.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Do not forget the river.", "after": 0}))]
pub struct NewNote {
    /// Plain text. Control characters are refused, but for line breaks and tabs.
    #[garde(length(chars, max = NOTE))]
    #[schema(max_length = 20000)]
    pub text: String,
    /// `saves` of the note that this one replaces; 0 for the first.
    #[garde(range(min = 0))]
    #[schema(minimum = 0)]
    pub after: i64,
}

/// How often a note was saved.
#[derive(Serialize, ToSchema)]
pub struct SavedNote {
    /// The next one is saved `after` this.
    pub saves: i64,
}

/// What to call an event.
#[derive(Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"name": "Here it turned"}))]
pub struct NewBookmark {
    /// Plain text; may be empty.
    #[garde(length(chars, max = NAME))]
    #[schema(max_length = 100)]
    pub name: String,
}

/// Read what you have noted about a match.
///
/// For who has or had a seat. Nothing of it is part of the match, and nobody else reads it.
#[utoipa::path(tag = "notes", security(("token" = ["read"])),
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "Your notes.", body = NotesAnswer),
        MaySign, OnThing, Always))]
#[get("/notes")]
pub async fn read_notes(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let notes = app.matches.notes(&id, &person.account.id).await?;
    Ok(HttpResponse::Ok().json(NotesAnswer::from(notes)))
}

/// Save your note about a match.
///
/// Where it was saved elsewhere meanwhile it is refused with `note_changed`, and what was saved
/// there stays.
#[utoipa::path(operation_id = "write_notes", tag = "notes", security(("token" = ["play"])), request_body = NewNote,
    params(("id" = String, Path, description = "The match.")),
    responses((status = 200, description = "It is saved.", body = SavedNote),
        WithBody, MaySign, OnThing, InState, Always))]
#[put("/notes")]
pub async fn note(
    app: web::Data<App>,
    person: Person,
    id: web::Path<String>,
    Body(new): Body<NewNote>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let saves = app.matches.note(&id, &person.account.id, &new.text, new.after).await?;
    Ok(HttpResponse::Ok().json(SavedNote { saves }))
}

/// Set a bookmark on an event of a match, or give one another name.
#[utoipa::path(operation_id = "set_bookmark", tag = "notes", security(("token" = ["play"])), request_body = NewBookmark,
    params(("id" = String, Path, description = "The match."),
        ("event" = i64, Path, description = "The version of the event.")),
    responses((status = 204, description = "It is set."),
        WithBody, MaySign, OnThing, InState, Always))]
#[put("/bookmarks/{event}")]
pub async fn bookmark(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, i64)>,
    Body(new): Body<NewBookmark>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, event) = path.into_inner();
    app.matches.bookmark(&id, &person.account.id, event, &new.name).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Remove a bookmark.
#[utoipa::path(tag = "notes", security(("token" = ["play"])),
    params(("id" = String, Path, description = "The match."),
        ("event" = i64, Path, description = "The version of the event.")),
    responses((status = 204, description = "It is gone."), MaySign, OnThing, Always))]
#[delete("/bookmarks/{event}")]
pub async fn remove_bookmark(
    app: web::Data<App>,
    person: Person,
    path: web::Path<(String, i64)>,
) -> Result<HttpResponse> {
    person.may(Scope::Play)?;
    let (id, event) = path.into_inner();
    app.matches.remove_bookmark(&id, &person.account.id, event).await?;
    Ok(HttpResponse::NoContent().finish())
}
