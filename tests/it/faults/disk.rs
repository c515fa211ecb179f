//! The disk under a SQLite database: full, limited, read-only, or another one all at once.

use super::{call, people, promised, rounds, table, variables};
use crate::app::{TestApp, Wish};
use crate::process::{Server, serve_command, turnwise};
use crate::smtp::Sink;
use crate::start_or_skip;
use crate::uncommitted::{heads, is_whole};
use diesel::connection::SimpleConnection;
use futures_util::future::join_all;
use reqwest::Client;
use serde_json::{Value, json};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use turnwise::clock::Clock;
use turnwise::db::letters::{self, LetterRow};
use turnwise::db::{Conn, Db};

/// A server that writes its log into a file.
fn serve_logged(folder: &Path, variables: &[(&str, &str)], log: &Path) -> Server {
    let program = turnwise(folder);
    let mut command = Command::new("sh");
    command.args(["-c", "exec \"$0\" 2>>\"$1\""]).arg(program.get_program()).arg(log);
    command.current_dir(folder);
    for (name, _) in program.get_envs() {
        command.env_remove(name);
    }
    serve_command(command, variables)
}

/// Lets no file of a process grow beyond this size; `None` takes the limit away.
fn limit_files(server: &Server, bytes: Option<u64>) {
    let size = bytes.map_or("unlimited".to_owned(), |bytes| bytes.to_string());
    let limited = Command::new("prlimit")
        .args(["--pid", &server.child.id().to_string(), &format!("--fsize={size}:")])
        .status();
    assert!(limited.expect("prlimit is part of every Linux").success());
}

/// A disk without room now and then.
enum Disk {
    /// The process may not write long files.
    Limited,
    /// A small file system, mounted here until it is dropped.
    Small(PathBuf),
}

impl Disk {
    /// `None`, said plainly, where no file system may be mounted.
    fn small(at: &Path) -> Option<Disk> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=64m", "tmpfs"])
            .arg(at)
            .output()
            .expect("mount is part of every Linux");
        if !mounted.status.success() {
            let why = String::from_utf8_lossy(&mounted.stderr).into_owned();
            crate::skipped!("no file system may be mounted: {why}");
            return None;
        }
        Some(Disk::Small(at.to_owned()))
    }

    fn fill(&self, server: &Server) {
        match self {
            Disk::Limited => limit_files(server, Some(64 * 1024)),
            Disk::Small(at) => {
                let mut filler = std::fs::File::create(at.join("filler")).unwrap();
                let block = vec![0; 256 * 1024];
                while filler.write_all(&block).is_ok() {}
            }
        }
    }

    fn clear(&self, server: &Server) {
        match self {
            Disk::Limited => limit_files(server, None),
            Disk::Small(at) => std::fs::remove_file(at.join("filler")).unwrap(),
        }
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Disk::Small(at) = self {
            let _ = Command::new("umount").arg("--lazy").arg(at).status();
        }
    }
}

/// What was played of one match.
#[derive(Default)]
struct Played {
    /// Versions and hashes that were acknowledged.
    acknowledged: Vec<(i64, String)>,
    /// How often nothing could be stored.
    failed: usize,
}

/// Plays a match until it is late, each time also with commands for an older version;
/// what fails is tried again under its key.
async fn play_on(url: &str, id: &str, tokens: &[String], until: Instant) -> Played {
    let client = Client::builder().timeout(Duration::from_secs(10)).build().unwrap();
    let path = format!("{url}/api/v1/matches/{id}");
    let mut all = Played::default();
    while Instant::now() < until {
        let Some((200, seen)) = call(&client, path.clone(), "", &[], None).await else { continue };
        let Some(seat) = seen["turn"]["awaited"][0].as_u64() else { break };
        let token = tokens[seat as usize].as_str();
        let legal = call(&client, format!("{path}/legal"), token, &[], None).await;
        let Some((200, legal)) = legal else { continue };
        let items = legal["items"].as_array().unwrap();
        let version = legal["version"].as_i64().unwrap();
        let command = &items[version as usize % items.len()]["command"];
        let post = async |version: i64, key: String| {
            let headers = [("If-Match", format!("\"{version}\"")), ("Idempotency-Key", key)];
            let body = json!({ "commands": [command] });
            call(&client, format!("{path}/commands"), token, &headers, Some(body)).await
        };
        let (answer, _) = tokio::join!(
            post(version, format!("{id}-{version}")),
            post(version - 1, turnwise::random::id())
        );
        match answer {
            Some((200, played)) => {
                let hash = played["hash"].as_str().unwrap().to_owned();
                all.acknowledged.push((played["version"].as_i64().unwrap(), hash));
            }
            Some((503, _)) => all.failed += 1,
            Some((412 | 409 | 422, _)) => {}
            other => panic!("{other:?}"),
        }
    }
    all
}

