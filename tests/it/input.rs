//! Bad input: the right status, a sentence that helps, and never a fault.

use super::app::{Caller, begun};
use crate::start_or_skip;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use serde_json::{Value, json};

#[actix_web::test]
async fn bodies_that_cannot_be_read_say_why() {
    let app = start_or_skip!();
    let caller = app.anonymous();
    let raw = |body: Vec<u8>| {
        caller
            .request(Method::POST, "/api/v1/sessions")
            .header("content-type", "application/json")
            .body(body)
    };
    caller.send(raw(b"{\"login\": ".to_vec())).await.refused(400, "malformed_json");
    caller.send(raw(vec![0xff, 0xfe])).await.refused(400, "malformed_json");
    caller
        .send(raw(b"{\"login\": 7, \"password\": \"x\"}".to_vec()))
        .await
        .refused(400, "wrong_fields");
    let extra = b"{\"login\": \"a\", \"password\": \"x\", \"admin\": true}".to_vec();
    let problem = caller.send(raw(extra)).await.refused(400, "wrong_fields");
    assert!(problem["detail"].as_str().unwrap().contains("admin"));
    let problem = caller.post("/api/v1/sessions", json!({ "login": "a", "password": [] })).await;
    assert_eq!(problem.refused(400, "wrong_fields")["field"], "password");
    // What is no name of a field is not said again.
    let long = "x".repeat(101);
    for odd in ["", "a\u{202e}b", "a b", &long] {
        let odd = json!({ "login": "a", "password": "x", odd: 1 });
        let problem = caller.post("/api/v1/sessions", odd).await.refused(400, "wrong_fields");
        assert_eq!(problem["field"], Value::Null, "{problem}");
    }
    app.person("anna").await;
    let list = json!(["anna", super::app::PASSWORD, null]);
    let problem = caller.post("/api/v1/sessions", list).await.refused(400, "wrong_fields");
    assert_eq!(problem["detail"], "The body must be a JSON object, not a list.");
    caller.send(raw(b"[1, 2".to_vec())).await.refused(400, "malformed_json");
    let twice = br#"{"login": "a", "password": "x"} {}"#.to_vec();
    caller.send(raw(twice)).await.refused(400, "malformed_json");
    caller.send(raw(vec![b' '; 70_000])).await.refused(413, "body_too_large");
    let plain = caller.request(Method::POST, "/api/v1/sessions").body("{}");
    caller.send(plain).await.refused(400, "not_json");
    let new = json!({ "handle": "a", "email": "nowhere", "password": "short" });
    let problem = caller.post("/api/v1/accounts", new).await.refused(422, "invalid_field");
    assert!(problem["field"].is_string());
}

#[actix_web::test]
async fn a_field_deep_within_a_body_is_named() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let mut wish =
        json!({ "game": "bora-bora", "seats": 2, "title": "A", "pace": { "hours": [] } });
    let problem = anna.post("/api/v1/matches", wish.clone()).await.refused(400, "wrong_fields");
    assert!(problem["field"].as_str().unwrap().starts_with("pace"), "{problem}");
    wish["pace"] = Value::Null;
    wish["seats"] = json!("two");
    let problem = anna.post("/api/v1/matches", wish).await.refused(400, "wrong_fields");
    assert_eq!(problem["field"], "seats");
    assert!(problem["detail"].as_str().unwrap().starts_with("The field `seats` does not fit"));
}

