//! Pages without a browser: cookies, forms, what stands in them and what must not.

use super::app::{PASSWORD, awaited, begun};
use super::visitor::{Browser, hidden};
use crate::start_or_skip;
use serde_json::{Value, json};
use turnwise::error::Code;

#[actix_web::test]
async fn the_cookie_of_a_browser_is_out_of_reach_for_scripts_and_other_sites() {
    let app = start_or_skip!();
    app.person("anna").await;
    let browser = Browser::new(&app);
    let answer = browser.post("/sign-in", &[("login", "anna"), ("password", PASSWORD)]).await;
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(cookie.contains("Path=/") && cookie.contains("Max-Age="), "{cookie}");
    let secret = cookie.split(['=', ';']).nth(1).unwrap();
    app.anonymous()
        .post("/api/v1/sessions/refresh", json!({ "refresh_token": secret }))
        .await
        .refused(401, "session_ended");
    let wrong = browser.post("/sign-in", &[("login", "anna"), ("password", "not this")]).await;
    let unknown = browser.post("/sign-in", &[("login", "nobody"), ("password", "not this")]).await;
    assert_eq!((wrong.status, unknown.status), (401, 401));
    let same = |text: &str| text.replace("value=\"anna\"", "").replace("value=\"nobody\"", "");
    assert_eq!(same(&wrong.text), same(&unknown.text));
}

#[actix_web::test]
async fn a_form_of_another_site_or_without_the_proof_of_the_session_changes_nothing() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    let proof = browser.hidden("/matches/new?game=bora-bora", "proof").await;
    let fields =
        |proof| [("proof", proof), ("game", "bora-bora"), ("seats", "2"), ("title", "Forged")];
    let (path, zeros) = ("/matches/new", "0".repeat(64));
    let forged = [
        browser.post(path, &fields("")).await,
        browser.post(path, &fields(&zeros)).await,
        browser.post_with(path, &fields(&proof), Some(("Origin", "https://evil.example"))).await,
        browser.post_with(path, &fields(&proof), Some(("Origin", "null"))).await,
    ];
    for answer in forged {
        assert_eq!(answer.status, 403);
        assert!(answer.text.contains("did not come from a page"), "{}", answer.text);
    }
    let other = Browser::new(&app);
    let anonymous = other.post(path, &fields(&proof)).await;
    assert_eq!(anonymous.status, 303);
    assert!(anonymous.headers["location"].to_str().unwrap().starts_with("/sign-in"));
    assert_eq!(anna.get("/api/v1/matches").await.expect(200)["items"], json!([]));
    assert_eq!(
        browser.post_with(path, &fields(&proof), Some(("Origin", &app.url))).await.status,
        303
    );
}

#[actix_web::test]
async fn signing_in_leads_to_addresses_of_this_service_only() {
    let app = start_or_skip!();
    app.person("anna").await;
    let browser = Browser::new(&app);
    for (next, expected) in [
        ("/matches/1?at=3", "/matches/1?at=3"),
        ("https://evil.example", "/"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
    ] {
        let fields = [("login", "anna"), ("password", PASSWORD), ("next", next)];
        let answer = browser.post("/sign-in", &fields).await;
        assert_eq!(answer.headers["location"], expected);
    }
}

#[actix_web::test]
async fn a_plan_is_shown_before_it_is_played_and_played_once_however_often_it_is_sent() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let seen = anna.look(&id).await;
    let mover = if seen["turn"]["yours"] == true { "anna" } else { "ben" };
    let browser = Browser::of(&app, mover).await;
    let path = format!("/matches/{id}");
    let mut plan = browser.get(&path).await;
    let mut here = path.clone();
    while !plan.text.contains("name=\"plan\"") {
        let at = plan.text.find("<a class=\"choice").expect("a choice");
        let link = plan.text[at..].split("href=\"").nth(1).unwrap().split('"').next().unwrap();
        let link = link.replace("&#38;", "&").replace("&amp;", "&");
        here = format!("{path}{link}");
        plan = browser.get(&here).await;
    }
    assert_eq!(anna.look(&id).await["version"], seen["version"], "planning plays nothing");
    let field = |name| hidden(&plan.text, name);
    let (proof, steps, version, key) = (field("proof"), field("plan"), field("v"), field("key"));
    let fields = [("proof", proof.as_str()), ("plan", &steps), ("v", &version), ("key", &key)];
    let play = format!("{path}/play");
    assert_eq!(browser.post(&play, &fields).await.status, 303);
    let after = anna.look(&id).await["version"].clone();
    assert_ne!(after, seen["version"]);
    assert_eq!(browser.post(&play, &fields).await.status, 303, "sent twice");
    assert_eq!(anna.look(&id).await["version"], after, "played once");
    let stale = [("proof", proof.as_str()), ("plan", &steps), ("v", &version), ("key", "another")];
    let refused = browser.post(&play, &stale).await;
    assert_eq!(refused.status, 412);
    assert!(refused.text.contains("nothing of it was played"), "{}", refused.text);
    // Whoever comes back to the address of a plan that they have played is told nothing else.
    let again = browser.get(&here).await;
    assert_eq!(again.status, 412);
    assert!(again.text.contains("Something has happened since"), "{}", again.text);
    assert!(!again.text.contains("was played"), "{}", again.text);
}

