//! Answers that may be given before the questions in front of them: a tile before the die that
//! goes there.

use super::choices::Choices;
use super::plan::Address;
use crate::boards::markup::{either, small};
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
    format!("{}, and {}", asked.trim_end_matches('?'), small(later))
}

/// Answers that fit, and how they are paid.
struct Fitting {
    answers: Vec<String>,
    /// Empty where nothing has to be paid.
    paid: String,
}

impl Choices<'_> {
    /// The question that may be answered before the one that is asked.
    pub fn may_come_first(&self) -> Option<&'static Slot> {
        let early = self.slots.iter().find(|slot| slot.early && self.at.is_empty())?;
        let open = self.offers.iter().map(|offer| &offer.parts);
        let mut all = open.chain(self.closed.iter().map(|closed| &closed.parts));
        all.any(|parts| parts.iter().skip(1).any(|part| part.slot == early.name)).then_some(early)
    }

    /// Asks the question first that was answered first, where it may be.
    pub fn ask_as_begun(&mut self, begun: &[(&str, &str)]) {
        let Some((name, _)) = begun.first() else { return };
        if self.offers.iter().any(|offer| passes_over(&offer.parts, &begun[..1])) {
            self.ask_by(name);
        }
    }

    /// Asks the question of this name first, if it may be.
    pub fn ask_by(&mut self, name: &str) {
        let Some(slot) = self.slot(name).filter(|slot| slot.early) else { return };
        self.by = Some(slot);
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
        turned.ask_by(slot.name);
        for one in turned.next(here).0.iter().filter(|one| one.path[0].slot == slot.name) {
            let fit = turned.fitting(&one.path[..1]);
            let all = |said: &dyn Fn(&Fitting) -> String| fit.iter().map(said).collect::<Vec<_>>();
            let offered = Offered {
                address: one.address.clone(),
                worth: all(&|it| format!("for {}", it.said())).join("; "),
                says: all(&Fitting::briefly).join(" · "),
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

    /// The answers that may follow a path, those together that are paid in the same way only; those
    /// that need not be paid come first.
    fn fitting(&self, path: &[Part]) -> Vec<Fitting> {
        let mut fit: Vec<Fitting> = Vec::new();
        for part in self.after(path).0 {
            let answer = self.say(&part.words);
            let begun = [path, &[part]].concat();
            let (next, whole) = self.after(&begun);
            let paid = if whole { String::new() } else { self.must_pay(&begun, &next) };
            match fit.iter_mut().find(|other| !paid.is_empty() && other.paid == paid) {
                Some(other) => other.answers.push(answer),
                None => fit.push(Fitting { answers: vec![answer], paid }),
            }
        }
        fit.sort_by_key(|it| !it.paid.is_empty());
        fit
    }
}

impl Fitting {
    /// `the 4 or the 1 with the Blue God`.
    fn said(&self) -> String {
        format!("{} {}", either(&self.answers), self.paid).trim_end().to_owned()
    }

    /// `4 or 1 with the Blue God`, to stand on a thing.
    fn briefly(&self) -> String {
        let bare = |answer: &String| answer.trim_start_matches("the ").to_owned();
        let answers = self.answers.iter().map(bare).collect();
        Fitting { answers, paid: self.paid.clone() }.said()
    }
}
