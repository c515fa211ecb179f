//! Invitations by address: one letter, whether somebody here has it or not.

use super::*;
use crate::app::added;
use crate::credentials::all_sent;
use turnwise::db::invitations;

#[actix_web::test]
async fn somebody_without_an_account_comes_from_one_letter_to_a_seat_in_one_step() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(3, json!({ "title": "Buy evil things", "visibility": "private" })).await;
    anna.post(&path(&id), json!({ "email": "Dora+games@Example.org" })).await.expect(202);
    let letter = app.letter("Dora+games@Example.org", "anna invites you to play").await;
    let text = letter.text();
    // What a host writes reaches nobody who has not asked for it.
    assert!(!letter.raw.contains("evil"), "{text}");
    let seat = link(&text, "/invited");
    assert!(letter.header("list-unsubscribe").unwrap().contains("/invited/never?token="));
    let mut browser = Browser::new(&app);
    let page = browser.get(&seat).await;
    assert_eq!(page.status, 200, "{}", page.text);
    assert!(page.text.contains("anna invites you") && page.text.contains("Dora+games@Example.org"));
    // They add to the chance, and know the hash of the seed before.
    assert!(page.text.contains("name=\"entropy\" type=\"text\" value=\"\""), "{}", page.text);
    assert!(page.text.contains(anna.look(&id).await["seed_hash"].as_str().expect("a hash")));
    let fields = |handle, email| {
        let who = [("handle", handle), ("email", email), ("password", PASSWORD)];
        [&[("token", token(&seat)), ("entropy", "dora's dice")][..], &who].concat()
    };
    // What does not fit is said in the form, and the link goes on working.
    let wrong = browser.post("/invited", &fields("anna", "Dora+games@Example.org")).await;
    assert!(wrong.status == 409 && wrong.text.contains("handle is taken"), "{}", wrong.text);
    let done = browser.post("/invited", &fields("dora", "Dora+games@Example.org")).await;
    assert_eq!(done.status, 303, "{}", done.text);
    assert_eq!(done.headers["location"], format!("/matches/{id}"));
    browser.keep_cookies(&done);
    assert!(browser.get(&format!("/matches/{id}")).await.text.contains("At the table"));
    let dora = app.sign_in("dora", PASSWORD).await;
    assert_eq!(dora.get("/api/v1/me").await.expect(200)["confirmed"], true);
    let seats = dora.look(&id).await["seats"].clone();
    assert_eq!(seats[1]["handle"], "dora");
    let all = guests(&anna, &id).await;
    assert_eq!(all[0]["email"], "Dora+games@Example.org");
    assert!(added(&dora, &id).await.contains(&"dora's dice".to_owned()));
    // Which of those at the table has the address, nobody is told.
    assert_eq!(all[0]["answer"], "waiting");
    // Clicked again by her it leads to the match; nobody else comes in by it.
    assert_eq!(browser.get(&seat).await.headers["location"], format!("/matches/{id}"));
    let stranger = Browser::new(&app);
    assert_eq!(stranger.get(&seat).await.status, 422);
    assert_eq!(stranger.post("/invited", &fields("eve", "eve@example.org")).await.status, 422);
    app.anonymous()
        .post("/api/v1/sessions", json!({ "login": "eve", "password": PASSWORD }))
        .await
        .refused(401, "wrong_credentials");
}

#[actix_web::test]
async fn whoever_is_passed_the_link_and_gives_another_address_has_to_confirm_that() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(4, json!({ "visibility": "private" })).await;
    anna.post(&path(&id), json!({ "email": "dora@example.org" })).await.expect(202);
    let letter = app.letter("dora@example.org", "invites you").await.text();
    let seat = link(&letter, "/invited");
    let browser = Browser::new(&app);
    let fields = [
        ("token", token(&seat)),
        ("handle", "eve"),
        ("email", "eve@example.org"),
        ("password", PASSWORD),
    ];
    assert_eq!(browser.post("/invited", &fields).await.status, 303);
    let eve = app.sign_in("eve", PASSWORD).await;
    assert_eq!(eve.get("/api/v1/me").await.expect(200)["confirmed"], false);
    assert_eq!(eve.look(&id).await["seats"][1]["handle"], "eve");
    app.letter("eve@example.org", "Confirm your address").await;
    // Whoever has an account comes with that one.
    anna.post(&path(&id), json!({ "email": "nobody@example.org" })).await.expect(202);
    let letter = app.letter("nobody@example.org", "invites you").await.text();
    let seat = link(&letter, "/invited");
    let browser = Browser::of(&app, "ben").await;
    let page = browser.get(&seat).await.text;
    assert!(page.contains("Take a seat") && !page.contains("name=\"password\""), "{page}");
    let proof = browser.hidden(&seat, "proof").await;
    let fields = [("token", token(&seat)), ("proof", &proof), ("entropy", "ben's dice")];
    let done = browser.post("/invited", &fields).await;
    assert_eq!(done.status, 303, "{}", done.text);
    assert!(added(&ben, &id).await.contains(&"ben's dice".to_owned()));
    assert_eq!(ben.look(&id).await["seats"][2]["handle"], "ben");
}

