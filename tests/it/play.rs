//! Playing: commands, dry runs, taking back, races, repeated requests.

use super::app::{Caller, PASSWORD, TestApp, Wish, awaited, begun};
use crate::start_or_skip;
use chrono::Duration;
use futures_util::future::join_all;
use reqwest::Method;
use reqwest::header::HeaderValue;
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::db::keys::{self, KeyRow};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;
use turnwise::matches::stream::receipt::Receipt;

#[actix_web::test]
async fn a_whole_match_is_played_by_clients_that_know_only_the_api_and_its_export_is_proved() {
    let app = start_or_skip!();
    let everybody = [
        app.person("anna").await,
        app.person("ben").await,
        app.person("cleo").await,
        app.person("don").await,
    ];
    for seats in 2..=4 {
        let people: Vec<_> = everybody[..seats].iter().collect();
        let id = begun(&people, json!({ "entropy": "dice of my own" })).await;
        let mut seen = people[0].look(&id).await;
        let mut posts = 0;
        while seen["status"] == "running" {
            // The client lets the answer's own list of legal commands lead it.
            let who = people[awaited(&seen)];
            let legal = who.legal(&id).await;
            let items = legal["items"].as_array().unwrap();
            let at = (posts * 7 + seats) % items.len();
            let command = items[at]["command"].clone();
            let version = legal["version"].as_i64().unwrap();
            seen = who.play(&id, &[command], version, &format!("{id}-{posts}")).await.expect(200);
            posts += 1;
            assert!(posts < 3_000, "the match does not end");
        }
        for person in &people {
            let subject = format!("{}: ", "A match");
            let address = format!("{}@example.org", person.handle);
            let letter = app.letter(&address, &subject).await;
            assert!(letter.text().contains(&id));
        }
        let export = app.anonymous().get(&format!("/api/v1/matches/{id}/export")).await;
        assert_eq!(export.status, 200, "{}", export.text);
        let verified = verify(&export.text, &Trust::default()).expect("a proof");
        assert_eq!(verified.ranking.len(), seats);
        assert!(verified.counts.commands >= posts);
        // Aside, so that connections the server closes meanwhile are not used again.
        let looking = tokio::task::spawn_blocking(move || changed_bytes_are_found(&export.text));
        looking.await.expect("each is found");
    }
}

fn changed_bytes_are_found(text: &str) {
    let step = text.len() / 12;
    for at in (0..text.len()).step_by(step.max(1)) {
        let mut bytes = text.as_bytes().to_vec();
        bytes[at] = if bytes[at] == b'1' { b'2' } else { b'1' };
        let changed = String::from_utf8_lossy(&bytes);
        assert!(verify(&changed, &Trust::default()).is_err(), "byte {at} was changed unseen");
    }
    assert!(verify(&text[..text.len() - 1], &Trust::default()).is_err());
}

#[actix_web::test]
async fn every_answer_to_a_command_carries_a_receipt_for_what_it_led_to() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let key = app.anonymous().get("/api/v1/keys").await.expect(200)["items"][0]["key"].clone();
    let wish = json!({ "game": "bora-bora", "seats": 3, "title": "A match" });
    let opened = anna.post("/api/v1/matches", wish).await;
    let id: Value = serde_json::from_str(&opened.text).unwrap();
    let path = format!("/api/v1/matches/{}", id["id"].as_str().unwrap());
    let (seats, robots) = (format!("{path}/seats"), format!("{path}/robots"));
    let id = id["id"].as_str().unwrap();
    let mut answers = vec![
        ("open", opened),
        ("join", ben.post(&seats, json!({})).await),
        ("leave", ben.delete(&format!("{seats}/me")).await),
        ("robot", anna.post(&robots, json!({ "robot": "random" })).await),
        ("dismiss", anna.delete(&format!("{robots}/1")).await),
        ("join again", ben.post(&seats, json!({})).await),
        ("start", anna.post(&format!("{path}/start"), json!({})).await),
    ];
    let people = [&anna, &ben];
    let mut taken_back = None;
    while taken_back.is_none() {
        let who = people[awaited(&anna.look(id).await)];
        let legal = who.legal(id).await;
        let (version, command) = (&legal["version"], legal["items"][0]["command"].clone());
        let key = turnwise::random::id();
        let played = who.play(id, &[command], version.as_i64().unwrap(), &key).await;
        answers.push(("play", played));
        let back = who.post(&format!("{path}/take-back"), json!({})).await;
        taken_back = Some(back).filter(|back| back.status == 200);
    }
    answers.extend(taken_back.map(|back| ("take back", back)));
    answers.push(("resign", ben.post(&format!("{path}/resign"), json!({})).await));
    let mut last = 0;
    for (what, answer) in answers {
        assert!([200, 201].contains(&answer.status), "{what}: {}", answer.text);
        let receipts = Receipt::all_in(&answer.text);
        let [receipt] = &receipts[..] else { panic!("{what}: {}", answer.text) };
        assert!(receipt.is_signed() && receipt.key == key, "{what}");
        assert!(receipt.match_id == id && receipt.version > last, "{what}: {receipt}");
        last = receipt.version;
    }
    let history = anna.get(&format!("{path}/history?limit=500")).await.expect(200);
    assert_eq!(history["items"].as_array().unwrap().len() as i64, last);
}

