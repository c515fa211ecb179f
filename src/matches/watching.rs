//! Who may look at a private match without a seat in it: who is invited, while there are
//! seats to take (by account or by a code), and whoever has the link that its host has made for watching.

use super::Matches;
use super::decide::{host_only, seat_of};
use super::stream::event::Visibility;
use super::stream::state::{Match, Status};
use crate::db::matches::{self as rows, MatchRow};
use crate::db::watching::{self, WatchingRow};
use crate::db::{Bell, Conn};
use crate::error::{Code, Error, Result};
use crate::words::Word;

/// What only a host can do.
const WATCHING: &str = "let others watch";

/// What somebody shows to look at a match in which they have no seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pass {
    /// The code of an invitation: good while people can take seats.
    Invitation(String),
    /// The code of the link for watching: good until the host revokes it.
    Watching(String),
}

/// Who looks at a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looker {
    /// The account, if anybody is signed in.
    pub account: Option<String>,
    /// What they show besides.
    pub pass: Option<Pass>,
}

impl From<Option<String>> for Looker {
    fn from(account: Option<String>) -> Looker {
        Looker { account, pass: None }
    }
}

impl Looker {
    /// Somebody who is signed in and shows nothing besides.
    pub fn person(account: &str) -> Looker {
        Looker::from(Some(account.to_owned()))
    }

    /// The account that looks.
    pub fn id(&self) -> Option<&str> {
        self.account.as_deref()
    }
}

/// The codes of a match that one person may know.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    /// Lets people in while the match waits for them; for the people in it.
    pub invitation: Option<String>,
    /// Lets others watch; for the people in it.
    pub watching: Option<String>,
}

impl Matches {
    /// The codes of a match that an account may know.
    pub async fn codes(&self, match_id: &str, account: &str) -> Result<Codes> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        let now = self.clock.now();
        self.db
            .read(move |conn| {
                let on = matches.load_for(conn, &id, &Looker::person(&who))?;
                let hosts = on.host == who;
                let mut codes = Codes::default();
                let looks = on.status == Status::Open || on.looks_for_anybody(now);
                if (hosts || on.seat_of(&who).is_some()) && looks {
                    codes.invitation = Some(matches.secrets.of(conn, &id)?.invitation.clone());
                }
                if hosts || on.seat_of(&who).is_some() {
                    codes.watching = watching::code(conn, &id)?;
                }
                Ok(codes)
            })
            .await
    }

    /// Makes a new link for watching a match and gives its code; an older one works no
    /// more. For the host, who decides nothing alone while the match is played.
    ///
    /// # Errors
    /// `match_running` then.
    pub async fn allow_watching(&self, match_id: &str, account: &str) -> Result<String> {
        let on = self.newest(match_id, Some(&Looker::person(account))).await?;
        host_only(&on, account, WATCHING)?;
        let code = hex::encode(crate::random::bytes::<16>());
        let made_at = self.clock.now();
        let row = WatchingRow { match_id: match_id.to_owned(), code: code.clone(), made_at };
        let (matches, who) = (self.clone(), account.to_owned());
        let stored = self.db.write(move |tx| {
            rows::keep_still(tx, &row.match_id)?;
            let on = matches.peek(tx, &row.match_id)?;
            host_only(&on, &who, WATCHING)?;
            if on.status == Status::Running {
                let why = "The match is being played: who may watch it was settled before it \
                           began. A link is made before the start, or after the end.";
                return Err(Error::new(Code::MatchRunning, why));
            }
            watching::delete(tx, &row.match_id)?;
            watching::insert(tx, &row)
        });
        stored.await?;
        Ok(code)
    }

    /// Revokes the link for watching: who came by it sees the match no more. For the host, and
    /// for everybody who has a seat.
    pub async fn forbid_watching(&self, match_id: &str, account: &str) -> Result<()> {
        let on = self.newest(match_id, Some(&Looker::person(account))).await?;
        if on.host != account {
            seat_of(&on, account)?;
        }
        let id = match_id.to_owned();
        let revoked = self.db.write(move |tx| {
            watching::delete(tx, &id)?;
            // Whoever follows the match by that link is cut off at once.
            tx.ring(Bell::Match(id));
            Ok(())
        });
        revoked.await
    }

    /// Whether somebody who is invited can take a seat now.
    fn takes_people(&self, on: &Match) -> bool {
        on.status == Status::Open || on.looks_for_anybody(self.clock.now())
    }

    /// Whether what somebody shows belongs to this match.
    fn fits(&self, conn: &mut Conn, match_id: &str, looker: &Looker) -> Result<bool> {
        Ok(match &looker.pass {
            None => false,
            Some(Pass::Watching(code)) => watching::code(conn, match_id)?.as_ref() == Some(code),
            Some(Pass::Invitation(code)) => self.secrets.of(conn, match_id)?.invitation == *code,
        })
    }

    /// Whether somebody may know of a match whose stream cannot be read here, as far as the
    /// lobby's rows say it.
    pub(super) fn is_known_to(
        &self,
        conn: &mut Conn,
        match_id: &str,
        looker: &Looker,
    ) -> Result<bool> {
        let Some(listed) = rows::by_id(conn, match_id)? else { return Ok(false) };
        Ok(listed.visibility == Visibility::Public.word()
            || looker.id().is_some_and(|id| id == listed.host_id)
            || is_seated(conn, &listed, looker)?
            || self.fits(conn, match_id, looker)?)
    }

    /// Refuses who may not look at a match.
    pub(super) fn admit(&self, conn: &mut Conn, on: &Match, looker: &Looker) -> Result<()> {
        if on.is_seen_by(looker.id()) {
            return Ok(());
        }
        if let Some(who) = looker.id()
            && self.is_invited(conn, &on.id, who)?
        {
            return Ok(());
        }
        let fits = self.fits(conn, &on.id, looker)?;
        match &looker.pass {
            Some(Pass::Invitation(_)) if fits && !self.takes_people(on) => Err(invited_late()),
            _ if fits => Ok(()),
            _ => Err(Error::not_found("match")),
        }
    }
}

fn is_seated(conn: &mut Conn, listed: &MatchRow, looker: &Looker) -> Result<bool> {
    let Some(id) = looker.id() else { return Ok(false) };
    let seats = rows::seats_of(conn, std::slice::from_ref(&listed.id))?;
    Ok(seats.iter().any(|seat| seat.account_id == id))
}

/// What somebody is told whose invitation was good.
pub(super) fn invited_late() -> Error {
    Error::new(
        Code::InvitationOver,
        "You come too late for a seat: this match does not wait for people any more. Ask its \
         host for a link to watch it.",
    )
}