async fn look(client: &Client, url: &str, id: &str, rest: &str) -> Value {
    let path = format!("{url}/api/v1/matches/{id}{rest}");
    let (status, seen) = call(client, path, "", &[], None).await.expect("an answer");
    assert_eq!(status, 200, "{seen}");
    seen
}

async fn ready(client: &Client, url: &str) -> (u16, Value) {
    call(client, format!("{url}/health/ready"), "", &[], None).await.expect("an answer")
}

/// Plays eight matches on a disk that is full again and again.
async fn flapping(disk: Disk, folder: &Path) {
    let database = format!("sqlite://{}", folder.join("test.db").display());
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let sink = Sink::start();
    let mail = format!("smtp://127.0.0.1:{}", sink.port);
    let mut server = serve_logged(data.path(), &variables(&database, &mail), &log);
    let client = Client::new();
    let tokens = people(&client, &server.url, &sink).await;
    let mut ids = Vec::new();
    for _ in 0..8 {
        ids.push(table(&client, &server.url, &tokens).await.id);
    }
    let (full, free) = (Duration::from_millis(120), Duration::from_millis(180));
    let until = Instant::now() + (full + free) * rounds(12) as u32;
    let weather = async {
        while Instant::now() < until {
            disk.fill(&server);
            tokio::time::sleep(full).await;
            look(&client, &server.url, &ids[0], "").await;
            disk.clear(&server);
            tokio::time::sleep(free).await;
        }
    };
    let plays = ids.iter().map(|id| play_on(&server.url, id, &tokens, until));
    let (played, ()) = tokio::join!(join_all(plays), weather);
    let acknowledged: usize = played.iter().map(|played| played.acknowledged.len()).sum();
    let failed: usize = played.iter().map(|played| played.failed).sum();
    println!("{} times full: {acknowledged} commands stored, {failed} refused", rounds(12));
    assert!(failed > 0, "the disk was never full");
    assert!(acknowledged > 0, "something was played between the failures");
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(ready(&client, &server.url).await.0, 200, "it goes on when there is room");
    let mut before = Vec::new();
    for id in &ids {
        before.push(look(&client, &server.url, id, "").await);
    }
    assert!(server.child.try_wait().unwrap().is_none(), "the same process serves all the time");
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(said.contains("a group of writes was not stored"), "{said}");
    for alarm in ["panicked", "rolled back", "cannot be opened again"] {
        assert!(!said.contains(alarm), "the log holds “{alarm}”");
    }
    drop(server);
    heads(&Db::connect(&database).expect("the database"));
    is_whole(&database);
    let wish = Wish { database: Some(database), ..Wish::default() };
    let app: TestApp = start_or_skip!(wish);
    for ((id, before), played) in ids.iter().zip(before).zip(played) {
        let after = look(&client, &app.url, id, "").await;
        assert_eq!(after, before, "a restart shows another board");
        for (version, hash) in played.acknowledged {
            let rest = format!("/history?after={}&limit=1", version - 1);
            let told = look(&client, &app.url, id, &rest).await;
            assert_eq!(told["items"][0]["hash"], hash, "version {version} was acknowledged");
        }
    }
}

#[actix_web::test]
async fn files_that_may_not_grow_now_and_then_kill_nobody_and_lose_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    flapping(Disk::Limited, folder.path()).await;
}

