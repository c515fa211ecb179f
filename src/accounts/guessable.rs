//! Passwords that are guessed first, and are therefore refused.

use crate::error::{Code, Error, Result};
use icu_normalizer::ComposingNormalizerBorrowed;
use std::borrow::Cow;

/// The commonest passwords of ten characters or more that thefts have made known, in
/// lower case and sorted: those of zxcvbn-ts (MIT) and of Django (BSD).
const COMMON: &str = include_str!("common_passwords.txt");

/// What somebody thinks of first who chooses a password here.
const NAMES: &[&str] = &["turnwise", "borabora", "bora bora", "bora-bora", "zimbabwe"];
/// So many characters must be left besides, and so many letters unless there are many.
const REST: usize = 5;
const LETTERS: usize = 4;
const MANY: usize = 12;

/// Fewer different characters than this do not make a password.
const DIFFERENT: usize = 5;

/// A password in the one form (Unicode NFC) in which it is hashed, however the keyboard
/// composes its letters.
pub(super) fn normalized(password: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(password)
}

/// Refuses a password that somebody who guesses would try first.
pub(super) fn check_password(password: &str, handle: &str, email: &str) -> Result<()> {
    let plain = normalized(password.trim()).to_lowercase();
    if plain == handle.to_lowercase() || plain == email.to_lowercase() {
        return Err(too_easy("The password must differ from the handle and the address."));
    }
    let mut different: Vec<char> = plain.chars().collect();
    different.sort_unstable();
    different.dedup();
    if different.len() < DIFFERENT {
        return Err(too_easy(
            "The password has too few different characters; a few words are a good one.",
        ));
    }
    // A short one that is mostly the name of the place it is for.
    let rest = NAMES.iter().fold(plain.clone(), |rest, name| rest.replace(name, ""));
    let (left, letters) =
        (rest.chars().count(), rest.chars().filter(|one| one.is_alphabetic()).count());
    if rest.len() < plain.len() && (left < REST || letters < LETTERS && left < MANY) {
        return Err(too_easy(
            "The password is hardly more than the name of this service or a game; add a few words.",
        ));
    }
    if COMMON.lines().any(|common| common == plain) {
        return Err(too_easy(
            "Too many people use this password, so it is guessed first; take a few words that \
             nobody else would.",
        ));
    }
    Ok(())
}

fn too_easy(detail: &str) -> Error {
    Error::new(Code::PasswordTooEasy, detail)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(password: &str) -> bool {
        check_password(password, "anna-the-first", "anna@example.org").is_err()
    }

    #[test]
    fn passwords_that_are_guessed_first_are_refused() {
        for easy in [
            "          ",
            "aaaaaaaaaa",
            "1212121212",
            "1234567890",
            "0123456789",
            "QwertyUiop",
            " password123 ",
            "Anna-The-First",
            "turnwise123",
            "BoraBora2026",
            "turnwise12345",
            "turnwisegame",
            "zimbabwe1234567890",
            "zimbabwe12!",
            "anna@example.org",
        ] {
            assert!(refused(easy), "{easy}");
        }
        for good in [
            "correct horse battery",
            "a few words are fine",
            "pässwörter sind gut",
            "zimbabwe in the rain",
            "zimbabwe 7391 8824 5520",
        ] {
            assert!(!refused(good), "{good}");
        }
    }

    #[test]
    fn the_list_holds_a_few_thousand_passwords_that_could_be_chosen() {
        let list: Vec<&str> = COMMON.lines().collect();
        assert!(list.len() > 2_000 && list.is_sorted(), "{}", list.len());
        for common in list {
            assert!(common.chars().count() >= 10, "{common}");
            assert_eq!(normalized(common).to_lowercase(), common);
        }
    }

    #[test]
    fn a_letter_composed_of_two_characters_is_the_letter() {
        assert_eq!(normalized("pa\u{0308}sswo\u{0308}rter"), "p\u{e4}ssw\u{f6}rter");
    }
}