/// Also where something is missing or there twice, and where a word decides what else is read.
#[actix_web::test]
async fn whatever_does_not_fit_in_a_body_its_field_is_named() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let ben = app.person("ben").await;
    let id = begun(&[&anna, &ben], json!({})).await;
    let proposals = format!("/api/v1/matches/{id}/proposals");
    let commands = format!("/api/v1/matches/{id}/commands");
    let opened = r#"{"game":"bora-bora","title":"A""#;
    for (path, body, field, why) in [
        ("/api/v1/matches", format!("{opened}}}"), "seats", "is missing"),
        ("/api/v1/matches", format!("{opened},\"title\":\"B\"}}"), "title", "is there twice"),
        (
            "/api/v1/matches",
            format!("{opened},\"seat\":2}}"),
            "seat",
            "is not known: expected one of",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"commitment\":{{\"match_id\":\"a\"}}}}"),
            "commitment.seed_hash",
            "is missing",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"a.b\":2}}"),
            "a.b",
            "is not known: expected one of",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"pace\":{{\"window\":60}}}}"),
            "pace.again",
            "is missing",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"pace\":{{\"window\":60,\"window\":60}}}}"),
            "pace.window",
            "is there twice",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"config\":{{\"orange_tiles\":1,\"orange_tiles\":1}}}}"),
            "config.orange_tiles",
            "is there twice",
        ),
        (
            &*commands,
            r#"{"commands":[{"type":"pass"},{"type":"pass","type":"pass"}]}"#.to_owned(),
            "commands[1].type",
            "is there twice",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"pace\":{{\"window\":\"x\"}}}}"),
            "pace.window",
            "it is the text \"x\", and must be a whole number",
        ),
        (
            "/api/v1/matches",
            format!("{opened},\"seats\":2,\"pace\":7}}"),
            "pace",
            "a word, or an object",
        ),
        (
            &*proposals,
            r#"{"kind":"change_pace","pace":{"window":60}}"#.to_owned(),
            "pace.again",
            "is missing",
        ),
        (
            &*proposals,
            r#"{"kind":"change_pace","pace":"expected struct x"}"#.to_owned(),
            "pace",
            "no pace is called `expected struct x`",
        ),
        (&*proposals, "{}".to_owned(), "kind", "is missing"),
        (&*proposals, r#"{"kind":"pause","until":"x"}"#.to_owned(), "until", "a time such as"),
        (&*proposals, r#"{"kind":"rewind","to":1.5}"#.to_owned(), "to", "a whole number"),
        (
            &*proposals,
            r#"{"kind":"rewind","to":1,"x":1}"#.to_owned(),
            "x",
            "is not known: expected `to`",
        ),
        (
            &*proposals,
            r#"{"kind":"more_time","seat":"x","minutes":5}"#.to_owned(),
            "seat",
            "a whole number",
        ),
    ] {
        let request = anna.request(Method::POST, path).header("Content-Type", "application/json");
        let request = request.header("If-Match", "\"1\"").header("Idempotency-Key", "a");
        let no = anna.send(request.body(body)).await.refused(400, "wrong_fields");
        assert_eq!(no["field"], field, "{no}");
        let detail = no["detail"].as_str().unwrap();
        assert!(detail.starts_with(&format!("The field `{field}` ")), "{detail}");
        assert!(detail.contains(why) && !detail.contains("column"), "{detail}");
    }
    let commands = [json!({ "type": "pass" }), json!({ "type": "castle" })];
    let version = anna.look(&id).await["version"].as_i64().unwrap();
    let no = anna.play(&id, &commands[1..], version, "a castle").await;
    assert_eq!(no.refused(400, "not_a_command")["field"], "commands[0]");
    // So is the step that the rules do not allow after the ones before it.
    let awaited = anna.look(&id).await["turn"]["awaited"][0].clone();
    let mover = if awaited == 0 { &anna } else { &ben };
    let (legal, version) = legal_and_version(mover, &id).await;
    let twice = [legal.clone(), legal];
    let no = mover.play(&id, &twice, version, "twice").await;
    assert_eq!(no.expect(422)["field"], "commands[1]");
}

/// A step that whoever is awaited can take, which shows nothing hidden, and the version for it.
async fn legal_and_version(caller: &Caller<'_>, id: &str) -> (Value, i64) {
    let legal = caller.get(&format!("/api/v1/matches/{id}/legal")).await.expect(200);
    let items = legal["items"].as_array().expect("a list").iter();
    let shown = items.clone().find(|item| item["worth"]["reveals"] == false);
    let item = shown.expect("one that can be taken back");
    (item["command"].clone(), caller.look(id).await["version"].as_i64().expect("a version"))
}

