//! Points by rule, the victory test and the ranking; what is conserved.

use super::pieces::{Craft, God, Plaque, Resource};
use super::state::{Phase, State};
use super::tables::*;
use crate::rules::{PerSeat, ScoreLine, ScoreSheet, Seat, Standing};
use std::cmp::Reverse;

/// Each seat's victory points: monuments by level, craftsmen by type.
pub fn score(state: &State) -> PerSeat<ScoreSheet> {
    state.boards.map(|seat, _| {
        let mut lines: Vec<ScoreLine> = Vec::new();
        for monument in state.monuments.iter().filter(|monument| monument.owner == seat) {
            lines.push(ScoreLine {
                rule: format!("monument_of_level_{}", monument.level),
                label: format!("Monument of level {} on {}", monument.level, monument.at),
                points: MONUMENT_VP[monument.level as usize],
            });
        }
        if lines.is_empty() {
            lines.push(ScoreLine {
                rule: "first_monument".into(),
                label: "First monument, not placed yet".into(),
                points: MONUMENT_VP[1],
            });
        }
        for &craft in Craft::ALL {
            let own = |c: &&super::state::Craftsman| c.owner == seat && c.craft == craft;
            let count = state.craftsmen.iter().filter(own).count();
            if count > 0 {
                let points = count as i32 * craft.row().vp;
                lines.push(ScoreLine::counting("craftsmen", count, craft.name(), points));
            }
        }
        ScoreSheet { lines }
    })
}

fn overshoot(state: &State, seat: Seat) -> i32 {
    state.boards[seat].vp - i32::from(state.boards[seat].vr)
}

/// Whether `seat` has collected its VR.
pub fn victorious(state: &State, seat: Seat) -> bool {
    overshoot(state, seat) >= 0
}

/// How many points short of its VR a seat is, at most, that may well end the match in this
/// round or the next: about what a raised monument and a craftsman bring. Our own measure.
const NEAR: i32 = 5;

/// Whether some seat may soon have collected its VR.
pub fn is_near_end(state: &State) -> bool {
    state.seats().any(|seat| overshoot(state, seat) >= -NEAR)
}

/// The ranking: by overshoot, then Xango, then VP, then order of play (ruling
/// xango-tie). The rulebook names only the winner; the others follow by the same
/// measure, with a negative overshoot where the VR was not reached.
pub fn ranking(state: &State) -> Vec<Standing> {
    let mut seats: Vec<Seat> = state.seats().collect();
    seats.sort_by_key(|&seat| {
        (
            Reverse(overshoot(state, seat)),
            Reverse(state.adores(seat, God::Xango)),
            Reverse(state.boards[seat].vp),
            state.order.iter().position(|&other| other == seat),
        )
    });
    let standing = |(index, seat): (usize, &Seat)| Standing {
        seat: *seat,
        place: index as u8 + 1,
        points: state.boards[*seat].vp,
    };
    seats.iter().enumerate().map(standing).collect()
}

/// What put `first` before `second` in the ranking, who are equally far beyond their VR.
pub fn tie_break(state: &State, first: Seat, second: Seat) -> &'static str {
    if state.adores(first, God::Xango) {
        "Xango wins ties"
    } else if state.boards[first].vp != state.boards[second].vp {
        "more VP decided"
    } else {
        "the earlier place in the order of play decided"
    }
}

/// Checks cattle, tiles, cards, VR and VP.
pub fn audit(state: &State) -> Result<(), String> {
    cattle(state)?;
    tiles(state)?;
    for (seat, sheet) in score(state).iter() {
        let vp = state.boards[seat].vp;
        if sheet.total() != vp {
            return Err(format!("{seat} has {vp} VP on the track, {} on the map", sheet.total()));
        }
        requirement(state, seat)?;
    }
    cards(state)
}

