//! What follows from the map for a range: found out when it is first asked for, then remembered.
//!
//! Knows nothing of what is remembered, only of the two ranges there are.

use super::tables::{ESHU_RANGE, RANGE};
use std::sync::{Arc, OnceLock};

/// Something that follows from the rest of a state, for each of the two ranges: all copies of a
/// state share it until the map changes, and it tells no two states apart.
#[derive(Clone, Debug)]
pub struct Remembered<T>(Arc<[OnceLock<T>; 2]>);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Remembered(Arc::new([OnceLock::new(), OnceLock::new()]))
    }
}

impl<T> PartialEq for Remembered<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl<T> Eq for Remembered<T> {}

impl<T> Remembered<T> {
    /// What follows for a range: the usual one, or that of Eshu's worshipper.
    pub fn within(&self, range: u8, find: impl FnOnce() -> T) -> &T {
        self.0[usize::from(range != RANGE)].get_or_init(find)
    }

    /// To be called when the map changes: what follows now, made of what is known for a range.
    pub fn renew(&mut self, make: impl Fn(u8, &T) -> T) {
        let renewed = |range, known: &OnceLock<T>| match known.get() {
            Some(known) => OnceLock::from(make(range, known)),
            None => OnceLock::new(),
        };
        let [usual, eshu] = &*self.0;
        self.0 = Arc::new([renewed(RANGE, usual), renewed(ESHU_RANGE, eshu)]);
    }
}
