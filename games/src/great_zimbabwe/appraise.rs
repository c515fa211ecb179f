//! What a robot thinks of a position: how far its VP are from its VR, what its
//! cattle can buy, and which of its monuments can be raised next.
//!
//! All worths are in hundredths of a victory point. The weights are our own, found
//! by playing many matches (`cargo bench --bench robots`); no rule depends on them.

use super::ritual::{Need, Ritual};
use super::state::{Monument, Pending, Phase, State};
use super::tables::{MAX_LEVEL, MONUMENT_VP};
use crate::rules::Seat;

/// A victory point, and one less that is required.
const POINT: i64 = 100;
/// Having what it takes to win at the end of the round, or another having more of it.
const VICTORY: i64 = 3_000;
/// The end of the match.
const WON: i64 = 1_000_000;
/// Cattle up to so many, and what each of them is worth.
const CATTLE: [(i64, i64); 3] = [(8, 38), (16, 22), (i64::MAX, 8)];
/// A level of the highest monument: so many cattle in every round to come.
const INCOME: i64 = 70;
/// What one cattle of the price of a raise takes from the hope for it.
const RAISE_CATTLE: i64 = 30;
/// The part of a possible raise that counts: within the cattle of the next turn, and beyond.
const HOPE: [i64; 2] = [50, 20];
/// A price on a technology card.
const PRICE: i64 = 12;
/// A place nearer to the front of the order of play.
const PLACE: i64 = 25;

/// How well `seat` stands.
pub fn appraise(state: &State, seat: Seat) -> i64 {
    let margin = |seat: Seat| i64::from(state.boards[seat].vp) - i64::from(state.boards[seat].vr);
    let rival = state.seats().filter(|&other| other != seat).map(margin).max().unwrap_or(-100);
    let own = margin(seat);
    if let Phase::Over(ranking) = &state.phase {
        let won = ranking.first().is_some_and(|standing| standing.seat == seat);
        return if won { WON } else { -WON } + POINT * own;
    }
    let mut worth = POINT * own;
    if own >= 0 && own >= rival {
        worth += VICTORY;
    } else if rival >= 0 {
        worth -= VICTORY;
    }
    worth + wealth(state, seat) + raises(state, seat) + asked(state, seat) + place(state, seat)
}

fn own_monuments(state: &State, seat: Seat) -> impl Iterator<Item = &Monument> {
    state.monuments.iter().filter(move |monument| monument.owner == seat)
}

/// Cattle that `seat` has or will take from its cards and plaques.
fn cattle(state: &State, seat: Seat) -> i64 {
    let board = &state.boards[seat];
    let plaques: u16 = match &state.phase {
        Phase::Kings(bidding) => bidding
            .queue
            .iter()
            .filter(|(plaque, _)| plaque.taker() == seat)
            .map(|(_, cattle)| cattle)
            .sum(),
        _ => 0,
    };
    i64::from(board.cattle) + i64::from(board.on_cards()) + i64::from(plaques)
}

fn wealth(state: &State, seat: Seat) -> i64 {
    let (mut counted, mut worth) = (0, 0);
    let cattle = cattle(state, seat);
    for (up_to, each) in CATTLE {
        let more = cattle.min(up_to) - counted;
        worth += more.max(0) * each;
        counted += more.max(0);
    }
    let level = own_monuments(state, seat).map(|monument| i64::from(monument.level)).max();
    let cards = state.boards[seat].technologies.iter().flatten();
    let prices: i64 = cards.map(|card| i64::from(card.price)).sum();
    worth + INCOME * level.unwrap_or(0) + PRICE * prices
}

/// The hope for raising own monuments in the next turn, when all resources are
/// free again.
fn raises(state: &State, seat: Seat) -> i64 {
    if state.craftsmen.is_empty() {
        return 0;
    }
    let ritual = Ritual::of_next_round(state, seat);
    let mut offers: Vec<(i64, i64)> = own_monuments(state, seat)
        .filter(|monument| monument.level < MAX_LEVEL)
        .filter_map(|monument| {
            let need = Need {
                monument: monument.at,
                goods: monument.level,
                families: Vec::new(),
                waiting: None,
            };
            let cost = i64::from(ritual.cheapest(&need)?);
            let gain = gain(monument.level) - RAISE_CATTLE * cost;
            Some((gain, cost))
        })
        .filter(|(gain, _)| *gain > 0)
        .collect();
    offers.sort_unstable_by_key(|&(gain, cost)| std::cmp::Reverse((gain / cost.max(1), gain)));
    let level = own_monuments(state, seat).map(|monument| i64::from(monument.level)).max();
    let mut budget = cattle(state, seat) + level.unwrap_or(0);
    let mut worth = 0;
    for (gain, cost) in offers {
        let part = if cost <= budget { HOPE[0] } else { HOPE[1] };
        budget -= cost.min(budget);
        worth += gain * part / 100;
    }
    worth
}

/// What raising a monument of this level adds.
fn gain(level: u8) -> i64 {
    let level = usize::from(level);
    POINT * i64::from(MONUMENT_VP[level + 1] - MONUMENT_VP[level])
}

/// What must come next in the turn of `seat`, as far as it is sure.
fn asked(state: &State, seat: Seat) -> i64 {
    let Some(turning) = state.turning(seat) else { return 0 };
    match &turning.pending {
        Pending::Nothing => 0,
        Pending::Use(_) => PLACE,
        Pending::First(craft) => {
            let row = craft.row();
            POINT * i64::from(row.vp + 1) - CATTLE[0].1 * i64::from(row.cost)
        }
        Pending::Raise(raise) => {
            let level = state.monument(raise.monument).map_or(1, |monument| monument.level);
            let need = Need {
                monument: raise.monument,
                goods: raise.goods,
                families: raise.families.clone(),
                waiting: raise.waiting,
            };
            let cost = Ritual::new(state, seat).cheapest(&need).unwrap_or(0);
            gain(level) - RAISE_CATTLE * i64::from(cost)
        }
    }
}

/// The place in the order of play that `seat` has or is about to get.
fn place(state: &State, seat: Seat) -> i64 {
    let count = state.boards.count();
    let at = match &state.phase {
        Phase::Kings(bidding) => bidding.places.iter().position(|place| *place == Some(seat)),
        _ => state.order.iter().position(|&other| other == seat),
    };
    at.map_or(0, |at| PLACE * (count - at) as i64)
}
