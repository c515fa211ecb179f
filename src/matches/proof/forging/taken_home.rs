//! Matches with every kind of event in them, as their people took them home once, are proved by
//! every later version.
//!
//! `UPDATE=1 cargo test` adds those that are new to `tests/promises/taken_home/` and writes none
//! anew: a test that fails here is a promise about to be broken, and the code is what must change.

use super::*;
use std::fs;
use std::path::Path;

/// What was taken home: to this list names are added, and none is ever taken away.
const STORED: &[&str] = &[
    "abroad.json",
    "beach.json",
    "council.json",
    "gentle.json",
    "handed_on.json",
    "kingdom.json",
    "parley.json",
    "rounds_apart.json",
    "silent.json",
    "strict.json",
];

/// The matches of today, each with its name.
fn of_today() -> Vec<(&'static str, Table)> {
    let [gentle, strict] =
        [Absence::Gentle, Absence::Strict].map(|absence| played::tide(absence, |_| None));
    vec![
        ("beach", played::beach()),
        ("kingdom", played::kingdom()),
        ("handed_on", played::handed_on()),
        ("gentle", gentle),
        ("strict", strict),
        ("silent", played::silent(|_| None)),
        ("council", played::council()),
        ("parley", played::council()),
        ("abroad", played::abroad()),
        ("rounds_apart", played::over_and_again()),
    ]
}

#[test]
fn what_was_taken_home_once_is_proved_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises/taken_home");
    if std::env::var_os("UPDATE").is_some() {
        fs::create_dir_all(&folder).expect("a folder");
        for (name, table) in of_today() {
            let file = folder.join(name).with_extension("json");
            if !STORED.iter().any(|known| file.ends_with(known)) && !file.exists() {
                fs::write(file, table.export(None).text()).expect("it is written");
            }
        }
    }
    for name in STORED {
        assert!(folder.join(name).exists(), "{name} is gone");
    }
    let mut met = BTreeSet::new();
    for file in fs::read_dir(&folder).expect("what was taken home") {
        let file = file.expect("a file").path();
        let text = fs::read_to_string(&file).expect("a text");
        let verified = verify(&text, &Trust::default())
            .unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        assert_eq!((verified.exit_code(), verified.unnamed), (0, 0), "{}", file.display());
        let export = Export::read(&text).expect("an export");
        for trust in informed(&export) {
            verify(&text, &trust).unwrap_or_else(|why| panic!("{}: {why}", file.display()));
        }
        met.extend(export.rows().expect("rows").iter().filter_map(|row| Kind::of_word(&row.kind)));
    }
    let all = Kind::ALL.iter().copied().filter(|kind| *kind != Kind::Cancelled);
    assert_eq!(met, all.collect(), "no match holds every kind of event");
}
