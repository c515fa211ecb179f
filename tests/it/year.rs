//! A year of matches, on a clock that is moved: people who are prompt, slow, stalling,
//! travelling, or gone for good; two processes; a service and a mail server that are away now
//! and then, and processes that die.
//!
//! `TURNWISE_YEAR` says how many matches; `TURNWISE_YEAR_SEED` repeats one.

mod post;

use self::post::{Mail, Person, Postbox, Writer};
use super::app::new_database;
use super::clocks::noon;
use super::uncommitted::is_whole;
use chrono::{Duration, NaiveDateTime, Utc, Weekday};
use chrono_tz::Tz;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use turnwise::accounts::Accounts;
use turnwise::accounts::hours::Hours;
use turnwise::accounts::password::Strength;
use turnwise::clock::Clock;
use turnwise::clock::calendar::Span;
use turnwise::db::calendars;
use turnwise::db::notices::{self, State};
use turnwise::db::{Db, Tx, accounts, outages};
use turnwise::error::Code;
use turnwise::mail::queue::Queue;
use turnwise::mail::rhythm::{Pulse, Rhythm};
use turnwise::matches::commands::Post;
use turnwise::matches::stream::event::Terms;
use turnwise::matches::stream::state::Status;
use turnwise::matches::time::pace::Preset;
use turnwise::matches::time::{Absence, Timing, clock, reserve};
use turnwise::matches::{Match, Matches, Open, Settings, Visibility};
use turnwise::rules::chance::{Chance, Seeded};
use turnwise::rules::{Robot, Seat};
use turnwise::words::Word;

/// Matches of a year where nobody says how many.
const SAMPLE: u32 = 4;
/// The longest time in which nothing is looked at while Turnwise is there.
const LOOK: Duration = Duration::hours(2);
/// Without any process for longer than that it was away.
const OUTAGE: Duration = Duration::hours(3);

/// What people are like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Habit {
    /// Plays within hours.
    Prompt,
    /// Plays after a day or so.
    Slow,
    /// Plays in the last minutes.
    Stalling,
    /// Is away now and then, and plays within hours otherwise.
    Travelling,
    /// Stops for good one day.
    Vanishing,
}

const HABITS: [Habit; 5] =
    [Habit::Prompt, Habit::Slow, Habit::Stalling, Habit::Travelling, Habit::Vanishing];

const ZONES: [Tz; 5] =
    [Tz::Europe__Berlin, Tz::America__New_York, Tz::Asia__Kolkata, Tz::Pacific__Auckland, Tz::UTC];

/// One of the processes.
struct Process {
    matches: Matches,
    letters: Queue<Postbox>,
}

struct Year {
    url: String,
    db: Db,
    clock: Clock,
    chance: Seeded,
    accounts: Accounts,
    people: Vec<Person>,
    matches: Vec<String>,
    mail: Arc<Mail>,
    processes: Vec<Process>,
    /// When somebody means to look at a match again.
    plans: BTreeMap<(usize, usize), NaiveDateTime>,
    /// What each seat of a match was last seen to have in reserve.
    reserves: BTreeMap<(String, Seat), Left>,
    tally: BTreeMap<&'static str, usize>,
    _folder: Option<tempfile::TempDir>,
}

/// What a seat was seen to have in reserve.
#[derive(Clone, Copy, Debug)]
struct Left {
    reserve: Duration,
    /// The highest round that was seen.
    round: u16,
    /// Up to which of them its refills are known to be used.
    grown: u16,
}

const SECRET: &str = "a secret of the tests, long enough";

