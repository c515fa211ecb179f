//! The map: ground, water, names of rows and columns, ranges, and every square
//! that holds something or is marked.

use super::outline::Outline;
use super::pen::{Frame, Pen, ink};
use super::places::{Place, square_of};
use super::scene::Sight;
use super::stamps::{CELL, Form, Stamp};
use super::words;
use crate::games::great_zimbabwe::squares::{Square, Squares};
use crate::games::great_zimbabwe::tables::TILE_SIDE;
use crate::games::great_zimbabwe::view::{CraftsmanView, MonumentView, SquareView, Terrain};
use crate::markup::escape;
use crate::{Marks, Rank, Zone};

/// Room around the map for the names of rows and columns.
const MARGIN: i32 = 28;

const PATTERNS: &str = concat!(
    r##"<pattern id="#-waves" width="48" height="24" patternUnits="userSpaceOnUse">"##,
    r#"<rect class="tgz-water" width="48" height="24"/><path class="tgz-wave" d="M4 8q5-4 10 0t10 0M28 20q5-4 10 0t10 0"/></pattern>"#,
    r##"<pattern id="#-hatch" width="12" height="12" patternUnits="userSpaceOnUse">"##,
    r#"<path class="tgz-hatch" d="M-3 3L3-3M0 12L12 0M9 15L15 9"/></pattern>"#
);

const SMOOTH: Outline = Outline { cell: CELL, margin: MARGIN, round: 12, inset: 0 };

fn corner(at: Square) -> (i32, i32) {
    (MARGIN + CELL * at.col() as i32, MARGIN + CELL * at.row() as i32)
}

fn cell(at: Square) -> Frame {
    let (x, y) = corner(at);
    Frame::new(x, y, CELL, CELL)
}

/// The size of the map's picture.
pub fn size(sight: &Sight<'_>) -> (i32, i32) {
    let [rows, cols] = sight.view.map.size;
    (2 * MARGIN + CELL * cols as i32, 2 * MARGIN + CELL * rows as i32)
}

/// The zone of the map.
pub fn zone(sight: &Sight<'_>, marks: &Marks) -> Zone {
    let mut pen = Pen::new("map", marks);
    draw(&mut pen, sight);
    let chosen = marks.chosen.as_deref().and_then(square_of);
    let chosen = chosen.filter(|at| sight.square(*at).is_some());
    let range = chosen.map_or(String::new(), |at| words::range(sight, at));
    pen.zone("The land", size(sight), words::land(sight) + &range)
}

/// Draws the whole map.
pub fn draw(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    pen.define(PATTERNS);
    ground(pen, sight);
    water(pen, sight);
    names(pen, sight);
    range(pen, sight);
    squares(pen, sight);
    routes(pen, sight);
}

