//! What a choice is worth, as it is said.

use super::choices::Choices;
use crate::boards::markup::{capital, signed};
use crate::rules::Part;
use crate::rules::erased::Offer;
use crate::rules::offer::{Answered, Change, Fact, Worth, begins};

impl Choices<'_> {
    /// What is so with all choices that a path leads to; where some were not weighed, only what
    /// comes first, which another god or tile to pay with does not change, and only where each of
    /// them is a weighed one paid in another way.
    pub fn common(&self, path: &[Part]) -> Option<Worth> {
        let (weighed, others): (Vec<&Offer>, Vec<&Offer>) =
            self.below(path).partition(|offer| offer.worth.is_some());
        let paths: Vec<Vec<Part>> =
            weighed.iter().map(|offer| self.without_toggles(&offer.parts)).collect();
        let paid_otherwise = |other: &&Offer| {
            let other = self.without_toggles(&other.parts);
            paths.iter().any(|path| path.len() == other.len() && begins(path, &other))
        };
        if !others.iter().all(paid_otherwise) {
            return None;
        }
        let worths: Vec<&Worth> = weighed.iter().filter_map(|offer| offer.worth.as_ref()).collect();
        let (first, rest) = worths.split_first()?;
        let same_fact = |fact: &&Fact| rest.iter().all(|worth| worth.facts.contains(fact));
        if !others.is_empty() {
            let facts = first.facts.iter().take(1).filter(same_fact).cloned().collect();
            return Some(Worth { facts, ..Worth::default() });
        }
        let changes = |of: fn(&Worth) -> &[Change]| -> Vec<Change> {
            let same = |change: &&Change| rest.iter().all(|worth| of(worth).contains(change));
            of(first).iter().filter(same).cloned().collect()
        };
        Some(Worth {
            cost: changes(|worth| &worth.cost),
            gain: changes(|worth| &worth.gain),
            facts: first.facts.iter().filter(same_fact).cloned().collect(),
            reveals: worths.iter().all(|worth| worth.reveals),
        })
    }

    /// What is known first of the best choice that a path leads to, where the same is known of
    /// all, and what tells them apart is how good they are in it.
    pub fn best_below(&self, path: &[Part]) -> Option<&Fact> {
        let leads: Option<Vec<&Fact>> =
            self.below(path).map(|offer| offer.worth.as_ref()?.facts.first()).collect();
        let leads = leads?;
        let best = leads.iter().copied().max_by_key(|fact| fact.rank)?;
        let fits = |fact: &&Fact| {
            fact.key == best.key && (fact.words == best.words || fact.rank < best.rank)
        };
        leads.iter().all(fits).then_some(best)
    }

    /// What is said of a path, and which answers follow: `5 squares`, or how alone it is paid.
    pub fn then(&self, mut said: Vec<String>, path: &[Part]) -> String {
        let (parts, _) = self.after(path);
        let Some(slot) = parts.first().and_then(|part| self.slot(&part.slot)) else {
            return said.join("; ");
        };
        said.push(if slot.answered == Answered::Toggle {
            let ways: Vec<String> = parts.iter().map(|part| self.say(&part.words)).collect();
            match ways.len() {
                1..=3 => format!("only: {}", ways.join(" or ")),
                count => format!("only in one of {count} ways"),
            }
        } else if said.is_empty() {
            format!("{} {}", parts.len(), slot.answers)
        } else {
            format!("then one of {} {}", parts.len(), slot.answers)
        });
        said.join("; ")
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
            all.push("cannot be taken back".to_owned());
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

    /// What it costs, and what is best known of it, in few words.
    pub fn best(&self, worth: &Worth) -> String {
        let fact = worth.facts.first().map(|fact| self.say(&fact.words));
        let known = fact.or_else(|| worth.gain.first().map(brief));
        worth.cost.iter().map(brief).chain(known).collect::<Vec<_>>().join("; ")
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
