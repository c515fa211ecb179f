//! Rolling updates: a newer build on the same database has written what this one
//! does not know.

use super::app::{Caller, TestApp, Wish, awaited, begun, new_database};
use super::streams::run;
use crate::start_or_skip;
use serde_json::{Value, json};
use turnwise::db::Db;

/// Appends a row to a stream as another build would, and lets the lobby know.
async fn plant(db: &Db, id: &str, kind: &str, schema_number: i32, data: &str) {
    let hash = "f".repeat(64);
    let salt = "0".repeat(32);
    let row = format!(
        "INSERT INTO events (match_id, version, kind, schema_number, data, seat, actor, command, \
         draw, salt, recorded_at, hash) SELECT match_id, version + 1, '{kind}', {schema_number}, \
         '{data}', NULL, 'clock', NULL, NULL, '{salt}', recorded_at, '{hash}' FROM events \
         WHERE match_id = '{id}' ORDER BY version DESC LIMIT 1; \
         UPDATE matches SET version = version + 1, hash = '{hash}' WHERE id = '{id}';"
    );
    run(db, &row, &row).await.expect("the row is stored");
}

/// A match that only a newer server understands: every look and every step says so.
async fn is_left_to_a_newer_server(people: [&Caller<'_>; 2], id: &str, turn: &(i64, Value)) {
    let (version, command) = turn;
    for person in people {
        for look in ["", "/legal", "/history", "/events", "/export"] {
            let path = format!("/api/v1/matches/{id}{look}");
            person.get(&path).await.refused(503, "newer_than_this_server");
        }
        for step in ["take-back", "resign", "seats"] {
            let path = format!("/api/v1/matches/{id}/{step}");
            person.post(&path, json!({})).await.refused(503, "newer_than_this_server");
        }
        for version in [*version, version + 1] {
            let key = turnwise::random::id();
            let answer = person.play(id, std::slice::from_ref(command), version, &key).await;
            answer.refused(503, "newer_than_this_server");
        }
    }
}

async fn next_turn(people: [&Caller<'_>; 2], id: &str) -> (i64, Value) {
    let seen = people[0].look(id).await;
    let legal = people[awaited(&seen)].legal(id).await;
    (legal["version"].as_i64().unwrap(), legal["items"][0]["command"].clone())
}

async fn newer(app: &TestApp) -> Value {
    app.anonymous().get("/health/ready").await.expect(200)["newer"].clone()
}

#[actix_web::test]
async fn a_match_that_a_newer_build_has_written_on_is_left_to_it_and_all_others_go_on() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let app = start_or_skip!(wish());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let (untouched, of_a_kind, of_a_schema) = (
        begun(&people, json!({})).await,
        begun(&people, json!({})).await,
        begun(&people, json!({})).await,
    );
    let turns = [next_turn(people, &of_a_kind).await, next_turn(people, &of_a_schema).await];
    let db = Db::connect(&database).unwrap();
    plant(&db, &of_a_kind, "clock_paused", 1, "{}").await;
    is_left_to_a_newer_server(people, &of_a_kind, &turns[0]).await;
    assert_eq!(newer(&app).await, 1);
    plant(&db, &of_a_schema, "played", 1_000, "{\"type\":\"unheard_of\"}").await;
    is_left_to_a_newer_server(people, &of_a_schema, &turns[1]).await;
    assert_eq!(newer(&app).await, 2);

    // A server that has just been started has nothing of them in memory.
    let fresh = TestApp::start(wish()).await.expect("a server");
    let anna_there = fresh.sign_in("anna", super::app::PASSWORD).await;
    let ben_there = fresh.sign_in("ben", super::app::PASSWORD).await;
    for (id, turn) in [(&of_a_kind, &turns[0]), (&of_a_schema, &turns[1])] {
        is_left_to_a_newer_server([&anna_there, &ben_there], id, turn).await;
    }
    assert_eq!(newer(&fresh).await, 2);

    for round in 0..6 {
        let here = people[awaited(&anna.look(&untouched).await)];
        let there = if here.handle == "anna" { &anna_there } else { &ben_there };
        [here, there][round % 2].play_any(&untouched, |_| true).await;
    }
    // The newest match in play is what the front door would show.
    for app in [&app, &fresh] {
        assert_eq!(app.anonymous().get("/").await.status, 200, "the door stays open");
    }
    let listed = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 3, "the lobby goes on");
    anna.get("/api/v1/me/turns").await.expect(200);

    // One that it cannot even list is missing from the list, and no other is.
    let told = format!("UPDATE matches SET status = 'adjourned' WHERE id = '{of_a_schema}'");
    run(&db, &told, &told).await.expect("the lobby tells of it");
    let listed = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"].as_array().unwrap().len(), 2, "the lobby goes on");
    assert_eq!(anna.get("/matches").await.status, 200);
    // Page by page, too: it takes no place on any.
    let (mut paged, mut at) = (0, String::new());
    loop {
        let page = anna.get(&format!("/api/v1/matches?limit=1{at}")).await.expect(200);
        paged += page["items"].as_array().unwrap().len();
        let Some(next) = page["next"].as_str() else { break };
        at = format!("&cursor={next}");
    }
    assert_eq!(paged, 2);
    // Strangers are not told that there is a private one.
    let hidden = format!("UPDATE matches SET visibility = 'private' WHERE id = '{of_a_kind}'");
    run(&db, &hidden, &hidden).await.expect("it is private");
    let cleo = fresh.person("cleo").await;
    let path = format!("/api/v1/matches/{of_a_kind}");
    cleo.get(&path).await.refused(404, "not_found");
    fresh.anonymous().get(&path).await.refused(404, "not_found");
    anna_there.get(&path).await.refused(503, "newer_than_this_server");
}