/// What a host is told and shown who invites by an address, with the times left out.
async fn told(app: &TestApp, host: &Caller<'_>, address: &str) -> (String, Vec<Value>, String) {
    let id = host.open(3, json!({ "visibility": "private" })).await;
    let answer = host.post(&path(&id), json!({ "email": address })).await;
    let first = answer.expect(202).to_string().replace(address, "ADDRESS");
    let again = host.post(&path(&id), json!({ "email": address })).await;
    assert_eq!(again.expect(202).to_string().replace(address, "ADDRESS"), first);
    app.letter(address, "invites you").await;
    let mut all = guests(host, &id).await;
    for guest in &mut all {
        assert_eq!(guest["email"], address);
        for field in ["email", "invited_at", "until"] {
            guest.as_object_mut().unwrap().remove(field);
        }
    }
    (first, all, id)
}

#[actix_web::test]
async fn nobody_learns_from_inviting_an_address_whether_somebody_here_has_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let (said, shown, id) = told(&app, &anna, "ben@example.org").await;
    let (said_of_none, shown_of_none, _) = told(&app, &anna, "nobody@example.org").await;
    assert_eq!((said, shown), (said_of_none, shown_of_none));
    // Ben finds it where he finds all others, and gets no second letter.
    assert_eq!(invited(&ben).await.len(), 1);
    anna.post(&path(&id), json!({ "handle": "ben" })).await.expect(202);
    assert_eq!(invited(&ben).await.len(), 1);
    let letters = app.sink.letters().into_iter();
    let letters = letters.filter(|letter| letter.to == "ben@example.org");
    assert_eq!(letters.filter(|one| one.header("subject").unwrap().contains("invites")).count(), 1);
    // Whoever is at the table already: nothing happens, and nobody is told so.
    let own = anna.open(3, json!({})).await;
    anna.post(&path(&own), json!({ "email": "anna@example.org" })).await.expect(202);
    assert!(invited(&anna).await.is_empty());
    // Declined by address, it is shown as the address; the handle stands as it stood.
    let other = anna.open(3, json!({})).await;
    anna.post(&path(&other), json!({ "email": "ben@example.org" })).await.expect(202);
    for _ in 0..200 {
        if invited(&ben).await.len() == 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(25)).await;
    }
    decline(&ben, &other, "").await.expect(204);
    let all = guests(&anna, &other).await;
    assert_eq!((&all[0]["handle"], &all[0]["answer"]), (&Value::Null, &json!("declined")));
    let letter = app.letter("anna@example.org", "ben@example.org declines").await.text();
    assert!(!letter.contains("ben declines"), "{letter}");
    anna.post(&path(&other), json!({ "handle": "ben" })).await.expect(202);
    let left = invited(&ben).await;
    assert!(left.len() == 1 && left[0]["match"]["id"] == json!(id), "declining is final: {left:?}");
}

#[actix_web::test]
async fn an_address_that_wants_no_invitations_gets_none_whoever_sends_them() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(3, json!({ "visibility": "private" })).await;
    anna.post(&path(&id), json!({ "email": "dora@example.org" })).await.expect(202);
    let letter = app.letter("dora@example.org", "invites you").await.text();
    let never = link(&letter, "/invited/never");
    let browser = Browser::new(&app);
    // Looking changes nothing; what a mail program sends does, and so does another time.
    let page = browser.get(&never).await.text;
    assert!(page.contains("No more invitations?"), "{never}: {page}");
    for _ in 0..2 {
        let done = browser.post(&never, &[("List-Unsubscribe", "One-Click")]).await;
        assert_eq!(done.status, 200, "{}", done.text);
    }
    let forged = never.replace("twn_", "twn_0");
    assert_eq!(browser.post(&forged, &[("List-Unsubscribe", "One-Click")]).await.status, 422);
    let other = ben.open(3, json!({})).await;
    ben.post(&path(&other), json!({ "email": "Dora+x@example.org" })).await.expect(202);
    ben.post(&path(&other), json!({ "email": "later@example.org" })).await.expect(202);
    app.letter("later@example.org", "ben invites you").await;
    assert!(app.sink.letters().iter().all(|letter| letter.to != "Dora+x@example.org"));
    // Nor is its owner written to once they have an account; there the invitation stands.
    let dora = app.person("dora").await;
    let third = ben.open(3, json!({})).await;
    ben.post(&path(&third), json!({ "email": "dora@example.org" })).await.expect(202);
    ben.post(&path(&third), json!({ "email": "last@example.org" })).await.expect(202);
    app.letter("last@example.org", "ben invites you").await;
    let standing = invited(&dora).await;
    assert!(standing.iter().any(|one| one["match"]["id"] == json!(third)), "{standing:?}");
    let told = app.notices("dora").await;
    assert!(told.iter().all(|notice| notice.match_id != third), "{told:?}");
}

