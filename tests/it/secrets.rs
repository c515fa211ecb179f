//! Dice and cards: nobody learns them, or chooses them, before they are played.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, awaited, begun, new_database};
use crate::start_or_skip;
use diesel::connection::SimpleConnection;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use turnwise::db::{Conn, Db};

/// What a dry run of commands says.
async fn preview(who: &Caller<'_>, id: &str, commands: &[Value], version: i64) -> Answer {
    let request = who
        .request(Method::POST, &format!("/api/v1/matches/{id}/commands?dry_run=true"))
        .header("If-Match", format!("\"{version}\""))
        .json(&json!({ "commands": commands }));
    who.send(request).await
}

/// What somebody might post after a command to learn what it has drawn: all dice, all
/// cards, what was legal before, and what is no command at all.
fn probes(legal: &[Value]) -> Vec<Value> {
    let dice = (1..=6).map(|die| json!({ "type": "place_die", "die": die, "action": "fishing" }));
    let gods = ["blue", "white", "red", "green", "yellow"];
    let cards = gods.map(|god| json!({ "type": "take_card", "open": god }));
    let nonsense = [json!({ "type": "zzz" }), json!({ "type": "place_die", "die": 9 }), json!({})];
    let known = legal.iter().take(4).map(|item| item["command"].clone());
    dice.chain(cards).chain(nonsense).chain(known).chain([json!({ "type": "finish" })]).collect()
}

/// Commands of which the last one reveals something are refused with anything after
/// them, in the same words whatever it is, and nothing of it is played; tried out, too.
async fn is_refused_too_early(who: &Caller<'_>, id: &str, commands: &[Value], legal: &Value) {
    let version = legal["version"].as_i64().unwrap();
    let mut answers = BTreeSet::new();
    let mut tails: Vec<Vec<Value>> =
        probes(legal["items"].as_array().unwrap()).into_iter().map(|probe| vec![probe]).collect();
    tails.push(vec![json!({ "type": "zzz" }); 3]);
    for tail in tails {
        let batch = [commands, &tail].concat();
        let answer = who.play(id, &batch, version, &turnwise::random::id()).await;
        for answer in [answer, preview(who, id, &batch, version).await] {
            answers.insert(answer.text.clone());
            answer.refused(422, "reveals_too_early");
        }
    }
    assert_eq!(answers.len(), 1, "the refusal tells what was drawn: {answers:?}");
    assert_eq!(who.look(id).await["version"], version, "nothing of it was played");
}

/// What kind of command it is; taking an open card and one from the pile are two.
fn kind(command: &Value) -> String {
    let open = if command["open"].is_string() { " open" } else { "" };
    command["type"].as_str().unwrap().to_owned() + open
}

/// The legal commands, one of each kind.
fn one_of_each_kind(legal: &Value) -> Vec<Value> {
    let mut kinds = BTreeSet::new();
    let items = legal["items"].as_array().unwrap().iter();
    items.map(|item| item["command"].clone()).filter(|c| kinds.insert(kind(c))).collect()
}

#[actix_web::test]
async fn what_shows_dice_or_cards_is_refused_with_anything_after_it_and_the_refusal_tells_nothing()
{
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    // The last first hut, or what is built with its material, and the last task of a
    // round roll the dice.
    let wanted = [
        &["settle_first", "place_material"][..],
        &["take_card"],
        &["take_card open"],
        &["choose_task"],
    ];
    let mut shown: BTreeSet<String> = BTreeSet::new();
    let mut id = begun(&people, json!({})).await;
    for post in 0..3_000 {
        if wanted.iter().all(|kinds| kinds.iter().any(|kind| shown.contains(*kind))) {
            return;
        }
        let seen = anna.look(&id).await;
        if seen["status"] != "running" {
            id = begun(&people, json!({})).await;
            continue;
        }
        let who = people[awaited(&seen)];
        let legal = who.legal(&id).await;
        let version = legal["version"].as_i64().unwrap();
        for command in one_of_each_kind(&legal) {
            let commands = [command];
            let new = !shown.contains(&kind(&commands[0]));
            if new && preview(who, &id, &commands, version).await.expect(200)["reveals"] == true {
                is_refused_too_early(who, &id, &commands, &legal).await;
                shown.insert(kind(&commands[0]));
            }
        }
        let items = legal["items"].as_array().unwrap();
        let card = items.iter().find(|item| kind(&item["command"]).starts_with("take_card"));
        let chosen = card.unwrap_or(&items[(post * 7) % items.len()])["command"].clone();
        who.play(&id, &[chosen], version, &turnwise::random::id()).await.expect(200);
    }
    panic!("only {shown:?} came up");
}

