//! Taking steps back: the match is the same one in memory, after a restart and in
//! another process, and its history can be told from everywhere.

use super::app::{Caller, PASSWORD, TestApp, Wish, awaited, begun, new_database};
use super::process::turnwise;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};

/// Plays one legal step that can be taken back, and gives the match as it then looks.
async fn step(who: &Caller<'_>, id: &str) -> Value {
    who.play_any(id, |_| true).await;
    let seen = who.look(id).await;
    assert_ne!(seen["take_back"], json!([]), "the step can be taken back");
    seen
}

async fn take_back(who: &Caller<'_>, id: &str) -> Value {
    who.post(&format!("/api/v1/matches/{id}/take-back"), json!({})).await.expect(200)
}

/// The one of two people whose turn it is.
async fn mover<'a, 'b>(people: [&'b Caller<'a>; 2], id: &str) -> &'b Caller<'a> {
    people[awaited(&people[0].look(id).await)]
}

/// History and boards can be told from every version, and each stretch of history is
/// a piece of the whole.
async fn everything_can_be_told(who: &Caller<'_>, id: &str) {
    let newest = who.look(id).await["version"].as_i64().unwrap();
    let stretch = async |after: i64| {
        let path = format!("/api/v1/matches/{id}/history?after={after}&limit=500");
        let page = who.get(&path).await;
        assert_eq!(page.status, 200, "after {after} of {newest}: {}", page.text);
        page.expect(200)["items"].as_array().unwrap().clone()
    };
    let whole = stretch(0).await;
    assert_eq!(whole.len(), newest as usize);
    for after in 0..=newest {
        assert_eq!(stretch(after).await, whole[after as usize..], "after {after}");
        if after > 0 {
            who.get(&format!("/api/v1/matches/{id}?at={after}")).await.expect(200);
        }
    }
}

/// The program proves the export of a match that has ended.
async fn is_proved(who: &Caller<'_>, id: &str) {
    let export = who.get(&format!("/api/v1/matches/{id}/export")).await;
    assert_eq!(export.status, 200, "{}", export.text);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("match.json");
    std::fs::write(&file, export.text).unwrap();
    let output = turnwise(folder.path()).arg("verify").arg(file).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "an honest match is not proved: {said}");
}

#[actix_web::test]
async fn a_restart_changes_neither_what_can_be_taken_back_nor_what_the_history_tells() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let (id, handle, before);
    {
        let app = start_or_skip!(wish());
        let (anna, ben) = (app.person("anna").await, app.person("ben").await);
        id = begun(&[&anna, &ben], json!({})).await;
        let who = mover([&anna, &ben], &id).await;
        step(who, &id).await;
        take_back(who, &id).await;
        before = step(who, &id).await;
        handle = who.handle.clone();
    }
    let app = start_or_skip!(wish());
    let who = app.sign_in(&handle, PASSWORD).await;
    let after = who.look(&id).await;
    assert_eq!(after["take_back"], before["take_back"], "another step is offered back");
    assert_eq!(after, before, "the match is another one after a restart");
    everything_can_be_told(&who, &id).await;
    let taken = take_back(&who, &id).await;
    assert_eq!(taken["take_back"], json!([]));
    everything_can_be_told(&who, &id).await;
    who.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    is_proved(&who, &id).await;
}

#[actix_web::test]
async fn after_several_steps_were_taken_back_the_history_is_told_from_every_version() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    let mut taken = 0;
    for _ in 0..80 {
        let who = mover(people, &id).await;
        let seen = who.play_any(&id, |_| true).await;
        // Now one step, now all of them.
        let points = seen["take_back"].as_array().unwrap().clone();
        if points.len() >= 2 && taken < 6 {
            let back = format!("/api/v1/matches/{id}/take-back");
            let to = &points[if taken % 2 == 0 { points.len() - 1 } else { 0 }];
            let seen = who.post(&back, json!({ "to": to })).await.expect(200);
            let kept = points.iter().filter(|point| point.as_i64() < to.as_i64());
            assert_eq!(*seen["take_back"].as_array().unwrap(), kept.cloned().collect::<Vec<_>>());
            everything_can_be_told(who, &id).await;
            taken += 1;
        }
    }
    assert_eq!(taken, 6, "steps in a row of one person come up");
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    everything_can_be_told(&anna, &id).await;
    is_proved(&anna, &id).await;
}

