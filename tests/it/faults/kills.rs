//! The server killed at random moments under load: nothing acknowledged is lost,
//! nothing happens twice.

use super::rounds;
use crate::app::{PASSWORD, TestApp, Wish, new_database};
use crate::process::{Server, serve};
use crate::smtp::Sink;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use turnwise::clock::Clock;
use turnwise::db::letters::{self, LetterRow};
use turnwise::db::notices::{self, NoticeRow};
use turnwise::db::{Db, accounts, events};
use turnwise::matches::proof::database::verify_database;
use turnwise::matches::stream::event::Kind;
use turnwise::matches::stream::rows::read_all;
use turnwise::matches::{Match, Status};
use turnwise::rules::chance::{Chance, Seeded};

pub struct Table {
    pub id: String,
    pub tokens: Vec<String>,
    /// The newest version and hash that was acknowledged.
    pub acknowledged: Option<(i64, String)>,
    /// Posts that got no answer: key, commands and version.
    pub open: Option<(String, Value, i64)>,
    /// From which version to which each acknowledged post led.
    turns: Vec<(i64, i64)>,
    /// Whether the match has ended: who keeps up a load needs another table.
    pub over: bool,
}

pub async fn call(
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

/// Plays one step of a table, if the server lets it; a post without an answer, or with one
/// that says to ask again, is repeated under its old key.
pub async fn step(client: &reqwest::Client, url: &str, table: &mut Table) -> Option<()> {
    let path = format!("{url}/api/v1/matches/{}", table.id);
    if table.open.is_none() {
        let (_, seen) = call(client, path.clone(), "", &[], None).await?;
        table.over = seen["status"] == "ended";
        let seat = seen["turn"]["awaited"].get(0)?.as_u64()? as usize;
        let token = table.tokens[seat].clone();
        let (_, legal) =
            call(client, format!("{path}/legal?worth=false"), &token, &[], None).await?;
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
    if answer.0 == 503 {
        return None;
    }
    assert_eq!(answer.0, 200, "{}", answer.1);
    table.open = None;
    let reached = answer.1["version"].as_i64()?;
    table.turns.push((version, reached));
    table.acknowledged = Some((reached, answer.1["hash"].as_str()?.to_owned()));
    Some(())
}

pub async fn table(client: &reqwest::Client, url: &str, tokens: &[String]) -> Table {
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "Under fire" });
    let (status, opened) =
        call(client, format!("{url}/api/v1/matches"), &tokens[0], &[], Some(wish)).await.unwrap();
    assert_eq!(status, 201, "{opened}");
    let id = opened["id"].as_str().unwrap().to_owned();
    let path = format!("{url}/api/v1/matches/{id}/seats");
    let (status, joined) = call(client, path, &tokens[1], &[], Some(json!({}))).await.unwrap();
    assert_eq!(status, 201, "{joined}");
    Table {
        id,
        tokens: tokens.to_vec(),
        acknowledged: None,
        open: None,
        turns: Vec::new(),
        over: false,
    }
}

