//! Guesses and floods: nobody gets in by many tries, and nobody is locked out by them.

use super::app::{Caller, PASSWORD, TestApp, Wish, new_database};
use super::credentials::{OTHER, all_sent, links, number, people, post_from, reset_link};
use super::smtp::Received;
use super::streams::run;
use super::visitor::Browser;
use crate::start_or_skip;
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::sync::mpsc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use turnwise::clock::Clock;
use turnwise::db::{Conn, Db};
use turnwise::mail::queue::Verdict;

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
        let answer = post_from(&app, "127.0.0.21", "/api/v1/sessions", wrong("anna")).await;
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

/// What wrong passwords for a login are answered, from this address on by one each.
async fn answers(app: &TestApp, login: &str, network: u8) -> Vec<(u16, Value)> {
    let mut said = Vec::new();
    for number in 1..=50 {
        let from = format!("127.{network}.0.{number}");
        let answer = post_from(app, &from, "/api/v1/sessions", wrong(login)).await;
        let problem: Value = serde_json::from_str(&answer.text).expect("JSON");
        said.push((answer.status, problem["code"].clone()));
    }
    said
}

#[actix_web::test]
async fn wrong_passwords_for_a_handle_do_not_show_which_address_belongs_to_it() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    app.person("ben").await;
    let by_handle = answers(&app, "anna", 1).await;
    assert!(by_handle.iter().any(|(status, _)| *status == 429), "{by_handle:?}");
    let own = answers(&app, "anna@example.org", 2).await;
    assert_eq!(own, answers(&app, "ben@example.org", 3).await, "somebody else's");
    assert_eq!(own, answers(&app, "nobody@example.org", 4).await, "nobody's");
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
    // And whoever has stolen a known browser cannot guess without end either; one that was
    // known before the password changed is a stranger's.
    let guess = [("login", "anna"), ("password", "not the password")];
    other.end_session();
    for (browser, refused) in [(&other, 10), (&home, 20)] {
        let mut answers = Vec::new();
        for _ in 0..20 {
            answers.push(browser.post("/sign-in", &guess).await.status);
        }
        assert_eq!(answers.iter().filter(|status| **status == 429).count(), refused);
    }
}

/// Keeps links on Postgres from being stored until the sender is dropped, while everybody
/// may count them: who counts without keeping others from it counts too few.
async fn count_at_once(app: &TestApp) -> (Option<mpsc::Sender<()>>, JoinHandle<()>) {
    let ((go_on, goes_on), (held, is_held)) = (mpsc::channel::<()>(), oneshot::channel());
    let db = app.db.clone();
    let holding = tokio::spawn(async move {
        let write = db.write(move |tx| {
            if let Conn::Postgres(conn) = &mut **tx {
                conn.batch_execute("LOCK TABLE tickets IN SHARE MODE")?;
                held.send(()).expect("the test waits");
                let _ = goes_on.recv();
            }
            Ok(())
        });
        write.await.expect("it is held");
    });
    // On SQLite nobody else could write: nothing is held there.
    let _ = is_held.await;
    (Some(go_on), holding)
}

#[actix_web::test]
async fn resets_that_strangers_ask_for_keep_no_owner_from_a_link_and_flood_nobody() {
    let app = start_or_skip!(strict());
    app.person("anna").await;
    let ask = json!({ "email": "anna@example.org" });
    let (mut go_on, holding) = count_at_once(&app).await;
    for stranger in 0..12 {
        if stranger == 6 {
            tokio::time::sleep(Duration::from_millis(300)).await;
            drop(go_on.take());
        }
        let address = format!("127.0.2.{stranger}");
        post_from(&app, &address, "/api/v1/password-resets", ask.clone()).await.expect(202);
    }
    holding.await.expect("it was held");
    post_from(&app, "127.0.0.22", "/api/v1/password-resets", ask).await.expect(202);
    all_sent(&app).await;
    let links = links(&app, "new password");
    assert_eq!(links.len(), 5, "of thirteen");
    let body = json!({ "token": links[0], "password": OTHER });
    post_from(&app, "127.0.0.22", "/api/v1/password-resets/confirm", body).await.expect(200);
    // No link works any more, so none of those that were sent keeps the owner from another.
    reset_link(&app, "anna@example.org").await;
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
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..strict() });
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
    // From several places, for one mailbox.
    let mut registered = 0;
    for number in 0..8 {
        let email = format!("target+{number}@mail.example");
        let new = json!({ "handle": format!("eve{number}"), "email": email, "password": PASSWORD });
        let from = format!("127.0.1.{}", 1 + number / 4);
        registered +=
            usize::from(post_from(&app, &from, "/api/v1/accounts", new).await.status == 201);
    }
    assert_eq!(registered, 8);
    assert_eq!(change(&ben, "TARGET@mail.example".to_owned()).await, 200, "nobody is kept out");
    let to_target = || {
        let letters = app.sink.letters().into_iter();
        letters.filter(|letter| letter.to.to_lowercase().contains("target")).count()
    };
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        if to_target() >= 5 {
            break;
        }
    }
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(to_target(), 5, "nobody is flooded");
    // The owner's own letter comes when the others are old.
    clock.advance(chrono::Duration::minutes(61));
    app.letter("TARGET@mail.example", "Confirm your address").await;
}

