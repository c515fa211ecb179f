//! `turnwise admin`: what it does to people and matches while they are served, and who hears
//! of it.

use super::app::{Caller, PASSWORD, TestApp, begun};
use super::live::Listener;
use super::postgres;
use super::process::{serve, turnwise};
use super::smtp::Sink;
use super::streams::run;
use super::talk::say;
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;

/// Within which time every process heeds what the operator did.
const HEEDED: Duration = Duration::from_secs(1);

/// Runs `turnwise admin` on a database as eve; whether it went well, and what it says.
pub fn admin(database: &str, words: &[&str]) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = turnwise(folder.path());
    command.env("DATABASE_URL", database).env_remove("SUDO_USER").env("USER", "eve");
    command.env("TURNWISE_SECRET", "a secret of the tests, long enough");
    let output = command.arg("admin").args(words).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), text + &String::from_utf8_lossy(&output.stderr))
}

/// [`admin`] where it must go well.
#[track_caller]
pub fn does(database: &str, words: &[&str]) -> String {
    let (went_well, said) = admin(database, words);
    assert!(went_well, "{words:?}: {said}");
    said
}

/// The name of the report that says this, as it is listed.
#[track_caller]
fn named(listed: &str, says: &str) -> String {
    let line = listed.lines().find(|line| line.contains(says)).expect("a report");
    line.split_whitespace().nth(1).expect("a name").to_owned()
}

