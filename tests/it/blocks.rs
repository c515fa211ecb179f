//! Blocks: that they keep people apart, that nobody finds out who is blocked by whom, and that
//! nobody gets round one.

use super::app::{Caller, PASSWORD, TestApp, begun};
use super::live::Listener;
use super::substitutes::looking;
use super::talk::say;
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use std::time::Duration;

async fn block(who: &Caller<'_>, whom: &str) {
    who.put(&format!("/api/v1/me/blocks/{whom}"), json!({})).await.expect(204);
}

async fn unblock(who: &Caller<'_>, whom: &str) {
    who.delete(&format!("/api/v1/me/blocks/{whom}")).await.expect(204);
}

async fn sit_down(who: &Caller<'_>, id: &str) -> super::app::Answer {
    who.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await
}

async fn invite(who: &Caller<'_>, id: &str, whom: &str) -> super::app::Answer {
    who.post(&format!("/api/v1/matches/{id}/invitations"), json!({ "handle": whom })).await
}

fn texts(talk: &Value) -> Vec<&str> {
    let lines = talk["items"].as_array().expect("lines").iter();
    lines.map(|line| line["text"].as_str().expect("a text")).collect()
}

/// Refused, and neither the name of anybody nor the reason is said.
#[track_caller]
fn says_nothing(answer: super::app::Answer) {
    let text = answer.text.to_lowercase();
    for word in ["anna", "block", "ban", "people", "somebody", "person", "host"] {
        assert!(!text.contains(word), "{word}: {text}");
    }
    answer.refused(409, "not_admitted");
}

#[actix_web::test]
async fn whom_somebody_blocked_cannot_sit_down_with_them_and_learns_no_reason() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    block(&anna, "BEN").await;
    let hosted = anna.open(3, json!({})).await;
    says_nothing(sit_down(&ben, &hosted).await);
    // As often as it is tried, and for a match that somebody else hosts.
    says_nothing(sit_down(&ben, &hosted).await);
    let guest = cleo.open(3, json!({})).await;
    anna.join(&guest).await;
    says_nothing(sit_down(&ben, &guest).await);
    // An invitation of whoever hosts it is no way round.
    invite(&cleo, &guest, "ben").await.expect(202);
    says_nothing(sit_down(&ben, &guest).await);
    let private = anna.open(3, json!({ "visibility": "private" })).await;
    let code = anna.look(&private).await["invitation"].clone();
    let seats = format!("/api/v1/matches/{private}/seats");
    says_nothing(ben.post(&seats, json!({ "invitation": code })).await);
    // Everything else that is in the way is said first, to them as to everybody.
    ben.post(&seats, json!({})).await.refused(404, "not_found");
    ben.post(&seats, json!({ "invitation": "guessed" })).await.refused(404, "not_found");
    cleo.join(&hosted).await;
    anna.post(&format!("/api/v1/matches/{hosted}/robots"), json!({ "robot": "random" }))
        .await
        .expect(201);
    sit_down(&ben, &hosted).await.refused(409, "match_not_open");
    // It goes one way only: whoever blocked may sit down where they like.
    let bens = ben.open(3, json!({})).await;
    anna.join(&bens).await;
    unblock(&anna, "ben").await;
    assert_eq!(sit_down(&ben, &guest).await.status, 201);
}

#[actix_web::test]
async fn where_people_sit_together_a_block_changes_nothing() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let waiting = anna.open(3, json!({})).await;
    ben.join(&waiting).await;
    let running = begun(&[&anna, &ben], json!({})).await;
    block(&anna, "ben").await;
    cleo.join(&waiting).await;
    assert_eq!(ben.look(&waiting).await["status"], "running");
    for _ in 0..4 {
        let seen = anna.look(&running).await;
        [&anna, &ben][super::app::awaited(&seen)].play_any(&running, |_| true).await;
    }
    let proposals = format!("/api/v1/matches/{running}/proposals");
    let proposed = ben.post(&proposals, json!({ "kind": "end", "by_score": true })).await;
    proposed.expect(201);
    // But who gives their seat back does not get another one.
    let another = anna.open(3, json!({})).await;
    unblock(&anna, "ben").await;
    ben.join(&another).await;
    block(&anna, "ben").await;
    ben.delete(&format!("/api/v1/matches/{another}/seats/me")).await.expect(200);
    says_nothing(sit_down(&ben, &another).await);
}

