//! Documents that are mistaken for schemas and tools: what they are, and what to give instead.

use crate::{
    declare::has_schema_keyword,
    json::{JsonId, Kind, Tape},
};

/// Describes an object that is neither a schema nor contains tools, with help for the author; `None` for one that may
/// be a schema.
pub(super) fn foreign(tape: &Tape<'_>, root: JsonId) -> Option<(&'static str, &'static str)> {
    if has_schema_keyword(tape, root) {
        return None;
    }
    let is = |name, kind| tape.get(root, name).filter(|value| tape.kind(*value) == kind);
    let (text, object) = (|name| is(name, Kind::String), |name| is(name, Kind::Object));
    let message = |error| tape.get(error, "message").is_some_and(|message| tape.kind(message) == Kind::String);
    if object("error").is_some_and(message) {
        return Some(("the body of an API error", "give the tools or the request that it is about"));
    }
    if object("mcpServers").is_some() || object("servers").is_some() {
        return Some((
            "a configuration of MCP servers",
            "ask a server for its tools: `lapidary extract --config FILE --name SERVER`",
        ));
    }
    if text("openapi").is_some() || text("swagger").is_some() {
        return Some(("an OpenAPI document", "give the schema of an operation's request, or the tools made of it"));
    }
    if text("model").is_some() && tape.get(root, "input").is_some() {
        return Some(("a request of the Responses or Interactions API without functions", "it needs no change"));
    }
    None
}