#[actix_web::test]
async fn nothing_is_taken_back_that_the_page_did_not_show() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "game": "great-zimbabwe" })).await;
    let can = |seen: &Value| seen["take_back"].as_array().is_some_and(|to| !to.is_empty());
    let whose = |seen: &Value| seen["turn"]["yours"] == true;
    let mut who = &anna;
    for _ in 0..60 {
        who = if whose(&anna.look(&id).await) { &anna } else { &ben };
        who.play_any(&id, |_| true).await;
        let seen = who.look(&id).await;
        if can(&seen) && whose(&seen) {
            break;
        }
    }
    let browser = Browser::of(&app, &who.handle).await;
    let path = format!("/matches/{id}");
    let page = browser.get(&path).await;
    let field = |name| hidden(&page.text, name);
    let (proof, v) = (field("proof"), field("v"));
    let to = who.look(&id).await["take_back"][0].to_string();
    // In another tab they go on.
    who.play_any(&id, |_| true).await;
    let before = who.look(&id).await["version"].clone();
    let fields = [("proof", proof.as_str()), ("v", &v), ("to", &to)];
    let answer = browser.post(&format!("{path}/take-back"), &fields).await;
    assert_eq!(answer.status, 412, "{}", answer.text);
    assert!(answer.text.contains("nothing was taken back"), "{}", answer.text);
    assert_eq!(who.look(&id).await["version"], before);
}

#[actix_web::test]
async fn what_is_no_code_for_watching_leads_to_a_public_match_and_is_not_kept() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let browser = Browser::of(&app, "anna").await;
    for garbled in ["%00", "%0d%0aX:%20y", "x%3B%20Domain%3Dexample.org", "%C3%A4"] {
        let answer = browser.get(&format!("/matches/{id}?watch={garbled}")).await;
        assert_eq!(answer.status, 303, "{garbled}: {}", answer.text);
        assert!(answer.headers.get("set-cookie").is_none(), "{garbled}");
    }
}

#[actix_web::test]
async fn what_happened_since_the_last_turn_stays_told_in_the_middle_of_a_turn() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let people = [&anna, &ben];
    let id = begun(&people, json!({ "game": "great-zimbabwe" })).await;
    let browsers = [Browser::of(&app, "anna").await, Browser::of(&app, "ben").await];
    let told = async |seat: usize| {
        let page = browsers[seat].get(&format!("/matches/{id}")).await.text;
        let from = page.find("Since your last turn").expect("the news");
        let list = &page[from..][..page[from..].find("</ol>").expect("a list")];
        list.to_owned()
    };
    for browser in &browsers {
        let fresh = browser.get(&format!("/matches/{id}")).await;
        assert_eq!(fresh.status, 200, "before anybody had a turn: {}", fresh.text);
    }
    let began = anna.look(&id).await;
    // Until somebody has taken a step and is still to act.
    let mut other = None;
    loop {
        let mover = awaited(&anna.look(&id).await);
        let before = told(mover).await;
        let played = people[mover].play_any(&id, |_| true).await;
        let name = format!("{} ", people[1 - mover].handle);
        if awaited(&played) == mover && other == Some(1 - mover) {
            let after = told(mover).await;
            let sentences = |list: &str| list.matches("</li>").count();
            assert!(before.contains(&name), "{before}");
            assert!(after.contains(&name), "{after}");
            assert_eq!(sentences(&after), sentences(&before), "own steps are no news: {after}");
            let wish = json!({ "kind": "rewind", "to": began["version"] });
            let proposals = format!("/api/v1/matches/{id}/proposals");
            people[1 - mover].post(&proposals, wish).await.expect(201);
            let after = told(mover).await;
            assert!(after.contains(&format!("{name}proposes")), "it is news: {after}");
            return;
        }
        other = Some(mover);
    }
}

