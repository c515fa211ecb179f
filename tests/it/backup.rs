//! Copies of a service: made while it is used, checked, put back without old news.

use super::postgres;
use super::process::{is_private, turnwise};
use super::promises;
use diesel::Connection;
use diesel::connection::SimpleConnection;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use turnwise::accounts::mark::Mark;
use turnwise::clock::Clock;
use turnwise::db::letters::{self, LetterRow};
use turnwise::db::{Conn, Db};
use turnwise::matches::proof::database::verify_database;

/// A service with matches at every stage, in a folder of its own.
struct Service {
    folder: tempfile::TempDir,
}

impl Service {
    /// As `tests/promises/` has it.
    fn stored() -> Service {
        let service = Service::empty();
        std::fs::copy(promises::folder().join("sqlite.db"), service.file()).unwrap();
        service
    }

    /// Without a database.
    fn empty() -> Service {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("data")).unwrap();
        Service { folder }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("data/turnwise.db")
    }

    fn db(&self) -> Db {
        Db::connect(&format!("sqlite://{}", self.file().display())).expect("the database")
    }

    /// Runs a command of the program; what it says, good or bad.
    fn run(&self, words: &[&str]) -> Result<String, String> {
        let output = turnwise(self.folder.path()).args(words).output().expect("the program runs");
        let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match output.status.success() {
            true => Ok(said(&output.stdout)),
            false => Err(said(&output.stderr)),
        }
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a name in Unicode")
}

/// A letter to anna, about a match or about none.
fn enqueue(db: &Db, id: &str, match_id: Option<&str>) {
    enqueue_kind(db, id, "your_turn", match_id);
}

fn enqueue_kind(db: &Db, id: &str, kind: &str, match_id: Option<&str>) {
    let row = LetterRow::new(id.to_owned(), "anna", kind, Clock::of_the_machine().now());
    let row = LetterRow { match_id: match_id.map(str::to_owned), version: Some(1), ..row };
    db.write_blocking(move |tx| letters::enqueue(tx, &row)).expect("a letter");
}

/// How many letters about matches wait.
fn news(db: &Db) -> usize {
    let due = db.read_blocking(|conn| letters::first_due(conn, 100_000)).expect("rows");
    due.iter().filter(|row| row.match_id.is_some()).count()
}

/// The letters to anna: what became of each, and why.
fn letters_of(db: &Db) -> Vec<(String, String, Option<String>)> {
    let rows = db.read_blocking(|conn| letters::of_account(conn, "anna", 100_000)).expect("rows");
    let mut rows: Vec<_> = rows.into_iter().map(|row| (row.id, row.state, row.error)).collect();
    rows.sort();
    rows
}

fn is_proved(db: &Db) {
    let checked = db.read_blocking(verify_database).unwrap();
    assert_eq!((checked.streams, checked.wrong), (12, vec![]));
}

#[test]
fn a_backup_ends_while_the_service_is_written_without_pause_and_has_all_that_was_there() {
    let service = Service::stored();
    let db = service.db();
    for n in 0..4_000 {
        enqueue(&db, &format!("early {n}"), None);
    }
    let over = Arc::new(AtomicBool::new(false));
    let writer = std::thread::spawn({
        let (db, over) = (db.clone(), over.clone());
        move || {
            let mut late = 0;
            while !over.load(Ordering::Relaxed) {
                enqueue(&db, &format!("late {late}"), None);
                late += 1;
            }
            late
        }
    });
    let copy = service.folder.path().join("copy.db");
    let began = Instant::now();
    let said = service.run(&["backup", text(&copy)]).expect("a backup");
    let took = began.elapsed();
    over.store(true, Ordering::Relaxed);
    println!("{took:?}, while {} letters were written", writer.join().unwrap());
    assert!(said.contains("12 streams") && said.contains("is whole"), "{said}");
    assert!(took < Duration::from_secs(20), "{took:?}");
    let left: Vec<_> = std::fs::read_dir(service.folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.starts_with("copy"))
        .collect();
    assert_eq!(left, ["copy.db"], "nothing else is left behind");
    let copied = Db::connect(&format!("sqlite://{}", copy.display())).unwrap();
    let letters = letters_of(&copied);
    assert_eq!(letters.iter().filter(|(id, ..)| id.starts_with("early")).count(), 4_000);
    is_proved(&copied);
}

#[test]
fn a_database_that_has_lost_the_stream_of_a_match_is_not_called_whole() {
    let service = Service::stored();
    let lose = "DROP TRIGGER events_are_never_deleted; DELETE FROM events WHERE match_id = (SELECT MIN(id) FROM matches)";
    let mut conn = diesel::SqliteConnection::establish(text(&service.file())).unwrap();
    conn.batch_execute(lose).unwrap();
    drop(conn);
    let copy = service.folder.path().join("copy.db");
    let said = service.run(&["backup", text(&copy)]).expect_err("no backup");
    assert!(said.contains("its stream is not there"), "{said}");
    assert!(!copy.exists(), "nothing is left behind");
}

