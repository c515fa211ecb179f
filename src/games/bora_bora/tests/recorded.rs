//! Whole matches as files: what was stored once is read and folded for ever.
//!
//! `UPDATE=1 cargo test` records them anew; do that only while no match of
//! anybody is stored in the old form, and write an upcast otherwise.

use super::super::BoraBora;
use super::super::command::Config;
use crate::rules::Game;
use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::recorded::{Promise, read};
use serde_json::{Value, json};

#[test]
fn recorded_matches_fold_to_their_recorded_end() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/games/bora_bora/recorded");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::create_dir_all(folder).expect("the folder");
        for seats in 2..=4 {
            let text = format!("{}\n", record(seats));
            std::fs::write(format!("{folder}/{seats}-seats.json"), text).expect("the record");
        }
    }
    let mut files = 0;
    for entry in std::fs::read_dir(folder).expect("recorded matches") {
        let text = std::fs::read_to_string(entry.expect("an entry").path()).expect("text");
        let record: Value = serde_json::from_str(&text).expect("JSON");
        let schema = record["schema"].as_u64().expect("a schema") as u32;
        let setup = read(BoraBora::UPCASTS, Promise::Setup, schema, &record["setup"].to_string());
        let mut state = BoraBora::begin(&setup.expect("a set-up"));
        for event in record["events"].as_array().expect("events") {
            let event = read(BoraBora::UPCASTS, Promise::Event, schema, &event.to_string());
            BoraBora::evolve(&mut state, &event.expect("an event"));
            BoraBora::audit(&state).expect("nothing is lost");
        }
        let score = serde_json::to_value(BoraBora::score(&state)).expect("JSON");
        assert_eq!(score, record["score"]);
        files += 1;
    }
    assert_eq!(files, 3);
}

fn record(seats: usize) -> Value {
    let config = Config { orange_tiles: seats == 3 };
    let played = whole_match::<BoraBora>(&config, seats, 2026, Closeness::FAST);
    json!({
        "schema": crate::rules::recorded::schema(BoraBora::UPCASTS),
        "setup": played.setup,
        "events": played.events().collect::<Vec<_>>(),
        "score": BoraBora::score(&played.end),
    })
}
