//! What meets strangers first: redirects, headers, the log, whose address is believed.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, begun};
use super::process;
use super::visitor::Browser;
use crate::start_or_skip;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use std::io::Write;
use std::net::TcpStream;
use std::time::Duration;

/// Where signing in on the page leads to.
async fn led_to(app: &TestApp, handle: &str, next: &str) -> String {
    let form = [("login", handle), ("password", PASSWORD), ("next", next)];
    let answer = Browser::new(app).post("/sign-in", &form).await;
    assert_eq!(answer.status, 303, "{next:?}");
    answer.headers["location"].to_str().expect("plain text").to_owned()
}

#[actix_web::test]
async fn signing_in_leads_only_to_pages_of_this_service() {
    let app = start_or_skip!();
    app.person("anna").await;
    for elsewhere in [
        "//evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "/\\evil.example",
        "/.//evil.example",
        "/matches/..//evil.example",
        "https://evil.example/",
        "/\u{b}/evil.example",
        "/\u{7f}",
        "/\u{0}/evil",
        "/nowhere/at/all",
        "/sign-in",
        "javascript:alert(1)",
    ] {
        assert_eq!(led_to(&app, "anna", elsewhere).await, "/", "{elsewhere:?}");
    }
    for inside in ["/matches?game=bora-bora", "/matches/x/history?at=3#y", "/account", "/help"] {
        assert_eq!(led_to(&app, "anna", inside).await, inside);
    }
    assert_eq!(led_to(&app, "anna", "/people/é").await, "/people/%C3%A9");
    let shown = app.anonymous().get("/sign-in?next=/%09/evil.example").await;
    assert!(shown.status == 200 && !shown.text.contains("evil"), "{}", shown.text);
}

#[actix_web::test]
async fn control_characters_in_an_address_are_no_fault() {
    let app = start_or_skip!();
    app.person("anna").await;
    let anna = Browser::of(&app, "anna").await;
    for odd in ["%0b", "%7f", "%0d%0aa:b", "%01", "%ff", "%e2%80%ae"] {
        for path in [
            format!("/{odd}"),
            format!("/sign-in?next=/{odd}"),
            format!("/register?next=/{odd}"),
            format!("/matches/{odd}?at=1"),
            format!("/matches/{odd}/play"),
            format!("/people/{odd}"),
        ] {
            let status = anna.get(&path).await.status;
            assert!(status < 500, "{path}: {status}");
        }
    }
}

/// The headers that every answer carries.
const PROTECTING: &[&str] = &[
    "content-security-policy",
    "x-content-type-options",
    "x-frame-options",
    "referrer-policy",
    "cross-origin-opener-policy",
    "cross-origin-resource-policy",
];

#[actix_web::test]
async fn head_is_answered_like_get_without_a_body() {
    let app = start_or_skip!();
    let nobody = app.anonymous();
    for path in ["/", "/matches", "/help", "/health/live", "/api/v1/games", "/api/v1/matches/none"]
    {
        let get = nobody.get(path).await;
        let head = nobody.request(Method::HEAD, path).send().await.expect("an answer");
        assert_eq!(head.status(), get.status, "{path}");
        for name in ["content-type", "content-length"] {
            assert_eq!(head.headers().get(name), get.headers.get(name), "{path}: {name}");
        }
        assert!(head.bytes().await.expect("an end").is_empty(), "{path}");
    }
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let stream = format!("/api/v1/matches/{}/events", begun(&[&anna, &ben], json!({})).await);
    let head = nobody.request(Method::HEAD, &stream).send().await.expect("an answer");
    assert_eq!(head.headers()["content-type"], "text/event-stream");
    drop(head.bytes().await);
    let next = tokio::time::timeout(Duration::from_secs(10), nobody.get("/health/live")).await;
    assert_eq!(next.expect("the connection is free again").status, 200);
    let head = nobody.request(Method::HEAD, "/api/v1/sessions").send().await.expect("an answer");
    assert_eq!(head.status(), 405, "what is not read");
}

fn is_protected(answer: &Answer) {
    for name in PROTECTING {
        assert!(answer.headers.contains_key(*name), "{} without {name}", answer.status);
    }
}

#[actix_web::test]
async fn a_no_that_comes_early_is_protected_like_every_other_answer() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let nobody = app.anonymous();
    is_protected(&nobody.get("/health/live").await);
    let zero = nobody.get("/%00").await;
    is_protected(&zero);
    zero.refused(404, "not_found");
    let limited = until_limited(|| nobody.request(Method::GET, "/health/live"), &nobody).await;
    is_protected(&limited);
    assert!(limited.headers.contains_key("retry-after"));
    limited.refused(429, "too_many_requests");
    let page = || nobody.request(Method::GET, "/matches").header("accept", "text/html");
    let page = until_limited(page, &nobody).await;
    is_protected(&page);
    assert!(page.text.contains("<main"), "{}", page.text);
}

