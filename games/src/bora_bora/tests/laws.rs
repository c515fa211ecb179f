//! Random whole matches obey the laws, for every number of seats.

use super::super::BoraBora;
use super::super::command::{Command, Config};
use super::super::decide::reach;
use super::super::event::{Event, Step};
use super::super::facts::facts;
use super::super::pieces::Material;
use super::super::state::State;
use crate::rules::playtest::{Closeness, matches_a_table, nonsense_is_refused, whole_match};
use crate::rules::{Game, Seat};
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
