//! What the actions of dice and persons can reach.

use crate::bora_bora::pieces::*;
use crate::bora_bora::state::State;
use crate::bora_bora::tables::PATHS;
use crate::rules::Seat;

/// The regions that a seat can settle along one path of at most this value: next
/// to one of its huts, without a hut of its own (pp. 5 and 6, "Expand").
pub fn regions(state: &State, seat: Seat, path: Path, limit: u8) -> Vec<Region> {
    let settled = &state.settled[seat];
    let mut found = Vec::new();
    for &(kind, a, b, value) in &PATHS {
        if kind != path || value > limit {
            continue;
        }
        for (from, to) in [(a, b), (b, a)] {
            if settled[from as usize] && !settled[to as usize] && !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found
}

/// The lowest path of a kind that leads a seat from one of its huts to a region.
pub fn shortest(state: &State, seat: Seat, path: Path, region: Region) -> Option<u8> {
    (1..=6).find(|&limit| regions(state, seat, path, limit).contains(&region))
}

/// Whether a seat has a hut left and a region to settle.
pub fn can_settle(state: &State, seat: Seat, path: Path, limit: u8) -> bool {
    state.board(seat).huts.iter().any(|&huts| huts > 0)
        && !regions(state, seat, path, limit).is_empty()
}

/// Whether a seat has a free space and a person within reach (p. 6, "Woman").
pub fn can_take_person(state: &State, seat: Seat, gender: Gender, limit: u8) -> bool {
    let board = state.board(seat);
    let reachable = state.display(gender).iter().take(usize::from(limit)).any(Option::is_some);
    reachable && (board.free_at(Spot::Ordinary).is_some() || board.free_at(Spot::Twelfth).is_some())
}

/// Whether a seat has two adjacent materials and a building of at most this value (p. 8).
pub fn can_build(state: &State, seat: Seat, limit: u8) -> bool {
    let board = state.board(seat);
    board.built.iter().take(usize::from(limit)).any(|built| !built)
        && !board.building_sites().is_empty()
}

/// Why a die acting as `value` can do nothing with an action, if that is so.
pub fn prevents(state: &State, seat: Seat, action: Action, value: u8) -> Option<&'static str> {
    let board = state.board(seat);
    let person = |gender: Gender, none: &'static str| {
        let full = board.free_at(Spot::Ordinary).or(board.free_at(Spot::Twelfth)).is_none();
        let why = if full { "You have no free space." } else { none };
        (!can_take_person(state, seat, gender, value)).then_some(why)
    };
    let settling = |path: Path| {
        let none = board.huts.iter().all(|&huts| huts == 0);
        let why = if none { "You have no hut left." } else { "It reaches no region." };
        (!can_settle(state, seat, path, value)).then_some(why)
    };
    match action {
        Action::Helper | Action::Fishing => None,
        Action::Temple => (board.priests == 0).then_some("You have no priest left."),
        Action::Build if board.building_sites().is_empty() => Some("No materials touch."),
        Action::Build => (!can_build(state, seat, value)).then_some("It reaches no building."),
        Action::Man => person(Gender::Man, "It reaches no man."),
        Action::Woman => person(Gender::Woman, "It reaches no woman."),
        Action::LandPath => settling(Path::Land),
        Action::WaterPath => settling(Path::Water),
    }
}

/// Whether persons of an effect can do something with this value.
pub fn can_use(state: &State, seat: Seat, effect: Effect, value: u8) -> bool {
    match effect {
        Effect::LandPath => can_settle(state, seat, Path::Land, value),
        Effect::WaterPath => can_settle(state, seat, Path::Water, value),
        Effect::Woman => can_take_person(state, seat, Gender::Woman, value),
        Effect::Man => can_take_person(state, seat, Gender::Man, value),
        Effect::Build => can_build(state, seat, value),
        Effect::MoveHut => state.board(seat).can_move_hut(),
        Effect::GodCard => state.cards_left(),
        Effect::Material
        | Effect::VictoryPoints
        | Effect::Offering
        | Effect::Status
        | Effect::Shell => true,
    }
}