/// Waits until this is so, which must be soon after the operator did something.
async fn heeded(began: Instant, what: &str, is_so: impl AsyncFn() -> bool) {
    while !is_so().await {
        assert!(began.elapsed() < 3 * HEEDED, "{what} is not heeded");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    println!("{what} after {:?}", began.elapsed());
}

async fn texts(who: &Caller<'_>, id: &str) -> Vec<String> {
    let talk = who.get(&format!("/api/v1/matches/{id}/talk")).await.expect(200);
    let lines = talk["items"].as_array().expect("lines").iter();
    lines.map(|line| line["text"].as_str().expect("a text").to_owned()).collect()
}

async fn report(who: &Caller<'_>, path: &str, why: &str) {
    who.post(&format!("/api/v1/{path}/reports"), json!({ "why": why })).await.expect(204);
}

#[actix_web::test]
async fn a_report_is_settled_from_the_command_line_and_every_server_heeds_what_follows() {
    let Some(database) = postgres::new_database() else { return };
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let variables = [
        ("DATABASE_URL", database.as_str()),
        ("TURNWISE_MAIL", &mail),
        ("TURNWISE_RATE", "10000"),
        ("TURNWISE_SECRET", "a secret of the tests, long enough"),
    ];
    let data = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let servers = [serve(data[0].path(), &variables), serve(data[1].path(), &variables)];
    let [here, there] =
        servers.each_ref().map(|server| TestApp::at(&server.url, &database, sink.clone()));
    let (anna, ben) = (here.person("anna").await, here.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "title": "Sunday" })).await;
    let [anna_there, ben_there] =
        [there.sign_in("anna", PASSWORD).await, there.sign_in("ben", PASSWORD).await];
    let line = say(&anna, &id, "You are a\u{200b} fool.").await;
    say(&anna, &id, "Sorry.").await;
    report(&ben_there, &format!("matches/{id}/talk/{line}"), "It insults me.").await;
    let listed = does(&database, &["reports"]);
    assert!(listed.contains("You are a\\u{200b} fool.") && listed.contains("1 report"), "{listed}");
    assert!(listed.contains("ben says: It insults me.") && listed.contains(&id), "{listed}");
    let name = &*named(&listed, "It insults me.");

    // Hidden from everybody at both servers, and whoever listens hears of it.
    let version = ben.look(&id).await["version"].as_i64();
    let path = format!("/api/v1/matches/{id}/events?talk=true");
    let mut listener = Listener::at(&ben_there, &path, version).await;
    assert_eq!(listener.next().await.expect("the talk so far").kind, "talk");
    let began = Instant::now();
    does(&database, &["hide-line", &id, &line, "--why", "An insult"]);
    for who in [&anna, &ben, &anna_there, &ben_there] {
        assert_eq!(texts(who, &id).await, ["Sorry."]);
    }
    assert_eq!(listener.next().await.expect("it is told").kind, "talk");
    assert!(began.elapsed() < 3 * HEEDED, "{:?}", began.elapsed());
    drop(listener);
    does(&database, &["--by", "zoe", "settle", name, "--why", "Hidden; she was told."]);
    let (again, said) = admin(&database, &["settle", name, "--why", "Twice"]);
    assert!(!again && said.contains("no such open report"), "{said}");
    assert!(does(&database, &["reports"]).contains("0 reports"));
    let all = does(&database, &["reports", "--all"]);
    assert!(all.contains("by zoe: Hidden; she was told."), "{all}");

    // Frozen at both servers within a second: sessions, tokens, browsers, live streams.
    let token = json!({ "name": "a script", "scopes": ["read", "play"] });
    let token = anna.post("/api/v1/me/tokens", token).await.expect(201);
    let mut script = anna_there.clone();
    script.token = token["token"].as_str().map(str::to_owned);
    let browser = Browser::of(&there, "anna").await;
    let everywhere = [&anna, &anna_there, &script];
    for who in everywhere {
        who.get("/api/v1/me").await.expect(200);
    }
    assert_eq!(browser.get("/account").await.status, 200);
    let mut listener = Listener::of(&anna_there, &id, version).await;
    let began = Instant::now();
    does(&database, &["freeze", "Anna", "--why", "Insults, again"]);
    for who in everywhere {
        heeded(began, "a session", async || who.get("/api/v1/me").await.status == 401).await;
    }
    heeded(began, "a browser", async || browser.get("/account").await.status == 303).await;
    assert!(listener.next().await.is_none(), "the stream ends");
    assert!(began.elapsed() < 3 * HEEDED, "{:?}", began.elapsed());
    for app in [&here, &there] {
        let login = |password| json!({ "login": "anna", "password": password });
        let no = app.anonymous().post("/api/v1/sessions", login(PASSWORD)).await;
        let no = no.refused(403, "account_frozen");
        assert!(no["detail"].as_str().unwrap().contains("is frozen"), "{no}");
        // Who does not know the password learns nothing.
        let wrong = app.anonymous().post("/api/v1/sessions", login("not this one")).await;
        wrong.refused(401, "wrong_credentials");
        let page = Browser::new(app);
        let no = page.post("/sign-in", &[("login", "anna"), ("password", PASSWORD)]).await;
        assert_eq!((no.status, no.text.contains("This account is frozen")), (403, true));
    }
    assert!(!admin(&database, &["freeze", "anna", "--why", "Twice"]).0);
    does(&database, &["unfreeze", "anna", "--why", "She promised"]);
    there.sign_in("anna", PASSWORD).await.look(&id).await;
    script.get("/api/v1/me").await.refused(401, "invalid_token");

    // All of it is written down, the newest first.
    let audit = does(&database, &["audit"]);
    let lines: Vec<&str> = audit.lines().collect();
    let expected = [
        ("eve  unfroze  anna", "She promised"),
        ("eve  froze  anna", "Insults, again"),
        ("zoe  settled_report  anna", "Hidden; she was told."),
        ("eve  hid_line  anna", "An insult"),
    ];
    assert_eq!(lines.len(), expected.len(), "{audit}");
    for (line, (what, why)) in lines.iter().zip(expected) {
        assert!(line.contains(what) && line.ends_with(&format!("because: {why}")), "{line}");
    }
}

#[actix_web::test]
async fn a_server_on_sqlite_heeds_the_operator_within_a_second_too() {
    let folder = tempfile::tempdir().unwrap();
    let server = serve(folder.path(), &[("TURNWISE_RATE", "10000")]);
    let database = format!("sqlite://{}", folder.path().join("data/turnwise.db").display());
    let app = TestApp::at(&server.url, &database, Sink::start());
    let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let anna = app.sign_in("anna", PASSWORD).await;
    let id = anna.open(3, json!({})).await;
    let mut listener = Listener::of(&anna, &id, anna.look(&id).await["version"].as_i64()).await;
    let began = Instant::now();
    does(&database, &["freeze", "anna", "--why", "A trial"]);
    heeded(began, "a session", async || anna.get("/api/v1/me").await.status == 401).await;
    assert!(listener.next().await.is_none(), "the stream ends");
    assert!(began.elapsed() < 3 * HEEDED, "{:?}", began.elapsed());
}

