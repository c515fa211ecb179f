//! How much one account or one address may use up.

use super::app::{PASSWORD, TestApp, Wish, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use futures_util::future::join_all;
use reqwest::{Client, Method, Response};
use serde_json::json;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use turnwise::db::query::prelude::*;

#[actix_web::test]
async fn one_account_hosts_a_bounded_number_of_matches_with_robots() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let mut matches = Vec::new();
    for _ in 0..20 {
        let id = anna.open(2, json!({})).await;
        let robots = format!("/api/v1/matches/{id}/robots");
        anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
        matches.push(id);
    }
    let more = anna.open(2, json!({})).await;
    let robots = format!("/api/v1/matches/{more}/robots");
    let robot = json!({ "robot": "random" });
    anna.post(&robots, robot.clone()).await.refused(409, "too_many_robot_matches");
    let other = ben.open(2, json!({})).await;
    ben.post(&format!("/api/v1/matches/{other}/robots"), robot.clone()).await.expect(201);
    let resign = format!("/api/v1/matches/{}/resign", matches[0]);
    anna.post(&resign, json!({})).await.expect(200);
    anna.post(&robots, robot).await.expect(201);
}

#[actix_web::test]
async fn what_an_account_may_have_is_counted_however_much_of_it_is_asked_for_at_once() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "At once" });
    let opened = join_all((0..45).map(|_| anna.post("/api/v1/matches", wish.clone()))).await;
    let ids: Vec<String> = opened
        .into_iter()
        .filter(|answer| answer.status == 201)
        .map(|answer| answer.expect(201)["id"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(ids.len(), 30);
    let seated = join_all(ids.iter().map(async |id| {
        let robots = format!("/api/v1/matches/{id}/robots");
        anna.post(&robots, json!({ "robot": "random" })).await.status
    }));
    assert_eq!(seated.await.into_iter().filter(|status| *status == 201).count(), 20);
}

#[actix_web::test]
async fn who_closes_their_account_at_the_same_moment_has_no_seat_and_leaves_no_name() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for round in 0..8 {
        let gone = app.person(&format!("person{round}")).await;
        let id = anna.open(2, json!({})).await;
        let close = gone.request(Method::DELETE, "/api/v1/me");
        let close = gone.send(close.json(&json!({ "current_password": PASSWORD })));
        let join = async {
            // The password is hashed meanwhile.
            tokio::time::sleep(Duration::from_millis(12 * round)).await;
            gone.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await
        };
        let (closed, joined) = tokio::join!(close, join);
        assert!(
            (closed.status, joined.status) != (204, 201),
            "the account is closed and has a seat"
        );
        if closed.status == 204 {
            let export = anna.get(&format!("/api/v1/matches/{id}/export")).await;
            assert!(!export.text.contains(&gone.handle), "{}", export.text);
        }
    }
}

#[actix_web::test]
async fn robots_play_no_further_once_no_person_is_left() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(4, json!({})).await;
    for _ in 0..3 {
        let robots = format!("/api/v1/matches/{id}/robots");
        anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    }
    let resign = format!("/api/v1/matches/{id}/resign");
    let over = anna.post(&resign, json!({})).await.expect(200);
    assert_eq!(over["status"], "ended");
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(anna.look(&id).await["version"], over["version"]);
}

#[actix_web::test]
async fn a_stream_does_not_grow_without_end_by_steps_that_are_taken_back() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let path = format!("/api/v1/matches/{id}/take-back");
    let mut taken_back = 0;
    for _ in 0..200 {
        let seen = anna.look(&id).await;
        let awaited = people[super::app::awaited(&seen)];
        awaited.play_any(&id, |_| true).await;
        let mine = awaited.look(&id).await;
        if mine["take_back"] == json!([]) {
            // Something was shown: the turn goes on from there.
            taken_back = 0;
            continue;
        }
        let answer = awaited.post(&path, json!({})).await;
        if taken_back == 100 {
            answer.refused(409, "too_many_take_backs");
            return;
        }
        answer.expect(200);
        taken_back += 1;
    }
    panic!("steps can be taken back without end");
}

