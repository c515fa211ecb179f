//! The laws of a match over a real database: whole random matches, in two processes that
//! take turns, on databases whose commits fail and on one that forgets its last minutes.
//!
//! `TURNWISE_DB_LAWS` says how many matches: eight of ten in fair weather.

use crate::app::new_database;
use diesel::connection::SimpleConnection;
use serde_json::json;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use turnwise::clock::Clock;
use turnwise::db::accounts::{self, AccountRow};
use turnwise::db::{Conn, Db, matches};
use turnwise::error::{Code, Error, Result};
use turnwise::matches::commands::Post;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::{database, verify};
use turnwise::matches::stream::project;
use turnwise::matches::time::{Absence, Timing, pace::Preset};
use turnwise::matches::{Match, Matches, Open, Visibility};
use turnwise::random;
use turnwise::rules::chance::Seeded;
use turnwise::rules::{Chance, Robot, Seat};

/// What befalls the database while a match is played.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Weather {
    Fair,
    /// Every tenth commit or so fails.
    CommitsFail,
    /// Now and then the last transactions are gone.
    ForgetsTheLast,
}

/// A house with two processes on one database, and the people who play there.
struct House {
    url: String,
    _folder: Option<tempfile::TempDir>,
    /// The database as somebody with its own tools has it.
    tools: Db,
    processes: [Matches; 2],
    people: Vec<String>,
    weather: Weather,
    chance: Seeded,
    steps: usize,
    failed: usize,
    forgotten: usize,
}

/// The tables that change while a match is played.
const TABLES: [&str; 7] =
    ["events", "matches", "seats", "sealed", "answered", "notices", "mailboxes"];

fn process(url: &str) -> Matches {
    let db = Db::connect(url).expect("the database");
    Matches::new(db, Clock::of_the_machine(), "a secret of the tests").expect("a process")
}

async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    tokio::task::spawn_blocking(work).await.expect("it does not panic")
}

impl House {
    async fn new(number: u64, weather: Weather) -> Option<House> {
        let (url, folder) = new_database()?;
        let address = url.clone();
        let (tools, processes, people) = aside(move || {
            let people: Vec<String> = (0..5).map(|_| random::id()).collect();
            let db = Db::connect(&address).expect("the database");
            for (at, id) in people.iter().enumerate() {
                let row = somebody(id, &format!("person{at}"));
                db.write_blocking(move |tx| accounts::insert(tx, &row)).expect("a person");
            }
            (db, [process(&address), process(&address)], people)
        })
        .await;
        let chance = Seeded::new(number);
        let (steps, failed, forgotten) = (0, 0, 0);
        Some(House {
            url,
            _folder: folder,
            tools,
            processes,
            people,
            weather,
            chance,
            steps,
            failed,
            forgotten,
        })
    }

    fn roll(&mut self, bound: usize) -> usize {
        self.chance.below(bound as u32) as usize
    }

    fn process(&mut self) -> Matches {
        let at = self.roll(2);
        self.processes[at].clone()
    }

    /// Asks until the database takes it; a no of any other kind is the answer.
    async fn insist<T>(&mut self, ask: impl AsyncFn(Matches) -> Result<T>) -> Result<T> {
        for _ in 0..100 {
            match ask(self.process()).await {
                Err(no) if self.is_weather(&no) => self.failed += 1,
                Err(no) => {
                    assert!(no.code != Code::Fault, "{no}");
                    return Err(no);
                }
                done => return done,
            }
        }
        panic!("the database takes nothing");
    }

    fn is_weather(&self, no: &Error) -> bool {
        self.weather == Weather::CommitsFail
            && (no.code == Code::DatabaseUnavailable || no.detail.contains("foreign key"))
    }

