//! Passwords, links, tokens and addresses, as strangers try to get or to wear them out.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, new_database};
use super::pages::Browser;
use super::smtp::Received;
use crate::start_or_skip;
use chrono::Duration;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use serde_json::{Value, json};
use turnwise::accounts::Accounts;
use turnwise::accounts::password::Strength;
use turnwise::accounts::profile::{ApiTokens, Change, NewPassword, Proof};
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::error::Kind;
use turnwise::mail::kind::LetterKind;
use turnwise::mail::queue::{Letter, Verdict};

const OTHER: &str = "staple correct horse";

/// People without a server.
fn people(db: &Db, clock: &Clock) -> Accounts {
    let secret = "a secret of the tests, long enough";
    Accounts::new(db.clone(), clock.clone(), secret, Strength::Feeble, 10).unwrap()
}

/// The number that a query of one number gives.
fn number(db: &Db, query: &str) -> i64 {
    #[derive(QueryableByName)]
    struct Number {
        #[diesel(sql_type = BigInt)]
        n: i64,
    }
    let query = format!("SELECT COUNT(*) AS n FROM {query}");
    let found =
        db.read_blocking(|conn| Ok(diesel::sql_query(query).get_result::<Number>(conn).unwrap().n));
    found.unwrap()
}

/// A post to the API from another address of this machine.
pub async fn post_from(app: &TestApp, address: &str, path: &str, body: Value) -> Answer {
    let client = reqwest::Client::builder().local_address(Some(address.parse().unwrap()));
    let request = client.build().unwrap().post(format!("{}{path}", app.url)).json(&body);
    app.anonymous().send(request).await
}

async fn make_token(anna: &Caller<'_>) -> String {
    let new = json!({ "name": "bot", "scopes": ["read"] });
    let made = anna.post("/api/v1/me/tokens", new).await.expect(201);
    made["token"].as_str().unwrap().to_owned()
}

async fn reset_link(app: &TestApp, email: &str) -> String {
    let before = links(app, "new password").len();
    let ask = json!({ "email": email });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    all_sent(app).await;
    links(app, "new password").split_off(before).pop().expect("a letter")
}

/// Waits until no letter is left to send.
async fn all_sent(app: &TestApp) {
    while number(&app.db, "letters WHERE state IN ('queued', 'claimed')") > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// The links of all letters so far with this in their subject.
fn links(app: &TestApp, subject: &str) -> Vec<String> {
    let letters = app.sink.letters();
    let about = |letter: &&Received| letter.header("subject").is_some_and(|s| s.contains(subject));
    letters.iter().filter(about).filter_map(Received::token).collect()
}

/// What a token of a script is answered.
async fn shown(app: &TestApp, token: &str) -> Answer {
    let mut script = app.anonymous();
    script.token = Some(token.to_owned());
    script.get("/api/v1/me").await
}

#[actix_web::test]
async fn a_change_of_the_password_ends_every_session_api_token_and_open_link() {
    let app = start_or_skip!();
    let (anna, elsewhere) = (app.person("anna").await, app.sign_in("anna", PASSWORD).await);
    let (token, link) = (make_token(&anna).await, reset_link(&app, "anna@example.org").await);
    shown(&app, &token).await.expect(200);
    let change = json!({ "password": OTHER, "current_password": PASSWORD });
    anna.patch("/api/v1/me", change).await.expect(200);
    for session in [&anna, &elsewhere] {
        session.get("/api/v1/me").await.refused(401, "session_ended");
    }
    shown(&app, &token).await.refused(401, "invalid_token");
    let stolen = json!({ "token": link, "password": "a password of a thief" });
    let stolen = app.anonymous().post("/api/v1/password-resets/confirm", stolen).await;
    stolen.refused(422, "link_not_valid");
    app.sign_in("anna", OTHER).await;
}

#[actix_web::test]
async fn a_reset_of_the_password_ends_api_tokens_and_every_other_link_too() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let token = make_token(&anna).await;
    let first = reset_link(&app, "anna@example.org").await;
    let second = reset_link(&app, "anna@example.org").await;
    let confirm = async |link: &str| {
        let body = json!({ "token": link, "password": OTHER });
        app.anonymous().post("/api/v1/password-resets/confirm", body).await
    };
    confirm(&first).await.expect(200);
    shown(&app, &token).await.refused(401, "invalid_token");
    confirm(&second).await.refused(422, "link_not_valid");
}

