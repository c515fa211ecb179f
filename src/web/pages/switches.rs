//! The switches of a choice: how many, how it is paid, all at once or step by step. What is chosen
//! of each stands beside what could be chosen instead, one click away.

use super::choices::Choices;
use super::plan::Address;
use super::shut::Shut;
use super::worth::{adds, brings};
use crate::boards::markup::capital;
use crate::rules::Part;
use crate::rules::erased::Offer;
use crate::rules::offer::{Answered, Slot, begins};

/// The most amounts that stand side by side.
const AMOUNTS: usize = 12;

/// Answers to one question, of which at most one is chosen.
pub struct Switch {
    /// The question.
    slot: &'static str,
    /// What they are about, where their own words do not say it.
    pub label: String,
    /// The answers.
    pub ways: Vec<Way>,
    /// What cannot be answered, though it would help.
    pub shut: Option<Shut>,
}

/// An answer that is one click away.
pub struct Way {
    /// What it is called, and what it brings besides.
    pub words: String,
    /// Where it leads.
    pub address: String,
    /// Whether it is chosen.
    pub chosen: bool,
}

/// What could be done instead, all at once: what it is called, its address, and what it would add
/// to the bill.
pub type Instead = (String, String, String);

/// Whether what is chosen of an answer shows in one of the switches.
pub fn show(switches: &[Switch], part: &Part) -> bool {
    let is_chosen = |switch: &&Switch| switch.ways.iter().any(|way| way.chosen);
    switches.iter().filter(is_chosen).any(|switch| switch.slot == part.slot)
}

/// The answer that a choice gives to a question.
fn answer<'o>(offer: &'o Offer, slot: &str) -> Option<&'o Part> {
    offer.parts.iter().find(|part| part.slot == slot)
}

