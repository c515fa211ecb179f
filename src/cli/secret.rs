//! Which secret a service is served with.

use super::{existing, say};
use crate::accounts::mark::Mark;
use crate::clock::Clock;
use crate::config::Config;
use crate::db::{Db, accounts};
use crate::error::{Error, Kind};

/// What holds under the secret alone that it was computed with.
const COMPUTED: &str = "codes of second factors, access tokens, links in letters, signatures of \
    webhooks, promised seeds, and who wants no letters";

/// The secret that is set or was made before, or one that is made where nobody has an account
/// yet. Another one than the database was served with takes its place by [`renew`] alone.
pub fn choose(config: &Config, db: &Db) -> Result<String, String> {
    let people = db.read_blocking(accounts::are_there).map_err(said)?;
    let mut made = false;
    loop {
        let mark = Mark::of(db).map_err(said)?;
        // After the mark: whoever made it has made its secret before.
        let set = config.known_secret()?;
        let set = set.map(|secret| bare(config, secret, &mark, people)).transpose()?;
        if let Err(no) = allowed(config, &mark, set.as_deref(), people) {
            // Another process was first, and what was made here was never used.
            let unused = made && std::fs::remove_file(config.secret_file()).is_ok();
            return Err(if unused { missing(config, people) } else { no });
        }
        let secret = match set {
            Some(secret) => secret,
            None => {
                let (secret, now) = config.made_secret()?;
                made |= now;
                secret
            }
        };
        let older = people && !mark.is_there();
        if !mark.replace(db, &secret, Clock::of_the_machine().now()).map_err(said)? {
            // Another process was first, perhaps with another one.
            continue;
        }
        if older {
            tracing::warn!(
                "{} is taken for the one that this database was always served with: an older \
                 version kept no mark of it. From now on no server starts with another one",
                config.secret_source()
            );
        }
        return Ok(secret);
    }
}

/// A secret without the spaces and ends of lines around it, which a file is read without; with
/// them where a service was served with them.
fn bare(config: &Config, secret: String, mark: &Mark, people: bool) -> Result<String, String> {
    let bare = secret.trim();
    match mark.is_there() || people {
        true if mark.is_of(bare) => Ok(bare.to_owned()),
        true => Ok(secret),
        false => long_enough(config, bare),
    }
}

fn long_enough(config: &Config, bare: &str) -> Result<String, String> {
    match bare.chars().count() {
        0..32 => Err(format!(
            "{} must have 32 characters or more, without spaces around them",
            config.secret_source()
        )),
        _ => Ok(bare.to_owned()),
    }
}

/// `turnwise new-secret`: puts the secret that is set in the place of the one that the database was
/// served with; where none is set, one that is made, if that is meant.
pub fn renew(config: &Config, make: bool) -> Result<(), String> {
    let db = existing(config)?;
    loop {
        let mark = Mark::of(&db).map_err(said)?;
        let set = config.known_secret()?.map(|secret| match mark.is_of(&secret) {
            true => Ok(secret),
            false => long_enough(config, secret.trim()),
        });
        let set = set.transpose()?;
        let source = config.secret_source();
        if set.as_deref().is_some_and(|secret| mark.is_of(secret)) {
            let other = match config.secret {
                Some(_) => "set TURNWISE_SECRET to it".to_owned(),
                None => format!("move {} away", config.secret_file().display()),
            };
            return Err(format!(
                "{source} is what this database is served with already. For another one, first \
                 {other}"
            ));
        }
        let secret = match set {
            Some(secret) => secret,
            None if make => config.made_secret()?.0,
            None => {
                return Err(format!(
                    "no secret is set and there is none in {}: set TURNWISE_SECRET, or have one \
                     made there by `turnwise new-secret --make`",
                    config.secret_file().display()
                ));
            }
        };
        if mark.replace(&db, &secret, Clock::of_the_machine().now()).map_err(said)? {
            say(format_args!(
                "From now on this database is served with {source}, by every process. Whatever was \
                 computed with another one holds no more: {COMPUTED}. Servers that know another \
                 one stop within ten seconds; start them with this one."
            ));
            return Ok(());
        }
    }
}

fn said(error: Error) -> String {
    let why = match error.kind() {
        Kind::Unavailable => "it does not answer just now; try again in a moment".to_owned(),
        _ => error.detail,
    };
    format!("the database was asked for the mark of its secret: {why}")
}

/// Refuses a secret that is another one or not here.
fn allowed(config: &Config, mark: &Mark, set: Option<&str>, people: bool) -> Result<(), String> {
    match set {
        Some(secret) if mark.is_there() && !mark.is_of(secret) => Err(format!(
            "{} is another one than this database was served with last: put that one back{}",
            config.secret_source(),
            or_another(people)
        )),
        None if mark.is_there() || people => Err(missing(config, people)),
        _ => Ok(()),
    }
}

fn missing(config: &Config, people: bool) -> String {
    format!(
        "the secret that this database was served with last is not here: put it into {}, or set \
         TURNWISE_SECRET to it{}",
        config.secret_file().display(),
        or_another(people)
    )
}

/// What to do where it is lost.
fn or_another(people: bool) -> String {
    match people {
        true => format!(
            ". What was computed with it holds under no other secret: {COMPUTED}. Where it is lost, \
             or shall hold no more, set another one and run `turnwise new-secret` once"
        ),
        false => ", or run `turnwise new-secret --make` once: nobody has an account yet, so that nothing \
                  is lost by it"
            .to_owned(),
    }
}
