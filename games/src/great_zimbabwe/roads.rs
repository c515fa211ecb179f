//! Ways over hubs: from a monument to craftsmen, from a secondary craftsman to
//! its primary ones.
//!
//! A walk ends on any monument; from there it goes on only by paying that
//! monument as a hub (rulebook, Hubs; rulings hub-stop, hub-own, hub-origin).
//! How far one can walk from each monument is remembered while the map stays as it is.

use super::squares::{Square, Squares};
use super::state::State;
use super::tables::RANGE;
use crate::rules::Seat;
use std::sync::{Arc, OnceLock};

/// A monument, and what can be walked to from it.
type Walk = (Square, Squares);

/// How far one can walk from each monument, in the order in which they were built: found out
/// when first asked for, and shared by all copies of a state until the map changes. It follows
/// from the rest of a state, so it tells no two of them apart.
#[derive(Clone, Debug, Default)]
pub struct Walks(Arc<[OnceLock<Vec<Walk>>; 2]>);

impl PartialEq for Walks {
    fn eq(&self, _: &Walks) -> bool {
        true
    }
}
impl Eq for Walks {}

impl Walks {
    /// To be called whenever a monument is built or the land changes its water.
    pub fn forget(&mut self) {
        *self = Walks::default();
    }

    /// The walks of the usual range, or of the one of Eshu's worshipper.
    fn within(&self, range: u8, find: impl FnOnce() -> Vec<Walk>) -> &[Walk] {
        self.0[usize::from(range != RANGE)].get_or_init(find)
    }
}

/// How far one can walk from each monument in somebody's turn.
#[derive(Debug)]
pub struct Roads<'a> {
    state: &'a State,
    range: u8,
    /// By monument, in the order in which they were built.
    walks: &'a [Walk],
}

/// All places reached from one source, a ring for each hub more on the way.
#[derive(Debug)]
pub struct Ways {
    rings: Vec<Ring>,
}

/// The places reached over so many hubs or fewer.
#[derive(Debug)]
struct Ring {
    /// The monuments that are the last of so many hubs on a shortest way.
    hubs: Squares,
    reached: Squares,
}

impl<'a> Roads<'a> {
    /// The roads in the turn of `seat`.
    pub fn new(state: &'a State, seat: Seat) -> Roads<'a> {
        let range = state.range(seat);
        let walk = |at: Square| (at, state.land.walk(at.bit(), range, state.monumental));
        let find = || state.monuments.iter().map(|monument| walk(monument.at)).collect();
        Roads { state, range, walks: state.walks.within(range, find) }
    }

    /// What can be walked to from these squares: a monument's or a craftsman's.
    fn walk(&self, source: Squares) -> Squares {
        match self.walks.iter().find(|(at, _)| source.contains(*at)) {
            Some((_, walk)) => *walk,
            None => self.state.land.walk(source, self.range, self.state.monumental),
        }
    }

    /// The ways from these squares on: a monument's or a craftsman's.
    pub fn from(&self, source: Squares) -> Ways {
        let mut rings = Vec::with_capacity(8);
        let mut unseen = self.state.monumental & !source;
        let (mut hubs, mut reached) = (Squares::NONE, self.walk(source));
        loop {
            rings.push(Ring { hubs, reached });
            hubs = reached & unseen;
            if hubs.is_empty() {
                return Ways { rings };
            }
            unseen = unseen & !hubs;
            let walks = self.walks.iter().filter(|(at, _)| hubs.contains(*at));
            reached = walks.fold(reached, |reached, (_, walk)| reached | *walk);
        }
    }

    /// The hubs of a cheapest way to `target`, in order. Where several are as cheap, each hub
    /// is the one that was built first among those that lead on.
    pub fn route(&self, ways: &Ways, target: Squares) -> Option<Vec<Square>> {
        let fewest = ways.hubs(target)?;
        let mut goals = vec![target];
        for ring in ways.rings[1..=fewest].iter().rev() {
            let goal = goals[goals.len() - 1];
            let leading = |(at, walk): &&Walk| ring.hubs.contains(*at) && walk.meets(goal);
            goals.push(self.walks.iter().filter(leading).map(|(at, _)| *at).collect());
        }
        let mut reached = ways.rings[0].reached;
        let hubs = goals[1..].iter().rev().map(|&goal| {
            let next = reached & goal;
            let hub = self.walks.iter().find(|(at, _)| next.contains(*at));
            hub.map(|(at, walk)| {
                reached = *walk;
                *at
            })
        });
        hubs.collect()
    }

    /// Every square from which one of `targets` can be reached, over any number of
    /// hubs (ruling secondary-hub-count).
    pub fn zone(&self, targets: Squares) -> Squares {
        self.from(targets).within(usize::MAX)
    }

    /// Whether these hubs, used in this order, lead from `source` to `target`.
    pub fn lead(&self, source: Squares, hubs: &[Square], target: Squares) -> bool {
        let mut here = source;
        let mut walk = self.walk(source);
        for &hub in hubs {
            let Some((_, next)) = self.walks.iter().find(|(at, _)| *at == hub) else {
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
        self.rings[hubs.min(self.rings.len() - 1)].reached
    }

    /// How many hubs a cheapest way to `target` takes.
    pub fn hubs(&self, target: Squares) -> Option<usize> {
        self.rings.iter().position(|ring| ring.reached.meets(target))
    }
}
