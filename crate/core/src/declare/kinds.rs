//! What the objects of a document are: tools, declarations and requests, in each format.

use super::fields::{INPUT_SCHEMA, PARAMETERS, first_of, holds_schema, is_text, schema_in};
use crate::{
    json::{JsonId, Kind, Tape},
    schema::{Keyword, meant},
};

/// The spellings of the member of Gemini's `Tool` that lists functions.
pub const DECLARATIONS: [&str; 2] = ["functionDeclarations", "function_declarations"];

/// The fields of Gemini's `Tool` that hold no functions (aiplatform v1, revision 20261106).
const OWN_TOOLS: [&str; 11] = [
    "codeExecution",
    "computerUse",
    "enterpriseWebSearch",
    "exaAiSearch",
    "fileSearch",
    "googleMaps",
    "googleSearch",
    "googleSearchRetrieval",
    "parallelAiSearch",
    "retrieval",
    "urlContext",
];

/// Whether a tool is one of Gemini's own, without functions.
pub(crate) fn is_own_tool(tape: &Tape<'_>, tool: JsonId) -> bool {
    let is_own = |key: JsonId| {
        let name = tape.key(key).replace('_', "");
        OWN_TOOLS.iter().any(|own| own.eq_ignore_ascii_case(&name))
    };
    let mut members = tape.members(tool).peekable();
    members.peek().is_some() && members.all(is_own)
}

/// Whether a document is such a tool by itself: it also has a name, and no other keyword of a schema.
pub(crate) fn is_lone_hosted(tape: &Tape<'_>, object: JsonId) -> bool {
    is_text(tape, object, "name") && is_hosted(tape, object) && schema_keywords(tape, object).count() == 1
}

/// Whether a tool is a provider's own, as `{"type":"web_search"}` of OpenAI and `{"type":"bash_20250124","name":"bash"}`
/// of Anthropic are: its type is neither a function nor that of a schema, and it has no schema.
pub(crate) fn is_hosted(tape: &Tape<'_>, tool: JsonId) -> bool {
    let kind = tape.get(tool, "type").and_then(|kind| tape.string(kind));
    let is_other = |kind: &str| kind != "function" && meant(kind).is_empty();
    kind.is_some_and(|kind| is_other(&kind)) && schema_in(tape, tool, &INPUT_SCHEMA).is_none()
}

/// The functions that one of Gemini's tools declares: an array.
#[must_use]
pub fn declarations(tape: &Tape<'_>, tool: JsonId) -> Option<JsonId> {
    first_of(tape, tool, &DECLARATIONS).filter(|list| tape.kind(*list) == Kind::Array)
}

/// Whether an object has a name and `parameters`, and no keyword that only a schema has.
pub(crate) fn is_declaration(tape: &Tape<'_>, object: JsonId) -> bool {
    is_text(tape, object, "name") && first_of(tape, object, &PARAMETERS).is_some() && !has_schema_keyword(tape, object)
}

/// Whether an object has a name, and an input schema or no keyword that only a schema has.
pub(crate) fn is_tool(tape: &Tape<'_>, object: JsonId) -> bool {
    first_of(tape, object, &INPUT_SCHEMA).is_some() && is_text(tape, object, "name")
        || is_text(tape, object, "name") && !has_schema_keyword(tape, object)
}

/// Whether an object has Gemini's list of turns (`contents`), and no keyword that only a schema has.
pub(crate) fn is_request(tape: &Tape<'_>, object: JsonId) -> bool {
    has_turns(tape, object, "contents")
}

/// Whether an object has `OpenAI`'s list of turns (`messages`) and no keyword that only a schema has, is a request of
/// its Responses API, or is an interaction, whose functions are like `OpenAI`'s.
pub(crate) fn is_chat(tape: &Tape<'_>, object: JsonId) -> bool {
    has_turns(tape, object, "messages") || is_responses(tape, object) || is_interaction(tape, object)
}

/// The fields of requests of the Responses API that neither Chat Completions nor interactions have beside `input`
/// (openai 7.57 of npm, `ResponseCreateParams`).
const RESPONSES_FIELDS: [&str; 6] =
    ["instructions", "max_output_tokens", "previous_response_id", "reasoning", "text", "tool_choice"];

