//! The second factor: set up, asked for, used up, recovered from, ended.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, new_database};
use super::credentials::{people, post_from};
use super::process;
use super::smtp::{Received, Sink};
use super::visitor::Browser;
use crate::start_or_skip;
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use std::path::Path;
use totp_rs::{Builder, Secret};
use turnwise::accounts::mark::Mark;
use turnwise::accounts::profile::Proof;
use turnwise::accounts::second_factor::Enrolment;
use turnwise::clock::{Clock, utc};
use turnwise::db::Db;
use turnwise::db::query::prelude::*;

/// The authenticator of somebody.
pub struct Authenticator {
    secret: String,
    pub ticket: String,
    clock: Clock,
}

impl Authenticator {
    /// The code that it shows now.
    pub fn code(&self) -> String {
        let secret = Secret::try_from_base32(&self.secret).unwrap();
        let totp = Builder::new().with_secret(secret).build().unwrap();
        totp.generate(utc(self.clock.now()).timestamp().try_into().unwrap()).to_string()
    }

    /// The code of the next period.
    fn next(&self) -> String {
        self.clock.advance(Duration::seconds(30));
        self.code()
    }
}

fn wish(clock: &Clock) -> Wish {
    Wish { clock: clock.clone(), ..Wish::default() }
}

fn standing() -> Clock {
    Clock::standing_at(Clock::of_the_machine().now())
}

/// Begins to set up a second factor; the authenticator.
pub async fn enrol(anna: &Caller<'_>, clock: &Clock) -> Authenticator {
    let ask = json!({ "current_password": PASSWORD });
    let enrolment = anna.post("/api/v1/me/second-factor", ask).await.expect(201);
    let secret = enrolment["secret"].as_str().unwrap().to_owned();
    let uri = enrolment["uri"].as_str().unwrap();
    let expected =
        format!("otpauth://totp/Turnwise:{}?secret={secret}&issuer=Turnwise", anna.handle);
    assert_eq!(uri, expected);
    let ticket = enrolment["ticket"].as_str().unwrap().to_owned();
    Authenticator { secret, ticket, clock: clock.clone() }
}

/// Sets up a second factor; the authenticator, and the recovery codes.
pub async fn set_up(anna: &Caller<'_>, clock: &Clock) -> (Authenticator, Vec<String>) {
    let authenticator = enrol(anna, clock).await;
    let first = json!({ "ticket": authenticator.ticket, "code": authenticator.code() });
    let confirmed = anna.post("/api/v1/me/second-factor/confirm", first).await.expect(201);
    let codes = confirmed["recovery_codes"].as_array().unwrap().iter();
    (authenticator, codes.map(|code| code.as_str().unwrap().to_owned()).collect())
}

async fn sign_in(app: &TestApp, code: Option<&str>) -> Answer {
    let mut login = json!({ "login": "anna", "password": PASSWORD });
    if let Some(code) = code {
        login["code"] = json!(code);
    }
    app.anonymous().post("/api/v1/sessions", login).await
}

async fn close(anna: &Caller<'_>, body: Value) -> Answer {
    anna.send(anna.request(Method::DELETE, "/api/v1/me").json(&body)).await
}

#[actix_web::test]
async fn whoever_has_a_second_factor_signs_in_with_a_code_that_works_once() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (authenticator, _) = set_up(&anna, &clock).await;
    sign_in(&app, None).await.refused(403, "code_missing");
    sign_in(&app, Some("")).await.refused(403, "code_missing");
    let used = authenticator.code();
    sign_in(&app, Some(&used)).await.refused(403, "wrong_code");
    let code = authenticator.next();
    let wrong = json!({ "login": "anna", "password": "not the password", "code": code });
    app.anonymous().post("/api/v1/sessions", wrong).await.refused(401, "wrong_credentials");
    sign_in(&app, Some(&code)).await.expect(201);
    sign_in(&app, Some(&code)).await.refused(403, "wrong_code");
    // One from before the last that was accepted is none.
    let (earlier, later) = (authenticator.next(), authenticator.next());
    sign_in(&app, Some(&later)).await.expect(201);
    sign_in(&app, Some(&earlier)).await.refused(403, "wrong_code");
    clock.advance(Duration::minutes(5));
    let old = authenticator.code();
    clock.advance(Duration::minutes(2));
    sign_in(&app, Some(&old)).await.refused(403, "wrong_code");
}