/// A match in which the next step may show something or not: its id, who is to act,
/// the legal commands, one that shows nothing and one that does.
async fn at_a_crossroads<'a, 'b>(
    people: [&'b Caller<'a>; 2],
) -> (String, &'b Caller<'a>, Value, Value, Value) {
    for _ in 0..20 {
        let id = begun(&people, json!({})).await;
        let first = awaited(&people[0].look(&id).await);
        let mut seen = people[first].play_any(&id, |_| true).await;
        while awaited(&seen) == first {
            seen = people[first].play_any(&id, |_| true).await;
        }
        let who = people[1 - first];
        let legal = who.legal(&id).await;
        let version = legal["version"].as_i64().unwrap();
        let (mut plain, mut showing) = (None, None);
        for item in legal["items"].as_array().unwrap() {
            let command = item["command"].clone();
            match &preview(who, &id, std::slice::from_ref(&command), version).await.expect(200)["reveals"]
            {
                Value::Bool(true) => showing = Some(command),
                _ => plain = Some(command),
            }
        }
        if let (Some(plain), Some(showing)) = (plain, showing) {
            return (id, who, legal, plain, showing);
        }
    }
    panic!("the last first hut always rolls the dice, or never");
}

#[actix_web::test]
async fn a_step_that_shows_nothing_may_come_before_the_one_that_does_but_nothing_after_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (id, who, legal, plain, _) = at_a_crossroads([&anna, &ben]).await;
    let version = legal["version"].as_i64().unwrap();
    let next = preview(who, &id, std::slice::from_ref(&plain), version).await.expect(200);
    for item in next["legal"].as_array().unwrap() {
        let commands = [plain.clone(), item["command"].clone()];
        if preview(who, &id, &commands, version).await.expect(200)["reveals"] == true {
            is_refused_too_early(who, &id, &commands, &legal).await;
            who.play(&id, &commands, version, "both").await.expect(200);
            return;
        }
    }
    panic!("no second step shows anything");
}

/// What the dice show after this step, when another was played and taken back `times`
/// times before it.
async fn dice_after(who: &Caller<'_>, id: &str, steps: [&Value; 2], times: usize) -> Value {
    let [plain, showing] = steps;
    let mut version = who.look(id).await["version"].as_i64().unwrap();
    for _ in 0..times {
        let key = turnwise::random::id();
        who.play(id, std::slice::from_ref(plain), version, &key).await.expect(200);
        let back = format!("/api/v1/matches/{id}/take-back");
        let taken = who.post(&back, json!({})).await.expect(200);
        version = taken["version"].as_i64().unwrap();
    }
    let key = turnwise::random::id();
    let rolled = who.play(id, std::slice::from_ref(showing), version, &key).await.expect(200);
    let boards = rolled["view"]["boards"].as_array().unwrap();
    boards.iter().map(|board| board["dice"].clone()).collect()
}

#[actix_web::test]
async fn the_dice_are_the_same_however_often_steps_were_taken_back_before_the_roll() {
    let Some((database, folder)) = new_database() else { return };
    let Some(folder) = folder else {
        crate::skipped!("a running match can be copied on SQLite only");
        return;
    };
    let wish = |database: String| Wish { database: Some(database), ..Wish::default() };
    let app = start_or_skip!(wish(database.clone()));
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (id, who, _, plain, showing) = at_a_crossroads([&anna, &ben]).await;
    let db = Db::connect(&database).unwrap();
    let mut rolls = BTreeSet::new();
    for times in [0, 1, 2, 5] {
        let copy = folder.path().join(format!("copy-{times}.db")).display().to_string();
        let copied = db.read_blocking(|conn| match conn {
            Conn::Sqlite(conn) => Ok(conn.batch_execute(&format!("VACUUM INTO '{copy}'"))),
            Conn::Postgres(_) => unreachable!("the database is a file"),
        });
        copied.unwrap().expect("a copy of the database");
        let other = TestApp::start(wish(format!("sqlite://{copy}"))).await.expect("a server");
        let same = other.sign_in(&who.handle, PASSWORD).await;
        rolls.insert(dice_after(&same, &id, [&plain, &showing], times).await.to_string());
    }
    assert_eq!(rolls.len(), 1, "dice can be chosen by taking steps back: {rolls:?}");
}

#[actix_web::test]
async fn no_hash_can_be_computed_before_the_end_because_each_row_has_a_salt_of_its_own() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({})).await;
    let mut told = String::new();
    for _ in 0..30 {
        let seen = anna.look(&id).await;
        let who = people[awaited(&seen)];
        for at in ["", "/legal", "/history?limit=500"] {
            told += &who.get(&format!("/api/v1/matches/{id}{at}")).await.text;
        }
        told += &who.play_any(&id, |_| true).await.to_string();
    }
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let export = anna.get(&format!("/api/v1/matches/{id}/export")).await.expect(200);
    let events = export["events"].as_array().unwrap();
    let mut salts = BTreeSet::new();
    for event in events {
        let salt = event["salt"].as_str().expect("every event has a salt");
        assert!(salt.len() >= 32, "{salt} can be guessed");
        assert!(!told.contains(salt), "a salt was told while the match ran");
        salts.insert(salt);
    }
    assert_eq!(salts.len(), events.len(), "no salt is used twice");
}
