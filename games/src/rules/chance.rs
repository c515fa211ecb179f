//! Where dice and shuffles come from.
//!
//! A game asks a [`Chance`] and never knows which kind it holds: the sealed one
//! of a real match (`matches/stream/chance.rs`), the seeded one of random play, or the
//! scripted one of a tale. Only outcomes enter events, so a replay needs none.

/// A source of chance. One method; everything else is made from it.
pub trait Chance {
    /// A number from 0 to `bound - 1`, each equally likely. `bound` is at least 1.
    fn below(&mut self, bound: u32) -> u32;
}

/// One die with `sides` faces: 1 to `sides`.
pub fn die(chance: &mut dyn Chance, sides: u8) -> u8 {
    chance.below(u32::from(sides)) as u8 + 1
}

/// Puts `items` into a random order (Fisher and Yates, from the last place down).
pub fn shuffle<T>(chance: &mut dyn Chance, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, chance.below(last as u32 + 1) as usize);
    }
}

/// Chance from a number, the same on every machine: for random play and benchmarks.
///
/// SplitMix64 (Steele, Lea, Flood 2014). Never used for a real match: whoever
/// sees some of its numbers can compute the rest.
#[derive(Clone, Debug)]
pub struct Seeded(u64);

impl Seeded {
    /// The stream of this seed.
    pub fn new(seed: u64) -> Self {
        Seeded(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

impl Chance for Seeded {
    fn below(&mut self, bound: u32) -> u32 {
        uniform(bound, || (self.next() >> 32) as u32)
    }
}

/// A fair number below `bound` out of fair 32-bit words, throwing away the
/// words that would favour the low numbers.
pub fn uniform(bound: u32, mut word: impl FnMut() -> u32) -> u32 {
    assert!(bound > 0, "chance needs at least one outcome");
    let usable = u32::MAX - (u32::MAX % bound + 1) % bound;
    loop {
        let drawn = word();
        if drawn <= usable {
            return drawn % bound;
        }
    }
}

/// Chance that gives what it was told, for tales and tests. It panics when asked
/// for more than the tale foresaw, or for a number that the bound does not allow.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    outcomes: std::collections::VecDeque<u32>,
}

impl Scripted {
    /// These outcomes of [`Chance::below`], in this order.
    pub fn new(outcomes: impl IntoIterator<Item = u32>) -> Self {
        Scripted { outcomes: outcomes.into_iter().collect() }
    }

    /// Dice faces, counted from 1, in this order.
    pub fn dice(faces: impl IntoIterator<Item = u8>) -> Self {
        Scripted::new(faces.into_iter().map(|face| u32::from(face) - 1))
    }

    /// How many outcomes nobody asked for yet.
    pub fn left(&self) -> usize {
        self.outcomes.len()
    }
}

impl Chance for Scripted {
    fn below(&mut self, bound: u32) -> u32 {
        let outcome = self.outcomes.pop_front().expect("the tale foresaw no further chance");
        assert!(outcome < bound, "the tale says {outcome}, below {bound} was asked");
        outcome
    }
}

/// Chance that is passed on and counted: a decision that drew nothing can be taken back.
pub struct Counted<'a> {
    inner: &'a mut dyn Chance,
    drawn: u32,
}

impl<'a> Counted<'a> {
    /// Counts what is drawn from `inner`.
    pub fn new(inner: &'a mut dyn Chance) -> Self {
        Counted { inner, drawn: 0 }
    }

    /// How often something was drawn.
    pub fn drawn(&self) -> u32 {
        self.drawn
    }
}

impl Chance for Counted<'_> {
    fn below(&mut self, bound: u32) -> u32 {
        self.drawn += 1;
        self.inner.below(bound)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_stream_again() {
        let roll = |seed| {
            let mut chance = Seeded::new(seed);
            (0..20).map(|_| die(&mut chance, 6)).collect::<Vec<_>>()
        };
        assert_eq!(roll(7), roll(7));
        assert_ne!(roll(7), roll(8));
    }

    #[test]
    fn every_face_of_a_die_is_about_equally_likely() {
        let mut chance = Seeded::new(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[die(&mut chance, 6) as usize - 1] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
    }

    #[test]
    fn words_that_would_favour_low_numbers_are_thrown_away() {
        let bound = 3 << 30;
        let mut words = [u32::MAX, bound, 5].into_iter();
        assert_eq!(uniform(bound, || words.next().unwrap()), 5);
        assert_eq!(uniform(1, || u32::MAX), 0);
    }

    #[test]
    fn a_shuffle_keeps_every_item() {
        let mut items: Vec<u8> = (0..50).collect();
        shuffle(&mut Seeded::new(3), &mut items);
        assert_ne!(items, (0..50).collect::<Vec<_>>());
        items.sort_unstable();
        assert_eq!(items, (0..50).collect::<Vec<_>>());
    }
}
