//! The one picture of a letter: the map, and beside it the race for the VR.

use super::land;
use super::pen::Pen;
use super::scene::Sight;
use super::table::{WIDTH, lanes, now, phase_name};
use crate::boards::Marks;

/// The styles; the letter has their light part inside.
const STYLES: &str = include_str!("../../../assets/board-great-zimbabwe.css");

/// Draws the letter's picture as a document of its own.
pub fn letter(sight: &Sight, marks: &Marks) -> String {
    let plain = Marks { offered: Default::default(), ..marks.clone() };
    let mut pen = Pen::new("letter", &plain);
    let (wide, high) = land::size(sight);
    let left = wide + 12;
    let width = left + WIDTH + 12;
    land::draw(&mut pen, sight);
    pen.text("tgz-title", left + 12, 44, phase_name(sight));
    let mut y = 68;
    for line in now(sight) {
        for part in super::pen::wrapped(&line, 50) {
            pen.text("tgz-body", left + 12, y, part);
            y += 19;
        }
    }
    let down = lanes(&mut pen, sight, (left, y + 10), WIDTH) + y + 10;
    let height = high.max(down);
    let mut document = pen.svg(
        "The land and the points",
        (width, height),
        &format!(r#" width="{width}" height="{height}""#),
    );
    let light = STYLES.split("@media").next().unwrap_or(STYLES);
    let ground = r#"<rect class="tgz-ground" width="100%" height="100%"/>"#;
    if let Some(end) = document.find("</title>") {
        let style = format!("<style>{light}text{{font-family:Turnwise}}</style>{ground}");
        document.insert_str(end + "</title>".len(), &style);
    }
    document
}