#[actix_web::test]
async fn a_frozen_person_gets_no_letters_and_their_links_open_nothing() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let forgotten = json!({ "email": "anna@example.org" });
    app.anonymous().post("/api/v1/password-resets", forgotten.clone()).await.expect(202);
    let link = app.letter("anna@example.org", "new password").await.token().expect("a link");
    let refresh = json!({ "login": "anna", "password": PASSWORD });
    let session = app.anonymous().post("/api/v1/sessions", refresh).await.expect(201);
    does(&app.database, &["freeze", "anna", "--why", "A trial"]);
    let reset = json!({ "token": link, "password": "staple correct horse" });
    let no = app.anonymous().post("/api/v1/password-resets/confirm", reset).await;
    no.refused(422, "link_not_valid");
    let again = json!({ "refresh_token": session["refresh_token"] });
    let no = app.anonymous().post("/api/v1/sessions/refresh", again).await;
    no.refused(401, "session_ended");
    let sent = app.sink.letters().len();
    let id = ben.open(3, json!({})).await;
    ben.post(&format!("/api/v1/matches/{id}/invitations"), json!({ "handle": "anna" }))
        .await
        .expect(202);
    let dropped = app.dropped("anna", 1).await;
    assert_eq!(dropped[0].reason.as_deref(), Some("the account is frozen"));
    app.anonymous().post("/api/v1/password-resets", forgotten).await.expect(202);
    app.all_sent("anna").await;
    assert_eq!(app.sink.letters().len(), sent, "none of them was sent");
    // Whoever acted a moment ago does nothing more, whatever this process remembers.
    let joining = anna.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await;
    assert_eq!(joining.status, 401, "{}", joining.text);
}

#[actix_web::test]
async fn titles_and_people_are_reported_too_on_pages_and_by_script() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "title": "A rude title" })).await;
    report(&ben, &format!("matches/{id}"), "It is rude.").await;
    report(&ben, &format!("matches/{id}"), "It is still rude.").await;
    let private = anna.open(3, json!({ "visibility": "private" })).await;
    let no = ben.post(&format!("/api/v1/matches/{private}/reports"), json!({ "why": "?" })).await;
    no.refused(404, "not_found");
    let none = ben.post("/api/v1/people/nobody/reports", json!({ "why": "?" })).await;
    none.refused(404, "not_found");
    let own = ben.post("/api/v1/people/ben/reports", json!({ "why": "?" })).await;
    own.refused(422, "invalid_field");
    let page = Browser::of(&app, "ben").await;
    assert!(page.get("/people/anna").await.text.contains("/report?handle=anna"));
    assert!(
        page.get(&format!("/matches/{id}")).await.text.contains(&format!("/report?match={id}"))
    );
    let form = page.get(&format!("/report?match={id}")).await.text;
    assert!(form.contains("A rude title"), "{form}");
    let proof = page.hidden("/report?handle=anna", "proof").await;
    let fields = [("proof", &*proof), ("match", ""), ("handle", "anna"), ("why", "She cheats.")];
    assert_eq!(page.post("/report", &fields).await.status, 200);
    let empty = [("proof", &*proof), ("match", ""), ("handle", "anna"), ("why", " ")];
    assert_eq!(page.post("/report", &empty).await.status, 422);
    let listed = does(&app.database, &["reports"]);
    assert!(listed.contains("it said: A rude title") && listed.contains("2 reports"), "{listed}");
    assert!(listed.contains("anna, a person") && listed.contains("She cheats."), "{listed}");
    let data = page.get("/account/data").await.expect(200);
    assert_eq!(data["reports"].as_array().map(Vec::len), Some(2), "{}", data["reports"]);
    // Of whom it is about, and to whom it was hidden, nobody is told.
    let hers = Browser::of(&app, "anna").await.get("/account/data").await.text;
    assert!(!hers.contains("rude.") && !hers.contains("cheats"), "{hers}");
}

