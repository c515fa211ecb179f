//! Who may do what: every operation of the document, tried by everybody.

use super::app::begun;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};

/// Operation, and the status for: nobody, a stranger, a player, the host. A match
/// stands for `{id}`: private and running.
const TABLE: &[(&str, &str, [u16; 4])] = &[
    ("POST", "/api/v1/accounts", [400, 400, 400, 400]),
    ("POST", "/api/v1/accounts/confirm", [400, 400, 400, 400]),
    ("POST", "/api/v1/accounts/confirmation-letters", [401, 409, 409, 409]),
    ("POST", "/api/v1/password-resets", [400, 400, 400, 400]),
    ("POST", "/api/v1/password-resets/confirm", [400, 400, 400, 400]),
    ("POST", "/api/v1/sessions", [400, 400, 400, 400]),
    ("POST", "/api/v1/sessions/refresh", [400, 400, 400, 400]),
    ("DELETE", "/api/v1/sessions/current", [401, 204, 204, 204]),
    ("GET", "/api/v1/me", [401, 200, 200, 200]),
    ("PATCH", "/api/v1/me", [401, 200, 200, 200]),
    ("DELETE", "/api/v1/me", [401, 400, 400, 400]),
    ("GET", "/api/v1/me/tokens", [401, 200, 200, 200]),
    ("POST", "/api/v1/me/tokens", [401, 400, 400, 400]),
    ("DELETE", "/api/v1/me/tokens/{id}", [401, 404, 404, 404]),
    ("GET", "/api/v1/me/letters", [401, 200, 200, 200]),
    ("GET", "/api/v1/me/turns", [401, 200, 200, 200]),
    ("GET", "/api/v1/games", [200, 200, 200, 200]),
    ("GET", "/api/v1/games/{slug}", [404, 404, 404, 404]),
    ("POST", "/api/v1/matches", [401, 400, 400, 400]),
    ("GET", "/api/v1/matches", [200, 200, 200, 200]),
    ("GET", "/api/v1/matches/{id}", [404, 404, 200, 200]),
    ("POST", "/api/v1/matches/{id}/seats", [401, 404, 409, 409]),
    ("DELETE", "/api/v1/matches/{id}/seats/me", [401, 404, 409, 409]),
    ("POST", "/api/v1/matches/{id}/invitations", [401, 400, 400, 400]),
    ("GET", "/api/v1/matches/{id}/events", [404, 404, 200, 200]),
    ("POST", "/api/v1/matches/{id}/robots", [401, 404, 403, 409]),
    ("DELETE", "/api/v1/matches/{id}/robots/{seat}", [401, 404, 403, 409]),
    ("POST", "/api/v1/matches/{id}/start", [401, 404, 403, 409]),
    ("POST", "/api/v1/matches/{id}/resign", [401, 404, 200, 409]),
    ("POST", "/api/v1/matches/{id}/take-back", [401, 404, 409, 409]),
    ("GET", "/api/v1/matches/{id}/legal", [401, 404, 200, 200]),
    ("POST", "/api/v1/matches/{id}/commands", [401, 400, 400, 400]),
    ("GET", "/api/v1/matches/{id}/history", [404, 404, 200, 200]),
    ("GET", "/api/v1/matches/{id}/export", [404, 404, 409, 409]),
    ("GET", "/health/live", [200, 200, 200, 200]),
    ("GET", "/health/ready", [200, 200, 200, 200]),
    ("GET", "/metrics", [200, 200, 200, 200]),
];

#[test]
fn every_operation_of_the_document_stands_in_the_table() {
    let document = turnwise::web::document();
    let mut documented: Vec<(String, String)> = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            documented.push((method.to_uppercase(), path.clone()));
        }
    }
    documented.sort();
    let mut listed: Vec<(String, String)> =
        TABLE.iter().map(|(method, path, _)| (method.to_string(), path.to_string())).collect();
    listed.sort();
    assert_eq!(documented, listed);
}

#[actix_web::test]
async fn everybody_gets_the_answer_of_the_table() {
    let app = start_or_skip!();
    for (at, (method, path, expected)) in TABLE.iter().enumerate() {
        for (role, &status) in expected.iter().enumerate() {
            if role > 0 && *path == "/api/v1/sessions/current" && role != 1 {
                continue;
            }
            let name = |who: &str| format!("{who}-{at}-{role}");
            let host = app.person(&name("host")).await;
            let player = app.person(&name("player")).await;
            let stranger = app.person(&name("guest")).await;
            let id = private_match(&host, &player).await;
            let caller = match role {
                0 => app.anonymous(),
                1 => stranger,
                2 => player.clone(),
                _ => host.clone(),
            };
            if *path == "/api/v1/matches/{id}/resign" && role == 3 {
                player.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
            }
            let path = path.replace("{id}", &id).replace("{slug}", "chess").replace("{seat}", "1");
            let method = Method::from_bytes(method.as_bytes()).unwrap();
            let mut request = caller.request(method.clone(), &path);
            if method != Method::GET {
                request = request.json(&body(&path));
            }
            let answer = caller.send(request).await;
            assert_eq!(answer.status, status, "{method} {path} by role {role}: {}", answer.text);
        }
    }
}

/// A robot where one is to be seated; else an empty object: enough where nothing
/// must be said, too little elsewhere.
fn body(path: &str) -> Value {
    if path.ends_with("/robots") { json!({ "robot": "random" }) } else { json!({}) }
}

async fn private_match(host: &super::app::Caller<'_>, player: &super::app::Caller<'_>) -> String {
    let id = host.open(2, json!({ "visibility": "private" })).await;
    let code = host.look(&id).await["invitation"].clone();
    let join = json!({ "invitation": code });
    player.post(&format!("/api/v1/matches/{id}/seats"), join).await.expect(201);
    id
}

#[actix_web::test]
async fn other_peoples_cards_are_nowhere_to_be_found_while_the_match_runs() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let seen = ben.look(&id).await;
    assert!(seen["view"]["boards"][0]["hand"].is_null());
    assert_eq!(seen["view"]["boards"][1]["hand"].as_array().unwrap().len(), 2);
    let watched = eve.look(&id).await;
    assert!(
        watched["view"]["boards"][0]["hand"].is_null()
            && watched["view"]["boards"][1]["hand"].is_null()
    );
    let text = watched.to_string();
    assert!(!text.contains("card_pile") && !text.contains("\"seed\""), "{text}");
    let history = eve.get(&format!("/api/v1/matches/{id}/history")).await.text;
    assert!(!history.contains("card_pile"));
    let metrics = eve.get("/metrics").await.text;
    assert!(metrics.contains("/api/v1/matches/{id}") && !metrics.contains(&id));
}
