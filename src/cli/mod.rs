//! The commands of the program, and what they do.

mod admin;
mod backup;
mod healthcheck;
mod people;
mod ratings;
mod relocate;
mod restore;
mod secret;
mod serve;
mod verify;

use crate::config::Config;
use crate::db::Db;
use crate::matches::proof::verified::shown;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use std::fmt::Display;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

/// Play deep board games by web, one turn at a time.
#[derive(Parser)]
#[command(version, about)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    config: Config,
}

#[derive(Subcommand)]
enum Command {
    /// Serve (the default).
    Serve,
    /// Fill an empty database with three people and matches of every stage.
    Demo {
        /// A word that always leads to the same matches; everybody who knows it can foresee
        /// them. Without one they are others each time.
        #[arg(long)]
        word: Option<String>,
    },
    /// Prove an exported match, or with --database decide every stream of the database
    /// again. Ends with 0 if all is proved, 1 if something is wrong, 2 if it could not be
    /// checked, such as a file that cannot be read, 3 if some of it could only be read: an older
    /// version wrote it, or time was over by hours that are not shown.
    Verify {
        /// The exported file.
        file: Option<PathBuf>,
        /// Check the database instead of a file.
        #[arg(long, conflicts_with = "file")]
        database: bool,
        /// A receipt from your own letter or answer: the text itself, or a file that holds
        /// one or more, such as the letter.
        #[arg(long, value_name = "RECEIPT", conflicts_with = "database")]
        receipt: Vec<String>,
        /// A public key of the service that you trust, 64 hexadecimal digits.
        #[arg(long, value_name = "KEY", conflicts_with = "database")]
        key: Vec<String>,
    },
    /// Print the state of an exported match, with everything in it, as JSON. The file is proved
    /// first, and the exit code is that of verify; 2 where the match has no such version, or has
    /// not begun by then.
    Replay {
        /// The exported file.
        file: PathBuf,
        /// The version; the last one if left out.
        #[arg(long)]
        at: Option<i64>,
    },
    /// Print the OpenAPI document.
    Openapi,
    /// Bring the database's tables up to date, and stop.
    Migrate,
    /// Copy the SQLite database into a new file while it is served, and check the copy.
    Backup {
        /// The file to make. An existing one is never overwritten.
        file: PathBuf,
    },
    /// Put a backup where the database belongs, which must be empty, and check it. Letters
    /// about matches that waited to be sent are dropped: their news is old.
    Restore {
        /// The file that `backup` made.
        #[arg(required_unless_present = "in_place")]
        file: Option<PathBuf>,
        /// The database was restored by other means, such as pg_restore: drop its old
        /// letters and check it.
        #[arg(long, conflicts_with = "file")]
        in_place: bool,
    },
    /// Move a whole service to an empty database of either kind. Neither may be served
    /// meanwhile. What was interrupted goes on when the same is asked for again.
    Move {
        /// The database to read: `sqlite://FILE` or `postgres://…`. It stays as it is, but
        /// is marked at the end, and never served again.
        #[arg(long, value_name = "URL")]
        from: String,
        /// The database to fill.
        #[arg(long, value_name = "URL", required_unless_present = "undo")]
        to: Option<String>,
        /// Let the old database be served again all the same, without what has happened in
        /// the new one.
        #[arg(long, conflicts_with = "to")]
        undo: bool,
    },
    /// Put the secret that is set in the place of the one that the database was served with, which
    /// is lost or shall hold no more. Servers that know the old one stop within ten seconds.
    NewSecret {
        /// Make one in the data folder where none is set or kept.
        #[arg(long)]
        make: bool,
    },
    /// Do without the second factor of somebody who has lost their authenticator and their
    /// recovery codes. It signs them out everywhere and tells them by letter. Be sure that
    /// it is they who ask.
    EndSecondFactor {
        /// The person's handle.
        handle: String,
    },
    /// Sign somebody out everywhere and remove their tokens, webhooks, browsers and secret
    /// addresses of feeds: for who has lost a device.
    EndSessions {
        /// The person's handle.
        handle: String,
    },
    /// What whoever runs the service does to people and matches, while it is served: every
    /// process heeds it within a second, and all of it is written down.
    Admin {
        /// Who you are; your name on this machine if left out.
        #[arg(long, global = true, value_name = "NAME")]
        by: Option<String>,
        #[command(subcommand)]
        ask: admin::Ask,
    },
    /// Rate all ended matches anew from their streams and compare that with what is kept. Prints
    /// a digest of it, which is the same on every machine. Ends with 1 if it differs.
    Ratings {
        /// Keep what was computed in the place of what was kept. The service may run.
        #[arg(long)]
        rebuild: bool,
    },
    /// Ask a running server whether it is ready; for container health checks.
    Healthcheck,
}

