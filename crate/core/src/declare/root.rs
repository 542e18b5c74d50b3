//! Schemas of a document, with the tools around them.

use super::{
    fields::{INPUT_SCHEMA, OPENAI, PARAMETERS, RESPONSES, first_schema, schema_in},
    kinds::{function, is_openai},
};
use crate::{
    json::{JsonId, Kind, Tape},
    schema::Spelling,
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
