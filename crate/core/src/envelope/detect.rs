//! Detection: what a document is, said in words.

use crate::{
    json::{JsonId, Kind, Tape},
    report::Issue,
    schema::{Keyword, Spelling},
};

/// The documents that are understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EnvelopeKind {
    /// A JSON Schema by itself.
    Schema,
    /// One MCP tool.
    Tool,
    /// An array of MCP tools.
    ToolArray,
    /// The result of MCP `tools/list`.
    ToolsList,
    /// That result inside a JSON-RPC response.
    JsonRpc,
    /// One Gemini function declaration.
    Declaration,
    /// An array of Gemini function declarations.
    DeclarationArray,
    /// A Gemini `Tool`: `{"functionDeclarations":[…]}`, or an array of them.
    GeminiTool,
    /// A Gemini request with `tools`.
    Request,
}

impl EnvelopeKind {
    /// Whether the document holds Gemini declarations already.
    #[must_use]
    pub fn is_gemini(self) -> bool {
        matches!(self, Self::Declaration | Self::DeclarationArray | Self::GeminiTool | Self::Request)
    }

    /// Whether it holds one thing rather than a list.
    #[must_use]
    pub fn is_single(self) -> bool {
        matches!(self, Self::Schema | Self::Tool | Self::Declaration)
    }

    fn noun(self) -> &'static str {
        match self {
            Self::Schema => "JSON Schema",
            Self::Tool => "MCP tool",
            Self::ToolArray => "array of MCP tools",
            Self::ToolsList => "tools/list result",
            Self::JsonRpc => "tools/list result in a JSON-RPC response",
            Self::Declaration => "Gemini function declaration",
            Self::DeclarationArray => "array of Gemini function declarations",
            Self::GeminiTool => "Gemini tool",
            Self::Request => "Gemini request",
        }
    }
}

/// A schema of a document, with the tool around it.
#[derive(Clone, Debug)]
pub struct Root {
    /// The tool or declaration; `None` for a bare schema.
    pub object: Option<JsonId>,
    /// The value of its name.
    pub name: Option<JsonId>,
    /// The value of its description, or of its title where there is none.
    pub description: Option<JsonId>,
    /// The schema; `None` for a tool without one.
    pub schema: Option<JsonId>,
    /// Every member that holds a schema for the arguments: more than one where a declaration gives
    /// both `parameters` and `parametersJsonSchema`.
    pub schemas: Vec<JsonId>,
    /// Which keywords the schema uses.
    pub spelling: Spelling,
}

/// A document: its kind and its schemas.
#[derive(Clone, Debug)]
pub struct Envelope {
    /// What it is.
    pub kind: EnvelopeKind,
    /// The schemas, in document order.
    pub roots: Vec<Root>,
    /// The elements of `tools` that hold no declaration although they are there for them.
    pub empty_tools: Vec<JsonId>,
}

impl Envelope {
    /// What the document was read as: "tools/list result, 12 tools".
    #[must_use]
    pub fn read_as(&self) -> String {
        if self.kind.is_single() {
            return self.kind.noun().to_owned();
        }
        let (count, plural) = (self.roots.len(), if self.roots.len() == 1 { "" } else { "s" });
        format!("{}, {count} tool{plural}", self.kind.noun())
    }
}

const DECLARATIONS: [&str; 2] = ["functionDeclarations", "function_declarations"];
const PARAMETERS: [&str; 3] = ["parameters", "parametersJsonSchema", "parameters_json_schema"];
const INPUT_SCHEMA: [&str; 2] = ["inputSchema", "input_schema"];

/// Finds out what a document is.
///
/// # Errors
/// An issue for JSON that is neither a schema nor holds tools.
pub fn detect(tape: &Tape<'_>) -> Result<Envelope, Box<Issue>> {
    let root = JsonId::ROOT;
    match tape.kind(root) {
        Kind::Object => Ok(detect_object(tape, root)),
        Kind::Array => detect_array(tape, root),
        Kind::True | Kind::False => Ok(Envelope::of(EnvelopeKind::Schema, vec![bare(root)])),
        _ => Err(no_schema("a JSON value that is neither a schema nor a list of tools")),
    }
}

fn detect_object(tape: &Tape<'_>, root: JsonId) -> Envelope {
    let list = |object, name| tape.get(object, name).filter(|list| tape.kind(*list) == Kind::Array);
    if let Some(tools) = list(root, "tools") {
        return if tape.elements(tools).any(|tool| declarations(tape, tool).is_some()) {
            gemini(tape, EnvelopeKind::Request, tape.elements(tools))
        } else {
            Envelope::of(EnvelopeKind::ToolsList, tools_of(tape, tools))
        };
    }
    let result = tape.get(root, "result");
    if let Some(tools) = result.and_then(|result| list(result, "tools")) {
        return Envelope::of(EnvelopeKind::JsonRpc, tools_of(tape, tools));
    }
    if declarations(tape, root).is_some() {
        return gemini(tape, EnvelopeKind::GeminiTool, std::iter::once(root));
    }
    if is_declaration(tape, root) {
        return Envelope::of(EnvelopeKind::Declaration, vec![declaration(tape, root)]);
    }
    if is_tool(tape, root) {
        return Envelope::of(EnvelopeKind::Tool, vec![tool(tape, root)]);
    }
    Envelope::of(EnvelopeKind::Schema, vec![bare(root)])
}

