//! Memory with a thousand watchers: `cargo bench --bench watchers`.
//!
//! Serves an empty database, opens a thousand live streams of one match, and then plays
//! in it and signs people in, eight at a time. Prints what the process holds at rest,
//! with the watchers, at most under load, and a while after; fails where any of it is
//! more than [`MOST`], or where hardly anything was played. Talks to this machine only and
//! ends by itself. Linux alone says how much memory a process has.

mod serving;

use reqwest::Client;
use serde_json::{Value, json};
use serving::{megabytes, serve};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const WATCHERS: usize = 1_000;
/// Megabytes that the process may hold.
const MOST: f64 = 120.0;
const SIGN_INS: u64 = 200;
const AT_ONCE: usize = 8;
const LOAD: Duration = Duration::from_secs(30);
const REST: Duration = Duration::from_secs(15);

const PASSWORD: &str = "correct horse battery";

async fn post(client: &Client, url: &str, token: &str, body: &Value) -> Value {
    let request = client.post(url).bearer_auth(token).json(body);
    request.send().await.expect("an answer").json().await.expect("JSON")
}

async fn sign_in(client: &Client, url: &str, name: &str) -> String {
    let login = json!({ "login": name, "password": PASSWORD });
    let session = post(client, &format!("{url}/api/v1/sessions"), "", &login).await;
    session["access_token"].as_str().expect("a session").to_owned()
}

async fn person(client: &Client, url: &str, name: &str) -> String {
    let email = format!("{name}@example.org");
    let new = json!({ "handle": name, "email": email, "password": PASSWORD });
    post(client, &format!("{url}/api/v1/accounts"), "", &new).await;
    sign_in(client, url, name).await
}

/// A live stream whose messages are counted.
async fn watch(address: String, match_id: String, heard: Arc<AtomicU64>) {
    let mut stream = TcpStream::connect(&address).await.expect("a connection");
    let request =
        format!("GET /api/v1/matches/{match_id}/events HTTP/1.1\r\nHost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut part = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut part).await {
        let ids = part[..length].windows(3).filter(|three| three == b"id:").count();
        heard.fetch_add(ids as u64, Ordering::Relaxed);
    }
}

/// Plays first legal commands in a match until time is up; how many.
async fn play(client: &Client, url: &str, id: &str, tokens: &[String; 2], until: Instant) -> u64 {
    let path = format!("{url}/api/v1/matches/{id}");
    let mut played = 0;
    while Instant::now() < until {
        for token in tokens {
            let asked = client.get(format!("{path}/legal")).bearer_auth(token);
            let legal: Value = asked.send().await.expect("an answer").json().await.expect("JSON");
            let Some(offer) = legal["items"].get(0) else { continue };
            let posted = client
                .post(format!("{path}/commands"))
                .bearer_auth(token)
                .header("If-Match", format!("\"{}\"", legal["version"]))
                .header("Idempotency-Key", turnwise::random::id())
                .json(&json!({ "commands": [offer["command"]] }));
            played += u64::from(posted.send().await.expect("an answer").status().is_success());
            // A thousand people hear of each step.
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
    played
}

/// The most that a process holds until it is told to stop.
fn most(pid: u32, stop: Arc<AtomicBool>) -> std::thread::JoinHandle<f64> {
    std::thread::spawn(move || {
        let mut most: f64 = 0.0;
        while !stop.load(Ordering::Relaxed) {
            most = most.max(megabytes(pid));
            std::thread::sleep(Duration::from_millis(50));
        }
        most
    })
}

async fn measure() -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path());
    let (pid, url, client) = (server.pid, server.url.clone(), Client::new());
    let tokens = [person(&client, &url, "anna").await, person(&client, &url, "ben").await];
    // So many sessions of one account end its oldest: nobody who plays signs in like that.
    person(&client, &url, "cleo").await;
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Watched" });
    let opened = post(&client, &format!("{url}/api/v1/matches"), &tokens[0], &wish).await;
    let id = opened["id"].as_str().expect("a match").to_owned();
    post(&client, &format!("{url}/api/v1/matches/{id}/seats"), &tokens[1], &json!({})).await;
    let idle = megabytes(pid);

    let (address, heard) = (url.trim_start_matches("http://"), Arc::<AtomicU64>::default());
    let watchers: Vec<_> = (0..WATCHERS)
        .map(|_| tokio::spawn(watch(address.to_owned(), id.clone(), heard.clone())))
        .collect();
    while heard.load(Ordering::Relaxed) < WATCHERS as u64 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    let watched = megabytes(pid);

    let stop = Arc::<AtomicBool>::default();
    let watching = most(pid, stop.clone());
    let left = AtomicU64::new(SIGN_INS);
    let signing_in = futures_util::future::join_all((0..AT_ONCE).map(|_| async {
        while left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |n| n.checked_sub(1)).is_ok()
        {
            sign_in(&client, &url, "cleo").await;
        }
    }));
    let until = Instant::now() + LOAD;
    let (_, played) = tokio::join!(signing_in, play(&client, &url, &id, &tokens, until));
    stop.store(true, Ordering::Relaxed);
    let loaded = watching.join().expect("it measures");

    watchers.iter().for_each(tokio::task::JoinHandle::abort);
    tokio::time::sleep(REST).await;
    let rested = megabytes(pid);
    println!("idle               {idle:6.1} MB");
    println!("{WATCHERS} watchers      {watched:6.1} MB");
    println!("most under load    {loaded:6.1} MB ({played} commands, {SIGN_INS} sign-ins)");
    println!("at rest afterwards {rested:6.1} MB");
    played > 20 && [idle, watched, loaded, rested].into_iter().all(|held| held < MOST)
}

fn main() -> ExitCode {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    match runtime.block_on(measure()) {
        true => ExitCode::SUCCESS,
        false => {
            println!("more than {MOST} MB, or hardly a command was played");
            ExitCode::FAILURE
        }
    }
}