fn ground(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let outline = Outline { round: 16, ..SMOOTH };
    let land = outline.path(sight.land.squares);
    ink!(pen, r#"<path class="tgz-land" d="{land}"/>"#);
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
    ink!(pen, r#"<path class="tgz-land2" d="{odd}"/><path class="tgz-line" d="{lines}"/>"#);
    ink!(pen, r#"<path class="tgz-border" d="{borders}"/>"#);
    ink!(pen, r#"<path class="tgz-shore" d="{land}"/>"#);
}

fn water(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let areas = sight.view.map.water_areas.iter();
    let paths = areas.map(|area| {
        let outline = Outline { round: 14, inset: 2, ..SMOOTH };
        outline.path(area.iter().copied().collect())
    });
    let path: String = paths.collect();
    let id = pen.id().to_owned();
    ink!(pen, r##"<path class="tgz-bank" fill="url(#{id}-waves)" d="{path}"/>"##);
}

fn names(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let [rows, cols] = sight.view.map.size;
    let (width, height) = size(sight);
    let middles = (0..cols).map(|col| (MARGIN + CELL * col as i32 + CELL / 2).to_string());
    let middles: Vec<String> = middles.collect();
    let middles = middles.join(" ");
    let letters: String = (0..cols).map(|col| (b'A' + col as u8) as char).collect();
    for y in [19, height - 8] {
        ink!(pen, r#"<text class="tgz-axis" x="{middles}" y="{y}">{letters}</text>"#);
    }
    for row in 0..rows {
        let y = MARGIN + CELL * row as i32 + CELL / 2 + 5;
        let name = (row + 1).to_string();
        pen.text("tgz-axis", MARGIN / 2, y, &name);
        pen.text("tgz-axis", width - MARGIN / 2, y, &name);
    }
}

/// What is within range of the chosen square.
fn range(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let Some(at) = pen.marks().chosen.as_deref().and_then(square_of) else { return };
    if sight.square(at).is_none() {
        return;
    }
    let path = Outline { inset: 3, ..SMOOTH }.path(sight.reach(at));
    let id = pen.id().to_owned();
    ink!(pen, r##"<path class="tgz-range2" fill="url(#{id}-hatch)" d="{path}"/>"##);
    ink!(pen, r#"<path class="tgz-range" d="{path}"/>"#);
}

/// The ways over hubs from whom a monument buys.
fn routes(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let middle = |at: Square| {
        let Frame { x, y, w, h } = sight.craftsman(at).map_or_else(|| cell(at), tile);
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
        ink!(pen, r#"<path class="tgz-route2" d="{path}"/><path class="tgz-route" d="{path}"/>"#);
    }
}

fn squares(pen: &mut Pen<'_>, sight: &Sight<'_>) {
    let mut marked: Vec<&SquareView> = Vec::new();
    for square in &sight.view.map.squares {
        let (at, place) = (square.at, Place::Square(square.at));
        let content = format!("{at}: {}", sight.told(square));
        if let Some(one) = sight.craftsman(at) {
            if one.at == at {
                pen.spot(place, &content, tile(one), |pen| craftsman(pen, one));
            }
        } else if let Some(one) = sight.monument(at) {
            pen.spot(place, &content, cell(at), |pen| monument(pen, one));
        } else if square.resource.is_some() || square.terrain == Terrain::StartingArea {
            pen.spot(place, &content, cell(at), |pen| printed(pen, square));
        } else {
            pen.note(&place.spot(), &content);
            if pen.marked(&place.spot()) {
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
    let place = Place::Square(square.at);
    let spot = place.spot();
    let content = format!("{}: {}", square.at, sight.told(square));
    let marks = pen.marks();
    let mark = marks.on(&spot, &spot);
    let only_offered = !(mark.changed || mark.chosen || mark.touched);
    match marks.offered.get(&spot) {
        Some(offered) if only_offered => {
            let (x, y) = corner(square.at);
            let address = escape(&offered.address);
            let name = marks.on(&spot, &spot).name(&content);
            let stamp = match offered.rank {
                Rank::Best => Stamp::Best,
                Rank::Plain => Stamp::Offer,
                Rank::Faint => Stamp::Faint,
            };
            ink!(pen, r#"<a href="{address}" class="spot offered" data-spot="{spot}">"#);
            ink!(pen, "<title>{name}</title>");
            pen.stamp(stamp, x, y);
            badge(pen, &offered.badge, x, y);
            pen.body.push_str("</a>");
        }
        _ => pen.spot(place, &content, cell(square.at), |pen| {
            pen.rect("tgz-bare", cell(square.at), 8);
        }),
    }
}

/// What an offered square is worth, in a few letters.
fn badge(pen: &mut Pen<'_>, badge: &str, x: i32, y: i32) {
    if !badge.is_empty() {
        pen.text("tgz-badge", x + CELL / 2, y + 31, badge);
    }
}

fn printed(pen: &mut Pen<'_>, square: &SquareView) {
    let (x, y) = corner(square.at);
    let Some(resource) = square.resource else {
        pen.stamp(Stamp::Start, x, y);
        return;
    };
    pen.stamp(Stamp::Resource(resource), x, y);
    if square.placed {
        pen.stamp(Stamp::Placed, x, y);
    }
    for marker in 0..i32::from(square.used) {
        pen.stamp(Stamp::Used, x + 26, y + 2 + 14 * marker);
    }
}

fn tile(one: &CraftsmanView) -> Frame {
    let (x, y) = corner(one.at);
    let (w, h) = Form::of(one.craftsman, one.lie).size();
    Frame::new(x, y, w, h)
}

fn craftsman(pen: &mut Pen<'_>, one: &CraftsmanView) {
    let form = Form::of(one.craftsman, one.lie);
    let Frame { x, y, w, .. } = tile(one);
    pen.stamp(Stamp::Rim(one.owner.0, form), x, y);
    pen.stamp(Stamp::Workshop(one.craftsman, form), x, y);
    let low = if form == Form::Across { y + 4 } else { y + 3 };
    pen.stamp(Stamp::Badge(one.owner.0), x + 1, low);
    pen.stamp(Stamp::Price(one.price), x + w - 25, low);
}

fn monument(pen: &mut Pen<'_>, one: &MonumentView) {
    let (x, y) = corner(one.at);
    pen.stamp(Stamp::Court(one.owner.0), x, y);
    pen.stamp(Stamp::Tower(one.level), x, y);
}
