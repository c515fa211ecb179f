//! What a choice is worth, as it is said.

use super::choices::Choices;
use crate::boards::markup::{capital, either, signed};
use crate::rules::erased::Offer;
use crate::rules::offer::{Answered, Change, Fact, Worth, begins};
use crate::rules::{Arg, Part, Slot, Telling};
use std::collections::BTreeSet;

/// What is so with all of some choices, `unpaid` being their paths without the gods and tiles
/// that pay for them. Where some were not weighed, only what comes first, and only where each of
/// them is a weighed one paid in another way: games put first what is so with the thing itself.
/// (What a die leads to is not: but of dice nothing is so with all tiles, since fishing leads to
/// nothing.)
fn common(choices: &[&Offer], unpaid: &[Vec<Part>]) -> Option<Worth> {
    let worths: Vec<&Worth> = choices.iter().filter_map(|offer| offer.worth.as_ref()).collect();
    let (first, rest) = worths.split_first()?;
    let same_fact = |fact: &&Fact| rest.iter().all(|worth| worth.facts.contains(fact));
    if worths.len() < choices.len() {
        let paths = || choices.iter().zip(unpaid);
        let paid_otherwise = |other: &Vec<Part>| {
            let mut weighed = paths().filter(|(offer, _)| offer.worth.is_some());
            weighed.any(|(_, path)| path.len() == other.len() && begins(path, other))
        };
        let mut others = paths().filter(|(offer, _)| offer.worth.is_none());
        let facts = first.facts.iter().take(1).filter(same_fact).cloned().collect();
        let all = others.all(|(_, path)| paid_otherwise(path));
        return all.then(|| Worth { facts, ..Worth::default() });
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
        ends_turn: worths.iter().all(|worth| worth.ends_turn),
    })
}

/// What is known first of the best of some choices, where the same is known of all, and what
/// tells them apart is how good they are in it.
fn best<'a>(choices: impl Iterator<Item = &'a Offer>) -> Option<&'a Fact> {
    let leads: Option<Vec<&Fact>> =
        choices.map(|offer| offer.worth.as_ref()?.facts.first()).collect();
    let leads = leads?;
    let best = leads.iter().copied().max_by_key(|fact| fact.rank)?;
    let named = |fact: &Fact| (fact.key.clone(), fact.words.key.clone());
    let fits = |fact: &&Fact| {
        named(fact) == named(best) && (fact.words == best.words || fact.rank < best.rank)
    };
    leads.iter().all(fits).then_some(best)
}

fn without<T: Clone + PartialEq>(all: &[T], some: &[T]) -> Vec<T> {
    all.iter().filter(|one| !some.contains(one)).cloned().collect()
}

