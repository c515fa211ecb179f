//! What follows from blocks.
//!
//! A block keeps two people from meeting anew, and tells nobody of itself. Whom somebody has
//! blocked takes no seat at a table where that somebody sits or hosts, before the start or in
//! the place of somebody else: the refusal comes last, where nothing else would refuse, names
//! nobody and gives no reason. They can invite and name whomever they like: what is asked of
//! the other is stored and answered as ever, and dropped where it would be told. Who sits at a
//! table together stays, and all that is played goes on.
//!
//! Who is refused where one person sits alone can guess why. No other sentence would hide that:
//! a free seat that is said to be taken is still free to everybody else.
//!
//! Not among the rules that decide a command: a stream with both of them in it is a true one.

use super::Matches;
use super::stream::state::{Match, Status};
use crate::db::notices::NoticeRow;
use crate::db::{Conn, accounts, blocks, matches as rows};
use crate::error::{Code, Error, Result};
use crate::mail::kind::LetterKind;
use crate::mail::notice::Notice;
use crate::words::Word;

/// What people say to one another by letters of ours.
const SPOKEN: [LetterKind; 2] = [LetterKind::Invitation, LetterKind::InvitationDeclined];

/// Refuses a seat to whom somebody at the table has blocked, and one in a match that nobody can
/// begin because its host may not come in. Asked in the transaction that gives the seat, which
/// holds the account's row, as whoever blocks somebody does.
pub(super) fn welcome(conn: &mut Conn, match_id: &str, account: &str) -> Result<()> {
    let seats = rows::seats_of(conn, &[match_id.to_owned()])?;
    let mut people: Vec<String> = seats.into_iter().map(|seat| seat.account_id).collect();
    let mut begins = true;
    if let Some(row) = rows::by_id(conn, match_id)? {
        let host = accounts::by_id(conn, &row.host_id)?;
        begins = row.status != Status::Open.word() || host.is_none_or(|host| host.is_in_use());
        people.push(row.host_id);
    }
    match begins && !blocks::any(conn, &people, account)? {
        true => Ok(()),
        false => Err(Error::new(
            Code::NotAdmitted,
            "You cannot take a seat in this match. Choose another one, or open a match of your \
             own.",
        )),
    }
}

/// Refuses to ask somebody whom one has blocked oneself: they could not come.
pub(super) fn asks_no_blocked(conn: &mut Conn, account: &str, guest: &str) -> Result<()> {
    match blocks::has(conn, account, guest)? {
        false => Ok(()),
        true => Err(Error::new(
            Code::BlockedByYou,
            "You have blocked this person, so they cannot take a seat where you are. End the \
             block first.",
        )),
    }
}

impl Matches {
    /// Whether a notice tells somebody what a person whom they have blocked asks or answers.
    pub(super) fn is_unwelcome(
        &self,
        conn: &mut Conn,
        on: &Match,
        notice: &Notice,
    ) -> Result<bool> {
        if !SPOKEN.contains(&notice.kind) {
            return Ok(false);
        }
        let reader = &notice.account_id;
        let named_by = on.named_by(reader).and_then(|seat| on.sitter(seat));
        let speaker = match named_by {
            Some(sitter) => Some(sitter.account.clone()),
            None => self.speaker(conn, notice)?,
        };
        match speaker {
            Some(speaker) => blocks::has(conn, reader, &speaker),
            None => Ok(false),
        }
    }

    /// Whether somebody is shown a notice of theirs: not one that has never become a letter
    /// because they have blocked who asks.
    pub(super) fn shows(&self, conn: &mut Conn, row: &NoticeRow) -> Result<bool> {
        let spoken = SPOKEN.iter().any(|kind| row.kind == kind.word());
        if !spoken || row.letter_id.is_some() {
            return Ok(true);
        }
        match self.peek(conn, &row.match_id) {
            Ok(on) => Ok(!self.is_unwelcome(conn, &on, &Notice::of(row)?)?),
            // Who asks cannot be read here.
            Err(error) if error.code == Code::NewerThanThisServer => Ok(false),
            Err(error) => Err(error),
        }
    }
}
