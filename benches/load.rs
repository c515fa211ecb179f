//! Durable commands over HTTP on SQLite: `cargo bench --bench load`; on an empty Postgres and by
//! several processes: `TURNWISE_BENCH_DATABASE=postgres://… TURNWISE_BENCH_PROCESSES=4` before it.
//!
//! Prints, from one run: start-up time and memory of an idle server; the raw rate
//! of one-row durable commits of the same database; acknowledged commands per
//! second with 1, 8 and 32 connections, with their median and 99th percentile.
//! Every post is a real command of a random match, answered with view and legal
//! commands. Then the same for a skeleton on the same crates, which knows no rules, no proof and
//! no letters: first with one row for each command, then without any. What lies between the
//! last two lines of a number of connections and the first is what those cost.
//! Talks to this machine only and ends by itself.

mod serving;

use reqwest::Client;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use serving::{
    Server, given_database, megabytes, processor_seconds, processor_seconds_of_postgres, serve,
    serve_skeleton, skeleton,
};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use turnwise::db::Db;
use turnwise::db::letters::{self, LetterRow};

const SECONDS: u64 = 4;

/// What a client needs of an answer to go on; the rest is read over.
#[derive(serde::Deserialize)]
struct Played {
    version: i64,
    turn: Awaited,
    legal: Vec<Item>,
}

#[derive(serde::Deserialize)]
struct Awaited {
    awaited: Vec<u64>,
}

#[derive(serde::Deserialize)]
struct Legal {
    items: Vec<Item>,
}

#[derive(serde::Deserialize)]
struct Item {
    command: Box<RawValue>,
}

async fn post(client: &Client, url: &str, token: &str, body: &Value) -> Value {
    let request = client.post(url).bearer_auth(token).json(body);
    request.send().await.expect("an answer").json().await.expect("JSON")
}

/// Somebody registered, with an API token.
async fn person(client: &Client, url: &str, name: &str) -> String {
    let password = "correct horse battery";
    let new =
        json!({ "handle": name, "email": format!("{name}@example.org"), "password": password });
    post(client, &format!("{url}/api/v1/accounts"), "", &new).await;
    let login = json!({ "login": name, "password": password });
    let session = post(client, &format!("{url}/api/v1/sessions"), "", &login).await;
    let access = session["access_token"].as_str().expect("a session");
    let new = json!({ "name": "load", "scopes": ["read", "play"] });
    let made = post(client, &format!("{url}/api/v1/me/tokens"), access, &new).await;
    made["token"].as_str().expect("a token").to_owned()
}

async fn table(client: &Client, url: &str, tokens: &[String; 2]) -> String {
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Load" });
    let opened = post(client, &format!("{url}/api/v1/matches"), &tokens[0], &wish).await;
    let id = opened["id"].as_str().expect("a match").to_owned();
    post(client, &format!("{url}/api/v1/matches/{id}/seats"), &tokens[1], &json!({})).await;
    id
}

/// Plays a match until it ends or time is up; gives the time of each post. The
/// answer of each post brings the next legal commands along only when the same
/// seat goes on; else they are asked for.
async fn play(
    client: &Client,
    url: &str,
    tokens: &[String; 2],
    until: Instant,
    size: &AtomicU64,
) -> Vec<u64> {
    let mut times = Vec::new();
    while Instant::now() < until {
        let id = table(client, url, tokens).await;
        let path = format!("{url}/api/v1/matches/{id}");
        let seen: Value =
            client.get(&path).send().await.expect("an answer").json().await.expect("JSON");
        let mut turn = seen["turn"]["awaited"][0].as_u64();
        let mut legal: Vec<Item> = Vec::new();
        let mut version = seen["version"].as_i64().expect("a version");
        while let Some(seat) = turn.filter(|_| Instant::now() < until) {
            let token = &tokens[seat as usize];
            if legal.is_empty() {
                let asked = client.get(format!("{path}/legal?worth=false")).bearer_auth(token);
                let answer: Legal =
                    asked.send().await.expect("an answer").json().await.expect("JSON");
                legal = answer.items;
            }
            let command = &legal[version as usize % legal.len()].command;
            let began = Instant::now();
            let posted = client
                .post(format!("{path}/commands"))
                .bearer_auth(token)
                .header("Content-Type", "application/json")
                .header("If-Match", format!("\"{version}\""))
                .header("Idempotency-Key", format!("{id}{version}"))
                .body(format!("{{\"commands\":[{command}]}}"));
            let answer = posted.send().await.expect("an answer").bytes().await.expect("a body");
            size.fetch_add(answer.len() as u64, Ordering::Relaxed);
            let answer: Played = serde_json::from_slice(&answer).expect("JSON");
            times.push(began.elapsed().as_micros() as u64);
            version = answer.version;
            turn = answer.turn.awaited.first().copied();
            legal = answer.legal;
        }
    }
    times
}

/// Posts to a skeleton until time is up, which answers with that many bytes; gives the time of
/// each post.
async fn post_to_skeleton(client: &Client, url: &str, size: u64, until: Instant) -> Vec<u64> {
    let path = format!("{url}/{}/{size}", turnwise::random::id());
    let mut times = Vec::new();
    while Instant::now() < until {
        let body = r#"{"commands":[{"type":"place_die","die":4,"action":"helper"}]}"#;
        let posted = client.post(&path).header("Content-Type", "application/json").body(body);
        let began = Instant::now();
        let answer = posted.send().await.expect("an answer").bytes().await.expect("a body");
        assert_eq!(answer.len() as u64, size);
        times.push(began.elapsed().as_micros() as u64);
    }
    times
}