impl Choices<'_> {
    /// What is so with all choices that a path leads to.
    pub fn common(&self, path: &[Part]) -> Option<Worth> {
        let below: Vec<&Offer> = self.below(path).collect();
        let unpaid: Vec<Vec<Part>> =
            below.iter().map(|offer| self.without_toggles(&offer.parts)).collect();
        common(&below, &unpaid)
    }

    /// What is known first of the best choice that a path leads to, of those that call nobody more
    /// than it takes.
    pub fn best_below(&self, path: &[Part]) -> Option<&Fact> {
        let calls = |offer: &&Offer| offer.parts.iter().filter(|part| self.is_toggle(part)).count();
        let least = self.below(path).map(|offer| calls(&offer)).min()?;
        best(self.below(path).filter(|offer| calls(offer) == least))
    }

    /// What is said of a path, and which answers follow: `5 squares`, or how alone it is paid.
    pub fn then(&self, mut said: Vec<String>, path: &[Part]) -> String {
        let (parts, _) = self.after(path);
        let Some(slot) = parts.first().and_then(|part| self.slot(&part.slot)) else {
            return said.join("; ");
        };
        said.push(if slot.answered == Answered::Toggle {
            format!("only {}", self.must_pay(path, &parts))
        } else if said.is_empty() {
            format!("{} {}", parts.len(), slot.answers)
        } else {
            format!("then one of {} {}", parts.len(), slot.answers)
        });
        said.join("; ")
    }

    /// How something is paid with one of these parts: `with the Blue God`.
    fn ways_to_pay(&self, parts: &[Part]) -> String {
        let slots = self.slots.iter();
        let slots = slots.filter(|slot| parts.iter().any(|part| part.slot == slot.name));
        either(&slots.map(|slot| slot.with.to_owned()).collect::<Vec<_>>())
    }

    /// How all that a path leads to is paid: with what all of it takes, else in one of the ways of
    /// these parts.
    pub fn must_pay(&self, path: &[Part], parts: &[Part]) -> String {
        let takes = |slot: &&Slot| {
            let paid =
                |offer: &Offer| offer.parts[path.len()..].iter().any(|it| it.slot == slot.name);
            !slot.with.is_empty() && self.below(path).all(paid)
        };
        let all: Vec<&str> = self.slots.iter().filter(takes).map(|slot| slot.with).collect();
        match all.is_empty() {
            true => self.ways_to_pay(parts),
            false => all.join(" and "),
        }
    }

    /// How what follows by itself is paid: `with the Blue God and with the White God`.
    pub fn paid_by_itself(&self, parts: &[Part]) -> Option<String> {
        let toggles = parts.iter().filter(|part| self.is_toggle(part));
        let with = toggles.filter_map(|part| self.slot(&part.slot)).map(|slot| slot.with);
        let with: Vec<&str> = with.filter(|with| !with.is_empty()).collect();
        (!with.is_empty()).then(|| with.join(" and "))
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
    pub fn noted(&self, worth: &Worth, shared: &Worth) -> String {
        let own = Worth {
            cost: without(&worth.cost, &shared.cost),
            gain: without(&worth.gain, &shared.gain),
            facts: without(&worth.facts, &shared.facts),
            reveals: worth.reveals,
            ends_turn: worth.ends_turn,
        };
        self.each(&own).join("; ")
    }

    /// What something costs, brings and what is known of it, one by one.
    pub fn each(&self, worth: &Worth) -> Vec<String> {
        let mut all: Vec<String> = worth.cost.iter().chain(&worth.gain).map(brief).collect();
        all.extend(worth.facts.iter().map(|fact| self.say(&fact.words)));
        if worth.reveals {
            all.push("cannot be taken back".to_owned());
        }
        all
    }

    /// The words of each fact.
    pub fn facts(&self, worth: &Worth) -> Vec<String> {
        let said = |fact: &Fact| {
            let words = self.say(&fact.words);
            // A name stays as its bearer writes it.
            if fact.words.template.starts_with("{whose}") { words } else { capital(&words) }
        };
        worth.facts.iter().map(said).collect()
    }

    /// What is counted and how often, where each fact is a count: `3 clay`.
    pub fn counts(&self, worth: &Worth) -> Option<Vec<Count>> {
        let count = |fact: &Fact| {
            let number = fact.words.arg("count")?.number()?;
            let said = self.say(&fact.words);
            let what = said.strip_prefix(&format!("{number} "))?.to_owned();
            Some(Count { key: fact.key.clone(), what, number })
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

/// What several choices cost and bring alike, and what is known of all: it decides nothing between
/// them.
pub fn in_common(worths: &[&Worth]) -> Worth {
    let [first, rest @ ..] = worths else { return Worth::default() };
    if rest.is_empty() {
        return Worth::default();
    }
    let mut all = Worth { reveals: false, ..(*first).clone() };
    for other in rest {
        all.cost.retain(|change| other.cost.contains(change));
        all.gain.retain(|change| other.gain.contains(change));
        all.facts.retain(|fact| other.facts.contains(fact));
    }
    all
}

/// How many there are of something.
#[derive(Clone)]
pub struct Count {
    /// The key of the fact that says so.
    pub key: String,
    /// What there are so many of, as it is said of this number.
    pub what: String,
    /// How many.
    pub number: i64,
}

/// What a choice comes to, line by line.
#[derive(Default)]
pub struct Bill {
    /// What is counted in numbers, if anything is.
    pub columns: Vec<String>,
    pub lines: Vec<Line>,
}

/// A line of a bill.
pub struct Line {
    /// What it is, in words; where it can be chosen otherwise, up to the answer.
    pub words: String,
    /// The answer that can be given again, and the words after it.
    pub again: Option<(Again, String)>,
    pub numbers: Vec<i64>,
}

/// Where an answer is given again.
pub struct Again {
    /// The answer, as the line says it.
    pub said: String,
    /// Where it is asked for.
    pub asked: String,
    /// Where the answer leads that was given.
    pub given: String,
}

/// A sentence up to the gap that a word fills, and from there on.
fn around(words: &Telling, said: &str) -> Option<(Telling, Telling)> {
    let fills = |arg: &Arg| matches!(arg, Arg::Word(word) if word == said);
    let (name, _) = words.args.iter().find(|(_, arg)| fills(arg))?;
    let (before, after) = words.template.split_once(&format!("{{{name}}}"))?;
    let part = |template: &str| Telling { template: template.to_owned(), ..words.clone() };
    Some((part(before), part(after)))
}

impl Bill {
    /// A bill of these facts: the numbers that they name stand in columns, and their sentences
    /// leave them out. The last of `again` is where the last line is chosen otherwise, and so on.
    pub fn of(facts: &[Fact], choices: &Choices<'_>, again: Vec<Option<Again>>) -> Bill {
        let numbers = |fact: &Fact| -> Vec<(String, i64)> {
            let args = fact.words.args.iter();
            args.filter_map(|(name, arg)| Some((name.clone(), arg.number()?))).collect()
        };
        let columns: Vec<String> = facts
            .first()
            .map(|fact| numbers(fact).into_iter().map(|(name, _)| name).collect())
            .unwrap_or_default();
        let before = again.len().saturating_sub(facts.len());
        let again = again.into_iter().skip(before).chain(std::iter::repeat_with(|| None));
        let lines = facts.iter().zip(again).map(|(fact, again)| {
            let mut words = fact.words.clone();
            for (name, _) in numbers(fact) {
                words.template = words.template.replace(&format!(" for {{{name}}}"), "");
            }
            let numbers = numbers(fact).into_iter().map(|(_, number)| number).collect();
            let parts = again.and_then(|again| Some((around(&words, &again.said)?, again)));
            let (words, again) = match parts {
                Some(((before, after), again)) => (before, Some((again, choices.say(&after)))),
                None => (words, None),
            };
            Line { words: capital(&choices.say(&words)), again, numbers }
        });
        Bill { lines: lines.collect(), columns }
    }

    /// The sum of each column.
    pub fn together(&self) -> Vec<i64> {
        let sum = |at: usize| self.lines.iter().filter_map(|line| line.numbers.get(at)).sum();
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

/// What another choice would change in what one costs and brings: `cattle −2`.
pub fn adds(one: &Offer, other: &Offer) -> String {
    let changes = |worth: &Worth| [&worth.cost[..], &worth.gain].concat();
    let told: Vec<String> = differs(one, other, changes).into_iter().map(said_more).collect();
    if told.is_empty() { "the same cost".to_owned() } else { told.join("; ") }
}

/// What another way to pay for a choice would bring besides, of what more is better: `points +5`.
/// Nothing where one of them ends the turn, and what is counted then stands against nothing.
pub fn brings(one: &Offer, other: &Offer) -> String {
    let ends = |offer: &Offer| offer.worth.as_ref().is_some_and(|worth| worth.ends_turn);
    if ends(one) != ends(other) {
        return String::new();
    }
    let more = differs(one, other, |worth| worth.gain.clone()).into_iter();
    more.filter(|(_, more)| *more > 0).map(said_more).collect::<Vec<_>>().join("; ")
}

fn said_more((what, more): (String, i64)) -> String {
    format!("{what} {}", signed(more))
}

/// How much more or less of each thing another choice would come to.
fn differs(one: &Offer, other: &Offer, of: fn(&Worth) -> Vec<Change>) -> Vec<(String, i64)> {
    let both = one.worth.as_ref().zip(other.worth.as_ref());
    let (before, after) = both.map(|(one, other)| (of(one), of(other))).unwrap_or_default();
    let by = |among: &[Change], what: &str| {
        among.iter().find(|change| change.what == what).map_or(Some(0), |change| change.by)
    };
    let names: BTreeSet<&String> = before.iter().chain(&after).map(|change| &change.what).collect();
    let told = names.into_iter().filter_map(|what| {
        let more = by(&after, what)? - by(&before, what)?;
        (more != 0).then(|| (what.clone(), more))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Label, Seat};
    use serde_json::Value;

    fn fact(key: &str, rank: i32) -> Fact {
        let words = Telling::new(key, "{count} of it").with("count", rank);
        Fact::new(key, words, rank, Vec::new())
    }

    fn costs(by: i64) -> Change {
        Change { what: "gold".to_owned(), by: Some(-by), to: Some(9 - by) }
    }

    fn weighed(cost: i64, facts: &[(&str, i32)]) -> Option<Worth> {
        let facts = facts.iter().map(|(key, rank)| fact(key, *rank)).collect();
        Some(Worth { cost: vec![costs(cost)], facts, ..Worth::default() })
    }

    #[test]
    fn what_is_counted_when_the_turn_ends_is_not_told_as_what_a_way_to_pay_brings() {
        let gains = |by: i64, ends_turn: bool| {
            let gain = vec![Change { what: "points".to_owned(), by: Some(by), to: Some(by) }];
            choice("a", None, Some(Worth { gain, ends_turn, ..Worth::default() }))
        };
        let brought = |one: (i64, bool), other: (i64, bool)| {
            brings(&gains(one.0, one.1), &gains(other.0, other.1))
        };
        assert_eq!(brought((2, false), (5, false)), "points +3");
        assert_eq!(brought((2, true), (5, true)), "points +3");
        assert_eq!(brought((2, false), (5, true)), "");
        assert_eq!(brought((2, true), (5, false)), "");
    }

    /// A choice of a region, perhaps with a god that pays for it.
    fn choice(region: &str, god: Option<&str>, worth: Option<Worth>) -> Offer {
        let of = |slot: &str, value: &str| Part::new(slot, value, value);
        let parts =
            [of("region", region)].into_iter().chain(god.map(|god| of("god", god))).collect();
        let telling = Telling::new("choice", "Choose it");
        let label = Label { group: "Choices".to_owned(), telling };
        Offer { command: Value::Null, then: Vec::new(), label, parts, worth }
    }

    fn of_all(choices: &[Offer]) -> Option<Worth> {
        let unpaid: Vec<Vec<Part>> = choices
            .iter()
            .map(|it| it.parts.iter().filter(|part| part.slot != "god").cloned().collect())
            .collect();
        common(&choices.iter().collect::<Vec<_>>(), &unpaid)
    }

    #[test]
    fn what_is_so_with_one_choice_alone_is_not_said_of_all() {
        let here = choice("1", None, weighed(2, &[("fish", 3), ("task", 0)]));
        let there = choice("2", None, weighed(1, &[("fish", 3), ("task", 1)]));
        let all = of_all(&[here.clone(), there]).expect("both are weighed");
        assert_eq!((all.cost, all.facts), (Vec::new(), vec![fact("fish", 3)]));
        let all = of_all(&[here.clone(), here]).expect("both are weighed");
        assert_eq!((all.cost, all.facts.len()), (vec![costs(2)], 2));
    }

    #[test]
    fn of_another_way_to_pay_only_what_comes_first_is_known() {
        let plain = choice("1", None, weighed(2, &[("fish", 3), ("task", 0)]));
        let paid = choice("1", Some("blue"), None);
        let all = of_all(&[plain, paid]).expect("one is the other, paid otherwise");
        assert_eq!((all.cost, all.facts), (Vec::new(), vec![fact("fish", 3)]));
    }

    #[test]
    fn nothing_is_said_of_what_was_not_weighed_and_is_more_than_another_way_to_pay() {
        let plain = choice("1", None, weighed(2, &[("fish", 3)]));
        assert_eq!(of_all(&[plain, choice("2", Some("blue"), None)]), None);
        assert_eq!(of_all(&[choice("1", None, None)]), None);
    }

    #[test]
    fn the_best_is_named_only_where_all_are_measured_by_the_same() {
        let few = choice("1", None, weighed(1, &[("persons", 2)]));
        let many = choice("2", None, weighed(1, &[("persons", 5)]));
        let regions = choice("3", None, weighed(1, &[("regions", 9)]));
        let unknown = choice("4", None, None);
        assert_eq!(best([&few, &many].into_iter()), Some(&fact("persons", 5)));
        assert_eq!(best([&few, &regions].into_iter()), None);
        assert_eq!(best([&few, &unknown].into_iter()), None);
        // As good in it, and something else besides: nothing tells which is meant.
        let mut other = fact("persons", 5);
        other.words = Telling::new("persons", "five others");
        let worth = Worth { facts: vec![other], ..Worth::default() };
        assert_eq!(best([&many, &choice("5", None, Some(worth))].into_iter()), None);
    }

    #[test]
    fn a_line_is_parted_at_the_answer_and_not_at_a_name_that_reads_like_it() {
        let words =
            Telling::new("bill", "{good} from {owner} on {at}, using up {used}, over {hubs}")
                .with("good", "pottery")
                .with("owner", Seat(1))
                .with("at", "N15")
                .with("used", "N1")
                .with("hubs", "N12");
        let said = |words: &Telling| words.sentence(|_| "N1".to_owned());
        let (before, after) = around(&words, "N1").expect("it is said");
        assert_eq!(said(&before), "pottery from N1 on N15, using up ");
        assert_eq!(said(&after), ", over N12");
        assert!(around(&words, "N2").is_none());
    }
}
