//! Bora Bora drawn: the islands, the shared displays and a board a seat.
//!
//! In reading order: [`table`] (the view with names), [`pen`] (markup, spots and
//! marks), [`icons`], then what is drawn: [`islands`], [`tiles`], [`tracks`],
//! [`market`], [`seats`]; and [`words`], which says the same without a picture.
//! All art is our own.

mod icons;
mod islands;
mod market;
mod pen;
mod seats;
mod spots;
mod table;
#[cfg(test)]
mod tests;
mod tiles;
mod tracks;
mod words;

use super::{Board, Drawing, Marks, Panel, Scene, Spot, Unreadable};
use crate::games::bora_bora::pieces::Gender;
use crate::games::bora_bora::view::View;
use crate::rules::Seat;
use pen::Pen;
use serde::Serialize;
use serde_json::Value;
use table::Table;

/// The styles, light colours first; the same text goes into letters.
const STYLES: &str = include_str!("../../../assets/board-bora-bora.css");

/// The board of Bora Bora.
#[derive(Debug)]
pub struct BoraBora;

impl Board for BoraBora {
    fn draw(&self, scene: &Scene<'_>, marks: &Marks) -> Result<Drawing, Unreadable> {
        let view: View = serde_json::from_str(scene.view.get())?;
        let table = Table { view: &view, names: scene.names };
        let marks = fitting(marks, &table);
        let mut panels = shared(&table, &marks);
        let own = view.boards.seats().filter(|&seat| Some(seat) == scene.seat);
        let others = view.boards.seats().filter(|&seat| Some(seat) != scene.seat);
        panels.extend(own.chain(others).map(|seat| of_seat(&table, &marks, seat)));
        Ok(Drawing { panels })
    }

    fn spots(&self, seat: Seat, command: &Value) -> Vec<Spot> {
        spots::spots(seat, command)
    }

    fn style(&self) -> &'static str {
        "board-bora-bora.css"
    }

    fn lesson(&self) -> &'static str {
        include_str!("../../../templates/board/bora_bora/lesson.html")
    }

    fn letter(&self, scene: &Scene<'_>, marks: &Marks) -> Result<String, Unreadable> {
        let view: View = serde_json::from_str(scene.view.get())?;
        let table = Table { view: &view, names: scene.names };
        // A picture in a letter cannot be followed, so nothing is offered in it.
        let marks = Marks { changed: marks.changed.clone(), ..Marks::default() };
        let mut pen = Pen::new("map", &marks);
        pen.put(format_args!(r#"<rect class="bb-page" width="1010" height="700"/>"#));
        pen.moved(10, 10, |pen| islands::map(pen, &table));
        pen.moved(702, 10, |pen| tiles::action_tiles(pen, &table, 2, 150));
        pen.moved(705, 610, |pen| standings(pen, &table));
        let light = STYLES.split("@media").next().unwrap_or_default();
        Ok(pen.document(
            1010,
            700,
            &table.moment(),
            &format!("text{{font-family:Turnwise}}{light}"),
        ))
    }

    fn caption(&self, scene: &Scene<'_>) -> Result<String, Unreadable> {
        let view: View = serde_json::from_str(scene.view.get())?;
        let table = Table { view: &view, names: scene.names };
        let order = view.order.iter();
        let points: Vec<String> = order
            .map(|&seat| format!("{} {}", table.signed(seat), table.board(seat).points))
            .collect();
        Ok(format!("The islands. {} Points: {}.", table.moment(), points.join(", ")))
    }
}

/// A command to take a person does not say from which display, so both displays
/// are offered; the view knows which one is meant.
fn fitting(marks: &Marks, table: &Table<'_>) -> Marks {
    let mut marks = marks.clone();
    let other = match table.asked_gender() {
        Some(Gender::Man) => "women-",
        Some(Gender::Woman) => "men-",
        None => return marks,
    };
    marks.offered.retain(|spot, _| !spot.starts_with(other));
    marks
}

fn shared(table: &Table<'_>, marks: &Marks) -> Vec<Panel> {
    let panel =
        |id: &str, title: &str, height: i32, words: String, draw: fn(&mut Pen<'_>, &Table<'_>)| {
            let wide = if id == "map" { islands::SIZE } else { 480 };
            let mut pen = Pen::new(id, marks);
            draw(&mut pen, table);
            let (svg, spots) = pen.finish(wide, height, title);
            Panel { id: id.to_owned(), title: title.to_owned(), seat: None, svg, words, spots }
        };
    vec![
        panel("map", "The islands", islands::SIZE, words::map(table), islands::map),
        panel(
            "actions",
            "Action tiles",
            2 * tiles::TILE + 15,
            words::actions(table),
            |pen, table| {
                pen.moved(0, 3, |pen| tiles::action_tiles(pen, table, 4, 120));
            },
        ),
        panel("people", "Men and women", 276, words::people(table), tiles::displays),
        panel("status", "Turn order, temple and status", 340, words::tracks(table), tracks::tracks),
        panel(
            "market",
            "Jewelry, tasks and god cards",
            market::height(table),
            words::market(table),
            market::market,
        ),
    ]
}

fn of_seat(table: &Table<'_>, marks: &Marks, seat: Seat) -> Panel {
    let id = format!("seat-{}", seat.0);
    let mut pen = Pen::new(&id, marks);
    let height = seats::board(&mut pen, table, seat);
    let title = table.signed(seat);
    let (svg, spots) = pen.finish(480, height, &title);
    Panel { id, title, seat: Some(seat), svg, words: words::board(table, seat), spots }
}

/// A line of points a seat, in turn order.
fn standings(pen: &mut Pen<'_>, table: &Table<'_>) {
    for (at, &seat) in (0..).zip(&table.view.order) {
        let (x, y) = (at % 2 * 150, at / 2 * 40);
        pen.sign(seat, x + 14, y + 16, 26);
        pen.text("bb-t bb-b", x + 32, y + 22, table.short_name(seat, 8));
        pen.text("bb-t bb-b bb-r", x + 142, y + 22, table.board(seat).points);
    }
}

/// The name of a piece, as JSON spells it.
fn name_of(piece: &impl Serialize) -> String {
    match serde_json::to_value(piece) {
        Ok(Value::String(name)) => name,
        _ => String::new(),
    }
}
