//! Entity tags of a match: whoever polls is never answered with 304 where anything is other than
//! what they have, however the match goes on.

use super::app::{Caller, PASSWORD, Wish, awaited};
use super::proposals::proposals;
use crate::start_or_skip;
use chrono::Duration;
use serde_json::json;
use std::collections::{BTreeSet, HashMap};
use turnwise::clock::Clock;
use turnwise::rules::Chance;
use turnwise::rules::chance::Seeded;

/// Anything that may change what is answered of a match, at random.
async fn something_happens(
    chance: &mut Seeded,
    clock: &Clock,
    people: &[Caller<'_>],
    id: &str,
) -> &'static str {
    let path = format!("/api/v1/matches/{id}");
    let seen = people[0].look(id).await;
    let anybody = &people[chance.below(people.len() as u32) as usize];
    let days = |from: i64, to: i64| {
        let day = |days| (clock.now() + Duration::days(days)).format("%Y-%m-%d").to_string();
        json!({ "from": day(from), "to": day(to) })
    };
    match chance.below(9) {
        0..3 if seen["status"] == "running" => {
            let who = &people[awaited(&seen)];
            let legal = who.legal(id).await;
            // The clock may have ended their turn meanwhile.
            let Some(items) = legal["items"].as_array().filter(|items| !items.is_empty()) else {
                return "a turn that was over";
            };
            let step = items[chance.below(items.len() as u32) as usize]["command"].clone();
            let version = seen["version"].as_i64().unwrap();
            who.play(id, &[step], version, &turnwise::random::id()).await;
            "a step"
        }
        3 => {
            anybody.post(&format!("{path}/take-back"), json!({})).await;
            "a take-back"
        }
        4 => {
            clock.advance(Duration::hours(chance.below(30).into()));
            "time"
        }
        5 => {
            anybody.post("/api/v1/me/away", days(1, 1 + i64::from(chance.below(3)))).await;
            "an absence"
        }
        6 => {
            let until = clock.now() + Duration::days(1);
            let wish = json!({ "kind": "pause", "until": turnwise::clock::rfc3339(until) });
            people[0].post(&format!("{path}/proposals"), wish).await;
            if let Some(open) = proposals(&people[1], id).await.first() {
                let vote = format!("{path}/proposals/{}/vote", open["number"]);
                for other in &people[1..] {
                    other.put(&vote, json!({ "yes": true })).await;
                }
            }
            "a pause"
        }
        7 => {
            anybody.post(&format!("{path}/watching-link"), json!({})).await;
            "a link"
        }
        _ => {
            anybody.delete(&format!("{path}/watching-link")).await;
            "no link"
        }
    }
}

#[actix_web::test]
async fn however_a_match_goes_on_one_entity_tag_never_stands_for_two_answers() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let mut people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let wish = json!({ "visibility": "private", "pace": "brisk" });
    let id = people[0].open(people.len(), wish).await;
    let code = people[0].look(&id).await["invitation"].clone();
    let path = format!("/api/v1/matches/{id}");
    let seed = u64::from_le_bytes(turnwise::random::bytes());
    let mut chance = Seeded::new(seed);
    let (mut answers, mut happened) = (HashMap::new(), BTreeSet::new());
    let mut looks = async |people: &[Caller<'_>], what: &str| {
        for (who, caller) in people.iter().enumerate() {
            for at in ["", "?at=5"] {
                let answer = caller.get(&format!("{path}{at}")).await;
                let Some(tag) = answer.headers.get("etag") else { continue };
                let key = (who, at, tag.to_str().unwrap().to_owned());
                let before = answers.entry(key).or_insert_with(|| answer.text.clone());
                assert_eq!(*before, answer.text, "after {what}, seed {seed}");
            }
        }
        answers.len()
    };
    looks(&people, "the opening").await;
    for guest in &people[1..] {
        let seat = guest.post(&format!("{path}/seats"), json!({ "invitation": code })).await;
        seat.expect(201);
        looks(&people, "a guest").await;
    }
    for _ in 0..60 {
        let what = something_happens(&mut chance, &clock, &people, &id).await;
        happened.insert(what);
        // What they had to show who they are lasts for minutes.
        for (person, name) in people.iter_mut().zip(["anna", "ben", "cleo"]) {
            if what == "time" {
                *person = app.sign_in(name, PASSWORD).await;
            }
        }
        looks(&people, what).await;
    }
    people[2].post(&format!("{path}/resign"), json!({})).await;
    people[1].post(&format!("{path}/resign"), json!({})).await;
    looks(&people, "the end").await;
    for what in ["a link", "no link", "a link"] {
        match what {
            "a link" => people[0].post(&format!("{path}/watching-link"), json!({})).await,
            _ => people[0].delete(&format!("{path}/watching-link")).await,
        };
        looks(&people, what).await;
    }
    let different = looks(&people, "all of it").await;
    assert!(different > 40 && happened.len() > 5, "{different} {happened:?}, seed {seed}");
}
