//! Who may do what: every operation of the document, asked for by everybody in words
//! that would do if they were the right person's.

use super::app::{Answer, Caller, PASSWORD, TestApp, awaited, begun};
use super::second_factor;
use crate::start_or_skip;
use futures_util::future::join_all;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use turnwise::clock::Clock;

/// How the match stands that a request is about.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Stage {
    /// The host, a player and a robot wait for one more.
    Open,
    /// It is the turn of who asks, if they have a seat.
    Running,
    /// Who asks has just made a step, if they have a seat.
    Stepped,
    /// It is over.
    Ended,
}
use Stage::{Ended, Open, Running, Stepped};

/// Who asks. The match is private, except for the spectator.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Role {
    Nobody,
    Stranger,
    Spectator,
    Player,
    Host,
}

const ROLES: [Role; 5] = [Role::Nobody, Role::Stranger, Role::Spectator, Role::Player, Role::Host];

/// Operation, how its match stands, and the status for each role.
#[rustfmt::skip]
const TABLE: &[(&str, &str, Stage, [u16; 5])] = &[
    ("POST", "/api/v1/accounts", Running, [201, 201, 201, 201, 201]),
    ("POST", "/api/v1/accounts/confirm", Running, [200, 200, 200, 200, 200]),
    ("POST", "/api/v1/accounts/confirmation-letters", Running, [401, 202, 202, 202, 202]),
    ("POST", "/api/v1/password-resets", Running, [202, 202, 202, 202, 202]),
    ("POST", "/api/v1/password-resets/confirm", Running, [200, 200, 200, 200, 200]),
    ("POST", "/api/v1/sessions", Running, [201, 201, 201, 201, 201]),
    ("POST", "/api/v1/sessions/refresh", Running, [201, 201, 201, 201, 201]),
    ("DELETE", "/api/v1/sessions/current", Running, [401, 204, 204, 204, 204]),
    ("DELETE", "/api/v1/sessions/others", Running, [401, 204, 204, 204, 204]),
    ("GET", "/api/v1/me", Running, [401, 200, 200, 200, 200]),
    ("PATCH", "/api/v1/me", Running, [401, 200, 200, 200, 200]),
    ("DELETE", "/api/v1/me", Running, [401, 204, 204, 409, 409]),
    ("GET", "/api/v1/me/tokens", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/tokens", Running, [401, 201, 201, 201, 201]),
    // The token is the player's.
    ("DELETE", "/api/v1/me/tokens/{id}", Running, [401, 404, 404, 204, 404]),
    ("GET", "/api/v1/me/feeds", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/feeds/{kind}", Running, [401, 201, 201, 201, 201]),
    // The address is the player's.
    ("DELETE", "/api/v1/me/feeds/{kind}", Running, [401, 404, 404, 204, 404]),
    // Whoever has the address needs no more.
    ("GET", "/feeds/{token}/turns.atom", Running, [200, 200, 200, 200, 200]),
    ("GET", "/feeds/{token}/due.ics", Running, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/second-factor", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/second-factor", Running, [401, 201, 201, 201, 201]),
    ("POST", "/api/v1/me/second-factor/confirm", Running, [401, 201, 201, 201, 201]),
    ("POST", "/api/v1/me/second-factor/recovery-codes", Running, [401, 201, 201, 201, 201]),
    ("DELETE", "/api/v1/me/second-factor", Running, [401, 204, 204, 204, 204]),
    ("GET", "/api/v1/me/calendar", Running, [401, 200, 200, 200, 200]),
    ("PUT", "/api/v1/me/calendar", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/away", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/away", Running, [401, 200, 200, 200, 200]),
    ("DELETE", "/api/v1/me/away", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/blocks", Running, [401, 200, 200, 200, 200]),
    ("PUT", "/api/v1/me/blocks/{handle}", Running, [401, 204, 204, 204, 204]),
    // Nobody is blocked.
    ("DELETE", "/api/v1/me/blocks/{handle}", Running, [401, 404, 404, 404, 404]),
    ("GET", "/api/v1/me/webhooks", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/webhooks", Running, [401, 201, 201, 201, 201]),
    ("GET", "/api/v1/me/browsers", Running, [401, 200, 200, 200, 200]),
    ("POST", "/api/v1/me/browsers", Running, [401, 201, 201, 201, 201]),
    // The webhook is the player's.
    ("PUT", "/api/v1/me/ways/{id}", Running, [401, 404, 404, 200, 404]),
    ("DELETE", "/api/v1/me/ways/{id}", Running, [401, 404, 404, 204, 404]),
    ("POST", "/api/v1/me/ways/{id}/tests", Running, [401, 404, 404, 202, 404]),
    ("GET", "/api/v1/me/deliveries", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/letters", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/letters/rhythm", Running, [401, 200, 200, 200, 200]),
    ("PUT", "/api/v1/me/letters/rhythm", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/turns", Running, [401, 200, 200, 200, 200]),
    ("GET", "/api/v1/me/invitations", Running, [401, 200, 200, 200, 200]),
    // Nobody is invited.
    ("POST", "/api/v1/me/invitations/{id}/accept", Open, [401, 404, 404, 404, 404]),
    ("POST", "/api/v1/me/invitations/{id}/decline", Open, [401, 404, 404, 404, 404]),
    ("GET", "/api/v1/games", Running, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/games/{slug}", Running, [200, 200, 200, 200, 200]),
    ("POST", "/api/v1/commitments", Running, [401, 201, 201, 201, 201]),
    ("POST", "/api/v1/matches", Running, [401, 201, 201, 201, 201]),
    ("GET", "/api/v1/matches", Running, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/matches/{id}", Running, [404, 404, 200, 200, 200]),
    ("POST", "/api/v1/matches/{id}/seats", Open, [401, 404, 201, 409, 409]),
    ("DELETE", "/api/v1/matches/{id}/seats/me", Open, [401, 404, 403, 200, 200]),
    ("POST", "/api/v1/matches/{id}/invitations", Open, [401, 404, 403, 403, 202]),
    ("GET", "/api/v1/matches/{id}/invitations", Open, [401, 404, 403, 403, 200]),
    ("POST", "/api/v1/matches/{id}/watching-link", Open, [401, 404, 403, 403, 201]),
    ("DELETE", "/api/v1/matches/{id}/watching-link", Running, [401, 404, 403, 204, 204]),
    ("GET", "/api/v1/matches/{id}/events", Running, [404, 404, 200, 200, 200]),
    ("POST", "/api/v1/matches/{id}/robots", Open, [401, 404, 403, 403, 201]),
    ("DELETE", "/api/v1/matches/{id}/robots/{seat}", Open, [401, 404, 403, 403, 200]),
    ("POST", "/api/v1/matches/{id}/start", Open, [401, 404, 403, 403, 200]),
    ("POST", "/api/v1/matches/{id}/host", Open, [401, 404, 403, 409, 409]),
    ("POST", "/api/v1/matches/{id}/rematch/commitment", Ended, [401, 404, 403, 201, 201]),
    ("POST", "/api/v1/matches/{id}/rematch", Ended, [401, 404, 403, 201, 201]),
    ("POST", "/api/v1/matches/{id}/resign", Running, [401, 404, 403, 200, 200]),
    // Nothing is due in a match without a pace, and nobody stands in.
    ("GET", "/api/v1/matches/{id}/clocks", Running, [404, 404, 200, 200, 200]),
    ("POST", "/api/v1/matches/{id}/stand-ins", Running, [401, 404, 403, 409, 409]),
    ("DELETE", "/api/v1/matches/{id}/stand-ins/me", Running, [401, 404, 403, 409, 409]),
    ("GET", "/api/v1/matches/{id}/proposals", Running, [404, 404, 200, 200, 200]),
    ("POST", "/api/v1/matches/{id}/proposals", Running, [401, 404, 403, 201, 201]),
    // Nobody is looked for.
    ("POST", "/api/v1/matches/{id}/substitutes", Running, [401, 404, 409, 409, 409]),
    // Nothing is proposed.
    ("PUT", "/api/v1/matches/{id}/proposals/{number}/vote", Running, [401, 404, 403, 404, 404]),
    ("DELETE", "/api/v1/matches/{id}/proposals/{number}", Running, [401, 404, 403, 404, 404]),
    ("GET", "/api/v1/matches/{id}/letters", Running, [401, 404, 403, 200, 200]),
    ("PUT", "/api/v1/matches/{id}/letters", Running, [401, 404, 403, 200, 200]),
    ("PUT", "/api/v1/matches/{id}/presence", Running, [401, 404, 403, 204, 204]),
    ("GET", "/api/v1/matches/{id}/talk", Running, [404, 404, 403, 200, 200]),
    ("POST", "/api/v1/matches/{id}/talk", Running, [401, 404, 403, 201, 201]),
    ("PUT", "/api/v1/matches/{id}/talk/read", Running, [401, 404, 403, 204, 204]),
    ("PUT", "/api/v1/matches/{id}/talk/shown", Running, [401, 404, 403, 204, 204]),
    // The line is the player's.
    ("DELETE", "/api/v1/matches/{id}/talk/{line}", Running, [401, 404, 404, 204, 404]),
    ("POST", "/api/v1/matches/{id}/talk/{line}/reports", Running, [401, 404, 403, 204, 204]),
    ("POST", "/api/v1/matches/{id}/reports", Running, [401, 404, 204, 204, 204]),
    ("POST", "/api/v1/people/{handle}/reports", Running, [401, 204, 204, 204, 204]),
    ("GET", "/api/v1/people/{handle}", Running, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/people/{handle}/results", Ended, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/games/{slug}/ratings", Running, [200, 200, 200, 200, 200]),
    ("GET", "/api/v1/matches/{id}/notes", Running, [401, 404, 403, 200, 200]),
    ("PUT", "/api/v1/matches/{id}/notes", Running, [401, 404, 403, 200, 200]),
    ("PUT", "/api/v1/matches/{id}/bookmarks/{event}", Running, [401, 404, 403, 204, 204]),
    // There is none.
    ("DELETE", "/api/v1/matches/{id}/bookmarks/{event}", Running, [401, 404, 403, 404, 404]),
    ("POST", "/api/v1/matches/{id}/take-back", Stepped, [401, 404, 403, 200, 200]),
    ("GET", "/api/v1/matches/{id}/legal", Running, [401, 404, 403, 200, 200]),
    ("POST", "/api/v1/matches/{id}/commands", Running, [401, 404, 403, 200, 200]),
    ("GET", "/api/v1/matches/{id}/history", Running, [404, 404, 200, 200, 200]),
    ("GET", "/api/v1/matches/{id}/export", Ended, [404, 404, 200, 200, 200]),
    ("GET", "/api/v1/keys", Running, [200, 200, 200, 200, 200]),
    ("GET", "/health/live", Running, [200, 200, 200, 200, 200]),
    ("GET", "/health/ready", Running, [200, 200, 200, 200, 200]),
    ("GET", "/metrics", Running, [200, 200, 200, 200, 200]),
];

#[test]
fn every_operation_of_the_document_stands_in_the_table() {
    let document = turnwise::web::document();
    let mut documented: Vec<(String, String)> = Vec::new();
    for (path, operations) in document["paths"].as_object().unwrap() {
        for method in operations.as_object().unwrap().keys() {
            documented.push((method.to_uppercase(), path.clone()));
        }
    }
    documented.sort();
    let mut listed: Vec<(String, String)> =
        TABLE.iter().map(|(method, path, ..)| (method.to_string(), path.to_string())).collect();
    listed.sort();
    assert_eq!(documented, listed);
}

#[actix_web::test]
async fn everybody_gets_the_answer_of_the_table() {
    let app = start_or_skip!();
    for (at, (method, path, stage, expected)) in TABLE.iter().enumerate() {
        let answers = join_all(ROLES.map(|role| ask(&app, method, path, *stage, role, at)));
        for ((role, status), answer) in ROLES.iter().zip(expected).zip(answers.await) {
            assert_eq!(answer.status, *status, "{method} {path} by {role:?}: {}", answer.text);
        }
    }
}

/// Asks for the operation `at` in the table in a match of its own.
async fn ask(
    app: &TestApp,
    method: &str,
    path: &str,
    stage: Stage,
    role: Role,
    at: usize,
) -> Answer {
    let name = |who: &str| format!("{who}-{at}-{role:?}");
    let host = app.person(&name("host")).await;
    let player = app.person(&name("player")).await;
    let caller = match role {
        Role::Nobody => app.anonymous(),
        Role::Stranger | Role::Spectator => app.person(&name("guest")).await,
        Role::Player => player.clone(),
        Role::Host => host.clone(),
    };
    let scene = Scene { app, host, player, caller, role, guest: name("other") };
    let id = scene.set(stage).await;
    let token = json!({ "name": "a script", "scopes": ["read"] });
    let named = if path.contains("/tokens/") {
        scene.player.post("/api/v1/me/tokens", token).await.expect(201)["id"].clone()
    } else if path.contains("/ways/") {
        let made = scene.player.post("/api/v1/me/webhooks", webhook()).await.expect(201);
        made["id"].clone()
    } else {
        json!(id)
    };
    let filled = path.replace("{id}", named.as_str().expect("an id"));
    let filled = filled.replace("{slug}", "bora-bora").replace("{seat}", "2");
    let filled = filled.replace("{number}", "1").replace("{event}", "1");
    let line = match path.contains("/talk/") {
        true => super::talk::say(&scene.player, &id, "Hello!").await,
        false => String::new(),
    };
    let filled = filled.replace("{line}", &line);
    let kind = if path.ends_with("due.ics") { "calendar" } else { "turns" };
    let filled = match path.contains("{token}") || (method == "DELETE" && path.ends_with("{kind}"))
    {
        true => {
            let made = scene.player.post(&format!("/api/v1/me/feeds/{kind}"), json!({})).await;
            let made = made.expect(201)["address"].as_str().expect("an address").to_owned();
            let token = made.split('/').rev().nth(1).expect("a token").to_owned();
            filled.replace("{token}", &token)
        }
        false => filled,
    };
    let filled = filled.replace("{kind}", kind);
    let filled = match filled.contains("{handle}") {
        true => filled.replace("{handle}", &app.person(&scene.guest).await.handle),
        false => filled,
    };
    let method = Method::from_bytes(method.as_bytes()).unwrap();
    let request = scene.caller.request(method.clone(), &filled);
    let request = match path.ends_with("/commands") {
        true => scene.legal_command(request, &id).await,
        false if method == Method::GET => request,
        false if path.ends_with("/talk/read") => request.json(&json!({ "line": line })),
        false => request.json(&scene.body(&method, path).await),
    };
    scene.caller.send(request).await
}

/// A webhook at a host that there is not.
fn webhook() -> Value {
    json!({ "name": "a channel", "form": "json", "url": "https://hooks.invalid/here" })
}

/// The people around a match, and which of them asks.
struct Scene<'a> {
    app: &'a TestApp,
    host: Caller<'a>,
    player: Caller<'a>,
    caller: Caller<'a>,
    role: Role,
    /// A handle that nobody has yet.
    guest: String,
}

impl Scene<'_> {
    /// Brings a match to this stage and gives its id.
    async fn set(&self, stage: Stage) -> String {
        let visibility = if self.role == Role::Spectator { "public" } else { "private" };
        let seats = if stage == Open { 4 } else { 2 };
        let id = self.host.open(seats, json!({ "visibility": visibility })).await;
        let code = self.host.look(&id).await["invitation"].clone();
        let join = json!({ "invitation": code });
        self.player.post(&format!("/api/v1/matches/{id}/seats"), join).await.expect(201);
        match stage {
            Open => {
                let robot = json!({ "robot": "random" });
                let robots = format!("/api/v1/matches/{id}/robots");
                self.host.post(&robots, robot).await.expect(201);
            }
            Ended => {
                let resign = format!("/api/v1/matches/{id}/resign");
                self.player.post(&resign, json!({})).await.expect(200);
            }
            Running | Stepped => self.play_until_the_caller_can_ask(&id, stage).await,
        }
        id
    }

    async fn play_until_the_caller_can_ask(&self, id: &str, stage: Stage) {
        if !matches!(self.role, Role::Player | Role::Host) {
            return;
        }
        for _ in 0..200 {
            let seen = self.caller.look(id).await;
            let asks = match stage {
                Stepped => seen["take_back"] != json!([]),
                _ => seen["turn"]["yours"] == true,
            };
            if asks {
                return;
            }
            [&self.host, &self.player][awaited(&seen)].play_any(id, |_| true).await;
        }
        panic!("{:?} cannot ask in any match that is {stage:?}", self.role);
    }

    /// The request for a command that is legal for the seat that is awaited.
    async fn legal_command(&self, request: RequestBuilder, id: &str) -> RequestBuilder {
        let seen = self.host.look(id).await;
        let legal = [&self.host, &self.player][awaited(&seen)].legal(id).await;
        request
            .header("If-Match", format!("\"{}\"", legal["version"]))
            .header("Idempotency-Key", "once")
            .json(&json!({ "commands": [legal["items"][0]["command"]] }))
    }

    /// A body with which the right person is served.
    async fn body(&self, method: &Method, path: &str) -> Value {
        let address = |handle: &str| format!("{handle}@example.org");
        let new = json!({
            "handle": self.guest, "email": address(&self.guest), "password": PASSWORD
        });
        let nobody = self.app.anonymous();
        match path {
            "/api/v1/accounts" => new,
            "/api/v1/accounts/confirm" => {
                nobody.post("/api/v1/accounts", new).await.expect(201);
                let letter = self.app.letter(&address(&self.guest), "Confirm").await;
                json!({ "token": letter.token() })
            }
            "/api/v1/accounts/confirmation-letters" => {
                // An address that is confirmed needs no letter.
                let change = json!({ "email": address(&self.guest), "current_password": PASSWORD });
                self.caller.patch("/api/v1/me", change).await;
                json!({})
            }
            "/api/v1/me/letters/rhythm" => json!({ "rhythm": "bundled", "every": 2 }),
            "/api/v1/matches/{id}/letters" => json!({ "rhythm": "daily", "hour": 18 }),
            "/api/v1/me/invitations/{id}/decline" => json!({ "reason": "No time." }),
            "/api/v1/matches/{id}/presence" => json!({ "visible": true }),
            "/api/v1/matches/{id}/notes" => json!({ "text": "Mind the river.", "after": 0 }),
            "/api/v1/matches/{id}/bookmarks/{event}" => json!({ "name": "Here" }),
            "/api/v1/matches/{id}/talk" => json!({ "text": "Hello!", "event": 1 }),
            "/api/v1/matches/{id}/talk/shown" => json!({ "yes": true }),
            "/api/v1/matches/{id}/talk/{line}/reports"
            | "/api/v1/matches/{id}/reports"
            | "/api/v1/people/{handle}/reports" => json!({ "why": "It is rude." }),
            "/api/v1/matches/{id}/substitutes" => json!({ "seat": 1 }),
            "/api/v1/matches/{id}/proposals" => json!({ "kind": "end", "by_score": true }),
            "/api/v1/matches/{id}/proposals/{number}/vote" => json!({ "yes": true }),
            "/api/v1/matches/{id}/stand-ins" => json!({ "seat": 0 }),
            "/api/v1/password-resets" => json!({ "email": address(&self.host.handle) }),
            "/api/v1/password-resets/confirm" => {
                let forgotten = json!({ "email": address(&self.host.handle) });
                nobody.post("/api/v1/password-resets", forgotten).await.expect(202);
                let letter = self.app.letter(&address(&self.host.handle), "new password").await;
                json!({ "token": letter.token(), "password": "staple correct horse" })
            }
            "/api/v1/sessions" => json!({ "login": self.host.handle, "password": PASSWORD }),
            "/api/v1/sessions/refresh" => {
                let login = json!({ "login": self.host.handle, "password": PASSWORD });
                let session = nobody.post("/api/v1/sessions", login).await.expect(201);
                json!({ "refresh_token": session["refresh_token"] })
            }
            // What closes an account, and changes nothing of it.
            "/api/v1/me" => json!({ "current_password": PASSWORD }),
            _ if path.starts_with("/api/v1/me/second-factor") => {
                self.second_factor(method, path).await
            }
            // As it is for whoever has said nothing.
            "/api/v1/me/calendar" => {
                json!({ "zone": "UTC", "quiet_from": "23:00", "days_off": ["sat", "sun"] })
            }
            "/api/v1/me/away" => {
                let day = chrono::Utc::now().date_naive() + chrono::Days::new(3);
                json!({ "from": day, "to": day })
            }
            "/api/v1/me/webhooks" => webhook(),
            "/api/v1/me/browsers" => super::push::browser("https://push.invalid/send/1"),
            "/api/v1/me/ways/{id}" => json!({ "on": true }),
            "/api/v1/me/tokens" => json!({ "name": "a script", "scopes": ["read", "play"] }),
            "/api/v1/matches" => json!({ "game": "bora-bora", "seats": 2, "title": "Another" }),
            "/api/v1/matches/{id}/invitations" => {
                json!({ "handle": self.app.person(&self.guest).await.handle })
            }
            "/api/v1/matches/{id}/robots" => json!({ "robot": "random" }),
            _ => json!({}),
        }
    }

    /// A body for what somebody does with their second factor, set up as far as it takes.
    async fn second_factor(&self, method: &Method, path: &str) -> Value {
        let password = json!({ "current_password": PASSWORD });
        if self.role == Role::Nobody || (path.ends_with("factor") && *method == Method::POST) {
            return password;
        }
        if path.ends_with("confirm") {
            let begun = second_factor::enrol(&self.caller, &Clock::of_the_machine()).await;
            return json!({ "ticket": begun.ticket, "code": begun.code() });
        }
        let (_, codes) = second_factor::set_up(&self.caller, &Clock::of_the_machine()).await;
        json!({ "current_password": PASSWORD, "code": codes[0] })
    }
}

#[actix_web::test]
async fn other_peoples_cards_are_nowhere_to_be_found_while_the_match_runs() {
    let app = start_or_skip!();
    let (anna, ben, eve) =
        (app.person("anna").await, app.person("ben").await, app.person("eve").await);
    let id = begun(&[&anna, &ben], json!({})).await;
    let seen = ben.look(&id).await;
    assert!(seen["view"]["boards"][0]["hand"].is_null());
    assert_eq!(seen["view"]["boards"][1]["hand"].as_array().unwrap().len(), 2);
    let watched = eve.look(&id).await;
    assert!(
        watched["view"]["boards"][0]["hand"].is_null()
            && watched["view"]["boards"][1]["hand"].is_null()
    );
    let text = watched.to_string();
    assert!(!text.contains("card_pile") && !text.contains("\"seed\""), "{text}");
    let history = eve.get(&format!("/api/v1/matches/{id}/history")).await.text;
    assert!(!history.contains("card_pile"));
    let metrics = eve.get("/metrics").await.text;
    assert!(metrics.contains("/api/v1/matches/{id}") && !metrics.contains(&id));
}
