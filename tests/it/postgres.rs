//! Throwaway Postgres clusters: one for the whole test run, and others that a test may
//! break, with standbys.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// A running server with its data. It is removed when dropped, or when the tests end.
pub struct Cluster {
    pub port: u16,
    data: PathBuf,
    folder: PathBuf,
}

static CLUSTER: OnceLock<Option<Cluster>> = OnceLock::new();

/// The address of a new, empty database; `None`, said plainly, where there is no Postgres.
pub fn new_database() -> Option<String> {
    Some(CLUSTER.get_or_init(|| Cluster::start("")).as_ref()?.new_database())
}

/// The address of a new database with the tables of this build, copied from one that was
/// brought up to date once; as [`new_database`].
pub fn prepared_database() -> Option<String> {
    static MODEL: OnceLock<String> = OnceLock::new();
    let cluster = CLUSTER.get_or_init(|| Cluster::start("")).as_ref()?;
    let model = MODEL.get_or_init(|| {
        let url = cluster.new_database();
        // Nobody may be connected to what is copied.
        super::app::migrated(&url);
        url.rsplit('/').next().expect("a name").to_owned()
    });
    Some(cluster.database(&format!("TEMPLATE {model}")))
}

impl Cluster {
    /// Starts an empty cluster with these further options of the server (`-c name=value`).
    pub fn start(options: &str) -> Option<Cluster> {
        let skip = |why: &str| {
            assert!(!required("postgres"), "Postgres is required, but {why}");
            crate::skipped!("no test on Postgres, because {why}");
            None
        };
        let Some(mut initdb) = command("initdb") else { return skip("initdb was not found") };
        let cluster = Cluster::new();
        let made = initdb
            .args(["-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "--no-sync", "-D"])
            .arg(&cluster.data)
            .current_dir("/")
            .output()
            .expect("initdb runs");
        if !made.status.success() {
            return skip(&format!("initdb failed: {}", String::from_utf8_lossy(&made.stderr)));
        }
        if !cluster.run(options) {
            return skip("the cluster did not start");
        }
        Some(cluster)
    }

    /// A standby that follows this server, with further options of its own.
    pub fn standby(&self, options: &str) -> Cluster {
        let standby = Cluster::new();
        let copied = command("pg_basebackup")
            .expect("pg_basebackup")
            .args(["-h", "127.0.0.1", "-p", &self.port.to_string(), "-U", "postgres", "-R"])
            .args(["-X", "stream", "-c", "fast", "--no-sync", "-D"])
            .arg(&standby.data)
            .current_dir("/")
            .output()
            .expect("pg_basebackup runs");
        assert!(copied.status.success(), "{}", String::from_utf8_lossy(&copied.stderr));
        assert!(standby.run(options), "the standby starts");
        standby
    }

    /// The address of a new, empty database.
    pub fn new_database(&self) -> String {
        self.database("")
    }

    fn database(&self, made: &str) -> String {
        let name = format!("t{}", turnwise::random::token("").split_at(16).0);
        self.sql("postgres", &format!("CREATE DATABASE {name} {made}"));
        format!("postgres://postgres@127.0.0.1:{}/{name}", self.port)
    }

    /// What a statement in a database prints.
    pub fn sql(&self, database: &str, statement: &str) -> String {
        let url = format!("postgres://postgres@127.0.0.1:{}/{database}", self.port);
        let ran = Command::new(tool("psql").expect("psql"))
            .args([&url, "-qAtc", statement])
            .output()
            .expect("psql runs");
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        String::from_utf8_lossy(&ran.stdout).trim().to_owned()
    }

    /// Makes a standby the primary; it is one when this returns.
    pub fn promote(&self) {
        assert!(self.control(&["-w", "promote"]), "the standby is promoted");
    }

    /// Ends the server as a crash would: nothing is finished, nobody is told.
    pub fn crash(&self) {
        self.control(&["-w", "-m", "immediate", "stop"]);
    }

    /// Starts a server again that has ended.
    pub fn start_again(&self) {
        assert!(self.run(""), "the server starts again");
    }

    /// Stops every process of the server where it stands (`STOP`), or lets them go on
    /// (`CONT`). Their connections stay open.
    pub fn signal(&self, signal: &str) {
        let Ok(text) = std::fs::read_to_string(self.data.join("postmaster.pid")) else { return };
        let first = text.lines().next().expect("a number").to_owned();
        let send = |numbers: &[&str]| {
            let sent = Command::new("kill").arg(format!("-{signal}")).args(numbers).output();
            sent.expect("kill is part of every Unix");
        };
        send(&[&first]);
        let children = format!("/proc/{first}/task/{first}/children");
        let children = std::fs::read_to_string(children).unwrap_or_default();
        let children: Vec<&str> = children.split_whitespace().collect();
        if !children.is_empty() {
            send(&children);
        }
    }

    /// A file in the folder of the cluster, which only the server may read.
    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.folder.join(name);
        std::fs::write(&path, text).expect("a file");
        let _ = Command::new("chown").arg("postgres").arg(&path).stderr(Stdio::null()).status();
        let _ = Command::new("chmod").arg("600").arg(&path).status();
        path
    }

    /// Replaces who may connect and how, and has the server read it.
    pub fn admit(&self, lines: &str) {
        std::fs::write(self.data.join("pg_hba.conf"), lines).expect("a file");
        assert!(self.control(&["reload"]), "the server reads its files again");
    }

    fn new() -> Cluster {
        let name = turnwise::random::token("turnwise-postgres-").split_at(30).0.to_owned();
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder for Postgres");
        // Made by root, used by the user postgres.
        let _ = Command::new("chown").arg("postgres").arg(&folder).stderr(Stdio::null()).status();
        let cluster = Cluster { port: free_port(), data: folder.join("data"), folder };
        cluster.watch_over();
        cluster
    }

    fn run(&self, options: &str) -> bool {
        // With hundreds of databases somebody would look several times a second what there is to
        // clean.
        let options = format!(
            "-p {} -k {} -c listen_addresses=127.0.0.1 -c fsync=off -c autovacuum=off \
             -c max_connections=400 {options}",
            self.port,
            self.folder.display()
        );
        self.control(&["-w", "-o", &options, "start"])
    }

    fn control(&self, words: &[&str]) -> bool {
        let Some(mut pg_ctl) = command("pg_ctl") else { return false };
        let ran = pg_ctl
            .arg("-D")
            .arg(&self.data)
            .arg("-l")
            .arg(self.folder.join("log"))
            .args(words)
            .current_dir("/")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        ran.expect("pg_ctl runs").success()
    }

    /// A small process that outlives this one and then removes the cluster, however it ends.
    fn watch_over(&self) {
        let Some(pg_ctl) = tool("pg_ctl") else { return };
        let user = if is_root() { "runuser -u postgres --" } else { "" };
        let (folder, data) = (self.folder.display(), self.data.display());
        let script = format!(
            "cd /; while kill -0 {} 2>/dev/null && [ -d {folder} ]; do sleep 0.2; done; \
             [ -d {folder} ] || exit; {user} {} -D {data} -m immediate stop; rm -rf {folder}",
            std::process::id(),
            pg_ctl.display(),
        );
        let _ = Command::new("sh")
            .args(["-c", &script])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.signal("CONT");
        self.crash();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

fn is_root() -> bool {
    Command::new("id").arg("-u").output().is_ok_and(|out| out.stdout == b"0\n")
}

/// Everything in a database, as statements that make it anew.
pub fn dump(url: &str) -> String {
    let dumped = Command::new(tool("pg_dump").expect("pg_dump"))
        .args(["--no-owner", "--no-privileges", url])
        .output()
        .expect("pg_dump runs");
    assert!(dumped.status.success(), "{}", String::from_utf8_lossy(&dumped.stderr));
    let text = String::from_utf8(dumped.stdout).expect("text");
    // Newer tools put statements of psql around it that older ones do not know.
    let lines = text.lines().filter(|line| !line.contains("restrict "));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Fills an empty database from a dump.
pub fn load(url: &str, dump: &Path) {
    let loaded = Command::new(tool("psql").expect("psql"))
        .args([url, "-q", "-v", "ON_ERROR_STOP=1", "-f"])
        .arg(dump)
        .output()
        .expect("psql runs");
    assert!(loaded.status.success(), "{}", String::from_utf8_lossy(&loaded.stderr));
}

/// Whether the tests must not be skipped that need this.
pub fn required(what: &str) -> bool {
    std::env::var("TURNWISE_REQUIRE").is_ok_and(|list| list.split(',').any(|word| word == what))
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
    if !is_root() {
        return Some(Command::new(path));
    }
    let mut command = Command::new("runuser");
    command.args(["-u", "postgres", "--"]).arg(path);
    Some(command)
}

pub fn free_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its number").port()
}
