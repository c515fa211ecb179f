//! Whether a command stays as quick: `cargo bench --bench scale`.
//!
//! Prints the median time of one durable command early and late in a match (around event 50 and
//! event 5,000); with 10 and with many matches stored what an opening, a command, a page of the
//! lobby, somebody's turns and a start take; and one look at what is due where as many clocks run
//! and nothing is. Takes steps back and again to make a match long. No network but to a database.
//!
//! `MATCHES=1000000` stores that many (100,000 otherwise), `TURNWISE_BENCH_DATABASE` names an
//! empty Postgres to do it on (a SQLite file otherwise).

mod serving;

use serving::given_database;
use std::time::Instant;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::events::{self, EventRow};
use turnwise::db::matches::{self, MatchRow, SeatRow};
use turnwise::matches::commands::Post;
use turnwise::matches::read::list::Wanted;
use turnwise::matches::{Match, Matches, Open, Status, Visibility};

const PEOPLE: [&str; 2] = ["anna", "ben"];

/// How often a step is taken back in a turn to make a match long; a match refuses 100.
const BACK: usize = 90;

/// How often while it is measured: steps differ, so they are measured in many turns.
const MEASURED_BACK: usize = 15;

async fn open(table: &Matches) -> std::sync::Arc<Match> {
    let wish = Open {
        game: "bora-bora".to_owned(),
        seats: 2,
        config: serde_json::json!({}),
        title: "Scale".to_owned(),
        visibility: Visibility::Public,
        entropy: None,
        timing: None,
        rounds_apart: true,
        rated: true,
    };
    let opened = table.open(PEOPLE[0], wish, None, None).await.expect("a match");
    table.join(&opened.id, PEOPLE[1], None, None).await.expect("a seat")
}

/// Plays one step; gives its time in microseconds.
async fn step(table: &Matches, folded: &mut std::sync::Arc<Match>, at: usize) -> f64 {
    let seat = folded.awaited()[0];
    let state = folded.state.as_ref().expect("it runs");
    let offers = folded.game().legal(state, seat);
    let post = Post {
        commands: vec![offers[at % offers.len()].command.clone()],
        version: folded.version,
        key: turnwise::random::id(),
        fingerprint: String::new(),
    };
    let who = folded.sitters[seat.index()].account.clone();
    let began = Instant::now();
    *folded = table.play(&folded.id, &who, post).await.expect("a step");
    began.elapsed().as_secs_f64() * 1e6
}

async fn take_back(table: &Matches, folded: &mut std::sync::Arc<Match>) {
    let steps = folded.takeable.clone().filter(|steps| !steps.points.is_empty());
    if let Some(steps) = steps {
        let who = folded.sitters[steps.seat.index()].account.clone();
        *folded = table.take_back(&folded.id, &who, None, None).await.expect("a step back");
    }
}

