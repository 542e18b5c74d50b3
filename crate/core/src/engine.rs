//! The whole way: text in, text and report out.

use serde_json::value::RawValue;

use crate::{
    Mode, OnError, Options, Role,
    choose::{Chosen, lower_chosen},
    declare::{Declaration, Declarations},
    diff::{Diff, patch, unified},
    envelope::{Emit, Envelope, Piece, declaration_text, detect, emit, pieces},
    json::{Indent, JsonId, Tape, read_document},
    lower::{Edit, Log, LoweredTool, Out, lower_tool, reindent},
    order::{Gather, Set, sort_by_key},
    report::{Context, Issue, Places, Report, Severity, Status, ToolReport},
    rules::RuleBook,
    schema::{Spelling, TypeCase},
    targets::Target,
    transformed::{Tool, Transformed},
};

/// A document read and lowered.
struct Work<'d> {
    tape: &'d Tape<'d>,
    envelope: Envelope,
    declarations: Vec<Declaration>,
    document_edits: Vec<Edit>,
    removed_tools: Vec<JsonId>,
    case: Option<TypeCase>,
}

/// Transforms a document: JSON in, JSON out.
///
/// # Errors
/// The issue of a text that is no JSON, or holds no schema.
pub fn transform_text(text: &str, options: &Options) -> Result<String, Box<Issue>> {
    let tape = read_text(text, options)?;
    let work =
        detect(&tape).and_then(|envelope| Work::new(&tape, envelope, options, options.on_error == OnError::Throw));
    let work = work.map_err(|issue| Box::new(Places::new(&tape, options.encoding).locate(*issue)))?;
    Ok(work.emit(options))
}

/// Transforms a document, with a report of each tool. Never fails: what cannot be read is an issue.
#[must_use]
pub fn transform(text: &str, options: &Options) -> Transformed {
    transform_as(text, detect, options)
}

/// As [`transform`], of a document whose envelope is found by `detect`.
pub(crate) fn transform_as(
    text: &str,
    detect: fn(&Tape<'_>) -> Result<Envelope, Box<Issue>>,
    options: &Options,
) -> Transformed {
    let tape = match read_text(text, options) {
        Ok(tape) => tape,
        Err(issue) => return Transformed::unreadable(*issue),
    };
    let places = Places::new(&tape, options.encoding);
    let work = match detect(&tape).and_then(|envelope| Work::new(&tape, envelope, options, true)) {
        Ok(work) => work,
        Err(issue) => return Transformed::unreadable(places.locate(*issue)),
    };
    let output = work.emit(options);
    let (tools, issues) = work.found(&places, options);
    let kind = Some(work.envelope.kind);
    Transformed { kind, read_as: work.envelope.read_as(), output: Some(output), tools, issues }
}

/// Checks a document: what the target would refuse, misread or lose.
#[must_use]
pub fn check(text: &str, options: &Options) -> Report {
    transform(text, options).into_report()
}

/// Compares a document with its transformation.
#[must_use]
pub fn diff(text: &str, options: &Options) -> Diff {
    let transformed = transform(text, options);
    let mut text_diff = String::new();
    for tool in &transformed.tools {
        let ToolReport { name, original_schema, transformed_schema, .. } = &tool.report;
        let name = if name.is_empty() { "schema" } else { name };
        let [before, after] = [original_schema, transformed_schema].map(|it| it.as_deref().map_or("", RawValue::get));
        text_diff += &unified(name, before, after);
    }
    let mut same = options.clone();
    (same.emit, same.indent) = (Emit::Same, None);
    let after = transform_text(text, &same).unwrap_or_default();
    let patch = match (read_document(text), read_document(&after)) {
        (Ok(before), Ok(after)) => patch(&before, &after),
        _ => "[]".to_owned(),
    };
    Diff { patch, unified: text_diff, changes: transformed.into_issues() }
}

pub(crate) fn read_text<'t>(text: &'t str, options: &Options) -> Result<Tape<'t>, Box<Issue>> {
    options.probe.enter("read");
    let tape = read_document(text);
    options.probe.exit("read");
    tape.map_err(|error| Box::new(Issue::unreadable(text, &error, options.encoding)))
}

/// The declarations of a part of a document, lowered.
#[derive(Clone)]
pub(crate) struct Part {
    /// What changes in the text.
    pub(crate) pieces: Vec<Piece>,
    /// One entry a declaration, in document order.
    pub(crate) tools: Vec<Tool>,
    /// Issues that belong to no declaration.
    pub(crate) issues: Vec<Issue>,
}

/// Lowers the declarations of an envelope that is only a part of the document.
///
/// # Errors
/// The issue, its span in bytes, of what cannot be lowered as the options want it.
pub(crate) fn lower_part(
    tape: &Tape<'_>,
    envelope: Envelope,
    places: &Places<'_>,
    options: &Options,
) -> Result<Part, Box<Issue>> {
    let work = Work::new(tape, envelope, options, true)?;
    let (tools, issues) = work.found(places, options);
    let pieces = pieces(tape, &work.envelope, &work.declarations, &work.removed_tools, work.case);
    Ok(Part { pieces, tools, issues })
}

