//! Clocks over HTTP: what is due, last calls, stand-ins and coming back, all by moving the
//! clock of a server.

use super::app::{self, Caller, PASSWORD, TestApp, Wish};
use super::substitutes::looking;
use crate::start_or_skip;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::db::matches;
use turnwise::db::query::prelude::*;
use turnwise::db::silences::{self, Before};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

/// Noon of a Tuesday, UTC.
pub fn noon() -> Clock {
    let day = NaiveDate::from_ymd_opt(2026, 5, 5).and_then(|day| day.and_hms_opt(12, 0, 0));
    Clock::standing_at(day.expect("a time"))
}

/// A match of two people who have agreed on a pace, on a server whose clock stands.
pub struct Sitting {
    pub app: TestApp,
    pub clock: Clock,
    pub id: String,
    pub people: Vec<&'static str>,
}

impl Sitting {
    async fn begin(pace: Value) -> Option<Sitting> {
        Sitting::begin_as(Wish::default(), pace).await
    }

    /// The same on a server of another kind.
    pub async fn begin_as(wish: Wish, pace: Value) -> Option<Sitting> {
        let clock = noon();
        let app = TestApp::start(Wish { clock: clock.clone(), ..wish }).await?;
        let people = vec!["anna", "ben"];
        let (anna, ben) = (app.person("anna").await, app.person("ben").await);
        let id = app::begun(&[&anna, &ben], pace).await;
        drop((anna, ben));
        Some(Sitting { app, clock, id, people })
    }

