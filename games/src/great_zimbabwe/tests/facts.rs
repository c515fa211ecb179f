//! What is said of a choice is so: over random matches.

use super::super::GreatZimbabwe;
use super::super::command::Command;
use super::super::event::Event;
use super::super::facts::facts;
use super::super::pieces::Craft;
use super::super::ritual::{Need, Ritual};
use super::super::setup::Config;
use super::super::state::{Phase, State};
use super::super::tables::MAX_LEVEL;
use super::drawn::*;
use crate::rules::playtest::{Closeness, whole_match};
use crate::rules::{Draft, Game, Seat};
use std::collections::BTreeMap;

/// One step of a match, with the states around it and what was said of it.
struct Taken {
    seat: Seat,
    command: Command,
    events: Vec<Event>,
    before: State,
    after: State,
    said: BTreeMap<String, String>,
}

/// Every step of some random matches.
fn steps(seeds: u64) -> impl Iterator<Item = Taken> {
    (0..seeds).flat_map(|seed| {
        let seats = 2 + seed as usize % 4;
        let played = whole_match::<GreatZimbabwe>(&Config::default(), seats, seed, Closeness::FAST);
        let mut after = GreatZimbabwe::begin(&played.setup);
        played.steps.into_iter().map(move |(seat, command, events)| {
            let before = after.clone();
            events.iter().for_each(|event| GreatZimbabwe::evolve(&mut after, event));
            let said = facts(&before, seat, std::slice::from_ref(&command)).into_iter();
            let said = said.map(|fact| (fact.key, fact.words.sentence(|seat| format!("{seat:?}"))));
            Taken { seat, command, events, said: said.collect(), before, after: after.clone() }
        })
    })
}

fn decided(state: State, seat: Seat, command: &Command) -> State {
    let mut draft = Draft::<GreatZimbabwe>::new(state);
    super::super::decide::decide(&mut draft, seat, command).expect("it may be done");
    draft.finish().0
}

/// How many monuments of others have a way to raise them that pays these craftsmen, found by going
/// through all ways to raise each of them.
fn buyers(state: &State, seat: Seat, pays: &dyn Fn(usize) -> bool) -> usize {
    let others = state.monuments.iter().filter(|one| one.owner != seat && one.level < MAX_LEVEL);
    let buys = others.filter(|one| {
        let need = Need { monument: one.at, goods: 1, families: vec![], waiting: None };
        let ways = Ritual::new(state, one.owner).other_ways(&need, &[], u16::MAX);
        ways.iter().flat_map(|(_, way)| way).any(|bought| pays(bought.craftsman))
    });
    buys.count()
}

#[test]
fn a_new_price_is_told_with_the_old_one_and_with_those_who_could_buy() {
    let mut met = BTreeMap::new();
    for Taken { seat, command, before, after, said, .. } in steps(60) {
        let (Command::RaisePrice { technology, .. } | Command::ChangePrice { technology, .. }) =
            command
        else {
            continue;
        };
        let price = |state: &State| {
            state.boards[seat].technologies[technology.index()].expect("a card").price
        };
        assert_eq!(said["price"], format!("price {} → {}", price(&before), price(&after)));
        let pays = |at: usize| {
            let one = &before.craftsmen[at];
            one.owner == seat && one.craft == technology
        };
        let count = buyers(&before, seat, &pays);
        let told = match count {
            0 => "no monument of others can buy it".to_owned(),
            1 => "1 monument of others can buy it, ".to_owned(),
            _ => format!("{count} monuments of others can buy it, "),
        };
        assert!(said["buyers"].starts_with(&told), "{said:?} {count}");
        *met.entry(count).or_insert(0) += 1;
    }
    assert!(met.len() > 8 && met[&0] > 5, "{met:?}");
}

#[test]
fn of_those_who_could_buy_those_near_are_told() {
    let told = |position: Position| {
        let raised = Command::RaisePrice { technology: Craft::Potter, price: 3 };
        let said = facts(&position.state(), ANNA, &[raised]).into_iter();
        said.map(|fact| fact.words.sentence(|seat| seat.to_string())).collect::<Vec<_>>()
    };
    let near = |level: u8| {
        drawn(3, &["..C.......", ".........."])
            .craftsman(ANNA, Craft::Potter, "A1")
            .monument(BERT, "C2", level)
            .monument(CARA, "F2", 1)
    };
    let position = || near(1);
    let both = "2 monuments of others can buy it, 1 without a hub";
    assert_eq!(told(position()), ["price 1 → 3", both]);
    let whole = position().monument(BERT, "A2", MAX_LEVEL);
    assert_eq!(told(whole)[1], both, "no more can be done for a monument of the highest level");
    assert_eq!(told(near(MAX_LEVEL))[1], "1 monument of others can buy it, but not without a hub");
    let none = "no monument of others can buy it";
    assert_eq!(told(position().used("C1", 1))[1], none, "no clay is left");
}