#[actix_web::test]
async fn nothing_is_made_under_a_secret_that_was_replaced_and_who_has_a_code_of_it_is_told_why() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (authenticator, recovery) = set_up(&anna, &clock).await;
    let begun = enrol(&ben, &clock).await;
    clock.advance(Duration::seconds(30));
    let serve_with = |secret: &'static str| {
        let (db, now) = (app.db.clone(), clock.now());
        let replaced = std::thread::spawn(move || {
            let mark = Mark::of(&db).expect("it can be asked");
            assert!(mark.replace(&db, secret, now).expect("it is stored"));
        });
        replaced.join().expect("it is stored");
    };
    serve_with("one before");
    serve_with("another one");
    let first = json!({ "ticket": begun.ticket, "code": begun.code() });
    let confirm = "/api/v1/me/second-factor/confirm";
    ben.post(confirm, first).await.refused(503, "not_ready");
    let hook = json!({ "name": "a bot", "url": "https://example.org/", "form": "json" });
    ben.post("/api/v1/me/webhooks", hook).await.refused(503, "not_ready");
    // Codes of a server that knows the new one fit no authenticator of before.
    let code = authenticator.next().chars().rev().collect::<String>();
    let no = sign_in(&app, Some(&code)).await.refused(403, "wrong_code");
    assert!(no["detail"].as_str().unwrap().contains("use a recovery code"), "{no}");
    // Once the old one is back, a code that does not fit is a wrong one.
    serve_with("one before");
    let no = sign_in(&app, Some(&code)).await.refused(403, "wrong_code");
    assert!(no["detail"].as_str().unwrap().contains("whether its clock is right"), "{no}");
    sign_in(&app, Some(&recovery[0])).await.expect(201);
}

#[actix_web::test]
async fn two_people_at_the_same_moment_do_not_both_get_in_with_one_code() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (authenticator, _) = set_up(&anna, &clock).await;
    let code = authenticator.next();
    let all = futures_util::future::join_all((0..8).map(|_| sign_in(&app, Some(&code)))).await;
    let let_in = all.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(let_in, 1);
}

#[actix_web::test]
async fn a_code_is_asked_for_before_the_account_its_address_password_or_tokens_change() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (authenticator, _) = set_up(&anna, &clock).await;
    let address = json!({ "email": "new@example.org", "current_password": PASSWORD });
    let password = json!({ "password": "staple correct horse", "current_password": PASSWORD });
    let token = json!({ "name": "bot", "scopes": ["read"] });
    for (code, refusal) in [(None, "code_missing"), (Some("000000"), "wrong_code")] {
        let with = |body: &Value| {
            let mut body = body.clone();
            body["code"] = json!(code);
            body
        };
        anna.patch("/api/v1/me", with(&address)).await.refused(403, refusal);
        anna.patch("/api/v1/me", with(&password)).await.refused(403, refusal);
        anna.post("/api/v1/me/tokens", with(&token)).await.refused(403, refusal);
        let closing = json!({ "current_password": PASSWORD });
        close(&anna, with(&closing)).await.refused(403, refusal);
    }
    anna.patch("/api/v1/me", json!({ "muted": ["your_turn"] })).await.expect(200);
    let me = anna.get("/api/v1/me").await.expect(200);
    assert_eq!(me["email"], "anna@example.org");
    let made = json!({ "name": "bot", "scopes": ["read"], "code": authenticator.next() });
    anna.post("/api/v1/me/tokens", made).await.expect(201);
    let mut moved = address.clone();
    moved["code"] = json!(authenticator.next());
    anna.patch("/api/v1/me", moved).await.expect(200);
    let closing = json!({ "current_password": PASSWORD, "code": authenticator.next() });
    close(&anna, closing).await.expect(204);
}

