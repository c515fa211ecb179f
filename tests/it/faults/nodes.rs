//! Several server processes on one Postgres: what one stores the others hear, and what one
//! leaves undone when it dies the others do.

use super::{promised, rounds, variables};
use crate::app::{TestApp, Wish, begun};
use crate::live::Listener;
use crate::postgres;
use crate::process::serve;
use crate::smtp::Sink;
use diesel::sql_types::BigInt;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use std::process::Command;
use std::time::{Duration, Instant};
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::accounts::by_handle;
use turnwise::db::notices::{self, NoticeRow, State};
use turnwise::db::query::prelude::*;
use turnwise::matches::Matches;
use turnwise::rules::Robot;
use turnwise::words::Word;

/// How soon a server hears of what another one has stored.
const HEARD: Duration = Duration::from_millis(100);
/// How soon another one does what a dead one has left.
const TAKEN_OVER: Duration = Duration::from_secs(5);

/// Two servers on one database, which share a mail server.
async fn two() -> Option<[TestApp; 2]> {
    let database = postgres::new_database()?;
    let wish = Wish { database: Some(database), sink: Some(Sink::start()), ..Wish::default() };
    Some([TestApp::start(wish.clone()).await?, TestApp::start(wish).await?])
}

/// The middle one of some durations.
fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

