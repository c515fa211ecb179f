//! The log of requests: one line for each that changes something or signs somebody in, also
//! where nobody waited for the answer, and for each that is refused or fails. Reads that
//! succeed have none: they would drown the others, and so would those lines with which open pages
//! say each minute that they are looked at.
//!
//! A line has the method, the route, the status, from where it was asked and, where it is
//! known, by which account; the code of each no. Never what stood in the address or in the answer: invitations,
//! links of letters and what somebody has missed of a match are in there.

use super::App;
use super::pages::answer::Shown;
use crate::error::{Code, Error};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::web;
use tracing::Span;
use tracing::field::Empty;
use tracing_actix_web::RootSpanBuilder;

/// Logs requests without their secrets.
#[derive(Debug)]
pub struct Discreet;

impl RootSpanBuilder for Discreet {
    fn on_request_start(request: &ServiceRequest) -> Span {
        let app = request.app_data::<web::Data<App>>();
        tracing::info_span!(
            "request",
            method = super::metrics::method(request.method()),
            route = request.match_pattern().unwrap_or_else(|| "other".to_owned()),
            source = app.map(|app| app.limits.source(request.request())),
            status = Empty,
            account = Empty,
        )
    }

    fn on_request_end<B: MessageBody>(
        span: Span,
        outcome: &Result<ServiceResponse<B>, actix_web::Error>,
    ) {
        let (status, error) = match outcome {
            Ok(response) => (response.status(), response.response().error()),
            Err(error) => (error.as_response_error().status_code(), Some(error)),
        };
        span.record("status", status.as_u16());
        let page = outcome
            .as_ref()
            .ok()
            .and_then(|response| response.response().extensions().get::<Code>().cloned());
        let error = error.filter(|_| status.is_client_error() || status.is_server_error());
        let code = page.map(|code| code.word().to_owned()).or_else(|| Some(word(error?, status)));
        let answered = outcome.as_ref().ok().map(ServiceResponse::request);
        let changes = answered.is_some_and(|request| !request.method().is_safe());
        let pattern = answered.and_then(|request| request.match_pattern());
        let is_presence = pattern.is_some_and(|pattern| pattern.ends_with("/presence"));
        span.in_scope(|| match code {
            Some(code) if status.is_server_error() => tracing::info!(code, "failed"),
            Some(code) => tracing::info!(code, "refused"),
            None if is_presence => tracing::debug!("answered"),
            None if changes => tracing::info!("answered"),
            None => {}
        });
    }
}

/// Has the line of this request say by which account it was asked, or who signed in.
pub fn by(account_id: &str) {
    Span::current().record("account", account_id);
}

/// What is written of a request that is under way when it is dropped, as it is when its
/// connection is hung up: what it has asked of the database is done all the same.
#[derive(Debug)]
pub struct UnderWay(Option<Span>);

impl UnderWay {
    /// Watches over a request until it is answered.
    pub fn of(request: &ServiceRequest) -> UnderWay {
        UnderWay((!request.method().is_safe()).then(Span::current))
    }

    /// It is answered, well or not.
    pub fn is_over(mut self) {
        self.0 = None;
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        if let Some(span) = &self.0 {
            span.in_scope(|| tracing::info!("hung up"));
        }
    }
}

/// The word for an error that is no page.
fn word(error: &actix_web::Error, status: StatusCode) -> String {
    let no = error.as_error::<Error>().or_else(|| shown(error));
    let unknown = if status.is_client_error() { "unreadable" } else { Code::Fault.word() };
    no.map_or(unknown, |no| no.code.word()).to_owned()
}

/// The error of a no that is a page.
fn shown(error: &actix_web::Error) -> Option<&Error> {
    match error.as_error::<Shown>()? {
        Shown::Error(error) | Shown::Private { error, .. } => Some(error),
        Shown::SignIn { .. } => None,
    }
}
