//! Phase I, the generosity of kings: gifts and passes.

use super::super::GreatZimbabwe;
use super::super::event::{Event, Share};
use super::super::pieces::{God, Plaque};
use super::super::state::{Bidding, Phase, State};
use super::super::tables::ELEGUA_CATTLE;
use super::{Guard, wrong_phase};
use crate::rules::{Draft, PerSeat, Refusal, Seat};

/// The phase, while it lasts.
pub fn bidding(state: &State) -> Guard<&Bidding> {
    match &state.phase {
        Phase::Kings(bidding) => Ok(bidding),
        _ => Err(wrong_phase()),
    }
}

/// The plaques from left to right: Shadipinyi's, once adored, then by VR (rulings
/// shadipinyi, vr-tie).
pub fn queue(state: &State) -> Vec<Plaque> {
    let god = state.worshipper(God::Shadipinyi);
    let god = god.map(|worshipper| Plaque::Shadipinyi { worshipper });
    let empires = state.by_vr().into_iter().map(|seat| Plaque::Empire { seat });
    god.into_iter().chain(empires).collect()
}

/// What Elegua adds to the next gift of `seat`, at most (ruling elegua-first).
fn elegua(state: &State, bidding: &Bidding, seat: Seat) -> u16 {
    if state.adores(seat, God::Elegua) && !bidding.given[seat] { ELEGUA_CATTLE } else { 0 }
}

/// The gifts that `seat` may give: from one more than the last to all it has.
pub fn gifts(state: &State, bidding: &Bidding, seat: Seat) -> std::ops::RangeInclusive<u16> {
    let most = state.boards[seat].cattle + elegua(state, bidding, seat);
    bidding.last_gift + 1..=most
}

/// Whether somebody who has not passed could give more than this gift of `seat`.
pub fn can_be_beaten(state: &State, bidding: &Bidding, seat: Seat, cattle: u16) -> bool {
    let others = state.boards.seats().filter(|&other| other != seat && !passed(bidding, other));
    others.map(|other| *gifts(state, bidding, other).end()).any(|most| most > cattle)
}

fn passed(bidding: &Bidding, seat: Seat) -> bool {
    bidding.places.contains(&Some(seat))
}

/// Who is asked after `seat`, among those who have not passed.
fn after(bidding: &Bidding, seat: Seat) -> Option<Seat> {
    let kings: Vec<Seat> = bidding
        .queue
        .iter()
        .filter_map(|(plaque, _)| match plaque {
            Plaque::Empire { seat } => Some(*seat),
            Plaque::Shadipinyi { .. } => None,
        })
        .collect();
    let at = kings.iter().position(|&other| other == seat)?;
    let others = kings[at + 1..].iter().chain(&kings[..at]);
    others.copied().find(|&other| !passed(bidding, other))
}

/// How a gift is shared: each plaque of the queue that gets some of it, with how many cattle.
/// They go one by one from left to right, from where the last gift ended.
pub fn shares(bidding: &Bidding, cattle: u16) -> impl Iterator<Item = (usize, u16)> {
    let plaques = bidding.queue.len();
    let mut received = vec![0u16; plaques];
    for n in 0..cattle as usize {
        received[(bidding.resume + n) % plaques] += 1;
    }
    received.into_iter().enumerate().filter(|(_, cattle)| *cattle > 0)
}

/// How many places in the order of play are open; who passes takes the last of them.
pub fn places_open(bidding: &Bidding) -> usize {
    bidding.places.iter().filter(|place| place.is_none()).count()
}

/// Gives a gift.
pub fn give(draft: &mut Draft<GreatZimbabwe>, seat: Seat, cattle: u16) -> Guard {
    let state = draft.state();
    let bidding = bidding(state)?;
    let gifts = gifts(state, bidding, seat);
    if cattle < *gifts.start() {
        return Err(Refusal::new(
            "gift_too_small",
            format!("A gift must now be at least {} cattle.", gifts.start()),
            "rulebook, Bidding",
        ));
    }
    if cattle > *gifts.end() {
        return Err(Refusal::new(
            "too_few_cattle",
            format!("You can give at most {} cattle.", gifts.end()),
            "rulebook, Bidding; ruling forced-pass",
        ));
    }
    let from_stock = cattle.min(elegua(state, bidding, seat));
    let shares = shares(bidding, cattle)
        .map(|(plaque, cattle)| Share { plaque: plaque as u8, cattle })
        .collect();
    let resume = ((bidding.resume + cattle as usize) % bidding.queue.len()) as u8;
    let next = after(bidding, seat);
    draft.emit(Event::GiftGiven { seat, cattle, from_stock, shares, resume, next });
    Ok(())
}

/// Passes.
pub fn pass(draft: &mut Draft<GreatZimbabwe>, seat: Seat) -> Guard {
    let event = passing(draft.state(), seat, Given::Freely)?;
    draft.emit(event);
    Ok(())
}

/// Why a player passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Freely,
    Forced,
}

fn passing(state: &State, seat: Seat, given: Given) -> Guard<Event> {
    let bidding = bidding(state)?;
    let open = places_open(bidding);
    let next = after(bidding, seat).filter(|_| open > 2);
    let forced = given == Given::Forced;
    Ok(Event::Passed { seat, place: open as u8, forced, next })
}

/// The pass of a player who is asked and cannot give more (ruling forced-pass).
pub fn forced(state: &State) -> Option<Event> {
    let bidding = bidding(state).ok()?;
    let seat = bidding.asked?;
    if !gifts(state, bidding, seat).is_empty() {
        return None;
    }
    passing(state, seat, Given::Forced).ok()
}

/// The end of the phase, once one player is left.
pub fn end(state: &State) -> Option<Event> {
    let bidding = bidding(state).ok()?;
    if bidding.asked.is_some() {
        return None;
    }
    let last = state.seats().find(|&seat| !passed(bidding, seat));
    let order = bidding.places.iter().filter_map(|place| place.or(last)).collect();
    let mut cattle = PerSeat::new(state.boards.count(), |_| 0);
    for (plaque, on_it) in &bidding.queue {
        cattle[plaque.taker()] += on_it;
    }
    Some(Event::PlaquesTaken { cattle, order })
}
