//! What happens in a match, and how a match was dealt. Both are promises.

use super::command::Config;
use super::pieces::*;
use crate::rules::{PerSeat, Seat};
use serde::{Deserialize, Serialize};

/// How a match was dealt: everything shuffled and drawn before the first command.
/// Of each pile the last one is the top.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The edition of the tables.
    pub edition: u8,
    /// The options.
    pub config: Config,
    /// The first turn order.
    pub order: Vec<Seat>,
    /// The fish beside each region.
    pub fish: Vec<Fish>,
    /// The men open at positions 1 to 6.
    pub men: Vec<Person>,
    /// The women open at positions 1 to 6.
    pub women: Vec<Person>,
    /// The pile of men.
    pub men_pile: Vec<Person>,
    /// The pile of women.
    pub women_pile: Vec<Person>,
    /// Each seat's three tasks.
    pub hands: PerSeat<Vec<Task>>,
    /// The tasks open on the board.
    pub tasks: Vec<Task>,
    /// The pile of tasks.
    pub task_pile: Vec<Task>,
    /// The six columns of jewelry.
    pub jewelry: Vec<Vec<Jewelry>>,
    /// Each seat's two god cards.
    pub cards: PerSeat<Vec<God>>,
    /// The open god cards.
    pub open_cards: Vec<God>,
    /// The pile of god cards.
    pub card_pile: Vec<God>,
}

/// What a seat is asked to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Place the first hut.
    FirstHut,
    /// Place a die.
    Die,
    /// Settle a region along a path of at most this value.
    Settle {
        /// By land or by water.
        path: Path,
        /// The highest path.
        limit: u8,
    },
    /// Take a man or woman from a position of at most this number.
    Person {
        /// Which display.
        gender: Gender,
        /// The highest position.
        limit: u8,
    },
    /// Spend points of the helper.
    Helper {
        /// How many are left.
        points: u8,
    },
    /// Place a priest on a space of at most this value.
    Priest {
        /// The highest space.
        limit: u8,
    },
    /// Build a building of at most this value.
    Build {
        /// The highest building.
        limit: u8,
    },
    /// Choose the first half of a fire bonus: a god card or an offering.
    FireGift,
    /// Choose the second half of a fire bonus: a status step or a shell.
    FireMark,
    /// Choose a ceremony space for a material; then go on.
    Ceremony {
        /// The material.
        material: Material,
        /// What comes after.
        then: Box<Step>,
    },
    /// Use men and women, or finish.
    Persons,
    /// Take so many materials.
    Materials {
        /// How many.
        left: u8,
    },
    /// Take so many god cards.
    Cards {
        /// How many.
        left: u8,
    },
    /// Move up to so many huts to space 12.
    Huts {
        /// How many.
        left: u8,
    },
    /// Buy jewelry, or not.
    Jewelry,
    /// Complete or surrender a task.
    Task,
    /// Take a new task.
    NewTask,
    /// Complete the last three tasks.
    LastTasks,
    /// Nobody is asked: the match is over.
    Over,
}

/// What comes of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// Somebody is asked to do something.
    Awaited { seat: Seat, step: Step },
    /// A round began: the displays were filled anew.
    RoundBegan { round: u8, men: Vec<Person>, women: Vec<Person>, tasks: Vec<Task> },
    /// A part of the round began.
    PhaseBegan { phase: Phase },
    /// Everybody's dice.
    DiceRolled { faces: PerSeat<Vec<u8>> },
    /// Orange tiles for repeated faces.
    OrangeGained { seat: Seat, tiles: u8 },
    /// Orange tiles given up to move a die.
    OrangeSpent { seat: Seat, tiles: u8 },
    /// A die was placed; it acts as another value where the White God helps.
    DiePlaced { seat: Seat, die: u8, face: u8, action: Action, acts_as: u8 },
    /// A god helped, and was paid for.
    GodPlayed { seat: Seat, god: God, means: Means },
    /// A hut went to a region, from a space of the player board (1 to 12).
    HutPlaced { seat: Seat, region: Region, from: u8, moved_aside: Option<Seat> },
    /// A hut went to space 12.
    HutMoved { seat: Seat, from: u8 },
    /// Offerings were taken.
    OfferingsTaken { seat: Seat, offerings: u8 },
    /// Shells were taken.
    ShellsTaken { seat: Seat, shells: u8 },
    /// A material was taken, onto a ceremony space or beside the board.
    MaterialTaken { seat: Seat, material: Material, space: Option<u8> },
    /// Points.
    Scored { seat: Seat, source: Source, points: i32 },
    /// A marker went up the status track.
    StatusMoved { seat: Seat, steps: u8 },
    /// A person came to a space of the player board (1 to 12).
    PersonTaken { seat: Seat, gender: Gender, position: u8, space: u8 },
    /// A person was shifted down.
    PersonShifted { seat: Seat, space: u8 },
    /// An open god card was taken.
    CardTaken { seat: Seat, god: God },
    /// A god card was drawn from the pile, seen by its owner alone.
    CardDrawn { seat: Seat, god: God },
    /// The top card of the pile became an open one.
    CardOpened { god: God },
    /// The discard pile was shuffled and is the pile now.
    CardsShuffled { pile: Vec<God> },
    /// Everything that lies face down in piles was shuffled anew.
    PilesReshuffled { men: Vec<Person>, women: Vec<Person>, tasks: Vec<Task>, cards: Vec<God> },
    /// A priest came to the temple; priests were pushed, and one may have fallen off.
    PriestPlaced { seat: Seat, space: u8, temple: Vec<Option<Seat>>, fallen: Option<Seat> },
    /// A building was built.
    BuildingBuilt { seat: Seat, building: u8, spaces: [u8; 2] },
    /// Men or women of one type were used.
    PersonsUsed { seat: Seat, gender: Gender, effect: Effect, value: u8, green: bool },
    /// A seat is done with its men and women.
    PersonsDone { seat: Seat },
    /// The new turn order; all status markers are back at the start.
    OrderSet { order: Vec<Seat> },
    /// A god tile from the temple: to a seat, or out of the game.
    GodTileGiven { seat: Option<Seat> },
    /// A piece of jewelry was bought.
    JewelryBought { seat: Seat, place: u8 },
    /// A task was completed.
    TaskCompleted { seat: Seat, task: Task },
    /// A task was given up.
    TaskSurrendered { seat: Seat, task: Task },
    /// A task was taken from the board.
    TaskTaken { seat: Seat, task: Task },
    /// The round's leftovers went out of the game.
    RoundEnded { round: u8 },
    /// The last points are counted.
    Ended {},
}
