//! The land: which squares there are, what they show, and how far a step goes.
//!
//! A step goes to any of eight neighbours; a whole water area is one step
//! (rulebook, Transportation range; rulings water-step, off-map). The water areas
//! are found once, when the map changes; a range is then a few bit operations. What
//! lies in range of each resource is asked again and again, and remembered. Knows
//! tiles and squares, not who built what.

use super::pieces::{Lie, Resource, Tile};
use super::remembered::Remembered;
use super::setup::PlacedTile;
use super::squares::{Square, Squares};
use super::tables::TILE_SIDE;

/// The printed and placed land of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Land {
    /// All squares there are.
    pub squares: Squares,
    /// Squares with water.
    pub water: Squares,
    /// Starting areas.
    pub starts: Squares,
    /// Squares with each resource, by [`Resource::index`].
    pub resources: [Squares; 4],
    /// The water areas, each joined horizontally or vertically.
    areas: Vec<Squares>,
    supplies: Remembered<Vec<Supply>>,
}

/// A resource on the map, and all that it may supply.
#[derive(Clone, Debug)]
pub struct Supply {
    /// Its square.
    pub at: Square,
    /// What it is.
    pub resource: Resource,
    /// Every square in range of it. On land a range reaches as far back as it reaches out.
    pub zone: Squares,
}

/// What a tile prints on a square, turned clockwise by quarters.
fn printed(tile: Tile, quarters: u8, row: usize, col: usize) -> u8 {
    let (mut row, mut col) = (row, col);
    for _ in 0..quarters % 4 {
        (row, col) = (TILE_SIDE - 1 - col, row);
    }
    tile.rows()[row].as_bytes()[col]
}

impl Land {
    /// The land of these tiles.
    pub fn of(tiles: &[PlacedTile]) -> Land {
        let mut land = Land::nowhere();
        for placed in tiles {
            for row in 0..TILE_SIDE {
                for col in 0..TILE_SIDE {
                    let square = Square::at(
                        placed.row as usize * TILE_SIDE + row,
                        placed.col as usize * TILE_SIDE + col,
                    );
                    land.print(square, printed(placed.tile, placed.quarter_turns, row, col));
                }
            }
        }
        land.find_areas();
        land
    }

    /// The land of a drawing, in the letters of the tiles; a blank is no square.
    #[cfg(test)]
    pub fn drawn(rows: &[&str]) -> Land {
        let mut land = Land::nowhere();
        for (row, line) in rows.iter().enumerate() {
            for (col, letter) in line.bytes().enumerate().filter(|(_, letter)| *letter != b' ') {
                land.print(Square::at(row, col), letter);
            }
        }
        land.find_areas();
        land
    }

    fn nowhere() -> Land {
        let none = Squares::NONE;
        Land {
            squares: none,
            water: none,
            starts: none,
            resources: [none; 4],
            areas: vec![],
            supplies: Remembered::default(),
        }
    }

    fn print(&mut self, square: Square, letter: u8) {
        self.squares.insert(square);
        match letter {
            b'~' => self.water.insert(square),
            b'S' => self.starts.insert(square),
            b'C' => self.resources[Resource::Clay.index()].insert(square),
            b'W' => self.resources[Resource::Wood.index()].insert(square),
            b'I' => self.resources[Resource::Ivory.index()].insert(square),
            b'D' => self.resources[Resource::Diamonds.index()].insert(square),
            _ => {}
        }
    }

    /// Adds a water tile. No range changes that does not come by the water areas it is now
    /// part of.
    pub fn rain(&mut self, squares: [Square; 2]) {
        self.water |= squares.into_iter().collect();
        self.find_areas();
        let areas = self.areas_of(squares);
        let zone = |known: &Supply, range: u8| match known.zone.meets(areas) {
            true => self.within(known.at.bit(), range),
            false => known.zone,
        };
        self.supplies = self.supplies.renewed(|range, known| {
            known.iter().map(|known| Supply { zone: zone(known, range), ..*known }).collect()
        });
    }

    /// Adds a resource tile.
    pub fn add_resource(&mut self, resource: Resource, at: Square) {
        self.resources[resource.index()].insert(at);
        self.supplies = self.supplies.renewed(|range, known| {
            let mut all = known.clone();
            let place = all.partition_point(|other| other.at < at);
            all.insert(place, Supply { at, resource, zone: self.within(at.bit(), range) });
            all
        });
    }

    fn find_areas(&mut self) {
        self.areas.clear();
        let mut left = self.water;
        while let Some(first) = left.first() {
            let mut area = first.bit();
            loop {
                let grown = area.beside() & self.water;
                if grown == area {
                    break;
                }
                area = grown;
            }
            left = left & !area;
            self.areas.push(area);
        }
    }

