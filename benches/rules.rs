//! The rules alone: `cargo bench --bench rules`.
//!
//! `fold` counts events of finished matches per second on one core, once from
//! memory and once from their stored texts; `random_play` counts decisions, each
//! with the legal commands before it; `legal` is one question in mid-match.

use divan::Bencher;
use divan::counter::ItemsCount;
use turnwise::games::bora_bora::BoraBora;
use turnwise::rules::Game;
use turnwise::rules::chance::{Chance, Seeded};
use turnwise::rules::erased::{AnyGame, Erased};
use turnwise::rules::playtest::{Closeness, Played, whole_match};
use turnwise::rules::{Draft, Turn};

fn main() {
    divan::main();
}

fn played(seats: usize) -> Played<BoraBora> {
    whole_match::<BoraBora>(&Default::default(), seats, 1, Closeness::FAST)
}

#[divan::bench(args = [2, 3, 4])]
fn fold(bencher: Bencher, seats: usize) {
    let played = played(seats);
    let events: Vec<_> = played.events().cloned().collect();
    bencher.counter(ItemsCount::new(events.len())).bench(|| {
        let mut state = BoraBora::begin(&played.setup);
        for event in &events {
            BoraBora::evolve(&mut state, event);
        }
        state
    });
}

#[divan::bench(args = [2, 3, 4])]
fn fold_stored(bencher: Bencher, seats: usize) {
    let game = Erased::<BoraBora>::new();
    let played = played(seats);
    let setup = serde_json::to_string(&played.setup).unwrap();
    let texts: Vec<String> =
        played.events().map(|event| serde_json::to_string(event).unwrap()).collect();
    bencher.counter(ItemsCount::new(texts.len())).bench(|| {
        let state = game.begin(1, &setup).unwrap();
        game.fold(&state, &mut texts.iter().map(|text| (1, text.as_str()))).unwrap()
    });
}

#[divan::bench(args = [2, 3, 4])]
fn random_play(bencher: Bencher, seats: usize) {
    let decisions = played(seats).steps.len();
    bencher.counter(ItemsCount::new(decisions)).bench(|| {
        let mut chance = Seeded::new(1);
        let setup = BoraBora::deal(&Default::default(), seats, &mut chance).unwrap();
        let mut state = BoraBora::begin(&setup);
        while let Turn::Awaiting(awaited) = BoraBora::turn(&state) {
            let seat = awaited[chance.below(awaited.len() as u32) as usize];
            let legal = BoraBora::legal(&state, seat);
            let command = &legal[chance.below(legal.len() as u32) as usize];
            let mut draft = Draft::<BoraBora>::new(state);
            BoraBora::decide(&mut draft, seat, command, &mut chance).unwrap();
            (state, _) = draft.finish();
        }
        state
    });
}

#[divan::bench(args = [2, 3, 4])]
fn legal(bencher: Bencher, seats: usize) {
    let played = played(seats);
    let mut state = BoraBora::begin(&played.setup);
    let half = played.steps.len() / 2;
    for (_, _, events) in &played.steps[..half] {
        for event in events {
            BoraBora::evolve(&mut state, event);
        }
    }
    bencher.bench(|| BoraBora::legal(&state, state.active));
}
