//! Seats that are taken over in matches that are played: over HTTP, on the pages, by letter.

use super::app::{self, TestApp};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

pub async fn looking(app: &TestApp) -> Vec<Value> {
    let found = app.anonymous().get("/api/v1/matches?open_seat=true").await.expect(200);
    found["items"].as_array().expect("a list").clone()
}

#[actix_web::test]
async fn a_resigned_seat_is_found_taken_over_and_played_to_a_proved_end() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await, &app.person("cleo").await];
    let dora = app.person("dora").await;
    let id = app::begun(&people, json!({ "pace": "daily" })).await;
    let at = format!("/api/v1/matches/{id}/substitutes");
    assert!(looking(&app).await.is_empty());
    dora.post(&at, json!({ "seat": 1 })).await.refused(409, "seat_taken");
    people[1].post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let found = looking(&app).await;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0]["id"], found[0]["seats"][1]["open_at"].is_string()), (&json!(id), true));
    assert_eq!(found[0]["seats"][0]["open_at"], Value::Null);
    people[0].post(&at, json!({ "seat": 1 })).await.refused(409, "seated_already");
    let hers = dora.post(&at, json!({ "seat": 1 })).await.expect(201);
    assert_eq!((&hers["your_seat"], &hers["seats"][1]["handle"]), (&json!(1), &json!("dora")));
    assert!(looking(&app).await.is_empty());
    let left = people[1].look(&id).await;
    assert_eq!(left["your_seat"], Value::Null, "who has left sees what all see");
    assert_eq!(left["view"], app.anonymous().look(&id).await["view"]);
    dora.post(&at, json!({ "seat": 1 })).await.refused(409, "seated_already");
    people[1].post(&at, json!({ "seat": 1 })).await.refused(403, "sat_before");
    // It is what it is after a restart too: another process folds it from its rows.
    let matches = app.matches.as_ref().expect("it serves here");
    matches.deal_anew(&id, None, None).await.expect("it is forgotten");
    assert_eq!(dora.look(&id).await["hash"], hers["hash"]);
    for who in [people[0], people[2]] {
        who.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    }
    let ended = dora.look(&id).await;
    assert_eq!((&ended["status"], &ended["seats"][1]["place"]), (&json!("ended"), &json!(1)));
    let export = dora.get(&format!("/api/v1/matches/{id}/export")).await;
    let verified = verify(&export.text, &Trust::default()).expect("it is proved");
    assert_eq!((verified.counts.undecided, verified.named), (0, 4), "all four are named");
    assert_eq!(verified.ranking[0].1, "dora");
    let history = dora.get(&format!("/api/v1/matches/{id}/history?limit=500")).await.text;
    assert!(history.contains("dora takes over from ben."), "{history}");
}

#[actix_web::test]
async fn what_was_proposed_for_somebody_is_told_of_them_and_not_of_whoever_came_after_them() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await, &app.person("cleo").await];
    let dora = app.person("dora").await;
    let id = app::begun(&people, json!({ "pace": "daily" })).await;
    let seat = app::awaited(&people[0].look(&id).await);
    let at = format!("/api/v1/matches/{id}/proposals");
    let more = json!({ "kind": "more_time", "seat": seat, "minutes": 60 });
    people[(seat + 1) % 3].post(&at, more).await.expect(201);
    people[seat].post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let taken = json!({ "seat": seat });
    dora.post(&format!("/api/v1/matches/{id}/substitutes"), taken).await.expect(201);
    let told = dora.get(&at).await.expect(200)["items"][0]["sentence"].clone();
    let told = told.as_str().expect("a sentence");
    let name = ["anna", "ben", "cleo"][seat];
    assert!(told.contains(&format!("proposes to give {name} 1 hour more")), "{told}");
}

