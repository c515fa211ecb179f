//! What may be done, as programs are told of it.

use super::app::{awaited, begun};
use crate::start_or_skip;
use serde_json::{Value, json};

#[actix_web::test]
async fn what_may_be_done_comes_with_a_path_and_with_what_it_is_worth() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let seat = awaited(&anna.look(&id).await);
    let (mover, other) = (people[seat], people[1 - seat]);
    let path = format!("/api/v1/matches/{id}/legal");
    let all = mover.get(&path).await.expect(200);
    let items = all["items"].as_array().unwrap();
    let slots: Vec<&str> = all["slots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|slot| slot["name"].as_str().unwrap())
        .collect();
    for item in items {
        let parts = item["parts"].as_array().unwrap();
        assert!(!parts.is_empty() && item["worth"]["gain"].is_array(), "{item}");
        assert!(parts.iter().all(|part| slots.contains(&part["slot"].as_str().unwrap())), "{item}");
    }
    let plain = mover.get(&format!("{path}?worth=false")).await.expect(200);
    let commands = |legal: &Value| -> Vec<Value> {
        legal["items"].as_array().unwrap().iter().map(|item| item["command"].clone()).collect()
    };
    assert_eq!(commands(&plain), commands(&all));
    assert!(plain["items"][0]["worth"].is_null());
    let first = &items[0]["parts"][0];
    for worth in ["true", "false"] {
        let (slot, value) = (first["slot"].as_str().unwrap(), first["value"].as_str().unwrap());
        let narrowed = format!("{path}?worth={worth}&at={slot}:{value}");
        let narrowed = mover.get(&narrowed).await.expect(200);
        let fits: Vec<Value> = items
            .iter()
            .filter(|item| item["parts"][0] == *first)
            .map(|item| item["command"].clone())
            .collect();
        assert_eq!(commands(&narrowed), fits);
        assert!(fits.len() < items.len());
    }
    for nowhere in ["region", "nowhere:1"] {
        let no = mover.get(&format!("{path}?at={nowhere}")).await.refused(400, "wrong_parameter");
        assert_eq!(no["field"], "at", "{no}");
    }
    let idle = other.get(&path).await.expect(200);
    assert_eq!((&idle["items"], &idle["closed"]), (&json!([]), &json!([])));
    let brings = |item: &&Value| {
        let gain = item["worth"]["gain"].as_array().unwrap();
        gain.iter().any(|change| change["what"] == "offerings" && change["to"] == 3)
    };
    // Not every deal leaves a plain free for the first hut.
    for _ in 0..20 {
        let id = begun(&people, json!({})).await;
        let seat = awaited(&anna.look(&id).await);
        let legal = people[seat].get(&format!("/api/v1/matches/{id}/legal")).await.expect(200);
        let Some(plain) = legal["items"].as_array().unwrap().iter().find(brings) else { continue };
        let version = legal["version"].as_i64().unwrap();
        let command = plain["command"].clone();
        let after = people[seat].play(&id, &[command], version, "brings").await.expect(200);
        assert_eq!(after["view"]["boards"][seat]["offerings"], 3);
        let offers = after["legal"].as_array().unwrap();
        assert!(offers.iter().all(|offer| offer["worth"].is_null()));
        return;
    }
    panic!("a plain brings an offering");
}
