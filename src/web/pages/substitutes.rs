//! Seats of a match that is played for which somebody is looked for.

use super::answer::{Answer, to};
use super::visitor::Sent;
use crate::error::{Code, Error};
use crate::matches::Visibility;
use crate::matches::read::look::Seen;
use crate::matches::stream::substitutes::Opening;
use crate::rules::Seat;
use crate::web::App;
use actix_web::web;
use serde::Deserialize;

/// What a table says about such seats.
#[derive(Clone, Debug, Default)]
pub struct Openings {
    /// Those that whoever looks can take over, and who has them.
    pub free: Vec<(u8, String)>,
    /// In whose place somebody is looked for.
    pub sought: Vec<String>,
    /// Whether whoever looks leaves their seat to somebody else.
    pub leaving: bool,
    /// Whether the match has clocks, and so reserves.
    pub timed: bool,
    /// The code that lets people take a seat over in a private match, for who may know it.
    pub invitation: Option<String>,
}

impl Openings {
    /// Whether nobody is looked for.
    pub fn is_empty(&self) -> bool {
        self.free.is_empty() && self.sought.is_empty() && !self.leaving
    }

    /// Those of a match for an account (or nobody) that looks; `shown` is the code of an
    /// invitation, if one was shown.
    pub fn of(app: &App, seen: &Seen, account: Option<&str>, shown: &str) -> Openings {
        let (on, now) = (&*seen.folded, app.clock.now());
        if !seen.is_newest() {
            return Openings::default();
        }
        let name = |seat: Seat| seen.names.seat(on, seat);
        // Whoever only watches a private match is not let in.
        let named = account.is_some_and(|account| on.is_named(account));
        let let_in = on.opened.visibility == Visibility::Public || named || !shown.is_empty();
        let free = on.can_take_over(account, now).into_iter().filter(|_| let_in);
        let free = free.map(|seat| (seat.0, name(seat)));
        let leaving = |seat: Seat| {
            let sitter = &on.sitters[seat.index()];
            // Who has come back from a stand-in and not played yet is still looked for.
            let open = on.open_seats(now).any(|(open, _)| open == seat);
            matches!(sitter.opening, Some(Opening::Leaving { .. }))
                || (open && sitter.stand_in.is_none())
        };
        Openings {
            free: free.collect(),
            sought: on.open_seats(now).map(|(seat, _)| name(seat)).collect(),
            leaving: seen.seat.is_some_and(leaving),
            timed: on.timing.is_some(),
            invitation: Some(shown.to_owned()).filter(|code| !code.is_empty()),
        }
    }
}

/// A seat to take over.
#[derive(Deserialize)]
pub struct TakenOver {
    seat: u8,
    #[serde(default)]
    invitation: String,
}

/// POST /matches/{id}/substitutes
pub async fn substitute(
    app: web::Data<App>,
    id: web::Path<String>,
    sent: Sent<TakenOver>,
) -> Answer {
    let (person, form) = sent.by_person()?;
    let invitation = Some(form.invitation).filter(|code| !code.is_empty());
    match app.matches.substitute(&id, &person.account.id, Seat(form.seat), invitation).await {
        // Clicked twice: the first click has taken it.
        Err(Error { code: Code::SeatedAlready, .. }) => {}
        done => drop(done?),
    }
    Ok(to(&format!("/matches/{id}")))
}
