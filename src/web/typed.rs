//! Makes the OpenAPI document read well in the clients that generators make of it.
//!
//! What serde and schemars write is right, but a generator names things by what it finds:
//! a choice between nameless objects becomes `Command1` to `Command17`, a list of documented
//! words no enumeration, and a value that is always there something that may be missing.
//! Nothing here changes what is sent.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;

const SCHEMAS: &str = "/components/schemas";
const REFERENCE: &str = "#/components/schemas/";

/// Gives the document its names, enumerations and certainties.
pub fn fit(document: &mut Value) {
    walk(document, &mut plain_description);
    write_lists_out(document);
    let names: Vec<String> = schemas(document).keys().cloned().collect();
    for name in names {
        name_alternatives(document, &name);
    }
    let sent = sent(document);
    for (name, schema) in schemas_mut(document) {
        match sent.contains(name) {
            true => walk(schema, &mut default_is_told),
            false => walk(schema, &mut null_is_there),
        }
    }
    for operation in values(&mut document["paths"]).flat_map(values) {
        let parameters = operation.get_mut("parameters").and_then(Value::as_array_mut);
        parameters.into_iter().flatten().for_each(never_null);
    }
}

/// What stands in the fields of an object.
pub fn values(object: &mut Value) -> impl Iterator<Item = &mut Value> {
    object.as_object_mut().into_iter().flat_map(Map::values_mut)
}

fn schemas(document: &Value) -> &Map<String, Value> {
    document.pointer(SCHEMAS).and_then(Value::as_object).expect("a document has schemas")
}

fn schemas_mut(document: &mut Value) -> &mut Map<String, Value> {
    document.pointer_mut(SCHEMAS).and_then(Value::as_object_mut).expect("a document has schemas")
}

fn walk(value: &mut Value, change: &mut impl FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(map) => {
            change(map);
            map.values_mut().for_each(|inner| walk(inner, change));
        }
        Value::Array(items) => items.iter_mut().for_each(|inner| walk(inner, change)),
        _ => {}
    }
}

/// A link of Rust's documentation leads nowhere here.
fn plain_description(map: &mut Map<String, Value>) {
    if let Some(Value::String(text)) = map.get_mut("description") {
        *text = text.replace("[`", "`").replace("`]", "`");
    }
}

/// Lists have no names of their own: where one is meant it is written out.
fn write_lists_out(document: &mut Value) {
    let all = schemas_mut(document);
    let is_list = |schema: &Value| schema["type"] == "array";
    let names: Vec<String> =
        all.iter().filter(|(_, schema)| is_list(schema)).map(|(name, _)| name.clone()).collect();
    let lists: Map<String, Value> =
        names.iter().filter_map(|name| all.remove_entry(name)).collect();
    walk(document, &mut |map| {
        let Some(list) = referred(map).and_then(|name| lists.get(name)) else { return };
        let description = map.remove("description");
        *map = list.as_object().cloned().unwrap_or_default();
        if let Some(description) = description {
            map.insert("description".to_owned(), description);
        }
    });
}

/// The schema that is referred to.
fn referred(map: &Map<String, Value>) -> Option<&str> {
    map.get("$ref")?.as_str()?.strip_prefix(REFERENCE)
}

/// A choice between words becomes an enumeration, and each object that can be chosen a schema
/// with a name, by the word that tells it from the others.
fn name_alternatives(document: &mut Value, name: &str) {
    let all = schemas_mut(document);
    let Some(schema) = all.get_mut(name) else { return };
    let Some(Value::Array(choices)) = schema.get("oneOf") else { return };
    let is_word = |choice: &Value| choice["type"] == "string" && choice["const"].is_string();
    let (words, others): (Vec<Value>, Vec<Value>) = choices.iter().cloned().partition(is_word);
    let mut enumeration = enumeration(&words);
    if others.is_empty() {
        let told =
            format!("{}\n\n{}", text(schema, "description"), text(&enumeration, "description"));
        enumeration["description"] = told.into();
        *schema = enumeration;
        return;
    }
    let mut found = Vec::new();
    if !words.is_empty() {
        found.push((format!("{name}Word"), None, enumeration));
    }
    for other in others {
        match told_apart_by(&other) {
            Some((tag, word)) => {
                found.push((named(name, &word), tag.map(|tag| (tag, word)), other))
            }
            // It has a name already, or needs none.
            None => return,
        }
    }
    let reference = |name: &str| format!("{REFERENCE}{name}");
    schema["oneOf"] = found.iter().map(|(name, ..)| json!({ "$ref": reference(name) })).collect();
    if let Some((tag, _)) = found.iter().find_map(|(_, tag, _)| tag.clone()) {
        let mapping: Map<String, Value> = found
            .iter()
            .filter_map(|(name, tag, _)| Some((tag.clone()?.1, reference(name).into())))
            .collect();
        schema["discriminator"] = json!({ "propertyName": tag, "mapping": mapping });
    }
    for (name, _, choice) in found {
        assert!(!all.contains_key(&name), "two schemas would be called {name}");
        all.insert(name, choice);
    }
}

