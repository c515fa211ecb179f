//! Webhooks, with real receivers: what they are told and when, what becomes of one that does
//! not work, and what nobody may do with them.

use super::app::{self, Caller, PASSWORD, TestApp, Wish};
use super::notices::{Table, minutes, sleeps};
use super::operator::does;
use super::receiver::{Posted, Receiver};
use super::second_factor;
use super::visitor::Browser;
use crate::start_or_skip;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::Duration;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use turnwise::mail::kind::LetterKind;
use turnwise::reach::Reach;
use turnwise::reach::guard::{Guard, Names, networks};
use turnwise::reach::hook::parcel;
use turnwise::reach::news::{News, PublicMatch, Subject};
use turnwise::reach::way::Form;
use turnwise::words::Word;

/// What a server of these tests lets people reach: this machine, too.
pub fn reach() -> Reach {
    let allowed = networks("127.0.0.0/8").expect("a network");
    Reach::new(Guard { allowed, names: Names::System }, None).expect("ways")
}

pub fn wish() -> Wish {
    Wish { reach: reach(), ..Wish::default() }
}

/// A webhook of somebody, as the answer that made it says.
async fn hook(who: &Caller<'_>, form: &str, url: &str) -> Value {
    let wish = json!({ "name": "a channel", "form": form, "url": url });
    who.post("/api/v1/me/webhooks", wish).await.expect(201)
}

/// The newest of what went by the ways of somebody, the oldest first: kind, state, what is said.
pub async fn deliveries(who: &Caller<'_>) -> Vec<(String, String, String)> {
    let items = who.get("/api/v1/me/deliveries").await.expect(200)["items"].clone();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut all: Vec<_> = items
        .as_array()
        .expect("items")
        .iter()
        .map(|one| (text(&one["kind"]), text(&one["state"]), text(&one["error"])))
        .collect();
    all.reverse();
    all
}

