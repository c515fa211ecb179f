//! Main action: taking technologies and placing craftsmen.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::{Craft, God, Lie, Specialist, one};
use super::super::roads::Roads;
use super::super::squares::{Square, Squares};
use super::super::state::{Action, Board, Pending, State};
use super::super::tables::*;
use super::{Guard, afford, choose, due, free_turn, main_action, prices, turn};
use crate::rules::{Draft, Refusal, Seat};

/// The printed VR of each technology card of a board.
pub fn technology_vr(board: &Board) -> impl Iterator<Item = i16> + '_ {
    Craft::ALL.iter().filter_map(|craft| {
        let card = board.technologies[craft.index()]?;
        Some(craft.row().vr[card.copy as usize - 1])
    })
}

/// By how much the VR of `seat` would rise with the next card of a technology that
/// still has one; 0 where none is left.
pub fn next_card_vr(state: &State, seat: Seat, technology: Craft) -> i16 {
    match technology.row().vr.get(state.copies_taken(technology)) {
        Some(_) if state.adores(seat, God::Gu) => GU_VR,
        Some(&vr) => vr,
        None => 0,
    }
}

/// The copy that `seat` gets and its new VR when it takes this technology.
pub fn take_guard(state: &State, seat: Seat, technology: Craft) -> Guard<(u8, i16)> {
    let turning = free_turn(state, seat)?;
    main_action(turning, Action::Place)?;
    let board = &state.boards[seat];
    if board.technologies[technology.index()].is_some() {
        return Err(Refusal::new(
            "technology_owned",
            "You own this technology; nobody may hold both cards.",
            "rulebook, Technology; ruling tech-with-building",
        ));
    }
    let taken = state.copies_taken(technology);
    if taken == CARDS_PER_TECHNOLOGY {
        return Err(Refusal::new(
            "technology_gone",
            "Both cards of this technology are taken.",
            "rulebook, Technology",
        ));
    }
    let vr = board.vr + next_card_vr(state, seat, technology);
    choose::vr_allowed(vr)?;
    craft_guard(state, seat, technology)?;
    if sites(state, seat, technology).iter().all(|(_, sites)| sites.is_empty()) {
        return Err(Refusal::new(
            "no_room",
            format!(
                "There is no place for {}; a technology is taken only with a craftsman.",
                one(technology.name())
            ),
            "rulebook, Technology",
        ));
    }
    Ok((taken as u8 + 1, vr))
}

/// Takes a technology card.
pub fn take(draft: &mut Draft<GreatZimbabwe>, seat: Seat, technology: Craft, price: u8) -> Guard {
    let (copy, vr) = take_guard(draft.state(), seat, technology)?;
    prices::marked(price)?;
    draft.emit(Event::TechnologyTaken { seat, technology, copy, price, vr });
    Ok(())
}

/// What does not depend on the place: tiles, cattle, the first-primary rule.
fn craft_guard(state: &State, seat: Seat, craft: Craft) -> Guard {
    if state.count(craft) >= CRAFTSMAN_TILES {
        return Err(Refusal::new(
            "craftsmen_run_out",
            format!("All {CRAFTSMAN_TILES} tiles of the {} are on the map.", craft.name()),
            "rulebook, Only 3 craftsmen per type",
        ));
    }
    afford(state, seat, craft.row().cost, "rulebook, Costs")?;
    let pioneered =
        |primary| state.turning(seat).is_some_and(|turning| turning.pioneered.contains(&primary));
    if craft.row().primary.is_some_and(pioneered) {
        return Err(Refusal::new(
            "first_primary_this_turn",
            "You placed the first primary craftsman of this kind this turn; the secondary one \
             must wait.",
            "rulebook, Building secondary craftsmen; ruling first-secondary",
        ));
    }
    Ok(())
}

/// Whether `seat` may place such a craftsman, wherever there is a place.
pub fn guard(state: &State, seat: Seat, craft: Craft) -> Guard {
    let turning = turn(state, seat)?;
    match &turning.pending {
        Pending::Nothing => {}
        Pending::First(taken) if *taken == craft => {}
        pending => return Err(due(pending)),
    }
    main_action(turning, Action::Place)?;
    if state.boards[seat].technologies[craft.index()].is_none() {
        return Err(Refusal::new(
            "technology_missing",
            format!("Take the technology of the {} first.", craft.name()),
            "rulebook, Technology",
        ));
    }
    craft_guard(state, seat, craft)
}

