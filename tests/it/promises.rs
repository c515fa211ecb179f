//! What was stored once is opened, understood, proved and played on by every later
//! version, on both databases.
//!
//! `tests/promises/` holds a database of each kind with matches at every stage, and
//! exports with the receipts that their players got. `UPDATE=promises cargo test --test it
//! promises` writes them anew (that needs Postgres with `pg_dump`). It is allowed as long
//! as nothing that stores in this form was released, and never again: from then on, a
//! test that fails here is a promise about to be broken, and the code is what must
//! change.

use super::app::{self, Caller, PASSWORD, TestApp, Wish};
use super::postgres;
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::sync::OnceCell;
use turnwise::db::{Conn, Db};
use turnwise::matches::proof::database::verify_database;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;
use turnwise::matches::stream::receipt::Receipt;

const PEOPLE: [&str; 3] = ["anna", "ben", "cleo"];
const GAMES: [&str; 2] = ["bora-bora", "great-zimbabwe"];

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/promises")
}

/// The database as it was stored, in a place of its own; `None`, said plainly, where
/// there is no Postgres.
async fn stored(kind: Kind) -> Option<(String, Option<tempfile::TempDir>)> {
    written().await;
    match kind {
        Kind::Sqlite => {
            let place = tempfile::tempdir().unwrap();
            let copy = place.path().join("turnwise.db");
            std::fs::copy(folder().join("sqlite.db"), &copy).unwrap();
            Some((format!("sqlite://{}", copy.display()), Some(place)))
        }
        Kind::Postgres => {
            let url = postgres::new_database()?;
            postgres::load(&url, &folder().join("postgres.sql"));
            Some((url, None))
        }
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Sqlite,
    Postgres,
}

/// Where a match stands, and how it is called in the lobby.
fn titles(game: &str) -> [(String, &'static str); 6] {
    [
        (format!("{game}: come and join"), "open"),
        (format!("{game}: among us"), "open"),
        (format!("{game}: midway"), "running"),
        (format!("{game}: given up by one"), "running"),
        (format!("{game}: given up"), "ended"),
        (format!("{game}: never begun"), "cancelled"),
    ]
}

#[actix_web::test]
async fn a_stored_sqlite_file_is_migrated_folded_proved_and_played_on() {
    is_played_on(Kind::Sqlite).await;
}

#[actix_web::test]
async fn a_stored_postgres_dump_is_migrated_folded_proved_and_played_on() {
    is_played_on(Kind::Postgres).await;
}

async fn is_played_on(kind: Kind) {
    let Some((database, _place)) = stored(kind).await else { return };
    let db = Db::connect(&database).expect("it is migrated");
    let checked = db.read_blocking(verify_database).unwrap();
    assert_eq!((checked.streams, checked.wrong), (GAMES.len() * 6, vec![]));
    let app = TestApp::start(Wish { database: Some(database), ..Wish::default() });
    let app = app.await.expect("a server");
    let mut people = Vec::new();
    for handle in PEOPLE {
        people.push(app.sign_in(handle, PASSWORD).await);
    }
    let key = app.anonymous().get("/api/v1/keys").await.expect(200);
    let key = key["items"][0]["key"].as_str().unwrap().to_owned();
    for game in GAMES {
        for (title, status) in titles(game) {
            let id = find(&people[0], &title).await;
            let seen = people[0].look(&id).await;
            assert_eq!(seen["status"], status, "{title}");
            let receipt = Receipt::all_in(&seen.to_string());
            match status {
                "cancelled" => continue,
                "open" => begin(&people, &id).await,
                _ => {}
            }
            play(&people, &id, 6).await;
            for person in &people {
                // Whoever has resigned already, or comes after the end, is refused.
                person.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await;
            }
            let export = people[0].get(&format!("/api/v1/matches/{id}/export")).await;
            assert_eq!(export.status, 200, "{title}: {}", export.text);
            let trust = Trust::new(std::slice::from_ref(&key), vec![receipt]).unwrap();
            let verified =
                verify(&export.text, &trust).unwrap_or_else(|why| panic!("{title}: {why}"));
            assert!(verified.signed && verified.covered > 0, "{title}");
        }
    }
    let checked = db.read_blocking(verify_database).unwrap();
    assert_eq!((checked.streams, checked.wrong), (GAMES.len() * 6, vec![]));
}

#[actix_web::test]
async fn stored_exports_are_proved_with_the_receipts_of_their_players() {
    written().await;
    let mut proved = 0;
    for entry in std::fs::read_dir(folder().join("exports")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "json") {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let receipts = std::fs::read_to_string(path.with_extension("receipts")).unwrap();
        let receipts = Receipt::all_in(&receipts);
        let key = receipts[0].key.clone();
        let given = receipts.len();
        let verified = verify(&text, &Trust::new(&[key], vec![receipts]).unwrap()).unwrap();
        assert_eq!((verified.receipts, verified.signed), (given, true), "{}", path.display());
        assert!(!verified.ranking.is_empty());
        proved += 1;
    }
    assert_eq!(proved, 2 * GAMES.len());
}

async fn find(person: &Caller<'_>, title: &str) -> String {
    let listed = person.get("/api/v1/matches?limit=100").await.expect(200);
    let items = listed["items"].as_array().unwrap();
    let found = items.iter().find(|item| item["title"] == title);
    found.unwrap_or_else(|| panic!("no {title}"))["id"].as_str().unwrap().to_owned()
}

/// Cleo joins, and the host starts unless that was the last seat.
async fn begin(people: &[Caller<'_>], id: &str) {
    let seen = people[0].look(id).await;
    let invitation = seen["invitation"].clone();
    let body = match invitation.is_string() {
        true => json!({ "invitation": invitation, "entropy": "cleo's" }),
        false => json!({ "entropy": "cleo's" }),
    };
    let joined = people[2].post(&format!("/api/v1/matches/{id}/seats"), body).await.expect(201);
    if joined["status"] == "open" {
        people[0].post(&format!("/api/v1/matches/{id}/start"), json!({})).await.expect(200);
    }
}

/// Steps of people, whoever is awaited, until the match is over or waits for a person
/// again after `steps`. The receipts of the answers.
async fn play(people: &[Caller<'_>], id: &str, steps: usize) -> Vec<Value> {
    let mut receipts = Vec::new();
    let mut waited = 0;
    loop {
        let seen = people[0].look(id).await;
        if seen["status"] != "running" {
            return receipts;
        }
        let seat = &seen["seats"][app::awaited(&seen)];
        let person = people.iter().find(|person| seat["handle"] == *person.handle);
        match person.filter(|_| seat["resigned"] == false) {
            Some(_) if receipts.len() == steps => return receipts,
            Some(person) => {
                let answer = person.play_any(id, |_| true).await;
                receipts.push(answer["receipt"].clone());
            }
            None => {
                waited += 1;
                assert!(waited < 6_000, "the platform does not play");
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        }
    }
}

/// Sees to it that what is stored is there: writes it anew where that is asked for.
async fn written() {
    static WRITTEN: OnceCell<()> = OnceCell::const_new();
    WRITTEN.get_or_init(write).await;
}

async fn write() {
    if std::env::var("UPDATE").as_deref() != Ok("promises") {
        return;
    }
    std::fs::create_dir_all(folder().join("exports")).unwrap();
    let place = tempfile::tempdir().unwrap();
    let sqlite = format!("sqlite://{}", place.path().join("test.db").display());
    let file = folder().join("sqlite.db");
    let _ = std::fs::remove_file(&file);
    fill(&sqlite).await;
    let db = Db::connect(&sqlite).unwrap();
    let vacuum = format!("VACUUM INTO '{}'", file.display());
    let done = db.read_blocking(|conn| match conn {
        Conn::Sqlite(conn) => Ok(conn.batch_execute(&vacuum)),
        Conn::Postgres(_) => unreachable!("a SQLite file was opened"),
    });
    done.unwrap().expect("a copy without gaps");
    let postgres = postgres::new_database().expect("Postgres");
    fill(&postgres).await;
    std::fs::write(folder().join("postgres.sql"), postgres::dump(&postgres)).unwrap();
}

/// Matches at every stage, and their exports.
async fn fill(database: &str) {
    let wish = Wish { database: Some(database.to_owned()), ..Wish::default() };
    let app = TestApp::start(wish).await.expect("a server");
    let mut people = Vec::new();
    for handle in PEOPLE {
        people.push(app.person(handle).await);
    }
    let [anna, ben, cleo] = &people[..] else { panic!("three people") };
    for game in GAMES {
        let [open, private, midway, one, ended, cancelled] = titles(game).map(|(title, _)| title);
        let id = opened(anna, game, &open, 4, json!({})).await;
        joined(ben, &id, json!({ "entropy": "ben's" })).await;
        ben.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
        joined(ben, &id, json!({ "entropy": "ben's second" })).await;

        let id = opened(anna, game, &private, 3, json!({ "visibility": "private" })).await;
        let invitation = anna.look(&id).await["invitation"].clone();
        joined(ben, &id, json!({ "invitation": invitation })).await;

        let id = opened(anna, game, &midway, 4, json!({})).await;
        seat_robot(anna, &id, "random").await;
        seat_robot(anna, &id, "sensible").await;
        anna.delete(&format!("/api/v1/matches/{id}/robots/1")).await.expect(200);
        joined(ben, &id, json!({})).await;
        joined(cleo, &id, json!({})).await;
        play(&people, &id, 8).await;
        take_back(&people, &id).await;

        let id = opened(anna, game, &one, 3, json!({})).await;
        joined(ben, &id, json!({})).await;
        joined(cleo, &id, json!({})).await;
        play(&people, &id, 5).await;
        ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
        play(&people, &id, 3).await;

        let id = opened(anna, game, &ended, 2, json!({})).await;
        joined(ben, &id, json!({ "entropy": "ben's" })).await;
        let receipts = play(&people, &id, 10).await;
        take_back(&people, &id).await;
        ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
        let kind = if database.starts_with("sqlite") { "sqlite" } else { "postgres" };
        let name = format!("exports/{game}-{kind}.json");
        let export = anna.get(&format!("/api/v1/matches/{id}/export")).await;
        std::fs::write(folder().join(&name), export.text).unwrap();
        let receipts = serde_json::to_string_pretty(&receipts).unwrap();
        std::fs::write(folder().join(name).with_extension("receipts"), receipts).unwrap();

        let id = opened(anna, game, &cancelled, 2, json!({})).await;
        anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    }
}

/// Opens a match as careful people do: the seed is promised before anything is added.
async fn opened(host: &Caller<'_>, game: &str, title: &str, seats: usize, more: Value) -> String {
    let commitment = host.post("/api/v1/commitments", json!({})).await.expect(201);
    let mut wish = json!({
        "game": game, "title": title, "commitment": commitment, "entropy": "anna's",
    });
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    host.open(seats, wish).await
}

async fn joined(person: &Caller<'_>, id: &str, body: Value) {
    person.post(&format!("/api/v1/matches/{id}/seats"), body).await.expect(201);
}

async fn seat_robot(host: &Caller<'_>, id: &str, robot: &str) {
    let body = json!({ "robot": robot });
    host.post(&format!("/api/v1/matches/{id}/robots"), body).await.expect(201);
}

/// Whoever can take something back does; where nobody can, people play on until
/// somebody can.
async fn take_back(people: &[Caller<'_>], id: &str) {
    for _ in 0..40 {
        for person in people {
            let seen = person.look(id).await;
            if seen["take_back"].as_array().is_some_and(|points| !points.is_empty()) {
                let path = format!("/api/v1/matches/{id}/take-back");
                person.post(&path, json!({})).await.expect(200);
                return;
            }
        }
        play(people, id, 1).await;
    }
    panic!("nobody can take anything back");
}
