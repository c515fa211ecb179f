//! Every write: what rings after it, and that it leaves all or nothing.

use super::app::new_database;
use diesel::connection::SimpleConnection;
use std::sync::{Arc, Barrier, mpsc};
use std::time::Duration;
use turnwise::clock::Clock;
use turnwise::db::events::{self, EventRow, Head};
use turnwise::db::letters::{self, LetterRow};
use turnwise::db::{Bell, Conn, Db, Tx, is_taken};
use turnwise::error::{Code, Error, Result};

/// A row that only a commit refuses: it refers to an account that is not there.
const ORPHAN: &str = "INSERT INTO orphans VALUES ('nobody')";

fn execute(conn: &mut Conn, statement: &str) -> Result<()> {
    let done = match conn {
        Conn::Sqlite(conn) => conn.batch_execute(statement),
        Conn::Postgres(conn) => conn.batch_execute(statement),
    };
    done.map_err(Error::fault)
}

/// An empty database with a table whose references are checked at the commit.
async fn database() -> Option<(Db, Option<tempfile::TempDir>)> {
    let (url, folder) = new_database()?;
    let db = Db::connect(&url).expect("the database");
    let table = "CREATE TABLE orphans (account_id TEXT NOT NULL \
                 REFERENCES accounts (id) DEFERRABLE INITIALLY DEFERRED)";
    db.write(move |tx| execute(tx, table)).await.expect("a table");
    if folder.is_none() {
        // As soon as other processes are heard all look, whatever they may have missed.
        tokio::time::timeout(Duration::from_secs(10), db.new_letters().notified()).await.unwrap();
    }
    Some((db, folder))
}

/// Whether the bell of the outbox rings.
async fn rings(db: &Db) -> bool {
    tokio::time::timeout(Duration::from_millis(100), db.new_letters().notified()).await.is_ok()
}

fn queue(tx: &mut Tx<'_>, id: &str) -> Result<()> {
    let now = Clock::of_the_machine().now();
    letters::enqueue(tx, &LetterRow::new(id.to_owned(), "anna", "your_turn", now))
}

async fn queued(db: &Db) -> Vec<String> {
    let rows = db.read(|conn| letters::of_account(conn, "anna", 1_000)).await.expect("rows");
    rows.into_iter().map(|row| row.id).collect()
}

#[actix_web::test]
async fn a_bell_rings_once_what_it_rings_for_is_committed_and_not_before() {
    let Some((db, _folder)) = database().await else { return };
    let ((asked, has_asked), (go_on, goes_on)) = (mpsc::channel(), mpsc::channel());
    let writer = db.clone();
    let write = tokio::spawn(async move {
        let written = writer.write(move |tx| {
            queue(tx, "1")?;
            asked.send(()).expect("the test waits");
            goes_on.recv().map_err(Error::fault)
        });
        written.await
    });
    while has_asked.try_recv().is_err() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(!rings(&db).await, "it is not committed yet");
    go_on.send(()).unwrap();
    assert!(rings(&db).await);
    assert_eq!(queued(&db).await, ["1"]);
    assert!(!rings(&db).await, "once is enough");
    write.await.unwrap().unwrap();
}

#[actix_web::test]
async fn of_notices_that_a_process_looks_after_others_hear_only_once_it_stops() {
    let Some((url, None)) = new_database() else { return };
    let [gathers, other] = [(); 2].map(|()| Db::connect(&url).expect("the database"));
    let heard = async |bell: &tokio::sync::Notify| {
        tokio::time::timeout(Duration::from_millis(500), bell.notified()).await.is_ok()
    };
    for db in [&gathers, &other] {
        // All look as soon as they are heard.
        tokio::time::timeout(Duration::from_secs(10), db.new_notices().notified()).await.unwrap();
        while heard(db.new_notices()).await || heard(db.new_letters()).await {}
    }
    let (stop, until) = tokio::sync::watch::channel(false);
    for (number, hears) in [(1, true), (2, false), (3, true)] {
        match number {
            2 => gathers.gathers_until(until.clone()),
            3 => stop.send(true).expect("somebody listens"),
            _ => {}
        }
        let write = gathers.write(|tx| {
            tx.ring(Bell::Notices);
            tx.ring(Bell::Letters);
            Ok(())
        });
        write.await.unwrap();
        assert!(heard(gathers.new_notices()).await, "its own bell rings");
        assert!(heard(other.new_letters()).await, "what waits for a mail server all may send");
        assert_eq!(heard(other.new_notices()).await, hears, "{number}");
    }
}

