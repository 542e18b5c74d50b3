//! The stages of a document: read, lowered for the target, and written again.

mod findings;
mod lowering;
mod untouched;

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::{
    Codecs, OnError, Options, Output, Role,
    declare::{Declaration, Declarations},
    envelope::{Emit, Envelope, EnvelopeKind, declaration_text, emit, empty_parameters, empty_schema, pieces, written},
    json::{Indent, JsonId, Piece, Tape, read_document},
    limits::{Limits, Met, Work},
    lower::{Edit, Log, reindent},
    order::{Gather, Set, sort_by_key},
    phases::phase,
    report::{Context, Emptied, Issue, IssueCode, Places, Severity, Status, ToolReport},
    rules::RuleBook,
    schema::TypeCase,
    targets::{Door, Target},
    tool::{Declared, Tool},
};

pub(crate) use findings::Findings;
use findings::context;
pub(crate) use lowering::lower_response;
use lowering::{Lowering, limit_issue, unserved_issue};
use untouched::untouched_issue;

/// The most tools beyond the limits of a call that are named: what they take is bounded, too.
const MAX_UNDECLARED: usize = 1_000;

/// A document whose declarations are lowered.
#[derive(Debug)]
pub(crate) struct LoweredDocument {
    envelope: Envelope,
    declarations: Vec<Declaration>,
    document_edits: Vec<Edit>,
    removed_tools: Vec<JsonId>,
    case: Option<TypeCase>,
    /// The limit that excludes the tools after those of `declarations`, if there are any.
    met: Option<Met>,
    limits: Limits,
    on_error: OnError,
    /// What the schemas describe.
    role: Role,
}

/// Reads a document.
///
/// # Errors
/// The issue of a text that is not JSON.
pub(crate) fn read_text<'t>(text: &'t str, options: &Options) -> Result<Tape<'t>, Box<Issue>> {
    let tape = phase("read", || read_document(text));
    tape.map_err(|error| Box::new(Issue::unreadable(text, &error, options.encoding)))
}

/// The lowered declarations of a part of a document.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoweredList {
    /// The changes to the text.
    pub(crate) pieces: Vec<Piece>,
    /// One entry per declaration, in document order.
    pub(crate) declared: Arc<[Declared]>,
    /// The codecs of their calls.
    pub(crate) codecs: Codecs,
    /// The same with reports; empty if findings are not read.
    pub(crate) tools: Vec<Tool>,
    /// Issues that belong to no declaration.
    pub(crate) issues: Vec<Issue>,
    /// Whether no other part of the document was read for it.
    pub(crate) self_contained: bool,
}

/// Lowers the declarations of an envelope that is only a part of the document.
///
/// # Errors
/// The issue, its span in bytes, that ends the call: a limit or a tool that cannot be called, with [`OnError::Throw`],
/// or a tool name that is not there.
pub(crate) fn lower_list(
    tape: &Tape<'_>,
    envelope: Envelope,
    places: &Places<'_>,
    options: &Options,
    output: &Output,
    findings: Findings,
    work: &Work,
) -> Result<LoweredList, Box<Issue>> {
    let lowered = LoweredDocument::new(tape, envelope, options, output, findings, work)?;
    let (declared, tools): (Vec<Declared>, _) = match findings {
        Findings::Read => {
            let tools = lowered.tools(tape, places, None);
            (tools.iter().map(|tool| tool.declared(false)).collect(), tools)
        }
        Findings::Unread => (lowered.declared(tape, None), Vec::new()),
    };
    Ok(LoweredList {
        pieces: pieces(tape, &lowered.envelope, &lowered.declarations, &lowered.removed_tools, lowered.case),
        codecs: Declared::codecs(&declared),
        declared: declared.into(),
        tools,
        issues: lowered.issues(tape, places, &options.target),
        self_contained: lowered.declarations.iter().all(|it| it.self_contained && it.met.is_none()),
    })
}

