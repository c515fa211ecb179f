//! Looking back: every event, the board at any point, the points over time, the proof.

use super::answer::{Answer, Frame, encoded, page};
use super::board;
use super::chart;
use super::visitor::Visitor;
use crate::boards::{Drawing, Marks};
use crate::error::{Error, Kind, Result};
use crate::matches::export;
use crate::matches::fold::Status;
use crate::matches::history::Entry;
use crate::matches::look::Seen;
use crate::rules::{ScoreSheet, Seat};
use crate::web::App;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use askama::Template;
use serde::Deserialize;

/// More events than any match has.
const ALL: usize = 1_000_000;

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
    what: String,
    when: String,
    when_said: String,
    people: Vec<String>,
    seat: String,
    round: String,
    rounds: Vec<u16>,
    entries: Vec<Entry>,
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

/// What checking a match found.
struct Proof {
    good: bool,
    lines: Vec<String>,
}

/// GET /matches/{id}/history
pub async fn history(
    app: web::Data<App>,
    visitor: Visitor,
    id: web::Path<String>,
    asked: web::Query<Looking>,
) -> Answer {
    let (seen, asked) = look(&app, &visitor, &id, asked.into_inner()).await?;
    page(&compose(&app, visitor, seen, asked, None).await?)
}

async fn look(app: &App, visitor: &Visitor, id: &str, asked: Looking) -> Result<(Seen, Looking)> {
    // An event past the end is looked at as the last one, so that a link stays useful.
    match app.matches.look(id, visitor.id(), asked.at, None).await {
        Err(error) if error.kind == Kind::NotFound && error.code == "no_such_version" => {
            let seen = app.matches.look(id, visitor.id(), None, None).await?;
            Ok((seen, asked))
        }
        seen => Ok((seen?, asked)),
    }
}

async fn compose(
    app: &App,
    visitor: Visitor,
    seen: Seen,
    asked: Looking,
    proof: Option<Proof>,
) -> Result<History> {
    let folded = seen.folded.clone();
    let mut entries = app.matches.history(&folded.id, visitor.id(), 0, ALL).await?.items;
    let current = entries.iter().find(|entry| entry.version == folded.version);
    let what = current.map(|entry| entry.sentence.clone()).unwrap_or_default();
    let when = current.map(|entry| crate::clock::rfc3339(entry.at)).unwrap_or_default();
    let when_said = current
        .map(|entry| entry.at.format("%-d %B %Y, %H:%M UTC").to_string())
        .unwrap_or_default();
    let here = current.map_or(0, |entry| entry.round);
    let mut rounds: Vec<u16> = entries.iter().map(|entry| entry.round).collect();
    rounds.sort_unstable();
    rounds.dedup();
    let round = match asked.round.as_str() {
        "" => Some(here),
        "all" => None,
        text => text.parse().ok(),
    };
    let seat: Option<u8> = asked.seat.parse().ok();
    entries.retain(|entry| {
        round.is_none_or(|round| entry.round == round)
            && seat.is_none_or(|seat| entry.seat == Some(Seat(seat)))
    });
    let mut marks = Marks::default();
    let drawing = board::draw(&seen, &marks)?;
    if let (Some(drawing), true) = (&drawing, folded.version > 1) {
        let before = app.matches.look_back(&seen, folded.version - 1).await?;
        if let Some(before) = board::draw(&before, &marks)? {
            marks.changed = drawing.changed_since(&before);
        }
    }
    let board = board::draw(&seen, &marks)?;
    let people: Vec<String> =
        Seat::all(folded.sitters.len()).map(|seat| seen.names.seat(&folded, seat)).collect();
    let newest = match folded.version == seen.newest {
        true => seen.clone(),
        false => app.matches.look(&folded.id, visitor.id(), None, None).await?,
    };
    let seated: Vec<String> = Seat::all(newest.folded.sitters.len())
        .map(|seat| newest.names.seat(&newest.folded, seat))
        .collect();
    let points = app.matches.chart(&newest).await?;
    let chart = chart::draw(&points, &seated, newest.folded.version, folded.version);
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
            .styled(board::of(&folded.opened.game)?.style()),
        id: folded.id.clone(),
        at: folded.version,
        newest: seen.newest,
        status: newest.folded.status,
        what,
        when,
        when_said,
        people,
        seat: asked.seat,
        round: asked.round,
        rounds,
        entries,
        board,
        chart,
        sheets,
        hash: folded.hash.clone(),
        proof,
    })
}

/// GET /matches/{id}/verify: re-decides a match that has ended, from its own export.
pub async fn verify(app: web::Data<App>, visitor: Visitor, id: web::Path<String>) -> Answer {
    let (seen, asked) = look(&app, &visitor, &id, Looking::default()).await?;
    let export = app.matches.export(&id, visitor.id()).await?;
    let text = export.text();
    let verified = web::block(move || export::verify(&text)).await.map_err(Error::fault)?;
    let proof = match verified {
        Ok(verified) => Proof {
            good: true,
            lines: vec![
                format!(
                    "All {} events form one unbroken chain: none was changed, left out or added.",
                    verified.events
                ),
                format!(
                    "All {} commands were decided again by the rules, with the seed that was \
                     sealed before the match began, and came to the same dice, cards and points.",
                    verified.commands
                ),
                format!("The last hash is {}; it also stands in your letters.", verified.hash),
            ],
        },
        Err(why) => Proof { good: false, lines: vec![why] },
    };
    page(&compose(&app, visitor, seen, asked, Some(proof)).await?)
}

/// GET /matches/{id}/export: the file that `turnwise verify` proves.
pub async fn download(app: web::Data<App>, visitor: Visitor, id: web::Path<String>) -> Answer {
    let export = app.matches.export(&id, visitor.id()).await?;
    let name = format!("attachment; filename=\"turnwise-{}.json\"", export.match_id);
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_DISPOSITION, name))
        .content_type("application/json")
        .body(export.text()))
}
