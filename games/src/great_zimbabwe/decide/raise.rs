//! Main action: raising monuments, good by good.
//!
//! A raise is begun only when it can be completed, and every purchase leaves it
//! so; `ritual.rs` answers that.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::pieces::{God, one};
use super::super::ritual::{Completion, Need, Ritual};
use super::super::squares::Square;
use super::super::state::{Action, Pending, Raise, State};
use super::super::tables::{MAX_LEVEL, MONUMENT_VP, hub_fees};
use super::{Guard, afford, free_turn, main_action, turn};
use crate::rules::{Draft, Refusal, Seat};

const PLACE: &str = "rulebook, Raising monuments";

/// Whether `seat` may begin to raise this monument.
pub fn begin_guard(state: &State, seat: Seat, ritual: &Ritual, at: Square) -> Guard<u8> {
    let turning = free_turn(state, seat)?;
    main_action(turning, Action::Raise)?;
    let monument =
        state.monument(at).filter(|monument| monument.owner == seat).ok_or_else(|| {
            Refusal::new(
                "not_your_monument",
                format!("No monument of yours stands on {at}."),
                PLACE,
            )
        })?;
    if monument.level >= MAX_LEVEL {
        return Err(Refusal::new("level_five", "A monument of level 5 is complete.", PLACE));
    }
    if turning.raised.contains(&at) {
        return Err(Refusal::new(
            "raised_this_turn",
            "Each monument rises one level a turn.",
            "rulebook, Raising monuments; ruling raise-once",
        ));
    }
    let need = Need { monument: at, goods: monument.level, families: vec![], waiting: None };
    if !ritual.possible(&need, state.boards[seat].cattle) {
        return Err(Refusal::new(
            "goods_out_of_reach",
            match monument.level {
                1 => "The ritual good for this monument cannot be had with your cattle, the \
                      craftsmen in reach and the resources left."
                    .to_owned(),
                goods => format!(
                    "The {goods} ritual goods for this monument cannot be had with your cattle, the \
                     craftsmen in reach and the resources left."
                ),
            },
            "rulebook, Required ritual goods",
        ));
    }
    Ok(monument.level)
}

/// Begins to raise a monument.
pub fn begin(draft: &mut Draft<GreatZimbabwe>, seat: Seat, monument: Square) -> Guard {
    let state = draft.state();
    let goods = begin_guard(state, seat, &Ritual::new(state, seat), monument)?;
    draft.emit(Event::RaiseBegun { seat, monument, goods });
    Ok(())
}

/// The raise that `seat` has begun.
pub fn begun(state: &State, seat: Seat) -> Guard<&Raise> {
    match &turn(state, seat)?.pending {
        Pending::Raise(raise) => Ok(raise),
        _ => Err(Refusal::new("no_raise_begun", "Begin to raise a monument first.", PLACE)),
    }
}

/// Whether this craftsman's good may be the next one.
pub fn good_guard(state: &State, seat: Seat, raise: &Raise, seller: usize) -> Guard {
    if raise.waiting.is_some() {
        return Err(Refusal::new(
            "primary_due",
            "First buy the primary good that the secondary craftsman waits for.",
            "rulebook, Using secondary craftsmen",
        ));
    }
    let craft = state.craftsmen[seller].craft;
    if !state.serves_rituals(craft) {
        return Err(Refusal::new(
            "good_replaced",
            format!(
                "Since a secondary craftsman is on the map, no {} serves in a ritual.",
                craft.row().good
            ),
            "rulebook, Secondary vs. primary ritual goods",
        ));
    }
    if raise.families.contains(&craft.row().family) && !state.adores(seat, God::TsuiGoab) {
        return Err(Refusal::new(
            "good_repeated",
            "The goods for one raise must all differ.",
            "rulebook, Required ritual goods; ruling distinct-family",
        ));
    }
    Ok(())
}

/// Whether this craftsman supplies the secondary one that waits; its place in the list.
pub fn primary_guard(state: &State, raise: &Raise, seller: usize) -> Guard<usize> {
    let waiting = raise.waiting.and_then(|at| state.craftsmen.iter().position(|c| c.at == at));
    let Some(secondary) = waiting else {
        return Err(Refusal::new(
            "no_primary_due",
            "No secondary craftsman waits for a primary good.",
            "rulebook, Using secondary craftsmen",
        ));
    };
    if state.craftsmen[secondary].craft.row().primary != Some(state.craftsmen[seller].craft) {
        return Err(Refusal::new(
            "wrong_primary",
            format!(
                "The {} does not work on the goods of {}.",
                state.craftsmen[secondary].craft.name(),
                one(state.craftsmen[seller].craft.name())
            ),
            "rulebook, Using secondary craftsmen",
        ));
    }
    Ok(secondary)
}

fn supply_guard(ritual: &Ritual, seller: usize, resource: Square) -> Guard {
    let place = "rulebook, Resource use";
    if !ritual.reaches(seller, resource) {
        return Err(Refusal::new(
            "resource_out_of_reach",
            format!("The craftsman does not reach such a resource on {resource}."),
            place,
        ));
    }
    if !ritual.supplies(seller).any(|at| at == resource) {
        return Err(Refusal::new(
            "resource_used",
            format!("The resource on {resource} is used up this round."),
            place,
        ));
    }
    Ok(())
}

