//! What people propose to each other, and how they answer.

use super::answer::{Answer, Frame, page, page_with, to};
use super::people::Nothing;
use super::visitor::{Sent, Visitor};
use super::watching::looker;
use crate::clock::utc;
use crate::error::{Error, Kind, Result};
use crate::matches::read::agenda::Item;
use crate::matches::read::book::Book;
use crate::matches::read::look::Seen;
use crate::matches::stream::event::Terms;
use crate::matches::stream::state::{StandIn, Status};
use crate::matches::time::pace::Preset;
use crate::rules::Seat;
use crate::web::App;
use crate::words::Word;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, web};
use askama::Template;
use chrono::Duration;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/proposals.html")]
struct Proposals {
    frame: Frame,
    id: String,
    problem: Option<String>,
    items: Vec<Item>,
    /// The seat of whoever looks, where they have a say.
    seat: Option<Seat>,
    running: bool,
    newest: i64,
    /// Until when all clocks stand still, if they do.
    paused: Option<String>,
    /// Whether the match has clocks.
    clocks: bool,
    /// Others who are awaited, and how many hours they can be given.
    awaited: Vec<(u8, String)>,
    hours: Vec<u32>,
    /// Whether anybody else plays who could agree to that.
    others: bool,
    /// How fast it is played, where it has clocks, and how fast it could be.
    pace: Option<String>,
    paces: Vec<(&'static str, &'static str)>,
    first_round: bool,
    /// Whether nobody is there to agree with on the end of a match that counts.
    alone: bool,
    /// Whether nobody is there to agree with on going back in it.
    stays: bool,
    /// Whether whoever looks can propose to leave their seat to somebody else.
    leaves: bool,
    /// Others whose seats a stand-in keeps, and for whom nobody is looked for yet.
    away: Vec<(u8, String)>,
}

impl Proposals {
    fn is_own(&self, item: &Item) -> bool {
        self.seat == Some(item.by)
    }

    /// What whoever looks has answered, if they are asked.
    fn own(&self, item: &Item) -> Option<Option<bool>> {
        let seat = self.seat.filter(|_| item.open)?;
        item.asked.iter().find(|(at, ..)| *at == seat).map(|(_, _, vote)| *vote)
    }
}

/// GET /matches/{id}/proposals
pub async fn show(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
) -> Answer {
    let book = app.matches.book(&id, looker(visitor.id(), &request)).await;
    let book = book.map_err(|error| visitor.no(&request, error))?;
    page(&compose(&app, visitor, &book, None)?)
}

fn compose(app: &App, visitor: Visitor, book: &Book, problem: Option<String>) -> Result<Proposals> {
    let (on, now) = (book.newest(), app.clock.now());
    let me = visitor.id();
    let seat = me.and_then(|me| on.seat_of(&me));
    let seat = seat.filter(|seat| on.sitter(*seat).is_some_and(|sitter| sitter.plays()));
    let window = on.timing.map_or(0, |timing| timing.pace.window);
    let timed = |seat: &Seat| on.sitter(*seat).is_some_and(|sitter| sitter.is_timed());
    let awaited = on.awaited().into_iter().filter(timed);
    let closed = |seat: Seat| on.open_seats(now).all(|(open, _)| open != seat);
    let away = Seat::all(on.sitters.len())
        .filter(|seat| on.sitters[seat.index()].stand_in == Some(StandIn::Seat) && closed(*seat));
    let is_other = |one: &&Preset| on.timing.is_none_or(|timing| timing.pace != one.pace());
    let other_paces = Preset::ALL.iter().filter(is_other);
    Ok(Proposals {
        id: on.id.clone(),
        problem,
        items: book.agenda(now)?,
        seat,
        running: on.status == Status::Running,
        newest: on.version,
        paused: book.paused(now),
        clocks: on.timing.is_some(),
        awaited: awaited.map(|seat| (seat.0, book.names().seat(on, seat))).collect(),
        hours: [1, 2, 4, 8, 15, 30, 45].into_iter().filter(|hours| hours * 60 <= window).collect(),
        others: on.sitters.iter().filter(|sitter| sitter.plays()).count() > 1,
        pace: on.timing.map(|timing| timing.pace.said()),
        paces: other_paces.map(|preset| (preset.word(), preset.said())).collect(),
        first_round: on.round() <= 1,
        alone: on.is_decided_alone(&Terms::End { by_score: true }),
        stays: on.is_decided_alone(&Terms::Rewind { to: 1 }),
        leaves: seat.is_some_and(closed),
        away: away.map(|seat| (seat.0, book.names().seat(on, seat))).collect(),
        frame: Frame::new(format!("Proposals in {}", on.opened.title), &visitor),
    })
}

