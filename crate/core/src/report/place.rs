//! Nodes of a tape to pointers, lines and columns, for many issues of one document.

use std::cell::OnceCell;

use super::{Issue, Severity};
use crate::{
    json::{JsonId, Kind, LineIndex, PositionEncoding, Tape},
    lower::Edit,
    schema::{Pointer, Segment},
};

/// Finds places in one document.
pub(crate) struct Places<'d> {
    tape: &'d Tape<'d>,
    lines: LineIndex<'d>,
    encoding: PositionEncoding,
    parents: OnceCell<Vec<Parent>>,
}

#[derive(Clone, Copy)]
struct Parent {
    container: Option<JsonId>,
    /// Index in an array, or the key of the member.
    step: Step,
}

#[derive(Clone, Copy)]
enum Step {
    Root,
    Index(u32),
    Member(JsonId),
}

impl<'d> Places<'d> {
    pub(crate) fn new(tape: &'d Tape<'d>, encoding: PositionEncoding) -> Places<'d> {
        Places { tape, lines: LineIndex::new(tape.text()), encoding, parents: OnceCell::new() }
    }

    /// The issue of an edit. `schema` is the root of the tool's schema, from which paths start.
    pub(crate) fn issue(&self, edit: &Edit, schema: Option<JsonId>) -> Issue {
        self.locate(self.unlocated(edit, schema))
    }

    /// The same with its span in bytes, for callers that locate what they are given.
    pub(crate) fn unlocated(&self, edit: &Edit, schema: Option<JsonId>) -> Issue {
        let rule = edit.rule;
        let pointer = self.pointer(edit.source);
        let inside = schema.filter(|schema| self.tape.contains(*schema, edit.source));
        let start = inside.map_or(0, |schema| self.pointer(schema).0.len());
        let severity = edit.severity.unwrap_or(rule.severity);
        Issue {
            code: rule.code,
            pattern: rule.title,
            severity,
            message: format!("{}: {}", rule.title, edit.detail.as_deref().unwrap_or(rule.why)),
            help: format!("{} {}", rule.summary, rule.change),
            gains: edit.gains.clone(),
            loses: edit.loses.clone(),
            path: pointer.tail(start).json_path(),
            pointer: pointer.to_string(),
            span: self.tape.span(edit.source),
            line: 1,
            column: 1,
            outputs: edit.outputs.iter().map(ToString::to_string).collect(),
            evidence: rule.evidence,
            refusal: if severity == Severity::Error { crate::catalogue::refusal(rule.evidence) } else { None },
        }
    }

    /// An issue whose span is in bytes, located.
    pub(crate) fn locate(&self, issue: Issue) -> Issue {
        issue.located(&self.lines, self.encoding)
    }

    /// The pointer to a node; of a member's key, to the member.
    pub(crate) fn pointer(&self, id: JsonId) -> Pointer {
        let parents = self.parents.get_or_init(|| parents(self.tape));
        let mut steps = Vec::new();
        let mut at = Some(id);
        while let Some(node) = at {
            let parent = parents[node.index()];
            match parent.step {
                Step::Root => {}
                Step::Index(index) => steps.push(Segment::Index(index)),
                Step::Member(key) => steps.push(Segment::Key(self.tape.key(key).into_owned())),
            }
            at = parent.container;
        }
        steps.reverse();
        Pointer(steps)
    }
}

/// The container and step of every node, in one pass.
fn parents(tape: &Tape<'_>) -> Vec<Parent> {
    let mut parents = vec![Parent { container: None, step: Step::Root }; tape.len()];
    let mut containers = vec![JsonId::ROOT];
    while let Some(container) = containers.pop() {
        let mut add = |child: JsonId, step: Step| {
            parents[child.index()] = Parent { container: Some(container), step };
            if matches!(tape.kind(child), Kind::Object | Kind::Array) {
                containers.push(child);
            }
        };
        for (index, element) in tape.elements(container).enumerate() {
            add(element, Step::Index(index as u32));
        }
        for key in tape.members(container) {
            add(key, Step::Member(key));
            add(key.value_of_key(), Step::Member(key));
        }
    }
    parents
}
