//! The map: ground, water, names of rows and columns, ranges, and every square
//! that holds something or is marked.

use super::looked::Looked;
use super::outline::Outline;
use super::places::{Place, lying_of, square_of};
use super::scene::Sight;
use super::stamps::{CELL, Form, Stamp, badge, stamp};
use super::{ART, words};
use crate::games::great_zimbabwe::pieces::Lie;
use crate::games::great_zimbabwe::squares::{Square, Squares};
use crate::games::great_zimbabwe::tables::TILE_SIDE;
use crate::games::great_zimbabwe::view::{CraftsmanView, MonumentView, SquareView, Terrain};
use crate::markup::{Marked, name_of};
use crate::pen::{Area, Pen, area};
use crate::{Marks, Rank, Zone};

/// Room around the map for the names of rows and columns.
const MARGIN: i32 = 28;

const SMOOTH: Outline = Outline { cell: CELL, margin: MARGIN, round: 12, inset: 0 };

fn corner(at: Square) -> (i32, i32) {
    (MARGIN + CELL * at.col() as i32, MARGIN + CELL * at.row() as i32)
}

fn cell(at: Square) -> Area {
    let (x, y) = corner(at);
    area(x, y, CELL, CELL)
}

/// The size of the map's picture.
pub fn size(sight: &Sight<'_>) -> (i32, i32) {
    let [rows, cols] = sight.view.map.size;
    (2 * MARGIN + CELL * cols as i32, 2 * MARGIN + CELL * rows as i32)
}

/// The zone of the map.
pub fn zone(sight: &Sight<'_>, marks: &Marks) -> Zone {
    let mut pen = Pen::new("map", &ART, marks);
    draw(&mut pen, sight);
    let range = Looked::of(sight, marks).map_or(String::new(), |one| words::range(sight, &one));
    pen.zone("The land", size(sight), words::land(sight) + &range)
}

/// Draws the whole map.
pub fn draw(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    patterns(pen);
    ground(pen, sight);
    water(pen, sight);
    range(pen, sight);
    squares(pen, sight);
    ghosts(pen);
    routes(pen, sight);
    names(pen, sight);
}

/// What water and ranges are filled with.
fn patterns(pen: &mut Pen<'_>) {
    let panel = pen.panel();
    pen.put(format_args!(
        r#"<defs><pattern id="{panel}-waves" width="48" height="24" patternUnits="userSpaceOnUse"><rect class="tgz-water" width="48" height="24"/><path class="tgz-wave" d="M4 8q5-4 10 0t10 0M28 20q5-4 10 0t10 0"/></pattern>"#
    ));
    pen.put(format_args!(
        r#"<pattern id="{panel}-hatch" width="12" height="12" patternUnits="userSpaceOnUse"><path class="tgz-hatch" d="M-3 3L3-3M0 12L12 0M9 15L15 9"/></pattern></defs>"#
    ));
}

