//! In which hours somebody sleeps, and which days they are off: by their own clock.

use super::Accounts;
use crate::clock::Instant;
use crate::clock::calendar::{Calendar, Offset};
use crate::db::calendars::{self as rows, HoursRow};
use crate::db::{Conn, Tx, accounts};
use crate::error::{Code, Error, Result};
use chrono::{Duration, NaiveDateTime, Offset as _, SubsecRound, TimeZone, Weekday};
use chrono_tz::Tz;

/// For how long in advance the offsets of a zone are looked up.
const AHEAD: Duration = Duration::days(400);

/// The edition of the laws of time zones that this program knows.
pub const LAWS: &str = chrono_tz::IANA_TZDB_VERSION;

/// After this long they are looked up again.
pub const LOOKED_UP_FOR: Duration = Duration::days(370);

/// How long nobody can change their hours again.
const AT_MOST_EVERY: Duration = Duration::days(14);

/// What somebody says of their hours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hours {
    /// Where they live.
    pub zone: Tz,
    /// When their nine quiet hours begin, in minutes after local midnight.
    pub quiet_from: u16,
    /// The days of the week that they are off where a match agrees on that.
    pub days_off: [Weekday; 2],
}

/// The hours of somebody, and when they can be changed.
#[derive(Clone, Debug)]
pub struct Kept {
    /// What counts for them.
    pub hours: Hours,
    /// When they said so; else it was guessed, or is what holds for everybody.
    pub changed_at: Option<Instant>,
    /// From when on they can be changed, where that is not now.
    pub fixed_until: Option<Instant>,
}

impl Default for Hours {
    fn default() -> Hours {
        Hours { zone: Tz::UTC, quiet_from: 23 * 60, days_off: [Weekday::Sat, Weekday::Sun] }
    }
}

impl Hours {
    fn of(row: &HoursRow) -> Result<Hours> {
        Ok(Hours {
            zone: row.zone.parse().map_err(|_| Error::fault("a zone that is not known"))?,
            quiet_from: u16::try_from(row.quiet_from).map_err(Error::fault)?,
            days_off: serde_json::from_str(&row.days_off).map_err(Error::fault)?,
        })
    }

    fn row(&self, account_id: &str, changed_at: Option<Instant>, now: Instant) -> HoursRow {
        HoursRow {
            account_id: account_id.to_owned(),
            zone: self.zone.name().to_owned(),
            quiet_from: self.quiet_from.into(),
            days_off: serde_json::to_string(&self.days_off).expect("days have a JSON form"),
            changed_at,
            looked_up_at: now,
            pending: true,
        }
    }

    /// The same as a calendar that needs no database of zones, as it was looked up then.
    pub fn calendar(&self, looked_up_at: Instant) -> Calendar {
        let offsets = offsets(self.zone, looked_up_at);
        Calendar::new(offsets, self.quiet_from, self.days_off.to_vec())
            .expect("a zone has an offset at any time")
    }
}

/// How local time stands to UTC in a zone from then on.
fn offsets(zone: Tz, from: Instant) -> Vec<Offset> {
    let minutes =
        |at: NaiveDateTime| zone.offset_from_utc_datetime(&at).fix().local_minus_utc() / 60;
    let mut offsets = vec![Offset { from, minutes: minutes(from) }];
    let mut day = from;
    while day < from + AHEAD {
        let next = day + Duration::days(1);
        if minutes(next) != minutes(day) {
            // Somewhere between: the first second of the new offset.
            let (mut before, mut after) = (day, next);
            while after - before > Duration::seconds(1) {
                let middle = before + Duration::seconds((after - before).num_seconds() / 2);
                match minutes(middle) == minutes(day) {
                    true => before = middle,
                    false => after = middle,
                }
            }
            // Zones change their clocks at whole seconds.
            offsets.push(Offset { from: after.trunc_subsecs(0), minutes: minutes(next) });
        }
        day = next;
    }
    offsets
}

/// The zone of a name, as a browser knows it.
pub fn zone(name: &str) -> Option<Tz> {
    name.parse().ok()
}

/// The names of the zones to choose from, and the one that is chosen.
pub fn zones(chosen: Tz) -> Vec<&'static str> {
    let places = chrono_tz::TZ_VARIANTS.iter().filter(|zone| {
        let name = zone.name();
        **zone == chosen
            || **zone == Tz::UTC
            || (name.contains('/') && !name.starts_with("Etc/") && !name.starts_with("US/"))
    });
    places.map(|zone| zone.name()).collect()
}

/// The calendar of somebody; `None` where nothing is known of their hours.
pub fn calendar_of(conn: &mut Conn, account_id: &str) -> Result<Option<Calendar>> {
    rows::hours_of(conn, account_id)?.map(|row| calendar_of_row(&row)).transpose()
}

