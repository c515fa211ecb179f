//! Hours of mixed use: `TURNWISE_MINUTES=60 cargo bench --bench endurance`.
//!
//! People open and play whole matches of both games, take back and resign, robots play
//! along; others read pages, histories, boards and exports, follow live streams that they
//! break off, sign in and out, and send what nobody understands. Prints the memory of the
//! process as time goes on, and at the end the answers by status, the size of the data, and
//! what `turnwise verify --database` says. Fails on an answer of 500 or more, on more memory
//! than [`MOST`], or on a stream that is not proved. A minute unless told otherwise. Talks to
//! this machine only and ends by itself.

mod serving;

use futures_util::future::join_all;
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use serving::{Server, megabytes, processor_seconds, serve, turnwise};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use turnwise::rules::chance::{Chance, Seeded};

/// Megabytes that the process may hold.
const MOST: f64 = 120.0;
const PEOPLE: usize = 12;
const PASSWORD: &str = "correct horse battery";
/// Between two requests of one client: people think, and the machine has other work.
const THOUGHT: Duration = Duration::from_millis(20);

struct Crowd {
    server: Server,
    client: Client,
    until: Instant,
    tokens: RefCell<Vec<String>>,
    matches: RefCell<Vec<String>>,
    answers: RefCell<BTreeMap<u16, u64>>,
    played: Cell<u64>,
    ended: Cell<u64>,
}

impl Crowd {
    fn goes_on(&self) -> bool {
        Instant::now() < self.until
    }

    fn url(&self, path: &str) -> String {
        format!("{}{path}", self.server.url)
    }

