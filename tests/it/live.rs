//! News as they happen: server-sent events, and answers that wait.

use super::app::{Caller, begun};
use crate::start_or_skip;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Listens to a stream of server-sent events.
pub struct Listener {
    response: Response,
    text: String,
}

pub struct Message {
    pub id: Option<i64>,
    pub kind: String,
    pub data: Value,
}

impl Listener {
    pub async fn of(caller: &Caller<'_>, id: &str, last: Option<i64>) -> Listener {
        Listener::at(caller, &format!("/api/v1/matches/{id}/events"), last).await
    }

    pub async fn at(caller: &Caller<'_>, path: &str, last: Option<i64>) -> Listener {
        let mut request = caller.request(Method::GET, path);
        if let Some(last) = last {
            request = request.header("Last-Event-ID", last.to_string());
        }
        let response = request.send().await.unwrap();
        assert_eq!(response.status().as_u16(), 200);
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Listener { response, text: String::new() }
    }

    /// The next message; none when the stream has ended.
    pub async fn next(&mut self) -> Option<Message> {
        loop {
            if let Some(at) = self.text.find("\n\n") {
                let message = self.text[..at].to_owned();
                self.text.drain(..at + 2);
                let field = |name: &str| {
                    message.lines().find_map(|line| line.strip_prefix(name)).map(str::trim)
                };
                let Some(data) = field("data:") else { continue };
                return Some(Message {
                    id: field("id:").map(|id| id.parse().unwrap()),
                    kind: field("event:").unwrap_or_default().to_owned(),
                    data: serde_json::from_str(data).unwrap(),
                });
            }
            let waited = tokio::time::timeout(Duration::from_secs(10), self.response.chunk()).await;
            match waited.expect("news within ten seconds").unwrap() {
                Some(chunk) => self.text.push_str(std::str::from_utf8(&chunk).unwrap()),
                None => return None,
            }
        }
    }
}

#[actix_web::test]
async fn a_listener_hears_each_event_once_and_goes_on_where_it_was_cut_off() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let mut listener = Listener::of(&ben, &id, None).await;
    let version = ben.look(&id).await["version"].as_i64().unwrap();
    for expected in 1..=version {
        let message = listener.next().await.unwrap();
        assert_eq!((message.id, message.kind.as_str()), (Some(expected), "entry"));
        assert_eq!(message.data["version"], expected);
        assert!(message.data["sentence"].as_str().unwrap().ends_with('.'));
    }
    drop(listener);
    let mover = if ben.look(&id).await["turn"]["yours"] == true { &ben } else { &anna };
    let played = mover.play_any(&id, |_| true).await["version"].as_i64().unwrap();
    let mut again = Listener::of(&ben, &id, Some(version)).await;
    for expected in version + 1..=played {
        assert_eq!(again.next().await.unwrap().id, Some(expected));
    }
    let began = Instant::now();
    let mover = if ben.look(&id).await["turn"]["yours"] == true { &ben } else { &anna };
    mover.play_any(&id, |_| true).await;
    assert_eq!(again.next().await.unwrap().id, Some(played + 1));
    assert!(began.elapsed() < Duration::from_secs(4), "news do not wait for the next look");
}

#[actix_web::test]
async fn a_stream_ends_with_the_match_and_with_the_session() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let mut signed_out = Listener::of(&anna, &id, None).await;
    let mut listener = Listener::of(&ben, &id, None).await;
    assert_eq!(anna.delete("/api/v1/sessions/current").await.status, 204);
    while signed_out.next().await.is_some() {}
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let mut last = String::new();
    while let Some(message) = listener.next().await {
        last = message.kind;
    }
    assert_eq!(last, "over");
}

#[actix_web::test]
async fn nobody_hears_of_a_private_match_and_nobody_hears_what_is_hidden() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = anna.open(2, json!({ "visibility": "private" })).await;
    let code = anna.look(&id).await["invitation"].clone();
    let seats = format!("/api/v1/matches/{id}/seats");
    ben.post(&seats, json!({ "invitation": code })).await.expect(201);
    eve.get(&format!("/api/v1/matches/{id}/events")).await.refused(404, "not_found");
    let entries = ben.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let mut listener = Listener::of(&ben, &id, None).await;
    for entry in entries["items"].as_array().unwrap() {
        assert_eq!(listener.next().await.unwrap().data, *entry, "the stream tells the history");
    }
}

#[actix_web::test]
async fn an_answer_waits_for_news_as_long_as_it_is_asked_to() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    let tag = ben.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
    let wait = |seconds: u8| {
        let request = ben
            .request(Method::GET, &path)
            .header("If-None-Match", &tag)
            .header("Prefer", format!("wait={seconds}"));
        ben.send(request)
    };
    let began = Instant::now();
    assert_eq!(wait(1).await.status, 304);
    assert!(began.elapsed() >= Duration::from_secs(1));
    let began = Instant::now();
    let playing = async {
        tokio::time::sleep(Duration::from_millis(200)).await;
        let mover = if ben.look(&id).await["turn"]["yours"] == true { &ben } else { &anna };
        mover.play_any(&id, |_| true).await
    };
    let (answer, _) = tokio::join!(wait(30), playing);
    assert_eq!(answer.status, 200);
    assert!(began.elapsed() < Duration::from_secs(20));
}

#[actix_web::test]
async fn an_invited_person_gets_one_letter_with_a_link_that_lets_them_in() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = anna.open(3, json!({ "visibility": "private", "title": "Tea" })).await;
    let path = format!("/api/v1/matches/{id}/invitations");
    anna.post(&path, json!({ "handle": "ben" })).await.expect(202);
    anna.post(&path, json!({ "handle": "BEN" })).await.expect(202);
    anna.post(&path, json!({ "handle": "nobody" })).await.refused(422, "unknown_handle");
    anna.post(&path, json!({ "handle": "anna" })).await.refused(409, "seated_already");
    eve.post(&path, json!({ "handle": "ben" })).await.refused(404, "not_found");
    let letter = app.letter("ben@example.org", "Tea: anna invites you").await;
    let code = anna.look(&id).await["invitation"].as_str().unwrap().to_owned();
    let link = format!("/matches/{id}?invitation={code}");
    assert!(letter.text().contains(&link), "{}", letter.text());
    let room = ben.get(&link).await;
    assert!(room.status == 200 && room.text.contains("Tea"));
    let seats = format!("/api/v1/matches/{id}/seats");
    ben.post(&seats, json!({ "invitation": code })).await.expect(201);
    anna.post(&path, json!({ "handle": "eve" })).await.expect(202);
    app.letter("eve@example.org", "Tea: anna invites you").await;
    let subject = |letter: &super::smtp::Received| letter.header("subject").unwrap_or_default();
    let invited = app.sink.letters().iter().filter(|l| subject(l).contains("invites")).count();
    assert_eq!(invited, 2);
}