#[actix_web::test]
async fn a_write_that_fails_rings_nothing() {
    let Some((db, _folder)) = database().await else { return };
    let failed = db.write(|tx| {
        queue(tx, "1")?;
        Err::<(), _>(Error::fault("it thought better of it"))
    });
    failed.await.unwrap_err();
    assert!(!rings(&db).await && queued(&db).await.is_empty());
}

#[actix_web::test]
async fn a_commit_that_fails_rings_nothing_and_the_next_one_does() {
    let Some((db, _folder)) = database().await else { return };
    let mut news = db.news();
    let refused = db.write(|tx| {
        queue(tx, "1")?;
        tx.ring(Bell::Match("a match".to_owned()));
        execute(tx, ORPHAN)
    });
    refused.await.expect_err("the commit fails");
    let heard = tokio::time::timeout(Duration::from_millis(100), news.of("a match"));
    assert!(!rings(&db).await && heard.await.is_err());
    assert!(queued(&db).await.is_empty());
    db.write(|tx| queue(tx, "2")).await.unwrap();
    assert!(rings(&db).await);
    assert_eq!(queued(&db).await, ["2"]);
}

#[actix_web::test]
async fn a_write_that_panics_leaves_nothing_and_disturbs_no_other() {
    let Some((db, _folder)) = database().await else { return };
    // Both wait behind a third, so that one commit takes them together where one writes.
    let (go_on, goes_on) = mpsc::channel::<()>();
    let db = &db;
    let (first, broken, last) = tokio::join!(
        db.write(move |_| goes_on.recv().map_err(Error::fault)),
        db.write(|tx| {
            queue(tx, "broken")?;
            assert!(queue(tx, "broken").is_ok(), "it panics here");
            Ok(())
        }),
        async {
            let last = db.write(|tx| queue(tx, "whole"));
            let (last, sent) = tokio::join!(last, async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                go_on.send(())
            });
            sent.expect("the first one waits");
            last
        },
    );
    first.unwrap();
    assert!(broken.unwrap_err().detail.contains("it panics here"));
    last.unwrap();
    assert!(rings(db).await);
    db.write(|tx| queue(tx, "later")).await.unwrap();
    let mut queued = queued(db).await;
    queued.sort();
    assert_eq!(queued, ["later", "whole"]);
}

#[tokio::test]
async fn of_two_writes_that_wait_for_each_other_one_is_done_and_the_other_may_be_tried_again() {
    let Some((db, folder)) = database().await else { return };
    if folder.is_some() {
        return crate::skipped!("SQLite lets one write at a time");
    }
    let both = Arc::new(Barrier::new(2));
    let write = |locks: [u8; 2]| {
        let both = both.clone();
        db.write(move |tx| {
            let [first, then] = locks.map(|lock| format!("SELECT pg_advisory_xact_lock({lock})"));
            tx.batch_execute(&first)?;
            both.wait();
            Ok(tx.batch_execute(&then)?)
        })
    };
    let (one, other) = tokio::join!(write([1, 2]), write([2, 1]));
    let refused: Vec<Code> =
        [one, other].into_iter().filter_map(Result::err).map(|no| no.code).collect();
    assert_eq!(refused, [Code::Busy]);
}

#[actix_web::test]
async fn the_first_of_one_commit_that_fails_leaves_nothing_and_those_after_it_are_stored() {
    let Some((db, _folder)) = database().await else { return };
    for ending in ["fails", "panics"] {
        let (go_on, goes_on) = mpsc::channel::<()>();
        // Where one writes, those that wait behind the first go into its commit.
        let (first, second, third, ()) = tokio::join!(
            db.write(move |tx| {
                queue(tx, "first")?;
                goes_on.recv().map_err(Error::fault)?;
                assert!(ending == "fails", "it panics here");
                Err::<(), _>(Error::fault("it thought better of it"))
            }),
            db.write(move |tx| queue(tx, &format!("second that {ending}"))),
            db.write(|tx| {
                queue(tx, "third")?;
                Err::<(), _>(Error::fault("it thought better of it, too"))
            }),
            async {
                tokio::time::sleep(Duration::from_millis(50)).await;
                go_on.send(()).expect("the first one waits");
            },
        );
        first.unwrap_err();
        second.unwrap();
        third.unwrap_err();
    }
    let mut queued = queued(&db).await;
    queued.sort();
    assert_eq!(queued, ["second that fails", "second that panics"]);
}

