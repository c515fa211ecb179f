//! The icons: small symbols that a picture defines once and uses often.
//!
//! Most are silhouettes that take the fill of where they are used; signs, huts,
//! priests and dice of a seat carry its colour, its shape and its letter.

use crate::markup::letter;
use crate::pen::{Icon, Pen};
use crate::rules::Seat;

/// Silhouettes, in a square of 24 where nothing else is said.
const SHAPES: &[(&str, &str)] = &[
    // What people do, and what dice are placed for.
    (
        "land",
        r#"<path d="M9 2c2 0 3 2 3 5s-1 5-3 5-3-2-3-5 1-5 3-5zM6 13h5c0 2-1 3-2.5 3S6 15 6 13zM16 8c2 0 3 2 3 5s-1 4-3 4-3-1-3-4 1-5 3-5zM13 18h5c0 2-1 3-2.5 3S13 20 13 18z"/>"#,
    ),
    (
        "water",
        r#"<path d="M1 12c5 3 17 3 22 0-1 4-4 6-6 6H7c-2 0-5-2-6-6zM11 2h2v8h-2zM14 3c4 2 5 4 5 7h-5z"/><path class="bb-wire" d="M2 21q2.5-2 5 0t5 0 5 0 5 0"/>"#,
    ),
    (
        "woman",
        r#"<path d="M12 2C8 2 6 5 6 9c0 3-1 5-2 6 2 1 4 .6 5.4-.3C6 16 4 18 4 22h16c0-4-2-6-5.4-7.3C16 15.6 18 16 20 15c-1-1-2-3-2-6 0-4-2-7-6-7z"/><circle class="bb-bloom" cx="17.5" cy="5" r="3.2"/>"#,
    ),
    (
        "man",
        r#"<path d="M12 2a5 5 0 0 1 5 5.5c0 3.5-2 5.5-5 5.5s-5-2-5-5.5A5 5 0 0 1 12 2zM2 22c0-5 4-7.5 10-7.5S22 17 22 22z"/><path class="bb-tattoo" d="M6 18l2 3 2-3 2 3 2-3 2 3 2-3"/>"#,
    ),
    ("build", r#"<path d="M12 2l11 9-2 2-9-7-9 7-2-2zM5 12l7-5.5 7 5.5v10h-5v-6h-4v6H5z"/>"#),
    ("material", r#"<path d="M7 12h10v5H7zM2 18h9v5H2zM13 18h9v5h-9zM12 1l5 5-5 5-5-5z"/>"#),
    (
        "move",
        r#"<path d="M8 5c-2 3-4 5-7 6l1 2 1-.5V20h10v-7.5l1 .5 1-2C12 10 10 8 8 5zM15 14h4v-4l5 6-5 6v-4h-4z"/>"#,
    ),
    (
        "points",
        r#"<path d="M12 1l3.2 7 7.6.8-5.7 5.1 1.6 7.6L12 17.6l-6.7 3.9 1.6-7.6L1.2 8.8l7.6-.8z"/>"#,
    ),
    (
        "card",
        r#"<path d="M6 1h12a2 2 0 0 1 2 2v18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2z"/><path class="bb-slit" d="M12 6v2m0 8v2m6-6h-2m-8 0H6m10-4l-1.5 1.5m-5 5L8 16m8 0l-1.5-1.5m-5-5L8 8"/><circle class="bb-pale" cx="12" cy="12" r="2.6"/>"#,
    ),
    (
        "offering",
        r#"<path d="M2 13h20c0 4-3 7-6 8v2H8v-2c-3-1-6-4-6-8z"/><circle cx="8" cy="9" r="3"/><circle cx="16" cy="9" r="3"/><circle cx="12" cy="5.5" r="3.5"/>"#,
    ),
    ("status", r#"<path d="M12 1l10 9h-6v4H8v-4H2zM8 16h8v2.5H8zM8 20.5h8V23H8z"/>"#),
    (
        "shell",
        r#"<path d="M12 2c6 0 10 5 10 10 0 3-3 5-6 7l1 3H7l1-3c-3-2-6-4-6-7C2 7 6 2 12 2z"/><path class="bb-slit" d="M12 5v14M7 6l3 13M17 6l-3 13M3.5 11L8 18M20.5 11L16 18"/>"#,
    ),
    (
        "helper",
        r#"<path d="M7 11V5a1.5 1.5 0 0 1 3 0V2.5a1.5 1.5 0 0 1 3 0V4a1.5 1.5 0 0 1 3 0v2a1.5 1.5 0 0 1 3 0v9c0 5-3 8-7 8-3 0-5-1-6.5-4L2 13c-1-2 1.5-3 3-1z"/>"#,
    ),
    (
        "temple",
        r#"<path d="M12 1l10 7v2H2V8zM4 11h3v8H4zM10.5 11h3v8h-3zM17 11h3v8h-3zM2 20h20v3H2z"/>"#,
    ),
    (
        "fishing",
        r#"<path d="M1 12c4-6 11-7 16-1l5-5v12l-5-5c-5 6-12 5-16-1z"/><circle class="bb-pale" cx="7" cy="11" r="1.5"/>"#,
    ),
    // Materials.
    (
        "sand",
        r#"<path d="M2 21c3-9 6-13 10-13s7 4 10 13z"/><path class="bb-dots" d="M9 14h.1M14 13h.1M11 18h.1M16 18h.1M6.5 18.5h.1"/>"#,
    ),
    (
        "stone",
        r#"<path d="M3 15l4-9 7-2 7 7-1 9H6z"/><path class="bb-slit" d="M7 6l5 6 9-1M12 12l-2 8"/>"#,
    ),
    (
        "wood",
        r#"<path d="M7 3h12a3.5 4 0 0 1 0 8H7zM5 13h14a3.5 4 0 0 1 0 8H5z"/><circle class="bb-cut" cx="7" cy="7" r="4"/><circle class="bb-cut" cx="5" cy="17" r="4"/>"#,
    ),
    // Temple, tasks, jewelry.
    (
        "tile",
        r#"<path d="M12 1l9 5v12l-9 5-9-5V6z"/><path class="bb-slit" d="M8 9h2m4 0h2M8 15q4 3 8 0M12 9v4"/>"#,
    ),
    (
        "mask",
        r#"<path d="M12 1c5 0 8 3 8 8 0 6-3 14-8 14S4 15 4 9c0-5 3-8 8-8z"/><path class="bb-carved" d="M7.5 9.5q2-2 3.5 0m2 0q1.5-2 3.5 0M12 10v4M8.5 17q3.5 2.5 7 0M8 4.5h8"/>"#,
    ),
    ("task", r#"<path d="M4 2h16v20H4z"/><path class="bb-slit" d="M7 7h10M7 12h10M7 17h6"/>"#),
    ("orange", r#"<circle cx="12" cy="12" r="10"/><path class="bb-slit" d="M7 12h10M12 7v10"/>"#),
    (
        "necklace",
        r#"<path class="bb-wire" d="M4 3c0 9 3 12 8 12s8-3 8-12"/><path d="M12 13l4 5-4 5-4-5z"/>"#,
    ),
    (
        "bracelet",
        r#"<ellipse class="bb-wire" cx="12" cy="12" rx="9" ry="7"/><circle cx="5" cy="16" r="3"/><circle cx="12" cy="19" r="3"/><circle cx="19" cy="16" r="3"/>"#,
    ),
    (
        "earring",
        r#"<path class="bb-wire" d="M9 8a3.5 3.5 0 1 1 5 1l-2 3"/><path d="M12 11c4 5 5 6 5 8a5 4.5 0 0 1-10 0c0-2 1-3 5-8z"/>"#,
    ),
    ("ring", r#"<circle class="bb-wire" cx="12" cy="15" r="7"/><path d="M8 2h8l3 3-7 6-7-6z"/>"#),
    (
        "anklet",
        r#"<path class="bb-wire" d="M2 7q10 9 20 0"/><path d="M6 10l2 7-4 0zM12 12l2.5 9h-5zM18 10l2 7h-4z"/>"#,
    ),
    (
        "hair_ornament",
        r#"<circle cx="12" cy="5.5" r="4.5"/><circle cx="18" cy="10" r="4.5"/><circle cx="16" cy="17.5" r="4.5"/><circle cx="8" cy="17.5" r="4.5"/><circle cx="6" cy="10" r="4.5"/><circle class="bb-bloom" cx="12" cy="12" r="3.5"/>"#,
    ),
    // What stands on the map, in its own size.
    ("site", r#"<rect class="bb-site" width="50" height="46" rx="10"/>"#),
    ("disc", r#"<circle class="bb-disc" r="19"/>"#),
    ("path-land", r#"<rect class="bb-land-badge" x="-14" y="-14" width="28" height="28" rx="5"/>"#),
    ("path-water", r#"<circle class="bb-water-badge" r="16"/>"#),
];

const HUT: &str = "M12 1C9 6 5 9 1 11l1.5 2.5L5 12.5V22h14v-9.5l2.5 1L23 11C19 9 15 6 12 1z";
const PRIEST: &str = "M12 1l2 3 4-1-1 6c1 2 0 3-1 4 4 1 6 4 6 9H2c0-5 2-8 6-9-1-1-2-2-1-4L6 3l4 1z";
/// The shapes of the seats' signs: disc, square, diamond, hexagon.
const SIGNS: [&str; 4] = [
    r#"<circle class="bb-s0" cx="12" cy="12" r="10.5"/>"#,
    r#"<rect class="bb-s1" x="2" y="2" width="20" height="20" rx="2"/>"#,
    r#"<path class="bb-s2" d="M12 0l12 12-12 12L0 12z"/>"#,
    r#"<path class="bb-s3" d="M6.5 1.5h11L23.5 12l-6 10.5h-11L.5 12z"/>"#,
];

/// Where the pips of a die are, on its face of 24.
const PIPS: [&[(u8, u8)]; 6] = [
    &[(12, 12)],
    &[(7, 7), (17, 17)],
    &[(6, 6), (12, 12), (18, 18)],
    &[(7, 7), (17, 7), (7, 17), (17, 17)],
    &[(6, 6), (18, 6), (12, 12), (6, 18), (18, 18)],
    &[(7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)],
];

/// The icon of this name; an unknown name is an empty icon.
pub fn icon(name: &str) -> Icon {
    let mut parts = name.split('-');
    let kind = parts.next().unwrap_or_default();
    let mut number = || parts.next().and_then(|part| part.parse().ok()).unwrap_or_default();
    let (of, face): (u8, u8) = (number(), number());
    let drawn = match kind {
        "sign" => format!("{}{}", SIGNS[usize::from(of) % SIGNS.len()], lettered(of, 17)),
        "hut" => format!(r#"<path class="bb-s{of}" d="{HUT}"/>{}"#, lettered(of, 20)),
        "priest" => format!(r#"<path class="bb-s{of}" d="{PRIEST}"/>{}"#, lettered(of, 21)),
        "die" => die(of),
        "dice" => return (28, 44, lettered_die(of, face)),
        _ => shape(name).to_owned(),
    };
    (24, 24, drawn)
}

/// Draws what stands on the map in its own size.
pub fn stamp(pen: &mut Pen<'_>, name: &str, x: i32, y: i32) {
    pen.stamp(name, x, y, || shape(name).to_owned());
}

fn shape(name: &str) -> &'static str {
    SHAPES.iter().find(|(shape, _)| *shape == name).map_or("", |(_, drawn)| drawn)
}

/// The letter of a seat on a piece; `baseline` is where it stands.
fn lettered(seat: u8, baseline: u8) -> String {
    let letter = letter(Seat(seat));
    format!(r#"<text class="bb-l{seat} bb-sl" x="12" y="{baseline}">{letter}</text>"#)
}

/// The face of a die; each pip is a dot at the end of a line of no length.
fn die(face: u8) -> String {
    let places = PIPS.get(usize::from(face).wrapping_sub(1)).copied().unwrap_or_default();
    let pips: String = places.iter().map(|(x, y)| format!("M{x} {y}h.01")).collect();
    format!(
        r#"<rect class="bb-die" x="1" y="1" width="22" height="22" rx="5"/><path class="bb-pip" d="{pips}"/>"#
    )
}

/// A die in the colour of a seat, with its letter below the face.
fn lettered_die(seat: u8, face: u8) -> String {
    let (letter, face) = (letter(Seat(seat)), die(face));
    format!(
        r#"<rect class="bb-s{seat}" x="1" y="1" width="26" height="42" rx="5"/><text class="bb-l{seat} bb-dl" x="14" y="40">{letter}</text><svg x="2" y="2" width="24" height="24">{face}</svg>"#
    )
}

/// A fish without its points: each kind has a colour, markings and a letter.
pub fn fish(kind: &str) -> String {
    let markings = match kind {
        "b" => "M-16-14q6 14 0 28",
        "c" => "M-18-13q6 13 0 26M12-14q5 14 0 28",
        "d" => "M-19-5h.1M-19 5h.1M-12-12h.1M-12 12h.1M11-13h.1M11 13h.1",
        _ => "",
    };
    format!(
        r#"<path class="bb-fish bb-fish-{kind}" d="M-30 0C-20-21 4-22 16-6C24-12 31-17 41-18Q35 0 41 18C31 17 24 12 16 6C4 22-20 21-30 0z"/><path class="bb-markings" d="{markings}"/><text class="bb-kind" x="29" y="6">{letter}</text>"#,
        letter = kind.to_uppercase(),
    )
}
