//! A primary that dies or falls silent, and a standby that takes its place: two server
//! processes go on without a restart.

use super::kills::{Table, is_all_there, step};
use super::proxy::{Fault, Proxy};
use super::{breakable, call, people, promised, rounds, table, variables};
use crate::postgres::Cluster;
use crate::process::{Server, serve, turnwise};
use crate::smtp::Sink;
use futures_util::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// What happens to the primary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// It dies, and its connections with it.
    Death,
    /// Its machine is cut off.
    Silence,
    /// It stands still.
    Standstill,
}

/// How long after the promotion the last process may take.
const LAST: Duration = Duration::from_secs(10);

/// How an address names two servers, in each form that libpq knows.
fn addresses(first: u16, second: u16, name: &str) -> [String; 4] {
    [
        format!("postgres://postgres@127.0.0.1:{first},127.0.0.1:{second}/{name}"),
        format!("postgres://postgres@127.0.0.1:{second},127.0.0.1:{first}/{name}"),
        format!("postgres://postgres@/{name}?host=127.0.0.1,127.0.0.1&port={first},{second}"),
        format!("host=127.0.0.1,127.0.0.1 port={first},{second} dbname={name} user=postgres"),
    ]
}

/// A primary behind a proxy, a standby that follows it, and two processes that serve.
struct House {
    primary: Cluster,
    proxy: Proxy,
    standby: Cluster,
    servers: [Server; 2],
    database: String,
    client: Client,
    tables: Vec<Table>,
    _data: tempfile::TempDir,
}

impl House {
    async fn new(address: usize, end: End) -> Option<House> {
        let primary = breakable()?;
        let proxy = Proxy::to(primary.port);
        let port = if end == End::Silence { proxy.port } else { primary.port };
        let name = primary.new_database().rsplit('/').next().expect("a name").to_owned();
        let standby = primary.standby("");
        let database = addresses(port, standby.port, &name)[address % 4].clone();
        let (data, sink) = (tempfile::tempdir().unwrap(), Sink::start());
        let mail = format!("smtp://127.0.0.1:{}", sink.port);
        let variables = variables(&database, &mail);
        // One after the other: the first makes the secret that both need.
        let servers = [serve(data.path(), &variables), serve(data.path(), &variables)];
        let client = Client::builder().timeout(Duration::from_secs(20)).build().unwrap();
        let tokens = people(&client, &servers[0].url, &sink).await;
        let mut tables = Vec::new();
        for _ in 0..4 {
            tables.push(table(&client, &servers[0].url, &tokens).await);
        }
        Some(House { primary, proxy, standby, servers, database, client, tables, _data: data })
    }

    /// From now on nothing is acknowledged that the standby does not have.
    fn synchronously(&self) {
        self.primary.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'");
        self.primary.sql("postgres", "SELECT pg_reload_conf()");
        let state = "SELECT sync_state FROM pg_stat_replication";
        for _ in 0..200 {
            if self.primary.sql("postgres", state) == "sync" {
                return;
            }
            std::thread::sleep(Duration::from_millis(25));
        }
        panic!("the standby follows synchronously");
    }

    fn end(&self, end: End) {
        match end {
            End::Death => self.primary.crash(),
            End::Silence => self.proxy.suffer(Fault::Silence),
            End::Standstill => self.primary.signal("STOP"),
        }
    }

    fn is_whole(&self) {
        let folder = tempfile::tempdir().unwrap();
        let mut command = turnwise(folder.path());
        command.env("DATABASE_URL", &self.database).args(["verify", "--database"]);
        let output = command.output().expect("the program runs");
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && said.contains(" 0 wrong"), "{said}");
    }
}

impl Drop for House {
    /// Whatever still waits behind the proxy ends with its connection.
    fn drop(&mut self) {
        self.proxy.suffer(Fault::None);
    }
}

/// A step that was acknowledged: when it was asked for, when it was answered and by which
/// server, and how far the match was then.
#[derive(Clone, Debug)]
struct Acknowledged {
    asked: Instant,
    at: Instant,
    server: usize,
    version: i64,
    hash: String,
}

