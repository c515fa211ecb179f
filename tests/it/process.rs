//! The program itself: start-up, demo, verify, replay, and its end.

use super::edge::{colourless, lines_with};
use serde_json::Value;
use std::ffi::OsString;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use turnwise::db::query::prelude::*;

/// A server process on a free port; killed when dropped.
pub struct Server {
    pub child: Child,
    pub url: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub fn turnwise(folder: &Path) -> Command {
    let binary =
        std::env::var_os("TURNWISE_BIN").unwrap_or_else(|| env!("CARGO_BIN_EXE_turnwise").into());
    let mut command = Command::new(binary);
    let set = std::env::vars_os().map(|(name, _)| name);
    let own = |name: &OsString| name.to_string_lossy().starts_with("TURNWISE_");
    for name in set.filter(own).chain(["DATABASE_URL".into()]) {
        command.env_remove(name);
    }
    command.env("TURNWISE_SETTLING", "0").current_dir(folder);
    command
}

/// Starts the program with these variables and waits until it says where it is.
pub fn serve(folder: &Path, variables: &[(&str, &str)]) -> Server {
    serve_command(turnwise(folder), variables)
}

/// [`serve`] with its log in a file.
pub fn serve_logging(folder: &Path, log: &Path) -> Server {
    serve_by(turnwise(folder), log)
}

/// [`serve_logging`] by a command that ends in the program or its arguments.
pub fn serve_by(mut command: Command, log: &Path) -> Server {
    command.stderr(std::fs::File::create(log).expect("a log"));
    started(command, &[])
}

/// [`serve`] by a command that ends in the program.
pub fn serve_command(mut command: Command, variables: &[(&str, &str)]) -> Server {
    command.stderr(Stdio::null());
    started(command, variables)
}

fn started(mut command: Command, variables: &[(&str, &str)]) -> Server {
    command.env("TURNWISE_LISTEN", "127.0.0.1:0").stdout(Stdio::piped());
    for (name, value) in variables {
        command.env(name, value);
    }
    let mut child = command.spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    let line = lines.next().expect("a line").expect("text");
    let url = line.split_whitespace().last().expect("an address").to_owned();
    std::thread::spawn(move || lines.for_each(drop));
    Server { child, url }
}

/// Nobody but the user of the program may look into a file: it holds hashes, keys, addresses.
#[track_caller]
pub fn is_private(file: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(file).expect("a file").permissions().mode();
    assert_eq!(mode & 0o077, 0, "{} is {mode:o}", file.display());
}

fn run(folder: &Path, words: &[&str]) -> (bool, String) {
    let output = turnwise(folder).args(words).output().expect("the program runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.success(), text + &String::from_utf8_lossy(&output.stderr))
}

#[actix_web::test]
async fn without_any_setting_it_serves_and_keeps_everything_in_its_data_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (filled, said) = run(folder.path(), &["demo"]);
    assert!(filled, "{said}");
    assert!(said.contains("anna, ben, cleo"), "{said}");
    let (again, said) = run(folder.path(), &["demo"]);
    assert!(!again && said.contains("not empty"), "{said}");

    let server = serve(folder.path(), &[]);
    let get = async |path: &str| {
        reqwest::get(format!("{}{path}", server.url))
            .await
            .expect("an answer")
            .text()
            .await
            .unwrap()
    };
    let ended: Value = serde_json::from_str(&get("/api/v1/matches?status=ended").await).unwrap();
    let ended = ended["items"].as_array().unwrap().clone();
    assert!(!ended.is_empty());
    for status in ["open", "running"] {
        let listed = get(&format!("/api/v1/matches?status={status}")).await;
        assert!(listed.contains("\"id\""), "{status}: {listed}");
    }
    for (at, item) in ended.iter().enumerate() {
        let id = item["id"].as_str().unwrap();
        let file = folder.path().join(format!("match-{at}.json"));
        std::fs::write(&file, get(&format!("/api/v1/matches/{id}/export")).await).unwrap();
        let name = file.to_str().unwrap();
        let (proved, said) = run(folder.path(), &["verify", name]);
        assert!(proved && said.contains("is proved"), "{said}");
        let shown = turnwise(folder.path()).args(["replay", name, "--at", "40"]).output().unwrap();
        let said = String::from_utf8_lossy(&shown.stderr);
        assert!(shown.status.success() && said.contains("is proved"), "{said}");
        let state: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
        assert!(state.is_object());
        let text = std::fs::read_to_string(&file).unwrap().replacen("\\\"", "\\\" ", 1);
        std::fs::write(&file, text).unwrap();
        let (proved, said) = run(folder.path(), &["verify", name]);
        assert!(!proved && said.contains("changed"), "{said}");
    }
    for kept in ["turnwise.db", "turnwise.db-wal", "secret"] {
        is_private(&folder.path().join("data").join(kept));
    }
    // The demo's people are confirmed and have letters that are news: but for whoever moved
    // last in the matches that have ended, all know something new.
    let letters = || -> Vec<String> {
        let files = std::fs::read_dir(folder.path().join("data/mail")).into_iter().flatten();
        let paths = files.map(|file| file.expect("a file").path());
        let whole = paths.filter(|path| path.extension().is_some_and(|end| end == "eml"));
        whole
            .inspect(|path| is_private(path))
            .map(|path| std::fs::read_to_string(path).expect("a letter"))
            .collect()
    };
    for _ in 0..6_000 {
        if letters().len() >= 2 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(letters().len() >= 2);
    assert!(letters().iter().all(|letter| !letter.contains("/confirm?token=")));
    drop(server);
    let (whole, said) = run(folder.path(), &["verify", "--database"]);
    assert!(whole && said.contains(" 0 wrong"), "{said}");
}

#[test]
fn settings_stand_before_a_command_or_behind_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("elsewhere/turnwise.db");
    for words in [["--data", "elsewhere", "migrate"], ["migrate", "--data", "elsewhere"]] {
        let (migrated, said) = run(folder.path(), &words);
        assert!(migrated && file.exists(), "{said}");
        std::fs::remove_dir_all(file.parent().unwrap()).unwrap();
    }
    let (found, said) = run(folder.path(), &["verify", "--database", "--data", "elsewhere"]);
    assert!(!found && said.contains("elsewhere/turnwise.db"), "{said}");
    let by = ["admin", "reports", "--data", "elsewhere", "--by", "eve"];
    let (found, said) = run(folder.path(), &by);
    assert!(!found && said.contains("there is no database elsewhere/turnwise.db"), "{said}");
    let (serves, said) = run(folder.path(), &["serve", "--reach", "none,push"]);
    assert!(!serves && said.contains("stands alone"), "{said}");
}

#[test]
fn verifying_a_database_changes_nothing_and_needs_no_reader() {
    let folder = tempfile::tempdir().unwrap();
    let (verified, said) = run(folder.path(), &["verify", "--database"]);
    assert!(!verified, "{said}");
    let file = folder.path().join("data/turnwise.db");
    assert!(!file.exists(), "no database is made of it");
    run(folder.path(), &["migrate"]);
    // As `head` does that has had enough.
    let mut verifying = turnwise(folder.path());
    verifying.args(["verify", "--database"]).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = verifying.spawn().expect("the program runs");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("it ends");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    // One that is older than the program is left as it is.
    let url = format!("sqlite://{}", file.display());
    let db = turnwise::db::Db::connect(&url).expect("a database");
    let newest = "DELETE FROM __diesel_schema_migrations WHERE version = (SELECT max(version) \
                  FROM __diesel_schema_migrations)";
    let behind = db.write_blocking(move |tx| Ok(diesel::sql_query(newest).execute(tx)?));
    assert_eq!(behind.expect("the database is behind"), 1);
    drop(db);
    let (verified, said) = run(folder.path(), &["verify", "--database"]);
    assert!(!verified && said.contains("turnwise migrate"), "{said}");
}

#[cfg(target_os = "linux")]
#[test]
fn it_opens_as_many_files_as_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let program = turnwise(folder.path());
    let mut command = Command::new("sh");
    command.args(["-c", "ulimit -Sn 200 && exec \"$0\""]).arg(program.get_program());
    command.current_dir(folder.path());
    for (name, value) in program.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    let server = serve_command(command, &[]);
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", server.child.id())).unwrap();
    let files = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let [soft, hard] = files.split_whitespace().skip(3).take(2).collect::<Vec<_>>()[..] else {
        panic!("{files}");
    };
    assert_eq!(soft, hard, "{files}");
}

