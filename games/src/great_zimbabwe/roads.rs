//! Ways over hubs: from a monument to craftsmen, from a secondary craftsman to
//! its primary ones.
//!
//! A walk ends on any monument; from there it goes on only by paying that
//! monument as a hub (rulebook, Hubs; rulings hub-stop, hub-own, hub-origin).
//! Computed once for a question of `legal` or `decide`: one walk a monument.

use super::squares::{Square, Squares};
use super::state::State;
use crate::rules::Seat;

/// How far one can walk from each monument.
#[derive(Debug)]
pub struct Roads<'a> {
    state: &'a State,
    range: u8,
    /// By monument, in the order in which they were built.
    walks: Vec<(Square, Squares)>,
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
        let walks = state
            .monuments
            .iter()
            .map(|m| (m.at, state.land.walk(m.at.bit(), range, state.monumental)))
            .collect();
        Roads { state, range, walks }
    }

    /// What can be walked to from these squares: a monument's or a craftsman's.
    fn walk(&self, source: Squares) -> Squares {
        self.state.land.walk(source, self.range, self.state.monumental)
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
            let leading =
                |(at, walk): &&(Square, Squares)| ring.hubs.contains(*at) && walk.meets(goal);
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
        self.from(targets).rings.last().map_or(Squares::NONE, |ring| ring.reached)
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
    /// How many hubs a cheapest way to `target` takes.
    pub fn hubs(&self, target: Squares) -> Option<usize> {
        self.rings.iter().position(|ring| ring.reached.meets(target))
    }
}