#[actix_web::test]
async fn no_report_is_lost_behind_others_and_what_happens_again_is_reported_again() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    report(&anna, "people/ben", "He insults me.").await;
    report(&anna, "people/ben", "Again, before anybody looked.").await;
    for number in 0..30 {
        let id = ben.open(4, json!({ "title": format!("Match {number}") })).await;
        report(&ben, &format!("matches/{id}"), "Nothing at all.").await;
        ben.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    }
    let more = ben.post("/api/v1/people/anna/reports", json!({ "why": "More." })).await;
    let no = more.refused(429, "too_many_requests");
    assert!(no["retry_after"].as_u64().unwrap() > 80_000, "{no}");
    let listed = does(&app.database, &["reports", "--most", "2"]);
    assert!(listed.contains("anna says: He insults me."), "{listed}");
    assert!(listed.contains("2 reports, and 29 more things are reported"), "{listed}");
    let rest = does(&app.database, &["reports", "--skip", "2"]);
    assert!(rest.contains("29 reports\n") && !rest.contains("He insults me."), "{rest}");
    does(&app.database, &["settle", &named(&listed, "He insults me."), "--why", "He was told."]);
    report(&anna, "people/ben", "He does it again.").await;
    let listed = does(&app.database, &["reports"]);
    assert!(listed.contains("anna says: He does it again.") && listed.contains("31 reports"));
    // What was settled stays with what was noted about it.
    let all = does(&app.database, &["reports", "--all"]);
    assert!(all.contains("He insults me.") && all.contains("He was told."), "{all}");
    let data = Browser::of(&app, "anna").await.get("/account/data").await.expect(200);
    assert_eq!(data["reports"].as_array().map(Vec::len), Some(2), "{}", data["reports"]);
}

#[actix_web::test]
async fn many_reports_of_one_thing_stand_together_and_are_settled_at_once() {
    let app = start_or_skip!();
    let ben = app.person("ben").await;
    let id = ben.open(4, json!({ "title": "A bad word" })).await;
    let mut others = Vec::new();
    for handle in ["anna", "cleo", "dora"] {
        let who = app.person(handle).await;
        report(&who, &format!("matches/{id}"), &format!("{handle} is hurt.")).await;
        report(&who, "people/ben", "He writes such titles.").await;
        others.push(who);
    }
    let listed = does(&app.database, &["reports"]);
    assert_eq!(listed.matches("the title of match").count(), 1, "{listed}");
    assert_eq!(listed.matches("it said: A bad word").count(), 1, "{listed}");
    assert_eq!(listed.matches("ben, a person").count(), 1, "{listed}");
    assert!(listed.contains("6 reports"), "{listed}");
    let name = named(&listed, "cleo is hurt.");
    let said = does(&app.database, &["settle", &name, "--alike", "--why", "Renamed."]);
    assert!(said.contains("3 reports are settled"), "{said}");
    let listed = does(&app.database, &["reports"]);
    assert!(listed.contains("3 reports") && !listed.contains("A bad word"), "{listed}");
    let audit = does(&app.database, &["audit"]);
    assert_eq!(audit.matches("because: Renamed.").count(), 3, "{audit}");
}

#[actix_web::test]
async fn the_list_of_what_was_done_is_only_ever_appended_and_says_who_and_why() {
    let app = start_or_skip!();
    app.person("anna").await;
    let (_, said) = admin(&app.database, &["freeze", "anna", "--why", " "]);
    assert!(said.contains("say why"), "{said}");
    let (_, said) = admin(&app.database, &["--by", " ", "freeze", "anna", "--why", "x"]);
    assert!(said.contains("say who you are"), "{said}");
    assert_eq!(does(&app.database, &["audit"]), "");
    let odd = "\u{1b}[31mzoe";
    does(&app.database, &["--by", odd, "freeze", "anna", "--why", "\u{202e}no\nreason"]);
    for statement in ["UPDATE audit SET why = 'none'", "DELETE FROM audit"] {
        let refused = run(&app.db, statement, statement).await.unwrap_err();
        assert!(refused.contains("only ever appended"), "{refused}");
    }
    let audit = does(&app.database, &["audit"]);
    let because = "\\u{1b}[31mzoe  froze  anna  because: \\u{202e}no\\nreason\n";
    assert!(audit.ends_with(because), "{audit}");
}

