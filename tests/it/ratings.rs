//! Ratings: kept as matches end, whoever notices first, and the same when all of it is made anew
//! from the streams.

use super::app::new_database;
use super::postgres;
use super::streams::run;
use chrono::Duration;
use serde_json::json;
use std::time::Duration as Pause;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::moving::relocate;
use turnwise::db::ratings::{self as rows, Known};
use turnwise::games::SHELF;
use turnwise::matches::commands::Post;
use turnwise::matches::ratings::rebuild::{Rebuilt, compare, rebuild};
use turnwise::matches::{Matches, Open, Status, Visibility};
use turnwise::rules::Robot;
use turnwise::rules::chance::{Chance, Seeded};

const SECRET: &str = "a secret of the tests, long enough";

/// People who play many short matches, and two processes that rate them.
struct Club {
    db: Db,
    clock: Clock,
    processes: [Matches; 2],
    chance: Seeded,
}

impl Club {
    fn at(url: &str, seed: u64) -> Club {
        let clock = Clock::standing_at(Clock::of_the_machine().now());
        let process = || {
            let db = Db::connect(url).expect("the database");
            Matches::new(db, clock.clone(), SECRET).expect("a process")
        };
        let processes = [process(), process()];
        let db = Db::connect(url).expect("the database");
        Club { db, clock, processes, chance: Seeded::new(seed) }
    }

    fn roll(&mut self, bound: u32) -> u32 {
        self.chance.below(bound)
    }

    fn person(at: u32) -> String {
        format!("00000000-0000-7000-9000-{at:012x}")
    }

    /// Some people, and perhaps a robot, play into the second round of a match and leave it one
    /// after the other. It ends at some time that others end at, too, or before others that ended.
    async fn plays(&mut self) {
        let half_hours = i64::from(self.roll(9)) - 4;
        self.clock.advance(Duration::minutes(30 * half_hours));
        let game = SHELF[self.roll(SHELF.len() as u32) as usize].info().slug;
        let mut people: Vec<String> = (0..6).map(Club::person).collect();
        while people.len() > 2 + self.roll(2) as usize {
            let gone = self.roll(people.len() as u32) as usize;
            people.swap_remove(gone);
        }
        let robot = self.roll(3) == 0;
        let wish = Open {
            game: game.to_owned(),
            seats: people.len() as u8 + u8::from(robot),
            config: json!({}),
            title: "A match".to_owned(),
            visibility: Visibility::ALL[self.roll(2) as usize],
            entropy: None,
            timing: None,
            rated: self.roll(5) > 0,
        };
        let on = self.processes[0].clone();
        let host = people[0].clone();
        let id = on.open(&host, wish, None, None).await.expect("a match").id.clone();
        if robot {
            let kind = Robot::ALL[self.roll(2) as usize];
            on.seat_robot(&id, &host, kind, None).await.expect("a robot");
        }
        let code = on.codes(&id, &host).await.expect("codes").invitation;
        for person in &people[1..] {
            on.join(&id, person, code.clone(), None).await.expect("a seat");
        }
        let rounds = if self.roll(6) == 0 { 1 } else { 2 };
        self.until_round(&id, &host, rounds).await;
        let stays = self.roll(people.len() as u32) as usize;
        let leaving: Vec<String> = people
            .iter()
            .enumerate()
            .filter(|(at, _)| *at != stays)
            .map(|(_, it)| it.clone())
            .collect();
        for person in leaving {
            on.resign(&id, &person).await.expect("they may");
        }
        let seen = on.look(&id, Some(host.clone()), None).await.expect("a look");
        if seen.folded.status == Status::Running {
            on.resign(&id, &people[stays]).await.expect("they may, too");
        }
    }

    async fn until_round(&mut self, id: &str, host: &str, round: u16) {
        let on = self.processes[0].clone();
        let seen = on.look(id, Some(host.to_owned()), None).await.expect("a look");
        let mut folded = seen.folded;
        while folded.round() < round {
            let seat = folded.awaited()[0];
            let sitter = &folded.sitters[seat.index()];
            if sitter.robot.is_some() {
                on.play_what_waits().await.expect("robots play");
                folded = on.look(id, Some(host.to_owned()), None).await.expect("a look").folded;
                continue;
            }
            let state = folded.state.as_ref().expect("it runs");
            let legal = folded.game().legal(state, seat);
            let chosen = legal[self.roll(legal.len() as u32) as usize].command.clone();
            let post = Post {
                commands: vec![chosen],
                version: folded.version,
                key: turnwise::random::id(),
                fingerprint: String::new(),
            };
            folded = on.play(id, &sitter.account.clone(), post).await.expect("it is legal");
        }
    }

