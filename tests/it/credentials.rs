//! Passwords, links, tokens and addresses, as strangers try to get or to wear them out.

use super::app::{Answer, Caller, PASSWORD, TestApp, Wish, new_database};
use super::smtp::Received;
use super::visitor::Browser;
use crate::start_or_skip;
use chrono::Duration;
use diesel::sql_types::BigInt;
use futures_util::future::join_all;
use serde_json::{Value, json};
use turnwise::accounts::password::Strength;
use turnwise::accounts::profile::{ApiTokens, Change, NewPassword, Proof};
use turnwise::accounts::session::{Named, Tokens};
use turnwise::accounts::{Accounts, operator};
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::audit::Deed;
use turnwise::db::letters::LetterRow;
use turnwise::db::query::prelude::*;
use turnwise::error::{Error, Kind};
use turnwise::mail::content::Content;
use turnwise::mail::kind::LetterKind;
use turnwise::mail::letter::Draft;
use turnwise::mail::outbox::Kept;
use turnwise::mail::queue::{Letter, Verdict};

pub(super) const OTHER: &str = "staple correct horse";

/// People without a server.
pub(super) fn people(db: &Db, clock: &Clock) -> Accounts {
    let secret = "a secret of the tests, long enough";
    Accounts::new(db.clone(), clock.clone(), secret, Strength::Feeble, 10).unwrap()
}

