//! Invitations: by handle, what one is invited to, and what comes of it.

mod address;

use crate::app::{Caller, PASSWORD, TestApp, Wish};
use crate::start_or_skip;
use crate::visitor::Browser;
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use turnwise::accounts::operator::freeze;
use turnwise::clock::Clock;
use turnwise::db::audit::Deed;

fn path(id: &str) -> String {
    format!("/api/v1/matches/{id}/invitations")
}

async fn invited(who: &Caller<'_>) -> Vec<Value> {
    let list = who.get("/api/v1/me/invitations").await.expect(200);
    list["items"].as_array().unwrap().clone()
}

async fn guests(host: &Caller<'_>, id: &str) -> Vec<Value> {
    host.get(&path(id)).await.expect(200)["items"].as_array().unwrap().clone()
}

async fn decline(who: &Caller<'_>, id: &str, reason: &str) -> crate::app::Answer {
    let path = format!("/api/v1/me/invitations/{id}/decline");
    who.post(&path, json!({ "reason": reason })).await
}

/// The path and the query of the link that a letter holds below an address.
fn link(text: &str, path: &str) -> String {
    let at = text.find(&format!("{path}?")).unwrap_or_else(|| panic!("no {path} in {text}"));
    let rest = &text[at..];
    rest[..rest.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(rest.len())].to_owned()
}

fn token(link: &str) -> &str {
    link.split_once("token=").expect("a token").1
}

#[actix_web::test]
async fn who_is_invited_finds_it_looks_at_the_match_and_takes_a_seat_without_a_code() {
    let app = start_or_skip!();
    let (anna, ben, cleo) =
        (app.person("anna").await, app.person("ben").await, app.person("cleo").await);
    let id = anna.open(3, json!({ "title": "Among us", "visibility": "private" })).await;
    let look = format!("/api/v1/matches/{id}");
    assert!(invited(&ben).await.is_empty());
    ben.get(&look).await.refused(404, "not_found");
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    let all = invited(&ben).await;
    assert_eq!(all.len(), 1);
    assert_eq!((&all[0]["by"], &all[0]["match"]["id"]), (&json!("anna"), &json!(id)));
    assert_eq!(all[0]["match"]["title"], "Among us");
    ben.get(&look).await.expect(200);
    // Nobody else is let in by it, and nobody else hears of it.
    cleo.get(&look).await.refused(404, "not_found");
    cleo.post(&format!("{look}/seats"), json!({})).await.refused(404, "not_found");
    assert!(invited(&cleo).await.is_empty() && invited(&anna).await.is_empty());
    ben.get(&path(&id)).await.refused(404, "not_found");
    assert_eq!(guests(&anna, &id).await[0]["answer"], "waiting");
    ben.post(&format!("{look}/seats"), json!({})).await.expect(201);
    assert!(invited(&ben).await.is_empty());
    assert_eq!(guests(&anna, &id).await[0]["answer"], "accepted");
    // It is no key for later: once the match has begun, nobody is let in by it.
    anna.post(&path(&id), json!({ "handle": "cleo" })).await.expect(202);
    anna.post(&format!("{look}/start"), json!({})).await.expect(200);
    assert!(invited(&cleo).await.is_empty());
    cleo.get(&look).await.refused(404, "not_found");
}

#[actix_web::test]
async fn declining_is_final_for_the_match_and_the_host_hears_why() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "title": "Sunday", "visibility": "private" })).await;
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    decline(&ben, &id, &"x".repeat(201)).await.refused(422, "invalid_field");
    decline(&ben, &id, "I am away\u{202e} until Easter.").await.refused(422, "invalid_field");
    decline(&ben, &id, "I am away until Easter.").await.expect(204);
    decline(&ben, &id, "").await.refused(404, "not_found");
    assert!(invited(&ben).await.is_empty());
    ben.get(&format!("/api/v1/matches/{id}")).await.refused(404, "not_found");
    let all = guests(&anna, &id).await;
    assert_eq!(all[0]["handle"], "ben");
    assert_eq!(
        (&all[0]["answer"], &all[0]["reason"]),
        (&json!("declined"), &json!("I am away until Easter."))
    );
    let letter = app.letter("anna@example.org", "Sunday: ben declines").await.text();
    assert!(letter.contains("declines your invitation") && letter.contains("until Easter"));
    anna.post(&path(&id), json!({ "handle": "ben" })).await.refused(409, "invitation_declined");
    // It is this match only.
    let other = anna.open(3, json!({})).await;
    anna.post(&path(&other), json!({ "handle": "ben" })).await.expect(202);
    assert_eq!(invited(&ben).await.len(), 1);
}

