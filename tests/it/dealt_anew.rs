//! What leaves the process says nothing of what is hidden: two servers on one database
//! are asked the same, one of which takes the match for one where all that whoever asks
//! cannot know was dealt anew. Every answer of the two is the same, to the last byte.

use super::app::{Caller, PASSWORD, TestApp, Wish, awaited, begun};
use super::table::path_to;
use super::visitor::Browser;
use crate::start_or_skip;
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use turnwise::clock::Clock;
use turnwise::rules::Chance;
use turnwise::rules::chance::Seeded;

/// Somebody who asks both servers, through the API and in a browser.
struct Asker<'a> {
    /// As whom; nobody where it is not signed in.
    name: Option<&'a str>,
    account: Option<String>,
    callers: [Caller<'a>; 2],
    browsers: [Browser<'a>; 2],
}

impl<'a> Asker<'a> {
    async fn new(apps: [&'a TestApp; 2], name: Option<&'a str>) -> Asker<'a> {
        let [here, there] = apps;
        let (mut account, mut callers) = (None, [here.anonymous(), there.anonymous()]);
        let mut browsers = [Browser::new(here), Browser::new(there)];
        if let Some(name) = name {
            let me = here.sign_in(name, PASSWORD).await;
            account = me.get("/api/v1/me").await.expect(200)["id"].as_str().map(str::to_owned);
            callers[1].token.clone_from(&me.token);
            callers[0] = me;
            // The same session: its forms carry the same proof.
            browsers[0] = Browser::of(here, name).await;
            browsers[1].cookie = browsers[0].cookie.clone();
        }
        Asker { name, account, callers, browsers }
    }

    /// Both servers are asked, and answer alike. What a server does by itself may fall between
    /// the two: where the first one answers another thing than before, both are asked again.
    async fn alike(&self, asked: &str, ask: impl AsyncFn(&Caller<'a>, &Browser<'a>) -> String) {
        let mut real = ask(&self.callers[0], &self.browsers[0]).await;
        let mut other = ask(&self.callers[1], &self.browsers[1]).await;
        for _ in 0..3 {
            let again = match real == other {
                true => return,
                false => ask(&self.callers[0], &self.browsers[0]).await,
            };
            if again == real {
                break;
            }
            real = again;
            other = ask(&self.callers[1], &self.browsers[1]).await;
        }
        let at = real.bytes().zip(other.bytes()).take_while(|(one, two)| one == two).count();
        let about = |text: &str| {
            let bytes = text.as_bytes().iter().copied().skip(at.saturating_sub(80)).take(200);
            String::from_utf8_lossy(&bytes.collect::<Vec<u8>>()).into_owned()
        };
        let about = [about(&real), about(&other)];
        assert!(real == other, "{:?} learns from {asked}: {about:?}", self.name);
    }

    /// Everything that can be looked at, tried and refused at this version.
    async fn asks(&self, id: &str, version: i64, commands: &[Value], plans: &[String]) {
        let api = format!("/api/v1/matches/{id}");
        let page = format!("/matches/{id}");
        let documented = self.callers[0].get("/openapi.json").await.expect(200);
        let mut looks = looks(&documented, id);
        for what in ["", "/legal", "/history", "/export", "/talk", "/notes", "/clocks", "/letters"]
        {
            assert!(looks.contains(&format!("{api}{what}")), "{what} is not among {looks:?}");
        }
        assert!(looks.contains(&"/api/v1/me/turns".to_owned()), "{looks:?}");
        looks.extend([
            format!("{api}?version={}", version - 1),
            format!("{api}/history?limit=500"),
            "/api/v1/matches".to_owned(),
            "/api/v1/people/anna".to_owned(),
            "/api/v1/people/anna/results".to_owned(),
            "/api/v1/games/bora-bora/ratings".to_owned(),
        ]);
        for path in looks {
            self.alike(&path, async |caller, _| said(caller.get(&path).await)).await;
        }
        for text in [json!({ "text": " " }), json!({ "text": "Look!", "event": version + 1 })] {
            let path = format!("{api}/talk");
            let asked = format!("{path} of {text}");
            self.alike(&asked, async |caller, _| said(caller.post(&path, text.clone()).await))
                .await;
        }
        let before = version - 1;
        let mut pages = vec![page.clone()];
        pages.extend(
            [
                "/words".to_owned(),
                format!("/words?at={before}"),
                "/history?round=all".to_owned(),
                "/history?show=points".to_owned(),
                "/history?show=more".to_owned(),
                "/talk".to_owned(),
                format!("?news={before}"),
            ]
            .map(|part| format!("{page}{part}")),
        );
        // The board of each seat, as it is and as it was.
        for seat in 0..3 {
            pages.push(format!("{page}?from=seat-{seat}"));
            pages.push(format!("{page}/history?at={before}&from=seat-{seat}"));
        }
        pages.extend(["/matches", "/people/anna", "/games/bora-bora/ratings"].map(str::to_owned));
        for plan in plans {
            pages.push(format!("{page}?v={version}&plan={plan}"));
            pages.push(format!("{page}?try=yes&plan={plan}"));
        }
        for path in pages {
            self.alike(&path, async |_, browser| said(browser.get(&path).await)).await;
        }
        for command in commands {
            for (query, version, tail) in [
                ("?dry_run=true", version, None),
                // Too late, and with what cannot follow: nothing is played.
                ("", version - 30, None),
                ("", version, Some(json!({ "type": "zzz" }))),
            ] {
                let commands: Vec<&Value> = [command].into_iter().chain(&tail).collect();
                let path = format!("{api}/commands{query}");
                let asked = format!("{path} of {commands:?} at {version}");
                self.alike(&asked, async |caller, _| {
                    let request = caller.request(Method::POST, &path);
                    let request = request.header("If-Match", format!("\"{version}\""));
                    let request = request.header("Idempotency-Key", turnwise::random::id());
                    said(caller.send(request.json(&json!({ "commands": commands }))).await)
                })
                .await;
            }
        }
    }
}

/// Whatever can be looked at of a match, and of oneself, as the document has it.
fn looks(document: &Value, id: &str) -> Vec<String> {
    let paths = document["paths"].as_object().expect("paths").iter();
    let read = paths.filter(|(_, methods)| {
        methods["get"]["responses"]["200"]["content"]["application/json"].is_object()
    });
    let paths = read.map(|(path, _)| path);
    let paths = paths.filter(|path| path.contains("/matches/{id}") || path.contains("/me"));
    paths.map(|path| path.replace("{id}", id)).filter(|path| !path.contains('{')).collect()
}

/// One legal choice of each type.
fn one_of_each(legal: &Value) -> impl Iterator<Item = &Value> {
    let mut kinds = BTreeSet::new();
    let items = legal["items"].as_array().expect("items").iter();
    items.filter(move |item| kinds.insert(item["command"]["type"].to_string()))
}

/// The plans of one legal choice of each type, and some that are not.
fn some_plans(legal: &Value) -> Vec<String> {
    let others = ["die:6,tile:fishing", "do:finish", "card:blue"].map(str::to_owned);
    one_of_each(legal).map(path_to).chain(others).collect()
}

/// One legal command of each type, and some that are not.
fn some_commands(legal: &Value) -> Vec<Value> {
    let of_each = one_of_each(legal).map(|item| item["command"].clone());
    let others = [
        json!({ "type": "place_die", "die": 6, "action": "fishing" }),
        json!({ "type": "take_card", "open": "blue" }),
        json!({ "type": "finish" }),
    ];
    of_each.chain(others).collect()
}

/// Status, headers and body, without what is new in every answer.
fn said(answer: super::app::Answer) -> String {
    let mut text = answer.text;
    // A form is known again by its key.
    while let Some(at) = text.find("name=\"key\" value=\"") {
        let end = at + text[at..].find('>').expect("the field ends");
        text.replace_range(at..end, "key");
    }
    let headers = answer
        .headers
        .iter()
        .filter(|(name, _)| !["date", "set-cookie", "x-request-id"].contains(&name.as_str()));
    let headers: BTreeSet<String> = headers.map(|pair| format!("{pair:?}")).collect();
    format!("{} {headers:?}\n{text}", answer.status)
}

#[actix_web::test]
async fn no_answer_of_a_server_differs_when_what_one_cannot_know_is_dealt_anew() {
    let clock = Clock::standing_at(Clock::of_the_machine().now());
    let app = start_or_skip!(Wish { clock: clock.clone(), ..Wish::default() });
    let database = Some(app.database.clone());
    let origin = app.url.clone();
    let sink = Some(app.sink.clone());
    let other = start_or_skip!(Wish { clock, database, origin, sink, ..Wish::default() });
    let people = [app.person("anna").await, app.person("ben").await, app.person("cleo").await];
    let id = begun(&[&people[0], &people[1], &people[2]], json!({})).await;
    app.person("dora").await;
    super::talk::say(&people[0], &id, "Good luck, all of you!").await;
    let mut askers = Vec::new();
    for name in [Some("anna"), Some("ben"), Some("cleo"), Some("dora"), None] {
        askers.push(Asker::new([&app, &other], name).await);
    }
    let matches = other.matches.clone().expect("it serves in this process");
    let mut chance = Seeded::new(u64::from_le_bytes(turnwise::random::bytes()));
    let mut looks = 0;
    for step in 0..400 {
        let seen = people[0].look(&id).await;
        if seen["status"] != "running" {
            break;
        }
        let version = seen["version"].as_i64().unwrap();
        let who = &people[awaited(&seen)];
        let legal = who.legal(&id).await;
        if step % 100 == 20 {
            let (commands, plans) = (some_commands(&legal), some_plans(&legal));
            for asker in &askers {
                let luck = Some(u64::from(chance.below(1_000_000)));
                let differs = matches.deal_anew(&id, asker.account.as_deref(), luck).await;
                looks += usize::from(differs.expect("a look"));
                asker.asks(&id, version, &commands, &plans).await;
            }
            matches.deal_anew(&id, None, None).await.expect("a look");
        }
        let items = legal["items"].as_array().unwrap();
        let chosen = items[chance.below(items.len() as u32) as usize]["command"].clone();
        who.play(&id, &[chosen], version, &turnwise::random::id()).await.expect(200);
    }
    assert!(looks > 5, "nothing was hidden");
}
