//! Bora Bora on the table: the islands as a picture, the rest as things.
//!
//! In reading order: [`table`] (the view with names), [`icons`], then the zones: [`islands`],
//! [`tiles`] (with dice, men and women), [`market`], [`seats`]; [`words`], which says the same
//! without a picture; [`spots`], what the choices point at; [`lessons`] and [`reference`] for
//! who learns the game. All art is our own.

mod icons;
mod islands;
mod lessons;
mod market;
mod reference;
mod seats;
mod spots;
mod table;
#[cfg(test)]
mod tests;
mod tiles;
mod words;

use super::markup::{Marked, cut};
use super::pen::{Area, Art, Pen, area, sprite};
use super::{Board, Drawing, Lesson, Marks, Offered, Picture, SceneOf, Spot, Zone};
use crate::rules::{Arg, Part, Seat};
use table::Table;

/// The styles, light colours first; the same text goes into letters.
const STYLES: &str = include_str!("../../../assets/board-bora-bora.css");

/// What a narrow screen shows one at a time.
const PICTURES: &[Picture] = &[
    Picture { zone: "tiles", title: "Tiles", always: true },
    Picture { zone: "map", title: "Islands", always: true },
    Picture { zone: "you", title: "You", always: false },
    Picture { zone: "people", title: "People", always: false },
    Picture { zone: "market", title: "Market", always: false },
];

/// What its pictures have of their own.
const ART: Art = Art { class: "bb", icon: icons::icon, mark };

/// The board of Bora Bora.
#[derive(Debug)]
pub struct BoraBora;

impl Board for BoraBora {
    type Game = crate::games::bora_bora::BoraBora;

    fn draw(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> Drawing {
        let table = Table { view: scene.view, names: scene.names, ended: scene.ended };
        let marks = fitting(marks);
        let zones = vec![
            islands::zone(&table, &marks),
            tiles::zone(&table, &marks, scene.seat),
            seats::zone(&table, &marks, scene),
            tiles::people(&table, &marks),
            market::zone(&table, &marks),
            seats::players(&table, &marks, scene),
        ];
        let icons = self.icons(&zones.iter().collect::<Vec<_>>());
        let moment = table.brief_moment();
        Drawing { moment, zones, icons, closer: None }
    }

    fn spots(&self, seat: Seat, path: &[Part]) -> Vec<Spot> {
        path.last().map_or(Vec::new(), |part| spots::spots(seat, part))
    }

    fn pictures(&self) -> &'static [Picture] {
        PICTURES
    }

    fn panes(&self) -> &'static [(&'static str, &'static str)] {
        &[("people", "People"), ("market", "Market")]
    }

    fn style(&self) -> &'static str {
        "board-bora-bora.css"
    }

    fn lesson(&self) -> &'static str {
        include_str!("../../../templates/board/bora_bora/lesson.html")
    }

    fn lessons(&self) -> &'static [Lesson] {
        lessons::LESSONS
    }

    fn reference(&self) -> Vec<Zone> {
        reference::zones()
    }

    fn icons(&self, zones: &[&Zone]) -> String {
        sprite(zones, ART.icon)
    }

    fn letter(&self, scene: &SceneOf<'_, Self::Game>, marks: &Marks) -> String {
        let table = Table { view: scene.view, names: scene.names, ended: scene.ended };
        // A picture in a letter cannot be followed, so nothing is offered in it.
        let marks = Marks { changed: marks.changed.clone(), ..Marks::default() };
        let mut pen = Pen::new("map", &ART, &marks);
        pen.put(format_args!(r#"<rect class="bb-page" width="1010" height="700"/>"#));
        pen.moved(10, 10, |pen| islands::map(pen, &table));
        pen.moved(702, 10, |pen| tiles::action_tiles(pen, &table, 2, 150));
        pen.moved(705, 610, |pen| standings(pen, &table));
        pen.document(&table.moment(), (1010, 700), STYLES)
    }

    fn caption(&self, scene: &SceneOf<'_, Self::Game>) -> String {
        let table = Table { view: scene.view, names: scene.names, ended: scene.ended };
        let order = scene.view.order.iter();
        let points: Vec<String> = order
            .map(|&seat| format!("{} {}", table.signed(seat), table.board(seat).points))
            .collect();
        format!("The islands. {} Points: {}.", table.moment(), points.join(", "))
    }
}

/// What was bought or completed lies no more where it was chosen: what comes after it has moved up.
fn fitting(marks: &Marks) -> Marks {
    let mut marks = marks.clone();
    let moves = |spot: &Spot| spot.starts_with("jewelry-") || spot.contains("task-");
    if marks.chosen.as_ref().is_some_and(|spot| moves(spot) && !marks.offered.contains_key(spot)) {
        marks.chosen = None;
    }
    marks
}

/// The marks on a spot of a picture.
fn mark(pen: &mut Pen<'_>, at: Area, marked: Marked<'_>) {
    if let Some(offered) = marked.offered {
        pen.rect("bb-offered", at.inset(-1), 9);
        known(pen, at, offered);
    }
    if marked.closed.is_some() {
        pen.rect("bb-closed", at.inset(-1), 9);
    }
    if marked.chosen {
        pen.rect("bb-chosen", at.inset(-1), 8);
    }
    if marked.changed {
        let (x, y) = (at.x + at.w - 17, at.y - 1);
        pen.put(format_args!(r#"<path class="bb-changed" d="M{x} {y}h18v18z"/>"#));
    }
}

/// What is best known of a region on its lower edge: `stone, fish 3`.
fn known(pen: &mut Pen<'_>, at: Area, offered: &Offered) {
    let region = offered.facts.iter().find(|fact| fact.key == "region");
    let known = region.and_then(|fact| {
        let Arg::Word(good) = fact.words.arg("good")? else { return None };
        let fish = format!("fish {}", fact.words.arg("fish")?.number()?);
        // Wider it would cover the region beside it.
        let both = Some(format!("{good}, {fish}")).filter(|both| both.chars().count() <= 13);
        Some(both.unwrap_or(fish))
    });
    let said = known.unwrap_or_else(|| offered.badge.clone());
    if said.is_empty() {
        return;
    }
    let (x, y, w) = (at.x + at.w / 2, at.y + at.h - 14, 9 * said.chars().count() as i32 + 6);
    pen.rect("bb-pill", area(x - w / 2, y, w, 22), 8);
    pen.text("bb-on-pill", x, y + 17, said);
}

/// A line of points a seat, in turn order.
fn standings(pen: &mut Pen<'_>, table: &Table<'_>) {
    for (at, &seat) in (0..).zip(&table.view.order) {
        let (x, y) = (at % 2 * 150, at / 2 * 40);
        pen.sign(seat, x + 1, y + 3, 26);
        pen.text("bb-t bb-b", x + 32, y + 22, cut(&table.name(seat), 8));
        pen.text("bb-t bb-b bb-r", x + 142, y + 22, table.board(seat).points);
    }
}
