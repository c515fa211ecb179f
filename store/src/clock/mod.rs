//! What time it is, and in [`calendar`] which hours count for a person.
//!
//! The platform asks a [`Clock`]; tests set one by hand.

pub mod calendar;
pub mod wall;

use chrono::{DateTime, Duration, NaiveDateTime, SubsecRound, Utc};
use std::sync::{Arc, Mutex};

/// A point in time as it is stored: UTC, cut to microseconds.
pub type Instant = NaiveDateTime;

/// Tells the time. Clones tell the same time.
#[derive(Clone, Debug, Default)]
pub struct Clock {
    set: Option<Arc<Mutex<Instant>>>,
    /// Whether a clock that was set goes on with each look.
    goes_on: bool,
}

impl Clock {
    /// The machine's clock.
    pub fn of_the_machine() -> Self {
        Clock::default()
    }

    /// A clock that stands at `instant` until somebody moves it.
    pub fn standing_at(instant: Instant) -> Self {
        Clock { set: Some(Arc::new(Mutex::new(instant))), goes_on: false }
    }

    /// A clock that is at `instant` and goes on by a microsecond with each look, as the machine's
    /// does: what was reckoned by one look may be judged by a later one.
    pub fn going_on_from(instant: Instant) -> Self {
        Clock { goes_on: true, ..Clock::standing_at(instant) }
    }

    /// Now, in UTC, cut to microseconds.
    pub fn now(&self) -> Instant {
        match &self.set {
            None => Utc::now().naive_utc().trunc_subsecs(6),
            Some(set) => {
                let mut now = set.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                *now += Duration::microseconds(self.goes_on.into());
                *now
            }
        }
    }

    /// Moves a standing clock on; the machine's clock moves by itself.
    pub fn advance(&self, by: Duration) {
        if let Some(set) = &self.set {
            *set.lock().unwrap_or_else(|poisoned| poisoned.into_inner()) += by;
        }
    }
}

/// A stored time as clients see it: RFC 3339 with `Z`.
pub fn rfc3339(instant: Instant) -> String {
    instant.and_utc().to_rfc3339_opts(chrono::SecondsFormat::Micros, true)
}

/// A stored time with its zone.
pub fn utc(instant: Instant) -> DateTime<Utc> {
    instant.and_utc()
}