#[actix_web::test]
async fn a_blocked_substitute_is_refused_naming_nobody() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let dora = app.person("dora").await;
    block(&anna, "ben").await;
    let id = begun(&[&anna, &cleo, &dora], json!({})).await;
    dora.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    assert_eq!(looking(&app).await.len(), 1);
    let at = format!("/api/v1/matches/{id}/substitutes");
    says_nothing(ben.post(&at, json!({ "seat": 2 })).await);
    ben.post(&at, json!({ "seat": 1 })).await.refused(409, "seat_taken");
    let page = Browser::of(&app, "ben").await;
    let seen = page.get(&format!("/matches/{id}")).await.text;
    assert!(seen.contains("Take over") && !seen.to_lowercase().contains("block"), "{seen}");
    unblock(&anna, "ben").await;
    assert_eq!(ben.post(&at, json!({ "seat": 2 })).await.status, 201);
}

/// Everything that somebody can look at who knows of these matches.
async fn all_that_is_seen(who: &Caller<'_>, ids: &[&str]) -> Vec<String> {
    let mut seen = Vec::new();
    for path in ["me", "me/blocks", "me/turns", "matches", "matches?open_seat=true"] {
        seen.push(who.get(&format!("/api/v1/{path}")).await.text);
    }
    for id in ids {
        for path in ["", "/history?limit=500", "/talk", "/clocks", "/proposals", "/letters"] {
            seen.push(who.get(&format!("/api/v1/matches/{id}{path}")).await.text);
        }
    }
    seen
}

#[actix_web::test]
async fn nobody_but_its_owner_sees_a_difference_anywhere() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let running = begun(&[&anna, &ben, &cleo], json!({})).await;
    let open = anna.open(4, json!({})).await;
    let bens = ben.open(4, json!({})).await;
    say(&ben, &running, "Nobody reads this, I fear.").await;
    let ids = [running.as_str(), &open, &bens];
    app.all_sent("ben").await;
    app.all_sent("cleo").await;
    let pages = [Browser::of(&app, "ben").await, Browser::of(&app, "cleo").await];
    let paths = |id: &str| [format!("/matches/{id}"), format!("/matches/{id}/talk")];
    let others = [&ben, &cleo, &app.anonymous()];
    let mut before = Vec::new();
    for who in others {
        before.push(all_that_is_seen(who, &ids).await);
    }
    block(&anna, "ben").await;
    block(&anna, "cleo").await;
    for (who, before) in others.iter().zip(before) {
        assert_eq!(all_that_is_seen(who, &ids).await, before, "{}", who.handle);
    }
    for page in &pages {
        for id in ids {
            for path in paths(id) {
                let seen = page.get(&path).await.text.to_lowercase();
                assert!(!seen.contains("you have blocked"), "{path}: {seen}");
            }
        }
        let seen = page.get("/matches").await.text;
        assert!(!seen.contains("block"), "{seen}");
        // The profile offers to block anna, as it would to anybody.
        let seen = page.get("/people/anna").await.text;
        assert!(seen.contains("Block anna") && !seen.contains("You have"), "{seen}");
        let data = page.get("/account/data").await.expect(200);
        assert_eq!(data["blocks"], json!([]));
        assert!(page.get("/account/blocks").await.text.contains("You have blocked nobody."));
    }
    assert!(!app.anonymous().get("/people/anna").await.text.contains("Block"));
}

