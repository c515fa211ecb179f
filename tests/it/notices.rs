//! What somebody should hear of, and when a letter tells it: rhythms, presence, reminders,
//! all by moving the clock of a server.

use super::app::{self, Caller, PASSWORD, TestApp, Wish};
use super::smtp::Received;
use super::streams::run;
use chrono::{Duration, NaiveDate};
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::db::notices::NoticeRow;

/// Noon of a Tuesday, UTC.
fn noon() -> Clock {
    let day = NaiveDate::from_ymd_opt(2026, 5, 5).and_then(|day| day.and_hms_opt(12, 0, 0));
    Clock::standing_at(day.expect("a time"))
}

/// A server whose clock stands, with anna and ben, where news settle for three minutes.
pub struct Table {
    pub app: TestApp,
    pub clock: Clock,
}

impl Table {
    async fn new() -> Option<Table> {
        Table::with(Wish::default()).await
    }

    /// The same with a server of this kind.
    pub async fn with(wish: Wish) -> Option<Table> {
        let clock = noon();
        let wish = Wish { clock: clock.clone(), settling: 180, ..wish };
        let app = TestApp::start(wish).await?;
        for handle in ["anna", "ben"] {
            app.person(handle).await;
        }
        Some(Table { app, clock })
    }

    /// Somebody, signed in just now: sessions end while a clock jumps.
    pub async fn person(&self, handle: &str) -> Caller<'_> {
        self.app.sign_in(handle, PASSWORD).await
    }

    /// A match of both, in which it is somebody's turn; everybody has heard that it began.
    pub async fn begun(&self, title: &str, more: Value) -> String {
        let (anna, ben) = (self.person("anna").await, self.person("ben").await);
        let mut wish = json!({ "title": title });
        for (key, value) in more.as_object().expect("fields") {
            wish[key] = value.clone();
        }
        app::begun(&[&anna, &ben], wish).await
    }

    /// Whoever is awaited plays until it is this person's turn, and at least once.
    pub async fn until_waits_for(&self, id: &str, handle: &str) {
        let people = [self.person("anna").await, self.person("ben").await];
        let mine = people.iter().position(|person| person.handle == handle).expect("a seat");
        loop {
            let seat = app::awaited(&people[0].look(id).await);
            self.clock.advance(Duration::milliseconds(1));
            people[seat].play_any(id, |_| true).await;
            if seat != mine && app::awaited(&people[0].look(id).await) == mine {
                return;
            }
        }
    }

    /// Time passes, and what is due is done.
    pub async fn after(&self, time: Duration) {
        self.clock.advance(time);
        let matches = self.app.matches.as_ref().expect("it serves here");
        matches.tick().await.expect("a tick");
        matches.gather().await.expect("mailboxes");
    }

    /// The letters to somebody that were sent so far.
    async fn letters(&self, handle: &str) -> Vec<Received> {
        self.app.all_sent(handle).await;
        let address = format!("{handle}@example.org");
        let all = self.app.sink.letters().into_iter();
        all.filter(|letter| letter.to == address).collect()
    }

    pub async fn subjects(&self, handle: &str) -> Vec<String> {
        let letters = self.letters(handle).await;
        let subjects = letters.iter().filter_map(|letter| letter.header("subject"));
        subjects.filter(|subject| !subject.contains("Confirm your address")).collect()
    }

    async fn pending(&self, handle: &str) -> Vec<NoticeRow> {
        let all = self.app.notices(handle).await.into_iter();
        all.filter(|notice| notice.state == "pending").collect()
    }

    pub async fn rhythm(&self, handle: &str, rhythm: Value) {
        let person = self.person(handle).await;
        person.put("/api/v1/me/letters/rhythm", rhythm).await.expect(200);
    }

    async fn sees(&self, handle: &str, id: &str) {
        let person = self.person(handle).await;
        let path = format!("/api/v1/matches/{id}/presence");
        person.put(&path, json!({ "visible": true })).await.expect(204);
    }
}

pub fn minutes(minutes: i64) -> Duration {
    Duration::minutes(minutes)
}

