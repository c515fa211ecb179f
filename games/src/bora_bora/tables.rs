//! The printed values of Bora Bora, edition 1 of the tables.
//!
//! Each table says how sure it is: *certain* stands in the official rules,
//! *inferred* follows from a count or an example, *reconstructed* was chosen to
//! fit every example because no source shows the printed value. A corrected value
//! is a new edition: running matches keep the one in their set-up.

use super::pieces::*;

/// The edition these tables are.
pub const EDITION: u8 = 1;

/// Rounds of a match (certain, "Game rules").
pub const ROUNDS: u8 = 6;
/// Points of a building by round (values certain, pairs of rounds inferred).
pub const BUILDING_POINTS: [i32; 6] = [10, 10, 7, 7, 4, 4];
/// Points of a priest at the end of each round (certain, "2.) Temple").
pub const PRIEST_POINTS: [i32; 6] = [1, 1, 2, 2, 3, 3];
/// Points of fishing (certain).
pub const FISHING_POINTS: i32 = 2;
/// Points of a task, and of one completed with the Yellow God's help (certain).
pub const TASK_POINTS: [i32; 2] = [6, 4];
/// Points of an unused god tile (certain).
pub const GOD_TILE_POINTS: i32 = 2;
/// Points of each of the six bonuses at the end (certain).
pub const BONUS_POINTS: i32 = 6;
/// God cards of each colour, and open ones (certain).
pub const CARDS_PER_GOD: u8 = 12;
/// Open god cards (certain).
pub const OPEN_CARDS: usize = 5;
/// Priests of a player (certain).
pub const PRIESTS: u8 = 4;
/// Huts of a player (certain).
pub const HUTS: u8 = 12;

/// A region: its island, its terrain, and its place on the map (row, column).
pub struct RegionRow {
    /// Which island it belongs to.
    pub island: Island,
    /// What it looks like.
    pub terrain: Terrain,
    /// Row and column in a grid of four by four.
    pub place: (u8, u8),
}

/// The regions in the order of [`Region::ALL`]. Central, east and south are
/// certain or inferred from the examples; north and west are reconstructed.
pub const REGIONS: [RegionRow; 12] = [
    RegionRow { island: Island::Central, terrain: Terrain::Forest, place: (1, 1) },
    RegionRow { island: Island::Central, terrain: Terrain::Plain, place: (1, 2) },
    RegionRow { island: Island::Central, terrain: Terrain::Beach, place: (2, 1) },
    RegionRow { island: Island::Central, terrain: Terrain::Mountain, place: (2, 2) },
    RegionRow { island: Island::North, terrain: Terrain::Beach, place: (0, 1) },
    RegionRow { island: Island::North, terrain: Terrain::Mountain, place: (0, 2) },
    RegionRow { island: Island::East, terrain: Terrain::Forest, place: (1, 3) },
    RegionRow { island: Island::East, terrain: Terrain::Beach, place: (2, 3) },
    RegionRow { island: Island::South, terrain: Terrain::Forest, place: (3, 1) },
    RegionRow { island: Island::South, terrain: Terrain::Plain, place: (3, 2) },
    RegionRow { island: Island::West, terrain: Terrain::Plain, place: (1, 0) },
    RegionRow { island: Island::West, terrain: Terrain::Mountain, place: (2, 0) },
];

impl Region {
    /// The region's row of the table.
    pub fn row(self) -> &'static RegionRow {
        &REGIONS[self as usize]
    }
    /// The material a new hut brings; `None` on a plain, which brings an offering
    /// (resource per region certain, by terrain inferred).
    pub fn material(self) -> Option<Material> {
        match self.row().terrain {
            Terrain::Mountain => Some(Material::Stone),
            Terrain::Beach => Some(Material::Sand),
            Terrain::Forest => Some(Material::Wood),
            Terrain::Plain => None,
        }
    }
}

/// The sixteen paths: kind, both ends, and the die value they ask for. They are
/// walked both ways. Certain: mountain to plain 4, beach to mountain 2, mountain
/// to south plain 5, mountain to east beach 4; all others reconstructed.
pub const PATHS: [(Path, Region, Region, u8); 16] = [
    (Path::Land, Region::CentralPlain, Region::CentralMountain, 4),
    (Path::Land, Region::CentralBeach, Region::CentralMountain, 2),
    (Path::Land, Region::CentralForest, Region::CentralPlain, 3),
    (Path::Land, Region::CentralForest, Region::CentralBeach, 5),
    (Path::Land, Region::NorthBeach, Region::NorthMountain, 1),
    (Path::Land, Region::EastForest, Region::EastBeach, 6),
    (Path::Land, Region::SouthForest, Region::SouthPlain, 3),
    (Path::Land, Region::WestPlain, Region::WestMountain, 4),
    (Path::Water, Region::CentralMountain, Region::SouthPlain, 5),
    (Path::Water, Region::CentralMountain, Region::EastBeach, 4),
    (Path::Water, Region::CentralPlain, Region::NorthMountain, 6),
    (Path::Water, Region::CentralPlain, Region::EastForest, 1),
    (Path::Water, Region::CentralForest, Region::NorthBeach, 3),
    (Path::Water, Region::CentralForest, Region::WestPlain, 2),
    (Path::Water, Region::CentralBeach, Region::WestMountain, 4),
    (Path::Water, Region::CentralBeach, Region::SouthForest, 3),
];

