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
use turnwise::clock::Clock;
use turnwise::db::{Conn, Db};
use turnwise::error::Code;
use turnwise::matches::proof::database::verify_database;
use turnwise::reach::push::PushKey;

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
             INSERT INTO watching SELECT id, 'code', opened_at FROM matches; \
             INSERT INTO last_calls SELECT match_id, seat, '2026-01-01 00:00:00', account_id, 'id', \
                 NULL, NULL FROM seats; \
             INSERT INTO notices SELECT account_id, 'id', 'your_turn', match_id, 3, '{}', FALSE, \
                 '2026-01-01 00:00:00', '2026-01-01 00:03:00', 'dropped', 'why', NULL, \
                 '2026-01-01 00:03:00' FROM seats GROUP BY account_id; \
             INSERT INTO match_rhythms SELECT account_id, match_id, 'daily', 3, 18 FROM seats; \
             INSERT INTO presence SELECT account_id, match_id, '2026-01-01 00:00:00' FROM seats; \
             INSERT INTO talk_lines SELECT match_id, seat + 1, 'line ' || seat, account_id, 'key', 3, \
                 'Hello!', 2, 'a-spot', '2026-01-01 00:00:00', NULL FROM seats; \
             INSERT INTO talk_read SELECT DISTINCT account_id, match_id, 1 FROM seats; \
             INSERT INTO talk_shown SELECT DISTINCT match_id, account_id, '2026-01-01 00:00:00' \
                 FROM seats; \
             INSERT INTO notes SELECT DISTINCT account_id, match_id, 'Mind the river.', 3, \
                 '2026-01-01 00:00:00' FROM seats; \
             INSERT INTO bookmarks SELECT DISTINCT account_id, match_id, 2, 'Here', \
                 '2026-01-01 00:00:00' FROM seats; \
             INSERT INTO invitations SELECT match_id, account_id, account_id, '2026-01-01 00:00:00', \
                 '2026-01-02 00:00:00', 'No time.' FROM seats GROUP BY match_id, account_id; \
             INSERT INTO addressed SELECT id, 'invited to ' || id, host_id, 'eve@example.org', 'hash', \
                 host_id, opened_at, opened_at, opened_at, 'No time.' FROM matches; \
             INSERT INTO zone_laws VALUES ('2026a', '2026-01-01 00:00:00'); \
             INSERT INTO ways SELECT id, 'a hook', 'json', 'a “name”', 'https://example.org/secret', \
                 'keys', created_at, 2, created_at, created_at, NULL, created_at, 'why' FROM accounts; \
             INSERT INTO deliveries SELECT account_id, 'a hook', 'id', 'your_turn', match_id, \
                 'given_up', 3, '2026-01-01 00:00:00', 'somebody', 'why', '2026-01-01 00:00:00', NULL \
                 FROM seats GROUP BY account_id; \
             INSERT INTO answers SELECT DISTINCT match_id, account_id, '[]' FROM seats; \
             INSERT INTO counted SELECT id, version, changed_at FROM matches; \
             INSERT INTO habits SELECT id, 60 FROM accounts; \
             INSERT INTO feeds SELECT id, 'turns', 'hash', created_at, created_at FROM accounts; \
             INSERT INTO closed_handles VALUES ('hash', '2026-01-01 00:00:00'); \
             INSERT INTO unwanted VALUES ('hash', '2026-01-01 00:00:00'); \
             INSERT INTO blocks SELECT one.id, other.id, one.created_at FROM accounts one, \
                 accounts other WHERE one.id <> other.id; \
             INSERT INTO reports SELECT match_id, 'line 0', account_id, account_id, 'why', 'Hello!', \
                 '2026-01-01 00:00:00', 'a report', 'line', '2026-01-02 00:00:00', 'eve', 'done' \
                 FROM seats WHERE seat = 0; \
             INSERT INTO reports SELECT '', id, id, id, 'why', '', '2026-01-01 00:00:00', \
                 'about ' || id, 'person', NULL, NULL, NULL FROM accounts; \
             UPDATE accounts SET frozen_at = created_at, is_bot = TRUE WHERE handle = 'cleo'; \
             INSERT INTO audit VALUES ('an id', '2026-01-02 00:00:00', 'eve', 'froze', 'whom', NULL, \
                 '', 'why'); \
             INSERT INTO outcomes SELECT id, game, opened_at, 'rated' FROM matches; \
             INSERT INTO results SELECT match_id, account_id, 'bora-bora', '2026-01-01 00:00:00', \
                 seat, 'stayed', TRUE, 1, FALSE, NULL, 7, '{}', 3, 1 FROM seats; \
             INSERT INTO rating_steps SELECT match_id, account_id, 'bora-bora', \
                 '2026-01-01 00:00:00', 1, 1500000, 350000, 1600000, 300000 FROM seats; \
             INSERT INTO ratings SELECT id, 'bora-bora', 1600000, 300000, 1, created_at \
                 FROM accounts; \
             INSERT INTO rating_turns VALUES ('bora-bora', 3); \
             INSERT INTO silences SELECT id, changed_at, changed_at, NULL FROM matches; \
             INSERT INTO secret_marks VALUES (1, 'mark', '2026-01-01 00:00:00'); \
             INSERT INTO pulses VALUES (1, '2026-01-01 00:00:00'); \
             INSERT INTO outages VALUES ('2025-12-31 00:00:00', '2025-12-31 06:00:00'); \
             INSERT INTO hours SELECT id, 'Europe/Berlin', 1380, '[]', NULL, created_at, FALSE FROM accounts; \
             INSERT INTO calendars SELECT 'none of ' || id, 'digest', id, 'salt', '{}' FROM accounts;",
        );
        let (db, now) = (Db::connect(&url).expect("the database"), Clock::of_the_machine().now());
        PushKey::of(&db, now, "mailto:turnwise@example.org").expect("a key");
        url
    }

    fn command(&self, from: &str, to: &str) -> Command {
        let mut command = turnwise(self.folder.path());
        command.args(["move", "--from", from, "--to", to]);
        command
    }

    /// Moves a service; what the program says, good or bad.
    fn run(&self, from: &str, to: &str) -> Result<String, String> {
        said(&mut self.command(from, to))
    }

    /// Lets a database be served again from which everything has moved.
    fn undo(&self, from: &str) -> Result<String, String> {
        said(turnwise(self.folder.path()).args(["move", "--undo", "--from", from]))
    }
}

