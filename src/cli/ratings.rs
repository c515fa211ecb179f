//! `turnwise ratings`: all ratings anew from the streams.

use super::{existing, say};
use crate::config::Config;
use crate::db::Db;
use crate::matches::ratings::rebuild::{self, Rebuilt};

/// Rates all ended matches anew and keeps that.
pub fn rebuild(config: &Config) -> Result<(), String> {
    let rebuilt = rebuild::rebuild(&existing(config)?).map_err(|error| error.detail)?;
    for game in &rebuilt {
        say(told(game));
        say(if game.was_kept { "  nothing of it was different" } else { "  it is kept anew" });
    }
    Ok(())
}

/// Rates all ended matches anew and compares that with what is kept.
pub fn compare(config: &Config) -> Result<(), String> {
    let compared = Db::inspect(&config.existing_database()?, rebuild::compare)?;
    for game in &compared {
        say(told(game));
    }
    match compared.iter().find(|game| !game.was_kept) {
        None => Ok(()),
        Some(game) => Err(format!(
            "what is kept of {} differs, or a match has just ended; turnwise ratings --rebuild \
             keeps it anew",
            game.title
        )),
    }
}

fn told(game: &Rebuilt) -> String {
    let Rebuilt { title, ended, rated, people, unread, digest, .. } = game;
    let unread = match unread {
        0 => String::new(),
        some => format!(", {some} that only a newer Turnwise can read"),
    };
    format!("{title}: {ended} matches, {rated} of them rated, {people} people{unread}; {digest}")
}
