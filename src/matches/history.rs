//! The telling of a match: every event as a sentence, as its viewer may know it.

use super::Matches;
use super::event::{Ended, Left, RobotJoined, TakenBack, kind};
use super::fold::Folded;
use super::look::Names;
use crate::clock::Instant;
use crate::db::Conn;
use crate::db::events::{self, EventRow};
use crate::error::{Error, Result};
use crate::rules::{Seat, Telling, Viewer};
use serde::Serialize;

/// One event as it is told.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its version.
    pub version: i64,
    /// The match's word for it.
    pub kind: String,
    /// The seat it happened to or by.
    pub seat: Option<Seat>,
    /// When it was accepted.
    #[serde(serialize_with = "as_rfc3339")]
    pub at: Instant,
    /// The whole sentence.
    pub sentence: String,
    /// The sentence's key and arguments, for translating.
    pub telling: Telling,
    /// Whether it was taken back later.
    pub taken_back: bool,
    /// The round of the game in which it happened; 0 before the first.
    pub round: u16,
    /// Its hash.
    pub hash: String,
}

fn as_rfc3339<S: serde::Serializer>(at: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&crate::clock::rfc3339(*at))
}

/// A stretch of a history.
#[derive(Clone, Debug)]
pub struct Page {
    /// The events in order.
    pub items: Vec<Entry>,
    /// The version after which the next page goes on, if there is more.
    pub next: Option<i64>,
}

impl Matches {
    /// At most `limit` events after a version.
    pub async fn history(
        &self,
        match_id: &str,
        account: Option<String>,
        after: i64,
        limit: usize,
    ) -> Result<Page> {
        let (matches, match_id) = (self.clone(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let folded = matches.load_for(conn, &match_id, account.as_deref())?;
                page(conn, &folded, account.as_deref(), after, limit)
            })
            .await
    }
}

/// At most `limit` events after a version, up to the newest of `folded`.
pub fn page(
    conn: &mut Conn,
    folded: &Folded,
    account: Option<&str>,
    after: i64,
    limit: usize,
) -> Result<Page> {
    let rows = events::between(conn, &folded.id, 0, folded.version)?;
    let people = rows.iter().filter_map(|row| row.actor.clone());
    let seated = folded.sitters.iter().map(|sitter| sitter.account.clone());
    let everybody: std::collections::BTreeSet<String> = people.chain(seated).collect();
    let names = Names::of(conn, everybody)?;
    let start = usize::try_from(after.max(0)).unwrap_or(usize::MAX).min(rows.len());
    let end = start.saturating_add(limit).min(rows.len());
    let dead = taken_back(&rows)?;
    let viewer = folded.viewer(account);
    let mut before = match start {
        0 => None,
        start => Some(Folded::from_rows(&rows[..start]).map_err(Error::fault)?),
    };
    let mut items = Vec::with_capacity(end - start);
    for (row, dead) in rows[start..end].iter().zip(&dead[start..end]) {
        let telling = tell(before.as_ref(), row, &names, viewer)?;
        let sentence = {
            let at = before.as_ref();
            telling.sentence(|seat| match at {
                Some(at) => names.seat(at, seat),
                None => seat.to_string(),
            })
        };
        items.push(Entry {
            version: row.version,
            kind: row.kind.clone(),
            seat: row.seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat),
            at: row.recorded_at,
            sentence,
            telling,
            taken_back: *dead,
            round: before.as_ref().map_or(0, Folded::round),
            hash: row.hash.clone(),
        });
        before = Some(match before {
            None => Folded::open(row).map_err(Error::fault)?,
            Some(mut folded) => {
                folded.evolve(row).map_err(Error::fault)?;
                folded
            }
        });
    }
    let next = (end < rows.len() && end > start).then(|| rows[end - 1].version);
    Ok(Page { items, next })
}

/// Which rows were taken back later.
fn taken_back(rows: &[EventRow]) -> Result<Vec<bool>> {
    let mut dead = vec![false; rows.len()];
    let mut after = i64::MAX;
    for (row, dead) in rows.iter().zip(&mut dead).rev() {
        if row.version > after {
            *dead = row.kind == kind::PLAYED;
            continue;
        }
        after = i64::MAX;
        if row.kind == kind::TAKEN_BACK {
            let TakenBack { to } = serde_json::from_str(&row.data).map_err(Error::fault)?;
            after = to;
        }
    }
    Ok(dead)
}

/// The sentence on one event, which happened in `before`.
pub fn tell(
    before: Option<&Folded>,
    row: &EventRow,
    names: &Names,
    viewer: Viewer,
) -> Result<Telling> {
    let who = row.actor.as_deref().map_or_else(|| "Nobody".to_owned(), |id| names.account(id));
    let simple = |key: &str, template: &str| Telling::new(key, template).with("who", who.clone());
    Ok(match row.kind.as_str() {
        kind::OPENED => simple("opened", "{who} opens the match."),
        kind::JOINED => simple("joined", "{who} takes a seat."),
        kind::LEFT => {
            let Left { host } = serde_json::from_str(&row.data).map_err(Error::fault)?;
            match before {
                Some(before) if before.host != host => {
                    simple("left_host", "{who} leaves; {host} is the host now.")
                        .with("host", names.account(&host))
                }
                _ => simple("left", "{who} leaves."),
            }
        }
        kind::ROBOT_JOINED => {
            let joined: RobotJoined = serde_json::from_str(&row.data).map_err(Error::fault)?;
            simple("robot_joined", "{who} gives a seat to {robot}.").with("robot", joined.name())
        }
        kind::ROBOT_LEFT => {
            let seat = row.seat.and_then(|seat| usize::try_from(seat).ok());
            let sitter = before.zip(seat).and_then(|(before, seat)| before.sitters.get(seat));
            let robot = sitter.map_or_else(|| "a robot".to_owned(), |s| names.account(&s.account));
            simple("robot_left", "{who} sends {robot} away.").with("robot", robot)
        }
        kind::STARTED => simple("started", "The match begins."),
        kind::TAKEN_BACK => {
            let TakenBack { to } = serde_json::from_str(&row.data).map_err(Error::fault)?;
            simple("taken_back", "{who} takes back what came after event {to}.").with("to", to)
        }
        kind::RESIGNED => simple("resigned", "{who} resigns."),
        kind::CANCELLED => simple("cancelled", "The match is cancelled."),
        kind::ENDED => {
            let Ended { ranking, .. } = serde_json::from_str(&row.data).map_err(Error::fault)?;
            match ranking.first() {
                Some(best) => {
                    Telling::new("ended", "The match is over: {winner} wins with {points}.")
                        .with("winner", best.seat)
                        .with("points", best.points)
                }
                None => Telling::new("ended", "The match is over."),
            }
        }
        kind::PLAYED => {
            let state = before.and_then(|before| before.state.as_ref());
            let (Some(before), Some(state)) = (before, state) else {
                return Err(Error::fault("play before the start"));
            };
            before
                .game()
                .tell(state, row.schema_number as u32, &row.data, viewer)
                .map_err(Error::fault)?
        }
        other => return Err(Error::fault(format!("no sentence for `{other}`"))),
    })
}