    /// Somebody, signed in just now: sessions end while a clock jumps.
    pub async fn signed_in(&self, seat: usize) -> Caller<'_> {
        self.app.sign_in(self.people[seat], PASSWORD).await
    }

    pub async fn look(&self) -> Value {
        self.app.anonymous().look(&self.id).await
    }

    pub async fn awaited(&self) -> usize {
        app::awaited(&self.look().await)
    }

    pub async fn due(&self) -> Option<DateTime<Utc>> {
        let seen = self.look().await;
        let due = &seen["seats"][app::awaited(&seen)]["due"];
        due.as_str().map(|text| text.parse().expect("a time"))
    }

    /// The clock goes on until then, and the platform looks what is due.
    pub async fn at(&self, then: DateTime<Utc>) {
        self.clock.advance(then.naive_utc() - self.clock.now());
        let matches = self.app.matches.as_ref().expect("it serves here");
        matches.tick().await.expect("a tick");
        matches.end_the_silent().await.expect("a look");
    }

    /// The time of whoever is awaited passes, with its last call.
    pub async fn runs_out(&self) {
        let mut due = self.due().await.expect("a clock runs");
        let handle = self.people[self.awaited().await];
        let before = self.calls();
        // Of a short wait the call comes later.
        let mut then = due - Duration::hours(3);
        self.at(then).await;
        for tries in 1..=6_000 {
            if self.calls() > before {
                break;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            if tries % 200 == 0 {
                // The clock of somebody who came back meanwhile runs anew.
                due = self.due().await.expect("a clock runs");
                if then < due {
                    then += Duration::minutes(15);
                    self.at(then).await;
                }
            }
        }
        let letter = self.app.letter(&format!("{handle}@example.org"), "almost over").await;
        assert!(letter.text().contains("you have time until"), "{}", letter.text());
        // Who was called in time is known by what is stored.
        self.app.all_sent(handle).await;
        self.at(due).await;
        // Whoever was called at night has the beginning of the day.
        self.at(due + Duration::minutes(90)).await;
    }

    /// The mailboxes that are due are looked into.
    pub async fn gather(&self) {
        self.app.matches.as_ref().expect("it serves here").gather().await.expect("letters");
    }

    /// How many last calls there were.
    pub fn calls(&self) -> usize {
        let subjects = self.app.sink.letters().into_iter().filter_map(|l| l.header("subject"));
        subjects.filter(|subject| subject.contains("almost over")).count()
    }

    /// Whoever is awaited plays until somebody else is.
    pub async fn plays(&self) {
        let seat = self.awaited().await;
        let person = self.signed_in(seat).await;
        while self.awaited().await == seat {
            person.play_any(&self.id, |_| true).await;
        }
    }

    pub fn path(&self, what: &str) -> String {
        format!("/api/v1/matches/{}/{what}", self.id)
    }

    /// Waits until the robot that stands in has played.
    pub async fn stood_in(&self, seat: usize) -> Value {
        for _ in 0..2_000 {
            let seen = self.look().await;
            if app::awaited(&seen) != seat {
                return seen;
            }
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        panic!("nobody stands in");
    }
}

#[actix_web::test]
async fn a_match_says_how_fast_it_is_played_and_when_each_time_is_over() {
    let Some(sitting) = Sitting::begin(json!({ "pace": "daily" })).await else { return };
    let seen = sitting.look().await;
    assert_eq!((&seen["pace"]["name"], &seen["absence"]), (&json!("daily"), &json!("gentle")));
    assert_eq!(seen["pace"]["said"], "at least once a day");
    let seat = app::awaited(&seen);
    let clocks = sitting.app.anonymous().get(&sitting.path("clocks")).await.expect(200);
    assert_eq!(clocks["items"][seat]["due"], seen["seats"][seat]["due"]);
    assert_eq!(clocks["items"][1 - seat]["due"], Value::Null);
    assert_eq!(clocks["items"][1 - seat]["reserve"], 45 * 60);
    let due = sitting.due().await.expect("a clock runs");
    assert_eq!(due.naive_utc() - noon().now(), Duration::days(4), "60 hours, 15 a day");
    let turns = sitting.signed_in(seat).await.get("/api/v1/me/turns").await.expect(200);
    assert_eq!(turns["items"][0]["seats"][seat]["due"], seen["seats"][seat]["due"]);
}

#[actix_web::test]
async fn a_pace_of_ones_own_is_kept_and_one_that_nobody_could_keep_is_refused() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let pace = json!({ "window": 600, "again": 60, "reserve": 0, "refill": 0, "cap": 0,
        "days_off": 0, "away_days": 0, "grace": 900 });
    let id = anna.open(2, json!({ "pace": pace, "absence": "strict" })).await;
    let seen = anna.look(&id).await;
    assert_eq!((&seen["pace"]["parts"], &seen["pace"]["name"]), (&pace, &Value::Null));
    let mut wrong = pace.clone();
    wrong["window"] = json!(59);
    let wish = |pace: Value| json!({ "game": "bora-bora", "seats": 2, "title": "A", "pace": pace });
    anna.post("/api/v1/matches", wish(wrong)).await.refused(422, "wrong_pace");
    anna.post("/api/v1/matches", wish(json!("hasty"))).await.refused(400, "wrong_fields");
}

#[actix_web::test]
async fn whoever_stops_playing_is_called_given_a_day_and_stood_in_for_until_they_return() {
    let Some(sitting) = Sitting::begin(json!({ "pace": "daily" })).await else { return };
    let gone = sitting.awaited().await;
    let address = format!("{}@example.org", sitting.people[gone]);
    sitting.runs_out().await;
    let letter = sitting.app.letter(&address, "your time was over").await;
    assert!(letter.text().contains("one more day"), "{}", letter.text());
    sitting.runs_out().await;
    let seen = sitting.stood_in(gone).await;
    assert_eq!(seen["seats"][gone]["stand_in"], Value::Null, "it goes when the turn is over");
    sitting.plays().await;
    sitting.runs_out().await;
    let seen = sitting.stood_in(gone).await;
    assert_eq!(seen["seats"][gone]["stand_in"], "seat");
    let person = sitting.signed_in(gone).await;
    let back = person.delete(&sitting.path("stand-ins/me")).await.expect(200);
    assert_eq!(back["seats"][gone]["stand_in"], Value::Null);
    person.delete(&sitting.path("stand-ins/me")).await.refused(409, "no_stand_in");
    sitting.plays().await;
    assert!(sitting.due().await.is_some(), "the clock of whoever is back runs");
    let told = sitting.app.anonymous().get(&sitting.path("history?limit=500")).await.expect(200);
    let sentences: Vec<&str> =
        told["items"].as_array().unwrap().iter().filter_map(|e| e["sentence"].as_str()).collect();
    let name = sitting.people[gone];
    for said in [
        format!("The time of {name} is over; one more day is given."),
        format!("The time of {name} is over; a stand-in plays this turn."),
        format!("The time of {name} is over; a stand-in plays on until they return."),
        format!("{name} is back."),
    ] {
        assert!(sentences.contains(&said.as_str()), "{said}");
    }
}