#[test]
fn rain_joins_as_many_waters_as_are_told() {
    let mut met = [0; 3];
    for Taken { command, before, after, said, .. } in steps(60) {
        let Command::UseRainCeremony { .. } = command else { continue };
        let joined = before.land.areas().len() + 1 - after.land.areas().len();
        let told = match joined {
            0 => "touches no other water".to_owned(),
            1 => "adds to one water".to_owned(),
            _ => format!("joins {joined} waters"),
        };
        assert_eq!(said["waters"], told);
        met[joined.min(2)] += 1;
    }
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

#[test]
fn who_gives_most_plays_first_with_the_cattle_that_are_told() {
    let mut met = [0; 2];
    for Taken { seat, command, events, before, said, .. } in steps(8) {
        let Some(Event::GiftGiven { cattle, from_stock, .. }) = events.first() else { continue };
        let left = before.boards[seat].cattle - (cattle - from_stock);
        let mut state = decided(before, seat, &command);
        let ended = !matches!(state.phase, Phase::Kings(_));
        while let Phase::Kings(bidding) = &state.phase {
            let asked = bidding.asked.expect("the phase goes on");
            assert_ne!(asked, seat);
            state = decided(state, asked, &Command::Pass {});
        }
        assert_eq!(state.order[0], seat);
        let taken = state.boards[seat].cattle - left;
        let told = match ended {
            true => format!("{taken} back to you at once: nobody can give more"),
            false => format!("{taken} back to you if all others pass"),
        };
        assert_eq!(said["first"], told);
        met[usize::from(ended)] += 1;
    }
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

#[test]
fn who_is_next_is_told_before_a_turn_ends() {
    let mut met = [0; 2];
    for Taken { events, said, .. } in steps(4) {
        let Some(Event::TurnEnded { next, .. }) = events.first() else { continue };
        let told = match next {
            Some(next) => format!("{next:?} is next"),
            None => "this ends the round".to_owned(),
        };
        assert_eq!(said["next"], told);
        met[usize::from(next.is_some())] += 1;
    }
    assert!(met.iter().all(|&met| met > 20), "{met:?}");
}

#[test]
fn cattle_for_a_specialist_come_back_as_told() {
    let mut met = BTreeMap::new();
    for Taken { seat, command, before, after, said, .. } in steps(40) {
        let kind = match command {
            Command::UseHerd { cattle } => cattle,
            Command::UseBuilder {} => 100,
            Command::UseNomads {} => 101,
            _ => continue,
        };
        let more = after.boards[seat].on_cards() - before.boards[seat].on_cards();
        assert_eq!(said["back"], format!("{more} come back with the revenues"));
        *met.entry(kind).or_insert(0) += 1;
    }
    assert!(met.len() == 5 && met.values().all(|&met| met > 5), "{met:?}");
}

#[test]
fn a_technology_is_told_with_the_cost_of_its_first_craftsman() {
    let (mut met, mut told) = (0, None);
    for Taken { command, events, said, .. } in steps(8) {
        if let Command::TakeTechnology { .. } = command {
            told = said.get("first_cost").cloned();
        }
        for event in &events {
            let Event::CraftsmanPlaced { to_stock, to_builder, .. } = event else { continue };
            let Some(told) = told.take() else { continue };
            assert_eq!(told, format!("its craftsman costs {}", to_stock + to_builder));
            met += 1;
        }
    }
    assert!(met > 50, "{met}");
}

#[test]
fn a_technology_is_told_with_the_good_that_its_craftsman_is_the_first_to_make_useless() {
    let mut met = [0; 2];
    for Taken { command, before, said, .. } in steps(8) {
        let Command::TakeTechnology { technology, .. } = command else { continue };
        let Some(primary) = technology.row().primary else {
            assert!(!said.contains_key("replaces"), "{technology:?}");
            continue;
        };
        // A ritual takes the good of a primary craftsman as long as no secondary one stands.
        let good = primary.row().good;
        let told =
            format!("once one stands, {good} alone raises no monument any more, for anybody");
        let serves = before.craftsmen.iter().all(|one| one.craft.row().primary != Some(primary));
        assert_eq!(said.get("replaces"), serves.then_some(&told));
        met[usize::from(serves)] += 1;
    }
    assert!(met.iter().all(|&met| met > 5), "{met:?}");
}

/// A new monument ends the walk from a secondary craftsman to its primary one, which has to be
/// paid over it then (rulebook, Hubs; ruling hub-origin).
#[test]
fn the_first_raise_told_of_a_square_pays_the_hub_that_a_monument_there_becomes() {
    let map = ["..C....", ".......", ".......", ".......", ".......", ".......", "....C.."];
    let position = || {
        let secondary = drawn(2, &map).craftsman(BERT, Craft::VesselMaker, "A1");
        secondary.craftsman(BERT, Craft::Potter, "E5")
    };
    let mut hubs = 0;
    for at in ["C3", "D4", "C4", "D3", "G3", "A4"] {
        let (before, after) = (position().state(), position().monument(ANNA, at, 1).state());
        let said = facts(&before, ANNA, &[Command::BuildMonument { at: sq(at) }]);
        let told = said.iter().find(|fact| fact.key == "first_raise").map(|fact| -fact.rank);
        let need = Need { monument: sq(at), goods: 1, families: vec![], waiting: None };
        let cheapest = Ritual::of_next_round(&after, ANNA).cheapest(&need);
        assert_eq!(told, cheapest.map(i32::from), "{at}: {said:?}");
        let blind = Ritual::of_next_round(&before, ANNA);
        let blind = blind.first_raise(sq(at), &blind.roads().from(sq(at).bit()));
        hubs += usize::from(told != blind.map(i32::from));
    }
    assert!(hubs > 0, "no monument stands in the way");
}
