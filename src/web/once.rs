//! JSON in which no object names a field twice: of two values the last would count, and nobody
//! be told.

use serde::de::{Error, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Number, Value};
use std::fmt;

/// Reads any JSON, to be named in `deserialize_with`.
pub fn any<'de, D: Deserializer<'de>>(from: D) -> Result<Value, D::Error> {
    Once::deserialize(from).map(|Once(value)| value)
}

/// Reads a list of any JSON.
pub fn list<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Value>, D::Error> {
    let all = Vec::<Once>::deserialize(from)?;
    Ok(all.into_iter().map(|Once(value)| value).collect())
}

struct Once(Value);

impl<'de> Deserialize<'de> for Once {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Once, D::Error> {
        from.deserialize_any(Reader).map(Once)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut all = Vec::new();
        while let Some(Once(item)) = items.next_element()? {
            all.push(item);
        }
        Ok(Value::Array(all))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Value, A::Error> {
        let mut all = Map::new();
        while let Some(name) = fields.next_key::<String>()? {
            if all.contains_key(&name) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            let Once(value) = fields.next_value()?;
            all.insert(name, value);
        }
        Ok(Value::Object(all))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_names_no_field_twice_is_read_as_it_is_and_what_does_is_refused() {
        let read = |text: &str| any(&mut serde_json::Deserializer::from_str(text));
        let text = r#"{"a":[1,-2,2.5,"b",null,true,{"a":{"a":18446744073709551615}}],"b":{}}"#;
        assert_eq!(read(text).unwrap(), serde_json::from_str::<Value>(text).unwrap());
        for twice in [r#"{"a":1,"a":1}"#, r#"[{"b":{"a":1,"c":2,"\u0061":1}}]"#] {
            let why = read(twice).unwrap_err().to_string();
            assert!(why.starts_with("duplicate field `a`"), "{why}");
        }
    }
}
