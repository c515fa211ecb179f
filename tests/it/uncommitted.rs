//! Writes that are not committed: nobody is told of what was never stored, and no
//! stream gets a hole.

use super::app::{TestApp, awaited, begun};
use super::process::turnwise;
use crate::start_or_skip;
use diesel::connection::SimpleConnection;
use diesel::dsl::{count_star, max};
use futures_util::future::join_all;
use serde_json::json;
use std::sync::mpsc;
use std::time::Duration;
use turnwise::db::query::prelude::*;
use turnwise::db::{Conn, Db, matches};

diesel::table! {
    events (match_id, version) { match_id -> Text, version -> BigInt, }
}

/// The newest version of each stream, after making sure that none lacks a row.
pub fn heads(db: &Db) -> Vec<(String, i64)> {
    let streams = db.read_blocking(|conn| {
        let by_match = events::table.group_by(events::match_id);
        Ok(by_match.select((events::match_id, max(events::version), count_star())).load(conn)?)
    });
    let streams: Vec<(String, Option<i64>, i64)> = streams.expect("streams");
    for (id, newest, rows) in &streams {
        assert_eq!(*newest, Some(*rows), "the stream of {id} has a hole");
    }
    streams.into_iter().map(|(id, _, rows)| (id, rows)).collect()
}

/// The program finds nothing broken in a database.
pub fn is_whole(database: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut command = turnwise(folder.path());
    command.env("DATABASE_URL", database).args(["verify", "--database"]);
    let output = command.output().expect("the program runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains(" 0 wrong"), "{said}");
}

/// The embedded database as it runs commands outside of any transaction.
fn execute(db: &Db, statements: &str) {
    let ran = db.read_blocking(|conn| match conn {
        Conn::Sqlite(conn) => Ok(conn.batch_execute(statements)),
        Conn::Postgres(_) => unreachable!("the database is a file"),
    });
    ran.unwrap().expect("the statements run");
}

/// A row that only the commit refuses.
const ORPHAN: &str = "INSERT INTO orphans VALUES ('of nobody')";
const ORPHANS: &str = "CREATE TABLE nobody (id TEXT PRIMARY KEY); CREATE TABLE orphans \
    (parent TEXT REFERENCES nobody (id) DEFERRABLE INITIALLY DEFERRED);";

/// Holds the writer until the sender speaks; the commit of what queues up meanwhile fails.
fn hold_and_fail(db: &Db) -> mpsc::Sender<()> {
    let (go, wait) = mpsc::channel::<()>();
    let (held, is_held) = mpsc::channel();
    let db = db.clone();
    std::thread::spawn(move || {
        let failed = db.write_blocking(move |conn| {
            held.send(()).expect("the test waits");
            let _ = wait.recv();
            match &mut **conn {
                Conn::Sqlite(conn) => conn.batch_execute(ORPHAN)?,
                Conn::Postgres(_) => unreachable!("the database is a file"),
            }
            Ok(())
        });
        assert!(failed.is_err(), "the commit is refused");
    });
    is_held.recv().expect("the writer works");
    go
}

#[actix_web::test]
async fn of_a_group_of_writes_that_is_not_committed_nobody_learns_anything_and_nothing_remains() {
    let app = start_or_skip!();
    if !app.database.starts_with("sqlite") {
        crate::skipped!("only the embedded database commits several writes together");
        return;
    }
    execute(&app.db, ORPHANS);
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let mut ids = Vec::new();
    for _ in 0..4 {
        ids.push(begun(&people, json!({})).await);
    }
    for round in 0..8 {
        let mut turns = Vec::new();
        for id in &ids {
            let who = people[awaited(&anna.look(id).await)];
            let legal = who.legal(id).await;
            let items = legal["items"].as_array().unwrap();
            let command = [items[round % items.len()]["command"].clone()];
            turns.push((id, who, command, legal["version"].as_i64().unwrap()));
        }
        let go = hold_and_fail(&app.db);
        let keys: Vec<String> = ids.iter().map(|id| format!("{round}-{id}")).collect();
        // Each command once as it should be, and then from somebody who is late.
        let timely = turns
            .iter()
            .zip(&keys)
            .map(|((id, who, command, version), key)| who.play(id, command, *version, key));
        let late = turns.iter().map(async |(id, who, command, version)| {
            tokio::time::sleep(Duration::from_millis(100)).await;
            who.play(id, command, version - 1, "late").await
        });
        let release = async {
            // On a busy machine a command that is prompt takes half a second to get there.
            tokio::time::sleep(Duration::from_millis(750)).await;
            go.send(()).expect("the writer waits");
        };
        let (timely, late, ()) = tokio::join!(join_all(timely), join_all(late), release);
        for answer in timely {
            assert_eq!(answer.status, 503, "it was not stored: {}", answer.text);
        }
        for ((_, _, _, version), answer) in turns.iter().zip(late) {
            if answer.status != 503 {
                let problem = answer.refused(412, "stale_version");
                assert_eq!(problem["version"], *version, "{problem}");
                assert_eq!(problem["missed"].as_array().unwrap().len(), 1, "{problem}");
            }
        }
        for ((id, who, command, version), key) in turns.iter().zip(&keys) {
            assert_eq!(who.look(id).await["version"], *version, "it shows what was not stored");
            let played = who.play(id, command, *version, key).await.expect(200);
            assert_eq!(who.look(id).await["version"], played["version"]);
        }
        assert_eq!(heads(&app.db).len(), ids.len());
    }
    is_whole(&app.database);
}

/// The database comes back without any match.
async fn lose(app: &TestApp) {
    let lose = "DROP TRIGGER IF EXISTS events_are_never_deleted";
    let tables = ["seats", "match_secrets", "sealed", "answered", "notices", "events", "matches"];
    app.db
        .write(move |tx| {
            let run = |tx: &mut turnwise::db::Tx<'_>, statement: &str| match &mut **tx {
                Conn::Sqlite(conn) => conn.batch_execute(statement),
                Conn::Postgres(conn) => conn.batch_execute(&statement.replace(
                    "IF EXISTS events_are_never_deleted",
                    "events_are_never_changed ON events",
                )),
            };
            run(tx, lose).map_err(turnwise::error::Error::fault)?;
            for table in tables {
                run(tx, &format!("DELETE FROM {table}")).map_err(turnwise::error::Error::fault)?;
            }
            Ok(())
        })
        .await
        .expect("it is lost");
}

