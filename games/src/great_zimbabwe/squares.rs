//! Squares by name, and sets of squares as bits.
//!
//! Knows nothing of what lies on a square. The widest map is 18 by 18 squares; a
//! row takes twenty bits, so that a step over the edge falls on a bit that is no
//! square.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// Squares along one side of the widest map.
pub const SIDE: usize = 18;
const STRIDE: usize = 20;
const WORDS: usize = 6;

/// A square of the map. Written as column letter and row number, both counted
/// from the upper left corner of the pattern: `A1` to `R18`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "String", into = "String")]
#[schemars(with = "String")]
pub struct Square(u16);

impl Square {
    /// The square in this row and column, both counted from 0 and below [`SIDE`].
    pub fn at(row: usize, col: usize) -> Square {
        assert!(row < SIDE && col < SIDE, "no square in row {row}, column {col}");
        Square((row * STRIDE + col) as u16)
    }
    /// Its row, from 0.
    pub fn row(self) -> usize {
        self.0 as usize / STRIDE
    }
    /// Its column, from 0.
    pub fn col(self) -> usize {
        self.0 as usize % STRIDE
    }
    /// The set of this square alone.
    pub fn bit(self) -> Squares {
        let mut set = Squares::NONE;
        set.insert(self);
        set
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'A' + self.col() as u8) as char, self.row() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Square> for String {
    fn from(square: Square) -> String {
        square.to_string()
    }
}

impl TryFrom<String> for Square {
    type Error = String;
    fn try_from(name: String) -> Result<Square, String> {
        name.parse()
    }
}

impl std::str::FromStr for Square {
    type Err = String;
    fn from_str(name: &str) -> Result<Square, String> {
        let wrong = || format!("{name:?} is no square; squares are called A1 to R18");
        let col = name.bytes().next().filter(u8::is_ascii_uppercase).ok_or_else(wrong)? - b'A';
        let digits = &name[1..];
        if digits.starts_with('0') || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(wrong());
        }
        let row: usize = digits.parse().map_err(|_| wrong())?;
        if row == 0 || row > SIDE || col as usize >= SIDE {
            return Err(wrong());
        }
        Ok(Square::at(row - 1, col as usize))
    }
}

/// A set of squares.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Squares([u64; WORDS]);

// Nearly all that the rules ask is made of these few operations, so each of them is compiled into
// whoever uses it.
impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares([0; WORDS]);

    /// Puts a square in.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.0 as usize / 64] |= 1 << (square.0 % 64);
    }
    /// Whether the square is in the set.
    #[inline]
    pub fn contains(self, square: Square) -> bool {
        self.0[square.0 as usize / 64] >> (square.0 % 64) & 1 == 1
    }
    /// Whether the set has no square.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
    /// Whether the sets share a square.
    #[inline]
    pub fn meets(self, other: Squares) -> bool {
        !(self & other).is_empty()
    }
    /// How many squares it has.
    pub fn count(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }
    /// The first square, row by row.
    pub fn first(self) -> Option<Square> {
        self.iter().next()
    }
    /// The squares, row by row.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter { left: self, word: 0 }
    }
    /// The set whose words come from the words of two sets.
    #[inline]
    fn word_by_word(self, other: Squares, word: impl Fn(u64, u64) -> u64) -> Squares {
        let mut out = self;
        for (own, others) in out.0.iter_mut().zip(other.0) {
            *own = word(*own, others);
        }
        out
    }
    /// Everything moved `n` bits on (`n` below 64).
    #[inline]
    fn later(self, n: u32) -> Squares {
        let mut out = [0; WORDS];
        for (index, word) in out.iter_mut().enumerate() {
            *word = self.0[index] << n;
            if index > 0 {
                *word |= self.0[index - 1] >> (64 - n);
            }
        }
        Squares(out)
    }
    /// Everything moved `n` bits back (`n` below 64).
    #[inline]
    fn earlier(self, n: u32) -> Squares {
        let mut out = [0; WORDS];
        for (index, word) in out.iter_mut().enumerate() {
            *word = self.0[index] >> n;
            if index + 1 < WORDS {
                *word |= self.0[index + 1] << (64 - n);
            }
        }
        Squares(out)
    }
    /// Each square's left neighbour. May hold bits that are no squares.
    pub fn left(self) -> Squares {
        self.earlier(1)
    }
    /// Each square's upper neighbour. May hold bits that are no squares.
    pub fn above(self) -> Squares {
        self.earlier(STRIDE as u32)
    }
    /// The set with all neighbours, diagonal ones too. May hold bits that are no squares.
    #[inline]
    pub fn around(self) -> Squares {
        let wide = self | self.later(1) | self.earlier(1);
        wide | wide.later(STRIDE as u32) | wide.earlier(STRIDE as u32)
    }
    /// The set with its horizontal and vertical neighbours.
    pub fn beside(self) -> Squares {
        self | self.later(1)
            | self.earlier(1)
            | self.later(STRIDE as u32)
            | self.earlier(STRIDE as u32)
    }
}

/// The squares of a set, row by row.
#[derive(Clone, Debug)]
pub struct Iter {
    left: Squares,
    /// The first word that may have something left.
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        while let Some(word) = self.left.0.get_mut(self.word) {
            if *word != 0 {
                let bit = word.trailing_zeros();
                *word &= *word - 1;
                return Some(Square((self.word * 64) as u16 + bit as u16));
            }
            self.word += 1;
        }
        None
    }
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.left.count();
        (count, Some(count))
    }
}
impl ExactSizeIterator for Iter {}

impl BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        self.word_by_word(other, |own, others| own & others)
    }
}
impl BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        self.word_by_word(other, |own, others| own | others)
    }
}
impl BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        *self = *self | other;
    }
}
impl Not for Squares {
    type Output = Squares;
    #[inline]
    fn not(self) -> Squares {
        self.word_by_word(self, |own, _| !own)
    }
}
impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut set = Squares::NONE;
        for square in squares {
            set.insert(square);
        }
        set
    }
}
impl fmt::Debug for Squares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
