//! Lowers one tool after the other, each within its share of the limits of the call.

use super::findings::{Findings, context};
use crate::{
    Mode, OnError, Options, Output, Role,
    choose::{Chosen, lower_chosen},
    declare::{Declaration, Root},
    envelope::{EnvelopeKind, written},
    json::{JsonId, Tape},
    limits::{Limits, Met, Work},
    lower::{Detail, LoweredTool, Out, Written, lower_tool},
    report::{Issue, Places, limit_met},
    rules::{Rendered, RuleBook},
    schema::Spelling,
};

/// Approximate bytes that a declaration takes with its report, whatever its schema.
const DECLARATION: usize = 4_000;

/// How the declarations of a document are lowered.
pub(super) struct Lowering<'c> {
    pub(super) tape: &'c Tape<'c>,
    pub(super) kind: EnvelopeKind,
    pub(super) options: &'c Options,
    pub(super) output: &'c Output,
    pub(super) rules: &'c RuleBook,
    pub(super) findings: Findings,
    pub(super) work: &'c Work,
}

impl Lowering<'_> {
    /// Lowers a tool with its share of the limits; one at which a limit is met stays unchanged.
    pub(super) fn within_limits(&self, root: &Root, is_last: bool) -> Declaration {
        let length = root.object.or(root.schema).map_or(0, |tool| self.tape.slice(tool).len());
        match self.work.part(length, is_last, || self.lower(root)) {
            (declaration, None) => declaration,
            (_, Some(met)) => Declaration::unchanged(self.tape, root.clone(), &self.options.target, met),
        }
    }

    /// How many of the tools are lowered, and the limit that excludes the others.
    pub(super) fn served(&self, tools: usize) -> (usize, Option<Met>) {
        let by_memory = usize::try_from(self.work.memory() / 2).unwrap_or(usize::MAX) / DECLARATION;
        let by_number = self.options.limits.declarations;
        let met = if by_memory < by_number { Met::Memory } else { Met::Declarations };
        let served = tools.min(by_memory).min(by_number);
        self.work.keep(served * DECLARATION);
        (served, (served < tools).then_some(met))
    }

    fn lower(&self, root: &Root) -> Declaration {
        let (tape, rules) = (self.tape, self.rules);
        let chosen = lower_chosen(self.options, root.door(tape), &|options| {
            let (lower_options, spelling) = (options.lower_options(self.written(options)), root.schema_spelling(tape));
            let lowered =
                lower_tool(tape, root.schema, spelling, lower_options, &rules.handlers, self.detail(), self.work);
            match root.schema {
                Some(schema) => apply_text_rules((tape, schema), lowered, options, rules, self.work),
                None => lowered,
            }
        });
        let response = root.response.map(|schema| {
            let options = self.options.with_target(&chosen.target);
            let written = self.written(&options);
            lower_response(tape, schema, root.spelling, options, rules, written, self.work)
        });
        let Chosen { tool, target, reason } = chosen;
        Declaration::new(tape, root.clone(), tool, (target, reason), response)
    }

    fn written(&self, options: &Options) -> Written {
        written(self.kind, self.output.emit, &options.target)
    }

    fn detail(&self) -> Detail {
        match self.findings {
            Findings::Unread if self.output.on_error != OnError::Throw && !self.options.target.chooses => Detail::Count,
            Findings::Unread if self.output.on_error != OnError::Throw => Detail::Costs,
            _ => Detail::All,
        }
    }

    /// Checks that every tool of a document has a declaration and can be called; `others` are not lowered, since a limit
    /// was `met`.
    ///
    /// # Errors
    /// The issue of the first tool that is not or cannot; its span is in bytes.
    pub(super) fn check(
        &self,
        declarations: &[Declaration],
        others: &[JsonId],
        met: Option<Met>,
    ) -> Result<(), Box<Issue>> {
        let Some(index) = declarations.iter().position(Declaration::is_failed) else {
            let unserved = |met| unserved_issue(others, met, (&self.options.limits, OnError::Throw), &self.places());
            return met.map_or(Ok(()), |met| Err(Box::new(unserved(met))));
        };
        let (places, declaration) = (self.places(), &declarations[index]);
        let fatal = declaration.edits.iter().find(|edit| edit.fatal);
        let unlocated = |edit| places.unlocated(edit, &context(declaration, index, self.options.role));
        let limit = || limit_issue(declaration, &self.options.limits, &places);
        let name = declaration.root.name.and_then(|name| self.tape.string(name));
        fatal.map(unlocated).or_else(limit).map_or(Ok(()), |issue| Err(Box::new(issue.of_tool(name.as_deref()))))
    }

    fn places(&self) -> Places<'_> {
        Places::new(self.tape, self.options.encoding)
    }
}