#[actix_web::test]
async fn nobody_wears_out_strangers_or_the_service_with_invitations() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(3, json!({})).await;
    for wrong in [
        json!({}),
        json!({ "handle": "ben", "email": "ben@example.org" }),
        json!({ "email": "ben" }),
        json!({ "email": "ben@localhost" }),
    ] {
        anna.post(&path(&id), wrong).await.refused(422, "invalid_field");
    }
    for number in 0..10 {
        let to = format!("friend-{number}@example.org");
        anna.post(&path(&id), json!({ "email": to })).await.expect(202);
    }
    let no = anna.post(&path(&id), json!({ "email": "friend-10@example.org" })).await;
    let no = no.refused(429, "too_many_requests");
    assert!(no["retry_after"].as_u64().unwrap() > 80_000, "{no}");
    // One mailbox gets three a day, however many hosts and names it has.
    for at in 0..4 {
        let host = app.person(&format!("host-{at}")).await;
        let id = host.open(3, json!({})).await;
        let to = format!("dora+{at}@example.org");
        host.post(&path(&id), json!({ "email": to })).await.expect(202);
        host.post(&path(&id), json!({ "email": format!("after-{at}@example.org") }))
            .await
            .expect(202);
        app.letter(&format!("after-{at}@example.org"), "invites you").await;
    }
    let to_dora = app.sink.letters().into_iter().filter(|letter| letter.to.starts_with("dora+"));
    assert_eq!(to_dora.count(), 3);
    // Whoever has not shown that their own address is theirs has no letters sent to others.
    let new = json!({ "handle": "eve", "email": "eve@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let eve = app.sign_in("eve", PASSWORD).await;
    let id = eve.open(3, json!({})).await;
    let no = eve.post(&path(&id), json!({ "email": "dora@example.org" })).await;
    no.refused(403, "address_not_confirmed");
}

#[actix_web::test]
async fn hosts_who_close_their_accounts_have_no_more_invitations_written_to_one_mailbox() {
    let app = start_or_skip!();
    for at in 0..5 {
        let host = app.person(&format!("host-{at}")).await;
        let id = host.open(3, json!({})).await;
        let to = format!("dora+{at}@example.org");
        host.post(&path(&id), json!({ "email": to })).await.expect(202);
        all_sent(&app).await;
        host.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
        let close = host.request(Method::DELETE, "/api/v1/me");
        let close = close.json(&json!({ "current_password": PASSWORD }));
        host.send(close).await.expect(204);
    }
    let to_dora = app.sink.letters().into_iter().filter(|letter| letter.to.starts_with("dora+"));
    assert_eq!(to_dora.count(), 3, "a mailbox gets three a day, whoever is gone by then");
}

#[actix_web::test]
async fn an_address_is_forgotten_once_its_invitation_is_over() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(2, json!({})).await;
    anna.post(&path(&id), json!({ "email": "dora@example.org" })).await.expect(202);
    let letter = app.letter("dora@example.org", "invites you").await.text();
    let seat = link(&letter, "/invited");
    let data = Browser::of(&app, "anna").await.get("/account/data").await.text;
    assert!(data.contains("dora@example.org"), "{data}");
    let matches = app.matches.clone().expect("a server of this process");
    let (stays, of) = (matches.clone(), id.clone());
    let rows = async |of: String| {
        app.db.read(move |conn| invitations::addressed_to_match(conn, &of)).await.unwrap()
    };
    stays.forget_invitations().await.unwrap();
    assert_eq!(rows(of.clone()).await[0].address, "dora@example.org");
    ben.join(&id).await;
    let browser = Browser::new(&app);
    assert_eq!(browser.get(&seat).await.status, 422);
    matches.forget_invitations().await.unwrap();
    assert_eq!(rows(of).await[0].address, "");
    assert!(guests(&anna, &id).await.is_empty());
    let data = Browser::of(&app, "anna").await.get("/account/data").await.text;
    assert!(!data.contains("dora@example.org"), "{data}");
}

