//! My second factor: the page on which it is set up and ended.

use super::answer::{Answer, Frame, When, page, refusal, to};
use super::visitor::{Person, Sent, Visitor};
use crate::accounts::profile::Proof;
use crate::accounts::second_factor::Enrolment;
use crate::error::{Error, Kind};
use crate::web::App;
use crate::web::guesses::Guesser;
use actix_web::http::header;
use actix_web::web;
use askama::Template;
use fast_qr::QRBuilder;
use fast_qr::convert::svg::SvgBuilder;
use fast_qr::convert::{Builder, Shape};
use serde::Deserialize;

#[derive(Template)]
#[template(path = "pages/second_factor.html")]
struct Factor {
    frame: Frame,
    stage: Stage,
    problem: Option<String>,
}

enum Stage {
    /// None is asked for; whether their address is confirmed, without which none can be.
    Off { confirmed: bool },
    /// One is being set up: the secret, in groups that can be read out.
    Enrolling { secret: String, uri: String, picture: String, ticket: String },
    /// These recovery codes were made just now.
    Codes(Vec<String>),
    /// One is asked for.
    On { since: When, left: i64 },
}

/// The address of a new secret as a picture to be scanned.
fn picture(uri: &str) -> Result<String, Error> {
    let code = QRBuilder::new(uri).build().map_err(Error::fault)?;
    Ok(SvgBuilder::default().shape(Shape::Square).to_str(&code))
}

impl Stage {
    fn enrolling(Enrolment { secret, uri, ticket }: Enrolment) -> Result<Stage, Error> {
        let groups = secret.as_bytes().chunks(4).map(String::from_utf8_lossy);
        let secret = groups.collect::<Vec<_>>().join(" ");
        Ok(Stage::Enrolling { secret, picture: picture(&uri)?, uri, ticket })
    }

    async fn of(app: &App, person: &Person) -> Result<Stage, Error> {
        let factor = app.accounts.second_factor(&person.account.id).await?;
        let off = Stage::Off { confirmed: person.account.confirmed };
        Ok(factor.map_or(off, |factor| Stage::On {
            since: When::of(factor.since, app.clock.now()),
            left: factor.recovery_codes,
        }))
    }

    /// The page of this stage. What it shows is kept by no browser.
    fn page(self, person: Person, problem: Option<Error>) -> Answer {
        let frame = Frame::new("Second factor", &Visitor(Some(person)));
        let mut answer = match problem {
            None => page(&Factor { frame, stage: self, problem: None })?,
            Some(Error { code, detail, .. }) => {
                refusal(code, &Factor { frame, stage: self, problem: Some(detail) })?
            }
        };
        let never = header::HeaderValue::from_static("no-store");
        answer.headers_mut().insert(header::CACHE_CONTROL, never);
        Ok(answer)
    }
}

/// The page as things stand, with what was wrong.
async fn refused(app: &App, person: Person, error: Error) -> Answer {
    if error.kind() == Kind::Fault {
        return Err(error.into());
    }
    Stage::of(app, &person).await?.page(person, Some(error))
}

/// GET /account/second-factor
pub async fn show(app: web::Data<App>, person: Person) -> Answer {
    Stage::of(&app, &person).await?.page(person, None)
}

/// What setting up takes.
#[derive(Deserialize)]
pub struct Password {
    current_password: String,
}

/// POST /account/second-factor: the answer shows the secret, this once.
pub async fn enrol(app: web::Data<App>, sent: Sent<Password>) -> Answer {
    let (person, form) = sent.by_person()?;
    let guesser = Guesser::signed_in(&person.session);
    let enrolling = app.accounts.enrol(&person.account, Some(form.current_password));
    match app.guesses.count(&guesser, enrolling).await {
        Ok(enrolment) => Stage::enrolling(enrolment)?.page(person, None),
        Err(error) => refused(&app, person, error).await,
    }
}

/// The first code.
#[derive(Deserialize)]
pub struct FirstCode {
    ticket: String,
    code: String,
}

/// POST /account/second-factor/confirm: the answer shows the recovery codes, this once.
pub async fn confirm(app: web::Data<App>, sent: Sent<FirstCode>) -> Answer {
    let (person, form) = sent.by_person()?;
    let guesser = Guesser::signed_in(&person.session);
    let FirstCode { ticket, code } = &form;
    let session = &person.session;
    let confirming = app.accounts.confirm_second_factor(&person.account, session, ticket, code);
    match app.guesses.count(&guesser, confirming).await {
        Ok(codes) => Stage::Codes(codes).page(person, None),
        Err(error) if error.kind() == Kind::Forbidden => {
            let begun = app.accounts.begun_enrolment(&person.account, &form.ticket).await?;
            Stage::enrolling(begun)?.page(person, Some(error))
        }
        Err(error) => refused(&app, person, error).await,
    }
}

/// What a change takes.
#[derive(Deserialize)]
pub struct Shown {
    current_password: String,
    code: String,
}

impl Shown {
    fn proof(self) -> Proof {
        Proof { password: Some(self.current_password), code: Some(self.code) }
    }
}

/// POST /account/second-factor/recovery-codes: the answer shows them, this once.
pub async fn renew(app: web::Data<App>, sent: Sent<Shown>) -> Answer {
    let (person, form) = sent.by_person()?;
    let guesser = Guesser::signed_in(&person.session);
    let renewing = app.accounts.renew_recovery_codes(&person.account, form.proof());
    match app.guesses.count(&guesser, renewing).await {
        Ok(codes) => Stage::Codes(codes).page(person, None),
        Err(error) => refused(&app, person, error).await,
    }
}

/// POST /account/second-factor/end
pub async fn end(app: web::Data<App>, sent: Sent<Shown>) -> Answer {
    let (person, form) = sent.by_person()?;
    let guesser = Guesser::signed_in(&person.session);
    let ending = app.accounts.end_second_factor(&person.account, &person.session, form.proof());
    match app.guesses.count(&guesser, ending).await {
        Ok(()) => Ok(to("/account/second-factor")),
        Err(error) => refused(&app, person, error).await,
    }
}