impl LoweredDocument {
    /// Lowers the declarations of a document.
    ///
    /// # Errors
    /// The same as of [`lower_list`].
    pub(crate) fn new(
        tape: &Tape<'_>,
        mut envelope: Envelope,
        options: &Options,
        output: &Output,
        findings: Findings,
        work: &Work,
    ) -> Result<LoweredDocument, Box<Issue>> {
        if let Some(wanted) = &output.tool {
            keep_tool(tape, &mut envelope, wanted)?;
        }
        phase("lower", || LoweredDocument::declare(tape, envelope, options, output, findings, work))
    }

    fn declare(
        tape: &Tape<'_>,
        envelope: Envelope,
        options: &Options,
        output: &Output,
        findings: Findings,
        work: &Work,
    ) -> Result<LoweredDocument, Box<Issue>> {
        let rules = RuleBook::of(options.disabled);
        let lowering = Lowering { tape, kind: envelope.kind, options, output, rules: &rules, findings, work };
        let (served, met) = lowering.served(envelope.tools.len());
        let (tools, others) = envelope.tools.split_at(served);
        let mut declarations: Vec<Declaration> = Vec::with_capacity(served);
        for (at, tool) in tools.iter().enumerate() {
            let root = envelope.kind.root(tape, *tool);
            declarations.push(lowering.within_limits(&root, at + 1 == served));
        }
        if output.on_error == OnError::Omit {
            for declaration in &mut declarations {
                declaration.dropped = declaration.is_failed();
            }
        }
        let mut stage = Declarations {
            tape,
            target: &options.target,
            list: &mut declarations,
            hints: options.hints,
            log: Log::default(),
            holders: &envelope.holders,
            in_request: output.emit == Emit::Request || envelope.kind.is_request(),
            in_place: envelope.stays(output.emit, options.target.door == Door::OpenAi),
            others: &envelope.others,
            unserved: others.len(),
            removed_tools: if output.on_error == OnError::Omit { others.to_vec() } else { Vec::new() },
        };
        for hook in &rules.declaring {
            hook(&mut stage);
        }
        let (document_edits, removed_tools) = (stage.log.into_edits(), stage.removed_tools);
        if output.on_error == OnError::Throw {
            lowering.check(&declarations, others, met)?;
        }
        let case = written(envelope.kind, output.emit, &options.target).case;
        Ok(LoweredDocument {
            envelope,
            declarations,
            document_edits,
            removed_tools,
            case,
            met,
            limits: options.limits.clone(),
            on_error: output.on_error,
            role: options.role,
        })
    }

    /// The document for the target.
    pub(crate) fn emit(&self, tape: &Tape<'_>, output: &Output) -> String {
        let indent = output.indent.map(Indent);
        phase("emit", || {
            emit(tape, &self.envelope, &self.declarations, &self.removed_tools, output.emit, indent, self.case)
        })
    }

    /// The envelope of the document.
    pub(crate) fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// The tools with their reports.
    pub(crate) fn tools(&self, tape: &Tape<'_>, places: &Places<'_>, indent: Option<Indent>) -> Vec<Tool> {
        let tools = self.declarations.iter().enumerate();
        tools.map(|(index, declaration)| self.tool(tape, index, declaration, places, indent)).collect()
    }

    /// The issues that belong to no tool.
    pub(crate) fn issues(&self, tape: &Tape<'_>, places: &Places<'_>, target: &Target) -> Vec<Issue> {
        let document = Context { schema: None, response: None, target, index: 0, name: "", role: self.role };
        let others = self.unserved();
        let issue = |met| places.locate(unserved_issue(others, met, (&self.limits, self.on_error), places));
        let unserved = self.met.map(issue);
        // A request of Claude's, or a part of one.
        let may_name_tools = matches!(self.envelope.kind, EnvelopeKind::ClaudeRequest | EnvelopeKind::ToolsList);
        let untouched = may_name_tools.then(|| untouched_issue(tape, &self.declarations, places)).flatten();
        let others = unserved.into_iter().chain(untouched.map(|issue| places.locate(issue)));
        self.document_edits.iter().map(|edit| places.issue(edit, &document)).chain(others).collect()
    }