/// The twelve fish tiles (four ones and the range certain, kinds inferred, other
/// values reconstructed).
pub const FISH: [Fish; 12] = [
    Fish { kind: FishKind::A, value: 1 },
    Fish { kind: FishKind::A, value: 2 },
    Fish { kind: FishKind::A, value: 6 },
    Fish { kind: FishKind::B, value: 1 },
    Fish { kind: FishKind::B, value: 3 },
    Fish { kind: FishKind::B, value: 5 },
    Fish { kind: FishKind::C, value: 1 },
    Fish { kind: FishKind::C, value: 3 },
    Fish { kind: FishKind::C, value: 5 },
    Fish { kind: FishKind::D, value: 1 },
    Fish { kind: FishKind::D, value: 4 },
    Fish { kind: FishKind::D, value: 4 },
];

/// Points by step of the status track (range and step 5 certain, the rest
/// reconstructed). Past the last step a marker stays there (ruling).
pub const STATUS_POINTS: [i32; 20] =
    [0, 1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Values of the temple's spaces from left to right (reconstructed; pushing to
/// the right and the left winning ties say that the high value is on the left).
pub const TEMPLE: [u8; 6] = [6, 5, 4, 3, 2, 1];

/// The values a type of persons has for one tile of its kind, and at most; zero
/// where more tiles always help (certain, pp. 8 and 9).
pub fn scale(effect: Effect) -> (u8, u8) {
    match effect {
        Effect::LandPath | Effect::WaterPath => (2, 6),
        Effect::Woman | Effect::Man | Effect::Build => (3, 6),
        Effect::VictoryPoints => (2, 0),
        Effect::Material
        | Effect::MoveHut
        | Effect::GodCard
        | Effect::Offering
        | Effect::Status
        | Effect::Shell => (1, 0),
    }
}

/// The 36 tiles of one gender: three of each type, with 1, 2 and 3 symbols
/// (count and types certain, symbols reconstructed).
pub fn people(gender: Gender) -> Vec<Person> {
    Effect::ALL
        .iter()
        .flat_map(|&effect| (1..=3).map(move |symbols| Person { gender, effect, symbols }))
        .collect()
}

const fn jewel(trinket: Trinket, cost: u8, points: u8) -> Jewelry {
    Jewelry { trinket, cost, points }
}

/// The 24 pieces of jewelry (count and range certain, six types of four inferred,
/// costs and points reconstructed).
pub const JEWELRY: [Jewelry; 24] = [
    jewel(Trinket::Necklace, 1, 1),
    jewel(Trinket::Necklace, 3, 4),
    jewel(Trinket::Necklace, 4, 6),
    jewel(Trinket::Necklace, 6, 9),
    jewel(Trinket::Bracelet, 1, 1),
    jewel(Trinket::Bracelet, 3, 4),
    jewel(Trinket::Bracelet, 4, 6),
    jewel(Trinket::Bracelet, 6, 9),
    jewel(Trinket::Earring, 1, 2),
    jewel(Trinket::Earring, 3, 5),
    jewel(Trinket::Earring, 3, 5),
    jewel(Trinket::Earring, 5, 8),
    jewel(Trinket::Ring, 1, 2),
    jewel(Trinket::Ring, 3, 5),
    jewel(Trinket::Ring, 3, 5),
    jewel(Trinket::Ring, 5, 8),
    jewel(Trinket::Anklet, 2, 3),
    jewel(Trinket::Anklet, 2, 3),
    jewel(Trinket::Anklet, 5, 7),
    jewel(Trinket::Anklet, 5, 7),
    jewel(Trinket::HairOrnament, 2, 3),
    jewel(Trinket::HairOrnament, 3, 4),
    jewel(Trinket::HairOrnament, 4, 6),
    jewel(Trinket::HairOrnament, 5, 7),
];

/// The material that a ceremony space wants. The spaces lie in three rows of
/// four, numbered from 0 row by row (adjacency certain, arrangement reconstructed).
pub fn ceremony_material(space: u8) -> Material {
    Material::ALL[usize::from((space / 4 + space % 4) % 3)]
}

/// Whether two ceremony spaces lie side by side or one above the other (certain).
pub fn ceremony_adjacent(a: u8, b: u8) -> bool {
    let (row, column) = (a / 4, a % 4);
    let (other_row, other_column) = (b / 4, b % 4);
    row.abs_diff(other_row) + column.abs_diff(other_column) == 1
}

/// Huts on the twelve spaces at the start: two on space 12, none on space 11
/// (inferred: the rules' picture has two huts on the twelfth space and twelve in all).
pub const START_HUTS: [u8; 12] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 2];

