//! Whether messages may go: a circuit breaker for the way to the mail server.
//!
//! Where the server is away, nothing is wrong with the messages, so none of them waits
//! for a time of its own. All wait for one probe: every few seconds the message that has
//! waited longest is tried, and when the server answers for it, all go.

use crate::clock::Instant;
use chrono::Duration;
use std::sync::{Mutex, PoisonError};

/// How long it is from one probe to the next.
pub const PROBE_EVERY: Duration = Duration::seconds(5);

/// How often it is said anew that the server is away, and why.
const SAY_EVERY: Duration = Duration::hours(1);

/// A server that is away.
#[derive(Debug)]
struct Away {
    /// When the next message may try.
    probe_at: Instant,
    /// When it was said last.
    said_at: Instant,
}

/// The breaker of one process. New ones let everything through.
#[derive(Debug, Default)]
pub struct Breaker {
    /// Set while the server is away.
    away: Mutex<Option<Away>>,
}

impl Breaker {
    fn away(&self) -> std::sync::MutexGuard<'_, Option<Away>> {
        self.away.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a message go, as a probe where the server is away.
    ///
    /// # Errors
    /// How long it is until the next one may.
    pub fn admit(&self, now: Instant) -> Result<(), std::time::Duration> {
        let mut away = self.away();
        let Some(away) = away.as_mut() else { return Ok(()) };
        // Where the clock was set back, the next one is not waited for longer than ever.
        let wait = away.probe_at - now;
        if wait <= PROBE_EVERY
            && let Ok(wait) = wait.to_std()
            && !wait.is_zero()
        {
            return Err(wait);
        }
        away.probe_at = now + PROBE_EVERY;
        Ok(())
    }

    /// A message that was let go did not try the server: the next one may.
    pub fn not_tried(&self, now: Instant) {
        if let Some(away) = self.away().as_mut() {
            away.probe_at = now;
        }
    }

    /// The server could not be reached, for this reason; says so now and then.
    pub fn trip(&self, now: Instant, why: &str) {
        let mut away = self.away();
        let lately = away.as_ref().map(|away| away.said_at);
        let lately = lately.filter(|&said| now >= said && now < said + SAY_EVERY);
        if lately.is_none() {
            let seconds = PROBE_EVERY.num_seconds();
            tracing::warn!(why, "mail cannot be sent; it is tried again every {seconds} seconds");
        }
        *away = Some(Away { probe_at: now + PROBE_EVERY, said_at: lately.unwrap_or(now) });
    }

    /// The server has answered for a message, whatever it said of it.
    pub fn reset(&self) {
        if self.away().take().is_some() {
            tracing::info!("mail can be sent again");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn while_the_server_is_away_one_probe_goes_at_a_time_and_then_all() {
        let (breaker, clock) = (Breaker::default(), Clock::of_the_machine());
        let start = clock.now();
        let at = |millis: i64| start + Duration::milliseconds(millis);
        assert!(breaker.admit(at(0)).is_ok() && breaker.admit(at(0)).is_ok());
        breaker.trip(at(0), "it is away");
        assert_eq!(breaker.admit(at(1_000)), Err(std::time::Duration::from_secs(4)));
        assert!(breaker.admit(at(5_000)).is_ok(), "a probe");
        assert!(breaker.admit(at(5_001)).is_err(), "only one");
        breaker.trip(at(5_100), "it is away");
        assert!(breaker.admit(at(10_000)).is_err());
        assert!(breaker.admit(at(10_100)).is_ok());
        breaker.not_tried(at(10_101));
        assert!(breaker.admit(at(10_101)).is_ok(), "the probe that was not made");
        breaker.reset();
        assert!(breaker.admit(at(10_101)).is_ok() && breaker.admit(at(10_101)).is_ok());
    }
}
