//! Rolling updates: a newer build on the same database has written what this one
//! does not know.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, awaited, begun, new_database};
use super::smtp::Sink;
use super::streams::run;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
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
    // Either of the two servers may send what the other one has written.
    let sink = Sink::start();
    let (database, sink) = (Some(database), Some(sink));
    let wish = || Wish { database: database.clone(), sink: sink.clone(), ..Wish::default() };
    let app = start_or_skip!(wish());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let (untouched, of_a_kind, of_a_schema) = (
        begun(&people, json!({})).await,
        begun(&people, json!({})).await,
        begun(&people, json!({})).await,
    );
    let turns = [next_turn(people, &of_a_kind).await, next_turn(people, &of_a_schema).await];
    let db = Db::connect(&app.database).unwrap();
    plant(&db, &of_a_kind, "clock_paused", 1, "{}").await;
    is_left_to_a_newer_server(people, &of_a_kind, &turns[0]).await;
    assert_eq!(newer(&app).await, 1);
    plant(&db, &of_a_schema, "played", 1_000, "{\"type\":\"unheard_of\"}").await;
    is_left_to_a_newer_server(people, &of_a_schema, &turns[1]).await;
    assert_eq!(newer(&app).await, 2);

    // A server that has just been started has nothing of them in memory.
    let fresh = TestApp::start(wish()).await.expect("a server");
    let anna_there = fresh.sign_in("anna", PASSWORD).await;
    let ben_there = fresh.sign_in("ben", PASSWORD).await;
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

#[actix_web::test]
async fn matches_that_are_visible_as_only_a_newer_build_knows_end_no_list_early() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(anna.open(2, json!({})).await);
    }
    let db = Db::connect(&app.database).unwrap();
    let newer = format!("UPDATE matches SET visibility = 'friends' WHERE id > '{}'", ids[1]);
    run(&db, &newer, &newer).await.expect("the rows are changed");
    let mut next = "/api/v1/matches?limit=1".to_owned();
    for id in ids[..2].iter().rev() {
        let page = anna.get(&next).await.expect(200);
        assert_eq!(page["items"][0]["id"], **id, "{page}");
        let after = page["next"].as_str().unwrap_or_default();
        next = format!("/api/v1/matches?limit=1&cursor={after}");
    }
    let lobby = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(lobby["items"].as_array().unwrap().len(), 2);
}

/// Every operation on a match: method, path below the match, and body.
fn operations() -> Vec<(Method, &'static str, Value)> {
    let (get, post, delete) = (Method::GET, Method::POST, Method::DELETE);
    let looks = [
        "",
        "/legal",
        "/history",
        "/events",
        "/export",
        "/clocks",
        "/letters",
        "/proposals",
        "/talk",
        "/invitations",
        "/notes",
    ];
    let looks = looks.map(|path| (get.clone(), path, Value::Null));
    let command = json!({ "commands": [{ "type": "finish" }] });
    let steps = [
        ("/seats", json!({})),
        ("/invitations", json!({ "handle": "ben" })),
        ("/watching-link", json!({})),
        ("/robots", json!({ "robot": "random" })),
        ("/start", json!({})),
        ("/host", json!({})),
        ("/rematch", json!({})),
        ("/rematch/commitment", json!({})),
        ("/resign", json!({})),
        ("/stand-ins", json!({ "seat": 1 })),
        ("/take-back", json!({})),
        ("/proposals", json!({ "kind": "cancel" })),
        ("/substitutes", json!({ "seat": 1 })),
        ("/talk", json!({ "text": "Hello!" })),
        ("/talk/a-line/reports", json!({ "why": "It is rude." })),
        ("/reports", json!({ "why": "It is rude." })),
        ("/commands", command.clone()),
        ("/commands?dry_run=true", command),
    ];
    let steps = steps.map(|(path, body)| (post.clone(), path, body));
    let put = [
        ("/letters", json!({ "rhythm": "off" })),
        ("/presence", json!({ "visible": true })),
        ("/talk/read", json!({ "line": "a-line" })),
        ("/notes", json!({ "text": "Mind the river.", "after": 0 })),
        ("/bookmarks/2", json!({ "name": "Here" })),
        ("/talk/shown", json!({ "yes": true })),
        ("/proposals/3/vote", json!({ "yes": true })),
    ];
    let put = put.map(|(path, body)| (Method::PUT, path, body));
    let undone = [
        "/seats/me",
        "/watching-link",
        "/robots/1",
        "/stand-ins/me",
        "/proposals/3",
        "/talk/a-line",
        "/bookmarks/2",
    ];
    let undone = undone.map(|path| (delete.clone(), path, Value::Null));
    looks.into_iter().chain(steps).chain(put).chain(undone).collect()
}