    /// Sends a request, counts its answer, and gives its JSON if it is any.
    async fn ask(&self, request: RequestBuilder) -> (u16, Value) {
        let mut tries = 0;
        let answer = loop {
            tries += 1;
            let again = request.try_clone().expect("a body that is known");
            match again.send().await {
                // A connection that the server has closed, after a while without requests.
                Err(error) if error.is_request() && tries < 4 => {}
                answer => break answer.expect("an answer"),
            }
        };
        let status = answer.status().as_u16();
        let body = answer.bytes().await.expect("a body");
        *self.answers.borrow_mut().entry(status).or_default() += 1;
        tokio::time::sleep(THOUGHT).await;
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    async fn post(&self, path: &str, token: &str, body: &Value) -> (u16, Value) {
        let request = self.client.post(self.url(path)).json(body);
        self.ask(if token.is_empty() { request } else { request.bearer_auth(token) }).await
    }

    async fn get(&self, path: &str, token: &str) -> (u16, Value) {
        let request = self.client.get(self.url(path));
        self.ask(if token.is_empty() { request } else { request.bearer_auth(token) }).await
    }

    fn token(&self, of: usize) -> String {
        self.tokens.borrow()[of].clone()
    }

    async fn sign_in(&self, name: &str) -> String {
        let login = json!({ "login": name, "password": PASSWORD });
        let (_, session) = self.post("/api/v1/sessions", "", &login).await;
        session["access_token"].as_str().expect("a session").to_owned()
    }

    /// Opens a match of two people, or of one and two robots, and plays it to its end.
    async fn play_one(&self, pair: [usize; 2], chance: &mut Seeded) {
        let game = ["bora-bora", "great-zimbabwe"][chance.below(2) as usize];
        let robots = chance.below(4) == 0;
        let seats = if robots { 3 } else { 2 };
        let wish = json!({ "game": game, "seats": seats, "title": "Endurance" });
        let (_, opened) = self.post("/api/v1/matches", &self.token(pair[0]), &wish).await;
        let Some(id) = opened["id"].as_str() else { return };
        let path = format!("/api/v1/matches/{id}");
        for _robot in 0..if robots { 2 } else { 0 } {
            let seat = json!({ "robot": "sensible" });
            self.post(&format!("{path}/robots"), &self.token(pair[0]), &seat).await;
        }
        if !robots {
            self.post(&format!("{path}/seats"), &self.token(pair[1]), &json!({})).await;
        }
        {
            let mut matches = self.matches.borrow_mut();
            matches.push(id.to_owned());
            let few = matches.len().saturating_sub(50);
            matches.drain(..few);
        }
        let mut idle = 0;
        while self.goes_on() && idle < 500 {
            idle += 1;
            for &person in &pair[..if robots { 1 } else { 2 }] {
                let token = self.token(person);
                let (_, legal) = self.get(&format!("{path}/legal?worth=false"), &token).await;
                let Some(offers) = legal["items"].as_array().filter(|items| !items.is_empty())
                else {
                    if self.get(&path, &token).await.1["status"] == "ended" {
                        self.ended.set(self.ended.get() + 1);
                        return;
                    }
                    continue;
                };
                idle = 0;
                let offer = &offers[chance.below(offers.len() as u32) as usize];
                let version = format!("\"{}\"", legal["version"]);
                let posted = self.client.post(self.url(&format!("{path}/commands")));
                let posted = posted
                    .bearer_auth(&token)
                    .header("If-Match", &version)
                    .header("Idempotency-Key", turnwise::random::id())
                    .json(&json!({ "commands": [offer["command"]] }));
                if self.ask(posted).await.0 == 200 {
                    self.played.set(self.played.get() + 1);
                }
                match chance.below(400) {
                    0 => drop(self.post(&format!("{path}/resign"), &token, &json!({})).await),
                    1..20 => {
                        drop(self.post(&format!("{path}/take-back"), &token, &json!({})).await)
                    }
                    _ => {}
                }
            }
        }
    }

    /// Reads what there is to read, signed in or not.
    async fn read(&self, who: usize, chance: &mut Seeded) {
        while self.goes_on() {
            let one = self.matches.borrow().last().cloned();
            let token = if chance.below(2) == 0 { String::new() } else { self.token(who) };
            let one = one.unwrap_or_default();
            let path = match chance.below(14) {
                0 => "/".to_owned(),
                1 => "/matches".to_owned(),
                2 => format!("/matches/{one}"),
                3 => format!("/matches/{one}/history"),
                4 => format!("/matches/{one}/words"),
                5 => format!("/api/v1/matches/{one}"),
                6 => format!("/api/v1/matches/{one}/history?limit=50"),
                7 => format!("/api/v1/matches/{one}/export"),
                8 => format!("/matches/{one}/verify"),
                9 => "/games/bora-bora".to_owned(),
                10 => "/games/great-zimbabwe".to_owned(),
                11 => "/api/v1/matches?status=ended".to_owned(),
                12 => "/metrics".to_owned(),
                _ => format!("/matches/%0b{one}?news=-1&plan=zz"),
            };
            self.get(&path, &token).await;
        }
    }

    /// Follows a match live for a moment, again and again.
    async fn follow(&self, chance: &mut Seeded) {
        while self.goes_on() {
            let one = self.matches.borrow().last().cloned().unwrap_or_default();
            let stream = self.client.get(self.url(&format!("/api/v1/matches/{one}/events")));
            let mut stream = stream.send().await.expect("an answer");
            let moment = Duration::from_millis(u64::from(chance.below(3_000)));
            let _ = tokio::time::timeout(moment, async {
                while let Ok(Some(_)) = stream.chunk().await {}
            })
            .await;
        }
    }

    /// Signs in and out, and asks for what nobody understands.
    async fn come_and_go(&self, who: usize) {
        while self.goes_on() {
            let token = self.sign_in(&format!("person{who}")).await;
            self.get("/api/v1/me/turns", &token).await;
            self.post("/api/v1/matches", &token, &json!({ "game": 7 })).await;
            let out = self.client.delete(self.url("/api/v1/sessions/current"));
            self.ask(out.bearer_auth(&token)).await;
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Prints the memory twelve times; gives the most.
    async fn measure(&self, began: Instant) -> f64 {
        let step = (self.until - began) / 12;
        let mut most: f64 = 0.0;
        for at in 1..=12 {
            tokio::time::sleep_until((began + step * at).into()).await;
            let held = megabytes(self.server.pid);
            most = most.max(held);
            println!(
                "{:5.1} min  {held:6.1} MB  {:8} commands  {:5} matches ended",
                began.elapsed().as_secs_f64() / 60.0,
                self.played.get(),
                self.ended.get()
            );
        }
        most
    }
}

async fn endure(minutes: f64) -> bool {
    let folder = tempfile::tempdir().expect("a folder");
    let server = serve(folder.path());
    let client = Client::builder().timeout(Duration::from_secs(30)).build().expect("a client");
    let began = Instant::now();
    let crowd = Crowd {
        server,
        client,
        until: began + Duration::from_secs_f64(minutes * 60.0),
        tokens: RefCell::default(),
        matches: RefCell::default(),
        answers: RefCell::default(),
        played: Cell::new(0),
        ended: Cell::new(0),
    };
    println!("idle       {:6.1} MB", megabytes(crowd.server.pid));
    for who in 0..PEOPLE {
        let name = format!("person{who}");
        let email = format!("{name}@example.org");
        let new = json!({ "handle": name, "email": email, "password": PASSWORD });
        crowd.post("/api/v1/accounts", "", &new).await;
        let session = crowd.sign_in(&name).await;
        let wish = json!({ "name": "endurance", "scopes": ["read", "play"] });
        let (_, made) = crowd.post("/api/v1/me/tokens", &session, &wish).await;
        let token = made["token"].as_str().expect("a token").to_owned();
        crowd.tokens.borrow_mut().push(token);
    }
    let playing = join_all((0..4).map(|table| {
        let crowd = &crowd;
        async move {
            let mut chance = Seeded::new(table as u64);
            while crowd.goes_on() {
                crowd.play_one([table * 2, table * 2 + 1], &mut chance).await;
            }
        }
    }));
    let reading = join_all((8..10).map(|who| {
        let crowd = &crowd;
        async move { crowd.read(who, &mut Seeded::new(who as u64)).await }
    }));
    let following = join_all((20..24).map(|who| {
        let crowd = &crowd;
        async move { crowd.follow(&mut Seeded::new(who)).await }
    }));
    let (.., most) =
        tokio::join!(playing, reading, following, crowd.come_and_go(10), crowd.measure(began));
    tokio::time::sleep(Duration::from_secs(5)).await;
    let rested = megabytes(crowd.server.pid);
    let processor = processor_seconds(crowd.server.pid);
    println!("at rest    {rested:6.1} MB, {processor:.0} s of processor time");
    let answers = crowd.answers.take();
    println!("answers by status: {answers:?}");
    drop(crowd);
    let size = |name: &str| std::fs::metadata(folder.path().join(name)).map_or(0, |it| it.len());
    println!(
        "database {} kB, its log {} kB",
        size("turnwise.db") / 1024,
        size("turnwise.db-wal") / 1024
    );
    let proved = turnwise(folder.path()).args(["verify", "--database"]).status().expect("it runs");
    most.max(rested) < MOST && answers.keys().all(|&status| status < 500) && proved.success()
}

fn main() -> ExitCode {
    let told = std::env::var("TURNWISE_MINUTES").ok();
    let minutes = told.and_then(|minutes| minutes.parse().ok()).unwrap_or(1.0);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    match runtime.expect("a runtime").block_on(endure(minutes)) {
        true => ExitCode::SUCCESS,
        false => {
            println!(
                "more than {MOST} MB, an answer of 500 or more, or a stream that is not proved"
            );
            ExitCode::FAILURE
        }
    }
}
