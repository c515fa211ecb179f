//! Reading request bodies: a limit, one JSON value of the right form, valid fields.

use crate::error::{Code, Error, Result};
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::{StatusCode, header};
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
        let is_list = self.bytes.trim_ascii_start().starts_with(b"[");
        let value: T = match serde_json::from_slice(&self.bytes) {
            Ok(value) if !is_list => value,
            _ => return Err(self.misfit::<T>()),
        };
        value.validate().map_err(|report| {
            let (path, why) = report
                .iter()
                .next()
                .map(|(path, why)| (path.to_string(), why.to_string()))
                .unwrap_or_default();
            Error::new(Code::InvalidField, format!("The field `{path}` does not fit: {why}."))
                .with("field", path)
        })?;
        Ok(value)
    }
}

impl Arrived {
    /// Why the body is not of this form, with the field where that shows.
    fn misfit<T: DeserializeOwned>(&self) -> Error {
        let mut reader = serde_json::Deserializer::from_slice(&self.bytes);
        let (field, why) = match serde_path_to_error::deserialize::<_, T>(&mut reader) {
            Err(error) => (error.path().to_string(), error.into_inner()),
            Ok(_) => match reader.end() {
                Err(why) => (".".to_owned(), why),
                Ok(()) => {
                    let why = "The body must be a JSON object, not a list.";
                    return Error::new(Code::WrongFields, why);
                }
            },
        };
        match (why.is_data(), field.as_str()) {
            (false, _) => Error::new(Code::MalformedJson, format!("The body does not fit: {why}.")),
            (true, ".") => Error::new(Code::WrongFields, format!("The body does not fit: {why}.")),
            (true, _) => {
                let detail = format!("The field `{field}` does not fit: {why}.");
                Error::new(Code::WrongFields, detail).with("field", field)
            }
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