/// The calendar that follows from what somebody has said.
pub fn calendar_of_row(row: &HoursRow) -> Result<Calendar> {
    Ok(Hours::of(row)?.calendar(row.looked_up_at))
}

/// Looks the offsets of somebody's zone up again; gives what they have said of their hours by now.
pub fn look_up_again(tx: &mut Tx<'_>, account_id: &str, now: Instant) -> Result<Option<HoursRow>> {
    // They may be saying something else at this moment.
    accounts::locked(tx, account_id)?;
    let Some(said) = rows::hours_of(tx, account_id)? else { return Ok(None) };
    let row = HoursRow { looked_up_at: now, pending: true, ..said };
    rows::keep_hours(tx, &row)?;
    Ok(Some(row))
}

impl Accounts {
    /// The hours of somebody.
    pub async fn hours(&self, account_id: &str) -> Result<Kept> {
        let (id, now) = (account_id.to_owned(), self.clock.now());
        let row = self.db.read(move |conn| rows::hours_of(conn, &id)).await?;
        let Some(row) = row else {
            let hours = Hours::default();
            return Ok(Kept { hours, changed_at: None, fixed_until: None });
        };
        let fixed_until = row.changed_at.map(|at| at + AT_MOST_EVERY);
        Ok(Kept {
            hours: Hours::of(&row)?,
            changed_at: row.changed_at,
            fixed_until: fixed_until.filter(|until| now < *until),
        })
    }

    /// Somebody says what their hours are. Once in 14 days: nobody shall win time by moving.
    pub async fn set_hours(&self, account_id: &str, hours: Hours) -> Result<()> {
        let (id, now) = (account_id.to_owned(), self.clock.now());
        let set = move |tx: &mut Tx<'_>| {
            // Two changes at once stand in line here.
            accounts::locked(tx, &id)?.ok_or_else(|| Error::not_found("account"))?;
            let before = rows::hours_of(tx, &id)?;
            if let Some(before) = &before
                && Hours::of(before)? == hours
            {
                return Ok(());
            }
            let until = before.and_then(|row| row.changed_at).map(|at| at + AT_MOST_EVERY);
            if let Some(until) = until.filter(|until| now < *until) {
                let then = until.format("%-d %B %Y, %H:%M UTC");
                let why = format!("Hours can be changed once in 14 days: again from {then} on.");
                return Err(Error::new(Code::ChangedLately, why));
            }
            rows::keep_hours(tx, &hours.row(&id, Some(now), now))
        };
        self.db.write(set).await
    }

    /// A browser says in which zone it is: taken for whoever has said nothing yet.
    pub async fn guess_zone(&self, account_id: &str, zone: Tz) -> Result<()> {
        let (id, now) = (account_id.to_owned(), self.clock.now());
        let looked = id.clone();
        if self.db.read(move |conn| rows::hours_of(conn, &looked)).await?.is_some() {
            return Ok(());
        }
        let guess = move |tx: &mut Tx<'_>| {
            accounts::locked(tx, &id)?.ok_or_else(|| Error::not_found("account"))?;
            match rows::hours_of(tx, &id)? {
                Some(_) => Ok(()),
                None => {
                    let hours = Hours { zone, ..Hours::default() };
                    rows::keep_hours(tx, &hours.row(&id, None, now))
                }
            }
        };
        self.db.write(guess).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::NaiveDate;

    fn noon(year: i32, month: u32, day: u32) -> Instant {
        let date = NaiveDate::from_ymd_opt(year, month, day).expect("a day");
        date.and_hms_opt(12, 0, 0).expect("a time")
    }

    #[test]
    fn a_zone_becomes_its_offsets_with_the_instants_at_which_its_clocks_change() {
        let found = offsets(Tz::Europe__Berlin, noon(2026, 1, 1));
        let change = |month, day, minutes| Offset {
            from: noon(2026, month, day) - Duration::hours(11),
            minutes,
        };
        let first = Offset { from: noon(2026, 1, 1), minutes: 60 };
        assert_eq!(found, [first, change(3, 29, 120), change(10, 25, 60)]);
        assert_eq!(offsets(Tz::Asia__Kolkata, noon(2026, 1, 1)).len(), 1);
    }

    #[test]
    fn a_calendar_shows_what_the_local_clocks_of_all_zones_show() {
        let from = noon(2026, 11, 22);
        for &zone in chrono_tz::TZ_VARIANTS.iter() {
            let calendar = Hours { zone, ..Hours::default() }.calendar(from);
            assert_eq!(Calendar::read(&calendar.text()), Some(calendar.clone()), "{zone}");
            for hours in (0..400 * 24).step_by(7) {
                let at = from + Duration::hours(hours);
                let shown = zone.from_utc_datetime(&at).naive_local();
                let off = (calendar.local(at) - shown).num_seconds().abs();
                assert!(off < 60, "{zone} at {at}: {} and not {shown}", calendar.local(at));
            }
        }
    }
}
