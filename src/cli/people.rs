//! What an operator does for people who have lost something: an authenticator, or a device
//! on which they are signed in.

use super::{existing, say};
use crate::accounts::second_factor::end_for;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::Tx;
use crate::db::accounts::{self, AccountRow};
use crate::db::ways;
use crate::error::{Error, Result as Done};

/// Does without the second factor of the person with this handle, who is signed out
/// everywhere and told by letter.
pub fn end_second_factor(config: &Config, handle: &str) -> Result<(), String> {
    let now = Clock::of_the_machine().now();
    change(config, handle, move |tx, person| end_for(tx, person, now))?;
    say(format_args!(
        "{handle} signs in without a second factor now, and is signed out everywhere"
    ));
    Ok(())
}

/// Signs the person with this handle out everywhere, and removes their tokens, webhooks, browsers
/// and secret addresses of feeds.
pub fn end_sessions(config: &Config, handle: &str) -> Result<(), String> {
    let now = Clock::of_the_machine().now();
    change(config, handle, move |tx, person| {
        accounts::end_sessions(tx, &person.id, now)?;
        accounts::revoke_tokens(tx, &person.id)?;
        ways::forget(tx, &person.id)
    })?;
    say(format_args!(
        "{handle} is signed out everywhere; their tokens are revoked, their webhooks and browsers \
         removed"
    ));
    Ok(())
}

fn change(
    config: &Config,
    handle: &str,
    change: impl FnOnce(&mut Tx<'_>, &AccountRow) -> Done<()> + Send + 'static,
) -> Result<(), String> {
    let key = handle.to_lowercase();
    let changed = existing(config)?.write_blocking(move |tx| {
        let person = accounts::by_handle(tx, &key)?;
        let person = person.map(|person| accounts::locked(tx, &person.id)).transpose()?.flatten();
        let person = person.ok_or_else(|| Error::not_found("person"))?;
        change(tx, &person)
    });
    changed.map_err(|error| error.detail)
}
