//! A document on its way: read, lowered for the target, and written again.

use std::sync::Arc;

use serde_json::value::RawValue;

use crate::{
    Codecs, Mode, OnError, Options, Output, Role,
    choose::{Chosen, lower_chosen},
    declare::{Declaration, Declarations},
    envelope::{Emit, Envelope, Piece, declaration_text, emit, pieces, type_case},
    json::{Indent, JsonId, Tape, read_document},
    lower::{Detail, Edit, Log, LoweredTool, Out, lower_tool, reindent},
    order::{Gather, Set, sort_by_key},
    phases::phase,
    report::{Context, Issue, Places, Severity, Status, ToolReport},
    rules::RuleBook,
    schema::{Spelling, TypeCase},
    targets::Target,
    tool::{Declared, Tool},
};

/// Whether anybody reads what is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Findings {
    /// They are reported.
    Read,
    /// The output is all that is wanted.
    Unread,
}

/// A document whose declarations are lowered.
#[derive(Debug)]
pub(crate) struct LoweredDocument {
    envelope: Envelope,
    declarations: Vec<Declaration>,
    document_edits: Vec<Edit>,
    removed_tools: Vec<JsonId>,
    case: Option<TypeCase>,
}

/// Reads a document.
///
/// # Errors
/// The issue of a text that is no JSON.
pub(crate) fn read_text<'t>(text: &'t str, options: &Options) -> Result<Tape<'t>, Box<Issue>> {
    let tape = phase("read", || read_document(text));
    tape.map_err(|error| Box::new(Issue::unreadable(text, &error, options.encoding)))
}

/// The declarations of a part of a document, lowered.
#[derive(Clone, Debug, Default)]
pub(crate) struct LoweredList {
    /// What changes in the text.
    pub(crate) pieces: Vec<Piece>,
    /// One entry a declaration, in document order.
    pub(crate) declared: Arc<[Declared]>,
    /// What undoes their calls.
    pub(crate) codecs: Codecs,
    /// The same with what was found; none where nobody reads that.
    pub(crate) tools: Vec<Tool>,
    /// Issues that belong to no declaration.
    pub(crate) issues: Vec<Issue>,
    /// Whether no other part of the document was read for it.
    pub(crate) self_contained: bool,
}

/// Lowers the declarations of an envelope that is only a part of the document.
///
/// # Errors
/// The issue, its span in bytes, of what cannot be lowered as the options want it.
pub(crate) fn lower_list(
    tape: &Tape<'_>,
    envelope: Envelope,
    places: &Places<'_>,
    options: &Options,
    output: &Output,
    findings: Findings,
) -> Result<LoweredList, Box<Issue>> {
    let lowered = LoweredDocument::new(tape, envelope, options, output, findings)?;
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
        issues: lowered.issues(places, &options.target),
        self_contained: lowered.declarations.iter().all(|declaration| declaration.self_contained),
    })
}

impl LoweredDocument {
    /// Lowers the declarations of a document.
    ///
    /// # Errors
    /// The issue, its span in bytes, of what cannot be lowered as it is wanted.
    pub(crate) fn new(
        tape: &Tape<'_>,
        mut envelope: Envelope,
        options: &Options,
        output: &Output,
        findings: Findings,
    ) -> Result<LoweredDocument, Box<Issue>> {
        if let Some(wanted) = &output.tool {
            keep_tool(tape, &mut envelope, wanted)?;
        }
        phase("lower", || LoweredDocument::declare(tape, envelope, options, output, findings))
    }

    fn declare(
        tape: &Tape<'_>,
        envelope: Envelope,
        options: &Options,
        output: &Output,
        findings: Findings,
    ) -> Result<LoweredDocument, Box<Issue>> {
        let rules = RuleBook::of(options.disabled);
        let detail = match findings {
            Findings::Unread if output.on_error != OnError::Throw && !options.target.chooses => Detail::Count,
            Findings::Unread if output.on_error != OnError::Throw => Detail::Costs,
            _ => Detail::All,
        };
        let mut declarations: Vec<Declaration> = Vec::with_capacity(envelope.roots.len());
        for root in &envelope.roots {
            let spelling = root.schema_spelling(tape);
            let case = |options: &Options| type_case(envelope.kind, output.emit, &options.target);
            let chosen = lower_chosen(options, root.door(tape), &|options| {
                let case = case(options);
                let lowered = lower_tool(tape, root.schema, spelling, options.aim(case), &rules.handlers, detail);
                // Only escapes can make text that needs mending; without one no schema is rendered for a look.
                let escapes = root.schema.into_iter().flat_map(|schema| tape.slice(schema).split('\\').skip(1));
                let has_escapes = escapes.into_iter().any(|escape| escape.starts_with('u'));
                match root.schema.filter(|_| has_escapes) {
                    Some(schema) => mend_text(tape, schema, lowered, &rules),
                    None => lowered,
                }
            });
            let response = root.response.map(|schema| {
                let options = options.aimed_at(&chosen.target);
                let case = case(&options);
                lower_response(tape, schema, root.spelling, options, &rules, case)
            });
            let Chosen { tool, target, reason } = chosen;
            declarations.push(Declaration::new(tape, root.clone(), tool, (target, reason), response));
        }
        let mut stage = Declarations {
            tape,
            target: &options.target,
            list: &mut declarations,
            log: Log::default(),
            holders: &envelope.holders,
            in_request: output.emit == Emit::Request || envelope.kind.is_request(),
            removed_tools: Vec::new(),
        };
        for (index, declaration) in stage.list.iter_mut().enumerate() {
            let fatal = declaration.edits.iter().find(|edit| edit.fatal);
            match (fatal, output.on_error) {
                (Some(_), OnError::Omit) => declaration.dropped = true,
                (Some(edit), OnError::Throw) => {
                    let places = Places::new(tape, options.encoding);
                    return Err(Box::new(
                        places.unlocated(edit, &context(declaration, index)).of_tool(declaration.name.as_deref()),
                    ));
                }
                (Some(_), OnError::KeepGoing) | (None, _) => {}
            }
        }
        for hook in &rules.declaring {
            hook(&mut stage);
        }
        let (document_edits, removed_tools) = (stage.log.into_edits(), stage.removed_tools);
        let case = type_case(envelope.kind, output.emit, &options.target);
        Ok(LoweredDocument { envelope, declarations, document_edits, removed_tools, case })
    }

