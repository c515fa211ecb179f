//! Every field of every row, changed in several ways.

use crate::db::events::EventRow;
use crate::matches::stream::event::Kind;
use crate::words::Word;
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

/// A row that was changed, and what of it.
pub struct Changed {
    /// The field, with what stands before it: the same for the same field of all rows
    /// of a kind.
    pub field: String,
    /// The row.
    pub row: EventRow,
}

/// All changes of one row.
pub fn of(row: &EventRow) -> Vec<Changed> {
    let mut all = of_columns(row);
    let kind = &row.kind;
    for (path, data) in of_json(&row.data) {
        all.push(Changed {
            field: format!("{kind}: {path}"),
            row: EventRow { data, ..row.clone() },
        });
    }
    let Some(text) = &row.command else {
        let command = Some(r#"{"type":"resign"}"#.to_owned());
        all.push(Changed { field: "command".to_owned(), row: EventRow { command, ..row.clone() } });
        return all;
    };
    let command: Value = serde_json::from_str(text).unwrap();
    let kind = command["type"].as_str().unwrap();
    for (path, command) in of_json(text) {
        let row = EventRow { command: Some(command), ..row.clone() };
        all.push(Changed { field: format!("command {kind}: {path}"), row });
    }
    all.push(Changed {
        field: "command".to_owned(),
        row: EventRow { command: None, ..row.clone() },
    });
    if kind == "take_back" {
        let to = json!({ "type": kind, "to": command["to"].is_null().then(|| to_of(row)) });
        let changed = EventRow { command: Some(to.to_string()), ..row.clone() };
        all.push(Changed { field: "command take_back: to".to_owned(), row: changed });
    }
    all.extend(of_both(row, &command));
    all
}

/// To which version a row takes back.
fn to_of(row: &EventRow) -> Value {
    serde_json::from_str::<Value>(&row.data).unwrap()["to"].clone()
}

/// What stands beside the JSON.
fn of_columns(row: &EventRow) -> Vec<Changed> {
    let mut all = Vec::new();
    let mut add = |field: &str, change: &dyn Fn(&mut EventRow)| {
        let mut changed = row.clone();
        change(&mut changed);
        if changed != *row {
            all.push(Changed { field: field.to_owned(), row: changed });
        }
    };
    for version in [row.version + 1, row.version - 1, 0, -1, i64::MAX, i64::MIN] {
        add("version", &|row| row.version = version);
    }
    for kind in Kind::ALL.iter().map(|kind| kind.word()).chain(["", "Played", "timed_out"]) {
        add("kind", &|row| row.kind = kind.to_owned());
    }
    for schema in [0, -1, 2, i32::MAX, i32::MIN] {
        add("schema", &|row| row.schema_number = schema);
    }
    for seat in [None, Some(0), Some(1), Some(2), Some(-1), Some(99), Some(256), Some(i32::MAX)] {
        add("seat", &|row| row.seat = seat);
    }
    use super::table::{ANNA, BEN, CLEO};
    let odd = ["", "clock", "operator", "robot:random:1", "robot:random:01", "robot:sensible:1"];
    for actor in odd.into_iter().chain([ANNA, BEN, CLEO, "nobody"]) {
        add("actor", &|row| row.actor = actor.to_owned());
    }
    for draw in [None, Some(0), Some(1), Some(2), Some(-1), Some(i64::MAX)] {
        add("draw", &|row| row.draw = draw);
    }
    for by in [Duration::microseconds(1), Duration::microseconds(-1), -Duration::days(1)] {
        add("recorded_at", &|row| row.recorded_at += by);
    }
    for salt in ["00000000000000000000000000000000", "", "0", "zz000000000000000000000000000000"] {
        add("salt", &|row| row.salt = salt.to_owned());
    }
    all
}

/// What stands both in the event and in its command, changed in both.
fn of_both(row: &EventRow, command: &Value) -> Vec<Changed> {
    let data: Value = serde_json::from_str(&row.data).unwrap();
    let mut all = Vec::new();
    for (path, of_event) in nodes(&data) {
        let key = path.rsplit('/').next().unwrap_or_default();
        for (other, of_command) in nodes(command) {
            if key.is_empty() || other.rsplit('/').next() != Some(key) || of_event != of_command {
                continue;
            }
            for value in variants(of_event) {
                let (mut data, mut command) = (data.clone(), command.clone());
                *data.pointer_mut(&path).unwrap() = value.clone();
                *command.pointer_mut(&other).unwrap() = value;
                let row = EventRow {
                    data: data.to_string(),
                    command: Some(command.to_string()),
                    ..row.clone()
                };
                let kind = command["type"].as_str().unwrap_or_default();
                all.push(Changed { field: format!("event and command {kind}: {key}"), row });
            }
        }
    }
    all
}

/// All changes of a JSON text, each with the path of what it changes.
fn of_json(text: &str) -> Vec<(String, String)> {
    let whole: Value = serde_json::from_str(text).unwrap();
    let mut all = Vec::new();
    for (path, node) in nodes(&whole) {
        for value in variants(node) {
            let mut other = whole.clone();
            *other.pointer_mut(&path).unwrap() = value;
            all.push((label(&path), other.to_string()));
        }
    }
    let deep = "[".repeat(100_000);
    let pretty = serde_json::to_string_pretty(&whole).unwrap();
    let odd = ["", "{", "null", "[]", "1e999", r#""\ud800""#, r#"{"type":"\udc00"}"#, &deep];
    all.extend(odd.into_iter().chain([&*pretty]).map(|odd| ("text".to_owned(), odd.to_owned())));
    all.retain(|(_, other)| other != text);
    all
}

/// The path without the places in lists.
fn label(path: &str) -> String {
    let steps = path.split('/').skip(1);
    let steps = steps.map(|step| if step.parse::<usize>().is_ok() { "*" } else { step });
    steps.collect::<Vec<_>>().join(".")
}

/// Every node with its path.
fn nodes(value: &Value) -> Vec<(String, &Value)> {
    let mut all = vec![(String::new(), value)];
    let mut at = 0;
    while let Some((path, node)) = all.get(at).cloned() {
        match node {
            Value::Object(fields) => {
                all.extend(fields.iter().map(|(key, value)| (format!("{path}/{key}"), value)));
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                all.extend(items.map(|(at, value)| (format!("{path}/{at}"), value)));
            }
            _ => {}
        }
        at += 1;
    }
    all
}

/// Other values for one.
fn variants(value: &Value) -> Vec<Value> {
    let mut all = match value {
        Value::Null => vec![json!(0), json!("x"), json!(1), json!({})],
        Value::Bool(is) => vec![json!(!is), json!(null), json!(0)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            vec![
                json!(number.wrapping_add(1)),
                json!(number.wrapping_sub(1)),
                json!(0),
                json!(255),
                json!(u64::MAX),
                json!(i64::MIN),
                json!(number as f64),
                json!(number.to_string()),
                json!(null),
            ]
        }
        Value::String(text) => vec![
            json!(""),
            json!(format!("{text}x")),
            json!(format!("{text}\u{1b}[2J")),
            json!(text.to_uppercase()),
            json!(if text == "public" { "private" } else { "public" }),
            json!(null),
            json!(0),
            json!([text]),
        ]
        .into_iter()
        .chain(moved(text))
        .collect(),
        Value::Array(items) => {
            let mut all = vec![json!([]), json!(null), json!({})];
            for change in [pop, repeat, reverse] {
                let mut items = items.clone();
                change(&mut items);
                all.push(Value::Array(items));
            }
            all
        }
        Value::Object(fields) => {
            let mut all = vec![json!({}), json!(null)];
            for gone in fields.keys() {
                let mut fields = fields.clone();
                fields.shift_remove(gone);
                all.push(Value::Object(fields));
            }
            let reversed = fields.iter().rev().map(|(key, value)| (key.clone(), value.clone()));
            all.push(Value::Object(reversed.collect()));
            let mut more = fields.clone();
            more.insert("more".to_owned(), json!(1));
            all.push(Value::Object(more));
            all
        }
    };
    // As texts: 1 and 1.0 are different forgeries.
    all.retain(|other| format!("{other}") != format!("{value}"));
    all
}

/// A time that is moved a little or a lot, where it is one.
fn moved(text: &str) -> Vec<Value> {
    let Ok(at) = text.parse::<DateTime<Utc>>() else { return Vec::new() };
    let by = [Duration::microseconds(1), Duration::minutes(1), Duration::days(1)];
    by.iter().flat_map(|by| [json!(at + *by), json!(at - *by)]).collect()
}

fn pop(items: &mut Vec<Value>) {
    items.pop();
}

fn repeat(items: &mut Vec<Value>) {
    items.extend(items.last().cloned());
}

#[allow(clippy::ptr_arg)] // It stands in a list beside those that need the list itself.
fn reverse(items: &mut Vec<Value>) {
    items.reverse();
}
