//! Documents that are mistaken for schemas and tools: what they are, and what to give instead.

use crate::{
    declare::{has_schema_keyword, is_call, is_lone_hosted},
    json::{JsonId, Kind, Tape},
    report::Issue,
};

/// The help for documents that are not recognized.
pub(super) const ANY: &str = "give a JSON Schema, an MCP tool, a tools/list result, or a Gemini request";

/// What a document is, and help for the author.
type Foreign = (&'static str, &'static str);

const BEDROCK: Foreign = (
    "a tool or a request of Amazon Bedrock's Converse API",
    "give each tool as MCP has it, with the value of `json` as its `inputSchema`",
);
pub(super) const CALL: Foreign =
    ("a model's call", "give the tool that it calls; `lapidary restore` restores the arguments of calls");
const CODEC: Foreign = ("a codec", "give the tool that it is of; `lapidary restore` takes a codec and a call");
const UNNAMED: Foreign = ("an MCP tool without a name", "give it a `name`, by which it is called");
const HOSTED: Foreign = ("a provider's own tool, which has no schema", "it needs no change");
const DESCRIBED: Foreign = (
    "a description of an MCP server, without its tools",
    "ask the server for its tools: `lapidary extract --server COMMAND`",
);
const CONFIGURATION: Foreign =
    ("a configuration of MCP servers", "ask a server for its tools: `lapidary extract --config FILE --name SERVER`");

/// Describes an object that has a name, tools or messages as a tool or a request has, and is neither; with help for the
/// author.
pub(super) fn lookalike(tape: &Tape<'_>, root: JsonId) -> Option<Foreign> {
    if has_input_schema(tape, root) {
        return None;
    }
    let is = |object, name, kind| tape.get(object, name).filter(|value| tape.kind(*value) == kind);
    let has_spec = |tool| is(tool, "toolSpec", Kind::Object).is_some();
    let listed = is(root, "toolConfig", Kind::Object).unwrap_or(root);
    let tools = is(listed, "tools", Kind::Array);
    if has_spec(root) || tools.is_some_and(|tools| listed != root || tape.elements(tools).any(has_spec)) {
        return Some(BEDROCK);
    }
    if is_call(tape, root) {
        return Some(CALL);
    }
    if is_lone_hosted(tape, root) {
        return Some(HOSTED);
    }
    // `server.json` of the MCP registry, and the manifest of a bundle for desktops.
    let is_entry = ["packages", "remotes"].iter().any(|name| is(root, name, Kind::Array).is_some());
    let is_manifest = is(root, "server", Kind::Object).is_some_and(|server| tape.get(server, "mcp_config").is_some());
    let has_schemas = tools.is_some_and(|tools| tape.elements(tools).any(|tool| has_input_schema(tape, tool)));
    let is_named = is(root, "name", Kind::String).is_some();
    (is_named && (is_entry || is_manifest) && !has_schemas).then_some(DESCRIBED)
}

/// Whether an object has the schema of an MCP tool.
pub(super) fn has_input_schema(tape: &Tape<'_>, object: JsonId) -> bool {
    let schemas = ["inputSchema", "input_schema"].map(|name| tape.get(object, name));
    schemas.into_iter().flatten().any(|schema| tape.kind(schema) == Kind::Object)
}

/// Describes an object that is neither a schema nor contains tools, with help for the author; `None` for one that may
/// be a schema.
pub(super) fn foreign(tape: &Tape<'_>, root: JsonId) -> Option<Foreign> {
    if has_schema_keyword(tape, root) {
        return None;
    }
    let is = |object, name, kind| tape.get(object, name).filter(|value| tape.kind(*value) == kind);
    let (text, object) = (|name| is(root, name, Kind::String), |name| is(root, name, Kind::Object));
    if object("error").is_some_and(|error| is(error, "message", Kind::String).is_some()) {
        return Some(("the body of an API error", "give the tools or the request that it is about"));
    }
    let nested = object("mcp").filter(|mcp| is(*mcp, "servers", Kind::Object).is_some());
    if nested.is_some() || ["mcpServers", "servers", "context_servers"].iter().any(|name| object(name).is_some()) {
        return Some(CONFIGURATION);
    }
    if text("openapi").is_some() || text("swagger").is_some() {
        return Some(("an OpenAPI document", "give the schema of an operation's request, or the tools made of it"));
    }
    if text("jsonrpc").is_some() {
        return Some(("a JSON-RPC message without tools", "give the response to `tools/list`"));
    }
    if ["prompts", "resources", "resourceTemplates"].iter().any(|name| is(root, name, Kind::Array).is_some()) {
        return Some(("a list of prompts or resources, which have no schemas", "give the response to `tools/list`"));
    }
    if is(root, "servers", Kind::Array).is_some() {
        return Some(DESCRIBED);
    }
    // Beside a text, it is no property of a schema that is written in short.
    let has_schema =
        ["inputSchema", "input_schema"].into_iter().filter_map(object).any(|schema| is_of_objects(tape, schema));
    if has_schema && ["description", "title"].iter().any(|name| text(name).is_some()) {
        return Some(UNNAMED);
    }
    if is_map_of_tools(tape, object("tools").unwrap_or(root)) {
        return Some(("a map of tools by name", "give a list of tools, each with its `name`"));
    }
    if is(root, "candidates", Kind::Array).is_some() {
        return Some(("a response of Gemini", "give the request that it answers"));
    }
    if text("object").is_some() && is(root, "choices", Kind::Array).is_some() {
        return Some(("a response in OpenAI's format", "give the request that it answers"));
    }
    if is(root, "tool_calls", Kind::Array).is_some() {
        return Some(CALL);
    }
    let is_coded = ["arguments", "tools"].iter().any(|name| object(name).is_some());
    if is(root, "version", Kind::Number).is_some() && is_coded {
        return Some(CODEC);
    }
    if text("model").is_some() && tape.get(root, "input").is_some() {
        return Some(("a request of the Responses or Interactions API without functions", "it needs no change"));
    }
    None
}

fn is_of_objects(tape: &Tape<'_>, schema: JsonId) -> bool {
    let named = tape.get(schema, "type").and_then(|named| tape.string(named));
    named.is_some_and(|named| named.eq_ignore_ascii_case("object"))
}

/// Whether each member of an object is a tool without a name, as programs have them under theirs.
fn is_map_of_tools(tape: &Tape<'_>, object: JsonId) -> bool {
    let is = |object, name, kind| tape.get(object, name).is_some_and(|value| tape.kind(value) == kind);
    let is_tool = |tool| {
        let is_described = is(tool, "description", Kind::String) && is(tool, "parameters", Kind::Object);
        (is_described || has_input_schema(tape, tool)) && !has_schema_keyword(tape, tool)
    };
    let mut tools = tape.members(object).map(JsonId::value_of_key).peekable();
    tools.peek().is_some() && tools.all(is_tool)
}

/// The issue of a document without a schema: what it is instead, and help for the author.
pub(super) fn no_schema(what: &str, help: &str) -> Box<Issue> {
    Box::new(Issue::document("no-schema", format!("this is {what}"), help))
}
