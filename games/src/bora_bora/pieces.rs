//! The pieces of Bora Bora and their names, as the rulebook uses them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident { $($(#[$variant_meta:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name { $($(#[$variant_meta])* $variant),* }

        impl $name {
            /// Every one, in the order of the tables.
            pub const ALL: &'static [$name] = &[$($name::$variant),*];

            /// Its name in a sentence.
            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),* }
            }
        }
    };
}

words! {
    /// One of the twelve regions. The central island has four, the others two each.
    Region {
        /// North-west of the central island.
        CentralForest = "the central forest",
        /// North-east of the central island.
        CentralPlain = "the central plain",
        /// South-west of the central island.
        CentralBeach = "the central beach",
        /// South-east of the central island.
        CentralMountain = "the central mountain",
        /// West of the north island.
        NorthBeach = "the north beach",
        /// East of the north island.
        NorthMountain = "the north mountain",
        /// North of the east island.
        EastForest = "the east forest",
        /// South of the east island.
        EastBeach = "the east beach",
        /// West of the south island.
        SouthForest = "the south forest",
        /// East of the south island.
        SouthPlain = "the south plain",
        /// North of the west island.
        WestPlain = "the west plain",
        /// South of the west island.
        WestMountain = "the west mountain",
    }
}

words! {
    /// One of the five islands.
    Island {
        /// Four regions.
        Central = "the central island",
        /// Two regions.
        North = "the north island",
        /// Two regions.
        East = "the east island",
        /// Two regions.
        South = "the south island",
        /// Two regions.
        West = "the west island",
    }
}

words! {
    /// What a region looks like; it decides the resource a new hut brings.
    Terrain {
        /// Brings stone.
        Mountain = "mountain",
        /// Brings sand.
        Beach = "beach",
        /// Brings wood.
        Forest = "forest",
        /// Brings an offering.
        Plain = "plain",
    }
}

words! {
    /// A building material.
    Material {
        /// From beaches.
        Sand = "sand",
        /// From mountains.
        Stone = "stone",
        /// From forests.
        Wood = "wood",
    }
}

words! {
    /// How two regions are linked.
    Path {
        /// Within an island.
        Land = "land path",
        /// Between the central island and another.
        Water = "water path",
    }
}

words! {
    /// The kind of fish on a fish tile; three tiles each.
    FishKind {
        /// The kind printed with values 1, 2 and 6.
        A = "kind A",
        /// The first kind printed with values 1, 3 and 5.
        B = "kind B",
        /// The second kind printed with values 1, 3 and 5.
        C = "kind C",
        /// The kind printed with values 1, 4 and 4.
        D = "kind D",
    }
}

words! {
    /// The five gods, by the colour of their cards.
    God {
        /// Phase A: a die need not be lower than those on the tile.
        Blue = "Blue",
        /// Phase A: a die acts as a 6.
        White = "White",
        /// Phases A and B: score the fish beside the region just settled.
        Red = "Red",
        /// Phase B: double one action of persons, or use one more type.
        Green = "Green",
        /// Phase C: one requirement of a task less.
        Yellow = "Yellow",
    }
}

words! {
    /// Man or woman.
    Gender {
        /// Brings status symbols when tattooed.
        Man = "man",
        /// Brings shells when she collects.
        Woman = "woman",
    }
}

words! {
    /// What a man or woman does in phase B; also the type of the tile.
    Effect {
        /// Settle by land; the rulebook calls this one the Pathfinder.
        LandPath = "land path",
        /// Settle by water.
        WaterPath = "water path",
        /// Take a woman from the display.
        Woman = "woman",
        /// Take a man from the display.
        Man = "man",
        /// Build a building.
        Build = "builder",
        /// Take building materials.
        Material = "material",
        /// Move huts to space 12.
        MoveHut = "hut mover",
        /// Score points.
        VictoryPoints = "victory point",
        /// Take god cards.
        GodCard = "god card",
        /// Take offerings.
        Offering = "offering",
        /// Go up the status track.
        Status = "status",
        /// Take shells.
        Shell = "shell",
    }
}

words! {
    /// What a die can be placed for.
    Action {
        /// Trade points for many things.
        Helper = "helper",
        /// Place a priest.
        Temple = "temple",
        /// Build a building.
        Build = "build",
        /// Take a man.
        Man = "man",
        /// Take a woman.
        Woman = "woman",
        /// Expand by land.
        LandPath = "land path",
        /// Expand by water.
        WaterPath = "water path",
        /// Score two points, whatever the die.
        Fishing = "fishing",
    }
}

words! {
    /// A type of jewelry; four tiles each.
    Trinket {
        /// Named in the rulebook.
        Necklace = "necklace",
        /// Named by an owner of the game.
        Bracelet = "bracelet",
        /// Our own name.
        Earring = "earring",
        /// Our own name.
        Ring = "ring",
        /// Our own name.
        Anklet = "anklet",
        /// Our own name.
        HairOrnament = "hair ornament",
    }
}

words! {
    /// The part of a round.
    Phase {
        /// The first huts, before round one.
        Huts = "the first huts",
        /// Phase A: dice.
        Dice = "the dice",
        /// Phase B: men and women.
        Persons = "the men and women",
        /// Phase C: status, temple, jewelry, tasks.
        Scoring = "the scoring",
        /// The last tasks, after round six.
        LastTasks = "the last tasks",
    }
}

