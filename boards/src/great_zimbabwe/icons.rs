//! The pictures of pieces, drawn for this board, each in a box of 48 by 48.
//!
//! Paths without a class take the colour of whoever uses the picture.

use crate::markup::letter;
use crate::pen::Icon;
use crate::rules::Seat;
use std::fmt::Write;

/// Side of every picture's box.
pub const SIZE: i32 = 48;

/// The icon of this name; an unknown name is an empty icon.
pub fn icon(name: &str) -> Icon {
    (SIZE, SIZE, drawing(name))
}

/// What the icon of this name consists of.
pub fn drawing(name: &str) -> String {
    let (kind, of) = name.split_once('-').unwrap_or((name, ""));
    let number: u8 = of.parse().unwrap_or_default();
    match kind {
        "sign" => sign(number),
        "tower" => tower(number),
        _ => SHAPES.iter().find(|(shape, _)| *shape == name).map_or("", |(_, it)| it).to_owned(),
    }
}

/// Shapes of the seats: circle, square, shield, diamond, hexagon.
const SIGNS: [&str; 5] = [
    r#"<circle class="tgz-s0" cx="24" cy="24" r="21"/>"#,
    r#"<rect class="tgz-s1" x="4" y="4" width="40" height="40" rx="4"/>"#,
    r#"<path class="tgz-s2" d="M4 4H44V22Q42 38 24 46Q6 38 4 22Z"/>"#,
    r#"<path class="tgz-s3" d="M24 1L47 24L24 47L1 24Z"/>"#,
    r#"<path class="tgz-s4" d="M13 4H35L46 24L35 44H13L2 24Z"/>"#,
];