#[actix_web::test]
async fn waits_that_fall_together_make_one_letter() {
    let wish = Wish { pictures: true, ..Wish::default() };
    let Some(table) = Table::with(wish).await else { return };
    let mut ids = Vec::new();
    for title in ["One", "Two", "Three", "Four"] {
        ids.push(table.begun(title, json!({})).await);
    }
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    for id in &ids {
        table.until_waits_for(id, "ben").await;
        table.after(Duration::seconds(30)).await;
        assert_eq!(table.subjects("ben").await.len(), heard, "it settles for three minutes");
    }
    table.after(minutes(2)).await;
    let subjects = table.subjects("ben").await;
    assert_eq!(subjects[heard..], ["4 turns".to_owned()]);
    let letter = table.letters("ben").await.pop().expect("a letter");
    let text = letter.text();
    for (id, title) in ids.iter().zip(["One", "Two", "Three", "Four"]) {
        assert!(text.contains(&format!("It is your turn in {title} (Bora Bora)")), "{text}");
        assert!(text.contains(&format!("/matches/{id}")), "{text}");
    }
    assert_eq!(text.matches("turnwise-receipt-1 ").count(), 8, "a receipt for each, also in HTML");
    assert_eq!(letter.raw.matches("Content-ID: <board").count(), 3, "the first three boards");
    assert!(letter.header("list-unsubscribe").is_some());
    table.after(Duration::days(2)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 1, "and no other");
}

#[actix_web::test]
async fn a_turn_that_is_played_before_its_letter_goes_needs_none() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("A match", json!({})).await;
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(2)).await;
    table.until_waits_for(&id, "anna").await;
    table.after(minutes(2)).await;
    assert_eq!(table.subjects("ben").await.len(), heard);
    let last = table.app.notices("ben").await.pop().expect("a notice");
    assert_eq!(
        (&*last.state, last.reason.as_deref()),
        ("dropped", Some("the turn is played already"))
    );
    assert!(table.pending("ben").await.is_empty());
}

#[actix_web::test]
async fn a_notice_that_is_alone_is_told_as_a_letter_of_its_own() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("Sunday", json!({})).await;
    table.after(minutes(4)).await;
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(4)).await;
    let letter = table.letters("ben").await.pop().expect("a letter");
    assert_eq!(letter.header("subject").as_deref(), Some("Sunday: it is your turn"));
    let notice = table.app.notices("ben").await.pop().expect("a notice");
    assert_eq!(notice.letter_id.as_deref(), Some(&*notice.id), "its Message-ID is as it was");
    let local: String = notice
        .id
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || c == '-' { c } else { '.' })
        .collect();
    assert_eq!(letter.header("message-id"), Some(format!("<{local}@example.org>")));
    assert!(letter.header("references").expect("a thread").contains(&id));
}

#[actix_web::test]
async fn whoever_sits_in_front_of_the_page_gets_no_letter_until_they_have_left() {
    let Some(table) = Table::new().await else { return };
    let anna = table.person("anna").await;
    let id = anna.open(2, json!({})).await;
    let robots = format!("/api/v1/matches/{id}/robots");
    anna.post(&robots, json!({ "robot": "random" })).await.expect(201);
    let mut played = 0;
    for _ in 0..40 {
        table.sees("anna", &id).await;
        table.after(minutes(1)).await;
        let anna = table.person("anna").await;
        let seen = anna.look(&id).await;
        if seen["status"] == "running" && app::awaited(&seen) == 0 {
            anna.play_any(&id, |_| true).await;
            played += 1;
        }
        // The robot answers in its own time.
        tokio::time::sleep(std::time::Duration::from_millis(60)).await;
    }
    assert!(played > 20, "{played} steps in forty minutes");
    let given = table.app.notices("anna").await.len();
    assert!(given > 3, "{given} notices");
    assert_eq!(table.subjects("anna").await, Vec::<String>::new());
    // It is anna's turn now, and she leaves.
    while app::awaited(&anna_looks(&table, &id).await) != 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    table.sees("anna", &id).await;
    table.after(Duration::seconds(299)).await;
    assert_eq!(table.subjects("anna").await, Vec::<String>::new());
    table.after(Duration::seconds(2)).await;
    assert_eq!(table.subjects("anna").await.len(), 1, "{:?}", table.subjects("anna").await);
    assert!(table.pending("anna").await.is_empty());
}

