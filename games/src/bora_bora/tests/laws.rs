//! Random whole matches obey the laws, for every number of seats.

use super::super::BoraBora;
use super::super::closed::closed;
use super::super::command::{Command, Config};
use super::super::decide::reach;
use super::super::event::{Event, Step};
use super::super::facts::facts;
use super::super::legal::candidates;
use super::super::offer::parts;
use super::super::pieces::{Material, Means};
use super::super::state::State;
use crate::rules::chance::Seeded;
use crate::rules::offer::begins;
use crate::rules::playtest::{Closeness, matches_a_table, nonsense_is_refused, whole_match};
use crate::rules::{Closed, Draft, Game, Part, Refusal, Seat};
use std::collections::BTreeMap;

const OPTIONS: [Config; 2] = [Config { orange_tiles: false }, Config { orange_tiles: true }];

#[test]
fn every_law_holds_at_every_step_of_a_few_matches() {
    for seats in 2..=4 {
        for config in &OPTIONS {
            whole_match::<BoraBora>(config, seats, seats as u64, Closeness::FULL);
        }
    }
}

#[test]
fn every_law_holds_now_and_then_in_many_matches() {
    for seed in 0..240 {
        let config = &OPTIONS[seed as usize % 2];
        whole_match::<BoraBora>(config, 2 + seed as usize % 3, seed, Closeness::SAMPLED);
    }
}

#[test]
fn thousands_of_matches_end_and_conserve_every_piece() {
    for seed in 1_000..1_000 + 6 * matches_a_table(500) {
        let config = &OPTIONS[seed as usize % 2];
        whole_match::<BoraBora>(config, 2 + seed as usize % 3, seed, Closeness::FAST);
    }
}

#[test]
fn bent_commands_are_refused_and_never_panic() {
    for seed in 0..60 {
        let config = &OPTIONS[seed as usize % 2];
        nonsense_is_refused::<BoraBora>(config, 2 + seed as usize % 3, seed);
    }
}

/// A law that no match ever touches is not tested: every kind of command and
/// event, every god by every means and every type of person occurs.
#[test]
fn random_matches_reach_every_command_event_god_and_person() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..600 {
        let config = &OPTIONS[seed as usize % 2];
        let played = whole_match::<BoraBora>(config, 2 + seed as usize % 3, seed, Closeness::FAST);
        for (_, command, events) in &played.steps {
            let json = serde_json::to_value(command).unwrap();
            *seen.entry(format!("command {}", json["type"])).or_default() += 1;
            for event in events {
                let json = serde_json::to_value(event).unwrap();
                let kind = json["type"].as_str().unwrap().to_owned();
                let detail = match kind.as_str() {
                    "god_played" => format!("{} {}", json["god"], means(&json["means"])),
                    "persons_used" => format!("{} {}", json["gender"], json["effect"]),
                    "awaited" => match &json["step"] {
                        serde_json::Value::String(step) => step.clone(),
                        step => step.as_object().unwrap().keys().next().unwrap().clone(),
                    },
                    _ => String::new(),
                };
                *seen.entry(format!("event {kind} {detail}")).or_default() += 1;
            }
        }
    }
    let kinds = |prefix: &str| seen.keys().filter(|key| key.starts_with(prefix)).count();
    assert_eq!(kinds("command "), 22, "{seen:#?}");
    assert_eq!(kinds("event god_played "), 15, "{seen:#?}");
    assert_eq!(kinds("event persons_used "), 24, "{seen:#?}");
    assert_eq!(kinds("event awaited "), 18, "{seen:#?}");
    let plain: std::collections::BTreeSet<_> = seen
        .keys()
        .filter(|key| key.starts_with("event "))
        .map(|key| key.split(' ').nth(1))
        .collect();
    // All 33 kinds but the shuffling of played cards, which has a tale of its own.
    assert_eq!(plain.len(), 32, "{plain:#?}");
}

fn means(json: &serde_json::Value) -> &str {
    match json {
        serde_json::Value::String(word) => word,
        _ => "pair",
    }
}

/// One step of a match, with the states around it.
pub struct Taken {
    pub seat: Seat,
    pub command: Command,
    pub events: Vec<Event>,
    pub before: State,
    pub after: State,
}

/// A whole random match, step by step.
pub fn steps(seed: u64) -> Vec<Taken> {
    let seats = 2 + seed as usize % 3;
    let played = whole_match::<BoraBora>(&OPTIONS[0], seats, seed, Closeness::FAST);
    let mut after = BoraBora::begin(&played.setup);
    let taken = played.steps.into_iter().map(|(seat, command, events)| {
        let before = after.clone();
        events.iter().for_each(|event| BoraBora::evolve(&mut after, event));
        Taken { seat, command, events, before, after: after.clone() }
    });
    taken.collect()
}

