//! Looking back on the table: every event, the board at any point, the points over time, the proof.

use super::answer::{Answer, Frame, encoded, page};
use super::board;
use super::laid::{self, Laid, Pane};
use super::past::{self, Asked, Past, Rounds, Show};
use super::points::Points;
use super::visitor::Visitor;
use super::watching::looker;
use crate::boards::{AnyBoard, Marks, Spot};
use crate::clock::Instant;
use crate::error::{Error, Result};
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

/// How many events are listed at once.
const LISTED: usize = 100;

#[derive(Template)]
#[template(path = "pages/history.html")]
struct History {
    frame: Frame,
    laid: Laid,
    id: String,
    game: crate::rules::Info,
    /// What is asked for.
    past: Past,
    /// The page that looks back, from where this one stands.
    base: &'static str,
    at: i64,
    newest: i64,
    status: Status,
    /// Whether play had begun there, and whether it ever has.
    begun: bool,
    ever: bool,
    /// Whether whoever looks plays here.
    seated: bool,
    /// What whoever looks can do about going back to here.
    going_back: Option<GoingBack>,
    what: String,
    /// Whether that does not count any more.
    undone: bool,
    /// The events before and after it, past what only says whose turn it is.
    earlier: Option<i64>,
    later: Option<i64>,
    when: String,
    when_said: String,
    people: Vec<String>,
    beside: Beside,
    rounds: Vec<u16>,
    hash: String,
}

/// How far before an event one to go back to is looked for.
const FAR: usize = 200;

/// What somebody can do about going back to an event.
enum GoingBack {
    /// They can propose it; so many steps of the game would be lost.
    Possible(usize),
    /// Something of the kind is proposed already.
    Proposed,
    /// It can be proposed at this event, the nearest one before it.
    Nearest(i64),
}

impl GoingBack {
    /// What they can do now, where they can do anything.
    fn of(book: &Book, then: &Seen, now: Instant) -> Option<GoingBack> {
        let (newest, at) = (book.newest(), then.folded.version);
        let plays = then.seat.and_then(|seat| newest.sitter(seat)).is_some_and(|it| it.plays());
        let is_past = at < newest.version && then.folded.state.is_some();
        let asks_others = !newest.is_decided_alone(&Terms::Rewind { to: at });
        if !plays || !is_past || !asks_others || newest.status != Status::Running {
            return None;
        }
        let mut open = newest.proposals().iter().filter(|other| other.is_open(now));
        if open.any(|other| other.terms.rewinds_to().is_some()) {
            return Some(GoingBack::Proposed);
        }
        match (1..=at).rev().take(FAR).find(|version| book.is_rewindable(*version))? {
            to if to == at => Some(GoingBack::Possible(book.lost_since(at).len())),
            to => Some(GoingBack::Nearest(to)),
        }
    }
}

/// What is shown beside the board.
enum Beside {
    /// Those that fit, and the one nearest to the event that is looked at.
    Events(Vec<Entry>, Listed, Option<i64>),
    Points(Option<Points>),
    More(Option<Proof>),
}

impl History {
    /// The address of another event, with the same things in sight.
    fn to(&self, at: impl std::borrow::Borrow<i64>) -> String {
        self.past.address(self.base, *at.borrow())
    }

    /// The address of this event with other things beside it.
    fn beside(&self, show: &Show) -> String {
        Past { show: *show, ..self.past.clone() }.address(self.base, self.at)
    }

    /// Where somebody goes on who signs in here.
    fn comes_back(&self) -> String {
        let here = format!("/matches/{}/history{}", self.id, self.past.address("", self.at));
        encoded(&here).to_string()
    }

    fn chosen_seat(&self, seat: &usize) -> bool {
        self.past.seat.is_some_and(|it| it.index() == *seat)
    }

