//! A throwaway Postgres cluster for the whole test run.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// Where new databases are made: a running cluster, and how to reach its `postgres` database.
struct Cluster {
    port: u16,
}

static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();

/// The address of a new, empty database; `None`, said plainly, where there is no Postgres.
pub fn new_database() -> Option<String> {
    let cluster = CLUSTER.get_or_init(start).as_ref()?;
    let name = format!("t{}", turnwise::random::token("").split_at(16).0);
    let admin = format!("postgres://postgres@127.0.0.1:{}/postgres", cluster.port);
    let made = Command::new(tool("psql")?)
        .args([&admin, "-qc", &format!("CREATE DATABASE {name}")])
        .output()
        .expect("psql runs");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    Some(format!("postgres://postgres@127.0.0.1:{}/{name}", cluster.port))
}

fn required() -> bool {
    std::env::var("TURNWISE_REQUIRE").is_ok_and(|list| list.split(',').any(|w| w == "postgres"))
}

fn tool(name: &str) -> Option<PathBuf> {
    let on_path = std::env::var_os("PATH").into_iter().flat_map(|path| {
        std::env::split_paths(&path).map(|folder| folder.join(name)).collect::<Vec<_>>()
    });
    let mut debian: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("bin").join(name))
        .collect();
    debian.sort();
    debian.into_iter().rev().chain(on_path).find(|path| path.is_file())
}

/// Root may not run Postgres; the user `postgres` may.
fn command(name: &str) -> Option<Command> {
    let path = tool(name)?;
    let root = Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n");
    if !root {
        return Some(Command::new(path));
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(path);
    Some(command)
}

fn start() -> Option<Cluster> {
    let skip = |why: &str| {
        assert!(!required(), "Postgres is required, but {why}");
        println!("skipped: no test on Postgres, because {why}");
        None
    };
    let (Some(mut initdb), Some(mut pg_ctl)) = (command("initdb"), command("pg_ctl")) else {
        return skip("initdb and pg_ctl were not found");
    };
    let folder =
        std::env::temp_dir().join(turnwise::random::token("turnwise-postgres-").split_at(30).0);
    std::fs::create_dir_all(&folder).expect("a folder for Postgres");
    // Made by root, used by the user postgres.
    let _ = Command::new("chown").arg("postgres").arg(&folder).stderr(Stdio::null()).status();
    let data = folder.join("data");
    let made = initdb
        .args(["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync", "-D"])
        .arg(&data)
        .current_dir("/")
        .output()
        .expect("initdb runs");
    if !made.status.success() {
        return skip(&format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)));
    }
    let port = free_port();
    let options = format!(
        "-p {port} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c max_connections=400",
        folder.display()
    );
    let started = pg_ctl
        .arg("-D")
        .arg(&data)
        .arg("-l")
        .arg(folder.join("log"))
        .args(["-w", "-o", &options, "start"])
        .current_dir("/")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .expect("pg_ctl runs");
    if !started.success() {
        return skip("the cluster did not start");
    }
    watch_over(&data, &folder);
    Some(Cluster { port })
}

/// A small process that outlives this one and then removes the cluster, however it ends.
fn watch_over(data: &std::path::Path, folder: &std::path::Path) {
    let Some(pg_ctl) = tool("pg_ctl") else { return };
    let user = if Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n") {
        "runuser -u postgres --"
    } else {
        ""
    };
    let script = format!(
        "while kill -0 {} 2>/dev/null; do sleep 0.2; done; cd /; {user} {} -D {} -m immediate stop; rm -rf {}",
        std::process::id(),
        pg_ctl.display(),
        data.display(),
        folder.display()
    );
    let _ = Command::new("sh")
        .args(["-c", &script])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}
