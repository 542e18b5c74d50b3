//! Parts of a request to Claude that name its tools. Only the tools are rewritten, so these parts may no longer fit.

use crate::{
    declare::Declaration,
    json::{JsonId, Tape},
    order::{Gather, Map},
    report::{Issue, Places, Severity},
};

/// The issue of a request whose choice or history names a tool that has another name now, or whose arguments are
/// encoded now, at the first such name; its span is in bytes.
pub(super) fn untouched_issue(tape: &Tape<'_>, declarations: &[Declaration], places: &Places<'_>) -> Option<Issue> {
    let mut tools: Map<_, &Declaration> = Map::new();
    for declaration in declarations.iter().filter(|it| it.renamed || !it.codec.is_trivial()) {
        if let Some(name) = declaration.root.name.and_then(|name| tape.string(name)) {
            tools.insert(name, declaration);
        }
    }
    if tools.is_empty() {
        return None;
    }
    let chosen = tape.get(JsonId::ROOT, "tool_choice").into_iter().map(|choice| (choice, None));
    let calls = calls(tape).into_iter().map(|call| (call, tape.get(call, "input")));
    let mut names = chosen.chain(calls).filter_map(|(named, input)| {
        let name = tape.get(named, "name")?;
        let tool = tools.get(&tape.string(name)?)?;
        let is_encoded = |input: JsonId| {
            let args = tape.slice(input);
            tool.codec.encode("", args).args != args
        };
        (tool.renamed || input.is_some_and(is_encoded)).then_some(name)
    });
    let first = names.next()?;
    let message = format!(
        "{} names a tool that has another name or encoded arguments now; of the request, only the tools are rewritten",
        tape.slice(first)
    );
    let help = "rewrite `tool_choice` and the calls of `messages` with the codecs of the tools, or keep such tools out";
    let mut issue = Issue::document("untouched-names", message, help);
    (issue.pattern, issue.severity) = ("names of rewritten tools in a request", Severity::Warning);
    (issue.pointer, issue.span) = (places.pointer(first), tape.span(first));
    issue.unlisted = names.count();
    Some(issue)
}

/// The calls of the history.
fn calls(tape: &Tape<'_>) -> Vec<JsonId> {
    let messages = tape.get(JsonId::ROOT, "messages").into_iter().flat_map(|messages| tape.elements(messages));
    let blocks = messages.filter_map(|message| tape.get(message, "content")).flat_map(|content| tape.elements(content));
    let is_call =
        |block: &JsonId| tape.get(*block, "type").is_some_and(|kind| tape.string(kind).as_deref() == Some("tool_use"));
    blocks.filter(is_call).gather()
}
