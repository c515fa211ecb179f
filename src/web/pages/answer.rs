//! How pages answer: a frame around every page, and a no as a page of its own.

use super::inside::here;
use super::visitor::{Person, Visitor};
use crate::clock::{Instant, rfc3339};
use crate::error::{Code, Error, Kind};
use actix_web::dev::ServiceResponse;
use actix_web::http::StatusCode;
use actix_web::http::header;
use actix_web::{HttpMessage, HttpResponse, ResponseError};
use askama::Template;
use percent_encoding::{
    AsciiSet, CONTROLS, NON_ALPHANUMERIC, PercentEncode, percent_decode_str, utf8_percent_encode,
};
use std::fmt;

/// What every page has around its own content.
#[derive(Clone, Debug)]
pub struct Frame {
    /// What the page is about; its title and main heading.
    pub title: String,
    /// Who is signed in.
    pub person: Option<Person>,
    /// Further style sheets, by name.
    pub styles: Vec<&'static str>,
    /// Further scripts, by name.
    pub scripts: Vec<&'static str>,
    /// Without the links that depend on who looks: it is not known here.
    pub bare: bool,
}

impl Frame {
    /// The frame of a page for a visitor.
    pub fn new(title: impl Into<String>, visitor: &Visitor) -> Frame {
        Frame {
            title: title.into(),
            person: visitor.0.clone(),
            styles: Vec::new(),
            scripts: Vec::new(),
            bare: false,
        }
    }

    /// The frame with a further style sheet.
    pub fn styled(mut self, name: &'static str) -> Frame {
        self.styles.push(name);
        self
    }

    /// The frame with a further script.
    pub fn scripted(mut self, name: &'static str) -> Frame {
        self.scripts.push(name);
        self
    }

    /// How many matches wait for who looks.
    pub fn waiting(&self) -> usize {
        self.person.as_ref().map_or(0, |person| person.waiting)
    }

    /// How many besides the one that is looked at, if that one waits.
    pub fn more_waiting(&self, this_one: bool) -> usize {
        self.waiting().saturating_sub(this_one.into())
    }

    /// What forms carry; empty for who is not signed in.
    pub fn proof(&self) -> &str {
        self.person.as_ref().map_or("", |person| &person.proof)
    }
}

/// What a handler of a page gives.
pub type Answer = Result<HttpResponse, Shown>;

/// A no, as a page.
#[derive(Clone, Debug)]
pub enum Shown {
    /// What is wrong.
    Error(Error),
    /// Only signed-in people see this; afterwards they come back to `next`.
    SignIn {
        /// The address they wanted.
        next: String,
        /// Whether they sent something, which was not done.
        undone: bool,
    },
    /// There is nothing for everybody; who signs in may see more and comes back to `next`.
    Private {
        /// What is said to those who may not see it.
        error: Error,
        /// The address they wanted.
        next: String,
    },
}

impl From<Error> for Shown {
    fn from(error: Error) -> Self {
        Shown::Error(error)
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Shown::Error(error) | Shown::Private { error, .. } => error.fmt(f),
            Shown::SignIn { .. } => f.write_str("not signed in"),
        }
    }
}

#[derive(Template)]
#[template(path = "pages/problem.html")]
struct Problem {
    frame: Frame,
    detail: String,
    rule: Option<String>,
    fault: Option<String>,
    /// Where to come back to after signing in, where that may help.
    next: Option<String>,
    /// Whether the page that sent a form is one of an earlier sign-in.
    is_old_page: bool,
}

impl ResponseError for Shown {
    fn status_code(&self) -> StatusCode {
        match self {
            Shown::Error(error) | Shown::Private { error, .. } => error.status_code(),
            Shown::SignIn { .. } => StatusCode::SEE_OTHER,
        }
    }

    fn error_response(&self) -> HttpResponse {
        self.shown_to(&Visitor(None))
    }
}

impl Shown {
    /// The page for a visitor; to nobody in particular, without links that depend on who looks.
    fn shown_to(&self, visitor: &Visitor) -> HttpResponse {
        let (error, next) = match self {
            Shown::SignIn { next, undone } => {
                let undone = if *undone { "undone=yes&" } else { "" };
                return to(&format!("/sign-in?{undone}next={}", encoded(next)));
            }
            Shown::Error(error) => (error, None),
            Shown::Private { error, next } => (error, Some(encoded(next).to_string())),
        };
        let title = if next.is_some() { "Do you play here?" } else { "That did not work" };
        let mut problem = Problem {
            frame: Frame { bare: true, ..Frame::new(title, visitor) },
            detail: error.detail.clone(),
            rule: error.extra.get("rule").and_then(|rule| rule.as_str()).map(str::to_owned),
            fault: None,
            next,
            is_old_page: error.code == Code::FormNotOurs,
        };
        if error.kind() == Kind::Fault {
            let number = crate::random::id();
            tracing::error!(fault = number, cause = error.detail, "fault");
            problem.detail = "Something broke on our side. Go back and look whether it was done \
                              before you try again; and tell whoever hosts this service the \
                              number below."
                .to_owned();
            problem.fault = Some(number);
        }
        let html = problem.render().unwrap_or_else(|_| "That did not work.".to_owned());
        let mut response = HttpResponse::build(error.status_code());
        if let Some(wait) = error.extra.get("retry_after").and_then(|wait| wait.as_u64()) {
            response.insert_header((header::RETRY_AFTER, wait.to_string()));
        }
        response
            .content_type("text/html; charset=utf-8")
            .insert_header((header::CACHE_CONTROL, "no-store"))
            .body(html)
    }
}