/// One thing a task asks for. All are minimums; nothing is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// So many persons of one gender, or of either.
    Persons(Option<Gender>, u8),
    /// So many persons of one gender with different effects.
    DifferentPersons(Gender, u8),
    /// So many persons of this effect, of either gender.
    PersonsOf(Effect, u8),
    /// So many persons shifted down, of one gender or either.
    Shifted(Option<Gender>, u8),
    /// So many priests in the temple.
    Priests(u8),
    /// So many pieces of jewelry.
    Jewels(u8),
    /// So many different types of jewelry.
    DifferentJewels(u8),
    /// So many pieces of jewelry of a type.
    JewelsOf(Trinket, u8),
    /// The turn order tile 1.
    FirstInOrder,
    /// Huts in so many regions.
    Regions(u8),
    /// Huts on so many islands.
    Islands(u8),
    /// Huts in so many regions of a terrain.
    RegionsOf(Terrain, u8),
    /// Huts in so many regions beside a kind of fish.
    RegionsBy(FishKind, u8),
    /// So many god cards of one colour, whichever.
    CardsOfOneColour(u8),
    /// So many god cards of a colour.
    CardsOf(God, u8),
    /// God cards of so many colours.
    DifferentCards(u8),
    /// So many buildings built.
    Buildings(u8),
    /// So many unused god tiles.
    GodTiles(u8),
    /// So many offerings.
    Offerings(u8),
    /// So many shells.
    Shells(u8),
    /// So many of a material, on ceremony spaces or beside the board.
    MaterialsOf(Material, u8),
    /// So many materials of any kind.
    Materials(u8),
    /// So many huts on space 12.
    HutsOnTwelve(u8),
}

/// A task tile: its words and what it asks for.
pub struct TaskRow {
    /// What stands on it, in our words.
    pub label: &'static str,
    /// Everything it asks for.
    pub needs: &'static [Need],
}

/// How many of [`TASKS`] are starting tasks: the first ones (which seven is inferred).
pub const STARTING_TASKS: u8 = 7;

macro_rules! task {
    ($label:literal, $($need:expr),+) => {
        TaskRow { label: $label, needs: &[$($need),+] }
    };
}

