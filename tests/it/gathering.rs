//! The laws of notices over a real database: whatever people do, whatever breaks, and however
//! many processes look into the mailboxes, each notice ends once and none is lost.

use super::app::new_database;
use super::streams::run;
use chrono::{Duration, NaiveDate};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::accounts::{self, AccountRow};
use turnwise::db::letters::{self, LetterRow};
use turnwise::db::notices::{self, NoticeRow};
use turnwise::mail::rhythm::{Pulse, Rhythm};
use turnwise::matches::commands::Post;
use turnwise::matches::proof::database::verify_database;
use turnwise::matches::time::{Absence, Timing, clock, pace::Preset};
use turnwise::matches::{Match, Matches, Open, Settings, Status, Visibility};
use turnwise::random;
use turnwise::rules::chance::Seeded;
use turnwise::rules::{Chance, Robot};
use turnwise::words::Word;

fn standing() -> Clock {
    let day = NaiveDate::from_ymd_opt(2026, 5, 5).and_then(|day| day.and_hms_opt(12, 0, 0));
    Clock::standing_at(day.expect("a time"))
}

/// Two processes on one database, and the people who play there.
struct House {
    db: Db,
    clock: Clock,
    processes: [Matches; 2],
    people: Vec<String>,
    chance: Seeded,
    _folder: Option<tempfile::TempDir>,
}

fn somebody(number: usize, clock: &Clock) -> AccountRow {
    let (handle, now) = (format!("person{number}"), clock.now());
    let email = format!("{handle}@example.org");
    AccountRow {
        id: random::id(),
        handle_key: handle.clone(),
        handle,
        email: email.clone(),
        email_key: email.clone(),
        confirmed_at: Some(now),
        password_hash: String::new(),
        muted: "[]".to_owned(),
        created_at: now,
        closed_at: None,
        address_key: email,
        password_set_at: None,
        frozen_at: None,
        is_bot: false,
    }
}

/// Kinds of writes to tables.
type Writes = [(&'static str, &'static str)];

/// Those by which notices become letters.
const LETTERS: &Writes =
    &[("notices", "INSERT"), ("notices", "UPDATE"), ("letters", "INSERT"), ("mailboxes", "UPDATE")];

/// Those by which somebody is called, and by which their time is over.
const CLOCKS: &Writes = &[
    ("events", "INSERT"),
    ("matches", "UPDATE"),
    ("seats", "UPDATE"),
    ("last_calls", "INSERT"),
    ("last_calls", "UPDATE"),
    ("notices", "INSERT"),
    ("mailboxes", "UPDATE"),
];

impl House {
    async fn new(number: u64, people: usize) -> Option<House> {
        let (url, folder) = new_database()?;
        let clock = standing();
        let rows: Vec<AccountRow> = (0..people).map(|at| somebody(at, &clock)).collect();
        let people = rows.iter().map(|row| row.id.clone()).collect();
        let own = clock.clone();
        let opening = tokio::task::spawn_blocking(move || {
            let db = Db::connect(&url).expect("the database");
            db.write_blocking(move |tx| rows.iter().try_for_each(|row| accounts::insert(tx, row)))
                .expect("people");
            let process = || {
                let db = Db::connect(&url).expect("the database");
                let matches = Matches::new(db, own.clone(), "a secret of the tests");
                // The clock of these tests jumps.
                let settings = Settings { outage_after: None, ..Settings::default() };
                matches.expect("a process").with(settings)
            };
            (db, [process(), process()])
        });
        let (db, processes) = opening.await.expect("it does not panic");
        let chance = Seeded::new(number);
        Some(House { db, clock, processes, people, chance, _folder: folder })
    }

