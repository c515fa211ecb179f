//! People who come by a link: signing in, registering and confirming lead on to what they
//! came for; and the forms around a table that ask once more or fill themselves in.

use super::app::{PASSWORD, awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::json;

#[actix_web::test]
async fn who_is_not_signed_in_is_led_back_to_a_private_match_and_learns_nothing_of_it() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    app.person("ben").await;
    let private = json!({ "visibility": "private", "title": "Between us" });
    let secret = anna.open(2, private).await;
    let stranger = Browser::new(&app);
    // Letters lead to the match, to its proposals and to its talk.
    for part in ["", "/words", "/history", "/history?at=1", "/proposals", "/talk"] {
        let path = format!("/matches/{secret}{part}");
        let page = stranger.get(&path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.text.contains("<h1>Do you play here?</h1>"), "{path}: {}", page.text);
        let next = format!("/sign-in?next={}", turnwise::web::pages::answer::encoded(&path));
        assert!(page.text.contains(&next), "{path}: {}", page.text);
        assert!(page.text.contains(&next.replace("sign-in", "register")), "{path}");
        // One that there is not looks the same.
        let other = path.replace(&secret[..8], "00000000");
        let none = stranger.get(&other).await;
        assert_eq!(none.text, page.text.replace(&secret[..8], "00000000"));
        let sent = [("login", "anna"), ("password", PASSWORD), ("next", &*path)];
        let answer = Browser::new(&app).post("/sign-in", &sent).await;
        assert_eq!(answer.headers["location"], path);
    }
    // Signing in helps nobody who has a session.
    let page = Browser::of(&app, "ben").await.get(&format!("/matches/{secret}")).await;
    assert!(page.status == 404 && !page.text.contains("/sign-in"), "{}", page.text);
}

#[actix_web::test]
async fn who_is_not_signed_in_reads_whose_turn_it_is_and_is_led_back_there() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let asked = [&anna, &ben][awaited(&anna.look(&id).await)];
    let stranger = Browser::new(&app);
    let table = stranger.get(&format!("/matches/{id}")).await;
    assert!(table.text.contains(&format!("Waiting for <strong>{}</strong>", asked.handle)));
    for part in ["", "/proposals"] {
        let path = format!("/matches/{id}{part}");
        let page = stranger.get(&path).await;
        assert_eq!(page.status, 200, "{path}");
        for way in ["sign-in", "register"] {
            let link = format!("href=\"/{way}?next={path}\"");
            assert!(page.text.contains(&link), "{path}: {}", page.text);
        }
    }
}

#[actix_web::test]
async fn who_was_signed_out_meanwhile_is_told_that_nothing_was_done_and_is_back_where_they_were() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let stranger = Browser::new(&app);
    let plan = format!("/matches/{id}?plan=do:settle");
    for (page, next) in [(&*plan, &*plan), ("/sign-out", "/"), ("//evil.example/x", "/")] {
        let led =
            stranger.post_on(page, &format!("/matches/{id}/resign"), &[("sure", "yes")]).await;
        let next = turnwise::web::pages::answer::encoded(next);
        let wanted = format!("/sign-in?undone=yes&next={next}");
        assert_eq!((led.status, led.headers["location"].to_str().unwrap()), (303, &*wanted));
        let asked = stranger.get(&wanted).await;
        assert!(asked.text.contains("You were signed out, so nothing was done."), "{}", asked.text);
    }
    assert!(!stranger.get("/sign-in").await.text.contains("nothing was done"));
}

