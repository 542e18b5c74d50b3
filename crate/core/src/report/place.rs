//! Conversion of tape nodes to pointers, lines and columns, for many issues of one document.

use std::{borrow::Cow, cell::OnceCell};

use super::{
    Issue, IssueCode, Severity, context::Context, evidence::evidence, message::sentence, path::Path, refusal::Refusal,
};
use crate::{
    json::{JsonId, LineIndex, Parents, Position, PositionEncoding, Span, Step, Tape},
    lower::{Edit, Found},
    schema::{path_along, pointer_along},
};

/// Finds places in one document.
pub(crate) struct Places<'d> {
    tape: &'d Tape<'d>,
    lines: OnceCell<LineIndex<'d>>,
    encoding: PositionEncoding,
    parents: OnceCell<Parents>,
}

/// The start of a one-line text in its document.
#[derive(Debug)]
pub(crate) struct Start {
    unit: u32,
    position: Position,
}

/// The displacement of a text from one start to another.
pub(crate) struct Shift<'s> {
    from: &'s Start,
    to: &'s Start,
}

impl Start {
    pub(crate) fn from<'s>(&'s self, other: &'s Start) -> Shift<'s> {
        Shift { from: other, to: self }
    }
}

impl Shift<'_> {
    pub(crate) fn units(&self, span: Span) -> Span {
        let moved = |at: u32| at - self.from.unit + self.to.unit;
        Span { start: moved(span.start), end: moved(span.end) }
    }

    /// The new line and column of what was at `column` of the line.
    pub(crate) fn position(&self, column: u32) -> (u32, u32) {
        (self.to.position.line, column - self.from.position.column + self.to.position.column)
    }
}

impl Issue {
    /// Moves the issue along with a text that has moved within its document.
    pub(crate) fn shift(&mut self, shift: &Shift<'_>) {
        self.span = shift.units(self.span);
        (self.line, self.column) = shift.position(self.column);
    }
}

impl<'d> Places<'d> {
    pub(crate) fn new(tape: &'d Tape<'d>, encoding: PositionEncoding) -> Places<'d> {
        Places { tape, lines: OnceCell::new(), encoding, parents: OnceCell::new() }
    }

    fn lines(&self) -> &LineIndex<'d> {
        self.lines.get_or_init(|| LineIndex::new(self.tape.text()))
    }

    /// The issue of an edit.
    pub(crate) fn issue(&self, edit: &Edit, tool: &Context<'_>) -> Issue {
        self.locate(self.unlocated(edit, tool))
    }

    /// The same with its span in bytes, for callers that locate the issue themselves.
    pub(crate) fn unlocated(&self, edit: &Edit, tool: &Context<'_>) -> Issue {
        let Edit { rule, source, .. } = *edit;
        let steps = self.steps(source);
        let (inner, way) = self.inside(tool.schema, source, &steps);
        let returned = self.inside(tool.response, source, &steps).1;
        let is_returned = returned.is_some();
        let way = way.or(returned);
        let mut subject = way.as_ref().map(Path::subject).unwrap_or_default();
        if is_returned {
            subject.insert_str(0, if subject.is_empty() { "response" } else { "response." });
        }
        let severity = edit.severity.unwrap_or(rule.severity);
        let found = Found::new(self.tape, source, tool.target);
        // The servers see no property where an object is listed that has one.
        let is_listed = way.as_ref().is_some_and(Path::is_within_object);
        let (path, pointer) = (path_along(self.tape, inner), pointer_along(self.tape, &steps));
        Issue {
            code: IssueCode::Rule(rule.code),
            pattern: rule.title,
            severity,
            message: sentence(edit, found, way.as_ref(), &subject),
            subject,
            fix: edit.said_fix(found),
            help: String::new(),
            accepts_more: owned(edit.accepts_more.as_ref()),
            idle: edit.idle,
            accepts_less: owned(edit.accepts_less.as_ref()),
            path,
            pointer,
            span: self.tape.span(source),
            line: 1,
            column: 1,
            outputs: if is_returned { Vec::new() } else { edit.outputs.clone() },
            evidence: evidence(rule, tool),
            // The servers accept what only a custom target rejects.
            refusal: (severity == Severity::Error && !found.is_dropped() && !is_listed)
                .then(|| Refusal { tool, tape: self.tape, steps: &steps, way: way.as_ref(), is_returned })
                .and_then(|refusal| refusal.text(rule.evidence)),
            tool: None,
            unlisted: edit.beyond,
            fatal: edit.fatal,
        }
    }

    /// The property that a place in a tool's schema is about.
    pub(super) fn subject(&self, schema: Option<JsonId>, source: JsonId) -> String {
        self.inside(schema, source, &self.steps(source)).1.as_ref().map(Path::subject).unwrap_or_default()
    }

    /// Of the steps to a source, those inside a tool's schema, and the path along them; all of them, and no path, for a
    /// source outside of it.
    fn inside<'s>(&self, schema: Option<JsonId>, source: JsonId, steps: &'s [Step]) -> (&'s [Step], Option<Path<'d>>) {
        let Some(schema) = schema.filter(|schema| self.tape.contains(*schema, source)) else { return (steps, None) };
        let inner = &steps[self.parents().depth(schema)..];
        (inner, Some(Path::new(self.tape, schema, inner, source)))
    }

    /// Where a value starts.
    pub(crate) fn start(&self, id: JsonId) -> Start {
        let byte = self.tape.span(id).start;
        let (lines, encoding) = (self.lines(), self.encoding);
        Start { unit: lines.offset(byte, encoding), position: lines.position(byte, encoding) }
    }

    /// An issue whose span is in bytes, located.
    pub(crate) fn locate(&self, issue: Issue) -> Issue {
        issue.located(self.lines(), self.encoding)
    }

    /// The JSON Pointer to a node; for a member's key, to the member.
    pub(crate) fn pointer(&self, id: JsonId) -> String {
        pointer_along(self.tape, &self.steps(id))
    }

    /// The bytes of a node.
    pub(super) fn span(&self, id: JsonId) -> Span {
        self.tape.span(id)
    }

    /// The steps to a node.
    fn steps(&self, id: JsonId) -> Vec<Step> {
        self.parents().steps(id)
    }

    fn parents(&self) -> &Parents {
        self.parents.get_or_init(|| Parents::new(self.tape))
    }
}

fn owned(text: Option<&Cow<'static, str>>) -> Option<String> {
    text.map(|text| text.clone().into_owned())
}