#[actix_web::test]
async fn nobody_is_timed_out_whose_last_call_did_not_leave_in_time() {
    let Some(sitting) = Sitting::begin(json!({ "pace": "daily" })).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    // The service was away: it comes back long after the time is over.
    sitting.at(due + Duration::days(1)).await;
    let gone = sitting.awaited().await;
    let address = format!("{}@example.org", sitting.people[gone]);
    sitting.app.letter(&address, "almost over").await;
    sitting.app.all_sent(sitting.people[gone]).await;
    let version = sitting.look().await["version"].clone();
    sitting.at(due + Duration::days(1) + Duration::minutes(20)).await;
    assert_eq!(sitting.look().await["version"], version, "not before notice is given");
    sitting.at(due + Duration::days(1) + Duration::hours(2)).await;
    sitting.app.letter(&address, "your time was over").await;
}

#[actix_web::test]
async fn whose_mailbox_refuses_the_last_call_wins_no_time_by_that() {
    let Some(sitting) = Sitting::begin(json!({ "pace": "daily" })).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    let gone = sitting.people[sitting.awaited().await];
    let letters = async |kind: &str| {
        let person = sitting.app.sign_in(gone, PASSWORD).await;
        let letters = person.get("/api/v1/me/letters").await.expect(200);
        let letters = letters["items"].as_array().unwrap().clone();
        letters.into_iter().find(|letter| letter["kind"] == kind)
    };
    sitting.app.all_sent(gone).await;
    sitting.app.sink.refuse(&["550 no such user"; 20]);
    sitting.at(due - Duration::hours(3)).await;
    for tries in 0.. {
        if letters("last_call").await.is_some_and(|letter| letter["state"] == "given_up") {
            break;
        }
        assert!(tries < 400, "{:?}", letters("last_call").await);
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    let timed_out = async || {
        let told = sitting.app.anonymous().get(&sitting.path("history?limit=500")).await;
        let told = told.expect(200);
        told["items"].as_array().unwrap().iter().any(|event| event["kind"] == "timed_out")
    };
    assert!(!timed_out().await);
    sitting.at(due).await;
    assert!(timed_out().await, "their time is over when it is, and not three days later");
}

#[actix_web::test]
async fn in_a_strict_match_time_resigns_and_in_a_patient_one_somebody_calls_the_stand_in() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    sitting.runs_out().await;
    assert_eq!(sitting.look().await["status"], "ended", "fewer than two are left");

    let patient = json!({ "pace": "brisk", "absence": "patient" });
    let Some(sitting) = Sitting::begin(patient).await else { return };
    let gone = sitting.awaited().await;
    let other = sitting.signed_in(1 - gone).await;
    let call = json!({ "seat": gone });
    other.post(&sitting.path("stand-ins"), call.clone()).await.refused(409, "not_due");
    sitting.runs_out().await;
    let absent = sitting.signed_in(gone).await;
    absent.post(&sitting.path("stand-ins"), call.clone()).await.refused(403, "not_yours");
    let other = sitting.signed_in(1 - gone).await;
    other.post(&sitting.path("stand-ins"), call).await.expect(201);
    sitting.stood_in(gone).await;
}