#[actix_web::test]
async fn whatever_takes_a_form_leads_who_comes_there_to_a_page() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let browser = Browser::of(&app, "anna").await;
    let routes = include_str!("../../src/web/pages/mod.rs");
    let (mut below, mut seen) = ("", 0);
    for line in routes.lines() {
        if line.contains("fn of_a_match") {
            below = "/matches/{id}";
        }
        // These take a token of a letter, or what they are about, in their address.
        let by_link = ["/invited", "/letters/unsubscribe", "/report", "/confirm", "/reset"];
        let Some((path, _)) =
            line.trim().strip_prefix(".route(\"").and_then(|rest| rest.split_once("\", post()"))
        else {
            continue;
        };
        if by_link.iter().any(|link| path.starts_with(link)) {
            continue;
        }
        let path = format!("{below}{path}").replace("{id}", &id).replace("{slug}", "bora-bora");
        let path = ["{number}", "{event}"].iter().fold(path, |path, part| path.replace(part, "1"));
        let path = path.replace("{line}", &turnwise::random::id());
        let mut page = browser.get(&path).await;
        if page.status == 303 {
            let to = page.headers["location"].to_str().unwrap().to_owned();
            page = browser.get(&to).await;
        }
        assert_eq!(page.status, 200, "{path}: {}", page.text);
        seen += 1;
    }
    assert!(seen > 55, "{seen} forms");
}

#[actix_web::test]
async fn a_handle_that_does_not_fit_is_explained_and_only_the_password_is_typed_again() {
    let app = start_or_skip!();
    app.person("anna").await;
    let browser = Browser::new(&app);
    let secret = "seven blue herons";
    let next = "/matches/1?invitation=2";
    for (handle, status, says) in [
        ("9 lives", 422, "Handle does not fit. It takes 3 to 24 characters: a letter, then"),
        ("ab", 422, "Handle does not fit. It takes 3 to 24"),
        ("Anna", 409, "This handle is taken; choose another."),
    ] {
        let email = "fred@example.org";
        let sent = [("handle", handle), ("email", email), ("password", secret), ("next", next)];
        let page = browser.post("/register", &sent).await;
        assert_eq!(page.status, status, "{handle}");
        assert!(page.text.contains(says), "{handle}: {}", page.text);
        assert!(page.text.contains(&format!("value=\"{handle}\"")), "{handle} is kept");
        assert!(page.text.contains(&format!("value=\"{email}\"")), "the address is kept");
        assert!(page.text.contains(&format!("name=\"next\" value=\"{next}\"")));
        assert!(!page.text.contains(secret), "no password is sent back");
        assert!(page.text.contains("Type it once more"), "and the page says so");
        let field = page.text.split("<input id=\"handle\"").nth(1).expect("the field");
        let field = field.split('>').next().expect("its end");
        assert!(field.contains("aria-invalid=\"true\" autofocus"), "{field}");
        assert_eq!(page.text.matches("autofocus").count(), 1);
    }
    let easy = [("handle", "fred"), ("email", "fred@example.org"), ("password", "aaaaaaaaaa")];
    let page = browser.post("/register", &easy).await;
    let field = page.text.split("<input id=\"password\"").nth(1).expect("the field");
    assert!(field.split('>').next().expect("its end").contains("autofocus"));
}

#[actix_web::test]
async fn confirming_an_address_leads_on_to_what_somebody_registered_for() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(2, json!({ "visibility": "private" })).await;
    let next = format!("/matches/{id}?invitation=0123");
    for (handle, next, here) in
        [("fred", &*next, true), ("gwen", &*next, false), ("hugo", "", true)]
    {
        let email = format!("{handle}@example.org");
        let mut browser = Browser::new(&app);
        let sent = [("handle", handle), ("email", &email), ("password", PASSWORD), ("next", next)];
        let answer = browser.post("/register", &sent).await;
        assert_eq!(answer.headers["location"], if next.is_empty() { "/" } else { next });
        browser.keep_cookies(&answer);
        let token = app.letter(&email, "Confirm").await.token().expect("a link");
        if !here {
            browser = Browser::new(&app);
        }
        let path = format!("/confirm?token={token}");
        let page = browser.get(&path).await;
        let proof = page.text.split("name=\"proof\" value=\"").nth(1).expect("a proof");
        let proof = proof.split('"').next().expect("its end");
        let page = browser.post("/confirm", &[("proof", proof), ("token", &token)]).await;
        assert_eq!(page.status, 200, "{}", page.text);
        let leads = page.text.contains("On to what you came for");
        assert_eq!(leads, here && !next.is_empty(), "{handle}: {}", page.text);
        if leads {
            assert!(page.text.contains(&format!("href=\"{next}\"")), "{}", page.text);
        }
    }
}

