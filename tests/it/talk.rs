//! What the people at a table say to each other: who reads it, who never does, what it leaves
//! alone.

use super::app::{Caller, PASSWORD, TestApp, Wish, begun, new_database};
use super::live::Listener;
use super::visitor::Browser;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use turnwise::clock::Clock;
use turnwise::db::talk::{self as rows, LineRow, Readable};

/// Somebody says something; the id of the line.
pub async fn say(who: &Caller<'_>, id: &str, text: &str) -> String {
    let said = who.post(&format!("/api/v1/matches/{id}/talk"), json!({ "text": text })).await;
    said.expect(201)["id"].as_str().expect("an id").to_owned()
}

async fn talk(who: &Caller<'_>, id: &str) -> Value {
    who.get(&format!("/api/v1/matches/{id}/talk")).await.expect(200)
}

fn texts(talk: &Value) -> Vec<&str> {
    let lines = talk["items"].as_array().expect("lines").iter();
    lines.map(|line| line["text"].as_str().expect("a text")).collect()
}

/// How many lines somebody has not read, as the list of matches says.
async fn unread(who: &Caller<'_>, id: &str) -> u64 {
    let listed = who.get("/api/v1/matches").await.expect(200);
    let listed = listed["items"].as_array().expect("matches").iter();
    let found = listed.filter(|one| one["id"] == id).map(|one| one["unread"].as_u64());
    found.flatten().next().expect("it is listed")
}

#[actix_web::test]
async fn who_has_a_seat_talks_and_nothing_of_it_touches_the_match() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let seen = anna.get(&format!("/api/v1/matches/{id}")).await;
    let tag = seen.headers["etag"].clone();
    let seen = seen.expect(200);
    let mover = if seen["turn"]["yours"] == true { &anna } else { &ben };
    let legal = mover.legal(&id).await;
    let first = say(&ben, &id, "Good luck!\r\nAnd have fun.").await;
    let path = format!("/api/v1/matches/{id}/talk");
    let pointing = json!({ "text": " Look here ", "event": 2, "spot": "region-north_beach" });
    let second = anna.post(&path, pointing).await.expect(201);
    assert_eq!((&second["handle"], &second["yours"]), (&json!("anna"), &json!(true)));
    let heard = talk(&ben, &id).await;
    assert_eq!(texts(&heard), ["Good luck!\nAnd have fun.", "Look here"]);
    let line = &heard["items"][1];
    assert_eq!((&line["event"], &line["spot"]), (&json!(2), &json!("region-north_beach")));
    assert_eq!((&heard["unread"], &heard["items"][0]["yours"]), (&json!(1), &json!(true)));
    // By pages, the newest first.
    let page = ben.get(&format!("{path}?limit=1")).await.expect(200);
    assert_eq!((texts(&page), &page["next"]), (vec!["Look here"], &page["items"][0]["id"]));
    let before = page["next"].as_str().expect("there is more");
    let page = ben.get(&format!("{path}?limit=1&before={before}")).await.expect(200);
    assert_eq!((&page["items"][0]["id"], &page["next"]), (&json!(first), &Value::Null));
    // The step that was thought up before is not stale, and nothing has another version.
    let again = anna.get(&format!("/api/v1/matches/{id}")).await;
    assert_eq!(again.headers["etag"], tag);
    let command = std::slice::from_ref(&legal["items"][0]["command"]);
    mover.play(&id, command, legal["version"].as_i64().expect("one"), "key").await.expect(200);
    for looker in [&anna, &app.anonymous()] {
        let history = looker.get(&format!("/api/v1/matches/{id}/history?limit=500")).await.text;
        assert!(!history.contains("Look here"), "{history}");
    }
}

