//! Opening, joining, leaving, starting.

use crate::app::Caller;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};

#[actix_web::test]
async fn the_last_seat_starts_the_match() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(2, json!({})).await;
    assert_eq!(anna.look(&id).await["status"], "open");
    let begun = ben.join(&id).await;
    assert_eq!(begun["status"], "running");
    assert_eq!(begun["turn"]["awaited"].as_array().unwrap().len(), 1);
    anna.post(&format!("/api/v1/matches/{id}/seats"), json!({}))
        .await
        .refused(409, "seated_already");
}

#[actix_web::test]
async fn the_host_can_start_with_enough_people_and_nobody_else_can() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(4, json!({})).await;
    let start = format!("/api/v1/matches/{id}/start");
    anna.post(&start, json!({})).await.refused(409, "too_few_people");
    ben.join(&id).await;
    ben.post(&start, json!({})).await.refused(403, "host_only");
    assert_eq!(anna.post(&start, json!({})).await.expect(200)["status"], "running");
    anna.post(&start, json!({})).await.refused(409, "match_not_open");
}

#[actix_web::test]
async fn a_seat_is_given_back_and_the_host_passes_the_match_on() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({})).await;
    ben.join(&id).await;
    let mine = format!("/api/v1/matches/{id}/seats/me");
    assert_eq!(anna.delete(&mine).await.status, 200);
    let seen = ben.look(&id).await;
    assert_eq!((seen["host"].as_str(), seen["your_seat"].as_u64()), (Some("ben"), Some(0)));
    anna.delete(&mine).await.refused(403, "no_seat");
    assert_eq!(ben.delete(&mine).await.status, 200);
    assert_eq!(ben.look(&id).await["status"], "cancelled");
    anna.post(&format!("/api/v1/matches/{id}/seats"), json!({}))
        .await
        .refused(409, "match_not_open");
}

#[actix_web::test]
async fn a_private_match_is_unknown_without_its_invitation() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(2, json!({ "visibility": "private" })).await;
    let code = anna.look(&id).await["invitation"].as_str().unwrap().to_owned();
    let (path, seats) = (format!("/api/v1/matches/{id}"), format!("/api/v1/matches/{id}/seats"));
    ben.get(&path).await.refused(404, "not_found");
    ben.get(&format!("{path}/history")).await.refused(404, "not_found");
    ben.post(&seats, json!({})).await.refused(404, "not_found");
    ben.post(&seats, json!({ "invitation": "wrong" })).await.refused(404, "not_found");
    ben.get(&format!("{path}?invitation={code}")).await.expect(200);
    let joined = ben.post(&seats, json!({ "invitation": code })).await.expect(201);
    assert_eq!(joined["status"], "running");
    assert!(joined["invitation"].is_null(), "a full match invites nobody");
}

#[actix_web::test]
async fn a_match_opened_again_under_the_same_key_is_the_same_match() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let wish = |title: &str| json!({ "game": "bora-bora", "seats": 2, "title": title });
    let open = async |who: &Caller<'_>, title: &str| {
        let request = who.request(Method::POST, "/api/v1/matches").json(&wish(title));
        who.send(request.header("Idempotency-Key", "k")).await
    };
    let first = open(&anna, "Sunday").await.expect(201);
    let id = first["id"].as_str().unwrap();
    ben.join(id).await;
    let again = open(&anna, "Sunday").await.expect(201);
    assert_eq!((&again["id"], &again["status"]), (&first["id"], &json!("running")));
    open(&anna, "Monday").await.refused(409, "key_reused");
    assert_ne!(open(&ben, "Sunday").await.expect(201)["id"], first["id"], "each has own keys");
    let both = anna.get("/api/v1/matches").await.expect(200);
    assert_eq!(both["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_match_that_is_opened_twice_at_once_under_a_promise_is_one_match() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for round in 0..8 {
        let promised = anna.post("/api/v1/commitments", json!({})).await.expect(201);
        let wish = json!({
            "game": "bora-bora", "seats": 2, "title": "Sunday", "entropy": "dice",
            "commitment": promised,
        });
        let open = async || {
            let request = anna.request(Method::POST, "/api/v1/matches").json(&wish);
            anna.send(request.header("Idempotency-Key", format!("{round}"))).await.expect(201)
        };
        let both = futures_util::join!(open(), open());
        assert_eq!(both.0["id"], promised["match_id"]);
        assert_eq!(both.0["id"], both.1["id"]);
    }
}

#[actix_web::test]
async fn who_has_left_a_private_match_does_not_see_it_again_by_the_key_it_was_opened_under() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let wish = json!({ "game": "bora-bora", "seats": 3, "title": "A", "visibility": "private" });
    let open = async || {
        let request = anna.request(Method::POST, "/api/v1/matches").json(&wish);
        anna.send(request.header("Idempotency-Key", "k")).await
    };
    let first = open().await.expect(201);
    let seats = format!("/api/v1/matches/{}/seats", first["id"].as_str().expect("an id"));
    ben.post(&seats, json!({ "invitation": first["invitation"] })).await.expect(201);
    anna.delete(&format!("{seats}/me")).await.expect(200);
    open().await.refused(404, "not_found");
}