#[actix_web::test]
async fn a_disk_that_is_full_now_and_then_leaves_no_hole_and_takes_back_nothing_acknowledged() {
    let folder = tempfile::tempdir().unwrap();
    let Some(disk) = Disk::small(folder.path()) else { return };
    flapping(disk, folder.path()).await;
}

#[actix_web::test]
async fn a_server_that_cannot_store_says_that_it_is_not_ready_and_goes_on_reading() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = serve_logged(folder.path(), &[], &log);
    let client = Client::new();
    assert_eq!(ready(&client, &server.url).await.0, 200);
    limit_files(&server, Some(1_024));
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    let (status, problem) = ready(&client, &server.url).await;
    assert_eq!((status, &problem["code"]), (503, &json!("not_ready")), "{problem}");
    let new =
        json!({ "handle": "anna", "email": "anna@example.org", "password": "not stored at all" });
    let register = format!("{}/api/v1/accounts", server.url);
    let (status, problem) =
        call(&client, register.clone(), "", &[], Some(new.clone())).await.unwrap();
    assert_eq!((status, &problem["code"]), (503, &json!("database_unavailable")), "{problem}");
    assert!(problem["detail"].as_str().unwrap().contains("nothing was changed"), "{problem}");
    for path in ["/health/live", "/api/v1/matches", "/"] {
        let read = client.get(format!("{}{path}", server.url)).send().await.unwrap();
        assert_eq!(read.status(), 200, "{path}");
    }
    limit_files(&server, None);
    tokio::time::sleep(Duration::from_millis(1_100)).await;
    assert_eq!(ready(&client, &server.url).await.0, 200);
    assert_eq!(call(&client, register, "", &[], Some(new)).await.unwrap().0, 201);
}

async fn ended(server: &mut Server, within: Duration) -> Option<ExitStatus> {
    let began = Instant::now();
    while began.elapsed() < promised(within) {
        if let Some(status) = server.child.try_wait().unwrap() {
            return Some(status);
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    None
}

/// Does something to the files of a database that is served, tries to write, and sees
/// the server end with a message.
async fn is_lost_by(harm: impl Fn(&Path)) {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut server = serve_logged(folder.path(), &[], &log);
    let client = Client::new();
    let database = folder.path().join("data/turnwise.db");
    harm(&database);
    let done = Instant::now();
    let new =
        json!({ "handle": "anna", "email": "anna@example.org", "password": "gone with the file" });
    let register = format!("{}/api/v1/accounts", server.url);
    let answer = call(&client, register, "", &[], Some(new)).await;
    assert!(answer.as_ref().is_none_or(|(status, _)| *status == 503), "{answer:?}");
    let status =
        ended(&mut server, Duration::from_secs(2)).await.expect("it stops within a second");
    println!("it ended after {:?}", done.elapsed());
    assert_eq!(status.code(), Some(1));
    let said = std::fs::read_to_string(&log).unwrap();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("turnwise: the database file "), "{last}");
    assert!(last.contains("while it was served") && last.contains("start again"), "{last}");
}

fn log_of(database: &Path) -> PathBuf {
    database.with_extension("db-wal")
}

#[actix_web::test]
async fn a_database_file_that_is_deleted_moved_or_replaced_stops_the_server() {
    is_lost_by(|file| std::fs::remove_file(file).unwrap()).await;
    is_lost_by(|file| std::fs::remove_file(log_of(file)).unwrap()).await;
    is_lost_by(|file| std::fs::rename(file, file.with_extension("old")).unwrap()).await;
    is_lost_by(|file| {
        let other = file.with_extension("new");
        std::fs::copy(file, &other).unwrap();
        std::fs::rename(other, file).unwrap();
    })
    .await;
}

#[actix_web::test]
async fn a_lost_database_file_is_noticed_within_a_second_though_nobody_asks_for_anything() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve_logged(folder.path(), &[], &folder.path().join("log"));
    tokio::time::sleep(Duration::from_millis(300)).await;
    std::fs::remove_dir_all(folder.path().join("data")).unwrap();
    let status = ended(&mut server, Duration::from_secs(1)).await;
    assert_eq!(status.expect("it stops within a second").code(), Some(1));
    assert!(!folder.path().join("data/turnwise.db").exists(), "no empty one takes its place");
}