#[actix_web::test]
async fn a_stream_does_not_grow_without_end_by_coming_and_going() {
    let app = start_or_skip!();
    let (anna, ben, cleo) =
        (app.person("anna").await, app.person("ben").await, app.person("cleo").await);
    let id = anna.open(4, json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    for _ in 0..50 {
        ben.join(&id).await;
        assert_eq!(ben.delete(&format!("{path}/seats/me")).await.status, 200);
    }
    let seats = format!("{path}/seats");
    ben.post(&seats, json!({})).await.refused(409, "too_many_seatings");
    cleo.join(&id).await;
    for _ in 0..49 {
        anna.post(&format!("{path}/robots"), json!({ "robot": "random" })).await.expect(201);
        assert_eq!(anna.delete(&format!("{path}/robots/2")).await.status, 200);
    }
    let robot = json!({ "robot": "random" });
    anna.post(&format!("{path}/robots"), robot).await.refused(409, "too_many_seatings");
}

/// Live streams of a match, until the server says no.
async fn streams(caller: &super::app::Caller<'_>, id: &str, most: usize) -> Vec<Response> {
    let mut open = Vec::new();
    for _ in 0..most {
        let path = format!("/api/v1/matches/{id}/events");
        let answer = caller.request(Method::GET, &path).send().await.expect("an answer");
        if answer.status().as_u16() != 200 {
            assert_eq!(answer.status().as_u16(), 429);
            assert!(answer.headers().contains_key("retry-after"));
            let no: serde_json::Value = answer.json().await.expect("JSON");
            assert_eq!(no["code"], "too_many_held_open");
            break;
        }
        open.push(answer);
    }
    open
}

#[actix_web::test]
async fn one_account_and_one_address_hold_a_bounded_number_of_connections_open() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let anna = app.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    let tag = anna.get(&path).await.headers["etag"].clone();
    let mine = streams(&anna, &id, 30).await;
    assert_eq!(mine.len(), 20);
    let wait = anna.request(Method::GET, &path).header("If-None-Match", tag);
    let waits = anna.send(wait.header("Prefer", "wait=5")).await;
    waits.refused(429, "too_many_held_open");
    let others = streams(&app.anonymous(), &id, 100).await;
    assert_eq!(mine.len() + others.len(), 100, "of one address");
    drop((mine, others));
    let began = Instant::now();
    while streams(&anna, &id, 1).await.is_empty() {
        assert!(began.elapsed() < Duration::from_secs(15), "no place is given back");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Connections that the server holds open.
fn held(app: &TestApp) -> usize {
    let port: u16 = app.url.rsplit(':').next().unwrap().parse().unwrap();
    let suffix = format!(":{port:04X}");
    let table = std::fs::read_to_string("/proc/net/tcp").expect("a table of connections");
    // Established, or closed by the peer alone.
    let open = |line: &&str| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        fields.get(1).is_some_and(|own| own.ends_with(&suffix)) && ["01", "08"].contains(&fields[3])
    };
    table.lines().filter(open).count()
}

#[actix_web::test]
async fn a_connection_that_its_peer_has_closed_is_free_at_once() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let tag = anna.get(&format!("/api/v1/matches/{id}")).await.headers["etag"].clone();
    let before = held(&app);
    let (address, token) = (app.url.trim_start_matches("http://"), anna.token.clone().unwrap());
    let mut open = Vec::new();
    for number in 0..40 {
        let (path, more) = match number % 2 {
            0 => ("/events", String::new()),
            _ => ("", format!("If-None-Match: {}\r\nPrefer: wait=60\r\n", tag.to_str().unwrap())),
        };
        let request = format!(
            "GET /api/v1/matches/{id}{path} HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer \
             {token}\r\n{more}\r\n"
        );
        let mut stream = TcpStream::connect(address).await.expect("a connection");
        stream.write_all(request.as_bytes()).await.expect("sent");
        open.push(stream);
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(held(&app) >= before + 40, "{} are held", held(&app));
    drop(open);
    let began = Instant::now();
    while held(&app) > before {
        assert!(began.elapsed() < Duration::from_secs(15), "{} are still held", held(&app));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[actix_web::test]
async fn a_body_that_trickles_is_waited_for_ten_seconds_and_no_longer() {
    let app = start_or_skip!();
    let address = app.url.trim_start_matches("http://").to_owned();
    let trickle = |head: &'static str| {
        let address = address.clone();
        async move {
            let mut stream = TcpStream::connect(&address).await.expect("a connection");
            let request = format!("{head} HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n");
            stream.write_all(request.as_bytes()).await.expect("sent");
            let (mut reading, mut writing) = stream.into_split();
            let began = Instant::now();
            let trickling = tokio::spawn(async move {
                while writing.write_all(b"a").await.is_ok() {
                    tokio::time::sleep(Duration::from_millis(250)).await;
                }
            });
            let mut answer = Vec::new();
            let read = reading.read_to_end(&mut answer);
            let ended = tokio::time::timeout(Duration::from_secs(25), read).await;
            trickling.abort();
            assert!(ended.is_ok(), "{head} stays open: {}", String::from_utf8_lossy(&answer));
            (String::from_utf8_lossy(&answer).into_owned(), began.elapsed())
        }
    };
    let heads = [
        "POST /api/v1/sessions",
        "POST /sign-in",
        "POST /letters/unsubscribe",
        "GET /health/live",
        "POST /nowhere",
    ];
    let all = futures_util::future::join_all(heads.map(trickle)).await;
    for (head, (answer, took)) in heads.iter().zip(all) {
        assert!(took < Duration::from_secs(24), "{head} took {took:?}");
        assert!(answer.starts_with("HTTP/1.1 "), "{head}: {answer}");
    }
}

#[actix_web::test]
async fn a_body_that_would_grow_when_it_is_unpacked_is_not_unpacked() {
    let app = start_or_skip!();
    let url = format!("{}/api/v1/sessions", app.url);
    for how in ["gzip", "GZIP", "deflate", "gzip, gzip"] {
        let posted = Client::new().post(&url).header("Content-Encoding", how);
        let posted = posted.header("Content-Type", "application/json").body(vec![0x1f; 1_000]);
        app.anonymous().send(posted).await.refused(400, "packed_body");
    }
    let plain = Client::new().post(&url).header("Content-Encoding", "identity").json(&json!({}));
    app.anonymous().send(plain).await.refused(400, "wrong_fields");
}

#[actix_web::test]
async fn who_signs_in_with_all_sessions_taken_and_who_refreshes_one_break_nothing_together() {
    let app = start_or_skip!();
    app.person("anna").await;
    let login = json!({ "login": "anna", "password": PASSWORD });
    for round in 0..8 {
        let mut oldest = Vec::new();
        for _ in 0..50 {
            let session = app.anonymous().post("/api/v1/sessions", login.clone()).await.expect(201);
            oldest.push(json!({ "refresh_token": session["refresh_token"] }));
        }
        let (nobody, path) = (app.anonymous(), "/api/v1/sessions/refresh");
        let refreshing = join_all(oldest.drain(..8).map(|token| nobody.post(path, token)));
        let signing_in = join_all((0..8).map(|_| nobody.post("/api/v1/sessions", login.clone())));
        let (refreshed, signed_in) = tokio::join!(refreshing, signing_in);
        for answer in signed_in {
            assert_eq!(answer.status, 201, "round {round}: {}", answer.text);
        }
        for answer in refreshed {
            assert!([201, 401].contains(&answer.status), "round {round}: {}", answer.text);
        }
    }
}

#[actix_web::test]
async fn sessions_and_their_tokens_do_not_grow_without_end() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let first = app.sign_in("anna", PASSWORD).await;
    let login = json!({ "login": "anna", "password": PASSWORD });
    let mut newest = String::new();
    for _ in 0..50 {
        let session = app.anonymous().post("/api/v1/sessions", login.clone()).await.expect(201);
        newest = session["refresh_token"].as_str().unwrap().to_owned();
    }
    anna.get("/api/v1/me").await.refused(401, "session_ended");
    first.get("/api/v1/me").await.refused(401, "session_ended");
    let mut thief = newest.clone();
    let refreshed = async |token: &str| {
        let body = json!({ "refresh_token": token });
        app.anonymous().post("/api/v1/sessions/refresh", body).await
    };
    for _ in 0..300 {
        let next = refreshed(&thief).await.expect(201);
        thief = next["refresh_token"].as_str().unwrap().to_owned();
    }
    refreshed(&thief).await.refused(429, "too_many_requests");
    // However often it was exchanged, a stolen token is known again.
    refreshed(&newest).await.refused(401, "session_ended");
    refreshed(&thief).await.refused(401, "session_ended");
    // Sessions that were signed out of push nobody out.
    let living = app.sign_in("anna", PASSWORD).await;
    for _ in 0..55 {
        app.sign_in("anna", PASSWORD).await.delete("/api/v1/sessions/current").await.expect(204);
    }
    living.get("/api/v1/me").await.expect(200);
    let db = turnwise::db::Db::connect(&app.database).unwrap();
    let held = |table: &str| {
        #[derive(diesel::QueryableByName)]
        struct Count {
            #[diesel(sql_type = diesel::sql_types::BigInt)]
            n: i64,
        }
        let query = format!("SELECT count(*) AS n FROM {table}");
        let counted = db.read_blocking(move |conn| {
            Ok(diesel::sql_query(query).get_result::<Count>(conn).expect("a table").n)
        });
        counted.unwrap()
    };
    assert!((50..=52).contains(&held("sessions")), "{}", held("sessions"));
    assert!(held("refresh_tokens") < 400, "{}", held("refresh_tokens"));
}

/// What a program of the documentation needs: 1.5 MB.
const LARGE: &str = "/docs/swagger-ui-bundle.js";

/// A connection from this address on which something is asked for and nothing is read.
async fn asking(app: &TestApp, from: &str, path: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("little room");
    socket.bind(format!("{from}:0").parse().unwrap()).expect("an address of this machine");
    let address = app.url.trim_start_matches("http://");
    let mut stream = socket.connect(address.parse().unwrap()).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    stream
}

/// The status of an answer, of which nothing else is read; none where the connection is closed.
async fn status(stream: &mut TcpStream) -> Option<u16> {
    let mut line = [0; 12];
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_exact(&mut line));
    read.await.expect("in time").ok()?;
    Some(String::from_utf8_lossy(&line[9..]).parse().expect("a status"))
}

