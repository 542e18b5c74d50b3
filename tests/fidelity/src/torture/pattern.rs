//! A file of patterns, and the schema that each of them means.

use std::collections::BTreeMap;

use jsonschema::Draft;
use serde_json::{Map, Value, json, value::RawValue};

use crate::{
    corpus::Tool,
    draw::target,
    json as deep,
    judge::Judge,
    keywords::{NAMED, SCHEMAS},
};

/// A tool, and what its schema means.
pub(crate) struct Pattern {
    pub(crate) name: String,
    pub(crate) tool: Tool,
    /// The schema as its author means it.
    pub(crate) schema: Value,
    /// The same, without demands for members that nothing declares.
    pub(crate) probed: Value,
    pub(crate) draft: Draft,
}

/// Reads an array of tools that each have a `pattern`.
pub(crate) fn read(text: &str) -> Result<Vec<Pattern>, String> {
    let tools: Vec<BTreeMap<String, &RawValue>> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    tools.iter().enumerate().map(|(index, tool)| pattern(index, tool)).collect()
}

fn pattern(index: usize, held: &BTreeMap<String, &RawValue>) -> Result<Pattern, String> {
    let text = |key: &str| held.get(key).and_then(|raw| serde_json::from_str::<String>(raw.get()).ok());
    let name = text("pattern").ok_or_else(|| format!("tool {index} has no pattern"))?;
    let mcp = ["name", "description", "inputSchema"]
        .into_iter()
        .filter_map(|key| held.get(key).map(|raw| format!("{}:{}", json!(key), raw.get())));
    let source = format!("{{{}}}", mcp.collect::<Vec<_>>().join(","));
    let written = held.get("inputSchema").map_or(Ok(Value::Null), |raw| deep::read(raw.get()));
    let written = written.map_err(|error| format!("{name}: {error}"))?;
    let meaning = |ghosts| Reading { root: &written, ghosts }.of(&written);
    let (schema, probed) = (meaning(true), meaning(false));
    let draft = draft(&schema);
    let tool = Tool { index, label: name.clone(), text: source, schema: Ok(written) };
    Ok(Pattern { name, tool, schema, probed, draft })
}

/// The draft that a schema is written in: the first of which it is a schema.
fn draft(schema: &Value) -> Draft {
    let named = Draft::default().detect(schema);
    let older = schema.get("dependencies").is_some();
    let fits = |draft: &Draft| Judge::of_draft(schema, *draft).is_ok();
    let drafts = if older { [Draft::Draft7, named, Draft::Draft4] } else { [named, Draft::Draft7, Draft::Draft4] };
    drafts.into_iter().find(fits).unwrap_or(named)
}

/// Reads a schema with the words of neighbouring languages.
struct Reading<'s> {
    root: &'s Value,
    /// Whether members are demanded that nothing declares.
    ghosts: bool,
}

impl Reading<'_> {
    fn of(&self, schema: &Value) -> Value {
        match schema {
            Value::Object(held) => self.object(held),
            Value::Array(schemas) => schemas.iter().map(|schema| self.of(schema)).collect(),
            Value::Null => Value::Bool(true),
            other => other.clone(),
        }
    }

    fn object(&self, held: &Map<String, Value>) -> Value {
        let mut read = Map::new();
        for (key, value) in held {
            let value = match (key.as_str(), value) {
                ("type", Value::String(kind)) if held.get("nullable") == Some(&Value::Bool(true)) => {
                    json!([kind.to_ascii_lowercase(), "null"])
                }
                ("type", Value::String(kind)) => json!(kind.to_ascii_lowercase()),
                // A flag of draft 4 beside the bound that it opens; `1.0` is a whole number in all later drafts.
                ("exclusiveMinimum" | "exclusiveMaximum", Value::Bool(is_open)) => match held.get(bound_of(key)) {
                    Some(bound) if *is_open => bound.clone(),
                    _ => continue,
                },
                ("$ref", Value::String(reference)) if target(reference, self.root).is_none() => continue,
                ("required", Value::Array(names)) if !self.ghosts => {
                    names.iter().filter(|name| is_declared(name, held)).cloned().collect()
                }
                (key, value) if SCHEMAS.contains(&key) => self.of(value),
                (key, Value::Object(schemas)) if NAMED.contains(&key) => Value::Object(
                    schemas
                        .iter()
                        .map(|(name, schema)| {
                            let is_list = schema.is_array();
                            (name.clone(), if is_list { schema.clone() } else { self.of(schema) })
                        })
                        .collect(),
                ),
                (_, value) => value.clone(),
            };
            read.insert(key.clone(), value);
        }
        Value::Object(read)
    }
}

/// The bound that a flag of draft 4 opens.
fn bound_of(flag: &str) -> &'static str {
    if flag == "exclusiveMinimum" { "minimum" } else { "maximum" }
}

/// Whether something is said of a member, or of members like it; a node without `properties` may leave that
/// to another.
fn is_declared(name: &Value, held: &Map<String, Value>) -> bool {
    let others = ["additionalProperties", "patternProperties"];
    held.get("properties").is_none_or(|members| name.as_str().is_some_and(|name| members.get(name).is_some()))
        || others.into_iter().any(|key| held.get(key).is_some_and(|held| *held != Value::Bool(false)))
}