#[actix_web::test]
async fn the_newest_key_signs_and_what_older_ones_signed_is_still_known() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "A match" });
    let before = Receipt::all_in(&anna.post("/api/v1/matches", wish.clone()).await.text).remove(0);
    app.person("ben").await.join(&before.match_id).await;
    let random = ring::rand::SystemRandom::new();
    let pkcs8 = ring::signature::Ed25519KeyPair::generate_pkcs8(&random).expect("a key");
    let pair = ring::signature::Ed25519KeyPair::from_pkcs8(pkcs8.as_ref()).expect("a key");
    let public_key = hex::encode(ring::signature::KeyPair::public_key(&pair));
    let row = KeyRow {
        ordinal: 2,
        public_key: public_key.clone(),
        pkcs8: hex::encode(pkcs8.as_ref()),
        made_at: chrono::Utc::now().naive_utc(),
    };
    app.db.write(move |tx| keys::insert(tx, &row)).await.expect("it is stored");
    let later = Wish { database: Some(app.database.clone()), ..Wish::default() };
    let later = TestApp::start(later).await.expect("a server on the same database");
    let anna = later.sign_in("anna", PASSWORD).await;
    let after = Receipt::all_in(&anna.post("/api/v1/matches", wish).await.text).remove(0);
    assert!(after.is_signed() && after.key == public_key);
    let listed = anna.get("/api/v1/keys").await.expect(200);
    let listed: Vec<&str> = listed["items"]
        .as_array()
        .expect("keys")
        .iter()
        .filter_map(|it| it["key"].as_str())
        .collect();
    assert_eq!(listed, [&*after.key, &*before.key], "the newest first");
    // A receipt of the older key still shows what the match was.
    let path = format!("/api/v1/matches/{}", before.match_id);
    anna.post(&format!("{path}/resign"), json!({})).await.expect(200);
    let export = anna.get(&format!("{path}/export")).await.text;
    let trust = Trust::new(&[], vec![vec![before]]).expect("a receipt");
    verify(&export, &trust).expect("it is the same match");
}

#[actix_web::test]
async fn several_commands_are_played_all_or_none() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let seen = anna.look(&id).await;
    let who = people[awaited(&seen)];
    let legal = who.legal(&id).await;
    let version = legal["version"].as_i64().unwrap();
    let good = legal["items"][0]["command"].clone();
    let bad = json!({ "type": "place_die", "die": 9, "action": "fishing" });
    let refused = who.play(&id, &[good.clone(), bad], version, "k1").await;
    assert_eq!(refused.status, 422, "{}", refused.text);
    assert_eq!(who.look(&id).await["version"], version, "nothing of it was played");
    who.play(&id, &[good], version, "k1").await.expect(200);
}

#[actix_web::test]
async fn stale_commands_get_412_with_what_was_missed() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let seen = anna.look(&id).await;
    let who = people[awaited(&seen)];
    let version = seen["version"].as_i64().unwrap();
    who.play_any(&id, |_| true).await;
    let late = who.play(&id, &[json!({ "type": "finish" })], version, "late").await;
    let problem = late.refused(412, "stale_version");
    assert!(problem["version"].as_i64().unwrap() > version);
    let missed = problem["missed"].as_array().unwrap();
    assert!(missed.iter().any(|entry| entry["sentence"].as_str().unwrap().contains("settles")));
}

#[actix_web::test]
async fn a_post_without_version_or_key_is_refused_and_says_what_to_send() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/commands");
    let body = json!({ "commands": [{ "type": "finish" }] });
    anna.post(&path, body.clone()).await.refused(428, "if_match_missing");
    let request = anna.request(Method::POST, &path).header("If-Match", "\"3\"").json(&body);
    anna.send(request).await.refused(428, "idempotency_key_missing");
    let request = anna.request(Method::POST, &path).header("If-Match", "newest").json(&body);
    anna.send(request).await.refused(400, "wrong_if_match");
}

