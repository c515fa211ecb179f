//! A whole service moved to another database, of either kind, with interruptions.

use super::app::{PASSWORD, TestApp, Wish, new_database};
use super::process::turnwise;
use super::{postgres, promises};
use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use turnwise::db::{Conn, Db};
use turnwise::matches::proof::database::verify_database;

/// What a move is between; the folder is gone with it.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        Place { folder: tempfile::tempdir().unwrap() }
    }

    fn sqlite(&self, name: &str) -> String {
        format!("sqlite://{}", self.folder.path().join(name).display())
    }

    /// A service with matches at every stage and something in every table.
    fn service(&self) -> String {
        let file = self.folder.path().join("service.db");
        std::fs::copy(promises::folder().join("sqlite.db"), file).unwrap();
        let url = self.sqlite("service.db");
        execute(
            &url,
            "INSERT INTO api_tokens SELECT id, 'one', 'a “name” of ''mine''', 'hash', 'read play', \
             created_at, NULL, created_at FROM accounts; \
             INSERT INTO tickets SELECT id, 'hash', 'reset', email, created_at, created_at, NULL \
             FROM accounts; \
             INSERT INTO second_factors SELECT id, 'salt', NULL, 7 FROM accounts; \
             INSERT INTO recovery_codes SELECT id, 'hash' FROM accounts; \
             INSERT INTO lessons SELECT id, 'bora-bora', 'begun', created_at FROM accounts; \
             INSERT INTO watching SELECT id, 'code', opened_at FROM matches;",
        );
        url
    }

    fn command(&self, from: &str, to: &str) -> Command {
        let mut command = turnwise(self.folder.path());
        command.args(["move", "--from", from, "--to", to]);
        command
    }

    /// Moves a service; what the program says, good or bad.
    fn run(&self, from: &str, to: &str) -> Result<String, String> {
        let output = self.command(from, to).output().expect("the program runs");
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match output.status.success() {
            true => Ok(said(&output.stdout)),
            false => Err(said(&output.stderr)),
        }
    }
}