#[actix_web::test]
async fn a_letter_alone_does_not_open_an_account_with_a_second_factor() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (authenticator, _) = set_up(&anna, &clock).await;
    let ask = json!({ "email": "anna@example.org" });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    let link = app.letter("anna@example.org", "new password").await.token().unwrap();
    let reset = async |code: Option<String>| {
        let body = json!({ "token": link, "password": "staple correct horse", "code": code });
        app.anonymous().post("/api/v1/password-resets/confirm", body).await
    };
    reset(None).await.refused(403, "code_missing");
    reset(Some("000000".to_owned())).await.refused(403, "wrong_code");
    anna.get("/api/v1/me").await.expect(200);
    reset(Some(authenticator.next())).await.expect(200);
    let login = json!({ "login": "anna", "password": "staple correct horse" });
    app.anonymous().post("/api/v1/sessions", login).await.refused(403, "code_missing");
}

#[actix_web::test]
async fn each_recovery_code_works_once_and_only_its_hash_is_stored() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (authenticator, codes) = set_up(&anna, &clock).await;
    assert_eq!(codes.len(), 10);
    let plain = codes[0].replace('-', "");
    let stored = app.db.read(move |conn| {
        let id = turnwise::db::accounts::by_handle(conn, "anna")?.unwrap().id;
        let row = turnwise::db::second_factors::of_account(conn, &id)?.unwrap();
        let used = turnwise::db::second_factors::use_recovery_code(conn, &id, &plain)?;
        Ok((row.salt, used))
    });
    let (salt, found) = stored.await.unwrap();
    assert!(!found, "a code is stored as it is");
    assert!(!authenticator.secret.eq_ignore_ascii_case(&salt));
    sign_in(&app, Some(&codes[0])).await.expect(201);
    sign_in(&app, Some(&codes[0])).await.refused(403, "wrong_code");
    sign_in(&app, Some(&codes[1].to_uppercase().replace('-', " "))).await.expect(201);
    let state = anna.get("/api/v1/me/second-factor").await.expect(200);
    assert_eq!((&state["on"], &state["recovery_codes_left"]), (&json!(true), &json!(8)));
    let renew = json!({ "current_password": PASSWORD, "code": authenticator.next() });
    let renewed = anna.post("/api/v1/me/second-factor/recovery-codes", renew).await.expect(201);
    sign_in(&app, Some(&codes[2])).await.refused(403, "wrong_code");
    let new = renewed["recovery_codes"][0].as_str().unwrap();
    sign_in(&app, Some(new)).await.expect(201);
}

#[actix_web::test]
async fn a_second_factor_is_set_up_with_the_password_and_ended_with_a_code() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let path = "/api/v1/me/second-factor";
    let wrong = json!({ "current_password": "not the password" });
    anna.post(path, wrong).await.refused(403, "wrong_password");
    let confirm = format!("{path}/confirm");
    let first = async |ticket: &str, code: &str| {
        anna.post(&confirm, json!({ "ticket": ticket, "code": code })).await
    };
    first("1.2.3", "000000").await.refused(409, "second_factor_off");
    let begun = enrol(&anna, &clock).await;
    first(&begun.ticket, "000000").await.refused(403, "wrong_code");
    // Nobody else's, no other and none from long ago will do, whatever the code.
    let ben = app.person("ben").await;
    let other = json!({ "ticket": begun.ticket, "code": begun.code() });
    ben.post(&confirm, other).await.refused(409, "second_factor_off");
    let (until, rest) = begun.ticket.split_once('.').unwrap();
    let later = format!("{}.{rest}", until.parse::<i64>().unwrap() + 3600);
    first(&later, &begun.code()).await.refused(409, "second_factor_off");
    clock.advance(Duration::minutes(16));
    let anna = app.sign_in("anna", PASSWORD).await;
    let late = json!({ "ticket": begun.ticket, "code": begun.code() });
    anna.post(&confirm, late).await.refused(409, "second_factor_off");
    let elsewhere = app.sign_in("anna", PASSWORD).await;
    sign_in(&app, None).await.expect(201);
    let (authenticator, _) = set_up(&anna, &clock).await;
    app.letter("anna@example.org", "takes a code from now on").await;
    elsewhere.get("/api/v1/me").await.refused(401, "session_ended");
    let again = json!({ "current_password": PASSWORD });
    anna.post(path, again).await.refused(409, "second_factor_on");
    let end = async |code: &str| {
        let body = json!({ "current_password": PASSWORD, "code": code });
        anna.send(anna.request(Method::DELETE, path).json(&body)).await
    };
    end("000000").await.refused(403, "wrong_code");
    end(&authenticator.next()).await.expect(204);
    end("000000").await.refused(409, "second_factor_off");
    app.letter("anna@example.org", "takes no code any more").await;
    sign_in(&app, None).await.expect(201);
}

