//! Looking back on the table: every event, the board at any point, the points over time, the proof.

use super::answer::{Answer, Frame, encoded, page};
use super::board;
use super::laid::{Laid, Pane, Sight};
use super::points::Points;
use super::visitor::Visitor;
use super::watching::looker;
use crate::boards::Marks;
use crate::error::{Code, Error, Result};
use crate::matches::Status;
use crate::matches::proof::verified::Verified;
use crate::matches::read::book::Book;
use crate::matches::read::history::Entry;
use crate::matches::read::look::Seen;
use crate::matches::stream::event::Terms;
use crate::rules::Seat;
use crate::web::App;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use askama::Template;
use serde::Deserialize;

/// How many events are listed at once.
const LISTED: usize = 100;

/// What to look back at.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Looking {
    /// The event; the newest if left out.
    at: Option<i64>,
    /// What is shown of it beside the board.
    #[serde(default)]
    show: String,
    /// Only events of this seat.
    #[serde(default)]
    seat: String,
    /// Events of this round; the round of the event if left out.
    #[serde(default)]
    round: String,
    /// What of the table is shown.
    #[serde(flatten)]
    sight: Sight,
}

#[derive(Template)]
#[template(path = "pages/history.html")]
struct History {
    frame: Frame,
    laid: Laid,
    id: String,
    game: crate::rules::Info,
    /// The page that looks back, from where this one stands.
    base: &'static str,
    at: i64,
    newest: i64,
    status: Status,
    /// Whether play had begun there.
    begun: bool,
    /// Whether whoever looks plays here.
    seated: bool,
    /// Whether whoever looks can propose to go back to here.
    rewindable: bool,
    what: String,
    when: String,
    when_said: String,
    people: Vec<String>,
    beside: Beside,
    seat: String,
    round: String,
    rounds: Vec<u16>,
    hash: String,
}

/// What is shown beside the board.
enum Beside {
    Events(Vec<Entry>, Listed),
    Points(Option<Points>),
    More(Option<Proof>),
}

impl Beside {
    /// What it is called, here and in addresses.
    fn title(&self) -> &'static str {
        match self {
            Beside::Events(..) => "Events",
            Beside::Points(_) => "Points",
            Beside::More(_) => "More",
        }
    }
}

impl History {
    /// The address of another event, with the same things beside it.
    fn to(&self, at: impl std::borrow::Borrow<i64>) -> String {
        self.showing(*at.borrow(), self.beside.title())
    }

    /// The address of this event with others.
    fn beside(&self, title: &str) -> String {
        self.showing(self.at, title)
    }

    fn showing(&self, at: i64, title: &str) -> String {
        let show = if title == "Events" { String::new() } else { title.to_lowercase() };
        let asked = [("show", &show), ("seat", &self.seat), ("round", &self.round)];
        address(self.base, at, &asked)
    }

    fn chosen_seat(&self, seat: &usize) -> bool {
        self.seat == seat.to_string()
    }

    fn chosen_round(&self, round: &u16) -> bool {
        self.round == round.to_string()
    }
}