#[actix_web::test]
async fn nothing_that_stands_for_any_version_slips_past_the_check() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let seen = anna.look(&id).await;
    let mover = if seen["turn"]["yours"] == true { &anna } else { &ben };
    let command = mover.legal(&id).await["items"][0]["command"].clone();
    let post = async |version: String| {
        let path = format!("/api/v1/matches/{id}/commands");
        let request = mover.request(Method::POST, &path).header("Idempotency-Key", &version);
        mover
            .send(request.header("If-Match", version).json(&json!({ "commands": [command] })))
            .await
    };
    for wrong in ["*", "\"*\"", "\"\"", "any", "12abc", "1e3", "99999999999999999999"] {
        post(wrong.to_owned()).await.refused(400, "wrong_if_match");
    }
    let newest = seen["version"].as_i64().unwrap();
    for stale in [i64::MIN, -1, 0, 1, newest - 1, newest + 1, i64::MAX] {
        let answer = post(format!("\"{stale}\"")).await;
        assert!([400, 412].contains(&answer.status), "{stale}: {}", answer.text);
    }
    assert_eq!(anna.look(&id).await["version"], seen["version"]);
    assert_eq!(post(format!("\"{newest}\"")).await.status, 200);
}

#[actix_web::test]
async fn the_same_key_a_hundred_times_at_once_plays_once_with_one_answer() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let who = people[awaited(&anna.look(&id).await)];
    let legal = who.legal(&id).await;
    let version = legal["version"].as_i64().unwrap();
    let command = legal["items"][0]["command"].clone();
    let commands = [command];
    let posts: Vec<_> = (0..100).map(|_| who.play(&id, &commands, version, "once")).collect();
    let answers = join_all(posts).await;
    let first = answers[0].text.clone();
    for answer in answers {
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(answer.text, first);
    }
    let history = who.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let huts = history["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["telling"]["key"] == "hut_placed");
    assert_eq!(huts.count(), 1, "the command was played once");
    let fields = commands[0].as_object().unwrap().clone();
    let turned = Value::Object(fields.into_iter().rev().collect());
    let again = who.play(&id, &[turned], version, "once").await;
    assert_eq!((again.status, again.text), (200, first), "its fields in another order");
    let other = legal["items"][1]["command"].clone();
    who.play(&id, &[other], version, "once").await.refused(409, "key_reused");
}

#[actix_web::test]
async fn of_two_clients_racing_for_a_turn_one_wins_and_the_other_learns_the_news() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let who = people[awaited(&anna.look(&id).await)];
    let legal = who.legal(&id).await;
    let version = legal["version"].as_i64().unwrap();
    let first = [legal["items"][0]["command"].clone()];
    let second = [legal["items"][1]["command"].clone()];
    let answers = join_all(vec![
        who.play(&id, &first, version, "phone"),
        who.play(&id, &second, version, "laptop"),
    ])
    .await;
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 412]);
    let loser = answers.into_iter().find(|answer| answer.status == 412).unwrap();
    let problem = loser.refused(412, "stale_version");
    assert!(!problem["missed"].as_array().unwrap().is_empty());
}

#[actix_web::test]
async fn a_dry_run_says_what_would_happen_stores_nothing_and_shows_nothing_hidden() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let mut reveals = false;
    for step in 0..40 {
        let seen = anna.look(&id).await;
        let who = people[awaited(&seen)];
        let legal = who.legal(&id).await;
        let version = legal["version"].as_i64().unwrap();
        for item in legal["items"].as_array().unwrap().iter().take(4) {
            let request = who
                .request(Method::POST, &format!("/api/v1/matches/{id}/commands?dry_run=true"))
                .header("If-Match", format!("\"{version}\""))
                .json(&json!({ "commands": [item["command"]] }));
            let preview = who.send(request).await.expect(200);
            let happens = preview["happens"].to_string();
            assert!(
                !happens.contains("Everybody rolls") && !happens.contains("draws a "),
                "{happens}"
            );
            reveals |= preview["reveals"].as_bool().unwrap();
        }
        assert_eq!(who.look(&id).await["version"], version, "a dry run stores nothing");
        let command = legal["items"][step % legal["items"].as_array().unwrap().len()].clone();
        who.play(&id, &[command["command"].clone()], version, &format!("{step}")).await.expect(200);
    }
    assert!(reveals, "forty steps always hold a roll or a draw");
}