#[actix_web::test]
async fn what_is_no_line_is_refused() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    let long = "x".repeat(1_001);
    for text in ["", " \n ", "a\u{0}b", "a\u{1b}[2J", "a\u{202e}b", "a\u{85}b", &long] {
        let no = anna.post(&path, json!({ "text": text })).await.expect(422);
        assert_eq!(no["code"], "invalid_field", "{text:?}");
    }
    for points in [
        json!({ "text": "x", "event": 0 }),
        json!({ "text": "x", "event": 100_000 }),
        json!({ "text": "x", "spot": "\"><script>" }),
        json!({ "text": "x", "spot": "../.." }),
    ] {
        anna.post(&path, points).await.refused(422, "invalid_field");
    }
    anna.post(&path, json!({ "text": "x", "author": "ben" })).await.refused(400, "wrong_fields");
    anna.get(&format!("{path}?limit=0")).await.refused(400, "wrong_parameter");
    anna.get(&format!("{path}?before=nothing")).await.refused(404, "not_found");
    say(&anna, &id, &"ü".repeat(1_000)).await;
    assert_eq!(talk(&ben, &id).await["unread"], 1);
    // A robot of one's own that only looks does not write.
    let token = json!({ "name": "a script", "scopes": ["read"] });
    let token = anna.post("/api/v1/me/tokens", token).await.expect(201);
    let mut script = anna.clone();
    script.token = token["token"].as_str().map(str::to_owned);
    script.post(&path, json!({ "text": "x" })).await.refused(403, "scope_missing");
    assert_eq!(texts(&talk(&script, &id).await).len(), 1);
}

#[actix_web::test]
async fn a_line_is_said_once_however_often_its_request_is_sent() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    let send = |who: &Caller<'_>, text: &str| {
        let request = who.request(Method::POST, &path).header("Idempotency-Key", "once");
        request.json(&json!({ "text": text }))
    };
    let first = anna.send(send(&anna, "Once")).await.expect(201);
    assert_eq!(anna.send(send(&anna, "Once")).await.expect(201), first);
    anna.send(send(&anna, "Twice")).await.refused(409, "key_reused");
    ben.send(send(&ben, "Once")).await.expect(201);
    assert_eq!(texts(&talk(&anna, &id).await), ["Once", "Once"]);
    // All who write at the same moment are heard, each once.
    let many = (0..10).map(|at| say(if at % 2 == 0 { &anna } else { &ben }, &id, "At once"));
    let ids: std::collections::BTreeSet<_> =
        futures_util::future::join_all(many).await.into_iter().collect();
    assert_eq!((ids.len(), texts(&talk(&ben, &id).await).len()), (10, 12));
    // What is removed is not written again, and why is said.
    let line = first["id"].as_str().expect("an identifier");
    assert_eq!(anna.delete(&format!("{path}/{line}")).await.status, 204);
    let no = anna.send(send(&anna, "Once")).await.refused(409, "key_reused");
    assert!(no["detail"].as_str().unwrap().contains("have removed it since"), "{no}");
    assert_eq!(texts(&talk(&anna, &id).await).len(), 11);
}

#[actix_web::test]
async fn nobody_floods_a_table() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    for number in 0..20 {
        let line = say(&anna, &id, &format!("Line {number}")).await;
        // What is removed counts all the same.
        if number % 2 == 0 {
            assert_eq!(anna.delete(&format!("{path}/{line}")).await.status, 204);
        }
    }
    let no = anna.post(&path, json!({ "text": "more" })).await;
    assert!(no.headers.contains_key("retry-after"));
    let no = no.refused(429, "too_many_requests");
    assert!((1..=61).contains(&no["retry_after"].as_i64().expect("seconds")), "{no}");
    let other = begun(&[&anna, &ben], json!({})).await;
    let elsewhere = format!("/api/v1/matches/{other}/talk");
    anna.post(&elsewhere, json!({ "text": "more" })).await.refused(429, "too_many_requests");
    say(&ben, &id, "I can still speak.").await;
    clock.advance(chrono::Duration::seconds(61));
    say(&anna, &id, "So can I, again.").await;
}

