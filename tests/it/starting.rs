//! How the program begins: what it reads first, what it leaves alone, and what it says.

use super::edge::{colourless, lines_with};
use super::postgres::Cluster;
use super::process::{serve, serve_by, serve_logging, turnwise};
use diesel::connection::SimpleConnection;
use diesel::{Connection, SqliteConnection};
use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use turnwise::accounts::mark::Mark;
use turnwise::clock::Clock;
use turnwise::db::Db;

/// What a command says, good or bad, and whether it went well.
fn said(command: &mut Command) -> (bool, String) {
    let output = command.output().expect("the program runs");
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).into_owned())
}

fn run(folder: &Path, words: &[&str]) -> (bool, String) {
    said(turnwise(folder).args(words))
}

fn execute(file: &Path, statements: &str) {
    let mut conn = SqliteConnection::establish(file.to_str().unwrap()).expect("a file");
    conn.batch_execute(statements).expect("the statements run");
}

/// The warnings in a log that hold all of these words.
fn warnings(log: &Path, words: &[&str]) -> usize {
    let text = colourless(&std::fs::read_to_string(log).expect("a log"));
    lines_with(&text, &[&["WARN"], words].concat()).len()
}

#[test]
fn a_file_of_another_program_is_neither_served_nor_changed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("other.db");
    execute(&file, "CREATE TABLE accounts (name TEXT); INSERT INTO accounts VALUES ('anna')");
    let before = std::fs::read(&file).unwrap();
    let url = ["--database-url", "sqlite://other.db"];
    let commands: [&[&str]; 6] = [
        &["migrate"],
        &["serve", "--listen", "127.0.0.1:0"],
        &["demo"],
        &["verify", "--database"],
        &["backup", "copy.db"],
        &["admin", "audit"],
    ];
    for words in commands {
        let (done, why) = run(folder.path(), &[words, &url].concat());
        assert!(!done && why.contains("no database of Turnwise"), "{words:?}: {why}");
        assert!(why.contains("name another"), "{words:?}: {why}");
        assert!(before == std::fs::read(&file).unwrap(), "{words:?} changed it");
    }
    for (from, to) in [("other.db", "new.db"), ("empty.db", "new.db")] {
        File::create_new(folder.path().join("empty.db")).ok();
        let (from, to) = (format!("sqlite://{from}"), format!("sqlite://{to}"));
        let (moved, why) = run(folder.path(), &["move", "--from", &from, "--to", &to]);
        assert!(!moved && why.contains("no database of Turnwise"), "{why}");
    }
    // An empty one becomes a database.
    let (migrated, why) = run(folder.path(), &["migrate", "--database-url", "sqlite://empty.db"]);
    assert!(migrated, "{why}");
}

#[test]
fn all_settings_are_read_before_the_database_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    for (name, value) in [
        ("--mail", "bogus"),
        ("--mail-ca", "nowhere.pem"),
        ("--mail-from", "nobody"),
        ("--listen", "nowhere"),
        ("--trust-proxy", "nobody"),
        ("--reach", "none,push"),
        ("--house-rules", "nowhere"),
        ("--secret", "short"),
    ] {
        let (served, why) = run(folder.path(), &["serve", name, value]);
        assert!(!served && !folder.path().join("data").exists(), "{name} {value}: {why}");
    }
}

#[actix_web::test]
async fn an_empty_variable_is_one_that_is_not_set() {
    let folder = tempfile::tempdir().unwrap();
    let help = turnwise(folder.path()).arg("--help").output().unwrap().stdout;
    let help = String::from_utf8(help).unwrap();
    let names = help.split("[env: ").skip(1).filter_map(|rest| rest.split(['=', ']']).next());
    let names: Vec<String> = names.map(str::to_owned).collect();
    assert!(names.len() > 15 && names.iter().any(|name| name == "DATABASE_URL"), "{names:?}");
    let empty: Vec<(&str, &str)> = names
        .iter()
        .filter(|name| *name != "TURNWISE_LISTEN")
        .map(|name| (name.as_str(), ""))
        .collect();
    let server = serve(folder.path(), &empty);
    let ready = reqwest::get(format!("{}/health/ready", server.url)).await.expect("an answer");
    assert_eq!(ready.status(), 200);
    assert!(folder.path().join("data/secret").exists());
}

