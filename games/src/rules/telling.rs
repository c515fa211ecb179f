//! Words about a game: what happened, what may be done, and what was scored.
//!
//! A game speaks in sentences with gaps. A gap for a seat is filled with the
//! person's name by whoever knows it; key and arguments let a program translate.

use super::Seat;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A thing with its article: "an anklet", "a throne".
pub fn with_article(word: &str) -> String {
    match word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        true => format!("an {word}"),
        false => format!("a {word}"),
    }
}

/// What fills a gap of a sentence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Arg {
    /// The person in this seat.
    Seat(Seat),
    /// A whole number.
    Number(i64),
    /// A word of the game, ready to be read.
    Word(String),
}

impl Arg {
    /// The number, if it is one.
    pub fn number(&self) -> Option<i64> {
        match self {
            Arg::Number(number) => Some(*number),
            Arg::Seat(_) | Arg::Word(_) => None,
        }
    }
}

impl From<Seat> for Arg {
    fn from(seat: Seat) -> Self {
        Arg::Seat(seat)
    }
}
impl From<&str> for Arg {
    fn from(word: &str) -> Self {
        Arg::Word(word.to_owned())
    }
}
impl From<String> for Arg {
    fn from(word: String) -> Self {
        Arg::Word(word)
    }
}
macro_rules! arg_from_number {
    ($($number:ty),*) => {$(
        impl From<$number> for Arg {
            fn from(number: $number) -> Self {
                Arg::Number(number as i64)
            }
        }
    )*};
}
arg_from_number!(u8, u16, u32, usize, i8, i16, i32, i64);

/// One sentence: a stable key, the sentence with `{gaps}`, and what fills them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Telling {
    /// Stable name of the sentence, `snake_case`: the same for the same kind of happening.
    pub key: String,
    /// The English sentence; `{name}` stands for the argument of that name.
    pub template: String,
    /// What fills each gap, by its name.
    #[serde(with = "by_name")]
    #[schemars(with = "BTreeMap<String, Arg>")]
    pub args: Vec<(String, Arg)>,
    /// Bookkeeping that a summary leaves out: the history has it, a letter does not.
    pub quiet: bool,
}

/// Arguments as a JSON object, in the order in which they were given.
mod by_name {
    use super::Arg;
    use serde::{Deserialize, Deserializer, Serializer};
    use std::collections::BTreeMap;

    pub fn serialize<S: Serializer>(args: &[(String, Arg)], to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(args.iter().map(|(name, arg)| (name, arg)))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<(String, Arg)>, D::Error> {
        Ok(BTreeMap::deserialize(from)?.into_iter().collect())
    }
}

impl Telling {
    /// A sentence without arguments yet.
    pub fn new(key: &str, template: &str) -> Self {
        Telling {
            key: key.to_owned(),
            template: template.to_owned(),
            args: Vec::new(),
            quiet: false,
        }
    }

    /// What fills a gap.
    pub fn arg(&self, name: &str) -> Option<&Arg> {
        self.args.iter().find(|(key, _)| key == name).map(|(_, arg)| arg)
    }

    /// The same sentence as bookkeeping that summaries leave out.
    pub fn quiet(mut self) -> Self {
        self.quiet = true;
        self
    }

    /// The sentence with one more gap filled.
    pub fn with(mut self, name: &str, arg: impl Into<Arg>) -> Self {
        self.args.push((name.to_owned(), arg.into()));
        self
    }

    /// The sentence with another one after it, whose gaps keep what fills them.
    pub fn and(mut self, other: &Telling) -> Self {
        let mut template = other.template.clone();
        for (name, arg) in &other.args {
            let mut own = name.clone();
            while own != *name && other.args.iter().any(|(taken, _)| *taken == own)
                || self.args.iter().any(|(taken, _)| *taken == own)
            {
                own.insert_str(0, "other_");
            }
            template = template.replace(&format!("{{{name}}}"), &format!("{{{own}}}"));
            self.args.push((own, arg.clone()));
        }
        self.template = format!("{}, {template}", self.template);
        self
    }

    /// Whether it names somebody at the table.
    pub fn names_somebody(&self) -> bool {
        self.args.iter().any(|(_, arg)| matches!(arg, Arg::Seat(_)))
    }

    /// The whole sentence, with each seat named by `name`.
    pub fn sentence(&self, name: impl Fn(Seat) -> String) -> String {
        let mut out = String::with_capacity(self.template.len() + 16);
        let mut rest = self.template.as_str();
        while let Some(start) = rest.find('{') {
            out.push_str(&rest[..start]);
            let Some(length) = rest[start..].find('}') else { break };
            let gap = &rest[start + 1..start + length];
            match self.args.iter().find(|(key, _)| key == gap) {
                Some((_, Arg::Seat(seat))) => out.push_str(&name(*seat)),
                Some((_, Arg::Number(number))) => out.push_str(&number.to_string()),
                Some((_, Arg::Word(word))) => out.push_str(word),
                None => out.push_str(&rest[start..=start + length]),
            }
            rest = &rest[start + length + 1..];
        }
        out.push_str(rest);
        out
    }
}

/// How a command is offered: the sentence of what it does, and the heading it stands under.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Label {
    /// Heading shared by commands of one kind, a few words.
    pub group: String,
    /// What posting the command does, as an order: "Place the 4 on the temple".
    pub telling: Telling,
}

/// One line of a score sheet: some points, and where they come from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreLine {
    /// Stable name of the rule that gave the points, `snake_case`.
    pub rule: String,
    /// What it was, in words; `2 x potter` where it counts things of one kind.
    pub label: String,
    /// The points; a loss is negative.
    pub points: i32,
}

impl ScoreLine {
    /// So many things of one kind.
    pub fn counting(rule: &str, count: usize, kind: &str, points: i32) -> ScoreLine {
        ScoreLine { rule: rule.to_owned(), label: format!("{count} x {kind}"), points }
    }

    /// The kind of things that it counts, if it does.
    pub fn counted(&self) -> Option<&str> {
        let (count, kind) = self.label.split_once(" x ")?;
        count.parse::<u32>().is_ok().then_some(kind)
    }
}

/// Where each of a seat's points comes from. The lines sum to the seat's score.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ScoreSheet {
    /// The lines, in the order the rules score them.
    pub lines: Vec<ScoreLine>,
}

impl ScoreSheet {
    /// The sum of the lines.
    pub fn total(&self) -> i32 {
        self.lines.iter().map(|line| line.points).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_fills_its_gaps_and_leaves_braces_of_its_arguments_alone() {
        let telling = Telling::new("paid", "{who} pays {n} for {what}.")
            .with("who", Seat(1))
            .with("n", 3u8)
            .with("what", "a {n}-fish");
        assert_eq!(telling.sentence(|seat| format!("P{}", seat.0)), "P1 pays 3 for a {n}-fish.");
    }
}
