//! Parts of a request to Claude that name its tools. Only the tools are rewritten, so these parts may no longer fit.

use crate::{
    declare::Declaration,
    json::{JsonId, Tape},
    order::{Gather, Set},
    report::{Issue, Places, Severity},
};

/// The issue of a request whose choice or history names a tool that has another name or other arguments now, at the
/// first such name; its span is in bytes.
pub(super) fn untouched_issue(tape: &Tape<'_>, declarations: &[Declaration], places: &Places<'_>) -> Option<Issue> {
    let changed = |declaration: &&Declaration| declaration.renamed || !declaration.codec.is_trivial();
    let name = |declaration: &Declaration| declaration.root.name.and_then(|name| tape.string(name));
    let changed: Set<_> = declarations.iter().filter(changed).filter_map(name).collect();
    if changed.is_empty() {
        return None;
    }
    let mut names =
        names(tape).into_iter().filter(|name| tape.string(*name).is_some_and(|name| changed.contains(&name)));
    let first = names.next()?;
    let message = format!(
        "{} names a tool that has another name or other arguments now; of the request, only the tools are rewritten",
        tape.slice(first)
    );
    let help = "rewrite `tool_choice` and the calls of `messages` with the codecs of the tools, or keep such tools out";
    let mut issue = Issue::document("untouched-names", message, help);
    (issue.pattern, issue.severity) = ("names of rewritten tools in a request", Severity::Warning);
    (issue.pointer, issue.span) = (places.pointer(first), tape.span(first));
    issue.unlisted = names.count();
    Some(issue)
}

/// The names in the choice and in the calls of the history.
fn names(tape: &Tape<'_>) -> Vec<JsonId> {
    let chosen = tape.get(JsonId::ROOT, "tool_choice");
    let messages = tape.get(JsonId::ROOT, "messages").into_iter().flat_map(|messages| tape.elements(messages));
    let blocks = messages.filter_map(|message| tape.get(message, "content")).flat_map(|content| tape.elements(content));
    let is_call =
        |block: &JsonId| tape.get(*block, "type").is_some_and(|kind| tape.string(kind).as_deref() == Some("tool_use"));
    chosen.into_iter().chain(blocks.filter(is_call)).filter_map(|named| tape.get(named, "name")).gather()
}