#[actix_web::test]
async fn it_stops_in_order_when_asked_to() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = serve(folder.path(), &[]);
    let alive = reqwest::get(format!("{}/health/live", server.url)).await.expect("an answer");
    assert!(alive.status().is_success());
    let pid = server.child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &pid]).status().unwrap().success());
    for _ in 0..200 {
        if let Some(status) = server.child.try_wait().unwrap() {
            assert!(status.success());
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it did not stop within ten seconds");
}

#[actix_web::test]
async fn the_log_warns_of_no_refusal_and_tells_of_each_fault_and_its_code() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let server = serve_logging(folder.path(), &log);
    let status = async |path: &str| {
        let answer = reqwest::get(format!("{}{path}", server.url)).await.expect("an answer");
        answer.status().as_u16()
    };
    let refused = ["/api/v1/me", "/api/v1/matches?limit=x", "/api/v1/matches/1", "/nowhere"];
    let mut statuses = Vec::new();
    for path in refused {
        statuses.push(status(path).await);
    }
    assert_eq!(statuses, [401, 400, 404, 404]);
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(!said.contains("WARN") && !said.contains("ERROR"), "{said}");
    let database = format!("sqlite://{}", folder.path().join("data/turnwise.db").display());
    let db = turnwise::db::Db::connect(&database).unwrap();
    let broken = db.read_blocking(|conn| {
        Ok(diesel::sql_query("ALTER TABLE matches RENAME TO elsewhere").execute(conn)?)
    });
    broken.unwrap();
    assert_eq!(status("/api/v1/matches").await, 500);
    let said = std::fs::read_to_string(&log).unwrap();
    // What works in the background may have met it, too.
    let errors = said.lines().filter(|line| line.contains("ERROR") && !line.contains("runner"));
    let errors: Vec<&str> = errors.collect();
    assert_eq!(errors.len(), 1, "{said}");
    assert!(errors[0].contains("no such table"), "{said}");
    let words = ["failed", "route=\"/api/v1/matches\"", "status=500", "code=\"fault\""];
    assert_eq!(lines_with(&colourless(&said), &words).len(), 1, "{said}");
}