#[actix_web::test]
async fn who_is_blocked_invites_as_ever_and_nothing_arrives() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    block(&anna, "ben").await;
    let id = ben.open(4, json!({ "title": "Come along" })).await;
    let [hers, another] = [invite(&ben, &id, "anna").await, invite(&ben, &id, "cleo").await];
    let kept = |answer: &super::app::Answer| {
        let mut headers: Vec<_> = answer.headers.keys().map(|name| name.to_string()).collect();
        headers.sort();
        (answer.status, answer.text.replace("anna", "cleo"), headers)
    };
    assert_eq!(kept(&hers), kept(&another));
    assert_eq!(hers.status, 202);
    app.letter("cleo@example.org", "ben invites you").await;
    app.dropped("anna", 1).await;
    let mut mine = Browser::of(&app, "anna").await;
    for path in ["/account", "/account/letters", "/account/data"] {
        let seen = mine.get(path).await.text;
        assert!(!seen.contains(&id), "{path}: {seen}");
    }
    let others = Browser::of(&app, "cleo").await;
    assert!(others.get("/account/letters").await.text.contains(&id), "else it is shown there");
    assert!(!anna.get("/api/v1/me/letters").await.text.contains("invitation"));
    // An address is no way to somebody whom one has blocked oneself.
    let hosted = anna.open(4, json!({})).await;
    let by_address = json!({ "email": "ben@example.org" });
    let path = format!("/api/v1/matches/{hosted}/invitations");
    anna.post(&path, by_address).await.expect(202);
    anna.post(&path, json!({ "email": "dora@example.org" })).await.expect(202);
    app.letter("dora@example.org", "anna invites you").await;
    let told = app.notices("ben").await;
    assert!(told.iter().all(|one| one.kind != "invitation"), "{told:?}");
    // Nor where one looks for what one is invited to, be it by address.
    let asked = |to: &str| json!({ "email": format!("{to}@example.org") });
    let path = format!("/api/v1/matches/{id}/invitations");
    let by_address = [ben.post(&path, asked("anna")).await, ben.post(&path, asked("cleo")).await];
    assert_eq!(kept(&by_address[0]), kept(&by_address[1]));
    for handle in ["anna", "cleo"] {
        let letters = async || app.notices(handle).await;
        assert_eq!(letters().await.iter().filter(|one| one.kind == "invitation").count(), 1);
    }
    let invited = async |who: &Caller<'_>| {
        who.get("/api/v1/me/invitations").await.expect(200)["items"].as_array().unwrap().len()
    };
    assert_eq!((invited(&anna).await, invited(&cleo).await), (0, 1));
    assert!(!mine.get("/").await.text.contains("invites you"));
    let guests = ben.get(&path).await.expect(200)["items"].to_string();
    assert_eq!(guests.matches("waiting").count(), 4, "{guests}");
    // Asked again it is the same, and so is what follows an invitation by a rematch.
    assert_eq!(kept(&invite(&ben, &id, "anna").await), kept(&invite(&ben, &id, "cleo").await));
    let over = begun(&[&ben, &cleo], json!({})).await;
    cleo.post(&format!("/api/v1/matches/{over}/resign"), json!({})).await.expect(200);
    block(&cleo, "ben").await;
    ben.post(&format!("/api/v1/matches/{over}/rematch"), json!({})).await.expect(201);
    app.dropped("cleo", 1).await;
    let invited = |one: &&super::smtp::Received| {
        one.to == "cleo@example.org" && one.header("subject").is_some_and(|s| s.contains("invites"))
    };
    assert_eq!(app.sink.letters().iter().filter(invited).count(), 1);
    // And who blocked somebody is told that they cannot come.
    let hosted = anna.open(4, json!({})).await;
    invite(&anna, &hosted, "ben").await.refused(409, "blocked_by_you");
    let page = format!("/matches/{hosted}");
    let proof = mine.hidden(&page, "proof").await;
    let fields = [("proof", &*proof), ("whom", "ben")];
    let no = mine.post(&format!("{page}/invitations"), &fields).await;
    mine.keep_cookies(&no);
    assert_eq!(no.status, 409, "{}", no.text);
}

#[actix_web::test]
async fn what_a_blocked_person_writes_is_neither_shown_nor_counted_nor_told() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = begun(&[&anna, &ben, &cleo], json!({})).await;
    let path = format!("/api/v1/matches/{id}/talk");
    let first = say(&ben, &id, "You play badly.").await;
    block(&anna, "ben").await;
    let mut listener = Listener::at(
        &anna,
        &format!("/api/v1/matches/{id}/events?talk=true"),
        anna.look(&id).await["version"].as_i64(),
    )
    .await;
    let begun = listener.next().await.expect("a stream begins with the talk");
    assert_eq!((&*begun.kind, &begun.data["unread"]), ("talk", &json!(0)));
    say(&ben, &id, "Very badly.").await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    say(&cleo, &id, "Hello!").await;
    let hers = anna.get(&path).await.expect(200);
    assert_eq!((texts(&hers), &hers["unread"]), (vec!["Hello!"], &json!(1)));
    let listed = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"][0]["unread"], 1);
    // The line cannot be got at by its name either.
    anna.get(&format!("{path}?before={first}")).await.refused(404, "not_found");
    let why = json!({ "why": "It is rude." });
    anna.post(&format!("{path}/{first}/reports"), why).await.refused(404, "not_found");
    let told = listener.next().await.expect("cleo's line is told");
    assert_eq!((&*told.kind, &told.data["unread"]), ("talk", &json!(1)));
    let more = tokio::time::timeout(Duration::from_millis(300), listener.next()).await;
    assert!(more.is_err(), "one line is new to her, not two");
    let page = Browser::of(&app, "anna").await;
    let shown = page.get(&format!("/matches/{id}/talk")).await.text;
    assert!(!shown.contains("badly") && shown.contains("whom you have blocked"), "{shown}");
    // The others read all of it, and ben reads her.
    say(&anna, &id, "Hello, cleo.").await;
    for who in [&ben, &cleo] {
        let all = who.get(&path).await.expect(200);
        assert_eq!(texts(&all), ["You play badly.", "Very badly.", "Hello!", "Hello, cleo."]);
    }
    unblock(&anna, "ben").await;
    assert_eq!(texts(&anna.get(&path).await.expect(200)).len(), 4);
}

