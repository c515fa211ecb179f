//! The laws of offers, which the play-tests check in random positions.
//!
//! 1. Each path answers declared questions; no two choices have the same path.
//! 2. Where paths part ways, they answer the same question; toggles come last, in the order
//!    in which they are declared, and may be left out.
//! 3. What is chosen together is legal step by step, and only its last step reveals.
//! 4. What a choice is said to be worth is what happens, whatever chance and the hidden
//!    things turn out to be; what it is not said to change stays as it is. The facts about
//!    it are those of the real match, and none where it reveals.
//!    No two bundles hold the same commands, and the label of one ends with its last answer.
//! 5. Nothing hidden shows: the same is offered when all that the seat cannot know is dealt
//!    anew.
//! 6. What is closed begins no path to a choice, and says why.
//! 7. What a seat holds, it knows: it is the same when all that it cannot know is dealt anew.
//! 8. A seat that tries a turn while it waits is awaited alone; every command is accepted and
//!    all these laws hold then, and nothing hidden shows.

use super::chance::Seeded;
use super::offer::{Choice, Weighed, begins, holdings, weigh};
use super::*;
use std::collections::{BTreeMap, BTreeSet};

/// Checks the laws for an awaited seat; panics with seed and step where one is broken.
pub fn laws<G: Game>(state: &G::State, seat: Seat, seed: u64, step: usize) {
    let place = format!("seed {seed} step {step}: {seat}");
    let weighed = weigh::<G>(state, seat, &|_| true);
    let single = weighed.choices.iter().filter(|choice| choice.commands.len() == 1);
    assert_eq!(
        single.count(),
        G::legal(state, seat).len(),
        "{place}: a legal command is not offered"
    );
    paths_lead_apart::<G>(&weighed, &place);
    for choice in &weighed.choices {
        worth_is_what_happens::<G>(state, seat, choice, seed, &place);
    }
    bundles_differ(&weighed, &place);
    for closed in &weighed.closed {
        assert!(!closed.code.is_empty() && !closed.words.is_empty(), "{place}: {closed:?}");
        let open = weighed.choices.iter().find(|choice| begins(&choice.parts, &closed.parts));
        assert!(open.is_none(), "{place}: {closed:?} is open: {open:?}");
    }
    let mut other = state.clone();
    G::scramble(&mut other, Viewer::Seat(seat), &mut Seeded::new(seed ^ 0x0ffe));
    assert_eq!(
        weighed,
        weigh::<G>(&other, seat, &|_| true),
        "{place}: an offer shows what is hidden"
    );
}

/// Checks the laws for one of the seats that wait, which tries a turn; panics with seed and
/// step where one is broken.
pub fn a_turn_can_be_tried<G: Game>(state: &G::State, awaited: &[Seat], seed: u64, step: usize) {
    let seats = G::score(state).count();
    let mut others = Seat::all(seats).chain(Seat::all(seats)).skip(step % seats);
    let Some(seat) = others.find(|seat| !awaited.contains(seat)) else { return };
    let mut other = state.clone();
    G::scramble(&mut other, Viewer::Seat(seat), &mut Seeded::new(seed ^ step as u64));
    let [tried, other] = [state, &other].map(|state| G::as_if_turn(state, seat));
    let (Some(tried), Some(other)) = (&tried, &other) else {
        assert_eq!(tried, other, "seed {seed} step {step}: whether {seat} has a turn leaks");
        return;
    };
    let awaited = [seat];
    assert_eq!(G::turn(tried), Turn::Awaiting(awaited.to_vec()), "seed {seed} step {step}");
    let [legal, same] = [tried, other].map(|state| G::legal(state, seat));
    assert!(!legal.is_empty(), "seed {seed} step {step}: {seat} tries a turn without a choice");
    assert_eq!(legal, same, "seed {seed} step {step}: a tried turn leaks to {seat}");
    super::playtest::every_command_is_accepted::<G>(tried, seats, &awaited, seed, step);
    laws::<G>(tried, seat, seed, step);
}

fn slot<G: Game>(part: &Part, place: &str) -> (usize, &'static Slot) {
    let found = G::SLOTS.iter().enumerate().find(|(_, slot)| slot.name == part.slot);
    found.unwrap_or_else(|| panic!("{place}: no slot is declared for {part:?}"))
}

