//! How a game says no.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A decider's no: what a person tried is against the rules as things stand.
///
/// Nothing has changed when a refusal is returned. Its words may speak only of
/// what the asking seat can see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Refusal {
    /// A stable word for programs, `snake_case`.
    pub code: String,
    /// One sentence for the person: what is wrong and, where it helps, what would do.
    pub message: String,
    /// The rulebook paragraph or the ruling behind it; empty where the platform, not a rule, objects.
    pub rule: String,
}

impl Refusal {
    /// A refusal with its code, its sentence and the place in the rules.
    pub fn new(code: &str, message: impl Into<String>, rule: &str) -> Self {
        Refusal { code: code.to_owned(), message: message.into(), rule: rule.to_owned() }
    }
}
