//! The stream in the database: what holds when something damages it.

use crate::app::{TestApp, Wish, begun, new_database};
use crate::start_or_skip;
use diesel::connection::SimpleConnection;
use serde_json::json;
use turnwise::db::{Conn, Db};
use turnwise::matches::export::verify_database;

/// Runs statements as somebody with the database's own tools would.
async fn run(db: &Db, sqlite: &str, postgres: &str) -> Result<(), String> {
    let (sqlite, postgres) = (sqlite.to_owned(), postgres.to_owned());
    let ran = db.write(move |conn| {
        Ok(match conn {
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
    assert_eq!(db.read_blocking(verify_database).unwrap(), (2, Vec::new()));
    let harm = "UPDATE events SET data = '{\"dice\": true}' WHERE version = 2 AND match_id = \
                (SELECT id FROM matches WHERE title = 'Bad luck');";
    let sqlite = format!("DROP TRIGGER events_are_never_changed; {harm}");
    let postgres = format!("DROP TRIGGER events_are_never_changed ON events; {harm}");
    run(&db, &sqlite, &postgres).await.unwrap();

    let (streams, broken) = db.read_blocking(verify_database).unwrap();
    assert_eq!(streams, 2);
    let named: Vec<&str> = broken.iter().map(|(id, _)| id.as_str()).collect();
    assert_eq!(named, [&*damaged], "{broken:?}");

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
        let (_, broken) = db.read_blocking(verify_database).unwrap();
        assert_eq!(broken.len(), 1, "{wrong}");
        assert_eq!(broken[0].0, id);
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
    let (_, broken) = db.read_blocking(verify_database).unwrap();
    assert!(broken[0].1.contains("seat"), "{broken:?}");
}