    /// The document for the target.
    pub(crate) fn emit(&self, tape: &Tape<'_>, output: &Output) -> String {
        let indent = output.indent.map(Indent);
        phase("emit", || {
            emit(tape, &self.envelope, &self.declarations, &self.removed_tools, output.emit, indent, self.case)
        })
    }

    /// What the document is.
    pub(crate) fn envelope(&self) -> &Envelope {
        &self.envelope
    }

    /// The tools, with what was found in each.
    pub(crate) fn tools(&self, tape: &Tape<'_>, places: &Places<'_>, indent: Option<Indent>) -> Vec<Tool> {
        let tools = self.declarations.iter().enumerate();
        tools.map(|(index, declaration)| self.tool(tape, index, declaration, places, indent)).collect()
    }

    /// The issues that belong to no tool.
    pub(crate) fn issues(&self, places: &Places<'_>, target: &Target) -> Vec<Issue> {
        let document = Context { schema: None, target, index: 0, name: "" };
        self.document_edits.iter().map(|edit| places.issue(edit, &document)).collect()
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
        let issues: Vec<Issue> = edits.iter().map(|edit| places.issue(edit, &context(declaration, index))).collect();
        let codes: Set<&'static str> = edits.iter().map(|edit| edit.rule.code).collect();
        let failed = issues.iter().any(|issue| issue.severity == Severity::Error);
        let Declared { name, declaration: text, codec, .. } = self.declare_one(tape, declaration, indent);
        let raw = |text: String| RawValue::from_string(text).ok();
        let report = ToolReport {
            name,
            target: declaration.target.id,
            chosen: declaration.reason.clone(),
            status: if failed { Status::Incompatible } else { Status::Compatible },
            issues,
            transforms_applied: codes.iter().copied().gather(),
            original_schema: declaration.root.schema.and_then(|schema| raw(tape.slice(schema).to_owned())),
            transformed_schema: declaration.parameters.as_ref().and_then(|out| raw(out.render(tape, None))),
        };
        Tool { report, declaration: text, codec }
    }

    /// What each tool is declared as.
    pub(crate) fn declared(&self, tape: &Tape<'_>, indent: Option<Indent>) -> Vec<Declared> {
        self.declarations.iter().map(|declaration| self.declare_one(tape, declaration, indent)).collect()
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
        Declared { name, is_schema: declaration.root.object.is_none(), declaration: text, codec }
    }
}

/// What the issues of a declaration say of it, as the one at `index` of a request.
fn context(declaration: &Declaration, index: usize) -> Context<'_> {
    let name = declaration.name.as_deref().unwrap_or_default();
    Context { schema: declaration.root.schema, target: &declaration.target, index, name }
}

/// Leaves only the tool of a name.
///
/// # Errors
/// The issue of a document that has none of that name.
fn keep_tool(tape: &Tape<'_>, envelope: &mut Envelope, wanted: &str) -> Result<(), Box<Issue>> {
    envelope.roots.retain(|root| root.name.and_then(|name| tape.string(name)).is_some_and(|name| name == wanted));
    if !envelope.roots.is_empty() {
        return Ok(());
    }
    Err(Box::new(Issue::document(
        "no-such-tool",
        format!("the document has no tool named {wanted:?}"),
        "leave the name out to see all tools",
    )))
}

/// Lowers the schema of an answer, of a function or of the model. Nothing in it is coded: an answer
/// reaches its reader as it is.
pub(crate) fn lower_response(
    tape: &Tape<'_>,
    schema: JsonId,
    spelling: Spelling,
    mut options: Options,
    rules: &RuleBook,
    case: Option<TypeCase>,
) -> LoweredTool {
    (options.role, options.mode) = (Role::Response, Mode::DropIn);
    mend_text(
        tape,
        schema,
        lower_tool(tape, Some(schema), spelling, options.aim(case), &rules.handlers, Detail::All),
        rules,
    )
}

/// Lets the rules for text look at a schema as it would leave.
fn mend_text(tape: &Tape<'_>, schema: JsonId, mut lowered: LoweredTool, rules: &RuleBook) -> LoweredTool {
    let Some(out) = &lowered.parameters else { return lowered };
    let mut text = out.render(tape, None);
    let known = lowered.edits.len();
    lowered.edits.extend(rules.texts.iter().filter_map(|hook| hook(&mut text, schema)));
    if lowered.edits.len() > known {
        lowered.parameters = Some(Out::Text(text.into()));
    }
    lowered
}
