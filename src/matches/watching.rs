//! Who may look at a private match without a seat in it: who is invited, while there are
//! seats to take, and whoever has the link that its host has made for watching.

use super::Matches;
use super::decide::host_only;
use super::stream::state::{Match, Status};
use crate::db::watching::{self, WatchingRow};
use crate::db::{Bell, Conn};
use crate::error::{Code, Error, Result};

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
    /// Lets others watch; for the host.
    pub watching: Option<String>,
}

impl Matches {
    /// The codes of a match that an account may know.
    pub async fn codes(&self, match_id: &str, account: &str) -> Result<Codes> {
        let (matches, id, who) = (self.clone(), match_id.to_owned(), account.to_owned());
        self.db
            .read(move |conn| {
                let on = matches.load(conn, &id)?;
                let hosts = on.host == who;
                let mut codes = Codes::default();
                if (hosts || on.seat_of(&who).is_some()) && on.status == Status::Open {
                    codes.invitation = Some(matches.secrets.of(conn, &id)?.invitation.clone());
                }
                if hosts {
                    codes.watching = watching::code(conn, &id)?;
                }
                Ok(codes)
            })
            .await
    }

    /// Makes a new link for watching a match and gives its code; an older one works no
    /// more. For the host.
    pub async fn allow_watching(&self, match_id: &str, account: &str) -> Result<String> {
        let on = self.newest(match_id).await?;
        host_only(&on, account, "let others watch")?;
        let code = hex::encode(crate::random::bytes::<16>());
        let made_at = self.clock.now();
        let row = WatchingRow { match_id: match_id.to_owned(), code: code.clone(), made_at };
        let stored = self.db.write(move |tx| {
            watching::delete(tx, &row.match_id)?;
            watching::insert(tx, &row)
        });
        stored.await?;
        Ok(code)
    }

    /// Revokes the link for watching: who came by it sees the match no more. For the host.
    pub async fn forbid_watching(&self, match_id: &str, account: &str) -> Result<()> {
        let on = self.newest(match_id).await?;
        host_only(&on, account, "let others watch")?;
        let id = match_id.to_owned();
        let revoked = self.db.write(move |tx| {
            watching::delete(tx, &id)?;
            // Whoever follows the match by that link is cut off at once.
            tx.ring(Bell::Match(id));
            Ok(())
        });
        revoked.await
    }

    /// Refuses who may not look at a match.
    pub(super) fn admit(&self, conn: &mut Conn, on: &Match, looker: &Looker) -> Result<()> {
        if on.is_seen_by(looker.id()) {
            return Ok(());
        }
        let fits = match &looker.pass {
            None => false,
            Some(Pass::Watching(code)) => watching::code(conn, &on.id)?.as_ref() == Some(code),
            Some(Pass::Invitation(code)) => self.secrets.of(conn, &on.id)?.invitation == *code,
        };
        match &looker.pass {
            Some(Pass::Invitation(_)) if fits && on.status != Status::Open => Err(invited_late()),
            _ if fits => Ok(()),
            _ => Err(Error::not_found("match")),
        }
    }
}

/// What somebody is told whose invitation was good.
pub(super) fn invited_late() -> Error {
    Error::new(
        Code::InvitationOver,
        "You come too late for a seat: this match does not wait for people any more. Ask its \
         host for a link to watch it.",
    )
}
