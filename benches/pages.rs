//! Pages over HTTP: `cargo bench --bench pages`.
//!
//! Fills an empty database with the demo, then fetches pages one after the other
//! over one connection, as a spectator and as somebody whose turn it is. Prints the
//! median and the 99th percentile of the whole request, and how large the page is,
//! plain and compressed. Talks to this machine only and ends by itself.

mod serving;

use reqwest::Client;
use reqwest::redirect::Policy;
use serde_json::Value;
use serving::{serve, turnwise};
use std::time::Instant;

/// Fetches of each page.
const TIMES: usize = 300;

async fn sign_in(client: &Client, url: &str, login: &str) -> String {
    let answer = client
        .post(format!("{url}/sign-in"))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .body(format!("login={login}&password=turnwise-demo"))
        .send()
        .await
        .expect("an answer");
    let cookie = answer.headers()["set-cookie"].to_str().expect("a cookie");
    cookie.split(';').next().expect("a cookie").to_owned()
}

async fn measure(client: &Client, url: &str, cookie: &str, what: &str) {
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
            let page = format!("{url}/matches/{id}");
            measure(&client, &page, "", &format!("{title}, watched")).await;
            let seats = one["seats"].as_array().expect("seats");
            if let Some(mover) = seats.iter().find(|seat| !seat["awaited_since"].is_null()) {
                let cookie =
                    sign_in(&client, &url, mover["handle"].as_str().expect("a name")).await;
                measure(&client, &page, &cookie, &format!("{title}, at my turn")).await;
            }
            measure(&client, &format!("{page}/history"), "", &format!("{title}, history")).await;
        }
        measure(&client, &url, "", "landing page").await;
    });
}
