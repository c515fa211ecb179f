//! Secret addresses under which people follow what waits for them: read by programs of others,
//! made, shown once, renewed and revoked.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, awaited, begun};
use super::second_factor;
use super::visitor::Browser;
use crate::start_or_skip;
use ical::parser::Component;
use ical::parser::ical::component::IcalEvent;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use turnwise::accounts::operator::{freeze, unfreeze};
use turnwise::clock::Clock;
use turnwise::db::audit::Deed;

/// A title that means something in XML, in calendars and to whoever folds lines.
const TITLE: &str = "Ünder <b>&amp; \"x\", y; \\n z 老虎老虎老虎老虎老虎老虎老虎老虎老虎老虎";

/// Makes an address; its path.
async fn made(who: &Caller<'_>, kind: &str) -> String {
    let made = who.post(&format!("/api/v1/me/feeds/{kind}"), json!({})).await.expect(201);
    let address = made["address"].as_str().expect("an address").to_owned();
    let url = url::Url::parse(&address).expect("a whole address");
    url.path().to_owned()
}

/// The entries of an Atom feed, each as its children by name, read by a strict reader of XML;
/// what RFC 4287 asks of every feed is looked at.
#[track_caller]
fn entries(text: &str) -> Vec<BTreeMap<String, String>> {
    const ATOM: &str = "http://www.w3.org/2005/Atom";
    let read = roxmltree::Document::parse(text).expect("well-formed XML");
    let feed = read.root_element();
    assert!(feed.has_tag_name((ATOM, "feed")));
    let children = |of: roxmltree::Node<'_, '_>| -> BTreeMap<String, String> {
        let elements = of.children().filter(roxmltree::Node::is_element);
        let said = elements.map(|one| {
            assert_eq!(one.tag_name().namespace(), Some(ATOM));
            let text = one.attribute("href").or(one.text()).unwrap_or_default();
            (one.tag_name().name().to_owned(), text.to_owned())
        });
        said.collect()
    };
    let head = children(feed);
    for needed in ["id", "title", "updated", "author"] {
        assert!(head.contains_key(needed), "{needed}: {text}");
    }
    let all = feed.children().filter(|one| one.has_tag_name((ATOM, "entry"))).map(children);
    let all: Vec<_> = all.collect();
    for entry in &all {
        for needed in ["id", "title", "updated", "link", "summary"] {
            assert!(!entry[needed].is_empty(), "{needed}: {text}");
        }
        assert!(entry["id"].starts_with("urn:uuid:"), "{entry:?}");
        chrono::DateTime::parse_from_rfc3339(&entry["updated"]).expect("RFC 3339");
    }
    all
}

/// The events of a calendar, read by a program of others; lines are as RFC 5545 asks.
#[track_caller]
fn events(text: &str) -> Vec<IcalEvent> {
    assert!(text.ends_with("\r\n"));
    for line in text.trim_end_matches("\r\n").split("\r\n") {
        assert!(line.len() <= 75 && !line.contains(['\n', '\r']), "{line:?}");
    }
    let mut all = ical::IcalParser::new(text.as_bytes());
    let read = all.next().expect("a calendar").expect("a readable one");
    assert!(all.next().is_none());
    for (name, value) in [("VERSION", "2.0"), ("REFRESH-INTERVAL", "PT1H")] {
        let found = read.properties.iter().find(|one| one.name == name).expect(name);
        let value = |found: &str| found == value || found == "PT3600S";
        assert!(found.value.as_deref().is_some_and(value), "{found:?}");
    }
    assert!(read.properties.iter().any(|one| one.name == "PRODID"));
    read.events
}

#[track_caller]
fn of(event: &IcalEvent, name: &str) -> String {
    let found = event.get_property(name).unwrap_or_else(|| panic!("no {name}"));
    found.value.clone().unwrap_or_default()
}

/// The text that a value of a calendar stands for (RFC 5545, 3.3.11).
fn unescaped(value: &str) -> String {
    let (mut text, mut chars) = (String::new(), value.chars());
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n' | 'N') => text.push('\n'),
                Some(c @ ('\\' | ';' | ',')) => text.push(c),
                other => panic!("{other:?} is not escaped in {value}"),
            },
            ';' | ',' => panic!("{c} stands for itself in {value}"),
            c => text.push(c),
        }
    }
    text
}

