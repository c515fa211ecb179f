//! Taking a match home, and proving that it was played as it says.
//!
//! An export is one JSON file with the whole stream. [`verify`] needs nothing
//! else: it checks the form, the chain, the commitment to the seed, and decides
//! every stored command again with the chance that the seed gives.

use super::event::{Ended, Opened, RobotJoined, kind};
use super::fold::{Folded, Status};
use super::sealed::Seed;
use super::{Matches, chain, play};
use crate::clock::{Instant, rfc3339};
use crate::db::accounts;
use crate::db::events::{self, EventRow};
use crate::error::{Error, Result};
use crate::rules::erased::Undecided;
use crate::rules::{Seat, Viewer};
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest, Sha256};

/// What the first field of an export says.
const FORMAT: &str = "turnwise match 1";

/// A whole match in one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// Says what this file is.
    pub format: String,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// What the people were called when the file was made.
    pub people: Vec<Player>,
    /// The stream.
    pub events: Vec<Recorded>,
    /// SHA-256 over all of the above, so that a damaged file is recognised.
    pub digest: String,
}

/// Somebody's name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Player {
    /// The account, as in the stream.
    pub account: String,
    /// The name.
    pub handle: String,
}

/// One event of the stream, as it is stored and hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    version: i64,
    kind: String,
    schema: i32,
    data: String,
    seat: Option<i32>,
    actor: Option<String>,
    command_id: Option<String>,
    command: Option<String>,
    recorded_at: String,
    hash: String,
}

impl Recorded {
    fn of(row: EventRow) -> Recorded {
        Recorded {
            version: row.version,
            kind: row.kind,
            schema: row.schema_number,
            data: row.data,
            seat: row.seat,
            actor: row.actor,
            command_id: row.command_id,
            command: row.command,
            recorded_at: rfc3339(row.recorded_at),
            hash: row.hash,
        }
    }

    fn row(&self, match_id: &str) -> Result<EventRow, String> {
        let at: Instant = DateTime::parse_from_rfc3339(&self.recorded_at)
            .map_err(|error| format!("event {}: the time: {error}", self.version))?
            .naive_utc();
        Ok(EventRow {
            match_id: match_id.to_owned(),
            version: self.version,
            kind: self.kind.clone(),
            schema_number: self.schema,
            data: self.data.clone(),
            seat: self.seat,
            actor: self.actor.clone(),
            command_id: self.command_id.clone(),
            command: self.command.clone(),
            recorded_at: at,
            hash: self.hash.clone(),
        })
    }
}

impl Export {
    /// The file's text.
    pub fn text(&self) -> String {
        let mut text =
            serde_json::to_string_pretty(self).expect("strings and numbers have a JSON form");
        text.push('\n');
        text
    }

    fn digest(&self) -> String {
        let unsigned = Export { digest: String::new(), ..self.clone() };
        hex::encode(Sha256::digest(unsigned.text().as_bytes()))
    }

    /// Reads a file. An export is written in one way only, so any changed byte shows.
    pub fn read(text: &str) -> Result<Export, String> {
        let export: Export = serde_json::from_str(text)
            .map_err(|error| format!("this is no export of a match: {error}"))?;
        if export.format != FORMAT {
            return Err(format!("the format is `{}`, not `{FORMAT}`", export.format));
        }
        if export.digest() != export.digest || export.text() != text {
            return Err("the file was changed after it was exported".to_owned());
        }
        Ok(export)
    }

    fn rows(&self) -> Result<Vec<EventRow>, String> {
        self.events.iter().map(|event| event.row(&self.match_id)).collect()
    }
}

impl Matches {
    /// A whole match that has ended, for who may see it.
    pub async fn export(&self, match_id: &str, account: Option<String>) -> Result<Export> {
        let (matches, match_id) = (self.clone(), match_id.to_owned());
        self.db
            .read(move |conn| {
                let folded = matches.load_for(conn, &match_id, account.as_deref())?;
                if folded.status != Status::Ended {
                    return Err(Error::conflict(
                        "match_not_over",
                        "A match can be taken home when it is over; until then it holds secrets.",
                    ));
                }
                let ids: Vec<String> =
                    folded.sitters.iter().map(|sitter| sitter.account.clone()).collect();
                let mut people: Vec<Player> = accounts::by_ids(conn, &ids)?
                    .into_iter()
                    .map(|row| Player { account: row.id, handle: row.handle })
                    .collect();
                people.sort_by(|a, b| a.account.cmp(&b.account));
                let rows = events::between(conn, &match_id, 0, folded.version)?;
                let mut export = Export {
                    format: FORMAT.to_owned(),
                    match_id,
                    people,
                    events: rows.into_iter().map(Recorded::of).collect(),
                    digest: String::new(),
                };
                export.digest = export.digest();
                Ok(export)
            })
            .await
    }
}

/// What a verified match was.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The title of the game.
    pub game: String,
    /// How many events it has.
    pub events: usize,
    /// How many commands were decided again.
    pub commands: usize,
    /// The hash of the last event; compare it with your letters.
    pub hash: String,
    /// Place, name and points, best first.
    pub ranking: Vec<(u8, String, i32)>,
}