/// Asks again and again until it is too often.
async fn until_limited(ask: impl Fn() -> reqwest::RequestBuilder, by: &Caller<'_>) -> Answer {
    for _ in 0..30 {
        let asked = (0..100).map(|_| by.send(ask()));
        let answers = futures_util::future::join_all(asked).await;
        if let Some(limited) = answers.into_iter().find(|answer| answer.status == 429) {
            return limited;
        }
    }
    panic!("nobody is limited");
}

#[actix_web::test]
async fn browsers_are_told_to_come_by_https_only_where_the_service_is_reached_by_it() {
    let hsts = async |origin: &str| {
        let wish = Wish { origin: origin.to_owned(), ..Wish::default() };
        let app = TestApp::start(wish).await?;
        let answer = app.anonymous().get("/health/live").await;
        let told = answer.headers.get("strict-transport-security").cloned();
        Some(told.map(|value| value.to_str().unwrap().to_owned()))
    };
    let Some(told) = hsts("https://play.example.org").await else { return };
    assert!(told.is_some_and(|text| text.starts_with("max-age=31536000")));
    assert_eq!(hsts("http://play.example.org").await, Some(None));
}

#[track_caller]
fn is_kept_by_nobody(answer: &Answer, path: &str) {
    let kept = answer.headers.get("cache-control").map(|value| value.to_str().unwrap());
    assert_eq!(kept, Some("no-store"), "{path}");
}

#[actix_web::test]
async fn nothing_may_keep_a_copy_of_what_is_for_one_person() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "visibility": "public" })).await;
    for path in [
        "/api/v1/me".to_owned(),
        "/%61pi/v1/me".to_owned(),
        "/api/v1/me/tokens".to_owned(),
        "/api/v1/me/letters".to_owned(),
        "/api/v1/me/turns".to_owned(),
        "/api/v1/matches".to_owned(),
        format!("/api/v1/matches/{id}"),
        format!("/api/v1/matches/{id}/legal"),
        format!("/api/v1/matches/{id}/history"),
        "/api/v1/nowhere".to_owned(),
        "/account".to_owned(),
        "/reset?token=x".to_owned(),
    ] {
        is_kept_by_nobody(&anna.get(&path).await, &path);
    }
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let path = format!("/matches/{id}/export");
    let export = Browser::of(&app, "anna").await.get(&path).await;
    assert_eq!(export.status, 200, "{}", export.text);
    is_kept_by_nobody(&export, &path);
}

/// Asks for letters to many mailboxes, from the address that these lines of
/// `X-Forwarded-For` tell; how often one is told to wait.
async fn limited(app: &TestApp, lines: impl Fn(usize) -> Vec<String>) -> usize {
    let mut limited = 0;
    for number in 0..24 {
        let nobody = app.anonymous();
        let whose = json!({ "email": format!("nobody-{number}@example.org") });
        let mut request = nobody.request(Method::POST, "/api/v1/password-resets").json(&whose);
        for line in lines(number) {
            request = request.header("X-Forwarded-For", line);
        }
        limited += usize::from(nobody.send(request).await.status == 429);
    }
    limited
}

#[actix_web::test]
async fn nobody_gets_a_new_address_by_lines_of_their_own_before_those_of_the_proxy() {
    for proxies in ["true", "127.0.0.0/8", "127.0.0.1, 10.0.0.0/8"] {
        let proxies = proxies.parse().expect("proxies");
        let app = start_or_skip!(Wish { rate: 1, proxies, ..Wish::default() });
        let mine = |n: usize| vec![format!("1.1.1.{n}"), "5.5.5.5".to_owned()];
        assert!(limited(&app, mine).await > 0, "a second line");
        let mine = |n: usize| vec![format!("1.1.1.{n}, 6.6.6.6")];
        assert!(limited(&app, mine).await > 0, "one line");
        let others = |n: usize| vec![format!("7.7.7.{n}")];
        assert_eq!(limited(&app, others).await, 0, "other people");
    }
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    assert!(limited(&app, |n| vec![format!("7.7.7.{n}")]).await > 0, "no proxy is known");
}

