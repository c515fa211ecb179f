//! Phase II: paying and using specialists, before or after the main action.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::map::Shape;
use super::super::pieces::{Lie, Resource, Specialist};
use super::super::squares::{Square, Squares};
use super::super::state::{Pending, State};
use super::super::tables::HERD_PAYMENTS;
use super::{Guard, afford, due, turn};
use crate::rules::{Draft, Refusal, Seat};

/// Whether `seat` could pay this specialist and do something with it, whoever owns it.
pub fn usable(state: &State, seat: Seat, specialist: Specialist) -> Guard {
    afford(state, seat, specialist.pay(), "rulebook, Using a specialist")?;
    let (tiles, room) = match specialist {
        Specialist::RainCeremony => (
            state.water_tiles() > 0,
            Shape::Oblong.lies().iter().any(|&lie| !rain_sites(state, lie).is_empty()),
        ),
        Specialist::Shaman => {
            (state.resource_tiles.iter().any(|&left| left > 0), !state.empty().is_empty())
        }
        _ => (true, true),
    };
    if !tiles {
        return Err(Refusal::new(
            "tiles_run_out",
            format!("The tiles of the {} have run out.", specialist.name()),
            "rulebook, Using a specialist",
        ));
    }
    if !room {
        return Err(not_empty());
    }
    Ok(())
}

/// Whether `seat` may use its specialist now.
pub fn guard(state: &State, seat: Seat, specialist: Specialist) -> Guard {
    let turning = turn(state, seat)?;
    match &turning.pending {
        Pending::Nothing => {}
        Pending::Use(chosen) if *chosen == specialist => {}
        pending => return Err(due(pending)),
    }
    if !state.boards[seat].has(specialist) {
        return Err(Refusal::new(
            "not_your_specialist",
            format!("You do not own the {}; choose it first.", specialist.name()),
            "rulebook, Using a specialist",
        ));
    }
    if turning.used.contains(&specialist) {
        return Err(Refusal::new(
            "used_this_turn",
            format!("You have used the {} this turn.", specialist.name()),
            "rulebook, Using a specialist",
        ));
    }
    usable(state, seat, specialist)
}

fn not_empty() -> Refusal {
    Refusal::new(
        "not_empty",
        "That needs empty land: no water, resource, starting area, craftsman or monument.",
        "rulebook, Building a monument",
    )
}

/// Where a water tile may begin.
pub fn rain_sites(state: &State, lie: Lie) -> Squares {
    Shape::Oblong.fitting(lie, state.empty())
}

/// Uses the rain ceremony.
pub fn rain(draft: &mut Draft<GreatZimbabwe>, seat: Seat, at: Square, lie: Lie) -> Guard {
    let state = draft.state();
    guard(state, seat, Specialist::RainCeremony)?;
    if !rain_sites(state, lie).contains(at) {
        return Err(not_empty());
    }
    let second = match lie {
        Lie::Across => Square::at(at.row(), at.col() + 1),
        Lie::Down => Square::at(at.row() + 1, at.col()),
    };
    let paid = Specialist::RainCeremony.pay();
    draft.emit(Event::RainFell { seat, paid, squares: [at, second] });
    Ok(())
}

/// Uses the shaman.
pub fn shaman(
    draft: &mut Draft<GreatZimbabwe>,
    seat: Seat,
    resource: Resource,
    at: Square,
) -> Guard {
    let state = draft.state();
    guard(state, seat, Specialist::Shaman)?;
    if state.resource_tiles[resource.index()] == 0 {
        return Err(Refusal::new(
            "tiles_run_out",
            format!("There is no tile of {} left.", resource.name()),
            "rulebook, Resources",
        ));
    }
    if !state.empty().contains(at) {
        return Err(not_empty());
    }
    draft.emit(Event::ResourcePlaced { seat, paid: Specialist::Shaman.pay(), resource, at });
    Ok(())
}

/// Uses the herd (ruling herd-steps).
pub fn herd(draft: &mut Draft<GreatZimbabwe>, seat: Seat, cattle: u16) -> Guard {
    let state = draft.state();
    guard(state, seat, Specialist::Herd)?;
    if !HERD_PAYMENTS.contains(&cattle) {
        return Err(Refusal::new(
            "odd_herd",
            "The herd takes 2, 4 or 6 cattle.",
            "rulebook, The herd",
        ));
    }
    afford(state, seat, cattle, "rulebook, The herd")?;
    draft.emit(Event::HerdFed { seat, paid: cattle, joined: cattle / 2 });
    Ok(())
}

/// Uses the builder.
pub fn builder(draft: &mut Draft<GreatZimbabwe>, seat: Seat) -> Guard {
    guard(draft.state(), seat, Specialist::Builder)?;
    draft.emit(Event::BuilderPaid { seat, paid: Specialist::Builder.pay() });
    Ok(())
}

/// Uses the nomads.
pub fn nomads(draft: &mut Draft<GreatZimbabwe>, seat: Seat) -> Guard {
    guard(draft.state(), seat, Specialist::Nomads)?;
    draft.emit(Event::NomadsPaid { seat, paid: Specialist::Nomads.pay() });
    Ok(())
}
