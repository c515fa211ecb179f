//! A guided first match, page by page.

use super::app::TestApp;
use super::visitor::Browser;
use crate::start_or_skip;
use std::collections::BTreeSet;

/// The name of the lesson that a page tells, if it tells one.
fn lesson(page: &str) -> Option<String> {
    let form = page.split("class=\"lesson\"").nth(1)?;
    let name = form.split("name=\"lesson\" value=\"").nth(1)?;
    Some(name.split('"').next()?.to_owned())
}

/// Presses a button of the lesson on the page of a match.
async fn press(browser: &Browser<'_>, path: &str, lesson: &str, enough: &str) {
    let proof = browser.hidden(path, "proof").await;
    let mut fields = vec![("proof", &*proof), ("lesson", lesson), ("v", "1")];
    if !enough.is_empty() {
        fields.push(("enough", enough));
    }
    assert_eq!(browser.post(&format!("{path}/learned"), &fields).await.status, 303);
}

/// The value of a hidden field of a page.
fn field(page: &str, name: &str) -> String {
    let behind = page.split(&format!("name=\"{name}\" value=\"")).nth(1).expect(name);
    behind.split('"').next().expect("a value").to_owned()
}

/// Asks to be taught a game; the path of the match that begins.
async fn taught(browser: &Browser<'_>, game: &str) -> String {
    let page = format!("/games/{game}");
    let shown = browser.get(&page).await.text;
    let (proof, key) = (field(&shown, "proof"), field(&shown, "key"));
    let (id, hash) = (field(&shown, "match_id"), field(&shown, "seed_hash"));
    assert!(shown.contains("name=\"entropy\"") && !shown.contains("name=\"entropy\" value"));
    let mut fields = vec![("proof", &*proof), ("key", &*key), ("match_id", &*id)];
    fields.extend([("seed_hash", &*hash), ("entropy", "from my own dice")]);
    let first = browser.post(&format!("{page}/teach"), &fields).await;
    assert_eq!(first.status, 303, "{}", first.text);
    let again = browser.post(&format!("{page}/teach"), &fields).await;
    let place = |answer: &super::app::Answer| {
        answer.headers["location"].to_str().expect("a place").to_owned()
    };
    assert_eq!(place(&first), place(&again), "a double click begins one match");
    assert_eq!(place(&first), format!("/matches/{id}"), "the one that was promised");
    place(&first)
}