#[actix_web::test]
async fn what_is_json_and_does_not_fit_is_not_called_broken_json() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "A" });
    for field in ["absence", "visibility"] {
        for value in [json!(null), json!(1), json!(true), json!([]), json!("nothing")] {
            let mut wish = wish.clone();
            wish[field] = value;
            let no = anna.post("/api/v1/matches", wish).await.refused(400, "wrong_fields");
            assert_eq!(no["field"], field, "{no}");
        }
    }
    // What is no JSON is called that, whatever is wrong with it.
    let broken: [&[u8]; 5] = [
        b"{\"game\":\"bora-bora\",\"seats\":2,\"title\":\"\xff\"}",
        br#"{"game":"bora-bora","seats":2,"title":"\ud800"}"#,
        b"{\"game\":\"bora-bora\",\"title\":\"\x01\"}",
        br#"{"game":"bora-bora","absence":null,"seats":"#,
        br#"{"game":"bora-bora","absence":nul}"#,
    ];
    for body in broken {
        let request = anna.request(Method::POST, "/api/v1/matches");
        let request = request.header("Content-Type", "application/json").body(body);
        anna.send(request).await.refused(400, "malformed_json");
    }
    // A list would give fields by their places.
    let mut listed = wish.clone();
    listed["config"] = json!([]);
    let no = anna.post("/api/v1/matches", listed).await.refused(422, "wrong_options");
    assert!(no["detail"].as_str().unwrap().contains("not a list"), "{no}");
    let id = begun(&[&anna, &app.person("ben").await], json!({})).await;
    let version = anna.look(&id).await["version"].as_i64().unwrap();
    let command = json!(["settle_first", "central_plain", "ordinary"]);
    let no = anna.play(&id, &[command], version, "a list").await.refused(400, "not_a_command");
    assert!(no["detail"].as_str().unwrap().contains("not a list"), "{no}");
}

#[actix_web::test]
async fn an_operation_without_parameters_says_that_it_has_none() {
    let app = start_or_skip!();
    let caller = app.anonymous();
    let document = caller.get("/openapi.json").await.expect(200);
    let mut asked = 0;
    let paths = document["paths"].as_object().expect("paths").iter();
    for (path, operations) in paths.filter(|(path, _)| path.starts_with("/api/")) {
        let address =
            path.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
        let address = address.collect::<Vec<_>>().join("1");
        for (method, operation) in operations.as_object().expect("operations") {
            let all = operation["parameters"].as_array().into_iter().flatten();
            if all.clone().any(|one| one["in"] == "query") {
                continue;
            }
            let method: Method = method.to_uppercase().parse().expect("a method");
            for (asks, field) in [("wrth=true&x", json!("wrth")), ("a%20b", Value::Null)] {
                let no = caller.send(caller.request(method.clone(), &format!("{address}?{asks}")));
                let no = no.await.refused(400, "wrong_parameter");
                assert_eq!(no["field"], field, "{method} {path}: {no}");
            }
            assert!(operation["responses"]["400"].is_object(), "{method} {path} documents no 400");
            asked += 1;
        }
    }
    assert!(asked > 50, "{asked}");
    // Written otherwise it is the same; who watches over a service may ask as they like.
    caller.get("/api/v1/%67ames?x=1").await.refused(400, "wrong_parameter");
    caller.get("/health/live?ts=1").await.expect(200);
}

#[actix_web::test]
async fn a_parameter_that_does_not_fit_is_named() {
    let app = start_or_skip!();
    let caller = app.anonymous();
    for (asked, named) in [("limit=x&game=", "limit"), ("open_seat=yes", "open_seat")] {
        let no = caller.get(&format!("/api/v1/matches?{asked}")).await;
        let detail = no.refused(400, "wrong_parameter")["detail"].to_string();
        assert!(detail.contains(&format!("The parameter `{named}` does not fit")), "{detail}");
    }
}

#[actix_web::test]
async fn a_list_says_which_games_and_places_there_are() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for list in ["/api/v1/matches", "/api/v1/people/anna/results"] {
        let asked = async |query: &str| anna.get(&format!("{list}?{query}")).await;
        let problem = asked("game=chess").await.refused(400, "wrong_parameter");
        assert!(problem["detail"].as_str().unwrap().contains("great-zimbabwe"), "{problem}");
        asked("cursor=zzz").await.refused(400, "wrong_parameter");
        for odd in
            ["01A21D1C-7B4B-74FE-A613-AA7147B2DA5C", "{01a21d1c-7b4b-74fe-a613-aa7147b2da5c}"]
        {
            asked(&format!("cursor={odd}")).await.refused(400, "wrong_parameter");
        }
        assert_eq!(asked("game=&cursor=").await.status, 200);
        asked("limit=0").await.refused(400, "wrong_parameter");
        asked("limit=300").await.refused(400, "wrong_parameter");
        assert_eq!(asked("game=bora-bora&limit=100").await.status, 200);
    }
}