async fn anna_looks(table: &Table, id: &str) -> Value {
    table.person("anna").await.look(id).await
}

#[actix_web::test]
async fn a_page_in_the_background_and_the_page_of_another_match_hold_nothing() {
    let Some(table) = Table::new().await else { return };
    let (one, other) = (table.begun("One", json!({})).await, table.begun("Two", json!({})).await);
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    table.until_waits_for(&one, "ben").await;
    table.sees("ben", &other).await;
    let ben = table.person("ben").await;
    let hidden = json!({ "visible": false });
    ben.put(&format!("/api/v1/matches/{one}/presence"), hidden).await.expect(204);
    table.after(minutes(3)).await;
    assert_eq!(table.subjects("ben").await[heard..], ["One: it is your turn".to_owned()]);
}

#[actix_web::test]
async fn a_bundle_comes_after_its_hours_and_holds_what_happened_meanwhile() {
    let Some(table) = Table::new().await else { return };
    let (one, two) = (table.begun("One", json!({})).await, table.begun("Two", json!({})).await);
    table.after(minutes(4)).await;
    table.rhythm("ben", json!({ "rhythm": "bundled", "every": 2 })).await;
    let heard = table.subjects("ben").await.len();
    table.until_waits_for(&one, "ben").await;
    table.after(minutes(60)).await;
    table.until_waits_for(&two, "ben").await;
    table.after(minutes(60)).await;
    assert_eq!(table.subjects("ben").await.len(), heard);
    table.after(minutes(3)).await;
    assert_eq!(table.subjects("ben").await[heard..], ["2 turns".to_owned()]);
    table.after(Duration::days(1)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 1);
}

#[actix_web::test]
async fn a_daily_letter_comes_at_its_hour_and_once_a_date() {
    let Some(table) = Table::new().await else { return };
    let (one, two) = (table.begun("One", json!({})).await, table.begun("Two", json!({})).await);
    table.after(minutes(4)).await;
    table.rhythm("ben", json!({ "rhythm": "daily", "hour": 18 })).await;
    let heard = table.subjects("ben").await.len();
    table.until_waits_for(&one, "ben").await;
    table.after(minutes(5 * 60)).await;
    assert_eq!(table.subjects("ben").await.len(), heard, "it is 17:04");
    table.after(minutes(57)).await;
    assert_eq!(table.subjects("ben").await[heard..], ["One: it is your turn".to_owned()]);
    // Another hour of the same date is no other date.
    table.rhythm("ben", json!({ "rhythm": "daily", "hour": 20 })).await;
    table.until_waits_for(&two, "ben").await;
    table.after(minutes(4 * 60)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 1, "it is 22:01");
    table.after(Duration::days(1)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 2);
}

#[actix_web::test]
async fn a_daily_letter_whose_hour_comes_in_the_night_comes_every_morning() {
    let Some(table) = Table::new().await else { return };
    let (one, two) = (table.begun("One", json!({})).await, table.begun("Two", json!({})).await);
    let quiet = json!({ "zone": "UTC", "quiet_from": "23:00", "days_off": ["sat", "sun"] });
    table.person("ben").await.put("/api/v1/me/calendar", quiet).await.expect(200);
    table.after(minutes(4)).await;
    table.rhythm("ben", json!({ "rhythm": "daily", "hour": 23 })).await;
    let heard = table.subjects("ben").await.len();
    for (id, day) in [(&one, 1), (&two, 2)] {
        table.until_waits_for(id, "ben").await;
        table.after(Duration::days(1)).await;
        assert_eq!(table.subjects("ben").await.len(), heard + day, "day {day}");
    }
}

