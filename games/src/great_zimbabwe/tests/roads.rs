//! Laws of ranges and of ways over hubs, at positions of random matches: what is remembered, and
//! which of several ways is found.

use super::super::GreatZimbabwe;
use super::super::map::Land;
use super::super::pieces::God;
use super::super::remembered::Remembered;
use super::super::ritual::Ritual;
use super::super::roads::Roads;
use super::super::squares::{Square, Squares};
use super::super::state::State;
use super::super::tables::{ESHU_RANGE, RANGE};
use crate::rules::chance::{Chance, Seeded};
use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::{Draft, Game, Seat, Turn};
use std::sync::Arc;

/// Looks at every position of a random match of each number of seats. It is the state itself that
/// is looked at, so that the next step finds what was remembered by then.
fn in_random_matches(mut look: impl FnMut(&mut State, &str)) {
    for seats in 2..=5 {
        let played = whole_match::<GreatZimbabwe>(&Default::default(), seats, 11, Closeness::FAST);
        let mut state = GreatZimbabwe::begin(&played.setup);
        for (step, (_, _, events)) in played.steps.iter().enumerate() {
            look(&mut state, &format!("{seats} seats, step {step}"));
            events.iter().for_each(|event| GreatZimbabwe::evolve(&mut state, event));
        }
    }
}

/// Looks at it with Eshu adored by the first seat alone, so that both ranges count.
fn with_eshu(state: &mut State, look: impl FnOnce(&State)) {
    let boards = state.boards.clone();
    for seat in state.seats().collect::<Vec<_>>() {
        state.boards[seat].god = (seat == Seat(0)).then_some(God::Eshu);
    }
    look(state);
    state.boards = boards;
}

/// Everything remembered of a map is what follows from it.
fn is_true_to_its_map(state: &mut State, place: &str) {
    with_eshu(state, |state| {
        for (seat, range) in [(Seat(0), ESHU_RANGE), (Seat(1), RANGE)] {
            let roads = Roads::new(state, seat);
            let forgotten = State { road_map: Remembered::default(), ..state.clone() };
            let (anew, ritual) = (Roads::new(&forgotten, seat), Ritual::new(state, seat));
            for (index, monument) in state.monuments.iter().enumerate() {
                let walk = state.land.walk(monument.at.bit(), range, state.monumental);
                let remembered = roads.from_monument(index);
                assert_eq!(remembered.within(0), walk, "{place}: from {}", monument.at);
                let found = anew.from(monument.at.bit());
                assert_eq!(*remembered, found, "{place}: from {}", monument.at);
            }
            for (index, craftsman) in state.craftsmen.iter().enumerate() {
                let found = anew.from(craftsman.tile);
                assert_eq!(*roads.from_craftsman(index), found, "{place}: from {craftsman:?}");
            }
            for (index, resources) in state.land.resources.iter().enumerate() {
                let supplies = state.land.supplies(range).iter();
                let same = supplies.filter(|supply| supply.resource.index() == index);
                let squares: Squares = same.map(|supply| supply.at).collect();
                assert_eq!(squares, *resources, "{place}");
            }
            for supply in state.land.supplies(range) {
                let zone = state.land.within(supply.at.bit(), range);
                assert_eq!(supply.zone, zone, "{place}: around {}", supply.at);
                let craftsmen = state.craftsmen.iter().enumerate();
                let users =
                    craftsmen.filter(|(_, one)| one.craft.row().resource == supply.resource);
                for (index, craftsman) in users {
                    let reached = ritual.reaches(index, supply.at);
                    assert_eq!(reached, zone.meets(craftsman.tile), "{place}: {craftsman:?}");
                }
            }
        }
    });
}

/// The same state, which remembers nothing: its land is laid anew, tile by tile.
fn forgetful(state: &State) -> State {
    let mut land = Land::of(&state.tiles);
    state.rained.iter().for_each(|&squares| land.rain(squares));
    state.conjured.iter().for_each(|&(resource, at)| land.add_resource(resource, at));
    let (reach, road_map) = (Remembered::default(), Remembered::default());
    State { land: Arc::new(land), reach, road_map, ..state.clone() }
}