#[actix_web::test]
async fn a_match_that_ended_by_a_time_out_is_proved_with_the_last_call_that_was_sent() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    sitting.runs_out().await;
    let export = sitting.app.anonymous().get(&sitting.path("export")).await;
    assert_eq!(export.status, 200);
    let prove =
        |text: &str| turnwise::matches::proof::verify::verify(text, &Default::default()).map(drop);
    prove(&export.text).expect("it was played as it says");
    let export: Value = serde_json::from_str(&export.text).expect("JSON");
    let rows = export["events"].as_array().expect("events");
    let at = rows.iter().position(|row| row["kind"] == "timed_out").expect("a time-out");
    assert_eq!(rows[at]["actor"], "clock");
    assert!(rows[at]["data"].to_string().contains("letter"), "{}", rows[at]);
}

#[actix_web::test]
async fn people_are_told_that_nothing_happens_and_then_the_match_ends_without_a_result() {
    let Some(sitting) = Sitting::begin(json!({})).await else { return };
    // A letter that still waits after three weeks would hold all news in one.
    sitting.app.letter("anna@example.org", "begins").await;
    let begun = noon().now().and_utc();
    let anna = sitting.signed_in(0).await;
    let open = anna.open(2, json!({ "title": "Nobody comes" })).await;
    drop(anna);
    let told = |of: &str| format!("{of}: nothing happens any more");
    sitting.at(begun + Duration::days(21)).await;
    let letter = sitting.app.letter("anna@example.org", &told("Nobody comes")).await;
    assert!(letter.text().contains("it is cancelled on 4 June 2026"), "{}", letter.text());
    sitting.at(begun + Duration::days(30)).await;
    assert_eq!(sitting.app.anonymous().look(&open).await["status"], "cancelled");
    for handle in sitting.people.clone() {
        let to = format!("{handle}@example.org");
        let title = sitting.look().await["title"].as_str().expect("a title").to_owned();
        let letter = sitting.app.letter(&to, &told(&title)).await;
        assert!(letter.text().contains("without a result on 4 July 2026"), "{}", letter.text());
    }
    sitting.at(begun + Duration::days(59)).await;
    assert_eq!(sitting.look().await["status"], "running");
    sitting.at(begun + Duration::days(60)).await;
    let ended = sitting.look().await;
    assert_eq!(ended["status"], "ended");
    assert!(ended["seats"].as_array().expect("seats").iter().all(|seat| seat["place"].is_null()));
    let export = sitting.app.anonymous().get(&sitting.path("export")).await;
    let proved = turnwise::matches::proof::verify::verify(&export.text, &Default::default());
    assert!(proved.expect("it is proved").ranking.is_empty());
}

#[actix_web::test]
async fn nobody_is_surprised_by_an_end_after_the_service_was_away_for_long() {
    let Some(sitting) = Sitting::begin(json!({})).await else { return };
    sitting.app.letter("anna@example.org", "begins").await;
    let back = noon().now().and_utc() + Duration::days(200);
    sitting.at(back).await;
    sitting.app.letter("anna@example.org", "nothing happens any more").await;
    sitting.at(back + Duration::days(6)).await;
    assert_eq!(sitting.look().await["status"], "running");
    sitting.at(back + Duration::days(7)).await;
    assert_eq!(sitting.look().await["status"], "ended");
}

#[actix_web::test]
async fn a_silent_match_ends_only_after_a_week_of_notice_in_which_the_service_was_there() {
    let wish = Wish { outage_after: Some(Duration::days(2)), ..Wish::default() };
    let Some(sitting) = Sitting::begin_as(wish, json!({})).await else { return };
    sitting.app.letter("anna@example.org", "begins").await;
    let begun = noon().now().and_utc();
    // Told on the 30th day, away from the next one until the 61st.
    for day in (1..=31).chain(61..67) {
        sitting.at(begun + Duration::days(day)).await;
        assert_eq!(sitting.look().await["status"], "running", "on day {day}");
    }
    sitting.app.letter("anna@example.org", "nothing happens any more").await;
    sitting.at(begun + Duration::days(67)).await;
    assert_eq!(sitting.look().await["status"], "ended");
}

