//! Damage and forgery at random: whatever a file holds, it is answered in words, and
//! what is not the match that was played is never proved to who has a receipt or the key.

use super::*;
use crate::matches::proof::verify::replay;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};

/// Something that is done to a file.
#[derive(Clone, Debug)]
enum Harm {
    /// Another byte at a place.
    Byte(usize, u8),
    /// A piece less.
    Cut(usize, usize),
    /// A piece twice.
    Twice(usize, usize),
    /// Another value in the JSON, and everything made to fit it.
    Value(usize, Value),
    /// One of the changes of a row, and everything made to fit it.
    Row(usize, usize),
}

fn harms() -> impl Strategy<Value = Vec<Harm>> {
    let odd = prop_oneof![
        Just(json!(null)),
        Just(json!([])),
        Just(json!({})),
        any::<i64>().prop_map(|n| json!(n)),
        any::<f64>().prop_map(|n| json!(n)),
        any::<String>().prop_map(|text| json!(text)),
    ];
    let place = any::<usize>;
    let harm = prop_oneof![
        (place(), any::<u8>()).prop_map(|(at, byte)| Harm::Byte(at, byte)),
        (place(), 1..2_000_usize).prop_map(|(at, length)| Harm::Cut(at, length)),
        (place(), 1..2_000_usize).prop_map(|(at, length)| Harm::Twice(at, length)),
        (place(), odd).prop_map(|(at, value)| Harm::Value(at, value)),
        (place(), place()).prop_map(|(at, which)| Harm::Row(at, which)),
    ];
    prop::collection::vec(harm, 1..4)
}

fn harmed(text: &str, harm: &Harm) -> String {
    let mut bytes = text.as_bytes().to_vec();
    let piece = |at: usize, length: usize| {
        let at = at % text.len().max(1);
        at.min(text.len())..(at + length).min(text.len())
    };
    match harm {
        Harm::Byte(at, byte) => bytes[piece(*at, 1)].fill(*byte),
        Harm::Cut(at, length) => drop(bytes.drain(piece(*at, *length))),
        Harm::Twice(at, length) => {
            let piece = piece(*at, *length);
            let twice = bytes[piece.clone()].to_vec();
            bytes.splice(piece.start..piece.start, twice);
        }
        Harm::Value(at, value) => {
            let Ok(mut json) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
            let mut places = Vec::new();
            pointers(&json, "", &mut places);
            *json.pointer_mut(&places[at % places.len()]).unwrap() = value.clone();
            return fitted(&json.to_string(), |_| {});
        }
        Harm::Row(at, which) => {
            return fitted(text, |rows| {
                let at = at % rows.len();
                if serde_json::from_str::<Value>(&rows[at].data).is_ok_and(|data| data.is_object())
                    && rows[at].command.as_deref().is_none_or(is_command)
                {
                    let mut all = changes::of(&rows[at]);
                    rows[at] = all.swap_remove(which % all.len()).row;
                }
            });
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn is_command(text: &str) -> bool {
    serde_json::from_str::<Value>(text).is_ok_and(|command| command["type"].is_string())
}

/// The file with every hash and signature made to fit, where it is one at all.
fn fitted(text: &str, change: impl FnOnce(&mut Vec<EventRow>)) -> String {
    let Ok(export) = serde_json::from_str::<Export>(text) else { return text.to_owned() };
    match export.rows() {
        Ok(mut rows) if !rows.is_empty() => {
            change(&mut rows);
            file(&export.match_id, export.people, chained_from(0, rows), &forger()).text()
        }
        _ => export.digested().text(),
    }
}

fn pointers(value: &Value, path: &str, all: &mut Vec<String>) {
    all.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            for (key, value) in fields.iter().filter(|(key, _)| !key.contains(['/', '~'])) {
                pointers(value, &format!("{path}/{key}"), all);
            }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.for_each(|(at, value)| pointers(value, &format!("{path}/{at}"), all));
        }
        _ => {}
    }
}

#[test]
fn no_file_makes_verify_or_replay_panic_or_prove_what_was_not_played() {
    let export = played::handed_on().export(None);
    let config = Config {
        cases: 400,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(9),
        ..Config::default()
    };
    let checked = TestRunner::new(config).run(&harms(), |harms| {
        let text = harms.iter().fold(export.text(), |text, harm| harmed(&text, harm));
        let _ = replay(&text, Some(3));
        let Ok(false_one) = serde_json::from_str::<Export>(&text) else {
            prop_assert!(verify(&text, &Trust::default()).is_err());
            return Ok(());
        };
        if verify(&text, &Trust::default()).is_err() || false_one.events == export.events {
            return Ok(());
        }
        for trust in informed(&export) {
            prop_assert!(verify(&text, &trust).is_err());
        }
        Ok(())
    });
    checked.unwrap();
}