fn detect_array(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, Box<Issue>> {
    if tape.elements(root).next().is_none() {
        return Err(no_schema("an empty array: it holds no tool"));
    }
    if tape.elements(root).any(|item| declarations(tape, item).is_some()) {
        return Ok(gemini(tape, EnvelopeKind::GeminiTool, tape.elements(root)));
    }
    if tape.elements(root).any(|item| is_declaration(tape, item)) {
        let roots = tape.elements(root).map(|item| declaration(tape, item)).collect();
        return Ok(Envelope::of(EnvelopeKind::DeclarationArray, roots));
    }
    if tape.elements(root).all(|item| is_tool(tape, item)) {
        return Ok(Envelope::of(EnvelopeKind::ToolArray, tools_of(tape, root)));
    }
    Err(no_schema("an array whose elements are no tools"))
}

impl Envelope {
    /// The document as one schema, whatever its members are named.
    pub(crate) fn schema() -> Envelope {
        Envelope::of(EnvelopeKind::Schema, vec![bare(JsonId::ROOT)])
    }

    fn of(kind: EnvelopeKind, roots: Vec<Root>) -> Envelope {
        Envelope { kind, roots, empty_tools: Vec::new() }
    }
}

fn gemini(tape: &Tape<'_>, kind: EnvelopeKind, tools: impl Iterator<Item = JsonId>) -> Envelope {
    let mut envelope = Envelope::of(kind, Vec::new());
    for tool in tools {
        let Some(list) = declarations(tape, tool) else { continue };
        let before = envelope.roots.len();
        envelope.roots.extend(tape.elements(list).map(|item| declaration(tape, item)));
        if envelope.roots.len() == before && tape.members(tool).count() == 1 {
            envelope.empty_tools.push(tool);
        }
    }
    envelope
}

fn declarations(tape: &Tape<'_>, tool: JsonId) -> Option<JsonId> {
    first_of(tape, tool, &DECLARATIONS).filter(|list| tape.kind(*list) == Kind::Array)
}

fn first_of(tape: &Tape<'_>, object: JsonId, names: &[&str]) -> Option<JsonId> {
    names.iter().find_map(|name| tape.get(object, name))
}

fn is_text(tape: &Tape<'_>, object: JsonId, name: &str) -> bool {
    tape.get(object, name).is_some_and(|value| tape.kind(value) == Kind::String)
}

/// A name and `parameters`, and nothing that only a schema has.
fn is_declaration(tape: &Tape<'_>, object: JsonId) -> bool {
    is_text(tape, object, "name") && first_of(tape, object, &PARAMETERS).is_some() && !has_schema_keyword(tape, object)
}

/// An input schema, or a name without anything that only a schema has.
fn is_tool(tape: &Tape<'_>, object: JsonId) -> bool {
    first_of(tape, object, &INPUT_SCHEMA).is_some() && is_text(tape, object, "name")
        || is_text(tape, object, "name") && !has_schema_keyword(tape, object)
}

fn has_schema_keyword(tape: &Tape<'_>, object: JsonId) -> bool {
    tape.members(object).any(|key| {
        matches!(
            Keyword::from_name(&tape.key(key)),
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

fn tools_of(tape: &Tape<'_>, list: JsonId) -> Vec<Root> {
    tape.elements(list).map(|item| tool(tape, item)).collect()
}

fn tool(tape: &Tape<'_>, object: JsonId) -> Root {
    let schema = first_of(tape, object, &INPUT_SCHEMA).filter(|schema| tape.kind(*schema) != Kind::Null);
    Root { schemas: schema.into_iter().collect(), ..around(tape, object, schema, Spelling::JsonSchema) }
}

fn declaration(tape: &Tape<'_>, object: JsonId) -> Root {
    let schemas: Vec<JsonId> = tape
        .members(object)
        .filter(|key| PARAMETERS.contains(&tape.key(*key).as_ref()))
        .map(JsonId::value_of_key)
        .collect();
    let schema = first_of(tape, object, &PARAMETERS).filter(|schema| tape.kind(*schema) != Kind::Null);
    Root { schemas, ..around(tape, object, schema, Spelling::Proto) }
}

fn around(tape: &Tape<'_>, object: JsonId, schema: Option<JsonId>, spelling: Spelling) -> Root {
    let text = |name| tape.get(object, name).filter(|value| tape.kind(*value) == Kind::String);
    Root {
        object: Some(object),
        name: text("name"),
        description: text("description").or_else(|| text("title")),
        schema,
        schemas: Vec::new(),
        spelling,
    }
}

fn bare(schema: JsonId) -> Root {
    Root {
        object: None,
        name: None,
        description: None,
        schema: Some(schema),
        schemas: vec![schema],
        spelling: Spelling::JsonSchema,
    }
}

fn no_schema(what: &str) -> Box<Issue> {
    Box::new(Issue::document(
        "no-schema",
        format!("this is {what}"),
        "give a JSON Schema, an MCP tool, a tools/list result, or a Gemini request".to_owned(),
    ))
}