#[test]
fn a_name_that_is_lost_beside_a_stream_is_found_unless_its_account_is_closed() {
    let service = Service::stored();
    let db = service.db();
    let found = |change: &str| {
        let mut conn = diesel::SqliteConnection::establish(text(&service.file())).unwrap();
        conn.batch_execute(change).unwrap();
        db.read_blocking(verify_database).unwrap().wrong
    };
    let wrong = found(
        "CREATE TABLE lost AS SELECT MIN(account_id) AS id FROM sealed; \
         DELETE FROM sealed WHERE account_id = (SELECT id FROM lost)",
    );
    assert!(!wrong.is_empty());
    let why = "what somebody was called is not kept beside the stream any more";
    assert!(wrong.iter().all(|wrong| wrong.why == why), "{wrong:?}");
    let close = "UPDATE accounts SET closed_at = created_at WHERE id = (SELECT id FROM lost)";
    assert_eq!(found(close), []);
}

#[test]
fn a_restored_service_is_whole_and_sends_nobody_old_news() {
    let service = Service::stored();
    let db = service.db();
    enqueue(&db, "about a match", Some("a match"));
    enqueue(&db, "about an account", None);
    enqueue_kind(&db, "an invitation", "invitation_by_address", None);
    let news_before = news(&db) + 1;
    let copy = service.folder.path().join("copy.db");
    service.run(&["backup", text(&copy)]).expect("a backup");
    let before = std::fs::read(&copy).unwrap();

    let restored = Service::empty();
    let said = restored.run(&["restore", text(&copy)]).expect("it is restored");
    let dropped = format!("{news_before} letters about matches");
    assert!(said.contains("12 streams") && said.contains(&dropped), "{said}");
    assert_eq!(std::fs::read(&copy).unwrap(), before, "the backup stays as it is");
    is_private(&copy);
    is_private(&restored.file());
    let db = restored.db();
    is_proved(&db);
    assert_eq!(news(&db), 0);
    let why = Some("the service was restored from a backup".to_owned());
    let expected = [
        ("about a match".to_owned(), "withdrawn".to_owned(), why.clone()),
        ("about an account".to_owned(), "queued".to_owned(), None),
        ("an invitation".to_owned(), "withdrawn".to_owned(), why),
    ];
    assert_eq!(letters_of(&db), expected);
}

#[test]
fn whoever_restores_is_told_which_secret_the_service_needs() {
    let service = Service::stored();
    let (db, one) = (service.db(), "1".repeat(32));
    let mark = Mark::of(&db).expect("it can be asked");
    assert!(mark.replace(&db, &one, Clock::of_the_machine().now()).expect("it is stored"));
    let copy = service.folder.path().join("copy.db");
    service.run(&["backup", text(&copy)]).expect("a backup");
    let other = "2".repeat(32);
    for (secret, told) in [
        (None, Some("There is no secret here")),
        (Some(&one), None),
        (Some(&other), Some("is another one than this was served with")),
    ] {
        let restored = Service::empty();
        if let Some(secret) = secret {
            std::fs::write(restored.folder.path().join("data/secret"), secret).unwrap();
        }
        let said = restored.run(&["restore", text(&copy)]).expect("it is restored");
        assert!(!said.contains(&one) && !said.contains(&other), "{said}");
        match told {
            Some(told) => assert!(said.contains(told) && said.contains("data/secret"), "{said}"),
            None => assert!(!said.contains("secret"), "{said}"),
        }
    }
}

#[test]
fn a_service_restored_by_other_means_is_freed_of_old_news_in_place() {
    let service = Service::stored();
    let Some(url) = postgres::new_database() else { return };
    postgres::load(&url, &promises::folder().join("postgres.sql"));
    let urls = [format!("sqlite://{}", service.file().display()), url];
    for url in urls {
        let db = Db::connect(&url).unwrap();
        enqueue(&db, "about a match", Some("a match"));
        let dropped = format!("{} letters about matches", news(&db));
        let words = ["restore", "--in-place", "--database-url", &url];
        let why = service.run(&words).unwrap_err();
        assert!(why.contains("stop every Turnwise that serves it first"), "{why}");
        assert_eq!(letters_of(&db)[0].1.as_str(), "queued", "it is served");
        drop(db);
        let said = service.run(&words).expect("it is restored");
        assert!(said.contains("12 streams") && said.contains(&dropped), "{said}");
        assert!(said.contains("no secret here") && said.contains("data/secret"), "{said}");
        let db = Db::connect(&url).unwrap();
        assert_eq!((news(&db), letters_of(&db)[0].1.as_str()), (0, "withdrawn"));
    }
}

