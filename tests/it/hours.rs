//! People's own hours: said once in a while, kept secret, and counted where time runs out.

use super::app::{self, Caller, PASSWORD, TestApp, Wish};
use super::clocks::{Sitting, noon};
use super::visitor::Browser;
use crate::start_or_skip;
use chrono::{DateTime, Duration, NaiveDate, Utc};
use diesel::connection::SimpleConnection;
use serde_json::{Value, json};
use turnwise::accounts::hours::LOOKED_UP_FOR;
use turnwise::clock::Clock;
use turnwise::db::calendars::{self, HoursRow, ZoneLawRow};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

const CALENDAR: &str = "/api/v1/me/calendar";

fn hours(zone: &str, quiet_from: &str) -> Value {
    json!({ "zone": zone, "quiet_from": quiet_from, "days_off": ["wed", "thu"] })
}

fn due_of(seen: &Value, seat: usize) -> DateTime<Utc> {
    seen["seats"][seat]["due"].as_str().expect("a clock runs").parse().expect("a time")
}

/// On a Tuesday at noon, UTC.
async fn tuesday() -> Option<(TestApp, Clock)> {
    let noon = NaiveDate::from_ymd_opt(2026, 5, 5).and_then(|day| day.and_hms_opt(12, 0, 0));
    let clock = Clock::standing_at(noon.expect("a time"));
    let app = TestApp::start(Wish { clock: clock.clone(), ..Wish::default() }).await?;
    Some((app, clock))
}

/// The person who is awaited first in a match of these two.
async fn first<'a>(people: [&'a Caller<'a>; 2], id: &str) -> (usize, &'a Caller<'a>) {
    let seat = app::awaited(&people[0].look(id).await);
    (seat, people[seat])
}

#[actix_web::test]
async fn what_somebody_has_said_of_their_hours_counts_in_matches_they_join() {
    let Some((app, _)) = tuesday().await else { return };
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let unsaid = anna.get(CALENDAR).await.expect(200);
    assert_eq!((&unsaid["zone"], &unsaid["said"]), (&json!("UTC"), &json!(false)));
    for person in [&anna, &ben] {
        // Noon UTC is one in the morning there, in the middle of the night.
        let said = person.put(CALENDAR, hours("Pacific/Auckland", "23:00")).await.expect(200);
        assert_eq!((&said["quiet_until"], &said["said"]), (&json!("08:00"), &json!(true)));
    }
    let id = app::begun(&[&anna, &ben], json!({ "pace": "brisk" })).await;
    let seen = anna.look(&id).await;
    let (seat, _) = first([&anna, &ben], &id).await;
    // It counts from eight in the morning there, 20 o'clock UTC; five free hours and thirty
    // in reserve are two days of fifteen and five more.
    let due = due_of(&seen, seat);
    assert_eq!(due.to_rfc3339(), "2026-05-08T01:00:00+00:00");
    // Where days off are agreed on, Wednesday and Thursday do not count: it begins with Friday.
    let id = app::begun(&[&anna, &ben], json!({ "pace": "weekdays" })).await;
    let (seat, _) = first([&anna, &ben], &id).await;
    let due = due_of(&anna.look(&id).await, seat);
    assert_eq!(due.to_rfc3339(), "2026-05-11T11:00:00+00:00");
}

#[actix_web::test]
async fn changed_hours_hold_a_day_later_in_matches_under_way_and_change_once_in_14_days() {
    let Some((app, clock)) = tuesday().await else { return };
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = app::begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    let before = anna.look(&id).await;
    let matches = app.matches.as_ref().expect("it serves here");
    for person in [&anna, &ben] {
        person.put(CALENDAR, hours("Asia/Kolkata", "22:30")).await.expect(200);
    }
    matches.tick().await.expect("a tick");
    let still = "turns that begin to wait for you before 6 May 2026, 17:30 still go by the hours";
    let page = async || Browser::of(&app, "anna").await.get("/account/time").await.text;
    assert!(page().await.contains(still), "{}", page().await);
    let (seat, person) = first([&anna, &ben], &id).await;
    assert_eq!(
        due_of(&before, seat),
        due_of(&anna.look(&id).await, seat),
        "not the wait that runs"
    );
    let version = anna.look(&id).await["version"].clone();
    matches.tick().await.expect("a tick");
    assert_eq!(anna.look(&id).await["version"], version, "written down once");
    let later = hours("Asia/Kolkata", "21:00");
    let refused = person.put(CALENDAR, later.clone()).await;
    assert!(refused.text.contains("19 May 2026"), "{}", refused.text);
    refused.refused(409, "changed_lately");
    // The same again changes nothing and is no change.
    person.put(CALENDAR, hours("Asia/Kolkata", "22:30")).await.expect(200);
    clock.advance(Duration::days(2));
    assert!(!page().await.contains("still go by"), "{}", page().await);
    let person = app.sign_in(["anna", "ben"][seat], PASSWORD).await;
    while app::awaited(&person.look(&id).await) == seat {
        person.play_any(&id, |_| true).await;
    }
    // Noon UTC is half past five there; sixty hours are four days.
    let seen = person.look(&id).await;
    let due = due_of(&seen, app::awaited(&seen));
    assert_eq!(due.to_rfc3339(), "2026-05-11T12:00:00+00:00");
    clock.advance(Duration::days(12));
    let person = app.sign_in(["anna", "ben"][seat], PASSWORD).await;
    person.put(CALENDAR, later).await.expect(200);
}

