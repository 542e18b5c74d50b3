//! A schema of the suite as the schema of a member, its references kept working.

use jsonschema::Draft;
use lapidary_fidelity::keywords::{DATA, NAMED};
use serde_json::{Map, Value, json};

/// The member that holds it.
pub(crate) const MEMBER: &str = "v";
const PLACE: &str = "#/properties/v";

/// The schema, to stand at the member: what it refers to in its own root is there now.
pub(crate) fn embedded(schema: &Value, draft: Draft) -> Value {
    let moving = Moving { id: if draft == Draft::Draft4 { "id" } else { "$id" }, siblings: draft > Draft::Draft7 };
    let Value::Object(held) = schema else { return schema.clone() };
    let mut held = held.clone();
    held.shift_remove("$schema");
    let recursive = draft == Draft::Draft201909 && schema.to_string().contains("\"$recursiveRef\"");
    if recursive && !held.contains_key("$id") {
        // That keyword means a whole resource, never a place in one.
        held.insert("$id".to_owned(), json!("https://example.com/v"));
    }
    moving.schema(&Value::Object(held))
}

struct Moving {
    /// The keyword that makes a schema a resource of its own.
    id: &'static str,
    /// Whether keywords beside `$ref` are read.
    siblings: bool,
}

impl Moving {
    fn schema(&self, schema: &Value) -> Value {
        match schema {
            Value::Object(held) if self.is_resource(held) => schema.clone(),
            Value::Object(held) => held.iter().map(|(key, value)| (key.clone(), self.keyword(key, value))).collect(),
            Value::Array(schemas) => schemas.iter().map(|schema| self.schema(schema)).collect(),
            other => other.clone(),
        }
    }

    fn keyword(&self, key: &str, value: &Value) -> Value {
        match (key, value) {
            ("$ref" | "$dynamicRef", Value::String(reference)) => json!(moved(reference)),
            (key, Value::Object(schemas)) if NAMED.contains(&key) => {
                schemas.iter().map(|(name, schema)| (name.clone(), self.schema(schema))).collect()
            }
            (key, _) if DATA.contains(&key) => value.clone(),
            _ => self.schema(value),
        }
    }

    /// References in it start from itself.
    fn is_resource(&self, held: &Map<String, Value>) -> bool {
        let named = held.get(self.id).and_then(Value::as_str).is_some_and(|id| !id.starts_with('#'));
        named && (self.siblings || !held.contains_key("$ref"))
    }
}

fn moved(reference: &str) -> String {
    match reference.strip_prefix('#') {
        Some(rest) if rest.is_empty() || rest.starts_with('/') => format!("{PLACE}{rest}"),
        _ => reference.to_owned(),
    }
}