#[actix_web::test]
async fn a_successor_is_asked_by_letter_and_takes_over_on_the_page() {
    let app = start_or_skip!();
    let private = json!({ "visibility": "private" });
    let (anna, dora) = (app.person("anna").await, app.person("dora").await);
    let emil = app.person("emil").await;
    let ben = app.person("ben").await;
    let id = anna.open(2, private).await;
    let code = anna.look(&id).await["invitation"].clone();
    let seat = format!("/api/v1/matches/{id}/seats");
    ben.post(&seat, json!({ "invitation": code })).await.expect(201);
    dora.get(&format!("/api/v1/matches/{id}")).await.refused(404, "not_found");
    let browser = Browser::of(&app, "anna").await;
    let page = format!("/matches/{id}/proposals");
    let proof = browser.hidden(&page, "proof").await;
    let wish = |to| [("proof", proof.as_str()), ("kind", "replace"), ("seat", "0"), ("to", to)];
    let nobody = browser.post(&page, &wish("nobody")).await;
    assert_eq!(nobody.status, 422, "{}", nobody.text);
    assert_eq!(browser.post(&page, &wish("dora")).await.status, 303);
    let seen = ben.get(&format!("/api/v1/matches/{id}/proposals")).await.expect(200);
    let number = &seen["items"][0]["number"];
    let sentence = seen["items"][0]["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with("anna would like dora to take over their seat."), "{sentence}");
    dora.get(&format!("/api/v1/matches/{id}")).await.refused(404, "not_found");
    let vote = format!("/api/v1/matches/{id}/proposals/{number}/vote");
    ben.put(&vote, json!({ "yes": true })).await.expect(200);
    let letter = app.letter("dora@example.org", "anna asks you to take over").await;
    assert!(letter.text().contains(&format!("/matches/{id}")), "{}", letter.text());
    assert!(browser.get(&format!("/matches/{id}")).await.text.contains("I stay"));
    let at = format!("/api/v1/matches/{id}/substitutes");
    emil.post(&at, json!({ "seat": 0 })).await.refused(404, "not_found");
    emil.post(&at, json!({ "seat": 0, "invitation": code })).await.refused(409, "seat_taken");
    let theirs = Browser::of(&app, "dora").await;
    let table = format!("/matches/{id}");
    let seen = theirs.get(&table).await.text;
    assert!(seen.contains("Take over"), "{seen}");
    let proof = theirs.hidden(&table, "proof").await;
    let form = [("proof", proof.as_str()), ("seat", "0")];
    for _ in 0..2 {
        assert_eq!(theirs.post(&format!("{table}/substitutes"), &form).await.status, 303);
    }
    assert_eq!(dora.look(&id).await["your_seat"], 0);
    assert_eq!(anna.look(&id).await["your_seat"], Value::Null, "anna may still watch");
}

#[actix_web::test]
async fn an_invitation_lets_people_in_again_while_somebody_is_looked_for() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await, &app.person("cleo").await];
    let [anna, ben, cleo] = people;
    let (dora, emil) = (app.person("dora").await, app.person("emil").await);
    let id = anna.open(3, json!({ "visibility": "private" })).await;
    let code = anna.look(&id).await["invitation"].as_str().expect("a code").to_owned();
    for who in [ben, cleo] {
        let seat = json!({ "invitation": code });
        who.post(&format!("/api/v1/matches/{id}/seats"), seat).await.expect(201);
    }
    let invited = format!("/api/v1/matches/{id}?invitation={code}");
    dora.get(&invited).await.refused(403, "invitation_over");
    assert_eq!(anna.look(&id).await["invitation"], Value::Null);
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    assert_eq!(cleo.look(&id).await["invitation"], code, "who plays may pass it on");
    assert!(looking(&app).await.is_empty(), "a private match is not listed");
    let mine = dora.get("/api/v1/matches?open_seat=true").await.expect(200);
    assert_eq!(mine["items"], json!([]));
    dora.get(&invited).await.expect(200);
    let table = format!("/matches/{id}");
    let page = format!("{table}?invitation={code}");
    let stranger = Browser::new(&app);
    assert_eq!(stranger.get(&table).await.status, 404);
    let seen = stranger.get(&page).await.text;
    let sign_in = format!("/sign-in?next={table}%3Finvitation={code}");
    assert!(seen.contains(&sign_in), "{seen}");
    let browser = Browser::of(&app, "emil").await;
    let seen = browser.get(&page).await.text;
    assert!(seen.contains(&format!("name=\"invitation\" value=\"{code}\"")), "{seen}");
    let at = format!("/api/v1/matches/{id}/substitutes");
    dora.post(&at, json!({ "seat": 1 })).await.refused(404, "not_found");
    let wrong = json!({ "seat": 1, "invitation": "0".repeat(24) });
    dora.post(&at, wrong).await.refused(404, "not_found");
    dora.post(&at, json!({ "seat": 1, "invitation": code })).await.expect(201);
    emil.get(&invited).await.refused(403, "invitation_over");
    assert_eq!(cleo.look(&id).await["invitation"], Value::Null);
}