    fn roll(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    async fn begun(&mut self, seats: u8, timing: Option<Timing>) -> String {
        let first = self.roll(self.people.len());
        let sits = |at: u8| self.people[(first + usize::from(at)) % self.people.len()].clone();
        let wish = Open {
            game: "bora-bora".to_owned(),
            seats,
            config: json!({}),
            title: "A match".to_owned(),
            visibility: Visibility::Public,
            entropy: None,
            timing,
            rounds_apart: true,
            rated: true,
        };
        let table = &self.processes[0];
        let opened = table.open(&sits(0), wish, None, None).await.expect("a match");
        for seat in 1..seats {
            table.join(&opened.id, &sits(seat), None, None).await.expect("a seat");
        }
        opened.id.clone()
    }

    async fn look(&self, id: &str) -> Match {
        let look = self.processes[1].look(id, None, None).await.expect("the match is there");
        (*look.folded).clone()
    }

    /// Somebody who is awaited plays a step; whether it was stored.
    async fn step(&mut self, id: &str) -> bool {
        let on = self.look(id).await;
        if on.status != Status::Running {
            return false;
        }
        let awaited = on.awaited();
        let seat = awaited[self.roll(awaited.len())];
        let account = on.sitters[seat.index()].account.clone();
        let state = on.state.as_ref().expect("it runs");
        let command = on.game().robot(Robot::Random, state, seat, &mut self.chance);
        let post = Post {
            commands: vec![command.expect("an awaited seat has a command")],
            version: on.version,
            key: random::id(),
            fingerprint: random::id(),
        };
        let process = self.roll(2);
        self.processes[process].play(id, &account, post).await.is_ok()
    }

    /// Somebody changes how often letters come, or sits down in front of a page.
    async fn wish(&mut self, ids: &[String]) {
        let who = self.roll(self.people.len());
        let account = self.people[who].clone();
        let pulse = Pulse::ALL[self.roll(Pulse::ALL.len())];
        let (every, hour) = (1 + self.roll(12) as u8, self.roll(24) as u8);
        let rhythm = Rhythm { pulse, every, hour };
        let (at, process, kind) = (self.roll(ids.len()), self.roll(2), self.roll(4));
        let on = &self.processes[process];
        // Who has no seat there is refused, and some of it the weather forbids.
        let _ = match kind {
            0 => on.set_rhythm(&account, rhythm).await,
            1 => on.set_match_rhythm(&ids[at], &account, Some(rhythm)).await,
            2 => on.set_match_rhythm(&ids[at], &account, None).await,
            _ => on.seen(&ids[at], &account).await,
        };
    }

    /// Both processes look into the mailboxes at the same moment.
    async fn gather(&self) {
        let [one, two] = &self.processes;
        let _ = futures_util::join!(one.gather(), two.gather());
    }

    async fn rows(&self) -> (Vec<NoticeRow>, Vec<LetterRow>) {
        let people = self.people.clone();
        let rows = self.db.read(move |conn| {
            let (mut told, mut written) = (Vec::new(), Vec::new());
            for account in people {
                told.extend(notices::of_account(conn, &account, 100_000)?);
                written.extend(letters::of_account(conn, &account, 100_000)?);
            }
            Ok((told, written))
        });
        rows.await.expect("rows")
    }

    /// What some of these writes meets: an error, when `when` is true.
    async fn let_writes_fail(&self, writes: &Writes, before: (&str, &str), when: (&str, &str)) {
        let (mut sqlite, mut postgres) = (String::new(), String::new());
        for (table, kind) in writes {
            sqlite += &format!(
                "CREATE TRIGGER weather_{table}_{kind} BEFORE {kind} ON {table} BEGIN {} \
                 SELECT RAISE(ABORT, 'weather') WHERE {}; END;",
                before.0, when.0
            );
            postgres += &format!(
                "CREATE TRIGGER weather_{kind} BEFORE {kind} ON {table} FOR EACH ROW \
                 EXECUTE FUNCTION weather();"
            );
        }
        let function = format!(
            "CREATE FUNCTION weather() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {} \
             IF {} THEN RAISE EXCEPTION 'weather'; END IF; RETURN NEW; END $$;",
            before.1, when.1
        );
        run(&self.db, &sqlite, &(function + &postgres)).await.expect("triggers");
    }

    async fn let_writes_succeed(&self, writes: &Writes) {
        let drop = |(table, kind): &(&str, &str)| format!("DROP TRIGGER weather_{table}_{kind};");
        let sqlite: String = writes.iter().map(drop).collect();
        run(&self.db, &sqlite, "DROP FUNCTION weather() CASCADE;").await.expect("fair weather");
    }
}

/// How a notice ended, if it has.
type Ended = (String, Option<String>, Option<String>);

/// What must be true of all notices and letters at every moment. `known` holds how notices
/// have ended before.
fn is_sound(told: &[NoticeRow], written: &[LetterRow], known: &mut BTreeMap<String, Ended>) {
    let ids: BTreeSet<(&str, &str)> =
        written.iter().map(|row| (row.account_id.as_str(), row.id.as_str())).collect();
    for row in told {
        let letter = row.letter_id.as_deref();
        match row.state.as_str() {
            "pending" => {
                assert!(letter.is_none() && row.reason.is_none() && row.ended_at.is_none())
            }
            "covered" => {
                let letter = letter.expect("a letter covers it");
                assert!(ids.contains(&(&row.account_id, letter)), "{letter} is written");
                assert!(row.reason.is_none() && row.ended_at.is_some());
            }
            "dropped" => {
                assert!(letter.is_none() && row.reason.is_some() && row.ended_at.is_some())
            }
            other => panic!("{other}"),
        }
        let ended = (row.state.clone(), row.reason.clone(), row.letter_id.clone());
        match known.get(&row.id) {
            Some(before) => assert_eq!(*before, ended, "what has ended stays so"),
            None if row.state != "pending" => {
                known.insert(row.id.clone(), ended);
            }
            None => {}
        }
    }
    for letter in written {
        let covers = told.iter().filter(|row| row.letter_id.as_ref() == Some(&letter.id));
        assert!(covers.count() > 0, "{} tells nothing", letter.id);
    }
}

#[actix_web::test]
async fn every_notice_ends_once_whatever_people_do_and_whatever_breaks() {
    let mut totals = [0; 4];
    for number in 0..4 {
        let Some(mut house) = House::new(number, 4).await else { return };
        let mut ids = Vec::new();
        let brisk = Some(Timing { pace: Preset::Brisk.pace(), absence: Absence::Patient });
        for seats in [2, 3, 4] {
            ids.push(house.begun(seats, brisk).await);
        }
        let often = ("abs(random()) % 25 = 0", "random() < 0.04");
        house.let_writes_fail(LETTERS, ("", ""), often).await;
        let mut known = BTreeMap::new();
        for _ in 0..250 {
            let at = house.roll(ids.len());
            match house.roll(10) {
                0..=4 => totals[0] += usize::from(house.step(&ids[at]).await),
                5 => house.wish(&ids).await,
                6 | 7 => {
                    let minutes = house.roll(90) as i64;
                    house.clock.advance(Duration::minutes(minutes));
                }
                _ => house.gather().await,
            }
            // No two commands at one moment.
            house.clock.advance(Duration::milliseconds(1));
        }
        house.let_writes_succeed(LETTERS).await;
        // Two days later, all that waits for nothing but its hour has ended.
        for _ in 0..50 {
            house.clock.advance(Duration::hours(1));
            house.gather().await;
            let (told, written) = house.rows().await;
            is_sound(&told, &written, &mut known);
        }
        let (told, written) = house.rows().await;
        let now = house.clock.now();
        for row in told.iter().filter(|row| row.state == "pending") {
            assert!(row.kind == "reminder" && row.ready_at + Duration::days(2) > now, "{row:?}");
        }
        // Whoever is awaited has heard of it, or did not want to, or began to wait by an own
        // step.
        for id in &ids {
            let on = house.look(id).await;
            for seat in on.awaited() {
                let account = &on.sitters[seat.index()].account;
                let since = on.awaited_since(seat).expect("it is awaited");
                let own = told.iter().filter(|row| {
                    row.match_id == *id && row.account_id == *account && row.happened_at == since
                });
                let heard: Vec<_> = own.filter(|row| row.kind != "reminder").collect();
                let stale =
                    |row: &&NoticeRow| row.reason.as_deref() == Some("the turn is played already");
                assert!(!heard.iter().any(stale), "{heard:?}");
            }
        }
        totals[1] += told.iter().filter(|row| row.state == "covered").count();
        totals[2] += told.iter().filter(|row| row.state == "dropped").count();
        totals[3] += written.len();
    }
    println!("{totals:?} steps, covered, dropped, letters");
    assert!(totals.iter().all(|count| *count > 20), "{totals:?}");
    assert!(totals[3] < totals[1], "letters tell several things");
}

#[actix_web::test]
async fn a_crash_between_any_two_writes_loses_and_doubles_nothing() {
    let Some(mut house) = House::new(1, 2).await else { return };
    let mut ids = Vec::new();
    for _ in 0..5 {
        ids.push(house.begun(2, None).await);
    }
    // One of them is no news any more, so that something is dropped too.
    while house.step(&ids[0]).await && house.rows().await.0.len() < 12 {
        house.clock.advance(Duration::milliseconds(1));
    }
    house.clock.advance(Duration::minutes(5));
    let (before, written) = house.rows().await;
    assert!(written.is_empty() && before.iter().all(|row| row.state == "pending"));
    run(&house.db, "CREATE TABLE crash (n BIGINT)", "CREATE TABLE crash (n BIGINT)").await.unwrap();
    run(&house.db, "INSERT INTO crash VALUES (0)", "INSERT INTO crash VALUES (0)").await.unwrap();
    let count = "UPDATE crash SET n = n - 1;";
    let reached = "(SELECT n FROM crash) = 0";
    house.let_writes_fail(LETTERS, (count, count), (reached, reached)).await;
    let mut crashes = 0;
    for number in 1.. {
        let set = format!("UPDATE crash SET n = {number}");
        run(&house.db, &set, &set).await.expect("the next crash");
        let _ = house.processes[0].gather().await;
        let (told, written) = house.rows().await;
        is_sound(&told, &written, &mut BTreeMap::new());
        let waits = |row: &&NoticeRow| row.state == "pending" && row.kind != "reminder";
        if told.iter().filter(waits).count() == 0 {
            break;
        }
        crashes += 1;
        // What failed is looked at again in a while.
        house.clock.advance(Duration::minutes(16));
    }
    assert!(crashes > 5, "{crashes} crashes");
    house.let_writes_succeed(LETTERS).await;
    house.clock.advance(Duration::hours(1));
    house.gather().await;
    let (told, written) = house.rows().await;
    is_sound(&told, &written, &mut BTreeMap::new());
    let news = told.iter().filter(|row| row.kind != "reminder");
    assert!(news.clone().all(|row| row.state != "pending"), "{told:?}");
    let first = written.iter().filter(|letter| letter.kind != "reminder");
    let readers: BTreeSet<_> = first.clone().map(|letter| &letter.account_id).collect();
    assert_eq!(first.count(), readers.len(), "one each, though it was tried again and again");
}

#[actix_web::test]
async fn a_crash_between_any_two_writes_calls_and_times_out_nobody_twice_or_not_at_all() {
    let Some(mut house) = House::new(1, 2).await else { return };
    let gentle = Some(Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle });
    let id = house.begun(2, gentle).await;
    let seat = house.look(&id).await.awaited()[0];
    run(&house.db, "CREATE TABLE crash (n BIGINT)", "CREATE TABLE crash (n BIGINT)").await.unwrap();
    run(&house.db, "INSERT INTO crash VALUES (0)", "INSERT INTO crash VALUES (0)").await.unwrap();
    let count = "UPDATE crash SET n = n - 1;";
    let reached = "(SELECT n FROM crash) = 0";
    let mut crashes = 0;
    // First it is called, then its time is over.
    for over in [false, true] {
        let clock = clock(&house.look(&id).await, seat).map(|clock| (clock.call_at, clock.due));
        let (call_at, due) = clock.expect("a clock runs");
        house.clock.advance(if over { due } else { call_at } - house.clock.now());
        house.let_writes_fail(CLOCKS, (count, count), (reached, reached)).await;
        for number in 1.. {
            let set = format!("UPDATE crash SET n = {number}");
            run(&house.db, &set, &set).await.expect("the next crash");
            // Whoever is called wants no letters here: no letter need be sent.
            let version = house.look(&id).await.version;
            let _ = house.processes[number % 2].tick().await;
            let checked = house.db.read(verify_database).await.expect("it reads");
            assert!(checked.wrong.is_empty(), "{:?}", checked.wrong);
            let called = house.rows().await.0.iter().any(|row| row.kind == "last_call");
            let moved = house.look(&id).await.version > version;
            if if over { moved } else { called } {
                break;
            }
            crashes += 1;
            assert!(!moved, "half of it was stored");
            // What failed is looked at again in a while.
            house.clock.advance(Duration::minutes(16));
        }
        house.let_writes_succeed(CLOCKS).await;
        house.clock.advance(Duration::minutes(16));
        house.processes[0].tick().await.expect("a tick");
        house.processes[1].tick().await.expect("a tick");
        let (told, _) = house.rows().await;
        let calls = told.iter().filter(|row| row.kind == "last_call").count();
        assert_eq!(calls, 1, "called once");
        if !over {
            // Who wants none is as good as called.
            let muted = "UPDATE accounts SET muted = '[\"last_call\"]'";
            run(&house.db, muted, muted).await.expect("muted");
        }
    }
    let on = house.look(&id).await;
    let lapses = on.sitters[seat.index()].lapses;
    assert_eq!((lapses.grace, lapses.turns), (true, 0), "timed out once");
    assert!(crashes > 4, "{crashes} crashes");
}