#[actix_web::test]
async fn steps_are_taken_back_until_something_is_shown_or_somebody_else_acts() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let back = format!("/api/v1/matches/{id}/take-back");
    let first = people[awaited(&anna.look(&id).await)];
    let other = if first.handle == "anna" { &ben } else { &anna };
    first.post(&back, json!({})).await.refused(409, "nothing_to_take_back");
    let before = first.look(&id).await;
    let played = first.play_any(&id, |_| true).await;
    let points = played["take_back"].as_array().unwrap().clone();
    assert_eq!(points, [before["version"].clone()]);
    other.post(&back, json!({})).await.refused(409, "nothing_to_take_back");
    first.post(&back, json!({ "to": 1 })).await.refused(409, "cannot_take_back_to");
    let taken = first.post(&back, json!({})).await.expect(200);
    assert_eq!(taken["view"], before["view"], "the board stands as before");
    assert_eq!(taken["turn"], before["turn"]);
    // Redo is playing again, and the record keeps both.
    let again = first.play_any(&id, |_| true).await;
    assert!(again["version"].as_i64() > played["version"].as_i64());
    let history = first.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let entries = history["items"].as_array().unwrap();
    assert!(entries.iter().any(|entry| entry["taken_back"] == true));
    // The other one's step ends it (or, for the last first hut, the dice did).
    let mut seen = first.look(&id).await;
    while awaited(&seen) == 0 && first.handle == "anna"
        || awaited(&seen) == 1 && first.handle == "ben"
    {
        seen = first.play_any(&id, |_| true).await;
    }
    other.play_any(&id, |_| true).await;
    first.post(&back, json!({})).await.refused(409, "nothing_to_take_back");
}

#[actix_web::test]
async fn a_step_taken_back_leaves_no_trace_in_rows_and_letters() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    app.sink.refuse(&["451 later"; 200]);
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    // Until a step of one passes the turn on and can be taken back.
    let (mover, other) = loop {
        clock.advance(Duration::milliseconds(1));
        let mover = awaited(&anna.look(&id).await);
        let played = people[mover].play_any(&id, |_| true).await;
        if awaited(&played) != mover && played["take_back"] != json!([]) {
            break (people[mover], people[1 - mover]);
        }
    };
    let waiting = async |who: &Caller<'_>| {
        who.get("/api/v1/me/turns").await.expect(200)["items"].as_array().unwrap().len()
    };
    assert_eq!((waiting(mover).await, waiting(other).await), (0, 1));
    mover.post(&format!("/api/v1/matches/{id}/take-back"), json!({})).await.expect(200);
    assert_eq!((waiting(mover).await, waiting(other).await), (1, 0));
    let listed = anna.get("/api/v1/matches").await.expect(200)["items"][0].clone();
    let seen = anna.look(&id).await;
    assert_eq!((&listed["version"], &listed["seats"]), (&seen["version"], &seen["seats"]));

    for _ in 0..1_200 {
        let letters = other.get("/api/v1/me/letters").await.expect(200);
        let turns = letters["items"].as_array().unwrap().iter();
        let mut turns = turns.filter(|letter| letter["kind"] == "your_turn").peekable();
        // Where nobody had time to write one before it was taken back, its notice is dropped.
        let written = turns.peek().is_some();
        let withdrawn = turns.all(|letter| letter["state"] == "withdrawn");
        let notices = app.notices(&other.handle).await;
        let mut notices = notices.iter().filter(|one| one.kind == "your_turn").peekable();
        assert!(notices.peek().is_some(), "a letter was due: {letters}");
        if withdrawn && (written || notices.all(|one| one.state == "dropped")) {
            return;
        }
        clock.advance(Duration::seconds(1));
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("the letter about a turn that was taken back is still due");
}

#[actix_web::test]
async fn an_illegal_command_is_refused_with_code_sentence_and_rule() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let seen = anna.look(&id).await;
    let version = seen["version"].as_i64().unwrap();
    let turn = awaited(&seen);
    let no_one = seen["view"]["regions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|region| region["fish"]["value"] != 1)
        .unwrap();
    let command = json!({ "type": "settle_first", "region": no_one["region"], "hut": "ordinary" });
    let problem = people[turn].play(&id, std::slice::from_ref(&command), version, "a").await;
    let problem = problem.refused(422, "no_one_fish");
    assert!(problem["rule"].as_str().unwrap().contains("Game setup"));
    people[1 - turn].play(&id, &[command], version, "b").await.refused(422, "not_your_turn");
    let nonsense = [json!({ "type": "castle" })];
    people[turn].play(&id, &nonsense, version, "c").await.refused(400, "not_a_command");
    let fields = [json!({ "type": "finish", "really": true })];
    people[turn].play(&id, &fields, version, "d").await.refused(400, "not_a_command");
}