fn ground(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let outline = Outline { round: 16, ..SMOOTH };
    let land = outline.path(sight.land.squares);
    pen.put(format_args!(r#"<path class="tgz-land" d="{land}"/>"#));
    let (mut lines, mut odd) = (String::new(), Squares::NONE);
    let mut borders = String::new();
    for tile in &sight.view.map.tiles {
        let (row, col) = (usize::from(tile.row) * TILE_SIDE, usize::from(tile.col) * TILE_SIDE);
        let (x, y) = corner(Square::at(row, col));
        let side = CELL * TILE_SIDE as i32;
        for step in 1..TILE_SIDE as i32 {
            let on = CELL * step;
            lines.push_str(&format!("M{} {y}v{side}M{x} {}h{side}", x + on, y + on));
        }
        if (tile.row + tile.col) % 2 == 1 {
            let spread =
                (0..TILE_SIDE).flat_map(|down| (0..TILE_SIDE).map(move |right| (down, right)));
            odd |= spread.map(|(down, right)| Square::at(row + down, col + right)).collect();
        }
        let beside = |down, right| {
            let at = (tile.row + down, tile.col + right);
            sight.view.map.tiles.iter().any(|other| (other.row, other.col) == at)
        };
        if beside(0, 1) {
            borders.push_str(&format!("M{} {y}v{side}", x + side));
        }
        if beside(1, 0) {
            borders.push_str(&format!("M{x} {}h{side}", y + side));
        }
    }
    let odd = outline.path(odd);
    pen.put(format_args!(
        r#"<path class="tgz-land2" d="{odd}"/><path class="tgz-line" d="{lines}"/>"#
    ));
    pen.put(format_args!(r#"<path class="tgz-border" d="{borders}"/>"#));
    pen.put(format_args!(r#"<path class="tgz-shore" d="{land}"/>"#));
}

fn water(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let areas = sight.view.map.water_areas.iter();
    let paths = areas.map(|area| {
        let outline = Outline { round: 14, inset: 2, ..SMOOTH };
        outline.path(area.iter().copied().collect())
    });
    let path: String = paths.collect();
    let panel = pen.panel();
    pen.put(format_args!(r##"<path class="tgz-bank" fill="url(#{panel}-waves)" d="{path}"/>"##));
}

/// The names of columns and rows at all four edges. Where a part of the map is brought near, the
/// page keeps those of `data-edge` in sight, on bands of their own.
fn names(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let [rows, cols] = sight.view.map.size;
    let (width, height) = size(sight);
    let middles = (0..cols).map(|col| (MARGIN + CELL * col as i32 + CELL / 2).to_string());
    let middles: Vec<String> = middles.collect();
    let middles = middles.join(" ");
    let letters: String = (0..cols).map(|col| (b'A' + col as u8) as char).collect();
    for (edge, y) in [("top", 0), ("bottom", height - MARGIN)] {
        let base = y + 19;
        pen.put(format_args!(
            r#"<g data-edge="{edge}"><path class="tgz-band" d="M0 {y}h{width}v{MARGIN}H0z"/><text class="tgz-axis" x="{middles}" y="{base}">{letters}</text></g>"#
        ));
    }
    for (edge, x) in [("left", 0), ("right", width - MARGIN)] {
        pen.put(format_args!(
            r#"<g data-edge="{edge}"><path class="tgz-band" d="M{x} 0h{MARGIN}v{height}h-{MARGIN}z"/>"#
        ));
        for row in 0..rows {
            let y = MARGIN + CELL * row as i32 + CELL / 2 + 5;
            pen.text("tgz-axis", x + MARGIN / 2, y, row + 1);
        }
        pen.put(format_args!("</g>"));
    }
}

/// What is within range of the chosen square. The page finds here where every square lies (left
/// and upper edge, side, columns, rows) and how its spot's name begins: so it can ask for the
/// range of any of them without a link on each.
fn range(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let [rows, cols] = sight.view.map.size;
    pen.put(format_args!(
        r#"<g data-grid="{MARGIN} {MARGIN} {CELL} {cols} {rows}" data-square="square-">"#
    ));
    if let Some(looked) = Looked::of(sight, pen.marks()) {
        let path = Outline { inset: 3, ..SMOOTH }.path(looked.reach(sight));
        let panel = pen.panel();
        pen.put(format_args!(
            r##"<path class="tgz-range2" fill="url(#{panel}-hatch)" d="{path}"/><path class="tgz-range" d="{path}"/>"##
        ));
    }
    pen.put(format_args!("</g>"));
}

/// The outlines of a tile that may lie in several ways, each to be chosen by itself.
fn ghosts(pen: &mut Pen<'_>) {
    for (spot, offered) in &pen.marks().offered {
        let Some((at, lie)) = lying_of(spot) else { continue };
        let (x, y) = corner(at);
        // Its own half is what is clicked: the other is that of all, and was just clicked.
        let (w, h, own) = match lie {
            Lie::Across => (2 * CELL, CELL, area(x + CELL, y, CELL, CELL)),
            Lie::Down => (CELL, 2 * CELL, area(x, y + CELL, CELL, CELL)),
        };
        let class = match offered.rank {
            Rank::Best => "tgz-ghost tgz-best",
            Rank::Plain => "tgz-ghost",
            Rank::Faint => "tgz-ghost tgz-faint",
        };
        let content = format!("{at}, {}", name_of(&lie));
        pen.note(spot, &content);
        let marked = Marked { offered: Some(offered), ..Marked::default() };
        // Who points at an outline in talk points at its square: outlines come and go.
        pen.put(format_args!("<g data-place=\"{}\">", Place::Square(at).spot()));
        pen.put(format_args!("{}<title>{}</title>", marked.open(spot), marked.name(&content)));
        pen.rect(class, area(x, y, w, h).inset(4), 9);
        pen.rect("tgz-bare", own.inset(-CELL / 8), 9);
        badge(pen, own, offered);
        pen.put(format_args!("{}</g>", marked.close()));
    }
}

/// The ways over hubs from whom a monument buys.
fn routes(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let middle = |at: Square| {
        let Area { x, y, w, h } = sight.craftsman(at).map_or_else(|| cell(at), tile);
        format!("{} {}", x + w / 2, y + h / 2)
    };
    let routes = pen.marks().routes.iter();
    let path: String = routes
        .map(|spots| {
            let stops = spots.iter().filter_map(|spot| square_of(spot)).map(middle);
            format!("M{}", stops.collect::<Vec<_>>().join("L"))
        })
        .collect();
    if !path.is_empty() {
        pen.put(format_args!(
            r#"<path class="tgz-route2" d="{path}"/><path class="tgz-route" d="{path}"/>"#
        ));
    }
}

fn squares(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let mut marked: Vec<&SquareView> = Vec::new();
    for square in &sight.view.map.squares {
        let (at, spot) = (square.at, Place::Square(square.at).spot());
        let content = format!("{at}: {}", sight.told(square));
        if let Some(one) = sight.craftsman(at) {
            if one.at == at {
                pen.spot(&spot, &content, tile(one), |pen| craftsman(pen, one));
            }
        } else if let Some(one) = sight.monument(at) {
            pen.spot(&spot, &content, cell(at), |pen| monument(pen, one));
        } else if square.resource.is_some() || square.terrain == Terrain::StartingArea {
            pen.spot(&spot, &content, cell(at), |pen| printed(pen, square));
        } else {
            pen.note(&spot, &content);
            if pen.marks_on(&spot, &content).any() {
                marked.push(square);
            }
        }
    }
    for square in marked {
        bare(pen, sight, square);
    }
}

/// An empty square that is marked. There can be many, so their markup is short.
fn bare(pen: &mut Pen<'_>, sight: &Sight<'_>, square: &SquareView) {
    let spot = Place::Square(square.at).spot();
    let content = format!("{}: {}", square.at, sight.told(square));
    let (at, marked) = (cell(square.at), pen.marks_on(&spot, &content));
    let otherwise = marked.changed || marked.chosen || marked.touched;
    let Some(offered) = marked.offered.filter(|_| !otherwise) else {
        return pen.spot(&spot, &content, at, |pen| pen.rect("tgz-bare", at, 8));
    };
    // What all of them are need not be said of each.
    let name = match square.terrain {
        Terrain::Land => square.at.to_string(),
        Terrain::Water | Terrain::StartingArea => content,
    };
    pen.put(format_args!("{}<title>{}</title>", marked.open(&spot), marked.name(&name)));
    let badge = offered.badge.parse().unwrap_or_default();
    stamp(pen, Stamp::Offer(offered.rank, badge), at.x, at.y);
    pen.put(format_args!("{}", marked.close()));
}

fn printed(pen: &mut Pen<'_>, square: &SquareView) {
    let (x, y) = corner(square.at);
    let Some(resource) = square.resource else {
        stamp(pen, Stamp::Start, x, y);
        return;
    };
    stamp(pen, Stamp::Resource(resource), x, y);
    if square.placed {
        stamp(pen, Stamp::Placed, x, y);
    }
    for marker in 0..i32::from(square.used) {
        stamp(pen, Stamp::Used, x + 26, y + 2 + 14 * marker);
    }
}

fn tile(one: &CraftsmanView) -> Area {
    let (x, y) = corner(one.at);
    let (w, h) = Form::of(one.craftsman, one.lie).size();
    area(x, y, w, h)
}

fn craftsman(pen: &mut Pen<'_>, one: &CraftsmanView) {
    let form = Form::of(one.craftsman, one.lie);
    let Area { x, y, w, .. } = tile(one);
    stamp(pen, Stamp::Rim(one.owner.0, form), x, y);
    stamp(pen, Stamp::Workshop(one.craftsman, form), x, y);
    let low = if form == Form::Across { y + 4 } else { y + 3 };
    stamp(pen, Stamp::Badge(one.owner.0), x + 1, low);
    stamp(pen, Stamp::Price(one.price), x + w - 25, low);
}

fn monument(pen: &mut Pen<'_>, one: &MonumentView) {
    let (x, y) = corner(one.at);
    stamp(pen, Stamp::Court(one.owner.0), x, y);
    stamp(pen, Stamp::Tower(one.level), x, y);
}
