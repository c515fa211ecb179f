//! Titles: text that strangers write and others read, in pages and in subjects of letters.

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

/// A title is one line that can be read and that looks like what it is.
///
/// # Errors
/// For line breaks, for characters that are not seen or that turn the direction of
/// reading, and for web addresses: nobody is to be led elsewhere by a letter of ours.
pub fn readable(text: &str, _: &()) -> garde::Result {
    let no = |why: &str| Err(garde::Error::new(why));
    if text.chars().any(|c| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}')) {
        return no("it must be one line");
    }
    let mut joinable = false;
    for c in text.chars() {
        if is_invisible(c) && !(joinable && JOINERS.contains(&c)) {
            return no("it must be one line without characters that cannot be seen");
        }
        joinable = !c.is_whitespace();
    }
    if text.trim().is_empty() {
        return no("it must have something in it");
    }
    if holds_address(text) {
        return no("it must not hold a web address; put a space after each dot");
    }
    Ok(())
}

/// Whether a mail program could make a link of it.
fn holds_address(text: &str) -> bool {
    let text: Vec<char> = text.chars().collect();
    let dot = |c: char| matches!(c, '.' | '\u{3002}' | '\u{ff0e}' | '\u{ff61}');
    let name = |at: usize| {
        let after: Vec<&char> = text[at + 1..].iter().take_while(|c| c.is_alphabetic()).collect();
        at > 0 && dot(text[at]) && text[at - 1].is_alphanumeric() && after.len() >= 2
    };
    text.windows(3).any(|three| three == [':', '/', '/']) || (0..text.len()).any(name)
}

#[cfg(test)]
mod tests {
    use super::readable;

    #[test]
    fn a_title_can_be_read_and_leads_nowhere() {
        for bad in [
            "",
            " ",
            "\u{a0}",
            "a\r\nBcc: x@y",
            "a\u{2028}b",
            "a\u{202e}b",
            "\u{200b}\u{200b}",
            "a\u{200b}b",
            "\u{3164}",
            "a\u{61c}b",
            "a\u{2069}",
            "\u{feff}",
            "\u{e0041}tag",
            "\u{200d}",
            "a \u{200d}",
            "see http://phish.example",
            "phish.example/login",
            "www.phish.com",
            "phish。example",
            "me@phish.example",
        ] {
            assert!(readable(bad, &()).is_err(), "{bad:?}");
        }
        for good in [
            "Tea",
            "Sunday evening, 8 o'clock",
            "v1.0",
            "So... what?",
            "e.g. Tuesday",
            "👨\u{200d}👩\u{200d}👧 and ❤\u{fe0f}",
            "می\u{200c}خواهم",
            "שלום",
            "<b>bold</b>",
            "Ö!",
        ] {
            assert!(readable(good, &()).is_ok(), "{good:?}");
        }
    }
}