#[actix_web::test]
async fn polling_costs_a_304_until_something_happens() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    let first = anna.get(&path).await;
    let tag = first.headers["etag"].to_str().unwrap().to_owned();
    let poll = || anna.send(anna.request(Method::GET, &path).header("If-None-Match", &tag));
    assert_eq!(poll().await.status, 304);
    // The tag of a look serves as If-Match of the commands.
    let who = people[awaited(&first.expect(200))];
    let own = who.get(&path).await;
    let tag_of_own = own.headers["etag"].to_str().unwrap().to_owned();
    let command = who.legal(&id).await["items"][0]["command"].clone();
    let request = who
        .request(Method::POST, &format!("{path}/commands"))
        .header("If-Match", tag_of_own)
        .header("Idempotency-Key", "k")
        .header("Prefer", "return=minimal")
        .json(&json!({ "commands": [command] }));
    let played = who.send(request).await.expect(200);
    assert!(played["view"].is_null() && played["legal"].is_null());
    assert_eq!(poll().await.status, 200);
}

#[actix_web::test]
async fn a_poll_is_answered_anew_whenever_the_answer_says_anything_else_to_whoever_asks() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let nobody = app.anonymous();
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    ben.post(&format!("{path}/resign"), json!({})).await.expect(200);
    let tag = async |who: &Caller<'_>| who.get(&path).await.headers["etag"].clone();
    let poll = async |who: &Caller<'_>, tag: &HeaderValue| {
        let request = who.request(Method::GET, &path).header("If-None-Match", tag);
        who.send(request).await.status
    };
    let (before, theirs) = (tag(&anna).await, tag(&nobody).await);
    assert_eq!((poll(&anna, &before).await, poll(&nobody, &theirs).await), (304, 304));
    // Whoever packs an answer on its way weakens its tag; any tag is known where all are.
    let weak = format!("\"x\", W/{}", before.to_str().unwrap());
    for known in [&*weak, "*"] {
        assert_eq!(poll(&anna, &HeaderValue::from_str(known).unwrap()).await, 304, "{known}");
    }
    let link = format!("{path}/watching-link");
    anna.post(&link, json!({})).await.expect(201);
    let linked = tag(&anna).await;
    assert_eq!((poll(&anna, &before).await, poll(&anna, &linked).await), (200, 304));
    assert_eq!(poll(&nobody, &theirs).await, 304, "whoever is shown no link learns of none");
    anna.delete(&link).await.expect(204);
    assert_eq!((poll(&anna, &linked).await, poll(&anna, &before).await), (200, 304));
    let closing = json!({ "current_password": PASSWORD });
    ben.send(ben.request(Method::DELETE, "/api/v1/me").json(&closing)).await.expect(204);
    assert_eq!((poll(&anna, &before).await, poll(&nobody, &theirs).await), (200, 200));
}

#[actix_web::test]
async fn two_servers_on_one_database_serve_the_same_match() {
    let app = start_or_skip!();
    if app.database.starts_with("sqlite") {
        crate::skipped!("two servers share a database on Postgres only");
        return;
    }
    let wish = super::app::Wish {
        database: Some(app.database.clone()),
        sink: Some(app.sink.clone()),
        ..super::app::Wish::default()
    };
    let second = super::app::TestApp::start(wish).await.expect("a second server");
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let there = [
        second.sign_in("anna", super::app::PASSWORD).await,
        second.sign_in("ben", super::app::PASSWORD).await,
    ];
    let here = [&anna, &ben];
    for step in 0..60 {
        let seen: Value = here[0].look(&id).await;
        assert_eq!(seen["version"], there[0].look(&id).await["version"]);
        let turn = awaited(&seen);
        let who = if step % 2 == 0 { here[turn] } else { &there[turn] };
        who.play_any(&id, |_| true).await;
    }
    let letters: Vec<_> =
        app.sink.letters().iter().filter_map(|letter| letter.header("message-id")).collect();
    let mut unique = letters.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), letters.len(), "no letter went out twice");
}
