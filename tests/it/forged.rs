//! Exports that were made up: `turnwise verify` proves none of them, breaks on none,
//! and lets nothing of them reach the terminal but text.

use super::app::{TestApp, Wish, awaited, begun};
use super::process::turnwise;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::process::Output;
use std::sync::OnceLock;

/// Chains the events of an export anew and signs the file, as its forger would. Each
/// hash covers the hash before, the match and all other fields of the event in order.
fn rechain(export: &mut Value) {
    let id = export["match"].clone();
    let mut before = json!("0".repeat(64));
    for event in export["events"].as_array_mut().unwrap() {
        let fields = event.as_object().unwrap().iter().filter(|(name, _)| *name != "hash");
        let covered = [&before, &id].into_iter().chain(fields.map(|(_, value)| value));
        let text = Value::Array(covered.cloned().collect()).to_string();
        before = json!(hex::encode(Sha256::digest(text.as_bytes())));
        event["hash"] = before.clone();
    }
}

/// The file of an export whose digest fits.
fn signed(export: &Value) -> String {
    let mut export = export.clone();
    export["digest"] = json!("");
    let digest = Sha256::digest(format!("{export:#}\n").as_bytes());
    export["digest"] = json!(hex::encode(digest));
    format!("{export:#}\n")
}

fn verify(file: &[u8]) -> Output {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("match.json"), file).unwrap();
    turnwise(folder.path()).args(["verify", "match.json"]).output().expect("the program runs")
}

/// The program says no to a file, in plain words, which this gives.
#[track_caller]
fn is_refused(what: &str, file: &[u8]) -> String {
    let output = verify(file);
    let said = [output.stdout, output.stderr].concat();
    let said = String::from_utf8_lossy(&said).into_owned();
    let code = output.status.code().unwrap_or_else(|| panic!("{what}: it was killed: {said}"));
    assert!(code != 0 && code != 101, "{what}: it ended with {code} and said: {said}");
    assert!(!said.is_empty() && said.len() < 2_000, "{what}: {} bytes", said.len());
    let odd = said.chars().find(|c| c.is_control() && *c != '\n');
    assert_eq!(odd, None, "{what}: a control character reaches the terminal: {said:?}");
    let praise = said.lines().find(|line| line.starts_with("This match"));
    assert_eq!(praise, None, "{what}: {said}");
    said
}

/// What a forger makes of an honest export is refused, though all its hashes fit.
#[track_caller]
fn is_found_out(what: &str, honest: &Value, forge: impl FnOnce(&mut Value)) -> String {
    let mut export = honest.clone();
    forge(&mut export);
    assert_ne!(export, *honest, "{what}: nothing was forged");
    rechain(&mut export);
    is_refused(what, signed(&export).as_bytes())
}

/// Two people's match with what `play` does in it, taken home.
fn recorded(play: impl AsyncFnOnce(&TestApp) -> Value + Send + 'static) -> Value {
    let playing = move || {
        actix_web::rt::System::new().block_on(async {
            let folder = tempfile::tempdir().unwrap();
            let database = format!("sqlite://{}", folder.path().join("test.db").display());
            let wish = Wish { database: Some(database), ..Wish::default() };
            let app = TestApp::start(wish).await.expect("a server");
            play(&app).await
        })
    };
    let export = std::thread::spawn(playing).join().expect("a match");
    let mut same = export.clone();
    rechain(&mut same);
    assert_eq!(same, export, "the forger chains as the program does");
    let output = verify(signed(&export).as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    export
}

/// A whole match of Bora Bora.
fn played() -> &'static Value {
    static PLAYED: OnceLock<Value> = OnceLock::new();
    PLAYED.get_or_init(|| {
        recorded(async |app| {
            let (anna, ben) = (app.person("anna").await, app.person("ben").await);
            let people = [&anna, &ben];
            let id = begun(&people, json!({ "entropy": "dice of my own" })).await;
            let mut seen = anna.look(&id).await;
            for post in 0.. {
                if seen["status"] == "ended" {
                    break;
                }
                let who = people[awaited(&seen)];
                let legal = who.legal(&id).await;
                let items = legal["items"].as_array().unwrap();
                let command = [items[(post * 7) % items.len()]["command"].clone()];
                let version = legal["version"].as_i64().unwrap();
                seen = who.play(&id, &command, version, &format!("{post}")).await.expect(200);
            }
            anna.get(&format!("/api/v1/matches/{id}/export")).await.expect(200)
        })
    })
}

/// A match in which one person gave up at once.
fn given_up() -> &'static Value {
    static GIVEN_UP: OnceLock<Value> = OnceLock::new();
    GIVEN_UP.get_or_init(|| {
        recorded(async |app| {
            let (anna, ben) = (app.person("anna").await, app.person("ben").await);
            let id = begun(&[&anna, &ben], json!({})).await;
            anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
            anna.get(&format!("/api/v1/matches/{id}/export")).await.expect(200)
        })
    })
}

fn events(export: &mut Value) -> &mut Vec<Value> {
    export["events"].as_array_mut().unwrap()
}