/// Nothing of what was said reaches somebody, by whatever way.
async fn hears_nothing(app: &TestApp, who: &Caller<'_>, id: &str, line: &str, secrets: &[&str]) {
    let at = format!("/api/v1/matches/{id}");
    let mut answers = vec![
        who.get(&format!("{at}/talk")).await,
        who.get(&format!("{at}/talk?limit=1&before={line}")).await,
        who.put(&format!("{at}/talk/read"), json!({ "line": line })).await,
        who.delete(&format!("{at}/talk/{line}")).await,
        who.post(&format!("{at}/talk/{line}/reports"), json!({ "why": "I guessed it." })).await,
    ];
    for answer in &answers {
        assert!([401, 403, 404].contains(&answer.status), "{}", answer.text);
    }
    answers.push(who.get(&at).await);
    answers.push(who.get(&format!("{at}/history?limit=500")).await);
    answers.push(who.get("/api/v1/matches").await);
    let browser = match who.token {
        Some(_) => Browser::of(app, &who.handle).await,
        None => Browser::new(app),
    };
    let page = format!("/matches/{id}");
    for path in [page.clone(), format!("{page}/talk"), format!("{page}/history"), "/".to_owned()] {
        answers.push(browser.get(&path).await);
    }
    if who.token.is_some() {
        answers.push(browser.get("/account/data").await);
    }
    for answer in &answers {
        for secret in secrets {
            assert!(!answer.text.contains(secret), "{:?} reads {}", who.handle, answer.text);
        }
        assert!(!answer.text.contains("data-talk"), "{:?} is shown that it is there", who.handle);
        assert!(!answer.text.contains("class=\"unread\""), "{}", answer.text);
    }
    if let Ok(listed) = serde_json::from_str::<Value>(&answers[7].text) {
        let counts = listed["items"].as_array().into_iter().flatten().map(|one| &one["unread"]);
        assert!(counts.into_iter().all(|count| *count == 0), "{listed}");
    }
}

#[actix_web::test]
async fn strangers_spectators_and_those_who_left_hear_nothing_and_substitutes_what_came_after() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await, &app.person("cleo").await];
    let [anna, ben, cleo] = people;
    let (dora, eve) = (app.person("dora").await, app.person("eve").await);
    let id = begun(&people, json!({ "pace": "daily" })).await;
    let old = say(anna, &id, "a secret of old").await;
    say(ben, &id, "bens old words").await;
    let secrets = ["a secret of old", "bens old words"];
    for who in [&dora, &eve, &app.anonymous()] {
        hears_nothing(&app, who, &id, &old, &secrets).await;
    }
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    assert_eq!(talk(ben, &id).await["unread"], 1, "nobody has his seat yet");
    let seat = json!({ "seat": 1 });
    dora.post(&format!("/api/v1/matches/{id}/substitutes"), seat).await.expect(201);
    // From before there is nothing for her, not even a number.
    let hers = talk(&dora, &id).await;
    assert_eq!((texts(&hers), &hers["unread"]), (vec![], &json!(0)));
    assert_eq!(unread(&dora, &id).await, 0);
    let path = format!("/api/v1/matches/{id}/talk");
    dora.get(&format!("{path}?before={old}")).await.refused(404, "not_found");
    dora.put(&format!("{path}/read"), json!({ "line": old })).await.refused(404, "not_found");
    let report = json!({ "why": "I guessed it." });
    dora.post(&format!("{path}/{old}/reports"), report).await.refused(404, "not_found");
    let page = Browser::of(&app, "dora").await.get(&format!("/matches/{id}/talk")).await;
    assert!(page.status == 200 && !page.text.contains("secret"), "{}", page.text);
    let new = say(cleo, &id, "welcome, dora").await;
    let hers = talk(&dora, &id).await;
    assert_eq!((texts(&hers), &hers["unread"]), (vec!["welcome, dora"], &json!(1)));
    assert_eq!((unread(&dora, &id).await, unread(anna, &id).await), (1, 2));
    // Whoever has left hears nothing, of then or of now, and may still remove what he said.
    hears_nothing(&app, ben, &id, &new, &["a secret of old", "welcome, dora"]).await;
    assert_eq!(unread(ben, &id).await, 0);
    let own = talk(anna, &id).await["items"][1]["id"].as_str().expect("a line").to_owned();
    assert_eq!(ben.delete(&format!("{path}/{own}")).await.status, 204);
    assert_eq!(texts(&talk(anna, &id).await), ["a secret of old", "welcome, dora"]);
    ben.post(&path, json!({ "text": "I am still here." })).await.refused(403, "no_seat");
}

