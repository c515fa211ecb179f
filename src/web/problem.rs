//! Problem documents as the OpenAPI document tells of them.

use super::api::table::EntryAnswer;
pub use crate::error::Problem;
use std::collections::BTreeMap;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, ToSchema};

/// The further fields of problems: each stands only where it helps.
#[derive(ToSchema)]
#[allow(dead_code, reason = "it stands for them in the document alone")]
pub struct Further {
    /// The field of the body, or the parameter of the address, that is wrong.
    #[schema(nullable = false)]
    field: Option<String>,
    /// The seconds to wait before it is worth trying again.
    #[schema(nullable = false)]
    retry_after: Option<u64>,
    /// The place in the rulebook that forbids it.
    #[schema(nullable = false)]
    rule: Option<String>,
    /// The version that the match has now.
    #[schema(nullable = false)]
    version: Option<i64>,
    /// The hash of that version.
    #[schema(nullable = false)]
    hash: Option<String>,
    /// What happened since the version that was sent, the oldest first: 100 events at most.
    /// `GET …/history` tells the rest.
    #[schema(nullable = false)]
    missed: Option<Vec<EntryAnswer>>,
    /// The versions to which steps can be taken back.
    #[schema(nullable = false)]
    versions: Option<Vec<i64>>,
    /// The number of the proposal of the kind that is open.
    #[schema(nullable = false)]
    proposal: Option<u32>,
}

fn documented(status: &str, text: &str) -> RefOr<Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let response =
        ResponseBuilder::new().description(text).content("application/problem+json", content);
    let header = |name: &str| Ref::new(format!("#/components/headers/{name}"));
    let response = match status {
        "401" => response.header_ref("WWW-Authenticate", header("WWW-Authenticate")),
        "429" | "503" => response.header_ref("Retry-After", header("Retry-After")),
        _ => response,
    };
    response.build().into()
}

macro_rules! problems {
    ($($(#[$meta:meta])* $name:ident: $($status:literal $text:literal),+;)*) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name;
        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                BTreeMap::from([$(($status.to_owned(), documented($status, $text))),+])
            }
        }
    )*};
}

problems! {
    /// What any operation may answer.
    Always: "400" "The request cannot be read.",
        "429" "Too many requests; `Retry-After` says how long to wait.",
        "500" "A fault on our side.", "503" "Not possible just now; try again.";
    /// What operations with a body may answer.
    WithBody: "408" "The body did not arrive in time.", "413" "The body is too large.",
        "422" "The request is readable, but a field or a rule does not allow it.";
    /// What operations may answer where one can be signed in.
    MaySign: "401" "The token is not valid.", "403" "The token lacks the scope, or this caller may not.";
    /// What operations on one thing may answer.
    OnThing: "404" "There is no such thing, or you may not know of it.";
    /// What operations may answer that must fit how things stand.
    InState: "409" "It does not fit how things stand.";
}