#[actix_web::test]
async fn an_answer_that_waits_is_not_given_to_who_has_signed_out_meanwhile() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "visibility": "public" })).await;
    ben.join(&id).await;
    let path = format!("/api/v1/matches/{id}");
    let tag = ben.get(&path).await.headers["etag"].clone();
    let waiting = async {
        let wait = ben.request(Method::GET, &path).header("If-None-Match", tag);
        ben.send(wait.header("Prefer", "wait=20")).await
    };
    let meanwhile = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        let signed_out = ben.delete("/api/v1/sessions/current").await;
        assert_eq!(signed_out.status, 204);
        let robots = format!("{path}/robots");
        anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    };
    let (answer, ()) = tokio::join!(waiting, meanwhile);
    assert_eq!(answer.status, 401, "{}", answer.text);
}

#[actix_web::test]
async fn a_title_that_cannot_be_read_or_leads_elsewhere_is_refused() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for title in ["\u{200b}\u{200b}", "a\u{202e}b", "Win at http://phish.example/login", "\u{3164}"]
    {
        let wish = json!({ "game": "bora-bora", "seats": 2, "title": title });
        anna.post("/api/v1/matches", wish).await.refused(422, "invalid_field");
    }
}

/// What the program logs while `act` is done with it.
async fn logged(act: impl AsyncFnOnce(&str)) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let server = process::serve_logging(folder.path(), &log);
    act(&server.url).await;
    drop(server);
    std::fs::read_to_string(log).expect("a log")
}

#[actix_web::test]
async fn the_log_holds_nothing_that_was_secret_in_a_request_or_in_its_answer() {
    let log = logged(async |url: &str| {
        let client = Client::new();
        let post = async |path: &str, token: &str, body: Value| {
            let request = client.post(format!("{url}{path}")).bearer_auth(token).json(&body);
            request.send().await.expect("an answer").json::<Value>().await.expect("JSON")
        };
        let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
        post("/api/v1/accounts", "", new).await;
        let login = json!({ "login": "anna", "password": PASSWORD });
        let signed_in = post("/api/v1/sessions", "", login).await;
        let token = signed_in["access_token"].as_str().expect("a token");
        let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Tea" });
        let id = post("/api/v1/matches", token, wish).await["id"].as_str().unwrap().to_owned();
        post(&format!("/api/v1/matches/{id}/robots"), token, json!({ "robot": "random" })).await;
        let late = client
            .post(format!("{url}/api/v1/matches/{id}/commands"))
            .bearer_auth(token)
            .header("If-Match", "\"1\"")
            .header("Idempotency-Key", "k")
            .json(&json!({ "commands": [{ "type": "finish" }] }));
        let late: Value = late.send().await.unwrap().json().await.unwrap();
        assert_eq!(late["code"], "stale_version", "{late}");
        assert!(late["missed"][0]["sentence"].is_string());
        let mistyped = json!({ "login": "anna", "password": 7_134_557_135_i64 });
        post("/api/v1/sessions", "", mistyped).await;
        let feed = post("/api/v1/me/feeds/turns", token, json!({})).await;
        client.get(feed["address"].as_str().expect("an address")).send().await.expect("a feed");
        for path in [
            "/letters/unsubscribe?token=twu_hush",
            "/matches/x?invitation=hush",
            "/feeds/twf_hush/turns.atom",
        ] {
            client.get(format!("{url}{path}")).send().await.expect("an answer");
        }
    });
    let log = log.await;
    assert!(log.contains("stale_version"), "the no is logged: {log}");
    for secret in ["sentence", "takes a seat", "7134557135", "hush", "twf_", PASSWORD] {
        assert!(!log.contains(secret), "the log holds {secret}: {log}");
    }
}

/// The lines of a log in which all of this stands.
pub fn lines_with<'a>(log: &'a str, words: &[&str]) -> Vec<&'a str> {
    log.lines().filter(|line| words.iter().all(|word| line.contains(word))).collect()
}

/// A text without the sequences that colour it on a terminal.
pub fn colourless(text: &str) -> String {
    let mut parts = text.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').map_or("", |(_, rest)| rest))
}