#[actix_web::test]
async fn one_key_leads_on_to_the_match_that_waits_longest_beside_this_one() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let browser = Browser::of(&app, "anna").await;
    let mut waiting = Vec::new();
    while waiting.len() < 2 {
        let id = begun(&[&anna, &ben], json!({})).await;
        if awaited(&anna.look(&id).await) == 0 {
            waiting.push(id);
        }
    }
    let led = async |after: &str| {
        browser.get(&format!("/next?after={after}")).await.headers["location"].clone()
    };
    assert_eq!(led(&waiting[0]).await, format!("/matches/{}", waiting[1]));
    assert_eq!(led(&waiting[1]).await, format!("/matches/{}", waiting[0]));
    anna.post(&format!("/api/v1/matches/{}/resign", waiting[1]), json!({})).await.expect(200);
    assert_eq!(led(&waiting[0]).await, "/");
}

#[actix_web::test]
async fn a_form_that_opens_a_match_opens_one_however_often_it_is_sent() {
    let app = start_or_skip!();
    app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    let asked = browser.get("/matches/new?game=bora-bora").await.text;
    let (proof, key) = (hidden(&asked, "proof"), hidden(&asked, "key"));
    let open = async |title| {
        let fields = [("proof", &*proof), ("key", &*key), ("game", "bora-bora"), ("title", title)];
        let answer = browser.post("/matches/new", &[&fields[..], &[("seats", "3")]].concat()).await;
        assert_eq!(answer.status, 303, "{}", answer.text);
        answer.headers["location"].to_str().unwrap().to_owned()
    };
    let first = open("Sunday").await;
    assert_eq!(open("Sunday").await, first, "sent twice");
    assert_ne!(open("Monday").await, first, "gone back to and changed");

    let robots = format!("{first}/robots");
    let seat = [("proof", &*proof), ("robot", "random"), ("seat", "1")];
    for _ in 0..2 {
        assert_eq!(browser.post(&robots, &seat).await.status, 303);
    }
    let room = browser.get(&first).await.text;
    assert!(room.contains("Robot Random 1") && !room.contains("Robot Random 2"), "{room}");
}

#[actix_web::test]
async fn the_hash_of_the_seed_is_shown_before_anybody_adds_to_the_chance_and_nobody_is_filled_in_for()
 {
    let app = start_or_skip!();
    let (anna, _) = (app.person("anna").await, app.person("ben").await);
    let browser = Browser::of(&app, "anna").await;
    let empty = |page: &str| {
        let field = &page[page.find("<input id=\"entropy\"").expect("a field")..];
        let field = &field[..field.find('>').unwrap()];
        assert!(!field.contains("value=") || field.contains("value=\"\""), "{field}");
    };
    let asked = browser.get("/matches/new?game=bora-bora").await.text;
    let hash = hidden(&asked, "seed_hash");
    assert_eq!(hash.len(), 64);
    assert!(asked.contains(&format!("<code class=\"hash\">{hash}</code>")), "it is shown");
    empty(&asked);

    let fields = |page: &str, title| {
        let kept = ["proof", "key", "match_id", "seed_hash"].map(|name| (name, hidden(page, name)));
        let more = [("game", "bora-bora"), ("title", title), ("seats", "3"), ("entropy", "mine")];
        kept.into_iter().chain(more.map(|(name, value)| (name, value.to_owned()))).collect()
    };
    let send = async |fields: Vec<(&str, String)>| {
        let fields: Vec<_> = fields.iter().map(|(name, value)| (*name, &**value)).collect();
        browser.post("/matches/new", &fields).await
    };
    let opened = send(fields(&asked, "Sunday")).await;
    assert_eq!(opened.status, 303, "{}", opened.text);
    let room = opened.headers["location"].to_str().unwrap().to_owned();
    // What is sent with a promise that was used is not kept for one that is made after it.
    let refused = send(fields(&asked, "Monday")).await;
    assert_eq!(refused.status, 422);
    assert_ne!(hidden(&refused.text, "seed_hash"), hash);
    empty(&refused.text);

    let id = room.rsplit('/').next().unwrap();
    assert_eq!(anna.look(id).await["seed_hash"], hash);
    let before_joining = Browser::of(&app, "ben").await.get(&room).await.text;
    assert!(before_joining.contains(&hash), "{before_joining}");
    empty(&before_joining);
}

