//! Texts that people write and others read: what may stand in them.

use crate::error::{Error, Result};

/// Characters that leave no mark: `Default_Ignorable_Code_Point` of the Unicode Character
/// Database (DerivedCoreProperties.txt), and the blank pattern of Braille.
const INVISIBLE: &[(char, char)] = &[
    ('\u{ad}', '\u{ad}'),
    ('\u{34f}', '\u{34f}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{115f}', '\u{1160}'),
    ('\u{17b4}', '\u{17b5}'),
    ('\u{180b}', '\u{180f}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{202a}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{2800}', '\u{2800}'),
    ('\u{3164}', '\u{3164}'),
    ('\u{fe00}', '\u{fe0f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{ffa0}', '\u{ffa0}'),
    ('\u{fff0}', '\u{fffb}'),
    ('\u{1bca0}', '\u{1bca3}'),
    ('\u{1d173}', '\u{1d17a}'),
    ('\u{e0000}', '\u{e0fff}'),
];

/// Characters of those that join others: words of some languages and many emoji need them.
const JOINERS: &[char] = &['\u{200c}', '\u{200d}', '\u{fe0e}', '\u{fe0f}'];

fn is_invisible(c: char) -> bool {
    INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&c))
}

/// Whether nothing in a text can be seen.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || is_invisible(c))
}

/// Whether everything in a line can be seen, but what joins its characters.
pub fn is_seen(line: &str) -> bool {
    let mut joinable = false;
    line.chars().all(|c| {
        let seen = !is_invisible(c) || (joinable && JOINERS.contains(&c));
        joinable = !c.is_whitespace();
        seen
    })
}

/// Whether a mail program could make a link of something in a text.
pub fn holds_address(text: &str) -> bool {
    let is_number = |word: &str| {
        let parts: Vec<&str> = word.trim_matches('.').split('.').collect();
        parts.len() == 4 && parts.iter().all(|part| part.parse::<u8>().is_ok())
    };
    let mut words = text.split(|c: char| !c.is_ascii_digit() && c != '.');
    if text.contains("://") || words.any(is_number) {
        return true;
    }
    let text: Vec<char> = text.chars().collect();
    let dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    text.windows(4).any(|at| {
        // Names of hosts hold signs, too.
        let named = !dot(at[0]) && !at[0].is_whitespace();
        named && dot(at[1]) && at[2..].iter().all(|c| c.is_alphabetic())
    })
}

/// A text that others read, with lines broken in one way.
///
/// # Errors
/// [`Code::InvalidField`] where it has nothing that can be seen, or is not [`plain`].
pub fn readable_text(text: &str, most: usize, field: &'static str) -> Result<String> {
    if is_blank(text) {
        let why = "There is nothing in it; write something.";
        return Err(Error::field(field, why));
    }
    plain(text.trim(), most, field)
}

/// A text with lines broken in one way; it may be empty.
///
/// # Errors
/// [`Code::InvalidField`] where it is longer than `most` characters, or holds a control
/// character or one that turns the direction of reading.
pub fn plain(text: &str, most: usize, field: &'static str) -> Result<String> {
    let no = |why: String| Err(Error::field(field, why));
    let text = text.replace("\r\n", "\n");
    if text.chars().count() > most {
        return no(format!("It may have {most} characters at most."));
    }
    let odd = |c: char| {
        (c.is_control() && !"\n\t".contains(c))
            || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    if text.chars().any(odd) {
        return no("It holds a character that cannot be seen; leave it out.".to_owned());
    }
    Ok(text)
}

/// A [`plain`] text that goes into letters.
///
/// # Errors
/// [`Code::InvalidField`] also where it holds a web address: nobody is to be led elsewhere by a
/// letter of ours.
pub(super) fn for_letters(text: &str, most: usize, field: &'static str) -> Result<String> {
    let text = plain(text.trim(), most, field)?;
    if holds_address(&text) {
        let why =
            "It goes into a letter, so it must not hold a web address; put a space after each dot.";
        return Err(Error::field(field, why));
    }
    if !text.lines().all(is_seen) {
        let why = "It holds a character that cannot be seen; leave it out.";
        return Err(Error::field(field, why));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_nothing_to_read() {
        for blank in ["", " \n", "\u{feff}", "\u{200e}\u{61c}\u{200b}", "\u{2800} \u{3164}"] {
            assert!(readable_text(blank, 9, "text").is_err(), "{blank:?}");
        }
        let joined = "می\u{200c}خواهم";
        let read = readable_text(&format!(" {joined}\r\n"), 9, "text");
        assert_eq!(read.expect("a text"), joined);
    }

    #[test]
    fn nobody_is_led_elsewhere_by_a_reason() {
        for lure in [
            "confirm at https://evil.example/login",
            "evil.example",
            "evil.e\u{200b}xample",
            "go to 192.0.2.1/x",
            "go to 192.0.2.1.",
        ] {
            assert!(for_letters(lure, 99, "reason").is_err(), "{lure}");
        }
        let reason = "Not this week. On 3.11. I may, at 8.30";
        assert!(for_letters(reason, 99, "reason").is_ok());
    }
}