/// Waits until the newest of what went by the ways of somebody is in this state.
pub async fn newest(who: &Caller<'_>, state: &str) -> (String, String, String) {
    for _ in 0..400 {
        if let Some(last) = deliveries(who).await.last().filter(|last| last.1 == state) {
            return last.clone();
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("nothing is {state}: {:?}", deliveries(who).await)
}

fn is_signed(posted: &Posted, secret: &str) -> bool {
    let key = STANDARD.decode(secret.strip_prefix("whsec_").expect("a mark")).expect("base 64");
    let header = |name: &str| posted.header(name).expect("a header");
    let body = String::from_utf8(posted.body.clone()).expect("text");
    let signed = format!("{}.{}.{body}", header("webhook-id"), header("webhook-timestamp"));
    let mac = Hmac::<Sha256>::new_from_slice(&key).expect("a key").chain_update(signed.as_bytes());
    header("webhook-signature") == format!("v1,{}", STANDARD.encode(mac.finalize().into_bytes()))
}

/// Whether what a receiver got is what the document says that it is sent.
fn is_as_documented(document: &Value, posted: &Posted) {
    let operation = &document["webhooks"]["news"]["post"];
    for parameter in operation["parameters"].as_array().expect("parameters") {
        let name = parameter["name"].as_str().expect("a name");
        assert!(posted.header(name).is_some(), "{name}: {posted:?}");
    }
    let said = posted.json();
    for (pointer, name) in
        [("", "NewsMessage"), ("/data", "NewsData"), ("/data/match", "NewsMatch")]
    {
        let required = document["components"]["schemas"][name]["required"].as_array().expect(name);
        let mut required: Vec<&str> = required.iter().flat_map(Value::as_str).collect();
        required.sort_unstable();
        let told = said.pointer(pointer).filter(|told| !told.is_null());
        let Some(told) = told else {
            assert_eq!(name, "NewsMatch", "{said}");
            continue;
        };
        let mut fields: Vec<&str> = told.as_object().expect(name).keys().map(|it| &**it).collect();
        fields.sort_unstable();
        assert_eq!(fields, required, "{name}");
    }
}

#[actix_web::test]
async fn what_happens_in_a_match_reaches_a_webhook_signed_and_once() {
    let Some(table) = Table::with(wish()).await else { return };
    let receiver = Receiver::start(|_| "204 No Content".to_owned());
    let made = hook(&table.person("anna").await, "json", &receiver.url("/secret-path")).await;
    let secret = made["secret"].as_str().expect("a secret");
    assert_eq!((&made["host"], &made["state"]), (&json!("127.0.0.1"), &json!("on")));
    let id = table.begun("Sunday", json!({})).await;
    table.after(minutes(2)).await;
    assert!(receiver.got().is_empty(), "it has not settled");
    table.after(minutes(2)).await;
    receiver.wait_for(1).await;
    table.until_waits_for(&id, "anna").await;
    table.after(minutes(4)).await;
    let got = receiver.wait_for(2).await;
    let document = turnwise::web::document();
    let kinds: Vec<Value> = got.iter().map(|one| one.json()["type"].clone()).collect();
    assert_eq!(kinds, ["match_started", "your_turn"]);
    for posted in &got {
        assert!(is_signed(posted, secret), "{posted:?}");
        let forged = Posted { body: b"{}".to_vec(), ..posted.clone() };
        assert!(!is_signed(&forged, secret), "and so is nothing else");
        assert!(posted.head.starts_with("POST /secret-path HTTP/1.1"), "{}", posted.head);
        let said = posted.json();
        assert_eq!(said["data"]["match"]["id"], id);
        assert_eq!(said["data"]["match"]["title"], "Sunday");
        assert_eq!(said["data"]["link"], format!("{}/matches/{id}", table.app.url));
        assert!(!said.to_string().contains("ben") && !said.to_string().contains("anna"), "{said}");
        is_as_documented(&document, posted);
    }
    assert_ne!(got[0].header("webhook-id"), got[1].header("webhook-id"));
    assert_eq!(got[0].json()["data"]["thread"], got[1].json()["data"]["thread"]);
    for _ in 0..3 {
        table.after(minutes(10)).await;
    }
    assert_eq!(receiver.got().len(), 2, "nothing goes twice");
    assert_eq!(deliveries(&table.person("ben").await).await, [], "ben has no webhook");
}

#[actix_web::test]
async fn of_a_private_match_a_message_says_only_that_there_is_one() {
    let Some(table) = Table::with(wish()).await else { return };
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    let ben = table.person("ben").await;
    for form in ["json", "discord", "slack"] {
        hook(&ben, form, &receiver.url("/")).await;
    }
    let anna = table.person("anna").await;
    hook(&anna, "json", &receiver.url("/")).await;
    let wish = json!({ "title": "Between us", "visibility": "private" });
    let id = anna.open(2, wish).await;
    let invitations = format!("/api/v1/matches/{id}/invitations");
    anna.post(&invitations, json!({ "handle": "ben" })).await.expect(202);
    table.after(minutes(4)).await;
    receiver.wait_for(3).await;
    let code = anna.look(&id).await["invitation"].clone();
    let seats = format!("/api/v1/matches/{id}/seats");
    table.person("ben").await.post(&seats, json!({ "invitation": code })).await.expect(201);
    table.after(minutes(4)).await;
    let got = receiver.wait_for(4).await;
    for posted in &got {
        let said = String::from_utf8_lossy(&posted.body).into_owned();
        for secret in ["Between", "Bora", &id, "anna", "ben"] {
            assert!(!said.contains(secret), "{said} holds {secret}");
        }
    }
    let is_json = |one: &&Posted| one.json()["type"].is_string();
    let document = turnwise::web::document();
    got.iter().filter(is_json).for_each(|posted| is_as_documented(&document, posted));
    let json: Vec<Value> = got.iter().filter(is_json).map(Posted::json).collect();
    assert_eq!(json[0]["data"]["text"], "You are invited to a match.");
    assert_eq!(json[1]["data"]["text"], "A match of yours begins.");
    assert_eq!(json[1]["data"]["match"], Value::Null);
    assert_eq!(json[1]["data"]["link"], format!("{}/", table.app.url));
}

#[actix_web::test]
async fn quiet_hours_presence_and_muted_kinds_hold_for_every_way_and_rhythms_for_letters_alone() {
    let Some(table) = Table::with(wish()).await else { return };
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    hook(&table.person("anna").await, "json", &receiver.url("/")).await;
    table.rhythm("anna", json!({ "rhythm": "off" })).await;
    let id = table.begun("Sunday", json!({})).await;
    table.after(minutes(4)).await;
    receiver.wait_for(1).await;
    assert_eq!(table.subjects("anna").await.len(), 0, "no letters are wanted");
    // A turn that is played before it has settled is told by nothing.
    table.until_waits_for(&id, "anna").await;
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(4)).await;
    assert_eq!(receiver.got().len(), 1);
    // Who sits in front of the match hears of it five minutes after they have left.
    table.until_waits_for(&id, "anna").await;
    table.after(minutes(2)).await;
    let seen = format!("/api/v1/matches/{id}/presence");
    table.person("anna").await.put(&seen, json!({ "visible": true })).await.expect(204);
    table.after(minutes(2)).await;
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(receiver.got().len(), 1, "anna has the match in front of her");
    table.after(minutes(5)).await;
    table.app.db.look_again();
    receiver.wait_for(2).await;
    // In Tokyo it is nine in the evening, and later.
    table.rhythm("anna", json!({ "rhythm": "daily", "hour": 3 })).await;
    sleeps(&table, "anna", "Asia/Tokyo", 21 * 60).await;
    table.until_waits_for(&id, "ben").await;
    table.until_waits_for(&id, "anna").await;
    for _ in 0..8 {
        table.after(minutes(60)).await;
        table.app.db.look_again();
    }
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(receiver.got().len(), 2, "anna sleeps");
    table.after(minutes(61)).await;
    table.app.db.look_again();
    let got = receiver.wait_for(3).await;
    assert_eq!(got[2].json()["type"], "your_turn");
    // What is muted goes nowhere, nor what is about a match of which one wants no letters.
    let anna = table.person("anna").await;
    let single = format!("/api/v1/matches/{id}/letters");
    anna.put(&single, json!({ "rhythm": "off" })).await.expect(200);
    table.until_waits_for(&id, "ben").await;
    table.until_waits_for(&id, "anna").await;
    table.after(minutes(4)).await;
    anna_waits_for_nothing(&table, &receiver, 3).await;
    let anna = table.person("anna").await;
    anna.put(&single, json!({ "rhythm": null })).await.expect(200);
    anna.patch("/api/v1/me", json!({ "muted": ["your_turn"] })).await.expect(200);
    table.until_waits_for(&id, "ben").await;
    table.until_waits_for(&id, "anna").await;
    table.after(minutes(4)).await;
    anna_waits_for_nothing(&table, &receiver, 3).await;
}

async fn anna_waits_for_nothing(table: &Table, receiver: &Receiver, so_far: usize) {
    table.app.db.look_again();
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    assert_eq!(receiver.got().len(), so_far, "{:?}", receiver.got().last().map(Posted::json));
}

#[actix_web::test]
async fn a_webhook_that_fails_for_a_day_is_switched_off_and_its_person_told_by_letter() {
    let Some(table) = Table::with(wish()).await else { return };
    let works = Arc::new(AtomicBool::new(false));
    let heeded = works.clone();
    let receiver = Receiver::start(move |_| match heeded.load(SeqCst) {
        true => "200 OK".to_owned(),
        false => "500 Internal Server Error".to_owned(),
    });
    let made = hook(&table.person("ben").await, "json", &receiver.url("/secret-path")).await;
    let id = table.begun("Sunday", json!({})).await;
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(4)).await;
    receiver.wait_for(1).await;
    let one_way = async || {
        let all = table.person("ben").await.get("/api/v1/me/webhooks").await.expect(200);
        all["items"][0].clone()
    };
    for _ in 0..400 {
        if one_way().await["state"] == "failing" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    let failing = one_way().await;
    assert_eq!(failing["state"], "failing", "{failing}");
    assert!(failing["retry_at"].is_string() && failing["failing_since"].is_string());
    let mut tries = receiver.got().len();
    for _ in 0..20 {
        table.clock.advance(minutes(181));
        let ben = table.person("ben").await;
        // A turn that is still mine keeps it trying.
        table.app.db.look_again();
        for _ in 0..40 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
            if receiver.got().len() > tries {
                break;
            }
        }
        tries = receiver.got().len();
        if ben.get("/api/v1/me/webhooks").await.expect(200)["items"][0]["state"] == "off" {
            break;
        }
    }
    let letter = table.app.letter("ben@example.org", "go no more to").await;
    assert!(letter.text().contains("The host answered 500."), "{}", letter.text());
    assert!(!letter.raw.contains("secret-path"), "the address is a secret");
    assert!((5..15).contains(&receiver.got().len()), "{} tries", receiver.got().len());
    let off = one_way().await;
    assert_eq!((&off["state"], &off["off_why"]), (&json!("off"), &json!("The host answered 500.")));
    let ben = table.person("ben").await;
    let way = format!("/api/v1/me/ways/{}", made["id"].as_str().expect("an id"));
    ben.post(&format!("{way}/tests"), json!({})).await.refused(409, "way_is_off");
    assert!(deliveries(&ben).await.iter().all(|one| one.1 == "withdrawn" || one.1 == "given_up"));
    works.store(true, SeqCst);
    let tries = receiver.got().len();
    assert_eq!(ben.put(&way, json!({ "on": true })).await.expect(200)["state"], "on");
    ben.post(&format!("{way}/tests"), json!({})).await.expect(202);
    let got = receiver.wait_for(tries + 1).await;
    assert_eq!(got.last().expect("a test").json()["type"], "test");
}

