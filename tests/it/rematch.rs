//! The same people play again: where they meet, and who does not.

use super::app::{Caller, TestApp, Wish, added, begun};
use super::visitor::{Browser, hidden};
use crate::start_or_skip;
use chrono::Duration;
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::db::Tx;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

/// A match of these people that the last of them has resigned from, so that it is over.
async fn ended(people: &[&Caller<'_>], more: Value) -> String {
    let id = begun(people, more).await;
    for loser in &people[1..] {
        loser.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    }
    let seen = people[0].look(&id).await;
    assert_eq!(seen["status"], "ended", "{seen}");
    id
}

async fn again(who: &Caller<'_>, id: &str) -> Value {
    who.post(&format!("/api/v1/matches/{id}/rematch"), json!({})).await.expect(201)
}

fn handles(seen: &Value) -> Vec<&str> {
    let seats = seen["seats"].as_array().expect("seats").iter();
    seats.filter_map(|seat| seat["handle"].as_str()).collect()
}

async fn matches(who: &Caller<'_>) -> usize {
    who.get("/api/v1/matches").await.expect(200)["items"].as_array().expect("matches").len()
}

#[actix_web::test]
async fn two_who_click_at_once_meet_in_one_match_however_often_it_is_tried() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let mut id = ended(&[&anna, &ben], json!({ "title": "Sunday" })).await;
    for round in 0..6 {
        let both = join_all([&anna, &ben, &anna, &ben].map(|who| again(who, &id))).await;
        let next = both[0]["id"].as_str().expect("an id").to_owned();
        assert!(both.iter().all(|one| one["id"] == *next), "{both:?}");
        let seen = anna.look(&next).await;
        assert_eq!((&seen["status"], &seen["title"]), (&json!("running"), &json!("Sunday")));
        let mut seated = handles(&seen);
        seated.sort_unstable();
        assert_eq!(seated, ["anna", "ben"]);
        assert_eq!(matches(&anna).await, 2 + round);
        ben.post(&format!("/api/v1/matches/{next}/resign"), json!({})).await.expect(200);
        id = next;
    }
}

#[actix_web::test]
async fn everybody_adds_to_the_chance_of_the_next_match_and_knows_its_seed_before() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = ended(&[&anna, &ben], json!({})).await;
    let path = format!("/matches/{id}");
    let mut next = String::new();
    for (handle, who) in [("anna", &anna), ("ben", &ben)] {
        let browser = Browser::of(&app, handle).await;
        let page = browser.get(&path).await.text;
        let hidden = |name: &str| hidden(&page, name);
        let (proof, promised) = (hidden("proof"), [hidden("match_id"), hidden("seed_hash")]);
        assert!(page.contains("data-entropy") && !page.contains("name=\"entropy\" value"));
        let told = who.post(&format!("/api/v1{path}/rematch/commitment"), json!({})).await;
        let told = told.expect(201);
        assert_eq!([&told["match_id"], &told["seed_hash"]], [&promised[0][..], &promised[1]]);
        let entropy = format!("{handle}'s dice");
        let fields = [
            ("proof", &*proof),
            ("match_id", &*promised[0]),
            ("seed_hash", &*promised[1]),
            ("entropy", &*entropy),
        ];
        let done = browser.post(&format!("{path}/rematch"), &fields).await;
        assert_eq!(done.headers["location"], format!("/matches/{}", promised[0]));
        next.clone_from(&promised[0]);
        assert_eq!(who.look(&next).await["seed_hash"], *promised[1], "it was promised");
    }
    assert_eq!(added(&anna, &next).await, ["anna's dice", "ben's dice"]);
}

