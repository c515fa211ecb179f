//! The one picture of a letter: the map, and beside it the race for the VR.

use super::scene::Sight;
use super::table::{WIDTH, lanes, now, phase_name};
use super::{ART, land};
use crate::Marks;
use crate::pen::Pen;

/// The styles; the letter has their light part inside.
const STYLES: &str = include_str!("../../../assets/board-great-zimbabwe.css");

/// The room between the texts below the map.
const GAP: i32 = 16;

/// As wide as a picture gets with the text beside the map: what is wider is shrunk
/// by mail programs until nobody can read it, so the text goes below.
const WIDEST: i32 = 1100;

/// Draws the letter's picture as a document of its own.
pub fn letter(sight: &Sight<'_>, marks: &Marks) -> String {
    let plain = Marks { offered: Default::default(), ..marks.clone() };
    let mut pen = Pen::new("letter", &ART, &plain);
    pen.put(format_args!(r#"<rect class="tgz-ground" width="100%" height="100%"/>"#));
    let (wide, high) = land::size(sight);
    land::draw(&mut pen, sight);
    let beside = wide + 12 + WIDTH + 12 <= WIDEST;
    let told = if beside { (wide + 12, 12) } else { (GAP, high) };
    let told_down = tell(&mut pen, sight, told);
    let (race, width) = match beside {
        true => ((told.0, told_down + 10), told.0 + WIDTH + 12),
        false => ((GAP + WIDTH + GAP, high), wide.max(3 * GAP + 2 * WIDTH)),
    };
    let race_down = race.1 + lanes(&mut pen, sight, race, WIDTH);
    let height = high.max(told_down).max(race_down) + 8;
    pen.document("The land and the race for the VR", (width, height), STYLES)
}

/// Writes what happens now with the left upper corner there; says how far down it goes.
fn tell(pen: &mut Pen<'_>, sight: &Sight<'_>, (left, top): (i32, i32)) -> i32 {
    pen.text("tgz-title", left + 12, top + 28, phase_name(sight));
    let mut y = top + 54;
    for line in now(sight) {
        for part in wrapped(&line, 52) {
            pen.text("tgz-body", left + 12, y, part);
            y += 19;
        }
    }
    y
}

/// The text in lines of at most `most` letters, broken between words.
fn wrapped(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// What the picture shows, in sentences.
pub fn caption(sight: &Sight<'_>) -> String {
    let points = sight.view.vr_order.iter().map(|&seat| {
        let board = &sight.view.boards[seat];
        format!("{} {} VP of {} VR", sight.signed(seat), board.vp, board.vr)
    });
    let points = points.collect::<Vec<_>>().join(", ");
    format!("The land. {}. {} {points}.", phase_name(sight), now(sight).join(" "))
}