#[actix_web::test]
async fn api_tokens_outlive_a_password_only_where_their_owner_says_so() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let token = make_token(&anna).await;
    let keep = json!({ "password": OTHER, "current_password": PASSWORD, "api_tokens": "keep" });
    anna.patch("/api/v1/me", keep).await.expect(200);
    shown(&app, &token).await.expect(200);
    let link = reset_link(&app, "anna@example.org").await;
    let keep = json!({ "token": link, "password": PASSWORD, "api_tokens": "keep" });
    app.anonymous().post("/api/v1/password-resets/confirm", keep).await.expect(200);
    shown(&app, &token).await.expect(200);
    for (tick, status) in [(("api_tokens", "keep"), 200), (("unrelated", ""), 401)] {
        let browser = Browser::of(&app, "anna").await;
        let proof = browser.hidden("/account", "proof").await;
        let fields = [("proof", &*proof), ("password", PASSWORD), ("current_password", PASSWORD)];
        let fields = [&fields[..], &[tick]].concat();
        assert_eq!(browser.post("/account/password", &fields).await.status, 303);
        assert_eq!(shown(&app, &token).await.status, status, "{tick:?}");
    }
}

#[actix_web::test]
async fn a_letter_with_a_link_that_waits_while_the_password_changes_is_withdrawn() {
    let Some((database, _folder)) = new_database() else { return };
    let db = Db::connect(&database).unwrap();
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let people = people(&db, &clock);
    let register = people.register("anna".into(), "anna@example.org".into(), PASSWORD.into());
    register.await.unwrap();
    let anna = people.by_handle("anna").await.unwrap().unwrap();
    let letter = Letter::new("x".to_owned(), &anna.id, LetterKind::ResetPassword, clock.now());
    let composed = async |people: &Accounts| {
        let (people, letter) = (people.clone(), letter.clone());
        db.write(move |tx| people.compose(tx, &letter, "http://turnwise")).await.unwrap()
    };
    assert!(matches!(composed(&people).await, Verdict::Send(_)));
    clock.advance(Duration::seconds(1));
    let password = NewPassword { password: OTHER.into(), tokens: ApiTokens::Keep };
    let proof = Proof { password: Some(PASSWORD.to_owned()), code: None };
    let change = Change { password: Some(password), proof, ..Change::default() };
    people.change(&anna, change).await.unwrap();
    assert!(matches!(composed(&people).await, Verdict::Withdraw(_)));
}

#[actix_web::test]
async fn no_session_begins_with_a_password_that_changes_while_it_is_checked() {
    let Some((database, _folder)) = new_database() else { return };
    let db = Db::connect(&database).unwrap();
    let people = people(&db, &Clock::of_the_machine());
    let register = people.register("anna".into(), "anna@example.org".into(), PASSWORD.into());
    register.await.unwrap();
    let anna = people.by_handle("anna").await.unwrap().unwrap();
    let (first, second) =
        (people.named("anna").await.unwrap(), people.named("anna").await.unwrap());
    let password = NewPassword { password: OTHER.into(), tokens: ApiTokens::Keep };
    let proof = Proof { password: Some(PASSWORD.to_owned()), code: None };
    let change = Change { password: Some(password), proof, ..Change::default() };
    people.change(&anna, change).await.unwrap();
    let late = people.sign_in(first, PASSWORD.into(), None).await.map(drop).unwrap_err();
    assert_eq!(late.kind(), Kind::Unauthenticated);
    let late =
        people.sign_in_with_browser(second, PASSWORD.into(), None).await.map(drop).unwrap_err();
    assert_eq!(late.kind(), Kind::Unauthenticated);
}

fn strict() -> Wish {
    Wish { rate: 1, ..Wish::default() }
}

