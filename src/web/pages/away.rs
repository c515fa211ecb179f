//! The days that I am away, on the page of my hours; and who is away, on the table.

use super::answer::{Answer, to};
use super::hours;
use super::lobby::Button;
use super::visitor::Sent;
use crate::clock::Instant;
use crate::error::{Code, Error, Kind};
use crate::matches::away::Stay;
use crate::matches::read::look::Seen;
use crate::rules::Seat;
use crate::web::App;
use crate::web::api::away::{NewAway, go_away};
use actix_web::web;
use serde::Deserialize;

/// A match in which I can be away.
pub struct Shown {
    /// Its address.
    pub id: String,
    /// What its host called it.
    pub title: String,
    /// When I am away, in words.
    pub away: Vec<String>,
    /// For how many more days I can be.
    pub days_left: i64,
    /// Why I cannot as I just wished.
    pub refused: Option<String>,
}

/// My matches, by a local clock.
pub fn shown(stays: Vec<Stay>, local: impl Fn(Instant) -> Instant) -> Vec<Shown> {
    let day = |at: Instant| local(at).format("%-d %B %Y").to_string();
    let stays = stays.into_iter().map(|stay| Shown {
        id: stay.match_id,
        title: stay.title,
        away: stay
            .away
            .iter()
            .map(|span| {
                format!("{} to {}", day(span.from), day(span.to - chrono::Duration::seconds(1)))
            })
            .collect(),
        days_left: stay.days_left,
        refused: stay.refused,
    });
    stays.collect()
}

/// The days that I shall be away.
#[derive(Deserialize)]
pub struct Days {
    #[serde(default)]
    from: String,
    #[serde(default)]
    to: String,
}

/// POST /account/away
pub async fn leave(app: web::Data<App>, sent: Sent<Days>) -> Answer {
    let (person, form) = sent.by_person()?;
    let booked = async {
        if form.from.is_empty() || form.to.is_empty() {
            return Err(Error::new(Code::WrongAway, "Say the first and the last day."));
        }
        go_away(&app, &person.account.id, NewAway { from: form.from, to: form.to }).await
    };
    match booked.await {
        Ok(stays) if stays.iter().all(|stay| stay.refused.is_none()) => {
            Ok(to("/account/time?away=true#away"))
        }
        Ok(stays) => hours::with_stays(&app, person, stays).await,
        Err(error) if error.kind() == Kind::Fault => Err(error.into()),
        Err(error) => hours::with_problem(&app, person, error).await,
    }
}

/// POST /account/away/end
pub async fn be_back(app: web::Data<App>, sent: Sent<Button>) -> Answer {
    let (person, Button {}) = sent.by_person()?;
    app.matches.be_back(&person.account.id).await?;
    Ok(to("/account/time#away"))
}

/// Who is away from a match that is played, and until when.
pub fn said(seen: &Seen, now: Instant) -> Vec<(String, String)> {
    let on = &seen.folded;
    let away = |seat: Seat| {
        let until = on.sitter(seat)?.away_until(now)?;
        Some((seen.names.seat(on, seat), until.format("%-d %B, %H:%M UTC").to_string()))
    };
    Seat::all(on.sitters.len()).filter(|_| on.timing.is_some()).filter_map(away).collect()
}