#[actix_web::test]
async fn what_began_a_second_factor_that_has_ended_begins_none_again() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let (begun, codes) = set_up(&anna, &clock).await;
    let path = "/api/v1/me/second-factor";
    let end = json!({ "current_password": PASSWORD, "code": codes[0] });
    anna.send(anna.request(Method::DELETE, path).json(&end)).await.expect(204);
    for code in [begun.code(), begun.next()] {
        let again = json!({ "ticket": begun.ticket, "code": code });
        anna.post(&format!("{path}/confirm"), again).await.refused(409, "second_factor_off");
    }
    set_up(&anna, &clock).await;
}

#[actix_web::test]
async fn what_began_a_second_factor_before_another_one_that_has_ended_begins_none_either() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    let anna = app.person("anna").await;
    let path = "/api/v1/me/second-factor";
    let never = enrol(&anna, &clock).await;
    let (first, codes) = set_up(&anna, &clock).await;
    let end = json!({ "current_password": PASSWORD, "code": codes[0] });
    anna.send(anna.request(Method::DELETE, path).json(&end)).await.expect(204);
    let (second, codes) = set_up(&anna, &clock).await;
    let end = json!({ "current_password": PASSWORD, "code": codes[0] });
    anna.send(anna.request(Method::DELETE, path).json(&end)).await.expect(204);
    for begun in [never, first, second] {
        let again = json!({ "ticket": begun.ticket, "code": begun.next() });
        anna.post(&format!("{path}/confirm"), again).await.refused(409, "second_factor_off");
    }
    set_up(&anna, &clock).await;
}

#[actix_web::test]
async fn a_browser_is_known_no_more_after_a_second_factor_was_switched_on_or_off() {
    let Some((database, _folder)) = new_database() else { return };
    let clock = standing();
    let people = people(&Db::connect(&database).unwrap(), &clock);
    let register = people.register("anna".into(), "anna@example.org".into(), PASSWORD.into());
    register.await.unwrap();
    confirmed(&Db::connect(&database).unwrap()).await;
    let anna = people.by_handle("anna").await.unwrap().unwrap();
    let browser = async |code: Option<String>| {
        let named = people.named("anna").await.unwrap();
        let who = people.recognize(named, PASSWORD.into()).await.unwrap();
        people.sign_in_with_browser(who, code).await.unwrap().known
    };
    let is_known = async |kept: &str| {
        people.read_known_browser(&people.named("anna").await.unwrap(), kept).is_some()
    };
    let before = browser(None).await;
    assert!(is_known(&before).await);
    let begun = people.enrol(&anna, Some(PASSWORD.to_owned())).await.unwrap();
    let Enrolment { secret, ticket, .. } = begun;
    let authenticator = Authenticator { secret, ticket, clock: clock.clone() };
    let (ticket, code) = (&authenticator.ticket, authenticator.code());
    people.confirm_second_factor(&anna, "", ticket, &code).await.unwrap();
    let meanwhile = browser(Some(authenticator.next())).await;
    assert!(is_known(&meanwhile).await && !is_known(&before).await);
    let proof = Proof { password: Some(PASSWORD.into()), code: Some(authenticator.next()) };
    people.end_second_factor(&anna, "", proof).await.unwrap();
    assert!(!is_known(&meanwhile).await && !is_known(&before).await);
    assert!(is_known(&browser(None).await).await);
}

