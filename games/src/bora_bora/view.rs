//! What a viewer may know of a state, ready to be drawn.
//!
//! Hidden are the orders of the piles, and the god cards in other people's hands:
//! of those everybody knows how many there are.

use super::decide::needs;
use super::event::Step;
use super::pieces::*;
use super::state::State;
use super::tables;
use crate::rules::{PerSeat, ScoreSheet, Seat, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A match of Bora Bora as one viewer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct View {
    /// The round, 1 to 6; 0 while the first huts are placed.
    pub round: u8,
    /// The part of the round.
    pub phase: Phase,
    /// Whose step it is.
    pub active: Seat,
    /// What that seat is asked for.
    pub step: Step,
    /// The turn order.
    pub order: Vec<Seat>,
    /// The regions with everything in them.
    pub regions: Vec<RegionView>,
    /// The action tiles; fishing comes last.
    pub action_tiles: Vec<TileView>,
    /// The men at positions 1 to 6.
    pub men: Vec<Option<Person>>,
    /// The women at positions 1 to 6.
    pub women: Vec<Option<Person>>,
    /// The temple's spaces from left to right.
    pub temple: Vec<TempleView>,
    /// God tiles left in the temple.
    pub god_tiles: u8,
    /// The seats by status marker, furthest ahead first.
    pub status: Vec<StatusView>,
    /// The columns of jewelry left, this round's first.
    pub jewelry: Vec<Vec<Jewelry>>,
    /// The tasks open on the board.
    pub tasks: Vec<TaskView>,
    /// The open god cards.
    pub open_cards: Vec<God>,
    /// How many god cards are in the pile.
    pub pile: u8,
    /// The played god cards.
    pub discard: Vec<God>,
    /// Each seat's board.
    pub boards: PerSeat<BoardView>,
    /// Each seat's points by source, so far.
    pub scores: PerSeat<ScoreSheet>,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct RegionView {
    /// Which.
    pub region: Region,
    /// Its island.
    pub island: Island,
    /// What it looks like.
    pub terrain: Terrain,
    /// The material a new hut brings; none where it brings an offering.
    pub material: Option<Material>,
    /// The fish beside it.
    pub fish: Fish,
    /// Whose hut is on the building space.
    pub building_space: Option<Seat>,
    /// Whose huts stand beside the building space.
    pub beside: Vec<Seat>,
}

/// An action tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TileView {
    /// The actions it serves.
    pub actions: Vec<Action>,
    /// The dice on it, in the order they were placed.
    pub dice: Vec<DieView>,
}

/// A die on an action tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DieView {
    /// Whose.
    pub seat: Seat,
    /// Its face.
    pub face: u8,
}

/// A space of the temple.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TempleView {
    /// The value of the space.
    pub value: u8,
    /// Whose priest is there.
    pub priest: Option<Seat>,
}

/// A marker on the status track.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct StatusView {
    /// Whose.
    pub seat: Seat,
    /// Its step, 0 to 19.
    pub step: u8,
    /// The points this step brings.
    pub points: i32,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TaskView {
    /// Its number.
    pub task: Task,
    /// What it asks for.
    pub label: String,
    /// How much of that is missing, which nobody is told of others' tasks, since it may tell of
    /// their cards; nothing of tasks that nobody has.
    pub missing: Option<u8>,
}

/// A person on a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PersonView {
    /// The tile.
    pub person: Person,
    /// Tattooed, or done collecting shells.
    pub shifted: bool,
}

/// One of the twelve spaces for huts and persons.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SpaceView {
    /// Huts on it.
    pub huts: u8,
    /// The person on it.
    pub person: Option<PersonView>,
}

/// A ceremony space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct CeremonyView {
    /// The material it wants.
    pub wants: Material,
    /// What is on it.
    pub holds: Ceremony,
}

