//! Which hours count for a person.
//!
//! Everybody sleeps nine hours of each day and says when; on days off none counts. What a
//! calendar needs of the zone is its offsets from UTC, so that a match can be proved
//! without a database of zones, and on which law changed where.

use crate::clock::Instant;
use chrono::{Datelike, Days, Duration, NaiveDate, NaiveTime, Weekday};
use serde::{Deserialize, Serialize};

/// The most changes of an offset that a calendar may name: those of a year or two.
const MOST_OFFSETS: usize = 64;

/// How long everybody's quiet hours last.
const QUIET: Duration = Duration::hours(9);

/// A stretch of time: from its first instant up to, and without, its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it begins.
    pub from: Instant,
    /// When it is over.
    pub to: Instant,
}

/// A change of the offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offset {
    /// From when on it holds; the first one holds before that too.
    pub from: Instant,
    /// Minutes that local time is ahead of UTC.
    pub minutes: i32,
}

/// The hours of one person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Calendar {
    /// How local time stands to UTC, in order; never empty.
    offsets: Vec<Offset>,
    /// When the quiet hours begin, in minutes after local midnight.
    quiet_from: u16,
    /// The days of the week that do not count.
    days_off: Vec<Weekday>,
}

/// What is stopped besides nights and days off: three lists of it, which may overlap.
pub type Stopped<'a> = [&'a [Span]; 3];

/// Nothing is stopped besides.
pub const NOTHING_STOPPED: Stopped<'static> = [&[]; 3];

/// A calendar as it counts in a match.
#[derive(Clone, Copy, Debug)]
pub struct Counting<'a> {
    /// Without one every hour counts.
    calendar: Option<&'a Calendar>,
    days_off: &'a [Weekday],
    stopped: Stopped<'a>,
}

impl Default for Calendar {
    /// Who has said nothing sleeps from 23 to 8 o'clock UTC, and is off on weekends.
    fn default() -> Calendar {
        let offsets = vec![Offset { from: Instant::default(), minutes: 0 }];
        Calendar { offsets, quiet_from: 23 * 60, days_off: vec![Weekday::Sat, Weekday::Sun] }
    }
}

impl Calendar {
    /// The hours of somebody who sleeps from this many minutes after midnight, by local
    /// clocks that stand to UTC like this, in order; `None` where nothing is said of that.
    pub fn new(offsets: Vec<Offset>, quiet_from: u16, days_off: Vec<Weekday>) -> Option<Calendar> {
        (!offsets.is_empty()).then_some(Calendar { offsets, quiet_from, days_off })
    }

    /// A calendar as it is stored, if it is one.
    pub fn read(text: &str) -> Option<Calendar> {
        let calendar: Calendar = serde_json::from_str(text).ok()?;
        let in_order = calendar.offsets.is_sorted_by_key(|offset| offset.from);
        let sane = |offset: &Offset| offset.minutes.abs() <= 2 * 24 * 60;
        let sound = in_order
            && (1..=MOST_OFFSETS).contains(&calendar.offsets.len())
            && calendar.offsets.iter().all(sane)
            && calendar.quiet_from < 24 * 60
            && calendar.days_off.len() <= 2;
        sound.then_some(calendar)
    }

    /// The calendar as it is stored.
    pub fn text(&self) -> String {
        serde_json::to_string(self).expect("a calendar has a JSON form")
    }

    /// How it counts where so many of the days off are agreed on, and other time is stopped
    /// besides.
    pub fn counting<'a>(&'a self, days_off: u8, stopped: Stopped<'a>) -> Counting<'a> {
        let days_off = &self.days_off[..self.days_off.len().min(days_off.into())];
        Counting { calendar: Some(self), days_off, stopped }
    }

    /// Whether its person may sleep at this moment; if so, until when.
    pub fn asleep_until(&self, at: Instant) -> Option<Instant> {
        let night = self.counting(0, NOTHING_STOPPED).quiet(at, at + Duration::days(1));
        night.first().filter(|span| span.from == at).map(|span| span.to)
    }

    /// What a local clock shows at this moment.
    pub fn local(&self, at: Instant) -> Instant {
        let offset = self.offsets.iter().rev().find(|offset| offset.from <= at);
        at + Duration::minutes(offset.unwrap_or(&self.offsets[0]).minutes.into())
    }

    /// The first instant from this one on at which a full hour begins on a local clock, on a
    /// date later than another.
    pub fn next_hour(&self, from: Instant, hour: u8, after: Option<NaiveDate>) -> Instant {
        let today = self.local(from).date();
        let first = after.map_or(today, |after| today.max(after + Days::new(1)));
        let hour = Duration::hours(hour.into());
        let hours = first.iter_days().map(|date| self.utc(date.and_time(NaiveTime::MIN) + hour));
        hours.take(3).find(|at| *at >= from).unwrap_or(from)
    }

