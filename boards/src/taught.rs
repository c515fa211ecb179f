//! The law of lessons: each kind of decision is introduced once, in two sentences at most, unless
//! it explains itself.

use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::{Game, Part};
use crate::{Board, Lesson};
use std::collections::BTreeSet;

/// Checks it over random matches with these options; `explains_itself` names what needs no lesson,
/// as [`Lesson::answers`] does.
pub fn every_decision_is_taught<B: Board>(
    board: &B,
    options: &[<B::Game as Game>::Config],
    explains_itself: &[&'static str],
) {
    let lessons = board.lessons();
    for lesson in lessons {
        let sentences = lesson.text.split(['.', '?', '!']).filter(|it| !it.trim().is_empty());
        assert!(sentences.count() <= 2, "more than two sentences: {}", lesson.text);
    }
    let plain = explains_itself.iter().map(|&name| Lesson::new(name, "", ""));
    let plain: Vec<Lesson> = plain.collect();
    let mut told = BTreeSet::new();
    for part in decisions::<B::Game>(options) {
        let about = |all: &[Lesson]| -> Vec<&'static str> {
            all.iter().filter(|lesson| lesson.is_about(&part)).map(|lesson| lesson.name).collect()
        };
        let (taught, known) = (about(lessons), about(&plain));
        assert!(taught.is_empty() != known.is_empty(), "{part:?}: {taught:?} {known:?}");
        told.extend(taught.into_iter().chain(known));
    }
    let all = lessons.iter().chain(&plain).map(|lesson| lesson.name);
    assert_eq!(told.len(), all.clone().count(), "each has a name of its own");
    assert_eq!(told, all.collect(), "what is told, and what there is to tell");
}

/// One part of each kind that is offered in some random matches.
fn decisions<G: Game>(options: &[G::Config]) -> Vec<Part> {
    let mut met: Vec<Part> = Vec::new();
    let seats = usize::from(*G::INFO.seats.start())..=usize::from(*G::INFO.seats.end());
    let tables = seats.flat_map(|seats| options.iter().map(move |config| (seats, config)));
    for (seed, (seats, config)) in tables.enumerate().flat_map(|(at, it)| [(at, it), (at + 50, it)])
    {
        let played = whole_match::<G>(config, seats, seed as u64, Closeness::FAST);
        let mut state = G::begin(&played.setup);
        for (seat, _, events) in &played.steps {
            let single = G::legal(&state, *seat).into_iter();
            let single = single.map(|command| G::parts(&state, *seat, &command));
            let paths = single.chain(G::bundles(&state, *seat).into_iter().map(|(_, path)| path));
            for part in paths.flatten() {
                if !met.iter().any(|known| known.answers_like(&part)) {
                    met.push(part);
                }
            }
            events.iter().for_each(|event| G::evolve(&mut state, event));
        }
    }
    met
}