fn text(schema: &Value, field: &str) -> String {
    schema[field].as_str().unwrap_or_default().to_owned()
}

/// One schema for several words, each of which says what it means.
fn enumeration(words: &[Value]) -> Value {
    let told = words
        .iter()
        .map(|word| format!("* `{}`: {}", text(word, "const"), text(word, "description")));
    json!({
        "type": "string",
        "enum": words.iter().map(|word| word["const"].clone()).collect::<Vec<_>>(),
        "description": told.collect::<Vec<_>>().join("\n"),
    })
}

/// The word that tells an object from others it can be chosen from, and the field that holds
/// it; without one it is the name of its only field.
fn told_apart_by(choice: &Value) -> Option<(Option<String>, String)> {
    let fields = choice["properties"].as_object()?;
    let only = |schema: &Value| match schema["enum"].as_array().map(Vec::as_slice) {
        Some([word]) => word.as_str().map(str::to_owned),
        _ => schema["const"].as_str().map(str::to_owned),
    };
    let tag = fields.iter().find_map(|(field, schema)| Some((Some(field.clone()), only(schema)?)));
    tag.or_else(|| Some((None, fields.keys().next().filter(|_| fields.len() == 1)?.clone())))
}

/// What to call one of several: a command by what it commands (`BoraBoraPlaceDie`), a wish by
/// what is wished (`RewindTerms`), all else after the whole (`BoraBoraStepBuild`).
fn named(whole: &str, word: &str) -> String {
    let word: String = word.split('_').map(capital).collect();
    if let Some(what) = whole.strip_suffix("Wish") {
        return format!("{word}{what}");
    }
    let before = whole.strip_suffix("Command").or_else(|| whole.strip_suffix("View"));
    format!("{}{word}", before.unwrap_or(whole))
}

/// `bora` becomes `Bora`.
pub fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|c| c.to_ascii_uppercase().to_string() + chars.as_str()).unwrap_or_default()
}

/// Every schema that stands in a request.
fn sent(document: &Value) -> BTreeSet<String> {
    let all = schemas(document);
    let mut found = BTreeSet::new();
    let operations = document["paths"].as_object().into_iter().flat_map(Map::values);
    let bodies = operations.flat_map(|path| path.as_object().into_iter().flat_map(Map::values));
    let mut open: Vec<&Value> =
        bodies.filter_map(|operation| operation.get("requestBody")).collect();
    while let Some(value) = open.pop() {
        match value {
            Value::Object(map) => {
                if let Some(name) = referred(map)
                    && found.insert(name.to_owned())
                {
                    open.extend(all.get(name));
                }
                open.extend(map.values());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    found
}

/// Whether a schema allows `null`.
fn is_nullable(schema: &Value) -> bool {
    let holds = |field: &str, null: &dyn Fn(&Value) -> bool| {
        schema[field].as_array().is_some_and(|all| all.iter().any(null))
    };
    holds("type", &|kind| kind == "null")
        || ["oneOf", "anyOf"].iter().any(|of| holds(of, &|one| one["type"] == "null"))
}

/// In an answer, what may be null is always there; what may be missing is never null.
fn null_is_there(map: &mut Map<String, Value>) {
    let Some(Value::Object(fields)) = map.get("properties") else { return };
    let nullable = fields.iter().filter(|(_, schema)| is_nullable(schema)).map(|(name, _)| name);
    let nullable: Vec<Value> = nullable.cloned().map(Value::String).collect();
    if nullable.is_empty() {
        return;
    }
    if let Value::Array(required) = map.entry("required").or_insert_with(|| json!([])) {
        for name in nullable {
            if !required.contains(&name) {
                required.push(name);
            }
        }
    }
}

/// What a request leaves out is told in words: a generator takes a field with a default for one
/// that is always there, and asks for it.
fn default_is_told(map: &mut Map<String, Value>) {
    let Some(Value::Object(fields)) = map.get_mut("properties") else { return };
    for field in fields.values_mut() {
        let default = field.as_object_mut().and_then(|field| field.remove("default"));
        if let Some(default) = default.filter(|default| !default.is_null()) {
            let told = text(field, "description");
            field["description"] = format!("{told} `{default}` if left out.").trim().into();
        }
    }
}

/// A parameter is there or is not; the address and the head know no null.
fn never_null(parameter: &mut Value) {
    let schema = &mut parameter["schema"];
    if let Some(Value::Array(kinds)) = schema.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            schema["type"] = only.clone();
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("oneOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [only] = choices.as_slice() {
            *schema = only.clone();
        }
    }
}