/// What a seat has before it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct BoardView {
    /// All points so far.
    pub points: i32,
    /// Dice not yet placed this round.
    pub dice: Vec<u8>,
    /// Spaces 1 to 12.
    pub spaces: Vec<SpaceView>,
    /// The ceremony spaces, three rows of four.
    pub ceremony: Vec<CeremonyView>,
    /// Sand, stone and wood beside the board.
    pub beside: [u8; 3],
    /// The values of buildings not yet built.
    pub unbuilt: Vec<u8>,
    /// Priests in the supply.
    pub priests: u8,
    /// How many god cards are in the hand.
    pub cards: u8,
    /// The cards in the hand, for who may see them.
    pub hand: Option<Vec<God>>,
    /// Unused god tiles.
    pub god_tiles: u8,
    /// Offerings.
    pub offerings: u8,
    /// Shells.
    pub shells: u8,
    /// Tasks to complete.
    pub tasks: Vec<TaskView>,
    /// How many tasks are completed.
    pub completed: u8,
    /// Jewelry bought.
    pub jewelry: Vec<Jewelry>,
    /// Orange tiles; always none without the option.
    pub orange: u8,
}

/// What `viewer` may know.
pub fn view(state: &State, viewer: Viewer) -> View {
    View {
        round: state.round,
        phase: state.phase,
        active: state.active,
        step: state.step.clone(),
        order: state.order.clone(),
        regions: Region::ALL.iter().map(|&region| region_view(state, region)).collect(),
        action_tiles: state
            .tiles
            .iter()
            .map(|tile| TileView {
                actions: tile.actions.clone(),
                dice: tile.dice.iter().map(|&(seat, face)| DieView { seat, face }).collect(),
            })
            .collect(),
        men: state.men.to_vec(),
        women: state.women.to_vec(),
        temple: tables::TEMPLE
            .iter()
            .zip(state.temple)
            .map(|(&value, priest)| TempleView { value, priest })
            .collect(),
        god_tiles: state.god_tiles,
        status: state
            .standing
            .iter()
            .map(|&seat| StatusView {
                seat,
                step: state.status[seat],
                points: tables::STATUS_POINTS[usize::from(state.status[seat])],
            })
            .collect(),
        jewelry: state.jewelry.clone(),
        tasks: state.tasks.iter().map(|&task| task_view(task, None)).collect(),
        open_cards: state.open_cards.clone(),
        pile: state.card_pile.len() as u8,
        discard: state.discard.clone(),
        boards: state.boards.map(|seat, _| board_view(state, seat, viewer.knows(seat))),
        scores: super::score::score(state),
    }
}

fn task_view(task: Task, missing: Option<u8>) -> TaskView {
    TaskView { task, label: task.row().label.to_owned(), missing }
}

fn region_view(state: &State, region: Region) -> RegionView {
    let row = region.row();
    let building_space = state.building_space[region as usize];
    RegionView {
        region,
        island: row.island,
        terrain: row.terrain,
        material: region.material(),
        fish: state.fish[region as usize],
        building_space,
        beside: Seat::all(state.seats())
            .filter(|&seat| state.settled[seat][region as usize] && building_space != Some(seat))
            .collect(),
    }
}

fn board_view(state: &State, seat: Seat, knows: bool) -> BoardView {
    let board = state.board(seat);
    let missing = |task: Task| knows.then(|| needs::missing(state, seat, task));
    BoardView {
        points: board.total(),
        dice: board.dice.clone(),
        spaces: board
            .huts
            .iter()
            .zip(&board.persons)
            .map(|(&huts, placed)| SpaceView {
                huts,
                person: placed
                    .map(|placed| PersonView { person: placed.person, shifted: placed.shifted }),
            })
            .collect(),
        ceremony: (0..12)
            .zip(board.ceremony)
            .map(|(space, holds)| CeremonyView { wants: tables::ceremony_material(space), holds })
            .collect(),
        beside: board.beside,
        unbuilt: (1..=6).filter(|&value| !board.built[usize::from(value) - 1]).collect(),
        priests: board.priests,
        cards: board.cards.len() as u8,
        hand: knows.then(|| board.cards.clone()),
        god_tiles: board.god_tiles,
        offerings: board.offerings,
        shells: board.shells,
        tasks: board.tasks.iter().map(|&task| task_view(task, missing(task))).collect(),
        completed: board.completed,
        jewelry: board.jewelry.clone(),
        orange: board.orange,
    }
}