#[actix_web::test]
async fn the_log_has_a_line_for_all_that_changes_something_and_for_refusals_but_for_no_other_read()
{
    let mut account = String::new();
    let log = logged(async |url: &str| {
        let client = Client::new();
        let send = async |method: Method, path: &str, token: &str, body: Value| {
            let request = client.request(method, format!("{url}{path}")).bearer_auth(token);
            request.json(&body).send().await.expect("an answer")
        };
        let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
        send(Method::POST, "/api/v1/accounts", "", new).await;
        let wrong = json!({ "login": "anna", "password": "wrong" });
        send(Method::POST, "/api/v1/sessions", "", wrong).await;
        let login = json!({ "login": "anna", "password": PASSWORD });
        let tokens = send(Method::POST, "/api/v1/sessions", "", login).await;
        let tokens: Value = tokens.json().await.expect("JSON");
        let token = tokens["access_token"].as_str().expect("a token");
        let shown = json!({ "refresh_token": tokens["refresh_token"] });
        send(Method::POST, "/api/v1/sessions/refresh", "", shown).await;
        let me = send(Method::GET, "/api/v1/me", token, Value::Null).await;
        account = me.json::<Value>().await.expect("JSON")["id"].as_str().unwrap().to_owned();
        let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Tea" });
        let opened = send(Method::POST, "/api/v1/matches", token, wish).await;
        let opened: Value = opened.json().await.expect("JSON");
        let looks = format!("/api/v1/matches/{}/presence", opened["id"].as_str().expect("an id"));
        let noted = send(Method::PUT, &looks, token, json!({ "visible": true })).await;
        assert_eq!(noted.status(), 204);
        send(Method::GET, "/api/v1/matches?status=open", token, Value::Null).await;
        send(Method::GET, "/api/v1/matches/nothing", token, Value::Null).await;
        let form = format!("login=anna&password={}&code=&next=/", PASSWORD.replace(' ', "+"));
        let signing_in = client
            .post(format!("{url}/sign-in"))
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form);
        assert!(signing_in.send().await.expect("an answer").status().is_success());
    });
    let log = colourless(&log.await);
    println!("{log}");
    let by = format!("account=\"{account}\"");
    let from = "source=\"127.0.0.1\"";
    for (route, status, who) in [
        ("/api/v1/accounts", 201, from),
        ("/api/v1/sessions", 201, &by),
        ("/api/v1/sessions/refresh", 201, &by),
        ("/api/v1/matches", 201, &by),
        ("/sign-in", 303, &by),
    ] {
        let (route, status) = (format!("route=\"{route}\""), format!("status={status}"));
        let words = ["INFO", "answered", "method=\"POST\"", &route, &status, from, who];
        assert_eq!(lines_with(&log, &words).len(), 1, "{route}");
    }
    assert_eq!(lines_with(&log, &["answered"]).len(), 5, "none for who only looks");
    let wrong = lines_with(&log, &["refused", "status=401", "wrong_credentials", from]);
    assert!(wrong.len() == 1 && !wrong[0].contains("account="), "{wrong:?}");
    let read = lines_with(&log, &["method=\"GET\""]);
    assert_eq!(read, lines_with(&log, &["refused", "status=404", "not_found", &by]));
    assert_eq!(read.len(), 1);
    for secret in [PASSWORD, "status=open", "anna", "example.org", "Tea", "twr_"] {
        assert!(lines_with(&log, &["request{", secret]).is_empty(), "{secret}");
    }
}

#[actix_web::test]
async fn the_log_has_a_line_for_a_request_whose_connection_was_hung_up_at_once() {
    let log = logged(async |url: &str| {
        let address = url.trim_start_matches("http://");
        let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
        let (body, mut line) = (new.to_string(), TcpStream::connect(address).expect("a line"));
        let head = "POST /api/v1/accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json";
        write!(line, "{head}\r\nContent-Length: {}\r\n\r\n{body}", body.len()).expect("sent");
        drop(line);
        // One that is answered afterwards, from another line.
        let client = Client::new();
        let later = client.post(format!("{url}/api/v1/accounts")).json(&json!({}));
        assert_eq!(later.send().await.expect("an answer").status(), 400);
        tokio::time::sleep(Duration::from_millis(500)).await;
    });
    let log = colourless(&log.await);
    println!("{log}");
    let route = ["method=\"POST\"", "route=\"/api/v1/accounts\"", "source=\"127.0.0.1\""];
    assert_eq!(lines_with(&log, &[&["hung up"], &route[..]].concat()).len(), 1);
    assert_eq!(lines_with(&log, &route).len(), 2);
    assert!(lines_with(&log, &["request{", "anna"]).is_empty());
}

#[actix_web::test]
async fn invented_methods_are_counted_as_one() {
    let app = start_or_skip!();
    let nobody = app.anonymous();
    for number in 0..20 {
        let method = Method::from_bytes(format!("INVENTED{number}").as_bytes()).unwrap();
        nobody.send(nobody.request(method, "/health/live")).await;
    }
    let metrics = nobody.get("/metrics").await.text;
    assert!(!metrics.contains("INVENTED") && metrics.contains("method=\"other\""), "{metrics}");
}