#[actix_web::test]
async fn a_seat_to_take_over_stands_in_the_inbox_and_is_accepted_or_declined_there() {
    let app = start_or_skip!();
    let [anna, ben, dora, emil] = [
        app.person("anna").await,
        app.person("ben").await,
        app.person("dora").await,
        app.person("emil").await,
    ];
    let id = anna.open(2, json!({ "visibility": "private", "title": "Sunday" })).await;
    let code = anna.look(&id).await["invitation"].clone();
    let seat = format!("/api/v1/matches/{id}/seats");
    ben.post(&seat, json!({ "invitation": code })).await.expect(201);
    let inbox = async |who: &app::Caller<'_>| {
        who.get("/api/v1/me/invitations").await.expect(200)["items"].as_array().unwrap().clone()
    };
    let name = async |whom: &str| {
        let at = format!("/api/v1/matches/{id}/proposals");
        let wish = json!({ "kind": "replace", "seat": 0, "to": whom });
        anna.post(&at, wish).await.expect(201);
        let seen = ben.get(&at).await.expect(200);
        let items = seen["items"].as_array().expect("proposals");
        let open = items.iter().find(|one| one["open"] == true).expect("an open one");
        let number = &open["number"];
        ben.put(&format!("{at}/{number}/vote"), json!({ "yes": true })).await.expect(200);
    };
    name("dora").await;
    let hers = inbox(&dora).await;
    assert_eq!(hers.len(), 1, "{hers:?}");
    assert_eq!((&hers[0]["match"]["id"], &hers[0]["seat"]), (&json!(id), &json!(0)));
    assert_eq!((&hers[0]["by"], &hers[0]["until"]), (&json!("anna"), &Value::Null));
    assert!(inbox(&emil).await.is_empty() && inbox(&ben).await.is_empty());
    // Whom she has blocked does not ask her, as ever.
    dora.put("/api/v1/me/blocks/anna", json!({})).await.expect(204);
    assert!(inbox(&dora).await.is_empty());
    dora.delete("/api/v1/me/blocks/anna").await.expect(204);
    let browser = Browser::of(&app, "dora").await;
    let front = browser.get("/").await.text;
    assert!(front.contains("anna asks you to take over from here"), "{front}");
    assert!(front.contains(&format!("action=\"/matches/{id}/substitutes\"")), "{front}");
    let proof = browser.hidden("/", "proof").await;
    let fields = [("proof", proof.as_str()), ("reason", "No time, dear.")];
    for _ in 0..2 {
        let declined = browser.post(&format!("/matches/{id}/decline"), &fields).await;
        assert_eq!(declined.status, 303, "{}", declined.text);
    }
    assert!(inbox(&dora).await.is_empty());
    dora.post(&format!("/api/v1/me/invitations/{id}/decline"), json!({}))
        .await
        .refused(404, "not_found");
    let letter = app.letter("anna@example.org", "dora declines").await.text();
    assert!(letter.contains("No time, dear."), "{letter}");
    // The host, who has invited nobody, is shown nothing of it.
    let guests = anna.get(&format!("/api/v1/matches/{id}/invitations")).await.expect(200);
    assert_eq!(guests["items"], json!([]));
    // Nothing of it is an event: who sits where says the stream.
    assert_eq!(anna.look(&id).await["your_seat"], 0);
    // Somebody else is named, and accepts.
    let clocked = dora.get(&format!("/api/v1/matches/{id}")).await.status;
    assert_eq!(clocked, 200, "the seat is kept for her until somebody else is named");
    anna.delete(&format!("/api/v1/matches/{id}/stand-ins/me")).await.expect(200);
    name("emil").await;
    assert_eq!(inbox(&emil).await.len(), 1);
    dora.get(&format!("/api/v1/matches/{id}")).await.refused(404, "not_found");
    let accept = format!("/api/v1/me/invitations/{id}/accept");
    dora.post(&accept, json!({})).await.refused(404, "not_found");
    let seen = emil.post(&accept, json!({})).await.expect(201);
    assert_eq!((&seen["your_seat"], &seen["seats"][0]["handle"]), (&json!(0), &json!("emil")));
    assert!(inbox(&emil).await.is_empty());
    emil.post(&accept, json!({})).await.refused(404, "not_found");
}
