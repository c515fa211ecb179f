//! Uses of resources, given to those who need one so that all of them have one.
//!
//! Knows bits only, no squares and no craftsmen.

/// Uses: bit `i` of the low half for the first use of resource `i`, of the
/// high half for a second one.
pub type Uses = u128;

/// Uses of resources given to demands, changed around while demands come in
/// (augmenting paths, after Kuhn).
#[derive(Clone, Default)]
pub struct Matching {
    uses: Uses,
    taken: Uses,
    demands: [Uses; 10],
    given: [u8; 10],
    count: usize,
}

impl Matching {
    /// None of these uses is given yet.
    pub fn of(uses: Uses) -> Matching {
        Matching { uses, ..Matching::default() }
    }

    /// The resource that a demand was given, by its place in the list of resources.
    pub fn given_to(&self, demand: usize) -> usize {
        usize::from(self.given[demand] % 64)
    }

    /// Finds room for one more demand, if there is any.
    pub fn add(&mut self, wanted: Uses) -> bool {
        let place = self.count;
        self.demands[place] = wanted & self.uses;
        let mut tried = 0;
        if !self.give(place, &mut tried) {
            return false;
        }
        self.count += 1;
        true
    }

    fn give(&mut self, demand: usize, tried: &mut Uses) -> bool {
        let free = self.demands[demand] & !self.taken;
        if free != 0 {
            self.given[demand] = free.trailing_zeros() as u8;
            self.taken |= 1 << self.given[demand];
            return true;
        }
        loop {
            let open = self.demands[demand] & !*tried;
            if open == 0 {
                return false;
            }
            let slot = open.trailing_zeros() as u8;
            *tried |= 1 << slot;
            let Some(holder) = (0..self.count).find(|&other| self.given[other] == slot) else {
                continue;
            };
            if self.give(holder, tried) {
                self.given[demand] = slot;
                return true;
            }
        }
    }
}