/// The number that a query of one number gives.
pub(super) fn number(db: &Db, query: &str) -> i64 {
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

pub(super) async fn make_token(anna: &Caller<'_>) -> String {
    let new = json!({ "name": "bot", "scopes": ["read"] });
    let made = anna.post("/api/v1/me/tokens", new).await.expect(201);
    made["token"].as_str().unwrap().to_owned()
}

pub(super) async fn reset_link(app: &TestApp, email: &str) -> String {
    let before = links(app, "new password").len();
    let ask = json!({ "email": email });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    all_sent(app).await;
    links(app, "new password").split_off(before).pop().expect("a letter")
}

/// Waits until no letter is left to send.
pub(super) async fn all_sent(app: &TestApp) {
    while number(&app.db, "letters WHERE state IN ('queued', 'claimed')") > 0 {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}

/// The links of all letters so far with this in their subject.
pub(super) fn links(app: &TestApp, subject: &str) -> Vec<String> {
    let letters = app.sink.letters();
    let about = |letter: &&Received| letter.header("subject").is_some_and(|s| s.contains(subject));
    letters.iter().filter(about).filter_map(Received::token).collect()
}

/// What a token of a script is answered.
pub(super) async fn shown(app: &TestApp, token: &str) -> Answer {
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
async fn whoever_has_another_password_is_told_at_the_address_that_was_theirs() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let thief = json!({
        "password": OTHER, "email": "thief@example.org", "current_password": PASSWORD,
    });
    anna.patch("/api/v1/me", thief).await.expect(200);
    let letter = app.letter("anna@example.org", "Your password at Turnwise was changed").await;
    assert!(letter.text().contains("/forgot"), "it says what to do");
    // Nobody has said that the other address wants letters.
    app.letter("thief@example.org", "Confirm your address").await;
    let change = json!({ "password": PASSWORD, "current_password": OTHER });
    app.sign_in("anna", OTHER).await.patch("/api/v1/me", change).await.expect(200);
    app.sign_in("anna", PASSWORD).await;
    app.person("ben").await;
    let told = app.sink.letters().into_iter().filter(|letter| letter.to == "thief@example.org");
    assert_eq!(told.count(), 1);
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
    people.change(&anna, new_password(OTHER)).await.unwrap();
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
    people.change(&anna, new_password(OTHER)).await.unwrap();
    let [first, second] = [
        people.recognize(first, PASSWORD.into()).await.unwrap(),
        people.recognize(second, PASSWORD.into()).await.unwrap(),
    ];
    let late = people.sign_in(first, None).await.map(drop).unwrap_err();
    assert_eq!(late.kind(), Kind::Unauthenticated);
    let late = people.sign_in_with_browser(second, None).await.map(drop).unwrap_err();
    assert_eq!(late.kind(), Kind::Unauthenticated);
}

async fn signed_in(people: &Accounts, named: Named) -> turnwise::error::Result<Tokens> {
    people.sign_in(people.recognize(named, PASSWORD.into()).await?, None).await
}

fn new_password(password: &str) -> Change {
    let new = NewPassword { password: password.to_owned(), tokens: ApiTokens::Keep };
    let proof = Proof { password: Some(PASSWORD.to_owned()), code: None };
    Change { password: Some(new), proof, ..Change::default() }
}

#[actix_web::test]
async fn nothing_at_the_same_moment_undoes_a_new_password_or_a_closed_account() {
    let Some((database, _folder)) = new_database() else { return };
    let processes = [(); 2].map(|()| Db::connect(&database).unwrap());
    let [here, there] = [0, 1].map(|at| people(&processes[at], &Clock::of_the_machine()));
    for round in 0..12 {
        let (name, email) = (format!("anna{round}"), format!("anna{round}@example.org"));
        here.register(name.clone(), email, PASSWORD.into()).await.unwrap();
        let anna = here.by_handle(&name).await.unwrap().unwrap();
        let link = here.unsubscribe_token(&anna.id, &[LetterKind::YourTurn]);
        let (named, late) = (here.named(&name).await.unwrap(), there.named(&name).await.unwrap());
        let (changed, muted, left, session) = futures_util::join!(
            here.change(&anna, new_password(OTHER)),
            join_all((0..8).map(|_| {
                let muted = Some(vec![LetterKind::Invitation]);
                there.change(&anna, Change { muted, ..Change::default() })
            })),
            join_all((0..8).map(|_| there.unsubscribe(&link))),
            signed_in(&there, late),
        );
        changed.expect("another password");
        assert!(muted.iter().all(Result::is_ok) && left.iter().all(Result::is_ok));
        if let Ok(tokens) = session {
            there.by_access_token(&tokens.access).await.map(drop).expect_err("it has ended");
        }
        let old = signed_in(&here, named).await;
        assert_eq!(old.map(drop).unwrap_err().kind(), Kind::Unauthenticated, "round {round}");
        let proof = Proof { password: Some(OTHER.to_owned()), code: None };
        let (closed, _) = futures_util::join!(
            here.close(&anna, proof),
            join_all((0..8).map(|_| there.unsubscribe(&link))),
        );
        closed.expect("a closed account");
        assert!(here.by_handle(&name).await.unwrap().is_none(), "round {round}");
    }
}

#[actix_web::test]
async fn letters_that_cannot_go_while_the_mail_server_is_away_count_as_none() {
    let Some((database, _folder)) = new_database() else { return };
    let db = Db::connect(&database).unwrap();
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let people = people(&db, &clock);
    let register = people.register("anna".into(), "anna@example.org".into(), PASSWORD.into());
    register.await.unwrap();
    people.forgot_password("anna@example.org").await.unwrap();
    let letters = db.read(|conn| LetterRow::first_due(conn, 50)).await.unwrap();
    assert_eq!(letters.len(), 2);
    for letter in letters.into_iter().map(|row| row.envelope().unwrap()) {
        for probe in 0..20 {
            let (people, letter) = (people.clone(), letter.clone());
            let kind = letter.kind;
            let composed = db.write(move |tx| people.compose(tx, &letter, "http://turnwise"));
            let composed = composed.await.unwrap();
            assert!(matches!(composed, Verdict::Send(_)), "{kind:?} at probe {probe}");
            clock.advance(Duration::seconds(5));
        }
    }
    assert!(number(&db, "tickets") <= 4, "nor do their links pile up");
}

#[actix_web::test]
async fn a_link_that_was_delivered_works_however_many_letters_after_it_cannot_be_sent() {
    let Some((database, _folder)) = new_database() else { return };
    let db = Db::connect(&database).unwrap();
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let people = people(&db, &clock);
    let register = people.register("anna".into(), "anna@example.org".into(), PASSWORD.into());
    register.await.unwrap();
    let anna = people.by_handle("anna").await.unwrap().unwrap();
    let link = async |number: i32| {
        let kind = LetterKind::ResetPassword;
        let letter = Letter::new(number.to_string(), &anna.id, kind, clock.now());
        let people = people.clone();
        let composed = db.write(move |tx| people.compose(tx, &letter, "")).await.unwrap();
        let Verdict::Send(Draft { content: Content::ResetPassword { link, .. }, .. }) = composed
        else {
            panic!("no link in {composed:?}")
        };
        link.split_once("token=").unwrap().1.to_owned()
    };
    let delivered = link(0).await;
    for letter in 1..40 {
        clock.advance(Duration::minutes(10));
        assert_eq!(link(letter).await, link(-letter).await, "one for all that ask at once");
    }
    assert!((7..=8).contains(&number(&db, "tickets")), "one an hour");
    let new = || NewPassword { password: OTHER.to_owned(), tokens: ApiTokens::Keep };
    let last = link(99).await;
    // Begun while the link was good, and overtaken.
    let late = people.begin_reset(last.clone(), new()).await.expect("it is good still");
    let begun = people.begin_reset(delivered.clone(), new()).await.expect("it is good");
    people.reset_password(begun, None).await.expect("it works");
    people.reset_password(late, None).await.expect_err("it is used up");
    for used in [delivered, last] {
        people.begin_reset(used, new()).await.expect_err("it is used up");
    }
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
async fn nobody_is_called_like_a_closed_account_for_ninety_days() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let people = people(&app.db, &clock);
    let anna = app.person("Anna").await;
    let close = json!({ "current_password": PASSWORD });
    anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&close)).await.expect(204);
    let takes = async |handle: &str| {
        let new = json!({ "handle": handle, "email": "eve@example.org", "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await
    };
    takes("aNNa").await.refused(409, "handle_taken");
    people.tidy().await.expect("what is over is removed");
    clock.advance(Duration::days(89));
    takes("anna").await.refused(409, "handle_taken");
    clock.advance(Duration::days(2));
    people.tidy().await.expect("what is over is removed");
    takes("anna").await.expect(201);
}

#[actix_web::test]
async fn nobody_frees_a_handle_by_another_address_before_closing_the_account() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let change = json!({ "email": "else@example.org", "current_password": PASSWORD });
    anna.patch("/api/v1/me", change).await.expect(200);
    let close = json!({ "current_password": PASSWORD });
    anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&close)).await.expect(204);
    let new = json!({ "handle": "anna", "email": "eve@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.refused(409, "handle_taken");
}

#[actix_web::test]
async fn who_registers_while_an_account_is_closed_does_not_get_its_handle() {
    let app = start_or_skip!();
    app.person("anna").await;
    let register = async |handle: &str| {
        let email = format!("{handle}@else.example.org");
        let new = json!({ "handle": handle, "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await
    };
    let now = Clock::of_the_machine().now();
    let deed = || Deed { by: "eve".to_owned(), why: "she asked".to_owned() };
    let (closing, is_closing) = std::sync::mpsc::channel();
    let closed = app.db.write(move |tx| {
        operator::close(tx, "anna", &deed(), now)?;
        closing.send(()).map_err(Error::fault)?;
        // Others come before this is committed.
        std::thread::sleep(std::time::Duration::from_millis(500));
        Ok(())
    });
    let registered = async {
        let waited = tokio::task::spawn_blocking(move || is_closing.recv());
        waited.await.expect("no panic").expect("it is about to be closed");
        register("anna").await
    };
    let (closed, registered) = tokio::join!(closed, registered);
    closed.expect("it is closed");
    registered.refused(409, "handle_taken");
    // Nobody can have known who never confirmed an address and never sat down.
    register("cleo").await.expect(201);
    let closed = app.db.write(move |tx| operator::close(tx, "cleo", &deed(), now));
    closed.await.expect("it is closed");
    register("cleo").await.expect(201);
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
    let third = app.anonymous().post("/api/v1/sessions/refresh", refresh).await.expect(201);
    clock.advance(Duration::days(60 - 2 - 15));
    people.tidy().await.unwrap();
    assert_eq!(rows(), [0, 1, 1, 0], "nobody prolongs at this moment what is being removed");
    let late = json!({ "refresh_token": third["refresh_token"] });
    app.anonymous().post("/api/v1/sessions/refresh", late).await.refused(401, "session_ended");
    clock.advance(Duration::days(1));
    people.tidy().await.unwrap();
    assert_eq!(rows(), [0, 0, 0, 0]);
}

#[actix_web::test]
async fn a_token_that_may_not_read_is_shown_nothing() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let play = json!({ "name": "bot", "scopes": ["play"] });
    anna.post("/api/v1/me/tokens", play).await.refused(422, "invalid_field");
    // One that another version made, which knew what this one does not.
    let token = make_token(&anna).await;
    let changed = app.db.write(|tx| {
        let query = diesel::sql_query("UPDATE api_tokens SET scopes = 'play rule'");
        Ok(query.execute(tx).expect("the table is there"))
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
    let listed = anna.get("/api/v1/me/tokens").await.expect(200);
    assert_eq!(listed["items"][0]["scopes"], json!(["play"]));
}

/// The memory of a process, in megabytes, without the pages of its program file.
fn megabytes(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("RssAnon")).unwrap();
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
    assert!(after < before + 20 && after < 90, "{before} MB before, {after} MB afterwards");
}
