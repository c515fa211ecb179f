//! The rules alone: `cargo bench --bench rules`.
//!
//! `fold` counts events of finished matches per second on one core, once from
//! memory and once from their stored texts; `random_play` counts decisions, each
//! with the legal commands before it; `legal_late` asks for the legal commands in
//! every position of the last fifth of a match with all seats taken (one item is
//! one question), `slowest_legal` in the one position where that takes longest.

use divan::Bencher;
use divan::counter::ItemsCount;
use std::time::Instant;
use turnwise::games::bora_bora::BoraBora;
use turnwise::games::great_zimbabwe::GreatZimbabwe;
use turnwise::rules::chance::{Chance, Seeded};
use turnwise::rules::erased::{AnyGame, Erased};
use turnwise::rules::offer::weigh;
use turnwise::rules::playtest::{Closeness, Played, whole_match};
use turnwise::rules::{Draft, Game, Seat, Turn};

fn main() {
    divan::main();
}

fn played<G: Game>(seats: usize) -> Played<G> {
    whole_match::<G>(&Default::default(), seats, 1, Closeness::FAST)
}

#[divan::bench(types = [BoraBora, GreatZimbabwe], args = [2, 4])]
fn fold<G: Game>(bencher: Bencher, seats: usize) {
    let played = played::<G>(seats);
    let events: Vec<_> = played.events().cloned().collect();
    bencher.counter(ItemsCount::new(events.len())).bench(|| {
        let mut state = G::begin(&played.setup);
        for event in &events {
            G::evolve(&mut state, event);
        }
        state
    });
}

#[divan::bench(types = [BoraBora, GreatZimbabwe], args = [2, 4])]
fn fold_stored<G: Game>(bencher: Bencher, seats: usize) {
    let game = Erased::<G>::new();
    let played = played::<G>(seats);
    let setup = serde_json::to_string(&played.setup).expect("JSON");
    let texts: Vec<String> =
        played.events().map(|event| serde_json::to_string(event).expect("JSON")).collect();
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        let mut state = game.begin(1, &setup).expect("a set-up");
        for text in &texts {
            game.evolve(&mut state, 1, text).expect("an event");
        }
        state
    });
}

#[divan::bench(types = [BoraBora, GreatZimbabwe], args = [2, 4])]
fn random_play<G: Game>(bencher: Bencher, seats: usize) {
    let decisions = played::<G>(seats).steps.len();
    bencher.counter(ItemsCount::new(decisions)).bench(|| {
        let mut chance = Seeded::new(1);
        let setup = G::deal(&Default::default(), seats, &mut chance).expect("a deal");
        let mut state = G::begin(&setup);
        while let Turn::Awaiting(awaited) = G::turn(&state) {
            let seat = awaited[chance.below(awaited.len() as u32) as usize];
            let legal = G::legal(&state, seat);
            let command = &legal[chance.below(legal.len() as u32) as usize];
            let mut draft = Draft::<G>::new(state);
            G::decide(&mut draft, seat, command, &mut chance).expect("it is legal");
            (state, _) = draft.finish();
        }
        state
    });
}

/// The positions of the last fifth of a match with all seats taken, with who is awaited.
fn late<G: Game>() -> Vec<(G::State, Seat)> {
    let played = played::<G>(usize::from(*G::INFO.seats.end()));
    let mut state = G::begin(&played.setup);
    let from = played.steps.len() * 4 / 5;
    let mut positions = Vec::new();
    for (number, (_, _, events)) in played.steps.iter().enumerate() {
        if let (true, Turn::Awaiting(seats)) = (number >= from, G::turn(&state)) {
            positions.push((state.clone(), seats[0]));
        }
        events.iter().for_each(|event| G::evolve(&mut state, event));
    }
    positions
}

#[divan::bench(types = [BoraBora, GreatZimbabwe])]
fn legal_late<G: Game>(bencher: Bencher) {
    let positions = late::<G>();
    bencher.counter(ItemsCount::new(positions.len())).bench(|| {
        positions.iter().map(|(state, seat)| G::legal(state, *seat).len()).sum::<usize>()
    });
}

#[divan::bench(types = [BoraBora, GreatZimbabwe])]
fn slowest_legal<G: Game>(bencher: Bencher) {
    let positions = late::<G>();
    let took = |(state, seat): &&(G::State, Seat)| {
        let began = Instant::now();
        divan::black_box(G::legal(state, *seat));
        began.elapsed()
    };
    let (state, seat) = positions.iter().max_by_key(took).expect("a match has late positions");
    bencher.bench(|| G::legal(state, *seat));
}

/// All that may be done in the position where that takes longest, with what it is worth.
#[divan::bench(types = [BoraBora, GreatZimbabwe])]
fn slowest_weigh<G: Game>(bencher: Bencher) {
    let positions = late::<G>();
    let took = |(state, seat): &&(G::State, Seat)| {
        let began = Instant::now();
        divan::black_box(weigh::<G>(state, *seat, &|_| true));
        began.elapsed()
    };
    let (state, seat) = positions.iter().max_by_key(took).expect("a match has late positions");
    bencher.bench(|| weigh::<G>(state, *seat, &|_| true));
}