#[actix_web::test]
async fn nobody_waits_at_the_table_of_a_host_who_may_not_come_in() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let waiting = anna.open(2, json!({})).await;
    let (list, join) = ("/api/v1/matches?status=open", format!("/api/v1/matches/{waiting}/seats"));
    let listed = async || ben.get(list).await.expect(200)["items"].as_array().map(Vec::len);
    assert_eq!(listed().await, Some(1));
    does(&app.database, &["freeze", "anna", "--why", "Insults"]);
    assert_eq!(listed().await, Some(0));
    ben.post(&join, json!({})).await.refused(409, "not_admitted");
    does(&app.database, &["unfreeze", "anna", "--why", "She is sorry"]);
    assert_eq!(listed().await, Some(1));
    ben.post(&join, json!({})).await.expect(201);
}

#[actix_web::test]
async fn an_account_is_closed_for_somebody_and_stand_ins_keep_its_seats() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let cleo = app.person("cleo").await;
    let id = begun(&[&anna, &ben], json!({})).await;
    let waiting = cleo.open(3, json!({})).await;
    ben.join(&waiting).await;
    let alone = cleo.open(3, json!({})).await;
    let played = begun(&[&cleo, &ben], json!({})).await;
    does(&app.database, &["close", "cleo", "--why", "A robot that registers"]);
    let began = Instant::now();
    heeded(began, "a session", async || cleo.get("/api/v1/me").await.status == 401).await;
    assert_eq!(app.anonymous().get("/people/cleo").await.status, 404);
    let seen = ben.look(&waiting).await;
    assert_eq!((&seen["host"], seen["seats"].as_array().map(Vec::len)), (&json!("ben"), Some(1)));
    assert_eq!(ben.look(&alone).await["status"], "cancelled");
    let seen = ben.look(&played).await;
    assert_eq!(
        (&seen["status"], &seen["seats"][0]["stand_in"]),
        (&json!("running"), &json!("seat"))
    );
    assert_eq!(anna.look(&id).await["status"], "running");
    let audit = does(&app.database, &["audit"]);
    assert!(audit.contains("closed  gone-") && !audit.contains("cleo"), "{audit}");
    let (closed, said) = admin(&app.database, &["close", "nobody", "--why", "x"]);
    assert!(!closed && said.contains("no such person"), "{said}");
    let (whole, said) = verified(&app.database);
    assert!(whole, "{said}");
}

/// Whether every stream of a database is decided again.
fn verified(database: &str) -> (bool, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = turnwise(folder.path());
    command.env("DATABASE_URL", database).args(["verify", "--database"]);
    let output = command.output().expect("the program runs");
    (output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[actix_web::test]
async fn another_title_is_an_event_and_the_one_before_is_shown_nowhere_any_more() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "title": "Rude words" })).await;
    let mover = if anna.look(&id).await["turn"]["yours"] == true { &anna } else { &ben };
    let legal = mover.legal(&id).await;
    let mut listener = Listener::of(&ben, &id, ben.look(&id).await["version"].as_i64()).await;
    let began = Instant::now();
    does(&app.database, &["rename", &id, "Kind words", "--why", "It was rude"]);
    let told = listener.next().await.expect("it is told");
    assert_eq!(told.data["sentence"], "The operator gives the match another title.");
    assert!(began.elapsed() < 3 * HEEDED, "{:?}", began.elapsed());
    // Nobody's step is stale by it.
    let command = std::slice::from_ref(&legal["items"][0]["command"]);
    mover.play(&id, command, legal["version"].as_i64().expect("one"), "key").await.expect(200);
    let page = Browser::of(&app, "ben").await;
    for path in ["", "?version=1", "/history?limit=500", "/clocks"] {
        let seen = ben.get(&format!("/api/v1/matches/{id}{path}")).await.text;
        assert!(!seen.contains("Rude"), "{path}: {seen}");
    }
    for path in ["", "/history", "/history?at=1", "/talk", "/words"] {
        let seen = page.get(&format!("/matches/{id}{path}")).await.text;
        assert!(!seen.contains("Rude"), "{path}: {seen}");
    }
    let listed = ben.get("/api/v1/matches").await.expect(200);
    assert_eq!(listed["items"][0]["title"], "Kind words");
    for odd in ["", "see www.example.org", "a\u{202e}b", &"x".repeat(81)] {
        assert!(!admin(&app.database, &["rename", &id, odd, "--why", "x"]).0, "{odd}");
    }
    assert!(!admin(&app.database, &["rename", "nothing", "A title", "--why", "x"]).0);
    // When it is over, too, and it is proved all the same.
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    does(&app.database, &["rename", &id, "Last words", "--why", "Asked for"]);
    assert_eq!(anna.look(&id).await["title"], "Last words");
    let export = anna.get(&format!("/api/v1/matches/{id}/export")).await;
    let proved = verify(&export.text, &Trust::default()).expect("it is proved");
    assert_eq!(proved.counts.undecided, 0);
    let told = "Whoever runs the service stepped in twice: ";
    assert!(proved.said().iter().any(|said| said.starts_with(told)), "{:?}", proved.said());
    let (whole, said) = verified(&app.database);
    assert!(whole, "{said}");
    let audit = does(&app.database, &["audit"]);
    assert_eq!(audit.matches("renamed").count(), 2, "{audit}");
}

