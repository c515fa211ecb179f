//! Registering, signing in, tokens, forgotten passwords.

use super::app::{PASSWORD, TestApp, Wish};
use super::streams::run;
use crate::start_or_skip;
use chrono::Duration;
use serde_json::json;
use turnwise::accounts::Accounts;
use turnwise::accounts::password::Strength;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::error::Kind;
use turnwise::mail::kind::LetterKind;
use turnwise::matches::proof::trust::Trust;
use turnwise::matches::proof::verify::verify;
use turnwise::words::Word;

#[actix_web::test]
async fn a_person_registers_confirms_and_signs_in_by_handle_or_address() {
    let app = start_or_skip!();
    let anna = app.person("Anna").await;
    let me = anna.get("/api/v1/me").await.expect(200);
    assert_eq!((me["handle"].as_str(), me["confirmed"].as_bool()), (Some("Anna"), Some(true)));
    app.sign_in("ANNA", PASSWORD).await;
    app.sign_in("anna@example.org", PASSWORD).await;
}

#[actix_web::test]
async fn a_taken_handle_is_refused_whatever_its_case() {
    let app = start_or_skip!();
    app.person("anna").await;
    let again = json!({ "handle": "ANNA", "email": "other@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", again).await.refused(409, "handle_taken");
    let reserved = json!({ "handle": "Admin", "email": "other@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", reserved).await.refused(409, "handle_taken");
}

#[actix_web::test]
async fn a_wrong_password_and_an_unknown_name_get_the_same_answer() {
    let app = start_or_skip!();
    app.person("anna").await;
    let wrong = json!({ "login": "anna", "password": "something else" });
    let unknown = json!({ "login": "nobody-here", "password": "something else" });
    let wrong = app.anonymous().post("/api/v1/sessions", wrong).await;
    let unknown = app.anonymous().post("/api/v1/sessions", unknown).await;
    assert_eq!(wrong.text, unknown.text);
    wrong.refused(401, "wrong_credentials");
}

async fn tokens(app: &TestApp, handle: &str) -> (String, String) {
    let login = json!({ "login": handle, "password": PASSWORD });
    let answer = app.anonymous().post("/api/v1/sessions", login).await.expect(201);
    let text = |field: &str| answer[field].as_str().unwrap().to_owned();
    (text("access_token"), text("refresh_token"))
}

#[actix_web::test]
async fn a_refresh_token_works_once_and_its_second_use_ends_the_session() {
    let app = start_or_skip!();
    app.person("anna").await;
    let (_, first) = tokens(&app, "anna").await;
    let refresh = async |token: &str| {
        app.anonymous().post("/api/v1/sessions/refresh", json!({ "refresh_token": token })).await
    };
    let next = refresh(&first).await.expect(201);
    let second = next["refresh_token"].as_str().unwrap().to_owned();
    let mut anna = app.anonymous();
    anna.token = Some(next["access_token"].as_str().unwrap().to_owned());
    anna.get("/api/v1/me").await.expect(200);
    refresh(&first).await.refused(401, "session_ended");
    refresh(&second).await.refused(401, "session_ended");
    anna.get("/api/v1/me").await.refused(401, "session_ended");
}

#[actix_web::test]
async fn signing_out_ends_the_access_token_too() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    assert_eq!(anna.delete("/api/v1/sessions/current").await.status, 204);
    anna.get("/api/v1/me").await.refused(401, "session_ended");
}

#[actix_web::test]
async fn an_access_token_expires_after_minutes() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let anna = app.person("anna").await;
    clock.advance(Duration::minutes(9));
    anna.get("/api/v1/me").await.expect(200);
    clock.advance(Duration::minutes(2));
    anna.get("/api/v1/me").await.refused(401, "token_expired");
}