#[actix_web::test]
async fn seats_that_nobody_can_call_keep_no_other_from_its_last_call() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    let (id, seat) = (sitting.id.clone(), sitting.awaited().await);
    let early = sitting.clock.now();
    let lost = sitting.app.db.write(move |tx| {
        let row = matches::by_id(tx, &id)?.expect("it is listed");
        let all = matches::seats_of(tx, std::slice::from_ref(&id))?;
        let awaited = all.into_iter().find(|row| row.seat == seat as i32).expect("a seat");
        // As many as are looked at together, of matches whose streams are lost.
        for number in 0..200 {
            let match_id = format!("lost-{number}");
            matches::insert(tx, &matches::MatchRow { id: match_id.clone(), ..row.clone() })?;
            let account_id = "nobody".to_owned();
            let call_at = Some(early);
            let lost = matches::SeatRow { match_id, account_id, call_at, ..awaited.clone() };
            matches::insert_seat(tx, &lost)?;
        }
        Ok(())
    });
    lost.await.expect("rows");
    sitting.clock.advance((due - Duration::hours(3)).naive_utc() - early);
    sitting.app.matches.as_ref().expect("it serves here").tick().await.expect("a tick");
    let handle = sitting.people[seat];
    sitting.app.letter(&format!("{handle}@example.org"), "almost over").await;
}

#[actix_web::test]
async fn nobody_is_timed_out_uncalled_by_a_service_that_was_away_over_the_end_of_their_time() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    let (back, handle) = (due + Duration::days(4), sitting.people[sitting.awaited().await]);
    sitting.at(back).await;
    let letter = sitting.app.letter(&format!("{handle}@example.org"), "almost over").await;
    assert!(!letter.text().contains(&due.format("%-d %B %Y").to_string()), "{}", letter.text());
    sitting.at(back + Duration::minutes(80)).await;
    assert_eq!(sitting.look().await["status"], "running");
    for _ in 0..60 {
        sitting.at(sitting.clock.now().and_utc() + Duration::minutes(16)).await;
    }
    assert_eq!(sitting.look().await["status"], "ended");
}

