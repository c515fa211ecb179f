//! The map: five islands, twelve regions, sixteen paths, and what stands there.
//!
//! The sea and the land are one piece of markup that never changes; on top of it
//! come the paths from the tables, and each region's huts, fish and material.

use super::pen::{Pen, area};
use super::table::Table;
use crate::games::bora_bora::pieces::{FishKind, Material, Path, Region, Terrain};
use crate::games::bora_bora::tables;
use crate::games::bora_bora::view::RegionView;

const SCENERY: &str = include_str!("../../../templates/board/bora_bora/scenery.svg");

/// Width and height of the map.
pub const SIZE: i32 = 680;

/// Where the columns and rows of the regions' grid have their middles.
const MIDDLES: [i32; 4] = [72, 265, 415, 608];

/// The name of a region's spot.
pub fn region_spot(region: Region) -> String {
    format!("region-{}", super::name_of(&region))
}

/// Draws the whole map.
pub fn map(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.put(format_args!("{SCENERY}"));
    for &(path, from, to, value) in &tables::PATHS {
        self::path(pen, path, from, to, value);
    }
    for region in &table.view.regions {
        self::region(pen, table, region);
    }
    corners(pen, table);
}

fn middle(region: Region) -> (i32, i32) {
    let (row, column) = region.row().place;
    (MIDDLES[usize::from(column)], MIDDLES[usize::from(row)])
}