/// The program as somebody who may not write what root owns; `None`, said plainly, where
/// that cannot be tried.
fn unprivileged(folder: &Path) -> Option<Command> {
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n");
    if !root {
        return Some(turnwise(folder));
    }
    let program = turnwise(folder);
    let nobody = || {
        let mut command = Command::new("setpriv");
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--"]);
        command.arg(program.get_program()).current_dir(folder);
        for (name, _) in program.get_envs() {
            command.env_remove(name);
        }
        command
    };
    let runs = nobody().arg("--version").output().is_ok_and(|out| out.status.success());
    if !runs {
        crate::skipped!("the program cannot be run as nobody");
    }
    runs.then(nobody)
}

#[test]
fn a_database_that_may_not_be_written_is_refused_at_once_and_the_message_says_what_to_do() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let permit = |path: &Path, mode| {
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    let data = folder.path().join("data");
    let file = data.join("turnwise.db");
    assert!(turnwise(folder.path()).arg("migrate").status().unwrap().success());
    permit(folder.path(), 0o755);
    for (of_file, of_folder) in [(0o444, 0o777), (0o666, 0o555)] {
        permit(&file, of_file);
        permit(&data, of_folder);
        let Some(mut program) = unprivileged(folder.path()) else { return };
        let secret = "a secret of the tests, long enough";
        let began = Instant::now();
        let output = program
            .env("TURNWISE_SECRET", secret)
            .env("TURNWISE_LISTEN", "127.0.0.1:0")
            .output()
            .expect("the program runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "it serves");
        assert!(said.contains("turnwise.db") && said.contains("right to write"), "{said}");
        assert!(began.elapsed() < promised(Duration::from_secs(4)), "{:?}", began.elapsed());
    }
    permit(&data, 0o755);
}

/// Reads again and again, each time for a while, so that there is always somebody who
/// does, until that is over.
fn keep_reading(db: &Db, over: &Arc<AtomicBool>) -> Vec<JoinHandle<()>> {
    let reader = |late: u64| {
        let (db, over) = (db.clone(), over.clone());
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(late));
            while !over.load(Ordering::Relaxed) {
                read_while(&db, || std::thread::sleep(Duration::from_millis(60)));
            }
        })
    };
    [0, 20, 40].map(reader).into()
}

/// Holds a read open until that is done.
fn read_while(db: &Db, done: impl FnOnce()) {
    let read = db.read_blocking(|conn| {
        let Conn::Sqlite(conn) = conn else { unreachable!("the database is a file") };
        let mut run = |statement: &str| conn.batch_execute(statement).expect("it runs");
        run("BEGIN; SELECT count(*) FROM letters;");
        done();
        run("COMMIT");
        Ok(())
    });
    read.expect("a read");
}

#[test]
fn readers_keep_the_log_of_the_database_from_growing_without_end_no_more() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("test.db");
    let db = Db::connect(&format!("sqlite://{}", file.display())).unwrap();
    let length = || std::fs::metadata(log_of(&file)).unwrap().len();
    let write = |bytes: usize| {
        let now = Clock::of_the_machine().now();
        let row = LetterRow::new(turnwise::random::id(), "anna", "your_turn", now);
        let row = LetterRow { data: "x".repeat(bytes), ..row };
        db.write_blocking(move |tx| letters::enqueue(tx, &row)).expect("a write");
    };
    // While somebody reads, the log must grow.
    read_while(&db, || (0..48).for_each(|_| write(1_000_000)));
    assert!(length() > 40_000_000, "the log has {} bytes", length());
    // From here on there is always somebody who reads, but nobody for long.
    let over = Arc::new(AtomicBool::new(false));
    let readers = keep_reading(&db, &over);
    for _ in 0..2 {
        let began = Instant::now();
        while length() > 34_000_000 {
            assert!(
                began.elapsed() < promised(Duration::from_secs(20)),
                "the log has {} bytes",
                length()
            );
            write(1_000);
            std::thread::sleep(Duration::from_millis(20));
        }
        (0..36).for_each(|_| write(1_000_000));
    }
    over.store(true, Ordering::Relaxed);
    for reader in readers {
        reader.join().unwrap();
    }
}
