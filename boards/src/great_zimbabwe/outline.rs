//! The outline of a set of squares as one path with rounded corners.
//!
//! Knows rows and columns only. Squares that touch at a corner alone stay apart,
//! as the rules have it for water.

use crate::games::great_zimbabwe::squares::{SIDE, Square, Squares};
use std::collections::BTreeMap;
use std::fmt::Write;

/// How the outline of squares becomes a path.
#[derive(Clone, Copy, Debug)]
pub struct Outline {
    /// Side of a square.
    pub cell: i32,
    /// Where the upper left square begins, in both directions.
    pub margin: i32,
    /// Radius of the corners.
    pub round: i32,
    /// How far the path keeps inside of the squares.
    pub inset: i32,
}

type Point = (i32, i32);

fn holds(squares: Squares, row: i32, col: i32) -> bool {
    let side = SIDE as i32;
    (0..side).contains(&row)
        && (0..side).contains(&col)
        && squares.contains(Square::at(row as usize, col as usize))
}

/// The edges between inside and outside, with the inside on their right.
fn edges(squares: Squares) -> BTreeMap<Point, Vec<Point>> {
    let mut edges: BTreeMap<Point, Vec<Point>> = BTreeMap::new();
    for square in squares.iter() {
        let (row, col) = (square.row() as i32, square.col() as i32);
        for ((down, right), from, way) in [
            ((-1, 0), (col, row), (1, 0)),
            ((0, 1), (col + 1, row), (0, 1)),
            ((1, 0), (col + 1, row + 1), (-1, 0)),
            ((0, -1), (col, row + 1), (0, -1)),
        ] {
            if !holds(squares, row + down, col + right) {
                edges.entry(from).or_default().push(way);
            }
        }
    }
    edges
}

/// The closed loops, each as its corners with the ways into and out of them.
fn loops(squares: Squares) -> Vec<Vec<(Point, Point, Point)>> {
    let mut edges = edges(squares);
    let mut loops = Vec::new();
    while let Some((&start, ways)) = edges.iter().next() {
        let mut way = ways[0];
        let mut at = start;
        let mut steps: Vec<(Point, Point)> = Vec::new();
        loop {
            if let Some(ways) = edges.get_mut(&at) {
                ways.retain(|other| *other != way);
                if ways.is_empty() {
                    edges.remove(&at);
                }
            }
            steps.push((at, way));
            at = (at.0 + way.0, at.1 + way.1);
            let Some(ways) = edges.get(&at) else { break };
            let right = (-way.1, way.0);
            way = if ways.contains(&right) { right } else { ways[0] };
        }
        let before = steps.iter().cycle().skip(steps.len() - 1);
        let corners = steps.iter().zip(before).filter(|((_, out), (_, into))| out != into);
        loops.push(corners.map(|(&(at, out), &(_, into))| (at, into, out)).collect());
    }
    loops
}

impl Outline {
    /// The path around these squares.
    pub fn path(self, squares: Squares) -> String {
        let Outline { cell, margin, round, inset } = self;
        let mut path = String::new();
        for corners in loops(squares) {
            for (index, ((col, row), into, out)) in corners.into_iter().enumerate() {
                let x = margin + col * cell - inset * (into.1 + out.1);
                let y = margin + row * cell + inset * (into.0 + out.0);
                let _ = write!(
                    path,
                    "{}{} {}Q{x} {y} {} {}",
                    if index == 0 { 'M' } else { 'L' },
                    x - round * into.0,
                    y - round * into.1,
                    x + round * out.0,
                    y + round * out.1
                );
            }
            path.push('Z');
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHARP: Outline = Outline { cell: 10, margin: 0, round: 0, inset: 0 };

    fn squares(names: &[&str]) -> Squares {
        names.iter().map(|name| name.parse::<Square>().expect("a square")).collect()
    }

    #[test]
    fn squares_side_by_side_have_one_outline() {
        assert_eq!(SHARP.path(squares(&["A1", "B1"])).matches('Z').count(), 1);
        assert_eq!(SHARP.path(squares(&["A1", "B1"])).matches('Q').count(), 4);
    }

    #[test]
    fn squares_that_touch_at_a_corner_have_an_outline_each() {
        assert_eq!(SHARP.path(squares(&["A1", "B2"])).matches('Z').count(), 2);
        assert_eq!(SHARP.path(squares(&["B1", "A2"])).matches('Z').count(), 2);
    }

    #[test]
    fn a_hole_has_an_outline_of_its_own() {
        let ring = ["A1", "B1", "C1", "A2", "C2", "A3", "B3", "C3"];
        assert_eq!(SHARP.path(squares(&ring)).matches('Z').count(), 2);
    }
}