/// A match of two, whose turn it is, and a clock that stands.
async fn scene(app: &TestApp) -> ([Caller<'_>; 2], String, usize) {
    let people = [app.person("anna").await, app.person("ben").await];
    let id = begun(&people.each_ref(), json!({ "pace": "daily", "title": TITLE })).await;
    let mover = awaited(&people[0].look(&id).await);
    (people, id, mover)
}

#[actix_web::test]
async fn a_turn_that_waits_is_an_entry_of_a_feed_and_an_event_of_a_calendar() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (people, id, mover) = scene(&app).await;
    let (mine, other) = (&people[mover], &people[1 - mover]);
    let nobody = app.anonymous();
    let (turns, due) = (made(mine, "turns").await, made(mine, "calendar").await);

    let feed = nobody.get(&turns).await;
    assert_eq!(
        (feed.status, feed.headers["cache-control"].as_bytes()),
        (200, &b"private, no-cache"[..])
    );
    assert_eq!(feed.headers["content-type"], "application/atom+xml; charset=utf-8");
    let waits = entries(&feed.text);
    assert_eq!(waits.len(), 1, "{}", feed.text);
    assert_eq!(waits[0]["title"], format!("Your turn in “{TITLE}”"));
    assert!(waits[0]["summary"].contains(&format!("with {}", other.handle)), "{waits:?}");
    assert!(waits[0]["link"].ends_with(&format!("/matches/{id}")));

    let calendar = nobody.get(&due).await;
    assert_eq!(calendar.headers["content-type"], "text/calendar; charset=utf-8");
    let wait = &events(&calendar.text)[0];
    assert_eq!(unescaped(&of(wait, "SUMMARY")), format!("Your turn in “{TITLE}” is due"));
    assert!(unescaped(&of(wait, "DESCRIPTION")).contains(&format!("\n{}", waits[0]["link"])));
    let seen = mine.look(&id).await;
    let over = chrono::DateTime::parse_from_rfc3339(seen["seats"][mover]["due"].as_str().unwrap());
    let over = over.unwrap().format("%Y%m%dT%H%M%SZ").to_string();
    assert_eq!(of(wait, "DTSTART"), over);
    assert!(of(wait, "DTSTAMP").ends_with('Z'));
    assert_eq!(wait.alarms.len(), 1);
    assert_eq!(format!("urn:uuid:{}", of(wait, "UID")), waits[0]["id"], "the same wait");
    // Time goes by and nothing has happened: not a byte is another one.
    clock.advance(chrono::Duration::minutes(4));
    for (path, first) in [(&turns, &feed), (&due, &calendar)] {
        assert_eq!(nobody.get(path).await.text, first.text);
        let tag = first.headers["etag"].clone();
        let asked = nobody.request(Method::GET, path).header("If-None-Match", &tag);
        let same = nobody.send(asked).await;
        assert_eq!((same.status, &*same.text), (304, ""));
        assert_eq!(same.headers["etag"], tag);
    }
    // Whoever does not wait has an empty one.
    assert!(entries(&nobody.get(&made(other, "turns").await).await.text).is_empty());
    assert!(events(&nobody.get(&made(other, "calendar").await).await.text).is_empty());

    // Their turn is played, and a later one is another wait.
    let (mut seen, mut ids) = (vec![waits[0]["id"].clone()], 0);
    for _ in 0..200 {
        let mover = awaited(&people[0].look(&id).await);
        clock.advance(chrono::Duration::seconds(1));
        people[mover].play_any(&id, |_| true).await;
        let waits = entries(&nobody.get(&turns).await.text);
        if let Some(wait) = waits.first().filter(|wait| !seen.contains(&wait["id"])) {
            seen.push(wait["id"].clone());
            ids += 1;
        }
        if ids == 2 {
            break;
        }
    }
    assert_eq!(ids, 2, "each wait has an id of its own");
    let asked = nobody.request(Method::GET, &turns);
    let asked = asked.header("If-None-Match", &feed.headers["etag"]);
    assert_eq!(nobody.send(asked).await.status, 200, "it has changed");
    // A match in which nothing is due stands in the feed, and not in the calendar.
    let timeless = begun(&people.each_ref(), json!({})).await;
    let first = awaited(&people[0].look(&timeless).await);
    let feeds = [made(&people[first], "turns").await, made(&people[first], "calendar").await];
    assert!(nobody.get(&feeds[0]).await.text.contains(&timeless));
    assert!(!nobody.get(&feeds[1]).await.text.contains(&timeless));
}

