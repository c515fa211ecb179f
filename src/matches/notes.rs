//! What somebody writes to themselves about a match: one text, and bookmarks on events.
//!
//! It stands beside the stream, and nobody else ever reads it. Going back in a match leaves it
//! as it is; so does leaving a seat to somebody else.

use super::Matches;
use super::decide::seat_of;
use super::quota;
use super::stream::state::Match;
use super::talk::points_somewhere;
use super::written::plain;
use crate::clock::Instant;
use crate::db::notes::{self as rows, BookmarkRow, NoteRow};
use crate::db::{Conn, is_taken};
use crate::error::{Code, Error, Result};
use std::sync::Arc;

/// The most characters of a note.
pub const NOTE: usize = 20_000;

/// The most characters of the name of a bookmark.
pub const NAME: usize = 100;

/// The most characters of all notes of somebody.
const NOTES: i64 = 2_000_000;

/// The most bookmarks that somebody has in a match.
const BOOKMARKS: usize = 200;

/// The most bookmarks that somebody has in all matches.
const BOOKMARKS_IN_ALL: i64 = 5_000;

/// What somebody has noted about a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// The text.
    pub said: String,
    /// How often it was saved: what the next one is saved after.
    pub saves: i64,
    /// When it was saved last.
    pub saved_at: Option<Instant>,
    /// In the order of the events.
    pub bookmarks: Vec<Bookmark>,
}

/// An event that somebody wants to find again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bookmark {
    /// The version of the event.
    pub event: i64,
    /// What it is called; may be empty.
    pub name: String,
}

/// What somebody has noted about whichever match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The match, the text, and when it was saved.
    pub notes: Vec<(String, String, Instant)>,
    /// The match, and the event.
    pub bookmarks: Vec<(String, Bookmark)>,
}