#[actix_web::test]
async fn codes_cannot_be_guessed_with_the_right_password_and_lock_no_known_browser_out() {
    let clock = standing();
    let app = start_or_skip!(Wish { rate: 1, ..wish(&clock) });
    let anna = app.person("anna").await;
    let mut before = Browser::of(&app, "anna").await;
    before.end_session();
    let (authenticator, _) = set_up(&anna, &clock).await;
    let mut home = Browser::new(&app);
    let fields = [("login", "anna"), ("password", PASSWORD), ("code", &authenticator.next())];
    let answer = home.post("/sign-in", &fields).await;
    home.keep_cookies(&answer);
    home.end_session();
    clock.advance(Duration::seconds(60));
    let mut refused = 0;
    for _ in 0..15 {
        refused += usize::from(sign_in(&app, Some("000000")).await.status == 429);
    }
    assert_eq!(refused, 5);
    // By the address there are no more of them.
    let by_address = json!({ "login": "anna@example.org", "password": PASSWORD, "code": "000000" });
    let more = app.anonymous().post("/api/v1/sessions", by_address).await;
    more.refused(429, "too_many_requests");
    let fields = [("login", "anna"), ("password", PASSWORD), ("code", &authenticator.next())];
    // One that was known with the password alone is a stranger's to codes.
    assert_eq!(before.post("/sign-in", &fields).await.status, 429);
    assert_eq!(home.post("/sign-in", &fields).await.status, 303);
}

#[actix_web::test]
async fn codes_cannot_be_guessed_from_many_addresses_with_a_stolen_letter() {
    let clock = standing();
    let app = start_or_skip!(Wish { rate: 1, ..wish(&clock) });
    let anna = app.person("anna").await;
    set_up(&anna, &clock).await;
    let ask = json!({ "email": "anna@example.org" });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    let link = app.letter("anna@example.org", "new password").await.token().unwrap();
    let made_up = format!("{}000000", &link[..link.len() - 6]);
    for stranger in 0..15 {
        let body =
            json!({ "token": made_up, "password": "staple correct horse", "code": "000000" });
        let address = format!("127.0.4.{stranger}");
        let answer = post_from(&app, &address, "/api/v1/password-resets/confirm", body).await;
        answer.refused(422, "link_not_valid");
    }
    let mut refused = 0;
    for thief in 0..15 {
        let body = json!({ "token": link, "password": "staple correct horse", "code": "000000" });
        let address = format!("127.0.3.{thief}");
        let answer = post_from(&app, &address, "/api/v1/password-resets/confirm", body).await;
        refused += usize::from(answer.status == 429);
    }
    assert_eq!(refused, 5);
}

