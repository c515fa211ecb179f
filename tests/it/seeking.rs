//! Open matches worth looking at: how they are played, and how fast the people in them answer.

use super::app::{PASSWORD, TestApp, Wish, awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use turnwise::clock::Clock;
use turnwise::db::habits;

/// The match of this id in a list of those that look for people.
async fn listed(app: &TestApp, query: &str, id: &str) -> Value {
    let list = app.anonymous().get(&format!("/api/v1/matches?{query}")).await.expect(200);
    let items = list["items"].as_array().expect("a list").clone();
    items.into_iter().find(|one| one["id"] == id).unwrap_or_else(|| panic!("{list}"))
}

/// Plays until two people have each answered so often; how long each takes, in minutes.
async fn play(
    app: &TestApp,
    (clock, handles): &(Clock, [&str; 2]),
    id: &str,
    times: usize,
    minutes: [i64; 2],
) {
    let mut answers = [0, 0];
    while answers.iter().any(|count| *count < times) {
        let mover = awaited(&app.anonymous().look(id).await);
        clock.advance(chrono::Duration::minutes(minutes[mover]));
        // Signed in anew: time goes by.
        let who = app.sign_in(handles[mover], PASSWORD).await;
        while waits_for(&app.anonymous().look(id).await, mover) {
            who.play_any(id, |_| true).await;
        }
        answers[mover] += 1;
    }
}

fn waits_for(seen: &Value, seat: usize) -> bool {
    seen["turn"]["awaited"][0] == json!(seat)
}

/// Everything that is known of how fast people answer.
async fn known(app: &TestApp, handles: &[&str]) -> Vec<(usize, Option<i32>)> {
    let mut all = Vec::new();
    for handle in handles {
        let handle = handle.to_string();
        let read = app.db.read(move |conn| {
            let account = turnwise::db::accounts::by_handle(conn, &handle)?.expect("a person");
            let answers = habits::of_account(conn, &account.id)?;
            let habit = habits::of_accounts(conn, &[account.id])?.pop();
            Ok((answers.len(), habit.map(|habit| habit.minutes)))
        });
        all.push(read.await.expect("rows"));
    }
    all
}

#[actix_web::test]
async fn an_open_match_says_how_it_is_played_and_how_fast_its_people_answer() {
    // At noon: nobody sleeps while this is played.
    let noon = Clock::of_the_machine().now().date().and_hms_opt(12, 0, 0).expect("noon");
    let clock = Clock::standing_at(noon);
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let matches = app.matches.as_ref().expect("it serves here");
    let options = json!({ "pace": "daily", "absence": "strict" });
    let open = anna.open(3, options).await;
    ben.join(&open).await;
    let first = listed(&app, "status=open", &open).await;
    assert_eq!((&first["free"], &first["pace"]["name"]), (&json!(1), &json!("daily")));
    assert_eq!((&first["absence"], first["config"].is_object()), (&json!("strict"), true));
    assert_eq!(first["seats"][0]["usually_answers"], Value::Null, "too little is known");

    let scene = (clock.clone(), ["anna", "ben"]);
    let played = begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    play(&app, &scene, &played, 4, [20, 100]).await;
    matches.count_answers().await.expect("counted");
    let few = known(&app, &["anna", "ben"]).await;
    assert!(few.iter().all(|(rows, habit)| *rows == 1 && habit.is_none()), "{few:?}");
    play(&app, &scene, &played, 8, [20, 100]).await;
    // A count is good enough for an hour.
    clock.advance(chrono::Duration::minutes(61));
    matches.count_answers().await.expect("counted");
    let told = listed(&app, "status=open", &open).await;
    assert_eq!(told["seats"][0]["usually_answers"], "hour", "{told}");
    assert_eq!(told["seats"][1]["usually_answers"], "few_hours", "{told}");
    // Nothing of it in matches that look for nobody.
    let running = listed(&app, "status=running", &played).await;
    assert_eq!(running["seats"][0]["usually_answers"], Value::Null);

    // It follows from the streams: gone, it is counted again to the same.
    let before = known(&app, &["anna", "ben"]).await;
    for handle in ["anna", "ben"] {
        let forget = app.db.write(move |tx| {
            let account = turnwise::db::accounts::by_handle(tx, handle)?.expect("a person");
            habits::forget(tx, &account.id)
        });
        forget.await.expect("forgotten");
    }
    assert_eq!(known(&app, &["anna", "ben"]).await, [(0, None), (0, None)]);
    let forget = app.db.write(|tx| habits::count_all_anew(tx));
    forget.await.expect("forgotten");
    matches.count_answers().await.expect("counted");
    assert_eq!(known(&app, &["anna", "ben"]).await, before);
}

#[actix_web::test]
async fn the_pages_say_it_in_words_and_so_do_seats_that_are_to_be_taken_over() {
    let noon = Clock::of_the_machine().now().date().and_hms_opt(12, 0, 0).expect("noon");
    let clock = Clock::standing_at(noon);
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    app.person("cleo").await;
    let scene = (clock.clone(), ["anna", "ben"]);
    let played = begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    play(&app, &scene, &played, 8, [20, 400]).await;
    let [anna, ben, cleo] = [
        app.sign_in("anna", PASSWORD).await,
        app.sign_in("ben", PASSWORD).await,
        app.sign_in("cleo", PASSWORD).await,
    ];
    app.matches.as_ref().expect("here").count_answers().await.expect("counted");
    let open = anna.open(3, json!({ "pace": "relaxed", "title": "Slowly" })).await;
    ben.join(&open).await;
    let robot = json!({ "robot": "sensible" });
    let hosted = anna.open(4, json!({ "title": "With a robot" })).await;
    anna.post(&format!("/api/v1/matches/{hosted}/robots"), robot).await.expect(201);
    let stranger = Browser::new(&app);
    let page = stranger.get("/matches?status=open").await.text;
    for said in [
        "(usually answers within an hour)",
        "(usually answers within half a day)",
        "About twice a week; for whoever does not come a robot plays, after a day of grace.",
        "Nothing is ever due.",
    ] {
        assert!(page.contains(said), "{said}: {page}");
    }
    let robots = listed(&app, "status=open", &hosted).await;
    assert_eq!(robots["seats"][1]["usually_answers"], Value::Null, "{robots}");
    let room = stranger.get(&format!("/matches/{open}")).await.text;
    assert!(room.contains("(usually answers within half a day)"), "{room}");
    assert!(stranger.get("/people/ben").await.text.contains("usually answers within half a day"));
    let data = Browser::of(&app, "ben").await.get("/account/data").await.expect(200);
    assert_eq!(data["usually_answers"], "half_day");
    // In place of somebody.
    let three = begun(&[&anna, &ben, &cleo], json!({ "pace": "daily", "title": "Three" })).await;
    cleo.post(&format!("/api/v1/matches/{three}/resign"), json!({})).await.expect(200);
    let seeking = listed(&app, "open_seat=true", &three).await;
    assert_eq!(seeking["seats"][0]["usually_answers"], "hour", "{seeking}");
    let page = stranger.get("/matches?status=looking").await.text;
    assert_eq!(page.matches("somebody is looked for").count(), 1, "{page}");
    assert!(page.contains("At least once a day; "), "{page}");
    // Once it is over, nobody agrees to anything any more.
    for who in [&anna, &ben] {
        who.post(&format!("/api/v1/matches/{three}/resign"), json!({})).await;
    }
    let over = listed(&app, "status=ended", &three).await;
    assert_eq!((&over["pace"], &over["absence"]), (&Value::Null, &Value::Null));
}
