//! The tools of a document, in each format of tools.

use crate::{
    json::{JsonId, Kind, Tape},
    schema::{Keyword, Spelling, meant},
    targets::Door,
};

/// A schema of a document, with the tool around it.
#[derive(Clone, Debug)]
pub(crate) struct Root {
    /// The tool or declaration; `None` for a bare schema.
    pub object: Option<JsonId>,
    /// The object that describes the function of an `OpenAI` tool.
    pub function: Option<JsonId>,
    /// The value of its name.
    pub name: Option<JsonId>,
    /// The value of its description, or of its title where there is none.
    pub description: Option<JsonId>,
    /// The schema; `None` for a tool without one.
    pub schema: Option<JsonId>,
    /// The key under which the tool has its schema.
    pub schema_key: Option<JsonId>,
    /// The response schema of the function.
    pub response: Option<JsonId>,
    /// Which keywords the tool's schemas may use.
    pub spelling: Spelling,
}

impl Root {
    /// The schema field in which the schema of a Gemini declaration came.
    pub(crate) fn door(&self, tape: &Tape<'_>) -> Option<Door> {
        let key = self.schema_key.filter(|_| self.spelling == Spelling::Proto)?;
        Some(if tape.key_is(key, "parameters") { Door::Parameters } else { Door::JsonSchema })
    }

    /// Which keywords the schema may use: only those of JSON Schema in `parametersJsonSchema`.
    pub(crate) fn schema_spelling(&self, tape: &Tape<'_>) -> Spelling {
        if self.door(tape) == Some(Door::JsonSchema) { Spelling::JsonSchema } else { self.spelling }
    }

    /// Whether the members of the function are siblings of its `type`, as in the Interactions API (google-genai 3.6.1
    /// of `PyPI`, `interactions/function.py`). For a function without a schema, that answers `schema at top-level must
    /// be a boolean or an object`.
    pub(crate) fn is_flat(&self) -> bool {
        self.function.is_some() && self.function == self.object
    }

    /// The key of the schema if the format has no such key, and the key that the format has for it.
    pub(crate) fn misplaced(&self, tape: &Tape<'_>) -> Option<(JsonId, &'static str)> {
        let key = self.schema_key?;
        let own: &[&'static str] = match self.spelling {
            Spelling::Proto => &PARAMETERS,
            Spelling::JsonSchema if self.function.is_some() => &OPENAI,
            Spelling::JsonSchema => &INPUT_SCHEMA,
        };
        let is_own = own.iter().any(|name| tape.key_is(key, name));
        (!is_own).then_some((key, own[0]))
    }
}

const DECLARATIONS: [&str; 2] = ["functionDeclarations", "function_declarations"];
const PARAMETERS: [&str; 3] = ["parameters", "parametersJsonSchema", "parameters_json_schema"];
const RESPONSES: [&str; 3] = ["response", "responseJsonSchema", "response_json_schema"];
const INPUT_SCHEMA: [&str; 2] = ["inputSchema", "input_schema"];
/// The key of the schema in functions of `OpenAI`.
const OPENAI: [&str; 1] = ["parameters"];
/// The key of the schema in tools of `LangChain` (`{name, description, schema}`).
const LANGCHAIN: [&str; 1] = ["schema"];

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

pub(crate) fn declarations(tape: &Tape<'_>, tool: JsonId) -> Option<JsonId> {
    first_of(tape, tool, &DECLARATIONS).filter(|list| tape.kind(*list) == Kind::Array)
}

fn first_of(tape: &Tape<'_>, object: JsonId, names: &[&str]) -> Option<JsonId> {
    names.iter().find_map(|name| tape.get(object, name))
}

/// The schema of a tool: in one of the fields of its format, or else of another format, or else in any field that holds
/// the schema of an object, so that no tool loses its arguments to the name of a field.
fn schema_in(tape: &Tape<'_>, tool: JsonId, own: &[&str]) -> Option<JsonId> {
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
fn first_schema(tape: &Tape<'_>, object: JsonId, names: &[&str]) -> Option<JsonId> {
    let given = names.iter().filter_map(|name| tape.get(object, name));
    given.into_iter().find(|schema| tape.kind(*schema) != Kind::Null)
}

fn is_text(tape: &Tape<'_>, object: JsonId, name: &str) -> bool {
    tape.get(object, name).is_some_and(|value| tape.kind(value) == Kind::String)
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

/// Whether an object is `{"type":"function"}` with the function as a member, or with the function's members as
/// siblings. A function as a member that has parameters needs no `type`, so that none loses its arguments.
pub(crate) fn is_openai(tape: &Tape<'_>, object: JsonId) -> bool {
    let function = function(tape, object);
    let is_function = match tape.get(object, "type") {
        Some(kind) => tape.string(kind).is_some_and(|kind| kind == "function"),
        None => function != object && tape.get(function, "parameters").is_some() && !holds_schema(tape, object),
    };
    is_function && is_text(tape, function, "name")
}

/// The object that describes an OpenAI tool's function.
fn function(tape: &Tape<'_>, tool: JsonId) -> JsonId {
    tape.get(tool, "function").filter(|function| tape.kind(*function) == Kind::Object).unwrap_or(tool)
}

/// The root for an MCP tool or an OpenAI tool.
pub(crate) fn tool(tape: &Tape<'_>, object: JsonId) -> Root {
    if is_openai(tape, object) {
        let function = function(tape, object);
        let schema = schema_in(tape, function, &OPENAI);
        let around = around(tape, function, schema, Spelling::JsonSchema);
        return Root { object: Some(object), function: Some(function), ..around };
    }
    let root = around(tape, object, schema_in(tape, object, &INPUT_SCHEMA), Spelling::JsonSchema);
    Root { schema: root.schema.map(|schema| unwrapped(tape, schema)), ..root }
}

/// The schema itself, for one that AI SDK wraps as `{"jsonSchema": …}` (ai 7.0).
fn unwrapped(tape: &Tape<'_>, schema: JsonId) -> JsonId {
    let mut members = tape.members(schema);
    match (members.next(), members.next()) {
        (Some(key), None) if tape.key_is(key, "jsonSchema") && tape.kind(key.value_of_key()) == Kind::Object => {
            key.value_of_key()
        }
        _ => schema,
    }
}

pub(crate) fn declaration(tape: &Tape<'_>, object: JsonId) -> Root {
    let schema = schema_in(tape, object, &PARAMETERS);
    let response = first_schema(tape, object, &RESPONSES);
    Root { response, ..around(tape, object, schema, Spelling::Proto) }
}

fn around(tape: &Tape<'_>, object: JsonId, schema: Option<JsonId>, spelling: Spelling) -> Root {
    let text = |name| tape.get(object, name).filter(|value| tape.kind(*value) == Kind::String);
    Root {
        object: Some(object),
        function: None,
        name: text("name"),
        description: text("description").or_else(|| text("title")),
        schema,
        schema_key: schema.map(JsonId::key_of_value),
        response: None,
        spelling,
    }
}

/// The root for a bare schema; one with `defs`, as Vertex AI spells definitions, may use all proto names.
pub(crate) fn bare(tape: &Tape<'_>, schema: JsonId) -> Root {
    let spelled = |name| tape.get(schema, name).is_some_and(|value| tape.kind(value) == Kind::Object);
    Root {
        object: None,
        function: None,
        name: None,
        description: None,
        schema: Some(schema),
        schema_key: None,
        response: None,
        spelling: if spelled("defs") && !spelled("$defs") { Spelling::Proto } else { Spelling::JsonSchema },
    }
}