fn wrong(login: &str) -> Value {
    json!({ "login": login, "password": "not the password" })
}

#[actix_web::test]
async fn wrong_passwords_from_one_address_lock_nobody_out_at_another() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    for attempt in 0..25 {
        let login = if attempt % 2 == 0 { "anna" } else { "anna@example.org" };
        let answer = post_from(&app, "127.0.0.21", "/api/v1/sessions", wrong(login)).await;
        match attempt {
            0..10 => drop(answer.refused(401, "wrong_credentials")),
            _ => {
                assert!(answer.headers.contains_key("retry-after"));
                answer.refused(429, "too_many_requests");
            }
        }
    }
    let right = json!({ "login": "anna", "password": PASSWORD });
    post_from(&app, "127.0.0.22", "/api/v1/sessions", right).await.expect(201);
}

#[actix_web::test]
async fn whoever_knows_the_password_signs_in_as_often_as_they_like() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    for _ in 0..40 {
        app.sign_in("anna", PASSWORD).await;
    }
}

#[actix_web::test]
async fn the_browser_of_the_owner_is_let_through_while_a_hundred_addresses_guess() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    let mut home = Browser::of(&app, "anna").await;
    home.end_session();
    for guesser in 0..100 {
        let address = format!("127.0.1.{guesser}");
        post_from(&app, &address, "/api/v1/sessions", wrong("anna")).await;
    }
    let right = json!({ "login": "anna", "password": PASSWORD });
    let elsewhere = post_from(&app, "127.0.0.22", "/api/v1/sessions", right).await;
    elsewhere.refused(429, "too_many_requests");
    let fields = [("login", "anna"), ("password", PASSWORD)];
    assert_eq!(home.post("/sign-in", &fields).await.status, 303);
    assert_eq!(Browser::new(&app).post("/sign-in", &fields).await.status, 429);
    // Her other browser becomes known by a letter to her.
    let link = reset_link(&app, "anna@example.org").await;
    let mut other = Browser::new(&app);
    let done = other.post("/reset", &[("token", &*link), ("password", OTHER)]).await;
    assert_eq!(done.status, 200, "{}", done.text);
    other.keep_cookies(&done);
    assert_eq!(other.post("/sign-in", &[fields[0], ("password", OTHER)]).await.status, 303);
    // And whoever has stolen a known browser cannot guess without end either.
    let guess = [("login", "anna"), ("password", "not the password")];
    let mut refused = 0;
    for _ in 0..20 {
        refused += usize::from(home.post("/sign-in", &guess).await.status == 429);
    }
    assert_eq!(refused, 10);
}

#[actix_web::test]
async fn resets_that_strangers_ask_for_keep_no_owner_from_a_link_and_flood_nobody() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    let ask = json!({ "email": "anna@example.org" });
    for stranger in 0..12 {
        let address = format!("127.0.2.{stranger}");
        post_from(&app, &address, "/api/v1/password-resets", ask.clone()).await.expect(202);
    }
    post_from(&app, "127.0.0.22", "/api/v1/password-resets", ask).await.expect(202);
    all_sent(&app).await;
    let links = links(&app, "new password");
    assert_eq!(links.len(), 5, "of thirteen");
    let body = json!({ "token": links[0], "password": OTHER });
    post_from(&app, "127.0.0.22", "/api/v1/password-resets/confirm", body).await.expect(200);
}

#[actix_web::test]
async fn links_that_one_address_makes_up_keep_no_other_address_from_a_real_one() {
    let app = start_or_skip!(strict());
    let mut refused = 0;
    for guess in 0..40 {
        let body = json!({ "token": format!("twt_{guess}"), "password": OTHER });
        let answer = post_from(&app, "127.0.0.3", "/api/v1/password-resets/confirm", body).await;
        refused += usize::from(answer.status == 429);
    }
    assert_eq!(refused, 10);
    let body = json!({ "token": "twt_x", "password": OTHER });
    let other = post_from(&app, "127.0.0.9", "/api/v1/password-resets/confirm", body).await;
    other.refused(422, "link_not_valid");
}

