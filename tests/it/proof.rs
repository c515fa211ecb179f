//! `turnwise verify` as somebody calls it who has an export, and a receipt in a letter
//! or an answer.

use super::process::turnwise;
use super::promises;
use serde_json::{Value, json};
use std::path::PathBuf;
use turnwise::matches::proof::export::Export;
use turnwise::matches::stream::receipt::Receipt;

fn exports() -> PathBuf {
    promises::folder().join("exports")
}

fn text(name: &str) -> String {
    std::fs::read_to_string(exports().join(name)).unwrap()
}

const FILE: &str = "great-zimbabwe-sqlite.json";
const RECEIPTS: &str = "great-zimbabwe-sqlite.receipts";
const OTHERS: &str = "bora-bora-sqlite.receipts";

/// With what `turnwise verify` ends, and what it says.
fn verified(words: &[&str]) -> (i32, String) {
    let mut command = turnwise(&exports());
    let output = command.arg("verify").arg(FILE).args(words).output().expect("the program runs");
    let said = [output.stdout, output.stderr].concat();
    (output.status.code().expect("an end of its own"), String::from_utf8(said).unwrap())
}

fn last_receipt() -> Receipt {
    Receipt::all_in(&text(RECEIPTS)).pop().unwrap()
}

#[test]
fn without_receipt_and_key_it_says_what_is_proved_and_what_is_not() {
    let (code, said) = verified(&[]);
    assert_eq!(code, 0, "{said}");
    for words in ["is proved", "You gave no receipt", "see hidden cards", "the last hash"] {
        assert!(said.to_lowercase().contains(&words.to_lowercase()), "{words}: {said}");
    }
    assert!(!said.contains("A key that you trust"), "{said}");
}

#[test]
fn a_receipt_is_found_in_a_file_of_answers_and_in_a_line_however_it_was_broken() {
    let receipt = last_receipt();
    let says = format!("up to event {} nothing was rewritten", receipt.version);
    let line = receipt.to_string();
    let broken: String = line
        .chars()
        .enumerate()
        .flat_map(|(at, c)| [c].into_iter().chain((at % 61 == 60).then_some('\n')))
        .collect();
    let quoted = format!("Dear Anna,\n> {}\nYours", broken.replace('\n', "\n> "));
    let printable = broken.replace('\n', "=\r\n");
    let answer = json!({ "version": 3, "receipt": receipt, "items": [1, "two"] }).to_string();
    for given in [&line, &broken, &quoted, &printable, &answer] {
        let (code, said) = verified(&["--receipt", given]);
        assert!(code == 0 && said.contains(&says), "{given}: {said}");
    }
    let folder = tempfile::tempdir().unwrap();
    for (name, given) in [("letter.eml", &quoted), ("answer.json", &answer)] {
        let file = folder.path().join(name);
        std::fs::write(&file, given).unwrap();
        let (code, said) = verified(&["--receipt", file.to_str().unwrap()]);
        assert!(code == 0 && said.contains(&says), "{name}: {said}");
    }
    let (code, said) = verified(&["--receipt", RECEIPTS, "--key", &receipt.key]);
    assert!(code == 0 && said.contains("A key that you trust"), "{said}");
    assert!(said.contains("10 receipts"), "{said}");
}

