//! Which keywords of JSON Schema hold schemas, which hold data, and where the schemas in a schema are.

use serde_json::Value;

/// Keywords whose value is a schema, or a list of them.
pub const SCHEMAS: [&str; 16] = [
    "items",
    "prefixItems",
    "additionalItems",
    "additionalProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
    "contains",
    "propertyNames",
    "unevaluatedItems",
    "unevaluatedProperties",
    "contentSchema",
];
/// Keywords that hold schemas by names of any kind.
pub const NAMED: [&str; 6] =
    ["properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];
/// Keywords that hold data.
pub const DATA: [&str; 4] = ["enum", "const", "default", "examples"];

/// JSON Pointers to a schema and to every schema in it, outer ones first.
pub fn places(schema: &Value) -> Vec<String> {
    let mut found = vec![String::new()];
    let mut at = 0;
    while let Some(place) = found.get(at).cloned() {
        at += 1;
        let children = schema.pointer(&place).map(children).unwrap_or_default();
        found.extend(children.into_iter().map(|child| place.clone() + &child));
    }
    found
}

/// Pointers to the schemas right in a schema.
fn children(schema: &Value) -> Vec<String> {
    let mut found = Vec::new();
    for (key, held) in schema.as_object().into_iter().flatten() {
        match held {
            Value::Object(named) if NAMED.contains(&key.as_str()) => {
                let schemas = named.iter().filter(|(_, schema)| is_schema(schema));
                found.extend(schemas.map(|(name, _)| format!("/{key}/{}", escaped(name))));
            }
            _ if !SCHEMAS.contains(&key.as_str()) => {}
            Value::Array(schemas) => found.extend((0..schemas.len()).map(|at| format!("/{key}/{at}"))),
            held if is_schema(held) => found.push(format!("/{key}")),
            _ => {}
        }
    }
    found
}

fn is_schema(value: &Value) -> bool {
    value.is_object() || value.is_boolean()
}

/// A name as a token of a JSON Pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
