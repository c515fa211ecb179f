//! The options of a game as fields of a form, made from their JSON Schema: a new
//! option of a game appears with its own explanation.

use crate::rules::erased::AnyGame;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A value of a list.
#[derive(Clone, Debug)]
pub struct Named {
    /// The value's name in the game.
    pub value: String,
    /// The same, to be read.
    pub title: String,
    /// What it means.
    pub help: String,
}

/// One option.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The option's name in the game.
    pub name: String,
    /// The same, to be read.
    pub title: String,
    /// What it means.
    pub help: String,
    /// The values of a list, each with what it means; empty for yes or no.
    pub values: Vec<Named>,
}

fn readable(name: &str) -> String {
    let text = name.replace('_', " ");
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn described(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().replace('\n', " ")
}

/// The options of a game that a form can offer: yes or no, and lists of named values.
pub fn choices(game: &dyn AnyGame) -> Vec<Choice> {
    let schema = game.schemas().config;
    let properties = schema["properties"].as_object().cloned().unwrap_or_default();
    properties
        .iter()
        .map(|(name, property)| {
            let item = &property["items"];
            let item = match item["$ref"].as_str().and_then(|path| path.strip_prefix('#')) {
                Some(path) => schema.pointer(path).unwrap_or(item),
                None => item,
            };
            let values = item["oneOf"].as_array().map(Vec::as_slice).unwrap_or_default();
            Choice {
                name: name.clone(),
                title: readable(name),
                help: described(property),
                values: values
                    .iter()
                    .filter_map(|value| {
                        let name = value["const"].as_str()?;
                        Some(Named {
                            value: name.to_owned(),
                            title: value["title"]
                                .as_str()
                                .map_or_else(|| readable(name), str::to_owned),
                            help: described(value),
                        })
                    })
                    .collect(),
            }
        })
        .collect()
}

/// The fields of a form in which these options are chosen: the reverse of [`config`].
pub fn fields(config: &Value) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let mut tick = |name: String| fields.insert(format!("option.{name}"), "on".to_owned());
    for (name, value) in config.as_object().into_iter().flatten() {
        match value {
            Value::Bool(true) => drop(tick(name.clone())),
            Value::Array(values) => {
                for value in values.iter().filter_map(Value::as_str) {
                    tick(format!("{name}.{value}"));
                }
            }
            _ => {}
        }
    }
    fields
}

/// The options as the fields `option.NAME` and `option.NAME.VALUE` of a form say.
pub fn config(game: &dyn AnyGame, fields: &BTreeMap<String, String>) -> Value {
    let mut config = Map::new();
    for choice in choices(game) {
        let field = format!("option.{}", choice.name);
        if choice.values.is_empty() {
            config.insert(choice.name, json!(fields.contains_key(&field)));
            continue;
        }
        let chosen: Vec<String> = choice
            .values
            .into_iter()
            .map(|named| named.value)
            .filter(|value| fields.contains_key(&format!("{field}.{value}")))
            .collect();
        if !chosen.is_empty() {
            config.insert(choice.name, json!(chosen));
        }
    }
    Value::Object(config)
}