/// The page of a match once it is one's own turn again.
async fn my_turn(browser: &Browser<'_>, path: &str) -> Option<String> {
    for _look in 0..500 {
        let page = browser.get(path).await;
        assert_eq!(page.status, 200, "{}", page.text);
        if page.text.contains("The match is over") {
            return None;
        }
        if page.text.contains("It is your turn") {
            return Some(page.text);
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("it is never my turn");
}

#[actix_web::test]
async fn whoever_is_taught_is_told_of_every_new_decision_once_and_never_again() {
    let app = start_or_skip!();
    app.person("anna").await;
    for game in ["bora-bora", "great-zimbabwe"] {
        let browser = Browser::of(&app, "anna").await;
        let path = taught(&browser, game).await;
        let mut told: BTreeSet<String> = BTreeSet::new();
        for step in 0..25 {
            let Some(mut page) = my_turn(&browser, &path).await else { break };
            let mut address = path.clone();
            let mut shown = BTreeSet::new();
            // Follows choices until the plan can be confirmed.
            for click in 0..8 {
                if let Some(name) = lesson(&page) {
                    assert!(!told.contains(&name), "{name} is told twice");
                    // Beside Confirm it may be about what comes next.
                    if !page.contains("id=\"confirm\"") {
                        shown.insert(name.clone());
                    }
                    if step == 0 {
                        press(&browser, &path, &name, "").await;
                        told.insert(name.clone());
                        page = browser.get(&address).await.text;
                        assert_ne!(lesson(&page), Some(name));
                    }
                }
                if page.contains("id=\"confirm\"") {
                    break;
                }
                let choices: Vec<&str> = page.split("<a class=\"choice").skip(1).collect();
                assert!(!choices.is_empty(), "nothing to choose after {click} clicks");
                let choice = choices[(step + click) % choices.len()];
                let href = choice.split("href=\"").nth(1).and_then(|rest| rest.split('"').next());
                let query = href.expect("an address").replace("&amp;", "&").replace("&#38;", "&");
                address = format!("{path}{query}");
                page = browser.get(&address).await.text;
            }
            let field = |name: &str| {
                let at = format!("name=\"{name}\" value=\"");
                let form = page.split("/play\">").nth(1)?;
                let value = form.split("</form>").next()?.split(&at).nth(1)?.split('"').next()?;
                Some(value.replace("&quot;", "\"").replace("&#34;", "\""))
            };
            let form: Vec<(&str, String)> = ["proof", "plan", "v", "key", "met"]
                .into_iter()
                .filter_map(|name| Some((name, field(name)?)))
                .collect();
            let fields: Vec<(&str, &str)> =
                form.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let played = browser.post(&format!("{path}/play"), &fields).await;
            assert_eq!(played.status, 303, "{}", played.text);
            if let Some((_, met)) = fields.iter().find(|(name, _)| *name == "met") {
                told.extend(met.split_whitespace().map(str::to_owned));
            }
            // What stood beside the way to what was played was read, too.
            told.extend(shown);
        }
        assert!(told.len() >= 4, "{told:?}");
    }
}

#[actix_web::test]
async fn who_wants_no_more_hints_gets_none_and_who_was_never_taught_gets_none() {
    let app: TestApp = start_or_skip!();
    let (anna, ben) = (app.person("anna").await, app.person("ben").await);
    let browser = Browser::of(&app, "anna").await;
    let path = taught(&browser, "bora-bora").await;
    let page = my_turn(&browser, &path).await.expect("it has begun");
    let name = lesson(&page).expect("a lesson");
    // Nobody else is told, nor may note anything for others; unknown names are nothing.
    let id = super::app::begun(&[&ben, &anna], serde_json::json!({})).await;
    let other = Browser::of(&app, "ben").await;
    let theirs = format!("/matches/{id}");
    assert_eq!(lesson(&other.get(&theirs).await.text), None);
    let proof = other.hidden(&theirs, "proof").await;
    let fields = [("proof", &*proof), ("lesson", &*name), ("v", "1")];
    assert_eq!(other.post(&format!("{path}/learned"), &fields).await.status, 404);
    press(&browser, &path, "begun enough nothing", "").await;
    assert_eq!(lesson(&browser.get(&path).await.text), Some(name.clone()));
    let data = browser.get("/account/data").await;
    assert!(data.text.contains(r#""bora-bora":["begun"]"#), "{}", data.text);
    press(&browser, &path, &name, "yes").await;
    assert_eq!(lesson(&browser.get(&path).await.text), None);
    // Asking again begins another match, and goes on with what was not told yet.
    let again = taught(&browser, "bora-bora").await;
    assert_ne!(again, path);
    assert_eq!(lesson(&my_turn(&browser, &again).await.expect("it has begun")), Some(name));
    // Who has been told everything and asks again is told again.
    let board = turnwise::boards::find("bora-bora").expect("a board");
    let all: Vec<&str> = board.lessons().iter().map(|lesson| lesson.name).collect();
    press(&browser, &again, &all.join(" "), "").await;
    assert_eq!(lesson(&my_turn(&browser, &again).await.expect("it has begun")), None);
    let third = taught(&browser, "bora-bora").await;
    assert!(lesson(&my_turn(&browser, &third).await.expect("it has begun")).is_some());
}

#[actix_web::test]
async fn who_has_too_many_matches_with_robots_is_refused_and_no_match_is_left_behind() {
    let app = start_or_skip!();
    let anna = app.person("anna").await;
    let browser = Browser::of(&app, "anna").await;
    for _match in 0..20 {
        taught(&browser, "bora-bora").await;
    }
    let page = "/games/bora-bora";
    let shown = browser.get(page).await.text;
    let wish = ["proof", "match_id", "seed_hash"].map(|name| (name, field(&shown, name)));
    let mut fields: Vec<(&str, &str)> =
        wish.iter().map(|(name, value)| (*name, &**value)).collect();
    fields.push(("key", "one more"));
    let refused = browser.post(&format!("{page}/teach"), &fields).await;
    assert!((400..500).contains(&refused.status), "{}", refused.text);
    assert!(refused.text.contains("finish one first"), "{}", refused.text);
    let count = async |status: &str| {
        let list = anna.get(&format!("/api/v1/matches?status={status}&player=anna")).await;
        list.expect(200)["items"].as_array().expect("items").len()
    };
    assert_eq!((count("open").await, count("running").await), (0, 20));
    assert_eq!(count("cancelled").await, 0, "none is opened that must be cancelled");
    let again = browser.get(&format!("{page}/teach")).await;
    assert_eq!((again.status, again.headers["location"].as_bytes()), (303, page.as_bytes()));
    // Once there is room, the same form is heard.
    let list = anna.get("/api/v1/matches?status=running&player=anna").await;
    let one = list.expect(200)["items"][0]["id"].as_str().expect("an id").to_owned();
    anna.post(&format!("/api/v1/matches/{one}/resign"), serde_json::json!({})).await.expect(200);
    assert_eq!(browser.post(&format!("{page}/teach"), &fields).await.status, 303);
    assert_eq!((count("open").await, count("running").await), (0, 20));
}