fn path(pen: &mut Pen<'_>, path: Path, from: Region, to: Region, value: u8) {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    let across = y1 == y2;
    // Between islands the badge floats in the strait, which is nearer to the coast
    // of the outer island than the middle between both regions.
    let strait = |a: i32, b: i32| if a.min(b) == MIDDLES[0] { 163 } else { 517 };
    let (x, y) = match (path, across) {
        (Path::Land, _) => ((x1 + x2) / 2, (y1 + y2) / 2),
        (Path::Water, true) => (strait(x1, x2), y1),
        (Path::Water, false) => (x1, strait(y1, y2)),
    };
    let reach = if path == Path::Land { 30 } else { 36 };
    let class = if path == Path::Land { "bb-land" } else { "bb-water" };
    let line = if across {
        format!("M{} {y}h{}", x - reach, 2 * reach)
    } else {
        format!("M{x} {}v{}", y - reach, 2 * reach)
    };
    pen.put(format_args!(r#"<path class="{class}" d="{line}"/>"#));
    badge(pen, path, x, y, value);
}

fn badge(pen: &mut Pen<'_>, path: Path, x: i32, y: i32, value: u8) {
    match path {
        Path::Land => pen.rect("bb-land-badge", area(x - 14, y - 14, 28, 28), 5),
        Path::Water => {
            pen.put(format_args!(r#"<circle class="bb-water-badge" cx="{x}" cy="{y}" r="16"/>"#))
        }
    }
    pen.text("bb-badge", x, y + 8, value);
}

/// Where the fish of a region swims: in the bay at its outer corner.
fn bay(region: Region) -> (i32, i32) {
    let (row, column) = region.row().place;
    let outer = |at: u8| if at < 2 { 0 } else { SIZE };
    let (near, mid, far) = (52, 143, 169);
    let (x, y) = match (row, column) {
        (0 | 3, _) => (mid, near),
        (_, 0 | 3) => (near, mid + 4),
        _ => (far, far),
    };
    ((outer(column) - x).abs(), (outer(row) - y).abs())
}

fn region(pen: &mut Pen<'_>, table: &Table<'_>, region: &RegionView) {
    let (x, y) = middle(region.region);
    let content = told(table, region);
    pen.spot(&region_spot(region.region), area(x - 61, y - 58, 122, 114), &content, |pen| {
        pen.text("bb-place", x, y - 36, capital(region.terrain.word()));
        site(pen, region, x, y);
        fish(pen, region);
        let wide = 34 * region.beside.len() as i32;
        for (at, seat) in (0..).zip(&region.beside) {
            pen.icon(&format!("hut-{}", seat.0 % 4), "", x - wide / 2 + 34 * at, y + 23, 33);
        }
    });
}

/// The building space, and beside it what a new hut brings.
fn site(pen: &mut Pen<'_>, region: &RegionView, x: i32, y: i32) {
    pen.rect("bb-site", area(x - 46, y - 27, 50, 46), 10);
    if let Some(seat) = region.building_space {
        pen.icon(&format!("hut-{}", seat.0 % 4), "", x - 44, y - 28, 46);
    }
    let (icon, class) = match region.material {
        Some(material) => (super::name_of(&material), material_class(material)),
        None => ("offering".to_owned(), "bb-gift"),
    };
    pen.put(format_args!(r#"<circle class="bb-disc" cx="{}" cy="{}" r="19"/>"#, x + 30, y - 4));
    pen.icon(&icon, class, x + 17, y - 17, 26);
}

/// The class that colours a material.
pub fn material_class(material: Material) -> &'static str {
    match material {
        Material::Sand => "bb-sand",
        Material::Stone => "bb-stone",
        Material::Wood => "bb-wood",
    }
}

/// The fish, with its points, and its kind as letter and markings.
fn fish(pen: &mut Pen<'_>, region: &RegionView) {
    let (x, y) = bay(region.region);
    let (letter, markings) = match region.fish.kind {
        FishKind::A => ("a", ""),
        FishKind::B => ("b", "M-14-15q6 15 0 30"),
        FishKind::C => ("c", "M-16-14q6 14 0 28M15-14q5 14 0 28"),
        FishKind::D => ("d", "M-18-5h.1M-18 5h.1M-11-12h.1M-11 12h.1M14-12h.1M14 12h.1"),
    };
    pen.put(format_args!(
        r#"<g transform="translate({x} {y})"><path class="bb-fish bb-fish-{letter}" d="M-28 0C-18-21 10-22 22-5L38-17Q33 0 38 17L22 5C10 22-18 21-28 0z"/><path class="bb-markings" d="{markings}"/>"#
    ));
    pen.text("bb-catch", 1, 9, region.fish.value);
    pen.text("bb-kind", 31, 6, letter);
    pen.put(format_args!("</g>"));
}

/// What the corners of the sea are used for: the round, who acts, and the signs.
fn corners(pen: &mut Pen<'_>, table: &Table<'_>) {
    let round = match table.view.round {
        0 => "–".to_owned(),
        round => round.to_string(),
    };
    pen.text("bb-corner", 56, 42, "Round");
    pen.text("bb-round", 56, 90, round);
    pen.text("bb-corner", 622, 42, if table.over() { "The end" } else { "To act" });
    if !table.over() {
        pen.sign(table.view.active, 622, 76, 44);
    }
    for (path, word, x) in [(Path::Land, "land", 56), (Path::Water, "water", 622)] {
        let class = if path == Path::Land { "bb-land" } else { "bb-water" };
        pen.put(format_args!(r#"<path class="{class}" d="M{} 621h72"/>"#, x - 36));
        match path {
            Path::Land => pen.rect("bb-land-badge", area(x - 14, 607, 28, 28), 5),
            Path::Water => pen
                .put(format_args!(r#"<circle class="bb-water-badge" cx="{x}" cy="621" r="16"/>"#)),
        }
        pen.text("bb-corner", x, 660, word);
    }
}

/// A region and what is on it, in a sentence.
pub fn told(table: &Table<'_>, region: &RegionView) -> String {
    let mut told = format!(
        "{}, {} brings {}, fish {} of {}",
        capital(region.region.word().trim_start_matches("the ")),
        region.terrain.word(),
        region.material.map_or("an offering", Material::word),
        region.fish.value,
        region.fish.kind.word(),
    );
    if let Some(seat) = region.building_space {
        told.push_str(&format!("; on the building space: {}", table.name(seat)));
    }
    if !region.beside.is_empty() {
        told.push_str(&format!("; beside it: {}", table.list(&region.beside)));
    }
    told
}

/// The word with a capital at its front.
pub fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().collect::<String>() + letters.as_str()
    })
}

/// What a terrain's new hut brings is the same everywhere; the word for it.
pub fn brings(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Mountain => "stone",
        Terrain::Beach => "sand",
        Terrain::Forest => "wood",
        Terrain::Plain => "an offering",
    }
}
