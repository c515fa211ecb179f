//! The shelf, the lobby, histories and earlier versions.

use super::app::{awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::json;

#[actix_web::test]
async fn the_shelf_tells_everything_a_program_needs_to_play() {
    let app = start_or_skip!();
    let shelf = app.anonymous().get("/api/v1/games").await.expect(200);
    for game in shelf["items"].as_array().unwrap() {
        let slug = game["slug"].as_str().unwrap();
        let details = app.anonymous().get(&format!("/api/v1/games/{slug}")).await.expect(200);
        assert!(details["command_schema"]["oneOf"].is_array(), "{slug}");
        assert!(details["components"].is_object());
    }
    app.anonymous().get("/api/v1/games/chess").await.refused(404, "not_found");
}

#[actix_web::test]
async fn the_lobby_filters_and_pages_and_hides_private_matches() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for _ in 0..5 {
        anna.open(2, json!({})).await;
    }
    let secret = anna.open(2, json!({ "visibility": "private" })).await;
    let mut seen = Vec::new();
    let mut path = "/api/v1/matches?status=open&limit=2".to_owned();
    loop {
        let page = ben.get(&path).await.expect(200);
        for item in page["items"].as_array().unwrap() {
            seen.push(item["id"].as_str().unwrap().to_owned());
        }
        let Some(next) = page["next"].as_str() else { break };
        path = format!("/api/v1/matches?status=open&limit=2&cursor={next}");
    }
    assert_eq!(seen.len(), 5);
    assert!(seen.windows(2).all(|pair| pair[0] > pair[1]), "newest first, none twice");
    assert!(!seen.contains(&secret));
    let own = anna.get("/api/v1/matches?player=anna&limit=100").await.expect(200);
    assert_eq!(own["items"].as_array().unwrap().len(), 6);
    let none = anna.get("/api/v1/matches?player=ben").await.expect(200);
    assert_eq!(none["items"].as_array().unwrap().len(), 0);
    anna.get("/api/v1/matches?limit=0").await.refused(400, "wrong_parameter");
    anna.get("/api/v1/matches?sort=title").await.refused(400, "wrong_parameter");
}

#[actix_web::test]
async fn the_matches_waiting_for_me_come_longest_waiting_first() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let mut waiting = Vec::new();
    for _ in 0..6 {
        let id = begun(&[&anna, &ben], json!({})).await;
        if awaited(&anna.look(&id).await) == 0 {
            waiting.push(id);
        }
    }
    let turns = anna.get("/api/v1/me/turns").await.expect(200);
    let listed: Vec<_> =
        turns["items"].as_array().unwrap().iter().map(|m| m["id"].as_str().unwrap()).collect();
    assert_eq!(listed, waiting);
}

#[actix_web::test]
async fn an_earlier_version_is_shown_as_it_was_and_history_tells_every_event_once() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let mut boards = Vec::new();
    for _ in 0..30 {
        let seen = anna.look(&id).await;
        boards.push((seen["version"].as_i64().unwrap(), seen["view"].clone()));
        people[awaited(&seen)].play_any(&id, |_| true).await;
    }
    for (version, view) in &boards {
        let then = anna.get(&format!("/api/v1/matches/{id}?at={version}")).await.expect(200);
        assert_eq!(then["view"], *view, "version {version}");
        assert!(then["newest_version"].as_i64().unwrap() > *version);
    }
    anna.get(&format!("/api/v1/matches/{id}?at=99999")).await.refused(404, "no_such_version");
    let mut versions = Vec::new();
    let mut after = 0;
    loop {
        let path = format!("/api/v1/matches/{id}/history?after={after}&limit=17");
        let page = anna.get(&path).await.expect(200);
        for entry in page["items"].as_array().unwrap() {
            versions.push(entry["version"].as_i64().unwrap());
            let sentence = entry["sentence"].as_str().unwrap();
            assert!(sentence.ends_with('.') && !sentence.contains('{'), "{sentence}");
        }
        match page["next"].as_i64() {
            Some(next) => after = next,
            None => break,
        }
    }
    let newest = anna.look(&id).await["version"].as_i64().unwrap();
    assert_eq!(versions, (1..=newest).collect::<Vec<_>>());
}

/// The events that a page of the history lists.
fn listed(page: &str) -> Vec<i64> {
    let links = page.split("<a class=\"at\" ").skip(1);
    links.filter_map(|link| link.split_once('>')?.1.split('<').next()?.parse().ok()).collect()
}

#[actix_web::test]
async fn whoever_looks_back_at_one_players_events_steps_from_one_to_the_next() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    for _ in 0..24 {
        let seen = anna.look(&id).await;
        people[awaited(&seen)].play_any(&id, |_| true).await;
    }
    let path = format!("/matches/{id}/history");
    let browser = Browser::of(&app, "ben").await;
    let step = |page: &str, name: &str| {
        let (before, _) = page.split_once(&format!("id=\"{name}\""))?;
        let link = page[before.len()..].split("href=\"").nth(1)?.split('"').next()?;
        Some(format!("{path}{}", link.replace("&#38;", "&").replace("&amp;", "&")))
    };
    let at = |address: &str| -> i64 {
        address.split("at=").nth(1).and_then(|it| it.split('&').next()).unwrap().parse().unwrap()
    };
    for seat in 0..2 {
        let mut page = browser.get(&format!("{path}?at=1&seat={seat}&round=all")).await.text;
        let theirs: Vec<i64> = listed(&page).into_iter().filter(|event| *event > 1).collect();
        assert!(theirs.len() > 8, "{theirs:?}");
        let mut met = Vec::new();
        while let Some(address) = step(&page, "later") {
            met.push(at(&address));
            assert!(met.len() <= theirs.len(), "{met:?}");
            page = browser.get(&address).await.text;
        }
        assert_eq!(met, theirs, "later, seat {seat}");
        let mut back = vec![met.pop().expect("an event")];
        while let Some(address) = step(&page, "earlier").filter(|_| back.len() < theirs.len()) {
            back.push(at(&address));
            page = browser.get(&address).await.text;
        }
        back.reverse();
        assert_eq!(back, theirs, "earlier, seat {seat}");
    }
}

#[actix_web::test]
async fn the_history_tells_what_the_chance_comes_from_and_who_added_to_it_last() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let told = async |id: &str| {
        let history = anna.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
        let items = history["items"].as_array().unwrap().iter();
        items.map(|item| item["sentence"].as_str().unwrap().to_owned()).collect::<String>()
    };
    let id = anna.open(2, json!({ "entropy": "shells" })).await;
    let seats = format!("/api/v1/matches/{id}/seats");
    for odd in [" ", "one\nother", "a\u{202e}b", "\u{1b}[2J", "\0"] {
        ben.post(&seats, json!({ "entropy": odd })).await.refused(422, "invalid_field");
    }
    ben.post(&seats, json!({ "entropy": "sand" })).await.expect(201);
    let (said, hash) = (told(&id).await, anna.look(&id).await["seed_hash"].clone());
    assert!(said.contains(hash.as_str().unwrap()), "{said}");
    assert!(said.contains("ben was the last to add") && said.contains("unless ben runs"), "{said}");
    let alone = begun(&[&anna, &ben], json!({})).await;
    let said = told(&alone).await;
    assert!(said.contains("Nobody added to its chance: whoever runs the service"), "{said}");
}