#[actix_web::test]
async fn unknown_addresses_and_methods_are_problems_too() {
    let app = start_or_skip!();
    let caller = app.anonymous();
    caller.get("/api/v1/nowhere").await.refused(404, "not_found");
    let answer = caller.send(caller.request(Method::PUT, "/api/v1/games")).await;
    assert_eq!(answer.headers["allow"], "GET, HEAD");
    answer.refused(405, "method_not_allowed");
    let mut forged = app.anonymous();
    forged.token = Some("e30.e30.e30".to_owned());
    forged.get("/api/v1/me").await.refused(401, "invalid_token");
}

/// Pages that read something of their address.
const PAGES: &[&str] = &[
    "/",
    "/icon.svg",
    "/sign-in",
    "/register",
    "/reset",
    "/letters/unsubscribe",
    "/matches",
    "/matches/new",
    "/matches/{id}",
    "/matches/{id}/play",
    "/matches/{id}/history",
    "/matches/{id}/verify",
    "/matches/{id}/live",
    "/people/{id}",
    "/games/{slug}",
    "/assets/{id}/{slug}",
];

/// Paths, headers and bodies without sense: whatever is sent, nothing breaks.
#[actix_web::test]
async fn no_request_makes_a_fault() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = super::app::begun(&[&anna, &ben], json!({})).await;
    let document = turnwise::web::document();
    let mut operations = Vec::new();
    for (path, methods) in document["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            operations.push((method.to_uppercase(), path.clone()));
        }
    }
    for page in PAGES {
        operations.extend(["GET", "POST"].map(|method| (method.to_owned(), (*page).to_owned())));
    }
    let strategy = (
        0..operations.len(),
        odd_text(),
        odd_json(),
        prop_oneof![Just(None), odd_text().prop_map(Some)],
        any::<bool>(),
    );
    let mut runner = TestRunner::deterministic();
    for _ in 0..600 {
        let (at, gap, body, header, own) =
            strategy.new_tree(&mut runner).expect("a case").current();
        let (method, path) = &operations[at];
        if path.ends_with("sessions/current") || (path.ends_with("/me") && method == "DELETE") {
            continue;
        }
        let gap = if own { id.clone() } else { encode(&gap) };
        let path = path.replace("{id}", &gap).replace("{slug}", &gap);
        let query = if own {
            ""
        } else {
            "?at=-1&after=x&limit=9999999999&dry_run=7&v=x&plan=%5B7%5D&spot=%22&seat=x&round=-1"
        };
        let method = Method::from_bytes(method.as_bytes()).unwrap();
        let mut request = anna.request(method, &format!("{path}{query}")).json(&body);
        if let Some(value) = header
            && let Ok(value) = reqwest::header::HeaderValue::from_bytes(value.as_bytes())
        {
            request = request.header("If-Match", value.clone()).header("Idempotency-Key", value);
        }
        let answer = anna.send(request).await;
        assert!(answer.status < 500, "{path} {body}: {}", answer.text);
    }
}

fn encode(text: &str) -> String {
    let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
    if encoded.is_empty() { "-".to_owned() } else { encoded }
}

fn odd_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,20}",
        Just("\"1\"".to_owned()),
        Just("\"-9223372036854775808\"".to_owned()),
        Just("99999999999999999999".to_owned()),
        Just("' OR 1=1 --".to_owned()),
        Just("../../etc/passwd".to_owned()),
        Just("\u{0}".to_owned()),
    ]
}

fn odd_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        odd_text().prop_map(Value::from),
    ];
    let keys = prop_oneof![
        Just("commands".to_owned()),
        Just("type".to_owned()),
        Just("to".to_owned()),
        Just("config".to_owned()),
        Just("muted".to_owned()),
        Just("email".to_owned()),
        "\\PC{0,6}",
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((keys.clone(), inner), 0..4)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect())),
        ]
    })
}
