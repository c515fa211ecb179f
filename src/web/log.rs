//! The log of requests: the route that was asked for and the code of a no.
//!
//! Never what stood in the address or in the answer: invitations, links of letters and
//! what somebody has missed of a match are in there.

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
        if let Some(code) = page {
            let code = code.word();
            span.in_scope(|| tracing::info!(code, "refused"));
        } else if let (Some(error), true) = (error, status.is_client_error()) {
            let code = error.as_error::<Error>().or_else(|| shown(error)).map(|no| &no.code);
            let code = code.map_or("unreadable", Code::word);
            span.in_scope(|| tracing::info!(code, "refused"));
        }
    }
}

/// The error of a no that is a page.
fn shown(error: &actix_web::Error) -> Option<&Error> {
    match error.as_error::<Shown>()? {
        Shown::Error(error) => Some(error),
        Shown::SignIn { .. } => None,
    }
}
