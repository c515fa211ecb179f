//! The stream in the database: what holds when something damages it.

use crate::app::{TestApp, Wish, begun, new_database};
use crate::start_or_skip;
use diesel::connection::SimpleConnection;
use serde_json::json;
use turnwise::clock::Clock;
use turnwise::db::{Conn, Db};
use turnwise::matches::Matches;
use turnwise::matches::proof::database::{Checked, verify_database};
use turnwise::matches::stream::sealed;

/// Runs statements as somebody with the database's own tools would.
pub async fn run(db: &Db, sqlite: &str, postgres: &str) -> Result<(), String> {
    let (sqlite, postgres) = (sqlite.to_owned(), postgres.to_owned());
    let ran = db.write(move |tx| {
        Ok(match &mut **tx {
            Conn::Sqlite(conn) => conn.batch_execute(&sqlite),
            Conn::Postgres(conn) => conn.batch_execute(&postgres),
        })
    });
    ran.await.expect("the writer works").map_err(|error| error.to_string())
}

#[actix_web::test]
async fn the_database_itself_refuses_to_change_or_delete_an_event() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let db = Db::connect(&app.database).unwrap();
    for statement in ["UPDATE events SET data = '{}'", "DELETE FROM events"] {
        let refused = run(&db, statement, statement).await.unwrap_err();
        assert!(refused.contains("only ever appended"), "{refused}");
    }
    assert_eq!(anna.look(&id).await["version"], 2);
}

#[actix_web::test]
async fn a_damaged_stream_is_named_and_hurts_no_other_match() {
    let Some((database, _folder)) = new_database() else { return };
    let wish = || Wish { database: Some(database.clone()), ..Wish::default() };
    let db = Db::connect(&database).unwrap();
    let (whole, damaged);
    {
        let app = TestApp::start(wish()).await.expect("a server");
        let (anna, ben) = (app.person("anna").await, app.person("ben").await);
        whole = begun(&[&anna, &ben], json!({})).await;
        damaged = begun(&[&anna, &ben], json!({ "title": "Bad luck" })).await;
    }
    let whole_database = Checked { streams: 2, ..Checked::default() };
    assert_eq!(db.read_blocking(verify_database).unwrap(), whole_database);
    let harm = "UPDATE events SET data = '{\"dice\": true}' WHERE version = 2 AND match_id = \
                (SELECT id FROM matches WHERE title = 'Bad luck');";
    let sqlite = format!("DROP TRIGGER events_are_never_changed; {harm}");
    let postgres = format!("DROP TRIGGER events_are_never_changed ON events; {harm}");
    run(&db, &sqlite, &postgres).await.unwrap();

    let checked = db.read_blocking(verify_database).unwrap();
    assert_eq!(checked.streams, 2);
    let named: Vec<&str> = checked.wrong.iter().map(|wrong| &*wrong.match_id).collect();
    assert_eq!(named, [&*damaged], "{checked:?}");

    // A server that has nothing in memory meets it.
    let app = TestApp::start(wish()).await.expect("a server");
    let anna = app.sign_in("anna", crate::app::PASSWORD).await;
    let answer = anna.get(&format!("/api/v1/matches/{damaged}")).await;
    assert_eq!(answer.status, 500);
    assert!(!answer.text.contains("dice"), "{}", answer.text);
    answer.refused(500, "fault");
    anna.get(&format!("/api/v1/matches/{whole}")).await.expect(200);
    assert_eq!(anna.get("/api/v1/matches").await.expect(200)["items"].as_array().unwrap().len(), 2);
}

#[actix_web::test]
async fn a_lobby_that_tells_something_else_than_the_stream_is_named() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let db = Db::connect(&app.database).unwrap();
    for wrong in [
        "UPDATE matches SET status = 'ended'",
        "UPDATE matches SET status = 'running', title = 'Another'",
    ] {
        run(&db, wrong, wrong).await.unwrap();
        let checked = db.read_blocking(verify_database).unwrap();
        assert_eq!(checked.wrong.len(), 1, "{wrong}");
        assert_eq!(checked.wrong[0].match_id, id);
    }
}

#[actix_web::test]
async fn who_is_awaited_by_the_rows_but_not_by_the_stream_is_named() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    begun(&[&anna, &ben], json!({})).await;
    let db = Db::connect(&app.database).unwrap();
    let wrong = "UPDATE seats SET awaited_since = NULL";
    run(&db, wrong, wrong).await.unwrap();
    let checked = db.read_blocking(verify_database).unwrap();
    assert!(checked.wrong[0].why.contains("seat"), "{checked:?}");
}

#[actix_web::test]
async fn a_stream_that_is_gone_is_named_by_what_else_speaks_of_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let whole = begun(&[&anna, &ben], json!({})).await;
    let gone = begun(&[&anna, &ben], json!({})).await;
    let db = Db::connect(&app.database).unwrap();
    let harm = format!("DELETE FROM events WHERE match_id = '{gone}';");
    let sqlite = format!("DROP TRIGGER events_are_never_deleted; {harm}");
    let postgres = format!("DROP TRIGGER events_are_never_changed ON events; {harm}");
    run(&db, &sqlite, &postgres).await.unwrap();
    for more in ["SELECT 1", "DELETE FROM seats", "DELETE FROM matches"] {
        let more = if more.starts_with("SELECT") {
            more.to_owned()
        } else {
            let key = if more.ends_with("seats") { "match_id" } else { "id" };
            format!("{more} WHERE {key} = '{gone}'")
        };
        run(&db, &more, &more).await.unwrap();
        let checked = db.read_blocking(verify_database).unwrap();
        let named: Vec<&str> = checked.wrong.iter().map(|wrong| &*wrong.match_id).collect();
        assert_eq!((named, checked.streams), (vec![&*gone], 2), "{more}; {whole} is whole");
        assert!(checked.wrong[0].why.contains("is not there"), "{checked:?}");
    }
}

#[actix_web::test]
async fn a_name_that_the_stream_does_not_promise_is_named_even_if_its_own_digest_fits() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let db = Db::connect(&app.database).unwrap();
    let whole = Checked { streams: 1, ..Checked::default() };
    assert_eq!(db.read_blocking(verify_database).unwrap(), whole);
    let account = anna.get("/api/v1/me").await.expect(200)["id"].as_str().unwrap().to_owned();
    let digest = sealed::digest(&id, &account, "salt", "eve");
    let harm = format!(
        "UPDATE sealed SET handle = 'eve', salt = 'salt', digest = '{digest}' \
         WHERE account_id = '{account}'"
    );
    run(&db, &harm, &harm).await.unwrap();
    let checked = db.read_blocking(verify_database).unwrap();
    assert!(checked.wrong[0].why.contains("called"), "{checked:?}");
}

#[actix_web::test]
async fn a_service_whose_public_key_is_not_that_of_the_key_that_signs_does_not_start() {
    let app = start_or_skip!();
    let db = Db::connect(&app.database).unwrap();
    let build = |db: Db| Matches::new(db, Clock::of_the_machine(), "a secret of the tests");
    assert!(build(db.clone()).is_ok());
    let harm = format!("UPDATE signing_keys SET public_key = '{}'", "0".repeat(64));
    run(&db, &harm, &harm).await.unwrap();
    assert!(build(db).is_err());
}