#[actix_web::test]
async fn one_that_is_gone_is_switched_off_at_once_and_a_redirect_is_not_followed() {
    let app = start_or_skip!(wish());
    let ben = app.person("ben").await;
    let gone = Receiver::start(|_| "410 Gone".to_owned());
    let inside = Receiver::start(|_| "200 OK".to_owned());
    let to = inside.url("/secret");
    let leading = Receiver::start(move |_| format!("307 Temporary Redirect\r\nLocation: {to}"));
    let first = hook(&ben, "json", &gone.url("/")).await;
    let second = hook(&ben, "json", &leading.url("/")).await;
    let test = |made: &Value| format!("/api/v1/me/ways/{}/tests", made["id"].as_str().unwrap());
    ben.post(&test(&first), json!({})).await.expect(202);
    let (_, _, said) = newest(&ben, "given_up").await;
    assert!(said.contains("nothing at this address any more (410)"), "{said}");
    app.letter("ben@example.org", "go no more to").await;
    ben.post(&test(&second), json!({})).await.expect(202);
    let (_, _, said) = newest(&ben, "given_up").await;
    assert!(said.contains("leads to another address (307)"), "{said}");
    assert!(inside.got().is_empty());
    let states = ben.get("/api/v1/me/webhooks").await.expect(200);
    assert_eq!(states["items"][0]["state"], "off");
    assert_eq!(states["items"][1]["state"], "on", "a test that fails is no day of failures");
}