    /// A match of random people and robots that has begun.
    async fn begun(&mut self) -> String {
        let games = turnwise::games::SHELF;
        let info = games[self.roll(games.len())].info();
        let seats = info.seats.start() + self.roll(info.seats.clone().count()) as u8;
        let host = self.people[0].clone();
        let commitment = (self.roll(2) == 0).then(|| self.processes[0].commit(&host));
        let wish = Open {
            game: info.slug.to_owned(),
            seats,
            config: json!({}),
            title: "A match".to_owned(),
            visibility: Visibility::Public,
            entropy: commitment.as_ref().map(|_| "luck".to_owned()),
            rounds_apart: true,
            rated: self.roll(4) > 0,
            timing: (self.roll(2) == 0)
                .then_some(Timing { pace: Preset::Brisk.pace(), absence: Absence::Gentle }),
        };
        let key = Some(random::id());
        let opened = self
            .insist(async |on: Matches| {
                on.open(&host, wish.clone(), commitment.clone(), key.clone()).await
            })
            .await
            .expect("a match");
        let last = usize::from(seats) - 1;
        for seat in 1..=last {
            if seat < last {
                self.somebody_comes_and_goes(&opened.id, seat).await;
            }
            // A robot whose step was not committed is asked again seconds later.
            let robots = self.weather == Weather::Fair && seat > 1 && self.roll(2) == 0;
            let person = self.people[seat].clone();
            self.insist(async |on: Matches| match robots {
                true => on.seat_robot(&opened.id, &host, Robot::Random, None).await,
                false => on.join(&opened.id, &person, None, Some("more luck".to_owned())).await,
            })
            .await
            .expect("a seat");
        }
        opened.id.clone()
    }

    /// Somebody takes the next seat and gives it back; or a robot does.
    async fn somebody_comes_and_goes(&mut self, id: &str, seat: usize) {
        let (host, person) = (self.people[0].clone(), self.people[seat].clone());
        match self.roll(3) {
            0 => {
                let joined =
                    self.insist(async |on: Matches| on.join(id, &person, None, None).await);
                joined.await.expect("a seat");
                let left = self.insist(async |on: Matches| on.leave(id, &person).await);
                left.await.expect("it was theirs");
            }
            1 => {
                let (next, robot) = (Seat(seat as u8), Robot::Random);
                let seated =
                    self.insist(async |on: Matches| on.seat_robot(id, &host, robot, None).await);
                seated.await.expect("a seat");
                let gone = self.insist(async |on: Matches| on.dismiss_robot(id, &host, next).await);
                gone.await.expect("it sat there");
            }
            _ => {}
        }
    }

    async fn look(&self, on: &Matches, id: &str) -> Arc<Match> {
        on.look(id, None, None).await.expect("the match is there").folded
    }

    /// Plays until the match is over.
    async fn play(&mut self, id: &str) {
        let (mut kept, mut lost) = (false, None);
        for step in 0..5_000 {
            if self.weather == Weather::ForgetsTheLast {
                match (self.roll(12), kept) {
                    (0, _) => {
                        self.keep(kept).await;
                        kept = true;
                    }
                    (1, true) => {
                        self.forget(id).await;
                        lost = Some((step, self.fresh().await));
                    }
                    _ => {}
                }
            }
            // After a loss, nobody but who asks for a step may tell the processes of it.
            let reader = match &lost {
                Some((at, fresh)) if step < at + 4 => fresh.clone(),
                _ => self.process(),
            };
            let on = self.look(&reader, id).await;
            if step % 7 == 0 {
                self.lobby_tells_the_same(&on).await;
            }
            if on.status.is_over() {
                return;
            }
            self.step(&on, step).await;
        }
        panic!("it never ends");
    }

    /// The rows of the lobby, each step of which changed no more than it had to, are what
    /// the whole stream says.
    async fn lobby_tells_the_same(&self, on: &Match) {
        let (tools, on) = (self.tools.clone(), on.clone());
        let differs = aside(move || {
            tools.read_blocking(|conn| {
                let differs = project::differs(conn, &on)?;
                // Robots may have gone on, before or meanwhile: it is another match then.
                let newest = matches::newest_told(conn, &on.id)?;
                let same = newest.is_some_and(|newest| newest == (on.version, on.hash.clone()));
                Ok(differs.filter(|_| same))
            })
        });
        assert_eq!(differs.await.expect("a look"), None);
    }

    /// A process that knows nothing yet.
    async fn fresh(&self) -> Matches {
        let url = self.url.clone();
        aside(move || process(&url)).await
    }