#[actix_web::test]
async fn an_api_token_is_shown_once_obeys_its_scopes_and_can_be_revoked() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let new = json!({ "name": "reader", "scopes": ["read"] });
    let made = anna.post("/api/v1/me/tokens", new).await.expect(201);
    let mut script = app.anonymous();
    script.token = Some(made["token"].as_str().unwrap().to_owned());
    script.get("/api/v1/me/turns").await.expect(200);
    let wish = json!({ "game": "bora-bora", "seats": 2, "title": "A match" });
    script.post("/api/v1/matches", wish).await.refused(403, "scope_missing");
    script.get("/api/v1/me/tokens").await.refused(403, "session_needed");
    let listed = anna.get("/api/v1/me/tokens").await.expect(200);
    assert!(listed["items"][0].get("token").is_none(), "a token is shown once");
    let id = made["id"].as_str().unwrap();
    assert_eq!(anna.delete(&format!("/api/v1/me/tokens/{id}")).await.status, 204);
    script.get("/api/v1/me/turns").await.refused(401, "invalid_token");
    anna.delete(&format!("/api/v1/me/tokens/{id}")).await.refused(404, "not_found");
}

#[actix_web::test]
async fn a_forgotten_password_is_replaced_by_letter_and_every_session_ends() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let ask = async |email: &str| {
        app.anonymous().post("/api/v1/password-resets", json!({ "email": email })).await
    };
    let known = ask("anna@example.org").await;
    let unknown = ask("nobody@example.org").await;
    assert_eq!((known.status, &known.text), (202, &unknown.text));
    let letter = app.letter("anna@example.org", "new password").await;
    let token = letter.token().unwrap();
    let body = json!({ "token": token, "password": "staple correct horse" });
    let confirm = async |body: &serde_json::Value| {
        app.anonymous().post("/api/v1/password-resets/confirm", body.clone()).await
    };
    confirm(&body).await.expect(200);
    anna.get("/api/v1/me").await.refused(401, "session_ended");
    confirm(&body).await.refused(422, "link_not_valid");
    app.sign_in("anna", "staple correct horse").await;
}

#[actix_web::test]
async fn a_link_expires_after_a_day() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let token = app.letter("anna@example.org", "Confirm").await.token().unwrap();
    clock.advance(Duration::hours(25));
    let late = app.anonymous().post("/api/v1/accounts/confirm", json!({ "token": token })).await;
    late.refused(422, "link_not_valid");
}

#[actix_web::test]
async fn another_address_needs_the_password_and_a_new_confirmation() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let change = json!({ "email": "new@example.org" });
    anna.patch("/api/v1/me", change).await.refused(422, "current_password_missing");
    let change = json!({ "email": "new@example.org", "current_password": "wrong password" });
    anna.patch("/api/v1/me", change).await.refused(403, "wrong_password");
    let change = json!({ "email": "new@example.org", "current_password": PASSWORD });
    let me = anna.patch("/api/v1/me", change).await.expect(200);
    assert_eq!(me["confirmed"], false);
    app.letter("anna@example.org", "address at Turnwise was changed").await;
    app.letter("new@example.org", "Confirm").await;
}

#[actix_web::test]
async fn a_closed_account_leaves_no_name_or_address_and_cannot_sign_in() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let ben = app.person("ben").await;
    let id = super::app::begun(&[&anna, &ben], json!({})).await;
    let close = json!({ "current_password": PASSWORD });
    let closing = || anna.send(anna.request(reqwest::Method::DELETE, "/api/v1/me").json(&close));
    closing().await.refused(409, "still_playing");
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let export = async || ben.get(&format!("/api/v1/matches/{id}/export")).await.text;
    let named = |text: &str| verify(text, &Trust::default()).expect("it is proved").unnamed;
    let before = export().await;
    assert!(before.contains("\"anna\"") && named(&before) == 0, "{before}");
    assert_eq!(closing().await.status, 204);
    let after = export().await;
    assert!(!after.contains("\"anna\"") && named(&after) == 1, "{after}");
    let login = json!({ "login": "anna", "password": PASSWORD });
    app.anonymous().post("/api/v1/sessions", login).await.refused(401, "wrong_credentials");
    let seen = ben.look(&id).await.to_string();
    assert!(!seen.contains("\"anna\"") && seen.contains("gone-"), "{seen}");
}