#[actix_web::test]
async fn a_second_factor_is_set_up_asked_for_and_ended_on_pages() {
    let clock = standing();
    let app = start_or_skip!(wish(&clock));
    app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    let path = "/account/second-factor";
    let proof = browser.hidden(path, "proof").await;
    let proof = ("proof", proof.as_str());
    let shown = browser.post(path, &[proof, ("current_password", PASSWORD)]).await;
    assert_eq!(
        (shown.status, &shown.headers["cache-control"]),
        (200, &"no-store".parse().unwrap())
    );
    assert!(
        shown.text.contains("<svg viewBox") && shown.text.contains("otpauth://totp/Turnwise:anna")
    );
    let at = shown.text.find("id=\"secret\"").unwrap();
    let secret = shown.text[at..].split("value=\"").nth(1).unwrap().split('"').next().unwrap();
    let secret = secret.replace(' ', "");
    let ticket = shown.text.split("name=\"ticket\" value=\"").nth(1).unwrap();
    let ticket = ticket.split('"').next().unwrap().to_owned();
    let authenticator =
        Authenticator { secret: secret.clone(), ticket: ticket.clone(), clock: clock.clone() };
    let confirm = format!("{path}/confirm");
    // Whoever has the session and not the password is shown nothing of what was begun.
    let stolen = browser.post(&confirm, &[proof, ("ticket", ""), ("code", "000000")]).await;
    assert!(stolen.status == 409 && !stolen.text.contains("otpauth"), "{}", stolen.text);
    let proof_and_ticket = [proof, ("ticket", ticket.as_str())];
    let with = |code| [&proof_and_ticket[..], &[("code", code)]].concat();
    let wrong = browser.post(&confirm, &with("000000")).await;
    assert_eq!(wrong.status, 403);
    assert!(wrong.text.contains(&secret[..4]) && wrong.text.contains("<svg viewBox"));
    let codes = browser.post(&confirm, &with(&authenticator.code())).await;
    assert_eq!(codes.status, 200);
    assert_eq!(codes.text.matches("<li><code>").count(), 10);
    let page = browser.get(path).await.text;
    assert!(!page.contains(&secret[..8]) && !page.contains("otpauth"), "shown once: {page}");
    let signing_in = Browser::new(&app);
    let fields = [("login", "anna"), ("password", PASSWORD)];
    assert_eq!(signing_in.post("/sign-in", &fields).await.status, 403);
    let code = authenticator.next();
    let with = [&fields[..], &[("code", &code)]].concat();
    assert_eq!(signing_in.post("/sign-in", &with).await.status, 303);
    let token = browser.post("/account/tokens", &[proof, ("name", "bot")]).await;
    assert_eq!(token.status, 403);
    let end = [proof, ("current_password", PASSWORD), ("code", &authenticator.next())];
    assert_eq!(browser.post(&format!("{path}/end"), &end).await.status, 303);
    assert_eq!(signing_in.post("/sign-in", &fields).await.status, 303);
}

/// A process that serves anna from a folder.
async fn hosted() -> (tempfile::TempDir, process::Server, TestApp) {
    let folder = tempfile::tempdir().unwrap();
    let server = process::serve(folder.path(), &[]);
    let database = format!("sqlite://{}", folder.path().join("data/turnwise.db").display());
    let app = TestApp::at(&server.url, &database, Sink::start());
    let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    confirmed(&app.db).await;
    (folder, server, app)
}

#[actix_web::test]
async fn whoever_hosts_the_service_helps_somebody_who_has_lost_every_code() {
    let (folder, _server, app) = hosted().await;
    let anna = app.sign_in("anna", PASSWORD).await;
    set_up(&anna, &Clock::of_the_machine()).await;
    sign_in(&app, None).await.refused(403, "code_missing");
    let end = |handle| {
        let mut command = process::turnwise(folder.path());
        command.args(["end-second-factor", handle]).output().unwrap().status.success()
    };
    assert!(!end("nobody") && end("Anna"));
    sign_in(&app, None).await.expect(201);
    assert!(!end("anna"), "it has ended");
}

/// Everybody has confirmed their address.
async fn confirmed(db: &Db) {
    let all = "UPDATE accounts SET confirmed_at = created_at";
    db.write(move |tx| Ok(diesel::sql_query(all).execute(tx)?)).await.unwrap();
}

