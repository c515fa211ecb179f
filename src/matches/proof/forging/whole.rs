//! Forgeries of more than one field.

use super::table::{ANNA, BEN, CLEO};
use super::*;
use crate::matches::caller::Caller;
use crate::matches::decide::Command;
use crate::matches::proof::export::Named;
use crate::matches::stream::event::{Kind, SCHEMA};
use crate::matches::stream::receipt::Receipt;
use crate::matches::stream::sealed;
use chrono::Duration;
use serde_json::{Value, json};

fn rows_of(export: &Export) -> Vec<EventRow> {
    export.rows().unwrap()
}

fn assert_found(export: &Export, rows: Vec<EventRow>, what: &str) {
    assert!(is_found(export, &false_from(export, 0, rows), what), "{what}: unseen");
}

/// Rows with versions that fit their places.
fn numbered(mut rows: Vec<EventRow>) -> Vec<EventRow> {
    for (row, version) in rows.iter_mut().zip(1..) {
        row.version = version;
    }
    rows
}

fn first(rows: &[EventRow], kind: Kind) -> usize {
    rows.iter().position(|row| row.kind == kind.word()).unwrap()
}

#[test]
fn later_rows_of_a_command_cannot_become_another_kind() {
    let export = played::kingdom().export(None);
    let rows = rows_of(&export);
    let later = (0..rows.len()).filter(|&at| rows[at].command.is_none());
    for at in later {
        let to = format!(r#"{{"to":{}}}"#, rows[at].version - 2);
        let host = format!(r#"{{"host":"{BEN}"}}"#);
        let robot = r#"{"robot":"random","number":1}"#;
        for &kind in Kind::ALL {
            for data in ["{}", to.as_str(), host.as_str(), robot, rows[at].data.as_str()] {
                if kind.word() == rows[at].kind && data == rows[at].data {
                    continue;
                }
                let mut forged = rows.clone();
                forged[at].kind = kind.word().to_owned();
                forged[at].data = data.to_owned();
                assert_found(&export, forged, kind.word());
            }
        }
    }
}

#[test]
fn a_resignation_cannot_be_another_seats() {
    let export = played::beach().export(None);
    let rows = rows_of(&export);
    let at = first(&rows, Kind::Resigned);
    for (seat, actor) in [(0, ANNA), (1, BEN), (0, CLEO), (2, ANNA), (2, BEN)] {
        if (rows[at].seat, rows[at].actor.as_str()) == (Some(seat), actor) {
            continue;
        }
        let mut forged = rows.clone();
        forged[at].seat = Some(seat);
        forged[at].actor = actor.to_owned();
        assert_found(&export, forged, "resigned");
    }
}

#[test]
fn all_actors_replaced_are_found_and_all_times_moved_only_with_a_receipt() {
    let export = played::beach().export(None);
    for actor in ["nobody", ANNA, "clock", "operator", "robot:random:1"] {
        let mut forged = rows_of(&export);
        forged.iter_mut().for_each(|row| row.actor = actor.to_owned());
        assert_found(&export, forged, actor);
    }
    let mut forged = rows_of(&export);
    forged.iter_mut().for_each(|row| row.recorded_at -= Duration::days(400));
    assert!(!is_found(&export, &false_file(&export, forged), "all times moved"));
    let mut forged = rows_of(&export);
    let first_time = forged[0].recorded_at;
    forged.iter_mut().rev().zip(0..).for_each(|(row, n)| {
        row.recorded_at = first_time + Duration::seconds(n);
    });
    assert_found(&export, forged, "times that fall");
}

#[test]
fn another_person_throughout_is_another_match_and_found_with_a_receipt() {
    let export = played::kingdom().export(Some(ANNA));
    let other = "01900000-0000-7000-8000-0000000000ff";
    let text: Vec<String> =
        export.events.iter().map(|event| serde_json::to_string(event).unwrap()).collect();
    let mut forged = export.clone();
    forged.events = text
        .iter()
        .map(|event| serde_json::from_str(&event.replace(ANNA, other)).unwrap())
        .collect();
    let forged = false_file(&export, forged.rows().unwrap());
    assert!(!is_found(&export, &forged, "another person"));
}

#[test]
fn rows_cannot_be_put_in_taken_out_repeated_or_exchanged() {
    let export = played::beach().export(None);
    let rows = rows_of(&export);
    for at in 0..rows.len() {
        let mut repeated = rows.clone();
        repeated.insert(at, rows[at].clone());
        assert_found(&export, repeated.clone(), "repeated, with a version twice");
        assert_found(&export, numbered(repeated), "repeated");
        let mut without = rows.clone();
        without.remove(at);
        if at + 1 < rows.len() {
            assert_found(&export, without.clone(), "taken out, with a gap");
            let mut exchanged = rows.clone();
            exchanged.swap(at, at + 1);
            assert_found(&export, numbered(exchanged), "exchanged");
        }
        assert_found(&export, numbered(without), "taken out");
    }
}

#[test]
fn nothing_can_happen_out_of_its_time() {
    let export = played::beach().export(None);
    let rows = rows_of(&export);
    let started = first(&rows, Kind::Started);
    let find = |kind: Kind| rows[first(&rows, kind)].clone();
    let mut joined = find(Kind::Joined);
    joined.command = Some(r#"{"type":"join","entropy":"chosen later"}"#.to_owned());
    joined.data = json!({"account": "new", "entropy": "chosen later", "name": null}).to_string();
    joined.actor = "new".to_owned();
    let ended = rows.len() - 1;
    let others = [find(Kind::Left), find(Kind::RobotJoined), find(Kind::RobotLeft)];
    let plays = [find(Kind::Played), find(Kind::TakenBack), find(Kind::Resigned)];
    let starts = [find(Kind::Opened), find(Kind::Started), find(Kind::Ended), joined];
    for row in others.into_iter().chain(plays).chain(starts) {
        for at in [started + 1, started + 2, ended, ended + 1] {
            let mut forged = rows.clone();
            let recorded_at = rows[at - 1].recorded_at;
            forged.insert(at, EventRow { recorded_at, ..row.clone() });
            assert_found(&export, numbered(forged), &format!("{} at {at}", row.kind));
        }
    }
    assert_found(&export, rows[..ended].to_vec(), "cut off");
}

#[test]
fn nothing_is_proposed_by_older_rules_once_the_newer_ones_hold() {
    let export = played::council().export(None);
    let rows = rows_of(&export);
    let newer = |at: &usize| rows[*at].kind == Kind::PutForward.word();
    let by_older_rules = |at: usize| {
        let mut forged = rows.clone();
        forged[at].kind = Kind::PutToVote.word().to_owned();
        let command = rows[at].command.as_ref();
        forged[at].command = command.map(|text| text.replace(r#""edition":3"#, r#""edition":2"#));
        assert_ne!(forged[at].command, rows[at].command);
        false_file(&export, forged)
    };
    let found = |at| is_found(&export, &by_older_rules(at), "an older edition");
    let mut put_forward = (0..rows.len()).filter(newer);
    // Whether older rules held a little longer is what the stream says.
    assert!(!found(put_forward.next().unwrap()));
    for at in put_forward {
        let refused = verify(&by_older_rules(at).text(), &Trust::default()).unwrap_err();
        assert!(found(at) && refused.contains("older rules than the last"), "{refused}");
    }
}

#[test]
fn where_somebodys_time_was_over_the_rules_of_its_rounds_are_those_of_the_opening() {
    let export = played::over_and_again().export(None);
    let mut rows = rows_of(&export);
    let agreed = rows.iter().position(|row| row.kind == Kind::PaceAgreed.word()).unwrap();
    rows[agreed].kind = Kind::PaceSet.word().to_owned();
    let command = rows[0].command.as_ref().unwrap();
    rows[0].command = Some(command.replace(r#","rounds_apart":true"#, ""));
    assert_ne!(rows[0].command, rows_of(&export)[0].command);
    let refused = verify(&false_file(&export, rows).text(), &Trust::default()).unwrap_err();
    assert!(refused.contains("the command leads to something else"), "{refused}");
}

#[test]
fn how_much_was_decided_by_older_rules_is_said() {
    let export = played::council().export(None);
    let said = |export: &Export| {
        let verified = verify(&export.text(), &Trust::default()).unwrap();
        assert_eq!(verified.exit_code(), 0);
        verified.said().join(" ")
    };
    assert!(said(&export).contains("2 proposals were decided by older rules"));
    let mut rows = rows_of(&export);
    for row in &mut rows {
        let newer = [Kind::PutToVote, Kind::PutForward].map(Kind::word);
        if newer.contains(&&*row.kind) {
            row.kind = Kind::Proposed.word().to_owned();
            let mut command: Value = serde_json::from_str(row.command.as_ref().unwrap()).unwrap();
            command.as_object_mut().unwrap().shift_remove("edition");
            row.command = Some(command.to_string());
        }
    }
    let proposals = rows.iter().filter(|row| row.kind == Kind::Proposed.word()).count();
    let all = format!("{proposals} proposals were decided by older rules");
    assert!(said(&false_file(&export, rows)).contains(&all));
    assert!(!said(&played::beach().export(None)).contains("older rules"));
}

#[test]
fn that_turnwise_was_away_while_something_happened_is_said() {
    let export = played::council().export(None);
    let rows = rows_of(&export);
    let at = first(&rows, Kind::Outage);
    let data: Value = serde_json::from_str(&rows[at].data).unwrap();
    let (from, before) = (data["from"].as_str().unwrap(), rows[at - 1].recorded_at);
    let said = |earlier: Duration| {
        let earlier = json!((before - earlier).and_utc());
        let moved = |text: &String| text.replace(from, earlier.as_str().unwrap());
        let mut forged = rows.clone();
        forged[at].data = moved(&rows[at].data);
        forged[at].command = rows[at].command.as_ref().map(moved);
        let verified = verify(&false_file(&export, forged).text(), &Trust::default()).unwrap();
        verified.said().join(" ")
    };
    assert!(!said(Duration::zero()).contains("said to have been away"));
    assert!(
        said(Duration::seconds(1)).contains("something happened in the match meanwhile, once.")
    );
}

#[test]
fn another_deal_is_found_and_another_whole_match_only_with_a_receipt() {
    let (table, other) = (played::handed_on(), played::handed_on_with_another_seed());
    let (export, other) = (table.export(None), other.export(None));
    assert_eq!(export.match_id, other.match_id);
    let (rows, others) = (rows_of(&export), rows_of(&other));
    // The other seed, throughout, with the first one's dice and cards.
    let seeds = |rows: &[EventRow]| {
        let opened: Value = serde_json::from_str(&rows[0].data).unwrap();
        let ended: Value = serde_json::from_str(&rows[first(rows, Kind::Ended)].data).unwrap();
        [&opened["seed_hash"], &ended["seed"]].map(|text| text.as_str().unwrap().to_owned())
    };
    let mut forged = rows.clone();
    for (one, other) in seeds(&rows).iter().zip(seeds(&others)) {
        forged.iter_mut().for_each(|row| row.data = row.data.replace(one, &other));
    }
    assert_found(&export, forged, "another seed");
    let at = first(&rows, Kind::Started);
    let mut forged = rows.clone();
    forged[at].data = others[first(&others, Kind::Started)].data.clone();
    assert_found(&export, forged, "another deal");
    assert!(!is_found(&export, &false_file(&export, others), "another match"));
}

#[test]
fn names_that_are_exchanged_repeated_or_made_up_are_found() {
    let table = played::beach();
    let export = table.export(None);
    assert_eq!(export.people.len(), 3);
    let with = |change: &dyn Fn(&mut Vec<Named>)| {
        let mut people = export.people.clone();
        change(&mut people);
        let rows = export.rows().unwrap();
        file(&export.match_id, people, rows, &service())
    };
    let mut false_ones: Vec<Export> = Vec::new();
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        false_ones.push(with(&|people| {
            let handle = people[one].handle.clone();
            people[one].handle = std::mem::replace(&mut people[other].handle, handle);
        }));
        false_ones.push(with(&|people| {
            let account = people[one].account.clone();
            people[one].account = std::mem::replace(&mut people[other].account, account);
        }));
    }
    for text in ["", "anna ", "\u{1b}[2Janna", "Anna", "robot:random:1"] {
        false_ones.push(with(&|people| people[0].handle = text.to_owned()));
        false_ones.push(with(&|people| people[0].account = text.to_owned()));
        false_ones.push(with(&|people| people[0].salt = text.to_owned()));
    }
    false_ones.push(with(&|people| people.push(people[0].clone())));
    false_ones.push(with(&|people| people[1] = people[0].clone()));
    false_ones.push(with(&|people| {
        let more = Named { account: "more".into(), handle: "more".into(), salt: "".into() };
        people.push(more);
    }));
    // What Ben was called when he joined for the first time, and left again.
    let before = table.names_of(BEN)[0].clone();
    false_ones.push(with(&|people| {
        people.retain(|named| named.account != BEN);
        people.push(before.clone());
    }));
    for false_one in false_ones {
        let found = verify(&false_one.text(), &Trust::default()).unwrap_err();
        assert!(found.contains("called") || found.contains("twice"), "{found}");
    }
}

/// What is left out of a file unseen: the names of all who have sat there.
pub fn left_out() -> Option<String> {
    let export = played::beach().export(None);
    let without = file(&export.match_id, Vec::new(), export.rows().unwrap(), &service());
    let is_said = |trust: &Trust| {
        let said = verify(&without.text(), trust).map(|verified| verified.said().join(" "));
        said.is_ok_and(|said| said.contains("None of the 3 people is named in this file"))
    };
    let unseen = informed(&export).iter().chain([&Trust::default()]).all(is_said);
    unseen.then(|| "people".to_owned())
}

#[test]
fn a_name_that_is_left_out_is_counted_and_never_made_up() {
    let verified = |closed| {
        let export = played::beach().export(closed);
        verify(&export.text(), &Trust::default()).unwrap()
    };
    let (all, without) = (verified(None), verified(Some(CLEO)));
    assert_eq!((all.named, all.unnamed), (3, 0));
    assert_eq!((without.named, without.unnamed), (2, 1));
    assert!(all.ranking.iter().any(|(_, name, _)| name == "cleo"));
    assert!(!without.standings().join(" ").contains("cleo"));
}

#[test]
fn a_name_that_is_forged_in_the_stream_too_is_found_with_a_receipt() {
    let export = played::kingdom().export(None);
    let (mut forged, ben) = (export.clone(), 1);
    let named = &mut forged.people[ben];
    assert_eq!(named.account, BEN);
    let digest = |named: &Named| {
        sealed::digest(&export.match_id, &named.account, &named.salt, &named.handle)
    };
    let old = digest(named);
    named.handle = "benjamin".to_owned();
    let new = digest(named);
    let mut rows = rows_of(&export);
    rows.iter_mut().for_each(|row| row.data = row.data.replace(&old, &new));
    let forged = file(&export.match_id, forged.people, chained_from(0, rows), &forger());
    assert!(!is_found(&export, &forged, "another name"));
}

#[test]
fn what_the_platform_chose_for_an_abandoned_seat_is_told_from_the_least_it_may_do() {
    let table = played::abandoned();
    let (game, seat) = (table.on.game(), table.on.awaited()[0]);
    let state = table.on.state.as_ref().unwrap();
    let least = game.caretake(state, seat).unwrap();
    let offers = game.legal(state, seat).into_iter();
    let other = offers.map(|offer| offer.command).find(|command| *command != least).unwrap();
    for (command, counts) in [(least, (1, 0)), (other, (0, 1))] {
        let mut table = played::abandoned();
        table.gives(&Caller::Clock, Command::Play { seat, command });
        table.does(ANNA, Command::Resign);
        let verified = verify(&table.export(None).text(), &Trust::default()).unwrap();
        assert_eq!((verified.counts.least, verified.counts.chosen), counts);
        let said = verified.said().join(" ");
        assert_eq!(said.contains("nothing was chosen"), counts.0 == 1, "{said}");
        assert_eq!(said.contains("why they chose it is not shown"), counts.1 == 1, "{said}");
    }
}

#[test]
fn the_file_around_the_stream_cannot_be_changed() {
    let export = played::handed_on().export(None);
    let whole: Value = serde_json::from_str(&export.text()).unwrap();
    for field in ["format", "match", "digest", "people", "events", "receipt"] {
        for value in [json!(""), json!(null), json!([]), json!({}), json!(1)] {
            let mut other = whole.clone();
            other[field] = value;
            assert!(verify(&other.to_string(), &Trust::default()).is_err(), "{field}");
        }
    }
    let mut other = export.clone();
    other.match_id = "01900000-0000-7000-8000-0000000000ff".to_owned();
    let other = file(&other.match_id, vec![], chained_from(0, other.rows().unwrap()), &forger());
    assert!(is_found(&export, &other, "match"));
    for field in ["match_id", "version", "hash", "at", "key", "signature"] {
        let mut other = whole.clone();
        other["receipt"][field] = match &whole["receipt"][field] {
            Value::String(text) => json!(text.replace('1', "2")),
            _ => json!(2),
        };
        let other: Export = serde_json::from_value(other).unwrap();
        let found = verify(&other.digested().text(), &Trust::default()).unwrap_err();
        assert!(found.contains("receipt"), "{field}: {found}");
    }
}

#[test]
fn a_receipt_covers_the_match_up_to_its_event() {
    let export = played::handed_on().export(None);
    let rows = rows_of(&export);
    let signed = |at: usize| {
        let row = &rows[at - 1];
        service().sign(&row.match_id, row.version, &row.hash, row.recorded_at)
    };
    let with = |letter| verify(&export.text(), &Trust::new(&[], vec![letter]).unwrap());
    // Whoever gives one twice gave it once.
    let verified = with(vec![signed(3), signed(5), signed(5)]).unwrap();
    assert_eq!((verified.receipts, verified.covered, verified.signed), (2, 5, false));
    assert_eq!(with(vec![signed(rows.len())]).unwrap().covered, rows.len());
    let mut of_another = signed(3);
    of_another.match_id = rows[0].actor.clone();
    assert!(Trust::new(&[], vec![vec![of_another]]).unwrap_err().contains("damaged"));
    let of_another = service().sign(ANNA, 3, &rows[2].hash, rows[2].recorded_at);
    assert!(with(vec![of_another]).unwrap_err().contains("no receipt for this match"));
    for version in [i64::MIN, -1, 0, 4, 99, i64::MAX] {
        let wrong = service().sign(&export.match_id, version, &rows[2].hash, rows[2].recorded_at);
        assert!(with(vec![wrong]).unwrap_err().contains("rewritten"), "{version}");
    }
}

#[test]
fn of_a_letter_about_several_matches_the_receipts_for_this_one_are_read() {
    let export = played::handed_on().export(None);
    let signed = |match_id: &str, row: &EventRow| {
        service().sign(match_id, row.version, &row.hash, row.recorded_at)
    };
    let rows = rows_of(&export);
    let own = signed(&export.match_id, &rows[4]);
    let others = [ANNA, BEN].map(|of| signed(of, &rows[2]));
    let letter = |receipts: &[Receipt]| {
        let lines = receipts.iter().map(Receipt::to_string).collect::<Vec<_>>();
        Receipt::all_in(&format!("Receipts:\n{}\nYours", lines.join("\n")))
    };
    let with = |letters| verify(&export.text(), &Trust::new(&[], letters)?);
    let [anna, ben] = others.clone();
    let verified = with(vec![letter(&[anna, own.clone(), ben])]).unwrap();
    assert_eq!((verified.receipts, verified.covered), (1, 5));
    // A letter that tells of others only was not meant, whatever stands in the next one.
    let refused = with(vec![letter(&[own]), letter(&others)]).unwrap_err();
    assert!(refused.contains(ANNA) && refused.contains(BEN), "{refused}");
    let rewritten = signed(&export.match_id, &EventRow { version: 4, ..rows[4].clone() });
    let [anna, _] = others;
    assert!(with(vec![letter(&[anna, rewritten])]).unwrap_err().contains("rewritten"));
}

#[test]
fn only_keys_that_are_given_are_trusted() {
    let export = played::handed_on().export(None);
    let key = export.receipt.key.clone();
    let with = |key: &str| verify(&export.text(), &Trust::new(&[key.to_owned()], vec![])?);
    assert!(with(&key).unwrap().signed);
    assert!(with(&key.to_uppercase()).unwrap().signed);
    let other = forger().public_keys()[0].key.clone();
    assert!(with(&other).unwrap_err().contains("no key that you trust"));
    for odd in ["", "key", &key[1..], "zz"] {
        assert!(with(odd).unwrap_err().contains("is no key"));
    }
    let receipt = export.receipt.clone();
    assert!(Trust::new(&[other], vec![vec![receipt]]).unwrap_err().contains("do not trust"));
    // Signed by another key, the same stream is the same match: who trusts the service's
    // key finds it, and there is nothing to find for a receipt.
    let rows = rows_of(&export);
    let signed = file(&export.match_id, export.people.clone(), rows, &forger());
    let [receipt, key] = informed(&export);
    assert!(verify(&signed.text(), &receipt).is_ok());
    assert!(verify(&signed.text(), &key).is_err());
}

#[test]
fn what_an_older_version_wrote_is_read_and_counted_and_not_proved() {
    let export = played::kingdom().export(None);
    let plays = |row: &&EventRow| Kind::of_word(&row.kind).unwrap().is_of_the_game();
    let next = Written { own: SCHEMA, game: |of| of.game().schema() + 1 };
    let read = prove(&export, &Trust::default(), next).unwrap();
    let rows = rows_of(&export);
    assert!(read.counts.undecided >= rows.iter().filter(plays).count());
    assert!(read.counts.undecided < rows.len());
    assert_eq!(read.exit_code(), 3);
    let said = [read.said(), read.standings(), vec![read.headline()]].concat().join(" ");
    assert!(said.contains(&format!("{} events were read, and not decided", read.counts.undecided)));
    assert!(!said.contains("proved"), "{said}");
    let all = Written { own: SCHEMA + 1, ..next };
    let read = prove(&export, &Trust::default(), all).unwrap();
    assert_eq!((read.counts.undecided, read.counts.commands), (rows.len(), 0));
    // Nobody decides it, yet the receipt and the seed hold.
    let mut forged = rows.clone();
    let at = first(&rows, Kind::Ended);
    forged[at].data = forged[at].data.replace(r#""seed":"0"#, r#""seed":"1"#);
    let false_one = false_file(&export, forged);
    assert!(prove(&false_one, &Trust::default(), all).unwrap_err().contains("seed"));
    let mut forged = rows.clone();
    forged[at].data = forged[at].data.replace(r#""seat":1"#, r#""seat":9"#);
    let false_one = false_file(&export, forged);
    assert!(prove(&false_one, &Trust::default(), all).unwrap_err().contains("seat"));
}

#[test]
fn what_makes_no_sense_to_a_game_is_found_where_it_is_only_read() {
    let export = played::kingdom().export(None);
    let all = Written { own: SCHEMA + 1, game: |of| of.game().schema() + 1 };
    let rows = rows_of(&export);
    for at in 0..rows.len() {
        for changed in changes::of(&rows[at]).into_iter().step_by(7) {
            let mut forged = rows.clone();
            forged[at] = changed.row;
            // Whatever it says, it says it without a panic.
            let _ = prove(&false_from(&export, 0, forged), &Trust::default(), all);
        }
    }
}