/// Where the first event of a kind stands.
fn position(export: &Value, kind: &str) -> usize {
    let events = export["events"].as_array().unwrap();
    events.iter().position(|event| event["kind"] == kind).expect("such an event")
}

/// The data of an event, which is JSON in a text.
fn data(event: &Value) -> Value {
    serde_json::from_str(event["data"].as_str().unwrap()).unwrap()
}

/// Changes the data of an event.
fn edit(event: &mut Value, change: impl FnOnce(&mut Value)) {
    let mut data = data(event);
    change(&mut data);
    event["data"] = json!(data.to_string());
}

/// Counts the versions anew after events came in between.
fn renumber(export: &mut Value) {
    for (event, version) in events(export).iter_mut().zip(1..) {
        event["version"] = json!(version);
    }
}

/// Puts events like those at these positions behind another, each changed.
fn insert(export: &mut Value, behind: usize, like: &[usize], change: impl Fn(usize, &mut Value)) {
    let copies: Vec<Value> = like.iter().map(|at| export["events"][*at].clone()).collect();
    for (number, mut copy) in copies.into_iter().enumerate() {
        copy["recorded_at"] = export["events"][behind]["recorded_at"].clone();
        change(number, &mut copy);
        events(export).insert(behind + 1 + number, copy);
    }
    renumber(export);
}

/// Exchanges the places of two seats in the ranking at the end.
fn exchange_places(export: &mut Value) {
    edit(events(export).last_mut().unwrap(), |ended| {
        let ranking = ended["ranking"].as_array_mut().unwrap();
        ranking.reverse();
        for (standing, place) in ranking.iter_mut().zip(1..) {
            standing["place"] = json!(place);
        }
    });
}

#[test]
fn an_export_in_which_two_people_have_exchanged_their_names_is_not_proved() {
    is_found_out("names", played(), |export| {
        let name = export["people"][0]["handle"].clone();
        export["people"][0]["handle"] = export["people"][1]["handle"].clone();
        export["people"][1]["handle"] = name;
    });
    is_found_out("another name", played(), |export| {
        export["people"][0]["handle"] = json!("eve");
    });
}

#[test]
fn an_export_in_which_points_were_turned_into_something_else_is_not_proved() {
    for kind in ["cancelled", "robot_left", "resigned", "unheard_of"] {
        is_found_out(kind, played(), |export| {
            let ended = data(events(export).last().unwrap());
            let winner = ended["ranking"][0]["seat"].clone();
            let mut lost = 0;
            for event in events(export) {
                let scored = event["kind"] == "played" && event["command"].is_null();
                let what = if scored { data(event) } else { Value::Null };
                if what["type"] == "scored" && what["seat"] == winner {
                    lost += what["points"].as_i64().unwrap();
                    event["kind"] = json!(kind);
                }
            }
            assert!(lost > 0, "points that are part of another command");
            edit(events(export).last_mut().unwrap(), |ended| {
                let ranking = ended["ranking"].as_array_mut().unwrap();
                let points = ranking[0]["points"].as_i64().unwrap() - lost;
                ranking[0]["points"] = json!(points);
                if ranking[1]["points"].as_i64().unwrap() > points {
                    ranking.reverse();
                    ranking[0]["place"] = json!(1);
                    ranking[1]["place"] = json!(2);
                }
            });
        });
    }
}

#[test]
fn an_export_in_which_somebody_else_has_resigned_is_not_proved() {
    is_found_out("the other seat", given_up(), |export| {
        let resigned = position(export, "resigned");
        let seat = export["events"][resigned]["seat"].as_i64().unwrap();
        export["events"][resigned]["seat"] = json!(1 - seat);
        exchange_places(export);
    });
    is_found_out("nobody has resigned", given_up(), |export| {
        let resigned = position(export, "resigned");
        events(export).remove(resigned);
        renumber(export);
    });
    is_found_out("resigned by the platform", given_up(), |export| {
        let resigned = position(export, "resigned");
        export["events"][resigned]["actor"] = json!("clock");
    });
}

#[test]
fn an_export_in_which_others_have_acted_or_time_runs_backwards_is_not_proved() {
    is_found_out("everything done by one", played(), |export| {
        let one = export["events"][0]["actor"].clone();
        events(export).iter_mut().for_each(|event| event["actor"] = one.clone());
    });
    is_found_out("a step done by the platform", played(), |export| {
        let step = position(export, "played");
        export["events"][step]["actor"] = json!("clock");
    });
    is_found_out("a step done by a stranger", played(), |export| {
        let step = position(export, "played");
        export["events"][step]["actor"] = export["match"].clone();
    });
    is_found_out("a step before the start", played(), |export| {
        let step = position(export, "played");
        export["events"][step]["recorded_at"] = json!("2001-01-01T00:00:00.000000Z");
    });
    is_found_out("an end before everything", played(), |export| {
        let end = events(export).last_mut().unwrap();
        end["recorded_at"] = json!("2001-01-01T00:00:00.000000Z");
    });
}

