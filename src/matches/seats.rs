//! Asking for seats: who takes one, gives it back or hosts the match, and what they bring along.

use super::Matches;
use super::caller::Caller;
use super::decide::{self, Command, Draft, Facts};
use super::quota::{self, Limit};
use super::stream::event::{Event, Record};
use super::stream::sealed;
use super::stream::state::Match;
use super::stream::store::Decided;
use super::time::hours::{self, Named};
use super::watching::{Looker, Pass};
use crate::accounts::hours as accounts_hours;
use crate::db::accounts;
use crate::db::calendars::CalendarRow;
use crate::db::matches::{self as rows, SealedRow};
use crate::error::Result;
use crate::rules::{Robot, Seat};
use std::sync::Arc;

impl Matches {
    /// Takes the next seat. The last seat starts the match.
    pub async fn join(
        &self,
        match_id: &str,
        account: &str,
        invitation: Option<String>,
        entropy: Option<String>,
    ) -> Result<Arc<Match>> {
        self.sit_down(match_id, account, invitation, Command::Join { entropy }).await
    }

    /// Somebody takes a seat, with what they bring along.
    async fn sit_down(
        &self,
        match_id: &str,
        account: &str,
        invitation: Option<String>,
        command: Command,
    ) -> Result<Arc<Match>> {
        let brought = self.brought(match_id, account).await?;
        let by = Caller::Person(account.to_owned());
        let pass = invitation.clone().map(Pass::Invitation);
        let looker = Looker { account: Some(account.to_owned()), pass };
        let joined = self.perform(match_id, Some(&looker), |on, secret| {
            let facts = Facts {
                now: self.clock.now(),
                seed: &secret.seed,
                name: brought.name.as_ref().map(|name| name.digest.clone()),
                hours: brought.hours.as_ref().map(|(_, named)| named.clone()),
                invited: brought.invited
                    || invitation.as_ref().is_some_and(|code| *code == secret.invitation),
                then: None,
                due: None,
            };
            let draft = decide::decide(on, &by, &command, &facts)?;
            let within = Some((account.to_owned(), &[Limit::Seatings, Limit::Welcome][..]));
            let calendar = brought.calendar(&draft);
            Ok(Decided { sealed: brought.name.clone(), calendar, within, ..draft.into() })
        });
        joined.await
    }

    /// Takes a seat over for which others are looked for, in a match that is played.
    pub async fn substitute(
        &self,
        match_id: &str,
        account: &str,
        seat: Seat,
        invitation: Option<String>,
    ) -> Result<Arc<Match>> {
        self.sit_down(match_id, account, invitation, Command::Substitute { seat }).await
    }

    /// Gives a seat back before the start.
    pub async fn leave(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Leave).await
    }

    /// Starts a match that has enough people, for its host.
    pub async fn start(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Start).await
    }

    /// Hosts a match that its host has forsaken before the start.
    pub async fn host(&self, match_id: &str, account: &str) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::Host).await
    }

    /// Gives the next seat to a robot, or refuses where it is not the seat that is
    /// meant. For the host.
    pub async fn seat_robot(
        &self,
        match_id: &str,
        account: &str,
        robot: Robot,
        meant: Option<Seat>,
    ) -> Result<Arc<Match>> {
        let by = Caller::Person(account.to_owned());
        let command = Command::SeatRobot { robot, meant };
        let looker = Looker::person(account);
        let seated = self.perform(match_id, Some(&looker), |on, secret| {
            let draft = decide::decide(on, &by, &command, &self.facts(&secret.seed))?;
            let within = Some((account.to_owned(), &[Limit::Robots, Limit::Seatings][..]));
            Ok(Decided { within, ..draft.into() })
        });
        seated.await
    }

    /// Refuses a match with robots, which is to be opened under this key, to who hosts many;
    /// one that was opened under it already counts no more.
    pub async fn room_for_robots(&self, host: &str, key: &str) -> Result<()> {
        let (host, key) = (host.to_owned(), key.to_owned());
        let room = self.db.read(move |conn| match rows::answered(conn, &host, &key)? {
            Some(_) => Ok(()),
            None => quota::robots(conn, "", &host),
        });
        room.await
    }

    /// Sends a robot away before the start. For the host.
    pub async fn dismiss_robot(
        &self,
        match_id: &str,
        account: &str,
        seat: Seat,
    ) -> Result<Arc<Match>> {
        self.command(match_id, account, Command::DismissRobot { seat }).await
    }

    /// What somebody brings along who takes a seat, sealed for the match.
    pub(super) async fn brought(&self, match_id: &str, account: &str) -> Result<Brought> {
        let (matches, id, match_id) = (self.clone(), account.to_owned(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let invited = matches.is_invited(conn, &match_id, &id)?;
                let row = accounts::by_id(conn, &id)?;
                let calendar = accounts_hours::calendar_of(conn, &id)?;
                Ok(Brought {
                    invited,
                    name: row.map(|row| sealed::seal(&match_id, &row.id, &row.handle)),
                    hours: calendar.map(|calendar| hours::seal(&match_id, &id, calendar)),
                })
            })
            .await
    }
}

/// What somebody brings along who takes a seat.
pub(super) struct Brought {
    /// Whether they are invited to the match, which waits for people.
    pub invited: bool,
    /// What they are called.
    pub name: Option<SealedRow>,
    /// Which hours count for them.
    pub hours: Option<(CalendarRow, Named)>,
}

impl Brought {
    /// The calendar to be kept beside the stream, where the stream names it.
    pub fn calendar(&self, draft: &Draft) -> Option<CalendarRow> {
        let (row, _) = self.hours.as_ref()?;
        let names = |record: &Record| matches!(&record.event, Event::CalendarSet(set) if set.digest == row.digest);
        draft.records().iter().any(names).then(|| row.clone())
    }
}