#[actix_web::test]
async fn who_wants_no_letters_gets_none_and_one_match_may_differ() {
    let Some(table) = Table::new().await else { return };
    let (one, two) = (table.begun("One", json!({})).await, table.begun("Two", json!({})).await);
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    let ben = table.person("ben").await;
    let of = |id: &str| format!("/api/v1/matches/{id}/letters");
    ben.put(&of(&one), json!({ "rhythm": "off" })).await.expect(200);
    assert_eq!(ben.get(&of(&one)).await.expect(200)["rhythm"], "off");
    assert_eq!(ben.get(&of(&two)).await.expect(200)["rhythm"], Value::Null);
    table.until_waits_for(&one, "ben").await;
    table.until_waits_for(&two, "ben").await;
    table.after(minutes(4)).await;
    assert_eq!(table.subjects("ben").await[heard..], ["Two: it is your turn".to_owned()]);
    let ben = table.person("ben").await;
    ben.put(&of(&one), json!({ "rhythm": null })).await.expect(200);
    table.rhythm("ben", json!({ "rhythm": "off" })).await;
    for id in [&one, &two] {
        table.until_waits_for(id, "anna").await;
        table.until_waits_for(id, "ben").await;
    }
    table.after(Duration::days(2)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 1);
    assert!(table.pending("ben").await.is_empty());
}

#[actix_web::test]
async fn a_setting_is_for_what_waits_too() {
    let Some(table) = Table::new().await else { return };
    table.rhythm("anna", json!({ "rhythm": "bundled", "every": 12 })).await;
    table.begun("One", json!({})).await;
    table.after(minutes(60)).await;
    assert_eq!(table.subjects("anna").await.len(), 0);
    table.rhythm("anna", json!({ "rhythm": "at_once" })).await;
    table.after(minutes(0)).await;
    assert_eq!(table.subjects("anna").await.len(), 1);
}

/// Lets somebody live in a zone and sleep from some minute after midnight on.
pub async fn sleeps(table: &Table, handle: &str, zone: &str, quiet_from: u16) {
    let row = format!(
        "INSERT INTO hours SELECT id, '{zone}', {quiet_from}, '[\"Sat\",\"Sun\"]', NULL, \
         '2026-05-05 11:00:00', FALSE FROM accounts WHERE handle = '{handle}'"
    );
    run(&table.app.db, &row, &row).await.expect("their hours");
}

#[actix_web::test]
async fn quiet_hours_hold_letters_about_matches_and_none_about_an_account() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("Sunday", json!({})).await;
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    // In Tokyo it is nine in the evening.
    sleeps(&table, "ben", "Asia/Tokyo", 21 * 60).await;
    table.until_waits_for(&id, "ben").await;
    for _ in 0..8 {
        table.after(minutes(60)).await;
        assert_eq!(table.subjects("ben").await.len(), heard, "{}", table.clock.now());
    }
    let forgotten = json!({ "email": "ben@example.org" });
    table.app.anonymous().post("/api/v1/password-resets", forgotten).await.expect(202);
    table.app.letter("ben@example.org", "Choose a new password").await;
    table.after(minutes(60)).await;
    assert!(table.subjects("ben").await.contains(&"Sunday: it is your turn".to_owned()));
}

#[actix_web::test]
async fn a_daily_letter_comes_at_the_hour_where_its_reader_lives() {
    let Some(table) = Table::new().await else { return };
    sleeps(&table, "ben", "America/New_York", 23 * 60).await;
    let id = table.begun("Sunday", json!({})).await;
    table.rhythm("ben", json!({ "rhythm": "daily", "hour": 18 })).await;
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(9 * 60)).await;
    assert_eq!(table.subjects("ben").await, Vec::<String>::new(), "it is 17:00 in New York");
    table.after(minutes(60)).await;
    assert_eq!(table.subjects("ben").await, ["Sunday: it is your turn"]);
}

/// What somebody may read of a match.
async fn told(who: &Caller<'_>, id: &str) -> Vec<String> {
    let told = who.get(&format!("/api/v1/matches/{id}/history?limit=500")).await.expect(200);
    let all = told["items"].as_array().expect("items").iter();
    all.filter_map(|entry| entry["sentence"].as_str().map(str::to_owned)).collect()
}

#[actix_web::test]
async fn a_letter_tells_nobody_what_only_others_may_know() {
    let Some(table) = Table::new().await else { return };
    let ids = [table.begun("One", json!({})).await, table.begun("Two", json!({})).await];
    table.after(minutes(4)).await;
    for id in &ids {
        table.until_waits_for(id, "ben").await;
    }
    table.after(minutes(4)).await;
    let digest = table.letters("ben").await.pop().expect("a letter").text();
    let anna = table.person("anna").await;
    let ben = table.person("ben").await;
    for id in &ids {
        let (hers, his) = (told(&anna, id).await, told(&ben, id).await);
        for secret in hers.iter().filter(|sentence| !his.contains(sentence)) {
            assert!(!digest.contains(secret.as_str()), "{secret}");
        }
    }
}

