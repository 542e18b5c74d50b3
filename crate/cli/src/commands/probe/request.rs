//! The smallest request that reproduces a row.

use serde_json::{Value, json};

use crate::catalogue::Row;

/// A body of `generateContent`; `None` if the row does not concern the Gemini API, or no request is recorded for it.
pub(super) fn of(row: &Row) -> Option<Value> {
    let schema = &row.minimal_schema;
    if !["both", "gemini-api"].contains(&row.surface.as_str()) || schema.is_null() {
        return None;
    }
    let declared = |member: &str| function(json!({ "name": "f", "description": "d", member: schema }));
    let answered =
        |member: &str| json!({ "generationConfig": { "responseMimeType": "application/json", member: schema } });
    let body = match row.minimal_kind.as_str() {
        "parameters" => declared("parameters"),
        "parametersJsonSchema" => declared("parametersJsonSchema"),
        "function_declaration" => function(schema.clone()),
        "response_schema" => answered("responseSchema"),
        "response_json_schema" => answered("responseJsonSchema"),
        "request" => schema.clone(),
        _ => return None,
    };
    Some(whole(body))
}

/// A request that is valid.
pub(super) fn plain() -> Value {
    let parameters = json!({ "type": "OBJECT", "properties": { "x": { "type": "STRING" } } });
    whole(function(json!({ "name": "f", "description": "d", "parameters": parameters })))
}

fn function(declaration: Value) -> Value {
    json!({ "tools": [{ "functionDeclarations": [declaration] }] })
}

/// Adds contents if there are none, and limits the output to one token. A body that is no object stays as it is.
fn whole(mut body: Value) -> Value {
    if let Value::Object(members) = &mut body {
        members.entry("contents").or_insert_with(|| json!([{ "role": "user", "parts": [{ "text": "Hi" }] }]));
        if let Value::Object(config) = members.entry("generationConfig").or_insert_with(|| json!({})) {
            config.insert("maxOutputTokens".to_owned(), 1.into());
        }
    }
    body
}