#[cfg(target_os = "linux")]
#[test]
fn nobody_there_to_be_told_is_no_reason_to_panic() {
    let folder = tempfile::tempdir().unwrap();
    let full = || Stdio::from(File::options().write(true).open("/dev/full").expect("a device"));
    let ended = |words: &[&str]| {
        let mut command = turnwise(folder.path());
        command.args(words).stdout(full()).stderr(full());
        command.status().expect("it ends").code()
    };
    assert_eq!(ended(&["--mail", "bogus"]), Some(1));
    assert_eq!(ended(&["migrate"]), Some(0));
    assert_eq!(ended(&["openapi"]), Some(1), "whoever wanted it has nothing");
}

#[actix_web::test]
async fn a_database_file_may_be_a_link_to_another_folder() {
    let folder = tempfile::tempdir().unwrap();
    let (data, big) = (folder.path().join("data"), folder.path().join("big"));
    std::fs::create_dir(&data).unwrap();
    std::fs::create_dir(&big).unwrap();
    File::create_new(big.join("real.db")).unwrap();
    std::os::unix::fs::symlink("../big/real.db", data.join("turnwise.db")).unwrap();
    let mut server = serve(folder.path(), &[]);
    let ready = reqwest::get(format!("{}/health/ready", server.url)).await.expect("an answer");
    assert_eq!(ready.status(), 200);
    assert!(big.join("real.db-wal").exists() && !data.join("turnwise.db-wal").exists());
    // The name is watched as well as what it leads to.
    std::fs::remove_file(data.join("turnwise.db")).unwrap();
    for _ in 0..200 {
        if let Some(status) = server.child.try_wait().unwrap() {
            assert!(!status.success());
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("it serves what nobody finds");
}

#[test]
fn the_health_check_asks_where_the_server_listens() {
    let folder = tempfile::tempdir().unwrap();
    let check = |listen: &str| {
        said(turnwise(folder.path()).arg("healthcheck").env("TURNWISE_LISTEN", listen))
    };
    for (host, asked) in [("127.0.0.2", "127.0.0.2"), ("[::1]", "[::1]"), ("0.0.0.0", "0.0.0.0")] {
        if std::net::TcpListener::bind(format!("{host}:0")).is_err() {
            crate::skipped!("nobody can listen at {host} here");
            continue;
        }
        let server = serve(folder.path(), &[("TURNWISE_LISTEN", &format!("{host}:0"))]);
        let port = server.url.rsplit(':').next().expect("a port");
        let (ready, why) = check(&format!("{asked}:{port}"));
        assert!(ready, "{host}: {why}");
    }
    let (ready, why) = check("127.0.0.1:1");
    assert!(!ready && why.contains("127.0.0.1:1: "), "{why}");
    let (ready, why) = check("0.0.0.0:1");
    assert!(!ready && why.contains("127.0.0.1:1: "), "{why}");
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let (ready, why) = check(&silent.local_addr().unwrap().to_string());
    assert!(!ready && why.contains("does not answer within 5 seconds"), "{why}");
}

#[test]
fn a_secret_is_made_for_nobody_but_a_server_and_not_in_silence() {
    let folder = tempfile::tempdir().unwrap();
    let (log, secret) = (folder.path().join("log"), folder.path().join("data/secret"));
    drop(serve_logging(folder.path(), &log));
    assert!(secret.exists(), "nobody is there yet");
    let (filled, why) = run(folder.path(), &["demo"]);
    assert!(filled, "{why}");
    std::fs::remove_file(&secret).unwrap();
    // As whoever looks from another folder, or before the secret is put back.
    let url = format!("sqlite://{}", folder.path().join("data/turnwise.db").display());
    let elsewhere = tempfile::tempdir().unwrap();
    let commands: [&[&str]; 5] = [
        &["new-secret"],
        &["admin", "match", "none"],
        &["admin", "--by", "eve", "rename", "none", "A title", "--why", "x"],
        &["demo"],
        &["verify", "--database"],
    ];
    for words in commands {
        run(elsewhere.path(), &[words, &["--database-url", &url]].concat());
        let left = std::fs::read_dir(elsewhere.path()).unwrap().count();
        assert!(left == 0 && !secret.exists(), "{words:?} leaves something behind");
    }
    let (served, why) = run(folder.path(), &["serve"]);
    assert!(
        !served && why.contains("was served with last is not here") && why.contains("data/secret")
    );
    assert!(!secret.exists(), "none is made in silence");
    let (renewed, why) = run(folder.path(), &["new-secret"]);
    assert!(!renewed && why.contains("new-secret --make") && !secret.exists(), "{why}");
    let (renewed, why) = run(folder.path(), &["new-secret", "--make"]);
    assert!(renewed && secret.exists(), "{why}");
    let (again, why) = run(folder.path(), &["new-secret", "--make"]);
    assert!(!again && why.contains("is served with already"), "{why}");
    drop(serve_logging(folder.path(), &log));
}

#[test]
fn who_has_no_people_yet_is_told_that_another_secret_costs_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (log, secret) = (folder.path().join("log"), folder.path().join("data/secret"));
    drop(serve_logging(folder.path(), &log));
    std::fs::remove_file(&secret).unwrap();
    let (served, why) = run(folder.path(), &["serve"]);
    assert!(!served && why.contains("nothing is lost by it") && !secret.exists(), "{why}");
    let (renewed, why) = run(folder.path(), &["new-secret", "--make"]);
    assert!(renewed, "{why}");
    drop(serve_logging(folder.path(), &log));
}

#[test]
fn a_service_whose_secret_ended_with_a_line_goes_on_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let with = |secret: &str| {
        let mut command = turnwise(folder.path());
        command.env("TURNWISE_SECRET", secret);
        command
    };
    let (bare, line) = ("1".repeat(32), format!("{}\n", "1".repeat(32)));
    drop(serve_by(with(&line), &log));
    drop(serve_by(with(&bare), &log));
    // As older versions took it.
    let db = Db::connect(&format!("sqlite://{}", folder.path().join("data/turnwise.db").display()));
    let db = db.expect("the database");
    let mark = Mark::of(&db).expect("it can be asked");
    assert!(mark.replace(&db, &line, Clock::of_the_machine().now()).expect("it is stored"));
    drop(db);
    drop(serve_by(with(&line), &log));
    assert!(!said(&mut with(&bare)).0);
    let elsewhere = tempfile::tempdir().unwrap();
    for short in [" ".repeat(40), format!("x{}", " ".repeat(40))] {
        let mut command = turnwise(elsewhere.path());
        let (served, why) = said(command.env("TURNWISE_SECRET", short));
        assert!(!served && why.contains("must have 32 characters or more"), "{why}");
    }
}

