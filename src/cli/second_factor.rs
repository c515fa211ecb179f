//! `turnwise end-second-factor`: for who has lost their authenticator and their recovery
//! codes.

use super::database;
use super::say;
use turnwise::config::Config;
use turnwise::db::{accounts, second_factors};
use turnwise::error::Error;

/// Does without the second factor of the person with this handle.
pub fn end(config: &Config, handle: &str) -> Result<(), String> {
    let key = handle.to_lowercase();
    let ended = database(config)?.write_blocking(move |tx| {
        let row = accounts::by_handle(tx, &key)?.ok_or_else(|| Error::not_found("person"))?;
        second_factors::remove(tx, &row.id)
    });
    ended.map_err(|error| error.detail)?;
    say(format_args!("{handle} signs in without a second factor now"));
    Ok(())
}
