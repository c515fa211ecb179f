//! Printed values: cards, tiles, patterns, tracks.
//!
//! Source unless a line says otherwise: the facts file, sections 2 to 7, where at
//! least two independent sources agree (confidence high). Values marked
//! *reconstructed* have no source. Knows pieces, no state and no rule.

use super::pieces::{Craft, God, Resource, Specialist, Tile};
use super::squares::SIDE;

/// The edition of these tables; a set-up names the one it was dealt from.
pub const EDITION: u8 = 1;

/// Squares along one side of a map tile.
pub const TILE_SIDE: usize = 6;
/// VR of every player at the start (rulebook, Victory Requirement).
pub const START_VR: i16 = 20;
/// The highest VR; 40 itself is allowed (ruling vr-limits).
pub const MAX_VR: i16 = 40;
/// Cattle of every player at the start (rulebook, Player material).
pub const START_CATTLE: u16 = 3;
/// Steps of an ordinary transportation range.
pub const RANGE: u8 = 3;
/// Steps of every range in the turn of Eshu's worshipper.
pub const ESHU_RANGE: u8 = 6;
/// Cattle for one use of a hub.
pub const HUB_FEE: u16 = 1;
/// The most hubs on one way that a command may name: as many as a map has squares, each
/// of which costs more than anybody ever owns.
pub const MOST_HUBS: usize = SIDE * SIDE;
/// The highest price of a good.
pub const MAX_PRICE: u8 = 3;
/// Cattle that Elegua adds to the first gift, at most.
pub const ELEGUA_CATTLE: u16 = 3;
/// Cattle that Engai adds in each revenue phase.
pub const ENGAI_CATTLE: u16 = 2;
/// What Anansi's worshipper pays a craftsman.
pub const ANANSI_PRICE: u16 = 1;
/// VR of a technology card for Gu's worshipper.
pub const GU_VR: i16 = 1;
/// Cattle of a craftsman's cost that go to the builder card.
pub const BUILDER_SHARE: u16 = 2;
/// Craftsman tiles of each type: a hard limit.
pub const CRAFTSMAN_TILES: usize = 3;
/// Cards of each technology.
pub const CARDS_PER_TECHNOLOGY: usize = 2;
/// Water tiles of two squares each: a hard limit.
pub const WATER_TILES: u8 = 8;
/// The highest level of a monument.
pub const MAX_LEVEL: u8 = 5;
/// Gods in play in an ordinary match.
pub const GODS_IN_PLAY: usize = 8;

/// VP of a monument by its level, 0 to 5.
pub const MONUMENT_VP: [i32; 6] = [0, 1, 3, 7, 13, 21];

/// Resource tiles in the box, by resource: a hard limit.
pub const RESOURCE_TILES: [u8; 4] = [4, 6, 3, 3];

/// The six gods of the rulebook's first play (Strategy tips), without specialists.
pub const FIRST_PLAY_GODS: [God; 6] =
    [God::Elegua, God::Gu, God::Obatala, God::TsuiGoab, God::Engai, God::Xango];

/// The empires by seat. Names of the last two and all colours but one rest on a
/// single source (medium).
pub const EMPIRES: [(&str, &str); 5] = [
    ("Kilwa", "red"),
    ("Mutapa", "yellow"),
    ("Zulu", "green"),
    ("Lozi", "black"),
    ("Mapungubwe", "white"),
];

/// What a technology card prints.
#[derive(Debug)]
pub struct CraftRow {
    /// The craftsman in words.
    pub name: &'static str,
    /// The ritual good in words.
    pub good: &'static str,
    /// The resource it uses up.
    pub resource: Resource,
    /// The family of its good.
    pub family: Resource,
    /// For a secondary craftsman: whose good it works on.
    pub primary: Option<Craft>,
    /// For a primary craftsman: who replaces its good in rituals.
    pub secondary: Option<Craft>,
    /// VR of the first and the second card.
    pub vr: [i16; CARDS_PER_TECHNOLOGY],
    /// Cattle for placing one craftsman.
    pub cost: u16,
    /// VP of each craftsman.
    pub vp: i32,
    /// Whether the tile is 2x2; otherwise it is 1x2 and may be turned.
    pub square: bool,
}

const fn row(
    names: (&'static str, &'static str),
    resources: (Resource, Resource),
    line: (Option<Craft>, Option<Craft>),
    vr: [i16; 2],
    cost_vp: (u16, i32),
    square: bool,
) -> CraftRow {
    CraftRow {
        name: names.0,
        good: names.1,
        resource: resources.0,
        family: resources.1,
        primary: line.0,
        secondary: line.1,
        vr,
        cost: cost_vp.0,
        vp: cost_vp.1,
        square,
    }
}

use Craft::*;
use Resource::{Clay, Diamonds, Ivory, Wood};

/// The technologies, in the order of [`Craft::ALL`] (facts file, section 4).
pub const CRAFTS: [CraftRow; 7] = [
    row(("potter", "pottery"), (Clay, Clay), (None, Some(VesselMaker)), [3, 4], (2, 1), false),
    row(
        ("ivory carver", "ivory carving"),
        (Ivory, Ivory),
        (None, Some(ThroneMaker)),
        [2, 3],
        (2, 1),
        true,
    ),
    row(
        ("wood carver", "wood carving"),
        (Wood, Wood),
        (None, Some(Sculptor)),
        [3, 4],
        (2, 1),
        false,
    ),
    row(
        ("diamond cutter", "cut diamond"),
        (Diamonds, Diamonds),
        (None, None),
        [1, 2],
        (10, 3),
        true,
    ),
    row(("vessel maker", "vessel"), (Clay, Clay), (Some(Potter), None), [3, 4], (4, 2), true),
    row(
        ("throne maker", "throne"),
        (Wood, Ivory),
        (Some(IvoryCarver), None),
        [3, 4],
        (4, 2),
        false,
    ),
    row(("sculptor", "sculpture"), (Wood, Wood), (Some(WoodCarver), None), [3, 4], (4, 2), true),
];