#[test]
fn a_letter_that_gathers_several_matches_is_a_receipt_for_each_of_them() {
    let (own, other) = (last_receipt(), Receipt::all_in(&text(OTHERS)).pop().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let letter = folder.path().join("letter.eml");
    std::fs::write(&letter, format!("Receipts:\n{other}\n{own}\n")).unwrap();
    let (code, said) = verified(&["--receipt", letter.to_str().unwrap()]);
    let says = format!("up to event {} nothing was rewritten", own.version);
    assert!(code == 0 && said.contains(&says), "{said}");
}

#[test]
fn what_is_given_and_does_not_fit_ends_with_one_and_what_cannot_be_read_with_two() {
    let receipt = last_receipt();
    let changed = Receipt { version: receipt.version + 1, ..receipt.clone() }.to_string();
    let other = Receipt::all_in(&text(OTHERS)).pop().unwrap().to_string();
    let others = Receipt::all_in(&text(OTHERS));
    let (_, said) = verified(&["--receipt", OTHERS]);
    for one in &others {
        assert_eq!(said.matches(&one.match_id).count(), 1, "of {}: {said}", others.len());
    }
    let key = "0".repeat(64);
    let spell = "\u{1b}[2J no receipt";
    for (words, ends, why) in [
        (vec!["--receipt", other.as_str()], 1, "no receipt for this match"),
        (vec!["--receipt", changed.as_str()], 1, "damaged"),
        (vec!["--receipt", spell], 2, "no receipt in"),
        (vec!["--key", key.as_str()], 1, "no key that you trust"),
        (vec!["--key", "short"], 2, "is no key"),
        (vec!["--receipt", RECEIPTS, "--key", key.as_str()], 1, "do not trust"),
    ] {
        let (code, said) = verified(&words);
        assert!(code == ends && said.contains(why), "{words:?}: {code}, {said}");
        assert!(!said.contains("is proved") && !said.contains('\u{1b}'), "{said}");
    }
}

#[test]
fn what_is_not_there_is_not_said_to_be_wrong() {
    let folder = tempfile::tempdir().unwrap();
    for words in
        [&["verify", "nowhere.json"][..], &["replay", "nowhere.json"], &["verify", "--database"]]
    {
        let output = turnwise(folder.path()).args(words).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains("nowhere.json") || said.contains("there is no database"), "{said}");
    }
}

#[test]
fn a_file_that_is_no_text_any_more_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let mut bytes = text(FILE).into_bytes();
    bytes[9] = 0xff;
    std::fs::write(&file, bytes).unwrap();
    for verb in ["verify", "replay"] {
        let output = turnwise(folder.path()).arg(verb).arg(&file).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{verb}");
    }
}

#[test]
fn what_is_replayed_is_said_to_be_proved_only_if_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let home = promises::folder().join("taken_home/abroad.json");
    let whole = Export::read(&std::fs::read_to_string(home).unwrap()).unwrap();
    let hidden = Export { hours: Vec::new(), ..whole.clone() }.digested();
    for (export, code, says) in [(whole, 0, "is proved"), (hidden, 3, "not all of it decided")] {
        let file = folder.path().join("match.json");
        std::fs::write(&file, export.text()).unwrap();
        let output = turnwise(folder.path()).arg("replay").arg(&file).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(code) && said.contains(says), "{said}");
        assert!(serde_json::from_slice::<Value>(&output.stdout).unwrap().is_object());
        // What the match never had is no fault of the file.
        for (at, why) in [("1", "not begun"), ("99999", "versions")] {
            let other =
                turnwise(folder.path()).args(["replay", "--at", at]).arg(&file).output().unwrap();
            assert_eq!(other.status.code(), Some(2), "{at}");
            assert!(String::from_utf8(other.stderr).unwrap().contains(why), "{at}");
        }
    }
}

#[test]
fn a_hostile_file_reaches_the_terminal_as_plain_text() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    let spell = "\u{1b}[31m\u{202e}\u{7}";
    let whole: Value = serde_json::from_str(&text(FILE)).unwrap();
    let mut false_ones = vec![spell.to_owned(), format!("{{\"{spell}\": 1}}")];
    for field in ["format", "match", "people", "events", "receipt", "digest"] {
        let mut other = whole.clone();
        other[field] = json!(spell);
        false_ones.push(other.to_string());
    }
    for text in false_ones {
        std::fs::write(&file, text).unwrap();
        for verb in ["verify", "replay"] {
            let output = turnwise(folder.path()).arg(verb).arg(&file).output().unwrap();
            let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
            assert_eq!(output.status.code(), Some(1), "{said}");
            let odd = said.chars().find(|&c| c.is_control() && c != '\n' || c == '\u{202e}');
            assert_eq!(odd, None, "{verb}: {said:?}");
        }
    }
}