#[actix_web::test]
async fn a_turn_that_would_end_without_its_main_action_is_asked_about() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    for _ in 0..60 {
        let mover = awaited(&anna.look(&id).await);
        let legal = people[mover].legal(&id).await;
        let items = legal["items"].as_array().expect("items");
        if items.iter().any(|item| item["command"]["type"] == "end_turn") {
            let browser = Browser::of(&app, &people[mover].handle).await;
            let version = &legal["version"];
            let plan = "do:end";
            let page = browser.get(&format!("/matches/{id}?v={version}&plan={plan}")).await;
            assert!(
                page.text.contains("Your main action is not used. Is that what you want?"),
                "{}",
                page.text
            );
            assert!(page.text.contains("Confirm and end my turn"));
            return;
        }
        people[mover].play_any(&id, |_| true).await;
    }
    panic!("no turn could be ended");
}

#[actix_web::test]
async fn playing_again_opens_the_same_form_filled_in() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let schema = app.anonymous().get("/api/v1/games/great-zimbabwe").await.expect(200);
    let options = schema["config_schema"]["properties"].as_object().expect("options").clone();
    let boolean = options.iter().find(|(_, option)| option["type"] == "boolean");
    let mut wish = json!({ "game": "great-zimbabwe", "title": "Old & dear" });
    if let Some((name, _)) = boolean {
        wish["config"] = json!({ name: true });
    }
    let id = begun(&[&anna, &ben], wish).await;
    ben.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let browser = Browser::of(&app, "ben").await;
    let address = format!("/matches/new?game=great-zimbabwe&amp;again={id}");
    let page = browser.get(&format!("/matches/{id}")).await;
    assert!(page.text.contains(&address), "{}", page.text);
    let form = browser.get(&address.replace("&amp;", "&")).await;
    assert!(form.text.contains("value=\"Old &#38; dear\""), "{}", form.text);
    assert!(form.text.contains("name=\"seats\" value=\"2\" checked"));
    if let Some((name, _)) = boolean {
        assert!(form.text.contains(&format!("name=\"option.{name}\" checked")), "{}", form.text);
    }
    // Of a match that one may not see nothing is copied.
    let secret = anna.open(2, json!({ "visibility": "private", "title": "Between us" })).await;
    let form = browser.get(&format!("/matches/new?game=bora-bora&again={secret}")).await;
    assert!(form.status == 200 && !form.text.contains("Between us"));
}

#[actix_web::test]
async fn a_new_match_is_filled_in_like_the_last_one_that_one_has_opened() {
    let app = start_or_skip!();
    let (anna, _ben) = (app.person("anna").await, app.person("ben").await);
    let path = "/matches/new?game=bora-bora";
    let like_last = "Filled in like the last one";
    let form = Browser::of(&app, "anna").await.get(path).await.text;
    assert!(!form.contains(like_last) && form.contains("value=\"daily\" checked"), "{form}");
    let wish = json!({ "title": "First", "pace": "brisk", "absence": "strict" });
    anna.open(2, wish).await;
    let wish = json!({ "title": "Second", "visibility": "private", "pace": "relaxed" });
    anna.open(3, wish).await;
    let form = Browser::of(&app, "anna").await.get(path).await.text;
    assert!(form.contains(like_last) && !form.contains("Second"), "{form}");
    for chosen in ["name=\"seats\" value=\"3\"", "value=\"private\"", "value=\"relaxed\""] {
        assert!(form.contains(&format!("{chosen} checked")), "{chosen}: {form}");
    }
    // Of another game, and for somebody else, it is a form like any.
    for (who, game) in [("anna", "great-zimbabwe"), ("ben", "bora-bora")] {
        let form = Browser::of(&app, who).await.get(&format!("/matches/new?game={game}")).await;
        assert!(!form.text.contains(like_last) && !form.text.contains("relaxed\" checked"));
    }
}