#[test]
fn a_server_with_another_secret_than_its_database_knows_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let with = |secret: &str, words: &[&str]| {
        let mut command = turnwise(folder.path());
        command.args(words).env("TURNWISE_SECRET", secret);
        command
    };
    let (one, other) = ("1".repeat(32), "2".repeat(32));
    drop(serve_by(with(&one, &[]), &log));
    for secret in [&other, &"l".repeat(32)] {
        let (served, why) = said(&mut with(secret, &["serve"]));
        assert!(
            !served && why.contains("is another one than this database was served with"),
            "{why}"
        );
        assert!(!why.contains(&**secret) && !why.contains(&one), "{why}");
    }
    drop(serve_by(with(&one, &[]), &log));
    // A line's end is no part of it.
    drop(serve_by(with(&format!("{one}\n"), &[]), &log));
    // Whoever means it says so once, and the old one is another one from then on.
    let renew = |secret: &str| said(&mut with(secret, &["new-secret"]));
    assert!(renew(&other).0);
    drop(serve_by(with(&other, &[]), &log));
    assert!(!said(&mut with(&one, &["serve"])).0);
    // There and back again.
    assert!(renew(&one).0);
    let (renewed, why) = renew(&one);
    assert!(!renewed && why.contains("is what this database is served with already"), "{why}");
    // A server that knows the old one stops.
    let mut old = serve_by(with(&one, &[]), &log);
    assert!(renew(&other).0);
    let _new = serve_by(with(&other, &[]), &folder.path().join("other"));
    for _ in 0..400 {
        if let Some(status) = old.child.try_wait().unwrap() {
            assert!(!status.success());
            let said = std::fs::read_to_string(&log).unwrap();
            assert!(said.contains("another secret has taken the place"), "{said}");
            return;
        }
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
    panic!("it goes on with a secret that holds no more");
}

