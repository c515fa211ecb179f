//! Looking back: every event, the board at any point, the points over time, the proof.

use super::answer::{Answer, Frame, encoded, page};
use super::board;
use super::chart;
use super::visitor::Visitor;
use super::watching::looker;
use crate::boards::{Drawing, Marks};
use crate::error::{Code, Error, Result};
use crate::matches::Status;
use crate::matches::proof::verified::Verified;
use crate::matches::read::book::Book;
use crate::matches::read::history::Entry;
use crate::matches::read::look::Seen;
use crate::matches::stream::event::Terms;
use crate::rules::{ScoreSheet, Seat};
use crate::web::App;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

/// How many events are listed at once.
const LISTED: usize = 200;

/// What to look back at.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looking {
    /// The event; the newest if left out.
    at: Option<i64>,
    /// Only events of this seat.
    #[serde(default)]
    seat: String,
    /// Events of this round; the round of the event if left out.
    #[serde(default)]
    round: String,
}

#[derive(Template)]
#[template(path = "pages/history.html")]
struct History {
    frame: Frame,
    id: String,
    at: i64,
    newest: i64,
    status: Status,
    /// Whether whoever looks can propose to go back to here.
    rewindable: bool,
    what: String,
    when: String,
    when_said: String,
    people: Vec<String>,
    seat: String,
    round: String,
    rounds: Vec<u16>,
    entries: Vec<Entry>,
    listed: Listed,
    board: Option<Drawing>,
    chart: String,
    sheets: Vec<(String, ScoreSheet)>,
    hash: String,
    proof: Option<Proof>,
}

impl History {
    /// The address of another event with the same filters.
    fn to(&self, at: impl std::borrow::Borrow<i64>) -> String {
        let at = at.borrow();
        format!(
            "/matches/{}/history?at={at}&seat={}&round={}",
            self.id,
            encoded(&self.seat),
            encoded(&self.round)
        )
    }

    fn chosen_seat(&self, seat: &usize) -> bool {
        self.seat == seat.to_string()
    }

    fn chosen_round(&self, round: &u16) -> bool {
        self.round == round.to_string()
    }
}

/// Which of the events that fit are listed: those around the event that is looked at.
#[derive(Debug, Default, PartialEq)]
struct Listed {
    /// Their places in the stream, from 0.
    places: Vec<usize>,
    /// The how many-th of all that fit is the first of them, from 1.
    from: usize,
    /// How many fit.
    all: usize,
    /// The versions of the last event before them and of the first one after them.
    earlier: Option<i64>,
    later: Option<i64>,
}

impl Listed {
    /// Around the place `at`, of these that fit.
    fn of(fitting: &[usize], at: usize) -> Listed {
        let before = fitting.partition_point(|place| *place < at);
        let first = before.min(fitting.len().saturating_sub(1)) / LISTED * LISTED;
        let end = fitting.len().min(first + LISTED);
        let version = |place: usize| i64::try_from(place + 1).ok();
        Listed {
            places: fitting[first..end].to_vec(),
            from: first + 1,
            all: fitting.len(),
            earlier: first.checked_sub(1).and_then(|last| version(fitting[last])),
            later: fitting.get(end).and_then(|next| version(*next)),
        }
    }

    /// The how many-th of all that fit is the last of them.
    fn to(&self) -> usize {
        self.from + self.places.len() - 1
    }
}

/// What checking a match found.
struct Proof {
    good: bool,
    headline: String,
    lines: Vec<String>,
}

impl Proof {
    fn of(proved: &Result<Verified, String>) -> Proof {
        match proved {
            Ok(verified) => {
                Proof { good: true, headline: verified.headline(), lines: verified.said() }
            }
            Err(why) => Proof {
                good: false,
                headline: "Something is wrong with this match.".to_owned(),
                lines: vec![why.clone()],
            },
        }
    }
}

/// GET /matches/{id}/history
pub async fn history(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
    asked: web::Query<Looking>,
) -> Answer {
    let book = app.matches.book(&id, looker(visitor.id(), &request)).await;
    let book = book.map_err(|error| visitor.no(&request, error))?;
    page(&compose(&app, visitor, &book, asked.into_inner(), None)?)
}

/// The match at the event that is asked for; an event past the end is looked at as the
/// last one, so that a link stays useful.
fn look(book: &Book, asked: &Looking) -> Result<Seen> {
    match book.seen(asked.at) {
        Err(error) if error.code == Code::NoSuchVersion => book.seen(None),
        seen => seen,
    }
}

