//! What holds for every game of the shelf, among it: whole matches that were
//! stored once are read, replayed and told for ever.
//!
//! `UPDATE=1 cargo test` records those of the newest schemas anew; do that only
//! while no match of anybody is stored in the old form, and write an upcast
//! otherwise. Records of older schemas are never written again.

use super::SHELF;
use crate::rules::chance::Seeded;
use crate::rules::erased::{AnyGame, AnyState};
use crate::rules::offer::{Change, Holding, Worth};
use crate::rules::{Chance, PerSeat, ScoreSheet, Seat, Standing, Turn, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// A whole match as a file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Recorded {
    schema: u32,
    config: Value,
    seats: usize,
    seed: u64,
    setup: Value,
    steps: Vec<Step>,
    ranking: Vec<Standing>,
    score: PerSeat<ScoreSheet>,
}

/// A command and what came of it.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Step {
    seat: Seat,
    command: Value,
    events: Vec<Value>,
}

/// The chance that deals (0) and that decides each step (from 1).
fn luck(seed: u64, step: usize) -> Seeded {
    Seeded::new(seed + step as u64)
}

fn folder(game: &dyn AnyGame) -> PathBuf {
    let room = game.info().slug.replace('-', "_");
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room).join("recorded")
}

/// Three play with options, the others by the rulebook.
fn config(game: &dyn AnyGame, seats: usize) -> Value {
    match (game.info().slug, seats) {
        ("bora-bora", 3) => json!({ "orange_tiles": true }),
        ("great-zimbabwe", 3) => json!({ "first_play": true }),
        _ => json!({}),
    }
}

