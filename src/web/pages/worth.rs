//! What a choice is worth, as it is said.

use super::choices::Choices;
use crate::boards::markup::{capital, signed};
use crate::rules::Part;
use crate::rules::offer::{Answered, Change, Fact, Worth};

impl Choices<'_> {
    /// What is known of a path before the answers that follow it: what is so with all of them;
    /// where not all were weighed, only what comes first, which is about the thing itself.
    pub fn known(&self, path: &[Part]) -> String {
        let all_weighed = self.below(path).all(|offer| offer.worth.is_some());
        let mut worths = self.below(path).filter_map(|offer| offer.worth.as_ref());
        let first = worths.next().map_or(&[][..], |worth| &worth.facts);
        let first = if all_weighed { first } else { &first[..first.len().min(1)] };
        let rest: Vec<&Worth> = worths.collect();
        let facts = first.iter().filter(|fact| rest.iter().all(|worth| worth.facts.contains(fact)));
        facts.map(|fact| self.say(&fact.words) + "; ").collect()
    }

    /// How many answers follow a path: `5 squares`.
    pub fn follows(&self, path: &[Part]) -> String {
        let (parts, _) = self.after(path);
        match parts.first().and_then(|part| Some((part, self.slot(&part.slot)?))) {
            Some((part, slot)) if slot.answered == Answered::Toggle => {
                format!("only: {}", self.say(&part.words))
            }
            Some((_, slot)) => format!("{} {}", parts.len(), slot.answers),
            None => String::new(),
        }
    }

    /// What a choice is worth, in one line.
    pub fn told(&self, worth: &Worth) -> String {
        let mut all: Vec<String> = worth.cost.iter().chain(&worth.gain).map(change).collect();
        all.extend(worth.facts.iter().map(|fact| self.say(&fact.words)));
        if worth.reveals {
            all.push("shows something hidden".to_owned());
        }
        all.join("; ")
    }

    /// The same beside others in a list, of which it leaves out `shared`: what is so with all.
    pub fn noted(&self, worth: &Worth, shared: &[Fact]) -> String {
        let mut all: Vec<String> = worth.cost.iter().chain(&worth.gain).map(brief).collect();
        let own = worth.facts.iter().filter(|fact| !shared.contains(fact));
        all.extend(own.map(|fact| self.say(&fact.words)));
        if worth.reveals {
            all.push("final".to_owned());
        }
        all.join("; ")
    }

    /// The words of each fact.
    pub fn facts(&self, worth: &Worth) -> Vec<String> {
        worth.facts.iter().map(|fact| capital(&self.say(&fact.words))).collect()
    }

    /// What is counted and how often, where each fact is a count: `3 clay`.
    pub fn counts(&self, worth: &Worth) -> Option<Vec<(String, i64)>> {
        let count = |fact: &Fact| {
            let count = fact.words.args.iter().find(|(name, _)| name == "count")?.1.number()?;
            let said = self.say(&fact.words);
            let what = said.strip_prefix(&format!("{count} "))?;
            Some((what.to_owned(), count))
        };
        worth.facts.iter().map(count).collect()
    }

    /// What is best known of it, in few words.
    pub fn best(&self, worth: &Worth) -> Option<String> {
        let fact = worth.facts.first().map(|fact| self.say(&fact.words));
        fact.or_else(|| worth.gain.first().map(brief))
    }
}

/// What a choice comes to, line by line.
#[derive(Default)]
pub struct Bill {
    /// What is counted in numbers, if anything is.
    pub columns: Vec<String>,
    /// Each line in words, and its numbers.
    pub lines: Vec<(String, Vec<i64>)>,
}

impl Bill {
    /// A bill of these facts: the numbers that they name stand in columns, and their sentences
    /// leave them out.
    pub fn of(facts: &[Fact], choices: &Choices<'_>) -> Bill {
        let numbers = |fact: &Fact| -> Vec<(String, i64)> {
            let args = fact.words.args.iter();
            args.filter_map(|(name, arg)| Some((name.clone(), arg.number()?))).collect()
        };
        let columns: Vec<String> = facts
            .first()
            .map(|fact| numbers(fact).into_iter().map(|(name, _)| name).collect())
            .unwrap_or_default();
        let lines = facts.iter().map(|fact| {
            let mut words = fact.words.clone();
            for (name, _) in numbers(fact) {
                words.template = words.template.replace(&format!(" for {{{name}}}"), "");
            }
            let numbers = numbers(fact).into_iter().map(|(_, number)| number);
            (capital(&choices.say(&words)), numbers.collect())
        });
        Bill { lines: lines.collect(), columns }
    }

    /// The sum of each column.
    pub fn together(&self) -> Vec<i64> {
        let sum = |at: usize| self.lines.iter().filter_map(|(_, numbers)| numbers.get(at)).sum();
        (0..self.columns.len()).map(sum).collect()
    }
}

/// A change in a few words: `cattle −2`.
pub fn brief(change: &Change) -> String {
    change.by.map_or_else(|| self::change(change), |by| format!("{} {}", change.what, signed(by)))
}

/// A change, as it is said: `cattle −2 (20 → 18)`.
pub fn change(change: &Change) -> String {
    match (change.by, change.to) {
        (Some(by), Some(to)) => {
            format!("{} {} ({} → {to})", change.what, signed(by), to - by)
        }
        _ => format!("{} ?", change.what),
    }
}
