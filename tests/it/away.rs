//! Time that counts for nobody: days that people are away, and a service that was away itself;
//! and a host who does not come before the start.

use super::app::{self, TestApp, Wish};
use super::clocks::{Sitting, noon};
use super::visitor::Browser;
use crate::start_or_skip;
use chrono::{DateTime, Days, Duration, Utc};
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;
use turnwise::matches::stream::receipt::Receipt;

/// So many days after the day on which the clocks of these tests begin.
fn day(days: u64) -> String {
    (noon().now().date() + Days::new(days)).to_string()
}

fn days(from: u64, to: u64) -> Value {
    json!({ "from": day(from), "to": day(to) })
}

/// What a form of somebody is answered.
async fn send(page: &Browser<'_>, path: &str, fields: &[(&str, &str)]) -> super::app::Answer {
    let proof = page.hidden("/account/time", "proof").await;
    let fields: Vec<_> = fields.iter().copied().chain([("proof", &*proof)]).collect();
    page.post(path, &fields).await
}

async fn sitting(wish: Wish) -> Option<Sitting> {
    Sitting::begin_as(wish, json!({ "pace": "daily" })).await
}

#[actix_web::test]
async fn whoever_is_away_says_it_once_for_all_matches_and_each_has_its_own_days() {
    let Some(sitting) = sitting(Wish::default()).await else { return };
    let slow = sitting.awaited().await;
    let person = sitting.signed_in(slow).await;
    let other = sitting.signed_in(1 - slow).await;
    let brisk = app::begun(&[&person, &other], json!({ "pace": "brisk" })).await;
    app::begun(&[&person, &other], json!({})).await;
    let before = sitting.due().await.expect("a clock runs");

    person.post("/api/v1/me/away", days(1, 2)).await.refused(409, "wrong_away");
    person.post("/api/v1/me/away", days(5, 4)).await.refused(409, "wrong_away");
    person.post("/api/v1/me/away", days(3, 17)).await.refused(409, "wrong_away");
    let said = person.post("/api/v1/me/away", json!({ "from": "soon", "to": "later" })).await;
    said.refused(422, "invalid_field");
    let booked = person.post("/api/v1/me/away", days(2, 7)).await.expect(200);
    let of = |answer: &Value, id: &str| {
        let items = answer["items"].as_array().expect("a list");
        items.iter().find(|item| item["match_id"] == id).expect("that match").clone()
    };
    assert_eq!(booked["items"].as_array().map(Vec::len), Some(2), "only those with clocks");
    let daily = of(&booked, &sitting.id);
    assert_eq!((&daily["days_left"], &daily["refused"]), (&json!(8), &Value::Null));
    assert_eq!(daily["receipt"]["version"], sitting.look().await["version"]);
    let receipts = Receipt::all_in(&booked.to_string());
    assert!(receipts.len() == 2 && receipts.iter().all(Receipt::is_signed), "{booked}");
    assert_eq!(daily["away"][0]["from"], format!("{}T00:00:00Z", day(2)));
    assert_eq!(daily["away"][0]["to"], format!("{}T00:00:00Z", day(8)));
    let tight = of(&booked, &brisk);
    assert_eq!((&tight["days_left"], &tight["away"]), (&json!(5), &json!([])));
    assert!(tight["refused"].as_str().is_some_and(|why| why.contains("left in this match: 5")));
    // Asked again it says the same and books nothing twice.
    let again = person.post("/api/v1/me/away", days(2, 7)).await.expect(200);
    assert_eq!(of(&again, &sitting.id), daily);
    assert_eq!(person.get("/api/v1/me/away").await.expect(200)["items"][0]["refused"], Value::Null);

    assert_eq!(sitting.due().await, Some(before + Duration::days(6)));
    sitting.at(noon().now().and_utc() + Duration::days(4)).await;
    let seen = sitting.look().await;
    assert_eq!(seen["away"], json!([{ "seat": slow, "until": format!("{}T00:00:00Z", day(8)) }]));
    let person = sitting.signed_in(slow).await;
    let back = person.delete("/api/v1/me/away").await.expect(200);
    assert_eq!(of(&back, &sitting.id)["days_left"], 11);
    assert_eq!(sitting.look().await["away"], json!([]));
    assert!(sitting.due().await.is_some_and(|due| due < before + Duration::days(6)));
    sitting.plays().await;
    sitting.signed_in(1 - slow).await.post(&sitting.path("resign"), json!({})).await.expect(200);
    let export = sitting.app.anonymous().get(&sitting.path("export")).await;
    verify(&export.text, &Trust::default()).expect("it is proved");
}

