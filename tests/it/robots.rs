//! Robots at the table: who may seat them, that they play to the end, and that
//! nothing they wait for is only in memory.

use super::app::{Caller, Wish, new_database};
use crate::start_or_skip;
use diesel::dsl::count_star;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::query::prelude::*;
use turnwise::error::Result;
use turnwise::matches::commands::Post;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verified::Verified;
use turnwise::matches::proof::verify::verify;
use turnwise::matches::{Match, Matches, Open, Visibility};
use turnwise::rules::Robot;

diesel::table! {
    letters (account_id, id) { id -> Text, account_id -> Text, }
}

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
    verify(&export.text, &Trust::default()).expect("the match was played as it says")
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
    // A request that was sent again seats nobody else.
    let meant = |seat: u8| json!({ "robot": "sensible", "seat": seat });
    anna.post(&robots, meant(1)).await.refused(409, "seat_taken");
    let begun = anna.post(&robots, meant(2)).await.expect(201);
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
    assert!(verified.counts.commands > 50);
    let mut names: Vec<&str> = verified.ranking.iter().map(|(_, name, _)| name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["Robot Random 1", "Robot Sensible 1", "anna"]);
    let history = anna.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let sentence = |at: usize| history["items"][at]["sentence"].clone();
    assert_eq!(sentence(3), "anna gives a seat to Robot Sensible 1.");
    let listed = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"][0]["seats"][1]["robot"], "random");
    assert!(told);
    let letters = letters_by_account(&app.database);
    let own = anna.get("/api/v1/me").await.expect(200)["id"].as_str().unwrap().to_owned();
    assert!(letters[&own] > 3, "{letters:?}");
    assert_eq!(letters.keys().collect::<Vec<_>>(), [&own], "robots get no letters");
}

/// How many letters were ever written to each account, sent or not.
fn letters_by_account(database: &str) -> BTreeMap<String, i64> {
    let db = Db::connect(database).unwrap();
    let counted = db.read_blocking(|conn| {
        let accounts = letters::table.group_by(letters::account_id);
        Ok(accounts.select((letters::account_id, count_star())).load(conn)?)
    });
    counted.unwrap().into_iter().collect()
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
    assert_eq!(anna.delete(&format!("{robots}/1")).await.status, 200);
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
    let matches = Matches::new(db, Clock::of_the_machine(), "a secret").unwrap();
    let id = left_alone(&matches, "somebody who has gone", Robot::Sensible).await;
    let waits = matches.look(&id, None, None).await.unwrap().folded;
    let wish = Wish { database: Some(database), ..Wish::default() };
    let app = start_or_skip!(wish);
    let watcher = app.anonymous();
    for _ in 0..3_000 {
        let seen = watcher.look(&id).await;
        if seen["turn"]["awaited"] == json!([0]) || seen["status"] == "ended" {
            assert!(seen["version"].as_i64().unwrap() > waits.version);
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the robots do not play");
}

/// A match of `host` in which a robot is awaited that nobody plays for.
pub async fn left_alone(matches: &Matches, host: &str, robot: Robot) -> String {
    let wish = Open {
        game: "bora-bora".to_owned(),
        seats: 3,
        config: json!({}),
        title: "Left alone".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rounds_apart: true,
        rated: true,
    };
    let id = matches.open(host, wish, None, None).await.unwrap().id.clone();
    matches.seat_robot(&id, host, robot, None).await.unwrap();
    matches.seat_robot(&id, host, Robot::Random, None).await.unwrap();
    let mut at = matches.look(&id, None, None).await.unwrap().folded;
    while at.plays_by_itself().is_none() {
        at = play_first(matches, &at, host).await.unwrap();
    }
    id
}

/// Plays the first legal step of a person.
async fn play_first(matches: &Matches, at: &Match, who: &str) -> Result<Arc<Match>> {
    let seat = at.seat_of(who).unwrap();
    let offers = at.game().legal(at.state.as_ref().unwrap(), seat);
    let post = Post {
        commands: vec![offers[0].command.clone()],
        version: at.version,
        key: turnwise::random::id(),
        fingerprint: String::new(),
    };
    matches.play(&at.id, who, post).await
}

#[actix_web::test]
async fn robots_do_not_play_on_without_a_person() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(3, json!({})).await;
    let robots = format!("/api/v1/matches/{id}/robots");
    anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    let left = anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    assert_eq!(left["status"], "ended");
    assert_eq!(proof(&anna, &id).await.ranking[2].1, "anna");
}

#[actix_web::test]
async fn who_sits_alone_with_robots_cannot_end_a_rated_match_when_it_suits_them() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for rated in [true, false] {
        let id = anna.open(2, json!({ "game": "great-zimbabwe", "rated": rated })).await;
        let robots = format!("/api/v1/matches/{id}/robots");
        anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
        loop {
            let seen = until_robots_are_done(&anna, &id).await;
            let last = format!("history?after={}", seen["version"].as_i64().expect("one") - 1);
            let told = anna.get(&format!("/api/v1/matches/{id}/{last}")).await.expect(200);
            if told["items"][0]["round"].as_u64() > Some(1) {
                break;
            }
            anna.play_any(&id, |_| true).await;
        }
        let at = format!("/api/v1/matches/{id}/proposals");
        let end = anna.post(&at, json!({ "kind": "end", "by_score": true })).await;
        match rated {
            true => {
                end.refused(409, "wrong_terms");
                anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
            }
            false => assert_eq!(end.expect(201)["status"], "ended"),
        }
    }
}