#[actix_web::test]
async fn pages_hold_no_script_and_no_style_of_their_own_and_no_other_host() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let mut paths: Vec<String> = [
        "/",
        "/matches",
        "/matches/new",
        "/matches/new?game=bora-bora",
        "/account",
        "/account/blocks",
        "/games",
        "/matches/new?game=great-zimbabwe",
        "/games/bora-bora",
        "/games/great-zimbabwe",
        "/help",
        "/house-rules",
        "/report?handle=ben",
        "/docs/errors",
        "/people/anna",
        "/forgot",
        "/confirm?token=x",
        "/reset?token=x",
        "/nowhere",
        "/register",
    ]
    .map(str::to_owned)
    .to_vec();
    for game in ["bora-bora", "great-zimbabwe"] {
        let id = begun(&[&anna, &ben], json!({ "game": game })).await;
        paths.extend([format!("/matches/{id}"), format!("/matches/{id}/history")]);
    }
    for browser in [Browser::of(&app, "anna").await, Browser::new(&app)] {
        for path in &paths {
            let page = browser.get(path).await;
            assert!(page.status < 500, "{path}: {}", page.status);
            for forbidden in [" style=", "<style", " onclick", "javascript:", "src=\"http"] {
                assert!(!page.text.contains(forbidden), "{path} holds {forbidden}");
            }
            for script in page.text.split("<script").skip(1) {
                assert!(script.trim_start().starts_with("src=\"/assets/"), "{path}");
            }
            let policy = page.headers["content-security-policy"].to_str().unwrap();
            assert!(!policy.contains("unsafe"), "{path}: {policy}");
        }
    }
}

#[actix_web::test]
async fn a_page_shows_a_viewer_no_more_than_the_api_does() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let id = begun(&[&anna, &ben], json!({ "visibility": "public" })).await;
    let hand = |seen: &Value, seat: usize| seen["view"]["boards"][seat]["hand"].clone();
    let seen = anna.look(&id).await;
    assert!(hand(&seen, 0).is_array() && hand(&seen, 1).is_null());
    let (mine, watching) = (Browser::of(&app, "anna").await, Browser::new(&app));
    let board = async |browser: &Browser, seat: usize| {
        let page = browser.get(&format!("/matches/{id}?from=seat-{seat}")).await.text;
        let at = page.find("id=\"zone-you\"").expect("a board");
        page[at..at + page[at..].find("</section>").unwrap()].to_owned()
    };
    let shows_cards = |board: &str| board.contains("class=\"god ");
    assert!(shows_cards(&board(&mine, 0).await), "my own cards are shown");
    // As it is of the past.
    let then = async |browser: &Browser, seat: usize| {
        let page = browser.get(&format!("/matches/{id}/history?at=5&from=seat-{seat}")).await.text;
        let at = page.find("id=\"zone-you\"").expect("a board");
        page[at..at + page[at..].find("</section>").unwrap()].to_owned()
    };
    assert!(shows_cards(&then(&mine, 0).await));
    assert!(!shows_cards(&then(&mine, 1).await) && !shows_cards(&then(&watching, 0).await));
    assert_eq!(then(&mine, 1).await, then(&watching, 1).await);
    let bens = board(&mine, 1).await;
    assert!(!shows_cards(&bens), "{bens}");
    assert_eq!(bens, board(&watching, 1).await, "Ben's board is the same for all others");
    assert!(!shows_cards(&board(&watching, 0).await));
    let words = format!("/matches/{id}/words");
    let hidden = |words: &str| words.matches(", hidden</li>").count();
    assert_eq!(hidden(&mine.get(&words).await.text), 1);
    assert_eq!(hidden(&watching.get(&words).await.text), 2);
    let private = begun(&[&anna, &ben], json!({})).await;
    assert_eq!(Browser::new(&app).get(&format!("/matches/{private}")).await.status, 200);
}

