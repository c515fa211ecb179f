//! How the platform says no, and how it breaks.
//!
//! A game says no by a refusal of its own; an [`Error`] is any no that reaches a client; a
//! fault is something broken: it is logged once where it is answered, and the
//! client learns only its number. What is wrong is a [`Code`], how wrong a [`Kind`]; what cannot be read is
//! told in words of people by [`misfit`].

mod code;
pub mod misfit;
mod problem;

pub use code::Code;
pub use problem::Problem;

use serde_json::{Map, Value};
use std::fmt;

/// What kind of no it is. Each kind has one HTTP status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 400: the request cannot be read.
    Malformed,
    /// 401: nobody is signed in, or the credentials are wrong.
    Unauthenticated,
    /// 403: this caller may not do it.
    Forbidden,
    /// 404: there is no such thing, or the caller may not know of it.
    NotFound,
    /// 405: the address does not answer this method.
    WrongMethod,
    /// 408: the request did not arrive in time.
    TooSlow,
    /// 409: it does not fit how things stand.
    Conflict,
    /// 412: the caller's version is not the newest.
    Stale,
    /// 413: too large.
    TooLarge,
    /// 422: readable, but against the rules of a game or of a field.
    Refused,
    /// 428: a header that this operation needs is missing.
    HeaderMissing,
    /// 429: too many requests.
    TooMany,
    /// 500: something broke.
    Fault,
    /// 503: it cannot be served just now; trying again later helps.
    Unavailable,
}

impl Kind {
    /// The HTTP status of the kind.
    pub fn status(self) -> u16 {
        match self {
            Kind::Malformed => 400,
            Kind::Unauthenticated => 401,
            Kind::Forbidden => 403,
            Kind::NotFound => 404,
            Kind::WrongMethod => 405,
            Kind::TooSlow => 408,
            Kind::Conflict => 409,
            Kind::Stale => 412,
            Kind::TooLarge => 413,
            Kind::Refused => 422,
            Kind::HeaderMissing => 428,
            Kind::TooMany => 429,
            Kind::Fault => 500,
            Kind::Unavailable => 503,
        }
    }
}

/// A no for a client: a stable code, a sentence, and further fields. Those may hold what
/// only that client may know, so no debug text, which goes to the log, shows them.
#[derive(Clone)]
pub struct Error {
    /// For programs; decides the kind and so the status.
    pub code: Code,
    /// For the person: what is wrong and what to do. For a fault: for the log only.
    pub detail: String,
    /// Further fields of the problem document.
    pub extra: Box<Map<String, Value>>,
}

/// What most of the platform returns.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with this code.
    pub fn new(code: Code, detail: impl Into<String>) -> Self {
        Error { code, detail: detail.into(), extra: Box::default() }
    }
    /// 422: what this field of the body says does not fit, and why.
    pub fn field(name: impl Into<String>, why: impl Into<String>) -> Self {
        Error::new(Code::InvalidField, why).with("field", name.into())
    }
    /// 404: no such thing, whatever it is.
    pub fn not_found(what: &str) -> Self {
        Error::new(Code::NotFound, format!("There is no such {what}."))
    }
    /// 500; `cause` goes to the log and to nobody else.
    pub fn fault(cause: impl fmt::Display) -> Self {
        Error::new(Code::Fault, cause.to_string())
    }
    /// What kind of no it is.
    pub fn kind(&self) -> Kind {
        self.code.kind()
    }
    /// The error with one more field in its problem document.
    pub fn with(mut self, field: &str, value: impl Into<Value>) -> Self {
        self.extra.insert(field.to_owned(), value.into());
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.detail)
    }
}

impl std::error::Error for Error {}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields: Vec<&String> = self.extra.keys().collect();
        write!(f, "{self} {fields:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_debug_text_names_the_further_fields_and_does_not_show_them() {
        let no = Error::new(Code::StaleVersion, "Look again.").with("missed", "a hidden card");
        assert_eq!(format!("{no:?}"), format!("{}: Look again. [\"missed\"]", Code::StaleVersion));
    }
}