#[actix_web::test]
async fn a_link_in_a_digest_mutes_the_kinds_that_it_tells_and_no_other() {
    let Some(table) = Table::new().await else { return };
    let anna = table.person("anna").await;
    for title in ["One", "Two"] {
        let id = anna.open(2, json!({ "title": title })).await;
        let path = format!("/api/v1/matches/{id}/invitations");
        anna.post(&path, json!({ "handle": "ben" })).await.expect(202);
    }
    table.after(minutes(4)).await;
    let letter = table.letters("ben").await.pop().expect("a letter");
    assert_eq!(letter.header("subject").as_deref(), Some("2 invitations"));
    assert_eq!(muted_by("ben", &letter, &table).await, json!(["invitation"]));
    table.begun("Three", json!({})).await;
    let ben = table.person("ben").await;
    let id = ben.open(2, json!({ "title": "Four" })).await;
    let path = format!("/api/v1/matches/{id}/invitations");
    ben.post(&path, json!({ "handle": "anna" })).await.expect(202);
    table.after(minutes(4)).await;
    let letter = table.letters("anna").await.pop().expect("a letter");
    let muted = muted_by("anna", &letter, &table).await;
    let muted = muted.as_array().expect("kinds");
    assert!(muted.contains(&json!("invitation")) && muted.len() > 1, "{muted:?}");
}

/// What somebody gets no letters of any more after one click in one.
async fn muted_by(handle: &str, letter: &Received, table: &Table) -> Value {
    let link = letter.header("list-unsubscribe").expect("a link");
    let path = link.trim_matches(['<', '>']).split_once("/letters").expect("a path").1.to_owned();
    let asked = reqwest::Client::new()
        .post(format!("{}/letters{path}", table.app.url))
        .header("content-type", "application/x-www-form-urlencoded")
        .body("List-Unsubscribe=One-Click")
        .send();
    assert_eq!(asked.await.expect("an answer").status(), 200);
    let person = table.person(handle).await;
    person.get("/api/v1/me").await.expect(200)["muted"].clone()
}

#[actix_web::test]
async fn what_is_due_is_counted_for_operators() {
    let Some(table) = Table::new().await else { return };
    table.begun("Quick", json!({ "pace": "brisk" })).await;
    let page = table.app.anonymous().get("/metrics").await.text;
    for line in
        ["turnwise_notices{state=\"pending\"} 3", "turnwise_clocks 1", "turnwise_time_outs_total 0"]
    {
        assert!(page.contains(line), "{line}: {page}");
    }
    assert!(page.contains("turnwise_letters{state=\"sent\"} 2"), "{page}");
    assert!(page.contains("turnwise_first_due_seconds 17"), "{page}");
}

#[actix_web::test]
async fn a_last_call_passes_what_bundles_and_a_page_that_is_open() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("Quick", json!({ "pace": "brisk" })).await;
    table.rhythm("ben", json!({ "rhythm": "daily", "hour": 4 })).await;
    table.until_waits_for(&id, "ben").await;
    let seen = anna_looks(&table, &id).await;
    let due: chrono::DateTime<chrono::Utc> =
        seen["seats"][1]["due"].as_str().expect("a clock runs").parse().expect("a time");
    let call = due.naive_utc() - Duration::hours(3);
    table.after(call - table.clock.now() - minutes(1)).await;
    let heard = table.subjects("ben").await.len();
    table.sees("ben", &id).await;
    table.after(minutes(1)).await;
    assert_eq!(
        table.subjects("ben").await[heard..],
        ["Quick: your time is almost over".to_owned()]
    );
    // Whoever keeps a page open is timed out all the same.
    table.after(minutes(170)).await;
    table.sees("ben", &id).await;
    table.after(minutes(10)).await;
    assert!(table.subjects("ben").await.contains(&"Quick: your time was over".to_owned()));
}

