//! The map: five islands, twelve regions, sixteen paths, and what stands there.
//!
//! The sea and the land are one piece of markup that never changes; on top of it
//! come the paths from the tables, and each region's huts, fish and material.

use super::icons::{self, stamp};
use super::table::Table;
use super::{ART, words};
use crate::games::bora_bora::pieces::{Material, Path, Region, Terrain};
use crate::games::bora_bora::tables;
use crate::games::bora_bora::view::RegionView;
use crate::markup::{capital, name_of};
use crate::pen::{Pen, area};
use crate::{Marks, Zone};

const SCENERY: &str = include_str!("../../../templates/board/bora_bora/scenery.svg");

/// Width and height of the map.
pub const SIZE: i32 = 680;

/// Where the columns and rows of the regions' grid have their middles.
const MIDDLES: [i32; 4] = [72, 265, 415, 608];

/// The name of a region's spot.
pub fn region_spot(region: Region) -> String {
    format!("region-{}", name_of(&region))
}

/// The zone of the map.
pub fn zone(table: &Table<'_>, marks: &Marks) -> Zone {
    let mut pen = Pen::new("map", &ART, marks);
    map(&mut pen, table);
    pen.zone("The islands", (SIZE, SIZE), words::map(table))
}

/// Draws the whole map.
pub fn map(pen: &mut Pen<'_>, table: &Table<'_>) {
    pen.put(format_args!("{SCENERY}"));
    paths(pen);
    for region in &table.view.regions {
        self::region(pen, table, region);
    }
    corners(pen, table);
}

fn middle(region: Region) -> (i32, i32) {
    let (row, column) = region.row().place;
    (MIDDLES[usize::from(column)], MIDDLES[usize::from(row)])
}

fn paths(pen: &mut Pen<'_>) {
    let (mut land, mut water) = (String::new(), String::new());
    for &(path, from, to, _) in &tables::PATHS {
        let (x, y, across) = between(path, from, to);
        let (lines, reach) = match path {
            Path::Land => (&mut land, 30),
            Path::Water => (&mut water, 36),
        };
        lines.push_str(&match across {
            true => format!("M{} {y}h{}", x - reach, 2 * reach),
            false => format!("M{x} {}v{}", y - reach, 2 * reach),
        });
    }
    pen.put(format_args!(
        r#"<path class="bb-land" d="{land}M20 621h72"/><path class="bb-water" d="{water}M586 621h72"/>"#
    ));
    for &(path, from, to, value) in &tables::PATHS {
        let (x, y, _) = between(path, from, to);
        stamp(pen, badge(path), x, y);
        pen.text("bb-badge", x, y + 8, value);
    }
    stamp(pen, badge(Path::Land), 56, 621);
    stamp(pen, badge(Path::Water), 622, 621);
}

fn badge(path: Path) -> &'static str {
    match path {
        Path::Land => "path-land",
        Path::Water => "path-water",
    }
}

/// Where a path has its middle, and whether it runs from west to east.
fn between(path: Path, from: Region, to: Region) -> (i32, i32, bool) {
    let ((x1, y1), (x2, y2)) = (middle(from), middle(to));
    // Between islands the badge floats in the strait, which is nearer to the middle
    // of the outer region than to that of the central one.
    let strait = |a: i32, b: i32| if a.min(b) == MIDDLES[0] { 163 } else { 517 };
    match (path, y1 == y2) {
        (Path::Land, across) => ((x1 + x2) / 2, (y1 + y2) / 2, across),
        (Path::Water, true) => (strait(x1, x2), y1, true),
        (Path::Water, false) => (x1, strait(y1, y2), false),
    }
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
    pen.spot(&region_spot(region.region), &content, area(x - 61, y - 58, 122, 114), |pen| {
        pen.text("bb-place", x, y - 36, capital(region.terrain.word()));
        site(pen, region, x, y);
        fish(pen, region);
        let wide = 37 * region.beside.len() as i32;
        for (at, seat) in (0..).zip(&region.beside) {
            pen.icon(&format!("hut-{}", seat.0), "", x - wide / 2 + 37 * at, y + 20, 37);
        }
    });
}

/// The building space, and beside it what a new hut brings.
fn site(pen: &mut Pen<'_>, region: &RegionView, x: i32, y: i32) {
    stamp(pen, "site", x - 46, y - 27);
    if let Some(seat) = region.building_space {
        pen.icon(&format!("hut-{}", seat.0), "", x - 44, y - 28, 46);
    }
    let brings = region.material.map_or("offering".to_owned(), |material| name_of(&material));
    stamp(pen, "disc", x + 30, y - 4);
    pen.icon(&brings, &format!("bb-{brings}"), x + 17, y - 17, 26);
}

/// The class that colours a material.
pub fn material_class(material: Material) -> &'static str {
    match material {
        Material::Sand => "bb-sand",
        Material::Stone => "bb-stone",
        Material::Wood => "bb-wood",
    }
}

fn fish(pen: &mut Pen<'_>, region: &RegionView) {
    let (x, y) = bay(region.region);
    let kind = name_of(&region.fish.kind);
    pen.stamp(&format!("fish-{kind}"), x, y, || icons::fish(&kind));
    pen.text("bb-catch", x - 3, y + 9, region.fish.value);
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
        pen.sign(table.view.active, 600, 54, 44);
    }
    pen.text("bb-corner", 56, 660, "land");
    pen.text("bb-corner", 622, 660, "water");
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

/// What a terrain's new hut brings is the same everywhere; the word for it.
pub fn brings(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Mountain => "stone",
        Terrain::Beach => "sand",
        Terrain::Forest => "wood",
        Terrain::Plain => "an offering",
    }
}