#[actix_web::test]
async fn changed_hours_come_into_matches_under_way_by_a_clock_that_goes_on() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = app::begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    ben.put(CALENDAR, hours("Asia/Kolkata", "22:30")).await.expect(200);
    app.matches.as_ref().expect("it serves here").tick().await.expect("a tick");
    let told = anna.get(&format!("/api/v1/matches/{id}/history")).await.expect(200);
    let events = told["items"].as_array().expect("events").iter();
    assert_eq!(events.filter(|event| event["kind"] == "calendar_set").count(), 1, "{told}");
}

#[actix_web::test]
async fn nobody_else_is_told_when_free_time_is_used_up() {
    let Some((app, _)) = tuesday().await else { return };
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = app::begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    let clocks = format!("/api/v1/matches/{id}/clocks");
    let (seat, mover) = first([&anna, &ben], &id).await;
    let other = [&anna, &ben][1 - seat];
    let free = async |who: &Caller<'_>| {
        let clock = &who.get(&clocks).await.expect(200)["items"][seat];
        assert!(clock["due"].is_string(), "{clock}");
        clock["free_until"].clone()
    };
    assert!(free(mover).await.is_string());
    assert_eq!(free(other).await, Value::Null);
    assert_eq!(free(&app.anonymous()).await, Value::Null);
}

#[actix_web::test]
async fn hours_are_shown_to_nobody_else_but_in_the_export_of_a_match_where_time_ran_out() {
    let Some((app, clock)) = tuesday().await else { return };
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    for person in [&anna, &ben] {
        person.put(CALENDAR, hours("Asia/Kathmandu", "22:30")).await.expect(200);
    }
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let over = app::begun(&[&anna, &ben], strict).await;
    let given_up = app::begun(&[&anna, &ben], json!({ "pace": "brisk" })).await;
    // The calendar of a file names the minutes that local clocks are ahead of UTC.
    let told = |text: &str| text.contains("Kathmandu") || text.contains("minutes");
    for look in ["", "/history", "/clocks", "/legal"] {
        let answer = ben.get(&format!("/api/v1/matches/{over}{look}")).await;
        assert!(answer.status == 200 && !told(&answer.text), "{look}: {}", answer.text);
    }
    ben.post(&format!("/api/v1/matches/{given_up}/resign"), json!({})).await.expect(200);
    let export = ben.get(&format!("/api/v1/matches/{given_up}/export")).await;
    assert!(export.text.contains("calendar_set") && !told(&export.text), "{}", export.text);
    let (seat, late) = first([&anna, &ben], &over).await;
    late.patch("/api/v1/me", json!({ "muted": ["last_call"] })).await.expect(200);
    clock.advance(due_of(&anna.look(&over).await, seat).naive_utc() - clock.now());
    app.matches.as_ref().expect("it serves here").tick().await.expect("a tick");
    let export = app.anonymous().get(&format!("/api/v1/matches/{over}/export")).await;
    let file: Value = serde_json::from_str(&export.text).expect("JSON");
    let shown = file["hours"].as_array().expect("hours");
    assert!(shown.len() == 1 && told(&export.text), "of one of two only: {shown:?}");
    let prove = |text: &str| turnwise::matches::proof::verify::verify(text, &Default::default());
    assert_eq!(prove(&export.text).expect("it is proved").counts.uncounted, 0);
    // Other hours are not those that the stream names, and without them nothing is proved.
    let without = turnwise::matches::proof::export::Export::read(&export.text).expect("a file");
    let mut other = without.clone();
    other.hours[0].calendar = other.hours[0].calendar.replace("345", "330");
    assert!(prove(&other.digested().text()).expect_err("a no").contains("does not name"));
    let mut without = without;
    without.hours.clear();
    let read = prove(&without.digested().text()).expect("it is read");
    assert!(read.counts.uncounted == 1 && read.exit_code() == 3, "{read:?}");
}

