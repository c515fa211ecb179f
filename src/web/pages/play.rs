//! What forms of a running match do: play a plan, take back, resign, come back.

use super::answer::{Answer, to};
use super::people::Nothing;
use super::table::{self, Looking, Refused};
use super::teaching;
use super::visitor::{Person, Sent, Visitor};
use crate::error::{Code, Error};
use crate::matches::commands::{COMMANDS_AT_ONCE, Post};
use crate::random;
use crate::rules::Seat;
use crate::web::App;
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;
use serde_json::Value;

/// A plan that is confirmed.
#[derive(Deserialize)]
pub struct Confirmed {
    plan: String,
    v: i64,
    key: String,
    /// The lessons that it was about.
    #[serde(default)]
    met: String,
}

/// What is said to who confirms a plan that others were faster than.
const TOO_LATE: &str = "Something has happened since you made this plan, so nothing of it was \
                        played just now. Look at what is new and choose again.";

/// POST /matches/{id}/play. Sent twice, it plays once: the key in the form is known.
pub async fn play(app: web::Data<App>, id: web::Path<String>, sent: Sent<Confirmed>) -> Answer {
    let (person, form) = sent.by_person()?;
    let garbled = || Error::new(Code::UnreadableForm, "The plan in the form is garbled.");
    let commands: Vec<Value> = serde_json::from_str(&form.plan).map_err(|_| garbled())?;
    let fits = (1..=COMMANDS_AT_ONCE).contains(&commands.len());
    if !fits || !(1..=100).contains(&form.key.len()) {
        return Err(garbled().into());
    }
    let count = commands.len() as u64;
    let fingerprint = random::token_hash(&format!("{id}\n{}\n{}", form.v, form.plan));
    let post = Post { commands, version: form.v, key: form.key, fingerprint };
    match app.matches.play(&id, &person.account.id, post).await {
        Ok(played) => {
            app.metrics.commands(count);
            if let Err(error) = app.matches.seen(&id, &person.account.id).await {
                // The step is played, and that is what was asked for.
                tracing::debug!(%error, "who played was not noted as present");
            }
            teaching::note(&app, &person.account.id, &played.opened.game, &form.met).await;
            Ok(to(&format!("/matches/{id}")))
        }
        Err(error) => refuse(&app, &id, person, error, TOO_LATE).await,
    }
}

/// The table as it is now, with why something was not done.
async fn refuse(app: &App, id: &str, person: Person, error: Error, late: &str) -> Answer {
    let status = StatusCode::from_u16(error.kind().status()).map_err(Error::fault)?;
    let refused = Refused::of(error, late)?;
    let book = app.matches.book(id, Some(person.account.id.clone())).await?;
    let visitor = Visitor(Some(person));
    table::show(app, visitor, book, Looking::default(), Some((status, refused))).await
}

/// POST /matches/{id}/presence: the page is in front of somebody.
pub async fn present(app: web::Data<App>, id: web::Path<String>, sent: Sent<Nothing>) -> Answer {
    let (person, Nothing {}) = sent.by_person()?;
    app.matches.seen(&id, &person.account.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// GET of an address that only takes forms: somebody has reloaded or kept it.
pub async fn look(request: HttpRequest, path: web::Path<(String, String)>) -> Answer {
    let (id, _) = path.into_inner();
    // A table that was answered to a form stands at its address, and so do its links.
    let query = request.uri().query().map_or(String::new(), |query| format!("?{query}"));
    Ok(to(&format!("/matches/{id}{query}")))
}

/// Steps to take back.
#[derive(Deserialize)]
pub struct Back {
    to: i64,
    /// The version that the page showed.
    v: i64,
}

/// What is said to who takes back what they did not see.
const MOVED_ON: &str = "Something has happened since this page was shown to you, so nothing was \
                        taken back. Look at what is new.";

/// POST /matches/{id}/take-back
pub async fn take_back(app: web::Data<App>, id: web::Path<String>, sent: Sent<Back>) -> Answer {
    let (person, form) = sent.by_person()?;
    match app.matches.take_back(&id, &person.account.id, Some(form.to), Some(form.v)).await {
        Ok(_) => Ok(to(&format!("/matches/{id}"))),
        Err(error) => refuse(&app, &id, person, error, MOVED_ON).await,
    }
}

/// Giving up, with a box that must be ticked.
#[derive(Deserialize)]
pub struct GivingUp {
    #[serde(default)]
    sure: String,
}

/// POST /matches/{id}/resign
pub async fn resign(app: web::Data<App>, id: web::Path<String>, sent: Sent<GivingUp>) -> Answer {
    let (person, form) = sent.by_person()?;
    if form.sure.is_empty() {
        return Err(Error::field("sure", "Tick the box to resign; nothing was done.").into());
    }
    app.matches.resign(&id, &person.account.id).await?;
    Ok(to(&format!("/matches/{id}")))
}

/// A seat to call a stand-in for.
#[derive(Deserialize)]
pub struct Called {
    seat: u8,
}

/// POST /matches/{id}/stand-ins
pub async fn call_stand_in(
    app: web::Data<App>,
    id: web::Path<String>,
    sent: Sent<Called>,
) -> Answer {
    let (person, form) = sent.by_person()?;
    app.matches.call_stand_in(&id, &person.account.id, Seat(form.seat)).await?;
    Ok(to(&format!("/matches/{id}")))
}

/// POST /matches/{id}/return
pub async fn come_back(app: web::Data<App>, id: web::Path<String>, sent: Sent<Nothing>) -> Answer {
    let (person, _) = sent.by_person()?;
    match app.matches.come_back(&id, &person.account.id).await {
        // Whoever clicks twice is back already.
        Err(error) if error.code == Code::NoStandIn => {}
        done => drop(done?),
    }
    Ok(to(&format!("/matches/{id}")))
}