/// Whether the raise can be completed after this purchase.
pub fn completes(
    state: &State,
    seat: Seat,
    completion: &Completion,
    rest: &Need,
    resource: Square,
    cost: u16,
) -> Guard {
    afford(state, seat, cost, "rulebook, Obtaining ritual goods")?;
    if completion.possible(rest, resource, state.boards[seat].cattle - cost) {
        return Ok(());
    }
    Err(Refusal::new(
        "raise_would_stall",
        "After this purchase the raise could not be completed; choose another craftsman, \
         resource or route.",
        PLACE,
    ))
}

/// What is left to buy once this good is bought.
pub fn rest_after_good(state: &State, raise: &Raise, seller: usize) -> Need {
    let craftsman = &state.craftsmen[seller];
    let mut families = raise.families.clone();
    families.push(craftsman.craft.row().family);
    let waiting = craftsman.craft.row().primary.map(|_| craftsman.at);
    Need { monument: raise.monument, goods: raise.goods.saturating_sub(1), families, waiting }
}

/// What is left to buy once the primary good is bought.
pub fn rest_after_primary(raise: &Raise) -> Need {
    Need {
        monument: raise.monument,
        goods: raise.goods,
        families: raise.families.clone(),
        waiting: None,
    }
}

fn seller(state: &State, at: Square) -> Guard<usize> {
    state.craftsmen.iter().position(|craftsman| craftsman.at == at).ok_or_else(|| {
        Refusal::new(
            "no_such_craftsman",
            format!("No craftsman's tile begins on {at}; name its upper left square."),
            "rulebook, Obtaining ritual goods",
        )
    })
}

fn broken_route() -> Refusal {
    Refusal::new(
        "route_broken",
        "These hubs do not lead to the craftsman: each step on the way must be in range, and a \
         monument passed through must be used as a hub.",
        "rulebook, Hubs",
    )
}

/// Buys the next ritual good.
pub fn buy_good(
    draft: &mut Draft<GreatZimbabwe>,
    seat: Seat,
    craftsman_at: Square,
    resource_at: Square,
    hubs: &[Square],
) -> Guard {
    let state = draft.state();
    let raise = begun(state, seat)?;
    let seller = seller(state, craftsman_at)?;
    good_guard(state, seat, raise, seller)?;
    let ritual = Ritual::new(state, seat);
    supply_guard(&ritual, seller, resource_at)?;
    let owner = state.craftsmen[seller].owner;
    if !ritual.roads().lead(raise.monument.bit(), hubs, state.craftsmen[seller].tile) {
        return Err(broken_route());
    }
    let price = ritual.price(seller);
    let cost = price.saturating_add(hub_fees(hubs.len()));
    let completion = ritual.completion(raise.monument);
    let rest = rest_after_good(state, raise, seller);
    completes(state, seat, &completion, &rest, resource_at, cost)?;
    let hubs_to = state.worshipper(God::Qamata).filter(|_| !hubs.is_empty());
    let hubs = hubs.to_vec();
    draft.emit(Event::GoodBought { seat, craftsman_at, owner, price, resource_at, hubs, hubs_to });
    complete(draft, seat);
    Ok(())
}

/// Buys the primary good that a secondary craftsman waits for.
pub fn buy_primary(
    draft: &mut Draft<GreatZimbabwe>,
    seat: Seat,
    craftsman_at: Square,
    resource_at: Square,
    hubs: &[Square],
) -> Guard {
    let state = draft.state();
    let raise = begun(state, seat)?;
    let seller = seller(state, craftsman_at)?;
    let secondary = primary_guard(state, raise, seller)?;
    let ritual = Ritual::new(state, seat);
    supply_guard(&ritual, seller, resource_at)?;
    let (from, to) = (state.craftsmen[secondary].tile, state.craftsmen[seller].tile);
    if !ritual.roads().lead(from, hubs, to) {
        return Err(broken_route());
    }
    let owner = state.craftsmen[seller].owner;
    let price = ritual.price(seller);
    let cost = price.saturating_add(hub_fees(hubs.len()));
    let completion = ritual.completion(raise.monument);
    let rest = rest_after_primary(raise);
    completes(state, seat, &completion, &rest, resource_at, cost)?;
    let hubs_to = state.worshipper(God::Qamata).filter(|_| !hubs.is_empty());
    let hubs = hubs.to_vec();
    draft.emit(Event::PrimaryBought {
        seat,
        craftsman_at,
        owner,
        price,
        resource_at,
        hubs,
        hubs_to,
    });
    complete(draft, seat);
    Ok(())
}

/// Raises the monument once all goods are there.
fn complete(draft: &mut Draft<GreatZimbabwe>, seat: Seat) {
    let state = draft.state();
    let Ok(Raise { monument, goods: 0, waiting: None, .. }) = begun(state, seat) else { return };
    let at = *monument;
    let Some(monument) = state.monument(at) else { return };
    let level = monument.level + 1;
    let vp = MONUMENT_VP[level as usize] - MONUMENT_VP[level as usize - 1];
    draft.emit(Event::MonumentRaised { seat, at, level, vp: vp as u8 });
}