#[actix_web::test]
async fn whoever_becomes_the_host_is_shown_no_address_that_another_has_given() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = anna.open(4, json!({})).await;
    for whom in [json!({ "email": "dora@example.org" }), json!({ "handle": "ben" })] {
        anna.post(&path(&id), whom).await.expect(202);
    }
    ben.join(&id).await;
    anna.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    let all = guests(&ben, &id).await;
    assert_eq!((all.len(), &all[0]["handle"]), (1, &json!("ben")), "{all:?}");
}

#[actix_web::test]
async fn an_address_that_has_declined_is_asked_no_more_and_all_who_had_asked_can_leave() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = anna.open(4, json!({})).await;
    ben.join(&id).await;
    cleo.join(&id).await;
    let address = json!({ "email": "dora@example.org" });
    let mut declining = Vec::new();
    for (host, name) in [(&anna, "anna"), (&ben, "ben")] {
        host.post(&path(&id), address.clone()).await.expect(202);
        let asks = format!("{name} invites you");
        let letter = app.letter("dora@example.org", &asks).await.text();
        declining.push(token(&link(&letter, "/invited")).to_owned());
        host.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    }
    for token in declining {
        let fields = [("token", &*token), ("reason", "")];
        let done = Browser::new(&app).post("/invited/decline", &fields).await;
        assert!(done.text.contains("Declined"), "{}", done.text);
    }
    // Whoever hosts it now is answered as ever, and nobody is asked.
    cleo.post(&path(&id), address).await.expect(202);
    cleo.post(&path(&id), json!({ "email": "later@example.org" })).await.expect(202);
    app.letter("later@example.org", "cleo invites you").await;
    let to_dora = |letter: &crate::smtp::Received| letter.to == "dora@example.org";
    assert_eq!(app.sink.letters().iter().filter(|letter| to_dora(letter)).count(), 2);
    for host in [&anna, &ben] {
        closed(host).await;
    }
}

#[actix_web::test]
async fn what_a_host_sees_of_an_address_depends_on_nobody_they_know() {
    let app = start_or_skip!();
    let [anna, ben, cleo] =
        [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let bound = async |who: &Caller<'_>, id: &str| {
        for _ in 0..200 {
            if invited(who).await.iter().any(|one| one["match"]["id"] == *id) {
                return;
            }
            tokio::time::sleep(std::time::Duration::from_millis(25)).await;
        }
        panic!("the address has not found its owner");
    };
    let shown = async |id: &str| {
        let mut all = guests(&anna, id).await;
        all.sort_by_key(|guest| guest["email"].to_string());
        all.iter().map(|one| (one["answer"].to_string(), one["reason"].to_string())).collect()
    };
    let id = anna.open(4, json!({})).await;
    for address in ["ben@example.org", "cleo@example.org"] {
        anna.post(&path(&id), json!({ "email": address })).await.expect(202);
    }
    bound(&ben, &id).await;
    bound(&cleo, &id).await;
    let waiting: Vec<(String, String)> = shown(&id).await;
    assert_eq!(waiting[0], waiting[1]);
    ben.join(&id).await;
    assert_eq!(shown(&id).await, waiting, "he sits at her table");
    anna.put("/api/v1/me/blocks/cleo", json!({})).await.expect(204);
    decline(&cleo, &id, "With you I do not play.").await.expect(204);
    let told: Vec<(String, String)> = shown(&id).await;
    assert_eq!(told[1], ("\"declined\"".to_owned(), "\"\"".to_owned()));
    // The letter comes as from anybody, without the words of whom she has blocked.
    let letter = app.letter("anna@example.org", "cleo@example.org declines").await.text();
    assert!(!letter.contains("With you"), "{letter}");
    // Said before, it stays said: if it went with a block, she could try out whose it is.
    let other = anna.open(4, json!({})).await;
    anna.post(&path(&other), json!({ "email": "ben@example.org" })).await.expect(202);
    bound(&ben, &other).await;
    let lure = "Confirm at https://evil.example/login";
    decline(&ben, &other, lure).await.refused(422, "invalid_field");
    decline(&ben, &other, "No time.").await.expect(204);
    let before: Vec<(String, String)> = shown(&other).await;
    anna.put("/api/v1/me/blocks/ben", json!({})).await.expect(204);
    assert_eq!(shown(&other).await, before);
    assert_eq!(before[0].1, "\"No time.\"");
}