/// Proves an exported match, or says what is wrong with it.
pub fn verify(text: &str) -> Result<Verified, String> {
    let export = Export::read(text)?;
    let rows = export.rows()?;
    chain::check(&rows)?;
    let (first, rest) = rows.split_first().ok_or("the stream is empty")?;
    let last = rows.last().ok_or("the stream is empty")?;
    if last.kind != kind::ENDED {
        return Err("the match has not ended".to_owned());
    }
    let ended: Ended = serde_json::from_str(&last.data).map_err(|error| error.to_string())?;
    let seed = Seed::from_hex(&ended.seed).ok_or("the seed cannot be read")?;
    let opened: Opened = serde_json::from_str(&first.data).map_err(|error| error.to_string())?;
    if seed.commitment() != opened.seed_hash {
        return Err("the seed is not the one promised when the match was opened".to_owned());
    }
    let mut folded = Folded::open(first).map_err(|broken| broken.to_string())?;
    let mut commands = 0;
    let mut at = 0;
    while at < rest.len() {
        let length = rest[at..]
            .iter()
            .take_while(|row| row.command_id.is_some() && row.command_id == rest[at].command_id)
            .count()
            .max(1);
        let rows = &rest[at..at + length];
        redecide(&folded, rows, &seed)?;
        commands += usize::from(rows[0].command.is_some());
        for row in rows {
            folded.evolve(row).map_err(|broken| broken.to_string())?;
        }
        at += length;
    }
    let name = |seat: Seat| {
        let account = &folded.sitters[seat.index()].account;
        let player = export.people.iter().find(|player| player.account == *account);
        match (RobotJoined::of(account), player) {
            (Some(robot), _) => robot.name(),
            (None, Some(player)) => player.handle.clone(),
            (None, None) => seat.to_string(),
        }
    };
    Ok(Verified {
        game: folded.game().info().title.to_owned(),
        events: export.events.len(),
        commands,
        hash: last.hash.clone(),
        ranking: ended.ranking.iter().map(|s| (s.place, name(s.seat), s.points)).collect(),
    })
}

/// Decides again what led to these rows, and compares.
fn redecide(folded: &Folded, rows: &[EventRow], seed: &Seed) -> Result<(), String> {
    let row = &rows[0];
    let at = |what: &str| format!("event {}: {what}", row.version);
    let mut chance = seed.chance(&folded.id, &folded.entropy(), folded.version);
    let current = row.schema_number as u32 == folded.game().schema();
    match row.kind.as_str() {
        kind::STARTED if current => {
            let dealt =
                folded.game().deal(&folded.opened.config, folded.sitters.len(), &mut chance);
            match dealt {
                Ok(setup) if setup == row.data => Ok(()),
                _ => Err(at("the seed does not deal this set-up")),
            }
        }
        kind::PLAYED if current => {
            let command = row.command.as_deref().ok_or_else(|| at("no command led to this"))?;
            let command: Value = serde_json::from_str(command).map_err(|e| at(&e.to_string()))?;
            let seat = row.seat.and_then(|seat| u8::try_from(seat).ok()).map(Seat);
            let (Some(state), Some(seat)) = (&folded.state, seat) else {
                return Err(at("play without a state or a seat"));
            };
            let decision = folded.game().decide(state, seat, &command, &mut chance).map_err(
                |no| match no {
                    Undecided::Refused(refusal) => at(&format!("refused: {}", refusal.message)),
                    Undecided::Malformed(why) => at(&why),
                },
            )?;
            let stored: Vec<&str> = rows.iter().map(|row| row.data.as_str()).collect();
            if decision.events.iter().map(String::as_str).eq(stored) {
                Ok(())
            } else {
                Err(at("the command leads to something else"))
            }
        }
        kind::ENDED => {
            let ended: Ended = serde_json::from_str(&row.data).map_err(|e| at(&e.to_string()))?;
            match play::final_ranking(folded) {
                Some(ranking) if ranking == ended.ranking => Ok(()),
                _ => Err(at("the ranking is not the one the rules give")),
            }
        }
        _ => Ok(()),
    }
}

/// The match of a file as it stood at a version, shown in full: its view as JSON.
pub fn replay(text: &str, at: Option<i64>) -> Result<Value, String> {
    let export = Export::read(text)?;
    let rows = export.rows()?;
    chain::check(&rows)?;
    let at = at.unwrap_or(rows.len() as i64);
    if !(1..=rows.len() as i64).contains(&at) {
        return Err(format!("the versions of this match are 1 to {}", rows.len()));
    }
    let folded = Folded::from_rows(&rows[..at as usize]).map_err(|broken| broken.to_string())?;
    let state = folded.state.as_ref().ok_or("play has not begun at this version")?;
    let view = folded.game().view(state, Viewer::Everything);
    serde_json::from_str(view.get()).map_err(|error| error.to_string())
}

/// Folds every stream of a database; the streams that are broken or told otherwise by
/// the lobby's rows, with what is wrong.
pub fn verify_database(conn: &mut crate::db::Conn) -> Result<(usize, Vec<(String, String)>)> {
    let streams = events::streams(conn)?;
    let mut broken = Vec::new();
    for id in &streams {
        let rows = events::after(conn, id, 0)?;
        let wrong = match super::fold::check(&rows) {
            Err(why) => Some(why.to_string()),
            Ok(folded) => super::project::differs(conn, &folded)?.map(str::to_owned),
        };
        broken.extend(wrong.map(|wrong| (id.clone(), wrong)));
    }
    Ok((streams.len(), broken))
}
