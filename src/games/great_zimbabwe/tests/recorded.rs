//! Whole matches as they are stored: each must be read and replayed for ever.
//! `UPDATE=1 cargo test` writes them anew.

use super::super::GreatZimbabwe;
use super::super::event::Event;
use super::super::setup::{Config, Setup};
use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::{Game, Standing, Turn};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

#[derive(Serialize, Deserialize)]
struct Recorded {
    config: Config,
    seats: usize,
    setup: Setup,
    events: Vec<Event>,
    ranking: Vec<Standing>,
}

fn file(seats: usize) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    folder.join(format!("src/games/great_zimbabwe/recorded/{seats}_seats.json"))
}

/// One line for the set-up, one for each event: a change shows where it is.
fn written(recorded: &Recorded) -> String {
    let json = |value: &dyn erased::Json| value.json();
    let events: Vec<String> = recorded.events.iter().map(|event| json(event)).collect();
    format!(
        "{{\n\"config\": {},\n\"seats\": {},\n\"setup\": {},\n\"events\": [\n{}\n],\n\"ranking\": {}\n}}\n",
        json(&recorded.config),
        recorded.seats,
        json(&recorded.setup),
        events.join(",\n"),
        json(&recorded.ranking),
    )
}

mod erased {
    /// Anything that has a JSON form.
    pub trait Json {
        fn json(&self) -> String;
    }
    impl<T: serde::Serialize> Json for T {
        fn json(&self) -> String {
            serde_json::to_string(self).expect("a promise has a JSON form")
        }
    }
}

#[test]
fn recorded_matches_are_replayed_to_their_recorded_end() {
    for seats in 2..=5 {
        let path = file(seats);
        if std::env::var_os("UPDATE").is_some() {
            let config = Config { first_play: seats == 3, gods: None };
            let played = whole_match::<GreatZimbabwe>(&config, seats, 2012, Closeness::FAST);
            let events = played.events().cloned().collect();
            let Turn::Over(ranking) = GreatZimbabwe::turn(&played.end) else { unreachable!() };
            let recorded = Recorded { config, seats, setup: played.setup, events, ranking };
            std::fs::write(&path, written(&recorded)).unwrap();
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let recorded: Recorded = serde_json::from_str(&text).unwrap();
        assert_eq!(written(&recorded), text, "{} seats: what is read is written again", seats);
        let mut state = GreatZimbabwe::begin(&recorded.setup);
        for event in &recorded.events {
            GreatZimbabwe::evolve(&mut state, event);
            GreatZimbabwe::audit(&state).unwrap();
        }
        assert_eq!(GreatZimbabwe::turn(&state), Turn::Over(recorded.ranking));
    }
}