#[actix_web::test]
async fn what_was_declined_stays_so_for_as_long_as_the_match_waits_and_whoever_had_asked_leaves() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let cleo = app.person("cleo").await;
    let id = anna.open(3, json!({})).await;
    cleo.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await.expect(201);
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    decline(&ben, &id, "Never.").await.expect(204);
    assert_eq!(anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.status, 200);
    closed(&anna).await;
    clock.advance(Duration::days(29));
    app.matches.as_ref().expect("it serves here").forget_invitations().await.unwrap();
    let cleo = app.sign_in("cleo", PASSWORD).await;
    cleo.post(&path(&id), json!({ "handle": "ben" })).await.refused(409, "invitation_declined");
    let all = guests(&cleo, &id).await;
    assert_eq!((&all[0]["answer"], &all[0]["reason"]), (&json!("declined"), &json!("")));
}

#[actix_web::test]
async fn an_invitation_stands_for_two_weeks_and_can_be_given_anew() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let (anna, _ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "visibility": "private" })).await;
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    clock.advance(Duration::days(13));
    let ben = app.sign_in("ben", PASSWORD).await;
    assert_eq!(invited(&ben).await.len(), 1);
    clock.advance(Duration::days(1) + Duration::seconds(1));
    let (anna, ben) = (app.sign_in("anna", PASSWORD).await, app.sign_in("ben", PASSWORD).await);
    assert!(invited(&ben).await.is_empty());
    ben.get(&format!("/api/v1/matches/{id}")).await.refused(404, "not_found");
    assert_eq!(guests(&anna, &id).await[0]["answer"], "expired");
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    assert_eq!(invited(&ben).await.len(), 1);
}

/// Closes an account.
async fn closed(who: &Caller<'_>) {
    let closing = json!({ "current_password": PASSWORD });
    let close = || who.send(who.request(Method::DELETE, "/api/v1/me").json(&closing));
    let mut closed = close().await;
    // While a letter to them is written, Postgres may say so.
    while closed.status == 503 {
        closed = close().await;
    }
    closed.expect(204);
}

/// A service in which news settle for three minutes, and its clock.
async fn unhurried() -> Option<(TestApp, Clock)> {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let wish = Wish { clock: clock.clone(), settling: 180, ..Wish::default() };
    Some((TestApp::start(wish).await?, clock))
}

#[actix_web::test]
async fn an_invitation_is_told_in_the_name_of_who_has_given_it_and_of_nobody_else() {
    let Some((app, clock)) = unhurried().await else { return };
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = anna.open(4, json!({})).await;
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    cleo.join(&id).await;
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    assert_eq!(invited(&ben).await[0]["by"], "anna");
    clock.advance(Duration::seconds(181));
    app.letter("ben@example.org", "anna invites you").await;
    let of_cleo = |letter: &crate::smtp::Received| letter.raw.contains("cleo invites");
    assert!(!app.sink.letters().iter().any(of_cleo));
}

#[actix_web::test]
async fn whoever_hosts_now_can_ask_anew_in_their_own_name_but_for_whom_the_guest_has_blocked() {
    let Some((app, _)) = unhurried().await else { return };
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = anna.open(4, json!({})).await;
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    cleo.join(&id).await;
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    ben.put("/api/v1/me/blocks/cleo", json!({})).await.expect(204);
    cleo.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    assert_eq!(invited(&ben).await[0]["by"], "anna", "a block takes no invitation away");
    ben.delete("/api/v1/me/blocks/cleo").await.expect(204);
    cleo.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    let asked = invited(&ben).await;
    assert!(asked.len() == 1 && asked[0]["by"] == "cleo", "{asked:?}");
    // She hears the answer, since she has asked.
    decline(&ben, &id, "Not this week.").await.expect(204);
    assert_eq!(app.notices("cleo").await.last().unwrap().kind, "invitation_declined");
}

