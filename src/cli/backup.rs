//! `turnwise backup`: a copy of the database while it is served.

use super::say;
use crate::config::Config;
use crate::db::copy::Copy;
use crate::db::file_of;
use crate::matches::proof::database::check_streams;
use std::path::Path;

/// Copies the database into a new file and checks the copy.
pub fn backup(config: &Config, file: &Path) -> Result<(), String> {
    let from = config.existing_database()?;
    let from = file_of(&from).ok_or(
        "a Postgres database is copied by its own tool: \
         pg_dump --format=custom --file=FILE URL. Fill an empty database from it by \
         pg_restore --dbname=URL FILE, and then run turnwise restore --in-place",
    )?;
    let copy = Copy::of(from, file)?;
    let streams = copy.publish(|conn| check_streams(conn)?.sound())?;
    say(format_args!("{} holds {streams} streams and is whole", file.display()));
    Ok(())
}
