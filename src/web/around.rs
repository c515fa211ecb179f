//! What every request goes through: limits before it is looked at, headers and counters
//! once it is answered, however it is answered.

use super::pages::answer::{Shown, with_its_visitor};
use super::{App, docs, log, openapi, query, unread};
use crate::error::{Code, Error, Result};
use actix_web::body::{self, BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, Response, ServiceRequest, ServiceResponse};
use actix_web::error::PayloadError;
use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use actix_web::http::{ConnectionType, Method};
use actix_web::middleware::Next;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, web};
use futures_util::StreamExt;
use std::cell::Cell;
use std::future::Future;
use std::rc::Rc;
use std::task::{Poll, ready};
use std::time::{Duration, Instant};

const STRICT: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; \
    script-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; \
    base-uri 'none'; frame-ancestors 'none'";

/// The vendored documentation pages style themselves inline.
const DOCS: &str = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
    script-src 'self'; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/// What begins like this is for one person, so nothing may keep a copy of it.
const FOR_ONE_PERSON: &[&str] = &["/api/", "/account", "/confirm", "/reset", "/sign-"];

/// The longest path that is compared with those that there are, in bytes: the time that takes
/// grows with it.
const LONGEST_PATH: usize = 2048;

/// How long browsers are told to come by HTTPS only: a year.
const HTTPS_ONLY: &str = "max-age=31536000";

/// How long the whole of a body may take to arrive: the largest one is 64 KiB.
const PATIENCE: Duration = Duration::from_secs(10);

/// What every request and every answer gets.
pub async fn around(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let began = Instant::now();
    let only_head = request.method() == Method::HEAD;
    if only_head {
        // Answered like GET; the connection leaves the body out.
        request.head_mut().method = Method::GET;
    }
    let app = request.app_data::<web::Data<App>>().cloned();
    let late = Rc::new(Cell::new(false));
    let mut response = match admit(app.as_ref().map(|app| app.get_ref()), &request) {
        Ok(()) => {
            let under_way = log::UnderWay::of(&request);
            let answer = next.call(in_time(request, late.clone())).await;
            under_way.is_over();
            without_error_if_led_on(with_its_visitor(answer?.map_into_boxed_body()))
        }
        Err(error) => {
            let answer = no(request.request(), error);
            ServiceResponse::new(request.into_parts().0, answer)
        }
    };
    if only_head && response.response().body().size() == BodySize::Stream {
        // Nobody waits for its end, which may never come.
        response = response.map_body(|_, _| BoxBody::new(body::None::new()));
    }
    if let Some(app) = &app {
        response = unread::in_slices(&app.limits, response);
    }
    let https = app.as_ref().is_some_and(|app| app.origin.starts_with("https://"));
    let pattern = response.request().match_pattern();
    let in_docs = pattern.as_deref() == Some(docs::ADDRESS);
    let path = path(response.request());
    let for_one_person = FOR_ONE_PERSON.iter().any(|begin| path.starts_with(begin));
    let headers = response.headers_mut();
    protect(headers, if in_docs { DOCS } else { STRICT });
    if https {
        let only = HeaderValue::from_static(HTTPS_ONLY);
        headers.insert(header::STRICT_TRANSPORT_SECURITY, only);
    }
    if late.get() {
        // The rest of the body is not waited for.
        response.response_mut().head_mut().set_connection_type(ConnectionType::Close);
    }
    let headers = response.headers_mut();
    if for_one_person {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    if let Some(app) = &app {
        let asked = response.request().method();
        app.metrics.request(
            if only_head { &Method::HEAD } else { asked },
            pattern,
            response.status().as_u16(),
            began.elapsed().as_secs_f64(),
        );
    }
    Ok(response)
}

/// The request with a body that breaks off, and says so, when it does not arrive in time.
fn in_time(mut request: ServiceRequest, broken_off: Rc<Cell<bool>>) -> ServiceRequest {
    let mut body = match request.take_payload() {
        Payload::None => return request,
        body => Some(body),
    };
    let mut timer = Box::pin(tokio::time::sleep(PATIENCE));
    let late = || PayloadError::Io(std::io::ErrorKind::TimedOut.into());
    let arriving = futures_util::stream::poll_fn(move |cx| {
        let Some(open) = &mut body else { return Poll::Ready(None) };
        if let Poll::Ready(part) = open.poll_next_unpin(cx) {
            return Poll::Ready(part);
        }
        ready!(timer.as_mut().poll(cx));
        body = None;
        broken_off.set(true);
        Poll::Ready(Some(Err(late())))
    });
    request.set_payload(Payload::Stream { payload: Box::pin(arriving) });
    request
}

/// Refuses what is not even looked at.
fn admit(app: Option<&App>, request: &ServiceRequest) -> Result<()> {
    if let Some(app) = app {
        app.limits.address(request.request())?;
    }
    // What is unpacked grows before anybody can say that it is too large.
    let packed = request.headers().get(header::CONTENT_ENCODING);
    if packed.is_some_and(|how| !how.as_bytes().eq_ignore_ascii_case(b"identity")) {
        return Err(Error::new(
            Code::PackedBody,
            "Send the body as it is, without Content-Encoding; answers may be compressed.",
        ));
    }
    // No database can look for it, and no address is nearly as long.
    if request.path().contains("%00") || request.path().len() > LONGEST_PATH {
        return Err(Error::not_found("address"));
    }
    // An operation that has parameters says itself which it does not know.
    let (asks, path) = (request.query_string(), path(request.request()));
    let is_asked = !asks.is_empty() && path.starts_with("/api/");
    if is_asked && openapi::has_no_parameters(request.method().as_str(), path) {
        return Err(query::superfluous(asks));
    }
    Ok(())
}

/// What is asked for, as whoever finds the handler reads it: `/%61pi` is `/api`.
fn path(request: &HttpRequest) -> &str {
    request.match_info().as_str()
}

/// The answer that says no.
pub fn no(request: &HttpRequest, error: Error) -> HttpResponse {
    HttpResponse::from_error(said(request, error))
}

/// A no as it is said: as a page to whoever looks at pages.
pub fn said(request: &HttpRequest, error: Error) -> actix_web::Error {
    match wants_page(request) {
        true => Shown::Error(error).into(),
        false => error.into(),
    }
}

/// Whether a person looks at this with a browser.
pub fn wants_page(request: &HttpRequest) -> bool {
    let accept = request.headers().get(header::ACCEPT).and_then(|text| text.to_str().ok());
    accept.is_some_and(|kinds| kinds.contains("text/html")) && !path(request).starts_with("/api/")
}

fn protect(headers: &mut HeaderMap, policy: &'static str) {
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

/// Whoever is led to sign in has met no error, so none is logged.
fn without_error_if_led_on<B>(response: ServiceResponse<B>) -> ServiceResponse<B> {
    if !response.status().is_redirection() {
        return response;
    }
    let (request, answer) = response.into_parts();
    ServiceResponse::new(request, HttpResponse::from(Response::from(answer)))
}