/// The sixty task tiles, in the order of the rulebook's last pages (certain).
pub const TASKS: [TaskRow; 60] = [
    task!(
        "a man and a woman",
        Need::Persons(Some(Gender::Man), 1),
        Need::Persons(Some(Gender::Woman), 1)
    ),
    task!(
        "a woman and a priest in the temple",
        Need::Persons(Some(Gender::Woman), 1),
        Need::Priests(1)
    ),
    task!(
        "a man and a priest in the temple",
        Need::Persons(Some(Gender::Man), 1),
        Need::Priests(1)
    ),
    task!("a woman and a piece of jewelry", Need::Persons(Some(Gender::Woman), 1), Need::Jewels(1)),
    task!(
        "a man and the first turn order tile",
        Need::Persons(Some(Gender::Man), 1),
        Need::FirstInOrder
    ),
    task!("huts in any three regions", Need::Regions(3)),
    task!("three god cards of one colour", Need::CardsOfOneColour(3)),
    task!("three priests in the temple", Need::Priests(3)),
    task!("huts in any nine regions", Need::Regions(9)),
    task!("huts on all five islands", Need::Islands(5)),
    task!("two Blue cards", Need::CardsOf(God::Blue, 2)),
    task!("two White cards", Need::CardsOf(God::White, 2)),
    task!("two Red cards", Need::CardsOf(God::Red, 2)),
    task!("two Green cards", Need::CardsOf(God::Green, 2)),
    task!("two Yellow cards", Need::CardsOf(God::Yellow, 2)),
    task!("four god cards of different colours", Need::DifferentCards(4)),
    task!("three different men", Need::DifferentPersons(Gender::Man, 3)),
    task!("three different women", Need::DifferentPersons(Gender::Woman, 3)),
    task!("three different types of jewelry", Need::DifferentJewels(3)),
    task!("any four men", Need::Persons(Some(Gender::Man), 4)),
    task!("any four women", Need::Persons(Some(Gender::Woman), 4)),
    task!("any four pieces of jewelry", Need::Jewels(4)),
    task!("any four buildings built", Need::Buildings(4)),
    task!("two necklaces", Need::JewelsOf(Trinket::Necklace, 2)),
    task!("two bracelets", Need::JewelsOf(Trinket::Bracelet, 2)),
    task!("two earrings", Need::JewelsOf(Trinket::Earring, 2)),
    task!("two rings", Need::JewelsOf(Trinket::Ring, 2)),
    task!("two anklets", Need::JewelsOf(Trinket::Anklet, 2)),
    task!("two hair ornaments", Need::JewelsOf(Trinket::HairOrnament, 2)),
    task!("two god tiles", Need::GodTiles(2)),
    task!("four offerings", Need::Offerings(4)),
    task!("five shells", Need::Shells(5)),
    task!("three sand", Need::MaterialsOf(Material::Sand, 3)),
    task!("three stone", Need::MaterialsOf(Material::Stone, 3)),
    task!("three wood", Need::MaterialsOf(Material::Wood, 3)),
    task!("any five building materials", Need::Materials(5)),
    task!("huts in all three mountain regions", Need::RegionsOf(Terrain::Mountain, 3)),
    task!("huts in all three beach regions", Need::RegionsOf(Terrain::Beach, 3)),
    task!("huts in all three forest regions", Need::RegionsOf(Terrain::Forest, 3)),
    task!("huts in all three plain regions", Need::RegionsOf(Terrain::Plain, 3)),
    task!("huts beside all three fish of kind A", Need::RegionsBy(FishKind::A, 3)),
    task!("huts beside all three fish of kind B", Need::RegionsBy(FishKind::B, 3)),
    task!("huts beside all three fish of kind C", Need::RegionsBy(FishKind::C, 3)),
    task!("huts beside all three fish of kind D", Need::RegionsBy(FishKind::D, 3)),
    task!("four huts on space 12", Need::HutsOnTwelve(4)),
    task!("any three men shifted down", Need::Shifted(Some(Gender::Man), 3)),
    task!("any three women shifted down", Need::Shifted(Some(Gender::Woman), 3)),
    task!("any five persons shifted down", Need::Shifted(None, 5)),
    task!("two persons of the kind ‘land path’", Need::PersonsOf(Effect::LandPath, 2)),
    task!("two persons of the kind ‘water path’", Need::PersonsOf(Effect::WaterPath, 2)),
    task!("two persons of the kind ‘woman’", Need::PersonsOf(Effect::Woman, 2)),
    task!("two persons of the kind ‘man’", Need::PersonsOf(Effect::Man, 2)),
    task!("two persons of the kind ‘build’", Need::PersonsOf(Effect::Build, 2)),
    task!("two persons of the kind ‘material’", Need::PersonsOf(Effect::Material, 2)),
    task!("two persons of the kind ‘move hut’", Need::PersonsOf(Effect::MoveHut, 2)),
    task!("two persons of the kind ‘points’", Need::PersonsOf(Effect::VictoryPoints, 2)),
    task!("two persons of the kind ‘god card’", Need::PersonsOf(Effect::GodCard, 2)),
    task!("two persons of the kind ‘offering’", Need::PersonsOf(Effect::Offering, 2)),
    task!("two persons of the kind ‘status’", Need::PersonsOf(Effect::Status, 2)),
    task!("two persons of the kind ‘shell’", Need::PersonsOf(Effect::Shell, 2)),
];

impl Task {
    /// The task's row of the table.
    pub fn row(self) -> &'static TaskRow {
        &TASKS[usize::from(self.0)]
    }
}

/// The action tiles by number of seats; a combined tile serves either of its two
/// actions ("The two or three player game"). Fishing is printed on the board.
pub fn action_tiles(seats: usize) -> Vec<Vec<Action>> {
    let mut tiles = vec![vec![Action::Helper], vec![Action::Temple], vec![Action::Build]];
    match seats {
        2 => tiles.push(vec![Action::Man, Action::Woman]),
        _ => tiles.extend([vec![Action::Man], vec![Action::Woman]]),
    }
    match seats {
        4 => tiles.extend([vec![Action::LandPath], vec![Action::WaterPath]]),
        _ => tiles.push(vec![Action::LandPath, Action::WaterPath]),
    }
    tiles
}

/// Points of the helper that each trade costs (certain).
pub mod trade {
    /// Shifting a person down, or one point.
    pub const SMALL: u8 = 1;
    /// An offering, a god card, a material, or moving a hut.
    pub const LARGE: u8 = 2;
}
