//! Ways over hubs: from a monument to craftsmen, from a secondary craftsman to
//! its primary ones.
//!
//! A walk ends on any monument; from there it goes on only by paying that
//! monument as a hub (rulebook, Hubs; rulings hub-stop, hub-own, hub-origin).
//! How far one can walk from each monument is remembered, and brought up to date
//! when another is built or water falls; ways are remembered until then.

use super::map::Land;
use super::remembered::Remembered;
use super::squares::{Square, Squares};
use super::state::State;
use crate::rules::Seat;
use std::sync::OnceLock;

/// A monument, and what can be walked to from it.
type Walk = (Square, Squares);

/// What is known of the roads on the map as it is, for one range.
#[derive(Clone, Debug)]
pub struct RoadMap {
    /// By monument, in the order in which they were built.
    walks: Vec<Walk>,
    /// By monument: the ways from it, once somebody has asked for them.
    from_monuments: Vec<OnceLock<Ways>>,
    /// By craftsman: the same.
    from_craftsmen: Vec<OnceLock<Ways>>,
}

impl RoadMap {
    fn of(state: &State, range: u8) -> RoadMap {
        let walk = |at: Square| (at, state.land.walk(at.bit(), range, state.monumental));
        let walks = state.monuments.iter().map(|monument| walk(monument.at)).collect();
        RoadMap::with(walks, state.craftsmen.len())
    }

    /// These walks on a map on which no way is known yet.
    fn with(walks: Vec<Walk>, craftsmen: usize) -> RoadMap {
        let unknown = |sources| std::iter::repeat_with(OnceLock::new).take(sources).collect();
        let (from_monuments, from_craftsmen) = (unknown(walks.len()), unknown(craftsmen));
        RoadMap { walks, from_monuments, from_craftsmen }
    }

    /// The walks as they are now: those that come by one of these squares have changed.
    fn walks(&self, changed: Squares, range: u8, land: &Land, monumental: Squares) -> Vec<Walk> {
        let walks = self.walks.iter().map(|&(at, reached)| match reached.meets(changed) {
            true => (at, land.walk(at.bit(), range, monumental)),
            false => (at, reached),
        });
        walks.collect()
    }

    /// The same with a monument more on `at`, one of `monumental`: walks that come by end there
    /// now, and any way may be shorter over it.
    fn with_monument(&self, at: Square, range: u8, land: &Land, monumental: Squares) -> RoadMap {
        let mut walks = self.walks(at.bit(), range, land, monumental);
        walks.push((at, land.walk(at.bit(), range, monumental)));
        RoadMap::with(walks, self.from_craftsmen.len())
    }
}

impl Remembered<RoadMap> {
    /// To be called when a monument was built on `at`, one of `monumental`.
    pub fn add_monument(&mut self, at: Square, land: &Land, monumental: Squares) {
        *self = self.renewed(|range, known| known.with_monument(at, range, land, monumental));
    }

    /// To be called when water has fallen that belongs to these areas now.
    pub fn rain(&mut self, areas: Squares, land: &Land, monumental: Squares) {
        *self = self.renewed(|range, known| {
            let walks = known.walks(areas, range, land, monumental);
            RoadMap::with(walks, known.from_craftsmen.len())
        });
    }

    /// To be called when a craftsman was placed, who stands in nobody's way.
    pub fn add_craftsman(&mut self) {
        *self = self.renewed(|_, known| {
            let mut map = known.clone();
            map.from_craftsmen.push(OnceLock::new());
            map
        });
    }
}

/// The roads in somebody's turn.
#[derive(Debug)]
pub struct Roads<'a> {
    state: &'a State,
    range: u8,
    monumental: Squares,
    map: &'a RoadMap,
}

/// All places reached from one source: those reached over no hub, over one hub or none, and so
/// on, until another hub leads nowhere new.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    source: Squares,
    rings: Vec<Squares>,
}

