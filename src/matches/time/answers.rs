//! How long people take to answer: what of each wait counted for them, so that their sleep is
//! no part of it.

use crate::clock::Instant;
use crate::matches::stream::state::Match;
use crate::matches::stream::waits::Free;
use crate::rules::Seat;
use chrono::Duration;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// How many of somebody's latest waits tell how fast they answer.
pub const LATEST: usize = 30;

/// How many waits it takes at least to tell.
const LEAST: usize = 8;

/// A wait that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// When it was over.
    pub at: Instant,
    /// How many minutes of it counted.
    pub minutes: u32,
}

/// How fast somebody usually answers, in time that counts: a day has fifteen hours of it. The
/// fastest stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Habit {
    /// Within an hour.
    Hour,
    /// Within a few hours.
    FewHours,
    /// Within half a day.
    HalfDay,
    /// Within a day.
    Day,
    /// Within two days.
    TwoDays,
    /// Within some days.
    SomeDays,
}

impl Habit {
    /// The same, to be read.
    pub fn said(self) -> &'static str {
        match self {
            Habit::Hour => "usually answers within an hour",
            Habit::FewHours => "usually answers within a few hours",
            Habit::HalfDay => "usually answers within half a day",
            Habit::Day => "usually answers within a day",
            Habit::TwoDays => "usually answers within two days",
            Habit::SomeDays => "usually takes some days",
        }
    }

    /// That of who takes so many counted minutes.
    pub fn of(minutes: u32) -> Habit {
        match minutes {
            0..=60 => Habit::Hour,
            61..=180 => Habit::FewHours,
            181..=450 => Habit::HalfDay,
            451..=900 => Habit::Day,
            901..=1_800 => Habit::TwoDays,
            _ => Habit::SomeDays,
        }
    }
}

/// What somebody's waits come to: the median of the latest, in counted minutes; `None` where
/// there are too few of them to tell.
pub fn usual(mut all: Vec<Answered>) -> Option<u32> {
    all.sort_by_key(|one| std::cmp::Reverse(one.at));
    all.truncate(LATEST);
    if all.len() < LEAST {
        return None;
    }
    let mut minutes: Vec<u32> = all.iter().map(|one| one.minutes).collect();
    minutes.sort_unstable();
    minutes.get((minutes.len() - 1) / 2).copied()
}

/// The latest waits of whoever has a seat that are over, in order. A wait that was interrupted, by
/// a pause or because its time was over, is one all the same; none is told of a seat without
/// clocks, nor where the hours of its person are not known.
pub fn answered(on: &Match, seat: Seat) -> Vec<Answered> {
    let Some(sitter) = on.sitter(seat).filter(|sitter| sitter.robot.is_none()) else {
        return Vec::new();
    };
    let mut all: Vec<(Instant, Duration)> = Vec::new();
    for past in on.waits.past(seat) {
        let Some(hours) = sitter.hours.at(past.run.from) else { continue };
        let counting = hours.counting(past.run.pace.days_off, on.stopped_of(sitter, past));
        let counted = counting.counted(past.run.from, past.until);
        match all.last_mut() {
            Some((until, so_far)) if past.run.free != Free::Turn && *until == past.run.from => {
                *so_far += counted;
                *until = past.until;
            }
            _ => all.push((past.until, counted)),
        }
    }
    // What is not over yet, though something of it was stopped.
    let goes_on = on.waits.running(seat).filter(|run| run.free != Free::Turn).map(|run| run.from);
    if goes_on.is_some() && all.last().map(|(until, _)| *until) == goes_on {
        all.pop();
    }
    let latest = all.len().saturating_sub(LATEST);
    let minutes = |counted: Duration| u32::try_from(counted.num_minutes()).unwrap_or(u32::MAX);
    let latest = all.drain(latest..);
    latest.map(|(at, counted)| Answered { at, minutes: minutes(counted) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Word;

    fn waits(minutes: &[u32]) -> Vec<Answered> {
        let begin = Instant::default();
        let at = |(number, minutes): (usize, &u32)| Answered {
            at: begin + Duration::days(number as i64),
            minutes: *minutes,
        };
        minutes.iter().enumerate().map(at).collect()
    }

    #[test]
    fn nothing_is_told_of_who_has_answered_a_few_times_only() {
        assert_eq!(usual(waits(&[5; LEAST - 1])), None);
        assert_eq!(usual(waits(&[5; LEAST])), Some(5));
    }

    #[test]
    fn the_latest_waits_tell_and_a_rare_long_one_changes_nothing() {
        let mut minutes = vec![9_000; 40];
        minutes.extend([100; LATEST - 5]);
        minutes.extend([20_000; 5]);
        assert_eq!(usual(waits(&minutes)), Some(100));
        let mut shuffled = waits(&minutes);
        shuffled.reverse();
        assert_eq!(usual(shuffled), Some(100), "in whichever order they are read");
    }

    #[test]
    fn each_habit_is_said_and_the_faster_comes_first() {
        let of: Vec<Habit> = [60, 180, 450, 900, 1_800, 1_801].map(Habit::of).into();
        assert_eq!(of, Habit::ALL);
        for habit in Habit::ALL {
            assert_eq!(serde_json::to_value(habit).expect("JSON"), habit.word());
            assert!(habit.said().starts_with("usually "));
        }
    }
}
