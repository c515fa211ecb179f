//! `turnwise restore`: a service set back to what a backup holds.

use super::say;
use std::path::Path;
use turnwise::clock::Clock;
use turnwise::config::Config;
use turnwise::db::copy::Copy;
use turnwise::db::{Conn, Db, deliveries, file_of, letters, notices};
use turnwise::error::Result as Done;
use turnwise::matches::proof::database::check_streams;

/// Puts a backup where the database belongs; without a file, deals with a database that
/// was restored by other means. Nobody gets news from before the backup.
pub fn restore(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let url = config.database()?;
    let (streams, dropped) = match file {
        Some(file) => from_file(file, &url)?,
        None => in_place(&url).map_err(|error| error.detail)?,
    };
    say(format_args!(
        "{streams} streams are restored and whole; {dropped} letters about matches are dropped"
    ));
    Ok(())
}

fn from_file(file: &Path, url: &str) -> Result<(usize, usize), String> {
    let to = file_of(url).ok_or(
        "fill an empty Postgres database by its own tool, pg_restore --dbname=URL FILE, and \
         then run turnwise restore --in-place",
    )?;
    let copy = Copy::of(file, to)?;
    let dropped = copy.change(drop_news)?;
    let streams = copy.publish(|conn| check_streams(conn)?.sound())?;
    Ok((streams, dropped))
}

fn in_place(url: &str) -> Done<(usize, usize)> {
    let db = Db::connect(url).map_err(turnwise::error::Error::fault)?;
    let streams = db.read_blocking(|conn| check_streams(conn)?.sound())?;
    let dropped = db.write_blocking(|tx| drop_news(tx))?;
    Ok((streams, dropped))
}

fn drop_news(conn: &mut Conn) -> Done<usize> {
    let why = "the service was restored from a backup";
    let now = Clock::of_the_machine().now();
    deliveries::withdraw_all(conn, why)?;
    Ok(letters::withdraw_news(conn, why)? + notices::drop_all(conn, why, now)?)
}
