//! A server of its own for each test, and the people who call it.

use super::postgres;
use super::smtp::{Received, Sink};
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use std::io::Write;
use std::sync::LazyLock;
use std::time::Duration;
use turnwise::accounts::password::Strength;
use turnwise::clock::Clock;
use turnwise::db::Db;
use turnwise::db::notices::NoticeRow;
use turnwise::mail::transport::Transport;
use turnwise::matches::{Matches, Settings};
use turnwise::reach::Reach;
use turnwise::reach::guard::Guard;
use turnwise::web::source::Proxies;
use turnwise::web::{self, Setup, Stop};

/// What a server of a test is like.
#[derive(Clone, Debug)]
pub struct Wish {
    pub clock: Clock,
    pub rate: u32,
    pub database: Option<String>,
    pub sink: Option<Sink>,
    pub origin: String,
    pub proxies: Proxies,
    /// Seconds that news settle: none, unless a test is about it.
    pub settling: i64,
    /// After how long without any process no clock has run. Never, unless a test is about it:
    /// clocks of tests jump.
    pub outage_after: Option<chrono::Duration>,
    /// The operator's own rules of the house.
    pub house_rules: String,
    /// By which ways news of matches may go beside letters.
    pub reach: Reach,
    /// Whether letters bring their pictures: painting them takes a third of the time of all tests,
    /// so only where one is about them.
    pub pictures: bool,
}

impl Default for Wish {
    fn default() -> Self {
        Wish {
            clock: Clock::of_the_machine(),
            rate: 10_000,
            database: None,
            sink: None,
            origin: String::new(),
            proxies: Proxies::None,
            settling: 0,
            outage_after: None,
            house_rules: String::new(),
            reach: Reach::new(Guard::default(), None).expect("ways"),
            pictures: false,
        }
    }
}

/// A running server with its database and its mail server.
pub struct TestApp {
    pub url: String,
    pub database: String,
    /// The server's own way to its database.
    pub db: Db,
    /// Its matches, where it serves in this process.
    pub matches: Option<Matches>,
    pub sink: Sink,
    client: Client,
    stop: Option<Stop>,
    _folder: Option<tempfile::TempDir>,
}

/// A client that uses no connection again which the server may just be closing.
fn client() -> Client {
    let idle = std::time::Duration::from_secs(2);
    Client::builder().pool_idle_timeout(idle).build().expect("a client")
}

/// A SQLite file with the tables of this build, made once for all tests.
fn model() -> &'static [u8] {
    static MODEL: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("model.db");
        migrated(&format!("sqlite://{}", file.display()));
        std::fs::read(file).expect("a database")
    });
    &MODEL
}