#[actix_web::test]
async fn hours_that_cannot_be_are_refused_with_what_to_send() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for (wrong, says) in [
        (hours("Middle/Earth", "23:00"), "Europe/Berlin"),
        (hours("Europe/Berlin", "23:15"), "quiet_from"),
        (hours("Europe/Berlin", "24:00"), "quiet_from"),
        (json!({ "zone": "UTC", "quiet_from": "23:00", "days_off": ["sat"] }), "days_off"),
        (json!({ "zone": "UTC", "quiet_from": "23:00", "days_off": ["sat", "sat"] }), "different"),
    ] {
        let answer = anna.put(CALENDAR, wrong.clone()).await;
        assert!(answer.text.contains(says), "{wrong}: {}", answer.text);
        answer.refused(422, "invalid_field");
    }
}

#[actix_web::test]
async fn the_zone_of_the_browser_is_taken_for_whoever_has_said_nothing_and_can_be_changed() {
    let app = start_or_skip!();
    let browser = Browser::new(&app);
    let new = [
        ("handle", "fred"),
        ("email", "fred@example.org"),
        ("password", PASSWORD),
        ("zone", "America/Chicago"),
    ];
    assert_eq!(browser.post("/register", &new).await.status, 303);
    let browser = Browser::of(&app, "fred").await;
    let page = browser.get("/account/time").await;
    assert!(page.text.contains("between 23:00 and 08:00 in America/Chicago"), "{}", page.text);
    let proof = browser.hidden("/account/time", "proof").await;
    let form = |zone: &'static str| {
        let proof = proof.clone();
        let browser = &browser;
        async move {
            let form = [
                ("proof", proof.as_str()),
                ("zone", zone),
                ("quiet_from", "21:30"),
                ("first_off", "fri"),
                ("second_off", "sat"),
            ];
            browser.post("/account/time", &form).await
        }
    };
    assert_eq!(form("Nowhere/Land").await.status, 422);
    assert_eq!(form("America/Denver").await.status, 303);
    let page = browser.get("/account/time").await;
    assert!(page.text.contains("between 21:30 and 06:30 in America/Denver"), "{}", page.text);
    assert!(page.text.contains("again from"), "{}", page.text);
    // Whoever has said something is not guessed at again.
    let again = [("login", "fred"), ("password", PASSWORD), ("zone", "Asia/Tokyo")];
    assert_eq!(Browser::new(&app).post("/sign-in", &again).await.status, 303);
    assert!(browser.get("/account/time").await.text.contains("America/Denver"));
    let data = browser.get("/account/data").await;
    assert!(data.text.contains("America/Denver"), "{}", data.text);
}

#[actix_web::test]
async fn a_program_that_knows_other_laws_of_zones_looks_up_everybodys_hours_again_once() {
    let daily = json!({ "pace": "daily" });
    let Some(sitting) = Sitting::begin_as(Wish::default(), daily).await else { return };
    let mut accounts = Vec::new();
    for seat in 0..2 {
        let person = sitting.signed_in(seat).await;
        person.put(CALENDAR, hours("Europe/Berlin", "23:00")).await.expect(200);
        let me = person.get("/api/v1/me").await.expect(200);
        accounts.push(me["id"].as_str().expect("an id").to_owned());
    }
    sitting.at(noon().now().and_utc() + Duration::minutes(5)).await;
    let pending = async || {
        let accounts = accounts.clone();
        let count = sitting.app.db.read(move |conn| {
            accounts.iter().try_fold(0, |count, account| {
                let row = calendars::hours_of(conn, account)?.expect("said");
                Ok(count + usize::from(row.pending))
            })
        });
        count.await.expect("rows")
    };
    assert_eq!(pending().await, 0, "every match knows of them");
    let meet = async |edition: &str| {
        let row = ZoneLawRow { edition: edition.to_owned(), met_at: sitting.clock.now() };
        sitting.app.db.write(move |tx| calendars::meet(tx, &row)).await.expect("met")
    };
    assert!(!meet(turnwise::accounts::hours::LAWS).await, "the server has met its own");
    assert!(meet("1999z").await);
    assert_eq!(pending().await, 2, "they are looked up again");
    assert!(!meet("1999z").await);
    // What has not changed is written down in no match.
    let version = sitting.look().await["version"].clone();
    sitting.at(noon().now().and_utc() + Duration::minutes(10)).await;
    assert_eq!((pending().await, sitting.look().await["version"].clone()), (0, version));
    // Whoever knows older laws than another process leaves it to that one.
    assert!(meet("2099z").await);
    sitting.at(noon().now().and_utc() + Duration::minutes(15)).await;
    assert_eq!(pending().await, 2);
}