async fn whole(mut stream: TcpStream) -> usize {
    let mut answer = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(10), stream.read_to_end(&mut answer));
    read.await.expect("in time").expect("the whole answer")
}

#[actix_web::test]
async fn one_address_leaves_a_bounded_number_of_large_answers_unread() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let mut mine = Vec::new();
    for _ in 0..50 {
        let mut stream = asking(&app, "127.0.0.2", LARGE).await;
        assert_eq!(status(&mut stream).await, Some(200));
        mine.push(stream);
    }
    for path in [LARGE, "/openapi.json"] {
        assert_eq!(status(&mut asking(&app, "127.0.0.2", path).await).await, Some(429), "{path}");
    }
    let small = status(&mut asking(&app, "127.0.0.2", "/health/live").await).await;
    assert_eq!(small, Some(200), "what is small is answered");
    let other = whole(asking(&app, "127.0.0.3", LARGE).await).await;
    assert!(other > 1_000_000, "another address reads all {other} bytes");
    let (read, unread) = (mine.split_off(40), mine);
    for stream in read {
        assert!(whole(stream).await > 1_000_000);
    }
    assert!(whole(asking(&app, "127.0.0.2", LARGE).await).await > 1_000_000, "places are free");
    drop(unread);
}

#[actix_web::test]
async fn one_address_has_a_bounded_number_of_connections() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let path = "/health/live";
    let mut mine = Vec::new();
    for _ in 0..300 {
        let address = app.url.trim_start_matches("http://").parse().unwrap();
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind("127.0.0.2:0".parse().unwrap()).expect("an address of this machine");
        mine.push(socket.connect(address).await.expect("a connection"));
    }
    let began = Instant::now();
    while status(&mut asking(&app, "127.0.0.2", path).await).await.is_some() {
        assert!(began.elapsed() < Duration::from_secs(4), "there is no bound");
    }
    assert_eq!(status(&mut asking(&app, "127.0.0.3", path).await).await, Some(200));
    drop(mine);
    while status(&mut asking(&app, "127.0.0.2", path).await).await != Some(200) {
        assert!(began.elapsed() < Duration::from_secs(15), "no place is given back");
    }
}