/// What is the same in every answer that says no.
#[actix_web::test]
async fn a_feed_says_no_more_of_a_private_match_than_that_one_waits() {
    let app = start_or_skip!();
    let people = [app.person("anna").await, app.person("ben").await];
    let wish = json!({ "visibility": "private", "pace": "daily", "title": "Just us two" });
    let id = people[0].open(2, wish).await;
    let code = people[0].look(&id).await["invitation"].clone();
    let seats = format!("/api/v1/matches/{id}/seats");
    people[1].post(&seats, json!({ "invitation": code })).await.expect(201);
    let mine = &people[awaited(&people[0].look(&id).await)];
    for kind in ["turns", "calendar"] {
        let path = made(mine, kind).await;
        let text = app.anonymous().get(&path).await.text;
        assert!(text.contains("Your turn in a match"), "{text}");
        for secret in ["Just us two", &id, "Bora Bora"] {
            assert!(!text.contains(secret), "{kind} tells {secret}");
        }
        assert!(!text.contains("with "), "{text}");
    }
}

fn no(answer: Answer) -> (u16, String) {
    (answer.status, answer.text)
}

#[actix_web::test]
async fn an_address_is_shown_once_and_ends_with_what_it_belongs_to() {
    let app = start_or_skip!();
    let (people, ..) = scene(&app).await;
    let nobody = app.anonymous();
    let anna = &people[0];
    let first = made(anna, "turns").await;
    let wrong = no(nobody.get(&first.replace("twf_", "twk_")).await);
    assert_eq!(wrong.0, 404, "{}", wrong.1);
    let listed = anna.get("/api/v1/me/feeds").await;
    assert!(!listed.text.contains("twf_"), "{}", listed.text);
    let listed = listed.expect(200)["items"][0].clone();
    assert_eq!((&listed["last_used_at"], &listed["address"]), (&Value::Null, &Value::Null));
    assert_eq!(nobody.get(&first).await.status, 200);
    let used = anna.get("/api/v1/me/feeds").await.expect(200);
    assert!(used["items"][0]["last_used_at"].is_string(), "{used}");
    // Of the token nothing but a hash is kept.
    let token = first.split('/').nth(2).expect("a token").to_owned();
    let hash = turnwise::random::token_hash(&token);
    let id = anna.get("/api/v1/me").await.expect(200)["id"].as_str().unwrap().to_owned();
    let rows = app.db.read(move |conn| turnwise::db::feeds::of_account(conn, &id)).await;
    assert_eq!(rows.expect("rows")[0].token_hash, hash);
    // The address of one kind is none of the other.
    let other_kind = first.replace("turns.atom", "due.ics");
    assert_eq!(no(nobody.get(&other_kind).await), wrong);
    // Renewed, revoked twice.
    let second = made(anna, "turns").await;
    assert_eq!(no(nobody.get(&first).await), wrong);
    assert_eq!(nobody.get(&second).await.status, 200);
    assert_eq!(anna.delete("/api/v1/me/feeds/turns").await.status, 204);
    anna.delete("/api/v1/me/feeds/turns").await.refused(404, "not_found");
    assert_eq!(no(nobody.get(&second).await), wrong);
    assert_eq!(anna.post("/api/v1/me/feeds/everything", json!({})).await.status, 404);
    // No script makes one.
    let token = json!({ "name": "a script", "scopes": ["read", "play"] });
    let token = anna.post("/api/v1/me/tokens", token).await.expect(201);
    let mut script = anna.clone();
    script.token = token["token"].as_str().map(str::to_owned);
    let path = "/api/v1/me/feeds/turns";
    script.post(path, json!({})).await.refused(403, "session_needed");
    // Another password ends it, unless tokens are kept.
    for (kept, works) in [("keep", 200), ("revoke", 404)] {
        let anna = app.sign_in("anna", PASSWORD).await;
        let address = made(&anna, "calendar").await;
        let change =
            json!({ "password": PASSWORD, "current_password": PASSWORD, "api_tokens": kept });
        anna.patch("/api/v1/me", change).await.expect(200);
        assert_eq!(nobody.get(&address).await.status, works, "{kept}");
    }
    // So does freezing the account, for good, and closing it.
    let (anna, ben) = (app.sign_in("anna", PASSWORD).await, &people[1]);
    let hers = made(&anna, "turns").await;
    let deed = |why: &str| Deed { by: "olga".into(), why: why.into() };
    let (frozen, free) = (deed("spam"), deed("a mistake"));
    let now = Clock::of_the_machine().now();
    app.db.write(move |tx| freeze(tx, "anna", &frozen, now)).await.expect("frozen");
    assert_eq!(no(nobody.get(&hers).await), wrong);
    app.db.write(move |tx| unfreeze(tx, "anna", &free, now)).await.expect("free again");
    assert_eq!(no(nobody.get(&hers).await), wrong);
    let cleo = app.person("cleo").await;
    let hers = made(&cleo, "turns").await;
    let close = cleo.request(Method::DELETE, "/api/v1/me");
    let close = close.json(&json!({ "current_password": PASSWORD }));
    assert_eq!(cleo.send(close).await.status, 204);
    assert_eq!(no(nobody.get(&hers).await), wrong);
    // Nobody's is anybody else's.
    assert_eq!(nobody.get(&made(ben, "turns").await).await.status, 200);
}

