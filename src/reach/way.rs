//! The ways beside letters: their forms, how many there may be, and what becomes of one that
//! does not work.

use crate::clock::Instant;
use crate::db::letters::Outcome;
use crate::db::ways::WayRow;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// How many webhooks somebody may have.
pub const WEBHOOKS: usize = 5;
/// How many browsers.
pub const BROWSERS: usize = 10;
/// Minutes until the next try, by failures in a row; the last one repeats.
const DELAYS: [i64; 5] = [1, 5, 15, 60, 180];
/// How long a way may fail until it is switched off.
const PERSISTENCE: Duration = Duration::hours(24);
/// How often it must have failed by then: two failures a week apart are no day of failures.
const LEAST_FAILURES: i32 = 5;

/// How a message is written for a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Form {
    /// For a program: JSON of its own.
    Json,
    /// For a channel of Discord.
    Discord,
    /// For a channel of Slack, or what takes the same.
    Slack,
    /// For a browser: web push.
    Browser,
}

impl Form {
    /// The statuses that say that there is nothing there any more, and never again.
    pub fn gone(self) -> &'static [u16] {
        match self {
            Form::Json => &[410],
            Form::Discord | Form::Slack | Form::Browser => &[404, 410],
        }
    }
}

/// What follows for a way from how a message by it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Nothing.
    Stays,
    /// Nothing is tried before then.
    Waits(Instant),
    /// It is switched off, for this reason.
    SwitchedOff(String),
}

/// Takes down how a message ended, and gives what follows.
pub fn heed(way: &mut WayRow, outcome: &Outcome, now: Instant) -> Fate {
    match outcome {
        Outcome::Sent(at) => {
            (way.failures, way.failing_since, way.retry_at) = (0, None, None);
            way.sent_at = Some(*at);
            Fate::Stays
        }
        Outcome::Withdrawn(_) | Outcome::PutBack(..) => Fate::Stays,
        Outcome::Refused(why) => switch_off(way, why.clone(), now),
        Outcome::Retry(why, _) | Outcome::GivenUp(why) => {
            way.failures += 1;
            let since = *way.failing_since.get_or_insert(now);
            if now - since >= PERSISTENCE && way.failures >= LEAST_FAILURES {
                return switch_off(way, why.clone(), now);
            }
            let failures = usize::try_from(way.failures - 1).unwrap_or(0);
            let minutes = DELAYS[failures.min(DELAYS.len() - 1)];
            let at = now + Duration::minutes(minutes);
            way.retry_at = Some(at);
            Fate::Waits(at)
        }
    }
}

fn switch_off(way: &mut WayRow, why: String, now: Instant) -> Fate {
    if way.off_at.is_some() {
        return Fate::Stays;
    }
    (way.off_at, way.off_why, way.retry_at) = (Some(now), Some(why.clone()), None);
    Fate::SwitchedOff(why)
}

/// Switches a way on again, as if it had never failed.
pub fn switch_on(way: &mut WayRow) {
    (way.off_at, way.off_why) = (None, None);
    (way.failures, way.failing_since, way.retry_at) = (0, None, None);
}

/// The part of an address that is no secret: its host.
pub fn host(address: &str) -> String {
    let url = url::Url::parse(address).ok();
    url.and_then(|url| url.host_str().map(str::to_owned)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;

    fn way(now: Instant) -> WayRow {
        WayRow {
            name: "a hook".to_owned(),
            address: "https://example.org/secret".to_owned(),
            ..WayRow::new("anna", "1".to_owned(), "json", now)
        }
    }

    #[test]
    fn a_way_that_fails_is_tried_ever_more_seldom_and_switched_off_after_a_day() {
        let start = Clock::of_the_machine().now();
        let (mut way, mut now) = (way(start), start);
        let failed = |now| Outcome::Retry("The host cannot be reached.".to_owned(), now);
        let mut waits = Vec::new();
        loop {
            match heed(&mut way, &failed(now), now) {
                Fate::Waits(at) => {
                    waits.push((at - now).num_minutes());
                    now = at;
                }
                Fate::SwitchedOff(why) => {
                    assert_eq!(why, "The host cannot be reached.");
                    break;
                }
                Fate::Stays => panic!("it failed"),
            }
        }
        assert_eq!(waits[..6], [1, 5, 15, 60, 180, 180]);
        let hours = (now - start).num_hours();
        assert!((24..28).contains(&hours), "after {hours} hours");
        assert_eq!(heed(&mut way, &failed(now), now), Fate::Stays, "it is off already");
        switch_on(&mut way);
        assert!(matches!(heed(&mut way, &failed(now), now), Fate::Waits(_)), "a day from now");
    }

    #[test]
    fn one_delivery_and_all_failures_are_forgotten_and_two_a_week_apart_are_no_day() {
        let start = Clock::of_the_machine().now();
        let mut way = way(start);
        let failed = Outcome::GivenUp("It answered 500.".to_owned());
        heed(&mut way, &failed, start);
        let later = start + Duration::days(7);
        assert!(matches!(heed(&mut way, &failed, later), Fate::Waits(_)));
        assert_eq!(heed(&mut way, &Outcome::Sent(later), later), Fate::Stays);
        assert_eq!((way.failures, way.failing_since, way.sent_at), (0, None, Some(later)));
        let gone = Outcome::Refused("It is gone.".to_owned());
        assert_eq!(heed(&mut way, &gone, later), Fate::SwitchedOff("It is gone.".to_owned()));
    }
}