#[actix_web::test]
async fn nobody_wins_time_by_muting_and_unmuting_last_calls_or_by_an_address_of_nobody() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    let seat = sitting.awaited().await;
    let late = sitting.signed_in(seat).await;
    late.patch("/api/v1/me", json!({ "muted": ["last_call"] })).await.expect(200);
    sitting.at(due - Duration::hours(3)).await;
    let late = sitting.signed_in(seat).await;
    sitting.gather().await;
    late.patch("/api/v1/me", json!({ "muted": [] })).await.expect(200);
    sitting.at(due).await;
    assert_eq!(sitting.look().await["status"], "ended");

    let app = &sitting.app;
    let new = json!({ "handle": "nemo", "email": "nemo@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let nemo = app.sign_in("nemo", PASSWORD).await;
    let other = sitting.signed_in(1 - seat).await;
    let id = app::begun(&[&nemo, &other], json!({ "pace": "brisk", "absence": "strict" })).await;
    while app::awaited(&other.look(&id).await) == 1 {
        other.play_any(&id, |_| true).await;
    }
    let seen = other.look(&id).await;
    let due: DateTime<Utc> =
        seen["seats"][0]["due"].as_str().expect("due").parse().expect("a time");
    sitting.at(due - Duration::hours(3)).await;
    sitting.gather().await;
    sitting.at(due).await;
    assert_eq!(app.anonymous().look(&id).await["status"], "ended");
}

#[actix_web::test]
async fn rows_that_an_older_turnwise_left_behind_are_written_anew_and_fall_due() {
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let Some(sitting) = Sitting::begin(strict).await else { return };
    let db = turnwise::db::Db::connect(&sitting.app.database).expect("the same database");
    let older = "UPDATE seats SET due_at = NULL, call_at = NULL, lapse_at = NULL";
    let writes = db.write(move |tx| {
        diesel::sql_query(older).execute(tx)?;
        let older = diesel::sql_query("UPDATE matches SET projected = 0");
        Ok(older.execute(tx)?)
    });
    writes.await.expect("an older Turnwise writes");
    let due = sitting.due().await.expect("a clock runs");
    let matches = sitting.app.matches.as_ref().expect("it serves here");
    // What happens before they are written does not make them whole.
    let other = sitting.signed_in(1 - sitting.awaited().await).await;
    other
        .post(&sitting.path("proposals"), json!({ "kind": "end", "by_score": true }))
        .await
        .expect(201);
    matches.catch_up().await.expect("rows are written");
    sitting.at(due - Duration::hours(3)).await;
    let handle = sitting.people[sitting.awaited().await];
    sitting.app.letter(&format!("{handle}@example.org"), "almost over").await;
}

#[actix_web::test]
async fn a_match_in_which_somebody_has_time_left_keeps_no_place_among_the_silent() {
    let pace = json!({ "window": 27000, "again": 60, "reserve": 13500, "refill": 0, "cap": 13500,
        "days_off": 0, "away_days": 0, "grace": 900 });
    let Some(sitting) = Sitting::begin(json!({ "pace": pace, "absence": "patient" })).await else {
        return;
    };
    let due = sitting.due().await.expect("a clock runs").naive_utc();
    assert!(due > sitting.clock.now() + Duration::days(40), "{due}");
    for (at, silent) in [(-1, 0), (29, 0), (31, 1)] {
        let now = due + Duration::days(at);
        let before =
            Before { forsaken: now - Duration::days(21), waiting: now - Duration::days(30) };
        let found = sitting.app.db.read(move |conn| silences::silent(conn, before, None, 200));
        assert_eq!(found.await.expect("rows").len(), silent, "{at} days after it was due");
    }
}

#[actix_web::test]
async fn a_wrong_pace_is_refused_with_what_is_wrong_in_it() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let parts = json!({ "window": 600, "again": 60, "reserve": 0, "refill": 0, "cap": 0,
        "days_off": 0, "away_days": 0, "grace": 900 });
    let with = |name: &str, value: Value| {
        let mut parts = parts.clone();
        parts[name] = value;
        parts
    };
    for (pace, says) in [
        (with("window", json!(600.5)), "600.5"),
        (with("windwo", json!(600)), "windwo"),
        (json!({ "window": 600 }), "again"),
        (json!("hasty"), "brisk, daily, weekdays, relaxed"),
        (json!([600, 60, 0, 0, 0, 0, 0, 900]), "object of its parts"),
        (json!({ "daily": null }), "daily"),
    ] {
        let wish = json!({ "game": "bora-bora", "seats": 2, "title": "T", "pace": pace });
        let answer = anna.post("/api/v1/matches", wish).await;
        assert!(answer.text.contains(says), "{pace}: {}", answer.text);
        assert!(matches!(answer.status, 400 | 422), "{pace}: {}", answer.status);
    }
}