#[actix_web::test]
async fn nobody_is_reminded_or_called_while_they_are_away_but_when_their_time_comes() {
    let Some(sitting) = sitting(Wish::default()).await else { return };
    let away = 1 - sitting.awaited().await;
    let name = sitting.people[away];
    let address = format!("{name}@example.org");
    let reminders = || {
        let letters = sitting.app.sink.letters();
        let own = letters.iter().filter(|letter| letter.to == address);
        let still = |subject: String| subject.contains("still your turn");
        own.filter(|letter| letter.header("subject").is_some_and(still)).count()
    };
    let person = sitting.signed_in(away).await;
    person.post("/api/v1/me/away", days(2, 9)).await.expect(200);
    // The turn comes at eight in the evening before: three hours of it, and then the days away.
    let midnight = |days: i64| noon().now().and_utc() - Duration::hours(12) + Duration::days(days);
    sitting.at(midnight(1) + Duration::hours(20)).await;
    sitting.plays().await;
    assert_eq!(sitting.awaited().await, away);
    let due = sitting.due().await.expect("a clock runs");
    assert_eq!(due, midnight(13) + Duration::hours(20), "sixty hours, of which three are used");
    let until = async |then: DateTime<Utc>| {
        sitting.at(then).await;
        sitting.gather().await;
        sitting.app.all_sent(name).await;
    };
    // Without those days half of the time would be gone at noon of the first of them, all of
    // it on their fourth.
    let mut then = midnight(1) + Duration::hours(21);
    while then < midnight(10) + Duration::hours(12) {
        until(then).await;
        assert_eq!((reminders(), sitting.calls()), (0, 0), "on {then}");
        then += Duration::hours(3);
    }
    until(midnight(10) + Duration::minutes(12 * 60 + 31)).await;
    let letter = sitting.app.letter(&address, "still your turn").await;
    assert!(letter.text().contains("half of your free time is gone"), "{}", letter.text());
    until(midnight(10) + Duration::minutes(20 * 60 + 1)).await;
    let letter = sitting.app.letter(&address, "still your turn").await;
    assert!(letter.text().contains("your free time is gone"), "{}", letter.text());
    assert_eq!((reminders(), sitting.calls()), (2, 0));
    until(due - Duration::hours(3)).await;
    sitting.app.letter(&address, "almost over").await;
    assert_eq!((reminders(), sitting.calls()), (2, 1));
}

#[actix_web::test]
async fn the_page_of_my_hours_takes_days_away_and_the_table_says_who_is_away() {
    let Some(sitting) = sitting(Wish::default()).await else { return };
    let slow = sitting.awaited().await;
    let name = sitting.people[slow];
    let mut page = Browser::of(&sitting.app, name).await;
    let empty = Browser::of(&sitting.app, sitting.people[1 - slow]).await;
    assert!(empty.get("/account/time").await.text.contains("Days left"));
    let refused = send(&page, "/account/away", &[("from", "tomorrow"), ("to", "")]).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text.contains("Say the first and the last day"), "{}", refused.text);
    let soon = [("from", &*day(1)), ("to", &*day(3))];
    assert!(send(&page, "/account/away", &soon).await.text.contains("Say it 24 hours before"));
    let (from, to) = (day(2), day(5));
    let booked = send(&page, "/account/away", &[("from", &from), ("to", &to)]).await;
    assert_eq!(booked.status, 303);
    let shown = page.get("/account/time?away=true").await.text;
    assert!(shown.contains("7 May 2026 to 10 May 2026"), "{shown}");
    sitting.at(noon().now().and_utc() + Duration::days(3)).await;
    let table = sitting.app.anonymous().get(&format!("/matches/{}", sitting.id)).await.text;
    assert!(table.contains(&format!("{name} is away until 11 May, 00:00 UTC")), "{table}");
    page = Browser::of(&sitting.app, name).await;
    assert_eq!(send(&page, "/account/away/end", &[]).await.status, 303);
    let table = sitting.app.anonymous().get(&format!("/matches/{}", sitting.id)).await.text;
    assert!(!table.contains("is away until"));
}

/// After how long without any process no clock has run, where a match is played.
const OUTAGE: Duration = Duration::hours(3);

/// The clocks of a service that was away from one time to another, in a match that it serves.
struct Back {
    sitting: Sitting,
    due: DateTime<Utc>,
}

