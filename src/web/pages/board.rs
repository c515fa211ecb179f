//! Boards on pages: drawing what somebody sees.

use crate::boards::{self, AnyBoard, Drawing, Looks, Marks, Picture, Place, Scene, Spot, Zone};
use crate::error::{Error, Result};
use crate::matches::Status;
use crate::matches::read::look::Seen;
use crate::rules::erased::AnyState;
use crate::rules::{Seat, Viewer};
use quick_cache::sync::Cache;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many boards are remembered as they looked: some two megabytes.
const LOOKED: usize = 64;

/// A board: of which match at which version, for whom, in which seat, and with which seat's things
/// shown whole.
type Which = (String, i64, Viewer, Option<Seat>, Option<Seat>);

/// How boards looked that others were compared with lately: whoever plans a turn compares with the
/// same one each time.
#[derive(Debug)]
pub struct Looked(Cache<Which, Arc<Look>>);

impl Default for Looked {
    fn default() -> Self {
        Looked(Cache::new(LOOKED))
    }
}

/// How a board looked.
#[derive(Debug)]
struct Look {
    /// What was drawn; a turn that is only tried has the version that it is tried on.
    state: AnyState,
    names: Vec<String>,
    looks: Arc<Looks>,
}

impl Looked {
    fn of(&self, seen: &Seen, shown: Option<Seat>) -> Result<Option<Arc<Looks>>> {
        let folded = &*seen.folded;
        let Some(state) = &folded.state else { return Ok(None) };
        let key = (folded.id.clone(), folded.version, seen.viewer, seen.seat, shown);
        let names = names(seen);
        let known = self.0.get(&key).filter(|it| it.state == *state && it.names == names);
        if let Some(known) = known {
            return Ok(Some(known.looks.clone()));
        }
        let Some(drawing) = draw(seen, &Marks::default(), shown)? else { return Ok(None) };
        let looks = Arc::new(drawing.looks());
        let look = Look { state: state.clone(), names, looks: looks.clone() };
        self.0.insert(key, Arc::new(look));
        Ok(Some(looks))
    }
}

fn names(seen: &Seen) -> Vec<String> {
    Seat::all(seen.folded.sitters.len()).map(|seat| seen.name(seat)).collect()
}

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
    let names = names(seen);
    let shown = shown.filter(|seat| seat.index() < names.len()).or(seen.seat);
    let shown = shown.unwrap_or(Seat(0));
    let ended = folded.status == Status::Ended;
    let scene = Scene { view: &view, names: &names, seat: seen.seat, shown, ended };
    Ok(Some(board.draw(&scene, marks)))
}

/// The same with marks on what has changed since it looked like this, and which that is.
pub fn draw_since(
    looked: &Looked,
    seen: &Seen,
    before: Option<Seen>,
    mut marks: Marks,
    shown: Option<Seat>,
) -> Result<Option<(Drawing, BTreeSet<Spot>)>> {
    if let Some(before) = before {
        marks.since = looked.of(&before, shown)?;
    }
    let Some(drawing) = draw(seen, &marks, shown)? else { return Ok(None) };
    let changed = marks.since.map(|since| drawing.changed_since(&since)).unwrap_or_default();
    Ok(Some((drawing, changed)))
}

/// The picture of a narrow screen that was asked for, else the one with something to choose, else
/// the one with what was chosen last; nothing where there are no several.
pub fn picture(
    asked: &str,
    pictures: &[Picture],
    drawing: &Drawing,
    chosen: &[Spot],
    over: bool,
) -> &'static str {
    let zone = |picture: &Picture| drawing.zones.iter().find(|zone| zone.id == picture.zone);
    let is_wide = |picture: &Picture| zone(picture).is_some_and(|it| it.place == Place::Picture);
    // Where several have something, what is a picture on a wide table, too, is looked at.
    let (wide, others): (Vec<&Picture>, Vec<&Picture>) =
        pictures.iter().partition(|it| is_wide(it));
    let all = || wide.iter().chain(&others).copied();
    let with = |wanted: &dyn Fn(&Zone) -> bool| all().find(|it| zone(it).is_some_and(wanted));
    let holds = |zone: &Zone| chosen.iter().any(|spot| zone.spots.contains_key(spot));
    let found = match all().find(|picture| picture.zone == asked) {
        None if over => all().next(),
        None => with(&|zone| zone.lit).or_else(|| with(&holds)).or(pictures.first()),
        asked => asked,
    };
    found.map_or("", |picture| picture.zone)
}