#[actix_web::test]
async fn own_lines_are_removed_others_are_reported_and_both_leave_the_counts_right() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    let (one, two) = (say(&anna, &id, "One").await, say(&anna, &id, "Two").await);
    assert_eq!((unread(&ben, &id).await, unread(&anna, &id).await), (2, 0));
    ben.delete(&format!("{path}/{one}")).await.refused(404, "not_found");
    let why = json!({ "why": "It is only a number." });
    assert_eq!(ben.post(&format!("{path}/{one}/reports"), why).await.status, 204);
    let again = json!({ "why": "Once more." });
    assert_eq!(ben.post(&format!("{path}/{one}/reports"), again).await.status, 204);
    for _ in 0..2 {
        assert_eq!(anna.delete(&format!("{path}/{one}")).await.status, 204);
    }
    assert_eq!(unread(&ben, &id).await, 1, "what is gone is not new");
    let heard = talk(&ben, &id).await;
    assert_eq!((texts(&heard), &heard["unread"]), (vec!["Two"], &json!(1)));
    // What was reported is kept as it was, once.
    let match_id = id.clone();
    let kept = app.db.read(move |conn| turnwise::db::reports::of_match(conn, &match_id)).await;
    let kept = kept.expect("reports");
    let kept: Vec<_> = kept.iter().map(|it| (&*it.said, &*it.why)).collect();
    assert_eq!(kept, [("One", "It is only a number.")]);
    let report = json!({ "why": "Too late." });
    ben.post(&format!("{path}/{one}/reports"), report).await.refused(404, "not_found");
    let read = format!("{path}/read");
    assert_eq!(ben.put(&read, json!({ "line": two })).await.status, 204);
    assert_eq!(unread(&ben, &id).await, 0);
    // Reading an older line again forgets nothing; one removed meanwhile was read, too.
    let three = say(&anna, &id, "Three").await;
    assert_eq!(ben.put(&read, json!({ "line": one })).await.status, 204);
    assert_eq!(unread(&ben, &id).await, 1);
    assert_eq!(anna.delete(&format!("{path}/{three}")).await.status, 204);
    assert_eq!(unread(&ben, &id).await, 0);
    assert_eq!(ben.put(&read, json!({ "line": three })).await.status, 204);
    ben.put(&read, json!({ "line": "none" })).await.refused(404, "not_found");
    // A line of one match is none of another.
    let other = begun(&[&ben, &anna], json!({})).await;
    anna.delete(&format!("/api/v1/matches/{other}/talk/{two}")).await.refused(404, "not_found");
    assert_eq!(texts(&talk(&ben, &id).await), ["Two"]);
}

#[actix_web::test]
async fn spectators_read_what_was_said_when_it_is_over_and_all_agree() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (eve, nobody) = (app.person("eve").await, app.anonymous());
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    let shown = format!("{path}/shown");
    let line = say(&anna, &id, "Good game").await;
    eve.put(&shown, json!({ "yes": true })).await.refused(403, "no_seat");
    for who in [&anna, &ben] {
        assert_eq!(who.put(&shown, json!({ "yes": true })).await.status, 204);
    }
    assert_eq!(talk(&anna, &id).await["agreed"], true);
    eve.get(&path).await.refused(403, "no_seat");
    nobody.get(&path).await.refused(403, "no_seat");
    assert_eq!(ben.put(&shown, json!({ "yes": false })).await.status, 204);
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    hears_nothing(&app, &eve, &id, &line, &["Good game"]).await;
    say(&ben, &id, "Thanks!").await;
    assert_eq!(ben.put(&shown, json!({ "yes": true })).await.status, 204);
    for who in [&eve, &nobody] {
        let heard = talk(who, &id).await;
        assert_eq!(texts(&heard), ["Good game", "Thanks!"]);
        assert_eq!((&heard["unread"], &heard["shown"]), (&json!(0), &json!(true)));
    }
    let page = Browser::new(&app).get(&format!("/matches/{id}/talk")).await;
    assert!(page.status == 200 && page.text.contains("Thanks!"), "{}", page.text);
    assert!(!page.text.contains("<textarea"));
    eve.post(&path, json!({ "text": "Hello" })).await.refused(403, "no_seat");
    let why = json!({ "why": "It is rude." });
    assert_eq!(eve.post(&format!("{path}/{line}/reports"), why).await.status, 204);
    // One who does not want it any more is enough.
    assert_eq!(anna.put(&shown, json!({ "yes": false })).await.status, 204);
    eve.get(&path).await.refused(403, "no_seat");
}