words! {
    /// Where a hut comes from or a person goes on the player board. The ordinary
    /// spaces 1 to 11 are all alike.
    Spot {
        /// One of the spaces 1 to 11; which one makes no difference.
        Ordinary = "an ordinary space",
        /// The space at the lower right, where huts may gather.
        Twelfth = "space 12",
    }
}

/// A fish tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Fish {
    /// The kind of fish.
    pub kind: FishKind,
    /// Its points, 1 to 6.
    pub value: u8,
}

/// A man or woman tile.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Person {
    /// Man or woman.
    pub gender: Gender,
    /// What the person does in phase B.
    pub effect: Effect,
    /// Status symbols of a man, shells of a woman: 1 to 3.
    pub symbols: u8,
}

impl Person {
    /// The tile in a sentence: "shell woman", but "woman who takes a man".
    pub fn words(self) -> String {
        self.counted(1)
    }

    /// So many tiles of the kind in a sentence: "shell women", "women who take a man".
    pub fn counted(self, count: u8) -> String {
        let people = match (count, self.gender) {
            (1, gender) => gender.word(),
            (_, Gender::Man) => "men",
            (_, Gender::Woman) => "women",
        };
        let effect = self.effect.word();
        let take = if count == 1 { "takes" } else { "take" };
        match self.effect {
            Effect::Man | Effect::Woman => format!("{people} who {take} a {effect}"),
            _ => format!("{effect} {people}"),
        }
    }

    /// The tile where it lies beside others of its kind, which differ in their symbols: "shell
    /// woman with 2 shell symbols", "woman with 2 shell symbols who takes a man".
    pub fn display_words(self) -> String {
        let symbols = match (self.gender, self.symbols) {
            (Gender::Man, 1) => "status symbol",
            (Gender::Man, _) => "status symbols",
            (Gender::Woman, 1) => "shell symbol",
            (Gender::Woman, _) => "shell symbols",
        };
        let signs = format!("with {} {symbols}", self.symbols);
        match self.words().split_once(" who ") {
            Some((person, takes)) => format!("{person} {signs} who {takes}"),
            None => format!("{} {signs}", self.words()),
        }
    }
}

/// A jewelry tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Jewelry {
    /// What it is.
    pub trinket: Trinket,
    /// Its price in shells.
    pub cost: u8,
    /// Its points at the end of the game.
    pub points: u8,
}

/// A task tile, by its place in [`super::tables::TASKS`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(transparent)]
pub struct Task(pub u8);

/// How a god's help is paid for (English rules p. 10, "The Gods").
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Means {
    /// One card of the god's colour and an offering.
    Card,
    /// Two cards of this one colour and an offering.
    Pair(God),
    /// A god tile; no offering.
    Tile,
}

/// A ceremony space of a player board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ceremony {
    /// Nothing on it.
    #[default]
    Empty,
    /// The material the space wants lies on it.
    Material,
    /// Half of the building of this value covers it.
    Building(u8),
}

/// Where points come from: the lines of the score sheet, in its order.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// The head start of later seats in the first turn order.
    Start,
    /// Dice placed for fishing.
    Fishing,
    /// Points of the helper.
    Helper,
    /// Buildings.
    Building,
    /// Persons that score points.
    Persons,
    /// Fish scored with the Red God.
    RedGod,
    /// The status track at each round's end.
    Status,
    /// Priests at each round's end.
    Temple,
    /// Tasks.
    Task,
    /// Unused god tiles at the end.
    GodTiles,
    /// Fish beside own huts on building spaces at the end.
    Fish,
    /// Jewelry at the end.
    Jewelry,
    /// Nine tasks completed.
    NineTasks,
    /// Six pieces of jewelry.
    SixJewels,
    /// All ceremony spaces full.
    Ceremony,
    /// All six buildings.
    SixBuildings,
    /// Huts in all regions.
    AllRegions,
    /// Persons on all twelve spaces.
    AllPersons,
}

impl Source {
    /// Every source, in the order of the sheet.
    pub const ALL: [Source; 18] = [
        Source::Start,
        Source::Fishing,
        Source::Helper,
        Source::Building,
        Source::Persons,
        Source::RedGod,
        Source::Status,
        Source::Temple,
        Source::Task,
        Source::GodTiles,
        Source::Fish,
        Source::Jewelry,
        Source::NineTasks,
        Source::SixJewels,
        Source::Ceremony,
        Source::SixBuildings,
        Source::AllRegions,
        Source::AllPersons,
    ];

    /// Stable name and words.
    pub fn names(self) -> (&'static str, &'static str) {
        match self {
            Source::Start => ("start", "head start"),
            Source::Fishing => ("fishing", "fishing"),
            Source::Helper => ("helper", "points from the helper"),
            Source::Building => ("building", "buildings"),
            Source::Persons => ("persons", "men and women"),
            Source::RedGod => ("red_god", "fish scored with the Red God"),
            Source::Status => ("status", "status track"),
            Source::Temple => ("temple", "priests in the temple"),
            Source::Task => ("task", "tasks"),
            Source::GodTiles => ("god_tiles", "unused god tiles"),
            Source::Fish => ("fish", "fish beside huts on building spaces"),
            Source::Jewelry => ("jewelry", "jewelry"),
            Source::NineTasks => ("nine_tasks", "nine tasks completed"),
            Source::SixJewels => ("six_jewels", "six pieces of jewelry"),
            Source::Ceremony => ("ceremony", "all ceremony spaces full"),
            Source::SixBuildings => ("six_buildings", "all six buildings"),
            Source::AllRegions => ("all_regions", "huts in all regions"),
            Source::AllPersons => ("all_persons", "persons on all twelve spaces"),
        }
    }
}
