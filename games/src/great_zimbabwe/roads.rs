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
    walks: Vec<(Square, Squares)>,
}

/// All places reached from one source, nearest in hubs first.
#[derive(Debug)]
pub struct Ways {
    direct: Squares,
    /// Hubs in the order they are reached, with the place in this list of the hub before.
    hubs: Vec<(Square, Squares, Option<usize>)>,
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

    /// The ways from these squares on: a monument's or a craftsman's.
    pub fn from(&self, source: Squares) -> Ways {
        let direct = self.state.land.walk(source, self.range, self.state.monumental);
        let mut ways = Ways { direct, hubs: Vec::new() };
        let mut seen = source;
        let mut open = |ways: &mut Ways, reached: Squares, before: Option<usize>| {
            let found = reached & self.state.monumental & !seen;
            if found.is_empty() {
                return;
            }
            seen |= found;
            for &(at, walk) in self.walks.iter().filter(|(at, _)| found.contains(*at)) {
                ways.hubs.push((at, walk, before));
            }
        };
        open(&mut ways, direct, None);
        let mut at = 0;
        while at < ways.hubs.len() {
            let reached = ways.hubs[at].1;
            open(&mut ways, reached, Some(at));
            at += 1;
        }
        ways
    }

    /// Every square from which one of `targets` can be reached, over any number of
    /// hubs (ruling secondary-hub-count).
    pub fn zone(&self, targets: Squares) -> Squares {
        let ways = self.from(targets);
        ways.hubs.iter().fold(ways.direct, |zone, (_, walk, _)| zone | *walk)
    }

    /// Whether these hubs, used in this order, lead from `source` to `target`.
    pub fn lead(&self, source: Squares, hubs: &[Square], target: Squares) -> bool {
        let mut here = source;
        let mut walk = self.state.land.walk(source, self.range, self.state.monumental);
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
    /// The hubs of a cheapest way to `target`, in order.
    pub fn to(&self, target: Squares) -> Option<Vec<Square>> {
        if self.direct.meets(target) {
            return Some(Vec::new());
        }
        let mut at = self.hubs.iter().position(|(_, walk, _)| walk.meets(target))?;
        let mut route = vec![self.hubs[at].0];
        while let Some(before) = self.hubs[at].2 {
            route.push(self.hubs[before].0);
            at = before;
        }
        route.reverse();
        Some(route)
    }
}
