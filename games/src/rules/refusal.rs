//! How a game says no.

use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Cow;

/// A decider's no: what a person tried is against the rules as things stand.
///
/// Nothing has changed when a refusal is returned. Its words may speak only of
/// what the asking seat can see. What may be done is found by asking for each command why
/// not, so a refusal costs nothing but the words that are put together for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// A stable word for programs, `snake_case`.
    pub code: &'static str,
    /// One sentence for the person: what is wrong and, where it helps, what would do.
    pub message: Cow<'static, str>,
    /// The rulebook paragraph or the ruling behind it; empty where the platform, not a rule, objects.
    pub rule: &'static str,
}

impl Refusal {
    /// A refusal with its code, its sentence and the place in the rules.
    pub fn new(
        code: &'static str,
        message: impl Into<Cow<'static, str>>,
        rule: &'static str,
    ) -> Self {
        Refusal { code, message: message.into(), rule }
    }
}
