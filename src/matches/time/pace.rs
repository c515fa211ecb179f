//! How fast a match is played, and what happens to whoever does not come: chosen at the
//! opening, shown before joining.

use crate::error::{Code, Error, Result};
use crate::words::Word;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// Counted minutes of a day: everybody's quiet hours last nine of its 24 hours.
pub const DAY: u32 = 15 * 60;

/// The longest that anything of a pace lasts, in counted minutes: 30 days.
const LONGEST: u32 = 30 * DAY;

/// The shortest time for a wait, in counted minutes.
pub const SHORTEST: u32 = 60;

/// How much time a seat has, in counted minutes: hours in which its person may sleep do
/// not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Free for the first wait of a round.
    pub window: u32,
    /// Free for each later wait of the same round.
    pub again: u32,
    /// What a seat begins with beyond that. It runs when the free time of a wait is over.
    pub reserve: u32,
    /// How much the reserve grows when a round begins.
    pub refill: u32,
    /// How far it can grow.
    pub cap: u32,
    /// How many days of each week do not count, chosen by each person.
    pub days_off: u8,
    /// How many days a person can be away in the whole match.
    pub away_days: u8,
    /// How much longer a seat has, once a match, when its time is over.
    pub grace: u32,
}

/// A pace that has a name. The fastest stands first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Preset {
    /// Several turns a day.
    Brisk,
    /// At least once a day.
    Daily,
    /// Once each working day.
    Weekdays,
    /// About twice a week.
    Relaxed,
}

impl Preset {
    /// What it asks of people.
    pub fn said(self) -> &'static str {
        match self {
            Preset::Brisk => "several turns a day",
            Preset::Daily => "at least once a day",
            Preset::Weekdays => "once each working day",
            Preset::Relaxed => "about twice a week",
        }
    }

    /// The pace itself.
    pub fn pace(self) -> Pace {
        let hours =
            |window: u32, again: u32, reserve: u32, refill: u32, cap: u32, days_off, away_days| {
                Pace {
                    window: window * 60,
                    again: again * 60,
                    reserve: reserve * 60,
                    refill: refill * 60,
                    cap: cap * 60,
                    days_off,
                    away_days,
                    grace: DAY,
                }
            };
        match self {
            Preset::Brisk => hours(5, 3, 30, 8, 30, 0, 5),
            Preset::Daily => hours(15, 8, 45, 15, 45, 0, 14),
            Preset::Weekdays => hours(15, 8, 45, 15, 45, 2, 14),
            Preset::Relaxed => hours(45, 15, 105, 15, 105, 0, 21),
        }
    }
}

impl Pace {
    /// Refuses a pace that nobody could keep, or that would never end a wait.
    pub fn check(&self) -> Result<()> {
        let no = |why: String| Err(Error::new(Code::WrongPace, why));
        let least = [("window", self.window), ("again", self.again), ("grace", self.grace)];
        for (name, minutes) in least {
            if !(SHORTEST..=LONGEST).contains(&minutes) {
                return no(format!("`{name}` is {SHORTEST} to {LONGEST} minutes."));
            }
        }
        for (name, minutes) in [("refill", self.refill), ("cap", self.cap)] {
            if minutes > LONGEST {
                return no(format!("`{name}` is at most {LONGEST} minutes."));
            }
        }
        if self.reserve > self.cap {
            return no("`reserve` is at most `cap`.".to_owned());
        }
        if self.days_off > 2 {
            return no("`days_off` is at most 2.".to_owned());
        }
        if self.away_days > 60 {
            return no("`away_days` is at most 60.".to_owned());
        }
        Ok(())
    }

    /// Refuses a pace that has less time for a wait than the service allows.
    pub fn check_shortest(&self, shortest: u32) -> Result<()> {
        if self.window >= shortest && self.again >= shortest {
            return Ok(());
        }
        let least = lasting(shortest);
        Err(Error::new(Code::WrongPace, format!("Here every turn has {least} at least.")))
    }

    /// The preset that this is, if it is one.
    pub fn preset(&self) -> Option<Preset> {
        Preset::ALL.iter().copied().find(|preset| preset.pace() == *self)
    }

    /// What it asks of people, in words.
    pub fn said(&self) -> String {
        match self.preset() {
            Some(preset) => preset.said().to_owned(),
            None => format!("a turn within {}", lasting(self.window)),
        }
    }

    /// The same where people are to agree to it: of one without a name, all that it says.
    pub fn said_in_full(&self) -> String {
        match self.preset() {
            Some(_) => self.said(),
            None => {
                let grace = format!("Where there is grace, it is {}.", lasting(self.grace));
                [format!("{}.", self.said())]
                    .into_iter()
                    .chain(self.worst())
                    .chain([grace])
                    .collect::<Vec<_>>()
                    .join(" ")
                    .trim_end_matches('.')
                    .to_owned()
            }
        }
    }