    /// When a date begins on a local clock.
    pub fn midnight(&self, date: NaiveDate) -> Instant {
        self.utc(date.and_time(NaiveTime::MIN))
    }

    /// The first instant at which a local clock shows this or a later time: of an hour that
    /// comes twice the first one, of one that is left out the moment it is skipped.
    fn utc(&self, local: Instant) -> Instant {
        let ends = self.offsets.iter().skip(1).map(|next| Some(next.from)).chain([None]);
        for (at, (offset, end)) in self.offsets.iter().zip(ends).enumerate() {
            let shown = local - Duration::minutes(offset.minutes.into());
            let first = if at == 0 { shown } else { shown.max(offset.from) };
            if end.is_none_or(|end| first < end) {
                return first;
            }
        }
        local
    }
}

impl<'a> Counting<'a> {
    /// Where every hour counts that is not stopped: no calendar counts more.
    pub fn every_hour(stopped: Stopped<'a>) -> Counting<'a> {
        Counting { calendar: None, days_off: &[], stopped }
    }

    /// How much of the time between two instants counts.
    pub fn counted(&self, from: Instant, to: Instant) -> Duration {
        if to <= from {
            return Duration::zero();
        }
        let quiet = self.quiet(from, to);
        let still = quiet.iter().fold(Duration::zero(), |sum, span| sum + (span.to - span.from));
        to - from - still
    }

    /// The first instant at which this much has counted since another.
    pub fn after(&self, from: Instant, counted: Duration) -> Instant {
        let (mut at, mut left) = (from, counted);
        loop {
            let end = at + Duration::days(14);
            for span in self.quiet(at, end) {
                if at + left <= span.from {
                    return at + left;
                }
                left -= span.from - at;
                at = span.to;
            }
            if at + left <= end {
                return at + left;
            }
            left -= end - at;
            at = end;
        }
    }

    /// What does not count between two instants: in order, none touching another.
    fn quiet(&self, from: Instant, to: Instant) -> Vec<Span> {
        // A local date begins up to a day before or after the one of UTC.
        let first = from.date() - Days::new(2);
        let last = to.date() + Days::new(2);
        let dates = first.iter_days().take_while(|date| *date <= last);
        let mut spans: Vec<Span> = self.stopped.concat();
        let dated = self.calendar.map(|calendar| dates.map(move |date| (date, calendar)));
        for (date, calendar) in dated.into_iter().flatten() {
            let sleeps =
                date.and_time(NaiveTime::MIN) + Duration::minutes(calendar.quiet_from.into());
            spans.push(Span { from: calendar.utc(sleeps), to: calendar.utc(sleeps + QUIET) });
            if self.days_off.contains(&date.weekday()) {
                spans.push(Span {
                    from: calendar.midnight(date),
                    to: calendar.midnight(date + Days::new(1)),
                });
            }
        }
        spans.sort_by_key(|span| span.from);
        let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
        for span in spans {
            let span = Span { from: span.from.max(from), to: span.to.min(to) };
            match joined.last_mut() {
                _ if span.from >= span.to => {}
                Some(last) if span.from <= last.to => last.to = last.to.max(span.to),
                _ => joined.push(span),
            }
        }
        joined
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::wall::Wall;
    use std::sync::atomic::{AtomicU64, Ordering};
    use turnwise_games::rules::Chance;
    use turnwise_games::rules::chance::Seeded;

    fn at(text: &str) -> Instant {
        NaiveDate::parse_from_str(&text[..10], "%Y-%m-%d")
            .and_then(|date| {
                NaiveTime::parse_from_str(&text[11..], "%H:%M").map(|time| date.and_time(time))
            })
            .expect("a time")
    }

    fn hours(hours: i64) -> Duration {
        Duration::hours(hours)
    }

    /// Berlin in 2026, with its two changes.
    fn berlin() -> Calendar {
        let offsets =
            [("2026-01-01 00:00", 60), ("2026-03-29 01:00", 120), ("2026-10-25 01:00", 60)];
        Calendar {
            offsets: offsets.map(|(from, minutes)| Offset { from: at(from), minutes }).to_vec(),
            ..Calendar::default()
        }
    }

    #[test]
    fn a_wait_that_begins_in_quiet_hours_counts_from_their_end() {
        let calendar = Calendar::default();
        let due = calendar.counting(0, NOTHING_STOPPED).after(at("2026-05-01 03:00"), hours(2));
        assert_eq!(due, at("2026-05-01 10:00"));
        assert_eq!(
            calendar.counting(0, NOTHING_STOPPED).after(at("2026-05-01 22:00"), hours(1)),
            at("2026-05-01 23:00")
        );
        assert_eq!(
            calendar.counting(0, NOTHING_STOPPED).after(at("2026-05-01 22:00"), hours(2)),
            at("2026-05-02 09:00")
        );
    }

    #[test]
    fn a_quiet_start_that_the_spring_leaves_out_is_the_first_instant_after_it() {
        // Half past two is left out on the 29th of March: the clock goes on from three.
        let calendar = Calendar { quiet_from: 150, ..berlin() };
        let night = calendar
            .counting(0, NOTHING_STOPPED)
            .quiet(at("2026-03-29 00:00"), at("2026-03-29 12:00"));
        assert_eq!(night, [Span { from: at("2026-03-29 01:00"), to: at("2026-03-29 09:30") }]);
    }

    #[test]
    fn a_doubled_autumn_hour_makes_ten_quiet_hours_and_fifteen_still_count() {
        let calendar = berlin();
        let day = (at("2026-10-24 21:00"), at("2026-10-25 22:00"));
        assert_eq!(calendar.counting(0, NOTHING_STOPPED).counted(day.0, day.1), hours(15));
        let night = calendar.counting(0, NOTHING_STOPPED).quiet(day.0, day.1);
        assert_eq!(night, [Span { from: at("2026-10-24 21:00"), to: at("2026-10-25 07:00") }]);
    }

    #[test]
    fn nights_days_off_and_other_stopped_time_that_overlap_are_stopped_once() {
        let calendar =
            Calendar { days_off: vec![Weekday::Sat, Weekday::Sun], ..Calendar::default() };
        // Friday noon to Monday noon: eleven hours of Friday, four of Monday.
        let (friday, monday) = (at("2026-05-01 12:00"), at("2026-05-04 12:00"));
        assert_eq!(calendar.counting(2, NOTHING_STOPPED).counted(friday, monday), hours(15));
        assert_eq!(calendar.counting(1, NOTHING_STOPPED).counted(friday, monday), hours(30));
        assert_eq!(calendar.counting(0, NOTHING_STOPPED).counted(friday, monday), hours(45));
        let away = Span { from: at("2026-05-01 20:00"), to: at("2026-05-04 09:00") };
        assert_eq!(calendar.counting(2, [&[], &[away], &[]]).counted(friday, monday), hours(11));
        assert_eq!(calendar.counting(2, [&[away], &[], &[away]]).after(friday, hours(11)), monday);
    }

    #[test]
    fn an_hour_of_the_day_comes_once_a_date_also_where_the_clocks_change() {
        let calendar = berlin();
        let eight = |from: &str, after: Option<&str>| {
            calendar.next_hour(at(from), 8, after.map(|date| at(date).date()))
        };
        assert_eq!(eight("2026-02-01 06:59", None), at("2026-02-01 07:00"));
        assert_eq!(eight("2026-02-01 07:00", None), at("2026-02-01 07:00"));
        assert_eq!(eight("2026-02-01 07:01", None), at("2026-02-02 07:00"));
        assert_eq!(eight("2026-07-01 05:00", None), at("2026-07-01 06:00"));
        assert_eq!(eight("2026-07-01 05:00", Some("2026-07-01 00:00")), at("2026-07-02 06:00"));
        // Half past two is left out, and so is two o'clock: the first instant after it.
        assert_eq!(calendar.next_hour(at("2026-03-28 23:30"), 2, None), at("2026-03-29 01:00"));
        // Two o'clock comes twice: the first one.
        assert_eq!(calendar.next_hour(at("2026-10-24 23:30"), 2, None), at("2026-10-25 00:00"));
        assert_eq!(calendar.next_hour(at("2026-10-25 00:30"), 2, None), at("2026-10-26 01:00"));
    }

    /// A random calendar: quarters of an hour, both hemispheres, the date line, and nights that
    /// begin at any minute.
    fn any(chance: &mut Seeded) -> Calendar {
        let mut roll = |bound: u32| chance.below(bound);
        let base = 15 * (roll(105) as i32 - 48);
        let changes = roll(4);
        let mut from = at("2026-01-01 00:00");
        let mut offsets = vec![Offset { from, minutes: base }];
        for change in 0..changes {
            from += Duration::minutes(1 + i64::from(roll(60 * 24 * 60)));
            let shift = [60, 30, -60, 1440][roll(4) as usize];
            let minutes = if change % 2 == 0 { base + shift } else { base };
            offsets.push(Offset { from, minutes });
        }
        let week = [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri];
        let days_off = (0..roll(3)).map(|_| week[roll(5) as usize]).collect();
        Calendar { offsets, quiet_from: roll(24 * 60) as u16, days_off }
    }

    /// Real ones at 45 minutes: in Kathmandu all year, on the Chatham Islands in the summer of
    /// the south.
    fn forty_five(chance: &mut Seeded) -> Calendar {
        let chatham =
            [("2026-01-01 00:00", 825), ("2026-04-04 14:00", 765), ("2026-09-26 14:00", 825)];
        let kathmandu = [("2026-01-01 00:00", 345)];
        let zone: &[_] = if chance.below(2) == 0 { &chatham } else { &kathmandu };
        let offsets =
            zone.iter().map(|(from, minutes)| Offset { from: at(from), minutes: *minutes });
        Calendar { offsets: offsets.collect(), ..any(chance) }
    }

    /// Half of the time that of a calendar in which the clocks are changed, with a night that
    /// begins or ends then or within the hour, and a moment shortly before.
    fn about_a_change(calendar: Calendar, chance: &mut Seeded) -> Option<(Calendar, Instant)> {
        let [.., before, change] = &calendar.offsets[..] else { return None };
        if chance.below(2) == 0 {
            return None;
        }
        let shown = change.from + Duration::minutes(before.minutes.into());
        let ends = if chance.below(2) == 0 { QUIET } else { Duration::zero() };
        let edge = shown - ends + Duration::minutes(chance.below(60).into());
        let quiet_from = (edge - edge.date().and_time(NaiveTime::MIN)).num_minutes() as u16;
        let from = change.from - Duration::seconds(chance.below(2 * 86_400).into());
        Some((Calendar { quiet_from, ..calendar }, from))
    }

    /// What is stopped besides nights, in three lists that overlap as they like.
    fn anything_stopped(chance: &mut Seeded, since: Instant) -> [Vec<Span>; 3] {
        [(); 3].map(|()| {
            let span = |chance: &mut Seeded| {
                let seconds =
                    |bound: u32, chance: &mut Seeded| Duration::seconds(chance.below(bound).into());
                let from = since - Duration::days(1) + seconds(6 * 86_400, chance);
                Span { from, to: from + seconds(2 * 86_400, chance) }
            };
            (0..chance.below(3)).map(|_| span(chance)).collect()
        })
    }

    /// How many calendars are looked at.
    fn how_many() -> u64 {
        let count = std::env::var("TURNWISE_CALENDARS").ok().and_then(|text| text.parse().ok());
        count.unwrap_or(300)
    }

    /// Compares the calendar of this number with a clock on a wall.
    fn agrees(number: u64) {
        let chance = &mut Seeded::new(26 + number);
        let any = if number.is_multiple_of(4) { forty_five(chance) } else { any(chance) };
        let days_off = chance.below(3) as u8;
        let from = at("2026-01-05 00:00") + Duration::seconds(chance.below(330 * 86_400).into());
        let (calendar, from) = about_a_change(any.clone(), chance).unwrap_or((any, from));
        let stopped = anything_stopped(chance, from);
        let wall = Wall::of(&calendar, days_off, &stopped.concat());
        let [one, two, three] = &stopped;
        let counting = calendar.counting(days_off, [one, two, three]);
        let said = || format!("{number}: {calendar:?} from {from}, {stopped:?}");
        let to = from + Duration::seconds(chance.below(5 * 86_400).into());
        assert_eq!(counting.counted(from, to), wall.counted(from, to), "{} to {to}", said());
        // When the time of a turn is over: its free time, and then the reserve.
        let mut minutes = |bound: u32| Duration::minutes(i64::from(chance.below(bound)) + 1);
        let (free, reserve) = (minutes(15 * 60), minutes(45 * 60));
        let (free_until, due) = (counting.after(from, free), counting.after(from, free + reserve));
        assert_eq!(free_until, wall.over(from, free), "{free} free: {}", said());
        assert_eq!(due, wall.over(from, free + reserve), "{free} and {reserve}: {}", said());
        assert_eq!(counting.after(free_until, reserve), due, "{}", said());
        assert_eq!(counting.counted(from, due), free + reserve, "{}", said());
    }

    #[test]
    fn calendars_agree_with_counting_minutes_by_what_a_clock_on_a_wall_shows() {
        let next = AtomicU64::new(0);
        let agree = || {
            let number = || next.fetch_add(1, Ordering::Relaxed);
            std::iter::repeat_with(number).take_while(|at| *at < how_many()).for_each(agrees);
        };
        std::thread::scope(|scope| {
            for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
                scope.spawn(agree);
            }
        });
    }
}
