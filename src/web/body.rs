//! Reading request bodies: a limit, one JSON value of the right form, valid fields.

use crate::error::{Error, Kind, Result};
use actix_web::dev::Payload;
use actix_web::http::header;
use actix_web::{FromRequest, HttpRequest, web};
use garde::Validate;
use serde::de::DeserializeOwned;
use std::future::Future;
use std::pin::Pin;

/// The most bytes of a body.
pub const LIMIT: usize = 64 * 1024;

/// A JSON body of this form.
#[derive(Debug)]
pub struct Body<T>(pub T);

impl<T> FromRequest for Body<T>
where
    T: DeserializeOwned + Validate<Context = ()> + 'static,
{
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let json = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .is_some_and(|value| {
                let kind = value.split(';').next().unwrap_or(value).trim().to_ascii_lowercase();
                kind == "application/json" || kind.ends_with("+json")
            });
        let bytes = web::Bytes::from_request(request, payload);
        Box::pin(async move {
            let bytes =
                bytes.await.map_err(|error| match error.as_response_error().status_code() {
                    actix_web::http::StatusCode::PAYLOAD_TOO_LARGE => too_large(),
                    _ => Error::malformed("unreadable_body", "The body did not arrive whole."),
                })?;
            if !json {
                return Err(Error::malformed(
                    "not_json",
                    "Send the body as JSON, with `Content-Type: application/json`.",
                ));
            }
            let value: T = serde_json::from_slice(&bytes).map_err(|error| {
                let code = if error.is_data() { "wrong_fields" } else { "malformed_json" };
                Error::malformed(code, format!("The body does not fit: {error}."))
            })?;
            value.validate().map_err(|report| {
                let (path, why) = report
                    .iter()
                    .next()
                    .map(|(path, why)| (path.to_string(), why.to_string()))
                    .unwrap_or_default();
                Error::refused("invalid_field", format!("The field `{path}` does not fit: {why}."))
                    .with("field", path)
            })?;
            Ok(Body(value))
        })
    }
}

fn too_large() -> Error {
    let detail = format!("The body may have {} KiB at most.", LIMIT / 1024);
    Error::new(Kind::TooLarge, "body_too_large", detail)
}