impl<'a> Roads<'a> {
    /// The roads in the turn of `seat`.
    pub fn new(state: &'a State, seat: Seat) -> Roads<'a> {
        let range = state.range(seat);
        let map = state.road_map.within(range, || RoadMap::of(state, range));
        Roads { state, range, monumental: state.monumental, map }
    }

    /// The map as it would be with a monument on `at`, for [`Roads::over`].
    pub fn map_with(&self, at: Square) -> RoadMap {
        let monumental = self.monumental | at.bit();
        self.map.with_monument(at, self.range, &self.state.land, monumental)
    }

    /// The roads as they would be on this map, which has a monument on `at`, too.
    pub fn over<'m>(&'m self, map: &'m RoadMap, at: Square) -> Roads<'m> {
        Roads { state: self.state, range: self.range, monumental: self.monumental | at.bit(), map }
    }

    /// What can be walked to from these squares: a monument's or a craftsman's.
    fn walk(&self, source: Squares) -> Squares {
        match self.map.walks.iter().find(|(at, _)| source.contains(*at)) {
            Some((_, walk)) => *walk,
            None => self.state.land.walk(source, self.range, self.monumental),
        }
    }

    /// The ways from a monument on, by its place in the state's list.
    pub fn from_monument(&self, monument: usize) -> &'a Ways {
        let find = || self.from(self.state.monuments[monument].at.bit());
        self.map.from_monuments[monument].get_or_init(find)
    }

    /// The ways from a craftsman on, by its place in the state's list.
    pub fn from_craftsman(&self, craftsman: usize) -> &'a Ways {
        let find = || self.from(self.state.craftsmen[craftsman].tile);
        self.map.from_craftsmen[craftsman].get_or_init(find)
    }

    /// The ways from these squares on: a monument's, a craftsman's or those of one to come.
    pub fn from(&self, source: Squares) -> Ways {
        let mut rings = Vec::with_capacity(8);
        let mut unseen = self.monumental & !source;
        let mut reached = self.walk(source);
        loop {
            rings.push(reached);
            let hubs = reached & unseen;
            if hubs.is_empty() {
                return Ways { source, rings };
            }
            unseen = unseen & !hubs;
            for (_, walk) in self.map.walks.iter().filter(|(at, _)| hubs.contains(*at)) {
                reached |= *walk;
            }
        }
    }

    /// The hubs of a cheapest way to `target`, in order. Where several are as cheap, each hub
    /// is the one that was built first among those that lead on.
    pub fn route(&self, ways: &Ways, target: Squares) -> Option<Vec<Square>> {
        let fewest = ways.hubs(target)?;
        let mut goals = vec![target];
        for ring in (1..=fewest).rev() {
            let last = self.monumental & ways.newly_reached(ring - 1);
            let goal = goals[goals.len() - 1];
            let leading = |(at, walk): &&Walk| last.contains(*at) && walk.meets(goal);
            goals.push(self.map.walks.iter().filter(leading).map(|(at, _)| *at).collect());
        }
        let mut reached = ways.within(0);
        let hubs = goals[1..].iter().rev().map(|&goal| {
            let next = reached & goal;
            let hub = self.map.walks.iter().find(|(at, _)| next.contains(*at));
            hub.map(|(at, walk)| {
                reached = *walk;
                *at
            })
        });
        hubs.collect()
    }

    /// Whether these hubs, used in this order, lead from `source` to `target`.
    pub fn lead(&self, source: Squares, hubs: &[Square], target: Squares) -> bool {
        let mut here = source;
        let mut walk = self.walk(source);
        for &hub in hubs {
            let Some((_, next)) = self.map.walks.iter().find(|(at, _)| *at == hub) else {
                return false;
            };
            if !walk.contains(hub) || here.contains(hub) {
                return false;
            }
            (here, walk) = (hub.bit(), *next);
        }
        walk.meets(target)
    }
}

impl Ways {
    /// All that is reached over at most so many hubs.
    pub fn within(&self, hubs: usize) -> Squares {
        self.rings[hubs.min(self.rings.len() - 1)]
    }

    /// What is reached over so many hubs and no fewer, the source apart.
    fn newly_reached(&self, hubs: usize) -> Squares {
        let before = if hubs > 0 { self.rings[hubs - 1] } else { self.source };
        self.rings[hubs] & !(before | self.source)
    }

    /// Whether a way comes by this square.
    pub fn pass(&self, at: Square) -> bool {
        self.rings.last().is_some_and(|all| all.contains(at))
    }

    /// How many hubs a cheapest way to `target` takes.
    pub fn hubs(&self, target: Squares) -> Option<usize> {
        self.rings.iter().position(|ring| ring.meets(target))
    }
}
