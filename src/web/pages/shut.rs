//! What cannot be chosen now, with why.

use super::choices::Choices;
use crate::boards::markup::capital;
use crate::rules::Part;
use crate::rules::offer::{Closed, begins};

/// What cannot be chosen now.
pub struct Shut {
    /// What it is called.
    pub words: String,
    /// Why it cannot be chosen.
    pub why: String,
}

/// The reason alone, without what it goes on to explain: many things may say the same.
pub fn brief(why: &str) -> String {
    why.split_inclusive(". ").next().unwrap_or_default().trim_end().to_owned()
}

impl Choices<'_> {
    /// The answers to the next question that cannot be given, each with all that is closed by it.
    fn groups(&self) -> Vec<(&Part, Vec<&Closed>)> {
        let (open, _) = self.after(&self.at);
        let mut shut: Vec<(&Part, Vec<&Closed>)> = Vec::new();
        for closed in self.closed.iter().filter(|closed| begins(&closed.parts, &self.at)) {
            let Some(part) = closed.parts.get(self.at.len()) else { continue };
            if open.iter().any(|other| other.answers_like(part)) {
                continue;
            }
            match shut.iter_mut().find(|(other, _)| other.answers_like(part)) {
                Some((_, all)) => all.push(closed),
                None => shut.push((part, vec![closed])),
            }
        }
        shut
    }

    /// What cannot be chosen beside the answers to the next question.
    pub fn shut(&self) -> Vec<Shut> {
        let rows = self.groups().into_iter().map(|(part, all)| {
            let same = all.iter().all(|one| one.words == all[0].words);
            let words = match (&all[..], same) {
                ([one], _) => {
                    let parts = one.parts[self.at.len()..].iter();
                    parts.map(|part| self.say(&part.words)).collect::<Vec<_>>().join(": ")
                }
                _ => self.say(&part.words),
            };
            let why = if same { all[0].words.clone() } else { self.every_reason(&all) };
            Shut { words, why }
        });
        together(rows)
    }

    /// The answers to the next question that cannot be given, each with every reason for it, as
    /// things tell them.
    pub fn barred(&self) -> impl Iterator<Item = (&Part, String)> {
        self.groups().into_iter().map(|(part, all)| {
            let why = self.every_reason(&all);
            (part, why)
        })
    }

    /// Why none of these can be chosen, each named where the reasons differ.
    fn every_reason(&self, all: &[&Closed]) -> String {
        let after = self.at.len() + 1;
        let each = all.iter().map(|one| {
            let parts = one.parts[after..].iter().map(|part| self.say(&part.words));
            Shut { words: parts.collect::<Vec<_>>().join(": "), why: brief(&one.words) }
        });
        match &together(each)[..] {
            [only] => only.why.clone(),
            several => {
                let each = several.iter().map(|it| format!("{}: {}", it.words, it.why));
                each.collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// What cannot be chosen for the same reason, in one row.
fn together(rows: impl Iterator<Item = Shut>) -> Vec<Shut> {
    let mut all: Vec<Shut> = Vec::new();
    for row in rows {
        match all.iter_mut().find(|other| other.why == row.why) {
            // Two of one name need be named once.
            Some(other) if other.words.split(", ").any(|words| words == row.words) => {}
            Some(other) => other.words = format!("{}, {}", other.words, row.words),
            None => all.push(row),
        }
    }
    for row in &mut all {
        row.words = capital(&row.words);
    }
    all
}