fn sign(seat: u8) -> String {
    let shape = SIGNS[usize::from(seat).min(SIGNS.len() - 1)];
    let letter = letter(Seat(seat));
    format!(r#"{shape}<text class="tgz-sign tgz-t{seat}" x="24" y="35">{letter}</text>"#)
}

/// A tower of as many round walls as its level, each standing inside of the one below.
fn tower(level: u8) -> String {
    let high = [15, 11, 8, 7, 6][usize::from(level.clamp(1, 5)) - 1];
    let mut out = String::new();
    for course in 0..i32::from(level) {
        let half = 20 - 3 * course;
        let deep = 1 + half / 4;
        let (left, right) = (24 - half, 24 + half);
        let (top, below) = (37 - high * (course + 1), 37 - high * course);
        let _ = write!(
            out,
            r#"<path class="tgz-stone" d="M{left} {top}V{below}A{half} {deep} 0 0 0 {right} {below}V{top}Z"/>"#
        );
        let (seam, tick) = (top + high / 2, high / 3);
        let _ = write!(
            out,
            r#"<path class="tgz-joint" d="M{left} {seam}A{half} {deep} 0 0 0 {right} {seam}M{} {}v{tick}M{} {}v{tick}M{} {}v{tick}"/>"#,
            24 - half / 2,
            top + deep,
            24 - half / 5,
            seam + deep,
            24 + half / 2,
            top + deep
        );
        let class = if course + 1 == i32::from(level) { "tgz-hollow" } else { "tgz-top" };
        let _ =
            write!(out, r#"<ellipse class="{class}" cx="24" cy="{top}" rx="{half}" ry="{deep}"/>"#);
    }
    out
}

/// Resources, what craftsmen make, cattle and water.
const SHAPES: &[(&str, &str)] = &[
    (
        "clay",
        r#"<path class="tgz-clay" d="M3 41Q4 25 14 24Q18 10 28 14Q36 15 37 25Q45 28 45 41Z"/><path class="tgz-crack" d="M14 24q5 1 7 6M37 25q-6 0-9 5M22 41q0-5 4-7"/>"#,
    ),
    (
        "wood",
        r#"<path class="tgz-trunk" d="M22 44Q24 32 14 23L17 21Q23 25 24 30Q25 24 33 19L36 21Q27 28 27 44Z"/><path class="tgz-leaf" d="M2 22Q4 13 12 13Q16 5 25 7Q33 4 37 12Q45 12 46 21Q38 25 31 22Q24 26 17 23Q9 26 2 22Z"/>"#,
    ),
    (
        "ivory",
        r#"<path class="tgz-tusk" d="M7 43Q2 19 24 5Q16 22 19 41Q13 46 7 43Z"/><path class="tgz-tusk" d="M27 44Q24 22 45 8Q37 24 39 42Q33 47 27 44Z"/>"#,
    ),
    (
        "diamonds",
        r#"<path class="tgz-gem" d="M12 8H36L46 20L24 45L2 20Z"/><path class="tgz-facet" d="M2 20H46M12 8L17 20L24 45L31 20L36 8M17 20L24 8L31 20"/>"#,
    ),
    (
        "potter",
        r#"<path class="tgz-clay" d="M15 4H33L31 11Q43 17 43 28Q43 40 33 45H15Q5 40 5 28Q5 17 17 11Z"/><path class="tgz-crack" d="M7 22l6 5 6-5 5 5 6-5 6 5 6-5M17 11H31"/>"#,
    ),
    (
        "ivory_carver",
        r#"<path class="tgz-tusk" d="M5 44Q2 14 43 4Q22 18 20 42Q12 48 5 44Z"/><path class="tgz-engraved" d="M6 35l14 1M7 29l14 2M11 21l12 4M17 14l11 3"/>"#,
    ),
    (
        "wood_carver",
        r#"<path class="tgz-carved" d="M24 2Q41 3 40 20Q39 38 24 46Q9 38 8 20Q7 3 24 2Z"/><path class="tgz-face" d="M12 19q5-5 9 0q-5 4-9 0zM27 19q5-5 9 0q-5 4-9 0zM19 36h10v3h-10zM23 20h2v10h-2z"/>"#,
    ),
    (
        "diamond_cutter",
        r#"<path class="tgz-gem" d="M15 6H33L42 17L24 40L6 17Z"/><path class="tgz-facet" d="M6 17H42M15 6L19 17L24 40L29 17L33 6"/><path class="tgz-spark" d="M6 30v12M0 36h12M41 30v10M36 35h10"/>"#,
    ),
    (
        "vessel_maker",
        r#"<path class="tgz-handle" d="M17 12Q3 12 8 27M31 12Q45 12 40 27"/><path class="tgz-clay" d="M17 2H31L29 10Q40 18 38 28Q36 38 28 42L31 46H17L20 42Q12 38 10 28Q8 18 19 10Z"/><path class="tgz-crack" d="M11 22H37M11 31H37M14 26h3M21 26h3M28 26h3M34 26h2"/>"#,
    ),
    (
        "throne_maker",
        r#"<path class="tgz-carved" d="M12 2H36V22H40V31H37V46H31V34H17V46H11V31H8V22H12Z"/><path class="tgz-tusk" d="M16 6H32V20H16Z"/><path class="tgz-crack" d="M8 26H40"/>"#,
    ),
    (
        "sculptor",
        r#"<path class="tgz-carved" d="M14 46V38H34V46ZM20 38Q10 28 15 15Q17 4 26 3Q31 3 32 7L41 10L33 13Q31 15 33 21Q36 31 29 38Z"/><path class="tgz-crack" d="M18 20q7 4 5 15M24 20q5 5 3 15"/><circle class="tgz-eye" cx="27" cy="8" r="1.8"/>"#,
    ),
    (
        "cattle",
        r#"<path class="tgz-horn" d="M3 4Q2 18 16 18H32Q46 18 45 4"/><path class="tgz-hide" d="M6 22L15 17H33L42 22L34 26Q34 38 29 45H19Q14 38 14 26Z"/><path class="tgz-muzzle" d="M17 36H31L29 45H19Z"/>"#,
    ),
    ("water", r#"<path class="tgz-drop" d="M24 3Q40 24 40 31Q40 45 24 45Q8 45 8 31Q8 24 24 3Z"/>"#),
];