fn paths_lead_apart<G: Game>(weighed: &Weighed<G::Command>, place: &str) {
    let mut paths = BTreeSet::new();
    for Choice { parts, commands, .. } in &weighed.choices {
        assert!(!parts.is_empty(), "{place}: no path leads to {commands:?}");
        let path: Vec<(&str, &str)> =
            parts.iter().map(|part| (part.slot.as_str(), part.value.as_str())).collect();
        // As addresses read them.
        let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"_-".contains(&byte);
        let plain = |text: &str| !text.is_empty() && text.bytes().all(fits);
        assert!(path.iter().all(|(slot, value)| plain(slot) && plain(value)), "{place}: {path:?}");
        assert!(parts.iter().all(|part| !part.words.template.is_empty()), "{place}: {parts:?}");
        assert!(paths.insert(path), "{place}: two choices have the path {parts:?}");
        let mut last = None;
        for part in parts {
            let (at, slot) = slot::<G>(part, place);
            if slot.answered == Answered::Toggle {
                assert!(last < Some(at), "{place}: toggles are out of order in {parts:?}");
                last = Some(at);
            } else {
                assert!(last.is_none(), "{place}: a toggle stands before {part:?}");
            }
        }
    }
    // By the beginning of a path: the question that comes next, unless a toggle does.
    let mut next: BTreeMap<Vec<(&str, &str)>, &str> = BTreeMap::new();
    for Choice { parts, .. } in &weighed.choices {
        let mut begun = Vec::new();
        for part in parts {
            if slot::<G>(part, place).1.answered != Answered::Toggle {
                let asked = *next.entry(begun.clone()).or_insert(&part.slot);
                assert_eq!(asked, part.slot, "{place}: two questions follow {begun:?}");
            }
            begun.push((&part.slot, &part.value));
        }
    }
    for path in &paths {
        assert!(!next.contains_key(path), "{place}: the choice {path:?} goes on with a question");
    }
}

fn bundles_differ<C: PartialEq + std::fmt::Debug>(weighed: &Weighed<C>, place: &str) {
    let bundles: Vec<&Choice<C>> =
        weighed.choices.iter().filter(|choice| choice.commands.len() > 1).collect();
    for (at, bundle) in bundles.iter().enumerate() {
        let same = bundles[..at].iter().find(|other| {
            let has = |command| bundle.commands.contains(command);
            other.commands.len() == bundle.commands.len() && other.commands.iter().all(has)
        });
        assert!(same.is_none(), "{place}: {bundle:?} is {same:?}");
        let last = bundle.parts.last().expect("a path").words.sentence(|seat| seat.to_string());
        let label = bundle.label.telling.sentence(|seat| seat.to_string());
        assert!(label.ends_with(&last), "{place}: {label} does not end with {last}");
    }
}

fn worth_is_what_happens<G: Game>(
    state: &G::State,
    seat: Seat,
    choice: &Choice<G::Command>,
    seed: u64,
    place: &str,
) {
    let worth = choice.worth.as_ref().expect("it was asked for");
    let mut after = state.clone();
    let mut chance = Seeded::new(seed);
    let mut unshown = None;
    for command in &choice.commands {
        assert!(unshown.is_none(), "{place}: {choice:?} goes on after something hidden was shown");
        assert!(G::legal(&after, seat).contains(command), "{place}: {choice:?} is not legal");
        let mut draft = Draft::<G>::new(after.clone());
        G::decide(&mut draft, seat, command, &mut chance)
            .unwrap_or_else(|refusal| panic!("{place}: {choice:?} is refused: {refusal:?}"));
        for event in draft.finish().1 {
            if unshown.is_none() && G::reveals(&after, &event) {
                unshown = Some(after.clone());
            }
            G::evolve(&mut after, &event);
        }
    }
    assert_eq!(unshown.is_some(), worth.reveals, "{place}: {choice:?}");
    let leads_to = unshown.as_ref().unwrap_or(&after);
    let facts = G::facts(state, leads_to, seat, &choice.commands);
    assert_eq!(facts, worth.facts, "{place}: {choice:?}");
    let changes = || worth.cost.iter().chain(&worth.gain);
    for (before, after) in holdings::<G>(state, seat).iter().zip(holdings::<G>(&after, seat)) {
        let by = after.amount - before.amount;
        match changes().find(|change| change.what == before.what) {
            None => assert_eq!(by, 0, "{place}: {choice:?} changes {}", before.what),
            Some(change) => {
                let said = change.by.is_none_or(|said| said == by);
                let reached = change.to.is_none_or(|to| to == after.amount);
                assert!(said && reached, "{place}: {choice:?} changes {} by {by}", before.what);
            }
        }
    }
}