#[actix_web::test]
async fn too_many_tries_are_told_to_wait() {
    let app = start_or_skip!(Wish { rate: 1, ..Wish::default() });
    let login = json!({ "login": "anna", "password": "guess" });
    for _ in 0..40 {
        let answer = app.anonymous().post("/api/v1/sessions", login.clone()).await;
        if answer.status == 429 {
            assert!(answer.headers.contains_key("retry-after"));
            answer.refused(429, "too_many_requests");
            return;
        }
    }
    panic!("forty tries were let through");
}

#[actix_web::test]
async fn a_letter_is_muted_by_one_click_post_and_never_by_get() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    super::app::begun(&[&anna, &ben], json!({})).await;
    let letter = app.letter("anna@example.org", "begins").await;
    let link = letter.header("list-unsubscribe").unwrap().trim_matches(['<', '>']).to_owned();
    assert_eq!(letter.header("list-unsubscribe-post").unwrap(), "List-Unsubscribe=One-Click");
    let path = link.strip_prefix(&app.url).expect("a link to this server").to_owned();
    assert_eq!(app.anonymous().get(&path).await.status, 200);
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["muted"], json!([]));
    let click = app.anonymous();
    // Mail programs send either form (RFC 8058, 3.2).
    let parts = "--b\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\n\
                 One-Click\r\n--b--\r\n";
    for (form, body) in [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        ("multipart/form-data; boundary=b", parts),
    ] {
        anna.patch("/api/v1/me", json!({ "muted": [] })).await.expect(200);
        let request = click.request(reqwest::Method::POST, &path).header("content-type", form);
        assert_eq!(click.send(request.body(body)).await.status, 200, "{form}");
        let muted = anna.get("/api/v1/me").await.expect(200)["muted"].clone();
        assert_eq!(muted, json!(["match_started"]), "{form}");
    }
    let bent = format!("{path}0");
    assert_eq!(app.anonymous().get(&bent).await.status, 422);
}

#[actix_web::test]
async fn letters_about_the_account_itself_cannot_be_muted() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    for kind in LetterKind::ALL {
        let answer = anna.patch("/api/v1/me", json!({ "muted": [kind, kind] })).await;
        match kind.can_be_muted() {
            true => assert_eq!(answer.expect(200)["muted"], json!([kind])),
            false => drop(answer.refused(422, "invalid_field")),
        }
    }
    let unknown = json!({ "muted": ["love_letter"] });
    anna.patch("/api/v1/me", unknown).await.refused(400, "wrong_fields");
}

#[actix_web::test]
async fn who_muted_what_only_a_newer_build_sends_goes_on_by_an_older_one() {
    let app = start_or_skip!();
    app.person("anna").await;
    let muted = r#"UPDATE accounts SET muted = '["love_letter","match_started"]'"#;
    run(&app.db, muted, muted).await.expect("the words are stored");
    let anna = app.sign_in("anna", PASSWORD).await;
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["muted"], json!(["match_started"]));
    super::app::begun(&[&anna, &app.person("ben").await], json!({})).await;
    anna.get("/api/v1/me/turns").await.expect(200);
}

#[actix_web::test]
async fn the_pages_of_letters_work_without_scripts_and_get_changes_nothing() {
    let app = start_or_skip!();
    let new = json!({ "handle": "anna", "email": "anna@example.org", "password": PASSWORD });
    app.anonymous().post("/api/v1/accounts", new).await.expect(201);
    let token = app.letter("anna@example.org", "Confirm").await.token().unwrap();
    let caller = app.anonymous();
    let page = caller.get(&format!("/confirm?token={token}")).await;
    assert!(page.text.contains("method=\"post\"") && page.text.contains(&token));
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"));
    let anna = app.sign_in("anna", PASSWORD).await;
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["confirmed"], false);
    let form = |body: String| {
        caller
            .request(reqwest::Method::POST, "/confirm")
            .header("content-type", "application/x-www-form-urlencoded")
            .body(body)
    };
    assert_eq!(caller.send(form(format!("token={token}"))).await.status, 200);
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["confirmed"], true);
    assert_eq!(caller.send(form(format!("token={token}"))).await.status, 422);
}