#[actix_web::test]
async fn who_has_a_second_factor_shows_it_before_they_get_a_secret_address() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let path = "/api/v1/me/feeds/turns";
    let (_, codes) = second_factor::set_up(&anna, &Clock::of_the_machine()).await;
    anna.post(path, json!({})).await.refused(403, "code_missing");
    anna.post(path, json!({ "code": "000000" })).await.refused(403, "wrong_code");
    assert_eq!(anna.get("/api/v1/me/feeds").await.expect(200)["items"], json!([]));
    anna.post(path, json!({ "code": codes[0] })).await.expect(201);
    // On the page, too; what is refused there ends no address that works.
    let mut browser = Browser::new(&app);
    let signing_in = [("login", "anna"), ("password", PASSWORD), ("code", codes[1].as_str())];
    let signed_in = browser.post("/sign-in", &signing_in).await;
    browser.keep_cookies(&signed_in);
    let proof = browser.hidden("/account/feeds", "proof").await;
    let fields = [("proof", proof.as_str()), ("kind", "turns"), ("code", "000000")];
    let page = browser.post("/account/feeds", &fields).await;
    assert_eq!(page.status, 403, "{}", page.text);
    assert!(page.text.contains("name=\"code\"") && !page.text.contains("twf_"), "{}", page.text);
    let fields = [("proof", proof.as_str()), ("kind", "turns"), ("code", codes[2].as_str())];
    let page = browser.post("/account/feeds", &fields).await;
    assert!(page.status == 200 && page.text.contains("twf_"), "{}", page.text);
    // Nobody is asked for it to revoke one.
    anna.delete(path).await.expect(204);
}

#[actix_web::test]
async fn whoever_has_an_address_cannot_wear_out_the_service_with_it() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let anna = app.person("anna").await;
    let (turns, due) = (made(&anna, "turns").await, made(&anna, "calendar").await);
    let nobody = app.anonymous();
    let mut served = 0;
    let no = loop {
        let answer = nobody.get(&turns).await;
        match answer.status {
            200 => served += 1,
            _ => break answer,
        }
    };
    assert_eq!(served, 30);
    let no = no.refused(429, "too_many_requests");
    assert!(no["retry_after"].as_u64().is_some_and(|wait| wait <= 60), "{no}");
    // The other feed, and its person, are kept from nothing.
    assert_eq!(nobody.get(&due).await.status, 200);
    anna.get("/api/v1/me").await.expect(200);
}

#[actix_web::test]
async fn the_page_of_feeds_makes_shows_once_and_revokes_addresses() {
    let app = start_or_skip!();
    app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    let path = "/account/feeds";
    assert!(browser.get("/account").await.text.contains("href=\"/account/feeds\""));
    let proof = browser.hidden(path, "proof").await;
    let fields = [("proof", proof.as_str()), ("kind", "turns")];
    let page = browser.post(path, &fields).await;
    assert_eq!(page.status, 200, "{}", page.text);
    let address = page.text.split("value=\"").find(|rest| rest.starts_with(&app.url));
    let address = address.and_then(|rest| rest.split('"').next()).expect("an address");
    let address = address.trim_start_matches(&app.url).to_owned();
    assert_eq!(app.anonymous().get(&address).await.status, 200);
    let again = browser.get(path).await.text;
    assert!(!again.contains("twf_") && again.contains("last asked for"), "{again}");
    let data = browser.get("/account/data").await;
    assert!(!data.text.contains("twf_"), "{}", data.text);
    assert_eq!(data.expect(200)["feeds"][0]["kind"], "turns");
    for _ in 0..2 {
        let revoked = browser.post("/account/feeds/revoke", &fields).await;
        assert_eq!(revoked.status, 303, "{}", revoked.text);
    }
    assert!(browser.get("/account/feeds?done=yes").await.text.contains("works no longer"));
    assert_eq!(app.anonymous().get(&address).await.status, 404);
}