#[actix_web::test]
async fn what_happens_at_one_server_is_heard_at_another_within_a_tenth_of_a_second() {
    let Some([here, there]) = two().await else { return };
    let (anna, ben) = (here.person("anna").await, here.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let path = format!("/api/v1/matches/{id}");
    let far = there.anonymous();
    // Also over connections that were lost and made anew.
    for cut in [false, true] {
        if cut {
            let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                WHERE datname = current_database() AND pid <> pg_backend_pid()";
            here.db.read_blocking(|conn| Ok(diesel::sql_query(kill).execute(conn)?)).unwrap();
            tokio::time::sleep(Duration::from_millis(2_500)).await;
        }
        let mut version = anna.look(&id).await["version"].as_i64().unwrap();
        let mut stream = Listener::of(&far, &id, Some(version)).await;
        let mut times = Vec::new();
        for _ in 0..9 {
            let tag = far.get(&path).await.headers["etag"].to_str().unwrap().to_owned();
            let waiting = far
                .request(Method::GET, &path)
                .header("If-None-Match", tag)
                .header("Prefer", "wait=30");
            let waiting = tokio::spawn(waiting.send());
            tokio::time::sleep(Duration::from_millis(30)).await;
            let mover = if ben.look(&id).await["turn"]["yours"] == true { &ben } else { &anna };
            let reached = mover.play_any(&id, |_| true).await["version"].as_i64().unwrap();
            let began = Instant::now();
            assert_eq!(waiting.await.unwrap().unwrap().status().as_u16(), 200);
            while version < reached {
                version = stream.next().await.expect("the stream goes on").id.unwrap();
            }
            times.push(began.elapsed());
        }
        println!("heard after {times:?}");
        assert!(median(times.clone()) < promised(HEARD), "{times:?}");
    }
}

/// How many transactions the database has ended so far.
fn transactions(db: &Db) -> i64 {
    #[derive(diesel::QueryableByName)]
    struct Ended {
        #[diesel(sql_type = BigInt)]
        ended: i64,
    }
    let count = "SELECT xact_commit AS ended FROM pg_stat_database \
        WHERE datname = current_database()";
    let counted = db.read_blocking(|conn| Ok(diesel::sql_query(count).get_result::<Ended>(conn)?));
    counted.unwrap().ended
}

#[actix_web::test]
async fn who_watches_in_silence_costs_the_database_hardly_anything() {
    const WATCHERS: usize = 40;
    let Some([here, there]) = two().await else { return };
    let anna = here.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let far = there.anonymous();
    let _streams = join_all((0..WATCHERS).map(|_| Listener::of(&far, &id, None))).await;
    // What connections have done that rest now is counted within ten seconds.
    tokio::time::sleep(Duration::from_secs(11)).await;
    let before = transactions(&here.db);
    tokio::time::sleep(Duration::from_secs(5)).await;
    let spent = transactions(&here.db) - before;
    println!("{spent} transactions in five seconds");
    assert!(spent < 5 * WATCHERS as i64, "{spent}");
}

#[actix_web::test]
async fn robots_whose_process_has_died_are_played_by_another_within_five_seconds() {
    let Some([_here, there]) = two().await else { return };
    // Who stores this has died before it could play for its robots.
    let db = Db::connect(&there.database).unwrap();
    let dead = Matches::new(db, Clock::of_the_machine(), "a secret").unwrap();
    let host = "somebody who has gone";
    for _ in 0..3 {
        let id = crate::robots::left_alone(&dead, host, Robot::Random).await;
        let began = Instant::now();
        let anyone = there.anonymous();
        loop {
            let seen = anyone.look(&id).await;
            if seen["turn"]["awaited"] == json!([0]) || seen["status"] == "ended" {
                break;
            }
            assert!(began.elapsed() < promised(TAKEN_OVER), "{seen}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        println!("taken over after {:?}", began.elapsed());
    }
}

#[actix_web::test]
async fn letters_of_a_process_that_was_killed_or_stopped_are_sent_by_another_at_once() {
    // A letter that is put back goes before the claim on it would have lapsed.
    for (signal, within) in [("-KILL", TAKEN_OVER), ("-TERM", Duration::from_millis(3_500))] {
        let Some(database) = postgres::new_database() else { return };
        let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let mail = format!("smtp://{}", silent.local_addr().unwrap());
        let data = tempfile::tempdir().unwrap();
        let dying = serve(data.path(), &variables(&database, &mail));
        let at_it = TestApp::at(&dying.url, &database, Sink::start());
        let new = json!({
            "handle": "anna", "email": "anna@example.org", "password": crate::app::PASSWORD,
        });
        at_it.anonymous().post("/api/v1/accounts", new).await.expect(201);
        let _conversation = silent.accept().expect("the letter is on its way");
        let wish = Wish {
            database: Some(database.clone()),
            sink: Some(at_it.sink.clone()),
            ..Wish::default()
        };
        let Some(other) = TestApp::start(wish).await else { return };
        // Longer than a claim lasts that is not renewed.
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert!(other.sink.tries().is_empty(), "it is on its way already");
        let pid = dying.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let began = Instant::now();
        other.letter("anna@example.org", "Confirm your address").await;
        let took = began.elapsed();
        println!("sent {took:?} after {signal}");
        assert!(took < promised(within), "{took:?} after {signal}");
    }
}

#[actix_web::test]
async fn a_notice_of_a_process_that_dies_is_looked_after_by_another_within_five_seconds() {
    let Some(database) = postgres::new_database() else { return };
    let wish = Wish { database: Some(database.clone()), ..Wish::default() };
    let Some(other) = TestApp::start(wish).await else { return };
    let (anna, ben) = (other.person("anna").await, other.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    // It says that it does so, and does not: as if it had been killed right after the commit.
    let dead = Db::connect(&database).expect("the database");
    let (_dies, until) = tokio::sync::watch::channel(false);
    dead.gathers_until(until);
    for round in 0..rounds(3) {
        let anna = dead.read_blocking(|conn| by_handle(conn, "anna")).unwrap();
        let (account, now) = (anna.expect("she is there").id, Clock::of_the_machine().now());
        let notice = NoticeRow {
            account_id: account.clone(),
            id: format!("{id}:{round}:anna:your_turn"),
            kind: "your_turn".to_owned(),
            match_id: id.clone(),
            version: 1,
            data: "{}".to_owned(),
            urgent: false,
            happened_at: now,
            ready_at: now,
            state: State::Pending.word().to_owned(),
            reason: None,
            letter_id: None,
            ended_at: None,
        };
        let (key, given) = (notice.id.clone(), notice.clone());
        dead.write(move |tx| notices::give(tx, &given)).await.expect("a notice");
        let began = Instant::now();
        loop {
            let (account, key) = (account.clone(), key.clone());
            let found = dead.read_blocking(|conn| notices::by_id(conn, &account, &key));
            if found.unwrap().unwrap().state != State::Pending.word() {
                break;
            }
            assert!(began.elapsed() < promised(TAKEN_OVER), "nobody looks");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        println!("looked after {:?}", began.elapsed());
    }
}
