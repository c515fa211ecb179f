//! Pages over HTTP: `cargo bench --bench pages`.
//!
//! Fills an empty database with the demo, then fetches pages one after the other
//! over one connection, as a spectator and as somebody whose turn it is; those of the
//! matches in the middle again once they have 5,000 events, most of them steps that were
//! taken back. Prints the median and the 99th percentile of the whole request, and how
//! large the page is, plain and compressed; a table of more than 60 KB is a failure. Talks to
//! this machine only and ends by itself.

mod serving;

use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::{Value, json};
use serving::{serve, turnwise};
use std::time::Instant;

/// Fetches of each page.
const TIMES: usize = 300;

/// How many events a long match has.
const LONG: i64 = 5_000;

/// How often a step is taken back in a turn; a match refuses 100.
const BACK: usize = 90;

/// The most bytes of a table's page, board and all.
const MOST: usize = 60 * 1024;

const PASSWORD: &str = "turnwise-demo";

async fn sign_in(client: &Client, url: &str, login: &str) -> String {
    let answer = client
        .post(format!("{url}/sign-in"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(format!("login={login}&password={PASSWORD}"))
        .send()
        .await
        .expect("an answer");
    let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie");
    cookie.split(';').next().expect("a cookie").to_owned()
}

/// Measures a page, and gives its size in bytes.
async fn measure(client: &Client, url: &str, cookie: &str, what: &str) -> usize {
    let get = |coding: &'static str| {
        client.get(url).header("Cookie", cookie).header("Accept-Encoding", coding)
    };
    let mut times = Vec::with_capacity(TIMES);
    let mut plain = 0;
    for _ in 0..TIMES {
        let began = Instant::now();
        let answer = get("identity").send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), 200, "{url}");
        plain = answer.bytes().await.expect("a page").len();
        times.push(began.elapsed().as_micros() as f64 / 1000.0);
    }
    let small = get("gzip").send().await.expect("an answer").bytes().await.expect("a page").len();
    times.sort_by(f64::total_cmp);
    println!(
        "{what:<44} median {:>6.2} ms, p99 {:>6.2} ms, {:>6.1} KB, compressed {:>5.1} KB",
        times[TIMES / 2],
        times[TIMES * 99 / 100],
        plain as f64 / 1024.0,
        small as f64 / 1024.0,
    );
    plain
}

/// Asks the API, and gives its answer.
async fn ask(request: reqwest::RequestBuilder) -> Value {
    let answer = request.send().await.expect("an answer");
    assert!(answer.status().is_success(), "{}", answer.url());
    answer.json().await.expect("JSON")
}

/// Plays steps of a match and takes them back until it is a long one.
async fn lengthen(client: &Client, url: &str, id: &str) {
    let path = format!("{url}/api/v1/matches/{id}");
    let mut seen = ask(client.get(&path)).await;
    let mut tokens = Vec::new();
    for seat in seen["seats"].as_array().expect("seats") {
        let login = json!({ "login": seat["handle"], "password": PASSWORD });
        let session = ask(client.post(format!("{url}/api/v1/sessions")).json(&login)).await;
        tokens.push(session["access_token"].as_str().expect("a token").to_owned());
    }
    let (mut mover, mut back) = (None, 0);
    while seen["version"].as_i64().expect("a version") < LONG {
        let seat = seen["turn"]["awaited"][0].as_u64();
        if seat != mover {
            (mover, back) = (seat, 0);
        }
        let token = &tokens[seat.expect("it runs") as usize];
        let legal = ask(client.get(format!("{path}/legal?worth=false")).bearer_auth(token)).await;
        let step = json!({ "commands": [legal["items"][0]["command"]] });
        let posted = client.post(format!("{path}/commands")).bearer_auth(token).json(&step);
        let posted = posted.header("If-Match", format!("\"{}\"", legal["version"]));
        seen = ask(posted.header("Idempotency-Key", turnwise::random::id())).await;
        let can_be_taken_back = seen["take_back"].as_array().is_some_and(|to| !to.is_empty());
        if can_be_taken_back && back < BACK {
            back += 1;
            let again = client.post(format!("{path}/take-back")).bearer_auth(token);
            seen = ask(again.json(&json!({}))).await;
        }
    }
}

/// Measures the pages of a match.
async fn of_a_match(client: &Client, url: &str, id: &str, title: &str) {
    let page = format!("{url}/matches/{id}");
    let watched = measure(client, &page, "", &format!("{title}, watched")).await;
    assert!(watched <= MOST, "{title} has more than {MOST} bytes");
    let seen = ask(client.get(format!("{url}/api/v1/matches/{id}"))).await;
    let seats = seen["seats"].as_array().expect("seats");
    if let Some(mover) = seen["turn"]["awaited"][0].as_u64() {
        let name = seats[mover as usize]["handle"].as_str().expect("a name");
        let cookie = sign_in(client, url, name).await;
        let at_turn = measure(client, &page, &cookie, &format!("{title}, at my turn")).await;
        assert!(at_turn <= MOST, "{title} has more than {MOST} bytes");
    }
    measure(client, &format!("{page}/history"), "", &format!("{title}, history")).await;
}

fn main() {
    let data = tempfile::tempdir().expect("a folder");
    let filled = turnwise(data.path()).arg("demo").output().expect("the program starts");
    assert!(filled.status.success());
    let server = serve(data.path());
    let url = server.url.clone();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("a runtime").block_on(async {
        let client = Client::builder().redirect(Policy::none()).tcp_nodelay(true).build();
        let client = client.expect("a client");
        let matches: Value = client
            .get(format!("{url}/api/v1/matches"))
            .send()
            .await
            .expect("an answer")
            .json()
            .await
            .expect("JSON");
        for one in matches["items"].as_array().expect("matches") {
            let (id, title) = (one["id"].as_str().expect("an id"), one["title"].as_str());
            let title = title.unwrap_or_default();
            if !title.contains("midway") && !title.contains("ended") {
                continue;
            }
            of_a_match(&client, &url, id, title).await;
            if title.contains("midway") {
                lengthen(&client, &url, id).await;
                of_a_match(&client, &url, id, &format!("{title}, {LONG} events")).await;
            }
        }
        measure(&client, &url, "", "landing page").await;
    });
}