    fn chosen_round(&self, round: &u16) -> bool {
        self.past.rounds == Rounds::One(*round)
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
    asked: web::Query<Asked>,
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
    page(&compose(&app, visitor, &book, Asked::default(), Some(proof))?)
}

fn compose(
    app: &App,
    visitor: Visitor,
    book: &Book,
    asked: Asked,
    proof: Option<Proof>,
) -> Result<History> {
    let then = asked.then(book)?;
    let (newest, at) = (book.newest(), then.folded.version);
    let place = usize::try_from(at - 1).map_err(Error::fault)?;
    // The page of a proof has another address.
    let base = if proof.is_some() { "history" } else { "" };
    let drawn = board::of(&newest.opened.game)?;
    let panes = panes(drawn);
    let mut past = asked.understood(newest.sitters.len(), &laid::parts(&panes, drawn.pictures()));
    if proof.is_some() {
        past.show = Show::More;
    }
    // Whose events are listed is seen beside the list alone.
    let around = around(book, place, past.seat.filter(|_| past.show == Show::Events))?;
    let current = around.iter().find(|entry| entry.version == at);
    let mut rounds = book.course()?.rounds.clone();
    let beside = match past.show {
        Show::Points => {
            let to = |version: i64| past.address(base, version);
            Beside::Points(Points::of(book, &then, at, &to)?)
        }
        Show::More => Beside::More(proof),
        Show::Events => {
            let listed = Listed::of(&fitting(&past, &rounds, book, place), place);
            let mut entries = book.entries(&listed.places)?;
            entries.retain(|entry| !entry.telling.quiet);
            let nearest = entries.iter().rfind(|entry| entry.version <= at);
            let nearest = nearest.or(entries.first()).map(|entry| entry.version);
            Beside::Events(entries, listed, nearest)
        }
    };
    rounds.sort_unstable();
    rounds.dedup();
    let people: Vec<String> =
        Seat::all(newest.sitters.len()).map(|seat| book.names().seat(newest, seat)).collect();
    Ok(History {
        frame: Frame::new(format!("History of {}", newest.opened.title), &visitor)
            .styled("things.css")
            .styled("table.css")
            .styled(drawn.style())
            .scripted("squares.js")
            .scripted("table.js")
            .scripted("steps.js"),
        laid: lay(app, book, &then, &past, (panes, past.board(base, at)))?,
        id: newest.id.clone(),
        game: newest.game().info(),
        base,
        at,
        newest: newest.version,
        status: newest.status,
        begun: then.folded.state.is_some(),
        ever: newest.state.is_some(),
        seated: then.seat.is_some(),
        going_back: GoingBack::of(book, &then, app.clock.now()),
        undone: current.is_some_and(|entry| entry.taken_back),
        earlier: step(&around, at, -1),
        later: step(&around, at, 1),
        what: current.map(|entry| entry.sentence.clone()).unwrap_or_default(),
        when: current.map(|entry| crate::clock::rfc3339(entry.at)).unwrap_or_default(),
        when_said: current
            .map(|entry| entry.at.format("%-d %B %Y, %H:%M UTC").to_string())
            .unwrap_or_default(),
        people,
        beside,
        past,
        rounds,
        hash: then.folded.hash.clone(),
    })
}

/// How many events around one are looked through for the next that says more than whose turn it is.
const AROUND: usize = 6;

/// The event at a place, and those around it, of one seat where one is chosen.
fn around(book: &Book, place: usize, seat: Option<Seat>) -> Result<Vec<Entry>> {
    let by: Vec<Option<Seat>> = book.seats().collect();
    let fits = |other: &usize| seat.is_none_or(|seat| by[*other] == Some(seat));
    let before = (0..place).rev().filter(fits).take(AROUND);
    let after = (place + 1..by.len()).filter(fits).take(AROUND);
    let mut places: Vec<usize> = before.chain([place]).chain(after).collect();
    places.sort_unstable();
    book.entries(&places)
}

/// The next event that way, of those around: past what only says whose turn it is, if it can be.
fn step(around: &[Entry], at: i64, by: i64) -> Option<i64> {
    let further = |entry: &&Entry| (entry.version - at).signum() == by;
    let next = around.iter().filter(further);
    let next = next.min_by_key(|entry| (entry.telling.quiet, (entry.version - at).abs()));
    next.map(|entry| entry.version)
}

/// The places of the events that are asked for.
fn fitting(past: &Past, rounds: &[u16], book: &Book, place: usize) -> Vec<usize> {
    let round = match past.rounds {
        Rounds::OfTheEvent => Some(rounds.get(place).copied().unwrap_or(0)),
        Rounds::All => None,
        Rounds::One(round) => Some(round),
    };
    let is_asked = |in_round: u16, by: Option<Seat>| {
        round.is_none_or(|round| in_round == round) && past.seat.is_none_or(|seat| by == Some(seat))
    };
    let each = rounds.iter().zip(book.seats()).enumerate();
    each.filter(|(_, (round, by))| is_asked(**round, *by)).map(|(place, _)| place).collect()
}

/// The table as it was then, with what the event has changed.
fn lay(
    app: &App,
    book: &Book,
    then: &Seen,
    past: &Past,
    (panes, here): (Vec<Pane>, String),
) -> Result<Laid> {
    let shown = past::on_table(book, then)?;
    let before = match then.folded.version {
        version if version > 1 && then.folded.state.is_some() => {
            Some(Seen { folded: book.at(version - 1)?, ..then.clone() })
        }
        _ => None,
    };
    let marks = Marks { chosen: past.sight.spot(), here: here.clone(), ..Marks::default() };
    let drawn = board::draw_since(&app.looked, &shown, before, marks, past.sight.seat())?;
    // A narrow screen shows where something has happened.
    let (drawing, changed) = drawn.unwrap_or_default();
    let changed: Vec<Spot> = changed.into_iter().collect();
    Laid::of(book.newest(), drawing, &past.sight, &changed, (panes, "do"), here)
}

/// The parts of the table that a narrow screen shows one at a time.
fn panes(drawn: &dyn AnyBoard) -> Vec<Pane> {
    let all = [("do", "Events"), ("you", "You"), ("players", "Players")].into_iter();
    all.chain(drawn.panes().iter().copied()).map(|(name, title)| Pane::new(name, title)).collect()
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