pub async fn people(client: &reqwest::Client, url: &str, sink: &Sink) -> Vec<String> {
    let mut tokens = Vec::new();
    for name in ["anna", "ben"] {
        let email = format!("{name}@example.org");
        let new = json!({ "handle": name, "email": email, "password": PASSWORD });
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
        let login = json!({ "login": name, "password": PASSWORD });
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
    let Some((database, _folder)) = new_database() else { return };
    let data = tempfile::tempdir().unwrap();
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables = variables(&database, &mail);
    let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).build().unwrap();
    let mut chance = Seeded::new(7);
    let (mut tables, mut finished): (Vec<Table>, Vec<Table>) = (Vec::new(), Vec::new());
    let (mut tokens, mut under_load) = (Vec::new(), 0);
    for round in 0..rounds(6) {
        let mut server = serve(data.path(), &variables);
        if tokens.is_empty() {
            tokens = people(&client, &server.url, &sink).await;
        }
        for table in &tables {
            is_all_there(&client, &server.url, table).await;
        }
        finished.extend(tables.extract_if(.., |table| table.over));
        while tables.len() < 4 {
            tables.push(table(&client, &server.url, &tokens).await);
        }
        let url = server.url.clone();
        let pace = pace(&client, &url, &mut tables).await;
        let before = posts(&tables);
        let killer = kill_soon(&server, &mut chance, pace);
        let plays = tables
            .iter_mut()
            .map(|table| async { while step(&client, &url, table).await.is_some() {} });
        join_all(plays).await;
        killer.join().unwrap();
        let _ = server.child.wait();
        under_load += usize::from(posts(&tables) > before);
        println!("round {round}: {} posts", posts(&tables) - before);
    }
    assert!(2 * under_load > rounds(6), "{under_load} rounds had any load");
    let server = serve(data.path(), &variables);
    for table in &mut tables {
        is_all_there(&client, &server.url, table).await;
        for _ in 0..3 {
            step(&client, &server.url, table).await;
        }
    }
    drop(server);
    finished.extend(tables);
    all_is_well(&database, &finished, &sink).await;
}

#[actix_web::test]
async fn of_two_servers_on_one_database_either_may_be_killed_and_nothing_is_lost_or_doubled() {
    let Some((database, _folder)) = new_database() else { return };
    if database.starts_with("sqlite") {
        crate::skipped!("two servers share a database on Postgres only");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables = variables(&database, &mail);
    let client = reqwest::Client::builder().timeout(Duration::from_secs(5)).build().unwrap();
    let mut chance = Seeded::new(8);
    let mut servers = [serve(data.path(), &variables), serve(data.path(), &variables)];
    let tokens = people(&client, &servers[0].url, &sink).await;
    let (mut tables, mut finished): (Vec<Table>, Vec<Table>) = (Vec::new(), Vec::new());
    for round in 0..rounds(6) {
        finished.extend(tables.extract_if(.., |table| table.over));
        while tables.len() < 4 {
            tables.push(table(&client, &servers[0].url, &tokens).await);
        }
        let (killed, goes_on) = (round % 2, (round + 1) % 2);
        let pace = pace(&client, &servers[killed].url, &mut tables).await;
        let before = posts(&tables);
        let killer = kill_soon(&servers[killed], &mut chance, pace);
        let urls = [servers[goes_on].url.clone(), servers[killed].url.clone()];
        let plays = tables.iter_mut().map(async |table| {
            // What the killed one did not answer is asked of the other, under the same key.
            while step(&client, &urls[1], table).await.is_some() {
                let _ = step(&client, &urls[0], table).await;
            }
            for _ in 0..3 {
                let went_on = step(&client, &urls[0], table).await.is_some();
                assert!(went_on || table.over, "the other process goes on");
                is_all_there(&client, &urls[0], table).await;
            }
        });
        join_all(plays).await;
        killer.join().unwrap();
        let _ = servers[killed].child.wait();
        assert!(posts(&tables) > before, "round {round} had no load");
        println!("round {round}: {} posts", posts(&tables) - before);
        servers[killed] = serve(data.path(), &variables);
    }
    drop(servers);
    finished.extend(tables);
    all_is_well(&database, &finished, &sink).await;
}

/// How long it takes until each table has made a step: machines and builds differ.
async fn pace(client: &reqwest::Client, url: &str, tables: &mut [Table]) -> Duration {
    let began = std::time::Instant::now();
    for table in tables {
        step(client, url, table).await;
    }
    began.elapsed()
}

/// Kills a server at some moment after as long as a step of each table takes.
fn kill_soon(server: &Server, chance: &mut Seeded, pace: Duration) -> std::thread::JoinHandle<()> {
    let pid = server.child.id().to_string();
    let wait = Duration::from_millis(20 + u64::from(chance.below(400))) + pace;
    std::thread::spawn(move || {
        std::thread::sleep(wait);
        std::process::Command::new("kill").args(["-KILL", &pid]).status().unwrap();
    })
}

/// Every stream is whole, and every turn that was played led to its letters, once.
async fn all_is_well(database: &str, tables: &[Table], sink: &Sink) {
    let db = Db::connect(database).expect("the database");
    // The letters that the killed had taken up are free again after seconds.
    let later = Clock::of_the_machine().now() + chrono::Duration::seconds(5);
    let wish = Wish {
        clock: Clock::standing_at(later),
        database: Some(database.to_owned()),
        sink: Some(sink.clone()),
        ..Wish::default()
    };
    let _last = TestApp::start(wish).await.expect("a server");
    let told = all_told(&db).await;
    every_turn_led_to_its_letters(&db, tables, &told, sink);
    letters_are_neither_lost_nor_doubled(sink);
    let checked = db.read_blocking(verify_database).expect("a look");
    assert!(checked.streams >= 4 && checked.wrong.is_empty(), "{checked:?}");
}

/// How many posts were acknowledged at these tables.
fn posts(tables: &[Table]) -> usize {
    tables.iter().map(|table| table.turns.len()).sum()
}

/// What was acknowledged stands in the stream with the very same hash.
pub async fn is_all_there(client: &reqwest::Client, url: &str, table: &Table) {
    let Some((version, hash)) = &table.acknowledged else { return };
    let path = format!("{url}/api/v1/matches/{}/history?after={}&limit=1", table.id, version - 1);
    let (status, page) = call(client, path, "", &[], None).await.expect("an answer");
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["items"][0]["version"], *version, "an acknowledged command was lost");
    assert_eq!(page["items"][0]["hash"], *hash, "an acknowledged command was changed");
}

