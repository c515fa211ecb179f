//! A second opinion on calendars, for tests: minute by minute, by what a clock on somebody's
//! wall shows. It reads a calendar from its text, as anybody can who has that of a proof, and
//! shares nothing with [`super::calendar`] but how long a night lasts.

use super::Instant;
use super::calendar::{Calendar, Span};
use chrono::{Datelike, Duration, Timelike, Weekday};
use serde_json::Value;

/// How long everybody sleeps.
const NIGHT: i64 = 9 * 60;

/// A clock on a wall, and who sleeps below it.
#[derive(Clone, Debug)]
pub struct Wall {
    /// From when on it is how many minutes ahead of UTC.
    offsets: Vec<(Instant, i64)>,
    quiet_from: i64,
    days_off: Vec<Weekday>,
    stopped: Vec<Span>,
}

/// A short stretch of time, of a minute at most, that counts as a whole or not.
#[derive(Clone, Copy, Debug)]
struct Tick {
    from: Instant,
    lasts: Duration,
    counts: bool,
}

impl Wall {
    /// That of a calendar, where so many of its days off are agreed on and other time is
    /// stopped besides.
    pub fn of(calendar: &Calendar, days_off: u8, stopped: &[Span]) -> Wall {
        let read: Value = serde_json::from_str(&calendar.text()).expect("JSON");
        let field = |of: &Value, name: &str| -> Value { of[name].clone() };
        let offsets = read["offsets"].as_array().expect("offsets").iter().map(|offset| {
            let from = serde_json::from_value(field(offset, "from")).expect("an instant");
            (from, offset["minutes"].as_i64().expect("minutes"))
        });
        let off: Vec<Weekday> =
            serde_json::from_value(field(&read, "days_off")).expect("days of the week");
        Wall {
            offsets: offsets.collect(),
            quiet_from: read["quiet_from"].as_i64().expect("minutes"),
            days_off: off.into_iter().take(days_off.into()).collect(),
            stopped: stopped.to_vec(),
        }
    }

    /// What it shows.
    fn shows(&self, at: Instant) -> Instant {
        let ahead = self.offsets.iter().rev().find(|(from, _)| *from <= at);
        at + Duration::minutes(ahead.unwrap_or(&self.offsets[0]).1)
    }

    /// Whether nobody sleeps or is off while it shows this.
    fn is_awake(&self, shown: Instant) -> bool {
        let minute = i64::from(shown.hour() * 60 + shown.minute());
        let asleep_for = (minute - self.quiet_from).rem_euclid(24 * 60);
        asleep_for >= NIGHT && !self.days_off.contains(&shown.weekday())
    }

    /// All time since an instant, without an end. Minutes are those of UTC, in which all
    /// clocks change and all nights begin; one in which something stops or goes on is looked
    /// at second by second.
    fn ticks(&self, since: Instant) -> impl Iterator<Item = Tick> + '_ {
        let whole = |at: Instant| at.with_second(0).and_then(|at| at.with_nanosecond(0));
        let first = whole(since).expect("a minute");
        // The latest that it has shown: where it is set back, time stands still.
        let mut latest = Instant::MIN;
        let lately = first - Duration::days(3);
        if self.offsets.iter().any(|(from, _)| (lately..=first).contains(from)) {
            for minute in (1..=3 * 1440).rev() {
                latest = latest.max(self.shows(first - Duration::minutes(minute)));
            }
        }
        let edges = self.stopped.iter().flat_map(|span| [span.from, span.to]).chain([since]);
        let edges: Vec<Instant> = edges.collect();
        (0..).flat_map(move |minute| {
            let begins = first + Duration::minutes(minute);
            latest = latest.max(self.shows(begins));
            let (awake, ends) = (self.is_awake(latest), begins + Duration::minutes(1));
            let split = edges.iter().any(|edge| begins < *edge && *edge < ends);
            let (parts, lasts) = match split {
                true => (60, Duration::seconds(1)),
                false => (1, Duration::minutes(1)),
            };
            let part = move |at: i32| {
                let from = begins + lasts * at;
                let stands = self.stopped.iter().any(|span| span.from <= from && from < span.to);
                Tick { from, lasts, counts: awake && !stands }
            };
            (0..parts).map(part).filter(move |tick| tick.from >= since)
        })
    }

    /// How much counts between two instants.
    pub fn counted(&self, from: Instant, to: Instant) -> Duration {
        let mut sum = Duration::zero();
        for tick in self.ticks(from).take_while(|tick| tick.from < to) {
            if tick.counts {
                sum += tick.lasts.min(to - tick.from);
            }
        }
        sum
    }

    /// When this much has counted since an instant.
    pub fn over(&self, from: Instant, counted: Duration) -> Instant {
        let mut left = counted;
        for tick in self.ticks(from) {
            if left <= Duration::zero() {
                return tick.from;
            }
            if tick.counts && left <= tick.lasts {
                return tick.from + left;
            }
            if tick.counts {
                left -= tick.lasts;
            }
        }
        unreachable!("time has no end")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveTime;

    #[test]
    fn a_clock_on_a_wall_shows_when_somebody_in_kathmandu_sleeps() {
        let offset = crate::clock::calendar::Offset { from: Instant::default(), minutes: 345 };
        let calendar = Calendar::new(vec![offset], 23 * 60, vec![]).expect("it has an offset");
        let day = Instant::default().date();
        let at =
            |hour, minute| day.and_time(NaiveTime::from_hms_opt(hour, minute, 0).expect("a time"));
        let wall = Wall::of(&calendar, 2, &[Span { from: at(16, 0), to: at(17, 30) }]);
        // Eight o'clock there is a quarter past two, 23 o'clock a quarter past five in the afternoon.
        assert_eq!(wall.counted(at(0, 0), at(23, 59)), Duration::minutes(13 * 60 + 45));
        assert_eq!(wall.over(at(0, 0), Duration::hours(1)), at(3, 15));
        assert_eq!(wall.over(at(15, 59), Duration::minutes(2)), at(2, 16) + Duration::days(1));
    }
}
