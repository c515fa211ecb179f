//! What follows from the map for a range: found out when it is first asked for, then remembered.
//!
//! Knows nothing of what is remembered, only of the two ranges there are.

use super::tables::{ESHU_RANGE, RANGE};
use std::sync::{Arc, OnceLock};

/// Something that follows from the rest of a state, for each of the two ranges: copies of a
/// state share what was known when they were made, and it tells no two states apart.
#[derive(Debug)]
pub struct Remembered<T>([OnceLock<Arc<T>>; 2]);

impl<T> Default for Remembered<T> {
    fn default() -> Self {
        Remembered([OnceLock::new(), OnceLock::new()])
    }
}

impl<T> Clone for Remembered<T> {
    fn clone(&self) -> Self {
        Remembered(self.0.clone())
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
        self.0[usize::from(range != RANGE)].get_or_init(|| Arc::new(find()))
    }

    /// What follows from another map, made of what is known for a range.
    pub fn renewed(&self, make: impl Fn(u8, &T) -> T) -> Remembered<T> {
        let renewed = |range, known: &OnceLock<Arc<T>>| match known.get() {
            Some(known) => OnceLock::from(Arc::new(make(range, known))),
            None => OnceLock::new(),
        };
        let [usual, eshu] = &self.0;
        Remembered([renewed(RANGE, usual), renewed(ESHU_RANGE, eshu)])
    }
}