fn said(command: &mut Command) -> Result<String, String> {
    let output = command.output().expect("the program runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    match output.status.success() {
        true => Ok(text(&output.stdout)),
        false => Err(text(&output.stderr)),
    }
}

/// Why a database is not served.
#[track_caller]
fn refusal(url: &str) -> String {
    Db::connect(url).err().unwrap_or_else(|| panic!("{url} is served"))
}

/// Whether this is what is said of a database from which everything has moved.
fn is_moved_away(why: &str) -> bool {
    why.contains("has moved") && why.contains("set DATABASE_URL") && why.contains("--undo")
}

/// Runs a statement as a server would that knows of no mark.
fn write_raw(url: &str, statement: &str) -> Result<(), String> {
    let done = match url.strip_prefix("sqlite://") {
        Some(path) => SqliteConnection::establish(path).unwrap().batch_execute(statement),
        None => PgConnection::establish(url).unwrap().batch_execute(statement),
    };
    done.map_err(|error| error.to_string())
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
    let before = everything(&from);
    let said = place.run(&from, &postgres).expect("it is moved");
    println!("{said}");
    assert!(said.contains("every stream is whole"), "{said}");
    is_proved(&postgres);
    assert!(place.run(&from, &postgres).is_ok(), "what is there already is found to be there");
    let back = place.sqlite("back.db");
    place.run(&postgres, &back).expect("it is moved back");
    is_proved(&back);
    assert_eq!(before, everything(&back));
    let refused = place.run(&from, &postgres).unwrap_err();
    assert!(refused.contains("the target") && is_moved_away(&refused), "{refused}");

    place.undo(&postgres).expect("it can be served");
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
    let why = refusal(&from);
    assert!(is_moved_away(&why), "{why}");
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
        'zoe@example.org', NULL, NULL, FALSE)";
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
    for url in [from.clone(), to.clone()] {
        let sender = sender.clone();
        std::thread::spawn(move || {
            let refused = Db::connect(&url).err();
            sender.send((url, refused))
        });
    }
    if let Ok((url, None)) = receiver.recv_timeout(Duration::from_millis(800)) {
        panic!("{url} is served in the middle of the move");
    }
    signal(&child, "-CONT");
    assert!(told.last().expect("a line").expect("text").contains("every stream is whole"));
    assert!(child.wait().unwrap().success());
    drop(sender);
    for (url, refused) in receiver {
        assert!(url != from || refused.is_some(), "who has waited serves the old database");
    }
    let why = refusal(&from);
    assert!(is_moved_away(&why), "{why}");
    is_proved(&to);
}