#[actix_web::test]
async fn who_wants_no_letters_is_timed_out_and_cannot_take_it_back_by_wanting_them_again() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("Quick", json!({ "pace": "brisk" })).await;
    table.until_waits_for(&id, "ben").await;
    table.rhythm("ben", json!({ "rhythm": "off" })).await;
    let seen = anna_looks(&table, &id).await;
    let due: chrono::DateTime<chrono::Utc> =
        seen["seats"][1]["due"].as_str().expect("a clock runs").parse().expect("a time");
    table.after(due.naive_utc() - minutes(60) - table.clock.now()).await;
    table.rhythm("ben", json!({ "rhythm": "at_once" })).await;
    table.after(minutes(60)).await;
    let told = table.app.anonymous().get(&format!("/api/v1/matches/{id}/history?limit=500")).await;
    let told = told.expect(200);
    let kinds = told["items"].as_array().unwrap().iter().filter(|e| e["kind"] == "timed_out");
    assert_eq!(kinds.count(), 1);
}

#[actix_web::test]
async fn reminders_come_when_half_the_time_and_all_of_it_is_gone_and_a_last_call() {
    let Some(table) = Table::new().await else { return };
    let id = table.begun("Slow", json!({ "pace": "daily" })).await;
    table.until_waits_for(&id, "ben").await;
    let mut heard = Vec::new();
    for _ in 0..(4 * 24 * 2) {
        table.after(minutes(30)).await;
        let subjects = table.subjects("ben").await;
        if subjects.len() > heard.len() {
            heard = subjects;
        }
        if heard.last().is_some_and(|last| last.contains("time was over")) {
            break;
        }
    }
    assert_eq!(
        heard,
        [
            "Slow: it is your turn",
            "Slow: it is still your turn",
            "Slow: it is still your turn",
            "Slow: your time is almost over",
            "Slow: your time was over",
        ]
    );
    let texts: Vec<String> = table.letters("ben").await.iter().map(Received::text).collect();
    assert!(texts[2].contains("half of your free time is gone"), "{}", texts[2]);
    assert!(texts[3].contains("your free time is gone and your reserve runs"), "{}", texts[3]);
}

#[actix_web::test]
async fn no_reminder_comes_within_four_counted_hours_of_what_was_told_before() {
    let Some(table) = Table::new().await else { return };
    // Five hours are free: half of them are gone too soon after the turn was told.
    let id = table.begun("Quick", json!({ "pace": "brisk" })).await;
    table.until_waits_for(&id, "ben").await;
    table.after(minutes(4)).await;
    let heard = table.subjects("ben").await.len();
    for _ in 0..29 {
        table.after(minutes(10)).await;
        assert_eq!(table.subjects("ben").await.len(), heard, "{:?}", table.clock.now());
    }
    table.after(minutes(10)).await;
    assert_eq!(table.subjects("ben").await.len(), heard + 1);
    let reasons = table.app.dropped("ben", 1).await;
    assert!(reasons.iter().any(|one| {
        one.kind == "reminder"
            && one.reason.as_deref() == Some("another letter has said it just now")
    }));
}

#[actix_web::test]
async fn reminders_can_be_had_as_the_last_call_only_or_not_at_all() {
    let Some(table) = Table::new().await else { return };
    let set = |reminders: &'static str| json!({ "rhythm": "at_once", "reminders": reminders });
    for (reminders, calls) in [("last_call", 1), ("none", 0)] {
        table.rhythm("ben", set(reminders)).await;
        let ben = table.person("ben").await;
        assert_eq!(ben.get("/api/v1/me/letters/rhythm").await.expect(200)["reminders"], reminders);
        let id = table.begun(reminders, json!({ "pace": "brisk" })).await;
        table.until_waits_for(&id, "ben").await;
        table.after(minutes(4)).await;
        let heard = table.subjects("ben").await.len();
        for _ in 0..14 {
            table.after(minutes(4 * 60)).await;
        }
        let subjects = table.subjects("ben").await[heard..].to_vec();
        let called = subjects.iter().filter(|subject| subject.contains("almost over")).count();
        assert_eq!(called, calls, "{subjects:?}");
        assert!(!subjects.iter().any(|subject| subject.contains("still")), "{subjects:?}");
    }
}
