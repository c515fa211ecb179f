//! How long somebody waits for the database, and what is known when they stop waiting.
//!
//! libpq waits for an answer without end, and nothing can interrupt it. Whoever wants
//! something of the database therefore leaves it to a thread and keeps a [`Watch`] on it;
//! when it lasts too long, they go away. From then on the thread may not commit any more,
//! so that nothing was changed; only where it had begun to commit it is not known.

use super::{Conn, outcome_unknown, unavailable};
use crate::error::{Error, Result};
use diesel::connection::{Connection, InstrumentationEvent};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long one statement may take on Postgres. A healthy one takes milliseconds.
pub const STATEMENT: Duration = Duration::from_secs(2);

/// How long somebody waits for a connection: enough for one host that does not answer, and
/// the next one that does.
pub const REACH: Duration = Duration::from_millis(2_500);

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Nothing of it is stored.
    Open,
    /// The commit was asked for.
    Committing,
    /// Nobody waits for it any more, and nothing of it will be stored.
    Abandoned,
}

/// A job's thread and whoever waits for it, agreeing on what may still happen.
#[derive(Debug)]
pub struct Watch(Mutex<(Phase, Option<Instant>)>);

impl Watch {
    /// A watch on a job that has yet to reach the database.
    pub fn new() -> Watch {
        Watch(Mutex::new((Phase::Open, Some(Instant::now() + REACH))))
    }

    fn state(&self) -> MutexGuard<'_, (Phase, Option<Instant>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on the database has this long.
    pub fn expect_within(&self, limit: Duration) {
        self.state().1 = Some(Instant::now() + limit);
    }

    /// The database has answered.
    pub fn answered(&self) {
        self.state().1 = None;
    }

    /// Watches every statement of a connection. SQLite has no network to fall silent.
    pub fn over(self: &Arc<Self>, conn: &mut Conn) {
        if let Conn::Postgres(conn) = conn {
            let watch = self.clone();
            conn.set_instrumentation(move |event: InstrumentationEvent<'_>| match event {
                InstrumentationEvent::StartQuery { .. } => watch.expect_within(STATEMENT),
                InstrumentationEvent::FinishQuery { .. } => watch.answered(),
                _ => {}
            });
        }
    }

    /// To be asked before the commit: refused when nobody waits for it any more.
    pub fn commit(&self) -> Result<()> {
        let mut state = self.state();
        if state.0 == Phase::Abandoned {
            return Err(unavailable());
        }
        state.0 = Phase::Committing;
        Ok(())
    }

    /// Whether somebody still waits.
    pub fn is_kept(&self) -> bool {
        self.state().0 != Phase::Abandoned
    }

    /// How long to wait before looking at it again.
    pub fn patience(&self) -> Duration {
        match self.state().1 {
            Some(until) => until.saturating_duration_since(Instant::now()),
            None => STATEMENT,
        }
    }

    /// Gives the job up if the database lets it wait for too long, and says what is known.
    pub fn give_up(&self) -> Option<Error> {
        let mut state = self.state();
        if state.1.is_none_or(|until| until > Instant::now()) {
            return None;
        }
        if state.0 == Phase::Committing {
            return Some(outcome_unknown());
        }
        state.0 = Phase::Abandoned;
        Some(unavailable())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn late() -> Watch {
        let watch = Watch::new();
        watch.expect_within(Duration::ZERO);
        watch
    }

    #[test]
    fn a_job_that_is_given_up_cannot_be_committed_any_more() {
        let watch = late();
        assert_eq!(watch.give_up().map(|error| error.code), Some(Code::DatabaseUnavailable));
        assert!(!watch.is_kept() && watch.commit().is_err());
    }

    #[test]
    fn nobody_claims_to_know_the_outcome_of_a_commit_that_was_asked_for() {
        let watch = late();
        watch.commit().expect("somebody waits");
        assert_eq!(watch.give_up().map(|error| error.code), Some(Code::OutcomeUnknown));
    }

    #[test]
    fn a_job_whose_statement_was_answered_may_think_as_long_as_it_likes() {
        let watch = late();
        watch.answered();
        assert!(watch.give_up().is_none() && watch.patience() == STATEMENT);
        watch.commit().expect("somebody waits");
    }
}