#[actix_web::test]
async fn a_stand_in_of_the_operator_plays_until_its_person_returns_and_the_others_see_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "pace": "daily" })).await;
    let seat = super::app::awaited(&anna.look(&id).await);
    let (waits, other) = if seat == 0 { (&anna, &ben) } else { (&ben, &anna) };
    let number = seat.to_string();
    does(&app.database, &["stand-in", &id, &number, "--why", "She asked me to"]);
    let (again, said) = admin(&app.database, &["stand-in", &id, &number, "--why", "Twice"]);
    assert!(!again && said.contains("already"), "{said}");
    assert!(!admin(&app.database, &["stand-in", &id, "9", "--why", "Nobody"]).0);
    let began = Instant::now();
    while super::app::awaited(&other.look(&id).await) == seat {
        assert!(began.elapsed() < Duration::from_secs(20), "the stand-in does not play");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let history = other.get(&format!("/api/v1/matches/{id}/history?limit=500")).await.text;
    let said = format!("The operator has a stand-in play for {} until they return.", waits.handle);
    assert!(history.contains(&said), "{history}");
    assert!(does(&app.database, &["match", &id]).contains("a stand-in plays (seat)"));
    // Whose time another pace would change is named while they cannot say no.
    let at = format!("/api/v1/matches/{id}/proposals");
    other.post(&at, json!({ "kind": "change_pace", "pace": "brisk" })).await.expect(201);
    let held_up = async || other.get(&at).await.expect(200)["items"][0]["held_up_by"].clone();
    assert_eq!(held_up().await, json!([seat]));
    let told = format!("It waits until {} is back.", waits.handle);
    for page in ["", "/proposals"] {
        let page = Browser::new(&app).get(&format!("/matches/{id}{page}")).await.text;
        assert!(page.contains(&told), "{page}");
    }
    waits.delete(&format!("/api/v1/matches/{id}/stand-ins/me")).await.expect(200);
    assert_eq!(other.look(&id).await["seats"][seat]["stand_in"], Value::Null);
    assert_eq!(held_up().await, json!([]));
    let (whole, said) = verified(&app.database);
    assert!(whole, "{said}");
}

#[actix_web::test]
async fn the_health_of_a_match_is_told_and_a_broken_one_is_found() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "title": "Sunday", "pace": "daily" })).await;
    let said = does(&app.database, &["match", &id]);
    let seen: Value = anna.look(&id).await;
    for words in [
        "Sunday (bora-bora), running, hosted by anna",
        &format!("{} events; the last, ", seen["version"]),
        "every event was decided again",
        "seat 0: anna",
        "seat 1: ben",
        "awaited since",
        "time over",
        "notices: ",
        "0 lines of talk, 0 open reports",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let (known, said) = admin(&app.database, &["match", "nothing"]);
    assert!(!known && said.contains("no such match"), "{said}");
    let change = format!("UPDATE events SET hash = 'no' WHERE match_id = '{id}' AND version = 2");
    let sqlite = format!("DROP TRIGGER events_are_never_changed; {change}");
    let postgres = format!("ALTER TABLE events DISABLE TRIGGER USER; {change}");
    run(&app.db, &sqlite, &postgres).await.expect("it is changed");
    let (whole, said) = admin(&app.database, &["match", &id]);
    assert!(!whole && said.contains("BROKEN"), "{said}");
}
