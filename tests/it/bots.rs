//! Accounts under which programs play: the mark, their letters, and the programs we show.

use super::app::{Caller, TestApp, awaited, begun};
use super::visitor::Browser;
use crate::start_or_skip;
use serde_json::{Value, json};
use std::process::{Command, Stdio};
use std::time::Duration;

const MARK: &str = " (bot)";

/// Whether the mark stands wherever a name does: in a field beside a handle that stands alone,
/// and behind it in every sentence. How often it was looked at.
fn marked(answer: &Value, handle: &str, is_bot: bool, at: &str) -> usize {
    match answer {
        Value::Object(fields) => {
            let own = fields.iter().map(|(key, value)| {
                if value == handle {
                    let beside = match key.as_str() {
                        "handle" | "against" => "bot",
                        "host" => "host_is_bot",
                        "by" => "by_is_bot",
                        // An argument of a sentence, which is told to people.
                        "word" => return told(handle, handle, is_bot, at),
                        other => panic!("{at}: {other} names {handle}: {answer}"),
                    };
                    assert_eq!(answer[beside], is_bot, "{at}: {key} of {answer}");
                    return 1;
                }
                let is_address = value == &json!(format!("{handle}@example.org"));
                if is_address { 0 } else { marked(value, handle, is_bot, at) }
            });
            own.sum()
        }
        Value::Array(items) => items.iter().map(|item| marked(item, handle, is_bot, at)).sum(),
        Value::String(text) => told(text, handle, is_bot, at),
        _ => 0,
    }
}

/// Whether a text tells the mark behind each name in it; how often it names somebody.
fn told(text: &str, handle: &str, is_bot: bool, at: &str) -> usize {
    let after: Vec<&str> = text.split(handle).skip(1).collect();
    for rest in &after {
        assert_eq!(rest.starts_with(MARK), is_bot, "{at}: {handle} in “{text}”");
    }
    after.len()
}

/// What a reader of a page reads: its text without tags, addresses and the scripts of forms.
fn read(page: &str) -> String {
    let body = page.split_once("<main").expect("a page").1;
    let parts = body.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text));
    parts.collect()
}

/// A bot and a person who have met in every way: a match that is played, with talk and a
/// proposal, one that waits for people with invitations both ways, and a block.
async fn met<'a>(app: &'a TestApp) -> (Caller<'a>, Caller<'a>, Vec<String>) {
    let (anna, bot) = (app.person("annabella").await, app.bot("deepdive").await);
    let played = begun(&[&anna, &bot], json!({ "pace": "daily" })).await;
    for (who, words) in [(&anna, "Hello!"), (&bot, "Beep.")] {
        who.post(&format!("/api/v1/matches/{played}/talk"), json!({ "text": words }))
            .await
            .expect(201);
    }
    let wish = json!({ "kind": "end", "by_score": true });
    for who in [&anna, &bot] {
        let proposed = who.post(&format!("/api/v1/matches/{played}/proposals"), wish.clone()).await;
        assert!([201, 409, 422].contains(&proposed.status), "{}", proposed.text);
    }
    let mover = [&anna, &bot][awaited(&anna.look(&played).await)];
    mover.play_any(&played, |_| true).await;
    let mut waiting = Vec::new();
    for (host, guest) in [(&anna, &bot), (&bot, &anna)] {
        let id = host.open(2, json!({})).await;
        host.post(&format!("/api/v1/matches/{id}/invitations"), json!({ "handle": guest.handle }))
            .await
            .expect(202);
        waiting.push(id);
    }
    let ended = begun(&[&bot, &anna], json!({ "game": "great-zimbabwe" })).await;
    anna.post(&format!("/api/v1/matches/{ended}/resign"), json!({})).await.expect(200);
    (anna, bot, [vec![played], waiting, vec![ended]].concat())
}