impl Year {
    async fn begin(seed: u64, count: u32) -> Option<Year> {
        let (url, folder) = new_database()?;
        let clock = Clock::going_on_from(noon().now());
        let mut chance = Seeded::new(seed);
        let db = Db::connect(&url).expect("the database");
        let accounts = Accounts::new(db.clone(), clock.clone(), SECRET, Strength::Feeble, 10);
        let accounts = accounts.expect("accounts");
        let mut people = Vec::new();
        for number in 0..8 {
            let (handle, habit) = (format!("person{number}"), HABITS[number % HABITS.len()]);
            let email = format!("{handle}@example.org");
            accounts
                .register(handle.clone(), email, "staple correct horse".to_owned())
                .await
                .expect("a person");
            let id = accounts.by_handle(&handle).await.expect("found").expect("somebody").id;
            let hours = Hours {
                zone: ZONES[chance.below(ZONES.len() as u32) as usize],
                quiet_from: 30 * chance.below(48) as u16,
                days_off: [Weekday::Sat, Weekday::Sun],
            };
            accounts.set_hours(&id, hours.clone()).await.expect("hours");
            let gone = match habit {
                Habit::Vanishing => clock.now() + Duration::days(20 + i64::from(chance.below(100))),
                _ => NaiveDateTime::MAX,
            };
            let now = clock.now();
            let known = id.clone();
            let confirm = move |tx: &mut Tx<'_>| {
                let mut row = accounts::locked(tx, &known)?.expect("somebody");
                row.confirmed_at = Some(now);
                accounts::update(tx, &row)
            };
            db.write(confirm).await.expect("confirmed");
            people.push(Person { id, habit, hours, gone });
        }
        let mail = Arc::new(Mail {
            away: AtomicBool::new(false),
            carried: AtomicUsize::new(0),
            alone: AtomicUsize::new(0),
            in_digests: AtomicUsize::new(0),
            people: people.clone(),
            matches: Mutex::default(),
            clock: clock.clone(),
        });
        let mut year = Year {
            url,
            db,
            clock,
            chance,
            accounts,
            people,
            matches: Vec::new(),
            mail,
            processes: Vec::new(),
            plans: BTreeMap::new(),
            reserves: BTreeMap::new(),
            tally: BTreeMap::new(),
            _folder: folder,
        };
        for _ in 0..2 {
            let process = year.process();
            year.processes.push(process);
        }
        for number in 0..count {
            year.open(number).await;
        }
        Some(year)
    }

    /// Another process on the same database.
    fn process(&self) -> Process {
        let db = Db::connect(&self.url).expect("the database");
        let settings = Settings { outage_after: Some(OUTAGE), ..Settings::default() };
        let matches = Matches::new(db.clone(), self.clock.clone(), SECRET).expect("matches");
        let matches = matches.with(settings);
        *self.mail.matches.lock().unwrap() = Some(matches.clone());
        let composer = Arc::new(Writer(matches.clone()));
        let letters = Queue::new(db, self.clock.clone(), Postbox(self.mail.clone()), composer);
        Process { matches, letters }
    }

    fn roll(&mut self, bound: u32) -> u32 {
        self.chance.below(bound)
    }

    fn any(&mut self) -> Matches {
        let at = self.roll(2) as usize;
        self.processes[at].matches.clone()
    }

    /// Two to four of the people sit down, now and then with a robot.
    async fn open(&mut self, number: u32) {
        let seats = 2 + self.roll(3) as u8;
        let pace = Preset::ALL[self.roll(Preset::ALL.len() as u32) as usize].pace();
        let absence = Absence::ALL[self.roll(3) as usize];
        let matches = self.any();
        let first = self.roll(8) as usize;
        let who: Vec<usize> = (0..usize::from(seats)).map(|at| (first + at) % 8).collect();
        let wish = Open {
            game: ["great-zimbabwe", "bora-bora"][usize::from(number % 5 == 4)].to_owned(),
            seats,
            config: serde_json::json!({}),
            title: format!("Match {number}"),
            visibility: Visibility::Public,
            entropy: None,
            timing: Some(Timing { pace, absence }),
            rounds_apart: true,
            rated: true,
        };
        let host = self.people[who[0]].id.clone();
        let on = matches.open(&host, wish, None, None).await.expect("a match");
        let robot = self.roll(4) == 0 && seats > 2;
        for &other in &who[1..usize::from(seats) - usize::from(robot)] {
            let other = self.people[other].id.clone();
            matches.join(&on.id, &other, None, None).await.expect("a seat");
        }
        if robot {
            matches.seat_robot(&on.id, &host, Robot::Random, None).await.expect("a robot");
        }
        for &person in &who {
            self.plans.insert((self.matches.len(), person), self.clock.now());
        }
        self.matches.push(on.id.clone());
    }

    fn count(&mut self, what: &'static str) {
        *self.tally.entry(what).or_default() += 1;
    }

    /// Time passes until somebody means to do something, or it is looked what is due.
    async fn go_on(&mut self) {
        let now = self.clock.now();
        let next = self.plans.values().min().copied().unwrap_or(NaiveDateTime::MAX);
        let mut by = (next - now).clamp(Duration::hours(1), LOOK);
        match self.roll(4_000) {
            0..=1 => {
                by = OUTAGE + Duration::hours(i64::from(self.roll(20)));
                self.count("outage");
            }
            2..=3 => {
                let away = self.mail.away.load(Ordering::Relaxed);
                self.mail.away.store(!away, Ordering::Relaxed);
                self.count("mail");
            }
            4..=13 => {
                let at = self.roll(2) as usize;
                self.processes[at] = self.process();
                self.count("died");
            }
            14..=200 if self.mail.away.load(Ordering::Relaxed) => {
                self.mail.away.store(false, Ordering::Relaxed);
            }
            _ => {}
        }
        self.clock.advance(by);
        self.platform().await;
        let now = self.clock.now();
        let due: Vec<(usize, usize)> =
            self.plans.iter().filter(|(_, at)| **at <= now).map(|(who, _)| *who).collect();
        for (number, person) in due {
            self.act(number, person).await;
        }
    }

    /// A process does all that is due.
    async fn platform(&mut self) {
        let at = self.roll(2) as usize;
        let Process { matches, letters } = &self.processes[at];
        matches.tick().await.expect("a tick");
        let people: Vec<String> = self.people.iter().map(|person| person.id.clone()).collect();
        let said = self.db.read(move |conn| {
            people.iter().map(|id| calendars::hours_of(conn, id)).collect::<Result<Vec<_>, _>>()
        });
        for hours in said.await.expect("hours").into_iter().flatten() {
            assert!(!hours.pending, "a match does not know of changed hours: {hours:?}");
        }
        matches.play_what_waits().await.expect("turns");
        matches.end_the_silent().await.expect("a look");
        matches.gather().await.expect("letters");
        while letters.deliver_one().await.expect("the queue").is_some() {
            if self.mail.away.load(Ordering::Relaxed) {
                break;
            }
        }
    }

    /// Somebody looks at a match, does something or not, and means to look again.
    async fn act(&mut self, number: usize, person: usize) {
        let (id, who) = (self.matches[number].clone(), self.people[person].clone());
        let matches = self.any();
        let now = self.clock.now();
        let on = matches.look(&id, Some(who.id.clone()), None).await.expect("a match").folded;
        let plays = on.status == Status::Running && now < who.gone;
        let present = |seat: &Seat| plays && on.sitters[seat.index()].is_present();
        let Some(seat) = on.seat_of(&who.id).filter(present) else {
            self.plans.remove(&(number, person));
            return;
        };
        self.is_sane(&on, seat);
        Seat::all(on.sitters.len()).for_each(|seat| self.stays_used(&on, seat));
        self.wishes(&matches, &on, &who).await;
        let on = matches.look(&id, Some(who.id.clone()), None).await.expect("a match").folded;
        let hours = i64::from(self.roll(6));
        let again = match (on.awaited().contains(&seat), clock(&on, seat), who.habit) {
            (false, ..) => now + Duration::hours(3 + hours),
            (true, Some(clock), Habit::Stalling) if now + Duration::minutes(30) < clock.due => {
                (clock.due - Duration::minutes(20)).max(now + Duration::minutes(1))
            }
            (true, ..) if who.habit == Habit::Slow && self.roll(4) > 0 => {
                now + Duration::hours(5 + hours)
            }
            (true, ..) if who.sleeps(now) => now + Duration::hours(1 + hours),
            _ => {
                self.play(&matches, &on, seat, &who).await;
                now + Duration::minutes(30 + 20 * hours)
            }
        };
        self.plans.insert((number, person), again);
    }

    /// A few legal steps.
    async fn play(&mut self, matches: &Matches, on: &Match, seat: Seat, who: &Person) {
        let mut version = on.version;
        let mut on = Arc::new(on.clone());
        for _ in 0..20 {
            let Some(state) = &on.state else { return };
            if !on.awaited().contains(&seat) {
                return;
            }
            let mut chance = Seeded::new(u64::from(self.roll(u32::MAX)));
            let command = on.game().robot(Robot::Sensible, state, seat, &mut chance);
            let Some(command) = command else { return };
            let key = turnwise::random::id();
            let post = Post { commands: vec![command], version, fingerprint: key.clone(), key };
            match matches.play(&on.id, &who.id, post).await {
                Ok(then) => (version, on) = (then.version, then),
                // Somebody was first, or the platform plays for who has resigned.
                Err(no) if [Code::StaleVersion, Code::ResignedAlready].contains(&no.code) => return,
                Err(no) => panic!("{no}"),
            }
            self.count("played");
        }
    }

    /// What people do besides playing.
    async fn wishes(&mut self, matches: &Matches, on: &Match, who: &Person) {
        let now = self.clock.now();
        let done = match self.roll(400) {
            0..=5 if who.habit == Habit::Travelling => {
                let from = now + Duration::hours(25 + i64::from(self.roll(100)));
                let to = from + Duration::days(1 + i64::from(self.roll(14)));
                self.count("away");
                matches.go_away(&who.id, Span { from, to }).await.map(drop)
            }
            6 => matches.be_back(&who.id).await.map(drop),
            7 => {
                let until = (now + Duration::days(1 + i64::from(self.roll(20)))).and_utc();
                matches.propose(&on.id, &who.id, Terms::Pause { until }).await.map(drop)
            }
            8 => {
                let to = 1 + i64::from(self.roll(on.version as u32));
                matches.propose(&on.id, &who.id, Terms::Rewind { to }).await.map(drop)
            }
            9 => matches.propose(&on.id, &who.id, Terms::Resume).await.map(drop),
            10 if self.roll(20) == 0 => matches.resign(&on.id, &who.id).await.map(drop),
            11..=99 => {
                let open = on.proposals().iter().rfind(|proposal| proposal.closed.is_none());
                let Some(open) = open.map(|proposal| proposal.number) else { return };
                let yes = self.roll(6) > 0;
                self.count("voted");
                matches.vote(&on.id, &who.id, open, yes).await.map(drop)
            }
            // Whoever works on other days sleeps at the same hours.
            101..=104 => {
                let days_off = [Weekday::Sat, [Weekday::Fri, Weekday::Sun][self.roll(2) as usize]];
                let moved =
                    self.accounts.set_hours(&who.id, Hours { days_off, ..who.hours.clone() });
                let moved = moved.await.map(drop);
                if moved.is_ok() {
                    self.count("moved");
                }
                moved
            }
            100 if self.roll(10) == 0 => {
                let pulse = Pulse::ALL[self.roll(3) as usize];
                let rhythm = Rhythm { pulse, every: 6, hour: self.roll(24) as u8 };
                matches.set_rhythm(&who.id, rhythm).await
            }
            131..=250 => {
                let over = |seat: &Seat| clock(on, *seat).is_some_and(|clock| clock.due <= now);
                let Some(seat) = on.awaited().into_iter().find(over) else { return };
                matches.call_stand_in(&on.id, &who.id, seat).await.map(drop)
            }
            101..=130 if on.sitters.iter().any(|sitter| sitter.stand_in.is_some()) => {
                matches.come_back(&on.id, &who.id).await.map(drop)
            }
            _ => return,
        };
        if let Err(no) = done {
            assert!(no.kind().status() < 500, "{no}");
        }
    }

    /// What holds of a seat whenever somebody looks.
    fn is_sane(&self, on: &Match, seat: Seat) {
        let (Some(timing), Some(left)) = (on.timing, reserve(on, seat)) else { return };
        let cap = Duration::minutes(timing.pace.cap.into());
        assert!((Duration::zero()..=cap).contains(&left), "a reserve of {left} in {on:?}");
        let sitter = on.sitter(seat).expect("a seat");
        assert!(sitter.days_away() <= i64::from(timing.pace.away_days), "{on:?}");
        if on.awaited().contains(&seat) && sitter.is_timed() {
            let comes_by_itself = timing.absence != Absence::Patient;
            let clock = clock(on, seat).expect("whoever is awaited has a clock");
            let over = self.clock.now() - clock.due;
            let late = comes_by_itself && over > Duration::days(4);
            assert!(!late, "the time of {seat:?} was over {over} ago: {on:?}");
        }
    }

    /// Time that a seat has used never comes back to it: its reserve grows by its refill, and at
    /// most once for each round. A wait that goes on into a round has the refill of the one
    /// before.
    fn stays_used(&mut self, on: &Match, seat: Seat) {
        let (Some(timing), Some(rest)) = (on.timing, reserve(on, seat)) else { return };
        let has = clock(on, seat).map_or(rest, |clock| clock.reserve);
        let before = on.round().saturating_sub(1);
        let fresh = Left { reserve: has, round: on.round(), grown: before };
        let left = self.reserves.entry((on.id.clone(), seat)).or_insert(fresh);
        left.round = left.round.max(on.round());
        let refill = i32::try_from(timing.pace.refill).expect("minutes");
        let refills = Duration::minutes(refill.into()) * i32::from(left.round - left.grown);
        let most = left.reserve + refills;
        assert!(has <= most, "{seat} has {has} in reserve and had {left:?}: {on:?}");
        let mut grown = left.reserve;
        while has > grown {
            grown += Duration::minutes(refill.into());
            left.grown += 1;
        }
        if has > left.reserve {
            *self.tally.entry("refilled").or_default() += 1;
        }
        left.reserve = has;
    }

    /// Every stream is proved, its rows are right, and every notice has ended once.
    async fn ends(mut self) -> BTreeMap<&'static str, usize> {
        self.mail.away.store(false, Ordering::Relaxed);
        for _ in 0..60 {
            self.clock.advance(Duration::hours(2));
            self.platform().await;
        }
        let db = Db::connect(&self.url).expect("the database");
        is_whole(&self.url);
        for person in &self.people {
            let id = person.id.clone();
            let said = db.read(move |conn| calendars::hours_of(conn, &id)).await.expect("hours");
            assert!(
                !said.expect("they were said").pending,
                "all matches know of everybody's hours"
            );
            let id = person.id.clone();
            let all = db.read(move |conn| notices::of_account(conn, &id, i64::MAX)).await;
            let before = self.clock.now() - Duration::days(3);
            for notice in all.expect("notices").iter().filter(|notice| notice.ready_at < before) {
                assert_ne!(notice.state, State::Pending.word(), "{notice:?}");
                assert_eq!(notice.letter_id.is_some(), notice.state == State::Covered.word());
                assert_eq!(notice.reason.is_some(), notice.state == State::Dropped.word());
            }
        }
        let long_ago = NaiveDateTime::default();
        let noted = db.read(move |conn| outages::since(conn, long_ago)).await.expect("outages");
        assert_eq!(noted.len(), self.tally.get("outage").copied().unwrap_or_default());
        self.tally.insert("letters", self.mail.carried.load(Ordering::Relaxed));
        self.tally.insert("turns told", self.mail.alone.load(Ordering::Relaxed));
        self.tally.insert("turns in digests", self.mail.in_digests.load(Ordering::Relaxed));
        let mut lapses = 0;
        for id in &self.matches {
            let seen = self.processes[0].matches.look(id, None, None).await.expect("a match");
            lapses += seen
                .folded
                .sitters
                .iter()
                .map(|s| s.lapses.turns as usize + usize::from(s.lapses.grace))
                .sum::<usize>();
            let over = seen.folded.status.is_over();
            *self.tally.entry(if over { "over" } else { "running" }).or_default() += 1;
        }
        self.tally.insert("lapses", lapses);
        self.tally
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[actix_web::test]
async fn a_year_of_matches_goes_by_and_all_of_it_is_proved() {
    let count = number("TURNWISE_YEAR").map_or(SAMPLE, |count| count as u32);
    let seed = number("TURNWISE_YEAR_SEED").unwrap_or_else(|| Utc::now().timestamp() as u64);
    eprintln!("a year of {count} matches; repeat it with TURNWISE_YEAR_SEED={seed}");
    let Some(mut year) = Year::begin(seed, count).await else { return };
    let end = year.clock.now() + Duration::days(365);
    while year.clock.now() < end && !year.plans.is_empty() {
        year.go_on().await;
    }
    let tally = year.ends().await;
    eprintln!("{tally:?}");
    for what in ["played", "letters", "over", "moved"] {
        assert!(tally.contains_key(what), "no {what} in {tally:?}");
    }
}