#[actix_web::test]
async fn of_a_match_that_the_database_has_lost_all_is_answered_as_of_none() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(2, json!({ "game": "bora-bora" })).await;
    lose(&app).await;
    ben.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await.refused(404, "not_found");
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.refused(404, "not_found");
}

#[actix_web::test]
async fn a_match_that_is_opened_again_after_it_was_lost_has_the_new_invitation_and_not_the_old() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let commitment = anna.post("/api/v1/commitments", json!({})).await.expect(201);
    let wish = json!({
        "game": "bora-bora", "seats": 3, "title": "Tea", "visibility": "private",
        "entropy": "dice", "commitment": commitment,
    });
    let opened = anna.post("/api/v1/matches", wish.clone()).await.expect(201);
    let seats = format!("/api/v1/matches/{}/seats", opened["id"].as_str().expect("an id"));
    let old = json!({ "invitation": opened["invitation"] });
    ben.post(&seats, old.clone()).await.expect(201);
    lose(&app).await;
    let opened = anna.post("/api/v1/matches", wish).await.expect(201);
    assert_eq!(opened["id"], commitment["match_id"]);
    let id = opened["id"].as_str().expect("an id").to_owned();
    let stored = app.db.read(move |conn| matches::secret(conn, &id)).await.expect("a row");
    assert_eq!(opened["invitation"], stored.expect("a secret").invitation);
    ben.post(&seats, old).await.refused(404, "not_found");
    ben.post(&seats, json!({ "invitation": opened["invitation"] })).await.expect(201);
}
