//! The telling of a match: every event as a sentence, as its viewer may know it.

use super::book::Book;
use super::names::Names;
use crate::clock::Instant;
use crate::error::{Error, Result};
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::stream::event::{Event, Kind, Lapse, OfGame, Record};
use crate::matches::stream::{fold::live, state::Match};
use crate::matches::time::Timing;
use crate::matches::watching::Looker;
use crate::rules::{Seat, Telling, Viewer};
use serde::Serialize;

/// One event as it is told.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// Its version.
    pub version: i64,
    /// The match's word for it.
    pub kind: Kind,
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
        looker: impl Into<Looker>,
        after: i64,
        limit: usize,
    ) -> Result<Page> {
        let book = self.book(match_id, looker).await?;
        book.page(after, limit)
    }
}

impl Book {
    /// At most `limit` events after a version.
    pub fn page(&self, after: i64, limit: usize) -> Result<Page> {
        let length = self.records.len();
        let start = usize::try_from(after.max(0)).unwrap_or(usize::MAX).min(length);
        let end = start.saturating_add(limit).min(length);
        let live = live(&self.records);
        let viewer = self.viewer();
        let mut before = match start {
            0 => None,
            start => Some(Match::fold(&self.newest.id, &self.records[..start])?),
        };
        let mut items = Vec::with_capacity(end - start);
        let stretch = self.records.iter().zip(&self.hashes).zip(live);
        for ((record, hash), live) in stretch.take(end).skip(start) {
            items.push(Entry {
                taken_back: !live,
                hash: hash.clone(),
                ..entry(before.as_ref(), record, &self.names, viewer)?
            });
            before = Some(match before {
                None => Match::open(&self.newest.id, record)?,
                Some(mut folded) => {
                    folded.evolve(record)?;
                    folded
                }
            });
        }
        let next = (end < length && end > start).then(|| self.records[end - 1].version);
        Ok(Page { items, next })
    }
}

/// One event, which happened in `before`; its hash and whether it still counts are left
/// to who knows the stream.
fn entry(before: Option<&Match>, record: &Record, names: &Names, viewer: Viewer) -> Result<Entry> {
    let telling = tell(before, record, names, viewer)?;
    let sentence = telling.sentence(|seat| match before {
        Some(at) => names.seat(at, seat),
        None => seat.to_string(),
    });
    Ok(Entry {
        version: record.version,
        kind: record.event.kind(),
        seat: record.seat,
        at: record.at,
        sentence,
        telling,
        taken_back: false,
        round: before.map_or(0, Match::round),
        hash: String::new(),
    })
}

/// The sentence on one event, which happened in `before`.
pub fn tell(
    before: Option<&Match>,
    record: &Record,
    names: &Names,
    viewer: Viewer,
) -> Result<Telling> {
    let who = names.caller(&record.by);
    let simple = |key: &str, template: &str| Telling::new(key, template).with("who", who.clone());
    Ok(match &record.event {
        Event::Opened(opened) => simple(
            "opened",
            "{who} opens the match. All its chance comes from a sealed seed with the hash {hash} \
             and from what people add to it.",
        )
        .with("hash", opened.seed_hash.clone()),
        Event::Joined(joined) => match &joined.entropy {
            None => simple("joined", "{who} takes a seat and adds nothing to the chance."),
            Some(entropy) => simple(
                "joined_with_entropy",
                "{who} takes a seat and adds “{entropy}” to the chance.",
            )
            .with("entropy", entropy.clone()),
        },
        Event::Left(left) => match before {
            Some(before) if before.host != left.host => {
                simple("left_host", "{who} leaves; {host} is the host now.")
                    .with("host", names.account(&left.host))
            }
            _ => simple("left", "{who} leaves."),
        },
        Event::RobotJoined(player) => {
            simple("robot_joined", "{who} gives a seat to {robot}.").with("robot", player.name())
        }
        Event::RobotLeft => {
            let sitter = before.zip(record.seat).and_then(|(before, seat)| before.sitter(seat));
            let robot = sitter.map_or_else(|| "a robot".to_owned(), |s| names.account(&s.account));
            simple("robot_left", "{who} sends {robot} away.").with("robot", robot)
        }
        Event::Started(_) => match before.and_then(|before| before.added().next_back()) {
            None => simple(
                "started_by_the_seed",
                "The match begins. Nobody added to its chance: whoever runs the service chose it \
                 alone.",
            ),
            Some(last) => Telling::new(
                "started",
                "The match begins. {last} was the last to add to its chance: nobody could choose \
                 it, unless {last} runs the service.",
            )
            .with("last", names.account(&last.account)),
        },
        Event::TakenBack(back) => {
            simple("taken_back", "{who} takes back what came after event {to}.").with("to", back.to)
        }
        Event::Resigned => match (&record.by, record.seat) {
            (Caller::Clock, Some(seat)) => {
                Telling::new("resigned_by_time", "{seat} has thereby resigned.").with("seat", seat)
            }
            _ => simple("resigned", "{who} resigns."),
        },
        Event::Cancelled => simple("cancelled", "The match is cancelled."),
        Event::PaceSet(timing) => tell_pace(timing),
        Event::TimedOut(over) => {
            let seat = record.seat.unwrap_or(Seat(0));
            let told = |key: &str, template: &str| Telling::new(key, template).with("seat", seat);
            match over.lapse {
                Lapse::Grace => {
                    told("timed_out_grace", "The time of {seat} is over; one more day is given.")
                }
                Lapse::Turn => told(
                    "timed_out_turn",
                    "The time of {seat} is over; a stand-in plays this turn.",
                ),
                Lapse::Seat => told(
                    "timed_out_seat",
                    "The time of {seat} is over; a stand-in plays on until they return.",
                ),
                Lapse::Resigned => told("timed_out_resigned", "The time of {seat} is over."),
            }
        }
        Event::Returned => simple("returned", "{who} is back."),
        Event::CalendarSet(_) => Telling::new("calendar_set", "The hours of {seat} are set.")
            .with("seat", record.seat.unwrap_or(Seat(0)))
            .quiet(),
        Event::Expired => {
            let silent = before.map_or(0, |before| (record.at - before.changed_at).num_days());
            Telling::new("expired", "Nothing has happened for {days} days.").with("days", silent)
        }
        Event::Ended(ended) => match ended.ranking.first() {
            Some(best) => Telling::new("ended", "The match is over: {winner} wins with {points}.")
                .with("winner", best.seat)
                .with("points", best.points),
            None => Telling::new("ended_without_result", "The match ends without a result."),
        },
        Event::Played(event) => tell_play(before, event, viewer)?,
    })
}

fn tell_pace(timing: &Timing) -> Telling {
    Telling::new("pace_set", "The pace is {pace}. {absence}")
        .with("pace", timing.pace.said())
        .with("absence", timing.absence.said())
}

fn tell_play(before: Option<&Match>, event: &OfGame, viewer: Viewer) -> Result<Telling> {
    let played = before.and_then(|before| Some((before.game(), before.state.as_ref()?)));
    let (game, state) = played.ok_or_else(|| Error::fault("play before the start"))?;
    game.tell(state, event.schema, &event.text, viewer).map_err(Error::fault)
}
