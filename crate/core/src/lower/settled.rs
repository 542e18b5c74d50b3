//! Lowers the output again if parts of it were removed on which others may depend, until nothing changes: transforming
//! an output a second time leaves it as it is.

use super::{Detail, Edit, Found, Handlers, LowerOptions, LoweredTool, Mode, Out, log::Message, tool::lower_once};
use crate::{
    json::{JsonId, Tape, read},
    limits::Work,
    order::{Gather, sort_by_key},
    resolve::Pointers,
    schema::Spelling,
};

/// The maximum number of times that an output is lowered again.
const MAX_RUNS: usize = 4;

/// Lowers the schema at `root`; `None` stands for a tool without one. `detail` is how much of the edits to keep.
#[must_use]
pub(crate) fn lower_tool(
    tape: &Tape<'_>,
    root: Option<JsonId>,
    spelling: Spelling,
    options: LowerOptions<'_>,
    handlers: &Handlers,
    detail: Detail,
    work: &Work,
) -> LoweredTool {
    match root {
        Some(root) => {
            let mut tool = lower_once(tape, root, spelling, options, handlers, detail, work);
            if tool.unsettled {
                tool = settled(tape, root, tool, options, handlers, detail, work);
            }
            if detail == Detail::All {
                keep_places(&mut tool, tape);
            }
            tool
        }
        None => LoweredTool::default(),
    }
}

/// Lowers the output for the schema at `root` again until it is stable. Each further edit is attributed to the source
/// of the earlier change that led to it.
fn settled(
    tape: &Tape<'_>,
    root: JsonId,
    mut tool: LoweredTool,
    options: LowerOptions<'_>,
    handlers: &Handlers,
    detail: Detail,
    work: &Work,
) -> LoweredTool {
    for _ in 0..MAX_RUNS {
        let Some(out) = tool.parameters.as_ref().filter(|_| !work.is_spent()) else { break };
        let text = out.render(tape, None);
        let Ok(left) = read(&text) else { break };
        let Some(again) = lower_again(&left, options, handlers, detail, work) else { break };
        let causes = Causes::of(&tool.edits);
        let source = |edit: &Edit| causes.of_edit(edit).unwrap_or(root);
        let later = again.edits.into_iter().map(|edit| told(source(&edit), edit, &left, options)).gather();
        tool.edits.extend(later);
        tool.words.extend(again.words);
        tool.parameters = again.parameters.map(|out| Out::Text(out.render(&left, None).into()));
    }
    tool
}

/// Moves the places of edits to the nearest that the output has: parts were omitted or replaced after they had changed.
fn keep_places(tool: &mut LoweredTool, tape: &Tape<'_>) {
    let LoweredTool { parameters, edits, emptied, .. } = tool;
    if edits.is_empty() && emptied.is_empty() {
        return;
    }
    let text = parameters.as_ref().map(|out| out.render(tape, None)).unwrap_or_default();
    let Ok(left) = read(&text) else {
        // There is no schema, but still the declaration.
        return edits
            .iter_mut()
            .filter(|edit| !edit.outputs.is_empty())
            .for_each(|edit| edit.outputs = vec![String::new()]);
    };
    let mut pointers = Pointers::default();
    for edit in edits {
        let mut places = Vec::with_capacity(edit.outputs.len());
        for mut output in std::mem::take(&mut edit.outputs) {
            output.truncate(pointers.reached(&left, &output).len());
            if !places.contains(&output) {
                places.push(output);
            }
        }
        edit.outputs = places;
    }
    emptied.retain(|emptied| pointers.reached(&left, &emptied.output) == emptied.output);
}

/// Lowers the output again; `None` if nothing changes, or if calls would have to be restored twice.
fn lower_again(
    left: &Tape<'_>,
    options: LowerOptions<'_>,
    handlers: &Handlers,
    detail: Detail,
    work: &Work,
) -> Option<LoweredTool> {
    let lowered = |options: LowerOptions<'_>| {
        lower_once(left, JsonId::ROOT, options.written.spelling, options, handlers, detail, work)
    };
    let again = lowered(options);
    if matches!(again.parameters, Some(Out::Source(JsonId::ROOT))) {
        return None;
    }
    if again.codec.is_trivial() {
        return Some(again);
    }
    // The changes may be independent of the codes.
    let plain = lowered(LowerOptions { mode: Mode::DropIn, ..options });
    let text = |tool: &LoweredTool| tool.parameters.as_ref().map(|out| out.render(left, None));
    (text(&plain) == text(&again)).then_some(plain)
}

/// The output places that were changed, sorted, each with the source of the change.
struct Causes<'e>(Vec<(&'e str, JsonId)>);

impl<'e> Causes<'e> {
    fn of(edits: &'e [Edit]) -> Causes<'e> {
        let places = |edit: &'e Edit| edit.outputs.iter().map(|output| (output.as_str(), edit.source));
        let mut causes = edits.iter().flat_map(places).gather();
        sort_by_key(&mut causes, |cause| cause.0);
        Causes(causes)
    }

    /// The source of the change nearest to an edit of its output: among sorted places, those with the longest common
    /// prefix are next to each other.
    fn of_edit(&self, later: &Edit) -> Option<JsonId> {
        let place = later.outputs.first()?.as_str();
        let at = self.0.partition_point(|(output, _)| *output <= place);
        let common = |output: &str| output.bytes().zip(place.bytes()).take_while(|(a, b)| a == b).count();
        let beside = at.checked_sub(1).into_iter().chain([at]).filter_map(|at| self.0.get(at));
        beside.max_by_key(|(output, _)| common(output)).map(|(_, source)| *source)
    }
}

/// Attributes an edit of the output to a place in the source; its texts are about the JSON of the output.
fn told(source: JsonId, edit: Edit, left: &Tape<'_>, options: LowerOptions<'_>) -> Edit {
    let found = Found::new(left, edit.source, options.target);
    let said = |message: Message| Message::Text(message.text_of(found).into());
    let usual = || found.usual(found.keyword()?).map(Message::from);
    let message = edit.message.map(said).or_else(usual);
    Edit { source, message, fix: edit.fix.map(said), ..edit }
}