#[actix_web::test]
async fn matches_that_nobody_plays_and_copies_of_all_that_is_kept_are_bounded() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for _ in 0..60 {
        let id = anna.open(2, json!({})).await;
        anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    }
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "One more" });
    anna.post("/api/v1/matches", wish.clone()).await.refused(429, "too_many_requests");
    // What opens no match uses nothing up, and what was opened once is answered again.
    let wrong = json!({ "game": "chess", "seats": 2, "title": "One more" });
    for _ in 0..61 {
        ben.post("/api/v1/matches", wrong.clone()).await.refused(422, "no_such_game");
    }
    let again = async || {
        let request = ben.request(Method::POST, "/api/v1/matches").json(&wish);
        ben.send(request.header("Idempotency-Key", "the same")).await.expect(201)["id"].clone()
    };
    let first = again().await;
    for _ in 0..61 {
        assert_eq!(again().await, first);
    }
    ben.post("/api/v1/matches", wish).await.expect(201);
    let (mine, other) = (Browser::of(&app, "anna").await, Browser::of(&app, "ben").await);
    for _ in 0..5 {
        assert_eq!(mine.get("/account/data").await.status, 200);
    }
    assert_eq!(mine.get("/account/data").await.status, 429);
    assert_eq!(other.get("/account/data").await.status, 200);
}

#[actix_web::test]
async fn a_mistyped_password_costs_no_letter_to_another_address() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let anna = app.person("anna").await;
    let change = |password: &str| {
        anna.patch(
            "/api/v1/me",
            json!({ "email": "new@example.org", "current_password": password }),
        )
    };
    for _ in 0..6 {
        change("mistyped password").await.refused(403, "wrong_password");
    }
    change(PASSWORD).await.expect(200);
    // The letters themselves are counted.
    let mut asked = 1;
    while anna.post("/api/v1/accounts/confirmation-letters", json!({})).await.status != 429 {
        asked += 1;
        assert!(asked < 6, "letters without end");
    }
}
