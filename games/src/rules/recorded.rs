//! The stored form of what a game promises to read for ever: set-ups and events.
//!
//! A stored row says by its schema number how old its form is. Reading applies
//! the game's upcasts from there to the newest form; stored rows never change.

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Which of a game's two promises a stored text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// The set-up, stored once.
    Setup,
    /// An event.
    Event,
}

/// One step from a schema number to the next. It gets the JSON of the older form
/// and returns that of the newer one; the first of a game's list reads schema 1.
pub type Upcast = fn(Promise, Value) -> Value;

/// The schema number that a game with these upcasts writes.
pub const fn schema(upcasts: &[Upcast]) -> u32 {
    upcasts.len() as u32 + 1
}

/// Why a stored text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Reads a stored text of `stored` schema in the newest form.
pub fn read<T: DeserializeOwned>(
    upcasts: &[Upcast],
    promise: Promise,
    stored: u32,
    text: &str,
) -> Result<T, Unreadable> {
    let current = schema(upcasts);
    if stored == current {
        return serde_json::from_str(text).map_err(|error| Unreadable(error.to_string()));
    }
    if stored == 0 || stored > current {
        return Err(Unreadable(format!(
            "schema {stored} is not known here, this program reads 1 to {current}"
        )));
    }
    let mut value: Value =
        serde_json::from_str(text).map_err(|error| Unreadable(error.to_string()))?;
    for step in &upcasts[stored as usize - 1..] {
        value = step(promise, value);
    }
    serde_json::from_value(value).map_err(|error| Unreadable(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rename(_: Promise, mut value: Value) -> Value {
        if let Some(old) = value.as_object_mut().and_then(|map| map.remove("eyes")) {
            value["face"] = old;
        }
        value
    }
    fn wrap(_: Promise, value: Value) -> Value {
        json!({ "rolled": value })
    }

    #[test]
    fn an_old_text_is_read_through_every_step_from_its_schema_on() {
        let steps: &[Upcast] = &[rename, wrap];
        let read_value = |stored, text: &str| read::<Value>(steps, Promise::Event, stored, text);
        assert_eq!(schema(steps), 3);
        assert_eq!(read_value(1, r#"{"eyes":4}"#).unwrap(), json!({"rolled": {"face": 4}}));
        assert_eq!(read_value(2, r#"{"face":4}"#).unwrap(), json!({"rolled": {"face": 4}}));
        assert_eq!(read_value(3, r#"{"rolled":1}"#).unwrap(), json!({"rolled": 1}));
    }

    #[test]
    fn a_text_of_a_later_program_is_unreadable_and_says_so() {
        let error = read::<Value>(&[], Promise::Event, 2, "{}").unwrap_err();
        assert!(error.0.contains("schema 2 is not known"), "{error}");
        assert!(read::<Value>(&[], Promise::Event, 0, "{}").is_err());
    }
}