#[actix_web::test]
async fn talk_is_heard_of_at_once_in_another_process_too_and_goes_on_when_it_is_over() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let here = start_or_skip!(wish());
    // Either of them posts the letters.
    let there = start_or_skip!(Wish { sink: Some(here.sink.clone()), ..wish() });
    let (anna, ben) = (here.person("anna").await, here.person("ben").await);
    let eve = here.person("eve").await;
    let id = begun(&[&anna, &ben], json!({})).await;
    let version = anna.look(&id).await["version"].as_i64().expect("a version");
    let at = format!("/api/v1/matches/{id}/events?talk=true&after={version}");
    let ben_there = there.sign_in("ben", PASSWORD).await;
    let mut near = Listener::at(&ben, &at, None).await;
    let mut far = Listener::at(&ben_there, &at, None).await;
    let mut outside = Listener::at(&eve, &at, None).await;
    for listener in [&mut near, &mut far] {
        let first = listener.next().await.expect("it begins");
        assert_eq!((first.kind.as_str(), &first.data), ("talk", &json!({ "unread": 0 })));
    }
    let began = Instant::now();
    let line = say(&anna, &id, "Can you hear me?").await;
    let heard = near.next().await.expect("news");
    assert_eq!((heard.kind.as_str(), &heard.data), ("talk", &json!({ "unread": 1 })));
    assert_eq!(heard.id, None, "a version is no place among lines");
    assert!(began.elapsed() < Duration::from_secs(1), "{:?}", began.elapsed());
    assert_eq!(far.next().await.expect("news").data["unread"], 1);
    // Two processes on a SQLite file tell each other nothing: there it takes the next look.
    let postgres = database.starts_with("postgres");
    let most = Duration::from_secs(if postgres { 1 } else { 7 });
    assert!(began.elapsed() < most, "{:?}", began.elapsed());
    let path = format!("/api/v1/matches/{id}/talk");
    assert_eq!(anna.delete(&format!("{path}/{line}")).await.status, 204);
    assert_eq!(near.next().await.expect("news").data["unread"], 0);
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let mut kinds = Vec::new();
    while kinds.last().is_none_or(|kind| kind != "over") {
        kinds.push(near.next().await.expect("news").kind);
    }
    say(&anna, &id, "Good game").await;
    assert_eq!(near.next().await.expect("it goes on").data["unread"], 1);
    // Who may not read hears of the match and of nothing else.
    let mut last = outside.next().await.expect("news").kind;
    while last != "over" {
        assert_eq!(last, "entry");
        last = outside.next().await.expect("news").kind;
    }
}

#[actix_web::test]
async fn the_page_shows_text_as_text_and_does_what_the_api_does() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let browser = Browser::of(&app, "anna").await;
    let page = format!("/matches/{id}/talk");
    let (proof, key) = (browser.hidden(&page, "proof").await, browser.hidden(&page, "key").await);
    let nasty = "</textarea><script>alert(1)</script><img src=x onerror=alert(2)> \"' {{ 7*7 }}";
    let form = [
        ("proof", proof.as_str()),
        ("key", &key),
        ("text", nasty),
        ("event", "2"),
        ("spot", "region-north_beach"),
    ];
    for _ in 0..2 {
        assert_eq!(browser.post(&page, &form).await.status, 303, "sent twice, it is said once");
    }
    assert_eq!(texts(&talk(&ben, &id).await), [nasty]);
    let others = Browser::of(&app, "ben").await;
    let seen = others.get(&page).await.text;
    for markup in ["<script>alert", "<img src=x", "</textarea><script"] {
        assert!(!seen.contains(markup), "{seen}");
    }
    assert!(seen.contains("&#60;script&#62;alert(1)") || seen.contains("&lt;script&gt;alert(1)"));
    assert!(seen.contains("{{ 7*7 }}") && seen.contains("data-points=\"region-north_beach\""));
    assert!(others.get(&format!("/matches/{id}")).await.text.contains("<b class=\"count\">1</b>"));
    assert!(others.get("/").await.text.contains("1 new line</a>"));
    // A draft that is refused is kept, as text.
    let far = [("proof", proof.as_str()), ("key", "k"), ("text", nasty), ("event", "99999")];
    let refused = browser.post(&page, &far).await;
    assert_eq!(refused.status, 422);
    assert!(!refused.text.contains("<script>alert") && refused.text.contains("The events of this"));
    // Forms without the proof of the session do nothing.
    let line = talk(&ben, &id).await["items"][0]["id"].as_str().expect("an id").to_owned();
    let forged = [("proof", "forged"), ("text", "x"), ("line", &line), ("yes", "true")];
    for path in ["", "/read", "/shown", &format!("/{line}/remove"), &format!("/{line}/report")] {
        assert_eq!(browser.post(&format!("{page}{path}"), &forged).await.status, 403, "{path}");
    }
    let bens = others.hidden(&page, "proof").await;
    let bens = ("proof", bens.as_str());
    let report = [bens, ("why", "It is code.")];
    assert_eq!(others.post(&format!("{page}/{line}/report"), &report).await.status, 303);
    assert_eq!(others.post(&format!("{page}/{line}/remove"), &[bens]).await.status, 404);
    assert_eq!(others.post(&format!("{page}/read"), &[bens, ("line", &line)]).await.status, 303);
    assert_eq!(unread(&ben, &id).await, 0);
    assert_eq!(others.post(&format!("{page}/shown"), &[bens, ("yes", "true")]).await.status, 303);
    assert!(others.get(&page).await.text.contains("You agree to that."));
    let remove = [("proof", proof.as_str())];
    assert_eq!(browser.post(&format!("{page}/{line}/remove"), &remove).await.status, 303);
    assert!(texts(&talk(&ben, &id).await).is_empty());
    assert_eq!(others.get(&format!("{page}/{line}/remove")).await.status, 303, "it leads back");
}

