//! Telling whoever runs the service of the title of a match, or of a person.

use super::answer::{Answer, page};
use super::form::{Field, Form, Note};
use super::visitor::{Person, Sent, Visitor};
use crate::error::{Error, Kind, Result};
use crate::matches::talk::WHY;
use crate::web::App;
use actix_web::web;
use serde::Deserialize;

/// What is meant: a match or a person.
#[derive(Clone, Deserialize)]
pub struct About {
    #[serde(default, rename = "match")]
    match_id: String,
    #[serde(default)]
    handle: String,
    #[serde(default)]
    why: String,
}

async fn form(app: &App, person: Person, about: &About) -> Result<Note> {
    let title = match about.handle.as_str() {
        "" => {
            let seen = app.matches.look(&about.match_id, Some(person.account.id.clone()), None);
            format!("Report the title “{}”", seen.await?.folded.opened.title)
        }
        handle => {
            let known = app.accounts.by_handle(handle).await?;
            format!("Report {}", known.ok_or_else(|| Error::not_found("person"))?.name())
        }
    };
    let why = Field {
        name: "why",
        label: "What is wrong",
        kind: "text",
        value: about.why.clone(),
        autocomplete: "off",
        least: 1,
        most: WHY as u16,
        pattern: "",
        hint: "Nobody but whoever runs this service reads it.",
        fits: "",
    };
    let form = Form {
        action: "/report",
        hidden: vec![("match", about.match_id.clone()), ("handle", about.handle.clone())],
        fields: vec![why],
        choice: None,
        button: "Report it",
    };
    Ok(Note::new(&title, &Visitor(Some(person))).form(form))
}

/// GET /report
pub async fn ask(app: web::Data<App>, person: Person, about: web::Query<About>) -> Answer {
    page(&form(&app, person, &about).await?)
}

/// POST /report
pub async fn report(app: web::Data<App>, sent: Sent<About>) -> Answer {
    let (person, about) = sent.by_person()?;
    let me = person.account.id.clone();
    let reported = match about.handle.as_str() {
        "" => app.matches.report_title(&about.match_id, &me, &about.why).await,
        handle => match app.accounts.by_handle(handle).await? {
            Some(other) => app.matches.report_person(&me, &other.id, &about.why).await,
            None => Err(Error::not_found("person")),
        },
    };
    match reported {
        Ok(()) => {
            let said = "It is noted: whoever runs this service can look at it.";
            page(&Note::new("Thank you", &Visitor(Some(person))).line(said))
        }
        Err(error) if error.kind() == Kind::Refused => {
            form(&app, person, &about).await?.with_problem(error)
        }
        Err(error) => Err(error.into()),
    }
}
