//! Values that models send although the declaration does not quite allow them.

use serde_json::{Map, Value, json};

/// The schema with null for members that may be missing, and without the demand for members that can
/// be one string only. In the branches of a union those stay: they tell the branches apart.
pub fn lenient(schema: &Value) -> Value {
    node(schema, false)
}

fn node(schema: &Value, in_union: bool) -> Value {
    let Some(held) = schema.as_object() else { return schema.clone() };
    let required = |name: &str| held.get("required").is_some_and(|names| has(names, name));
    let loosened = held.iter().map(|(key, value)| {
        let value = match (key.as_str(), value) {
            ("properties", Value::Object(members)) => Value::Object(
                members
                    .iter()
                    .map(|(name, member)| {
                        let member = node(member, false);
                        let member =
                            if required(name) { member } else { json!({ "anyOf": [member, { "type": "null" }] }) };
                        (name.clone(), member)
                    })
                    .collect(),
            ),
            ("$defs", Value::Object(schemas)) => {
                Value::Object(schemas.iter().map(|(name, schema)| (name.clone(), node(schema, true))).collect())
            }
            ("required", Value::Array(names)) if !in_union => {
                let may_be_left_out = |name: &&Value| !name.as_str().is_some_and(|name| is_constant(held, name));
                names.iter().filter(may_be_left_out).cloned().collect()
            }
            ("anyOf" | "allOf" | "prefixItems", Value::Array(branches)) => {
                branches.iter().map(|branch| node(branch, true)).collect()
            }
            ("items" | "additionalProperties", schema) => node(schema, false),
            (_, same) => same.clone(),
        };
        (key.clone(), value)
    });
    Value::Object(loosened.collect())
}

fn has(names: &Value, name: &str) -> bool {
    names.as_array().is_some_and(|names| names.iter().any(|known| known == name))
}

/// Whether a member can be one string only.
fn is_constant(held: &Map<String, Value>, name: &str) -> bool {
    let member = held.get("properties").and_then(|members| members.get(name));
    member.and_then(|member| member.get("enum")?.as_array()).is_some_and(|members| members.len() == 1)
}
