//! What the commands of the program do.

pub mod admin;
pub mod backup;
pub mod healthcheck;
pub mod people;
pub mod ratings;
pub mod relocate;
pub mod restore;
pub mod secret;
pub mod serve;
pub mod verify;

use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use turnwise::config::Config;
use turnwise::db::Db;

/// The database of these settings, brought up to date.
pub fn database(config: &Config) -> Result<Db, String> {
    Db::connect(&config.database()?)
}

/// The one that is there already, which only `serve` and `migrate` bring up to date: an older
/// server may be working on it.
pub fn existing(config: &Config) -> Result<Db, String> {
    let url = config.existing_database()?;
    Db::inspect(&url, |_| Ok(()))?;
    Db::connect(&url)
}

/// Fills an empty database with something to look at.
pub fn demo(config: &Config, word: Option<&str>) -> Result<(), String> {
    let db = database(config)?;
    say(turnwise::demo::fill(&db, || secret::choose(config, &db), word)?);
    Ok(())
}

/// Whether something that was to be printed was not.
static UNSAID: AtomicBool = AtomicBool::new(false);

/// The exit code of what has printed what it found: 1 in place of 0 where that could not be
/// printed.
pub fn printed(done: Result<u8, String>) -> Result<u8, String> {
    done.map(|code| if code == 0 { UNSAID.load(Ordering::Relaxed).into() } else { code })
}

/// Prints a line. That nobody reads on, such as `head` when it has had enough, is no fault.
pub fn say(line: impl Display) {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            UNSAID.store(true, Ordering::Relaxed);
            complain(format_args!("what was done or found could not be printed: {error}"));
        }
        _ => {}
    }
}

/// Says what is wrong.
pub fn complain(line: impl Display) {
    remark(format_args!("turnwise: {line}"));
}

/// Says a line beside what is printed. Where nobody can be told, it is so all the same.
pub fn remark(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints a JSON value, indented.
pub fn print_json(value: &serde_json::Value) {
    say(format_args!("{value:#}"));
}
