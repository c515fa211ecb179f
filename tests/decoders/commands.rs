//! Commands of games, decided at many points of whole matches.

use serde_json::{Value, json};
use std::sync::LazyLock;
use turnwise::games::SHELF;
use turnwise::rules::chance::Seeded;
use turnwise::rules::erased::{AnyGame, AnyState};
use turnwise::rules::{Chance, Seat, Turn};

/// How many points of a match are tried.
const POINTS: usize = 8;

struct Position {
    game: &'static dyn AnyGame,
    state: AnyState,
    seats: usize,
    awaited: Vec<Seat>,
}

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    SHELF.iter().flat_map(|game| [2, 4].map(|seats| positions(*game, seats))).flatten().collect()
});

/// Points of a match that is played by chance, from its first step to its last.
fn positions(game: &'static dyn AnyGame, seats: usize) -> Vec<Position> {
    let mut chance = Seeded::new(seats as u64);
    let config = game.config(&json!({})).expect("no options");
    let setup = game.deal(&config, seats, &mut chance).expect("a match");
    let mut state = game.begin(game.schema(), &setup).expect("a set-up");
    let mut all = Vec::new();
    while let Turn::Awaiting(awaited) = game.turn(&state) {
        let seat = awaited[chance.below(awaited.len() as u32) as usize];
        let mut offers = game.legal(&state, seat);
        let command = offers.swap_remove(chance.below(offers.len() as u32) as usize).command;
        all.push(Position { game, state: state.clone(), seats, awaited });
        let decision = game.decide(&state, seat, &command, &mut chance).expect("legal");
        state = decision.states.last().expect("something happened").clone();
    }
    let apart = all.len().div_ceil(POINTS);
    all.into_iter().step_by(apart).collect()
}

/// A command is refused, or it is one of the game's: it breaks no law, and what was
/// understood means the same when it is read again.
pub fn command(data: &[u8]) {
    let Ok(command) = serde_json::from_slice::<Value>(data) else { return };
    for position in POSITIONS.iter() {
        for seat in Seat::all(position.seats) {
            decide(position, seat, &command);
        }
    }
}

fn decide(position: &Position, seat: Seat, command: &Value) {
    let Position { game, state, awaited, .. } = position;
    let decided = |command: &Value| game.decide(state, seat, command, &mut Seeded::new(7));
    let Ok(decision) = decided(command) else { return };
    assert!(awaited.contains(&seat), "a seat plays that is not awaited: {command}");
    let last = decision.states.last().expect("a decision without events");
    game.audit(last).expect("a law is broken");
    let again = decided(&decision.command).expect("what was understood is refused");
    assert_eq!(again.command, decision.command, "it is understood in another way");
    assert_eq!(again.events, decision.events, "it comes to something else");
}