#[actix_web::test]
async fn the_page_of_letters_says_how_often_they_come_and_sets_it() {
    let app = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let browser = Browser::of(&app, "anna").await;
    let page = browser.get("/account/letters").await.text;
    assert!(page.contains("value=\"at_once\" checked"), "{page}");
    let proof = browser.hidden("/account/letters", "proof").await;
    let daily = [("proof", proof.as_str()), ("rhythm", "daily"), ("every", "3"), ("hour", "7")];
    assert_eq!(browser.post("/account/letters", &daily).await.status, 303);
    let set = anna.get("/api/v1/me/letters/rhythm").await.expect(200);
    assert_eq!((&set["rhythm"], &set["hour"]), (&json!("daily"), &json!(7)));
    assert_eq!(set["reminders"], "none", "nothing was ticked");
    let page = browser.get("/account/letters").await.text;
    assert!(page.contains("value=\"daily\" checked"), "{page}");
    assert!(page.contains("<option value=\"7\" selected>7:00</option>"), "{page}");
    let late = [("proof", proof.as_str()), ("rhythm", "daily"), ("hour", "24")];
    assert!(browser.post("/account/letters", &late).await.status >= 400);

    let id = begun(&[&anna, &ben], json!({})).await;
    let table = browser.get(&format!("/matches/{id}")).await.text;
    let seen = format!("/matches/{id}/presence");
    assert!(table.contains(&format!("data-seen=\"{seen}\"")), "{table}");
    let proof = [("proof", proof.as_str())];
    assert_eq!(browser.post(&seen, &proof).await.status, 204);
    assert_eq!(browser.post(&seen, &[]).await.status, 403, "a form of another page");
    let watching = Browser::new(&app).get(&format!("/matches/{id}")).await.text;
    assert!(!watching.contains("data-seen"), "who only watches gets no letters");

    let page = browser.get("/account/letters").await.text;
    assert!(page.contains("Single matches") && page.contains("A match of mine begins"), "{page}");
    let rhythm = format!("/api/v1/matches/{id}/letters");
    let single = "/account/letters/matches";
    assert_eq!(browser.post(single, &[proof[0], (&*id, "off")]).await.status, 303);
    assert_eq!(anna.get(&rhythm).await.expect(200)["rhythm"], "off");
    let page = browser.get("/account/letters").await.text;
    assert!(page.contains("<option value=\"off\" selected>not at all</option>"), "{page}");
    assert!(browser.post(single, &[proof[0], (&*id, "hourly")]).await.status >= 400);
    assert_eq!(browser.post(single, &[proof[0], (&*id, "")]).await.status, 303);
    assert_eq!(anna.get(&rhythm).await.expect(200)["rhythm"], Value::Null);
}

#[actix_web::test]
async fn an_account_is_changed_taken_home_and_closed_on_its_page() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    let proof = browser.hidden("/account", "proof").await;
    let proof = ("proof", proof.as_str());
    assert_eq!(browser.post("/account/letters", &[proof, ("your_turn", "on")]).await.status, 303);
    let muted = anna.get("/api/v1/me").await.expect(200)["muted"].clone();
    let rest = [
        "reminder",
        "last_call",
        "timed_out",
        "proposal",
        "about_to_expire",
        "match_started",
        "match_ended",
        "invitation",
        "invitation_declined",
    ];
    assert_eq!(muted, json!(rest));
    let made = browser.post("/account/tokens", &[proof, ("name", "bot"), ("play", "on")]).await;
    let at = made.text.find("twk_").expect("the token is shown");
    let token: String = made.text[at..].chars().take_while(|c| *c != '"').collect();
    let mut script = app.anonymous();
    script.token = Some(token);
    script.get("/api/v1/me/turns").await.expect(200);
    let data: Value = browser.get("/account/data").await.expect(200);
    assert_eq!(data["account"]["email"], "anna@example.org");
    assert!(!data.to_string().contains("twk_") && !data.to_string().contains("password"));
    let close = |password| [proof, ("current_password", password)];
    assert_eq!(browser.post("/account/close", &close("wrong")).await.status, 403);
    assert_eq!(browser.post("/account/close", &close(PASSWORD)).await.status, 303);
    assert_eq!(browser.get("/account").await.status, 303);
    script.get("/api/v1/me/turns").await.refused(401, "invalid_token");
}

