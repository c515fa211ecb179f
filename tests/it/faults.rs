//! The server killed at random moments under load: nothing acknowledged is lost,
//! nothing happens twice.
//!
//! `TURNWISE_KILLS` says how many rounds; a handful unless it is set.

use super::app::new_database;
use super::play::join_all;
use super::process::serve;
use super::smtp::Sink;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;
use turnwise::rules::chance::{Chance, Seeded};

struct Table {
    id: String,
    tokens: Vec<String>,
    /// The newest version and hash that was acknowledged.
    acknowledged: Option<(i64, String)>,
    /// Posts that got no answer: key, commands and version.
    open: Option<(String, Value, i64)>,
}

async fn call(
    client: &reqwest::Client,
    url: String,
    token: &str,
    headers: &[(&str, String)],
    body: Option<Value>,
) -> Option<(u16, Value)> {
    let mut request = match &body {
        Some(body) => client.post(url).json(body),
        None => client.get(url),
    };
    if !token.is_empty() {
        request = request.bearer_auth(token);
    }
    for (name, value) in headers {
        request = request.header(*name, value);
    }
    let response = request.send().await.ok()?;
    let status = response.status().as_u16();
    Some((status, response.json().await.ok()?))
}

/// Plays one step of a table, if the server lets it; a post without an answer is
/// repeated under its old key.
async fn step(client: &reqwest::Client, url: &str, table: &mut Table) -> Option<()> {
    let path = format!("{url}/api/v1/matches/{}", table.id);
    if table.open.is_none() {
        let (_, seen) = call(client, path.clone(), "", &[], None).await?;
        let seat = seen["turn"]["awaited"].get(0)?.as_u64()? as usize;
        let token = table.tokens[seat].clone();
        let (_, legal) = call(client, format!("{path}/legal"), &token, &[], None).await?;
        let items = legal["items"].as_array()?;
        let version = legal["version"].as_i64()?;
        let command = items.get(version as usize % items.len().max(1))?["command"].clone();
        table.open = Some((turnwise::random::id() + &format!("/{seat}"), command, version));
    }
    let (key, command, version) = table.open.clone()?;
    let seat: usize = key.split('/').nth(1)?.parse().ok()?;
    let headers = [("If-Match", format!("\"{version}\"")), ("Idempotency-Key", key)];
    let body = json!({ "commands": [command] });
    let answer =
        call(client, format!("{path}/commands"), &table.tokens[seat], &headers, Some(body)).await?;
    assert_eq!(answer.0, 200, "{}", answer.1);
    table.open = None;
    table.acknowledged =
        Some((answer.1["version"].as_i64()?, answer.1["hash"].as_str()?.to_owned()));
    Some(())
}

async fn table(client: &reqwest::Client, url: &str, tokens: &[String]) -> Table {
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Under fire" });
    let (status, opened) =
        call(client, format!("{url}/api/v1/matches"), &tokens[0], &[], Some(wish)).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let id = opened["id"].as_str().unwrap().to_owned();
    let path = format!("{url}/api/v1/matches/{id}/seats");
    let (status, joined) = call(client, path, &tokens[1], &[], Some(json!({}))).await.unwrap();
    assert_eq!(status, 201, "{joined}");
    Table { id, tokens: tokens.to_vec(), acknowledged: None, open: None }
}