fn compose(
    app: &App,
    visitor: Visitor,
    book: &Book,
    asked: Looking,
    proof: Option<Proof>,
) -> Result<History> {
    let seen = look(book, &asked)?;
    let folded = seen.folded.clone();
    let course = book.course()?;
    let at = usize::try_from(folded.version - 1).map_err(Error::fault)?;
    let here = course.rounds.get(at).copied().unwrap_or(0);
    let mut rounds = course.rounds.clone();
    rounds.sort_unstable();
    rounds.dedup();
    let round = match asked.round.as_str() {
        "" => Some(here),
        "all" => None,
        text => text.parse().ok(),
    };
    let seat: Option<u8> = asked.seat.parse().ok();
    let is_asked = |in_round: u16, by: Option<Seat>| {
        round.is_none_or(|round| in_round == round)
            && seat.is_none_or(|seat| by == Some(Seat(seat)))
    };
    let each = course.rounds.iter().zip(book.seats()).enumerate();
    let fitting = each.filter(|(_, (round, by))| is_asked(**round, *by)).map(|(place, _)| place);
    let listed = Listed::of(&fitting.collect::<Vec<_>>(), at);
    let entries = book.entries(&listed.places)?;
    let current = book.entries(&[at])?.into_iter().next();
    let current = current.as_ref();
    let what = current.map(|entry| entry.sentence.clone()).unwrap_or_default();
    let when = current.map(|entry| crate::clock::rfc3339(entry.at)).unwrap_or_default();
    let when_said = current
        .map(|entry| entry.at.format("%-d %B %Y, %H:%M UTC").to_string())
        .unwrap_or_default();
    let before = match folded.version {
        ..=1 => None,
        version => Some(Seen { folded: book.at(version - 1)?, ..seen.clone() }),
    };
    let board = board::draw_since(&app.looked, &seen, before, Marks::default(), None)?;
    let newest = book.newest();
    let seated: Vec<String> =
        Seat::all(newest.sitters.len()).map(|seat| book.names().seat(newest, seat)).collect();
    let chart = chart::draw(&book.marks()?, &seated, newest.version, folded.version, None);
    let sheets = match &folded.state {
        Some(state) => folded
            .game()
            .score(state)
            .iter()
            .map(|(seat, sheet)| (seen.names.seat(&folded, seat), sheet.clone()))
            .collect(),
        None => Vec::new(),
    };
    Ok(History {
        frame: Frame::new(format!("History of {}", folded.opened.title), &visitor)
            .styled("things.css")
            .styled(board::of(&folded.opened.game)?.style()),
        id: folded.id.clone(),
        at: folded.version,
        newest: seen.newest,
        status: newest.status,
        rewindable: !newest.is_decided_alone(&Terms::Rewind { to: folded.version })
            && newest.status == Status::Running
            && folded.version < newest.version
            && folded.state.is_some()
            && visitor
                .id()
                .and_then(|me| newest.seat_of(&me))
                .is_some_and(|seat| newest.sitter(seat).is_some_and(|sitter| sitter.plays())),
        what,
        when,
        when_said,
        people: seated,
        seat: asked.seat,
        round: asked.round,
        rounds,
        entries,
        listed,
        board,
        chart,
        sheets,
        hash: folded.hash.clone(),
        proof,
    })
}

/// GET /matches/{id}/verify: re-decides a match that has ended, from its own export.
pub async fn verify(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
) -> Answer {
    let book = app.matches.book(&id, looker(visitor.id(), &request)).await;
    let book = book.map_err(|error| visitor.no(&request, error))?;
    let export = app.matches.export(&id, looker(visitor.id(), &request)).await?;
    let proof = Proof::of(&*app.matches.prove(export).await?);
    page(&compose(&app, visitor, &book, Looking::default(), Some(proof))?)
}

/// GET /matches/{id}/export: the file that `turnwise verify` proves.
pub async fn download(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
) -> Answer {
    let export = app.matches.export(&id, looker(visitor.id(), &request)).await?;
    let name = format!("attachment; filename=\"turnwise-{}.json\"", export.match_id);
    Ok(HttpResponse::Ok()
        // Who else asks for it may not be allowed to look at the match.
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .content_type("application/json")
        .body(export.text()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::proof::Counts;

    /// Every event that fits is listed once, wherever one goes on from.
    #[test]
    fn the_lists_of_events_are_pieces_of_all_that_fit() {
        for all in [0, 1, LISTED - 1, LISTED, LISTED + 1, 5 * LISTED + 7] {
            let fitting: Vec<usize> = (0..all).map(|nth| 3 * nth + 2).collect();
            let mut listed = Listed::of(&fitting, 0);
            let (mut met, mut before) = (listed.places.clone(), None);
            while let Some(next) = listed.later {
                let last = listed.places.last().map(|place| *place as i64 + 1);
                listed = Listed::of(&fitting, next as usize - 1);
                assert_eq!((listed.earlier, listed.from), (last, met.len() + 1));
                met.extend(&listed.places);
                assert_eq!(listed.to(), met.len());
                before = last;
            }
            assert_eq!(met, fitting);
            assert_eq!(listed.earlier, before);
            for at in [0, 1, 2, 3, 3 * all / 2, 3 * all, 9 * all] {
                let near = Listed::of(&fitting, at);
                assert_eq!(near.all, all);
                assert!(near.places.len() <= LISTED && near.places.is_empty() == (all == 0));
                assert!(!fitting.contains(&at) || near.places.contains(&at), "{at} of {all}");
            }
        }
    }

    #[test]
    fn what_was_only_read_is_neither_called_proved_nor_wrong() {
        let counts = Counts { undecided: 2, ..Counts::default() };
        let read = Verified { events: 9, counts, ..Verified::default() };
        let proof = Proof::of(&Ok(read));
        assert!(proof.good && !proof.headline.contains("proved"), "{}", proof.headline);
        assert!(Proof::of(&Ok(Verified::default())).headline.contains("proved"));
        assert!(!Proof::of(&Err("no".to_owned())).good);
    }
}
