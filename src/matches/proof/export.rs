//! The file in which a match that has ended is taken home: its whole stream, what its
//! people were called, and the server's receipt for it.

use crate::clock::{Instant, rfc3339};
use crate::db::events::{self, EventRow};
use crate::db::{calendars, matches as rows};
use crate::error::{Code, Error, Result};
use crate::matches::Matches;
use crate::matches::stream::event::Kind;
use crate::matches::stream::receipt::Receipt;
use crate::matches::stream::state::Status;
use crate::matches::watching::Looker;
use crate::rules::Seat;
use crate::words::Word;
use chrono::DateTime;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// What the first field of an export says.
pub const FORMAT: &str = "turnwise match 1";

/// A whole match in one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Export {
    /// Says what this file is.
    pub format: String,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: String,
    /// What people were called when they joined; without those whose accounts are
    /// closed.
    pub people: Vec<Named>,
    /// Which hours counted for those whose time was over; without those whose accounts are
    /// closed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hours: Vec<ShownHours>,
    /// The stream.
    pub events: Vec<Stored>,
    /// The server's receipt for the last event. It names the public key that signed it,
    /// which proves nothing by itself: whoever makes a false file can sign it with a key
    /// of their own.
    pub receipt: Receipt,
    /// SHA-256 over all of the above, so that a damaged file is recognised.
    pub digest: String,
}

/// What somebody was called, with the salt of its digest in the stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Named {
    /// The account, as in the stream.
    pub account: String,
    /// The name.
    pub handle: String,
    /// Random, 32 hexadecimal digits.
    pub salt: String,
}

/// Which hours counted for somebody, with the salt of their digest in the stream.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShownHours {
    /// The account, as in the stream.
    pub account: String,
    /// The calendar, as JSON.
    pub calendar: String,
    /// Random, 32 hexadecimal digits.
    pub salt: String,
}

/// One event of the stream, as it is stored and hashed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs)]
pub struct Stored {
    pub version: i64,
    pub kind: String,
    pub schema: i32,
    pub data: String,
    pub seat: Option<i32>,
    pub actor: String,
    pub command: Option<String>,
    pub draw: Option<i64>,
    pub recorded_at: String,
    pub salt: String,
    pub hash: String,
}

impl Stored {
    /// The event of a row.
    pub fn of(row: EventRow) -> Stored {
        Stored {
            version: row.version,
            kind: row.kind,
            schema: row.schema_number,
            data: row.data,
            seat: row.seat,
            actor: row.actor,
            command: row.command,
            draw: row.draw,
            recorded_at: rfc3339(row.recorded_at),
            salt: row.salt,
            hash: row.hash,
        }
    }

    fn row(self, match_id: &str) -> Result<EventRow, String> {
        let at: Instant = DateTime::parse_from_rfc3339(&self.recorded_at)
            .map_err(|error| format!("event {}: the time: {error}", self.version))?
            .naive_utc();
        if rfc3339(at) != self.recorded_at {
            return Err(format!("event {}: the time is not written as it should be", self.version));
        }
        Ok(EventRow {
            match_id: match_id.to_owned(),
            version: self.version,
            kind: self.kind,
            schema_number: self.schema,
            data: self.data,
            seat: self.seat,
            actor: self.actor,
            command: self.command,
            draw: self.draw,
            recorded_at: at,
            salt: self.salt,
            hash: self.hash,
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

    /// The file with the digest that fits it.
    pub fn digested(mut self) -> Export {
        self.digest = String::new();
        self.digest = hex::encode(Sha256::digest(self.text().as_bytes()));
        self
    }

    /// Reads a file. An export is written in one way only, so any changed byte shows.
    pub fn read(text: &str) -> Result<Export, String> {
        let export: Export = serde_json::from_str(text)
            .map_err(|error| format!("this is no export of a match: {error}"))?;
        if export.format != FORMAT {
            return Err(format!("the format is `{}`, not `{FORMAT}`", export.format));
        }
        // The digest stands last, and is that of the text in which it is empty.
        let (all, last) = text.rsplit_once(&export.digest).unwrap_or_default();
        let right = Sha256::new().chain_update(all).chain_update(last).finalize();
        if export.digest.is_empty() || hex::encode(right) != export.digest || export.text() != text
        {
            return Err("the file was changed after it was exported".to_owned());
        }
        Ok(export)
    }

    /// The rows of the stream.
    pub fn rows(&self) -> Result<Vec<EventRow>, String> {
        self.events.iter().cloned().map(|event| event.row(&self.match_id)).collect()
    }
}

impl Matches {
    /// A whole match that has ended, for who may see it.
    pub async fn export(&self, match_id: &str, looker: impl Into<Looker>) -> Result<Export> {
        let (matches, match_id, looker) = (self.clone(), match_id.to_owned(), looker.into());
        self.db
            .read(move |conn| {
                let folded = matches.visible(conn, &match_id, &looker)?;
                if folded.status == Status::Cancelled {
                    let why = "The match was cancelled before it had begun: there is nothing to take home.";
                    return Err(Error::new(Code::MatchNotOver, why));
                }
                if folded.status != Status::Ended {
                    return Err(Error::new(
                        Code::MatchNotOver,
                        "A match can be taken home when it is over; until then it holds secrets.",
                    ));
                }
                let people = rows::sealed_of(conn, &match_id)?.into_iter();
                let people = people
                    .filter(|row| folded.names_people(&row.digest))
                    .map(|row| Named {
                        account: row.account_id,
                        handle: row.handle,
                        salt: row.salt,
                    })
                    .collect();
                let stored = events::between(conn, &match_id, 1, folded.version)?;
                let over = stored.iter().filter(|row| row.kind == Kind::TimedOut.word());
                let over: Vec<&str> = over
                    .filter_map(|row| folded.sat(Seat(u8::try_from(row.seat?).ok()?), row.version))
                    .collect();
                let kept = calendars::of_match(conn, &match_id)?.into_iter();
                let kept = kept.filter(|row| over.contains(&row.account_id.as_str()));
                let hours = kept.map(|row| ShownHours {
                    account: row.account_id,
                    calendar: row.calendar,
                    salt: row.salt,
                });
                let hours = hours.collect();
                let export = Export {
                    format: FORMAT.to_owned(),
                    match_id,
                    people,
                    hours,
                    events: stored.into_iter().map(Stored::of).collect(),
                    receipt: matches.signer().receipt(&folded),
                    digest: String::new(),
                };
                Ok(export.digested())
            })
            .await
    }
}
