//! In which hours I sleep, and which days I am off.

use crate::accounts::hours::{Hours, Kept, zone};
use crate::accounts::token::Scope;
use crate::clock::utc;
use crate::error::{Error, Result};
use crate::web::App;
use crate::web::body::Body;
use crate::web::caller::Person;
use crate::web::problem::{Always, InState, MaySign, WithBody};
use actix_web::{HttpResponse, get, put, web};
use chrono::{DateTime, Utc, Weekday};
use garde::Validate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A day of the week.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Day {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

impl Day {
    /// All of them, with what they are called.
    pub const ALL: [(Day, &'static str, &'static str); 7] = [
        (Day::Mon, "mon", "Monday"),
        (Day::Tue, "tue", "Tuesday"),
        (Day::Wed, "wed", "Wednesday"),
        (Day::Thu, "thu", "Thursday"),
        (Day::Fri, "fri", "Friday"),
        (Day::Sat, "sat", "Saturday"),
        (Day::Sun, "sun", "Sunday"),
    ];

    /// The day of a word.
    pub fn of_word(word: &str) -> Option<Day> {
        Day::ALL.iter().find(|(_, known, _)| *known == word).map(|(day, ..)| *day)
    }
}

impl From<Day> for Weekday {
    fn from(day: Day) -> Weekday {
        match day {
            Day::Mon => Weekday::Mon,
            Day::Tue => Weekday::Tue,
            Day::Wed => Weekday::Wed,
            Day::Thu => Weekday::Thu,
            Day::Fri => Weekday::Fri,
            Day::Sat => Weekday::Sat,
            Day::Sun => Weekday::Sun,
        }
    }
}

impl From<Weekday> for Day {
    fn from(day: Weekday) -> Day {
        Day::ALL[day.num_days_from_monday() as usize].0
    }
}

/// My hours: by my own clock.
#[derive(Clone, Debug, Deserialize, Validate, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"zone": "Europe/Berlin", "quiet_from": "22:30", "days_off": ["sat", "sun"]}))]
pub struct CalendarChange {
    /// Where I live, by the name of the zone in the database of the IANA.
    #[garde(length(chars, max = 64))]
    #[schema(max_length = 64, example = "Europe/Berlin")]
    pub zone: String,
    /// When my nine quiet hours begin, a full or half hour.
    #[garde(pattern(r"^([01][0-9]|2[0-3]):(00|30)$"))]
    #[schema(pattern = "^([01][0-9]|2[0-3]):(00|30)$", example = "23:00")]
    pub quiet_from: String,
    /// The two days of the week that I am off in matches that agree on days off; where they
    /// agree on one, it is the first.
    #[garde(length(min = 2, max = 2))]
    #[schema(min_items = 2, max_items = 2)]
    pub days_off: Vec<Day>,
}

impl TryFrom<CalendarChange> for Hours {
    type Error = Error;

    fn try_from(change: CalendarChange) -> Result<Hours> {
        let zone = zone(&change.zone).ok_or_else(|| {
            Error::field("zone", "`zone` is none that we know: send a name like Europe/Berlin.")
        })?;
        let &[first, second] = change.days_off.as_slice() else {
            return Err(Error::field("days_off", "`days_off` names two days."));
        };
        if first == second {
            return Err(Error::field("days_off", "`days_off` names two different days."));
        }
        let (hours, minutes) = change.quiet_from.split_once(':').unwrap_or_default();
        let (hours, minutes) = (hours.parse::<u16>(), minutes.parse::<u16>());
        let (Ok(hours), Ok(minutes)) = (hours, minutes) else {
            return Err(Error::field("quiet_from", "`quiet_from` is a time like 23:00."));
        };
        Ok(Hours {
            zone,
            quiet_from: hours * 60 + minutes,
            days_off: [first.into(), second.into()],
        })
    }
}

/// My hours.
#[derive(Serialize, ToSchema)]
pub struct CalendarAnswer {
    /// Where I live.
    pub zone: String,
    /// When my nine quiet hours begin.
    pub quiet_from: String,
    /// When they are over.
    pub quiet_until: String,
    /// The days that I am off where a match agrees on that.
    pub days_off: [Day; 2],
    /// Whether I have said so myself; else it was guessed from my browser, or holds for
    /// everybody who has said nothing.
    pub said: bool,
    /// When I can change it again, if not now.
    pub fixed_until: Option<DateTime<Utc>>,
}

/// A time of day, from minutes after midnight.
pub fn time_of_day(minutes: u16) -> String {
    format!("{:02}:{:02}", minutes / 60 % 24, minutes % 60)
}

impl From<Kept> for CalendarAnswer {
    fn from(kept: Kept) -> CalendarAnswer {
        let Kept { hours, changed_at, fixed_until } = kept;
        CalendarAnswer {
            zone: hours.zone.name().to_owned(),
            quiet_from: time_of_day(hours.quiet_from),
            quiet_until: time_of_day(hours.quiet_from + 9 * 60),
            days_off: hours.days_off.map(Day::from),
            said: changed_at.is_some(),
            fixed_until: fixed_until.map(utc),
        }
    }
}

/// My hours: when no time of mine runs out.
#[utoipa::path(operation_id = "get_calendar", tag = "me", security(("token" = ["read"])),
    responses((status = 200, description = "Your hours.", body = CalendarAnswer), MaySign, Always))]
#[get("/me/calendar")]
pub async fn calendar(app: web::Data<App>, person: Person) -> Result<HttpResponse> {
    person.may(Scope::Read)?;
    let kept = app.accounts.hours(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(CalendarAnswer::from(kept)))
}

/// Say when I sleep. Once in 14 days. Not for scripts.
///
/// In matches that are under way it holds for waits that begin a day later or more. Nobody
/// else is shown where you live or when you sleep; only the export of a match in which your
/// time was over shows the hours that counted there, as evidence.
#[utoipa::path(tag = "me", security(("token" = ["session"])), request_body = CalendarChange,
    responses((status = 200, description = "As it is now.", body = CalendarAnswer),
        WithBody, MaySign, InState, Always))]
#[put("/me/calendar")]
pub async fn change_calendar(
    app: web::Data<App>,
    person: Person,
    Body(change): Body<CalendarChange>,
) -> Result<HttpResponse> {
    person.session()?;
    app.accounts.set_hours(&person.account.id, change.try_into()?).await?;
    let kept = app.accounts.hours(&person.account.id).await?;
    Ok(HttpResponse::Ok().json(CalendarAnswer::from(kept)))
}