fn value(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

/// Plays a match with random legal commands.
fn record(game: &dyn AnyGame, seats: usize) -> Recorded {
    let (seed, mut whim) = (2026, Seeded::new(2012));
    let config = game.config(&config(game, seats)).expect("options");
    let setup = game.deal(&config, seats, &mut luck(seed, 0)).expect("a match");
    let mut state = game.begin(game.schema(), &setup).expect("a set-up");
    let mut steps = Vec::new();
    let ranking = loop {
        let seat = match game.turn(&state) {
            Turn::Over(ranking) => break ranking,
            Turn::Awaiting(seats) => seats[whim.below(seats.len() as u32) as usize],
        };
        let mut offers = game.legal(&state, seat);
        let command = offers.swap_remove(whim.below(offers.len() as u32) as usize).command;
        let mut chance = luck(seed, steps.len() + 1);
        let decision = game.decide(&state, seat, &command, &mut chance).expect("legal");
        let events = decision.events.iter().map(|event| value(event)).collect();
        steps.push(Step { seat, command, events });
        state = decision.states.last().expect("something happened").clone();
    };
    let (schema, setup, score) = (game.schema(), value(&setup), game.score(&state));
    Recorded { schema, config, seats, seed, setup, steps, ranking, score }
}

/// One line for the set-up, one for each step: a change shows where it is.
fn written(recorded: &Recorded) -> String {
    let json = serde_json::to_value(recorded).expect("JSON");
    let steps: Vec<String> = recorded.steps.iter().map(|step| json!(step).to_string()).collect();
    let rows =
        json.as_object().expect("an object").iter().map(|(name, value)| match name.as_str() {
            "steps" => format!("\"steps\": [\n{}\n]", steps.join(",\n")),
            _ => format!("\"{name}\": {value}"),
        });
    format!("{{\n{}\n}}\n", rows.collect::<Vec<_>>().join(",\n"))
}

fn update(game: &dyn AnyGame) {
    let folder = folder(game).join(format!("schema_{}", game.schema()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for seats in game.info().seats.map(usize::from) {
        let file = folder.join(format!("{seats}_seats.json"));
        std::fs::write(file, written(&record(game, seats))).expect("a file");
    }
}

/// Replays a record as the service does: each text with the schema it was stored
/// in, event by event, and again in place. A record of the newest schema is
/// also decided anew.
fn replay(game: &dyn AnyGame, recorded: &Recorded) {
    let setup = recorded.setup.to_string();
    if recorded.schema == game.schema() {
        let dealt = game.deal(&recorded.config, recorded.seats, &mut luck(recorded.seed, 0));
        assert_eq!(dealt, Ok(setup.clone()));
    }
    let beginning = game.begin(recorded.schema, &setup).expect("a set-up");
    let mut state = beginning.clone();
    let mut stored = Vec::new();
    for (number, step) in (1..).zip(&recorded.steps) {
        let before = state.clone();
        let events: Vec<String> = step.events.iter().map(Value::to_string).collect();
        for event in &events {
            for viewer in [Viewer::Seat(step.seat), Viewer::Spectator, Viewer::Everything] {
                game.tell(&state, recorded.schema, event, viewer).expect("a sentence");
            }
            game.evolve(&mut state, recorded.schema, event).expect("an event");
            game.audit(&state).expect("nothing is lost");
        }
        if recorded.schema == game.schema() {
            let mut chance = luck(recorded.seed, number);
            let decided = game.decide(&before, step.seat, &step.command, &mut chance);
            let decided = decided.expect("a legal command");
            assert_eq!(decided.events, events, "step {number}");
            assert!(decided.states.last() == Some(&state), "step {number}");
        }
        stored.extend(events);
    }
    let mut alone = beginning;
    for event in &stored {
        game.evolve(&mut alone, recorded.schema, event).expect("an event");
    }
    assert!(alone == state, "folded in place");
    assert_eq!(game.turn(&state), Turn::Over(recorded.ranking.clone()));
    assert_eq!(game.score(&state), recorded.score);
}

/// The files in a folder and in those below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[test]
fn every_recorded_match_of_every_game_is_replayed_to_its_recorded_end() {
    for game in SHELF {
        if std::env::var_os("UPDATE").is_some() {
            update(*game);
        }
        let mut newest = Vec::new();
        for path in files(&folder(*game)) {
            let text = std::fs::read_to_string(&path).expect("text");
            let recorded: Recorded = serde_json::from_str(&text).expect("a record");
            assert!(written(&recorded) == text, "{} is not in the form of records", path.display());
            replay(*game, &recorded);
            newest.extend((recorded.schema == game.schema()).then_some(recorded.seats as u8));
        }
        newest.sort_unstable();
        assert_eq!(newest, game.info().seats.collect::<Vec<_>>(), "{}", game.info().title);
    }
}

#[test]
fn what_a_later_program_stored_is_unreadable_by_every_way_of_reading() {
    for game in SHELF {
        let recorded = record(*game, 2);
        let (known, later) = (game.schema(), game.schema() + 1);
        let (setup, event) = (recorded.setup.to_string(), recorded.steps[0].events[0].to_string());
        let mut state = game.begin(known, &setup).expect("a set-up");
        assert!(game.begin(later, &setup).is_err());
        assert!(game.evolve(&mut state, later, &event).is_err());
        assert!(game.tell(&state, later, &event, Viewer::Spectator).is_err());
    }
}

/// A match of two, dealt from `seed`.
fn dealt(game: &dyn AnyGame, seed: u64) -> AnyState {
    let setup = game.deal(&json!({}), 2, &mut Seeded::new(seed)).expect("a match");
    game.begin(game.schema(), &setup).expect("a set-up")
}

#[test]
fn states_are_equal_only_if_their_games_and_contents_are() {
    for game in SHELF {
        assert!(dealt(*game, 1) == dealt(*game, 1));
        assert!(dealt(*game, 1) != dealt(*game, 2));
    }
    assert!(dealt(SHELF[0], 1) != dealt(SHELF[1], 1));
}

#[test]
fn a_scramble_leaves_the_state_alone_and_shows_its_viewer_the_same() {
    for game in SHELF {
        let state = dealt(*game, 1);
        for viewer in [Viewer::Seat(Seat(1)), Viewer::Spectator] {
            let other = game.scramble(&state, viewer, &mut Seeded::new(3));
            assert!(state == dealt(*game, 1));
            assert_eq!(game.view(&state, viewer).get(), game.view(&other, viewer).get());
        }
    }
    let other = SHELF[0].scramble(&dealt(SHELF[0], 1), Viewer::Spectator, &mut Seeded::new(3));
    assert!(other != dealt(SHELF[0], 1), "the hidden cards of Bora Bora are dealt anew");
}

/// What two choices cost and bring together is what the one costs and brings after which the
/// table looks the same.
#[test]
fn what_one_choice_and_then_another_come_to_is_what_both_come_to() {
    let mut chance = Seeded::new(11);
    let mut amount = || i64::from(chance.below(5));
    for _ in 0..2_000 {
        let mut held = || {
            let (cattle, debts, shells) = (amount(), amount(), amount());
            vec![
                Holding::good("cattle", cattle),
                Holding::burden("debts", debts),
                Holding::good("shells", shells),
            ]
        };
        let (first, then, last) = (held(), held(), held());
        let both = Worth::between(&first, std::slice::from_ref(&last));
        let one = Worth::between(&first, std::slice::from_ref(&then));
        let together = one.and(&Worth::between(&then, std::slice::from_ref(&last)));
        let sorted = |mut changes: Vec<Change>| {
            changes.sort_by(|one, other| one.what.cmp(&other.what));
            changes
        };
        assert_eq!(sorted(together.cost), sorted(both.cost), "{first:?} {then:?} {last:?}");
        assert_eq!(sorted(together.gain), sorted(both.gain), "{first:?} {then:?} {last:?}");
    }
}

/// What chance decides once stays unknown, however much is known of what comes later.
#[test]
fn what_chance_decides_stays_unknown_together_with_what_is_known() {
    let held = |amount: i64| vec![Holding::good("cards", amount)];
    let unknown = Worth::between(&held(1), &[held(2), held(3)]);
    let known = Worth::between(&held(3), &[held(4)]);
    for together in [unknown.clone().and(&known), known.clone().and(&unknown)] {
        assert_eq!(together.gain.len(), 1);
        assert_eq!((together.gain[0].by, together.cost.len()), (None, 0));
    }
}
