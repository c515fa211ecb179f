//! Reading what stands behind the question mark of an address.

use crate::error::misfit::{in_words, lacking};
use crate::error::{Code, Error, Result};
use actix_web::dev::Payload;
use actix_web::error::QueryPayloadError;
use actix_web::{FromRequest, HttpRequest, web};
use serde::de::DeserializeOwned;
use std::future::{Ready, ready};
use std::ops::Deref;

/// The parameters of an operation, of which a no names the one that does not fit.
#[derive(Clone, Copy, Debug)]
pub struct Query<T>(T);

impl<T> Query<T> {
    /// What was asked for.
    pub fn into_inner(self) -> T {
        self.0
    }
}

impl<T> Deref for Query<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: DeserializeOwned> FromRequest for Query<T> {
    type Error = Error;
    type Future = Ready<Result<Query<T>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(named(request.query_string()).map(Query))
    }
}

/// The refusal of parameters by an operation that has none.
pub fn superfluous(text: &str) -> Error {
    match text.split(['&', '=']).next().filter(|name| is_plain(name)) {
        Some(name) => {
            let detail = format!("The parameter `{name}` is not known: this has none.");
            Error::new(Code::WrongParameter, detail).with("field", name)
        }
        None => {
            let detail = "A parameter does not fit: this has none, so leave the question mark out.";
            Error::new(Code::WrongParameter, detail)
        }
    }
}

/// What does not fit, in words.
pub fn misfit(error: QueryPayloadError) -> Error {
    let why = in_words(&why(error));
    Error::new(Code::WrongParameter, format!("A parameter does not fit: {why}."))
}

fn why(error: QueryPayloadError) -> String {
    match error {
        QueryPayloadError::Deserialize(why) => why.to_string(),
        other => other.to_string(),
    }
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, QueryPayloadError> {
    web::Query::from_query(text).map(web::Query::into_inner)
}

/// Whether a name can be said again as it was given.
fn is_plain(name: &str) -> bool {
    (1..=100).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn named<T: DeserializeOwned>(text: &str) -> Result<T> {
    read(text).map_err(|error| {
        let whole = why(error);
        let (name, is_wrong) = match lacking(&whole) {
            Some((name, lacks)) => (Some(name), lacks),
            None => {
                // Which one it is, whoever reads all of them does not tell: alone it does not fit
                // either.
                let fits_not =
                    |pair: &&str| read::<T>(pair).is_err_and(|alone| why(alone) == whole);
                let name = text.split('&').find(fits_not).and_then(|pair| pair.split('=').next());
                (name, format!("does not fit: {}", in_words(&whole)))
            }
        };
        match name.filter(|name| is_plain(name)) {
            Some(name) => {
                let detail = format!("The parameter `{name}` {is_wrong}.");
                Error::new(Code::WrongParameter, detail).with("field", name)
            }
            None => {
                let detail = format!("A parameter does not fit: {}.", in_words(&whole));
                Error::new(Code::WrongParameter, detail)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Asked {
        limit: Option<u8>,
        open: Option<bool>,
    }

    fn no(text: &str) -> String {
        named::<Asked>(text).expect_err("it does not fit").detail
    }

    #[test]
    fn the_parameter_that_does_not_fit_is_named() {
        let read: Asked = named("limit=7&open=true").unwrap();
        assert_eq!((read.limit, read.open), (Some(7), Some(true)));
        assert!(no("open=true&limit=x").starts_with("The parameter `limit` does not fit: "));
        assert!(no("limit=1&open=yes").starts_with("The parameter `open` does not fit: "));
        assert!(no("limit=1&oben=true").starts_with("The parameter `oben` is not known: "));
        assert_eq!(no("limit=1&limit=2"), "The parameter `limit` is there twice.");
        assert!(no("li%6dit=x").starts_with("A parameter does not fit: "));
    }
}
