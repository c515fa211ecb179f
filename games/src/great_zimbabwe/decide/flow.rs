//! What follows by itself: rounds that begin, forced passes, phases III and IV.

use super::super::GreatZimbabwe;
use super::super::event::{Event, Revenue};
use super::super::pieces::{God, Plaque};
use super::super::score::{ranking, victorious};
use super::super::state::{Phase, State};
use super::super::tables::ENGAI_CATTLE;
use super::kings;
use crate::rules::{Draft, PerSeat};

/// Lets happen what needs nobody's decision.
pub fn flow(draft: &mut Draft<GreatZimbabwe>) {
    while let Some(event) = due(draft.state()) {
        draft.emit(event);
    }
}

fn due(state: &State) -> Option<Event> {
    match &state.phase {
        Phase::Dawn => {
            let queue = kings::queue(state);
            let first = queue.iter().find_map(|plaque| match plaque {
                Plaque::Empire { seat } => Some(*seat),
                Plaque::Shadipinyi { .. } => None,
            })?;
            Some(Event::RoundBegun { round: state.round + 1, queue, first })
        }
        Phase::Kings(_) => kings::end(state).or_else(|| kings::forced(state)),
        Phase::Revenues => {
            let revenues = revenues(state);
            Some(Event::RevenuesCollected { round: state.round, revenues })
        }
        Phase::Mythologies => Some(compare(state)),
        Phase::First(_) | Phase::Culture(_) | Phase::Over(_) => None,
    }
}

/// Phase III (ruling engai-start).
fn revenues(state: &State) -> PerSeat<Revenue> {
    state.boards.map(|seat, board| {
        let own = state.monuments.iter().filter(|monument| monument.owner == seat);
        Revenue {
            cards: board.on_cards(),
            income: own.map(|monument| u16::from(monument.level)).max().unwrap_or(0),
            engai: if state.adores(seat, God::Engai) { ENGAI_CATTLE } else { 0 },
        }
    })
}

/// Phase IV (ruling end-check).
fn compare(state: &State) -> Event {
    if !state.seats().any(|seat| victorious(state, seat)) {
        return Event::UsedMarkersCleared { round: state.round };
    }
    let ranking = ranking(state);
    Event::MatchWon { winner: ranking[0].seat, ranking }
}