/// Every square within range of a resource that no craftsman of this type can
/// reach (ruling unclaimed-resource; under Eshu by range 6, ruling eshu).
fn unclaimed_zone(state: &State, seat: Seat, craft: Craft) -> Squares {
    let tiles = tiles(state, craft);
    let supplies = state.land.supplies(state.range(seat)).iter();
    let wanted = supplies.filter(|supply| supply.resource == craft.row().resource);
    let unclaimed = wanted.filter(|supply| !supply.zone.meets(tiles));
    unclaimed.fold(Squares::NONE, |zone, supply| zone | supply.zone)
}

/// Every square from which a secondary craftsman reaches a primary one, over any
/// number of hubs (ruling secondary-hub-count).
fn primary_zone(state: &State, seat: Seat, primary: Craft) -> Squares {
    let craftsmen = state.craftsmen.iter().enumerate();
    let primaries = craftsmen.filter(|(_, other)| other.craft == primary);
    let roads = Roads::new(state, seat);
    let zones = primaries.map(|(index, _)| roads.from_craftsman(index).within(usize::MAX));
    zones.fold(Squares::NONE, |all, zone| all | zone)
}

/// The squares of all craftsmen of a type.
fn tiles(state: &State, craft: Craft) -> Squares {
    let same = state.craftsmen.iter().filter(|other| other.craft == craft);
    same.fold(Squares::NONE, |tiles, other| tiles | other.tile)
}

/// Where such a craftsman's tile may begin, for each way it may lie.
pub fn sites(state: &State, seat: Seat, craft: Craft) -> Vec<(Lie, Squares)> {
    let shape = craft.shape();
    let empty = state.empty();
    let resources = unclaimed_zone(state, seat, craft);
    let primaries = craft.row().primary.map(|primary| primary_zone(state, seat, primary));
    let lies = shape.lies().iter();
    lies.map(|&lie| {
        let mut sites = shape.fitting(lie, empty) & shape.touching(lie, resources);
        if let Some(zone) = primaries {
            sites = sites & shape.touching(lie, zone);
        }
        (lie, sites)
    })
    .collect()
}

fn why_not(state: &State, seat: Seat, craft: Craft, at: Square, lie: Lie) -> Refusal {
    let shape = craft.shape();
    if !shape.lies().contains(&lie) {
        return Refusal::new(
            "square_tile",
            "This craftsman's tile is two by two; it lies across.",
            "rulebook, Location",
        );
    }
    if !shape.fitting(lie, state.empty()).contains(at) {
        return Refusal::new(
            "not_empty",
            "The whole tile must lie on empty land.",
            "rulebook, Location",
        );
    }
    let zone = unclaimed_zone(state, seat, craft);
    if !shape.touching(lie, zone).contains(at) {
        return Refusal::new(
            "no_unclaimed_resource",
            format!(
                "No {} lies in range that is out of reach of every other {}.",
                craft.row().resource.name(),
                craft.name()
            ),
            "rulebook, Available input resources",
        );
    }
    Refusal::new(
        "primary_out_of_reach",
        "A secondary craftsman must reach its primary one, over hubs if need be.",
        "rulebook, Building secondary craftsmen; ruling secondary-hub-count",
    )
}

/// Places a craftsman.
pub fn place(
    draft: &mut Draft<GreatZimbabwe>,
    seat: Seat,
    craftsman: Craft,
    at: Square,
    lie: Lie,
) -> Guard {
    let state = draft.state();
    guard(state, seat, craftsman)?;
    let sites = sites(state, seat, craftsman);
    if !sites.iter().any(|(way, sites)| *way == lie && sites.contains(at)) {
        return Err(why_not(state, seat, craftsman, at, lie));
    }
    let row = craftsman.row();
    let builder = state.turning(seat).is_some_and(|turn| turn.used.contains(&Specialist::Builder));
    let to_builder = if builder { BUILDER_SHARE.min(row.cost) } else { 0 };
    let to_stock = row.cost - to_builder;
    let vp = row.vp as u8;
    draft.emit(Event::CraftsmanPlaced { seat, craftsman, at, lie, to_stock, to_builder, vp });
    Ok(())
}