/// What settling a region is said to bring is what it brings, and no lower path leads there.
#[test]
fn a_region_brings_the_good_the_fish_and_the_path_that_are_told() {
    let mut met = [0, 0];
    for seed in 0..12 {
        for Taken { seat, command, before, after: state, .. } in &steps(seed) {
            let (Command::SettleFirst { region, .. } | Command::Settle { region, .. }) = command
            else {
                continue;
            };
            let said = facts(before, state, *seat, std::slice::from_ref(command));
            let said = said[0].words.sentence(|seat| format!("{seat:?}"));
            let good = region.material().map_or("offering", Material::word);
            assert!(said.starts_with(good), "{said}");
            let at = *region as usize;
            assert_eq!(state.building_space[at], Some(*seat), "{said}");
            assert!(said.contains(&format!(", fish {}", before.fish[at].value)), "{said}");
            let aside = before.building_space[at].map(|owner| format!(", {owner:?} moves aside"));
            assert_eq!(aside.is_some(), said.contains("aside"), "{said}");
            let said = said.strip_suffix(aside.as_deref().unwrap_or_default()).expect("who");
            if let Step::Settle { path, limit, .. } = before.step {
                let told = said.rsplit_once(", path ").expect("a path").1;
                let value: u8 = told.parse().expect("a number");
                let there = |limit| reach::regions(before, *seat, path, limit).contains(region);
                assert!(value <= limit && there(value) && !there(value - 1), "{said}");
            }
            met[usize::from(aside.is_some())] += 1;
        }
    }
    assert!(met.iter().all(|&met| met > 5), "{met:?}");
}

/// Whose priest is said to fall off the temple is the one who does (rulebook, Temple).
#[test]
fn a_priest_pushes_out_whom_it_is_said_to_push_out() {
    let mut met = BTreeMap::new();
    for seed in 0..30 {
        for Taken { seat, command, events, before, after: state } in &steps(seed) {
            let placed = events.iter().find_map(|event| match event {
                Event::PriestPlaced { fallen, .. } => Some(*fallen),
                _ => None,
            });
            let Some(fallen) = placed else { continue };
            let said = facts(before, state, *seat, std::slice::from_ref(command));
            let said = said[0].words.sentence(|seat| format!("{seat:?}"));
            let happened = match fallen {
                None => "nobody falls off".to_owned(),
                Some(own) if own == *seat => "a priest of your own falls off".to_owned(),
                Some(other) => format!("a priest of {other:?} falls off"),
            };
            assert_eq!(said, happened);
            *met.entry(fallen.map(|fallen| fallen == *seat)).or_insert(0) += 1;
        }
    }
    assert!(met.len() == 3 && met.values().all(|&met| met > 3), "{met:?}");
}

/// What is closed is refused with the words that are told of it, however it is tried.
#[test]
fn what_is_closed_is_refused_with_the_words_that_are_told() {
    let mut met = BTreeMap::new();
    for Taken { seat, before: state, .. } in (0..40).flat_map(steps) {
        let closed = closed(&state, seat);
        if closed.is_empty() {
            continue;
        }
        let refusal = |command: &Command| {
            let mut draft = Draft::<BoraBora>::new(state.clone());
            BoraBora::decide(&mut draft, seat, command, &mut Seeded::new(1)).err()
        };
        let tried = conceivable(&state, seat).into_iter();
        let tried: Vec<_> =
            tried.map(|command| (parts(&state, seat, &command), refusal(&command))).collect();
        for Closed { parts, code, words } in closed {
            let mut below = tried.iter().filter(|(path, _)| begins(path, &parts));
            assert!(below.clone().all(|(_, refusal)| refusal.is_some()), "{parts:?}");
            let told = |(_, refusal): &(Vec<Part>, Option<Refusal>)| {
                refusal.as_ref().is_some_and(|it| it.code == code && it.message == words)
            };
            assert!(below.any(told), "{parts:?}: {words}");
            *met.entry((parts[parts.len() - 1].slot.clone(), code)).or_insert(0) += 1;
        }
    }
    let met = |slot: &str, code: &str| met.contains_key(&(slot.to_owned(), code.to_owned()));
    for (slot, code) in [
        ("tile", "die_not_lower"),
        ("tile", "action_impossible"),
        ("white", "no_such_cards"),
        ("region", "out_of_reach"),
        ("region", "settled_already"),
        ("region", "no_one_fish"),
        ("red", "no_such_cards"),
        ("person", "too_high"),
        ("helper", "shifted_already"),
        ("helper", "too_few_points"),
        ("space", "too_high"),
        ("building", "built_already"),
        ("building", "too_high"),
        ("persons", "action_impossible"),
        ("persons", "one_type_only"),
        ("green", "no_such_cards"),
        ("jewelry", "too_few_shells"),
        ("task", "task_not_fulfilled"),
        ("task", "must_complete"),
        ("yellow", "no_such_cards"),
    ] {
        assert!(met(slot, code), "no {slot} is ever closed by {code}");
    }
}

/// All that is tried in a step, and the same with the card of each god.
fn conceivable(state: &State, seat: Seat) -> Vec<Command> {
    let card = Some(Means::Card);
    let all = candidates(state, seat);
    let with_gods = all.clone().into_iter().flat_map(|command| match command {
        Command::PlaceDie { die, action, orange, blue, .. } => {
            vec![Command::PlaceDie { die, action, orange, blue, white: card }]
        }
        Command::Settle { region, hut, .. } => vec![Command::Settle { region, hut, red: card }],
        Command::UsePersons { gender, effect, .. } => {
            vec![Command::UsePersons { gender, effect, green: card }]
        }
        Command::CompleteTask { task, .. } => vec![Command::CompleteTask { task, yellow: card }],
        _ => Vec::new(),
    });
    with_gods.chain(all).collect()
}