/// The law of a zone is part of the program, so that a test cannot change it. What a program
/// sees that knows a new law is this: the zone of somebody stands to UTC as it did not when
/// their calendar was written down, and that comes to light when it is looked up again. Here
/// Berlin is, for a program that knows of no summer time, always an hour ahead of UTC.
#[actix_web::test]
async fn where_the_law_of_a_zone_changes_it_is_written_down_and_what_was_due_before_is_proved() {
    let Some((app, clock)) = tuesday().await else { return };
    let mut accounts = Vec::new();
    for handle in ["anna", "ben"] {
        let person = app.person(handle).await;
        person.put(CALENDAR, hours("Etc/GMT-1", "23:00")).await.expect(200);
        let me = person.patch("/api/v1/me", json!({ "muted": ["last_call"] })).await.expect(200);
        accounts.push(me["id"].as_str().expect("an id").to_owned());
    }
    let until = async |then: &str| {
        let then: DateTime<Utc> = then.parse().expect("a time");
        clock.advance(then.naive_utc() - clock.now());
        app.matches.as_ref().expect("it serves here").tick().await.expect("a tick");
    };
    let said_at = clock.now();
    until("2027-05-09T21:30:00Z").await;
    let strict = json!({ "pace": "brisk", "absence": "strict" });
    let [anna, ben] = [app.sign_in("anna", PASSWORD).await, app.sign_in("ben", PASSWORD).await];
    let late = app::begun(&[&anna, &ben], strict.clone()).await;
    let played = app::begun(&[&anna, &ben], strict).await;
    let due = async |id: &str| {
        let seen = app.anonymous().look(id).await;
        due_of(&seen, app::awaited(&seen)).to_rfc3339()
    };
    // Half an hour until eleven there, twice fifteen, and the rest from eight o'clock on.
    let old = "2027-05-12T11:30:00+00:00";
    assert_eq!((due(&late).await.as_str(), due(&played).await.as_str()), (old, old));
    let changed = app.db.write(move |tx| {
        for account in &accounts {
            let row = calendars::hours_of(tx, account)?.expect("said");
            calendars::keep_hours(tx, &HoursRow { zone: "Europe/Berlin".to_owned(), ..row })?;
        }
        Ok(())
    });
    changed.await.expect("changed");
    let set = async |id: &str| {
        let told = app.anonymous().get(&format!("/api/v1/matches/{id}/history?limit=500")).await;
        told.text.matches("\"kind\":\"calendar_set\"").count()
    };
    until("2027-05-09T23:30:00Z").await;
    assert_eq!((set(&late).await, set(&played).await), (2, 2), "nobody has looked yet");
    until("2027-05-10T22:30:00Z").await;
    assert!(clock.now() - said_at > LOOKED_UP_FOR);
    assert_eq!((set(&late).await, set(&played).await), (4, 4), "of both people");
    assert_eq!((due(&late).await.as_str(), due(&played).await.as_str()), (old, old), "as it was");
    // A day later the next turn begins at half past eight there, and no longer at half past seven.
    until("2027-05-12T06:30:00Z").await;
    let seat = app::awaited(&app.anonymous().look(&played).await);
    let person = app.sign_in(["anna", "ben"][seat], PASSWORD).await;
    while app::awaited(&person.look(&played).await) == seat {
        person.play_any(&played, |_| true).await;
    }
    assert_eq!(due(&played).await, "2027-05-14T11:30:00+00:00");
    let status = async |id: &str| app.anonymous().look(id).await["status"].clone();
    until("2027-05-12T11:29:00Z").await;
    assert_eq!(status(&late).await, "running");
    until("2027-05-12T11:30:00Z").await;
    assert_eq!((status(&late).await, status(&played).await), (json!("ended"), json!("running")));
    until("2027-05-14T11:30:00Z").await;
    assert_eq!(status(&played).await, "ended");
    for id in [late, played] {
        let export = app.anonymous().get(&format!("/api/v1/matches/{id}/export")).await;
        let proved = verify(&export.text, &Trust::default()).expect("it is proved");
        assert_eq!((proved.counts.uncounted, proved.counts.undecided), (0, 0));
    }
}