    /// Somebody does something.
    async fn step(&mut self, on: &Match, step: usize) {
        let awaited = on.awaited();
        let seat = awaited[self.roll(awaited.len())];
        let sitter = on.sitters[seat.index()].clone();
        if !sitter.is_present() {
            // Robots, and the platform for who has resigned, play by themselves.
            tokio::time::sleep(Duration::from_millis(2)).await;
            return;
        }
        let account = sitter.account;
        let done = match self.roll(60) {
            0 if step > 100 && on.staying().len() > 2 && self.weather == Weather::Fair => {
                self.insist(async |to: Matches| to.resign(&on.id, &account).await).await
            }
            1..=4 if !on.take_back_points(seat).is_empty() => {
                self.insist(async |to: Matches| to.take_back(&on.id, &account, None, None).await)
                    .await
            }
            5..=6 => self.look_around(on, &account).await,
            _ => self.post(on, seat, &account).await,
        };
        match done {
            Ok(_) => self.steps += 1,
            // Somebody else was first; or it is what could be taken back that is gone.
            Err(no) => assert!(
                [Code::StaleVersion, Code::NothingToTakeBack, Code::MatchIsBusy, Code::MatchOver]
                    .contains(&no.code),
                "{no}"
            ),
        }
    }

    async fn post(&mut self, on: &Match, seat: Seat, account: &str) -> Result<Arc<Match>> {
        let state = on.state.as_ref().expect("it runs");
        let command = on.game().robot(Robot::Random, state, seat, &mut self.chance);
        let post = Post {
            commands: vec![command.expect("an awaited seat has a command")],
            version: on.version,
            key: random::id(),
            fingerprint: random::id(),
        };
        let done = self.insist(async |to: Matches| to.play(&on.id, account, post.clone()).await);
        let after = done.await?;
        let again = self.insist(async |to: Matches| to.play(&on.id, account, post.clone()).await);
        let again = again.await.expect("a repeated request is known again");
        assert!(*again == *after, "a repeated request gets the answer of the first");
        Ok(after)
    }

    async fn look_around(&mut self, on: &Match, account: &str) -> Result<Arc<Match>> {
        let process = self.process();
        let after = self.roll(usize::try_from(on.version).expect("a version")) as i64;
        process.history(&on.id, Some(account.to_owned()), after, 20).await?;
        let then = process.look(&on.id, Some(account.to_owned()), Some(after.max(1))).await?;
        Ok(then.folded)
    }

    /// Runs statements as somebody with the database's own tools would.
    async fn run(&self, sqlite: String, postgres: String) {
        let tools = self.tools.clone();
        let run = move || {
            tools.write_blocking(move |tx| {
                let ran = match &mut **tx {
                    Conn::Sqlite(conn) => conn.batch_execute(&sqlite),
                    Conn::Postgres(conn) => conn.batch_execute(&postgres),
                };
                ran.map_err(Error::fault)
            })
        };
        aside(run).await.expect("the statements run");
    }

    /// Copies all that is stored, for the first time or again.
    async fn keep(&self, again: bool) {
        let copy = TABLES.map(|table| match again {
            true => {
                format!("DELETE FROM kept_{table}; INSERT INTO kept_{table} SELECT * FROM {table};")
            }
            false => format!("CREATE TABLE kept_{table} AS SELECT * FROM {table};"),
        });
        self.run(copy.concat(), copy.concat()).await;
    }

    /// The database is as it was when it was copied last. Each process still knows better.
    async fn forget(&mut self, id: &str) {
        let before = self.processes[0].version(id).await.expect("the match is there");
        let empty = |table: &str| format!("DELETE FROM {table};");
        let fill = |table: &str| format!("INSERT INTO {table} SELECT * FROM kept_{table};");
        let restore = TABLES.iter().rev().map(|table| empty(table)).collect::<String>()
            + &TABLES.map(fill).concat();
        let sqlite = format!("DROP TRIGGER events_are_never_deleted; {restore}");
        let postgres = format!("DROP TRIGGER events_are_never_changed ON events; {restore}");
        self.run(sqlite, postgres).await;
        let after = self.processes[0].version(id).await.expect("the match is there");
        self.forgotten += usize::from(after < before);
    }