/// Plays a match until it is late, over both servers in turn; what is not answered, or
/// with an unknown outcome, is asked again under its key.
async fn play(
    house: &House,
    table: &Table,
    until: &Mutex<Instant>,
    lossy: bool,
) -> Vec<Acknowledged> {
    let mut acknowledged: Vec<Acknowledged> = Vec::new();
    let mut open: Option<(usize, Value, i64, String)> = None;
    let mut turn = 0;
    while Instant::now() < *until.lock().unwrap() {
        turn += 1;
        let server = turn % 2;
        let path = format!("{}/api/v1/matches/{}", house.servers[server].url, table.id);
        if open.is_none() {
            let seen = call(&house.client, path.clone(), "", &[], None).await;
            let Some((200, seen)) = seen else { continue };
            let Some(seat) = seen["turn"]["awaited"][0].as_u64() else { break };
            let token = &table.tokens[seat as usize];
            let legal = call(&house.client, format!("{path}/legal"), token, &[], None).await;
            let Some((200, legal)) = legal else { continue };
            let (items, version) = (&legal["items"], legal["version"].as_i64().unwrap());
            let item = version as usize % items.as_array().unwrap().len().max(1);
            let Some(command) = items[item].get("command") else { continue };
            open = Some((seat as usize, command.clone(), version, turnwise::random::id()));
        }
        let Some((seat, command, version, key)) = open.clone() else { continue };
        let headers = [("If-Match", format!("\"{version}\"")), ("Idempotency-Key", key)];
        let (path, body) = (format!("{path}/commands"), json!({ "commands": [command] }));
        let asked = Instant::now();
        let answer = call(&house.client, path, &table.tokens[seat], &headers, Some(body)).await;
        match answer {
            Some((200, played)) => {
                let version = played["version"].as_i64().unwrap();
                let hash = played["hash"].as_str().unwrap().to_owned();
                acknowledged.push(Acknowledged {
                    asked,
                    at: Instant::now(),
                    server,
                    version,
                    hash,
                });
                open = None;
            }
            // What the standby lacks was played by nobody.
            Some((409 | 412 | 422 | 404, problem)) => {
                assert!(lossy, "{problem}");
                open = None;
            }
            Some((503, _)) | None => {}
            Some((status, problem)) => panic!("{status}: {problem}"),
        }
    }
    acknowledged
}

/// Has the primary end under load and the standby promoted after a while, and gives what
/// was acknowledged in each match and when the standby had taken over.
async fn fail_over(
    house: &House,
    lossy: bool,
    end: impl AsyncFnOnce(),
) -> (Vec<Vec<Acknowledged>>, Instant) {
    let until = Mutex::new(Instant::now() + Duration::from_secs(60));
    let plays = house.tables.iter().map(|table| play(house, table, &until, lossy));
    let weather = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        end().await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        house.standby.promote();
        let promoted = Instant::now();
        *until.lock().unwrap() = promoted + LAST;
        promoted
    };
    tokio::join!(join_all(plays), weather)
}

/// How long after the promotion each server acknowledged a step again.
fn pauses(acknowledged: &[Vec<Acknowledged>], promoted: Instant) -> [Duration; 2] {
    [0, 1].map(|server| {
        let after = acknowledged.iter().flatten().filter(|it| it.server == server);
        let first = after.filter(|it| it.at > promoted).map(|it| it.at).min();
        first.map_or(Duration::MAX, |at| at - promoted)
    })
}

/// Service goes on. A process that served nobody meanwhile notices the loss at its next
/// request, and may come later.
fn goes_on_soon(pauses: [Duration; 2]) {
    assert!(
        pauses.iter().min() < Some(&promised(Duration::from_secs(5))),
        "service went on after {pauses:?}"
    );
    assert!(pauses.iter().max() < Some(&LAST), "the last process went on after {pauses:?}");
}

async fn survives(end: End, few: usize) {
    for round in 0..rounds(few) {
        let Some(mut house) = House::new(round + end as usize, end).await else { return };
        house.synchronously();
        let (acknowledged, promoted) = fail_over(&house, false, async || house.end(end)).await;
        let pauses = pauses(&acknowledged, promoted);
        let before = acknowledged.iter().flatten().filter(|it| it.at < promoted).count();
        let steps = acknowledged.iter().flatten().count();
        println!("{end:?} {round}: {steps} steps, {before} before; on after {pauses:?}");
        assert!(before > 0, "something was played before");
        goes_on_soon(pauses);
        for (table, acknowledged) in house.tables.iter_mut().zip(acknowledged) {
            for Acknowledged { version, hash, .. } in acknowledged {
                table.acknowledged = Some((version, hash));
                is_all_there(&house.client, &house.servers[0].url, table).await;
            }
        }
        house.is_whole();
    }
}

#[actix_web::test]
async fn when_the_primary_dies_service_goes_on_with_the_standby_and_nothing_is_lost() {
    survives(End::Death, 2).await;
}