#[actix_web::test]
async fn nobody_adds_to_the_chance_of_the_next_match_before_its_seed_is_fixed() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = ended(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}/rematch");
    let alone = json!({ "entropy": "dice" });
    anna.post(&path, alone).await.refused(422, "commitment_missing");
    let own = anna.post(&format!("{path}/commitment"), json!({})).await.expect(201);
    let of_ben = ben.post(&format!("{path}/commitment"), json!({})).await.expect(201);
    // Whoever is first: both know the seed's hash, and meet.
    assert_eq!(own, of_ben);
    let wish = |promised: &Value| json!({ "entropy": "dice", "commitment": promised });
    // Nobody opens another match in its place, into which the others would be led.
    let other = json!({
        "game": "great-zimbabwe", "seats": 2, "title": "Sunday", "commitment": own,
    });
    anna.post("/api/v1/matches", other).await.refused(422, "wrong_commitment");
    let mut garbled = own.clone();
    garbled["seed_hash"] = json!("0".repeat(64));
    anna.post(&path, wish(&garbled)).await.refused(422, "wrong_commitment");
    let next = anna.post(&path, wish(&own)).await.expect(201);
    // Whoever comes later is told of the same seed, and adds to no other.
    assert_eq!(ben.post(&format!("{path}/commitment"), json!({})).await.expect(201), own);
    ben.post(&path, wish(&garbled)).await.refused(422, "wrong_commitment");
    assert_eq!(ben.post(&path, wish(&of_ben)).await.expect(201)["id"], next["id"]);
    // Clicked twice, it is the same.
    assert_eq!(ben.post(&path, wish(&of_ben)).await.expect(201)["id"], next["id"]);
    // Who adds nothing need not send anything.
    let bare = ben.send(ben.request(Method::POST, &path)).await.expect(201);
    assert_eq!(bare["id"], next["id"]);
    for nothing in ["", "null", "{}"] {
        let request = ben.request(Method::POST, &path).body(nothing);
        let sent = ben.send(request.header("Content-Type", "application/json")).await;
        assert_eq!(sent.expect(201)["id"], next["id"]);
    }
    let cleo = app.person("cleo").await;
    cleo.post(&format!("{path}/commitment"), json!({})).await.refused(403, "no_seat");
}