#[actix_web::test]
async fn letters_count_what_is_new_and_never_tell_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    say(&ben, &id, "a secret word").await;
    say(&ben, &id, "another secret word").await;
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let told = "2 lines of the talk at the table are new to you.";
    for _ in 0..400 {
        let letters = app.sink.letters();
        assert!(letters.iter().all(|letter| !letter.text().contains("secret word")));
        if letters.iter().any(|it| it.to == "anna@example.org" && it.text().contains(told)) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("no letter counts them");
}

#[actix_web::test]
async fn what_somebody_said_is_theirs_to_take_home_and_goes_with_their_account() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    say(&anna, &id, "my own words").await;
    say(&ben, &id, "his words").await;
    let gone = say(&anna, &id, "removed words").await;
    assert_eq!(anna.delete(&format!("/api/v1/matches/{id}/talk/{gone}")).await.status, 204);
    let browser = Browser::of(&app, "anna").await;
    let data: Value = browser.get("/account/data").await.expect(200);
    let said = data["talk"].as_array().expect("lines");
    assert_eq!((said.len(), &said[0]["text"]), (1, &json!("my own words")));
    assert_eq!((&said[0]["match"], data.to_string().contains("his words")), (&json!(id), false));
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let close = json!({ "current_password": PASSWORD });
    let closing = anna.request(Method::DELETE, "/api/v1/me").json(&close);
    assert_eq!(anna.send(closing).await.status, 204);
    assert_eq!(texts(&talk(&ben, &id).await), ["his words"]);
    // Whoever is gone is not asked whether spectators may read.
    let shown = format!("/api/v1/matches/{id}/talk/shown");
    assert_eq!(ben.put(&shown, json!({ "yes": true })).await.status, 204);
    assert_eq!(texts(&talk(&app.anonymous(), &id).await), ["his words"]);
}

#[actix_web::test]
async fn a_match_with_very_many_unread_lines_hides_those_of_no_other() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (one, two) =
        (begun(&[&anna, &ben], json!({})).await, begun(&[&anna, &ben], json!({})).await);
    for id in [&one, &two] {
        say(&anna, id, "hello").await;
    }
    let of = one.clone();
    let more = app.db.write(move |tx| {
        let all = Readable { from: 0, of: vec![], but: vec![] };
        let first = rows::lines(tx, &of, &all, i64::MAX, 1)?.remove(0);
        for number in 2..=1_000 {
            let (id, key) = (turnwise::random::id(), turnwise::random::id());
            let line = LineRow { number, id, idempotency_key: key, ..first.clone() };
            rows::insert(tx, &line)?;
        }
        Ok(())
    });
    more.await.expect("they are stored");
    assert_eq!((unread(&ben, &one).await, unread(&ben, &two).await), (1_000, 1));
}
