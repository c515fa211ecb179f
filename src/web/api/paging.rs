//! What lists of the API are asked by: how many at once, from where on, of which game.

use crate::error::{Code, Error, Result};
use crate::games;

/// How many at once.
///
/// # Errors
/// [`Code::WrongParameter`] for none, and for more than `most`.
pub fn limit(wanted: Option<u16>, usual: u16, most: u16) -> Result<i64> {
    match wanted.unwrap_or(usual) {
        limit if (1..=most).contains(&limit) => Ok(limit.into()),
        _ => Err(wrong("limit", format!("`limit` must be 1 to {most}."))),
    }
}

/// Where to go on, as `read` understands it.
///
/// # Errors
/// [`Code::WrongParameter`] for what it does not understand.
pub fn cursor<T>(
    wanted: Option<String>,
    read: impl FnOnce(&str) -> Option<T>,
) -> Result<Option<T>> {
    let garbled = || wrong("cursor", "`cursor` must be the `next` of the page before.".to_owned());
    given(wanted).map(|cursor| read(&cursor).ok_or_else(garbled)).transpose()
}

/// The game that alone is wanted.
///
/// # Errors
/// [`Code::WrongParameter`] for a game that is not there.
pub fn game(wanted: Option<String>) -> Result<Option<String>> {
    match given(wanted) {
        Some(slug) if games::find(&slug).is_none() => {
            let all: Vec<&str> = games::SHELF.iter().map(|game| game.info().slug).collect();
            Err(wrong("game", format!("`game` must be one of: {}.", all.join(", "))))
        }
        wanted => Ok(wanted),
    }
}

/// What a form sends of a field that was left empty is nothing.
fn given(wanted: Option<String>) -> Option<String> {
    wanted.filter(|text| !text.is_empty())
}

fn wrong(name: &str, detail: String) -> Error {
    Error::new(Code::WrongParameter, detail).with("field", name)
}
