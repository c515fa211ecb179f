//! Every decoder that meets strangers, given what strangers send: the corpus as it is,
//! and changed by chance. `TURNWISE_CASES` says how often each (200 if it is not set);
//! `.ci/long` lets a fuzzer look for more.

use crate::decoders::{DECODERS, Decoder};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use serde_json::{Value, json};
use std::path::Path;

/// What a decoder is tried with: lines of its file, or whole files.
fn corpus(decoder: &Decoder) -> Vec<Vec<u8>> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    if decoder.name == "exports" {
        let files = std::fs::read_dir(tests.join("promises/exports")).expect("exports");
        let paths = files.map(|file| file.expect("a file").path());
        let exports = paths.filter(|path| path.extension().is_some_and(|it| it == "json"));
        return exports.map(|path| std::fs::read(path).expect("an export")).collect();
    }
    let file = tests.join(format!("corpus/{}.txt", decoder.name));
    let text = std::fs::read(file).expect("a corpus");
    text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

/// A change of what stands in the corpus.
#[derive(Clone, Debug)]
enum Change {
    /// Bytes in place of those from here on.
    Bytes(prop::sample::Index, Vec<u8>),
    /// It ends here.
    End(prop::sample::Index),
    /// Another value in place of this part of the JSON.
    Part(prop::sample::Index, Value),
    /// This part of the JSON once more, as often as this.
    Repeated(prop::sample::Index, usize),
}

fn odd_value() -> impl Strategy<Value = Value> {
    let numbers = [0, -1, 1, 127, 128, 255, 256, 65_535, 65_536, i64::MAX, i64::MIN];
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        prop::sample::select(numbers.to_vec()).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        Just(json!(1e308)),
        Just(json!(u64::MAX)),
        "\\PC{0,12}".prop_map(Value::from),
        Just(json!("\u{0}\u{202e}\u{200b}")),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map("[a-z_]{1,8}", inner, 0..4).prop_map(|map| json!(map)),
        ]
    })
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<prop::sample::Index>;
    prop_oneof![
        2 => (at(), prop::collection::vec(any::<u8>(), 1..8))
            .prop_map(|(at, bytes)| Change::Bytes(at, bytes)),
        1 => at().prop_map(Change::End),
        6 => (at(), odd_value()).prop_map(|(at, value)| Change::Part(at, value)),
        1 => (at(), prop_oneof![Just(2_usize), Just(300)])
            .prop_map(|(at, times)| Change::Repeated(at, times)),
    ]
}

/// Every part of a JSON value, the whole one first.
fn parts(value: &mut Value, visit: &mut dyn FnMut(&mut Value)) {
    visit(value);
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| parts(item, visit)),
        Value::Object(fields) => fields.values_mut().for_each(|field| parts(field, visit)),
        _ => {}
    }
}

/// Changes one part of a text that is JSON.
fn in_json(text: &mut Vec<u8>, at: &prop::sample::Index, change: impl Fn(&mut Value)) {
    let Ok(mut value) = serde_json::from_slice::<Value>(text) else { return };
    let mut count = 0;
    parts(&mut value, &mut |_| count += 1);
    let (wanted, mut here) = (at.index(count), 0);
    parts(&mut value, &mut |part| {
        if here == wanted {
            change(part);
        }
        here += 1;
    });
    *text = value.to_string().into_bytes();
}

fn apply(text: &mut Vec<u8>, change: &Change) {
    match change {
        Change::End(at) => text.truncate(at.index(text.len() + 1)),
        Change::Bytes(at, bytes) => {
            let from = at.index(text.len() + 1);
            let to = (from + bytes.len()).min(text.len());
            text.splice(from..to, bytes.iter().copied());
        }
        Change::Part(at, value) => in_json(text, at, |part| *part = value.clone()),
        Change::Repeated(at, times) => in_json(text, at, |part| {
            *part = match part.take() {
                Value::Array(items) => vec![items; *times].concat().into(),
                other => Value::Array(vec![other; *times]),
            }
        }),
    }
}

fn try_all(name: &str, cases: u32) {
    let decoder = DECODERS.iter().find(|decoder| decoder.name == name).expect("such a decoder");
    let corpus = corpus(decoder);
    for text in &corpus {
        (decoder.holds)(text);
    }
    let strategy = (any::<prop::sample::Index>(), prop::collection::vec(change(), 1..4));
    let seed = RngSeed::Fixed(2026);
    let mut runner = TestRunner::new(Config { rng_seed: seed, ..Config::default() });
    for _ in 0..cases {
        let (which, changes) = strategy.new_tree(&mut runner).expect("a case").current();
        let mut text = corpus[which.index(corpus.len())].clone();
        changes.iter().for_each(|change| apply(&mut text, change));
        let said = String::from_utf8_lossy(&text).chars().take(2_000).collect::<String>();
        let holds = std::panic::catch_unwind(|| (decoder.holds)(&text));
        assert!(holds.is_ok(), "{name} does not hold for: {said}");
    }
}

fn cases() -> u32 {
    std::env::var("TURNWISE_CASES").ok().and_then(|text| text.parse().ok()).unwrap_or(200)
}

#[test]
fn no_command_breaks_a_game_whoever_thought_it_up() {
    try_all("commands", cases());
}

#[test]
fn no_body_breaks_what_reads_it() {
    try_all("bodies", cases() * 5);
}

#[test]
fn no_form_or_plan_breaks_what_reads_it() {
    try_all("forms", cases());
}

#[test]
fn no_header_cookie_or_token_lets_anybody_in_or_leads_elsewhere() {
    try_all("headers", cases());
}

#[test]
fn no_file_breaks_the_proof_of_it() {
    try_all("exports", cases().div_ceil(4));
}
