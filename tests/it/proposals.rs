//! What people propose to each other over HTTP, on the pages and by letter.

use super::app::{self, Caller, TestApp};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use turnwise::db::Db;
use turnwise::matches::proof::database::verify_database;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

/// The step that is awaited is taken until the other one is awaited.
async fn turn(app: &TestApp, people: &[&Caller<'_>], id: &str) {
    let whose = app::awaited(&app.anonymous().look(id).await);
    while app::awaited(&app.anonymous().look(id).await) == whose {
        people[whose].play_any(id, |_| true).await;
    }
}

pub async fn proposals(who: &Caller<'_>, id: &str) -> Vec<Value> {
    let all = who.get(&format!("/api/v1/matches/{id}/proposals")).await.expect(200);
    all["items"].as_array().expect("a list").clone()
}

#[actix_web::test]
async fn two_people_agree_to_go_back_and_the_match_is_proved() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await];
    let [anna, ben] = people;
    let id = app::begun(&people, json!({})).await;
    let at = format!("/api/v1/matches/{id}/proposals");
    let began = anna.look(&id).await;
    turn(&app, &people, &id).await;
    turn(&app, &people, &id).await;
    let later = anna.look(&id).await;
    let wish = json!({ "kind": "rewind", "to": began["version"] });
    assert_eq!(anna.post(&at, wish.clone()).await.expect(201)["status"], "running");
    anna.post(&at, wish).await.refused(409, "proposed_already");
    let asked = proposals(ben, &id).await;
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!((&asked[0]["kind"], &asked[0]["open"]), (&json!("rewind"), &json!(true)));
    assert!(asked[0]["lost"].as_u64() > Some(0), "{asked:?}");
    let ben_is_asked = json!({ "seat": 1, "handle": "ben", "bot": false, "yes": null });
    assert_eq!(asked[0]["voters"][1], ben_is_asked);
    let letter = app.letter("ben@example.org", "your answer is asked").await;
    assert!(letter.text().contains("anna proposes to go back to event"), "{}", letter.text());
    assert!(letter.text().contains(&format!("/matches/{id}/proposals")), "{}", letter.text());
    let number = asked[0]["number"].as_i64().expect("a number");
    let vote = format!("{at}/{number}/vote");
    ben.put(&vote, json!({ "yes": true })).await.expect(200);
    let now = anna.look(&id).await;
    assert_eq!(now["view"], began["view"], "the table is as it was");
    assert!(now["version"].as_i64() > later["version"].as_i64());
    ben.put(&vote, json!({ "yes": false })).await.refused(409, "proposal_closed");
    let done = proposals(anna, &id).await;
    assert_eq!((&done[0]["open"], &done[0]["verdict"]), (&json!(false), &json!("carried")));
    let history = anna.get(&format!("/api/v1/matches/{id}/history?limit=500")).await.expect(200);
    let undone = |entry: &&Value| entry["taken_back"] == true;
    assert!(history["items"].as_array().expect("events").iter().filter(undone).count() > 2);
    turn(&app, &people, &id).await;
    // It is what it is after a restart too: another process folds it from its rows.
    let matches = app.matches.as_ref().expect("it serves here");
    matches.deal_anew(&id, None, None).await.expect("it is forgotten");
    let before = anna.look(&id).await;
    assert_eq!(ben.look(&id).await["hash"], before["hash"]);
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let export = anna.get(&format!("/api/v1/matches/{id}/export")).await;
    let verified = verify(&export.text, &Trust::default()).expect("it is proved");
    assert_eq!(verified.counts.undecided, 0);
}

