//! A database that falls silent: nobody waits for it long, and it is found again.

use super::proxy::{Fault, Proxy};
use super::{breakable, people, promised, table, variables};
use crate::process::{Server, serve, turnwise};
use crate::smtp::Sink;
use reqwest::Client;
use serde_json::{Value, json};
use std::net::TcpListener;
use std::time::{Duration, Instant};

/// Something that is done to the database.
type Act<'a> = &'a dyn Fn();

/// A question to a server, how it is answered, and how long that took.
async fn asked(client: &Client, url: String, body: Option<Value>) -> (u16, Value, Duration) {
    let began = Instant::now();
    let request = match &body {
        Some(body) => client.post(&url).json(body),
        None => client.get(&url),
    };
    let answer = request.send().await;
    let answer = answer.unwrap_or_else(|e| panic!("{url} after {:?}: {e:?}", began.elapsed()));
    let status = answer.status().as_u16();
    (status, answer.json().await.expect("JSON"), began.elapsed())
}

async fn becomes_ready(client: &Client, server: &Server) -> Duration {
    let began = Instant::now();
    while asked(client, format!("{}/health/ready", server.url), None).await.0 != 200 {
        assert!(began.elapsed() < promised(Duration::from_secs(10)), "it is ready again");
    }
    began.elapsed()
}

#[actix_web::test]
async fn while_the_database_is_silent_all_is_answered_within_seconds_and_sigterm_is_heard() {
    let Some(cluster) = breakable() else { return };
    let proxy = Proxy::to(cluster.port);
    let database = cluster.new_database();
    let database = database.replace(&cluster.port.to_string(), &proxy.port.to_string());
    let (data, sink) = (tempfile::tempdir().unwrap(), Sink::start());
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let mut server = serve(data.path(), &variables(&database, &mail));
    let client = Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
    let tokens = people(&client, &server.url, &sink).await;
    let id = table(&client, &server.url, &tokens).await.id;
    let path = format!("{}/api/v1/matches/{id}", server.url);
    // A server that stands still keeps its connections as one behind a dead line does.
    let faults: [(Act<'_>, Act<'_>); 2] = [
        (&|| proxy.suffer(Fault::Silence), &|| proxy.suffer(Fault::None)),
        (&|| cluster.signal("STOP"), &|| cluster.signal("CONT")),
    ];
    for (silence, speak) in faults {
        silence();
        let questions = (0..30).map(|at| match at % 2 {
            0 => asked(&client, path.clone(), None),
            _ => {
                let new = json!({ "handle": format!("person{at}"), "password": "long and odd",
                    "email": format!("person{at}@example.org") });
                asked(&client, format!("{}/api/v1/accounts", server.url), Some(new))
            }
        });
        for (status, answer, took) in futures_util::future::join_all(questions).await {
            assert_eq!(status, 503, "{answer}");
            assert!(took < promised(Duration::from_secs(7)), "{answer} after {took:?}");
        }
        let (status, _, took) = asked(&client, format!("{}/health/live", server.url), None).await;
        assert!(
            status == 200 && took < promised(Duration::from_secs(1)),
            "it lives: {status}, {took:?}"
        );
        let (status, answer, took) =
            asked(&client, format!("{}/health/ready", server.url), None).await;
        assert_eq!((status, &answer["code"]), (503, &json!("not_ready")));
        assert!(took < promised(Duration::from_secs(4)), "known after {took:?}");
        speak();
        println!("ready again after {:?}", becomes_ready(&client, &server).await);
        assert_eq!(asked(&client, path.clone(), None).await.0, 200);
    }
    proxy.suffer(Fault::Silence);
    let hanging = futures_util::future::join_all([0; 12].map(|_| client.get(&path).send()));
    let stopping = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        stops_within(&mut server, Duration::from_secs(9)).await;
    };
    let (hung, ()) = tokio::join!(hanging, stopping);
    // Whom a server that stops cannot answer in time it cuts off.
    for answer in hung.into_iter().flatten() {
        assert_eq!(answer.status(), 503);
    }
}

/// Asks a server to stop, and sees that it does.
async fn stops_within(server: &mut Server, limit: Duration) {
    let told = Instant::now();
    let pid = server.child.id().to_string();
    std::process::Command::new("kill").args(["-TERM", &pid]).status().unwrap();
    let ended = loop {
        if let Some(ended) = server.child.try_wait().unwrap() {
            break ended;
        }
        assert!(told.elapsed() < promised(limit), "it stops while the database is silent");
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    println!("stopped after {:?}", told.elapsed());
    assert!(ended.success());
}

#[test]
fn a_database_that_accepts_connections_and_says_nothing_ends_a_start_within_seconds() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let port = listener.local_addr().unwrap().port();
    let began = Instant::now();
    let ended = turnwise(folder.path())
        .env("DATABASE_URL", format!("postgres://somebody@127.0.0.1:{port}/silent"))
        .output()
        .expect("the program runs");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert!(!ended.status.success() && said.contains("timeout"), "{said}");
    assert!(began.elapsed() < promised(Duration::from_secs(6)), "{:?}", began.elapsed());
}
