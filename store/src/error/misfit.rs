//! What does not fit, as people say it: whoever reads JSON and addresses for us speaks of types of
//! Rust, of lines and columns.

/// The most letters of a reason: whoever sent something endless is not told it again.
const LONGEST: usize = 300;

/// The most letters told of what was sent in the place of something else.
const LONGEST_SENT: usize = 60;

const TIME: &str = "a time such as 2030-01-01T12:00:00Z";

/// What stands for a type of Rust, or for what was sent.
const TYPES: &[(&str, &str)] = &[
    ("a sequence", "a list"),
    ("sequence", "a list"),
    ("a map", "an object"),
    ("map", "an object"),
    ("unit", "null"),
    ("unit value", "null"),
    ("variant identifier", "a word"),
    ("string or map", "a word or an object"),
    ("a string", "a text"),
    ("a borrowed string", "a text"),
    ("a boolean", "`true` or `false`"),
    ("an RFC 3339 formatted date and time string", TIME),
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

/// What stands before a value that was sent.
const SENT: &[(&str, &str)] = &[
    ("integer ", "the number "),
    ("floating point ", "the number "),
    ("string ", "the text "),
    ("boolean ", ""),
];

/// Of what is said, what a person needs.
pub fn in_words(said: &str) -> String {
    let said = without_place(said);
    let plain = whole(said).or_else(|| of_a_type(said)).or_else(|| of_a_list(said));
    shortened(plain.as_deref().unwrap_or(said), LONGEST)
}

/// The field of which nothing can be read, and why.
pub fn lacking(said: &str) -> Option<(&str, String)> {
    let said = without_place(said);
    let begins = [
        ("missing field `", "is missing"),
        ("duplicate field `", "is there twice"),
        ("unknown field `", "is not known"),
    ];
    begins.iter().find_map(|(begin, why)| {
        let rest = said.strip_prefix(begin)?;
        // What there is in its place.
        let (name, more) = match rest.rsplit_once("`, expected ") {
            Some((name, there)) => (name, format!(": expected {there}")),
            None => match rest.strip_suffix("`, there are no fields") {
                Some(name) => (name, ": there are no others".to_owned()),
                None => (rest.strip_suffix('`')?, String::new()),
            },
        };
        (!name.contains('`')).then(|| (name, format!("{why}{more}")))
    })
}

fn shortened(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// What is said without the place, which counts letters of what was sent.
fn without_place(said: &str) -> &str {
    match said.rsplit_once(" at line ") {
        Some((before, place)) if place.contains(" column ") => before,
        _ => said,
    }
}

fn whole(said: &str) -> Option<String> {
    let plain = match said {
        "expected value" => "it is none of the words that may stand here",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "it must be a whole number"
        }
        "provided string was not `true` or `false`" => "it must be `true` or `false`",
        "number too large to fit in target type" | "number too small to fit in target type" => {
            "it is out of range"
        }
        "input contains invalid characters"
        | "premature end of input"
        | "trailing input"
        | "input is out of range"
        | "no possible date and time matching input" => return Some(format!("it must be {TIME}")),
        _ => return None,
    };
    Some(plain.to_owned())
}

/// What is of another type than it should be.
fn of_a_type(said: &str) -> Option<String> {
    let begins = ["invalid type: ", "invalid value: "];
    let (sent, expected) =
        begins.iter().find_map(|begin| said.strip_prefix(begin))?.rsplit_once(", expected ")?;
    let valued = SENT.iter().find_map(|(kind, plain)| {
        let value = sent.strip_prefix(kind)?.replace('`', "");
        Some(format!("{plain}{value}"))
    });
    let sent = valued.unwrap_or_else(|| called(sent).to_owned());
    let sent = shortened(&sent, LONGEST_SENT);
    Some(format!("it is {sent}, and must be {}", called(expected)))
}

/// A word that is none of those that may stand there.
fn of_a_list(said: &str) -> Option<String> {
    let (word, there) = said.strip_prefix("unknown variant `")?.rsplit_once("`, expected ")?;
    Some(format!("the word `{}` is not known: expected {there}", shortened(word, LONGEST_SENT)))
}

fn called(expected: &str) -> &str {
    if NAMED.iter().any(|kind| expected.starts_with(kind)) {
        return "an object";
    }
    TYPES.iter().find(|(of_rust, _)| *of_rust == expected).map_or(expected, |(_, plain)| plain)
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
                "it is the number 300, and must be a whole number from 0 to 255",
            ),
            (
                "invalid type: null, expected struct Registration",
                "it is null, and must be an object",
            ),
            (
                "invalid type: string \"a, expected b\", expected u8 at line 3 column 4",
                "it is the text \"a, expected b\", and must be a whole number from 0 to 255",
            ),
            (
                "invalid type: floating point `1.5`, expected i64",
                "it is the number 1.5, and must be a whole number",
            ),
            ("invalid type: map, expected a sequence", "it is an object, and must be a list"),
            ("expected value at line 1 column 63", "it is none of the words that may stand here"),
            ("invalid digit found in string", "it must be a whole number"),
            ("premature end of input", "it must be a time such as 2030-01-01T12:00:00Z"),
            (
                "unknown variant `x`, expected `public` or `private`",
                "the word `x` is not known: expected `public` or `private`",
            ),
            ("no pace is called `expected struct x`", "no pace is called `expected struct x`"),
        ] {
            assert_eq!(in_words(said), plain);
        }
        assert_eq!(lacking("unknown field `a`, b`, expected `c`"), None);
        let (name, why) =
            lacking("unknown field `a`, expected `b` or `c` at line 1 column 2").unwrap();
        assert_eq!((name, &*why), ("a", "is not known: expected `b` or `c`"));
        assert_eq!(lacking("missing field `a`").unwrap(), ("a", "is missing".to_owned()));
        let long = in_words(&format!("unknown field `{}`", "é".repeat(30_000)));
        assert_eq!((long.chars().count(), long.ends_with('…')), (LONGEST + 1, true));
        let sent = format!("invalid type: string {:?}, expected u8", "é".repeat(30_000));
        assert!(in_words(&sent).ends_with("…, and must be a whole number from 0 to 255"));
    }
}