#[actix_web::test]
async fn a_bot_is_marked_wherever_programs_are_told_of_it() {
    let app = start_or_skip!();
    let (anna, bot, matches) = met(&app).await;
    anna.put("/api/v1/me/blocks/deepdive", json!({})).await.expect(204);
    let document = turnwise::web::document();
    let mut seen = [0, 0];
    for (path, operations) in document["paths"].as_object().unwrap() {
        // A proof holds what people were called as it is sealed.
        let left_out = path.ends_with("/export") || path.ends_with("/events");
        if operations["get"].is_null() || !path.starts_with("/api/") || left_out {
            continue;
        }
        for id in &matches {
            let path = path
                .replace("{id}", id)
                .replace("{slug}", "bora-bora")
                .replace("{handle}", "deepdive");
            for who in [&anna, &bot, &app.anonymous()] {
                let answer = who.get(&path).await;
                let Ok(answer) = serde_json::from_str(&answer.text) else { continue };
                seen[0] += marked(&answer, "deepdive", true, &path);
                seen[1] += marked(&answer, "annabella", false, &path);
            }
            if !path.contains(id) {
                break;
            }
        }
    }
    assert!(seen.iter().all(|seen| *seen > 60), "{seen:?}");
    // Beside what was asked of them all, so that none of these is missed.
    let blocked = anna.get("/api/v1/me/blocks").await.expect(200);
    assert_eq!(blocked["items"][0]["bot"], true);
    let asked = anna.get("/api/v1/me/invitations").await.expect(200);
    assert_eq!(asked["items"], json!([]), "a block hides it: {asked}");
    let asked = bot.get("/api/v1/me/invitations").await.expect(200);
    assert_eq!(asked["items"][0]["by_is_bot"], false);
}

#[actix_web::test]
async fn a_bot_is_marked_wherever_people_read_its_name() {
    let app = start_or_skip!();
    let (anna, _, matches) = met(&app).await;
    let browser = Browser::of(&app, &anna.handle).await;
    let mut pages: Vec<String> =
        ["/", "/matches", "/matches?status=open", "/people/deepdive"].map(str::to_owned).into();
    pages.push("/report?handle=deepdive".to_owned());
    for id in &matches {
        let within = ["", "/talk", "/history", "/proposals", "/words", "?pane=players"];
        pages.extend(within.map(|part| format!("/matches/{id}{part}")));
    }
    let mut named = Vec::new();
    for path in &pages {
        let page = browser.get(path).await;
        if page.status == 200 {
            let seen = told(&read(&page.text), "deepdive", true, path);
            for link in page.text.split("href=\"/people/").skip(1) {
                let handle = link.split('"').next().unwrap_or_default();
                assert!(["deepdive", "annabella"].contains(&handle), "{path} leads to {handle}");
            }
            named.extend((seen > 0).then_some(path));
        }
    }
    assert!(named.len() >= 14, "{named:?}");
    anna.put("/api/v1/me/blocks/deepdive", json!({})).await.expect(204);
    let blocks = browser.get("/account/blocks").await.text;
    assert_eq!(told(&read(&blocks), "deepdive", true, "blocks"), 1);
    // An invitation, and what a letter tells of the match.
    let letter = app.letter("annabella@example.org", "invit").await;
    assert!(told(&letter.text(), "deepdive", true, "a letter") > 0);
}

#[actix_web::test]
async fn an_account_becomes_a_bots_only_before_it_sits_at_a_table() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let change = |bot: bool| anna.patch("/api/v1/me", json!({ "bot": bot }));
    assert_eq!(anna.get("/api/v1/me").await.expect(200)["bot"], false);
    for bot in [true, true, false, true] {
        assert_eq!(change(bot).await.expect(200)["bot"], bot);
        let rhythm = anna.get("/api/v1/me/letters/rhythm").await.expect(200);
        assert_eq!(rhythm["rhythm"], if bot { "off" } else { "at_once" });
    }
    let browser = Browser::of(&app, "anna").await;
    let proof = browser.hidden("/account", "proof").await;
    let choose = |bot: &'static str| {
        let fields = [("proof", proof.clone()), ("bot", bot.to_owned())];
        let browser = &browser;
        async move {
            let fields = fields.each_ref().map(|(name, value)| (*name, value.as_str()));
            browser.post("/account/bot", &fields).await
        }
    };
    assert_eq!(choose("no").await.headers["location"], "/account?done=person");
    assert_eq!(choose("yes").await.headers["location"], "/account?done=bot");
    anna.open(2, json!({})).await;
    change(false).await.refused(409, "has_played");
    let page = choose("no").await;
    assert_eq!(page.status, 409);
    assert!(page.text.contains("has sat at a table"), "{}", page.text);
    // It stays one, whatever else changes, and nothing is lost by saying so again.
    assert_eq!(change(true).await.expect(200)["bot"], true);
    // Nor does somebody who has played become one.
    let ben = app.person("ben").await;
    ben.open(2, json!({})).await;
    ben.patch("/api/v1/me", json!({ "bot": true })).await.refused(409, "has_played");
    // Neither does leaving again make it new.
    let cleo = app.person("cleo").await;
    let id = anna.open(3, json!({})).await;
    cleo.join(&id).await;
    cleo.delete(&format!("/api/v1/matches/{id}/seats/me")).await.expect(200);
    cleo.patch("/api/v1/me", json!({ "bot": true })).await.refused(409, "has_played");
    // A script changes nothing about its account.
    let wish = json!({ "name": "a script", "scopes": ["read", "play"] });
    let made = anna.post("/api/v1/me/tokens", wish).await.expect(201);
    let mut script = anna.clone();
    script.token = made["token"].as_str().map(str::to_owned);
    script.patch("/api/v1/me", json!({ "bot": false })).await.refused(403, "session_needed");
}