#[actix_web::test]
async fn who_proposes_is_told_where_the_proposal_is_and_when_the_next_one_may_follow() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await];
    let id = app::begun(&people, json!({ "pace": "daily" })).await;
    let place = format!("/api/v1/matches/{id}/proposals");
    let end = |by_score: bool| json!({ "kind": "end", "by_score": by_score });
    let nobody = json!({ "kind": "replace", "seat": 0, "to": "nobody" });
    let no = people[0].post(&place, nobody).await.refused(422, "unknown_handle");
    assert_eq!(no["field"], "to");
    for _ in 0..3 {
        let made = people[0].post(&place, end(true)).await;
        let at = made.headers["location"].to_str().expect("an address").to_owned();
        made.expect(201);
        let number = proposals(people[1], &id).await[0]["number"].to_string();
        assert_eq!(at, format!("{place}/{number}"));
        people[0].delete(&at).await.expect(200);
    }
    let no = people[0].post(&place, end(false)).await.refused(409, "proposed_too_often");
    let wait = no["retry_after"].as_i64().expect("seconds");
    assert!((86_000..=86_401).contains(&wait), "{no}");
}

#[actix_web::test]
async fn what_is_proposed_is_read_and_answered_on_its_page() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await];
    let id = app::begun(&people, json!({ "pace": "daily" })).await;
    let began = people[0].look(&id).await["version"].clone();
    turn(&app, &people, &id).await;
    let (anna, ben) = (Browser::of(&app, "anna").await, Browser::of(&app, "ben").await);
    let table = format!("/matches/{id}");
    let page = format!("{table}/proposals");
    let then = anna.get(&format!("{table}/history?at={began}&show=more")).await.text;
    assert!(then.contains("Propose to go back to here"), "{then}");
    let proof = anna.hidden(&page, "proof").await;
    let to = began.to_string();
    let wish = [("proof", proof.as_str()), ("kind", "rewind"), ("to", &to)];
    assert_eq!(anna.post(&page, &wish).await.status, 303);
    let seen = ben.get(&table).await.text;
    assert!(
        seen.contains("anna proposes to go back to event") && seen.contains("Answer"),
        "{seen}"
    );
    let seen = ben.get(&page).await.text;
    assert!(seen.contains("would be lost") && seen.contains("ben: has not answered"), "{seen}");
    let proof = ben.hidden(&page, "proof").await;
    let number = proposals(people[1], &id).await[0]["number"].to_string();
    let vote = [("proof", proof.as_str()), ("yes", "true")];
    assert_eq!(ben.post(&format!("{page}/{number}/vote"), &vote).await.status, 303);
    assert!(ben.get(&page).await.text.contains("agreed on"));
    // A mistake is told where it was made, and nothing is lost.
    let wish = [("proof", proof.as_str()), ("kind", "pause"), ("days", "31")];
    let refused = ben.post(&page, &wish).await;
    assert!(refused.text.contains("A pause ends within 30 days"), "{}", refused.text);
    let wish = [("proof", proof.as_str()), ("kind", "pause"), ("days", "9")];
    assert_eq!(ben.post(&page, &wish).await.status, 303);
    let number = proposals(people[1], &id).await[0]["number"].to_string();
    let proof = anna.hidden(&page, "proof").await;
    let vote = [("proof", proof.as_str()), ("yes", "true")];
    assert_eq!(anna.post(&format!("{page}/{number}/vote"), &vote).await.status, 303);
    assert!(anna.get(&table).await.text.contains("All clocks stand still until"));
    assert!(people[0].look(&id).await["paused_until"].is_string());
    let letter = app.letter("ben@example.org", "a proposal is agreed on").await;
    assert!(letter.text().contains("all clocks stand still until"), "{}", letter.text());
}