fn execute(url: &str, statements: &str) {
    let db = Db::connect(url).expect("the database");
    let statements = statements.to_owned();
    // On a thread of its own: this may be an asynchronous one.
    let writing = std::thread::spawn(move || {
        db.write_blocking(move |tx| match &mut **tx {
            Conn::Sqlite(conn) => Ok(conn.batch_execute(&statements)?),
            Conn::Postgres(conn) => Ok(conn.batch_execute(&statements)?),
        })
    });
    writing.join().unwrap().expect("the statements run");
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

fn lines(conn: &mut SqliteConnection, query: &str) -> Vec<String> {
    let lines: Vec<Line> = diesel::sql_query(query).load(conn).expect("lines");
    lines.into_iter().map(|line| line.line).collect()
}

/// Every row of every table of a SQLite database, column by column.
fn everything(url: &str) -> BTreeMap<String, Vec<String>> {
    let db = Db::connect(url).expect("the database");
    let all = db.read_blocking(|conn| {
        let Conn::Sqlite(conn) = conn else { unreachable!("the database is a file") };
        let tables = "SELECT name AS line FROM sqlite_master WHERE type = 'table' \
            AND name NOT LIKE '\\_\\_%' ESCAPE '\\'";
        let mut all = BTreeMap::new();
        for table in lines(conn, tables) {
            let columns = format!("SELECT name AS line FROM pragma_table_info('{table}')");
            let columns = lines(conn, &columns).join(", ");
            let rows = format!("SELECT json_array({columns}) AS line FROM {table} ORDER BY 1");
            all.insert(table, lines(conn, &rows));
        }
        Ok(all)
    });
    let all = all.expect("rows");
    let empty: Vec<_> = all.iter().filter(|(_, rows)| rows.is_empty()).collect();
    assert!(empty.is_empty(), "nothing shows that these are moved: {empty:?}");
    all
}

fn is_proved(url: &str) {
    let db = Db::connect(url).expect("the database");
    let checked = db.read_blocking(verify_database).unwrap();
    assert_eq!((checked.streams, checked.wrong), (12, vec![]));
}

#[actix_web::test]
async fn a_service_moved_to_postgres_and_back_is_the_same_row_for_row_and_is_played_on() {
    let Some(postgres) = postgres::new_database() else { return };
    let place = Place::new();
    let from = place.service();
    let said = place.run(&from, &postgres).expect("it is moved");
    println!("{said}");
    assert!(said.contains("every stream is whole"), "{said}");
    is_proved(&postgres);
    let back = place.sqlite("back.db");
    place.run(&postgres, &back).expect("it is moved back");
    is_proved(&back);
    assert_eq!(everything(&from), everything(&back));
    assert!(place.run(&from, &postgres).is_ok(), "what is there already is found to be there");

    let app = TestApp::start(Wish { database: Some(postgres.clone()), ..Wish::default() });
    let app = app.await.expect("a server");
    let anna = app.sign_in("anna", PASSWORD).await;
    let turns = anna.get("/api/v1/me/turns").await.expect(200);
    let id = turns["items"][0]["id"].as_str().expect("a match that waits").to_owned();
    anna.play_any(&id, |_| true).await;
    let refused = place.run(&from, &postgres).unwrap_err();
    assert!(refused.contains("stop every Turnwise"), "{refused}");
}

#[test]
fn a_move_killed_at_any_moment_goes_on_and_nothing_half_is_ever_served() {
    let Some((to, _folder)) = new_database() else { return };
    let place = Place::new();
    let from = place.service();
    let before = everything(&from);
    let (mut kills, mut refused) = (0, 0);
    loop {
        let mut child = place.command(&from, &to).stdout(Stdio::null()).spawn().unwrap();
        let patience = Duration::from_millis(4 * kills);
        let began = Instant::now();
        while began.elapsed() < patience && child.try_wait().unwrap().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        if let Some(ended) = child.try_wait().unwrap() {
            assert!(ended.success(), "it goes on after {kills} kills");
            break;
        }
        child.kill().unwrap();
        child.wait().unwrap();
        kills += 1;
        if let Err(why) = Db::connect(&to) {
            // Nothing is there before the first moment, and then the mark is.
            if why.contains("`turnwise move`") {
                refused += 1;
            } else {
                assert!(to.starts_with("sqlite"), "{why}");
            }
        }
    }
    println!("{kills} kills, {refused} of them left something that is not served");
    assert!(refused > 0, "it was never killed midway");
    is_proved(&to);
    let back = place.sqlite("back.db");
    place.run(&to, &back).expect("it is moved back");
    assert_eq!(before, everything(&back));
}

#[test]
fn a_target_that_holds_anything_else_is_refused_and_stays_as_it_is() {
    let Some((to, _folder)) = new_database() else { return };
    let place = Place::new();
    let from = place.service();
    let somebody = "INSERT INTO accounts VALUES ('zoe', 'zoe', 'zoe', 'zoe@example.org', \
        'zoe@example.org', NULL, '', '[]', '2026-01-01 00:00:00', NULL, \
        'zoe@example.org', NULL)";
    execute(&to, somebody);
    let refused = place.run(&from, &to).unwrap_err();
    assert!(refused.contains("something else") && refused.contains("empty database"), "{refused}");
    let db = Db::connect(&to).expect("it is served as before");
    let held = db.read_blocking(|conn| turnwise::db::accounts::by_handle(conn, "anna"));
    assert!(held.unwrap().is_none(), "something was moved all the same");
    drop(db);

    // One that is being filled from somewhere else.
    let other = place.sqlite("other.db");
    let mark = "CREATE TABLE unfinished_move (source TEXT NOT NULL); \
        INSERT INTO unfinished_move VALUES ('another key')";
    execute(&other, mark);
    let refused = place.run(&from, &other).unwrap_err();
    assert!(refused.contains("another service"), "{refused}");
    let refused = place.run(&other, &place.sqlite("third.db")).unwrap_err();
    assert!(refused.contains("not whole"), "{refused}");
}

#[test]
fn a_database_that_is_served_is_not_moved() {
    let Some((to, _folder)) = new_database() else { return };
    let place = Place::new();
    let from = place.service();
    let served = Db::connect(&from).unwrap();
    let refused = place.run(&from, &to).unwrap_err();
    assert!(refused.contains("stop every Turnwise that serves it first"), "{refused}");
    drop(served);
    let served = Db::connect(&to).unwrap();
    let refused = place.run(&from, &to).unwrap_err();
    assert!(refused.contains("stop every Turnwise that serves it first"), "{refused}");
    drop(served);
    let refused = place.run(&from, "mysql://x").unwrap_err();
    assert!(refused.contains("must begin with sqlite://"), "{refused}");
    let nothing = place.run(&place.sqlite("nothing.db"), &to).unwrap_err();
    assert!(nothing.contains("nothing.db"), "{nothing}");
    assert!(!place.folder.path().join("nothing.db").exists());
}

fn signal(child: &Child, signal: &str) {
    let pid = child.id().to_string();
    assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
}

#[test]
fn nobody_begins_to_serve_either_end_while_a_move_is_under_way() {
    let Some((to, _folder)) = new_database() else { return };
    let place = Place::new();
    let from = place.service();
    let mut child = place.command(&from, &to).stdout(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    told.next().expect("a table").expect("text");
    signal(&child, "-STOP");
    let (sender, receiver) = mpsc::channel();
    for url in [from, to.clone()] {
        let sender = sender.clone();
        std::thread::spawn(move || sender.send(Db::connect(&url).is_ok()));
    }
    let began = receiver.recv_timeout(Duration::from_millis(800));
    assert_ne!(began, Ok(true), "it is served in the middle of the move");
    signal(&child, "-CONT");
    assert!(told.last().expect("a line").expect("text").contains("every stream is whole"));
    assert!(child.wait().unwrap().success());
    is_proved(&to);
}

#[test]
fn nobody_stores_anything_in_a_source_that_is_being_moved() {
    let Some((from, _folder)) = new_database() else { return };
    let place = Place::new();
    place.run(&place.service(), &from).expect("it is filled");
    if from.starts_with("sqlite") {
        println!("skipped: a file is had alone");
        return;
    }
    let mut tried = 0;
    // A server whose connections were away while they were counted, and have come back.
    let mut write = |_: &'static str, _: i64| {
        let mut late = diesel::PgConnection::establish(&from).expect("a connection");
        let write = "SET lock_timeout = '100ms'; UPDATE accounts SET email = 'lost@example.org'";
        let refused = late.batch_execute(write).unwrap_err().to_string();
        assert!(refused.contains("lock timeout"), "{refused}");
        tried += 1;
    };
    let to = place.sqlite("moved.db");
    turnwise::db::moving::relocate(&from, &to, &|_| Ok(()), &mut write).expect("it is moved");
    assert!(tried > 3, "{tried}");
}
