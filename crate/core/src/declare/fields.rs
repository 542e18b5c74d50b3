//! The fields in which tools of each format have their schemas.

use crate::json::{JsonId, Kind, Tape};

/// The keys of the schema in declarations of Gemini.
pub(super) const PARAMETERS: [&str; 3] = ["parameters", "parametersJsonSchema", "parameters_json_schema"];
/// The keys of the schema of what the function of a declaration returns.
pub(super) const RESPONSES: [&str; 3] = ["response", "responseJsonSchema", "response_json_schema"];
/// The keys of the schema in tools of MCP and Anthropic.
pub(super) const INPUT_SCHEMA: [&str; 2] = ["inputSchema", "input_schema"];
/// The key of the schema in functions of `OpenAI`.
pub(super) const OPENAI: [&str; 1] = ["parameters"];
/// The key of the schema in tools of `LangChain` (`{name, description, schema}`).
const LANGCHAIN: [&str; 1] = ["schema"];

pub(super) fn first_of(tape: &Tape<'_>, object: JsonId, names: &[&str]) -> Option<JsonId> {
    names.iter().find_map(|name| tape.get(object, name))
}

pub(super) fn is_text(tape: &Tape<'_>, object: JsonId, name: &str) -> bool {
    tape.get(object, name).is_some_and(|value| tape.kind(value) == Kind::String)
}

/// The schema of a tool: in one of the fields of its format, or else of another format, or else in any field that holds
/// the schema of an object, so that no tool loses its arguments to the name of a field.
pub(super) fn schema_in(tape: &Tape<'_>, tool: JsonId, own: &[&str]) -> Option<JsonId> {
    // Some tools have a list of named schemas.
    let is_listed = |value: JsonId| tape.elements(value).any(|element| tape.kind(element) == Kind::Object);
    let is_schema = |value: &JsonId| match tape.kind(*value) {
        Kind::Object | Kind::True | Kind::False => true,
        _ => is_listed(*value),
    };
    let elsewhere = || {
        let names = INPUT_SCHEMA.iter().chain(&PARAMETERS).chain(&LANGCHAIN);
        names.filter_map(|name| tape.get(tool, name)).find(is_schema)
    };
    let unnamed = || {
        let other = tape.members(tool).filter(|key| !is_field(&tape.key(*key)));
        other.map(JsonId::value_of_key).find(|value| describes_object(tape, *value))
    };
    first_schema(tape, tool, own).or_else(elsewhere).or_else(unnamed)
}

/// The fields of tools in the formats of MCP (2025-11-25), OpenAI, Anthropic and Gemini that hold no schema of
/// arguments.
const FIELDS: [&str; 18] = [
    "_meta",
    "allowed_callers",
    "annotations",
    "behavior",
    "cache_control",
    "defer_loading",
    "description",
    "execution",
    "function",
    "icons",
    "input_examples",
    "metadata",
    "name",
    "outputSchema",
    "output_schema",
    "strict",
    "title",
    "type",
];

/// Whether a tool has the field in some format, for another purpose than the schema of its arguments.
pub(crate) fn is_field(name: &str) -> bool {
    FIELDS.contains(&name) || is_response_field(name)
}

/// Whether a field of a declaration has the schema of what the function returns.
pub(crate) fn is_response_field(name: &str) -> bool {
    RESPONSES.contains(&name)
}

/// Whether a field of a tool or a declaration has the schema of its arguments.
pub(crate) fn is_parameters_field(name: &str) -> bool {
    INPUT_SCHEMA.contains(&name) || PARAMETERS.contains(&name)
}

/// Whether an object has the schema of a tool, under a name that some format has for it.
pub(crate) fn holds_schema(tape: &Tape<'_>, object: JsonId) -> bool {
    let schemas = INPUT_SCHEMA.iter().chain(&PARAMETERS).filter_map(|name| tape.get(object, name));
    schemas.into_iter().any(|schema| describes_object(tape, schema))
}

/// Whether a value is the schema of an object by what it says.
fn describes_object(tape: &Tape<'_>, value: JsonId) -> bool {
    let is_object = |kind| tape.string(kind).is_some_and(|kind| kind.eq_ignore_ascii_case("object"));
    tape.kind(value) == Kind::Object
        && (tape.get(value, "type").is_some_and(is_object)
            || tape.get(value, "properties").is_some_and(|properties| tape.kind(properties) == Kind::Object))
}

/// The first of the named members that is present and not null.
pub(super) fn first_schema(tape: &Tape<'_>, object: JsonId, names: &[&str]) -> Option<JsonId> {
    let given = names.iter().filter_map(|name| tape.get(object, name));
    given.into_iter().find(|schema| tape.kind(*schema) != Kind::Null)
}