/// A service is there until an hour before somebody's time is over, and back a day later.
async fn away_for_a_day() -> Option<Back> {
    let wish = Wish { outage_after: Some(OUTAGE), ..Wish::default() };
    let sitting = sitting(wish).await?;
    let due = sitting.due().await?;
    let mut then = noon().now().and_utc();
    while then < due - Duration::hours(1) {
        then = (then + Duration::hours(2)).min(due - Duration::hours(1));
        sitting.clock.advance(then.naive_utc() - sitting.clock.now());
        let matches = sitting.app.matches.as_ref()?;
        matches.tick().await.expect("a tick");
    }
    sitting.clock.advance(Duration::days(1));
    Some(Back { sitting, due })
}

#[actix_web::test]
async fn while_no_process_was_there_no_clock_ran_and_several_that_come_back_note_it_once() {
    let Some(Back { sitting, due }) = away_for_a_day().await else { return };
    let wish = Wish {
        clock: sitting.clock.clone(),
        database: Some(sitting.app.database.clone()),
        outage_after: Some(OUTAGE),
        ..Wish::default()
    };
    let other = TestApp::start(wish).await.expect("another process");
    let [one, two] = [&sitting.app, &other].map(|app| app.matches.clone().expect("it serves"));
    for _ in 0..3 {
        let (first, second) = tokio::join!(one.tick(), two.tick());
        first.expect("a tick");
        second.expect("a tick");
    }
    let told = sitting.app.anonymous().get(&sitting.path("history?limit=500")).await.text;
    assert_eq!(told.matches("\"kind\":\"outage\"").count(), 1, "{told}");
    assert!(!told.contains("time of"), "nobody's time was over: {told}");
    let now = sitting.due().await.expect("a clock runs");
    assert!((due + Duration::hours(23)..=due + Duration::hours(25)).contains(&now), "{now}");
    sitting.plays().await;
    let export = sitting.app.anonymous().get(&sitting.path("export")).await;
    sitting.signed_in(0).await.post(&sitting.path("resign"), json!({})).await.expect(200);
    assert_eq!(export.status, 409, "only once it has ended");
    let export = sitting.app.anonymous().get(&sitting.path("export")).await;
    verify(&export.text, &Trust::default()).expect("it is proved");
}

#[actix_web::test]
async fn an_outage_noted_by_a_process_whose_clock_is_ahead_counts_for_one_whose_clock_is_behind() {
    let Some(Back { sitting, .. }) = away_for_a_day().await else { return };
    let ahead = sitting.clock.now() + Duration::seconds(1);
    let noted = sitting.app.db.write(move |tx| turnwise::db::outages::beat(tx, ahead, OUTAGE));
    noted.await.expect("another process was there first");
    let matches = sitting.app.matches.clone().expect("it serves here");
    for _ in 0..3 {
        matches.tick().await.expect("a tick");
    }
    sitting.clock.advance(Duration::minutes(2));
    matches.tick().await.expect("a tick");
    let told = sitting.app.anonymous().get(&sitting.path("history?limit=500")).await.text;
    assert_eq!(told.matches("\"kind\":\"outage\"").count(), 1, "{told}");
    assert!(!told.contains("time of"), "nobody's time was over: {told}");
}

#[actix_web::test]
async fn an_outage_stays_noted_whose_end_a_clock_far_ahead_has_written() {
    let Some(Back { sitting, .. }) = away_for_a_day().await else { return };
    let now = sitting.clock.now();
    let ahead = now + Duration::hours(2);
    let noted = sitting.app.db.write(move |tx| turnwise::db::outages::beat(tx, ahead, OUTAGE));
    noted.await.expect("a clock that is set right afterwards");
    let matches = sitting.app.matches.clone().expect("it serves here");
    matches.tick().await.expect("a tick");
    let known = sitting.app.db.read(move |conn| turnwise::db::outages::since(conn, now - OUTAGE));
    let ends: Vec<_> = known.await.expect("outages").iter().map(|row| row.to_at).collect();
    assert_eq!(ends, [now]);
    let told = sitting.app.anonymous().get(&sitting.path("history?limit=500")).await.text;
    assert!(!told.contains("time of"), "nobody's time was over: {told}");
}

