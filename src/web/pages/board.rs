//! Boards on pages: drawing what somebody sees.

use crate::boards::{self, AnyBoard, Drawing, Marks, Place, Scene, Spot};
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

/// The picture with something to choose, else the one with what was chosen last, where none was
/// asked for.
pub fn picture(
    asked: &str,
    drawing: &Drawing,
    (offered, chosen): (&[Spot], &[Spot]),
    over: bool,
) -> &'static str {
    let any_at = |place: Place, spots: &[Spot]| {
        let mut zones = drawing.zones.iter().filter(|zone| zone.place == place);
        zones.any(|zone| spots.iter().any(|spot| zone.spots.contains_key(spot)))
    };
    let shown = |spots| match (any_at(Place::Picture, spots), any_at(Place::Above, spots)) {
        (true, _) => Some("map"),
        (false, true) => Some("tiles"),
        (false, false) => None,
    };
    match asked {
        "map" => "map",
        "tiles" => "tiles",
        _ if over => "map",
        _ => shown(offered).or_else(|| shown(chosen)).unwrap_or("tiles"),
    }
}
