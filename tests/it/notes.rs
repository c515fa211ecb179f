//! What people write to themselves about matches: that it is kept, and that nobody else reads it.

use super::app::{Caller, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};

async fn note(who: &Caller<'_>, id: &str, text: &str, after: i64) -> super::app::Answer {
    who.put(&format!("/api/v1/matches/{id}/notes"), json!({ "text": text, "after": after })).await
}

async fn notes(who: &Caller<'_>, id: &str) -> Value {
    who.get(&format!("/api/v1/matches/{id}/notes")).await.expect(200)
}

#[actix_web::test]
async fn a_note_is_kept_for_whoever_wrote_it_and_nobody_else_finds_it_anywhere() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let secret = "Mind the\tnorth-eastern beach.\n\n  Twice.";
    assert_eq!(note(&anna, &id, secret, 0).await.expect(200)["saves"], 1);
    ben.put(&format!("/api/v1/matches/{id}/bookmarks/2"), json!({ "name": "Bens turn" }))
        .await
        .expect(204);
    assert_eq!(notes(&anna, &id).await["text"], secret);
    let bens = notes(&ben, &id).await;
    assert_eq!(
        (&bens["text"], &bens["saves"], &bens["saved_at"]),
        (&json!(""), &json!(0), &Value::Null)
    );
    assert_eq!(notes(&anna, &id).await["bookmarks"], json!([]));
    // Nothing of it is part of the match, in its running or when it is over.
    let version = anna.look(&id).await["version"].clone();
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    assert_eq!(version, json!(anna.look(&id).await["version"].as_i64().expect("one") - 2));
    let page = Browser::of(&app, "ben").await;
    for path in ["", "/history?limit=500", "/export", "/talk", "/notes"] {
        let seen = ben.get(&format!("/api/v1/matches/{id}{path}")).await.text;
        assert!(!seen.contains("beach."), "{path}: {seen}");
    }
    for path in ["", "/history", "/talk", "/notes", "/words"] {
        let seen = page.get(&format!("/matches/{id}{path}")).await.text;
        assert!(!seen.contains("north-eastern"), "{path}: {seen}");
    }
    assert!(!page.get("/account/data").await.text.contains("north-eastern"));
    let mine = Browser::of(&app, "anna").await;
    let data: Value = mine.get("/account/data").await.expect(200);
    assert_eq!(
        data["notes"],
        json!([{ "match": id, "text": secret,
        "saved_at": data["notes"][0]["saved_at"] }])
    );
    let data: Value = page.get("/account/data").await.expect(200);
    assert_eq!(data["bookmarks"], json!([{ "match": id, "event": 2, "name": "Bens turn" }]));
    let shown = mine.get(&format!("/matches/{id}/notes")).await.text;
    assert!(shown.contains("Mind the\tnorth-eastern beach.\n\n  Twice."), "{shown}");
}

#[actix_web::test]
async fn a_note_that_was_saved_elsewhere_meanwhile_is_never_written_over() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    note(&anna, &id, "from nowhere", 4).await.refused(409, "note_changed");
    note(&anna, &id, "one", 0).await.expect(200);
    note(&anna, &id, "another first", 0).await.refused(409, "note_changed");
    assert_eq!(note(&anna, &id, "two", 1).await.expect(200)["saves"], 2);
    // The same text is the same note, whoever sends it and how often.
    assert_eq!(note(&anna, &id, "two", 1).await.expect(200)["saves"], 2);
    note(&anna, &id, "too late", 1).await.refused(409, "note_changed");
    assert_eq!(notes(&anna, &id).await["text"], "two");
    let both = futures_util::future::join_all(
        (0..8).map(|at| note(&anna, &id, ["left", "right"][at % 2], 2)).collect::<Vec<_>>(),
    );
    let saved = both.await.into_iter().filter(|answer| answer.status == 200).count();
    assert_eq!(saved, 4, "those that say the same as the first");
    assert_eq!(notes(&anna, &id).await["saves"], 3);
    // On the page both are shown, and saving again is a decision.
    let mut page = Browser::of(&app, "anna").await;
    let path = format!("/matches/{id}/notes");
    let proof = page.hidden(&path, "proof").await;
    let late = page.post(&path, &[("proof", &*proof), ("text", "late"), ("after", "1")]).await;
    page.keep_cookies(&late);
    assert_eq!(late.status, 409);
    assert!(late.text.contains("late</textarea>") && late.text.contains("What is saved"));
    assert!(late.text.contains(r#"name="after" value="3""#), "{}", late.text);
}

#[actix_web::test]
async fn who_may_not_write_notes_learns_nothing_and_what_is_no_note_is_refused() {
    let app = start_or_skip!();
    let people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let [anna, ben, cleo] = &people;
    let id = begun(&[anna, ben], json!({})).await;
    note(cleo, &id, "I only look", 0).await.refused(403, "no_seat");
    for text in ["a\u{0}b", "a\u{1b}[2J", "a\u{202e}b", &"x".repeat(20_001)] {
        note(anna, &id, text, 0).await.expect(422);
    }
    note(anna, &id, &"ü".repeat(20_000), 0).await.expect(200);
    let mark = |event: i64| format!("/api/v1/matches/{id}/bookmarks/{event}");
    let newest = anna.look(&id).await["version"].as_i64().expect("one");
    for event in [0, -1, newest + 1] {
        anna.put(&mark(event), json!({ "name": "?" })).await.refused(422, "invalid_field");
    }
    anna.put(&mark(1), json!({ "name": "x".repeat(101) })).await.expect(422);
    anna.put(&mark(1), json!({ "name": "Begun" })).await.expect(204);
    anna.put(&mark(1), json!({ "name": "Opened" })).await.expect(204);
    assert_eq!(notes(anna, &id).await["bookmarks"], json!([{ "event": 1, "name": "Opened" }]));
    anna.delete(&mark(1)).await.expect(204);
    anna.delete(&mark(1)).await.refused(404, "not_found");
    ben.delete(&mark(1)).await.refused(404, "not_found");
}

#[actix_web::test]
async fn all_notes_of_somebody_together_are_so_long_and_no_longer() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let long = "ä".repeat(20_000);
    let id = begun(&[&anna, &ben], json!({})).await;
    note(&anna, &id, "the first", 0).await.expect(200);
    for _ in 0..99 {
        let other = anna.open(2, json!({})).await;
        note(&anna, &other, &long, 0).await.expect(200);
        anna.delete(&format!("/api/v1/matches/{other}/seats/me")).await;
    }
    note(&anna, &id, &long, 1).await.expect(200);
    let other = anna.open(2, json!({})).await;
    note(&anna, &other, "one more", 0).await.refused(409, "too_many_notes");
    note(&ben, &id, "another's", 0).await.expect(200);
    // What is made shorter makes room.
    note(&anna, &id, "short", 2).await.expect(200);
    note(&anna, &other, "one more", 0).await.expect(200);
}