#[actix_web::test]
async fn a_stolen_session_cannot_guess_the_password_by_closing_or_changing_the_account() {
    let app = start_or_skip!(strict());
    let anna = app.person("anna").await;
    for guess in 0..12 {
        let answer = match guess % 3 {
            0 => {
                let body = json!({ "current_password": "not the password" });
                anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&body)).await
            }
            1 => {
                let body = json!({ "password": OTHER, "current_password": "not the password" });
                anna.patch("/api/v1/me", body).await
            }
            _ => {
                let browser = Browser::of(&app, "anna").await;
                let proof = browser.hidden("/account", "proof").await;
                let fields = [("proof", &*proof), ("current_password", "not the password")];
                assert_eq!(browser.post("/account/close", &fields).await.status, 403);
                continue;
            }
        };
        assert_eq!(answer.status, 403, "{}", answer.text);
    }
    let guess = async || {
        let body = json!({ "current_password": "not the password" });
        anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&body)).await
    };
    guess().await.refused(403, "wrong_password");
    guess().await.refused(403, "wrong_password");
    guess().await.refused(429, "too_many_requests");
    let owner = app.sign_in("anna", PASSWORD).await;
    let body = json!({ "password": OTHER, "current_password": PASSWORD });
    owner.patch("/api/v1/me", body).await.expect(200);
}