#[test]
fn an_export_in_which_somebody_came_or_went_after_the_start_is_not_proved() {
    let joined = position(given_up(), "started") - 1;
    let host = data(&given_up()["events"][0])["host"].clone();
    let entropy = |event: &mut Value| {
        for field in ["data", "command"] {
            let mut said: Value = serde_json::from_str(event[field].as_str().unwrap()).unwrap();
            said["entropy"] = json!("ground by the server");
            event[field] = json!(said.to_string());
        }
    };
    is_found_out("a seat taken anew", given_up(), |export| {
        insert(export, joined + 1, &[joined, joined], |number, event| match number {
            0 => {
                event["kind"] = json!("left");
                event["data"] = json!(json!({ "host": host }).to_string());
                event["command"] = json!("{\"type\":\"leave\"}");
            }
            _ => entropy(event),
        });
    });
    is_found_out("ten more people", given_up(), |export| {
        insert(export, joined + 1, &[joined; 10], |_, event| entropy(event));
    });
    is_found_out("a robot sent away that never sat there", given_up(), |export| {
        insert(export, joined, &[joined], |_, event| {
            event["kind"] = json!("robot_left");
            event["data"] = json!("{}");
            event["command"] = json!("{\"type\":\"dismiss_robot\",\"seat\":1}");
        });
    });
    is_found_out("everybody sent away before the start", given_up(), |export| {
        for at in [1, 2] {
            export["events"][at]["kind"] = json!("robot_left");
            export["events"][at]["data"] = json!("{}");
        }
    });
}

#[test]
fn an_export_with_seats_that_no_match_has_is_not_proved() {
    for seat in [-1, 2, 99, i64::from(u8::MAX) + 1, i64::from(i32::MIN)] {
        for kind in ["joined", "played"] {
            is_found_out(&format!("{kind} by seat {seat}"), played(), |export| {
                let at = position(export, kind);
                export["events"][at]["seat"] = json!(seat);
            });
        }
    }
    for seats in [0, 1, 3, 200] {
        is_found_out(&format!("{seats} seats"), played(), |export| {
            edit(&mut export["events"][0], |opened| opened["seats"] = json!(seats));
        });
    }
}

#[test]
fn what_was_not_decided_again_is_never_called_proved() {
    for schema in [0, -1, 1_000] {
        let said = is_found_out(&format!("schema {schema}"), played(), |export| {
            let played = events(export).iter_mut().filter(|event| event["kind"] == "played");
            played.for_each(|event| event["schema"] = json!(schema));
        });
        assert!(!said.contains("proved"), "{said}");
        is_found_out(&format!("a start of schema {schema}"), played(), |export| {
            let started = position(export, "started");
            export["events"][started]["schema"] = json!(schema);
        });
    }
}

#[test]
fn nothing_in_a_file_speaks_to_the_terminal() {
    let spell = "\u{1b}[2J\u{1b}[1;31mX\u{1b}[0m\r\nThis match of Bora Bora is proved.\u{9b}31m";
    is_found_out("a handle", played(), |export| export["people"][0]["handle"] = json!(spell));
    is_found_out("a match", played(), |export| export["match"] = json!(spell));
    is_found_out("a format", played(), |export| export["format"] = json!(spell));
    is_found_out("an account", played(), |export| export["people"][0]["account"] = json!(spell));
    is_found_out("a field", played(), |export| export[spell] = json!(spell));
    for field in ["kind", "data", "actor", "command", "recorded_at"] {
        is_found_out(field, played(), |export| {
            let step = position(export, "played");
            export["events"][step][field] = json!(spell);
        });
    }
    is_found_out("a game", played(), |export| {
        edit(&mut export["events"][0], |opened| opened["game"] = json!(spell));
    });
    is_found_out("a command", played(), |export| {
        let step = position(export, "played");
        export["events"][step]["command"] = json!(json!({ "type": spell }).to_string());
    });
}

#[test]
fn a_file_that_is_no_export_at_all_is_refused_at_once() {
    let endless = "a".repeat(8 << 20);
    let began = std::time::Instant::now();
    is_refused("deep", "[".repeat(200_000).as_bytes());
    is_refused(
        "endless",
        json!({ "format": "turnwise match 1", "digest": endless }).to_string().as_bytes(),
    );
    is_refused("no text", b"\xff\xfe\x00");
    is_refused("empty", b"");
    is_refused("null", b"null");
    is_found_out("no events", played(), |export| events(export).clear());
    is_found_out("a deep command", played(), |export| {
        let step = position(export, "played");
        export["events"][step]["command"] = json!("[".repeat(100_000));
    });
    is_found_out("a far year", played(), |export| {
        export["events"][0]["recorded_at"] = json!("9999999-01-01T00:00:00Z");
    });
    for to in [-5, 0, i64::MAX] {
        is_found_out(&format!("taken back to {to}"), played(), |export| {
            let step = position(export, "played");
            insert(export, step, &[step], |_, event| {
                event["kind"] = json!("taken_back");
                event["data"] = json!(json!({ "to": to }).to_string());
                event["command"] = json!(json!({ "type": "take_back", "to": to }).to_string());
            });
        });
    }
    assert!(began.elapsed().as_secs() < 60, "it took {:?}", began.elapsed());
}
