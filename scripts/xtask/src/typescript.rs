//! TypeScript types of the engine's input and output, from its Rust types by way of their JSON Schemas: these state
//! which members are omitted when empty, and carry the documentation.

use crate::Outcome;
use lapidary::{
    ApiError, Codecs, Diff, EnvelopeKind, Misfit, Report,
    internal::{RulePage, TargetPage},
};
use lapidary_wasm::{
    options::{ErrorOption, LayoutOptions, Options, RestoreOptions, RoleOption, ToolOption},
    outcome,
};
use schemars::{Schema, SchemaGenerator, generate::SchemaSettings, transform::RecursiveTransform};
use serde_json::Value;

const STEP: usize = 2;

/// `codec.ts`.
pub(crate) fn codecs() -> String {
    let about = "Codecs: what has to be undone in a call's arguments, as plain data. Store them as JSON with what\n\
                 // was declared; `restoreCall` and `encodeCall` run them.";
    file(about, answered(), &[SchemaGenerator::subschema_for::<Codecs>])
}

/// `options.ts`.
pub(crate) fn options() -> String {
    let roots = [
        SchemaGenerator::subschema_for::<Options>,
        SchemaGenerator::subschema_for::<RoleOption>,
        SchemaGenerator::subschema_for::<ToolOption>,
        SchemaGenerator::subschema_for::<ErrorOption>,
        SchemaGenerator::subschema_for::<LayoutOptions>,
        SchemaGenerator::subschema_for::<RestoreOptions>,
    ];
    file("Options of the engine.", settings().for_deserialize(), &roots)
}

/// `report.ts`.
pub(crate) fn reports() -> String {
    let roots = [
        SchemaGenerator::subschema_for::<outcome::Report<'_>>,
        SchemaGenerator::subschema_for::<Diff>,
        SchemaGenerator::subschema_for::<ApiError>,
        SchemaGenerator::subschema_for::<EnvelopeKind>,
        SchemaGenerator::subschema_for::<Misfit>,
        SchemaGenerator::subschema_for::<RulePage>,
        SchemaGenerator::subschema_for::<TargetPage>,
    ];
    file("Results of the engine: documents, calls, and the engine itself.", answered(), &roots)
}

/// `report.schema.json`.
pub(crate) fn report_schema() -> Outcome<String> {
    let generator = answered().into_generator();
    Ok(serde_json::to_string_pretty(&generator.into_root_schema_for::<Report>())? + "\n")
}

fn answered() -> SchemaSettings {
    settings().for_serialize()
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with_transform(RecursiveTransform(unlink))
}

/// In a description, Rust's links become the names of their targets.
fn unlink(schema: &mut Schema) {
    if let Some(Value::String(text)) = schema.get_mut("description") {
        *text = text.replace("[`crate::", "`").replace("[`", "`").replace("`]", "`");
    }
}

fn file(about: &str, settings: SchemaSettings, roots: &[fn(&mut SchemaGenerator) -> Schema]) -> String {
    let mut generator = settings.into_generator();
    for root in roots {
        root(&mut generator);
    }
    let types = generator.take_definitions(true);
    let types: Vec<String> = types.iter().map(|(name, schema)| declaration(name, schema)).collect();
    format!("// {about}\n//\n// Written by `cargo xtask gen` from the types of the engine.\n\n{}", types.join("\n"))
}

fn declaration(name: &str, schema: &Value) -> String {
    let doc = doc(schema, 0);
    match schema.get("oneOf").and_then(Value::as_array) {
        Some(branches) => format!("{doc}export type {name} ={};\n", union(branches)),
        None if schema.get("properties").is_some() => format!("{doc}export interface {name} {}\n", object(schema, 0)),
        None => format!("{doc}export type {name} = {};\n", type_of(schema, 0)),
    }
}

/// The branches of a type, each with its documentation.
fn union(branches: &[Value]) -> String {
    let branch = |branch: &Value| format!("\n{}{:STEP$}| {}", doc(branch, STEP), "", type_of(branch, 2 * STEP));
    branches.iter().map(branch).collect()
}

fn type_of(schema: &Value, indent: usize) -> String {
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        target.trim_start_matches("#/$defs/").to_owned()
    } else if let Some(value) = schema.get("const") {
        value.to_string()
    } else if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        alternatives(values, Value::to_string)
    } else if let Some(branches) = schema.get("anyOf").or(schema.get("oneOf")).and_then(Value::as_array) {
        alternatives(branches, |branch| type_of(branch, indent))
    } else if let Some(names) = schema.get("type").and_then(Value::as_array) {
        alternatives(names, |name| named(name.as_str(), schema, indent))
    } else {
        named(schema.get("type").and_then(Value::as_str), schema, indent)
    }
}

fn alternatives(all: &[Value], each: impl Fn(&Value) -> String) -> String {
    all.iter().map(each).collect::<Vec<_>>().join(" | ")
}

/// The TypeScript type for a name of JSON Schema.
fn named(name: Option<&str>, schema: &Value, indent: usize) -> String {
    match name {
        Some("integer") => "number".to_owned(),
        Some("array") => match schema.get("items").map(|items| type_of(items, indent)) {
            Some(items) if items.contains(' ') => format!("({items})[]"),
            items => format!("{}[]", items.as_deref().unwrap_or("unknown")),
        },
        Some("object") if schema.get("properties").is_some() => object(schema, indent),
        Some("object") => {
            let values = schema
                .get("additionalProperties")
                .map_or_else(|| "unknown".to_owned(), |values| type_of(values, indent));
            format!("Record<string, {values}>")
        }
        Some(name) => name.to_owned(),
        None => "unknown".to_owned(),
    }
}

fn object(schema: &Value, indent: usize) -> String {
    let required = schema.get("required").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let members = schema.get("properties").and_then(Value::as_object).into_iter().flatten();
    let member = |(name, schema): (&String, &Value)| {
        let always = required.contains(&Value::from(name.as_str()));
        member(name, schema, always, indent + STEP)
    };
    format!("{{\n{}{:indent$}}}", members.map(member).collect::<String>(), "")
}

fn member(name: &str, schema: &Value, always: bool, indent: usize) -> String {
    let doc = doc(schema, indent);
    let type_of = type_of(schema, indent);
    // A member that is omitted when empty is never null.
    let (mark, type_of) = if always { ("", &*type_of) } else { ("?", type_of.trim_end_matches(" | null")) };
    format!("{doc}{:indent$}{name}{mark}: {type_of};\n", "")
}

/// The documentation comment.
fn doc(schema: &Value, indent: usize) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let lines: Vec<&str> = text.lines().collect();
    match lines.as_slice() {
        [line] => format!("{:indent$}/** {line} */\n", ""),
        lines => {
            let line = |line: &&str| format!("{:indent$} * {line}", "").trim_end().to_owned() + "\n";
            format!("{0:indent$}/**\n{1}{0:indent$} */\n", "", lines.iter().map(line).collect::<String>())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_has_a_link_of_rust() -> Outcome {
        for text in [report_schema()?, reports(), codecs(), options()] {
            assert!(!text.contains("[`") && !text.contains("crate::"), "{text}");
        }
        Ok(())
    }
}