async fn people(client: &reqwest::Client, url: &str, sink: &Sink) -> Vec<String> {
    let mut tokens = Vec::new();
    for name in ["anna", "ben"] {
        let email = format!("{name}@example.org");
        let new = json!({ "handle": name, "email": email, "password": super::app::PASSWORD });
        call(client, format!("{url}/api/v1/accounts"), "", &[], Some(new)).await.unwrap();
        let confirm = loop {
            let letter = sink.letters().into_iter().find(|letter| letter.to == email);
            if let Some(letter) = letter {
                break letter.token().unwrap();
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        };
        let body = json!({ "token": confirm });
        call(client, format!("{url}/api/v1/accounts/confirm"), "", &[], Some(body)).await.unwrap();
        let login = json!({ "login": name, "password": super::app::PASSWORD });
        let (_, session) =
            call(client, format!("{url}/api/v1/sessions"), "", &[], Some(login)).await.unwrap();
        let access = session["access_token"].as_str().unwrap().to_owned();
        let new = json!({ "name": "load", "scopes": ["read", "play"] });
        let (_, made) =
            call(client, format!("{url}/api/v1/me/tokens"), &access, &[], Some(new)).await.unwrap();
        tokens.push(made["token"].as_str().unwrap().to_owned());
    }
    tokens
}

#[actix_web::test]
async fn a_server_killed_under_load_loses_and_doubles_nothing() {
    let rounds: u64 =
        std::env::var("TURNWISE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(6);
    let Some((database, _folder)) = new_database() else { return };
    let data = tempfile::tempdir().unwrap();
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables =
        [("DATABASE_URL", database.as_str()), ("TURNWISE_MAIL", &mail), ("TURNWISE_RATE", "10000")];
    let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).build().unwrap();
    let mut chance = Seeded::new(7);
    let mut tables: Vec<Table> = Vec::new();
    let mut tokens = Vec::new();
    for round in 0..rounds {
        let mut server = serve(data.path(), &variables);
        if tokens.is_empty() {
            tokens = people(&client, &server.url, &sink).await;
        }
        for table in &tables {
            is_all_there(&client, &server.url, table).await;
        }
        tables.retain(|table| !is_over(table));
        while tables.len() < 4 {
            tables.push(table(&client, &server.url, &tokens).await);
        }
        let killer = {
            let pid = server.child.id().to_string();
            let wait = Duration::from_millis(20 + u64::from(chance.below(400)));
            std::thread::spawn(move || {
                std::thread::sleep(wait);
                std::process::Command::new("kill").args(["-KILL", &pid]).status().unwrap();
            })
        };
        let url = server.url.clone();
        let plays = tables
            .iter_mut()
            .map(|table| async { while step(&client, &url, table).await.is_some() {} });
        join_all(plays.collect()).await;
        killer.join().unwrap();
        let _ = server.child.wait();
        println!("round {round}: {:?}", tables.iter().map(|t| &t.acknowledged).collect::<Vec<_>>());
    }
    let server = serve(data.path(), &variables);
    for table in &mut tables {
        is_all_there(&client, &server.url, table).await;
        for _ in 0..3 {
            step(&client, &server.url, table).await;
        }
    }
    tokio::time::sleep(Duration::from_secs(3)).await;
    letters_are_neither_lost_nor_doubled(&sink);
    let db = turnwise::db::Db::connect(&database).expect("the database");
    let (streams, broken) =
        db.read_blocking(turnwise::matches::export::verify_database).expect("a look");
    assert!(streams >= 4 && broken.is_empty(), "{broken:?}");
}

fn is_over(table: &Table) -> bool {
    table.open.is_none() && table.acknowledged.as_ref().is_some_and(|(version, _)| *version > 1_500)
}

/// What was acknowledged stands in the stream with the very same hash.
async fn is_all_there(client: &reqwest::Client, url: &str, table: &Table) {
    let Some((version, hash)) = &table.acknowledged else { return };
    let path = format!("{url}/api/v1/matches/{}/history?after={}&limit=1", table.id, version - 1);
    let (status, page) = call(client, path, "", &[], None).await.expect("an answer");
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["items"][0]["version"], *version, "an acknowledged command was lost");
    assert_eq!(page["items"][0]["hash"], *hash, "an acknowledged command was changed");
}

/// A letter may arrive twice only as what a mail program shows once: under one Message-ID.
fn letters_are_neither_lost_nor_doubled(sink: &Sink) {
    let mut bodies: BTreeMap<String, String> = BTreeMap::new();
    for letter in sink.letters() {
        let id = letter.header("message-id").expect("an id");
        let subject = letter.header("subject").unwrap_or_default();
        let known = bodies.entry(id).or_insert_with(|| subject.clone());
        assert_eq!(*known, subject, "two letters under one id");
    }
    assert!(bodies.values().any(|subject| subject.contains("begins")));
}