impl Matches {
    /// What somebody has noted about a match.
    ///
    /// # Errors
    /// [`Code::NotFound`] for who may not look at the match, [`Code::NoSeat`] for who never had
    /// a seat.
    pub async fn notes(&self, match_id: &str, account: &str) -> Result<Notes> {
        self.for_noting(match_id, account).await?;
        let (id, who) = (match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                let note = rows::note(conn, &who, &id)?;
                let marked = rows::bookmarks(conn, &who, &id)?.into_iter();
                let bookmark = |row: BookmarkRow| Bookmark { event: row.event, name: row.name };
                Ok(Notes {
                    saves: note.as_ref().map_or(0, |note| note.saves),
                    saved_at: note.as_ref().map(|note| note.saved_at),
                    said: note.map(|note| note.said).unwrap_or_default(),
                    bookmarks: marked.map(bookmark).collect(),
                })
            })
            .await
    }

    /// Saves a note after the one that was saved as the `after`th; how often it is saved now.
    /// The same text saved again is the same note.
    ///
    /// # Errors
    /// [`Code::NoteChanged`] where it was saved elsewhere meanwhile, [`Code::NoSeat`] for who
    /// never had a seat, [`Code::InvalidField`] for what is no such text, [`Code::TooManyNotes`]
    /// for who has noted very much.
    pub async fn note(&self, match_id: &str, account: &str, said: &str, after: i64) -> Result<i64> {
        self.for_noting(match_id, account).await?;
        let said = plain(said, NOTE, "text")?;
        let row = NoteRow {
            account_id: account.to_owned(),
            match_id: match_id.to_owned(),
            said,
            saves: after.max(0).saturating_add(1),
            saved_at: self.clock.now(),
        };
        let saving = self.db.write(move |tx| {
            quota::within(tx, &row.account_id, &row.match_id, &[])?;
            let known = rows::note(tx, &row.account_id, &row.match_id)?;
            match known {
                Some(known) if known.said == row.said => Ok(known.saves),
                None if row.saves > 1 => Err(changed()),
                known if is_too_much(tx, &row, known.as_ref())? => Err(Error::new(
                    Code::TooManyNotes,
                    format!("Your notes may have {NOTES} characters in all; shorten some first."),
                )),
                _ if rows::save(tx, &row)? => Ok(row.saves),
                _ => Err(changed()),
            }
        });
        saving.await.map_err(|error| if is_taken(&error) { changed() } else { error })
    }

    /// Sets a bookmark on an event, or gives one another name.
    ///
    /// # Errors
    /// [`Code::InvalidField`] for what is no event or no name, [`Code::NoSeat`] for who never
    /// had a seat, [`Code::TooManyRequests`] for who has many here.
    pub async fn bookmark(
        &self,
        match_id: &str,
        account: &str,
        event: i64,
        name: &str,
    ) -> Result<()> {
        let on = self.for_noting(match_id, account).await?;
        points_somewhere(&on, Some(event), None)?;
        let row = BookmarkRow {
            account_id: account.to_owned(),
            match_id: match_id.to_owned(),
            event,
            name: plain(name, NAME, "name")?.trim().to_owned(),
            made_at: self.clock.now(),
        };
        let marking = self.db.write(move |tx| {
            quota::within(tx, &row.account_id, &row.match_id, &[])?;
            let known = rows::bookmarks(tx, &row.account_id, &row.match_id)?;
            let is_new = known.iter().all(|one| one.event != row.event);
            let why = match is_new {
                true if known.len() >= BOOKMARKS => format!("{BOOKMARKS} bookmarks here"),
                true if rows::bookmarks_of(tx, &row.account_id)? >= BOOKMARKS_IN_ALL => {
                    format!("{BOOKMARKS_IN_ALL} bookmarks in all")
                }
                _ => return rows::set_bookmark(tx, &row),
            };
            let why = format!("You have {why}; remove one first.");
            Err(Error::new(Code::TooManyBookmarks, why))
        });
        marking.await
    }

    /// Removes a bookmark.
    ///
    /// # Errors
    /// [`Code::NotFound`] where there is none.
    pub async fn remove_bookmark(&self, match_id: &str, account: &str, event: i64) -> Result<()> {
        self.for_noting(match_id, account).await?;
        let (id, who) = (match_id.to_owned(), account.to_owned());
        let gone = self.db.write(move |tx| rows::remove_bookmark(tx, &who, &id, event));
        if gone.await? { Ok(()) } else { Err(Error::not_found("bookmark of yours")) }
    }

    /// All that somebody has noted: each note with its match and when it was saved, and each
    /// bookmark with its match.
    pub async fn noted_by(&self, account: &str) -> Result<Noted> {
        let who = account.to_owned();
        let (notes, bookmarks) = self.db.read(move |conn| rows::of_account(conn, &who)).await?;
        let note = |row: NoteRow| (row.match_id, row.said, row.saved_at);
        let bookmark =
            |row: BookmarkRow| (row.match_id, Bookmark { event: row.event, name: row.name });
        Ok(Noted {
            notes: notes.into_iter().map(note).collect(),
            bookmarks: bookmarks.into_iter().map(bookmark).collect(),
        })
    }

    /// The newest state of a match for somebody who has or had a seat in it.
    async fn for_noting(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        let on = self.visible_to(match_id, account).await?;
        if !on.has_sat(account) {
            seat_of(&on, account)?;
        }
        Ok(on)
    }
}

/// Whether a note would make all that somebody has noted longer, and too long.
fn is_too_much(conn: &mut Conn, row: &NoteRow, known: Option<&NoteRow>) -> Result<bool> {
    let length = |row: &NoteRow| row.said.chars().count() as i64;
    let more = length(row) - known.map_or(0, length);
    Ok(more > 0 && rows::length_of(conn, &row.account_id)? + more > NOTES)
}

fn changed() -> Error {
    let detail = "Your note was saved elsewhere meanwhile, and nothing was lost: look at it, put \
                  the two together, and save that.";
    Error::new(Code::NoteChanged, detail)
}