#[actix_web::test]
async fn nobody_is_invited_in_the_name_of_a_person_who_is_frozen() {
    let Some((app, clock)) = unhurried().await else { return };
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(4, json!({})).await;
    anna.post(&path(&id), json!({ "email": "dora@example.org" })).await.expect(202);
    let letter = app.letter("dora@example.org", "anna invites you").await.text();
    let seat = link(&letter, "/invited");
    assert_eq!(Browser::new(&app).get(&seat).await.status, 200);
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    let (deed, now) = (Deed { by: "olga".into(), why: "spam".into() }, clock.now());
    app.db.write(move |tx| freeze(tx, "anna", &deed, now)).await.expect("frozen");
    clock.advance(Duration::seconds(181));
    app.dropped("ben", 1).await;
    assert!(invited(&ben).await.is_empty());
    let browser = Browser::new(&app);
    assert_eq!(browser.get(&seat).await.status, 422);
    let fields = [
        ("token", token(&seat)),
        ("handle", "dora"),
        ("email", "dora@example.org"),
        ("password", PASSWORD),
    ];
    assert_eq!(browser.post("/invited", &fields).await.status, 422);
    let ben_heard = |letter: &crate::smtp::Received| {
        letter.to == "ben@example.org" && letter.raw.contains("invites you")
    };
    assert!(!app.sink.letters().iter().any(ben_heard));
}

#[actix_web::test]
async fn whoever_declines_and_closes_their_account_takes_no_other_news_along() {
    let Some((app, clock)) = unhurried().await else { return };
    let [anna, ben, cleo, dora] = [
        app.person("anna").await,
        app.person("ben").await,
        app.person("cleo").await,
        app.person("dora").await,
    ];
    let id = anna.open(4, json!({ "title": "Sunday" })).await;
    for (guest, handle) in [(&ben, "ben"), (&cleo, "cleo"), (&dora, "dora")] {
        anna.post(&path(&id), json!({ "handle": handle })).await.expect(202);
        decline(guest, &id, "No time.").await.expect(204);
    }
    let closing = json!({ "current_password": PASSWORD });
    let gone = ben.send(ben.request(Method::DELETE, "/api/v1/me").json(&closing)).await;
    assert_eq!(gone.status, 204, "{}", gone.text);
    clock.advance(Duration::seconds(181));
    let letter = app.letter("anna@example.org", "Sunday: news").await.text();
    assert!(letter.contains("cleo declines") && letter.contains("dora declines"), "{letter}");
    // Whom she has blocked meanwhile she does not hear.
    let other = anna.open(4, json!({})).await;
    anna.post(&path(&other), json!({ "handle": "cleo" })).await.expect(202);
    anna.put("/api/v1/me/blocks/cleo", json!({})).await.expect(204);
    decline(&cleo, &other, "You are a fool.").await.expect(204);
    clock.advance(Duration::seconds(181));
    app.dropped("anna", 2).await;
    assert!(!app.sink.letters().iter().any(|letter| letter.raw.contains("a fool")));
    assert_eq!(guests(&anna, &other).await[0]["reason"], "");
}

#[actix_web::test]
async fn the_pages_show_who_is_invited_and_take_the_answer() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "title": "Sunday", "visibility": "private" })).await;
    let host = Browser::of(&app, "anna").await;
    let room = format!("/matches/{id}");
    let proof = host.hidden(&room, "proof").await;
    for (whom, said) in [("ben", "A letter to ben is on its way"), ("dora@example.org", "unless")] {
        let fields = [("proof", &*proof), ("whom", whom)];
        let page = host.post(&format!("{room}/invitations"), &fields).await;
        assert!(page.status == 200 && page.text.contains(said), "{}", page.text);
    }
    let page = host.get(&room).await.text;
    assert!(
        page.contains("ben has not answered yet.")
            && page.contains("dora@example.org was written to.")
    );
    let guest = Browser::of(&app, "ben").await;
    let front = guest.get("/").await.text;
    assert!(front.contains("Invitations") && front.contains("anna invites you"), "{front}");
    assert!(guest.get(&room).await.text.contains("Decline the invitation"));
    let proof = guest.hidden("/", "proof").await;
    let fields = [("proof", &*proof), ("reason", "No time.")];
    let done = guest.post(&format!("{room}/decline"), &fields).await;
    assert_eq!((done.status, &done.headers["location"]), (303, &"/".parse().unwrap()));
    assert!(!guest.get("/").await.text.contains("anna invites you"));
    let page = host.get(&room).await.text;
    assert!(page.contains("ben has declined: “No time.”"), "{page}");
    assert_eq!(ben.get("/api/v1/me/invitations").await.expect(200)["items"], json!([]));
}