#[actix_web::test]
async fn two_processes_that_look_into_one_mailbox_write_one_letter() {
    let Some(mut house) = House::new(2, 2).await else { return };
    let mut expected = 0;
    for _ in 0..30 {
        house.begun(2, None).await;
        house.begun(2, None).await;
        house.clock.advance(Duration::minutes(4));
        let (told, _) = house.rows().await;
        let now = house.clock.now();
        let ready = told.iter().filter(|row| row.state == "pending" && row.ready_at <= now);
        expected += ready.map(|row| &row.account_id).collect::<BTreeSet<_>>().len();
        house.gather().await;
        let (told, written) = house.rows().await;
        is_sound(&told, &written, &mut BTreeMap::new());
        assert_eq!(written.len(), expected);
    }
}

#[actix_web::test]
async fn what_a_clock_depends_on_is_looked_at_first_however_much_else_waits() {
    let Some(house) = House::new(1, 1).await else { return };
    let (who, now) = (house.people[0].clone(), house.clock.now());
    let notice = |number: i64, urgent: bool| NoticeRow {
        account_id: who.clone(),
        id: format!("m{number}:1:{urgent}"),
        kind: "your_turn".to_owned(),
        match_id: format!("m{number}"),
        version: 1,
        data: "{}".to_owned(),
        urgent,
        happened_at: now,
        ready_at: now + Duration::minutes(number),
        state: "pending".to_owned(),
        reason: None,
        letter_id: None,
        ended_at: None,
    };
    let rows: Vec<NoticeRow> = (0..5).map(|number| notice(number, number == 4)).collect();
    let given = rows.clone();
    house
        .db
        .write(move |tx| given.iter().try_for_each(|row| notices::give(tx, row)))
        .await
        .unwrap();
    let first = house.db.read(move |conn| notices::pending(conn, &who, 2)).await.unwrap();
    assert_eq!(first, [rows[4].clone(), rows[0].clone()]);
}
