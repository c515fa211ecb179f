//! My hours: where I live, when I sleep, which days I am off.

use super::answer::{Answer, Frame, page, refusal, to};
use super::away;
use super::form::checked;
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::hours::{Hours, Kept, zones};
use crate::error::{Error, Kind};
use crate::matches::away::Stay;
use crate::matches::time::hours::NOTICE;
use crate::web::App;
use crate::web::api::calendar::{CalendarChange, Day, time_of_day};
use actix_web::web;
use askama::Template;
use chrono::Weekday;
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/hours.html")]
struct MyHours {
    frame: Frame,
    /// What holds now, in a sentence.
    said: String,
    /// Until when turns in matches under way begin by what held before, if they still do.
    pending_until: Option<String>,
    /// From when on it can be changed, where that is not now.
    fixed_until: Option<String>,
    zones: Vec<Offered>,
    /// The half hours of a day.
    times: Vec<Offered>,
    first_off: Vec<Offered>,
    second_off: Vec<Offered>,
    problem: Option<String>,
    done: bool,
    /// My matches that have clocks.
    stays: Vec<away::Shown>,
    /// Whether I am away from any of them, now or later.
    away: bool,
    /// Whether days away were booked just now.
    booked: bool,
}

/// Something to choose.
struct Offered {
    value: String,
    label: String,
    chosen: bool,
}

fn offered(value: &str, label: &str, chosen: bool) -> Offered {
    Offered { value: value.to_owned(), label: label.to_owned(), chosen }
}

/// The days of the week.
fn days(chosen: Weekday) -> Vec<Offered> {
    let offer = |(day, word, name): &(Day, &str, &str)| offered(word, name, *day == chosen.into());
    Day::ALL.iter().map(offer).collect()
}

fn sentence(kept: &Kept) -> String {
    let (hours, from) = (&kept.hours, kept.hours.quiet_from);
    let lead = match kept.changed_at.is_some() {
        true => "You said that you sleep",
        false => "You have said nothing yet; we take it that you sleep",
    };
    format!(
        "{lead} between {} and {} in {}.",
        time_of_day(from),
        time_of_day(from + 9 * 60),
        hours.zone.name().replace('_', " "),
    )
}

async fn shown(app: &App, person: Person, stays: Option<Vec<Stay>>) -> Result<MyHours, Error> {
    let kept = app.accounts.hours(&person.account.id).await?;
    let stays = match stays {
        Some(stays) => stays,
        None => app.matches.away(&person.account.id).await?,
    };
    let calendar = kept.hours.calendar(app.clock.now());
    let pending_until = kept.changed_at.map(|at| at + NOTICE);
    let moment = |at| calendar.local(at).format("%-d %B %Y, %H:%M").to_string();
    let Hours { zone, quiet_from, days_off } = kept.hours;
    Ok(MyHours {
        frame: Frame::new("My hours", &Visitor(Some(person))),
        said: sentence(&kept),
        pending_until: pending_until.filter(|until| app.clock.now() < *until).map(&moment),
        fixed_until: kept.fixed_until.map(&moment),
        zones: zones(zone)
            .into_iter()
            .map(|name| offered(name, name, name == zone.name()))
            .collect(),
        times: (0..48)
            .map(|half| half * 30)
            .map(|at| offered(&time_of_day(at), &time_of_day(at), at == quiet_from))
            .collect(),
        first_off: days(days_off[0]),
        second_off: days(days_off[1]),
        problem: None,
        done: false,
        booked: false,
        away: stays.iter().any(|stay| !stay.away.is_empty()),
        stays: away::shown(stays, |at| calendar.local(at)),
    })
}

/// What was done just now.
#[derive(Deserialize)]
pub struct Done {
    #[serde(default)]
    done: bool,
    #[serde(default)]
    away: bool,
}

/// GET /account/time
pub async fn show(app: web::Data<App>, person: Person, asked: web::Query<Done>) -> Answer {
    let mut shown = shown(&app, person, None).await?;
    (shown.done, shown.booked) = (asked.done, asked.away);
    page(&shown)
}

/// The page with what came of a wish to be away.
pub(super) async fn with_stays(app: &App, person: Person, stays: Vec<Stay>) -> Answer {
    page(&shown(app, person, Some(stays)).await?)
}

/// The page with what is wrong with what was sent.
pub(super) async fn with_problem(app: &App, person: Person, error: Error) -> Answer {
    let mut shown = shown(app, person, None).await?;
    shown.problem = Some(error.detail);
    refusal(error.code, &shown)
}

/// What the form says.
#[derive(Deserialize)]
pub struct Said {
    zone: String,
    quiet_from: String,
    first_off: String,
    second_off: String,
}

/// POST /account/time
pub async fn change(app: web::Data<App>, sent: Sent<Said>) -> Answer {
    let (person, form) = sent.by_person()?;
    let changed = async {
        let days = [form.first_off, form.second_off];
        let days_off = days.iter().filter_map(|word| Day::of_word(word)).collect();
        let change = CalendarChange { zone: form.zone, quiet_from: form.quiet_from, days_off };
        app.accounts.set_hours(&person.account.id, checked(change)?.try_into()?).await
    };
    let error = match changed.await {
        Ok(()) => return Ok(to("/account/time?done=true")),
        Err(error) => error,
    };
    if error.kind() == Kind::Fault {
        return Err(error.into());
    }
    with_problem(&app, person, error).await
}