#[actix_web::test]
async fn the_others_are_invited_by_letter_and_the_same_robots_sit_down() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let wish = json!({ "visibility": "private", "pace": "brisk", "absence": "strict" });
    let first = anna.open(3, wish).await;
    let at = |what: &str| format!("/api/v1/matches/{first}/{what}");
    let code = anna.look(&first).await["invitation"].clone();
    ben.post(&at("seats"), json!({ "invitation": code })).await.expect(201);
    anna.post(&at("robots"), json!({ "robot": "sensible" })).await.expect(201);
    for one in [&anna, &ben] {
        one.post(&at("resign"), json!({})).await.expect(200);
    }
    let before = ben.look(&first).await;
    assert!(before["again_until"].is_string(), "{before}");
    let opened = again(&ben, &first).await;
    for kept in ["game", "title", "visibility", "capacity", "config", "pace", "absence"] {
        assert_eq!(opened[kept], before[kept], "{kept}");
    }
    assert_eq!((&opened["host"], &opened["again_until"]), (&json!("ben"), &Value::Null));
    let kinds = |seen: &Value| {
        let seats = seen["seats"].as_array().expect("seats").iter();
        seats.map(|seat| seat["robot"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(kinds(&opened), [Value::Null, json!("sensible")]);
    let told = app.notices("anna").await.into_iter();
    let invited: Vec<_> = told.filter(|notice| notice.kind == "invitation").collect();
    let places: Vec<_> = invited.iter().map(|notice| json!(notice.match_id)).collect();
    assert_eq!(places, [opened["id"].clone()], "{invited:?}");
    // Whoever asks later needs no invitation, and whoever asks again gets the same match.
    let met = again(&anna, &first).await;
    assert_eq!((&met["id"], &met["status"]), (&opened["id"], &json!("running")));
    assert_eq!(again(&ben, &first).await["id"], opened["id"]);
    assert_eq!(matches(&ben).await, 2);
}

#[actix_web::test]
async fn whoever_was_cut_off_before_they_invited_the_others_does_so_when_they_ask_again() {
    let app = start_or_skip!();
    let names = ["anna", "ben", "cleo"];
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let cleo = app.person("cleo").await;
    let first = ended(&[&anna, &ben, &cleo], json!({})).await;
    let opened = again(&anna, &first).await;
    let cut_off = |tx: &mut Tx<'_>| {
        let all = "DELETE FROM invitations; DELETE FROM notices WHERE kind = 'invitation'";
        Ok(tx.batch_execute(all)?)
    };
    app.db.write(cut_off).await.expect("nobody is invited");
    assert_eq!(again(&ben, &first).await["id"], opened["id"]);
    again(&anna, &first).await;
    let mut invited = Vec::new();
    for handle in names {
        let told = app.notices(handle).await.into_iter();
        invited.push(told.filter(|notice| notice.kind == "invitation").count());
    }
    assert_eq!(invited, [0, 0, 1], "whoever sits there needs no invitation");
}

#[actix_web::test]
async fn who_asks_several_times_at_once_seats_no_robot_twice_and_none_that_was_sent_away() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for _ in 0..4 {
        let first = anna.open(3, json!({})).await;
        let at = |what: &str| format!("/api/v1/matches/{first}/{what}");
        ben.post(&at("seats"), json!({})).await.expect(201);
        anna.post(&at("robots"), json!({ "robot": "sensible" })).await.expect(201);
        for one in [&anna, &ben] {
            one.post(&at("resign"), json!({})).await.expect(200);
        }
        let asked = (0..6).map(|_| again(&anna, &first));
        let opened = join_all(asked).await;
        let seats = |seen: &Value| seen["seats"].as_array().expect("seats").len();
        let id = opened[0]["id"].as_str().expect("an id").to_owned();
        assert!(opened.iter().all(|one| one["id"] == *id && one["status"] == "open"), "{opened:?}");
        assert_eq!(seats(&anna.look(&id).await), 2);
        let robot = format!("/api/v1/matches/{id}/robots/1");
        anna.send(anna.request(Method::DELETE, &robot)).await.expect(200);
        assert_eq!(seats(&again(&anna, &first).await), 1);
    }
}

#[actix_web::test]
async fn whoever_played_against_robots_alone_plays_again_at_once_and_it_is_proved() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let mut id = anna.open(3, json!({})).await;
    for _ in 0..2 {
        anna.post(&format!("/api/v1/matches/{id}/robots"), json!({ "robot": "sensible" }))
            .await
            .expect(201);
    }
    for _ in 0..2 {
        anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
        let asked = (0..3).map(|_| again(&anna, &id));
        let opened = join_all(asked).await;
        let next = opened[0]["id"].as_str().expect("an id").to_owned();
        for one in &opened {
            assert_eq!((&one["id"], &one["status"]), (&json!(next), &json!("running")));
        }
        let export = anna.get(&format!("/api/v1/matches/{id}/export")).await;
        let proved = verify(&export.text, &Trust::default()).expect("it is proved");
        assert_eq!(proved.counts.undecided, 0);
        id = next;
    }
}

