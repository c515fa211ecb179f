//! What happened since one's last turn, to read and to step through on the board.

use super::plan::Address;
use crate::error::Result;
use crate::matches::read::book::Book;
use crate::matches::read::history::Happened;
use crate::matches::read::look::Seen;
use crate::matches::stream::kind::Kind;

/// The most sentences on what happened since one's last turn.
const NEWS: usize = 40;

/// What happened.
pub struct News {
    pub heading: &'static str,
    pub sentences: Vec<(i64, String)>,
    pub more: bool,
    /// The event that is looked at.
    pub now: Option<i64>,
    /// Which of the news that is, where it is one.
    pub place: Option<usize>,
    /// What happened there.
    pub told: String,
    /// The addresses of the event before and after it, and of the present.
    pub back: Option<String>,
    pub on: Option<String>,
    pub present: String,
}

impl News {
    /// Whether this event is looked at.
    pub fn is_at(&self, version: &i64) -> bool {
        self.now == Some(*version)
    }
}

/// News, and since when.
pub struct Heard {
    pub news: News,
    /// The version with which one's last turn ended; none for who has no seat.
    pub since: Option<i64>,
}

/// What happened, with `now` as the event that is looked at.
pub fn news(book: &Book, seen: &Seen, now: Option<i64>, here: &Address) -> Result<Heard> {
    let last = seen.seat.map(|seat| seen.folded.last_turn(seat));
    let after = last.unwrap_or_else(|| (seen.newest - 12).max(0));
    let all = book.happened(after);
    // What one has done oneself is no news, but what came of it when it showed something hidden.
    let open = seen.seat.and_then(|seat| seen.folded.take_back_points(seat).into_iter().min());
    let played = |it: &&Happened| it.by_reader && it.counts && it.kind == Kind::Played;
    let closed = |it: &&Happened| played(it) && open.is_none_or(|open| it.version <= open);
    let shown = all.iter().rfind(closed).map(|it| it.at);
    let own = |it: &Happened| it.by_reader && matches!(it.kind, Kind::Played | Kind::TakenBack);
    let is_new = |it: &&Happened| it.counts && (!own(it) || Some(it.at) == shown);
    let mut places: Vec<usize> = all.iter().filter(is_new).map(|it| it.place).collect();
    let more = places.len() > NEWS;
    places.truncate(NEWS);
    let told = book.entries(&places)?.into_iter().filter(|entry| !entry.telling.quiet);
    let sentences: Vec<(i64, String)> = told.map(|entry| (entry.version, entry.sentence)).collect();
    let to = |version: &i64| here.looking_at(*version);
    let place = now.and_then(|now| sentences.iter().position(|(version, _)| *version == now));
    let nth = |at: usize| sentences.get(at).map(|(version, _)| to(version));
    let (back, on) = match (now, place) {
        (None, _) => (None, nth(0)),
        (Some(_), Some(place)) => (place.checked_sub(1).and_then(nth), nth(place + 1)),
        // Another moment of the match: its neighbours are all events.
        (Some(now), None) => {
            let next = Some(now + 1).filter(|next| *next <= seen.newest);
            (Some(now - 1).filter(|back| *back > 0).map(|v| to(&v)), next.map(|v| to(&v)))
        }
    };
    let told = match (now, place) {
        (None, _) => String::new(),
        (Some(_), Some(place)) => sentences[place].1.clone(),
        (Some(now), None) => {
            let there = book.page(now - 1, 1)?.items.into_iter().next();
            there.map(|entry| entry.sentence).unwrap_or_default()
        }
    };
    let news = News {
        heading: if last.is_some() { "Since your last turn" } else { "Latest" },
        more,
        now,
        place: place.map(|at| at + 1),
        told,
        back,
        on,
        sentences,
        present: here.to_string(),
    };
    Ok(Heard { news, since: last.filter(|last| *last < seen.newest) })
}
