//! The pace of a match that is opened: one with a name, none, or one of the host's own.

use crate::error::{Code, Error, Result};
use crate::matches::time::pace::{DAY, Preset};
use crate::matches::time::{Pace, Timing};
use crate::web::api::clocks::{PaceParts, PaceWish};
use crate::words::Word;
use std::collections::BTreeMap;

/// The word of a pace of one's own.
pub const OWN: &str = "custom";

/// Something that a pace of one's own has.
pub struct Part {
    /// The field of the form.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// What the field says.
    pub value: String,
    /// The least that it can be.
    pub least: u32,
    /// The most that it can be.
    pub most: u32,
}

/// The parts of a pace of one's own that the form asks for, with what was said of them before:
/// hours of time that counts, and days.
const PARTS: [(&str, &str, u32, u32); 6] = [
    ("pace.window", "Hours for the first turn of a round", 1, 450),
    ("pace.again", "Hours for each later turn of the round", 1, 450),
    ("pace.reserve", "Hours of reserve", 0, 450),
    ("pace.refill", "Hours by which the reserve grows with each round", 0, 450),
    ("pace.days_off", "Days of each week that do not count", 0, 2),
    ("pace.away_days", "Days that each may be away in all", 0, 60),
];

/// What a pace has of a part.
fn of(pace: &Pace, name: &str) -> u32 {
    match name {
        "pace.window" => pace.window / 60,
        "pace.again" => pace.again / 60,
        "pace.reserve" => pace.reserve / 60,
        "pace.refill" => pace.refill / 60,
        "pace.days_off" => pace.days_off.into(),
        _ => pace.away_days.into(),
    }
}

fn usual(name: &str) -> u32 {
    of(&Preset::Daily.pace(), name)
}

/// The fields of a pace of one's own.
pub fn parts(fields: &BTreeMap<String, String>) -> Vec<Part> {
    let part = |(name, title, least, most)| {
        let value = fields.get(name).cloned().unwrap_or_else(|| usual(name).to_string());
        Part { name, title, value, least, most }
    };
    PARTS.map(part).into()
}

/// The fields of a form that wishes for this.
pub fn fields(timing: Option<Timing>) -> Vec<(String, String)> {
    let Some(Timing { pace, absence }) = timing else {
        return vec![("pace".to_owned(), String::new())];
    };
    let word = pace.preset().map_or(OWN, Preset::word);
    let parts = PARTS.map(|(name, ..)| (name.to_owned(), of(&pace, name).to_string()));
    let said = [("pace", word), ("absence", absence.word())];
    let said = said.map(|(name, value)| (name.to_owned(), value.to_owned()));
    said.into_iter().chain(parts).collect()
}

/// The pace that a form wishes for, if any.
///
/// # Errors
/// `wrong_pace` where a number of one's own cannot be.
pub fn wish(fields: &BTreeMap<String, String>) -> Result<Option<PaceWish>> {
    let word = fields.get("pace").map(String::as_str).unwrap_or_default();
    if word != OWN {
        return Ok(Preset::of_word(word).map(PaceWish::Named));
    }
    let number = |wanted: &str| {
        let (name, title, least, most) =
            PARTS.into_iter().find(|(name, ..)| *name == wanted).unwrap_or(PARTS[0]);
        let said = fields.get(name).map(|text| text.trim()).filter(|text| !text.is_empty());
        let number = match said {
            Some(text) => text.parse().ok().filter(|number| (least..=most).contains(number)),
            None => Some(usual(name)),
        };
        let why = || format!("{title}: {least} to {most}.");
        number.ok_or_else(|| Error::new(Code::WrongPace, why()))
    };
    let small = |wanted: &str| number(wanted).map(|number| number as u8);
    let reserve = 60 * number("pace.reserve")?;
    Ok(Some(PaceWish::Parts(PaceParts {
        window: 60 * number("pace.window")?,
        again: 60 * number("pace.again")?,
        reserve,
        refill: 60 * number("pace.refill")?,
        cap: reserve,
        days_off: small("pace.days_off")?,
        away_days: small("pace.away_days")?,
        grace: DAY,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::time::Absence;

    fn fields_again(timing: Timing) -> BTreeMap<String, String> {
        fields(Some(timing)).into_iter().collect()
    }

    #[test]
    fn a_pace_of_ones_own_is_read_from_hours_and_days_and_as_usual_where_nothing_is_said() {
        let fields = |said: &[(&str, &str)]| {
            said.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
        };
        let own = |said: &[(&str, &str)]| wish(&fields(said)).map(|wish| wish.map(Pace::from));
        assert_eq!(own(&[("pace", OWN)]).ok().flatten(), Some(Preset::Daily.pace()));
        let hours = [("pace", OWN), ("pace.window", "30"), ("pace.days_off", "2")];
        let pace = own(&hours).ok().flatten().expect("a pace");
        assert_eq!((pace.window, pace.days_off, pace.again), (30 * 60, 2, 8 * 60));
        pace.check().expect("it can be kept");
        for wrong in ["0", "451", "-1", "soon", "99999999999"] {
            let no = own(&[("pace", OWN), ("pace.window", wrong)]).expect_err("a no");
            assert_eq!((no.code, no.detail.contains("first turn")), (Code::WrongPace, true));
        }
        let again = Timing { pace, absence: Absence::Strict };
        let again = fields_again(again);
        assert_eq!(wish(&again).ok().flatten().map(Pace::from), Some(pace));
        assert_eq!(again["absence"], "strict");
        assert_eq!(own(&[("pace", "")]).ok(), Some(None));
        assert_eq!(own(&[("pace", "brisk")]).ok().flatten(), Some(Preset::Brisk.pace()));
    }
}