/// Whether two choices give the same answer to a question, or both none.
fn agree(one: &Offer, other: &Offer, slot: &str) -> bool {
    match (answer(one, slot), answer(other, slot)) {
        (Some(one), Some(other)) => one.answers_like(other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// The choices that differ from one in what they answer to a question, the one without an answer
/// first: of those with the same answer the one that is most like it in all others.
fn each_answer<'a>(
    all: impl Iterator<Item = &'a Offer>,
    offer: &Offer,
    slot: &Slot,
    toggles: &[&Slot],
) -> Vec<&'a Offer> {
    let alike =
        |other: &Offer| toggles.iter().filter(|toggle| agree(offer, other, toggle.name)).count();
    let mut each: Vec<&Offer> = Vec::new();
    for other in all {
        match each.iter_mut().find(|known| agree(known, other, slot.name)) {
            Some(known) if alike(other) > alike(known) => *known = other,
            Some(_) => {}
            None => each.push(other),
        }
    }
    each.sort_by_key(|other| answer(other, slot.name).is_some());
    each
}

impl Choices<'_> {
    fn toggles(&self) -> impl Iterator<Item = &'static Slot> {
        self.slots.iter().filter(|slot| slot.answered == Answered::Toggle)
    }

    /// The switches of a choice that goes on from `here`, and what could be done instead of it.
    pub fn switches(&self, offer: &Offer, here: &Address) -> (Vec<Switch>, Vec<Instead>) {
        let (mut switches, mut instead) = (Vec::new(), Vec::new());
        let toggles: Vec<&Slot> = self.toggles().collect();
        for &slot in &toggles {
            let mut several = each_answer(self.variants_of(offer), offer, slot, &toggles);
            if several.len() < 2 {
                switches.extend(self.shut_switch(offer, slot));
                continue;
            }
            // Of those that are done at once the switch has the first, the list the others.
            let mut at_once = 0;
            several.retain(|other| {
                at_once += usize::from(!other.then.is_empty());
                let stays = other.then.is_empty() || at_once == 1;
                if !stays && *other != offer {
                    let words = answer(other, slot.name).map(|part| self.part(part));
                    let address = here.with(&other.parts).to_string();
                    instead.push((words.unwrap_or_default(), address, adds(offer, other)));
                }
                stays
            });
            switches.push(self.switch(offer, slot, &several, here));
        }
        (switches, instead)
    }

    fn switch(&self, offer: &Offer, slot: &Slot, several: &[&Offer], here: &Address) -> Switch {
        let said = |other: &&Offer| answer(other, slot.name).map(|part| self.say(&part.words));
        let own = |words: &str| words.strip_prefix(slot.with).map(str::to_owned);
        let named = several.iter().filter_map(said).all(|words| own(&words).is_some());
        // What another answer brings is measured where nothing else differs.
        let rest = |one: &Offer, other: &Offer| {
            self.toggles().all(|it| it.name == slot.name || agree(one, other, it.name))
        };
        let bare = several.iter().find(|other| said(other).is_none() && other.then.is_empty());
        let ways = several.iter().map(|other| {
            let words = said(other).map_or(slot.answers.to_owned(), |words| match named {
                true => own(&words).unwrap_or_default(),
                false => words,
            });
            let plain = bare.filter(|plain| other.then.is_empty() && rest(plain, other));
            let more = plain.map_or(String::new(), |plain| brings(plain, other));
            let colon = if more.is_empty() { "" } else { ": " };
            Way {
                words: format!("{}{colon}{more}", capital(words.trim())),
                address: here.with(&other.parts).to_string(),
                chosen: *other == offer,
            }
        });
        let ways = ways.collect();
        let label = if named { capital(slot.with) } else { String::new() };
        Switch { slot: slot.name, label, ways, shut: None }
    }

    /// What a question about a choice cannot be answered with, and why: a god who cannot be paid.
    fn shut_switch(&self, offer: &Offer, slot: &Slot) -> Option<Switch> {
        let plain = self.without_toggles(&offer.parts);
        let closed = self.closed.iter().find(|closed| {
            let other = self.without_toggles(&closed.parts);
            closed.parts.last().is_some_and(|last| last.slot == slot.name)
                && other.len() == plain.len()
                && begins(&other, &plain)
        })?;
        let shut = Shut { words: capital(slot.with), why: closed.words.clone() };
        Some(Switch { slot: slot.name, label: String::new(), ways: Vec::new(), shut: Some(shut) })
    }

    /// The amount of a choice that goes on from `here`, among others.
    pub fn amounts_of(&self, offer: &Offer, here: &Address) -> Option<Switch> {
        let place = offer.parts.iter().position(|part| self.is_amount(part))?;
        let slot = self.slot(&offer.parts[place].slot)?;
        let is_it = |other: &Offer| other.command == offer.command;
        let all = self.amounts(&offer.parts[..place]);
        let at = all.iter().position(|(_, other)| is_it(other)).unwrap_or_default();
        let first = at.saturating_sub(AMOUNTS / 2).min(all.len().saturating_sub(AMOUNTS));
        let ways = all.into_iter().skip(first).take(AMOUNTS).map(|(words, other)| Way {
            words,
            address: here.with(&other.parts).to_string(),
            chosen: is_it(other),
        });
        let (label, ways) = (slot.answers.to_owned(), ways.collect());
        Some(Switch { slot: slot.name, label, ways, shut: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Label, Telling};
    use serde_json::json;

    const SLOTS: [Slot; 3] = [
        Slot::toggle("orange", "How many?", "none", "with tiles"),
        Slot::toggle("blue", "Blue?", "not called", "with the Blue God"),
        Slot::toggle("white", "White?", "not called", "with the White God"),
    ];

    /// A choice with so many orange tiles and the gods paid in one of three ways, 0 for none.
    fn paid(of: [u8; 3]) -> Offer {
        let answered = SLOTS.iter().zip(of).filter(|(_, value)| *value > 0);
        let parts = answered.map(|(slot, value)| Part::new(slot.name, value.to_string(), "so"));
        let telling = Telling::new("choice", "Choose it");
        let label = Label { group: "Choices".to_owned(), telling };
        let command = json!(of);
        Offer { command, then: Vec::new(), label, parts: parts.collect(), worth: None }
    }

    #[test]
    fn one_switch_after_the_other_leads_to_every_way_to_pay_that_there_is() {
        let each = || (0..4).flat_map(|a| (0..4).flat_map(move |b| (0..4).map(move |c| [a, b, c])));
        // The gods' last ways are both the one tile, which pays once; and one tile is too few.
        let offers: Vec<Offer> =
            each().filter(|&[a, b, c]| (b, c) != (3, 3) && a != 1).map(paid).collect();
        assert_eq!(offers.len(), 45);
        let toggles: Vec<&Slot> = SLOTS.iter().collect();
        for from in &offers {
            let mut reached = vec![from];
            let mut at = 0;
            while let Some(offer) = reached.get(at).copied() {
                for slot in &SLOTS {
                    let ways = each_answer(offers.iter(), offer, slot, &toggles);
                    assert!(ways.contains(&offer), "what is chosen is one of the ways");
                    assert!(ways.len() < 5);
                    reached.extend(ways);
                    let mut known = Vec::new();
                    reached.retain(|one| {
                        let new = !known.contains(one);
                        known.push(one);
                        new
                    });
                }
                at += 1;
            }
            assert_eq!(reached.len(), offers.len());
        }
    }
}