/// What every server of these tests is told.
pub fn variables<'a>(database: &'a str, mail: &'a str) -> [(&'a str, &'a str); 5] {
    [
        ("DATABASE_URL", database),
        ("TURNWISE_MAIL", mail),
        // As the servers within a test have it: it is part of each Message-ID.
        ("TURNWISE_MAIL_FROM", "turnwise@example.org"),
        // The same in every folder in which a server of one database begins.
        ("TURNWISE_SECRET", "a secret of the tests, long enough"),
        ("TURNWISE_RATE", "10000"),
    ]
}

/// What people were told, and what is left of it.
struct Told {
    notices: Vec<NoticeRow>,
    letters: Vec<LetterRow>,
}

/// All that people were told, once nothing waits to be told or sent.
async fn all_told(db: &Db) -> Told {
    for _ in 0..1_200 {
        let told = db.read(|conn| {
            let (mut notices, mut letters) = (Vec::new(), Vec::new());
            for name in ["anna", "ben"] {
                if let Some(account) = accounts::by_handle(conn, name)? {
                    notices.extend(notices::of_account(conn, &account.id, 1_000_000)?);
                    letters.extend(letters::of_account(conn, &account.id, 1_000_000)?);
                }
            }
            Ok(Told { notices, letters })
        });
        let told = told.await.expect("what was told");
        let waits = |state: &str| ["queued", "claimed", "pending"].contains(&state);
        let states = told.letters.iter().map(|row| &row.state);
        if !states.chain(told.notices.iter().map(|row| &row.state)).any(|state| waits(state)) {
            return told;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("letters wait without end");
}

/// The letters that the posts of a table must have led to, and those of them that
/// are still wanted because nobody has acted on them.
fn letters_due(db: &Db, table: &Table) -> (BTreeSet<String>, BTreeSet<String>) {
    let rows = db.read_blocking(|conn| events::from(conn, &table.id, 1)).expect("a stream");
    let newest = rows.last().expect("an event").version;
    let mut ends: Vec<i64> = vec![table.turns.first().map_or(newest, |(from, _)| *from)];
    for (from, to) in &table.turns {
        assert_eq!(ends.last(), Some(from), "something happened that nobody posted");
        ends.push(*to);
    }
    assert_eq!(ends.last(), Some(&newest), "something happened that nobody posted");
    let records = read_all(rows).expect("events");
    let mut folded = Match::open(&table.id, &records[0]).expect("a match");
    let (mut due, mut wanted) = (BTreeSet::new(), BTreeMap::new());
    let (mut before, mut started) = (Vec::new(), false);
    for row in &records[1..] {
        folded.evolve(row).expect("an event");
        started |= row.event.kind() == Kind::Started;
        let actor = row.by.text();
        if !ends.contains(&row.version) {
            continue;
        }
        let awaited = folded.awaited();
        wanted.retain(|seat, _| awaited.contains(seat));
        let over = folded.status == Status::Ended;
        for (index, sitter) in folded.sitters.iter().enumerate() {
            let seat = turnwise::rules::Seat(index as u8);
            let now_awaited = awaited.contains(&seat) && !before.contains(&seat);
            let kind = match (started, over) {
                (true, _) => "match_started",
                (_, true) => "match_ended",
                _ => "your_turn",
            };
            if sitter.account != actor && (started || over || now_awaited) {
                let id = format!("{}:{}:{}:{kind}", table.id, row.version, sitter.account);
                due.insert(id.clone());
                if kind == "your_turn" {
                    wanted.insert(seat, id);
                }
            }
        }
        (before, started) = (awaited, false);
    }
    (due, wanted.into_values().collect())
}

/// Every turn that passed on led to its notices and no other; each was dropped since the turn
/// was played, or is told by a letter that came to the mail server under its one Message-ID.
fn every_turn_led_to_its_letters(db: &Db, tables: &[Table], told: &Told, sink: &Sink) {
    let arrived: BTreeSet<String> =
        sink.letters().iter().filter_map(|letter| letter.header("message-id")).collect();
    let (mut due, mut wanted) = (BTreeSet::new(), BTreeSet::new());
    for table in tables {
        assert!(table.open.is_none(), "the last server answers everything");
        let (of_this, wanted_of_this) = letters_due(db, table);
        due.extend(of_this);
        wanted.extend(wanted_of_this);
    }
    let found: BTreeSet<String> = told.notices.iter().map(|row| row.id.clone()).collect();
    let missing: Vec<_> = due.difference(&found).collect();
    assert!(missing.is_empty(), "turns without their notices: {missing:?}");
    let extra: Vec<_> = found.difference(&due).collect();
    assert!(extra.is_empty(), "notices of nothing: {extra:?}");
    let mut withdrawn = 0;
    for row in &told.notices {
        let letter = row.letter_id.as_ref().map(|id| {
            let of = |letter: &&LetterRow| letter.account_id == row.account_id && letter.id == *id;
            told.letters.iter().find(of).expect("the letter that covers it")
        });
        let played = match letter {
            None => row.reason.as_deref(),
            Some(letter) if letter.state == "withdrawn" => letter.error.as_deref(),
            Some(letter) => {
                assert_eq!(letter.state, "sent", "{letter:?}");
                let local = letter.id.replace([':', '_'], ".");
                let id = format!("<{local}@example.org>");
                assert!(arrived.contains(&id), "{} never arrived", letter.id);
                continue;
            }
        };
        assert_eq!(played, Some("the turn is played already"), "{row:?}");
        assert!(!wanted.contains(&row.id), "{} was still wanted", row.id);
        withdrawn += 1;
    }
    println!("{} notices, {withdrawn} of them played before", due.len());
    assert!(due.len() > tables.len(), "turns passed on");
}

#[actix_web::test]
async fn of_two_server_processes_racing_for_a_turn_one_wins_and_the_other_answers_412() {
    let Some((database, _folder)) = new_database() else { return };
    if database.starts_with("sqlite") {
        crate::skipped!("two servers share a database on Postgres only");
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables = variables(&database, &mail);
    // One after the other: the first makes the secret that both need.
    let servers = [serve(data.path(), &variables), serve(data.path(), &variables)];
    let client = reqwest::Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
    let tokens = people(&client, &servers[0].url, &sink).await;
    let mut table = table(&client, &servers[0].url, &tokens).await;
    let mut wins = [0, 0];
    for round in 0..60 {
        let path = |server: usize| format!("{}/api/v1/matches/{}", servers[server].url, table.id);
        let (_, seen) = call(&client, path(round % 2), "", &[], None).await.unwrap();
        let Some(seat) = seen["turn"]["awaited"][0].as_u64() else { break };
        let token = tokens[seat as usize].as_str();
        let legal = call(&client, path(round % 2) + "/legal", token, &[], None).await.unwrap().1;
        let items = legal["items"].as_array().unwrap();
        let version = legal["version"].as_i64().unwrap();
        let posts = [&items[0], &items[items.len() - 1]].into_iter().enumerate().map(|(at, item)| {
            let headers = [
                ("If-Match", format!("\"{version}\"")),
                ("Idempotency-Key", format!("{round}-{at}")),
            ];
            let body = json!({ "commands": [item["command"]] });
            let (client, url) = (&client, path(at) + "/commands");
            async move { call(client, url, token, &headers, Some(body)).await.expect("an answer") }
        });
        let answers = join_all(posts).await;
        let won = answers.iter().position(|(status, _)| *status == 200);
        let won = won.unwrap_or_else(|| panic!("nobody won: {answers:?}"));
        let (status, problem) = &answers[1 - won];
        assert_eq!((*status, &problem["code"]), (412, &json!("stale_version")), "{problem}");
        let reached = answers[won].1["version"].as_i64().unwrap();
        assert_eq!(problem["version"], reached, "the loser learns how far the match is");
        assert!(!problem["missed"].as_array().unwrap().is_empty());
        table.turns.push((version, reached));
        wins[won] += 1;
    }
    println!("the servers won {wins:?} races");
    let db = Db::connect(&database).expect("the database");
    let told = all_told(&db).await;
    every_turn_led_to_its_letters(&db, &[table], &told, &sink);
    let ids: Vec<_> = sink.letters().iter().filter_map(|l| l.header("message-id")).collect();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len(), "no letter went out twice");
}

/// A letter may arrive twice only as what a mail program shows once: under one Message-ID, and
/// with no news that the first one has not told. It may tell less, of what was played meanwhile.
fn letters_are_neither_lost_nor_doubled(sink: &Sink) {
    let mut first: BTreeMap<String, (String, [BTreeSet<String>; 2])> = BTreeMap::new();
    for letter in sink.letters() {
        let id = letter.header("message-id").expect("an id");
        // A repeated letter about the start says whose turn it is by then.
        let subject = letter.header("subject").unwrap_or_default();
        let subject = subject.replace(", and it is your turn", "");
        let news = ["", "Look back at the match"].map(|call| matches_named(&letter.text(), call));
        let (known, told) = first.entry(id).or_insert_with(|| (subject.clone(), news.clone()));
        let is_old = news.iter().zip(&*told).all(|(news, told)| news.is_subset(told));
        assert!(is_old, "{subject} has news that {known} has not told");
        assert!(
            subject == *known || told[0].len() > 1,
            "two letters under one id: {known}, {subject}"
        );
    }
    assert!(first.values().any(|(subject, _)| subject.contains("begins")));
}

/// The ids of the matches that the buttons of a letter with this call lead to.
fn matches_named(text: &str, call: &str) -> BTreeSet<String> {
    let links = text.split("href=\"").skip(1).filter_map(|rest| rest.split_once("</a>"));
    let called = links.filter(|(link, _)| link.contains(call));
    let ids = called.filter_map(|(link, _)| link.split_once("/matches/"));
    ids.map(|(_, id)| id.chars().take_while(|c| c.is_ascii_hexdigit() || *c == '-').collect())
        .collect()
}
