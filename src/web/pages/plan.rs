//! A plan: what was chosen and not confirmed yet, kept in the address of the page.
//!
//! So going back, reloading and sharing are harmless, and nothing happens before it is
//! confirmed.

use super::answer::in_query;
use crate::error::{Code, Error, Result};
use crate::matches::commands::COMMANDS_AT_ONCE;
use crate::rules::Part;
use crate::rules::erased::Offer;
use crate::rules::offer::Slot;
use serde_json::Value;
use std::fmt;

/// The answers that an address has begun a path with: slots with values.
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
    /// What was planned: each choice is one command or several.
    pub choices: Vec<Vec<Value>>,
    /// The question that the last choice began with, where that is not the first one.
    by: String,
    at: Steps,
}

impl Address {
    /// The plan of an address.
    ///
    /// # Errors
    /// [`Code::UnreadableForm`] where the plan is garbled.
    pub fn read(id: &str, version: i64, plan: &str, by: &str, at: &str) -> Result<Address> {
        let choices = match plan {
            "" => Vec::new(),
            json => read(json)?,
        };
        let by = if is_plain(by) && !choices.is_empty() { by.to_owned() } else { String::new() };
        let id = id.to_owned();
        Ok(Address { id, version, tried: false, choices, by, at: Steps::read(at) })
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

    /// All commands of the plan, in order.
    pub fn commands(&self) -> Vec<Value> {
        self.choices.concat()
    }

    /// The plan with a further choice, which began with the question `by`, where that was not the
    /// first one.
    pub fn with(&self, offer: &Offer, by: Option<&Slot>) -> Address {
        let mut commands = vec![offer.command.clone()];
        commands.extend(offer.then.iter().cloned());
        let mut longer = self.at(&[]);
        longer.choices.push(commands);
        longer.by = by.map_or_else(String::new, |slot| slot.name.to_owned());
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
        if count < first.choices.len() {
            first.choices.truncate(count);
            first.by.clear();
        }
        first
    }

    /// The choices of the plan, as they stand in its address.
    pub fn plan(&self) -> String {
        if self.choices.is_empty() {
            return String::new();
        }
        let choices = self.choices.iter().map(|commands| match &commands[..] {
            [only] => only.clone(),
            several => Value::Array(several.to_vec()),
        });
        Value::Array(choices.collect()).to_string()
    }

    /// The question that the last choice began with, where that is not the first one.
    pub fn by(&self) -> &str {
        &self.by
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

    /// The plan as forms carry it: its commands, one after the other.
    pub fn json(&self) -> String {
        Value::Array(self.commands()).to_string()
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
        }
        if !self.choices.is_empty() {
            if !self.tried {
                write!(f, "{and}v={}", self.version)?;
                and = "&";
            }
            write!(f, "{and}plan={}", in_query(&short(self.plan())))?;
            and = "&";
            if !self.by.is_empty() {
                write!(f, "&by={}", self.by)?;
            }
        }
        match self.at.0.is_empty() {
            false => write!(f, "{and}at={}", self.at),
            true if and == "?" => f.write_str(and),
            true => Ok(()),
        }
    }
}

/// What stands for a quotation mark in an address, where that would be three characters.
const QUOTE: &str = "~";

/// JSON as it stands in an address: a table repeats its plan in hundreds of them.
fn short(json: String) -> String {
    if json.contains(QUOTE) { json } else { json.replace('"', QUOTE) }
}

/// The choices of a plan: an array of commands, or of arrays of them.
fn read(json: &str) -> Result<Vec<Vec<Value>>> {
    let garbled = || Error::new(Code::UnreadableForm, "The plan in the address is garbled.");
    let whole = if json.contains('"') { json.to_owned() } else { json.replace(QUOTE, "\"") };
    let choices: Vec<Value> = serde_json::from_str(&whole).map_err(|_| garbled())?;
    let choices: Vec<Vec<Value>> = choices
        .into_iter()
        .map(|choice| match choice {
            Value::Array(several) => several,
            command => vec![command],
        })
        .collect();
    let count: usize = choices.iter().map(Vec::len).sum();
    if choices.iter().any(Vec::is_empty) || !(1..=COMMANDS_AT_ONCE).contains(&count) {
        return Err(Error::new(Code::UnreadableForm, "A plan has 1 to 50 steps."));
    }
    Ok(choices)
}
