//! Dice and persons at work: huts, men and women, priests, buildings.

use super::{Draft, await_step, check, flow, gain, gods, score};
use crate::bora_bora::event::{Event, Step};
use crate::bora_bora::pieces::*;
use crate::bora_bora::tables;
use crate::rules::{Chance, Seat};

pub fn settle_first(
    draft: &mut Draft,
    seat: Seat,
    region: Region,
    spot: Spot,
    chance: &mut dyn Chance,
) {
    hut(draft, seat, region, spot);
    resource(draft, seat, region, Step::FirstHut, chance);
}

fn hut(draft: &mut Draft, seat: Seat, region: Region, spot: Spot) {
    let state = draft.state();
    let from = state.board(seat).hut_at(spot).expect("checked: a hut is left there");
    let moved_aside = state.building_space[region as usize];
    draft.emit(Event::HutPlaced { seat, region, from, moved_aside });
}

/// The region's resource; then on with what came before.
fn resource(draft: &mut Draft, seat: Seat, region: Region, then: Step, chance: &mut dyn Chance) {
    match region.material() {
        Some(material) => gain::material(draft, seat, material, then, chance),
        None => {
            draft.emit(Event::OfferingsTaken { seat, offerings: 1 });
            flow::resume(draft, seat, then, chance);
        }
    }
}

pub fn place_die(
    draft: &mut Draft,
    seat: Seat,
    (die, orange): (u8, i8),
    action: Action,
    (blue, white): (Option<Means>, Option<Means>),
    chance: &mut dyn Chance,
) {
    if orange != 0 {
        draft.emit(Event::OrangeSpent { seat, tiles: orange.unsigned_abs() });
    }
    gods::play(draft, seat, God::Blue, blue);
    gods::play(draft, seat, God::White, white);
    let face = die.saturating_add_signed(orange);
    let value = if white.is_some() { 6 } else { face };
    draft.emit(Event::DiePlaced { seat, die, face, action, acts_as: value });
    let step = match action {
        Action::Fishing => {
            score(draft, seat, Source::Fishing, tables::FISHING_POINTS);
            return flow::action_done(draft, seat, chance);
        }
        Action::Helper => Step::Helper { points: value },
        Action::Temple => Step::Priest { limit: value },
        Action::Build => Step::Build { limit: value },
        Action::Man => Step::Person { gender: Gender::Man, limit: value },
        Action::Woman => Step::Person { gender: Gender::Woman, limit: value },
        Action::LandPath => Step::Settle { path: Path::Land, limit: value },
        Action::WaterPath => Step::Settle { path: Path::Water, limit: value },
    };
    await_step(draft, seat, step);
}

pub fn settle(
    draft: &mut Draft,
    seat: Seat,
    region: Region,
    spot: Spot,
    red: Option<Means>,
    chance: &mut dyn Chance,
) {
    hut(draft, seat, region, spot);
    let done = draft.state().step.clone();
    if region.material().is_none() {
        draft.emit(Event::OfferingsTaken { seat, offerings: 1 });
    }
    gods::play(draft, seat, God::Red, red);
    if red.is_some() {
        let fish = draft.state().fish[region as usize].value;
        score(draft, seat, Source::RedGod, i32::from(fish));
    }
    match region.material() {
        Some(material) => gain::material(draft, seat, material, done, chance),
        None => flow::resume(draft, seat, done, chance),
    }
}

pub fn take_person(
    draft: &mut Draft,
    seat: Seat,
    position: u8,
    onto: Spot,
    chance: &mut dyn Chance,
) {
    let Step::Person { gender, .. } = draft.state().step else { return };
    let space = draft.state().board(seat).free_at(onto).expect("checked: a space is free");
    draft.emit(Event::PersonTaken { seat, gender, position, space });
    flow::action_done(draft, seat, chance);
}

/// A priest pushes the one on his space to the right, and that one the next, up
/// to the first empty space; past the last space he falls off (p. 8).
pub fn place_priest(draft: &mut Draft, seat: Seat, space: u8, _chance: &mut dyn Chance) {
    let mut temple = draft.state().temple;
    let mut pushed = Some(seat);
    for (at, value) in tables::TEMPLE.iter().enumerate() {
        if *value <= space && pushed.is_some() {
            std::mem::swap(&mut temple[at], &mut pushed);
        }
    }
    draft.emit(Event::PriestPlaced { seat, space, temple: temple.to_vec(), fallen: pushed });
    await_step(draft, seat, Step::FireGift);
}

pub fn build(
    draft: &mut Draft,
    seat: Seat,
    building: u8,
    spaces: [u8; 2],
    _chance: &mut dyn Chance,
) {
    draft.emit(Event::BuildingBuilt { seat, building, spaces });
    let points = tables::BUILDING_POINTS[usize::from(draft.state().round) - 1];
    score(draft, seat, Source::Building, points);
    await_step(draft, seat, Step::FireGift);
}

pub fn use_persons(
    draft: &mut Draft,
    seat: Seat,
    gender: Gender,
    effect: Effect,
    green: Option<Means>,
    chance: &mut dyn Chance,
) {
    let further = draft.state().used.iter().any(|(used, _)| *used == gender);
    let twice = if green.is_some() && !further { 2 } else { 1 };
    let value = check::persons_value(draft.state(), seat, gender, effect, twice);
    gods::play(draft, seat, God::Green, green);
    draft.emit(Event::PersonsUsed { seat, gender, effect, value, green: green.is_some() });
    let step = match effect {
        Effect::LandPath => Step::Settle { path: Path::Land, limit: value },
        Effect::WaterPath => Step::Settle { path: Path::Water, limit: value },
        Effect::Woman => Step::Person { gender: Gender::Woman, limit: value },
        Effect::Man => Step::Person { gender: Gender::Man, limit: value },
        Effect::Build => Step::Build { limit: value },
        Effect::Material => Step::Materials { left: value },
        Effect::MoveHut => Step::Huts { left: value },
        Effect::GodCard => Step::Cards { left: value },
        Effect::VictoryPoints => {
            score(draft, seat, Source::Persons, i32::from(value));
            return flow::action_done(draft, seat, chance);
        }
        Effect::Offering => {
            draft.emit(Event::OfferingsTaken { seat, offerings: value });
            return flow::action_done(draft, seat, chance);
        }
        Effect::Status => {
            draft.emit(Event::StatusMoved { seat, steps: value });
            return flow::action_done(draft, seat, chance);
        }
        Effect::Shell => {
            draft.emit(Event::ShellsTaken { seat, shells: value });
            return flow::action_done(draft, seat, chance);
        }
    };
    await_step(draft, seat, step);
}

/// The persons under way bring their cards or offerings once more.
pub fn double_persons(draft: &mut Draft, seat: Seat, green: Means, chance: &mut dyn Chance) {
    let state = draft.state();
    let Some((gender, effect)) = check::under_way(state) else { return };
    let more = check::persons_value(state, seat, gender, effect, 1);
    let step = state.step.clone();
    gods::play(draft, seat, God::Green, Some(green));
    match (effect, step) {
        (Effect::Offering, _) => {
            draft.emit(Event::OfferingsTaken { seat, offerings: more });
            flow::action_done(draft, seat, chance);
        }
        (_, Step::Cards { left }) => await_step(draft, seat, Step::Cards { left: left + more }),
        _ => await_step(draft, seat, Step::Cards { left: more }),
    }
}