/// Whether an object is a request of `OpenAI`'s Responses API: by a field that only this has, or by functions for a
/// model that is not one of Gemini's.
pub(crate) fn is_responses(tape: &Tape<'_>, object: JsonId) -> bool {
    let has = |name: &str| tape.get(object, name).is_some();
    let is_known =
        || RESPONSES_FIELDS.into_iter().any(has) || has_flat_functions(tape, object) && !is_gemini(tape, object);
    is_text(tape, object, "model") && has("input") && !has("response_format") && is_known()
}

/// Whether an object is a request of Gemini's Interactions API: by the format of its answer, or by functions for a model
/// of Gemini's.
pub(crate) fn is_interaction(tape: &Tape<'_>, object: JsonId) -> bool {
    let has = |name: &str| tape.get(object, name).is_some();
    let is_known = || has("response_format") || has_flat_functions(tape, object) && is_gemini(tape, object);
    is_text(tape, object, "model") && has("input") && is_known()
}

/// Whether the tools of a request include a function with its name beside `type`.
fn has_flat_functions(tape: &Tape<'_>, object: JsonId) -> bool {
    let mut tools = tape.get(object, "tools").into_iter().flat_map(|tools| tape.elements(tools));
    tools.any(|tool| is_openai(tape, tool) && is_text(tape, tool, "name"))
}

/// Whether the model has a name as the Gemini API has them (`gemini-…`, `models/gemini-…`).
fn is_gemini(tape: &Tape<'_>, object: JsonId) -> bool {
    let model = tape.get(object, "model").and_then(|model| tape.string(model)).unwrap_or_default();
    model.strip_prefix("models/").unwrap_or(&model).starts_with("gemini-")
}

fn has_turns(tape: &Tape<'_>, object: JsonId, name: &str) -> bool {
    let turns = tape.get(object, name);
    turns.is_some_and(|turns| tape.kind(turns) == Kind::Array) && !has_schema_keyword(tape, object)
}

/// Whether an object has a keyword that only a schema has.
pub(crate) fn has_schema_keyword(tape: &Tape<'_>, object: JsonId) -> bool {
    schema_keywords(tape, object).next().is_some()
}

fn schema_keywords(tape: &Tape<'_>, object: JsonId) -> impl Iterator<Item = JsonId> {
    tape.members(object).filter(|key| {
        matches!(
            Keyword::from_name(&tape.key(*key)),
            Keyword::Type
                | Keyword::Properties
                | Keyword::AnyOf
                | Keyword::OneOf
                | Keyword::AllOf
                | Keyword::Ref
                | Keyword::Defs
                | Keyword::SchemaUri
                | Keyword::Enum
                | Keyword::Items
        )
    })
}

/// Whether an object is a model's call: a part of Gemini's, a block of Claude's, or a function of `OpenAI`'s with its
/// arguments as JSON text, which no schema is.
pub(crate) fn is_call(tape: &Tape<'_>, object: JsonId) -> bool {
    let names_function = |call| tape.kind(call) == Kind::Object && is_text(tape, call, "name");
    let (function, kind) = (function(tape, object), tape.get(object, "type").and_then(|kind| tape.string(kind)));
    first_of(tape, object, &["functionCall", "function_call"]).is_some_and(names_function)
        || kind.is_some_and(|kind| matches!(&*kind, "tool_use" | "function_call")) && is_text(tape, object, "name")
        || is_json_text(tape, function, "arguments") && first_of(tape, function, &PARAMETERS).is_none()
}

/// Whether a member is the JSON text of an object.
fn is_json_text(tape: &Tape<'_>, object: JsonId, name: &str) -> bool {
    let text = tape.get(object, name).and_then(|text| tape.string(text));
    text.is_some_and(|text| text.trim_start().starts_with('{'))
}

/// Whether an object is `{"type":"function"}` with the function as a member, or with the function's members as
/// siblings. A function as a member that has parameters needs no `type`, so that none loses its arguments.
pub(crate) fn is_openai(tape: &Tape<'_>, object: JsonId) -> bool {
    let function = function(tape, object);
    let is_function = match tape.get(object, "type") {
        Some(kind) => tape.string(kind).is_some_and(|kind| kind == "function"),
        None => function != object && tape.get(function, "parameters").is_some() && !holds_schema(tape, object),
    };
    is_function && is_text(tape, function, "name") && !is_call(tape, object)
}

/// The object that describes an OpenAI tool's function.
pub(super) fn function(tape: &Tape<'_>, tool: JsonId) -> JsonId {
    tape.get(tool, "function").filter(|function| tape.kind(*function) == Kind::Object).unwrap_or(tool)
}
