//! A match as somebody sees it: the fold, with the people's names.

use super::Matches;
use super::event::RobotJoined;
use super::fold::Folded;
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::accounts;
use crate::db::events;
use crate::db::matches::{self, Filter, MatchRow, SeatRow};
use crate::error::{Error, Result};
use crate::rules::{Seat, Viewer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What people are called, by account. Who is gone is not called by a name.
#[derive(Clone, Debug, Default)]
pub struct Names(BTreeMap<String, String>);

impl Names {
    /// The names of these accounts.
    pub fn of(conn: &mut Conn, ids: impl IntoIterator<Item = String>) -> Result<Names> {
        let ids: Vec<String> = ids.into_iter().collect();
        let rows = accounts::by_ids(conn, &ids)?;
        Ok(Names(rows.into_iter().map(|row| (row.id, row.handle)).collect()))
    }

    /// The name of an account, or of a robot.
    pub fn account(&self, id: &str) -> String {
        match RobotJoined::of(id) {
            Some(robot) => robot.name(),
            None => self.0.get(id).cloned().unwrap_or_else(|| "somebody".to_owned()),
        }
    }

    /// The name of whoever has a seat.
    pub fn seat(&self, folded: &Folded, seat: Seat) -> String {
        match folded.sitters.get(seat.index()) {
            Some(sitter) => self.account(&sitter.account),
            None => seat.to_string(),
        }
    }
}

/// A match, and who looks at it.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The match.
    pub folded: Arc<Folded>,
    /// As whom it is seen.
    pub viewer: Viewer,
    /// The seat of who looks.
    pub seat: Option<Seat>,
    /// The people's names.
    pub names: Names,
    /// Since when each seat is awaited; of the newest version only.
    pub awaited_since: Vec<Option<Instant>>,
    /// The newest version, where an older one is looked at.
    pub newest: i64,
}

impl Matches {
    /// The match for an account (or nobody), now or at a version. Who has the
    /// invitation code of a private match may look before joining.
    pub async fn look(
        &self,
        match_id: &str,
        account: Option<String>,
        at: Option<i64>,
        invitation: Option<String>,
    ) -> Result<Seen> {
        let (matches, match_id) = (self.clone(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let newest = matches.load(conn, &match_id)?;
                if !newest.is_seen_by(account.as_deref())
                    && !matches.invited(conn, &newest, invitation.as_deref())?
                {
                    return Err(Error::not_found("match"));
                }
                let folded = match at {
                    None => newest.clone(),
                    Some(version) => matches.load_at(conn, &newest, version)?,
                };
                seen(conn, &newest, folded, account.as_deref())
            })
            .await
    }

    /// A match as it stands after somebody's own command.
    pub async fn seen_by(&self, folded: Arc<Folded>, account: &str) -> Result<Seen> {
        let account = account.to_owned();
        self.db.read(move |conn| seen(conn, &folded, folded.clone(), Some(&account))).await
    }

    /// Summaries of the matches that fit, newest first, with their seats.
    pub async fn list(&self, filter: Filter, most: i64) -> Result<Listing> {
        self.db
            .read(move |conn| {
                let rows = matches::list(conn, &filter, most)?;
                listing(conn, rows)
            })
            .await
    }

    /// The matches that wait for an account, longest waiting first.
    pub async fn turns(&self, account: &str) -> Result<Listing> {
        let account = account.to_owned();
        self.db
            .read(move |conn| {
                let waiting = matches::awaiting(conn, &account)?;
                let ids: Vec<String> = waiting.into_iter().map(|seat| seat.match_id).collect();
                let mut rows = matches::by_ids(conn, &ids)?;
                rows.sort_by_key(|row| ids.iter().position(|id| *id == row.id));
                listing(conn, rows)
            })
            .await
    }
}

impl Matches {
    /// The version with which an account's last turn ended; that of the opening if it
    /// had none. The turn that it is in the middle of is not its last one.
    pub async fn last_turn(&self, seen: &Seen, account: &str) -> Result<i64> {
        let acting = seen.seat.is_some_and(|seat| seen.folded.awaited().contains(&seat));
        let (match_id, account) = (seen.folded.id.clone(), account.to_owned());
        self.db
            .read(move |conn| {
                let before = match acting {
                    true => events::latest_of_others(conn, &match_id, &account)?,
                    false => i64::MAX,
                };
                Ok(events::latest_of(conn, &match_id, &account, before)?.max(1))
            })
            .await
    }

    /// The same look at an earlier version, with what could be known then.
    pub async fn look_back(&self, seen: &Seen, version: i64) -> Result<Seen> {
        let (matches, seen) = (self.clone(), seen.clone());
        self.db
            .read(move |conn| {
                let folded = matches.load_at(conn, &seen.folded, version)?;
                Ok(Seen { folded, ..seen })
            })
            .await
    }

    /// How many matches wait for an account.
    pub async fn waiting(&self, account: &str) -> Result<usize> {
        let account = account.to_owned();
        self.db.read(move |conn| Ok(matches::awaiting(conn, &account)?.len())).await
    }
}

/// Summaries of matches.
#[derive(Clone, Debug)]
pub struct Listing {
    /// Each with its seats.
    pub matches: Vec<(MatchRow, Vec<SeatRow>)>,
    /// The people's names.
    pub names: Names,
}

fn listing(conn: &mut Conn, rows: Vec<MatchRow>) -> Result<Listing> {
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let seats = matches::seats_of(conn, &ids)?;
    let people = seats.iter().map(|seat| seat.account_id.clone());
    let hosts = rows.iter().map(|row| row.host_id.clone());
    let names = Names::of(conn, people.chain(hosts).collect::<std::collections::BTreeSet<_>>())?;
    let matches = rows
        .into_iter()
        .map(|row| {
            let of_match = seats.iter().filter(|seat| seat.match_id == row.id).cloned().collect();
            (row, of_match)
        })
        .collect();
    Ok(Listing { matches, names })
}

impl Matches {
    fn invited(&self, conn: &mut Conn, folded: &Folded, invitation: Option<&str>) -> Result<bool> {
        match invitation {
            None => Ok(false),
            Some(code) => Ok(self.secrets.of(conn, &folded.id)?.invitation == code),
        }
    }
}

fn seen(
    conn: &mut Conn,
    newest: &Folded,
    folded: Arc<Folded>,
    account: Option<&str>,
) -> Result<Seen> {
    let people = folded.sitters.iter().map(|sitter| sitter.account.clone());
    let names = Names::of(conn, people.chain([folded.host.clone()]).collect::<Vec<_>>())?;
    let rows = matches::seats_of(conn, std::slice::from_ref(&folded.id))?;
    Ok(Seen {
        viewer: newest.viewer(account),
        seat: account.and_then(|account| folded.seat_of(account)),
        awaited_since: (0..folded.sitters.len() as i32)
            .map(|seat| rows.iter().find(|row| row.seat == seat)?.awaited_since)
            .collect(),
        names,
        newest: newest.version,
        folded,
    })
}