#[actix_web::test]
async fn a_pace_of_ones_own_is_proposed_with_all_that_it_asks_and_kept_to_the_moment() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await];
    let [anna, ben] = people;
    let id = app::begun(&people, json!({ "pace": "daily" })).await;
    let at = format!("/api/v1/matches/{id}/proposals");
    let pace = json!({ "window": 1800, "again": 60, "reserve": 0, "refill": 0, "cap": 0,
        "days_off": 0, "away_days": 0, "grace": 60 });
    anna.post(&at, json!({ "kind": "change_pace", "pace": pace })).await.expect(201);
    let asked = proposals(ben, &id).await;
    let told = asked[0]["sentence"].as_str().expect("a sentence");
    for part in ["2 days", "1 hour for each later one", "begin with no time in reserve"] {
        assert!(told.contains(part), "{told} does not say “{part}”");
    }
    assert_eq!(asked[0]["pace"]["parts"]["again"], 60);
    let page = Browser::of(&app, "ben").await.get(&format!("/matches/{id}/proposals")).await.text;
    assert!(page.contains("1 hour for each later one"), "{page}");
    // A pause to the nanosecond is stored as all moments are, so that the rows agree with it.
    let until = turnwise::clock::Clock::of_the_machine().now() + chrono::Duration::days(2);
    let until = format!("{}.123456789Z", until.format("%Y-%m-%dT%H:%M:%S"));
    anna.post(&at, json!({ "kind": "pause", "until": until })).await.expect(201);
    let number = proposals(ben, &id).await[0]["number"].as_i64().expect("a number");
    ben.put(&format!("{at}/{number}/vote"), json!({ "yes": true })).await.expect(200);
    let db = Db::connect(&app.database).expect("the same database");
    let checked = db.read(verify_database).await.expect("it can be read");
    checked.sound().expect("the rows say what the streams say");
}

#[actix_web::test]
async fn an_answer_that_another_process_has_overtaken_is_given_again() {
    let app = start_or_skip!();
    if app.database.starts_with("sqlite") {
        crate::skipped!("two servers share a database on Postgres only");
        return;
    }
    let wish = app::Wish {
        database: Some(app.database.clone()),
        sink: Some(app.sink.clone()),
        ..app::Wish::default()
    };
    let other = TestApp::start(wish).await.expect("a second server");
    let mut people = Vec::new();
    for name in ["anna", "ben", "cleo", "dora"] {
        people.push(app.person(name).await);
    }
    let people: Vec<&Caller<'_>> = people.iter().collect();
    let id = app::begun(&people, json!({})).await;
    let (anna, ben) = (people[0], people[1]);
    let ben_there = other.sign_in("ben", app::PASSWORD).await;
    let at = format!("/api/v1/matches/{id}/proposals");
    anna.post(&at, json!({ "kind": "cancel" })).await.expect(201);
    let number = proposals(ben, &id).await[0]["number"].as_i64().expect("a number");
    let vote = format!("{at}/{number}/vote");
    for (who, yes) in [(ben, true), (&ben_there, false), (ben, true)] {
        who.put(&vote, json!({ "yes": yes })).await.expect(200);
    }
    let told = proposals(&ben_there, &id).await;
    assert_eq!(told[0]["voters"][1]["yes"], true, "what was acknowledged is what counts");
}

#[actix_web::test]
async fn strangers_have_no_say_and_learn_nothing_of_a_private_match() {
    let app = start_or_skip!();
    let people = [&app.person("anna").await, &app.person("ben").await];
    let cleo = app.person("cleo").await;
    let open = app::begun(&people, json!({})).await;
    let private = people[0].open(2, json!({ "visibility": "private" })).await;
    let robot = json!({ "robot": "random" });
    people[0].post(&format!("/api/v1/matches/{private}/robots"), robot).await.expect(201);
    let cancel = json!({ "kind": "cancel" });
    for (id, status, code) in [(&open, 403, "no_seat"), (&private, 404, "not_found")] {
        let at = format!("/api/v1/matches/{id}/proposals");
        cleo.post(&at, cancel.clone()).await.refused(status, code);
        cleo.put(&format!("{at}/3/vote"), json!({ "yes": true })).await.refused(status, code);
        cleo.delete(&format!("{at}/3")).await.refused(status, code);
    }
    cleo.get(&format!("/api/v1/matches/{private}/proposals")).await.refused(404, "not_found");
    let rewind = json!({ "kind": "rewind", "to": 2 });
    let at = format!("/api/v1/matches/{private}/proposals");
    cleo.post(&at, rewind).await.refused(404, "not_found");
    people[0]
        .post(&at, json!({ "kind": "rewind", "to": 2 }))
        .await
        .refused(409, "cannot_rewind_to");
}
