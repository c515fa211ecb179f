//! What somebody reads who waits for their turn.

use super::app::{awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::json;

const NAMES: [&str; 3] = ["anna", "ben", "cleo"];

#[actix_web::test]
async fn who_waits_reads_when_they_are_asked_as_far_as_that_is_certain() {
    let app = start_or_skip!();
    let people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let people: Vec<_> = people.iter().collect();
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&people, json!({ "game": game })).await;
        let path = format!("/matches/{id}");
        // First huts and first monuments are placed in a fixed order.
        for left in (0..3).rev() {
            let mover = awaited(&people[0].look(&id).await);
            let mut said = Vec::new();
            for name in NAMES {
                let page = Browser::of(&app, name).await.get(&path).await.text;
                let asked = NAMES[mover];
                let next = format!("You are next after {asked}.");
                let second = format!("After {asked} one more plays before you.");
                let told = [("next", next), ("second", second)];
                let place = told.into_iter().find(|(_, words)| page.contains(words));
                assert!(name != asked || place.is_none(), "{page}");
                said.extend(place.map(|(place, _)| place));
            }
            said.sort_unstable();
            assert_eq!(said, [&["next", "second"][..], &["next"], &[]][2 - left], "{game}");
            while left > 0 && awaited(&people[0].look(&id).await) == mover {
                let legal = people[mover].legal(&id).await;
                let version = legal["version"].as_i64().expect("a version");
                let step = legal["items"][0]["command"].clone();
                let key = format!("{id} {version}");
                people[mover].play(&id, &[step], version, &key).await.expect(200);
            }
        }
    }
}
