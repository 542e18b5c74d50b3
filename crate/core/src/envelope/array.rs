//! Detection of an array, or of lines: of tools, of lists of tools, or of both.

use super::{
    foreign::{ANY, CALL, foreign, has_input_schema, lookalike, no_schema},
    kind::EnvelopeKind,
    tools::{Envelope, gemini, list_in, listed},
};
use crate::{
    declare::{declarations, is_call, is_chat, is_declaration, is_hosted, is_openai, is_own_tool, is_request, is_tool},
    json::{JsonId, Kind, PositionEncoding, Tape},
    report::{Issue, Places},
};

/// Why an array holds no tools.
pub(super) struct NoTools {
    issue: Box<Issue>,
    /// The element that shows it, if one does.
    at: Option<JsonId>,
}

impl From<Box<Issue>> for NoTools {
    fn from(issue: Box<Issue>) -> NoTools {
        NoTools { issue, at: None }
    }
}

impl NoTools {
    /// The issue, at its element. Finding the pointer takes as long as the document.
    pub(super) fn placed(self, tape: &Tape<'_>) -> Box<Issue> {
        let NoTools { mut issue, at } = self;
        if let Some(at) = at {
            issue.pointer = Places::new(tape, PositionEncoding::default()).pointer(at);
            issue.span = tape.span(at);
        }
        issue
    }
}

/// Detects what an array, or one within it, holds.
///
/// # Errors
/// For an array of which most elements are no tools, or that has an element which is known as something else.
pub(super) fn detect_array(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, NoTools> {
    let items = items(tape, root);
    if items.is_empty() {
        return Err(no_schema("an empty array: it holds no tool", ANY).into());
    }
    let any = |is: fn(&Tape<'_>, JsonId) -> bool| items.iter().any(|item| is(tape, *item));
    let all = |is: fn(&Tape<'_>, JsonId) -> bool| items.iter().all(|item| is(tape, *item));
    if any(|tape, item| declarations(tape, item).is_some()) || all(is_own_tool) {
        return Ok(gemini(tape, EnvelopeKind::GeminiTool, &mut items.into_iter()));
    }
    if let Some(call) = items.iter().copied().find(|item| is_call(tape, *item)) {
        return Err(NoTools { issue: no_schema(&format!("an array with {}", CALL.0), CALL.1), at: Some(call) });
    }
    if any(is_declaration) {
        return Ok(Envelope::of(EnvelopeKind::DeclarationArray, items));
    }
    if any(is_openai) {
        return Ok(listed(tape, EnvelopeKind::OpenAiToolArray, items.into_iter()));
    }
    if all(is_hosted) {
        return Err(no_schema("an array of a provider's own tools, which have no schemas", ANY).into());
    }
    if all(|tape, item| tape.kind(item) == Kind::String) {
        let help = "give the tools themselves, with their input schemas";
        return Err(no_schema("an array of strings, not of tools", help).into());
    }
    tools(tape, root, &items)
}

/// The elements of an array, and in the place of an array among them those of that one.
fn items(tape: &Tape<'_>, root: JsonId) -> Vec<JsonId> {
    let mut items = Vec::new();
    for element in tape.elements(root) {
        match tape.kind(element) {
            Kind::Array => items.extend(tape.elements(element)),
            _ => items.push(element),
        }
    }
    items
}

/// The MCP tools among the items of an array, and those of the lists among them: the pages of a list, or several lists.
/// If there are at least as many tools and lists as other items, these are tools, too, which cannot be called; a
/// provider's own tools, which have no schemas, count as neither.
fn tools(tape: &Tape<'_>, root: JsonId, items: &[JsonId]) -> Result<Envelope, NoTools> {
    let mut envelope = Envelope::of(EnvelopeKind::ToolArray, Vec::with_capacity(items.len()));
    let (mut of_tools, mut unnamed) = (0, Vec::new());
    for item in items.iter().copied() {
        if let Some(list) = list(tape, item) {
            envelope.kind = EnvelopeKind::ToolsList;
            envelope.tools.extend(list);
            of_tools += 1;
        } else if is_hosted(tape, item) {
            envelope.others.push(item);
        } else {
            envelope.tools.push(item);
            if is_tool(tape, item) && lookalike(tape, item).is_none() {
                of_tools += 1;
            } else {
                unnamed.push(item);
            }
        }
    }
    let noun = if tape.is_lines() && root == JsonId::ROOT { "JSON Lines" } else { "an array" };
    if let Some((item, (what, help))) = unnamed.iter().find_map(|item| Some((*item, known(tape, *item)?))) {
        return Err(NoTools { issue: no_schema(&format!("{noun} with {what}"), help), at: Some(item) });
    }
    match unnamed.first() {
        _ if of_tools == 0 => Err(no_schema(&format!("{noun} without a tool"), ANY).into()),
        Some(first) if of_tools < unnamed.len() => {
            let what = format!("{noun} of which only {of_tools} of {} elements are tools", items.len());
            Err(NoTools { issue: no_schema(&what, ANY), at: Some(*first) })
        }
        _ => Ok(envelope),
    }
}

/// The tools of a `tools/list` result or response.
fn list(tape: &Tape<'_>, item: JsonId) -> Option<Vec<JsonId>> {
    let list = list_in(tape, item)?;
    let is_list = matches!(list.kind, EnvelopeKind::ToolsList | EnvelopeKind::JsonRpc);
    let lookalike = lookalike(tape, item);
    let is_page = match &list.tools[..] {
        [] => lookalike.is_some() || !is_tool(tape, item),
        tools => lookalike.is_none() && tools.iter().all(|tool| tape.kind(*tool) == Kind::Object),
    };
    (is_list && is_page && !has_input_schema(tape, item)).then_some(list.tools)
}

/// What an item is that is neither a tool nor a list, with help for the author; `None` if it is not known.
fn known(tape: &Tape<'_>, item: JsonId) -> Option<(&'static str, &'static str)> {
    let request = || {
        let is_one = is_request(tape, item) || is_chat(tape, item) || list_in(tape, item).is_some();
        is_one.then_some(("a request, which has tools of its own", "give each request by itself"))
    };
    lookalike(tape, item).or_else(request).or_else(|| foreign(tape, item))
}
