//! A plan: what was chosen and not confirmed yet, kept in the address of the page.
//!
//! So going back, reloading and sharing are harmless, and nothing happens before it is
//! confirmed. An address names each choice by the path of answers that leads to it
//! (`plan=do:specialist,specialist:shaman;do:build,square:m7`), which is short and reads well:
//! a table repeats its plan in hundreds of links.

use crate::error::{Code, Error, Result};
use crate::matches::commands::COMMANDS_AT_ONCE;
use crate::rules::Part;
use std::fmt;

/// What stands between the choices of a plan.
const THEN: &str = ";";

/// Answers in the order in which they were given: slots with values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps(Vec<(String, String)>);

impl Steps {
    /// Reads them as [`Steps::of`] writes them; what is no answer is left out.
    pub fn read(text: &str) -> Steps {
        let parts = text.split(',').filter_map(|part| part.split_once(':'));
        let parts = parts.filter(|(slot, value)| is_plain(slot) && is_plain(value));
        Steps(parts.map(|(slot, value)| (slot.to_owned(), value.to_owned())).collect())
    }

    fn of(parts: &[Part]) -> Steps {
        Steps(parts.iter().map(|part| (part.slot.clone(), part.value.clone())).collect())
    }

    /// The answers.
    pub fn pairs(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(slot, value)| (slot.as_str(), value.as_str())).collect()
    }

    /// Whether nothing is answered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Whether something is a name in a path.
fn is_plain(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
}

impl fmt::Display for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (slot, value)) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            write!(f, "{comma}{slot}:{value}")?;
        }
        Ok(())
    }
}

/// The address of a table: the match, its version, the plan, and the path begun.
#[derive(Clone, Debug)]
pub struct Address {
    id: String,
    version: i64,
    /// Whether the plan is only tried, on whatever the newest version is.
    tried: bool,
    /// What was planned, choice by choice.
    pub choices: Vec<Steps>,
    at: Steps,
}

impl Address {
    /// The plan of an address.
    ///
    /// # Errors
    /// [`Code::UnreadableForm`] where the plan is garbled.
    pub fn read(id: &str, version: i64, plan: &str, at: &str) -> Result<Address> {
        let choices: Vec<Steps> = match plan {
            "" => Vec::new(),
            plan => plan.split(THEN).map(Steps::read).collect(),
        };
        if choices.iter().any(Steps::is_empty) || choices.len() > COMMANDS_AT_ONCE {
            return Err(garbled());
        }
        let at = Steps::read(at);
        Ok(Address { id: id.to_owned(), version, tried: false, choices, at })
    }

    /// The same plan, only tried.
    pub fn tried(self) -> Address {
        Address { tried: true, ..self }
    }

    /// Whether the plan is only tried: it is another one's turn.
    pub fn is_tried(&self) -> bool {
        self.tried
    }

    /// The version that the plan is for.
    pub fn version(&self) -> i64 {
        self.version
    }

    /// The answers that have been given to the next choice.
    pub fn begun(&self) -> &Steps {
        &self.at
    }

    /// The plan with a further choice, by the path that leads to it.
    pub fn with(&self, path: &[Part]) -> Address {
        let mut longer = self.at(&[]);
        longer.choices.push(Steps::of(path));
        longer
    }

    /// The same plan with the beginning of a path.
    pub fn at(&self, path: &[Part]) -> Address {
        Address { at: Steps::of(path), ..self.clone() }
    }

    /// The plan without its last choice.
    pub fn shorter(&self) -> Address {
        self.first(self.choices.len().saturating_sub(1))
    }

    /// The plan with its first choices alone.
    pub fn first(&self, count: usize) -> Address {
        let mut first = self.at(&[]);
        first.choices.truncate(count);
        first
    }

    /// The choices of the plan, as they stand in its address.
    pub fn plan(&self) -> String {
        self.choices.iter().map(Steps::to_string).collect::<Vec<_>>().join(THEN)
    }

    /// The answers begun, as they stand in its address.
    pub fn steps(&self) -> String {
        self.at.to_string()
    }

    /// The whole address, for who comes from elsewhere.
    pub fn whole(&self) -> String {
        format!("/matches/{}{self}", self.id)
    }

    /// The address that looks at an event while the plan stays.
    pub fn looking_at(&self, event: i64) -> String {
        self.and("news", event)
    }

    /// The address with a further parameter.
    pub fn and(&self, name: &str, value: impl fmt::Display) -> String {
        let query = self.to_string();
        let and = if query.len() > 1 { "&" } else { "" };
        format!("{query}{and}{name}={value}")
    }
}

/// Writes the query alone, as a table holds hundreds of them: it works on whatever page of
/// the match it stands.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut and = "?";
        if self.tried {
            write!(f, "{and}try=yes")?;
            and = "&";
        } else if !self.choices.is_empty() {
            write!(f, "{and}v={}", self.version)?;
            and = "&";
        }
        if !self.choices.is_empty() {
            write!(f, "{and}plan={}", self.plan())?;
            and = "&";
        }
        match self.at.is_empty() {
            false => write!(f, "{and}at={}", self.at),
            true if and == "?" => f.write_str(and),
            true => Ok(()),
        }
    }
}

/// The refusal of a plan that no table has written.
pub fn garbled() -> Error {
    Error::new(Code::UnreadableForm, "The plan in the address is garbled.")
}