/// An address that looks back at an event, with what else is asked for.
fn address(base: &str, at: i64, asked: &[(&str, &String)]) -> String {
    let given = asked.iter().filter(|(_, value)| !value.is_empty());
    let given = given.map(|(name, value)| format!("&{name}={}", encoded(value)));
    format!("{base}?at={at}{}", given.collect::<String>())
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

fn compose(
    app: &App,
    visitor: Visitor,
    book: &Book,
    asked: Looking,
    proof: Option<Proof>,
) -> Result<History> {
    let then = look(book, &asked)?;
    let (newest, at) = (book.newest(), then.folded.version);
    let place = usize::try_from(at - 1).map_err(Error::fault)?;
    // The page of a proof has another address.
    let base = if proof.is_some() { "history" } else { "" };
    let current = book.entries(&[place])?.into_iter().next();
    let current = current.as_ref();
    let mut rounds = book.course()?.rounds.clone();
    let beside = match (&*asked.show, proof) {
        (_, Some(proof)) => Beside::More(Some(proof)),
        ("points", _) => {
            let shown = [("show", &asked.show)];
            let to = |version: i64| address(base, version, &shown);
            Beside::Points(Points::of(book, &then, at, &to)?)
        }
        ("more", _) => Beside::More(None),
        _ => {
            let listed = Listed::of(&fitting(&asked, &rounds, book, place), place);
            Beside::Events(book.entries(&listed.places)?, listed)
        }
    };
    rounds.sort_unstable();
    rounds.dedup();
    let seated: Vec<String> =
        Seat::all(newest.sitters.len()).map(|seat| book.names().seat(newest, seat)).collect();
    let me = visitor.id().and_then(|me| newest.seat_of(&me));
    let plays = me.and_then(|seat| newest.sitter(seat)).is_some_and(|sitter| sitter.plays());
    Ok(History {
        frame: Frame::new(format!("History of {}", newest.opened.title), &visitor)
            .styled("things.css")
            .styled("table.css")
            .styled(board::of(&newest.opened.game)?.style())
            .scripted("squares.js")
            .scripted("table.js"),
        laid: lay(app, book, &then, &asked, address(base, at, &[("show", &asked.show)]))?,
        id: newest.id.clone(),
        game: newest.game().info(),
        base,
        at,
        newest: newest.version,
        status: newest.status,
        begun: then.folded.state.is_some(),
        seated: me.is_some(),
        rewindable: !newest.is_decided_alone(&Terms::Rewind { to: at })
            && newest.status == Status::Running
            && at < newest.version
            && then.folded.state.is_some()
            && plays,
        what: current.map(|entry| entry.sentence.clone()).unwrap_or_default(),
        when: current.map(|entry| crate::clock::rfc3339(entry.at)).unwrap_or_default(),
        when_said: current
            .map(|entry| entry.at.format("%-d %b %Y, %H:%M UTC").to_string())
            .unwrap_or_default(),
        people: seated,
        beside,
        seat: asked.seat,
        round: asked.round,
        rounds,
        hash: then.folded.hash.clone(),
    })
}

/// The match at the event that is asked for; an event past the end is looked at as the
/// last one, so that a link stays useful.
fn look(book: &Book, asked: &Looking) -> Result<Seen> {
    match book.seen(asked.at) {
        Err(error) if error.code == Code::NoSuchVersion => book.seen(None),
        seen => seen,
    }
}

/// The places of the events that are asked for.
fn fitting(asked: &Looking, rounds: &[u16], book: &Book, place: usize) -> Vec<usize> {
    let here = rounds.get(place).copied().unwrap_or(0);
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
    let each = rounds.iter().zip(book.seats()).enumerate();
    each.filter(|(_, (round, by))| is_asked(**round, *by)).map(|(place, _)| place).collect()
}

/// The table as it was then, with what the event has changed; before play how it began; empty
/// where it never has.
fn lay(app: &App, book: &Book, then: &Seen, asked: &Looking, here: String) -> Result<Laid> {
    let newest = book.newest();
    let drawn = board::of(&newest.opened.game)?;
    let marks = Marks { chosen: asked.sight.spot(), here: here.clone(), ..Marks::default() };
    let at =
        |version: i64| -> Result<Seen> { Ok(Seen { folded: book.at(version)?, ..then.clone() }) };
    let (shown, before) = match then.folded.version {
        _ if then.folded.state.is_none() => (at(beginning(book)?)?, None),
        1 => (then.clone(), None),
        version => (then.clone(), Some(at(version - 1)?)),
    };
    let drawing = board::draw_since(&app.looked, &shown, before, marks, asked.sight.seat())?;
    let (drawing, panes) = (drawing.unwrap_or_default(), panes(drawn.panes()));
    Laid::of(newest, drawing, &asked.sight, &[], (panes, "do"), here)
}

/// The parts of the table that a narrow screen shows one at a time.
fn panes(own: &[(&'static str, &'static str)]) -> Vec<Pane> {
    let all = [("do", "Events"), ("you", "You"), ("players", "Players")].into_iter();
    all.chain(own.iter().copied()).map(|(name, title)| Pane::new(name, title)).collect()
}

/// The version with which play began; the newest one where it has not.
fn beginning(book: &Book) -> Result<i64> {
    let (mut before, mut begun) = (0, book.newest().version);
    while begun - before > 1 {
        let middle = (before + begun) / 2;
        match book.at(middle)?.state {
            Some(_) => begun = middle,
            None => before = middle,
        }
    }
    Ok(begun)
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
