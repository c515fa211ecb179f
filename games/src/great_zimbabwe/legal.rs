//! Every command that a seat may give now.
//!
//! Asks the guards and the lists of `decide/`. For goods it lists each feasible
//! craftsman and resource with a cheapest route; `decide` accepts other routes too.

use super::command::Command;
use super::decide::{self, build, choose, first, kings, place, prices, raise, specialists};
use super::pieces::{Craft, God, Resource, Specialist};
use super::ritual::Ritual;
use super::state::{Action, Pending, Phase, Raise, State, Turning};
use super::tables::{HERD_PAYMENTS, MAX_PRICE, hub_fees};
use crate::rules::Seat;

/// What `seat` may do.
pub fn legal(state: &State, seat: Seat) -> Vec<Command> {
    if decide::asked(state) != Some(seat) {
        return Vec::new();
    }
    match &state.phase {
        Phase::First(_) => {
            first::areas(state).iter().map(|at| Command::PlaceFirstMonument { at }).collect()
        }
        Phase::Kings(bidding) => kings::gifts(state, bidding, seat)
            .map(|cattle| Command::GiveGift { cattle })
            .chain([Command::Pass {}])
            .collect(),
        Phase::Culture(turning) => in_turn(state, seat, turning),
        _ => Vec::new(),
    }
}

fn in_turn(state: &State, seat: Seat, turning: &Turning) -> Vec<Command> {
    let mut list = Vec::new();
    match &turning.pending {
        Pending::Use(specialist) => uses(state, seat, *specialist, &mut list),
        Pending::First(craft) => sites(state, seat, *craft, &mut list),
        Pending::Raise(raise) => purchases(state, seat, raise, &mut list),
        Pending::Nothing => {
            changes(state, seat, &mut list);
            choices(state, seat, turning, &mut list);
            for (specialist, _) in &state.boards[seat].specialists {
                uses(state, seat, *specialist, &mut list);
            }
            if build::guard(state, seat).is_ok() {
                let sites = build::sites(state, seat);
                list.extend(sites.iter().map(|at| Command::BuildMonument { at }));
            }
            if decide::main_action(turning, Action::Place).is_ok() {
                placing(state, seat, &mut list);
            }
            if decide::main_action(turning, Action::Raise).is_ok() {
                raises(state, seat, &mut list);
            }
            list.push(Command::EndTurn {});
        }
    }
    list
}

fn changes(state: &State, seat: Seat, list: &mut Vec<Command>) {
    if !state.adores(seat, God::Dziva) {
        return;
    }
    for &technology in Craft::ALL {
        for price in 1..=MAX_PRICE {
            if prices::change_guard(state, seat, technology, price).is_ok() {
                list.push(Command::ChangePrice { technology, price });
            }
        }
    }
}

fn choices(state: &State, seat: Seat, turning: &Turning, list: &mut Vec<Command>) {
    if turning.chosen {
        return;
    }
    if choose::any_god_guard(state, seat).is_ok() {
        for &god in &state.gods {
            if choose::god_guard(state, seat, god).is_ok() {
                list.push(Command::ChooseGod { god });
            }
        }
    }
    for &specialist in &state.specialists {
        if choose::specialist_guard(state, seat, specialist).is_ok() {
            list.push(Command::ChooseSpecialist { specialist });
        }
    }
}

fn uses(state: &State, seat: Seat, specialist: Specialist, list: &mut Vec<Command>) {
    if specialists::guard(state, seat, specialist).is_err() {
        return;
    }
    match specialist {
        Specialist::RainCeremony => {
            for &lie in super::map::Shape::Oblong.lies() {
                let sites = specialists::rain_sites(state, lie);
                list.extend(sites.iter().map(|at| Command::UseRainCeremony { at, lie }));
            }
        }
        Specialist::Shaman => {
            for &resource in Resource::ALL {
                if state.resource_tiles[resource.index()] > 0 {
                    let squares = state.empty();
                    list.extend(squares.iter().map(|at| Command::UseShaman { resource, at }));
                }
            }
        }
        Specialist::Herd => {
            let own = state.boards[seat].cattle;
            let payments = HERD_PAYMENTS.into_iter().filter(|&cattle| cattle <= own);
            list.extend(payments.map(|cattle| Command::UseHerd { cattle }));
        }
        Specialist::Builder => list.push(Command::UseBuilder {}),
        Specialist::Nomads => list.push(Command::UseNomads {}),
    }
}