#[actix_web::test]
async fn options_and_numbers_of_seats_that_make_no_match_are_refused_at_once() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let open = async |more: serde_json::Value| {
        let mut wish = json!({ "game": "bora-bora", "seats": 2, "title": "A match" });
        for (key, value) in more.as_object().unwrap() {
            wish[key] = value.clone();
        }
        anna.post("/api/v1/matches", wish).await
    };
    open(json!({ "game": "chess" })).await.refused(422, "no_such_game");
    open(json!({ "seats": 5 })).await.refused(422, "wrong_number_of_seats");
    for (config, why) in [
        (json!({ "nonsense": 1 }), "unknown field `nonsense`"),
        (
            json!({ "orange_tiles": "no" }),
            "`orange_tiles`: it is the text \"no\", and must be `true` or `false`",
        ),
        (json!(7), "it is the number 7, and must be an object"),
    ] {
        let no = open(json!({ "config": config })).await.refused(422, "wrong_options");
        assert!(no["detail"].as_str().unwrap().contains(why), "{no}");
        assert_eq!(no["field"], "config");
    }
    open(json!({ "title": " " })).await.refused(422, "invalid_field");
    for breaks in ["\r\nBcc: eve@example.org", "\n", "\u{7}", "\u{2028}", "\u{202e}"] {
        let problem = open(json!({ "title": format!("Sunday{breaks}evening") })).await;
        let problem = problem.refused(422, "invalid_field");
        assert!(problem["detail"].as_str().unwrap().contains("one line"), "{problem}");
    }
    open(json!({ "config": { "orange_tiles": true } })).await.expect(201);
}

#[actix_web::test]
async fn nobody_can_leave_a_running_match_but_can_resign() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = super::app::begun(&[&anna, &ben], json!({})).await;
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.refused(409, "match_running");
    let resign = format!("/api/v1/matches/{id}/resign");
    let ended = anna.post(&resign, json!({})).await.expect(200);
    assert_eq!(ended["status"], "ended");
    assert_eq!(
        (ended["seats"][0]["place"].as_i64(), ended["seats"][1]["place"].as_i64()),
        (Some(2), Some(1))
    );
    anna.post(&resign, json!({})).await.refused(409, "match_over");
}

/// The match once it is over, or waits for somebody who has not given this seat up.
async fn waits_for_others(who: &Caller<'_>, id: &str, seat: usize) -> Value {
    for _ in 0..1_000 {
        let seen = who.look(id).await;
        if seen["status"] != "running" || super::app::awaited(&seen) != seat {
            return seen;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("the abandoned seat is not played for");
}

#[actix_web::test]
async fn who_has_resigned_can_close_their_account_while_the_others_play_on() {
    let app = start_or_skip!();
    let people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = super::app::begun(&people.each_ref(), json!({})).await;
    let close = async || {
        let sent = json!({ "current_password": super::app::PASSWORD });
        let request = people[2].request(Method::DELETE, "/api/v1/me").json(&sent);
        people[2].send(request).await
    };
    close().await.refused(409, "still_playing");
    people[2].post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    close().await.expect(204);
    let seen = waits_for_others(&people[0], &id, 2).await;
    assert_eq!(seen["status"], "running");
    let name = seen["seats"][2]["handle"].as_str().expect("a name").to_owned();
    assert!(name.starts_with("gone-"), "{name}");
    people[super::app::awaited(&seen)].play_any(&id, |_| true).await;
}

#[actix_web::test]
async fn a_match_of_three_goes_on_when_one_resigns_on_the_own_turn() {
    let app = start_or_skip!();
    let people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = super::app::begun(&people.each_ref(), json!({})).await;
    let seen = people[0].look(&id).await;
    let quitter = super::app::awaited(&seen);
    let resign = format!("/api/v1/matches/{id}/resign");
    let after = people[quitter].post(&resign, json!({})).await.expect(200);
    assert_eq!(after["status"], "running");
    waits_for_others(&people[0], &id, quitter).await;
    people[quitter].post(&resign, json!({})).await.refused(409, "resigned_already");
    let mut moves = 0;
    loop {
        let seen = waits_for_others(&people[0], &id, quitter).await;
        if seen["status"] != "running" {
            let seat = &seen["seats"][quitter];
            assert_eq!((seat["resigned"].as_bool(), seat["place"].as_i64()), (Some(true), Some(3)));
            break;
        }
        let next = super::app::awaited(&seen);
        people[next].play_any(&id, |_| true).await;
        moves += 1;
        assert!(moves < 2_000);
    }
}
