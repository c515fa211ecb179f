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

impl<T: Clone> Remembered<T> {
    /// What follows for a range: the usual one, or that of Eshu's worshipper.
    pub fn within(&self, range: u8, find: impl FnOnce() -> T) -> &T {
        self.0[usize::from(range != RANGE)].get_or_init(find)
    }

    /// To be called when the map changes so that nothing of it may be true any more.
    pub fn forget(&mut self) {
        *self = Remembered::default();
    }

    /// To be called when the map changes so that most of it stays true: brings what is known for
    /// a range up to date.
    pub fn update(&mut self, change: impl Fn(u8, &mut T)) {
        for (range, known) in [RANGE, ESHU_RANGE].into_iter().zip(Arc::make_mut(&mut self.0)) {
            if let Some(known) = known.get_mut() {
                change(range, known);
            }
        }
    }
}
