//! Closed lists of words: what is one word in rows, in JSON and in addresses alike.
//!
//! A list is an enum that derives its words from its variants, so that a new variant cannot
//! be forgotten:
//!
//! ```ignore
//! #[derive(Clone, Copy, VariantArray, IntoStaticStr)]
//! #[strum(serialize_all = "snake_case")]
//! pub enum Scope { Read, Play }
//! ```

use crate::error::{Error, Result};
use strum::VariantArray;

/// One of a closed list of words.
pub trait Word: Copy + VariantArray + Into<&'static str> {
    /// All of them, in the order in which they are declared.
    const ALL: &'static [Self] = Self::VARIANTS;

    /// The word for it.
    fn word(self) -> &'static str {
        self.into()
    }

    /// The one of a word.
    fn of_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|one| one.word() == word)
    }

    /// The one of a word that we have stored.
    ///
    /// # Errors
    /// A fault that names a word for none of them.
    fn of_stored(word: &str) -> Result<Self> {
        Self::of_word(word).ok_or_else(|| {
            // Of `crate::db::letters::State`, say, what tells it from the other states.
            let path: Vec<&str> = std::any::type_name::<Self>().split("::").collect();
            let list = path[path.len().saturating_sub(2)..].join("::");
            Error::fault(format!("a stored {list} is {word:?}, which is not known"))
        })
    }
}

impl<T: Copy + VariantArray + Into<&'static str>> Word for T {}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoStaticStr;

    #[derive(Clone, Copy, Debug, PartialEq, VariantArray, IntoStaticStr)]
    #[strum(serialize_all = "snake_case")]
    enum Tide {
        Ebb,
        HighWater,
    }

    #[test]
    fn each_word_leads_back_to_what_it_is_for() {
        let words: Vec<_> = Tide::ALL.iter().map(|tide| tide.word()).collect();
        assert_eq!(words, ["ebb", "high_water"]);
        for &tide in Tide::ALL {
            assert_eq!(Tide::of_word(tide.word()), Some(tide));
        }
        assert_eq!(Tide::of_word("Ebb"), None);
    }

    #[test]
    fn a_stored_word_for_nothing_is_a_fault_that_names_it() {
        assert_eq!(Tide::of_stored("ebb").unwrap(), Tide::Ebb);
        let fault = Tide::of_stored("flood").unwrap_err().detail;
        assert!(fault.contains("a stored tests::Tide is \"flood\""), "{fault}");
    }
}
