//! Accounts under which programs play, and how everybody is told.
//!
//! The mark belongs to the name: whoever is named to people, in pages, letters and sentences, is
//! named with it, and a handle can hold neither blank nor bracket, so nobody can write it
//! themselves. A program's person says so before it first sits at a table; from then on it stays,
//! as others have met it.

use super::Accounts;
use crate::clock::Instant;
use crate::db::Tx;
use crate::db::accounts::{AccountRow, CalledRow, Locked};
use crate::db::mailboxes;
use crate::db::matches;
use crate::error::{Code, Error, Result};
use crate::mail::rhythm::{Pulse, Rhythm};

/// Who plays under an account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Holder {
    /// A person.
    #[default]
    Person,
    /// A program that a person runs.
    Bot,
}

impl Holder {
    /// The one of a row.
    pub fn of(is_bot: bool) -> Holder {
        if is_bot { Holder::Bot } else { Holder::Person }
    }

    /// Whether it is a program.
    pub fn is_bot(self) -> bool {
        self == Holder::Bot
    }
}

/// What somebody is called: told to people it carries the mark of a bot.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    /// The handle, or the name of one of our robots.
    pub handle: String,
    /// Who plays under it.
    pub holder: Holder,
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{}", self.handle, self.holder.mark())
    }
}

impl Name {
    /// The name of one of our robots, or of nobody in particular.
    pub fn ours(name: &str) -> Name {
        Name { handle: name.to_owned(), holder: Holder::Person }
    }
}

impl Holder {
    /// The mark behind a name.
    fn mark(self) -> &'static str {
        match self {
            Holder::Person => "",
            Holder::Bot => " (bot)",
        }
    }
}

impl From<&AccountRow> for Name {
    fn from(row: &AccountRow) -> Name {
        Name { holder: Holder::of(row.is_bot), handle: row.handle.clone() }
    }
}

impl From<CalledRow> for Name {
    fn from(row: CalledRow) -> Name {
        Name { holder: Holder::of(row.is_bot), handle: row.handle }
    }
}

impl Accounts {
    /// Whether an account has sat at a table, so that it stays a person's or a bot's.
    pub async fn has_sat(&self, account_id: &str) -> Result<bool> {
        let id = account_id.to_owned();
        self.db.read(move |conn| matches::has_sat(conn, &id)).await
    }
}

/// Whether a handle, in lower case, could be taken for one of our robots, which are called
/// `Robot Sensible 2`.
pub(super) fn looks_like_a_robot(handle_key: &str) -> bool {
    let plain: String = handle_key
        .chars()
        .filter(|c| !['-', '_'].contains(c))
        .map(|c| if c == '0' { 'o' } else { c })
        .collect();
    plain.starts_with("robot")
}

/// A bot is told by its script what happens: it gets no letters about matches before its
/// person asks for them.
pub(super) fn letters_for(tx: &mut Tx<'_>, row: &AccountRow, now: Instant) -> Result<()> {
    let pulse = if row.is_bot { Pulse::Off } else { Pulse::AtOnce };
    let rhythm = Rhythm { pulse, ..Rhythm::default() };
    mailboxes::set_rhythm(tx, &row.id, rhythm.stored(), now)
}

/// Says who plays under an account, as long as nobody has met it at a table.
///
/// # Errors
/// [`Code::HasPlayed`].
pub(super) fn hand_over(
    tx: &mut Tx<'_>,
    row: &mut Locked,
    holder: Holder,
    now: Instant,
) -> Result<()> {
    if Holder::of(row.is_bot) == holder {
        return Ok(());
    }
    if matches::has_sat(tx, &row.id)? {
        return Err(Error::new(
            Code::HasPlayed,
            "This account has sat at a table, and stays what it was there. Register another one \
             for your bot, or for yourself.",
        ));
    }
    row.is_bot = holder.is_bot();
    letters_for(tx, row, now)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_carries_the_mark_of_a_bot_which_no_handle_can_hold() {
        let name = |holder| Name { handle: "deep".to_owned(), holder }.to_string();
        assert_eq!((name(Holder::Person), name(Holder::Bot)), ("deep".into(), "deep (bot)".into()));
    }

    #[test]
    fn handles_that_could_be_taken_for_our_robots_are_known() {
        for taken in ["robot", "robot-sensible-2", "r0b0t_random", "rob-ot1", "robotsensible1"] {
            assert!(looks_like_a_robot(taken), "{taken}");
        }
        for free in ["anna", "probot", "deep-bot", "rob", "bot"] {
            assert!(!looks_like_a_robot(free), "{free}");
        }
    }
}