/// Numbers by chance, the same in every run.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 33) % below
    }
}

#[actix_web::test]
async fn of_writes_that_come_alone_or_together_exactly_those_that_succeed_are_stored() {
    let Some((db, _folder)) = database().await else { return };
    let mut dice = Dice(26);
    let mut stored = Vec::new();
    for round in 0..120 {
        let burst = (0..1 + dice.roll(4)).map(|number| (format!("{round}-{number}"), dice.roll(5)));
        let burst: Vec<(String, u64)> = burst.collect();
        let writes = burst.into_iter().map(|(id, ends)| {
            let (db, written) = (db.clone(), id.clone());
            let write = tokio::spawn(async move {
                let write = db.write(move |tx| {
                    queue(tx, &written)?;
                    match ends {
                        0 => Err(Error::fault("it thought better of it")),
                        1 => queue(tx, &written),
                        2 => panic!("it panics on purpose"),
                        _ => queue(tx, &format!("{written} too")),
                    }
                });
                write.await
            });
            (id, ends, write)
        });
        for (id, ends, write) in writes.collect::<Vec<_>>() {
            let done = write.await.expect("it is caught");
            assert_eq!(done.is_ok(), ends > 2, "{id} {ends}: {done:?}");
            if done.is_ok() {
                stored.extend([id.clone(), format!("{id} too")]);
            }
        }
    }
    let mut found = queued(&db).await;
    found.sort();
    stored.sort();
    assert_eq!(found, stored);
}

fn event(match_id: &str, version: i64, hash: &str) -> EventRow {
    EventRow {
        match_id: match_id.to_owned(),
        version,
        kind: "played".to_owned(),
        schema_number: 1,
        data: "{}".to_owned(),
        seat: (version % 2 == 0).then_some(1),
        actor: "anna".to_owned(),
        command: (version % 3 == 0).then(|| "{}".to_owned()),
        draw: (version % 5 == 0).then_some(version),
        recorded_at: Clock::of_the_machine().now(),
        salt: "0".repeat(32),
        hash: hash.to_owned(),
    }
}

#[actix_web::test]
async fn however_many_rows_are_appended_all_of_them_are_on_exactly_the_newest_or_none() {
    let Some((db, _folder)) = database().await else { return };
    let mut dice = Dice(26);
    let (mut appended, mut refused) = (0, 0);
    for stream in 0..8 {
        let id = format!("match-{stream}");
        let mut stored: Vec<EventRow> = Vec::new();
        for step in 0..24 {
            let newest = stored.last().map(|row| (row.version, row.hash.clone()));
            let on = match (dice.roll(5), newest.clone()) {
                (0, Some((version, _))) => Some((version, "another".to_owned())),
                (1, Some((version, hash))) => Some((version + 1, hash)),
                (2, Some(_)) => {
                    let earlier = &stored[dice.roll(stored.len() as u64) as usize];
                    Some((earlier.version, earlier.hash.clone()))
                }
                (3, Some(_)) => None,
                (0, None) => Some((1, "another".to_owned())),
                (_, newest) => newest,
            };
            let from = on.as_ref().map_or(0, |(version, _)| *version);
            let rows: Vec<EventRow> = (1..=1 + dice.roll(40) as i64)
                .map(|next| event(&id, from + next, &format!("{step}/{next}")))
                .collect();
            let head = on.clone().map(|(version, hash)| Head { version, hash });
            let sent = rows.clone();
            let done = db.write(move |tx| events::append(tx, head.as_ref(), &sent)).await;
            if on == newest {
                done.expect("it builds on the newest");
                stored.extend(rows);
                appended += 1;
            } else {
                assert!(is_taken(&done.expect_err("it builds on something else")));
                refused += 1;
            }
            let asked = id.clone();
            let found = db.read(move |conn| events::from(conn, &asked, 1)).await.expect("rows");
            assert!(found == stored, "{id} at {step}, on {on:?}");
        }
    }
    assert!(appended > 40 && refused > 40, "{appended} and {refused}");
}
