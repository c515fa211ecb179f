//! Learning a game by playing: what somebody has been told already.

use super::Accounts;
use crate::db::lessons::{self as rows, LessonRow};
use crate::error::Result;
use std::collections::BTreeSet;

/// The lesson that begins the teaching of a game.
const BEGUN: &str = "begun";
/// The lesson that ends it for now.
const ENOUGH: &str = "enough";

/// The lessons in a game that somebody has had.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned(BTreeSet<String>);

impl Learned {
    /// Whether the person wants to be told something new.
    pub fn wants_more(&self) -> bool {
        self.0.contains(BEGUN) && !self.0.contains(ENOUGH)
    }

    /// What they were told.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// Whether they were told this.
    pub fn knows(&self, lesson: &str) -> bool {
        self.0.contains(lesson)
    }
}

impl Accounts {
    /// What somebody has been told while learning a game.
    pub async fn learned(&self, account_id: &str, game: &str) -> Result<Learned> {
        let (id, game) = (account_id.to_owned(), game.to_owned());
        let names = self.db.read(move |conn| rows::of_account(conn, &id, &game)).await?;
        Ok(Learned(names.into_iter().collect()))
    }

    /// Begins to teach somebody a game, or goes on with what they have not been told; `anew`
    /// forgets what they have been.
    pub async fn teach(&self, account_id: &str, game: &str, anew: bool) -> Result<()> {
        let (id, of) = (account_id.to_owned(), game.to_owned());
        let begun = self.lesson(account_id, game, BEGUN);
        let teaching = self.db.write(move |tx| {
            match anew {
                true => rows::remove_game(tx, &id, &of)?,
                false => rows::remove(tx, &id, &of, ENOUGH)?,
            }
            rows::insert(tx, &[begun])
        });
        teaching.await
    }

    /// Ends it: nothing is told any more.
    pub async fn teach_no_more(&self, account_id: &str, game: &str) -> Result<()> {
        self.learn(account_id, game, &[ENOUGH]).await
    }

    /// Notes what somebody has been told.
    pub async fn learn(&self, account_id: &str, game: &str, lessons: &[&str]) -> Result<()> {
        let new: Vec<LessonRow> =
            lessons.iter().map(|lesson| self.lesson(account_id, game, lesson)).collect();
        self.db.write(move |tx| rows::insert(tx, &new)).await
    }

    fn lesson(&self, account_id: &str, game: &str, lesson: &str) -> LessonRow {
        LessonRow {
            account_id: account_id.to_owned(),
            game: game.to_owned(),
            lesson: lesson.to_owned(),
            learned_at: self.clock.now(),
        }
    }
}