/// The letter that lies in a folder with this in its subject.
async fn letter_in(folder: &Path, subject: &str) -> Received {
    for _ in 0..400 {
        let files = std::fs::read_dir(folder).into_iter().flatten();
        let letters = files.filter_map(|file| std::fs::read_to_string(file.unwrap().path()).ok());
        let mut letters = letters.map(|raw| Received { to: String::new(), raw });
        let about =
            |letter: &Received| letter.header("subject").is_some_and(|s| s.contains(subject));
        if let Some(letter) = letters.find(about) {
            return letter;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    panic!("no letter `{subject}`");
}

#[actix_web::test]
async fn who_is_helped_by_the_host_is_signed_out_everywhere_and_told_by_letter() {
    let (folder, _server, app) = hosted().await;
    let letters = folder.path().join("data/mail");
    let anna = app.sign_in("anna", PASSWORD).await;
    set_up(&anna, &Clock::of_the_machine()).await;
    anna.get("/api/v1/me").await.expect(200);
    let mut command = process::turnwise(folder.path());
    assert!(command.args(["end-second-factor", "anna"]).output().unwrap().status.success());
    letter_in(&letters, "takes no code any more").await;
    // Another process is believed for two seconds at most.
    tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
    anna.get("/api/v1/me").await.refused(401, "session_ended");
}

#[actix_web::test]
async fn whoever_has_lost_a_device_is_signed_out_there_by_themselves_or_by_the_host() {
    let (folder, _server, app) = hosted().await;
    let anna = app.sign_in("anna", PASSWORD).await;
    let (me, lost) = ("/api/v1/me", app.sign_in("anna", PASSWORD).await);
    lost.get(me).await.expect(200);
    assert_eq!(anna.delete("/api/v1/sessions/others").await.status, 204);
    lost.get(me).await.refused(401, "session_ended");
    anna.get(me).await.expect(200);

    let (browser, lost) = (Browser::of(&app, "anna").await, Browser::of(&app, "anna").await);
    assert_eq!(lost.get("/account").await.status, 200);
    let proof = browser.hidden("/account", "proof").await;
    let forged = browser.post("/account/sessions/end", &[("proof", "0")]).await;
    assert_eq!(forged.status, 403);
    let done = browser.post("/account/sessions/end", &[("proof", &proof)]).await;
    assert_eq!(
        (done.status, &done.headers["location"]),
        (303, &"/account?done=elsewhere".parse().unwrap())
    );
    assert_eq!(lost.get("/account").await.status, 303, "it leads to signing in");
    assert_eq!(browser.get("/account").await.status, 200);

    let token = json!({ "name": "bot", "scopes": ["read"] });
    let anna = app.sign_in("anna", PASSWORD).await;
    let made = anna.post("/api/v1/me/tokens", token).await.expect(201);
    let bot = reqwest::Client::new().get(format!("{}{me}", app.url));
    let bot = bot.bearer_auth(made["token"].as_str().unwrap());
    let mut command = process::turnwise(folder.path());
    let ended = command.args(["end-sessions", "Anna"]).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    // Another process is believed for two seconds at most.
    tokio::time::sleep(std::time::Duration::from_millis(2_100)).await;
    assert_eq!(browser.get("/account").await.status, 303);
    anna.get(me).await.refused(401, "session_ended");
    assert_eq!(bot.send().await.unwrap().status(), 401);
}

#[test]
fn codes_are_those_of_the_examples_of_rfc_6238() {
    let totp = Builder::new().with_secret(*b"12345678901234567890").with_digits(8).build().unwrap();
    for (second, code) in
        [(59, "94287082"), (1_111_111_109, "07081804"), (20_000_000_000, "65353130")]
    {
        assert_eq!(totp.generate(second).to_string(), code);
    }
}

#[actix_web::test]
async fn who_has_not_shown_that_an_address_is_theirs_cannot_keep_its_owner_out() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(wish(&clock));
    let new = json!({ "handle": "mallory", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let mallory = app.sign_in("mallory", PASSWORD).await;
    let ask = json!({ "current_password": PASSWORD });
    mallory.post("/api/v1/me/second-factor", ask).await.refused(403, "address_not_confirmed");

    // Nor by an address that they have confirmed before, and a second factor for that.
    clock.advance(Duration::minutes(1));
    let eve = app.person("eve").await;
    let (authenticator, _) = set_up(&eve, &clock).await;
    let claim = json!({ "email": "anna@example.org", "current_password": PASSWORD,
                        "code": authenticator.next() });
    eve.patch("/api/v1/me", claim).await.expect(200);
    let ask = json!({ "email": "anna@example.org" });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    let token = app.letter("anna@example.org", "new password").await.token().unwrap();
    let reset = json!({ "token": token, "password": "staple correct horse" });
    app.anonymous().post("/api/v1/password-resets/confirm", reset).await.expect(200);
    app.sign_in("mallory", "staple correct horse").await;
}