#[actix_web::test]
async fn when_the_primary_falls_silent_service_goes_on_with_the_standby_and_nothing_is_lost() {
    survives(End::Silence, 2).await;
}

#[actix_web::test]
async fn when_the_primary_stands_still_service_goes_on_with_the_standby_and_nothing_is_lost() {
    survives(End::Standstill, 1).await;
}

#[actix_web::test]
async fn a_standby_that_lacks_the_last_second_leaves_no_broken_stream() {
    for round in 0..rounds(1) {
        let Some(house) = House::new(round, End::Death).await else { return };
        let (acknowledged, promoted) = fail_over(&house, true, async || {
            house.standby.sql("postgres", "ALTER SYSTEM SET primary_conninfo = ''");
            house.standby.sql("postgres", "SELECT pg_reload_conf()");
            tokio::time::sleep(Duration::from_secs(1)).await;
            house.end(End::Death);
        })
        .await;
        let pauses = pauses(&acknowledged, promoted);
        let mut lost = 0;
        for (table, acknowledged) in house.tables.iter().zip(&acknowledged) {
            let look = |server: &Server| format!("{}/api/v1/matches/{}", server.url, table.id);
            let mut seen = Vec::new();
            for server in &house.servers {
                let (status, board) =
                    call(&house.client, look(server), "", &[], None).await.expect("an answer");
                assert_eq!(status, 200, "{board}");
                seen.push(board);
            }
            assert_eq!(seen[0], seen[1], "the processes agree on the board");
            // What was asked for since the promotion and acknowledged stands; what the standby
            // lacks is gone, and its answer may have been long on its way.
            for told in acknowledged {
                let after = told.version - 1;
                let path = format!("{}/history?after={after}&limit=1", look(&house.servers[1]));
                let (_, page) = call(&house.client, path, "", &[], None).await.expect("a page");
                let there = page["items"][0]["hash"] == told.hash;
                assert!(there || told.asked < promoted, "{told:?} is gone");
                lost += usize::from(!there);
            }
        }
        println!("asynchronous {round}: {lost} steps lost; on after {pauses:?}");
        assert!(lost > 0, "the standby lacked something");
        goes_on_soon(pauses);
        house.is_whole();
    }
}

#[actix_web::test]
async fn a_synchronous_standby_that_stands_still_holds_up_what_is_stored_and_no_reading() {
    let Some(mut house) = House::new(0, End::Standstill).await else { return };
    house.synchronously();
    let (client, url) = (house.client.clone(), house.servers[0].url.clone());
    let looks: Vec<String> =
        house.tables.iter().map(|table| format!("{url}/api/v1/matches/{}", table.id)).collect();
    house.standby.signal("STOP");
    let held_up = house.tables.iter_mut().map(|table| step(&client, &url, table));
    let reads = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        for path in looks {
            let began = Instant::now();
            let read = call(&client, path, "", &[], None).await;
            assert_eq!(read.expect("an answer").0, 200);
            assert!(began.elapsed() < promised(Duration::from_secs(1)), "{:?}", began.elapsed());
        }
    };
    let (held_up, ()) = tokio::join!(join_all(held_up), reads);
    assert!(held_up.iter().all(Option::is_none), "nothing is acknowledged that only one has");
    house.standby.signal("CONT");
    for table in &mut house.tables {
        step(&client, &url, table).await.expect("the same key finds out");
        is_all_there(&client, &url, table).await;
    }
}

#[actix_web::test]
async fn two_servers_are_named_in_every_form_that_libpq_knows_and_the_one_that_writes_is_found() {
    let Some(primary) = breakable() else { return };
    let name = primary.new_database().rsplit('/').next().expect("a name").to_owned();
    let standby = primary.standby("");
    let folder = tempfile::tempdir().unwrap();
    for address in addresses(primary.port, standby.port, &name) {
        let ended =
            turnwise(folder.path()).env("DATABASE_URL", &address).arg("migrate").output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success(), "{address}: {said}");
    }
    // A standby is no place to write, unless somebody says that it will do.
    let alone = format!("postgres://postgres@127.0.0.1:{}/{name}", standby.port);
    for (more, why) in
        [("", "session is read-only"), ("?target_session_attrs=any", "read-only transaction")]
    {
        let told = format!("{alone}{more}");
        let ended =
            turnwise(folder.path()).env("DATABASE_URL", &told).arg("migrate").output().unwrap();
        let said = String::from_utf8_lossy(&ended.stderr);
        assert!(!ended.status.success() && said.contains(why), "{told}: {said}");
    }
}