/// What happens in the same transaction whenever a row is added to a table, as if another one had
/// been in between.
async fn whenever(app: &TestApp, table: &str, condition: &str, then: &str) {
    let statements = match app.database.starts_with("sqlite") {
        true => format!(
            "CREATE TRIGGER meanwhile AFTER INSERT ON {table} WHEN {condition} BEGIN {then}; END"
        ),
        false => format!(
            "CREATE FUNCTION meanwhile() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN {then}; RETURN NEW; END $$; CREATE TRIGGER meanwhile AFTER INSERT ON {table} \
             FOR EACH ROW WHEN ({condition}) EXECUTE FUNCTION meanwhile()"
        ),
    };
    app.db.write(move |tx| Ok(tx.batch_execute(&statements)?)).await.expect("a trigger");
}

/// It happens no more.
async fn no_more(app: &TestApp, table: &str) {
    let on = if app.database.starts_with("sqlite") { "" } else { &format!(" ON {table}") };
    let statement = format!("DROP TRIGGER meanwhile{on}");
    app.db.write(move |tx| Ok(tx.batch_execute(&statement)?)).await.expect("no trigger");
}

/// Whether matches of somebody may not know of their hours.
async fn is_pending(app: &TestApp, person: &Caller<'_>) -> bool {
    let me = person.get("/api/v1/me").await.expect(200);
    let id = me["id"].as_str().expect("an id").to_owned();
    let row = app.db.read(move |conn| calendars::hours_of(conn, &id)).await.expect("a row");
    row.expect("said").pending
}

/// How often a calendar was written down in a match.
async fn calendars_in(app: &TestApp, id: &str) -> usize {
    let told = app.anonymous().get(&format!("/api/v1/matches/{id}/history?limit=500")).await;
    told.text.matches("\"kind\":\"calendar_set\"").count()
}

#[actix_web::test]
async fn hours_that_are_changed_while_somebody_sits_down_come_into_that_match_too() {
    let Some((app, _)) = tuesday().await else { return };
    let tick = async || app.matches.as_ref().expect("it serves here").tick().await.expect("done");
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    ben.put(CALENDAR, hours("Europe/Berlin", "23:00")).await.expect(200);
    tick().await;
    assert!(!is_pending(&app, &ben).await);
    let id = anna.open(2, json!({ "pace": "daily" })).await;
    // They are changed after they were looked up for the seat, and every match that was there then
    // is told.
    let changed = "UPDATE hours SET zone = 'Asia/Tokyo'";
    whenever(&app, "events", "NEW.kind = 'joined'", changed).await;
    let seats = format!("/api/v1/matches/{id}/seats");
    ben.post(&seats, json!({})).await.expect(201);
    no_more(&app, "events").await;
    let before = calendars_in(&app, &id).await;
    assert!(is_pending(&app, &ben).await, "that match does not know of it");
    tick().await;
    assert_eq!(calendars_in(&app, &id).await, before + 1);
    assert!(!is_pending(&app, &ben).await);
}

#[actix_web::test]
async fn a_match_in_which_somebody_sits_down_while_others_are_told_of_their_hours_is_told_later() {
    let Some((app, _)) = tuesday().await else { return };
    let tick = async || app.matches.as_ref().expect("it serves here").tick().await.expect("done");
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    app::begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    let other = anna.open(2, json!({ "pace": "daily" })).await;
    ben.put(CALENDAR, hours("Europe/Berlin", "23:00")).await.expect(200);
    let sits = format!(
        "INSERT INTO seats (match_id, seat, account_id, resigned) \
         VALUES ('{other}', 1, NEW.account_id, FALSE)"
    );
    whenever(&app, "calendars", "NEW.salt <> ''", &sits).await;
    tick().await;
    no_more(&app, "calendars").await;
    assert!(is_pending(&app, &ben).await, "nobody has told the other match");
    tick().await;
    assert!(!is_pending(&app, &ben).await);
}
