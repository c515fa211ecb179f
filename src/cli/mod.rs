//! What the commands of the program do, one file a command.

pub mod backup;
pub mod healthcheck;
pub mod relocate;
pub mod restore;
pub mod second_factor;
pub mod serve;
pub mod verify;

use turnwise::config::Config;
use turnwise::db::Db;

/// The database of these settings, brought up to date.
pub fn database(config: &Config) -> Result<Db, String> {
    Db::connect(&config.database()?)
}

/// Fills an empty database with something to look at.
pub fn demo(config: &Config) -> Result<(), String> {
    let said = turnwise::demo::fill(&database(config)?, &config.signing_secret()?)?;
    println!("{said}");
    Ok(())
}

/// Prints a JSON value, indented.
pub fn print_json(value: &serde_json::Value) {
    println!("{value:#}");
}