#[actix_web::test]
async fn a_bot_gets_no_letters_about_matches_before_it_asks_and_is_awaited_like_anybody() {
    let app = start_or_skip!();
    let (anna, bot) = (app.person("anna").await, app.bot("deepdive").await);
    let id = begun(&[&anna, &bot], json!({ "pace": "daily" })).await;
    // Whoever begins, the bot hears of no turn of its own.
    while awaited(&anna.look(&id).await) == 1 {
        bot.play_any(&id, |_| true).await;
    }
    while awaited(&anna.look(&id).await) == 0 {
        anna.play_any(&id, |_| true).await;
    }
    let dropped = app.dropped("deepdive", 1).await;
    let unwanted = turnwise::mail::notice::Dropped::Muted.said();
    assert!(dropped.iter().any(|notice| notice.reason.as_deref() == Some(unwanted)), "{dropped:?}");
    let seat = anna.look(&id).await["seats"][1].clone();
    assert!(seat["awaited_since"].is_string() && seat["due"].is_string(), "{seat}");
    let wish = json!({ "rhythm": "at_once" });
    bot.put("/api/v1/me/letters/rhythm", wish).await.expect(200);
    bot.play_any(&id, |_| true).await;
    anna.post(&format!("/api/v1/matches/{id}/resign"), json!({})).await.expect(200);
    let letter = app.letter("deepdive@example.org", "A match").await;
    assert!(letter.text().contains("deepdive (bot)"), "{}", letter.text());
}

#[actix_web::test]
async fn nobody_takes_a_handle_that_could_be_one_of_our_robots() {
    let app = start_or_skip!();
    for handle in ["Robot", "robot-sensible-2", "R0bot_Random-1", "operator"] {
        let email = format!("{}@example.org", handle.to_lowercase());
        let new = json!({ "handle": handle, "email": email, "password": super::app::PASSWORD });
        app.anonymous().post("/api/v1/accounts", new).await.refused(409, "handle_taken");
    }
}

/// The bot that people copy from README and from the page on bots plays as it stands there.
#[actix_web::test]
async fn the_smallest_bot_plays_as_it_stands_on_the_page_and_in_the_readme() {
    let app = start_or_skip!();
    let program = turnwise::web::pages::bots::smallest();
    let page = Browser::new(&app).get("/docs/bots").await.text;
    for line in program.lines().filter(|line| line.contains("legal")) {
        let shown = line.replace('"', "&#34;").replace('\'', "&#39;").replace('>', "&#62;");
        assert!(page.contains(&shown), "{line} is not on the page");
    }
    let (anna, bot) = (app.person("anna").await, app.bot("deepdive").await);
    let wish = json!({ "name": "a script", "scopes": ["read", "play"] });
    let token = bot.post("/api/v1/me/tokens", wish).await.expect(201)["token"].clone();
    let id = begun(&[&anna, &bot], json!({ "game": "great-zimbabwe" })).await;
    let started = Command::new("python3")
        .args(["-c", program])
        .env("URL", &app.url)
        .env("TOKEN", token.as_str().expect("a token"))
        .env("PAUSE", "0.05")
        .env("PYTHONUNBUFFERED", "1")
        .stdout(Stdio::null())
        .spawn();
    let Ok(mut running) = started else {
        crate::skipped!("there is no python3");
        return;
    };
    let mut turns = 0;
    let mut before = 0;
    for _ in 0..1_200 {
        let seen = anna.look(&id).await;
        let mover = awaited(&seen);
        turns += usize::from(mover == 0 && before == 1);
        before = mover;
        if turns == 3 {
            break;
        }
        match mover {
            0 => drop(anna.play_any(&id, |_| true).await),
            _ => tokio::time::sleep(Duration::from_millis(25)).await,
        }
    }
    let stopped = running.try_wait().expect("a process");
    running.kill().expect("it is stopped");
    running.wait().expect("it has ended");
    assert_eq!(stopped, None, "the bot has ended by itself");
    assert_eq!(turns, 3, "the bot has not played");
}