/// The issue of a declaration at which a limit was met; its span is in bytes.
pub(super) fn limit_issue(declaration: &Declaration, limits: &Limits, places: &Places<'_>) -> Option<Issue> {
    let left = if declaration.dropped { "omitted" } else { "left unchanged" };
    let at = declaration.root.schema.or(declaration.root.object)?;
    Some(limit_met((declaration.met?, "the schema"), limits, left, places, at))
}

/// The issue of a document with more tools than are lowered, at the first of the others; its span is in bytes.
pub(super) fn unserved_issue(
    tools: &[JsonId],
    met: Met,
    (limits, on_error): (&Limits, OnError),
    places: &Places<'_>,
) -> Issue {
    let left = match (on_error, tools.len()) {
        (OnError::Omit, 1) => "omitted".to_owned(),
        (OnError::Omit, several) => format!("{several} tools omitted, from this one on"),
        (_, 1) => "left unchanged; no declaration is written for it".to_owned(),
        (_, several) => {
            format!("{several} tools left unchanged, from this one on; no declarations are written for them")
        }
    };
    limit_met((met, "the document"), limits, &left, places, tools.first().copied().unwrap_or(JsonId::ROOT))
}

/// Lowers the schema of an answer, of a function or of the model. Nothing in it is encoded: an answer reaches its
/// reader unchanged.
pub(crate) fn lower_response(
    tape: &Tape<'_>,
    schema: JsonId,
    spelling: Spelling,
    mut options: Options,
    rules: &RuleBook,
    written: Written,
    work: &Work,
) -> LoweredTool {
    (options.role, options.mode) = (Role::Response, Mode::DropIn);
    let lowered =
        lower_tool(tape, Some(schema), spelling, options.lower_options(written), &rules.handlers, Detail::All, work);
    apply_text_rules((tape, schema), lowered, &options, rules, work)
}

/// Applies the rules for text to the rendered schema, which is not rendered if none of them can change it: their subjects
/// are `\u` escapes, and schemas that may be over the target's limits.
fn apply_text_rules(
    source: (&Tape<'_>, JsonId),
    mut lowered: LoweredTool,
    options: &Options,
    rules: &RuleBook,
    work: &Work,
) -> LoweredTool {
    let (target, written) = (&options.target, source.0.slice(source.1));
    let has_escapes =
        || source.0.has_unicode_escapes() && written.split('\\').skip(1).any(|escape| escape.starts_with('u'));
    // What is written out may be much longer than its source.
    let fewest = target.fewest_bytes_of_too_large();
    let may_be_long = |out: &Out| written.len() >= fewest || fewest < usize::MAX && !matches!(out, Out::Source(_));
    let Some(out) = lowered.parameters.as_ref().filter(|out| may_be_long(out) || has_escapes()) else {
        return lowered;
    };
    let (text, hints) = (out.render(source.0, None), options.hints);
    let mut rendered = Rendered { text, edits: Vec::new(), source, target, hints, work };
    for hook in &rules.texts {
        hook(&mut rendered);
    }
    if !rendered.edits.is_empty() {
        if rendered.text != out.render(source.0, None) {
            lowered.parameters = Some(Out::Text(rendered.text.into()));
        }
        lowered.edits.extend(rendered.edits);
    }
    lowered
}
