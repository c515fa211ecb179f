//! Ratings: kept as matches end, whoever notices first, and the same when all of it is made anew
//! from the streams.

use super::app::{Caller, awaited, begun, new_database};
use super::postgres;
use super::streams::run;
use super::visitor::Browser;
use crate::start_or_skip;
use chrono::Duration;
use serde_json::{Value, json};
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
use turnwise::words::Word;

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
            rounds_apart: true,
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
    let (mut rated, mut ended, mut steps) = (0, 0, 0);
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
        rated += rebuilt.iter().map(|game| game.rated).sum::<usize>();
        ended += rebuilt.iter().map(|game| game.ended).sum::<usize>();
        steps += kept.iter().map(|known| known.steps.len()).sum::<usize>();
    }
    // Who resigns in the first round, and what people chose, leaves some matches out.
    assert!(steps > 10, "hardly anything moved: {steps}");
    assert!(0 < rated && rated < ended, "{rated} of {ended} counted");
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

/// These people play into the second round, and all but the first of them resign, the last first.
async fn ended(people: &[&Caller<'_>], more: Value) -> String {
    let mut wish = json!({ "game": "great-zimbabwe" });
    for (key, value) in more.as_object().expect("fields") {
        wish[key] = value.clone();
    }
    let id = people[0].open(people.len(), wish).await;
    let code = people[0].look(&id).await["invitation"].clone();
    for person in &people[1..] {
        let body = if code.is_null() { json!({}) } else { json!({ "invitation": code }) };
        person.post(&format!("/api/v1/matches/{id}/seats"), body).await.expect(201);
    }
    loop {
        let seen = people[0].look(&id).await;
        if seen["view"]["round"].as_i64().expect("a round") >= 2 {
            break;
        }
        people[awaited(&seen)].play_any(&id, |_| true).await;
    }
    for loser in people[1..].iter().rev() {
        loser.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    }
    id
}

/// What somebody is told of a person, once so many matches were looked at that they have played.
async fn results(who: &Caller<'_>, of: &str, count: usize) -> Vec<Value> {
    for _ in 0..400 {
        let page = who.get(&format!("/api/v1/people/{of}/results")).await.expect(200);
        let items = page["items"].as_array().expect("items").clone();
        if items.len() >= count {
            return items;
        }
        tokio::time::sleep(Pause::from_millis(25)).await;
    }
    panic!("there are not {count} results of {of}");
}

fn text<'a>(items: &'a [Value], field: &str) -> Vec<&'a str> {
    items.iter().filter_map(|item| item[field].as_str()).collect()
}

#[actix_web::test]
async fn a_rating_counts_a_private_match_and_nobody_is_told_of_it_who_may_not_see_it() {
    let app = start_or_skip!();
    let [anna, ben, cleo, dora] = [
        app.person("anna").await,
        app.person("ben").await,
        app.person("cleo").await,
        app.person("dora").await,
    ];
    let secret = json!({ "visibility": "private", "title": "Behind the curtain" });
    let hidden = ended(&[&anna, &ben], secret).await;
    let shown = ended(&[&anna, &cleo], json!({ "title": "In the open" })).await;
    assert_eq!(text(&results(&anna, "anna", 2).await, "match"), [&*shown, &*hidden]);
    let rating = anna.get("/api/v1/people/anna").await.expect(200);
    assert_eq!(rating["ratings"][0]["matches"], 2);
    assert!(rating["ratings"][0]["rating"]["rating"].as_f64().expect("points") > 1_500.0);
    assert_eq!(text(&results(&ben, "anna", 2).await, "match"), [&*shown, &*hidden]);
    // Cleo, Dora and nobody know the public one, and of Ben that he has played.
    for who in [&cleo, &dora, &app.anonymous()] {
        assert_eq!(text(&results(who, "anna", 1).await, "match"), [&*shown]);
        assert_eq!(results(who, "ben", 0).await, Vec::<Value>::new());
        for path in ["/api/v1/people/anna", "/api/v1/people/anna/results", "/api/v1/people/ben"] {
            let told = who.get(path).await.text;
            assert!(!told.contains("Behind the curtain") && !told.contains(&hidden), "{told}");
            let with = if path.ends_with("ben") { "anna" } else { "\"ben\"" };
            assert!(!told.contains(with), "{path} tells who sat there: {told}");
        }
        // Nobody finds out whether there is a match, or when it ended, by going on from it.
        let path = format!("/api/v1/people/anna/results?cursor={hidden}");
        who.get(&path).await.refused(400, "wrong_parameter");
    }
    for name in ["cleo", "dora"] {
        let page = Browser::of(&app, name).await.get("/people/anna").await.text;
        assert!(page.contains("In the open") && page.contains("Rating <strong>"), "{page}");
        assert!(!page.contains("Behind the curtain") && !page.contains("ben"), "{page}");
    }
    let page = Browser::of(&app, "ben").await.get("/people/anna").await.text;
    assert!(page.contains("Behind the curtain"), "who sat there is told: {page}");
    // What is on the table when it is over says what it did.
    let over = Browser::of(&app, "dora").await.get(&format!("/matches/{shown}")).await.text;
    assert!(over.contains("Ratings: anna 1") && over.contains("cleo 1"), "{over}");
}

