//! What a match may be called, by whoever opens it or renames it.

use crate::error::{Error, Result};

/// The most characters of a title.
pub const LONGEST: usize = 80;

/// Refuses what is not one line that is neither empty nor too long: no match was ever called that.
/// What else strangers may not write where others read it, is refused before.
pub fn check(title: &str) -> Result<()> {
    let fits = (1..=LONGEST).contains(&title.chars().count()) && title.trim() == title;
    if fits && !title.chars().any(char::is_control) {
        return Ok(());
    }
    let why = format!("A title is one line of {LONGEST} characters at most.");
    Err(Error::field("title", why))
}