#[actix_web::test]
async fn what_others_propose_meanwhile_makes_no_take_back_stale() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    let who = mover(people, &id).await;
    who.play_any(&id, |_| true).await;
    let other = if who.handle == "anna" { &ben } else { &anna };
    let version = format!("\"{}\"", who.look(&id).await["version"]);
    let proposals = format!("/api/v1/matches/{id}/proposals");
    other.post(&proposals, json!({ "kind": "cancel" })).await.expect(201);
    let back = format!("/api/v1/matches/{id}/take-back");
    let ask = || who.request(Method::POST, &back).header("If-Match", &version).json(&json!({}));
    who.send(ask()).await.expect(200);
    let late = who.send(ask()).await.refused(412, "stale_version");
    assert_eq!(late["version"], who.look(&id).await["version"]);
    assert!(!late["missed"].as_array().unwrap().is_empty(), "{late}");
}

#[actix_web::test]
async fn what_is_asked_again_because_the_answer_was_lost_takes_nothing_more_back() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    let who = loop {
        let who = mover(people, &id).await;
        if who.play_any(&id, |_| true).await["take_back"].as_array().unwrap().len() >= 2 {
            break who;
        }
    };
    let before = who.look(&id).await;
    let back = format!("/api/v1/matches/{id}/take-back");
    let version = format!("\"{}\"", before["version"]);
    let ask = async || {
        let request = who.request(Method::POST, &back).header("If-Match", &version);
        who.send(request.json(&json!({}))).await
    };
    let once = ask().await.expect(200);
    assert_eq!(
        once["take_back"].as_array().unwrap().len() + 1,
        before["take_back"].as_array().unwrap().len()
    );
    ask().await.refused(412, "stale_version");
    assert_eq!(who.look(&id).await["version"], once["version"]);
}

#[actix_web::test]
async fn two_servers_on_one_database_show_the_same_match_at_once_whoever_played_or_took_back() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let here = start_or_skip!(wish());
    // Either of them sends the letters.
    let shared = Wish { sink: Some(here.sink.clone()), ..wish() };
    let there = TestApp::start(shared).await.expect("a second server");
    let (anna, ben) = (here.person("anna").await, here.person("ben").await);
    let elsewhere = [there.sign_in("anna", PASSWORD).await, there.sign_in("ben", PASSWORD).await];
    let by_server = [[&anna, &ben], [&elsewhere[0], &elsewhere[1]]];
    let id = begun(&by_server[0], json!({})).await;
    let mut taken = 0;
    for round in 0..40 {
        let server = round % 2;
        let mover = awaited(&by_server[1 - server][0].look(&id).await);
        let played = by_server[server][mover].play_any(&id, |_| true).await;
        the_same_everywhere(by_server, &id).await;
        if played["take_back"] != json!([]) && taken < 12 {
            // Now where it was played, now at the other server.
            let server = if taken % 3 == 0 { server } else { 1 - server };
            take_back(by_server[server][mover], &id).await;
            the_same_everywhere(by_server, &id).await;
            by_server[1 - server][mover].play_any(&id, |_| true).await;
            if taken % 3 == 0 {
                let late = TestApp::start(wish()).await.expect("a server that comes later");
                let there =
                    [late.sign_in("anna", PASSWORD).await, late.sign_in("ben", PASSWORD).await];
                the_same_everywhere([by_server[0], [&there[0], &there[1]]], &id).await;
            }
            taken += 1;
        }
    }
    assert_eq!(taken, 12, "steps that can be taken back come up");
    for server in by_server {
        everything_can_be_told(server[0], &id).await;
    }
    by_server[1][0].post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    for server in by_server {
        is_proved(server[1], &id).await;
    }
}

async fn the_same_everywhere(by_server: [[&Caller<'_>; 2]; 2], id: &str) {
    let [here, there] = by_server;
    for (here, there) in here.iter().zip(there) {
        let (here, there) = (here.look(id).await, there.look(id).await);
        assert_eq!(here["take_back"], there["take_back"], "at version {}", here["version"]);
        assert_eq!(here, there);
    }
}
