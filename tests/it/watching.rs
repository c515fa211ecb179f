//! Who may look at a private match without a seat in it.

use super::app::Caller;
use super::visitor::Browser;
use crate::start_or_skip;
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;
use std::time::Duration;

/// A private match for two, which waits for the second one.
async fn private(host: &Caller<'_>) -> String {
    host.open(2, json!({ "visibility": "private" })).await
}

/// The second one takes a seat, and it begins.
async fn begins(id: &str, host: &Caller<'_>, guest: &Caller<'_>) {
    let code = host.look(id).await["invitation"].as_str().expect("a code").to_owned();
    let seats = format!("/api/v1/matches/{id}/seats");
    guest.post(&seats, json!({ "invitation": code })).await.expect(201);
}

/// Every address of the API under which a match can be looked at, with this query.
fn looks(id: &str, query: &str) -> [String; 5] {
    ["", "/history", "/events", "/clocks", "/proposals"]
        .map(|part| format!("/api/v1/matches/{id}{part}{query}"))
}

#[actix_web::test]
async fn an_invitation_lets_people_in_while_seats_are_free_and_shows_nothing_later() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = anna.open(2, json!({ "visibility": "private" })).await;
    let code = anna.look(&id).await["invitation"].as_str().unwrap().to_owned();
    let with_code = format!("/api/v1/matches/{id}?invitation={code}");
    eve.get(&with_code).await.expect(200);
    let seats = format!("/api/v1/matches/{id}/seats");
    ben.post(&seats, json!({ "invitation": code })).await.expect(201);
    for late in [&eve, &app.anonymous()] {
        late.get(&with_code).await.refused(403, "invitation_over");
        let page = late.get(&format!("/matches/{id}?invitation={code}")).await;
        assert!(page.status == 403 && !page.text.contains("zone-map"), "{}", page.text);
    }
    eve.post(&seats, json!({ "invitation": code })).await.refused(403, "invitation_over");
    eve.post(&seats, json!({ "invitation": "another" })).await.refused(404, "not_found");
    let wrong = format!("/api/v1/matches/{id}?invitation=another");
    eve.get(&wrong).await.refused(404, "not_found");
}

#[actix_web::test]
async fn others_watch_a_private_match_by_the_hosts_link_until_anybody_at_the_table_revokes_it() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = private(&anna).await;
    let path = format!("/api/v1/matches/{id}/watching-link");
    eve.post(&path, json!({})).await.refused(404, "not_found");
    let first = anna.post(&path, json!({})).await.expect(201);
    let first = first["code"].as_str().unwrap();
    let second = anna.post(&path, json!({})).await.expect(201)["code"].clone();
    let second = second.as_str().unwrap();
    begins(&id, &anna, &ben).await;
    ben.post(&path, json!({})).await.refused(403, "host_only");
    eve.delete(&path).await.refused(404, "not_found");
    for seated in [&anna, &ben] {
        assert_eq!(seated.look(&id).await["watching"], second, "all at the table know of it");
    }
    let nobody = app.anonymous();
    for look in looks(&id, &format!("?watch={second}")) {
        assert_eq!(eve.get(&look).await.status, 200, "{look}");
        assert_eq!(nobody.get(&look).await.status, 200, "{look}");
    }
    let seen = eve.get(&format!("/api/v1/matches/{id}?watch={second}")).await.expect(200);
    assert!(seen["view"]["boards"].as_array().unwrap().iter().all(|b| b["hand"].is_null()));
    for look in looks(&id, &format!("?watch={first}")) {
        eve.get(&look).await.refused(404, "not_found");
    }
    let mut live = eve
        .request(Method::GET, &format!("/api/v1/matches/{id}/events?watch={second}"))
        .send()
        .await
        .unwrap();
    assert_eq!(ben.delete(&path).await.status, 204);
    // Once it is played, nobody decides alone who may watch.
    anna.post(&path, json!({})).await.refused(409, "match_running");
    for look in looks(&id, &format!("?watch={second}")) {
        eve.get(&look).await.refused(404, "not_found");
    }
    let ends = async { while live.chunk().await.expect("a whole stream").is_some() {} };
    tokio::time::timeout(Duration::from_secs(20), ends).await.expect("the stream ends");
}

#[actix_web::test]
async fn the_page_of_a_private_match_gives_its_host_a_link_and_takes_it_back() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = private(&anna).await;
    let page = format!("/matches/{id}");
    let host = Browser::of(&app, "anna").await;
    let proof = host.hidden(&page, "proof").await;
    let send = async |path: &str| {
        let answer = host.post(&format!("{page}/{path}"), &[("proof", &proof)]).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        host.get(&page).await.text
    };
    let shown = send("watching").await;
    begins(&id, &anna, &ben).await;
    let link = shown.split(&format!("{}{page}?watch=", app.url)).nth(1).expect("a link");
    let code = link.split('"').next().unwrap();
    let mut guest = Browser::new(&app);
    assert_eq!(guest.get(&page).await.status, 404);
    let led = guest.get(&format!("{page}?watch={code}")).await;
    assert_eq!((led.status, led.headers["location"].to_str().unwrap()), (303, page.as_str()));
    let cookie = led.headers["set-cookie"].to_str().unwrap().to_owned();
    assert!(cookie.contains(&format!("Path={page};")) && cookie.contains("HttpOnly"), "{cookie}");
    guest.cookie = cookie.split(';').next().unwrap().to_owned();
    let shown = guest.get(&page).await;
    assert!(shown.status == 200 && shown.text.contains("zone-map"), "{}", shown.text);
    assert!(!shown.text.contains(code), "the code stands in no address");
    assert_eq!(guest.get(&format!("{page}/history")).await.status, 200);
    assert_eq!(Browser::new(&app).get(&format!("{page}?watch=wrong")).await.status, 404);
    let shown = send("watching/revoke").await;
    assert!(!shown.contains(code) && !shown.contains("Make a link"), "{shown}");
    for path in ["", "/history", "/live"] {
        assert_eq!(guest.get(&format!("{page}{path}")).await.status, 404, "{path}");
    }
    let other = Browser::of(&app, "ben").await;
    assert!(!other.get(&page).await.text.contains("Make a link"));
}

#[actix_web::test]
async fn of_links_that_are_made_at_the_same_moment_each_is_made_and_the_last_one_holds() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = private(&anna).await;
    let path = format!("/api/v1/matches/{id}/watching-link");
    for _ in 0..4 {
        let made = join_all((0..8).map(|_| anna.post(&path, json!({})))).await;
        let codes: Vec<_> = made.into_iter().map(|one| one.expect(201)["code"].clone()).collect();
        assert!(codes.contains(&anna.look(&id).await["watching"]), "{codes:?}");
    }
}
