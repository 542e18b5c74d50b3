//! A declaration's schema as the JSON Schema that says the same; members that it does not declare
//! are let through.

use serde_json::{Map, Value, json};

use crate::draw::fields;

/// The fields that mean the same in both, as they are.
const SAME: [&str; 4] = ["pattern", "minimum", "maximum", "required"];
const COUNTS: [&str; 6] = ["minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties"];

/// The JSON Schema of `parameters`; of a declaration without any, one for any object.
pub(crate) fn json_schema(parameters: Option<&Value>) -> Value {
    parameters.map_or_else(|| json!({ "type": "object" }), translated)
}

fn translated(schema: &Value) -> Value {
    let mut told = Map::new();
    let nullable = schema.get("nullable") == Some(&Value::Bool(true));
    let mut tell = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            told.insert(key.to_owned(), value);
        }
    };
    for key in SAME {
        tell(key, schema.get(key).cloned());
    }
    for key in COUNTS {
        // Zero is how the server's messages say "not set".
        tell(key, fields::count(schema, key).filter(|count| *count > 0).map(Value::from));
    }
    tell("type", schema.get("type").and_then(Value::as_str).map(|kind| kinds(kind, nullable)));
    tell(
        "enum",
        filled(schema, "enum").map(|members| members.iter().cloned().chain(nullable.then_some(Value::Null)).collect()),
    );
    tell(
        "anyOf",
        filled(schema, "anyOf").map(|branches| branches.iter().map(translated).chain(nullable.then(null)).collect()),
    );
    tell("items", schema.get("items").map(translated));
    let members = schema.get("properties").and_then(Value::as_object);
    tell(
        "properties",
        members.map(|held| held.iter().map(|(name, schema)| (name.clone(), translated(schema))).collect()),
    );
    Value::Object(told)
}

fn kinds(kind: &str, nullable: bool) -> Value {
    let kind = kind.to_ascii_lowercase();
    if nullable { json!([kind, "null"]) } else { json!(kind) }
}

fn null() -> Value {
    json!({ "type": "null" })
}

/// A list that is not empty: an empty one is as good as none.
fn filled<'s>(schema: &'s Value, key: &str) -> Option<&'s Vec<Value>> {
    schema.get(key)?.as_array().filter(|held| !held.is_empty())
}
