//! How often somebody wants letters about matches.

use crate::db::mailboxes::{MailboxRow, MatchRhythmRow};
use crate::error::{Error, Result};
use crate::words::Word;
use serde::{Deserialize, Serialize};
use strum::{IntoStaticStr, VariantArray};

/// How often letters come. The most frequent rhythm stands first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[derive(VariantArray, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Pulse {
    /// As soon as something has settled.
    #[default]
    AtOnce,
    /// What happens within some hours comes together.
    Bundled,
    /// Once a day, at one hour.
    Daily,
    /// Not at all.
    Off,
}

/// How often letters come, and when.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rhythm {
    /// How often.
    pub pulse: Pulse,
    /// For how many hours what happens is bundled, 1 to 12.
    pub every: u8,
    /// The hour of the day of a daily letter, 0 to 23.
    pub hour: u8,
}

impl Default for Rhythm {
    fn default() -> Rhythm {
        Rhythm { pulse: Pulse::AtOnce, every: 3, hour: 18 }
    }
}

impl Rhythm {
    /// Refuses hours that there are not.
    pub fn checked(self) -> Result<Rhythm> {
        let no = |field: &str, why: &str| Err(Error::field(field, why));
        match self {
            Rhythm { every, .. } if !(1..=12).contains(&every) => {
                no("every", "`every` is 1 to 12 hours.")
            }
            Rhythm { hour, .. } if hour > 23 => no("hour", "`hour` is 0 to 23."),
            fine => Ok(fine),
        }
    }

    /// The rhythm of a mailbox.
    pub fn of(row: &MailboxRow) -> Result<Rhythm> {
        Rhythm::read(&row.rhythm, row.every, row.hour)
    }

    /// The rhythm of a match.
    pub fn of_match(row: &MatchRhythmRow) -> Result<Rhythm> {
        Rhythm::read(&row.rhythm, row.every, row.hour)
    }

    fn read(word: &str, every: i32, hour: i32) -> Result<Rhythm> {
        let pulse = Pulse::of_stored(word)?;
        let every = u8::try_from(every).map_err(Error::fault)?;
        let hour = u8::try_from(hour).map_err(Error::fault)?;
        Ok(Rhythm { pulse, every, hour })
    }

    /// As it is stored: the word, `every` and `hour`.
    pub fn stored(self) -> (&'static str, i32, i32) {
        (self.pulse.word(), self.every.into(), self.hour.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_chosen_nothing_gets_letters_at_once() {
        assert_eq!(Rhythm::of(&MailboxRow::new("anna")).unwrap(), Rhythm::default());
    }

    #[test]
    fn hours_that_there_are_not_are_refused() {
        for wrong in [
            Rhythm { every: 0, ..Rhythm::default() },
            Rhythm { every: 13, ..Rhythm::default() },
            Rhythm { hour: 24, ..Rhythm::default() },
        ] {
            assert_eq!(wrong.checked().expect_err("a no").code, crate::error::Code::InvalidField);
        }
    }
}
