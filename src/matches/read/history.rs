//! The telling of a match: every event as a sentence, as its viewer may know it.

use super::book::Book;
use super::names::Names;
use crate::clock::Instant;
use crate::error::{Error, Result};
use crate::matches::Matches;
use crate::matches::caller::Caller;
use crate::matches::stream::event::{
    Edition, Event, Kind, Lapse, OfGame, ProposalClosed, Proposed, Record, Terms, Verdict,
};
use crate::matches::stream::undone::{Fate, fates};
use crate::matches::stream::{fold::Walk, state::Match};
use crate::matches::time::pace::{DAY, lasting, more};
use crate::matches::time::{Pace, Timing};
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
    /// Whether it was taken back or rewound later.
    pub taken_back: bool,
    /// The round of the game in which it happened; 0 before the first.
    pub round: u16,
    /// Its hash.
    pub hash: String,
}

fn as_rfc3339<S: serde::Serializer>(at: &Instant, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&crate::clock::rfc3339(*at))
}

/// What is known of an event before it is told.
#[derive(Clone, Copy, Debug)]
pub struct Happened {
    /// Its place in the stream, from 0.
    pub place: usize,
    /// Its version.
    pub version: i64,
    /// The match's word for it.
    pub kind: Kind,
    /// When it was accepted; what was sent together has the same instant.
    pub at: Instant,
    /// Whether it was neither taken back nor rewound.
    pub counts: bool,
    /// Whether the reader sent it: no stand-in of theirs, and nobody who had the seat before.
    pub by_reader: bool,
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
        let length = self.events.records.len();
        let start = self.after(after);
        let end = start.saturating_add(limit).min(length);
        let items = self.entries(&(start..end).collect::<Vec<_>>())?;
        let next = (end < length && end > start).then(|| self.events.records[end - 1].version);
        Ok(Page { items, next })
    }

    /// The place in the stream of the first event after a version.
    pub(super) fn after(&self, version: i64) -> usize {
        usize::try_from(version.max(0)).unwrap_or(usize::MAX).min(self.events.records.len())
    }

    /// The seat that each event happened to or by, in order.
    pub fn seats(&self) -> impl Iterator<Item = Option<Seat>> {
        self.events.records.iter().map(|record| record.seat)
    }

    /// The events after a version, before they are told.
    pub fn happened(&self, after: i64) -> Vec<Happened> {
        let (records, me) = (&self.events.records, self.account.as_ref());
        let first = self.after(after);
        let each = records.iter().zip(fates(records)).enumerate().skip(first);
        each.map(|(place, (record, fate))| Happened {
            place,
            version: record.version,
            kind: record.event.kind(),
            at: record.at,
            counts: fate == Fate::Counts,
            by_reader: matches!(&record.by, Caller::Person(who) if Some(who) == me),
        })
        .collect()
    }

    /// The events at some places of the stream, in their order, as they are told.
    pub fn entries(&self, places: &[usize]) -> Result<Vec<Entry>> {
        let (records, hashes) = (&self.events.records, &self.events.hashes);
        let (fates, viewer) = (fates(records), self.viewer());
        let mut entries = Vec::with_capacity(places.len());
        let mut walk = None;
        for &place in places {
            if place > 0 {
                walk = Some(self.events.walk_on(walk, place)?);
            }
            entries.push(Entry {
                taken_back: fates[place] != Fate::Counts,
                hash: hashes[place].clone(),
                ..entry(walk.as_ref().map(Walk::at), &records[place], &self.names, viewer)?
            });
        }
        Ok(entries)
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
        Event::Left(_) if record.by == Caller::Operator => {
            let sitter = before.zip(record.seat).and_then(|(before, seat)| before.sitter(seat));
            let name = sitter.map_or_else(|| "somebody".to_owned(), |s| names.account(&s.account));
            simple("unseated", "{who} takes the seat of {name} back.").with("name", name)
        }
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
            Some((_, last)) => Telling::new(
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
        Event::PaceSet(timing) | Event::PaceAgreed(timing) => tell_pace(timing),
        Event::TimedOut(over) => {
            let seat = record.seat.unwrap_or(Seat(0));
            let told = |key: &str, template: &str| Telling::new(key, template).with("seat", seat);
            match over.lapse {
                Lapse::Grace => {
                    let grace = before.and_then(|on| on.timing).map_or(DAY, |on| on.pace.grace);
                    told("timed_out_grace", "The time of {seat} is over; {more} is given.")
                        .with("more", more(grace))
                }
                Lapse::Turn => told(
                    "timed_out_turn",
                    "The time of {seat} is over; a stand-in plays this turn.",
                ),
                Lapse::Seat if before.is_some_and(|on| nobody_else_plays(on, seat)) => told(
                    "timed_out_last",
                    "The time of {seat} is over; nobody plays any more, and the match rests until \
                     somebody returns.",
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
        Event::Proposed(proposed) => tell_proposed(&who, proposed, record.seat, names),
        Event::Voted(voted) => match voted.yes {
            true => simple("agreed", "{who} agrees to proposal {number}."),
            false => simple("disagreed", "{who} does not agree to proposal {number}."),
        }
        .with("number", voted.proposal),
        Event::ProposalClosed(closed) => tell_closed(closed),
        Event::Rewound(rewound) => Telling::new(
            "rewound",
            "The game goes on as it stood at event {to}. The next roll is another; what was shown \
             stays known.",
        )
        .with("to", rewound.to),
        Event::Paused(paused) => {
            Telling::new("paused", "All clocks stand still until {until} (UTC).")
                .with("until", shown(paused.until.naive_utc()))
        }
        Event::Resumed => Telling::new("resumed", "The pause is over: the clocks run again."),
        Event::TimeGiven(given) => {
            Telling::new("time_given", "{seat} has {time} more for this turn.")
                .with("seat", record.seat.unwrap_or(Seat(0)))
                .with("time", lasting(given.minutes))
        }
        Event::SeatOpened(opened) => match &opened.to {
            None => {
                Telling::new("seat_opened", "Somebody is looked for who takes over from {seat}.")
            }
            Some(to) => Telling::new("seat_kept", "{to} can take over from {seat}.")
                .with("to", names.account(to)),
        }
        .with("seat", record.seat.unwrap_or(Seat(0))),
        Event::Substituted(_) => simple("substituted", "{who} takes over from {seat}.")
            .with("seat", record.seat.unwrap_or(Seat(0))),
        Event::AwayBooked(away) => {
            simple("away_booked", "{who} is away from {from} to {to} (UTC).")
                .with("from", shown(away.from.naive_utc()))
                .with("to", shown(away.to.naive_utc()))
        }
        Event::AwayEnded => simple("away_ended", "{who} is back, or stays after all."),
        Event::Outage(outage) => {
            Telling::new("outage", "Turnwise was away from {from} to {to} (UTC): no clock ran.")
                .with("from", shown(outage.from.naive_utc()))
                .with("to", shown(outage.to.naive_utc()))
        }
        Event::HostChanged => simple("host_changed", "{who} is the host now: {host} has not come.")
            .with("host", before.map_or_else(String::new, |before| names.account(&before.host))),
        Event::Renamed(_) => simple("renamed", "{who} gives the match another title."),
        Event::Unrated => Telling::new("unrated", "The match does not count for the ratings."),
        Event::StoodIn => {
            simple("stood_in", "{who} has a stand-in play for {seat} until they return.")
                .with("seat", record.seat.unwrap_or(Seat(0)))
        }
        Event::Expired => {
            let silent = before.map_or(0, |before| (record.at - before.changed_at).num_days());
            Telling::new("expired", "Nothing has happened for {days} days.").with("days", silent)
        }
        Event::Ended(ended) => match ended.ranking.first() {
            Some(best) => {
                let words = match best.points {
                    1 => "The match is over: {winner} wins with {points} point.",
                    _ => "The match is over: {winner} wins with {points} points.",
                };
                Telling::new("ended", words).with("winner", best.seat).with("points", best.points)
            }
            None => Telling::new("ended_without_result", "The match ends without a result."),
        },
        Event::Played(event) => tell_play(before, event, viewer)?,
    })
}

fn nobody_else_plays(on: &Match, but: Seat) -> bool {
    let others = on.sitters.iter().zip(Seat::all(on.sitters.len()));
    !others.filter(|(_, seat)| *seat != but).any(|(sitter, _)| sitter.plays())
}

fn tell_pace(timing: &Timing) -> Telling {
    Telling::new("pace_set", "The pace is {pace}. {absence}")
        .with("pace", timing.pace.said_in_full())
        .with("absence", timing.absence.said(timing.pace.grace))
}

/// What becomes of what is left in reserve when the pace becomes another.
fn stays(pace: &Pace) -> String {
    match pace.cap {
        0 => "Nobody keeps anything in reserve from the next round on.".to_owned(),
        cap => format!("What anybody has left in reserve stays, up to {}.", lasting(cap)),
    }
}

fn tell_proposed(who: &str, proposed: &Proposed, by: Option<Seat>, names: &Names) -> Telling {
    let told = |key: &str, template: &str| Telling::new(key, template).with("who", who.to_owned());
    let telling = match &proposed.terms {
        Terms::Rewind { to } => told(
            "proposed_rewind",
            "{who} proposes to go back to event {to}. All must agree by {until} (UTC).",
        )
        .with("to", *to),
        Terms::Pause { until } => told(
            "proposed_pause",
            "{who} proposes that all clocks stand still until {end} (UTC). All must agree by \
             {until} (UTC).",
        )
        .with("end", shown(until.naive_utc())),
        Terms::Resume => told(
            "proposed_resume",
            "{who} proposes to end the pause. All must agree by {until} (UTC).",
        ),
        Terms::MoreTime { seat, minutes } => told(
            "proposed_more_time",
            "{who} proposes to give {seat} {time} more for this turn. More than half of the \
             others must agree by {until} (UTC).",
        )
        .with("seat", *seat)
        .with("time", lasting(*minutes)),
        Terms::ChangePace { pace } => told(
            "proposed_change_pace",
            "{who} proposes another pace: {pace}. {stays} All must agree by {until} (UTC).",
        )
        .with("pace", pace.said_in_full())
        .with("stays", stays(pace)),
        Terms::End { by_score: true } if proposed.edition >= Edition::Second => told(
            "proposed_end_as_ranked",
            "{who} proposes to end the match, with places as the game would give them now. All must \
             agree by {until} (UTC).",
        ),
        Terms::End { by_score: true } => told(
            "proposed_end_by_score",
            "{who} proposes to end the match with the points as they are. All must agree by \
             {until} (UTC).",
        ),
        Terms::End { by_score: false } => told(
            "proposed_end",
            "{who} proposes to end the match without a result. All must agree by {until} (UTC).",
        ),
        Terms::Cancel => told(
            "proposed_cancel",
            "{who} proposes to end the match without a result, since it has hardly begun. More \
             than half must agree by {until} (UTC).",
        ),
        Terms::Replace { to: Some(to), .. } => told(
            "proposed_successor",
            "{who} would like {to} to take over their seat. More than half of the others must \
             agree by {until} (UTC).",
        )
        .with("to", names.account(to)),
        Terms::Replace { seat, .. } if Some(*seat) == by => told(
            "proposed_to_leave",
            "{who} would like to leave their seat to whoever wants it. More than half of the \
             others must agree by {until} (UTC).",
        ),
        Terms::Replace { seat, .. } => told(
            "proposed_replace",
            "{who} proposes to look for somebody who takes over from {seat}. More than half of \
             the others must agree by {until} (UTC).",
        )
        .with("seat", *seat),
    };
    telling.with("until", shown(proposed.until.naive_utc()))
}

fn tell_closed(closed: &ProposalClosed) -> Telling {
    let (key, template) = match closed.verdict {
        Verdict::Carried => ("proposal_carried", "Proposal {number} is agreed on."),
        Verdict::Refused => ("proposal_refused", "Proposal {number} is refused."),
        Verdict::Withdrawn => ("proposal_withdrawn", "Proposal {number} is withdrawn."),
        Verdict::Overtaken => ("proposal_overtaken", "Proposal {number} is overtaken by events."),
    };
    Telling::new(key, template).with("number", closed.proposal)
}

/// The sentence on one event that needs nothing of what was before it.
pub(super) fn sentence(book: &Book, version: i64) -> Result<String> {
    let at = usize::try_from(version).ok().and_then(|at| at.checked_sub(1));
    let record =
        at.and_then(|at| book.events.records.get(at)).ok_or_else(|| Error::fault("no event"))?;
    let telling = tell(None, record, &book.names, book.viewer())?;
    // Of whoever had the seat then, though somebody else may have it now.
    Ok(telling.sentence(|seat| match book.newest.sat(seat, version) {
        Some(account) => book.names.account(account),
        None => seat.to_string(),
    }))
}

/// A moment to the minute.
pub(super) fn shown_then(at: Instant) -> String {
    format!("{} (UTC)", shown(at))
}

fn shown(at: Instant) -> String {
    at.format("%-d %B %Y, %H:%M").to_string()
}

fn tell_play(before: Option<&Match>, event: &OfGame, viewer: Viewer) -> Result<Telling> {
    let played = before.and_then(|before| Some((before.game(), before.state.as_ref()?)));
    let (game, state) = played.ok_or_else(|| Error::fault("play before the start"))?;
    game.tell(state, event.schema, &event.text, viewer).map_err(Error::fault)
}