#[test]
fn wrong_settings_are_said_at_once_and_plainly() {
    let folder = tempfile::tempdir().unwrap();
    let fails = |name: &str, value: &str| {
        let output = turnwise(folder.path())
            .env("TURNWISE_LISTEN", "127.0.0.1:0")
            .env(name, value)
            .output()
            .expect("the program runs");
        assert!(!output.status.success(), "{name}={value} was accepted");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    assert!(fails("DATABASE_URL", "mysql://x").contains("sqlite://"));
    assert!(fails("DATABASE_URL", "sqlite://:memory:").contains("path of a file"));
    assert!(fails("DATABASE_URL", "sqlite://x.db?mode=ro").contains("no parameters"));
    std::fs::write(folder.path().join("file"), "").unwrap();
    assert!(fails("TURNWISE_MAIL", "folder:file").contains("letters cannot be stored"));
    assert!(fails("TURNWISE_MAIL", "folder:").contains("path of a folder"));
    assert!(!folder.path().join("data/turnwise.db").exists(), "what is refused makes nothing");
    assert!(fails("DATABASE_URL", "postgres://nobody@127.0.0.1:1/none").contains("refused"));
    assert!(fails("TURNWISE_SECRET", "short").contains("32 characters"));
    assert!(fails("TURNWISE_MAIL", "smtp://mail.example.org").contains("this machine"));
    assert!(fails("TURNWISE_MAIL_CA", "nowhere.pem").contains("nowhere.pem"));
}