/// What is proposed, and whether whoever looks is asked and has not answered.
pub fn open(app: &App, book: &Book, seen: &Seen) -> Result<Vec<(String, bool)>> {
    let asked = |item: &Item| seen.seat.is_some_and(|seat| item.waits_for(seat));
    let open = book.agenda(app.clock.now())?.into_iter().filter(|item| item.open);
    let said = |item: &Item| match item.said_held_up() {
        Some(held_up) => format!("{} {held_up}", item.sentence),
        None => item.sentence.clone(),
    };
    Ok(open.map(|item| (said(&item), asked(&item))).collect())
}

/// What is proposed; which field counts depends on the kind.
#[derive(Deserialize)]
pub struct Wish {
    kind: String,
    #[serde(default)]
    to: String,
    #[serde(default)]
    days: String,
    #[serde(default)]
    seat: String,
    #[serde(default)]
    hours: String,
    #[serde(default)]
    pace: String,
}

impl Wish {
    async fn read(&self, app: &App) -> Result<Terms> {
        let wrong = |name: &str| Error::field(name, format!("“{name}” does not fit."));
        Ok(match self.kind.as_str() {
            "rewind" => Terms::Rewind { to: self.to.parse().map_err(|_| wrong("event"))? },
            "pause" => {
                let days: u8 = self.days.parse().map_err(|_| wrong("days"))?;
                Terms::Pause { until: utc(app.clock.now() + Duration::days(days.into())) }
            }
            "resume" => Terms::Resume,
            "more_time" => {
                let hours: u32 = self.hours.parse().map_err(|_| wrong("hours"))?;
                let seat = Seat(self.seat.parse().map_err(|_| wrong("player"))?);
                Terms::MoreTime { seat, minutes: hours.saturating_mul(60) }
            }
            "change_pace" => {
                let preset = Preset::of_word(&self.pace).ok_or_else(|| wrong("pace"))?;
                Terms::ChangePace { pace: preset.pace() }
            }
            "end_by_score" => Terms::End { by_score: true },
            "end" => Terms::End { by_score: false },
            "cancel" => Terms::Cancel,
            "replace" => {
                let to = match self.to.trim() {
                    "" => None,
                    handle => Some(app.called(handle).await?.id),
                };
                Terms::Replace { seat: Seat(self.seat.parse().map_err(|_| wrong("seat"))?), to }
            }
            _ => return Err(wrong("kind")),
        })
    }
}

/// POST /matches/{id}/proposals
pub async fn propose(app: web::Data<App>, id: web::Path<String>, sent: Sent<Wish>) -> Answer {
    let (person, form) = sent.by_person()?;
    let proposed = match form.read(&app).await {
        Ok(terms) => app.matches.propose(&id, &person.account.id, terms).await.map(drop),
        Err(error) => Err(error),
    };
    done(&app, &id, Visitor(Some(person)), proposed).await
}

/// An answer to a proposal.
#[derive(Deserialize)]
pub struct Vote {
    yes: bool,
}

/// POST /matches/{id}/proposals/{number}/vote
pub async fn vote(app: web::Data<App>, path: web::Path<(String, i64)>, sent: Sent<Vote>) -> Answer {
    let (person, form) = sent.by_person()?;
    let (id, number) = path.into_inner();
    let voted = app.matches.vote(&id, &person.account.id, number, form.yes).await.map(drop);
    done(&app, &id, Visitor(Some(person)), voted).await
}

/// POST /matches/{id}/proposals/{number}/withdraw
pub async fn withdraw(
    app: web::Data<App>,
    path: web::Path<(String, i64)>,
    sent: Sent<Nothing>,
) -> Answer {
    let (person, Nothing {}) = sent.by_person()?;
    let (id, number) = path.into_inner();
    let withdrawn = app.matches.withdraw(&id, &person.account.id, number).await.map(drop);
    done(&app, &id, Visitor(Some(person)), withdrawn).await
}

/// Back to the proposals, with why something was not done.
async fn done(app: &App, id: &str, visitor: Visitor, done: Result<()>) -> Answer {
    let error = match done {
        Ok(()) => return Ok(to(&format!("/matches/{id}/proposals"))),
        Err(error) if matches!(error.kind(), Kind::Fault | Kind::NotFound) => {
            return Err(error.into());
        }
        Err(error) => error,
    };
    let status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
    let book = app.matches.book(id, visitor.id()).await?;
    page_with(status, &compose(app, visitor, &book, Some(error.detail))?)
}

/// GET of an address that only takes forms.
pub async fn look(path: web::Path<(String, i64, String)>) -> Answer {
    let (id, ..) = path.into_inner();
    Ok(to(&format!("/matches/{id}/proposals")))
}