/// Brings a database up to date by a process of its own, so that nobody is connected to it
/// afterwards.
pub fn migrated(url: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    let mut migrate = super::process::turnwise(folder.path());
    let done = migrate.env("DATABASE_URL", url).arg("migrate").output().expect("it runs");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// The address of a new database of the kind this run tests, with the tables of this build and
/// nothing in them.
pub fn new_database() -> Option<(String, Option<tempfile::TempDir>)> {
    match std::env::var("TURNWISE_TEST_DATABASE").as_deref() {
        Ok("postgres") => postgres::prepared_database().map(|url| (url, None)),
        _ => {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("test.db");
            std::fs::write(&file, model()).expect("a copy");
            let url = format!("sqlite://{}", file.display());
            Some((url, Some(folder)))
        }
    }
}

/// Says that a test is skipped, and why, where what tests print is seen only once they fail.
#[macro_export]
macro_rules! skipped {
    ($($why:tt)*) => {
        $crate::app::say_skipped(format_args!($($why)*))
    };
}

/// [`skipped!`]: what goes to the error output itself is not held back by the harness.
pub fn say_skipped(why: std::fmt::Arguments) {
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("a test");
    let _ = writeln!(std::io::stderr(), "skipped: {test}: {why}");
}

/// Starts a server, or says plainly why the test is skipped.
#[macro_export]
macro_rules! start_or_skip {
    () => {
        $crate::start_or_skip!($crate::app::Wish::default())
    };
    ($wish:expr) => {
        match $crate::app::TestApp::start($wish).await {
            Some(app) => app,
            None => return,
        }
    };
}

impl TestApp {
    pub async fn start(wish: Wish) -> Option<TestApp> {
        let (database, folder) = match wish.database {
            Some(url) => (url, None),
            None => new_database()?,
        };
        let sink = wish.sink.unwrap_or_else(Sink::start);
        let db = Db::connect(&database).expect("the database");
        let mail = format!("smtp://127.0.0.1:{}", sink.port);
        let own = db.clone();
        let setup = move |transport| Setup {
            db: own,
            clock: wish.clock,
            secret: "a secret of the tests, long enough".to_owned(),
            strength: Strength::Feeble,
            access_minutes: 10,
            transport,
            mail_from: "turnwise@example.org".to_owned(),
            origin: wish.origin,
            listen: "127.0.0.1:0".to_owned(),
            rate: wish.rate,
            proxies: wish.proxies,
            workers: 2,
            time: Settings {
                settling: chrono::Duration::seconds(wish.settling),
                outage_after: wish.outage_after,
                ..Settings::default()
            },
            house_rules: wish.house_rules,
            reach: wish.reach,
            pictures: wish.pictures,
        };
        let (sender, receiver) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            actix_web::rt::System::new().block_on(async move {
                let transport = Transport::parse(&mail, None).expect("a mail server");
                let running = web::start(setup(transport)).expect("the server starts");
                let told = (running.address, running.stop(), running.app.matches.clone());
                sender.send(told).expect("the test waits");
                running.until_stopped().await.expect("the server serves");
            });
        });
        let (address, stop, matches) = receiver.recv().expect("the server's address");
        Some(TestApp {
            url: format!("http://{address}"),
            database,
            db,
            matches: Some(matches),
            sink,
            client: client(),
            stop: Some(stop),
            _folder: folder,
        })
    }

    /// A server that runs already, in a process of its own.
    pub fn at(url: &str, database: &str, sink: Sink) -> TestApp {
        TestApp {
            url: url.to_owned(),
            database: database.to_owned(),
            db: Db::connect(database).expect("the database"),
            matches: None,
            sink,
            client: client(),
            stop: None,
            _folder: None,
        }
    }

    /// How many outages were noted.
    pub async fn outages(&self) -> usize {
        let long_ago = chrono::NaiveDateTime::default();
        let noted = self.db.read(move |conn| turnwise::db::outages::since(conn, long_ago));
        noted.await.expect("outages").len()
    }

    /// A request of nobody in particular.
    pub fn anonymous(&self) -> Caller<'_> {
        Caller { app: self, token: None, handle: String::new() }
    }

    /// Registers somebody, confirms their address from the letter, and signs in.
    pub async fn person(&self, handle: &str) -> Caller<'_> {
        self.come(handle, json!({})).await
    }

    /// A bot's account, as [`TestApp::person`] makes one of a person.
    pub async fn bot(&self, handle: &str) -> Caller<'_> {
        self.come(handle, json!({ "bot": true })).await
    }

    async fn come(&self, handle: &str, more: Value) -> Caller<'_> {
        let email = format!("{handle}@example.org");
        let mut new = json!({ "handle": handle, "email": email, "password": PASSWORD });
        for (key, value) in more.as_object().expect("fields") {
            new[key] = value.clone();
        }
        self.anonymous().post("/api/v1/accounts", new).await.expect(201);
        let letter = self.letter(&email, "Confirm your address").await;
        let token = letter.token().expect("a link");
        self.anonymous()
            .post("/api/v1/accounts/confirm", json!({ "token": token }))
            .await
            .expect(200);
        self.sign_in(handle, PASSWORD).await
    }

    pub async fn sign_in(&self, login: &str, password: &str) -> Caller<'_> {
        let answer = self
            .anonymous()
            .post("/api/v1/sessions", json!({ "login": login, "password": password }))
            .await
            .expect(201);
        let token = answer["access_token"].as_str().expect("a token").to_owned();
        Caller { app: self, token: Some(token), handle: login.to_owned() }
    }

    /// What somebody should hear of, the oldest first.
    pub async fn notices(&self, handle: &str) -> Vec<NoticeRow> {
        let handle = handle.to_owned();
        let found = self.db.read(move |conn| {
            let account = turnwise::db::accounts::by_handle(conn, &handle)?.expect("a person");
            turnwise::db::notices::of_account(conn, &account.id, 1_000)
        });
        let mut found = found.await.expect("rows");
        found.reverse();
        found
    }

    /// Waits until so many notices to somebody are dropped, or more.
    pub async fn dropped(&self, handle: &str, least: usize) -> Vec<NoticeRow> {
        for _ in 0..400 {
            let all = self.notices(handle).await.into_iter();
            let dropped: Vec<_> = all.filter(|notice| notice.state == "dropped").collect();
            if dropped.len() >= least {
                return dropped;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("they are not dropped: {:?}", self.notices(handle).await)
    }

    /// Waits until every letter to somebody is known to be sent.
    pub async fn all_sent(&self, handle: &str) {
        for _ in 0..2_000 {
            let name = handle.to_owned();
            let waiting = self.db.read(move |conn| {
                let account = turnwise::db::accounts::by_handle(conn, &name)?.expect("a person");
                let all = turnwise::db::letters::of_account(conn, &account.id, 1_000)?;
                Ok(all.iter().filter(|row| ["queued", "claimed"].contains(&&*row.state)).count())
            });
            if waiting.await.expect("rows") == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("letters to {handle} are not sent");
    }

    /// Waits for a letter to an address with this in its subject.
    pub async fn letter(&self, to: &str, subject: &str) -> Received {
        for _ in 0..400 {
            let found = self.sink.newest(|letter| {
                letter.to == to && letter.header("subject").is_some_and(|s| s.contains(subject))
            });
            if let Some(letter) = found {
                return letter;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let subjects: Vec<_> =
            self.sink.letters().iter().map(|l| (l.to.clone(), l.header("subject"))).collect();
        panic!("no letter `{subject}` to {to}; there are {subjects:?}");
    }
}

impl Drop for TestApp {
    fn drop(&mut self) {
        if let Some(stop) = &self.stop {
            stop.stop();
        }
    }
}

pub const PASSWORD: &str = "correct horse battery";

/// Every field of a problem stands in the document.
#[track_caller]
fn is_documented(problem: &str) {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(web::document);
    let fields = &DOCUMENT["components"]["schemas"]["Problem"]["properties"];
    let problem: Value = serde_json::from_str(problem).expect("JSON");
    for field in problem.as_object().expect("a problem").keys() {
        assert!(fields[field].is_object(), "the document knows no {field} of problems");
    }
}

/// Somebody who calls the API.
#[derive(Clone)]
pub struct Caller<'a> {
    app: &'a TestApp,
    pub token: Option<String>,
    pub handle: String,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: reqwest::header::HeaderMap,
    pub text: String,
}

impl Answer {
    /// The JSON of an answer with this status.
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        if self.text.is_empty() {
            Value::Null
        } else {
            serde_json::from_str(&self.text).expect("JSON")
        }
    }

    /// The problem document of a refusal with this status and code.
    #[track_caller]
    pub fn refused(self, status: u16, code: &str) -> Value {
        let kind = self.headers.get("content-type").map(|v| v.to_str().unwrap().to_owned());
        let problem = self.expect(status);
        assert_eq!(problem["code"], code, "{problem}");
        assert_eq!(problem["status"], status);
        assert_eq!(kind.as_deref(), Some("application/problem+json"));
        let detail = problem["detail"].as_str().expect("a sentence");
        assert!(detail.ends_with('.') && detail.len() > 10, "{detail}");
        assert!(
            code != "invalid_field" || problem["field"].is_string(),
            "{problem} names no field"
        );
        problem
    }
}

impl Caller<'_> {
    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self.app.client.request(method, format!("{}{path}", self.app.url));
        match &self.token {
            Some(token) => request.bearer_auth(token),
            None => request,
        }
    }

    pub async fn send(&self, request: RequestBuilder) -> Answer {
        let response = request.send().await.expect("an answer");
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        // A stream of events does not end while its match runs.
        let streams = headers.get("content-type").is_some_and(|kind| kind == "text/event-stream");
        let text = if streams { String::new() } else { response.text().await.expect("a body") };
        if headers.get("content-type").is_some_and(|kind| kind == "application/problem+json") {
            is_documented(&text);
        }
        Answer { status, headers, text }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(self.request(Method::GET, path)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send(self.request(Method::DELETE, path)).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::POST, path).json(&body)).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PUT, path).json(&body)).await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.send(self.request(Method::PATCH, path).json(&body)).await
    }

    /// Opens a match and gives its id.
    pub async fn open(&self, seats: usize, more: Value) -> String {
        let mut wish = json!({ "game": "bora-bora", "seats": seats, "title": "A match" });
        for (key, value) in more.as_object().expect("fields") {
            wish[key] = value.clone();
        }
        if wish.get("entropy").is_some() {
            wish["commitment"] = self.post("/api/v1/commitments", json!({})).await.expect(201);
        }
        let answer = self.post("/api/v1/matches", wish).await.expect(201);
        answer["id"].as_str().expect("an id").to_owned()
    }

    pub async fn join(&self, id: &str) -> Value {
        self.post(&format!("/api/v1/matches/{id}/seats"), json!({})).await.expect(201)
    }

    pub async fn look(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/matches/{id}")).await.expect(200)
    }

    /// What may be done, without what it is worth.
    pub async fn legal(&self, id: &str) -> Value {
        self.get(&format!("/api/v1/matches/{id}/legal?worth=false")).await.expect(200)
    }

    /// Posts commands for a version under a key.
    pub async fn play(&self, id: &str, commands: &[Value], version: i64, key: &str) -> Answer {
        let request = self
            .request(Method::POST, &format!("/api/v1/matches/{id}/commands"))
            .header("If-Match", format!("\"{version}\""))
            .header("Idempotency-Key", key)
            .json(&json!({ "commands": commands }));
        self.send(request).await
    }

    /// Plays the first legal command that `choose` likes, and gives the answer.
    pub async fn play_any(&self, id: &str, choose: impl Fn(&Value) -> bool) -> Value {
        let legal = self.legal(id).await;
        let items = legal["items"].as_array().expect("items");
        let item = items.iter().find(|item| choose(&item["command"])).expect("such a command");
        let version = legal["version"].as_i64().expect("a version");
        let key = turnwise::random::id();
        self.play(id, std::slice::from_ref(&item["command"]), version, &key).await.expect(200)
    }
}

/// A match of Bora Bora for these people, just begun.
pub async fn begun(people: &[&Caller<'_>], more: Value) -> String {
    let id = people[0].open(people.len(), more).await;
    for person in &people[1..] {
        person.join(&id).await;
    }
    id
}

/// Whose turn it is, as an index into the people in seat order.
pub fn awaited(answer: &Value) -> usize {
    answer["turn"]["awaited"][0].as_u64().expect("somebody is awaited") as usize
}

/// What each person has added to the chance of a match, in the order of their coming.
pub async fn added(who: &Caller<'_>, id: &str) -> Vec<String> {
    let history = who.get(&format!("/api/v1/matches/{id}/history?limit=100")).await.expect(200);
    let items = history["items"].as_array().expect("events");
    let sentences = items.iter().filter_map(|event| event["sentence"].as_str());
    let said = sentences.filter_map(|it| it.split_once("adds “")?.1.split_once("” to the chance"));
    said.map(|(said, _)| said.to_owned()).collect()
}