impl Craft {
    /// What its technology card prints.
    pub fn row(self) -> &'static CraftRow {
        &CRAFTS[self.index()]
    }
    /// Its name in words.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

impl Resource {
    /// Its name in words.
    pub fn name(self) -> &'static str {
        ["clay", "wood", "ivory", "diamonds"][self.index()]
    }
    /// Its name behind a number.
    pub fn counted(self, count: usize) -> &'static str {
        match (self, count) {
            (Resource::Diamonds, 1) => "diamond",
            _ => self.name(),
        }
    }
}

/// Name, VR and what the god does in our words (facts file, section 5), in the
/// order of [`God::ALL`].
pub const GODS: [(&str, i16, &str); 12] = [
    ("Shadipinyi", 4, "A second plaque of yours stands first in the queue every round."),
    ("Elegua", 4, "Up to 3 cattle of your first gift each round come from the common stock."),
    (
        "Dziva",
        2,
        "Change any of your prices, up or down, at the beginning of your turn and when you choose her.",
    ),
    ("Eshu", 4, "In your turn every range is 6 instead of 3."),
    ("Gu", 4, "Each of your technology cards counts 1 VR, earlier ones too."),
    ("Obatala", 7, "Building monuments, you may build two."),
    ("Atete", 5, "You may use a resource that carries one used marker."),
    ("Tsui-Goab", 3, "The goods for a raise need not differ."),
    ("Anansi", 5, "You pay every craftsman 1, whatever the price."),
    ("Qamata", 2, "Everybody's hub fees are paid to you."),
    ("Engai", 5, "2 more cattle in every revenue phase."),
    ("Xango", -2, "Only lowers your VR; wins ties."),
];

impl God {
    /// The god's name.
    pub fn name(self) -> &'static str {
        GODS[self.index()].0
    }
    /// What choosing the god adds to the VR.
    pub fn vr(self) -> i16 {
        GODS[self.index()].1
    }
}

/// Name, VR, cattle for one use and what it does (facts file, section 6), in the
/// order of [`Specialist::ALL`]. The herd's cattle is the smallest payment.
pub const SPECIALISTS: [(&str, i16, u16, &str); 5] = [
    ("rain ceremony", 1, 3, "Place a water tile on two empty land squares side by side."),
    ("nomads", 1, 2, "Your new monuments this turn may stand next to others."),
    ("builder", 2, 2, "2 cattle of each craftsman you place later this turn come back to you."),
    ("shaman", 3, 2, "Place a resource tile on an empty land square."),
    ("herd", 6, 2, "Pay 2, 4 or 6 head; 1, 2 or 3 more join them until the revenues."),
];

/// What may be paid to the herd; half as much joins it.
pub const HERD_PAYMENTS: [u16; 3] = [2, 4, 6];

impl Specialist {
    /// The specialist in words.
    pub fn name(self) -> &'static str {
        SPECIALISTS[self.index()].0
    }
    /// What choosing the specialist adds to the VR.
    pub fn vr(self) -> i16 {
        SPECIALISTS[self.index()].1
    }
    /// Cattle for one use, at least.
    pub fn pay(self) -> u16 {
        SPECIALISTS[self.index()].2
    }
}

/// The squares of each tile, unturned, in the order of [`Tile::ALL`] (facts file,
/// section 2): `.` land, `~` water, `C` clay, `W` wood, `I` ivory, `D` diamonds,
/// `S` starting area.
pub const TILES: [[&str; TILE_SIDE]; 11] = [
    ["..S..S", "......", "S..W..", "..C..S", "......", "S..S.."],
    ["D..~~~", "...~~~", "C...I.", "......", "......", "......"],
    ["~~~~.W", "~~~~..", "~~~~..", "..ID..", "......", "......"],
    ["..~~..", ".W~~C.", "......", "......", "....W.", "......"],
    [".~....", ".~.I..", ".~....", ".~I...", ".~~~..", ".~~~.W"],
    ["~~....", "~~I...", "..C...", "......", ".D..~~", "....~~"],
    [".~~~~~", ".I....", "...W..", "...W..", "~~....", "~~...."],
    ["..~...", "..~CI.", "..~C..", "..~...", "..~~~~", "..~~~~"],
    [".....~", ".C...~", ".....~", ".....~", ".~~DW~", ".~~..~"],
    ["~~~~..", "~~~~..", "..W...", "......", "D....C", "......"],
    ["......", ".C..W.", "~~....", "~~....", "~~~~..", ".~~~.C"],
];

impl Tile {
    /// The tile's rows, unturned.
    pub fn rows(self) -> &'static [&'static str; TILE_SIDE] {
        &TILES[self.index()]
    }
}

/// Where tiles lie, by number of players from 2 on (facts file, section 3): `S`
/// the start tile, `x` another one, `.` none.
pub const PATTERNS: [&[&str]; 4] =
    [&["Sx", "xx"], &["..x", ".Sx", "xxx"], &["xx.", "xSx", ".xx"], &["xxx", "xSx", "xxx"]];

/// What it costs to use this many hubs, in cattle; more than can be counted is more than
/// anybody has.
pub fn hub_fees(hubs: usize) -> u16 {
    u16::try_from(hubs).unwrap_or(u16::MAX).saturating_mul(HUB_FEE)
}
