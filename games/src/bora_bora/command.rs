//! What a person can do: one step at a time.

use super::pieces::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The options of a match.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Play with orange tiles: after each roll you get one for every die that repeats a
    /// value of the same roll; each one given up moves a die you place by one, never past
    /// 1 or 6. Not part of the official rules.
    pub orange_tiles: bool,
}

/// One step of a person. Every step that may be taken now is listed by `legal`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Before the first round: place a hut in a region beside a fish of value 1.
    SettleFirst {
        /// Where.
        region: Region,
        /// Which of your huts goes there.
        hut: Spot,
    },
    /// Place a die for an action.
    PlaceDie {
        /// The face of one of your dice.
        #[schemars(range(min = 1, max = 6))]
        die: u8,
        /// What to place it for.
        action: Action,
        /// How far orange tiles move the die before it is placed; one tile a step.
        #[serde(default, skip_serializing_if = "is_zero")]
        orange: i8,
        /// Pay the Blue God, so that the die need not be lower than those on the tile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blue: Option<Means>,
        /// Pay the White God, so that the die acts as a 6.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        white: Option<Means>,
    },
    /// Settle the region at the end of a path.
    Settle {
        /// Where.
        region: Region,
        /// Which of your huts goes there.
        hut: Spot,
        /// Pay the Red God, to score the fish beside the region now.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        red: Option<Means>,
    },
    /// Take a man or woman from the display.
    TakePerson {
        /// The position in the display, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        position: u8,
        /// Where to put the tile.
        onto: Spot,
    },
    /// Shift a person down: a man is tattooed, a woman collects shells.
    ShiftPerson {
        /// The space on your player board, 1 to 12.
        #[schemars(range(min = 1, max = 12))]
        space: u8,
    },
    /// Trade points of the helper for points of the game.
    ScorePoints {
        /// How many.
        points: u8,
    },
    /// Take an offering.
    TakeOffering {},
    /// Take a god card.
    TakeCard {
        /// An open card of this colour; the top card of the pile if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        open: Option<God>,
    },
    /// Take a building material.
    TakeMaterial {
        /// Which.
        material: Material,
    },
    /// Put the material just taken onto one of the free ceremony spaces that want it.
    PlaceMaterial {
        /// The ceremony space, 0 to 11, row by row.
        #[schemars(range(min = 0, max = 11))]
        space: u8,
    },
    /// Move a hut from an ordinary space to space 12.
    MoveHut {},
    /// Place a priest in the temple.
    PlacePriest {
        /// The value of the temple space, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        space: u8,
    },
    /// Build a building in place of two adjacent materials.
    Build {
        /// The value of the building, 1 to 6.
        #[schemars(range(min = 1, max = 6))]
        building: u8,
        /// The two ceremony spaces, the lower number first.
        spaces: [u8; 2],
    },
    /// Go one step up the status track.
    TakeStep {},
    /// Take a shell.
    TakeShell {},
    /// Use all your men or women of one type together.
    UsePersons {
        /// Men or women.
        gender: Gender,
        /// Which type.
        effect: Effect,
        /// Pay the Green God: it doubles the effect or, when you have used this
        /// gender already, allows one more type.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        green: Option<Means>,
    },
    /// Pay the Green God while you use persons who bring god cards or offerings, or
    /// right after: they bring as many again.
    DoublePersons {
        /// How you pay; with what they have just brought, if you like.
        green: Means,
    },
    /// Buy a piece of jewelry of this round's column.
    BuyJewelry {
        /// Its place in the column, 1 to 4.
        #[schemars(range(min = 1, max = 4))]
        place: u8,
    },
    /// Complete one of your tasks.
    CompleteTask {
        /// Which.
        task: Task,
        /// Pay the Yellow God, to need one thing less.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        yellow: Option<Means>,
    },
    /// Give up one of your tasks, because you cannot complete any.
    SurrenderTask {
        /// Which.
        task: Task,
    },
    /// Take a new task from the board.
    ChooseTask {
        /// Which.
        task: Task,
    },
    /// Leave it at that: no more of what is offered.
    Finish {},
}

fn is_zero(number: &i8) -> bool {
    *number == 0
}