    /// All water areas that one of these squares belongs to.
    pub fn areas_of(&self, squares: [Square; 2]) -> Squares {
        let wet: Squares = squares.into_iter().collect();
        let areas = self.areas.iter().filter(|area| area.meets(wet));
        areas.fold(Squares::NONE, |all, area| all | *area)
    }

    /// The water areas.
    pub fn areas(&self) -> &[Squares] {
        &self.areas
    }

    /// Land that shows neither resource nor starting area.
    pub fn open(&self) -> Squares {
        let [clay, wood, ivory, diamonds] = self.resources;
        self.squares & !(self.water | self.starts | clay | wood | ivory | diamonds)
    }

    /// The resource printed or placed on a square.
    pub fn resource_at(&self, at: Square) -> Option<Resource> {
        Resource::ALL.iter().copied().find(|r| self.resources[r.index()].contains(at))
    }

    /// The resources, row by row, with what lies within this range of each.
    pub fn supplies(&self, range: u8) -> &[Supply] {
        self.supplies.within(range, || {
            let all = self.resources.iter().fold(Squares::NONE, |all, set| all | *set);
            let supply = |at: Square| {
                let resource = self.resource_at(at)?;
                Some(Supply { at, resource, zone: self.within(at.bit(), range) })
            };
            all.iter().filter_map(supply).collect()
        })
    }

    /// Everything one step away, the squares themselves included.
    fn step(&self, from: Squares) -> Squares {
        let reached = from.around() & self.squares;
        let wet = reached & self.water & !from;
        if wet.is_empty() {
            return reached;
        }
        let entered = self.areas.iter().filter(|area| area.meets(wet));
        entered.fold(reached, |reached, area| reached | *area)
    }

    /// Every square at most `range` steps from one of `from`.
    pub fn within(&self, from: Squares, range: u8) -> Squares {
        (0..range).fold(from, |reached, _| self.step(reached))
    }

    /// Every square at most `range` steps from one of `from`, where a step onto a
    /// square of `stops` ends the walk (ruling hub-stop).
    pub fn walk(&self, from: Squares, range: u8, stops: Squares) -> Squares {
        let mut reached = from;
        let mut going = from;
        for _ in 0..range {
            reached |= self.step(going);
            going = (reached & !stops) | from;
        }
        reached
    }

    /// The squares of a tile of two by two, or one by two, laid from `at` on;
    /// `None` where it sticks out of the map.
    pub fn tile(&self, at: Square, square: Shape, lie: Lie) -> Option<Squares> {
        let reach = match (square, lie) {
            (Shape::Square, _) => (2, 2),
            (Shape::Oblong, Lie::Across) => (1, 2),
            (Shape::Oblong, Lie::Down) => (2, 1),
        };
        let mut set = Squares::NONE;
        for row in at.row()..at.row() + reach.0 {
            for col in at.col()..at.col() + reach.1 {
                if row >= super::squares::SIDE || col >= super::squares::SIDE {
                    return None;
                }
                set.insert(Square::at(row, col));
            }
        }
        (set & !self.squares).is_empty().then_some(set)
    }
}

/// The form of a tile that is laid on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One by two squares.
    Oblong,
    /// Two by two squares.
    Square,
}

impl Shape {
    /// Where such a tile may begin so that it lies on `room` alone.
    pub fn fitting(self, lie: Lie, room: Squares) -> Squares {
        match (self, lie) {
            (Shape::Oblong, Lie::Across) => room & room.left(),
            (Shape::Oblong, Lie::Down) => room & room.above(),
            (Shape::Square, Lie::Across) => {
                let pairs = room & room.left();
                pairs & pairs.above()
            }
            (Shape::Square, Lie::Down) => Squares::NONE,
        }
    }
    /// Where such a tile may begin so that one of its squares is in `zone`.
    pub fn touching(self, lie: Lie, zone: Squares) -> Squares {
        match (self, lie) {
            (Shape::Oblong, Lie::Across) => zone | zone.left(),
            (Shape::Oblong, Lie::Down) => zone | zone.above(),
            (Shape::Square, _) => {
                let pairs = zone | zone.left();
                pairs | pairs.above()
            }
        }
    }
    /// The ways it may lie.
    pub fn lies(self) -> &'static [Lie] {
        match self {
            Shape::Oblong => &[Lie::Across, Lie::Down],
            Shape::Square => &[Lie::Across],
        }
    }
}
