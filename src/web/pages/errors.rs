//! What can go wrong, for whoever writes a script: every code with its meaning.

use super::answer::{Answer, Frame, page};
use super::visitor::Visitor;
use crate::error::{Code, Error};
use actix_web::http::StatusCode;
use askama::Template;

#[derive(Template)]
#[template(path = "pages/errors.html")]
struct Errors {
    frame: Frame,
    statuses: Vec<Status>,
    rule: Code,
}

/// The codes that are answered with one HTTP status.
struct Status {
    status: StatusCode,
    codes: &'static [Code],
}

/// GET /docs/errors
pub async fn errors(visitor: Visitor) -> Answer {
    let mut statuses = Vec::new();
    for codes in Code::ALL.chunk_by(|one, next| one.kind() == next.kind()) {
        let status = StatusCode::from_u16(codes[0].kind().status()).map_err(Error::fault)?;
        statuses.push(Status { status, codes });
    }
    let frame = Frame::new("Error codes", &visitor);
    page(&Errors { frame, statuses, rule: Code::Rule(String::new()) })
}
