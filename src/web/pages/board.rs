//! Boards on pages: drawing what somebody sees.

use crate::boards::{self, AnyBoard, Drawing, Marks, Place, Scene, Spot, Zone};
use crate::error::{Error, Result};
use crate::matches::read::look::Seen;
use crate::rules::Seat;

/// The board of a game of the shelf.
pub fn of(slug: &str) -> Result<&'static dyn AnyBoard> {
    boards::find(slug).ok_or_else(|| Error::fault(format!("{slug} has no board")))
}

/// The board of a match as somebody sees it, with one seat's things shown whole: those of
/// `shown`, else one's own; none before it has begun.
pub fn draw(seen: &Seen, marks: &Marks, shown: Option<Seat>) -> Result<Option<Drawing>> {
    let folded = &*seen.folded;
    let Some(state) = &folded.state else { return Ok(None) };
    let board = of(&folded.opened.game)?;
    let view = folded.game().seen(state, seen.viewer);
    let names: Vec<String> =
        Seat::all(folded.sitters.len()).map(|seat| seen.names.seat(folded, seat)).collect();
    let shown = shown.filter(|seat| seat.index() < names.len()).or(seen.seat);
    let shown = shown.unwrap_or(Seat(0));
    let scene = Scene { view: &view, names: &names, seat: seen.seat, shown };
    Ok(Some(board.draw(&scene, marks)))
}

/// The same with marks on what has changed since it looked like this.
pub fn draw_since(
    seen: &Seen,
    before: Option<Seen>,
    mut marks: Marks,
    shown: Option<Seat>,
) -> Result<Option<Drawing>> {
    if let Some(before) = before {
        marks.since = draw(&before, &Marks::default(), shown)?.map(Drawing::looks);
    }
    draw(seen, &marks, shown)
}

/// The pictures that share a place on a narrow screen, in the order of their switch: the names
/// that addresses give them, and their titles. After the first two, those that are there only
/// while something is chosen on them.
pub const PICTURES: [(&str, &str); 5] = [
    ("tiles", "Tiles"),
    ("map", "Islands"),
    ("you", "You"),
    ("people", "People"),
    ("market", "Market"),
];

/// The zones of a picture.
pub fn zones_of<'a>(picture: &'a str, zones: &'a [Zone]) -> impl Iterator<Item = &'a Zone> {
    zones.iter().filter(move |zone| match picture {
        "map" => zone.place == Place::Picture,
        "tiles" => zone.place == Place::Above,
        own => zone.id == own,
    })
}

/// The picture that was asked for, else the one with something to choose, else the one with what
/// was chosen last.
pub fn picture(asked: &str, drawing: &Drawing, chosen: &[Spot], over: bool) -> &'static str {
    // Where both have something, the islands are looked at.
    let names = || std::iter::once("map").chain(PICTURES.map(|(name, _)| name));
    let with = |wanted: &dyn Fn(&Zone) -> bool| {
        names().find(|name| zones_of(name, &drawing.zones).any(wanted))
    };
    let holds = |zone: &Zone| chosen.iter().any(|spot| zone.spots.contains_key(spot));
    match names().find(|name| *name == asked) {
        Some(asked) => asked,
        None if over => "map",
        None => with(&|zone| zone.lit).or_else(|| with(&holds)).unwrap_or("tiles"),
    }
}
