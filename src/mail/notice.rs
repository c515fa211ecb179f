//! A notice: a fact that one person should hear of. It is stored with what happened, waits
//! in its person's mailbox, and ends once: a letter covers it, or it is dropped.

use super::kind::LetterKind;
use super::queue::Letter;
use crate::clock::Instant;
use crate::db::Tx;
pub use crate::db::notices::State;
use crate::db::notices::{self, NoticeRow};
use crate::error::{Error, Result};
use crate::words::Word;
use serde_json::Value;
use strum::VariantArray;

/// A fact that one person should hear of.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Names it for good: nobody is given the same one twice.
    pub id: String,
    /// Who should hear of it.
    pub account_id: String,
    /// What it is about.
    pub kind: LetterKind,
    /// In which match.
    pub match_id: String,
    /// The version it follows from.
    pub version: i64,
    /// What else is needed to tell it; never a secret.
    pub data: Value,
    /// When it happened; of a wait, when that began.
    pub happened_at: Instant,
    /// Not before then.
    pub ready_at: Instant,
}

impl Notice {
    /// Puts it into its person's mailbox. [`crate::db::is_taken`] when it was there before.
    pub fn give(&self, tx: &mut Tx<'_>) -> Result<()> {
        let row = NoticeRow {
            account_id: self.account_id.clone(),
            id: self.id.clone(),
            kind: self.kind.word().to_owned(),
            match_id: self.match_id.clone(),
            version: self.version,
            data: self.data.to_string(),
            urgent: self.kind.is_urgent(),
            happened_at: self.happened_at,
            ready_at: self.ready_at,
            state: State::Pending.word().to_owned(),
            reason: None,
            letter_id: None,
            ended_at: None,
        };
        notices::give(tx, &row)
    }

    /// The notice of a row.
    pub fn of(row: &NoticeRow) -> Result<Notice> {
        Ok(Notice {
            id: row.id.clone(),
            account_id: row.account_id.clone(),
            kind: LetterKind::of_stored(&row.kind)?,
            match_id: row.match_id.clone(),
            version: row.version,
            data: serde_json::from_str(&row.data).map_err(Error::fault)?,
            happened_at: row.happened_at,
            ready_at: row.ready_at,
        })
    }

    /// What a letter tells that names its match itself; `None` for one about an account.
    pub fn told_by(letter: &Letter) -> Option<Notice> {
        let about = letter.about.as_ref()?;
        Some(Notice {
            id: letter.id.clone(),
            account_id: letter.account_id.clone(),
            kind: letter.kind,
            match_id: about.match_id.clone(),
            version: about.version,
            data: letter.data.clone(),
            happened_at: letter.created_at,
            ready_at: letter.created_at,
        })
    }
}

/// A notice, and what became of it so far, as its person may read.
#[derive(Clone, Debug)]
pub struct Fate {
    /// What they should hear of.
    pub notice: Notice,
    /// Whether it waits, is told or was dropped.
    pub state: State,
    /// Why it was dropped, in words.
    pub reason: Option<String>,
    /// The letter that covers it.
    pub letter_id: Option<String>,
}

impl Fate {
    /// What a row tells.
    ///
    /// # Errors
    /// A fault where this version does not know it.
    pub fn of(row: &NoticeRow) -> Result<Fate> {
        Ok(Fate {
            notice: Notice::of(row)?,
            state: State::of_stored(&row.state)?,
            reason: row.reason.clone(),
            letter_id: row.letter_id.clone(),
        })
    }

    /// Whether it was dropped for this reason.
    pub fn was(&self, dropped: Dropped) -> bool {
        self.reason.as_deref() == Some(dropped.said())
    }
}

/// Why a notice was dropped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray)]
pub enum Dropped {
    /// The wait that it told of is over.
    Played,
    /// Another letter has said it only just now.
    ToldJustNow,
    /// The match has gone on, of which it said that nothing happens.
    GoneOn,
    /// The match is over, or does not wait for people any more.
    Over,
    /// The person has no seat in it any more.
    Unseated,
    /// The person was invited and has declined.
    Declined,
    /// The person was invited and sits there already.
    SeatedAlready,
    /// The person does not want such letters.
    Muted,
    /// The address is not confirmed.
    Unconfirmed,
    /// The account was closed.
    Closed,
    /// The account is frozen.
    Frozen,
    /// The person has blocked who asks.
    Unwelcome,
}

impl Dropped {
    /// The reason in words, as it is stored.
    pub fn said(self) -> &'static str {
        match self {
            Dropped::Played => "the turn is played already",
            Dropped::ToldJustNow => "another letter has said it just now",
            Dropped::GoneOn => "something has happened since",
            Dropped::Over => "the match waits for nobody any more",
            Dropped::Unseated => "the seat was given back",
            Dropped::Declined => "the invitation was declined",
            Dropped::SeatedAlready => "the seat is taken already",
            Dropped::Muted => "letters of this kind are not wanted",
            Dropped::Unconfirmed => "the address is not confirmed",
            Dropped::Closed => "the account was closed",
            Dropped::Frozen => "the account is frozen",
            Dropped::Unwelcome => "you have blocked who asks",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reason_to_drop_a_notice_is_said_in_words_of_its_own() {
        let said: std::collections::BTreeSet<_> =
            Dropped::VARIANTS.iter().map(|why| why.said()).collect();
        assert_eq!(said.len(), Dropped::VARIANTS.len());
    }
}