#[test]
fn nobody_stores_anything_in_a_source_that_is_being_moved() {
    let Some((from, _folder)) = new_database() else { return };
    let place = Place::new();
    place.run(&place.service(), &from).expect("it is filled");
    if from.starts_with("sqlite") {
        crate::skipped!("a file is had alone");
        return;
    }
    let (mut tried, mut waiting) = (0, None);
    // A server whose connections were away while they were counted, and have come back.
    let mut write = |_: &'static str, _: i64| {
        let mut late = diesel::PgConnection::establish(&from).expect("a connection");
        let write = "SET lock_timeout = '100ms'; UPDATE accounts SET email = 'lost@example.org'";
        let refused = late.batch_execute(write).unwrap_err().to_string();
        assert!(refused.contains("lock timeout"), "{refused}");
        tried += 1;
        let from = from.clone();
        let patient = move || write_raw(&from, "UPDATE accounts SET email = 'lost@example.org'");
        waiting.get_or_insert_with(|| std::thread::spawn(patient));
    };
    let to = place.sqlite("moved.db");
    turnwise::db::moving::relocate(&from, &to, &|_| Ok(()), &mut write).expect("it is moved");
    assert!(tried > 3, "{tried}");
    let refused = waiting.expect("somebody").join().expect("no panic").unwrap_err();
    assert!(refused.contains("moved to another database"), "{refused}");
}

#[test]
fn what_has_moved_away_stores_nothing_more_and_is_served_again_only_on_purpose() {
    let Some((from, _folder)) = new_database() else { return };
    let place = Place::new();
    let service = place.service();
    let tables = everything(&service);
    place.run(&service, &from).expect("it is filled");
    let to = place.sqlite("moved.db");
    place.run(&from, &to).expect("it is moved");
    let why = refusal(&from);
    assert!(is_moved_away(&why), "{why}");
    for table in tables.keys() {
        let refused = write_raw(&from, &format!("DELETE FROM {table}")).unwrap_err();
        assert!(refused.contains("moved to another database"), "{table}: {refused}");
    }
    let again = place.run(&from, &place.sqlite("third.db")).unwrap_err();
    assert!(again.contains("the source") && is_moved_away(&again), "{again}");
    assert!(!place.folder.path().join("third.db").exists(), "nothing can be served by mistake");
    assert!(place.run(&from, &to).is_ok(), "what is there already is found to be there");
    is_proved(&to);
    let back = place.run(&to, &from).unwrap_err();
    assert!(back.contains("the target") && back.contains("name a new file"), "{back}");

    place.undo(&from).expect("it can be served");
    is_proved(&from);
    execute(&from, "UPDATE accounts SET muted = '[]'");
    let nothing = place.undo(&from).unwrap_err();
    assert!(nothing.contains("nothing has moved"), "{nothing}");
}

#[test]
fn a_move_that_ended_between_its_two_marks_leaves_nothing_to_serve_and_goes_on() {
    let Some((to, _folder)) = new_database() else { return };
    let place = Place::new();
    let from = place.service();
    place.run(&from, &to).expect("it is moved");
    let mark = "CREATE TABLE unfinished_move (source TEXT NOT NULL); \
        INSERT INTO unfinished_move SELECT public_key FROM signing_keys";
    execute(&to, mark);
    let (old, new) = (refusal(&from), refusal(&to));
    assert!(is_moved_away(&old) && new.contains("not whole"), "{old}; {new}");
    place.run(&from, &to).expect("it goes on");
    is_proved(&to);
}