#[actix_web::test]
async fn blocks_are_listed_for_their_owner_and_go_with_either_account() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    for who in ["ben", "ben", "cleo"] {
        block(&anna, who).await;
    }
    block(&cleo, "anna").await;
    let handles = |list: Value| {
        let items = list["items"].as_array().expect("a list").clone();
        items.iter().map(|one| one["handle"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(handles(anna.get("/api/v1/me/blocks").await.expect(200)), ["ben", "cleo"]);
    assert!(handles(ben.get("/api/v1/me/blocks").await.expect(200)).is_empty());
    let mut page = Browser::of(&app, "anna").await;
    let data = page.get("/account/data").await.expect(200);
    assert_eq!(
        (&data["blocks"][0]["handle"], &data["blocks"][1]["handle"]),
        (&json!("ben"), &json!("cleo"))
    );
    anna.put("/api/v1/me/blocks/Anna", json!({})).await.refused(422, "invalid_field");
    anna.put("/api/v1/me/blocks/nobody", json!({})).await.refused(404, "not_found");
    anna.delete("/api/v1/me/blocks/nobody").await.refused(404, "not_found");
    // A script has no business with it.
    let token = json!({ "name": "a script", "scopes": ["read", "play"] });
    let token = anna.post("/api/v1/me/tokens", token).await.expect(201);
    let mut script = anna.clone();
    script.token = token["token"].as_str().map(str::to_owned);
    script.get("/api/v1/me/blocks").await.refused(403, "session_needed");
    script.put("/api/v1/me/blocks/ben", json!({})).await.refused(403, "session_needed");
    // On the page, too.
    let seen = page.get("/people/ben").await.text;
    assert!(seen.contains("blocked</a> ben"), "{seen}");
    let proof = page.hidden("/account/blocks", "proof").await;
    let fields = |who| [("proof", &*proof), ("handle", who)];
    assert_eq!(page.post("/account/blocks/end", &fields("ben")).await.status, 303);
    assert_eq!(page.post("/account/blocks/end", &fields("ben")).await.status, 303);
    let no = page.post("/account/blocks", &fields("anna")).await;
    assert_eq!(no.status, 422, "{}", no.text);
    page.keep_cookies(&no);
    assert_eq!(page.post("/account/blocks", &fields("ben")).await.status, 303);
    let mut ids = Vec::new();
    for who in [&anna, &ben, &cleo] {
        let me = who.get("/api/v1/me").await.expect(200);
        ids.push(me["id"].as_str().expect("an id").to_owned());
    }
    assert_eq!(kept(&app, &ids).await, 3);
    let closing = json!({ "current_password": PASSWORD });
    ben.send(ben.request(reqwest::Method::DELETE, "/api/v1/me").json(&closing)).await.expect(204);
    assert_eq!(handles(anna.get("/api/v1/me/blocks").await.expect(200)), ["cleo"]);
    anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&closing)).await.expect(204);
    assert_eq!(kept(&app, &ids).await, 0);
}

/// How many blocks of these accounts are kept.
async fn kept(app: &TestApp, ids: &[String]) -> usize {
    let ids = ids.to_vec();
    let counted = app.db.read(move |conn| {
        let mut rows = 0;
        for id in ids {
            rows += turnwise::db::blocks::of_account(conn, &id)?.len();
        }
        Ok(rows)
    });
    counted.await.expect("rows")
}