impl Cli {
    /// What is asked for; settings may stand before the command or behind it.
    fn read() -> Cli {
        let everywhere = |arg: clap::Arg| {
            // What is not set in a file of compose arrives as an empty variable.
            let empty = arg.get_env().and_then(std::env::var_os).is_some_and(|set| set.is_empty());
            let arg = if empty { arg.env(None::<&'static str>) } else { arg };
            arg.global(true).help_heading("Settings")
        };
        let matches = Cli::command().mut_args(everywhere).get_matches();
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// Does what the program was started for.
pub fn main() -> ExitCode {
    let Cli { command, config } = Cli::read();
    let done = match command.unwrap_or(Command::Serve) {
        // What it prints only tells where it listens.
        Command::Serve => return ended(serve::serve(&config).map(|()| 0)),
        Command::Demo { word } => demo(&config, word.as_deref()),
        Command::Verify { database: true, .. } => {
            return ended(printed(verify::database(&config)));
        }
        Command::Verify { file, receipt, key, .. } => {
            return ended(printed(verify::file(file, receipt, &key)));
        }
        Command::Replay { file, at } => return ended(printed(verify::replay(&file, at))),
        Command::Openapi => {
            print_json(&crate::web::document());
            Ok(())
        }
        Command::Migrate => database(&config).map(drop),
        Command::Backup { file } => backup::backup(&config, &file),
        Command::Restore { file, .. } => restore::restore(&config, file.as_deref()),
        Command::Move { from, to: Some(to), .. } => relocate::relocate(&from, &to),
        Command::Move { from, to: None, .. } => relocate::undo(&from),
        Command::NewSecret { make } => secret::renew(&config, make),
        Command::EndSecondFactor { handle } => people::end_second_factor(&config, &handle),
        Command::EndSessions { handle } => people::end_sessions(&config, &handle),
        Command::Admin { by, ask } => admin::admin(&config, by, ask),
        Command::Ratings { rebuild: true } => ratings::rebuild(&config),
        Command::Ratings { rebuild: false } => ratings::compare(&config),
        Command::Healthcheck => healthcheck::healthcheck(&config),
    };
    ended(printed(done.map(|()| 0)))
}

/// Ends with this exit code, or says what is wrong.
fn ended(exit_code: Result<u8, String>) -> ExitCode {
    match exit_code {
        Ok(code) => ExitCode::from(code),
        Err(why) => {
            complain(shown(&why));
            ExitCode::FAILURE
        }
    }
}

/// The database of these settings, brought up to date.
fn database(config: &Config) -> Result<Db, String> {
    Db::connect(&config.database()?)
}

/// The one that is there already, which only `serve` and `migrate` bring up to date: an older
/// server may be working on it.
fn existing(config: &Config) -> Result<Db, String> {
    let url = config.existing_database()?;
    Db::inspect(&url, |_| Ok(()))?;
    Db::connect(&url)
}

/// Fills an empty database with something to look at.
fn demo(config: &Config, word: Option<&str>) -> Result<(), String> {
    let db = database(config)?;
    say(crate::demo::fill(&db, || secret::choose(config, &db), word)?);
    Ok(())
}

/// Whether something that was to be printed was not.
static UNSAID: AtomicBool = AtomicBool::new(false);

/// The exit code of what has printed what it found: 1 in place of 0 where that could not be
/// printed.
fn printed(done: Result<u8, String>) -> Result<u8, String> {
    done.map(|code| if code == 0 { UNSAID.load(Ordering::Relaxed).into() } else { code })
}

/// Prints a line. That nobody reads on, such as `head` when it has had enough, is no fault.
fn say(line: impl Display) {
    match writeln!(std::io::stdout(), "{line}") {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            UNSAID.store(true, Ordering::Relaxed);
            complain(format_args!("what was done or found could not be printed: {error}"));
        }
        _ => {}
    }
}

/// Says what is wrong.
fn complain(line: impl Display) {
    remark(format_args!("turnwise: {line}"));
}

/// Says a line beside what is printed. Where nobody can be told, it is so all the same.
fn remark(line: impl Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Prints a JSON value, indented.
fn print_json(value: &serde_json::Value) {
    say(format_args!("{value:#}"));
}