#[actix_web::test]
async fn results_are_paged_and_tell_points_by_source_and_what_they_did() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let mut ids = Vec::new();
    for _ in 0..3 {
        ids.insert(0, ended(&[&anna, &ben], json!({})).await);
    }
    let all = results(&ben, "ben", 3).await;
    assert_eq!(text(&all, "match"), ids);
    for (newer, older) in all.iter().zip(&all[1..]) {
        assert_eq!(newer["before"], older["after"], "each goes on where the other ended");
    }
    for one in &all {
        assert_eq!((&one["part"], &one["verdict"]), (&json!("left"), &json!("rated")));
        let sum: i64 = one["sources"]
            .as_object()
            .expect("sources")
            .values()
            .map(|points| points.as_i64().expect("points"))
            .sum();
        assert_eq!(one["points"], sum);
        assert_eq!(one["others"], json!([{ "handle": "anna", "bot": false, "place": 1 }]));
        assert!(one["after"]["rating"].as_f64() < one["before"]["rating"].as_f64(), "{one}");
        assert!(one["turns"].as_i64() > Some(0) && one["stood_in"] == 0, "{one}");
    }
    let mut path = "/api/v1/people/ben/results?limit=2&game=great-zimbabwe".to_owned();
    let mut paged = Vec::new();
    for _ in 0..2 {
        let page = ben.get(&path).await.expect(200);
        paged.extend(page["items"].as_array().expect("items").clone());
        if let Some(next) = page["next"].as_str() {
            path = format!("/api/v1/people/ben/results?limit=2&cursor={next}");
        }
    }
    assert_eq!(paged, all);
    let other = ben.get("/api/v1/people/ben/results?game=bora-bora").await.expect(200);
    assert_eq!(other["items"], json!([]));
    ben.get("/api/v1/people/ben/results?limit=0").await.refused(400, "wrong_parameter");
    ben.get("/api/v1/people/nobody/results").await.refused(404, "not_found");
    let met = ben.get("/api/v1/people/ben").await.expect(200)["encounters"].clone();
    assert_eq!(
        met,
        json!([{ "game": "great-zimbabwe", "against": "anna", "robot": false, "bot": false,
        "ahead": 0, "level": 0, "behind": 3 }])
    );
    let mine = Browser::of(&app, "ben").await.get("/account/data").await.expect(200);
    assert_eq!(mine["results"].as_array().map(Vec::len), Some(3));
    assert_eq!(mine["ratings"][0]["matches"], 3);
}

