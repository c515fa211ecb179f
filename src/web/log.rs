//! The log of requests: one line for each that changes something or signs somebody in, and
//! for each refusal. Reads that succeed have none: they would drown the others.
//!
//! A line has the method, the route, the status, from where it was asked and, where it is
//! known, by which account. Never what stood in the address or in the answer: invitations,
//! links of letters and what somebody has missed of a match are in there.

use super::App;
use super::pages::answer::Shown;
use crate::error::{Code, Error};
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
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
        let source = app.map(|app| app.limits.source(request.request()));
        tracing::info_span!(
            "request",
            method = super::metrics::method(request.method()),
            route = request.match_pattern().unwrap_or_else(|| "other".to_owned()),
            source,
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
        let code = match (page, error) {
            (Some(code), _) => Some(code.word().to_owned()),
            (None, Some(error)) if status.is_client_error() => {
                let no = error.as_error::<Error>().or_else(|| shown(error));
                Some(no.map_or("unreadable", |no| no.code.word()).to_owned())
            }
            (None, _) => None,
        };
        let answered = outcome.as_ref().ok().map(ServiceResponse::request);
        let changes = answered.is_some_and(|request| !request.method().is_safe());
        span.in_scope(|| match code {
            Some(code) => tracing::info!(code, "refused"),
            None if changes => tracing::info!("answered"),
            None => {}
        });
    }
}

/// Has the line of this request say by which account it was asked, or who signed in.
pub fn by(account_id: &str) {
    Span::current().record("account", account_id);
}

/// The error of a no that is a page.
fn shown(error: &actix_web::Error) -> Option<&Error> {
    match error.as_error::<Shown>()? {
        Shown::Error(error) | Shown::Private { error, .. } => Some(error),
        Shown::SignIn { .. } => None,
    }
}