#[actix_web::test]
async fn the_page_on_errors_lists_every_code_under_its_status_with_its_meaning() {
    let app = start_or_skip!();
    let browser = Browser::new(&app);
    let page = browser.get("/docs/errors").await;
    assert_eq!(page.status, 200);
    let mut listed = 0;
    for group in page.text.split("<h2 id=\"").skip(1) {
        let status = &group[..3];
        for entry in group.split("<dt id=\"").skip(1) {
            let word = entry.split('"').next().unwrap();
            let code = Code::ALL.iter().find(|code| code.word() == word).expect(word);
            assert_eq!(status, code.kind().status().to_string(), "{word}");
            let said = entry.split("<dd>").nth(1).unwrap().split("</dd>").next().unwrap();
            let said = said.replace("<code>", "`").replace("</code>", "`").replace("&#34;", "\"");
            let said = said.replace("&#39;", "'");
            assert_eq!(said, code.meaning());
            listed += 1;
        }
    }
    assert_eq!(listed, Code::ALL.len());
    let help = browser.get("/help").await;
    assert!(help.text.contains("href=\"/docs/errors\""), "help leads there");
}

#[actix_web::test]
async fn whoever_has_kept_the_address_of_any_form_of_a_match_comes_to_a_page() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let id = anna.open(3, json!({})).await;
    let browser = Browser::of(&app, "anna").await;
    let (_, of_a_match) =
        include_str!("../../src/web/pages/mod.rs").split_once("scope(\"/matches/{id}\")").unwrap();
    let (of_a_match, _) = of_a_match.split_once("\n}").unwrap();
    let routes = of_a_match.split(".route(").skip(1);
    let forms = routes.filter(|route| route.contains("post().to("));
    let forms = forms.filter_map(|route| route.split('"').nth(1));
    let mut met = 0;
    for form in forms {
        let form = form.replace("{line}", "1").replace("{number}", "1").replace("{event}", "1");
        let address = format!("/matches/{id}{form}");
        let page = browser.get(&address).await;
        assert!(matches!(page.status, 200 | 303), "{address}: {}", page.status);
        met += 1;
    }
    assert!(met > 25, "{met}");
}

#[actix_web::test]
async fn what_went_wrong_is_said_on_a_page_that_shows_who_is_signed_in() {
    let app = start_or_skip!();
    app.person("anna").await;
    let (anna, stranger) = (Browser::of(&app, "anna").await, Browser::new(&app));
    for browser in [&anna, &stranger] {
        let answers = [
            (404, browser.get("/no-such-page").await),
            (404, browser.get("/people/nobody").await),
            (
                403,
                browser.post_with("/report", &[], Some(("Origin", "https://evil.example"))).await,
            ),
        ];
        for (status, answer) in answers {
            assert_eq!(answer.status, status, "{}", answer.text);
            assert!(answer.text.contains("<h1>That did not work</h1>"), "{}", answer.text);
            assert_eq!(answer.headers["cache-control"], "no-store");
            let shown = answer.text.contains("<a href=\"/account\">anna</a>");
            assert_eq!(shown, !browser.cookie.is_empty(), "{}", answer.text);
        }
    }
    let wrong = stranger.get("/matches?cursor=a&cursor=b").await;
    assert_eq!(wrong.status, 400);
    assert!(
        wrong.text.contains("duplicate field") && wrong.text.contains("<h1>"),
        "{}",
        wrong.text
    );
    let proof = hidden(&anna.get("/people/nobody").await.text, "proof");
    let out = anna.post("/sign-out", &[("proof", &proof)]).await;
    assert_eq!(out.status, 303, "its form is as good as any other");
    assert!(!anna.get("/no-such-page").await.text.contains("anna"), "the session has ended");
}
