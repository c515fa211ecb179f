//! Rounds: their beginning, phase C, and the end of the match (pp. 9 and 10).

use super::{Draft, await_step, gods, score};
use crate::bora_bora::event::{Event, Step};
use crate::bora_bora::pieces::*;
use crate::bora_bora::state::State;
use crate::bora_bora::tables;
use crate::rules::chance::die;
use crate::rules::{Chance, PerSeat, Seat};

/// Fills the displays and rolls everybody's dice.
pub fn begin_round(draft: &mut Draft, chance: &mut dyn Chance) {
    let state = draft.state();
    let round = state.round + 1;
    let (men, women, tasks) = if round == 1 {
        let open = |display: &[Option<Person>; 6]| display.iter().flatten().copied().collect();
        (open(&state.men), open(&state.women), state.tasks.clone())
    } else {
        (
            top(&state.men_pile, 6),
            top(&state.women_pile, 6),
            top(&state.task_pile, state.seats() + 2),
        )
    };
    draft.emit(Event::RoundBegan { round, men, women, tasks });
    draft.emit(Event::PhaseBegan { phase: Phase::Dice });
    let faces = PerSeat::new(draft.state().seats(), |_| (0..3).map(|_| die(chance, 6)).collect());
    draft.emit(Event::DiceRolled { faces: faces.clone() });
    if draft.state().config.orange_tiles {
        for (seat, faces) in faces.iter() {
            let repeats = orange_tiles(faces);
            if repeats > 0 {
                draft.emit(Event::OrangeGained { seat, tiles: repeats });
            }
        }
    }
    let first = draft.state().order[0];
    await_step(draft, first, Step::Die);
}

/// One tile for every die that repeats a value of the roll.
fn orange_tiles(faces: &[u8]) -> u8 {
    faces.iter().enumerate().filter(|(at, face)| faces[..*at].contains(face)).count() as u8
}

fn top<T: Clone>(pile: &[T], count: usize) -> Vec<T> {
    pile[pile.len() - count..].to_vec()
}

/// Phase C up to the first choice: status track, new turn order, temple.
pub fn begin_scoring(draft: &mut Draft) {
    draft.emit(Event::PhaseBegan { phase: Phase::Scoring });
    for seat in draft.state().order.clone() {
        let points = tables::STATUS_POINTS[usize::from(draft.state().status[seat])];
        score(draft, seat, Source::Status, points);
    }
    draft.emit(Event::OrderSet { order: draft.state().standing.clone() });
    let each = tables::PRIEST_POINTS[usize::from(draft.state().round) - 1];
    for seat in draft.state().order.clone() {
        let priests = i32::from(draft.state().priests_in_temple(seat));
        score(draft, seat, Source::Temple, priests * each);
    }
    draft.emit(Event::GodTileGiven { seat: most_priests(draft.state()) });
    jewelry_from(draft, 0);
}

/// The seat with the most priests; of several the one whose priest is furthest left.
fn most_priests(state: &State) -> Option<Seat> {
    let most = Seat::all(state.seats()).map(|seat| state.priests_in_temple(seat)).max()?;
    state.temple.iter().flatten().copied().find(|&seat| state.priests_in_temple(seat) == most)
}

/// The next seat that could pay for a piece of this round's column.
fn jewelry_from(draft: &mut Draft, place: usize) {
    let state = draft.state();
    let buyer = state.order[place..].iter().copied().find(|&seat| state.could_buy(seat));
    match buyer {
        Some(seat) => await_step(draft, seat, Step::Jewelry),
        None => {
            let first = draft.state().order[0];
            await_step(draft, first, Step::Task);
        }
    }
}

fn place_after(draft: &Draft, seat: Seat) -> usize {
    draft.state().place_in_order(seat) + 1
}

fn seat_at(draft: &Draft, place: usize) -> Option<Seat> {
    draft.state().order.get(place).copied()
}

pub fn after_jewelry(draft: &mut Draft, seat: Seat) {
    let next = place_after(draft, seat);
    jewelry_from(draft, next);
}

pub fn complete_task(draft: &mut Draft, seat: Seat, task: Task, yellow: Option<Means>) {
    gods::play(draft, seat, God::Yellow, yellow);
    draft.emit(Event::TaskCompleted { seat, task });
    score(draft, seat, Source::Task, tables::TASK_POINTS[usize::from(yellow.is_some())]);
    match draft.state().phase {
        Phase::LastTasks if draft.state().board(seat).tasks.is_empty() => {
            after_last_tasks(draft, seat);
        }
        Phase::LastTasks => await_step(draft, seat, Step::LastTasks),
        _ => after_task(draft, seat),
    }
}

/// All complete or surrender a task; then, in the same order, all take a new one.
pub fn after_task(draft: &mut Draft, seat: Seat) {
    match seat_at(draft, place_after(draft, seat)) {
        Some(next) => await_step(draft, next, Step::Task),
        None => {
            let first = draft.state().order[0];
            await_step(draft, first, Step::NewTask);
        }
    }
}

pub fn after_new_task(draft: &mut Draft, seat: Seat, chance: &mut dyn Chance) {
    if let Some(next) = seat_at(draft, place_after(draft, seat)) {
        return await_step(draft, next, Step::NewTask);
    }
    let round = draft.state().round;
    draft.emit(Event::RoundEnded { round });
    if round < tables::ROUNDS {
        return begin_round(draft, chance);
    }
    draft.emit(Event::PhaseBegan { phase: Phase::LastTasks });
    let first = draft.state().order[0];
    await_step(draft, first, Step::LastTasks);
}

pub fn after_last_tasks(draft: &mut Draft, seat: Seat) {
    match seat_at(draft, place_after(draft, seat)) {
        Some(next) => await_step(draft, next, Step::LastTasks),
        None => final_scoring(draft),
    }
}

fn final_scoring(draft: &mut Draft) {
    for seat in draft.state().order.clone() {
        for (source, points) in final_points(draft.state(), seat) {
            score(draft, seat, source, points);
        }
    }
    draft.emit(Event::Ended {});
}

/// What a seat scores at the end (p. 10, "Final scoring").
fn final_points(state: &State, seat: Seat) -> Vec<(Source, i32)> {
    let board = state.board(seat);
    let fish = Region::ALL
        .iter()
        .filter(|&&region| state.building_space[region as usize] == Some(seat))
        .map(|&region| i32::from(state.fish[region as usize].value));
    let bonus = |earned: bool| if earned { tables::BONUS_POINTS } else { 0 };
    vec![
        (Source::GodTiles, i32::from(board.god_tiles) * tables::GOD_TILE_POINTS),
        (Source::Fish, fish.sum()),
        (Source::Jewelry, board.jewelry.iter().map(|jewel| i32::from(jewel.points)).sum()),
        (Source::NineTasks, bonus(board.completed >= 9)),
        (Source::SixJewels, bonus(board.jewelry.len() >= 6)),
        (Source::Ceremony, bonus(!board.ceremony.contains(&Ceremony::Empty))),
        (Source::SixBuildings, bonus(board.built.iter().all(|&built| built))),
        (Source::AllRegions, bonus(state.regions(seat, |_| true) == 12)),
        (Source::AllPersons, bonus(board.persons.iter().all(Option::is_some))),
    ]
}
