//! Tools of a server that violate the protocol. Clients of the official TypeScript SDK reject the whole list for one.

use std::ops::Range;

use lapidary::{
    Issue, PositionEncoding, Span,
    internal::{LineIndex, NamedStep, pointer_and_path},
};
use lapidary_mcp::{Listing, message::Members};
use serde_json::value::RawValue;

use crate::input::source::locate;

/// A tool that violates the protocol.
pub(crate) struct MalformedTool {
    /// Its index in the list.
    at: usize,
    /// Its place in the text of the list, in bytes.
    place: Range<usize>,
    /// What is wrong with it.
    what: &'static str,
}

impl MalformedTool {
    /// The malformed tools of a list, with their places in its JSON text.
    pub(crate) fn all(listing: &Listing) -> Vec<MalformedTool> {
        let tools = listing.tools.iter().zip(listing.places()).enumerate();
        tools.filter_map(|(at, (tool, place))| Some(MalformedTool { at, place, what: wrong(tool)? })).collect()
    }

    /// The issues of malformed tools, with places in bytes of the text of the list.
    pub(crate) fn issues(all: &[MalformedTool], text: &str) -> impl Iterator<Item = Issue> {
        let lines = LineIndex::new(text);
        all.iter().map(move |odd| odd.issue(&lines))
    }

    fn issue(&self, lines: &LineIndex<'_>) -> Issue {
        let [start, end] = [self.place.start, self.place.end].map(|at| at as u32);
        let message = format!("{}; clients of the official TypeScript SDK then reject the whole list", self.what);
        let mut issue = Issue::document("malformed-tool", message, "correct it in the server");
        issue.span = Span { start, end };
        locate(&mut issue, lines, PositionEncoding::Utf8);
        (issue.pointer, issue.path) = pointer_and_path(&[NamedStep::Name("tools".into()), NamedStep::Index(self.at)]);
        issue
    }
}

/// What is wrong with a tool, if anything, by the types of MCP since 2024-11-05.
fn wrong(tool: &RawValue) -> Option<&'static str> {
    let Ok(members) = Members::of(tool.get().as_bytes()) else { return Some("a tool is not an object") };
    // Text that is not UTF-8 is still text.
    let is_text = |name| members.get(name).is_some_and(|value| value.get().starts_with('"'));
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

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, thread, time::Duration};

    use super::*;

    #[test]
    fn many_are_found_in_time_that_grows_with_them() {
        let (done, count) = mpsc::channel();
        // Building the line index anew for each tool would take minutes.
        thread::spawn(move || {
            let tools = vec![RawValue::from_string("5".to_owned()).expect("JSON"); 600_000];
            let listing = Listing { tools, version: String::new() };
            let (odd, text) = (MalformedTool::all(&listing), listing.to_json());
            let issues = MalformedTool::issues(&odd, &text);
            let last = issues.fold((0, None), |(count, _), issue| (count + 1, Some((issue.pointer, issue.line))));
            done.send(last).expect("it is waited for");
        });
        let found = count.recv_timeout(Duration::from_mins(1));
        assert_eq!(found, Ok((600_000, Some(("/tools/599999".to_owned(), 600_001)))));
    }
}
