//! The table of a match in words.

use super::answer::{Answer, Frame, page};
use super::board;
use super::past;
use super::plan::Address;
use super::table::Looking;
use super::visitor::Visitor;
use super::watching;
use crate::boards::{Marks, Zone};
use crate::web::App;
use actix_web::{HttpRequest, web};
use askama::Template;

#[derive(Template)]
#[template(path = "pages/words.html")]
struct Words {
    frame: Frame,
    /// Where the table is, with what was planned there.
    table: String,
    zones: Vec<Zone>,
}

/// GET /matches/{id}/words: everything on the table as lists and tables.
pub async fn words(
    app: web::Data<App>,
    request: HttpRequest,
    visitor: Visitor,
    id: web::Path<String>,
    asked: web::Query<Looking>,
) -> Answer {
    let book = app.matches.book(&id, watching::looker(visitor.id(), &request)).await;
    let book = book.map_err(|error| visitor.no(&request, error))?;
    // As it was then, for who looks back.
    let then = asked.at.parse::<i64>().ok();
    let seen = past::on_table(&book, &past::then(&book, then)?)?;
    let drawing = board::draw(&seen, &Marks::default(), None)?;
    let mut zones = drawing.map_or_else(Vec::new, |drawing| drawing.zones);
    for zone in &mut zones {
        // Beside a picture they stand a level lower.
        zone.words = zone.words.replace("h4>", "h3>");
    }
    let table = match then {
        Some(at) => format!("/matches/{id}/history?at={at}"),
        None => {
            let version = asked.v.parse().unwrap_or(seen.newest);
            let here = Address::read(&id, version, &asked.plan, &asked.at)?;
            let here = if asked.tried.is_empty() { here } else { here.tried() };
            here.whole().trim_end_matches('?').to_owned()
        }
    };
    let title = format!("{} in words", seen.folded.opened.title);
    let at = then.map(|at| format!(", at event {at}")).unwrap_or_default();
    page(&Words { frame: Frame::new(title + &at, &visitor), table, zones })
}
