//! Tools of a server that are not as the protocol says. The official TypeScript clients refuse the whole list for one.

use std::ops::Range;

use lapidary::{Issue, PositionEncoding, Span, internal::LineIndex};
use lapidary_mcp::{Listing, message::Members};
use serde_json::value::RawValue;

/// A tool that clients stumble over.
pub(crate) struct Odd {
    /// Which one it is, from 0.
    at: usize,
    /// Where it stands in the list, in bytes.
    place: Range<usize>,
    /// What is wrong with it.
    what: &'static str,
}

impl Odd {
    /// Those of a list, as it is written down.
    pub(crate) fn all(listing: &Listing) -> Vec<Odd> {
        let tools = listing.tools.iter().zip(listing.places()).enumerate();
        tools.filter_map(|(at, (tool, place))| Some(Odd { at, place, what: wrong(tool)? })).collect()
    }

    /// As a finding in the text of the list.
    pub(crate) fn issue(&self, text: &str, encoding: PositionEncoding) -> Issue {
        let lines = LineIndex::new(text);
        let [start, end] = [self.place.start, self.place.end].map(|at| at as u32);
        let message = format!("{}; clients of the official TypeScript SDK then refuse the whole list", self.what);
        let mut issue = Issue::document("malformed-tool", message, "correct it in the server");
        let position = lines.position(start, encoding);
        (issue.line, issue.column) = (position.line, position.column);
        issue.span = Span { start: lines.offset(start, encoding), end: lines.offset(end, encoding) };
        issue.pointer = format!("/tools/{}", self.at);
        issue
    }
}

/// What is wrong with a tool, if anything is: what the types of MCP ask, from 2024-11-05 on.
fn wrong(tool: &RawValue) -> Option<&'static str> {
    let Ok(members) = Members::of(tool.get().as_bytes()) else { return Some("a tool is not an object") };
    let is_text = |name| members.read::<String>(name).is_some();
    if !is_text("name") {
        return Some("a tool has no `name`, or one that is not text");
    }
    for (name, what) in
        [("title", "a tool's `title` is not text"), ("description", "a tool's `description` is not text")]
    {
        if members.get(name).is_some() && !is_text(name) {
            return Some(what);
        }
    }
    let schema = members.read::<Members<'_>>("inputSchema");
    let Some(schema) = schema else { return Some("a tool's `inputSchema` is missing, or not an object") };
    (schema.read::<String>("type").as_deref() != Some("object"))
        .then_some("the `type` of a tool's `inputSchema` is not \"object\"")
}