fn cattle(state: &State) -> Result<(), String> {
    let plaques: u64 = match &state.phase {
        Phase::Kings(bidding) => bidding.queue.iter().map(|(_, cattle)| u64::from(*cattle)).sum(),
        _ => 0,
    };
    let boards = state.boards.values();
    let held: u64 = boards.map(|board| u64::from(board.cattle) + u64::from(board.on_cards())).sum();
    if (plaques + held) as i64 != state.given_out {
        return Err(format!("{} cattle in play, {} given out", plaques + held, state.given_out));
    }
    Ok(())
}

fn tiles(state: &State) -> Result<(), String> {
    for &craft in Craft::ALL {
        if state.count(craft) > CRAFTSMAN_TILES {
            return Err(format!("{} tiles of the {}", state.count(craft), craft.name()));
        }
    }
    for &resource in Resource::ALL {
        let placed = state.conjured.iter().filter(|(kind, _)| *kind == resource).count();
        let left = state.resource_tiles[resource.index()] as usize;
        if placed + left != RESOURCE_TILES[resource.index()] as usize {
            return Err(format!("{placed} {} placed, {left} left", resource.name()));
        }
    }
    if state.rained.len() > WATER_TILES as usize {
        return Err(format!("{} water tiles", state.rained.len()));
    }
    let crafted: usize = state.craftsmen.iter().map(|craftsman| craftsman.tile.count()).sum();
    let apart = crafted == state.crafted.count()
        && state.monuments.len() == state.monumental.count()
        && !state.crafted.meets(state.monumental)
        && (state.crafted & !state.land.open()).is_empty()
        && (state.monumental & !(state.land.open() | state.land.starts)).is_empty();
    if !apart {
        return Err("two pieces lie on one square, or one where nothing may lie".into());
    }
    if state.monuments.iter().any(|monument| !(1..=MAX_LEVEL).contains(&monument.level)) {
        return Err("a monument has no level from 1 to 5".into());
    }
    Ok(())
}

fn requirement(state: &State, seat: Seat) -> Result<(), String> {
    let board = &state.boards[seat];
    let god = board.god.map_or(0, God::vr);
    let specialists: i16 = board.specialists.iter().map(|(specialist, _)| specialist.vr()).sum();
    let technologies: i16 = match board.god {
        Some(God::Gu) => board.technologies.iter().flatten().count() as i16 * GU_VR,
        _ => super::decide::place::technology_vr(board).sum(),
    };
    let due = START_VR + god + specialists + technologies;
    if board.vr != due || board.vr > MAX_VR {
        return Err(format!("{seat} has VR {}, the cards make {due}", board.vr));
    }
    Ok(())
}

fn cards(state: &State) -> Result<(), String> {
    let (gods, specialists) = &*state.in_play;
    for god in gods {
        let holders = state.boards.values().filter(|board| board.god == Some(*god)).count();
        if holders + usize::from(state.gods.contains(god)) != 1 {
            return Err(format!("the card of {} is not in one place", god.name()));
        }
    }
    for specialist in specialists {
        let holders = state.boards.values().filter(|board| board.has(*specialist)).count();
        if holders + usize::from(state.specialists.contains(specialist)) != 1 {
            return Err(format!("the card of the {} is not in one place", specialist.name()));
        }
    }
    for &craft in Craft::ALL {
        let cards = state.boards.values().filter_map(|board| board.technologies[craft.index()]);
        let mut copies: Vec<u8> = cards.map(|card| card.copy).collect();
        copies.sort_unstable();
        if copies != (1..=copies.len() as u8).collect::<Vec<_>>() || copies.len() > 2 {
            return Err(format!("the cards of the {} are {copies:?}", craft.name()));
        }
    }
    let mut arrivals = state.arrivals.clone();
    arrivals.sort_unstable();
    if arrivals != state.seats().collect::<Vec<_>>() {
        return Err("a VR marker is missing".into());
    }
    let plaques = match &state.phase {
        Phase::Kings(bidding) => &bidding.queue[..],
        _ => &[],
    };
    let empire = |(plaque, _): &&(Plaque, u16)| matches!(plaque, Plaque::Empire { .. });
    if !plaques.is_empty() && plaques.iter().filter(empire).count() != state.boards.count() {
        return Err("a plaque is missing".into());
    }
    Ok(())
}
