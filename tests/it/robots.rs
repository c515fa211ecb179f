//! Robots at the table: who may seat them, that they play to the end, and that
//! nothing they wait for is only in memory.

use super::app::{Caller, Wish, new_database};
use crate::start_or_skip;
use serde_json::{Value, json};
use std::time::Duration;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::matches::event::Visibility;
use turnwise::matches::export::{Verified, verify};
use turnwise::matches::{Matches, lobby};
use turnwise::rules::Robot;

/// Looks until the match has ended or waits for the person who looks, if it ever does.
async fn until_robots_are_done(caller: &Caller<'_>, id: &str) -> Value {
    for _ in 0..6_000 {
        let seen = caller.look(id).await;
        if seen["status"] == "ended" || seen["turn"]["yours"] == true {
            return seen;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the robots do not play");
}

async fn proof(caller: &Caller<'_>, id: &str) -> Verified {
    let export = caller.get(&format!("/api/v1/matches/{id}/export")).await;
    assert_eq!(export.status, 200, "{}", export.text);
    verify(&export.text).expect("the match was played as it says")
}

/// Plays a whole match of one person against two robots, and proves it.
async fn a_whole_match(game: &str) {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(3, json!({ "game": game })).await;
    let robots = format!("/api/v1/matches/{id}/robots");
    let seated = anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    assert_eq!(
        (&seated["status"], &seated["seats"][1]["robot"]),
        (&json!("open"), &json!("random"))
    );
    let begun = anna.post(&robots, json!({ "robot": "sensible" })).await.expect(201);
    assert_eq!(begun["status"], "running");
    assert!(begun["seats"][0]["robot"].is_null());
    assert_eq!(begun["seats"][2]["robot"], "sensible");
    assert_eq!(begun["seats"][2]["handle"], "Robot Sensible 1");
    let mut posts = 0;
    let mut waited = true;
    let mut told = false;
    loop {
        let seen = until_robots_are_done(&anna, &id).await;
        if seen["status"] == "ended" {
            break;
        }
        if waited {
            assert_eq!(seen["take_back"], json!([]), "a robot has acted since");
            if posts > 0 && !told {
                app.letter("anna@example.org", "it is your turn").await;
                told = true;
            }
        }
        let legal = anna.legal(&id).await;
        let items = legal["items"].as_array().unwrap();
        let command = items[(posts * 7) % items.len()]["command"].clone();
        let version = legal["version"].as_i64().unwrap();
        let played = anna.play(&id, &[command], version, &format!("{posts}")).await.expect(200);
        waited = played["turn"]["yours"] == false;
        posts += 1;
        assert!(posts < 10_000);
    }
    let verified = proof(&anna, &id).await;
    assert!(verified.commands > 50);
    let mut names: Vec<&str> = verified.ranking.iter().map(|(_, name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Robot Random 1", "Robot Sensible 1", "anna"]);
    let history = anna.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let sentence = |at: usize| history["items"][at]["sentence"].clone();
    assert_eq!(sentence(3), "anna gives a seat to Robot Sensible 1.");
    let listed = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"][0]["seats"][1]["robot"], "random");
    assert!(told);
    let strangers = app.sink.letters().into_iter().filter(|letter| letter.to != "anna@example.org");
    assert_eq!(strangers.count(), 0, "robots get no letters");
}

#[actix_web::test]
async fn a_person_and_robots_play_a_whole_bora_bora_that_can_be_proved() {
    a_whole_match("bora-bora").await;
}

#[actix_web::test]
async fn a_person_and_robots_play_a_whole_great_zimbabwe_that_can_be_proved() {
    a_whole_match("great-zimbabwe").await;
}

#[actix_web::test]
async fn only_the_host_seats_and_dismisses_robots_and_only_before_the_start() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(4, json!({})).await;
    let robots = format!("/api/v1/matches/{id}/robots");
    let sensible = || json!({ "robot": "sensible" });
    ben.post(&robots, sensible()).await.refused(403, "host_only");
    app.anonymous().post(&robots, sensible()).await.refused(401, "not_signed_in");
    anna.post(&robots, json!({ "robot": "clever" })).await.refused(400, "wrong_fields");
    anna.post(&robots, sensible()).await.expect(201);
    anna.post(&robots, sensible()).await.expect(201);
    ben.join(&id).await;
    anna.post(&robots, sensible()).await.refused(409, "match_not_open");

    let id = anna.open(4, json!({})).await;
    let robots = format!("/api/v1/matches/{id}/robots");
    anna.post(&robots, sensible()).await.expect(201);
    anna.post(&robots, sensible()).await.expect(201);
    ben.delete(&format!("{robots}/1")).await.refused(403, "host_only");
    anna.delete(&format!("{robots}/0")).await.refused(404, "not_found");
    anna.delete(&format!("{robots}/9")).await.refused(404, "not_found");
    anna.delete(&format!("{robots}/first")).await.refused(404, "not_found");
    assert_eq!(anna.delete(&format!("{robots}/1")).await.status, 204);
    let seen = anna.post(&robots, sensible()).await.expect(201);
    let handle = |at: usize| seen["seats"][at]["handle"].as_str().unwrap();
    assert_eq!((handle(1), handle(2)), ("Robot Sensible 2", "Robot Sensible 1"));
    let history = anna.get(&format!("/api/v1/matches/{id}/history")).await.text;
    assert!(history.contains("anna sends Robot Sensible 1 away."), "{history}");
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await;
    assert_eq!(anna.look(&id).await["status"], "cancelled", "robots do not wait for people");
}

#[actix_web::test]
async fn a_restarted_server_goes_on_where_a_robot_is_awaited() {
    let Some((database, _folder)) = new_database() else { return };
    let db = Db::connect(&database).unwrap();
    // No server runs yet, so nobody plays for these robots.
    let matches = Matches::new(db, Clock::of_the_machine());
    let host = "somebody who has gone";
    let wish = lobby::Wish {
        game: "bora-bora".to_owned(),
        seats: 3,
        config: json!({}),
        title: "Left alone".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
    };
    let id = matches.open(host, wish, None).await.unwrap().id.clone();
    matches.seat_robot(&id, host, Robot::Sensible, None).await.unwrap();
    matches.seat_robot(&id, host, Robot::Random, None).await.unwrap();
    let left = matches.resign(&id, host).await.unwrap();
    assert!(left.awaited_robot().is_some());
    let wish = Wish { database: Some(database), ..Wish::default() };
    let app = start_or_skip!(wish);
    let watcher = app.anonymous();
    assert_eq!(until_robots_are_done(&watcher, &id).await["status"], "ended");
    assert_eq!(proof(&watcher, &id).await.ranking[2].1, "seat 1");
}
