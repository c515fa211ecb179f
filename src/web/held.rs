//! Connections, and answers that keep them: live streams, those that wait, those that are not
//! read. How many of them one account and one address may hold at the same time.

use crate::error::{Code, Error, Result};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

type Counts = Arc<Mutex<HashMap<String, u32>>>;

/// Counts what is held open by whom.
#[derive(Clone, Debug, Default)]
pub struct Held(Counts);

/// What is held open; given back when it is dropped.
#[derive(Debug)]
pub struct Place {
    counts: Counts,
    keys: Vec<String>,
}

impl Held {
    /// One more for each of these holders, each with the most that it may have.
    pub fn one_more(&self, holders: &[(String, u32)]) -> Result<Place> {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (holder, most) in holders {
            if counts.get(holder).is_some_and(|count| count >= most) {
                let detail = format!(
                    "{most} answers to you are open already; read or close one, or follow fewer \
                     matches at the same time."
                );
                return Err(Error::new(Code::TooManyHeldOpen, detail).with("retry_after", 10));
            }
        }
        let keys: Vec<String> = holders.iter().map(|(holder, _)| holder.clone()).collect();
        for key in &keys {
            *counts.entry(key.clone()).or_default() += 1;
        }
        Ok(Place { counts: self.0.clone(), keys })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        for key in &self.keys {
            if let Some(count) = counts.get_mut(key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(key);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Held;

    #[test]
    fn each_holder_has_so_many_places_and_gets_them_back() {
        let held = Held::default();
        let ask = |who: &str| held.one_more(&[(who.to_owned(), 2), ("house".to_owned(), 3)]);
        let places = [ask("anna"), ask("anna")].map(|place| place.expect("a place"));
        assert!(ask("anna").is_err(), "no third for one account");
        let ben = ask("ben").expect("a place");
        assert!(ask("cleo").is_err(), "no fourth for one house");
        drop((places, ben));
        assert!(ask("anna").is_ok());
        assert!(held.0.lock().expect("nobody panicked").is_empty(), "nobody is remembered");
    }
}