#[test]
fn an_older_database_takes_the_secret_that_is_set_and_no_server_makes_one_beside_its_people() {
    let folder = tempfile::tempdir().unwrap();
    let (log, data) = (folder.path().join("log"), folder.path().join("data"));
    std::fs::create_dir(&data).unwrap();
    std::fs::copy("tests/promises/sqlite.db", data.join("turnwise.db")).unwrap();
    let (served, why) = run(folder.path(), &["serve"]);
    assert!(!served && why.contains("was served with last is not here"), "{why}");
    assert!(!data.join("secret").exists());
    let mut command = turnwise(folder.path());
    command.env("TURNWISE_SECRET", "3".repeat(32));
    drop(serve_by(command, &log));
    let words = ["TURNWISE_SECRET is taken for the one that this database was always served with"];
    assert_eq!(warnings(&log, &words), 1);
    assert!(!run(folder.path(), &["serve"]).0, "from then on it is known");
}

/// Two servers that start at the same moment for the first time, and what each has said that did
/// not come to serve.
fn at_the_same_moment(variables: [&[(&str, &str)]; 2]) -> Vec<Option<String>> {
    let folder = tempfile::tempdir().unwrap();
    let logs = ["one", "other"].map(|name| folder.path().join(name));
    let mut both: Vec<_> = std::iter::zip(&logs, variables)
        .map(|(log, variables)| {
            let mut command = turnwise(folder.path());
            command.envs(variables.iter().copied()).env("TURNWISE_LISTEN", "127.0.0.1:0");
            let log = File::create(log).unwrap();
            command.stdout(log.try_clone().unwrap()).stderr(log).spawn().expect("it starts")
        })
        .collect();
    let came_of = std::iter::zip(&mut both, &logs).map(|(server, log)| {
        loop {
            let has_ended = server.try_wait().unwrap().is_some();
            let said = std::fs::read_to_string(log).unwrap();
            if has_ended || said.contains("Turnwise is at") {
                return has_ended.then_some(said);
            }
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    });
    let came_of = came_of.collect();
    for server in &mut both {
        let _ = server.kill();
        let _ = server.wait();
    }
    came_of
}

#[test]
fn of_servers_that_start_at_the_same_moment_with_two_secrets_one_is_refused() {
    let (one, other) = ("4".repeat(32), "5".repeat(32));
    for _ in 0..5 {
        let said =
            at_the_same_moment([&[("TURNWISE_SECRET", &one)], &[("TURNWISE_SECRET", &other)]]);
        let refused: Vec<&String> = said.iter().flatten().collect();
        assert_eq!(refused.len(), 1, "{said:?}");
        assert!(refused[0].contains("is another one than this database was"), "{said:?}");
    }
}

#[test]
fn servers_that_start_at_the_same_moment_in_one_folder_both_serve() {
    for _ in 0..5 {
        assert_eq!(at_the_same_moment([&[], &[]]), [None, None]);
    }
}

#[test]
fn a_server_on_a_database_of_a_newer_one_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let newer = ["a newer Turnwise has changed the tables", "20990101000000"];
    drop(serve_logging(folder.path(), &log));
    assert_eq!(warnings(&log, &newer), 0);
    execute(
        &folder.path().join("data/turnwise.db"),
        "INSERT INTO __diesel_schema_migrations (version) VALUES ('20990101000000')",
    );
    drop(serve_logging(folder.path(), &log));
    assert_eq!(warnings(&log, &newer), 1);
}

