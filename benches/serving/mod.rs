//! The program as the benchmarks over HTTP serve it: on this machine, a free port and a
//! folder of its own, without any other setting of whoever runs them.

#![allow(dead_code, reason = "each benchmark uses a part of this")]

pub mod skeleton;

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A server that ends with its benchmark.
pub struct Server {
    child: Child,
    /// Its process.
    pub pid: u32,
    /// Its address.
    pub url: String,
    /// How long it took until it answered.
    pub started: Duration,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with its data in a folder: `TURNWISE_BIN` (a whole path), so that two of them can be measured
/// by one bench in turn, or else the one built with the bench.
pub fn turnwise(data: &Path) -> Command {
    let binary = std::env::var_os("TURNWISE_BIN");
    let mut command = Command::new(binary.unwrap_or_else(|| env!("CARGO_BIN_EXE_turnwise").into()));
    command
        .current_dir(data)
        .env("TURNWISE_DATA", data)
        .env("TURNWISE_SECRET", "a secret of the benchmarks, long enough")
        .env_remove("DATABASE_URL")
        .envs(given_database().map(|url| ("DATABASE_URL", url)))
        .env("TURNWISE_LISTEN", "127.0.0.1:0")
        .env("TURNWISE_RATE", "1000000")
        .env("RUST_LOG", "error");
    command
}

/// The Postgres to serve on, where `TURNWISE_BENCH_DATABASE` names one; else each benchmark has
/// a SQLite file of its own.
pub fn given_database() -> Option<String> {
    std::env::var("TURNWISE_BENCH_DATABASE").ok()
}

/// Serves what is in a folder.
pub fn serve(data: &Path) -> Server {
    start(turnwise(data))
}

/// The benchmark itself as a skeleton, on a database or on none.
pub fn serve_skeleton(database: Option<&str>) -> Server {
    let mut command = Command::new(std::env::current_exe().expect("this program"));
    command.arg(skeleton::WORD).args(database);
    start(command)
}

fn start(mut command: Command) -> Server {
    let began = Instant::now();
    let mut child = command.stdout(Stdio::piped()).spawn().expect("the program starts");
    let mut lines = BufReader::new(child.stdout.take().expect("output")).lines();
    let line = lines.next().expect("a line").expect("text");
    let url = line.split_whitespace().last().expect("an address").to_owned();
    let address = url.trim_start_matches("http://");
    while std::net::TcpStream::connect(address).is_err() {
        std::thread::sleep(Duration::from_millis(1));
    }
    let started = began.elapsed();
    std::thread::spawn(move || lines.for_each(drop));
    let pid = child.id();
    Server { child, pid, url, started }
}

fn told_by_the_kernel(pid: u32, file: &str) -> String {
    std::fs::read_to_string(format!("/proc/{pid}/{file}")).unwrap_or_default()
}

/// Memory that a process holds, in megabytes.
pub fn megabytes(pid: u32) -> f64 {
    let status = told_by_the_kernel(pid, "status");
    let line = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: 0");
    let kilobytes = line.split_whitespace().nth(1).and_then(|text| text.parse::<f64>().ok());
    kilobytes.unwrap_or(0.0) / 1024.0
}

/// Processor time that all processes of Postgres on this machine have used so far, in seconds,
/// those included that have ended.
pub fn processor_seconds_of_postgres() -> f64 {
    let all = std::fs::read_dir("/proc").expect("Linux").flatten();
    let pids = all.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let is_one = |pid: &u32| told_by_the_kernel(*pid, "comm").trim() == "postgres";
    pids.filter(is_one).map(|pid| processor_seconds_of(pid, 4)).sum()
}

/// Processor time that a process has used so far, in seconds.
pub fn processor_seconds(pid: u32) -> f64 {
    processor_seconds_of(pid, 2)
}

/// Its own time in two fields and, in two more, that of its children which have ended.
fn processor_seconds_of(pid: u32, fields: usize) -> f64 {
    let stat = told_by_the_kernel(pid, "stat");
    // The name, in parentheses, may hold spaces; the times are the 14th and 15th field.
    let times = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11);
    times.take(fields).filter_map(|field| field.parse::<f64>().ok()).sum::<f64>() / 100.0
}
