//! Addresses: what is told of whether one is known, and whose it is.

use super::app::{PASSWORD, TestApp};
use super::credentials::{OTHER, all_sent, links, number, reset_link};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};

/// All that a person is told of letters to them, but for when they were written.
async fn told(app: &TestApp, handle: &str) -> Vec<String> {
    let me = app.sign_in(handle, PASSWORD).await;
    let letters = me.get("/api/v1/me/letters").await.expect(200)["items"].take();
    let browser = Browser::of(app, handle).await;
    let page = browser.get("/account").await.text;
    let rows = page.split("<tr>").filter(|row| row.contains("<time datetime"));
    let rows = rows.map(|row| {
        let (kind, rest) = row.split_once("<time").expect("a time");
        let became = rest.split_once("</time>").and_then(|(_, rest)| rest.split_once("</tr>"));
        format!("{kind}{}", became.expect("the rest of the row").0)
    });
    let data = browser.get("/account/data").await.text;
    let data: Value = serde_json::from_str(&data).expect("JSON");
    let mut told: Vec<_> = rows.collect();
    for letter in [letters, data["letters"].clone()].iter().flat_map(|all| all.as_array().unwrap())
    {
        told.push(format!("{} {} {}", letter["kind"], letter["state"], letter["error"]));
    }
    told
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
    let ask = json!({ "email": email });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    all_sent(app).await;
    let letters = probe.get("/api/v1/me/letters").await.expect(200);
    seen.push(format!("{} letters", letters["items"].as_array().unwrap().len()));
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
async fn who_claimed_an_address_is_not_told_later_whether_a_reset_went_to_somebody_else() {
    let app = start_or_skip!();
    app.person("anna").await;
    let mut seen = Vec::new();
    for (handle, email) in [("eve", "anna@example.org"), ("fred", "nobody@example.org")] {
        let new = json!({ "handle": handle, "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
        app.anonymous()
            .post("/api/v1/password-resets", json!({ "email": email }))
            .await
            .expect(202);
        all_sent(&app).await;
        let own = format!("{handle}@example.org");
        let change = json!({ "email": own, "current_password": PASSWORD });
        app.sign_in(handle, PASSWORD).await.patch("/api/v1/me", change).await.expect(200);
        let link = app.letter(&own, "Confirm").await.token().unwrap();
        let link = json!({ "token": link });
        app.anonymous().post("/api/v1/accounts/confirm", link).await.expect(200);
        all_sent(&app).await;
        seen.push(told(&app, handle).await);
    }
    assert_eq!(seen[0], seen[1]);
    assert_eq!(seen[0].len(), 6, "two letters in three places: {seen:?}");
}

#[actix_web::test]
async fn what_a_mail_server_says_of_an_address_that_is_only_claimed_is_for_the_operator() {
    let app = start_or_skip!();
    app.person("anna").await;
    let mut seen = Vec::new();
    for (handle, email, said) in [
        // Her letters go to the address as she spells it.
        ("eve", "ANNA@example.org", "450 anna@example.org: come again"),
        ("fred", "NOBODY@example.org", "450 NOBODY@example.org: come again"),
    ] {
        app.sink.refuse(&[said]);
        let new = json!({ "handle": handle, "email": email, "password": PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.expect(201);
        let tried = "letters WHERE state = 'queued' AND error LIKE '%' AND account_id IN \
                     (SELECT id FROM accounts WHERE handle = ";
        while number(&app.db, &format!("{tried}'{handle}')")) == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
        seen.push(told(&app, handle).await);
    }
    assert_eq!(seen[0], seen[1]);
    assert!(seen[0][0].contains("waiting: it was not handed over"), "{seen:?}");
    for spelled in ["anna@example.org", "NOBODY@example.org"] {
        let kept = format!("letters WHERE error LIKE '%{spelled}: come again%'");
        assert_eq!(number(&app.db, &kept), 1, "{spelled}");
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
async fn what_is_counted_for_operators_does_not_tell_whether_an_address_is_known() {
    let app = start_or_skip!();
    let (anna, _ben) = (app.person("anna").await, app.person("ben").await);
    all_sent(&app).await;
    let counted = async || {
        let matches = app.matches.as_ref().expect("it serves here");
        let mut numbers = matches.numbers().await.expect("numbers");
        numbers.letters.sort();
        numbers.notices.sort();
        (numbers.letters, numbers.notices)
    };
    let before = counted().await;
    for email in ["ben@example.org", "nobody@example.org"] {
        app.anonymous()
            .post("/api/v1/password-resets", json!({ "email": email }))
            .await
            .expect(202);
        let id = anna.open(3, json!({})).await;
        let path = format!("/api/v1/matches/{id}/invitations");
        anna.post(&path, json!({ "email": email })).await.expect(202);
        app.letter(email, "nvite").await;
        all_sent(&app).await;
        assert_eq!(counted().await, before, "{email}");
    }
    let page = app.anonymous().get("/metrics").await.text;
    assert!(page.contains("turnwise_letters{state=\"sent\"} 2"), "{page}");
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
