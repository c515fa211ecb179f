//! Problem documents (RFC 9457): the one form in which this service says no.

use super::{Code, Error, Kind};
use actix_web::http::StatusCode;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Object, ObjectBuilder, Type};

/// What is wrong, for programs (`code`) and for people (`detail`). Some problems
/// carry further fields, such as the `version` a match has now.
#[derive(Debug, Serialize, ToSchema)]
pub struct Problem {
    /// Always `about:blank`: the code says more.
    #[schema(example = "about:blank")]
    pub r#type: String,
    /// The HTTP status in words.
    #[schema(example = "Not Found")]
    pub title: String,
    /// The HTTP status.
    #[schema(minimum = 400, maximum = 599, example = 404)]
    pub status: u16,
    /// What is wrong.
    #[schema(schema_with = words)]
    pub code: Code,
    /// One sentence: what is wrong and what to do.
    #[schema(example = "There is no such match.")]
    pub detail: String,
    /// Number of a fault, to ask the operator about.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub fault: Option<String>,
    /// Further fields.
    #[serde(flatten)]
    #[schema(ignore)]
    pub extra: Map<String, Value>,
}

/// A code in the document, with the table of them all.
fn words() -> Object {
    let mut text = format!(
        "Stable word for what is wrong, from this table. Games refuse what is against their \
         rules with status 422 and words of their own. {}\n\n\
         | code | status | meaning |\n| --- | --- | --- |",
        Code::Rule(String::new()).meaning(),
    );
    for code in Code::ALL {
        text += &format!("\n| `{code}` | {} | {} |", code.kind().status(), code.meaning());
    }
    ObjectBuilder::new()
        .schema_type(Type::String)
        .description(Some(text))
        .examples([Code::NotFound.word()])
        .build()
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        StatusCode::from_u16(self.kind().status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status_code();
        let mut problem = Problem {
            r#type: "about:blank".to_owned(),
            title: status.canonical_reason().unwrap_or("Error").to_owned(),
            status: status.as_u16(),
            code: self.code.clone(),
            detail: self.detail.clone(),
            fault: None,
            extra: (*self.extra).clone(),
        };
        if self.kind() == Kind::Fault {
            let number = crate::random::id();
            tracing::error!(fault = number, cause = self.detail, "fault");
            problem.detail =
                "Something broke on our side. Look whether it was done before you repeat it; what \
                 takes an Idempotency-Key is never done twice with the same one. Tell the operator \
                 the number of this fault."
                    .to_owned();
            problem.fault = Some(number);
        }
        let mut response = HttpResponse::build(status);
        match self.kind() {
            Kind::Unauthenticated => {
                response.insert_header((header::WWW_AUTHENTICATE, "Bearer"));
            }
            Kind::TooMany | Kind::Unavailable => {
                let seconds = self.extra.get("retry_after").and_then(Value::as_u64).unwrap_or(1);
                response.insert_header((header::RETRY_AFTER, seconds.to_string()));
            }
            _ => {}
        }
        let mut response = response.json(problem);
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
        response
    }
}