#[actix_web::test]
async fn whoever_plays_first_after_an_outage_loses_nothing_of_their_reserve_by_it() {
    let Some(Back { sitting, .. }) = away_for_a_day().await else { return };
    let slow = sitting.awaited().await;
    let reserve = |clocks: &Value| clocks["items"][slow]["reserve"].as_i64().expect("minutes");
    let clocks = sitting.app.anonymous().get(&sitting.path("clocks")).await.expect(200);
    let before = reserve(&clocks);
    // No look has told this process yet that there was none.
    sitting.plays().await;
    let clocks = sitting.app.anonymous().get(&sitting.path("clocks")).await.expect(200);
    let used = before - reserve(&clocks);
    // All of it but an hour was used before the outage, and nothing in it.
    assert!((0..=before - 50).contains(&used), "{used} of {before}");
}

#[actix_web::test]
async fn a_first_start_and_a_short_stop_are_no_outages() {
    let clock = Clock::standing_at(noon().now());
    let wish =
        Wish { clock: clock.clone(), outage_after: Some(Duration::minutes(5)), ..Wish::default() };
    let app = start_or_skip!(wish);
    let matches = app.matches.clone().expect("it serves here");
    for minutes in [0, 4, 1, 3] {
        clock.advance(Duration::minutes(minutes));
        matches.tick().await.expect("a tick");
    }
    assert_eq!(app.outages().await, 0);
    clock.advance(Duration::minutes(6));
    matches.tick().await.expect("a tick");
    matches.tick().await.expect("a tick");
    assert_eq!(app.outages().await, 1);
}

#[actix_web::test]
async fn an_outage_that_a_clock_far_ahead_has_written_holds_nobody_up_once_it_is_set_right() {
    let wish = Wish { outage_after: Some(OUTAGE), ..Wish::default() };
    let Some(sitting) = sitting(wish).await else { return };
    let due = sitting.due().await.expect("a clock runs");
    let matches = sitting.app.matches.clone().expect("it serves here");
    matches.tick().await.expect("a tick");
    let now = sitting.clock.now();
    let ahead = now + Duration::days(365);
    let jumped = sitting.app.db.write(move |tx| turnwise::db::outages::beat(tx, ahead, OUTAGE));
    jumped.await.expect("a clock far ahead");
    assert_eq!(sitting.app.outages().await, 1);
    sitting.clock.advance(Duration::minutes(1));
    matches.tick().await.expect("a tick");
    assert_eq!(sitting.app.outages().await, 0);
    let mut then = sitting.clock.now().and_utc();
    while then < due - Duration::hours(1) {
        then = (then + Duration::hours(2)).min(due - Duration::hours(1));
        sitting.clock.advance(then.naive_utc() - sitting.clock.now());
        matches.tick().await.expect("a tick");
    }
    let handle = sitting.people[sitting.awaited().await];
    sitting.app.letter(&format!("{handle}@example.org"), "almost over").await;
}

#[actix_web::test]
async fn somebody_else_hosts_a_match_whose_host_does_not_come_for_a_week() {
    let clock = noon();
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let anna = app.person("anna").await;
    let wish = json!({ "game": "great-zimbabwe", "seats": 4, "title": "Slowly" });
    let opened = anna.post("/api/v1/matches", wish).await.expect(201);
    let id = opened["id"].as_str().expect("an id").to_owned();
    assert_eq!(opened["host_open_at"], json!("2026-05-12T12:00:00Z"));
    let at = |what: &str| format!("/api/v1/matches/{id}/{what}");
    let ben = app.person("ben").await;
    ben.post(&at("host"), json!({})).await.refused(403, "no_seat");
    ben.post(&at("seats"), json!({})).await.expect(201);
    ben.post(&at("host"), json!({})).await.refused(409, "not_due");
    let page = Browser::of(&app, "ben").await;
    assert!(!page.get(&format!("/matches/{id}")).await.text.contains("Host this match"));
    clock.advance(Duration::days(7));
    let page = Browser::of(&app, "ben").await;
    assert!(page.get(&format!("/matches/{id}")).await.text.contains("Host this match"));
    assert_eq!(send(&page, &format!("/matches/{id}/host"), &[]).await.status, 303);
    let seen = page.get(&format!("/matches/{id}")).await.text;
    assert!(seen.contains("Seat a sensible robot"), "{seen}");
    let seen = app.anonymous().look(&id).await;
    assert_eq!(
        (&seen["host"], &seen["host_open_at"]),
        (&json!("ben"), &json!("2026-05-19T12:00:00Z"))
    );
    let anna = app.sign_in("anna", super::app::PASSWORD).await;
    anna.post(&at("robots"), json!({ "robot": "random" })).await.refused(403, "host_only");
    let told = anna.get(&at("history")).await.text;
    assert!(told.contains("ben is the host now: anna has not come."), "{told}");
}