#[actix_web::test]
async fn an_address_that_is_not_public_is_refused_and_what_a_person_gave_is_shown_to_nobody() {
    let app = start_or_skip!();
    let ben = app.person("ben").await;
    let url = "https://hooks.example.org/services/T0/SECRETPATH?key=SECRETKEY";
    for wrong in ["http://example.org/", "https://127.0.0.1/", "https://u:p@example.org/", "x"] {
        let wish = json!({ "name": "x", "form": "json", "url": wrong });
        let problem = ben.post("/api/v1/me/webhooks", wish).await;
        problem.refused(422, "address_not_allowed");
    }
    let made = hook(&ben, "slack", url).await;
    let secret = made["secret"].as_str().expect("a secret").to_owned();
    assert!(!made.to_string().contains("SECRETPATH"));
    let browser = Browser::of(&app, "ben").await;
    let listed = ben.get("/api/v1/me/webhooks").await.text;
    let page = browser.get("/account/notices").await.text;
    let data = browser.get("/account/data").await.text;
    for shown in [&listed, &page, &data] {
        assert!(shown.contains("hooks.example.org"), "{shown}");
        for hidden in ["SECRETPATH", "SECRETKEY", secret.as_str()] {
            assert!(!shown.contains(hidden), "{shown}");
        }
    }
    // Nobody else has to do with it.
    let eve = app.person("eve").await;
    let way = format!("/api/v1/me/ways/{}", made["id"].as_str().expect("an id"));
    eve.delete(&way).await.refused(404, "not_found");
    eve.put(&way, json!({ "on": false })).await.refused(404, "not_found");
    eve.post(&format!("{way}/tests"), json!({})).await.refused(404, "not_found");
    assert_eq!(eve.get("/api/v1/me/webhooks").await.expect(200)["items"], json!([]));
    assert_eq!(ben.put(&way, json!({ "on": false })).await.expect(200)["state"], "off");
    for _ in 0..4 {
        hook(&ben, "json", url).await;
    }
    let wish = json!({ "name": "one more", "form": "json", "url": url });
    ben.post("/api/v1/me/webhooks", wish.clone()).await.refused(409, "too_many_ways");
    ben.delete(&way).await.expect(204);
    ben.delete(&way).await.refused(404, "not_found");
    // A script cannot, and who has a second factor shows it.
    let token = json!({ "name": "a bot", "scopes": ["read", "play"] });
    let token = eve.post("/api/v1/me/tokens", token).await.expect(201)["token"].clone();
    let mut bot = eve.clone();
    bot.token = token.as_str().map(str::to_owned);
    bot.post("/api/v1/me/webhooks", wish.clone()).await.refused(403, "session_needed");
    bot.get("/api/v1/me/webhooks").await.refused(403, "session_needed");
    bot.get("/api/v1/me/deliveries").await.expect(200);
    let (_, codes) = second_factor::set_up(&eve, &turnwise::clock::Clock::of_the_machine()).await;
    eve.post("/api/v1/me/webhooks", wish.clone()).await.refused(403, "code_missing");
    let mut shown = wish.clone();
    shown["code"] = json!("000000");
    eve.post("/api/v1/me/webhooks", shown.clone()).await.refused(403, "wrong_code");
    shown["code"] = json!(codes[0]);
    eve.post("/api/v1/me/webhooks", shown).await.expect(201);
}

