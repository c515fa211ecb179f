//! Answers that may be given before the questions in front of them: a tile before the die that
//! goes there.

use super::choices::Choices;
use super::plan::Address;
use crate::boards::{AnyBoard, Marks, Offered};
use crate::rules::Part;
use crate::rules::offer::Slot;

/// Whether a path has all of these answers somewhere.
pub fn passes_over(parts: &[Part], answers: &[(&str, &str)]) -> bool {
    let has = |(slot, value): &(&str, &str)| {
        parts.iter().any(|part| part.slot == *slot && part.value == *value)
    };
    answers.iter().all(has)
}

/// Two questions that are asked at once: `Which die, and on which tile?`
pub fn both(asked: &str, later: &str) -> String {
    let mut letters = later.chars();
    let first = letters.next().map_or_else(String::new, |first| first.to_lowercase().collect());
    format!("{}, and {first}{}", asked.trim_end_matches('?'), letters.as_str())
}

impl Choices<'_> {
    /// The question that may be answered before the one that is asked.
    pub fn may_come_first(&self) -> Option<&'static Slot> {
        let comes = |slot: &&Slot| {
            let mut later = self.offers.iter().flat_map(|offer| offer.parts.iter().skip(1));
            later.any(|part| part.slot == slot.name)
        };
        let early = self.slots.iter().find(|slot| slot.early);
        early.filter(|_| self.at.is_empty()).filter(comes)
    }

    /// Asks the question first that was answered first, where it may be.
    pub fn ask_as_begun(&mut self, begun: &[(&str, &str)]) {
        let Some((name, _)) = begun.first() else { return };
        let leads = self.offers.iter().any(|offer| passes_over(&offer.parts, &begun[..1]));
        if let Some(slot) = self.slot(name).filter(|slot| slot.early && leads) {
            self.ask_first(slot);
        }
    }

    fn ask_first(&mut self, slot: &Slot) {
        let open = self.offers.iter_mut().map(|offer| &mut offer.parts);
        for parts in open.chain(self.closed.iter_mut().map(|closed| &mut closed.parts)) {
            if let Some(place) = parts.iter().position(|part| part.slot == slot.name) {
                parts[..=place].rotate_right(1);
            }
        }
    }

    /// Marks on what may be chosen before the question that is asked, with the answers to that
    /// which then fit; and on what none of them fits.
    pub fn mark_early(&self, board: &dyn AnyBoard, here: &Address, marks: &mut Marks) {
        let Some(slot) = self.may_come_first() else { return };
        let mut turned = self.clone();
        turned.ask_first(slot);
        for one in turned.next(here).0.iter().filter(|one| one.path[0].slot == slot.name) {
            let fit = turned.fitting(&one.path[..1]);
            let short: Vec<&str> =
                fit.iter().map(|it| it.strip_prefix("the ").unwrap_or(it)).collect();
            let offered = Offered {
                address: one.address.clone(),
                worth: format!("for {}", fit.join("; for ")),
                says: short.join(" · ").replace(" and the ", " and "),
                ..Offered::default()
            };
            for spot in board.spots(self.seat, &one.path[..1]) {
                marks.offered.entry(spot).or_insert_with(|| offered.clone());
            }
        }
        for (part, why) in turned.barred().filter(|(part, _)| part.slot == slot.name) {
            for spot in board.spots(self.seat, std::slice::from_ref(part)) {
                marks.closed.insert(spot, why.clone());
            }
        }
    }

    /// The answers that may follow a path, those together that are paid in the same way only:
    /// `the 1`, `the 4 and the 6 with the Blue God`.
    fn fitting(&self, path: &[Part]) -> Vec<String> {
        let mut fit: Vec<(String, String)> = Vec::new();
        for part in self.after(path).0 {
            let words = self.say(&part.words);
            let (next, whole) = self.after(&[path, &[part]].concat());
            let paid = if whole { String::new() } else { self.ways_to_pay(&next) };
            match fit.iter_mut().find(|(_, other)| !paid.is_empty() && *other == paid) {
                Some((all, _)) => *all = format!("{all} and {words}"),
                None => fit.push((words, paid)),
            }
        }
        fit.sort_by_key(|(_, paid)| !paid.is_empty());
        let said = |(all, paid): (String, String)| format!("{all} {paid}").trim_end().to_owned();
        fit.into_iter().map(said).collect()
    }
}