#[test]
fn a_start_at_an_address_that_another_one_has_leaves_everything_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let taken = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let listen = taken.local_addr().unwrap().to_string();
    let (started, why) = said(turnwise(folder.path()).arg("serve").env("TURNWISE_LISTEN", &listen));
    assert!(!started && why.contains("cannot listen"), "{why}");
    assert!(!folder.path().join("data").exists(), "nothing is made before it can be served");
}

#[test]
fn only_a_server_and_migrate_bring_an_older_database_up_to_date() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("data/turnwise.db");
    std::fs::create_dir(folder.path().join("data")).unwrap();
    std::fs::copy(super::promises::folder().join("sqlite.db"), &file).unwrap();
    let older = std::fs::read(&file).unwrap();
    for words in [&["admin", "audit"][..], &["end-sessions", "anna"], &["ratings", "--rebuild"]] {
        let (done, why) = run(folder.path(), words);
        assert!(!done && why.contains("turnwise migrate brings them up to date"), "{why}");
    }
    assert!(std::fs::read(&file).unwrap() == older, "it is as it was");
    let (done, why) = run(folder.path(), &["migrate"]);
    assert!(done, "{why}");
    let (done, why) = run(folder.path(), &["admin", "audit"]);
    assert!(done, "{why}");
}

#[test]
#[cfg(target_os = "linux")]
fn what_could_not_be_printed_is_not_done() {
    let folder = tempfile::tempdir().unwrap();
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let openapi = || {
        let mut command = turnwise(folder.path());
        command.arg("openapi");
        command
    };
    let output = openapi().stdout(full()).output().unwrap();
    let why = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && why.contains("could not be printed"), "{why}");
    assert!(openapi().output().unwrap().status.success());
}

#[test]
fn the_password_of_postgres_may_stand_apart_from_its_address() {
    let Some(cluster) = Cluster::start("") else { return };
    let password = "a/b@c%d?e#f";
    cluster.sql("postgres", &format!("CREATE ROLE turnwise LOGIN PASSWORD '{password}'"));
    cluster.sql("postgres", "CREATE DATABASE turnwise OWNER turnwise");
    cluster.admit(
        "host all postgres 127.0.0.1/32 trust\nhost all turnwise 127.0.0.1/32 scram-sha-256\n",
    );
    let folder = tempfile::tempdir().unwrap();
    let migrated = |user: &str, apart: Option<&str>| {
        let mut command = turnwise(folder.path());
        let url = format!("postgres://{user}@127.0.0.1:{}/turnwise", cluster.port);
        command.arg("migrate").env("DATABASE_URL", url).env_remove("PGPASSWORD");
        said(command.envs(apart.map(|password| ("PGPASSWORD", password))))
    };
    // The server reads who may connect a moment later.
    let refused = (0..200).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(20));
        let (done, why) = migrated("turnwise", None);
        (!done).then_some(why)
    });
    let refused = refused.expect("it takes a password");
    assert!(refused.contains("password") && !refused.contains("\\n"), "{refused}");
    let (done, why) = migrated("turnwise", Some(password));
    assert!(done, "{why}");
    let (done, why) = migrated("turnwise:a%2Fb%40c%25d%3Fe%23f", None);
    assert!(done, "{why}");
    let (done, why) = migrated(&format!("turnwise:{password}"), None);
    assert!(!done && why.contains("percent-encoded") && !why.contains("a/b"), "{why}");
}