#[actix_web::test]
async fn changes_of_address_send_few_letters_from_one_account_and_to_one_mailbox() {
    let app = start_or_skip!(strict());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let change = async |who: &Caller<'_>, email: String| {
        let body = json!({ "email": email, "current_password": PASSWORD });
        who.patch("/api/v1/me", body).await.status
    };
    let mut changed = 0;
    for number in 0..30 {
        changed += usize::from(change(&anna, format!("t{number}@mail.example")).await == 200);
    }
    assert_eq!(changed, 5, "by account");
    for number in 0..3 {
        let email = format!("target+{number}@mail.example");
        let new = json!({ "handle": format!("eve{number}"), "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    }
    assert_eq!(change(&ben, "target+9@mail.example".to_owned()).await, 200);
    assert_eq!(change(&ben, "target+10@mail.example".to_owned()).await, 200);
    assert_eq!(change(&ben, "TARGET@mail.example".to_owned()).await, 429, "by mailbox");
    assert_eq!(change(&ben, "ben2@example.org".to_owned()).await, 200);
}

#[actix_web::test]
async fn invitations_keep_nobody_from_letters_of_their_own() {
    let app = start_or_skip!(strict());
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({})).await;
    let path = format!("/api/v1/matches/{id}/invitations");
    let mut refused = 0;
    for _ in 0..8 {
        refused += usize::from(anna.post(&path, json!({ "handle": "ben" })).await.status == 429);
    }
    assert_eq!(refused, 3);
    let id = ben.open(3, json!({})).await;
    let path = format!("/api/v1/matches/{id}/invitations");
    assert_ne!(ben.post(&path, json!({ "handle": "anna" })).await.status, 429);
    reset_link(&app, "ben@example.org").await;
}

/// Everything that somebody sees who registers: all but what they have typed themselves.
async fn registered(app: &TestApp, handle: &str, email: &str) -> Vec<String> {
    let new = json!({ "handle": handle, "email": email, "password": PASSWORD });
    let mut seen = Vec::new();
    let answer = app.anonymous().post("/api/v1/accounts", new).await;
    seen.push(format!("{} {}", answer.status, answer.text));
    let probe = app.sign_in(handle, PASSWORD).await;
    all_sent(app).await;
    let me = probe.get("/api/v1/me").await.expect(200);
    seen.push(format!("{} {}", me["email"] == email, me["confirmed"]));
    for letter in probe.get("/api/v1/me/letters").await.expect(200)["items"].as_array().unwrap() {
        seen.push(format!("{} {} {}", letter["kind"], letter["state"], letter["error"]));
    }
    let by_address = json!({ "login": email, "password": PASSWORD });
    let answer = app.anonymous().post("/api/v1/sessions", by_address).await;
    seen.push(format!("{} {}", answer.status, answer.text));
    let again = probe.post("/api/v1/accounts/confirmation-letters", json!({})).await;
    seen.push(format!("{} {}", again.status, again.text));
    seen
}

#[actix_web::test]
async fn nothing_that_who_registers_can_see_tells_whether_the_address_is_known() {
    let app = start_or_skip!();
    let victim = json!({ "handle": "anna", "email": "anna@example.org", "password": OTHER });
    app.anonymous().post("/api/v1/accounts", victim).await.expect(201);
    let link = app.letter("anna@example.org", "Confirm").await.token().unwrap();
    let link = json!({ "token": link });
    app.anonymous().post("/api/v1/accounts/confirm", link).await.expect(200);
    let known = registered(&app, "eve", "Anna@example.org").await;
    let free = registered(&app, "fred", "Fred@example.org").await;
    assert_eq!(known, free);
    let told = app.letter("anna@example.org", "already").await;
    assert!(told.text().contains("Hello anna") && !told.text().contains("token="));
    app.letter("Fred@example.org", "Confirm").await;
    app.sign_in("anna@example.org", OTHER).await;
    for email in ["anna@example.org", "gwen@example.org"] {
        let browser = Browser::new(&app);
        let handle = format!("page-{}", &email[..4]);
        let fields = [("handle", &*handle), ("email", email), ("password", PASSWORD)];
        let answer = browser.post("/register", &fields).await;
        assert_eq!((answer.status, &answer.headers["location"]), (303, &"/".parse().unwrap()));
    }
}

#[actix_web::test]
async fn a_change_to_an_address_that_somebody_has_looks_like_any_other() {
    let app = start_or_skip!();
    let (anna, _ben) = (app.person("anna").await, app.person("ben").await);
    let mut seen = Vec::new();
    for email in ["ben@example.org", "free@example.org"] {
        let body = json!({ "email": email, "current_password": PASSWORD });
        let mut me = anna.patch("/api/v1/me", body).await.expect(200);
        assert_eq!(me["email"], email);
        me["email"] = Value::Null;
        seen.push(me);
        // The next change leaves no letter to this address.
        all_sent(&app).await;
    }
    assert_eq!(seen[0], seen[1]);
    app.letter("ben@example.org", "already").await;
    app.letter("free@example.org", "Confirm").await;
    app.sign_in("ben@example.org", PASSWORD).await;
    let by_address = json!({ "login": "free@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/sessions", by_address).await.refused(401, "wrong_credentials");
}

#[actix_web::test]
async fn an_address_that_several_people_claim_belongs_to_whoever_confirms_it_first() {
    let app = start_or_skip!();
    for handle in ["eve", "anna"] {
        let new = json!({ "handle": handle, "email": "anna@example.org", "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
        all_sent(&app).await;
    }
    let links = links(&app, "Confirm");
    let confirm = async |link: &str| {
        app.anonymous().post("/api/v1/accounts/confirm", json!({ "token": link })).await
    };
    confirm(&links[1]).await.expect(200);
    confirm(&links[0]).await.refused(409, "address_not_possible");
    let me = app.sign_in("anna@example.org", PASSWORD).await.get("/api/v1/me").await.expect(200);
    assert_eq!(me["handle"], "anna");
}

#[actix_web::test]
async fn a_reset_does_the_same_work_whether_the_address_is_known_or_not() {
    let app = start_or_skip!();
    app.person("anna").await;
    for email in ["anna@example.org", "nobody@example.org"] {
        let before = number(&app.db, "letters");
        let ask = json!({ "email": email });
        app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
        assert_eq!(number(&app.db, "letters") - before, 1, "{email}");
    }
    all_sent(&app).await;
    assert_eq!(number(&app.db, "letters WHERE state = 'withdrawn'"), 1);
}

#[actix_web::test]
async fn who_never_confirmed_an_address_gets_a_new_password_by_letter_too() {
    let app = start_or_skip!();
    let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let link = reset_link(&app, "anna@example.org").await;
    let body = json!({ "token": link, "password": OTHER });
    app.anonymous().post("/api/v1/password-resets/confirm", body).await.expect(200);
    let anna = app.sign_in("anna@example.org", OTHER).await;
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["confirmed"], true);
}

/// Where a text is found in the database: tables and columns.
fn traces(database: &Db, text: &str) -> Vec<String> {
    #[derive(QueryableByName)]
    struct Found {
        #[diesel(sql_type = diesel::sql_types::Text)]
        place: String,
    }
    let columns = [
        ("accounts", "id || handle || handle_key || email || email_key || address_key"),
        ("tickets", "email"),
        ("api_tokens", "name"),
        ("letters", "data || COALESCE(error, '')"),
        ("sealed", "handle"),
    ];
    let query = columns.map(|(table, columns)| {
        format!("SELECT '{table}' AS place FROM {table} WHERE {columns} LIKE '%{text}%'")
    });
    let query = query.join(" UNION ALL ");
    let found = database.read_blocking(|conn| {
        Ok(diesel::sql_query(query).load::<Found>(conn).expect("the tables are there"))
    });
    found.unwrap().into_iter().map(|found| found.place).collect()
}

#[actix_web::test]
async fn nothing_of_name_and_address_is_left_when_an_account_is_closed() {
    let app = start_or_skip!();
    let anna = app.person("annabel").await;
    let id = anna.open(2, json!({})).await;
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    let new = json!({ "name": "bot of annabel", "scopes": ["read"] });
    anna.post("/api/v1/me/tokens", new).await.expect(201);
    reset_link(&app, "annabel@example.org").await;
    // The last letter to the address before cannot be delivered, and says so.
    app.sink.refuse(&["550 no annabel@example.org here"]);
    let change = json!({ "email": "annabel2@example.org", "current_password": PASSWORD });
    anna.patch("/api/v1/me", change).await.expect(200);
    all_sent(&app).await;
    assert!(traces(&app.db, "annabel").len() > 3);
    let close = json!({ "current_password": PASSWORD });
    let close = anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&close);
    anna.send(close).await.expect(204);
    assert_eq!(traces(&app.db, "annabel"), Vec::<String>::new());
}

#[actix_web::test]
async fn nobody_takes_a_handle_like_those_of_closed_accounts() {
    let app = start_or_skip!();
    for handle in ["gone-0123456789ab", "Gone-with-the-wind"] {
        let new = json!({ "handle": handle, "email": "eve@example.org", "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.refused(409, "handle_taken");
    }
}

#[actix_web::test]
async fn passwords_that_everybody_guesses_are_refused_wherever_one_is_set() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let link = reset_link(&app, "anna@example.org").await;
    for easy in ["          ", "1234567890", "aaaaaaaaaa", "Qwertyuiop", "q1w2e3r4t5"] {
        let new = json!({ "handle": "eve", "email": "eve@example.org", "password": easy });
        let refused = app.anonymous().post("/api/v1/accounts", new).await;
        refused.refused(422, "password_too_easy");
        let change = json!({ "password": easy, "current_password": PASSWORD });
        anna.patch("/api/v1/me", change).await.refused(422, "password_too_easy");
        let reset = json!({ "token": link, "password": easy });
        let reset = app.anonymous().post("/api/v1/password-resets/confirm", reset).await;
        reset.refused(422, "password_too_easy");
    }
    let (composed, decomposed) = ("p\u{e4}ssw\u{f6}rter 12", "pa\u{308}sswo\u{308}rter 12");
    let reset = json!({ "token": link, "password": composed });
    app.anonymous().post("/api/v1/password-resets/confirm", reset).await.expect(200);
    app.sign_in("anna", decomposed).await;
}

#[actix_web::test]
async fn addresses_without_a_public_host_are_refused() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for email in ["eve@[127.0.0.1]", "eve@[IPv6:::1]", "eve@127.0.0.1", "eve@localhost", "eve@10.1"]
    {
        let new = json!({ "handle": "eve", "email": email, "password": PASSWORD });
        let answer = app.anonymous().post("/api/v1/accounts", new).await;
        assert_eq!(answer.refused(422, "invalid_field")["field"], "email");
        let change = json!({ "email": email, "current_password": PASSWORD });
        anna.patch("/api/v1/me", change).await.refused(422, "invalid_field");
        let ask = json!({ "email": email });
        let answer = app.anonymous().post("/api/v1/password-resets", ask).await;
        answer.refused(422, "invalid_field");
    }
}

#[actix_web::test]
async fn what_is_over_is_removed_and_what_is_not_stays() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let people = people(&app.db, &clock);
    let anna = app.person("anna").await;
    reset_link(&app, "anna@example.org").await;
    let ask = json!({ "email": "nobody@example.org" });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    all_sent(&app).await;
    anna.delete("/api/v1/sessions/current").await.expect(204);
    let login = json!({ "login": "anna", "password": PASSWORD });
    let session = app.anonymous().post("/api/v1/sessions", login).await.expect(201);
    let body = json!({ "refresh_token": session["refresh_token"] });
    let second = app.anonymous().post("/api/v1/sessions/refresh", body).await.expect(201);
    let refresh = json!({ "refresh_token": second["refresh_token"] });
    let rows = || {
        let tables = ["tickets", "sessions", "refresh_tokens", "letters WHERE state = 'withdrawn'"];
        tables.map(|table| number(&app.db, table))
    };
    assert_eq!(rows(), [1, 2, 3, 1]);
    people.tidy().await.unwrap();
    assert_eq!(rows(), [1, 2, 3, 0], "but for the letter to nobody");
    clock.advance(Duration::days(2));
    people.tidy().await.unwrap();
    assert_eq!(rows(), [0, 1, 2, 0], "the link has expired, one session has ended");
    clock.advance(Duration::days(15));
    people.tidy().await.unwrap();
    assert_eq!(rows(), [0, 1, 1, 0], "the refresh token that was exchanged");
    app.anonymous().post("/api/v1/sessions/refresh", refresh).await.expect(201);
    clock.advance(Duration::days(60));
    people.tidy().await.unwrap();
    assert_eq!(rows(), [0, 0, 0, 0]);
}

#[actix_web::test]
async fn a_token_that_may_not_read_is_shown_nothing() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let play = json!({ "name": "bot", "scopes": ["play"] });
    anna.post("/api/v1/me/tokens", play).await.refused(422, "invalid_field");
    // One that an older version made.
    let token = make_token(&anna).await;
    let changed = app.db.write(|tx| {
        let query = diesel::sql_query("UPDATE api_tokens SET scopes = 'play'");
        Ok(query.execute(&mut **tx).expect("the table is there"))
    });
    assert_eq!(changed.await.unwrap(), 1);
    let mut script = app.anonymous();
    script.token = Some(token);
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "A match" });
    script.post("/api/v1/matches", wish).await.refused(403, "scope_missing");
    let id = anna.open(2, json!({ "visibility": "public" })).await;
    let join = script.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await;
    join.refused(403, "scope_missing");
    script.get(&format!("/api/v1/matches/{id}")).await.refused(403, "scope_missing");
}

/// The memory of a process, in megabytes.
fn megabytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

#[actix_web::test]
async fn two_hundred_sign_ins_eight_at_a_time_take_the_memory_of_two() {
    let folder = tempfile::tempdir().unwrap();
    let server = super::process::serve(folder.path(), &[("TURNWISE_RATE", "10000")]);
    let client = reqwest::Client::new();
    let sign_in = async |_: usize| {
        let body = json!({ "login": "nobody", "password": "not the password" });
        let request = client.post(format!("{}/api/v1/sessions", server.url)).json(&body);
        assert_eq!(request.send().await.unwrap().status(), 401);
    };
    // Both threads have had their memory once.
    futures_util::future::join_all((0..8).map(sign_in)).await;
    let before = megabytes(server.child.id());
    for _ in 0..25 {
        futures_util::future::join_all((0..8).map(sign_in)).await;
    }
    let after = megabytes(server.child.id());
    assert!(after < before + 20 && after < 120, "{before} MB before, {after} MB afterwards");
}