/// The answers to a secret with its account's id replaced, to one of the form without an
/// id, and to no secret at all.
async fn all_refused_alike(
    forged: &str,
    show: impl AsyncFn(String) -> super::app::Answer,
    (status, code): (u16, &str),
) {
    let prefix = &forged[..4];
    let without = format!("{prefix}{}", "0f".repeat(32));
    let nonsense = show(format!("{prefix}nonsense")).await;
    for text in [forged.to_owned(), without] {
        let answer = show(text).await;
        assert_eq!(answer.text, nonsense.text);
        answer.refused(status, code);
    }
}

#[actix_web::test]
async fn a_secret_of_one_account_with_the_id_of_another_is_refused_like_any_nonsense() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = async |caller: &super::app::Caller<'_>| {
        let me = caller.get("/api/v1/me").await.expect(200);
        me["id"].as_str().unwrap().replace('-', "")
    };
    let ids = (id(&anna).await, id(&ben).await);
    let forged = |secret: &str| {
        assert!(secret.contains(&ids.0), "it names its account: {secret}");
        secret.replace(&ids.0, &ids.1)
    };

    let new = json!({ "name": "bot", "scopes": ["read"] });
    let made = anna.post("/api/v1/me/tokens", new).await.expect(201);
    let token = made["token"].as_str().unwrap();
    let show = async |text: String| {
        let mut script = app.anonymous();
        script.token = Some(text);
        script.get("/api/v1/me").await
    };
    all_refused_alike(&forged(token), show, (401, "invalid_token")).await;
    show(token.to_owned()).await.expect(200);

    let (_, refresh) = tokens(&app, "anna").await;
    let show = async |text: String| {
        app.anonymous().post("/api/v1/sessions/refresh", json!({ "refresh_token": text })).await
    };
    all_refused_alike(&forged(&refresh), show, (401, "session_ended")).await;
    show(refresh).await.expect(201);

    let ask = json!({ "email": "anna@example.org" });
    app.anonymous().post("/api/v1/password-resets", ask).await.expect(202);
    let link = app.letter("anna@example.org", "new password").await.token().unwrap();
    let show = async |text: String| {
        let body = json!({ "token": text, "password": "staple correct horse" });
        app.anonymous().post("/api/v1/password-resets/confirm", body).await
    };
    all_refused_alike(&forged(&link), show, (422, "link_not_valid")).await;
    show(link).await.expect(200);
}

#[actix_web::test]
async fn a_session_is_not_found_under_another_account() {
    let Some((database, _folder)) = super::app::new_database() else { return };
    let db = Db::connect(&database).unwrap();
    let clock = Clock::of_the_machine();
    let secret = "a secret of the tests, long enough";
    let people = Accounts::new(db.clone(), clock, secret, Strength::Feeble, 10).unwrap();
    let mut ids = Vec::new();
    for name in ["anna", "ben"] {
        let email = format!("{name}@example.org");
        people.register(name.to_owned(), email, PASSWORD.to_owned()).await.unwrap();
        ids.push(people.by_handle(name).await.unwrap().unwrap().id);
    }
    let anna = people.named("anna").await.unwrap();
    let anna = people.recognize(anna, PASSWORD.to_owned()).await.unwrap();
    let signed_in = people.sign_in_with_browser(anna, None).await.unwrap();
    let shown = signed_in.secret;
    let (account, session) = people.by_browser(&shown).await.unwrap();
    assert_eq!(account.id, ids[0]);
    let compact = |id: &str| id.replace('-', "");
    let forged = shown.replace(&compact(&ids[0]), &compact(&ids[1]));
    assert_eq!(people.by_browser(&forged).await.unwrap_err().kind(), Kind::Unauthenticated);
    people.sign_out(&ids[1], &session).await.unwrap();
    people.by_browser(&shown).await.expect("another account cannot end it");
    people.sign_out(&ids[0], &session).await.unwrap();
    assert_eq!(people.by_browser(&shown).await.unwrap_err().kind(), Kind::Unauthenticated);
}