#[actix_web::test]
async fn only_who_played_to_the_end_can_and_only_for_two_weeks() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let people = ["anna", "ben", "cleo"].map(|handle| app.person(handle));
    let [anna, ben, cleo] = <[Caller<'_>; 3]>::try_from(join_all(people).await).ok().unwrap();
    let running = begun(&[&anna, &ben], json!({})).await;
    let path = |id: &str| format!("/api/v1/matches/{id}/rematch");
    anna.post(&path(&running), json!({})).await.refused(409, "match_not_over");
    cleo.post(&path(&running), json!({})).await.refused(403, "no_seat");
    ben.post(&format!("/api/v1/matches/{running}/resign"), json!({})).await.expect(200);
    cleo.post(&path(&running), json!({})).await.refused(403, "no_seat");
    app.anonymous().post(&path(&running), json!({})).await.refused(401, "not_signed_in");
    clock.advance(Duration::days(14));
    let anna = fresh(&app, "anna").await;
    assert_eq!(again(&anna, &running).await["status"], "open");
    clock.advance(Duration::seconds(1));
    let (anna, ben) = (fresh(&app, "anna").await, fresh(&app, "ben").await);
    ben.post(&path(&running), json!({})).await.refused(409, "match_over");
    anna.post(&path(&running), json!({})).await.refused(409, "match_over");
}

async fn fresh<'a>(app: &'a TestApp, handle: &str) -> Caller<'a> {
    app.sign_in(handle, super::app::PASSWORD).await
}

#[actix_web::test]
async fn a_next_match_that_was_cancelled_is_opened_anew() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = ended(&[&anna, &ben], json!({})).await;
    let first = again(&anna, &id).await;
    let leave = format!("/api/v1/matches/{}/seats/me", first["id"].as_str().expect("an id"));
    anna.delete(&leave).await.expect(200);
    let second = again(&ben, &id).await;
    assert!(second["id"] != first["id"], "{second}");
    assert_eq!((&second["host"], &second["status"]), (&json!("ben"), &json!("open")));
    assert_eq!(again(&anna, &id).await["id"], second["id"]);
}

#[actix_web::test]
async fn nobody_uses_up_for_the_others_how_often_it_is_opened_anew() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let first = ended(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{first}/rematch");
    for _ in 0..5 {
        let next = again(&ben, &first).await;
        let id = next["id"].as_str().expect("an id");
        ben.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    }
    ben.post(&path, json!({})).await.refused(409, "match_over");
    let next = again(&anna, &first).await;
    assert_eq!(next["status"], "open");
    assert_eq!(again(&ben, &first).await["id"], next["id"], "and meets who opened it");
}

#[actix_web::test]
async fn the_button_stands_where_the_match_is_over_and_leads_to_the_next() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = ended(&[&anna, &ben], json!({})).await;
    let button = "Play again with the same people";
    let page = Browser::of(&app, "ben").await;
    assert!(page.get(&format!("/matches/{id}")).await.text.contains(button));
    let nobody = Browser::new(&app);
    assert!(!nobody.get(&format!("/matches/{id}")).await.text.contains(button));
    let proof = page.hidden("/account/time", "proof").await;
    let sent = page.post(&format!("/matches/{id}/rematch"), &[("proof", &*proof)]).await;
    assert_eq!(sent.status, 303);
    let next = again(&anna, &id).await;
    let there = sent.headers["location"].to_str().expect("an address");
    assert_eq!(there, format!("/matches/{}", next["id"].as_str().expect("an id")));
}

#[actix_web::test]
async fn whoever_is_cut_off_while_they_invite_the_others_leaves_nobody_invited_without_a_letter() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let first = ended(&[&anna, &ben], json!({})).await;
    let run = async |statement: &'static str| {
        app.db.write(move |tx| Ok(tx.batch_execute(statement)?)).await.expect("it runs");
    };
    run("ALTER TABLE notices RENAME TO notices_away").await;
    let cut_off = anna.post(&format!("/api/v1/matches/{first}/rematch"), json!({})).await;
    assert_eq!(cut_off.status, 500, "{}", cut_off.text);
    run("ALTER TABLE notices_away RENAME TO notices").await;
    let next = again(&anna, &first).await;
    let told = app.notices("ben").await.into_iter();
    let invited: Vec<_> = told.filter(|notice| notice.kind == "invitation").collect();
    let places: Vec<_> = invited.iter().map(|notice| json!(notice.match_id)).collect();
    assert_eq!(places, [next["id"].clone()], "{invited:?}");
}