#[actix_web::test]
async fn the_best_of_a_game_are_people_with_enough_matches_who_are_still_here() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    for _ in 0..5 {
        ended(&[&anna, &ben], json!({})).await;
    }
    ended(&[&cleo, &ben], json!({})).await;
    results(&ben, "ben", 6).await;
    let best =
        async || app.anonymous().get("/api/v1/games/great-zimbabwe/ratings").await.expect(200);
    let listed = best().await;
    let items = listed["items"].as_array().expect("items").clone();
    assert_eq!(text(&items, "handle"), ["anna", "ben"], "Cleo has one match");
    assert_eq!(listed["least_matches"], 5);
    assert_eq!(
        listed["robots"][0],
        json!({ "robot": "sensible", "name": "Robot Sensible",
        "rating": 1_500.0 })
    );
    let page = Browser::new(&app).get("/games/great-zimbabwe/ratings").await.text;
    let at = |name: &str| page.find(name).unwrap_or_else(|| panic!("no {name}: {page}"));
    assert!(at(">anna<") < at("Robot Sensible") && at("Robot Sensible") < at(">ben<"), "{page}");
    assert!(at(">ben<") < at("Robot Random") && !page.contains(">cleo<"), "{page}");
    app.anonymous().get("/api/v1/games/chess/ratings").await.refused(404, "not_found");
    // Who closes their account is called by no name any more, and what they played stays.
    let path = "/api/v1/me";
    let close = json!({ "current_password": super::app::PASSWORD });
    let request = ben.request(reqwest::Method::DELETE, path).json(&close);
    ben.send(request).await.expect(204);
    let items = best().await["items"].as_array().expect("items").clone();
    assert_eq!(text(&items, "handle"), ["anna"]);
    app.anonymous().get("/api/v1/people/ben").await.refused(404, "not_found");
    let told = anna.get("/api/v1/people/anna").await.expect(200);
    let against = told["encounters"][0]["against"].as_str().expect("somebody").to_owned();
    assert!(against.starts_with("gone-"), "{told}");
    let frozen = "UPDATE accounts SET frozen_at = created_at WHERE handle = 'anna'";
    run(&app.db, frozen, frozen).await.expect("she is frozen");
    assert_eq!(best().await["items"], json!([]), "who is frozen is not listed");
}

#[actix_web::test]
async fn whether_a_match_counts_is_told_before_anybody_joins_and_when_people_agree() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let browser = Browser::of(&app, "ben").await;
    for (rated, said) in [
        (json!({}), "The result counts for the ratings."),
        (json!({ "rated": false }), "The result does not count for the ratings."),
    ] {
        let id = anna.open(2, rated.clone()).await;
        assert_eq!(anna.look(&id).await["rated"], rated.get("rated").is_none());
        let room = browser.get(&format!("/matches/{id}")).await.text;
        assert!(room.contains(said), "{room}");
    }
    let form = Browser::of(&app, "anna").await.get("/matches/new?game=bora-bora").await.text;
    assert!(form.contains("name=\"rated\" value=\"no\" checked"), "as the last one: {form}");
    let unrated = ended(&[&anna, &ben], json!({ "rated": false, "title": "For fun" })).await;
    let told = results(&anna, "anna", 1).await;
    assert_eq!((&told[0]["verdict"], &told[0]["after"]), (&json!("by_wish"), &Value::Null));
    let again = anna.post(&format!("/api/v1/matches/{unrated}/rematch"), json!({})).await;
    assert_eq!(again.expect(201)["rated"], false, "played again it does not count either");
    let person = anna.get("/api/v1/people/anna").await.expect(200);
    assert_eq!((&person["ratings"], &person["encounters"]), (&json!([]), &json!([])));
    // To end it early would take its result away; that is told with the proposal.
    let id = begun(&[&anna, &ben], json!({})).await;
    let proposals = format!("/api/v1/matches/{id}/proposals");
    anna.post(&proposals, json!({ "kind": "end", "by_score": true })).await.expect(201);
    assert_eq!(ben.get(&proposals).await.expect(200)["items"][0]["counts"], false);
    let page = browser.get(&format!("/matches/{id}/proposals")).await.text;
    assert!(page.contains("The match would not count for the ratings then."), "{page}");
}
