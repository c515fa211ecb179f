//! Reading request bodies: a limit, one JSON value of the right form, valid fields.

use crate::error::misfit::{self, lacking};
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

/// The most parts of an object of which each is tried.
const MOST_PARTS: usize = 20;

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
            self.whole()?;
            let why = "The body must be a JSON object, not a list.";
            return Err(Error::new(Code::WrongFields, why));
        }
        let value: T = serde_json::from_slice(&self.bytes).map_err(|_| self.refusal::<T>())?;
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
    /// The body, if it is JSON at all: what should be a word, and is a number, is told as if it were
    /// none.
    fn whole(&self) -> Result<Value> {
        if self.bytes.trim_ascii().is_empty() {
            let why = "The body is empty: send a JSON object.";
            return Err(Error::new(Code::MalformedJson, why));
        }
        serde_json::from_slice(&self.bytes).map_err(|why| {
            Error::new(Code::MalformedJson, format!("The body does not fit: {why}."))
        })
    }

    /// What does not fit, for who sent it: where it is JSON, with the field, if that has a plain
    /// name.
    fn refusal<T: DeserializeOwned>(&self) -> Error {
        let whole = match self.whole() {
            Ok(whole) => whole,
            Err(no) => return no,
        };
        let mut reader = serde_json::Deserializer::from_slice(&self.bytes);
        let (path, why) = match serde_path_to_error::deserialize::<_, T>(&mut reader) {
            Err(error) => (error.path().to_string(), error.inner().to_string()),
            Ok(_) => (String::new(), "something follows it".to_owned()),
        };
        let path = if path == "." { String::new() } else { path };
        let (path, why) = match lacking(&why) {
            Some(_) => (path, why.as_str()),
            None => {
                let path = part::<T>(&whole, path);
                // Whoever reads a part of a thing that has a kind says itself which one.
                let why = why.strip_prefix(&format!("{path}: ")).unwrap_or(&why);
                (path, why)
            }
        };
        let (field, is_wrong) = match lacking(why) {
            Some((name, lacks)) if path.is_empty() => (name.to_owned(), lacks),
            // Of what is missing the path is that of what lacks it.
            Some((name, lacks)) if lacks == "is missing" || !ends_with_part(&path, name) => {
                (format!("{path}.{name}"), lacks)
            }
            Some((_, lacks)) => (path, lacks),
            None => (path, format!("does not fit: {}", misfit::in_words(why))),
        };
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.[]".contains(&byte);
        match (1..=LONGEST_FIELD).contains(&field.len()) && field.bytes().all(plain) {
            true => {
                let detail = format!("The field `{field}` {is_wrong}.");
                Error::new(Code::WrongFields, detail).with("field", field)
            }
            false => {
                let why = misfit::in_words(why);
                Error::new(Code::WrongFields, format!("The body does not fit: {why}."))
            }
        }
    }
}

/// Whether the last part of a path is this one.
fn ends_with_part(path: &str, name: &str) -> bool {
    path.strip_suffix(name).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// The part of the object at `path` that does not fit, where it is read before it is known what
/// it should be, so that its own path is lost: the one without which it is another refusal.
fn part<T: DeserializeOwned>(whole: &Value, path: String) -> String {
    let pointer = match path.as_str() {
        "" => String::new(),
        path => format!("/{}", path.replace('.', "/")),
    };
    let said = |value: Value| serde_json::from_value::<T>(value).err().map(|no| no.to_string());
    let known = said(whole.clone());
    let names = whole.pointer(&pointer).and_then(Value::as_object).map(|parts| parts.keys());
    let names: Vec<&String> = names.into_iter().flatten().take(MOST_PARTS + 1).collect();
    if known.is_none() || names.len() > MOST_PARTS {
        return path;
    }
    let without = |name: &str| {
        let mut other = whole.clone();
        if let Some(parts) = other.pointer_mut(&pointer).and_then(Value::as_object_mut) {
            parts.remove(name);
        }
        said(other)
    };
    // What says which kind it is, fits: otherwise it would be told as a word that is not known.
    let mut guilty = names.into_iter().filter(|name| *name != "kind" && without(name) != known);
    match (guilty.next(), guilty.next()) {
        (Some(name), None) if path.is_empty() => name.clone(),
        (Some(name), None) => format!("{path}.{name}"),
        _ => path,
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
