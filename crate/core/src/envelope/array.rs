//! Detection of an array, or of lines: of tools, of lists of tools, or of both.

use super::{
    foreign::{ANY, foreign, has_input_schema, lookalike, no_schema},
    kind::EnvelopeKind,
    tools::{Envelope, gemini, list_in, listed},
};
use crate::{
    declare::{declarations, is_chat, is_declaration, is_hosted, is_openai, is_own_tool, is_request, is_tool},
    json::{JsonId, Kind, PositionEncoding, Tape},
    report::{Issue, Places},
};

/// Detects what an array, or one within it, holds.
///
/// # Errors
/// An issue for an array of which most elements are no tools, or that has an element which is known as something else.
pub(super) fn detect_array(tape: &Tape<'_>, root: JsonId) -> Result<Envelope, Box<Issue>> {
    let items = items(tape, root);
    if items.is_empty() {
        return Err(no_schema("an empty array: it holds no tool", ANY));
    }
    let any = |is: fn(&Tape<'_>, JsonId) -> bool| items.iter().any(|item| is(tape, *item));
    let all = |is: fn(&Tape<'_>, JsonId) -> bool| items.iter().all(|item| is(tape, *item));
    if any(|tape, item| declarations(tape, item).is_some()) || all(is_own_tool) {
        return Ok(gemini(tape, EnvelopeKind::GeminiTool, &mut items.into_iter()));
    }
    if any(is_declaration) {
        return Ok(Envelope::of(EnvelopeKind::DeclarationArray, items));
    }
    if any(is_openai) {
        return Ok(listed(tape, EnvelopeKind::OpenAiToolArray, items.into_iter()));
    }
    if all(is_hosted) {
        return Err(no_schema("an array of a provider's own tools, which have no schemas", ANY));
    }
    if all(|tape, item| tape.kind(item) == Kind::String) {
        return Err(no_schema(
            "an array of strings, not of tools",
            "give the tools themselves, with their input schemas",
        ));
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
/// If at least half of the items are tools or lists, the others are tools, too, which cannot be called.
fn tools(tape: &Tape<'_>, root: JsonId, items: &[JsonId]) -> Result<Envelope, Box<Issue>> {
    let mut envelope = Envelope::of(EnvelopeKind::ToolArray, Vec::with_capacity(items.len()));
    let mut unnamed = Vec::new();
    for item in items.iter().copied() {
        if let Some(list) = list(tape, item) {
            envelope.kind = EnvelopeKind::ToolsList;
            envelope.tools.extend(list);
        } else if is_hosted(tape, item) {
            envelope.others.push(item);
        } else {
            envelope.tools.push(item);
            unnamed.extend((!is_tool(tape, item)).then_some(item));
        }
    }
    let noun = if tape.is_lines() && root == JsonId::ROOT { "JSON Lines" } else { "an array" };
    if let Some((item, (what, help))) = unnamed.iter().find_map(|item| Some((*item, known(tape, *item)?))) {
        return Err(placed(tape, item, *no_schema(&format!("{noun} with {what}"), help)));
    }
    let of_tools = items.len() - unnamed.len();
    match unnamed.first() {
        Some(_) if of_tools == 0 => Err(no_schema(&format!("{noun} without a tool"), ANY)),
        Some(first) if of_tools < unnamed.len() => {
            let what = format!("{noun} of which only {of_tools} of {} elements are tools", items.len());
            Err(placed(tape, *first, *no_schema(&what, ANY)))
        }
        _ => Ok(envelope),
    }
}

/// The tools of a `tools/list` result or response.
fn list(tape: &Tape<'_>, item: JsonId) -> Option<Vec<JsonId>> {
    let list = list_in(tape, item)?;
    let is_list = matches!(list.kind, EnvelopeKind::ToolsList | EnvelopeKind::JsonRpc) && !is_chat(tape, item);
    (is_list && !has_input_schema(tape, item) && lookalike(tape, item).is_none()).then_some(list.tools)
}

/// What an item is that is neither a tool nor a list, with help for the author; `None` if it is not known.
fn known(tape: &Tape<'_>, item: JsonId) -> Option<(&'static str, &'static str)> {
    let request = || {
        let is_one = is_request(tape, item) || is_chat(tape, item) || list_in(tape, item).is_some();
        is_one.then_some(("a request, which has tools of its own", "give each request by itself"))
    };
    lookalike(tape, item).or_else(request).or_else(|| foreign(tape, item))
}

/// The issue at an item.
fn placed(tape: &Tape<'_>, item: JsonId, issue: Issue) -> Box<Issue> {
    let pointer = Places::new(tape, PositionEncoding::default()).pointer(item);
    Box::new(Issue { span: tape.span(item), pointer, ..issue })
}
