//! When the time of turns is over, as a calendar (RFC 5545).
//!
//! Its alarm rings three hours before, by every clock: that of the last call, which leaves out
//! when somebody sleeps, would tell when that is.

use super::Turn;
use crate::clock::utc;
use chrono::Duration;
use icalendar::{Alarm, Calendar, Component, Event, EventLike, Property};

/// How long before the end the alarm rings.
const BEFORE: Duration = Duration::hours(3);

/// How often programs should look again.
const AGAIN: Duration = Duration::hours(1);

/// The text of the calendar.
pub fn calendar(turns: &[Turn]) -> String {
    let mut all = Calendar::empty();
    let head =
        [("VERSION", "2.0"), ("PRODID", "-//Turnwise//Turns//EN"), ("CALSCALE", "GREGORIAN")];
    for property in head {
        all.append_property(property);
    }
    all.name("Turnwise").ttl(&AGAIN);
    all.extend(turns.iter().filter_map(event));
    all.to_string()
}

fn event(turn: &Turn) -> Option<Event> {
    let (due, changed) = (utc(turn.due?), utc(turn.changed));
    let mut alarm = Alarm::display(&format!("Your turn in {} is due soon", turn.title), -BEFORE);
    alarm.add_property("UID", format!("{}-alarm", turn.id));
    alarm.append_property(Property::new("DTSTAMP", changed.format("%Y%m%dT%H%M%SZ").to_string()));
    Some(
        Event::with_uid(&turn.id)
            .timestamp(changed)
            .starts(due)
            .summary(&format!("Your turn in {} is due", turn.title))
            .description(&format!("{}\n{}", turn.about, turn.link))
            .url(&turn.link)
            // It takes up no time of the day.
            .add_property("TRANSP", "TRANSPARENT")
            .alarm(alarm)
            .done(),
    )
}
