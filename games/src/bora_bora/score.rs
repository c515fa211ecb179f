//! Score sheets, the ranking, and what is conserved.

use super::event::Step;
use super::pieces::*;
use super::state::State;
use super::tables;
use crate::rules::{PerSeat, ScoreLine, ScoreSheet, Seat, Standing, Turn};

/// Each seat's points by source. All points are scored in the open.
pub fn score(state: &State) -> PerSeat<ScoreSheet> {
    state.boards.map(|_, board| ScoreSheet {
        lines: Source::ALL
            .iter()
            .filter(|&&source| board.points[source as usize] != 0)
            .map(|&source| {
                let (rule, label) = source.names();
                ScoreLine {
                    rule: rule.to_owned(),
                    label: label.to_owned(),
                    points: board.points[source as usize],
                }
            })
            .collect(),
    })
}

/// Whom the match waits for, or who won.
pub fn turn(state: &State) -> Turn {
    match state.step {
        Step::Over => Turn::Over(ranking(state)),
        _ => Turn::Awaiting(vec![state.active]),
    }
}

/// The ranking: the most points, then the earlier place in the turn order of the last phase C
/// (p. 10).
pub fn ranking(state: &State) -> Vec<Standing> {
    let mut seats: Vec<Seat> = state.order.clone();
    seats.sort_by_key(|&seat| std::cmp::Reverse(state.board(seat).total()));
    let standings = seats.into_iter().zip(1..).map(|(seat, place)| Standing {
        seat,
        place,
        points: state.board(seat).total(),
    });
    standings.collect()
}

/// Checks that nothing came from nowhere and nothing got lost.
pub fn audit(state: &State) -> Result<(), String> {
    let equal = |what: &str, found: usize, wanted: usize| {
        if found == wanted { Ok(()) } else { Err(format!("{what}: {found} instead of {wanted}")) }
    };
    for &god in God::ALL {
        let hands = state.boards.values().flat_map(|board| &board.cards);
        let all = hands.chain(&state.open_cards).chain(&state.card_pile).chain(&state.discard);
        let found = all.filter(|&&card| card == god).count();
        equal(&format!("{} cards", god.word()), found, usize::from(tables::CARDS_PER_GOD))?;
    }
    let placed: u8 = state.boards.values().map(|board| board.persons(|_| true)).sum();
    let open = state.men.iter().chain(&state.women).flatten().count();
    let piles = state.men_pile.len() + state.women_pile.len();
    equal("persons", usize::from(placed + state.people_gone) + open + piles, 72)?;
    for (seat, board) in state.boards.iter() {
        let huts = board.huts.iter().sum::<u8>() + state.regions(seat, |_| true);
        equal("huts", usize::from(huts), usize::from(tables::HUTS))?;
        let priests = board.priests + state.priests_in_temple(seat);
        equal("priests", usize::from(priests), usize::from(tables::PRIESTS))?;
        let covered = board.ceremony.iter().filter(|c| matches!(c, Ceremony::Building(_))).count();
        let built = board.built.iter().filter(|&&built| built).count();
        equal("ceremony spaces under buildings", covered, built * 2)?;
        for (at, space) in board.persons.iter().enumerate() {
            if space.is_some() && board.huts[at] > 0 {
                return Err(format!("space {} has a hut and a person", at + 1));
            }
        }
        if board.dice.len() > 3 || board.tasks.len() > 3 {
            return Err("too many dice or tasks".to_owned());
        }
    }
    for (at, space) in state.building_space.iter().enumerate() {
        if space.is_some_and(|seat| !state.settled[seat][at]) {
            return Err(format!("the building space of region {at} has a hut from nowhere"));
        }
    }
    let mut standing = state.standing.clone();
    standing.sort_unstable();
    equal("markers on the status track", standing.len(), state.seats())?;
    standing.dedup();
    equal("different markers on the status track", standing.len(), state.seats())
}