#[test]
fn a_move_that_was_cut_off_before_its_first_table_leaves_nothing_to_serve_and_goes_on() {
    let place = Place::new();
    let (from, to) = (place.service(), place.sqlite("to"));
    let key = lines(
        &mut SqliteConnection::establish(from.strip_prefix("sqlite://").unwrap()).unwrap(),
        "SELECT public_key AS line FROM signing_keys",
    );
    let file = to.strip_prefix("sqlite://").unwrap();
    SqliteConnection::establish(file)
        .unwrap()
        .batch_execute(&format!(
            "CREATE TABLE unfinished_move (source TEXT NOT NULL); \
             INSERT INTO unfinished_move VALUES ('{}')",
            key[0]
        ))
        .unwrap();
    let why = refusal(&to);
    assert!(why.contains("not whole"), "{why}");
    place.run(&from, &to).expect("it goes on");
    is_proved(&to);
}

#[test]
fn what_a_newer_turnwise_has_changed_is_not_moved_by_an_older_one() {
    let place = Place::new();
    let (from, to) = (place.service(), place.sqlite("to"));
    execute(&from, "INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000000')");
    let why = place.run(&from, &to).expect_err("something would be left behind");
    assert!(why.contains("a newer Turnwise") && why.contains("20990101000000"), "{why}");
    assert!(!std::path::Path::new(to.strip_prefix("sqlite://").unwrap()).exists());
}

/// Cuts off all connections to a Postgres database.
fn cut_off(url: &str) {
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    write_raw(url, others).expect("they are cut off");
}

#[actix_web::test]
async fn a_server_that_comes_back_to_what_has_moved_away_acknowledges_nothing_and_stops() {
    let Some(from) = postgres::new_database() else { return };
    let place = Place::new();
    place.run(&place.service(), &from).expect("it is filled");
    let app = TestApp::start(Wish { database: Some(from.clone()), ..Wish::default() });
    let app = app.await.expect("a server");
    let anna = app.sign_in("anna", PASSWORD).await;
    let turns = anna.get("/api/v1/me/turns").await.expect(200);
    let id = turns["items"][0]["id"].as_str().expect("a match that waits").to_owned();
    let legal = anna.legal(&id).await;
    let (command, version) = (legal["items"][0]["command"].clone(), legal["version"].as_i64());
    let to = place.sqlite("moved.db");
    let moved = std::thread::spawn(move || {
        // Its connections are back within a second.
        (0..10).any(|_| {
            cut_off(&from);
            turnwise::db::moving::relocate(&from, &to, &|_| Ok(()), &mut |_, _| ()).is_ok()
        })
    });
    assert!(moved.join().expect("no panic"), "it is moved");
    let version = version.expect("a number");
    let answer = anna.play(&id, &[command], version, "late").await;
    assert_eq!(answer.status, 503, "{}", answer.text);
    anna.patch("/api/v1/me", serde_json::json!({ "muted": ["news"] })).await;
    let lost = tokio::time::timeout(Duration::from_secs(5), app.db.lost()).await;
    let why = lost.expect("it notices");
    assert!(is_moved_away(&why), "{why}");
    app.anonymous().get("/health/ready").await.refused(503, "not_ready");
    anna.get(&format!("/api/v1/matches/{id}")).await.refused(503, "moved_away");
    let last =
        format!("SELECT 1 / count(*) FROM matches WHERE id = '{id}' AND version = {version}");
    write_raw(&app.database, &last).expect("nothing was stored");
}

#[actix_web::test]
async fn a_server_that_comes_back_while_everything_moves_away_shows_nothing_old_and_stops() {
    let Some(from) = postgres::new_database() else { return };
    let place = Place::new();
    place.run(&place.service(), &from).expect("it is filled");
    let db = Db::connect(&from).expect("the database");
    let people = || db.read_blocking(|conn| Ok(turnwise::db::matches::known(conn)?.len()));
    let to = place.sqlite("moved.db");
    std::thread::scope(|scope| {
        let moving = scope.spawn(|| {
            let mut looked = None;
            let mut told = |_: &'static str, _: i64| {
                // Before there is a mark, on a connection that stays open.
                looked.get_or_insert_with(|| people().expect("it is still shown"));
            };
            let moved = (0..10).any(|_| {
                cut_off(&from);
                turnwise::db::moving::relocate(&from, &to, &|_| Ok(()), &mut told).is_ok()
            });
            assert!(moved && looked.is_some(), "it is moved while somebody looks");
        });
        moving.join().expect("no panic");
        let old = people().map_err(|error| error.code);
        assert_eq!(old, Err(Code::MovedAway));
    });
    let lost = tokio::time::timeout(Duration::from_secs(5), db.lost()).await;
    assert!(is_moved_away(&lost.expect("it notices")));
}