/// How many letters went to a mailbox of this name with this in their subject.
fn received(app: &TestApp, name: &str, subject: &str) -> usize {
    let about = |letter: &Received| letter.header("subject").is_some_and(|s| s.contains(subject));
    let letters = app.sink.letters();
    letters.iter().filter(|letter| letter.to.starts_with(name) && about(letter)).count()
}

#[actix_web::test]
async fn accounts_that_are_closed_again_send_no_more_letters_to_one_mailbox() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    for number in 0..8 {
        let (name, email) = (format!("eve{number}"), "target@mail.example");
        let new = json!({ "handle": name, "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
        for _ in 0..50 {
            tokio::time::sleep(Duration::from_millis(10)).await;
            if received(&app, "target", "Confirm") > number {
                break;
            }
        }
        let eve = app.sign_in(&name, PASSWORD).await;
        let close = json!({ "current_password": PASSWORD });
        let close = eve.request(reqwest::Method::DELETE, "/api/v1/me").json(&close);
        eve.send(close).await.expect(204);
    }
    assert_eq!(received(&app, "target", "Confirm"), 5);
    // What they are counted by says nothing and is gone after an hour.
    let kept = "letters WHERE mailbox IS NOT NULL AND data = '{}' AND error IS NULL";
    assert_eq!((number(&app.db, "letters"), number(&app.db, kept)), (5, 5));
    let people = people(&app.db, &clock);
    people.tidy().await.unwrap();
    assert_eq!(number(&app.db, "letters"), 5);
    clock.advance(chrono::Duration::minutes(61));
    people.tidy().await.unwrap();
    assert_eq!(number(&app.db, "letters"), 0);
}

#[actix_web::test]
async fn resets_for_many_names_of_one_mailbox_send_few_letters_and_keep_its_owner_from_none() {
    let app = start_or_skip!();
    app.person("anna").await;
    for number in 0..4 {
        let email = format!("anna+{number}@example.org");
        let new = json!({ "handle": format!("eve{number}"), "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
        let ask = json!({ "email": email });
        for _ in 0..3 {
            app.anonymous().post("/api/v1/password-resets", ask.clone()).await.expect(202);
        }
    }
    all_sent(&app).await;
    assert_eq!(received(&app, "anna+", "new password"), 5, "of twelve");
    let link = reset_link(&app, "anna@example.org").await;
    let body = json!({ "token": link, "password": OTHER });
    app.anonymous().post("/api/v1/password-resets/confirm", body).await.expect(200);
}

#[actix_web::test]
async fn two_processes_send_no_more_letters_to_one_mailbox_than_one() {
    let Some((database, _folder)) = new_database() else { return };
    let clock = Clock::of_the_machine();
    let processes = [(); 2].map(|()| Db::connect(&database).unwrap());
    let mut letters = Vec::new();
    for number in 0..10 {
        let (name, email) = (format!("eve{number}"), format!("target+{number}@mail.example"));
        let people = people(&processes[0], &clock);
        people.register(name.clone(), email, PASSWORD.into()).await.unwrap();
        let eve = people.by_handle(&name).await.unwrap().unwrap();
        letters.extend(people.letters(&eve.id).await.unwrap());
    }
    let claim = "UPDATE letters SET state = 'claimed'";
    run(&processes[0], claim, claim).await.unwrap();
    let composing = letters.into_iter().enumerate().map(|(at, letter)| {
        let db = &processes[at % 2];
        let people = people(db, &clock);
        db.write(move |tx| {
            let composed = people.compose(tx, &letter, "http://turnwise")?;
            std::thread::sleep(Duration::from_millis(50));
            Ok(matches!(composed, Verdict::Send(_)))
        })
    });
    let composed = join_all(composing).await.into_iter().map(Result::unwrap);
    assert_eq!(composed.filter(|sent| *sent).count(), 5);
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