#[test]
fn whoever_remembers_nothing_may_do_the_same() {
    in_random_matches(|state, place| {
        with_eshu(state, |state| {
            let forgetful = forgetful(state);
            assert_eq!(forgetful.land, state.land, "{place}");
            for seat in state.seats() {
                // From here on all copies share what is remembered.
                Ritual::new(state, seat);
                let legal = |state: &State| GreatZimbabwe::legal(&state.as_if_turn(seat), seat);
                assert_eq!(legal(state), legal(&forgetful), "{place}: {seat}");
            }
        });
    });
}

#[test]
fn what_is_remembered_is_what_follows_from_the_map_as_it_is() {
    in_random_matches(is_true_to_its_map);
}

#[test]
fn what_one_copy_of_a_state_remembers_is_nothing_to_another_that_went_another_way() {
    let mut chance = Seeded::new(5);
    let mut copies = 0;
    in_random_matches(|state, place| {
        if chance.below(8) > 0 {
            return;
        }
        let mut copy = state.clone();
        for _ in 0..12 {
            let Turn::Awaiting(awaited) = GreatZimbabwe::turn(&copy) else { break };
            let seat = awaited[0];
            let legal = GreatZimbabwe::legal(&copy, seat);
            let command = &legal[chance.below(legal.len() as u32) as usize];
            let mut draft = Draft::<GreatZimbabwe>::new(copy);
            GreatZimbabwe::decide(&mut draft, seat, command, &mut chance).expect("it is legal");
            (copy, _) = draft.finish();
            is_true_to_its_map(&mut copy, place);
        }
        copies += 1;
        is_true_to_its_map(state, place);
    });
    assert!(copies > 50, "{copies} copies");
}

#[test]
fn a_craftsman_reaches_the_resources_in_whose_zone_it_lies() {
    in_random_matches(|state, place| {
        for range in [RANGE, ESHU_RANGE] {
            for craftsman in &state.craftsmen {
                let reach = state.land.within(craftsman.tile, range);
                for supply in state.land.supplies(range) {
                    let lies = supply.zone.meets(craftsman.tile);
                    assert_eq!(lies, reach.contains(supply.at), "{place}: {craftsman:?}");
                }
            }
        }
    });
}

/// The route to `target` over the fewest hubs, found hub by hub.
fn hub_by_hub(state: &State, range: u8, from: Squares, target: Squares) -> Option<Vec<Square>> {
    let walk = |from: Squares| state.land.walk(from, range, state.monumental);
    let (mut seen, mut routes, mut at) = (from, vec![(Vec::new(), walk(from))], 0);
    while let Some((route, reached)) = routes.get(at).cloned() {
        if reached.meets(target) {
            return Some(route);
        }
        for hub in state.monuments.iter().map(|monument| monument.at) {
            if reached.contains(hub) && !seen.contains(hub) {
                seen.insert(hub);
                routes.push(([route.clone(), vec![hub]].concat(), walk(hub.bit())));
            }
        }
        at += 1;
    }
    None
}

#[test]
fn a_route_goes_over_the_fewest_hubs_and_over_those_built_first() {
    let (mut routes, mut longest) = (0, 0);
    in_random_matches(|state, place| {
        if !state.used.is_empty() {
            let roads = Roads::new(state, Seat(0));
            let monuments = state.monuments.iter().map(|monument| monument.at.bit());
            let tiles = || state.craftsmen.iter().map(|craftsman| craftsman.tile);
            for source in monuments.chain(tiles()) {
                let ways = roads.from(source);
                for tile in tiles().filter(|tile| *tile != source) {
                    let route = hub_by_hub(state, state.range(Seat(0)), source, tile);
                    assert_eq!(ways.hubs(tile), route.as_ref().map(Vec::len), "{place}");
                    routes += usize::from(route.is_some());
                    longest = longest.max(route.as_ref().map_or(0, Vec::len));
                    assert_eq!(roads.route(&ways, tile), route, "{place}: {source:?} {tile:?}");
                }
            }
        }
    });
    assert!(routes > 1_000 && longest > 2, "{routes} routes, the longest over {longest} hubs");
}