    fn tool(
        &self,
        tape: &Tape<'_>,
        index: usize,
        declaration: &Declaration,
        places: &Places<'_>,
        indent: Option<Indent>,
    ) -> Tool {
        let mut edits: Vec<&Edit> = declaration.edits.iter().collect();
        sort_by_key(&mut edits, |edit| (edit.source, edit.rule.code));
        let limit = limit_issue(declaration, &self.limits, places).map(|issue| places.locate(issue));
        let edited = edits.iter().map(|edit| places.issue(edit, &context(declaration, index, self.role)));
        let issues: Vec<Issue> = limit.into_iter().chain(edited).collect();
        let codes: Set<&'static str> = edits.iter().map(|edit| edit.rule.code).collect();
        let failed = issues.iter().any(|issue| issue.severity == Severity::Error);
        let Declared { name, declaration: text, codec, .. } = self.declare_one(tape, declaration, indent);
        let raw = |text: String| RawValue::from_string(text).ok();
        let parameters = declaration.parameters.as_ref().map(|out| out.render(tape, None));
        let empty = || empty_parameters(declaration, self.case).map(str::to_owned);
        let report = ToolReport {
            name,
            target: declaration.target.id,
            chosen: declaration.reason.clone(),
            status: if failed { Status::Incompatible } else { Status::Compatible },
            issues,
            emptied: Emptied::all(places, declaration.root.schema, &declaration.emptied),
            transforms_applied: codes.iter().copied().gather(),
            original_schema: declaration.root.schema.and_then(|schema| raw(tape.slice(schema).to_owned())),
            transformed_schema: parameters.or_else(empty).and_then(raw),
            empty_schema: empty_schema(&self.envelope, declaration, self.case),
        };
        Tool { report, declaration: text, codec }
    }

    /// The declaration of each tool within the limits of the call.
    pub(crate) fn declared(&self, tape: &Tape<'_>, indent: Option<Indent>) -> Vec<Declared> {
        self.declarations.iter().map(|declaration| self.declare_one(tape, declaration, indent)).collect()
    }

    /// The first of the tools beyond the limits of the call, which have no declaration.
    pub(crate) fn undeclared(&self, tape: &Tape<'_>) -> impl Iterator<Item = Declared> {
        let name = |tool: &JsonId| self.envelope.kind.root(tape, *tool).name.and_then(|name| tape.string(name));
        let first = self.unserved().iter().take(MAX_UNDECLARED);
        first.map(move |tool| Declared::omitted(name(tool).unwrap_or_default().into_owned()))
    }

    fn unserved(&self) -> &[JsonId] {
        self.envelope.tools.get(self.declarations.len()..).unwrap_or_default()
    }

    fn declare_one(&self, tape: &Tape<'_>, declaration: &Declaration, indent: Option<Indent>) -> Declared {
        let name = declaration.root.name.and_then(|name| tape.string(name)).unwrap_or_default().into_owned();
        let declared = declaration.name.as_ref().filter(|_| declaration.renamed);
        let mut codec = declaration.codec.clone();
        (codec.name, codec.declared) = (declared.map(|_| name.clone()), declared.cloned());
        let text = (!declaration.dropped).then(|| declaration_text(tape, declaration, self.case));
        let text = text.map(|text| match indent {
            Some(indent) => reindent(&text, indent),
            None => text,
        });
        let limited = declaration.met.is_some();
        Declared { name, is_schema: declaration.root.object.is_none(), declaration: text, codec, limited }
    }
}

/// Keeps only the tools of a name.
///
/// # Errors
/// The issue of a document that has none of that name.
fn keep_tool(tape: &Tape<'_>, envelope: &mut Envelope, wanted: &str) -> Result<(), Box<Issue>> {
    let kind = envelope.kind;
    let name = |tool: JsonId| kind.root(tape, tool).name.and_then(|name| tape.string(name));
    envelope.tools.retain(|tool| name(*tool).is_some_and(|name| name == wanted));
    envelope.others.clear();
    envelope.partial = true;
    if !envelope.tools.is_empty() {
        return Ok(());
    }
    Err(Box::new(Issue::document(
        IssueCode::NO_SUCH_TOOL.as_str(),
        format!("the document has no tool named {wanted:?}"),
        "omit the tool's name (on the command line, `--tool`) to get all tools",
    )))
}
