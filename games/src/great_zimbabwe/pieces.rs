//! What lies in the box: resources, craftsmen, gods, specialists, tiles, plaques.
//!
//! Names and kinds only. What a piece costs or does stands in `tables.rs`; where
//! it may lie is for `map.rs` and the rules in `decide/`.

use crate::rules::Seat;
use crate::rules::telling::with_article;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares an enum of pieces that is written in `snake_case`, with the list of
/// all its values in the order of the rulebook or the facts file.
macro_rules! pieces {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $value:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
            JsonSchema,
        )]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$vdoc])* $value),* }
        impl $name {
            /// Every value, in order.
            pub const ALL: &'static [$name] = &[$($name::$value),*];
            /// The value's place in [`Self::ALL`].
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

pieces! {
    /// What craftsmen use up. Also the family of a ritual good: a family is named
    /// after the resource of its primary craftsman (ruling distinct-family).
    Resource {
        /// For potters and vessel makers.
        Clay,
        /// For wood carvers, sculptors and throne makers.
        Wood,
        /// For ivory carvers.
        Ivory,
        /// For diamond cutters.
        Diamonds,
    }
}

pieces! {
    /// A type of craftsman, and the technology that goes with it.
    Craft {
        /// Primary, clay.
        Potter,
        /// Primary, ivory.
        IvoryCarver,
        /// Primary, wood.
        WoodCarver,
        /// Primary, diamonds; no secondary craftsman follows it.
        DiamondCutter,
        /// Secondary, needs pottery and clay.
        VesselMaker,
        /// Secondary, needs ivory carvings and wood.
        ThroneMaker,
        /// Secondary, needs wood carvings and wood.
        Sculptor,
    }
}

pieces! {
    /// The twelve gods, in the order of the rulebook's list.
    God {
        /// God of Drunks: a second plaque.
        Shadipinyi,
        /// God of Beginnings: three cattle towards the first gift.
        Elegua,
        /// Who changes her mind: prices up and down.
        Dziva,
        /// God of Connections: range 6.
        Eshu,
        /// The Master Craftsman: every technology for 1 VR.
        Gu,
        /// Creator of Mankind: two new monuments.
        Obatala,
        /// Goddess of Fertility: each resource twice.
        Atete,
        /// The Shape Shifter: goods may repeat.
        #[schemars(title = "Tsui-Goab")]
        TsuiGoab,
        /// The Trickster: you pay every craftsman 1.
        Anansi,
        /// God of Trade: receives all hub fees.
        Qamata,
        /// Provider of Cattle: 2 more a round.
        Engai,
        /// Lord of Drummers: 2 VR less, wins ties.
        Xango,
    }
}

pieces! {
    /// The five specialists.
    Specialist {
        /// Places water.
        RainCeremony,
        /// Lets monuments stand side by side.
        Nomads,
        /// Gives back 2 cattle a craftsman.
        Builder,
        /// Places a resource.
        Shaman,
        /// Breeds cattle.
        Herd,
    }
}

pieces! {
    /// The eleven map tiles, by the letters of the facts file. A is the start tile.
    Tile { A, B, C, D, E, F, G, H, I, J, K }
}

/// How an oblong tile lies from its upper left square on. Square tiles lie across.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Lie {
    /// To the right.
    Across,
    /// Downwards.
    Down,
}

/// A plaque in the queue of the generosity of kings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "of", rename_all = "snake_case", deny_unknown_fields)]
pub enum Plaque {
    /// Shadipinyi's plaque; its cattle go to the worshipper.
    Shadipinyi {
        /// Who adores Shadipinyi.
        worshipper: Seat,
    },
    /// An empire's plaque.
    Empire {
        /// Whose empire.
        seat: Seat,
    },
}

impl Plaque {
    /// Who takes the cattle of this plaque at the end of the phase.
    pub fn taker(self) -> Seat {
        match self {
            Plaque::Shadipinyi { worshipper } => worshipper,
            Plaque::Empire { seat } => seat,
        }
    }
}

/// A craftsman or a ritual good with its article, as it stands in a sentence.
pub fn one(word: &str) -> String {
    match word {
        "pottery" => word.to_owned(),
        _ => with_article(word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn craftsmen_and_goods_stand_in_sentences_with_the_right_article() {
        let said: Vec<String> = Craft::ALL.iter().map(|craft| one(craft.name())).collect();
        assert!(said.contains(&"an ivory carver".to_owned()), "{said:?}");
        assert_eq!((one("pottery"), one("throne")), ("pottery".to_owned(), "a throne".to_owned()));
    }
}
