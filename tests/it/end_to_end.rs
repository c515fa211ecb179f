//! The program as it is shipped: people play whole matches of every game over HTTP, every
//! letter arrives over SMTP, and the program itself proves the exports.
//!
//! `TURNWISE_BIN` names the binary; the one of this build unless it is set. The smallest table of
//! each game is played, and every other with `TURNWISE_ROUNDS=all`.

use super::app::{TestApp, awaited, begun, new_database};
use super::process::{serve, turnwise};
use super::smtp::Sink;
use serde_json::json;
use std::collections::BTreeSet;

#[actix_web::test]
async fn end_to_end_people_play_whole_matches_and_get_every_letter() {
    let Some((database, _folder)) = new_database() else { return };
    let data = tempfile::tempdir().unwrap();
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables =
        [("DATABASE_URL", database.as_str()), ("TURNWISE_MAIL", &mail), ("TURNWISE_RATE", "10000")];
    let server = serve(data.path(), &variables);
    let app = TestApp::at(&server.url, &database, sink.clone());
    let all = std::env::var("TURNWISE_ROUNDS").is_ok_and(|rounds| rounds == "all");
    let mut everybody = Vec::new();
    for name in ["anna", "ben", "cleo", "don", "eve"] {
        everybody.push(app.person(name).await);
    }
    for game in turnwise_games() {
        let tables = if all { usize::MAX } else { 1 };
        for seats in game.seats.clone().take(tables) {
            let people: Vec<_> = everybody.iter().take(usize::from(seats)).collect();
            assert_eq!(people.len(), usize::from(seats), "enough people for every table");
            let title = format!("{} for {seats}", game.title);
            let id = begun(&people, json!({ "game": game.slug, "title": title })).await;
            let mut turns_of_others = 0;
            let mut seen = people[0].look(&id).await;
            let mut before = awaited(&seen);
            let mut posts = 0;
            while seen["status"] == "running" {
                let turn = awaited(&seen);
                turns_of_others += usize::from(turn != before);
                before = turn;
                let legal = people[turn].legal(&id).await;
                let items = legal["items"].as_array().unwrap();
                let command = items[(posts * 5) % items.len()]["command"].clone();
                let version = legal["version"].as_i64().unwrap();
                let key = format!("{id}/{posts}");
                seen = people[turn].play(&id, &[command], version, &key).await.expect(200);
                posts += 1;
                assert!(posts < 20_000);
            }
            assert!(turns_of_others > 20, "{turns_of_others}");
            every_letter_came(&app, &people, &title).await;
            let export = people[0].get(&format!("/api/v1/matches/{id}/export")).await;
            let file = data.path().join(format!("{id}.json"));
            std::fs::write(&file, &export.text).unwrap();
            let proof = turnwise(data.path()).arg("verify").arg(&file).output().unwrap();
            let said = String::from_utf8_lossy(&proof.stdout);
            assert!(proof.status.success() && said.contains("is proved"), "{said}");
        }
    }
    let ids: Vec<String> =
        sink.letters().iter().map(|letter| letter.header("message-id").unwrap()).collect();
    let different: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(different.len(), ids.len(), "no letter came twice");
}

fn turnwise_games() -> Vec<turnwise::rules::Info> {
    turnwise::games::SHELF.iter().map(|game| game.info()).collect()
}

/// Everybody hears of the end (but who played the last command), all that they should hear
/// of has ended, and the outbox holds nothing that failed.
async fn every_letter_came(app: &TestApp, people: &[&super::app::Caller<'_>], title: &str) {
    for _ in 0..400 {
        let letters: Vec<(String, String)> = app
            .sink
            .letters()
            .iter()
            .map(|letter| (letter.to.clone(), letter.header("subject").unwrap_or_default()))
            .filter(|(_, subject)| subject.starts_with(&format!("{title}: ")))
            .collect();
        let count = |what: &str| letters.iter().filter(|(_, s)| s.contains(what)).count();
        let ended = count(" wins") + count("you win") + count("share the first place");
        let mut pending = 0;
        for person in people {
            let notices = app.notices(&person.handle).await;
            pending += notices.iter().filter(|notice| notice.state == "pending").count();
        }
        if pending == 0 && ended == people.len() - 1 {
            for person in people {
                let own = person.get("/api/v1/me/letters").await.expect(200);
                for letter in own["items"].as_array().unwrap() {
                    let state = letter["state"].as_str().unwrap();
                    assert!(
                        matches!(state, "sent" | "withdrawn" | "claimed" | "queued"),
                        "{letter}"
                    );
                    assert!(
                        state != "withdrawn" || letter["error"] == "the turn is played already"
                    );
                }
            }
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("letters are missing for {title}");
}