/// Plays a step and takes it back, and now and then plays the turn to its end; gives the time
/// of the step in microseconds. A turn ends after so many steps.
async fn step_and_back(
    table: &Matches,
    folded: &mut std::sync::Arc<Match>,
    count: usize,
    turn: usize,
) -> f64 {
    let time = step(table, folded, 0).await;
    take_back(table, folded).await;
    if count % turn == turn - 1 {
        let seats = folded.awaited();
        while folded.status == Status::Running && folded.awaited() == seats {
            step(table, folded, 0).await;
        }
    }
    time
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// The median of a step, played and taken back again and again from a version on.
async fn from_version(table: &Matches, version: i64) -> f64 {
    let mut folded = open(table).await;
    let mut count = 0;
    while folded.version < version {
        step_and_back(table, &mut folded, count, BACK).await;
        count += 1;
    }
    let mut times = Vec::new();
    for count in 0..300 {
        times.push(step_and_back(table, &mut folded, count, MEASURED_BACK).await);
    }
    assert_eq!(folded.status, Status::Running);
    median(times)
}

/// Fills the tables with matches that nobody plays, in which a clock runs.
fn fill(db: &Db, from: usize, to: usize) {
    for chunk in (from..to).collect::<Vec<_>>().chunks(2_000) {
        let chunk = chunk.to_vec();
        db.write_blocking(move |conn| {
            let now = Clock::of_the_machine().now();
            for number in chunk {
                let id = format!("00000000-0000-7000-8000-{number:012}");
                let row = |version| EventRow {
                    match_id: id.clone(),
                    version,
                    kind: "opened".to_owned(),
                    schema_number: 1,
                    data: "x".repeat(200),
                    seat: None,
                    actor: "nobody".to_owned(),
                    command: None,
                    draw: None,
                    recorded_at: now,
                    salt: "0".repeat(32),
                    hash: "0".repeat(64),
                };
                events::append(conn, None, &[row(1), row(2), row(3)])?;
                let row = MatchRow {
                    id: id.clone(),
                    game: "bora-bora".to_owned(),
                    title: "Stored".to_owned(),
                    visibility: "public".to_owned(),
                    status: "running".to_owned(),
                    seats: 2,
                    config: "{}".to_owned(),
                    host_id: "nobody".to_owned(),
                    version: 3,
                    hash: "0".repeat(64),
                    opened_at: now,
                    started_at: Some(now),
                    ended_at: None,
                    changed_at: now,
                    projected: 3,
                    timing: None,
                };
                matches::insert(conn, &row)?;
                let seat = |seat: i32| {
                    let clock = |days| (seat == 1).then(|| now + chrono::Duration::days(days));
                    SeatRow {
                        match_id: id.clone(),
                        seat,
                        account_id: format!("{number}-{seat}"),
                        awaited_since: clock(0),
                        resigned: false,
                        place: None,
                        points: None,
                        due_at: clock(4),
                        call_at: clock(3),
                        lapse_at: clock(4),
                        stand_in: None,
                        plays_by_itself: false,
                        open_at: None,
                        named_id: None,
                        named_at: None,
                    }
                };
                matches::insert_seat(conn, &seat(0))?;
                matches::insert_seat(conn, &seat(1))?;
            }
            Ok(())
        })
        .expect("rows");
    }
}

/// The database to measure on.
struct Measured {
    url: String,
    runtime: tokio::runtime::Runtime,
}

impl Measured {
    fn start(&self) -> (Db, Matches) {
        let db = Db::connect(&self.url).expect("a database");
        let table = Matches::new(db.clone(), Clock::of_the_machine(), "a secret");
        (db, table.expect("matches"))
    }

    /// The median of what takes some microseconds, asked so many times.
    fn median_of<T>(&self, times: usize, mut ask: impl AsyncFnMut() -> T) -> f64 {
        let one = |_| {
            let began = Instant::now();
            self.runtime.block_on(ask());
            began.elapsed().as_secs_f64() * 1e6
        };
        median((0..times).map(one).collect())
    }

    /// What the questions take that a server answers with so many matches stored, in
    /// microseconds.
    fn questions(&self, stored: usize) -> [(&'static str, f64); 6] {
        let starts = (0..5).map(|_| {
            let began = Instant::now();
            drop(self.start());
            began.elapsed().as_secs_f64() * 1e6
        });
        let start = median(starts.collect());
        let (_, table) = self.start();
        let lobby = || table.list(Wanted::default(), 20);
        let running = || Wanted { status: Some(Status::Running), ..Wanted::default() };
        let somebody = format!("{}-1", stored / 2);
        let commands = (0..3).map(|_| self.runtime.block_on(from_version(&table, 50)));
        [
            ("a start", start),
            ("an opening with a second seat", self.median_of(100, || open(&table))),
            ("a command", median(commands.collect())),
            ("a page of the lobby", self.median_of(300, lobby)),
            ("the same, of matches that run", self.median_of(300, || table.list(running(), 20))),
            ("somebody's turns", self.median_of(300, || table.turns(&somebody))),
        ]
    }
}

fn main() {
    let many = std::env::var("MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(100_000);
    let folder = tempfile::tempdir().expect("a folder");
    let own = || format!("sqlite://{}", folder.path().join("scale.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("one");
    let measured = Measured { url: given_database().unwrap_or_else(own), runtime };
    let (db, table) = measured.start();
    fill(&db, 0, 10);
    let command_at = |version| measured.runtime.block_on(from_version(&table, version));
    command_at(50);
    for round in 1..=3 {
        let (early, late) = (command_at(50), command_at(5_000));
        println!(
            "round {round}: at event 50 {early:.0} us, at event 5,000 {late:.0} us, {:.2}",
            late / early
        );
    }
    let before = measured.questions(10);
    fill(&db, 10, many);
    println!("{:<32} {:>10} {many:>10} matches, us", "", 10);
    for ((what, few), (_, many)) in before.into_iter().zip(measured.questions(many)) {
        println!("{what:<32} {few:>10.0} {many:>10.0} {:>8.2}", many / few);
    }
    let looks = measured.median_of(100, async || table.tick().await.expect("a tick"));
    println!("one look at what is due, {many} clocks, none of them: {:.2} ms", looks / 1e3);
}
