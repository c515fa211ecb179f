//! What does not fit, as people say it: whoever reads JSON and addresses for us speaks of types of
//! Rust, of lines and columns.

/// The most letters of a reason: whoever sent something endless is not told it again.
const LONGEST: usize = 300;

/// What stands for a type of Rust.
const TYPES: &[(&str, &str)] = &[
    ("a sequence", "a list"),
    ("a map", "an object"),
    ("variant identifier", "a word"),
    ("string or map", "a word or an object"),
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("u8", "a whole number from 0 to 255"),
    ("u16", "a whole number from 0 to 65535"),
    ("u32", "a whole number that is not negative"),
    ("u64", "a whole number that is not negative"),
    ("i64", "a whole number"),
    ("i32", "a whole number"),
    ("f64", "a number"),
];

/// What begins the description of a type that has a name of its own.
const NAMED: &[&str] = &["struct ", "internally tagged enum ", "enum ", "tuple struct "];

/// Of what is said, what a person needs.
pub fn in_words(said: &str) -> String {
    let said = without_place(said);
    let whole = match said {
        "expected value" => "it is none of the words that may stand here",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "it must be a whole number"
        }
        "number too large to fit in target type" | "number too small to fit in target type" => {
            "it is out of range"
        }
        "input contains invalid characters"
        | "premature end of input"
        | "trailing input"
        | "input is out of range"
        | "no possible date and time matching input" => {
            "it must be a time such as 2030-01-01T12:00:00Z"
        }
        _ => said,
    };
    let plain = match whole.rsplit_once("expected ") {
        Some((before, expected)) => format!("{before}expected {}", called(expected)),
        None => whole.to_owned(),
    };
    match plain.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &plain[..cut]),
        None => plain,
    }
}

/// What is said without the place, which counts letters of what was sent.
fn without_place(said: &str) -> &str {
    match said.rsplit_once(" at line ") {
        Some((before, place)) if place.contains(" column ") => before,
        _ => said,
    }
}

fn called(expected: &str) -> String {
    if NAMED.iter().any(|kind| expected.starts_with(kind)) {
        return "an object".to_owned();
    }
    let known = TYPES.iter().find(|(of_rust, _)| *of_rust == expected);
    known.map_or(expected, |(_, plain)| plain).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_told_of_types_of_rust_or_of_columns() {
        for (said, plain) in [
            ("missing field `seats` at line 1 column 35", "missing field `seats`"),
            (
                "invalid value: integer `300`, expected u8 at line 1 column 9",
                "invalid value: integer `300`, expected a whole number from 0 to 255",
            ),
            (
                "invalid type: null, expected struct Registration",
                "invalid type: null, expected an object",
            ),
            ("expected value at line 1 column 63", "it is none of the words that may stand here"),
            ("invalid digit found in string", "it must be a whole number"),
            ("premature end of input", "it must be a time such as 2030-01-01T12:00:00Z"),
            (
                "unknown variant `x`, expected `public` or `private`",
                "unknown variant `x`, expected `public` or `private`",
            ),
        ] {
            assert_eq!(in_words(said), plain);
        }
        let long = in_words(&format!("unknown variant `{}`", "é".repeat(30_000)));
        assert_eq!((long.chars().count(), long.ends_with('…')), (LONGEST + 1, true));
    }
}