    /// The most that somebody may take, in sentences.
    pub fn worst(&self) -> Vec<String> {
        let grows = match self.refill.min(self.cap) {
            0 => String::new(),
            grows => format!(
                ", which each new round fills up by {}, to {} at most",
                lasting(grows),
                lasting(self.cap)
            ),
        };
        let off = match self.days_off {
            0 => "",
            1 => " Neither does one day of each week, which everybody chooses.",
            _ => " Neither do two days of each week, which everybody chooses.",
        };
        let mut said = vec![
            format!(
                "Everybody has {} for their first turn of a round and {} for each later one; beyond \
                 that they begin with {} in reserve{grows}.",
                lasting(self.window),
                lasting(self.again),
                lasting(self.reserve),
            ),
            format!(
                "The nine hours in which you sleep do not count; if your time runs out, the file \
                 of the match names them.{off}"
            ),
        ];
        match self.away_days {
            0 => {}
            1 => said.push("Everybody may be away for one day in the whole match.".to_owned()),
            days => said.push(format!("Everybody may be away for {days} days in the whole match.")),
        }
        said
    }
}

/// Counted minutes in words: a day is 15 of them that count.
pub fn lasting(minutes: u32) -> String {
    let one = |count: u32, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    let (days, left) = (minutes / DAY, minutes % DAY);
    let (hours, rest) = (left / 60, left % 60);
    let parts = [(days, "day"), (hours, "hour"), (rest, "minute")];
    let parts: Vec<String> =
        parts.into_iter().filter(|(count, _)| *count > 0).map(|(n, what)| one(n, what)).collect();
    match parts.as_slice() {
        [] => "no time".to_owned(),
        [only] => only.clone(),
        [first, .., last] => format!("{first} and {last}"),
    }
}

/// How much longer a seat has whose time is over, in words.
pub fn more(grace: u32) -> String {
    match grace {
        DAY => "one more day".to_owned(),
        _ => format!("{} more", lasting(grace)),
    }
}

/// What happens when the time of a seat is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Absence {
    /// One day of grace; then a stand-in plays this turn; after two such turns in a row, or
    /// three in all, it keeps the seat until the person returns.
    #[default]
    Gentle,
    /// Nothing by itself: anybody else at the table may call the stand-in.
    Patient,
    /// The seat resigns.
    Strict,
}

impl Absence {
    /// What it means, in a few words.
    pub fn briefly(self) -> &'static str {
        match self {
            Absence::Gentle => "for whoever does not come a robot plays, after a day of grace",
            Absence::Patient => "for whoever does not come others may call a robot",
            Absence::Strict => "whoever does not come has resigned",
        }
    }

    /// What it means, in sentences, where grace lasts so many counted minutes.
    pub fn said(self, grace: u32) -> String {
        match self {
            Absence::Gentle => format!(
                "Whoever runs out of time gets {}, once; after that a robot plays their turn, and \
                 keeps the seat after two turns in a row or three in all, until they return.",
                more(grace)
            ),
            Absence::Patient => "When somebody runs out of time, nothing happens by itself: \
                 anybody else at the table may call a robot to play that turn. It keeps the seat \
                 after two turns in a row or three in all, until they return."
                .to_owned(),
            Absence::Strict => {
                "Whoever runs out of time has resigned; a robot plays on in their seat.".to_owned()
            }
        }
    }

    /// Who comes in place of whoever does not, in a sentence.
    pub fn substitutes(self) -> &'static str {
        match self {
            Absence::Gentle | Absence::Patient => {
                "Somebody else can take a seat over once a robot has kept it for three days, and \
                 at once where its person has never played or has resigned."
            }
            Absence::Strict => "Somebody else can take such a seat over at once.",
        }
    }
}

/// What people agree to by joining: event `pace_agreed`, or `pace_set`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// How much time there is.
    pub pace: Pace,
    /// What happens when it is over.
    pub absence: Absence,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_can_be_kept_and_is_known_again() {
        for &preset in Preset::ALL {
            preset.pace().check().expect("it can be kept");
            assert_eq!(preset.pace().preset(), Some(preset));
        }
    }

    #[test]
    fn a_pace_that_nobody_could_keep_is_refused() {
        let daily = Preset::Daily.pace();
        for wrong in [
            Pace { window: 59, ..daily },
            Pace { window: LONGEST + 1, ..daily },
            Pace { again: 0, ..daily },
            Pace { grace: 0, ..daily },
            Pace { cap: LONGEST + 1, ..daily },
            Pace { refill: u32::MAX, ..daily },
            Pace { reserve: daily.cap + 1, ..daily },
            Pace { days_off: 3, ..daily },
            Pace { away_days: 61, ..daily },
        ] {
            assert_eq!(wrong.check().expect_err("a no").code, Code::WrongPace, "{wrong:?}");
        }
    }

    #[test]
    fn time_is_said_in_days_that_have_fifteen_hours() {
        assert_eq!(lasting(0), "no time");
        assert_eq!(lasting(60), "1 hour");
        assert_eq!(lasting(8 * 60), "8 hours");
        assert_eq!(lasting(DAY), "1 day");
        assert_eq!(lasting(3 * DAY + 120), "3 days and 2 hours");
        assert_eq!(lasting(90), "1 hour and 30 minutes");
    }
}
