//! `turnwise restore`: a service set back to what a backup holds.

use super::say;
use crate::accounts::mark::Mark;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::copy::Copy;
use crate::db::{Conn, deliveries, file_of, letters, moving, notices};
use crate::error::Result as Done;
use crate::matches::proof::database::check_streams;
use std::path::Path;

/// Puts a backup where the database belongs; without a file, deals with a database that
/// was restored by other means. Nobody gets news from before the backup.
pub fn restore(config: &Config, file: Option<&Path>) -> Result<(), String> {
    let (streams, dropped, mark) = match file {
        Some(file) => from_file(file, &config.database()?)?,
        None => moving::change_alone(&config.existing_database()?, |conn| {
            Ok((check_streams(conn)?.sound()?, drop_news(conn)?, Mark::stored(conn)?))
        })?,
    };
    say(format_args!(
        "{streams} streams are restored and whole; {dropped} letters about matches are dropped"
    ));
    let lacks = match config.known_secret() {
        Ok(None) => "There is no secret here".to_owned(),
        Ok(Some(secret))
            if mark.is_there() && !mark.is_of(&secret) && !mark.is_of(secret.trim()) =>
        {
            format!("{} is another one than this was served with", config.secret_source())
        }
        Ok(Some(_)) => return Ok(()),
        Err(why) => why,
    };
    say(format_args!(
        "{lacks}: before you serve this, put the one that was kept with the backup into {}, or set \
         TURNWISE_SECRET to it",
        config.secret_file().display()
    ));
    Ok(())
}

fn from_file(file: &Path, url: &str) -> Result<(usize, usize, Mark), String> {
    let to = file_of(url).ok_or(
        "a file that turnwise backup made goes to Postgres in two steps: turnwise restore FILE \
         --database-url sqlite://NEW, and then turnwise move --from sqlite://NEW --to URL. What \
         pg_dump made is filled into an empty database by pg_restore --dbname=URL FILE, and then \
         checked by turnwise restore --in-place",
    )?;
    let copy = Copy::of(file, to)?;
    let (dropped, mark) = copy.change(|conn| Ok((drop_news(conn)?, Mark::stored(conn)?)))?;
    let streams = copy.publish(|conn| check_streams(conn)?.sound())?;
    Ok((streams, dropped, mark))
}

fn drop_news(conn: &mut Conn) -> Done<usize> {
    let why = "the service was restored from a backup";
    let now = Clock::of_the_machine().now();
    deliveries::withdraw_all(conn, why)?;
    Ok(letters::withdraw_news(conn, why)? + notices::drop_all(conn, why, now)?)
}