fn placing(state: &State, seat: Seat, list: &mut Vec<Command>) {
    for &craft in Craft::ALL {
        if state.boards[seat].technologies[craft.index()].is_some() {
            sites(state, seat, craft, list);
            for price in 2..=MAX_PRICE {
                if prices::raise_guard(state, seat, craft, price).is_ok() {
                    list.push(Command::RaisePrice { technology: craft, price });
                }
            }
        } else if place::take_guard(state, seat, craft).is_ok() {
            let prices = 1..=MAX_PRICE;
            list.extend(prices.map(|price| Command::TakeTechnology { technology: craft, price }));
        }
    }
}

fn sites(state: &State, seat: Seat, craftsman: Craft, list: &mut Vec<Command>) {
    if place::guard(state, seat, craftsman).is_err() {
        return;
    }
    for (lie, sites) in place::sites(state, seat, craftsman) {
        list.extend(sites.iter().map(|at| Command::PlaceCraftsman { craftsman, at, lie }));
    }
}

fn raises(state: &State, seat: Seat, list: &mut Vec<Command>) {
    let ritual = Ritual::new(state, seat);
    for monument in state.monuments.iter().filter(|monument| monument.owner == seat) {
        if raise::begin_guard(state, seat, &ritual, monument.at).is_ok() {
            list.push(Command::BeginRaise { monument: monument.at });
        }
    }
}

fn purchases(state: &State, seat: Seat, raising: &Raise, list: &mut Vec<Command>) {
    let ritual = Ritual::new(state, seat);
    let completion = ritual.completion(raising.monument);
    let Some(ways) = ritual.ways_from(raising.monument) else { return };
    for (index, seller) in state.craftsmen.iter().enumerate() {
        let primary = raise::primary_guard(state, raising, index).ok();
        let (route, rest) = match primary {
            Some(secondary) => {
                let ways = ritual.roads().from_craftsman(secondary);
                (ritual.roads().route(ways, seller.tile), raise::rest_after_primary(raising))
            }
            None if raise::good_guard(state, seat, raising, index).is_ok() => {
                let route = ritual.roads().route(ways, seller.tile);
                (route, raise::rest_after_good(state, raising, index))
            }
            None => continue,
        };
        let Some(hubs) = route else { continue };
        let cost = ritual.price(index) + hub_fees(hubs.len());
        for resource_at in ritual.supplies(index) {
            if raise::completes(state, seat, &completion, &rest, resource_at, cost).is_err() {
                continue;
            }
            let (craftsman_at, hubs) = (seller.at, hubs.clone());
            list.push(match primary {
                Some(_) => Command::BuyPrimary { craftsman_at, resource_at, hubs },
                None => Command::BuyGood { craftsman_at, resource_at, hubs },
            });
        }
    }
}

/// The least intrusive legal command: pass, end the turn, or go on as cheaply as
/// the list allows.
pub fn caretake(state: &State, seat: Seat) -> Option<Command> {
    if decide::asked(state) != Some(seat) {
        return None;
    }
    match &state.phase {
        Phase::Kings(_) => return Some(Command::Pass {}),
        Phase::Culture(Turning { pending: Pending::Nothing, .. }) => {
            return Some(Command::EndTurn {});
        }
        _ => {}
    }
    legal(state, seat).into_iter().min_by_key(|command| match command {
        Command::BuyGood { hubs, .. } | Command::BuyPrimary { hubs, .. } => hubs.len(),
        _ => 0,
    })
}