#[actix_web::test]
async fn after_three_days_a_seat_looks_for_somebody_who_takes_it_over() {
    let Some(sitting) = Sitting::begin(json!({ "pace": "daily" })).await else { return };
    let gone = sitting.awaited().await;
    let hours = json!({ "zone": "Asia/Tokyo", "quiet_from": "23:00", "days_off": ["sat", "sun"] });
    sitting.signed_in(gone).await.put("/api/v1/me/calendar", hours.clone()).await.expect(200);
    let until_awaited = async || {
        sitting.plays().await;
        while sitting.awaited().await != gone {
            sitting.plays().await;
        }
    };
    until_awaited().await;
    sitting.runs_out().await;
    sitting.runs_out().await;
    sitting.stood_in(gone).await;
    until_awaited().await;
    sitting.runs_out().await;
    let seen = sitting.stood_in(gone).await;
    assert_eq!(seen["seats"][gone]["stand_in"], "seat");
    let open: DateTime<Utc> = seen["seats"][gone]["open_at"].as_str().unwrap().parse().unwrap();
    sitting.at(open - Duration::seconds(1)).await;
    assert!(looking(&sitting.app).await.is_empty(), "a second is left");
    sitting.at(open).await;
    assert_eq!(looking(&sitting.app).await[0]["id"], json!(sitting.id));
    let cleo = sitting.app.person("cleo").await;
    cleo.put("/api/v1/me/calendar", hours).await.expect(200);
    let over = cleo.post(&sitting.path("substitutes"), json!({ "seat": gone })).await.expect(201);
    assert_eq!(over["seats"][gone]["stand_in"], Value::Null);
    assert_eq!(over["seats"][gone]["handle"], "cleo");
    assert!(looking(&sitting.app).await.is_empty());
    let clocks = cleo.get(&sitting.path("clocks")).await.expect(200);
    assert_eq!(clocks["items"][gone]["reserve"], 45 * 60 / 2);
    while sitting.awaited().await != gone {
        sitting.plays().await;
    }
    cleo.play_any(&sitting.id, |_| true).await;
    cleo.post(&sitting.path("resign"), json!({})).await.expect(200);
    let export = cleo.get(&sitting.path("export")).await;
    let file: Value = serde_json::from_str(&export.text).expect("JSON");
    let shown: Vec<&Value> =
        file["hours"].as_array().unwrap().iter().map(|h| &h["account"]).collect();
    let late = file["people"].as_array().unwrap().iter();
    let late = late.filter(|person| person["handle"] == sitting.people[gone]);
    let late: Vec<&Value> = late.map(|person| &person["account"]).collect();
    assert_eq!(shown, late, "the hours of whose time was over, and of nobody else");
    let verified = verify(&export.text, &Trust::default()).expect("it is proved");
    assert_eq!((verified.counts.undecided, verified.counts.uncounted, verified.named), (0, 0, 3));
}

#[actix_web::test]
async fn what_a_stand_in_has_thought_of_is_dropped_where_the_person_is_back_before_it() {
    // On a machine that is busy with other things nobody may come in between.
    for _ in 0..4 {
        match somebody_came_back_while_a_stand_in_thought().await {
            Some(false) => {}
            _ => return,
        }
    }
    panic!("nobody ever came back");
}

/// Whether somebody came back, in one match; `None` where there is no database.
async fn somebody_came_back_while_a_stand_in_thought() -> Option<bool> {
    let sitting = Sitting::begin(json!({ "pace": "brisk" })).await?;
    let matches = sitting.app.matches.clone().expect("it serves here");
    let mut accounts = Vec::new();
    for seat in 0..2 {
        accounts.push(
            sitting.signed_in(seat).await.get("/api/v1/me").await.expect(200)["id"]
                .as_str()
                .expect("an id")
                .to_owned(),
        );
    }
    let stream = async || {
        let id = sitting.id.clone();
        let rows = sitting.app.db.read(move |conn| turnwise::db::events::from(conn, &id, 1));
        rows.await.expect("a stream")
    };
    // The stand-in may be through before anybody comes back.
    for _ in 0..24 {
        let came = stream().await.iter().any(|row| row.kind == "returned");
        if came || sitting.due().await.is_none() {
            break;
        }
        let account = accounts[sitting.awaited().await].clone();
        // One try after the other would mostly come before the stand-in, or after what it played.
        let tries = (0..8).map(|_| async {
            while matches.come_back(&sitting.id, &account).await.is_err() {
                tokio::task::yield_now().await;
            }
            std::future::pending::<()>().await;
        });
        let comes_back = futures_util::future::join_all(tries);
        tokio::select! {
            () = sitting.runs_out() => {}
            _ = comes_back => {}
        }
    }
    let rows = stream().await;
    let mut back = Vec::new();
    for row in &rows {
        match (row.kind.as_str(), row.actor.as_str()) {
            ("returned", _) => back.push(row.seat),
            ("timed_out", _) => back.retain(|seat| *seat != row.seat),
            ("played", "clock") => assert!(!back.contains(&row.seat), "{}", row.version),
            _ => {}
        }
    }
    Some(rows.iter().any(|row| row.kind == "returned"))
}