    /// Every tenth row of a stream or so makes the commit fail, which nothing before it
    /// can know.
    async fn let_commits_fail(&self) {
        let orphans = "CREATE TABLE orphans (account_id TEXT NOT NULL REFERENCES accounts (id) \
                       DEFERRABLE INITIALLY DEFERRED);";
        let sqlite = format!(
            "{orphans} CREATE TRIGGER weather AFTER INSERT ON events \
             WHEN abs(random()) % 10 = 0 BEGIN INSERT INTO orphans VALUES ('nobody'); END;"
        );
        let postgres = format!(
            "{orphans} CREATE FUNCTION weather() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN IF random() < 0.1 THEN INSERT INTO orphans VALUES ('nobody'); END IF; \
             RETURN NEW; END $$; CREATE TRIGGER weather AFTER INSERT ON events \
             FOR EACH ROW EXECUTE FUNCTION weather();"
        );
        self.run(sqlite, postgres).await;
    }

    /// Both processes and one that knows nothing see the same match, the database is
    /// sound, and the match is proved.
    async fn is_sound(&self, id: &str) {
        let fresh = self.fresh().await;
        let known = self.look(&fresh, id).await;
        for process in &self.processes {
            assert!(*self.look(process, id).await == *known, "the processes agree");
            let export = process.export(id, None).await.expect("it has ended").text();
            let proved = verify::verify(&export, &Trust::default());
            assert_eq!(proved.expect("an honest match").hash, known.hash);
        }
        let tools = self.tools.clone();
        let checked = aside(move || tools.read_blocking(database::verify_database));
        let checked = checked.await.expect("a look");
        assert_eq!((checked.streams, checked.undecided, checked.wrong), (1, 0, Vec::new()));
    }
}

fn somebody(id: &str, handle: &str) -> AccountRow {
    AccountRow {
        id: id.to_owned(),
        handle: handle.to_owned(),
        handle_key: handle.to_owned(),
        email: format!("{handle}@example.org"),
        email_key: format!("{handle}@example.org"),
        confirmed_at: None,
        password_hash: String::new(),
        muted: "[]".to_owned(),
        created_at: Clock::of_the_machine().now(),
        closed_at: None,
        address_key: format!("{handle}@example.org"),
        password_set_at: None,
        frozen_at: None,
        is_bot: false,
    }
}

/// How many whole matches are played in a weather: so many of ten.
fn count(tenths: u64) -> u64 {
    let text = std::env::var("TURNWISE_DB_LAWS").ok();
    (text.and_then(|text| text.parse().ok()).unwrap_or(6_u64) * tenths).div_ceil(10)
}

/// A whole match; how often something was stored, failed and was forgotten in it.
async fn whole(number: u64, weather: Weather) -> Option<[usize; 3]> {
    let mut house = House::new(number, weather).await?;
    if weather == Weather::CommitsFail {
        house.let_commits_fail().await;
    }
    let (over, until) = watch::channel(false);
    let due = house.processes.clone().map(|process| {
        let until = until.clone();
        tokio::spawn(async move { process.do_what_is_due(until).await })
    });
    let id = house.begun().await;
    house.play(&id).await;
    over.send(true).expect("they listen");
    for work in due {
        work.await.expect("it does not panic");
    }
    house.is_sound(&id).await;
    Some([house.steps, house.failed, house.forgotten])
}

#[actix_web::test]
async fn whole_matches_of_two_processes_and_robots_are_sound_and_proved() {
    for number in 0..count(8) {
        let Some([steps, ..]) = whole(number, Weather::Fair).await else { return };
        println!("match {number}: {steps} steps");
    }
}

#[actix_web::test]
async fn what_a_failing_commit_took_along_is_nowhere_in_memory_and_can_be_asked_again() {
    for number in 0..count(1) {
        let Some([steps, failed, _]) = whole(number, Weather::CommitsFail).await else { return };
        println!("match {number}: {steps} steps, {failed} commits failed");
        assert!(failed > 0, "no commit has failed");
    }
}

#[actix_web::test]
async fn a_match_goes_on_without_a_hole_when_the_database_has_lost_its_last_transactions() {
    for number in 0..count(1) {
        let Some([steps, _, forgotten]) = whole(number, Weather::ForgetsTheLast).await else {
            return;
        };
        println!("match {number}: {steps} steps, {forgotten} times some were lost");
        assert!(forgotten > 0, "nothing was ever lost");
    }
}