/// What went wrong says who is signed in as every page does, where that was found out before.
pub fn with_its_visitor(response: ServiceResponse) -> ServiceResponse {
    let known = response.request().extensions().get::<Visitor>().cloned();
    let Some(visitor) = known.filter(|visitor| visitor.0.is_some()) else { return response };
    let page = match response.response().error().and_then(|error| error.as_error::<Shown>()) {
        // It has a number already.
        Some(Shown::Error(error)) if error.kind() != Kind::Fault => {
            Shown::Error(error.clone()).shown_to(&visitor)
        }
        _ => return response,
    };
    let (_, body) = page.into_parts();
    response.map_body(|_, _| body)
}

/// A page.
pub fn page(template: &impl Template) -> Answer {
    page_with(StatusCode::OK, template)
}

/// A page with a status of its own, such as a form that has to be filled in again.
pub fn page_with(status: StatusCode, template: &impl Template) -> Answer {
    let html = template.render().map_err(Error::fault)?;
    Ok(HttpResponse::build(status)
        .content_type("text/html; charset=utf-8")
        // Pages depend on who looks; going back shows them afresh.
        .insert_header((header::CACHE_CONTROL, "no-cache, private"))
        .insert_header((header::VARY, "Cookie"))
        .body(html))
}

/// A page that says what is wrong, under the status of its code. The log tells the code.
pub fn refusal(code: Code, template: &impl Template) -> Answer {
    let status = StatusCode::from_u16(code.kind().status()).map_err(Error::fault)?;
    let mut answer = page_with(status, template)?;
    answer.extensions_mut().insert(code);
    Ok(answer)
}

/// Sends the browser on within this service with a GET, so that reloading repeats nothing.
pub fn to(address: &str) -> HttpResponse {
    let address = here(address).unwrap_or_else(|| "/".to_owned());
    HttpResponse::SeeOther().insert_header((header::LOCATION, address)).finish()
}

/// All but the unreserved characters of RFC 3986.
const RESERVED: AsciiSet = NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Text as part of an address.
pub fn encoded(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, &RESERVED)
}

/// What an address cannot hold as it is behind its question mark, or means something there.
const IN_QUERY: AsciiSet = CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'%')
    .add(b'&')
    .add(b'+')
    .add(b'\'');

/// Text as a value of a query, as short as that can be (the URL Standard, query state).
pub fn in_query(text: &str) -> PercentEncode<'_> {
    utf8_percent_encode(text, &IN_QUERY)
}

/// The text that [`encoded`] has made part of an address.
pub fn decoded(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(|text| text.into_owned())
}

/// An instant for people and programs.
#[derive(Clone, Debug)]
pub struct When {
    /// RFC 3339.
    pub exact: String,
    /// Such as `3 hours ago`.
    pub said: String,
}

impl When {
    /// `then`, as it is said at `now`.
    pub fn of(then: Instant, now: Instant) -> When {
        let said = match lasting((now - then).num_minutes()) {
            None => then.format("on %-d %B %Y").to_string(),
            Some(lasting) if lasting.is_empty() => "just now".to_owned(),
            Some(lasting) => format!("{lasting} ago"),
        };
        When { exact: rfc3339(then), said }
    }

    /// `then`, which is still to come, as it is said at `now`.
    pub fn until(then: Instant, now: Instant) -> When {
        let said = match lasting((then - now).num_minutes()) {
            None => then.format("on %-d %B %Y").to_string(),
            Some(lasting) if lasting.is_empty() => "now".to_owned(),
            Some(lasting) => format!("in {lasting}"),
        };
        When { exact: rfc3339(then), said }
    }
}

/// So many minutes in words, roughly: a day that lacks five minutes is one, and an hour that lacks
/// one, so that who has just been given four days reads of four, and nobody of much more time than
/// there is. None where the date says more.
fn lasting(minutes: i64) -> Option<String> {
    let some = |count: i64, what: &str| match count {
        1 => Some(format!("1 {what}")),
        _ => Some(format!("{count} {what}s")),
    };
    match minutes {
        i64::MIN..=0 => Some(String::new()),
        1..60 => some(minutes, "minute"),
        60..1440 => some((minutes + 1) / 60, "hour"),
        1440..43200 => some((minutes + 5) / 1440, "day"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_was_given_a_moment_ago_is_said_whole_and_other_time_is_never_said_longer() {
        let said = |minutes| lasting(minutes).unwrap();
        assert_eq!([4 * 1440 - 1, 4 * 1440 - 6].map(said), ["4 days", "3 days"]);
        assert_eq!(
            [60 - 1, 120 - 1, 120 - 2, 1440 - 1, 1440].map(said),
            ["59 minutes", "2 hours", "1 hour", "24 hours", "1 day"]
        );
        assert_eq!((said(0), lasting(43_200)), (String::new(), None));
    }

    #[test]
    fn only_unreserved_characters_stand_for_themselves_in_an_address() {
        assert_eq!(encoded("aZ09-._~").to_string(), "aZ09-._~");
        assert_eq!(encoded("a b&c=d/é?").to_string(), "a%20b%26c%3Dd%2F%C3%A9%3F");
    }
}