async fn ask(who: &Caller<'_>, id: &str, operation: &(Method, &str, Value)) -> Answer {
    let (method, path, body) = operation;
    let mut request = who.request(method.clone(), &format!("/api/v1/matches/{id}{path}"));
    if path.starts_with("/commands") {
        let key = turnwise::random::id();
        request = request.header("If-Match", "\"3\"").header("Idempotency-Key", key);
    }
    if !body.is_null() {
        request = request.json(body);
    }
    who.send(request).await
}

#[actix_web::test]
async fn the_operations_that_are_asked_here_are_all_that_the_document_has() {
    let app = start_or_skip!();
    let document = app.anonymous().get("/openapi.json").await.expect(200);
    let mut documented = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let Some(path) = path.strip_prefix("/api/v1/matches/{id}") else { continue };
        for method in methods.as_object().unwrap().keys() {
            documented.insert(format!(
                "{method} {}",
                path.replace("{seat}", "1")
                    .replace("{number}", "3")
                    .replace("{line}", "a-line")
                    .replace("{event}", "2")
            ));
        }
    }
    let asked = operations().into_iter().map(|(method, path, _)| {
        let path = path.split('?').next().unwrap_or_default();
        format!("{} {path}", method.as_str().to_lowercase())
    });
    assert_eq!(asked.collect::<BTreeSet<_>>(), documented);
}

#[actix_web::test]
async fn no_stranger_learns_by_any_operation_that_there_is_a_private_match_of_a_newer_build() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let app = start_or_skip!(wish());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    app.person("cleo").await;
    let private = json!({ "visibility": "private" });
    let waiting = anna.open(3, private).await;
    let invitation = anna.look(&waiting).await["invitation"].clone();
    let id = waiting;
    ben.post(&format!("/api/v1/matches/{id}/seats"), json!({ "invitation": invitation }))
        .await
        .expect(201);
    let link = anna.post(&format!("/api/v1/matches/{id}/watching-link"), json!({})).await;
    let watch = link.expect(201)["code"].as_str().expect("a code").to_owned();
    plant(&Db::connect(&database).unwrap(), &id, "clock_paused", 1, "{}").await;

    // One server knows what was before, the other knows nothing.
    let fresh = TestApp::start(wish()).await.expect("a server");
    for app in [&app, &fresh] {
        let (anna, ben) = (app.sign_in("anna", PASSWORD).await, app.sign_in("ben", PASSWORD).await);
        let cleo = app.sign_in("cleo", PASSWORD).await;
        let unknown = turnwise::random::id();
        for operation in operations() {
            let stranger = ask(&cleo, &id, &operation).await;
            let nothing = ask(&cleo, &unknown, &operation).await;
            assert_eq!(stranger.text, nothing.text, "{operation:?}");
            println!("{} {}: {}", operation.0, operation.1, stranger.status);
            stranger.refused(404, "not_found");
            for seated in [&anna, &ben] {
                let answer = ask(seated, &id, &operation).await;
                answer.refused(503, "newer_than_this_server");
            }
        }
        // Who holds what lets them in knows that there is a match.
        let path = format!("/api/v1/matches/{id}");
        let watching = cleo.get(&format!("{path}?watch={watch}")).await;
        watching.refused(503, "newer_than_this_server");
        cleo.get(&format!("{path}?watch=0{watch}")).await.refused(404, "not_found");
        let seats = format!("{path}/seats");
        let joining = cleo.post(&seats, json!({ "invitation": invitation })).await;
        joining.refused(503, "newer_than_this_server");
        let guessing = cleo.post(&seats, json!({ "invitation": "guessed" })).await;
        guessing.refused(404, "not_found");
    }
}
