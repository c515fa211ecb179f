//! How much is due, in numbers for operators.

use crate::clock::Instant;
use crate::db::{clocks, letters, notices};
use crate::error::Result;
use crate::matches::Matches;
use std::sync::atomic::Ordering;

/// What is due, and what became of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// How many notices but invitations there are in each state, by its word.
    pub notices: Vec<(String, i64)>,
    /// How many letters there are in each state, by its word, but for invitations and links for
    /// a new password: what becomes of those tells whether an address is known.
    pub letters: Vec<(String, i64)>,
    /// For how many seats a clock runs.
    pub clocks: i64,
    /// When the time of the first of them is over; it may be past.
    pub first_due: Option<Instant>,
    /// How many times were over that this process has seen.
    pub time_outs: u64,
}

impl Matches {
    /// How much is due now.
    ///
    /// # Errors
    /// Where the database does not answer.
    pub async fn numbers(&self) -> Result<Numbers> {
        let time_outs = self.time_outs.load(Ordering::Relaxed);
        self.db
            .read(move |conn| {
                let (clocks, first_due) = clocks::running(conn)?;
                let (notices, letters) = (notices::count(conn)?, letters::count(conn)?);
                Ok(Numbers { notices, letters, clocks, first_due, time_outs })
            })
            .await
    }
}