#[test]
fn what_is_no_database_of_turnwise_is_not_restored() {
    let empty = Service::empty();
    let folder = empty.folder.path();
    std::fs::write(folder.join("nothing.db"), "").unwrap();
    let other = diesel::SqliteConnection::establish(text(&folder.join("other.db")));
    other.unwrap().batch_execute("CREATE TABLE x (y TEXT)").unwrap();
    let is_refused = |words: &[&str], next: &str| {
        let why = empty.run(words).unwrap_err();
        assert!(why.contains(next), "{words:?}: {why}");
        assert!(!empty.file().exists(), "{words:?} made a database");
    };
    for file in ["nothing.db", "other.db"] {
        is_refused(&["restore", file], "no database of Turnwise; name another file");
        let url = format!("sqlite://{file}");
        let in_place = ["restore", "--in-place", "--database-url", &url];
        is_refused(&in_place, "no database of Turnwise");
    }
    is_refused(&["restore", "--in-place"], "there is no database data/turnwise.db");
    is_refused(&["restore", "--in-place", "--data", "new"], "there is no database new/");
    assert!(!folder.join("new").exists());
    // Whoever may not look is not told that there is nothing.
    let inside = ["backup", "copy.db", "--data", "nothing.db"];
    is_refused(&inside, "the database nothing.db/turnwise.db: ");
    let Some(url) = postgres::new_database() else { return };
    let in_place = ["restore", "--in-place", "--database-url", &url];
    is_refused(&in_place, "no database of Turnwise; fill it from a backup first");
}

#[test]
fn neither_backup_nor_restore_ever_overwrites_anything() {
    let service = Service::stored();
    let copy = service.folder.path().join("copy.db");
    std::fs::write(&copy, "mine").unwrap();
    let refused = service.run(&["backup", text(&copy)]).unwrap_err();
    assert!(refused.contains("copy.db exists") && refused.contains("move it away"), "{refused}");
    assert_eq!(std::fs::read(&copy).unwrap(), b"mine");

    let refused = service.run(&["restore", text(&copy)]).unwrap_err();
    assert!(refused.contains("turnwise.db exists"), "{refused}");
    is_proved(&service.db());
    // The log of a database that was there before would be taken for the new one's own.
    let empty = Service::empty();
    let log = empty.file().with_extension("db-wal");
    std::fs::write(&log, "of another database").unwrap();
    let refused = empty.run(&["restore", text(&copy)]).unwrap_err();
    assert!(refused.contains("turnwise.db-wal exists"), "{refused}");
    assert!(!empty.file().exists() && log.exists());
}

#[test]
fn what_has_moved_away_is_neither_backed_up_nor_restored() {
    let service = Service::stored();
    let (url, to) = (format!("sqlite://{}", text(&service.file())), "sqlite://moved.db");
    service.run(&["move", "--from", &url, "--to", to]).expect("it is moved");
    let copy = service.folder.path().join("copy.db");
    let copied = service.file().with_file_name("copied.db");
    std::fs::copy(service.file(), &copied).unwrap();
    let empty = Service::empty();
    for refused in [service.run(&["backup", text(&copy)]), empty.run(&["restore", text(&copied)])] {
        let why = refused.unwrap_err();
        assert!(why.contains("has moved") && why.contains("--undo"), "{why}");
    }
    assert!(!copy.exists() && !empty.file().exists());
    service.run(&["move", "--undo", "--from", &url]).expect("it is served again");
    service.run(&["backup", text(&copy)]).expect("a backup");
    empty.run(&["restore", text(&copy)]).expect("it is restored");
    is_proved(&empty.db());
}

#[test]
fn a_damaged_backup_is_refused_and_nothing_is_put_in_its_place() {
    let service = Service::stored();
    let folder = service.folder.path();
    let copy = folder.join("copy.db");
    service.run(&["backup", text(&copy)]).expect("a backup");

    let changed = folder.join("changed.db");
    std::fs::copy(&copy, &changed).unwrap();
    let db = Db::connect(&format!("sqlite://{}", changed.display())).unwrap();
    let edited = db.write_blocking(|tx| match &mut **tx {
        Conn::Sqlite(conn) => {
            conn.batch_execute(
                "DROP TRIGGER events_are_never_changed; \
                 UPDATE events SET actor = actor || 'x' WHERE version = 3;",
            )?;
            Ok(())
        }
        Conn::Postgres(_) => unreachable!("the database is a file"),
    });
    edited.unwrap();
    drop(db);
    let short = folder.join("short.db");
    let whole = std::fs::read(&copy).unwrap();
    std::fs::write(&short, &whole[..whole.len() / 2]).unwrap();
    for (file, why) in [(changed, "does not match its hash"), (short, "malformed")] {
        let empty = Service::empty();
        let refused = empty.run(&["restore", text(&file)]).unwrap_err();
        assert!(refused.contains(why), "{refused}");
        let left = std::fs::read_dir(empty.folder.path().join("data")).unwrap().count();
        assert_eq!(left, 0, "something was left in its place");
    }
}

#[test]
fn whoever_wants_a_backup_of_postgres_is_told_how() {
    let service = Service::empty();
    for (words, way) in [
        (["backup", "copy.db"], "pg_dump"),
        (["restore", "copy.db"], "turnwise move --from sqlite://NEW"),
    ] {
        let mut program = turnwise(service.folder.path());
        program.env("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none").args(words);
        let output = program.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(way), "{said}");
        assert!(
            said.contains("pg_restore") && said.contains("turnwise restore --in-place"),
            "{said}"
        );
    }
}