impl<'d> Work<'d> {
    fn new(
        tape: &'d Tape<'d>,
        mut envelope: Envelope,
        options: &Options,
        is_read: bool,
    ) -> Result<Work<'d>, Box<Issue>> {
        if let Some(wanted) = &options.tool {
            let is_wanted = |name: JsonId| tape.string(name).is_some_and(|name| name == wanted.as_str());
            envelope.roots.retain(|root| root.name.is_some_and(is_wanted));
            if envelope.roots.is_empty() {
                return Err(Box::new(Issue::document(
                    "no-such-tool",
                    format!("the document has no tool named {wanted:?}"),
                    "leave the name out to see all tools",
                )));
            }
        }
        let stays = options.emit == Emit::Same && !envelope.kind.is_gemini();
        let case = if stays { Some(TypeCase::Lower) } else { options.target.type_case };
        options.probe.enter("lower");
        let rules = RuleBook::of(options.disabled);
        let mut declarations: Vec<Declaration> = envelope
            .roots
            .iter()
            .map(|root| {
                let case_of = |target: &Target| if stays { Some(TypeCase::Lower) } else { target.type_case };
                let chosen = lower_chosen(options, root.door(tape), &|options| {
                    let case = case_of(&options.target);
                    let lowered =
                        lower_tool(tape, root.schema, root.spelling, options.aim(case), &rules.handlers, is_read);
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
                    lower_response(tape, schema, root.spelling, options, &rules, case_of(&chosen.target))
                });
                let Chosen { tool, target, reason } = chosen;
                Declaration::new(tape, root.clone(), tool, (target, reason), response)
            })
            .collect();
        let mut stage = Declarations {
            tape,
            target: &options.target,
            list: &mut declarations,
            log: Log::default(),
            holders: &envelope.holders,
            in_request: options.emit == Emit::Request || envelope.kind.is_request(),
            removed_tools: Vec::new(),
        };
        for (index, declaration) in stage.list.iter_mut().enumerate() {
            let fatal = declaration.edits.iter().find(|edit| edit.fatal);
            match (fatal, options.on_error) {
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
        options.probe.exit("lower");
        Ok(Work { tape, envelope, declarations, document_edits, removed_tools, case })
    }

    fn emit(&self, options: &Options) -> String {
        options.probe.enter("emit");
        let indent = options.indent.map(Indent);
        let text =
            emit(self.tape, &self.envelope, &self.declarations, &self.removed_tools, options.emit, indent, self.case);
        options.probe.exit("emit");
        text
    }

    /// The tools, and the issues that belong to none.
    fn found(&self, places: &Places<'_>, options: &Options) -> (Vec<Tool>, Vec<Issue>) {
        let tools = self.declarations.iter().enumerate();
        let tools = tools.map(|(index, declaration)| self.tool(index, declaration, places, options)).collect();
        let document = Context { schema: None, target: &options.target, index: 0, name: "" };
        (tools, self.document_edits.iter().map(|edit| places.issue(edit, &document)).collect())
    }

    fn tool(&self, index: usize, declaration: &Declaration, places: &Places<'_>, options: &Options) -> Tool {
        let mut edits: Vec<&Edit> = declaration.edits.iter().collect();
        sort_by_key(&mut edits, |edit| (edit.source, edit.rule.code));
        let issues: Vec<Issue> = edits.iter().map(|edit| places.issue(edit, &context(declaration, index))).collect();
        let codes: Set<&'static str> = edits.iter().map(|edit| edit.rule.code).collect();
        let failed = issues.iter().any(|issue| issue.severity == Severity::Error);
        let name = declaration.root.name.and_then(|name| self.tape.string(name)).unwrap_or_default().into_owned();
        let declared = declaration.name.as_ref().filter(|_| declaration.renamed);
        let mut undo = declaration.codec.clone();
        (undo.name, undo.declared) = (declared.map(|_| name.clone()), declared.cloned());
        let raw = |text: String| RawValue::from_string(text).ok();
        let report = ToolReport {
            name,
            target: declaration.target.id,
            chosen: declaration.reason.clone(),
            status: if failed { Status::Incompatible } else { Status::Compatible },
            issues,
            transforms_applied: codes.iter().copied().gather(),
            original_schema: declaration.root.schema.and_then(|schema| raw(self.tape.slice(schema).to_owned())),
            transformed_schema: declaration.parameters.as_ref().and_then(|out| raw(out.render(self.tape, None))),
        };
        let text = (!declaration.dropped).then(|| declaration_text(self.tape, declaration, self.case));
        let text = text.map(|text| match options.indent {
            Some(indent) => reindent(&text, Indent(indent)),
            None => text,
        });
        Tool { report, declaration: text, codec: undo }
    }
}

/// What the issues of a declaration say of it, as the one at `index` of a request.
fn context(declaration: &Declaration, index: usize) -> Context<'_> {
    let name = declaration.name.as_deref().unwrap_or_default();
    Context { schema: declaration.root.schema, target: &declaration.target, index, name }
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
    mend_text(tape, schema, lower_tool(tape, Some(schema), spelling, options.aim(case), &rules.handlers, true), rules)
}

/// Lets the rules for text look at a schema as it would leave.
fn mend_text(tape: &Tape<'_>, schema: JsonId, mut lowered: LoweredTool, rules: &RuleBook) -> LoweredTool {
    let Some(out) = &lowered.parameters else { return lowered };
    let mut text = out.render(tape, None);
    let known = lowered.edits.len();
    lowered.edits.extend(rules.texts.iter().filter_map(|hook| hook(&mut text, schema)));
    if lowered.edits.len() > known {
        lowered.parameters = Some(Out::Text(text));
    }
    lowered
}