/// Has that many work until time is up, prints what came of it and gives how many commands it was.
async fn measured<T>(
    what: &str,
    servers: &[Server],
    raw: f64,
    connections: usize,
    work: impl Fn(usize, Instant) -> T,
) -> u64
where
    T: Future<Output = Vec<u64>> + Send + 'static,
{
    let used = || {
        let servers = servers.iter().map(|server| processor_seconds(server.pid)).sum::<f64>();
        [servers, processor_seconds(std::process::id()), processor_seconds_of_postgres()]
    };
    let before = used();
    let began = Instant::now();
    let until = began + Duration::from_secs(SECONDS);
    let tasks: Vec<_> = (0..connections).map(|number| tokio::spawn(work(number, until))).collect();
    let mut times = Vec::new();
    for task in tasks {
        times.extend(task.await.expect("a client"));
    }
    let commands = times.len() as f64;
    let rate = commands / began.elapsed().as_secs_f64();
    let after = used();
    let each = |of: usize| (after[of] - before[of]) * 1000.0 / commands;
    println!(
        "{connections:>2} {what:<22} {rate:>8.0} /s, {:.2} x raw, median {:.2} ms, p99 {:.2} ms, processor {:.2} ms a command (clients {:.2} ms, Postgres {:.2} ms)",
        rate / raw,
        percentile(&mut times, 50),
        percentile(&mut times, 99),
        each(0),
        each(1),
        each(2),
    );
    times.len() as u64
}

fn percentile(times: &mut [u64], percent: usize) -> f64 {
    times.sort_unstable();
    let at = (times.len() * percent / 100).min(times.len().saturating_sub(1));
    times.get(at).map_or(0.0, |micros| *micros as f64 / 1000.0)
}

/// One-row durable commits of the same database, one after the other.
fn raw_rate(data: &std::path::Path) -> f64 {
    let own = || format!("sqlite://{}", data.join("raw.db").display());
    let db = Db::connect(&given_database().unwrap_or_else(own)).expect("a database");
    let began = Instant::now();
    let mut rows = 0u64;
    while began.elapsed() < Duration::from_secs(2) {
        let now = chrono_now();
        let row = LetterRow {
            data: "x".repeat(200),
            state: "sent".to_owned(),
            ..LetterRow::new(rows.to_string(), "", "", now)
        };
        db.write_blocking(move |conn| letters::enqueue(conn, &row)).expect("a row");
        rows += 1;
    }
    rows as f64 / began.elapsed().as_secs_f64()
}

fn chrono_now() -> turnwise::clock::Instant {
    turnwise::clock::Clock::of_the_machine().now()
}

fn main() {
    skeleton::serve_if_asked();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let data = tempfile::tempdir().expect("a folder");
    let processes = std::env::var("TURNWISE_BENCH_PROCESSES").ok();
    let processes = processes.map_or(1, |text| text.parse().expect("how many processes"));
    let servers: Vec<Server> = (0..processes).map(|_| serve(data.path())).collect();
    println!("start-up                 {:>8.0} ms", servers[0].started.as_secs_f64() * 1000.0);
    // What only the start needed is given back after a second.
    std::thread::sleep(Duration::from_secs(3));
    println!("memory, idle             {:>8.1} MB", megabytes(servers[0].pid));
    let raw = raw_rate(data.path());
    println!("raw one-row commits      {raw:>8.0} /s");
    runtime.block_on(async {
        let client = Client::builder().tcp_nodelay(true).build().expect("a client");
        let mut pairs = Vec::new();
        for number in 0..32 {
            pairs.push(Arc::new([
                person(&client, &servers[0].url, &format!("anna-{number}")).await,
                person(&client, &servers[0].url, &format!("ben-{number}")).await,
            ]));
        }
        let (size, mut commands) = (Arc::new(AtomicU64::new(0)), 0);
        for connections in [1usize, 8, 32] {
            let work = |number: usize, until| {
                let (client, url) = (client.clone(), servers[number % processes].url.clone());
                let (tokens, size) = (pairs[number].clone(), size.clone());
                async move { play(&client, &url, &tokens, until, &size).await }
            };
            commands += measured("connections", &servers, raw, connections, work).await;
        }
        println!("memory, after the load   {:>8.1} MB", megabytes(servers[0].pid));
        let size = size.load(Ordering::Relaxed) / commands;
        println!("size of an answer        {:>8.1} KB", size as f64 / 1000.0);
        drop(servers);
        let own = || format!("sqlite://{}", data.path().join("skeleton.db").display());
        let stored = given_database().unwrap_or_else(own);
        for (what, database) in
            [("skeleton, stored", Some(&*stored)), ("skeleton, not stored", None)]
        {
            let server = [serve_skeleton(database)];
            for connections in [1usize, 8, 32] {
                let work = |_: usize, until| {
                    let (client, url) = (client.clone(), server[0].url.clone());
                    async move { post_to_skeleton(&client, &url, size, until).await }
                };
                measured(what, &server, raw, connections, work).await;
            }
        }
    });
}