#[actix_web::test]
async fn who_has_not_confirmed_their_address_has_nothing_sent_anywhere() {
    let app = start_or_skip!(wish());
    let new = json!({ "handle": "mal", "email": "mal@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let mal = app.sign_in("mal", PASSWORD).await;
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    let wish = json!({ "name": "x", "form": "json", "url": receiver.url("/") });
    mal.post("/api/v1/me/webhooks", wish).await.refused(403, "address_not_confirmed");
    let page = Browser::of(&app, "mal").await.get("/account/notices").await.text;
    assert!(page.contains("Confirm your email address first"), "{page}");
}

#[actix_web::test]
async fn what_the_operator_does_not_offer_is_refused_and_sent_no_more() {
    let app = start_or_skip!(Wish { reach: reach().only("none").unwrap(), ..Wish::default() });
    let ben = app.person("ben").await;
    let wish = json!({ "name": "x", "form": "json", "url": "https://example.org/" });
    ben.post("/api/v1/me/webhooks", wish).await.refused(409, "not_offered");
    let page = Browser::of(&app, "ben").await.get("/account/notices").await.text;
    assert!(page.contains("does not offer webhooks") && !page.contains("hook-url"), "{page}");
    assert!(reach().only("webhooks, push").is_ok() && reach().only("pigeons").is_err());
}

#[actix_web::test]
async fn a_frozen_account_sends_nothing_and_a_closed_one_keeps_nothing() {
    let app = start_or_skip!(wish());
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    let (ben, cleo) = (app.person("ben").await, app.person("cleo").await);
    hook(&ben, "json", &receiver.url("/ben")).await;
    hook(&cleo, "json", &receiver.url("/cleo")).await;
    does(&app.database, &["freeze", "ben", "--why", "spam"]);
    let id = app::begun(&[&app.person("anna").await, &app.person("dan").await], json!({})).await;
    let ids = app.db.read(|conn| {
        let person = turnwise::db::accounts::by_handle(conn, "ben")?.expect("ben");
        let own = turnwise::db::ways::of_account(conn, &person.id)?;
        Ok((person.id, own[0].id.clone()))
    });
    let (ben_id, way) = ids.await.expect("rows");
    let now = turnwise::clock::Clock::of_the_machine().now();
    let test = turnwise::db::deliveries::DeliveryRow::new(
        "test:1".to_owned(),
        (&ben_id, &way),
        "test",
        now,
    );
    let queued = app.db.write(move |tx| turnwise::db::deliveries::enqueue(tx, &test));
    queued.await.expect("it is queued");
    for _ in 0..200 {
        let id = ben_id.clone();
        let rows = app.db.read(move |conn| turnwise::db::deliveries::of_account(conn, &id, 9));
        if rows.await.expect("rows")[0].state == "withdrawn" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    assert!(receiver.got().is_empty(), "frozen");
    cleo.send(cleo.request(reqwest::Method::DELETE, "/api/v1/me").json(&json!({
        "current_password": PASSWORD
    })))
    .await
    .expect(204);
    let left = app.db.read(|conn| {
        let all = turnwise::db::ways::by_address(conn)?;
        Ok(all)
    });
    let left: Vec<String> = left.await.expect("rows");
    assert_eq!(left, [receiver.url("/ben")], "of {id}");
}

#[actix_web::test]
async fn a_page_adds_tries_and_removes_a_webhook() {
    let app = start_or_skip!(wish());
    app.person("ben").await;
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    let browser = Browser::of(&app, "ben").await;
    let proof = browser.hidden("/account/notices", "proof").await;
    let url = receiver.url("/services/SECRETPATH");
    let fields = |url: &'static str| [("name", "Our"), ("form", "discord"), ("url", url)];
    let send = async |path: &str, more: &[(&str, &str)]| {
        let all: Vec<(&str, &str)> =
            [("proof", proof.as_str())].iter().chain(more).copied().collect();
        browser.post(path, &all).await
    };
    let wrong = send("/account/notices/webhooks", &fields("https://10.0.0.1/")).await;
    assert_eq!(wrong.status, 422);
    assert!(wrong.text.contains("not public") && wrong.text.contains("https://10.0.0.1/"));
    let good = [("name", "Our <b>channel</b>"), ("form", "discord"), ("url", url.as_str())];
    let made = send("/account/notices/webhooks", &good).await;
    assert_eq!(made.status, 200, "{}", made.text);
    assert!(made.text.contains("whsec_") && !made.text.contains("<b>channel"), "{}", made.text);
    assert!(made.headers["cache-control"].to_str().unwrap().contains("no-store"));
    let id = browser.hidden("/account/notices", "id").await;
    let tried = send("/account/notices/change", &[("id", &id), ("what", "try")]).await;
    assert_eq!(tried.status, 303);
    let got = receiver.wait_for(1).await;
    let said = got[0].json();
    assert!(said["content"].as_str().unwrap().starts_with("This is a test."), "{said}");
    assert_eq!(said["allowed_mentions"], json!({ "parse": [] }));
    newest(&app.sign_in("ben", PASSWORD).await, "sent").await;
    let page = browser.get("/account/notices?done=tried").await.text;
    assert!(page.contains("A test is on its way") && page.contains("delivered"), "{page}");
    assert!(!page.contains("whsec_") && !page.contains("SECRETPATH"));
    let forged = browser.post("/account/notices/change", &[("id", &id), ("what", "remove")]).await;
    assert_eq!(forged.status, 403);
    let removed = send("/account/notices/change", &[("id", &id), ("what", "remove")]).await;
    assert_eq!(removed.status, 303);
    assert!(!browser.get("/account/notices").await.text.contains("Our &#60;b&#62;"));
}

/// Two servers on one database, and one that died in the middle of a message.
#[actix_web::test]
async fn several_processes_send_each_message_once_and_again_only_what_a_dead_one_had_claimed() {
    let app = start_or_skip!(wish());
    let receiver = Receiver::start(|_| "200 OK".to_owned());
    app.person("anna").await;
    let ben = app.person("ben").await;
    // Their letters could leave by this one, too.
    let other =
        TestApp::start(Wish { database: Some(app.database.clone()), ..wish() }).await.unwrap();
    let made = hook(&ben, "json", &receiver.url("/")).await;
    for round in 0..4 {
        let on = if round % 2 == 0 { &app } else { &other };
        let people = [&on.sign_in("ben", PASSWORD).await, &on.sign_in("anna", PASSWORD).await];
        app::begun(&people, json!({})).await;
    }
    receiver.wait_for(4).await;
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let ids: std::collections::BTreeSet<_> =
        receiver.got().iter().map(|one| one.header("webhook-id")).collect();
    assert_eq!(ids.len(), receiver.got().len(), "each once");
    // As a process leaves it that dies before it can note that it was taken.
    let ids = app.db.read(|conn| {
        let person = turnwise::db::accounts::by_handle(conn, "ben")?.expect("ben");
        Ok(turnwise::db::deliveries::of_account(conn, &person.id, 1)?[0].clone())
    });
    let mut row = ids.await.expect("rows");
    let now = turnwise::clock::Clock::of_the_machine().now();
    row.id = "test:2".to_owned();
    row.kind = "test".to_owned();
    row.match_id = None;
    (row.state, row.due_at) = ("claimed".to_owned(), now - Duration::seconds(1));
    (row.claimed_by, row.sent_at) = (Some("a dead one".to_owned()), None);
    let before = receiver.got().len();
    app.db.write(move |tx| turnwise::db::deliveries::enqueue(tx, &row)).await.expect("a row");
    receiver.wait_for(before + 1).await;
    let test = format!("/api/v1/me/ways/{}/tests", made["id"].as_str().unwrap());
    ben.post(&test, json!({})).await.expect(202);
    receiver.wait_for(before + 2).await;
}

/// Every message in every form, of a public match and of a private one.
#[test]
fn the_words_of_every_message_are_checked_in() {
    let at = chrono::NaiveDate::from_ymd_opt(2026, 5, 5).unwrap().and_hms_opt(12, 0, 0).unwrap();
    let public = || PublicMatch {
        id: "018f0000-0000-7000-8000-000000000001".to_owned(),
        title: "*Sunday* <b>evening</b>\n@everyone".to_owned(),
        game: "Bora Bora".to_owned(),
    };
    let kinds = LetterKind::ALL.iter().copied().filter(|kind| kind.can_be_muted());
    let mut subjects: Vec<Subject> = kinds.map(Subject::Kind).collect();
    subjects.extend([Subject::ProposalOver, Subject::Test]);
    let mut whole = String::new();
    for subject in subjects {
        for about in [Some(public()), None] {
            let origin = "https://turnwise.example";
            let thread = Some("0123456789abcdef01234567".to_owned());
            let news = News::of(subject, about, origin, thread, at);
            whole += &format!("# {subject:?}\n{}\n", news.text);
            for form in [Form::Json, Form::Discord, Form::Slack] {
                let parcel = parcel((form, "https://hook.example/"), b"key", "msg_1", &news, at);
                whole += &String::from_utf8(parcel.body).expect("text");
                whole.push('\n');
            }
            whole.push('\n');
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/messages.txt");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &whole).expect("they are written");
    }
    let agreed = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(whole, agreed, "UPDATE=1 cargo test rewrites them");
}
