//! A stop: whoever watches or waits hears of it first, and nothing that hangs holds it up.

use super::{promised, variables};
use crate::app::{Caller, TestApp, new_database};
use crate::process::{Server, serve};
use crate::smtp::Sink;
use futures_util::future::join_all;
use reqwest::{Method, Response};
use serde_json::json;
use std::io::Write;
use std::process::Command;
use std::time::{Duration, Instant};

/// How long a stop may take.
const STOPPED: Duration = Duration::from_secs(2);

/// A server process with people whom one can ask through the API.
struct Stage {
    server: Server,
    app: TestApp,
    _folders: (tempfile::TempDir, Option<tempfile::TempDir>),
}

impl Stage {
    fn set(sink: Sink, mail: &str) -> Option<Stage> {
        let (database, folder) = new_database()?;
        let data = tempfile::tempdir().unwrap();
        let server = serve(data.path(), &variables(&database, mail));
        let app = TestApp::at(&server.url, &database, sink);
        Some(Stage { server, app, _folders: (data, folder) })
    }

    fn signal(&self) -> Instant {
        let pid = self.server.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
        Instant::now()
    }

    /// Waits until the process has ended in order; how long that took since `began`.
    async fn ended(&mut self, began: Instant) -> Duration {
        while began.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.server.child.try_wait().unwrap() {
                assert!(status.success(), "{status}");
                return began.elapsed();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("it does not stop");
    }
}

async fn watch(caller: &Caller<'_>, id: &str) -> Response {
    let path = format!("/api/v1/matches/{id}/events");
    caller.request(Method::GET, &path).send().await.expect("a stream")
}

/// What a stream tells up to its end, which must be an orderly one.
async fn to_its_end(mut stream: Response) -> String {
    let mut text = String::new();
    while let Some(chunk) = stream.chunk().await.expect("an orderly end") {
        text.push_str(std::str::from_utf8(&chunk).expect("text"));
    }
    text
}

#[actix_web::test]
async fn a_stop_takes_less_than_two_seconds_while_people_watch_and_wait() {
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let Some(mut stage) = Stage::set(sink, &mail) else { return };
    let url = stage.server.url.clone();
    let app = TestApp::at(&url, &stage.app.database, stage.app.sink.clone());
    let anna = app.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let streams = join_all((0..20).map(|_| watch(&anna, &id))).await;
    // One who never reads, and one who has asked and keeps the connection.
    let address = url.strip_prefix("http://").unwrap();
    let mut deaf = std::net::TcpStream::connect(address).unwrap();
    let asked = format!("GET /api/v1/matches/{id}/events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    deaf.write_all(asked.as_bytes()).unwrap();
    let path = format!("/api/v1/matches/{id}");
    let tag = anna.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
    let waiting = anna
        .request(Method::GET, &path)
        .header("If-None-Match", &tag)
        .header("Prefer", "wait=60")
        .send();
    let waiting = tokio::spawn(waiting);
    tokio::time::sleep(Duration::from_millis(300)).await;
    let began = stage.signal();
    let told = join_all(streams.into_iter().map(to_its_end)).await;
    assert!(began.elapsed() < promised(STOPPED));
    for text in told {
        let last = text.trim_end().rsplit("\n\n").next().unwrap();
        let wait: u64 = last.strip_prefix("retry:").expect(last).trim().parse().unwrap();
        assert!((500..=2_500).contains(&wait), "{last}");
    }
    let answer = waiting.await.unwrap().expect("an answer");
    assert_eq!(answer.status().as_u16(), 304);
    let took = stage.ended(began).await;
    assert!(took < promised(STOPPED), "{took:?}");
    println!("the stop took {took:?}");
}

#[actix_web::test]
async fn a_server_that_stops_first_says_so_and_still_answers() {
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let Some(mut stage) = Stage::set(sink, &mail) else { return };
    let anyone = stage.app.anonymous();
    anyone.get("/health/ready").await.expect(200);
    let began = stage.signal();
    loop {
        let answer = anyone.get("/health/ready").await;
        if answer.status != 200 {
            answer.refused(503, "not_ready");
            break;
        }
    }
    assert_eq!(anyone.get("/api/v1/matches").await.status, 200, "it serves until others do");
    let took = stage.ended(began).await;
    assert!(took < promised(STOPPED), "{took:?}");
}

/// What stands in front of two servers: each new connection goes to one that says it is
/// ready. Gives its address.
async fn in_front_of(servers: Vec<String>) -> String {
    let front = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = front.local_addr().unwrap();
    let (tell, ready) = tokio::sync::watch::channel(servers[0].clone());
    tokio::spawn(async move {
        let client = reqwest::Client::new();
        loop {
            for server in &servers {
                let asked = client.get(format!("{server}/health/ready")).send().await;
                if asked.is_ok_and(|answer| answer.status() == 200) {
                    tell.send_replace(server.clone());
                    break;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    tokio::spawn(async move {
        while let Ok((mut caller, _)) = front.accept().await {
            let server = ready.borrow().clone();
            tokio::spawn(async move {
                let address = server.strip_prefix("http://").unwrap();
                let mut server = tokio::net::TcpStream::connect(address).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut caller, &mut server).await;
            });
        }
    });
    format!("http://{address}")
}

#[actix_web::test]
async fn while_one_of_two_servers_stops_new_connections_are_served_by_the_other() {
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let Some(mut stage) = Stage::set(sink, &mail) else { return };
    if stage.app.database.starts_with("sqlite") {
        crate::skipped!("two servers share a database on Postgres only");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let other = serve(data.path(), &variables(&stage.app.database, &mail));
    let front = in_front_of(vec![stage.server.url.clone(), other.url.clone()]).await;
    let anew = reqwest::Client::builder().pool_max_idle_per_host(0).build().unwrap();
    let ask = async || {
        let answer = anew.get(format!("{front}/api/v1/matches")).send().await.expect("an answer");
        assert_eq!(answer.status(), 200);
    };
    for _ in 0..20 {
        ask().await;
    }
    let began = stage.signal();
    let mut asked = 0;
    while stage.server.child.try_wait().unwrap().is_none() {
        ask().await;
        asked += 1;
        assert!(began.elapsed() < Duration::from_secs(30), "it does not stop");
    }
    for _ in 0..20 {
        ask().await;
    }
    println!("{asked} were answered during the stop");
}

#[actix_web::test]
async fn a_mail_server_that_hangs_holds_up_no_stop_and_the_letter_goes_after_it() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let mail = format!("smtp://{}", silent.local_addr().unwrap());
    let Some(mut stage) = Stage::set(Sink::start(), &mail) else { return };
    let new = json!({
        "handle": "anna", "email": "anna@example.org", "password": crate::app::PASSWORD,
    });
    stage.app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let _conversation = silent.accept().expect("the letter is on its way");
    let began = stage.signal();
    let took = stage.ended(began).await;
    assert!(took < promised(STOPPED), "{took:?}");
    let data = tempfile::tempdir().unwrap();
    let mail = format!("smtp://127.0.0.1:{}", stage.app.sink.port);
    let _next = serve(data.path(), &variables(&stage.app.database, &mail));
    let began = Instant::now();
    stage.app.letter("anna@example.org", "Confirm your address").await;
    assert!(began.elapsed() < promised(STOPPED), "it was put back for whoever comes next");
}