    async fn known(&self) -> Vec<Known> {
        known(&self.db).await
    }
}

/// All that is kept of ratings, by game.
async fn known(db: &Db) -> Vec<Known> {
    let mut all = Vec::new();
    for game in SHELF {
        let slug = game.info().slug;
        all.push(db.read(move |conn| rows::all(conn, slug)).await.expect("rows"));
    }
    all
}

fn digests(rebuilt: &[Rebuilt]) -> Vec<String> {
    rebuilt.iter().map(|game| game.digest.clone()).collect()
}

async fn anew(db: &Db) -> Vec<Rebuilt> {
    let db = db.clone();
    tokio::task::spawn_blocking(move || rebuild(&db)).await.expect("it ends").expect("it can be")
}

#[actix_web::test]
async fn what_is_kept_as_matches_end_is_what_all_of_it_anew_comes_to_whoever_notices_when() {
    let Some((url, _folder)) = new_database() else { return };
    for seed in 0..2 {
        let mut club = Club::at(&url, seed);
        let mut crashes = 0;
        for _ in 0..14 {
            club.plays().await;
            let [one, two] = club.processes.clone();
            match club.roll(6) {
                0 => one.rate_the_ended().await.expect("it can"),
                1 => two.rate_the_ended().await.expect("it can"),
                2 | 3 => {
                    let (here, there) = tokio::join!(one.rate_the_ended(), two.rate_the_ended());
                    here.and(there).expect("both can");
                }
                4 => {
                    let pause = Pause::from_micros(u64::from(club.roll(20_000)));
                    crashes += usize::from(
                        tokio::time::timeout(pause, one.rate_the_ended()).await.is_err(),
                    );
                }
                _ => {}
            }
        }
        club.processes[1].rate_the_ended().await.expect("it can");
        let kept = club.known().await;
        let rebuilt = anew(&club.db).await;
        let again = club.known().await;
        assert_eq!(kept, again, "seed {seed}, {crashes} crashes");
        assert!(rebuilt.iter().all(|game| game.was_kept), "{rebuilt:?}");
        assert!(rebuilt.iter().all(|game| game.rated > 0 && game.rated < game.ended));
        let steps: usize = kept.iter().map(|known| known.steps.len()).sum();
        assert!(steps > 20, "hardly anything moved: {steps}");
    }
}

#[actix_web::test]
async fn ratings_rebuilt_twice_are_the_same_to_the_last_byte_on_both_databases() {
    let Some((url, folder)) = new_database() else { return };
    let mut club = Club::at(&url, 7);
    for _ in 0..10 {
        club.plays().await;
    }
    let first = anew(&club.db).await;
    assert!(first.iter().all(|game| !game.was_kept), "nobody had looked at them");
    let kept = club.known().await;
    let second = anew(&club.db).await;
    assert!(second.iter().all(|game| game.was_kept));
    assert_eq!((digests(&first), kept.clone()), (digests(&second), club.known().await));
    // Whatever somebody has done to what is kept, it follows from the streams.
    let spoilt = "UPDATE ratings SET rating = 1; DELETE FROM rating_steps; \
                  UPDATE results SET points = 7; DELETE FROM outcomes;";
    run(&club.db, spoilt, spoilt).await.expect("it is spoilt");
    let compared = club.db.read(compare).await.expect("compared");
    assert!(compared.iter().all(|game| !game.was_kept), "{compared:?}");
    assert_eq!(digests(&compared), digests(&first));
    let third = anew(&club.db).await;
    assert_eq!((digests(&third), club.known().await), (digests(&first), kept.clone()));
    // A service that has moved to the other kind of database comes to the same numbers.
    drop(club);
    let (other, _folder) = match folder {
        Some(_) => (postgres::new_database(), None),
        None => {
            let folder = tempfile::tempdir().expect("a folder");
            (Some(format!("sqlite://{}", folder.path().join("there.db").display())), Some(folder))
        }
    };
    let Some(other) = other else { return };
    let (from, to) = (url.clone(), other.clone());
    let moving = move || relocate(&from, &to, &|_| Ok(()), &mut |_, _| {});
    tokio::task::spawn_blocking(moving).await.expect("it ends").expect("it moves");
    let there = Db::connect(&other).expect("the other database");
    assert_eq!(known(&there).await, kept, "ratings move along");
    let spoilt = "DELETE FROM ratings; DELETE FROM rating_steps; DELETE FROM results; \
                  DELETE FROM outcomes;";
    run(&there, spoilt, spoilt).await.expect("all is gone");
    let fourth = anew(&there).await;
    assert_eq!((digests(&fourth), known(&there).await), (digests(&first), kept));
}
