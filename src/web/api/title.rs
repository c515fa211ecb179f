//! Titles: text that strangers write and others read, in pages and in subjects of letters.

use crate::matches::written::{holds_address, is_seen};

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
    if !is_seen(text) {
        return no("it must be one line without characters that cannot be seen");
    }
    if text.trim().is_empty() {
        return no("it must have something in it");
    }
    if holds_address(text) {
        return no("it must not hold a web address; put a space after each dot");
    }
    Ok(())
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
            "Prize 💩.la",
            "see i❤.ws now",
            "192.0.2.1/login",
            "Prize ..192.0.2.1./x",
        ] {
            assert!(readable(bad, &()).is_err(), "{bad:?}");
        }
        for good in [
            "Tea",
            "Sunday evening, 8 o'clock",
            "v1.0",
            "3.11.2026",
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
