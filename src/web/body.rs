//! Reading request bodies: a limit, one JSON value of the right form, valid fields.

use crate::error::{Code, Error, Result};
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::{StatusCode, header};
use actix_web::{FromRequest, HttpRequest, web};
use garde::Validate;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::future::Future;
use std::pin::Pin;

/// The most bytes of a body.
pub const LIMIT: usize = 64 * 1024;

/// The most letters of a field that a refusal names: whoever made it up is not told it again.
const LONGEST_FIELD: usize = 100;

/// A JSON body of this form.
#[derive(Debug)]
pub struct Body<T>(pub T);

/// What has arrived.
struct Arrived {
    is_json: bool,
    bytes: web::Bytes,
}

impl Arrived {
    fn from(
        request: &HttpRequest,
        payload: &mut Payload,
    ) -> impl Future<Output = Result<Arrived>> + use<> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_json = kind.and_then(|value| value.to_str().ok()).is_some_and(|value| {
            let kind = value.split(';').next().unwrap_or(value).trim().to_ascii_lowercase();
            kind == "application/json" || kind.ends_with("+json")
        });
        let bytes = web::Bytes::from_request(request, payload);
        async move {
            let bytes = bytes.await.map_err(|error| not_arrived(&error))?;
            Ok(Arrived { is_json, bytes })
        }
    }

    fn read<T: DeserializeOwned + Validate<Context = ()>>(&self) -> Result<T> {
        if !self.is_json {
            return Err(Error::new(
                Code::NotJson,
                "Send the body as JSON, with `Content-Type: application/json`.",
            ));
        }
        if self.bytes.trim_ascii_start().starts_with(b"[") {
            // One would be taken for an object that gives its fields by their places.
            self.is_whole().map_err(|why| self.misfit(&why))?;
            let why = "The body must be a JSON object, not a list.";
            return Err(Error::new(Code::WrongFields, why));
        }
        let value: T = serde_json::from_slice(&self.bytes)
            .map_err(|why| self.named::<T>(self.misfit(&why)))?;
        value.validate().map_err(|report| {
            let (path, why) = report
                .iter()
                .next()
                .map(|(path, why)| (path.to_string(), why.to_string()))
                .unwrap_or_default();
            let why = format!("The field `{path}` does not fit: {why}.");
            Error::field(path, why)
        })?;
        Ok(value)
    }
}

impl Arrived {
    /// Whether it is JSON at all.
    fn is_whole(&self) -> serde_json::Result<Value> {
        serde_json::from_slice(&self.bytes)
    }

    fn misfit(&self, why: &serde_json::Error) -> Error {
        // A number where a word of a list should be is told as if it were no JSON.
        let code = match self.is_whole() {
            Ok(_) => Code::WrongFields,
            Err(_) => Code::MalformedJson,
        };
        Error::new(code, format!("The body does not fit: {why}."))
    }

    /// The refusal with the field that does not fit, where it has a plain name.
    fn named<T: DeserializeOwned>(&self, no: Error) -> Error {
        let mut reader = serde_json::Deserializer::from_slice(&self.bytes);
        let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut reader) else { return no };
        let field = error.path().to_string();
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.[]".contains(&byte);
        if no.code != Code::WrongFields || field == "." || field.len() > LONGEST_FIELD {
            return no;
        }
        match !field.is_empty() && field.bytes().all(plain) {
            true => {
                let detail = format!("The field `{field}` does not fit: {}.", error.into_inner());
                Error::new(Code::WrongFields, detail).with("field", field)
            }
            false => no,
        }
    }
}

impl<T> FromRequest for Body<T>
where
    T: DeserializeOwned + Validate<Context = ()> + 'static,
{
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Body<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let arrived = Arrived::from(request, payload);
        Box::pin(async move { arrived.await?.read().map(Body) })
    }
}

/// The same where one may send nothing, or `null`.
#[derive(Debug)]
pub struct MaybeBody<T>(pub T);

impl<T> FromRequest for MaybeBody<T>
where
    T: Default + DeserializeOwned + Validate<Context = ()> + 'static,
{
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<MaybeBody<T>>>>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let arrived = Arrived::from(request, payload);
        Box::pin(async move {
            let arrived = arrived.await?;
            match arrived.bytes.trim_ascii() {
                b"" => Ok(MaybeBody(T::default())),
                b"null" if arrived.is_json => Ok(MaybeBody(T::default())),
                _ => arrived.read().map(MaybeBody),
            }
        })
    }
}

/// Why a body is not there.
pub fn not_arrived(error: &actix_web::Error) -> Error {
    if let Some(PayloadError::Io(why)) = error.as_error()
        && why.kind() == std::io::ErrorKind::TimedOut
    {
        return Error::new(Code::BodyTooSlow, "The body did not arrive in time; send it again.");
    }
    match error.as_response_error().status_code() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let detail = format!("The body may have {} KiB at most.", LIMIT / 1024);
            Error::new(Code::BodyTooLarge, detail)
        }
        _ => Error::new(Code::UnreadableBody, "The body did not arrive whole."),
    }
}
