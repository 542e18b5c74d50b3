//! Lowering the whole schema of a tool.

use super::{
    Detail, Edit, Emptied, Failure, Handlers, Impossible, Limit, Lower, LowerOptions, Lowered, Out,
    definitions::{DefinitionFacts, MAX_RUNS},
    limits::Scope,
};
use crate::{
    json::{JsonId, Tape},
    limits::{Met, Work},
    order::Map,
    resolve::References,
    restore::{Code, Codec},
    schema::{Ast, SchemaId, Spelling},
    shape::{Model, Term},
};

/// A tool's schema for the target.
#[derive(Debug)]
pub(crate) struct LoweredTool {
    /// The schema; `None` for a tool that takes no arguments.
    pub parameters: Option<Out>,
    /// What changed.
    pub edits: Vec<Edit>,
    /// The objects that models send empty.
    pub emptied: Vec<Emptied>,
    /// What restores the arguments of a call, in round-trip mode.
    pub codec: Codec,
    /// The words for the tool's description in place of a schema that is omitted.
    pub words: Vec<String>,
    /// Whether only the schema itself was read, and no other part of the document.
    pub self_contained: bool,
    /// Whether the output has to be lowered again.
    pub(super) unsettled: bool,
}

impl Default for LoweredTool {
    /// A tool without a schema.
    fn default() -> LoweredTool {
        LoweredTool {
            parameters: None,
            edits: Vec::new(),
            emptied: Vec::new(),
            codec: Codec::new(None),
            words: Vec::new(),
            self_contained: true,
            unsettled: false,
        }
    }
}

impl LoweredTool {
    /// A tool whose schema is output as it is.
    pub(crate) fn unchanged(schema: Option<JsonId>) -> LoweredTool {
        LoweredTool { parameters: schema.map(Out::Source), ..LoweredTool::default() }
    }

    /// Whether its schema is output as a part of the document.
    pub(crate) fn is_unchanged(&self) -> bool {
        matches!(self.parameters, Some(Out::Source(_)))
    }
}

/// Lowers the schema at `root` once.
pub(super) fn lower_once(
    tape: &Tape<'_>,
    root: JsonId,
    spelling: Spelling,
    options: LowerOptions<'_>,
    handlers: &Handlers,
    detail: Detail,
    work: &Work,
) -> LoweredTool {
    let mut tool = LoweredTool::default();
    let mut ast = Ast::new(tape, root, spelling, work);
    let references = References::new(&mut ast);
    tool.self_contained = references.are_self_contained(&ast);
    let runs = Runs { ast: &ast, references: &references, root, options, handlers, detail, left: work.memory() };
    let mut run = runs.run(Scope::WHOLE);
    if !work.is_spent() && is_exceeded(&run) && handlers.limit(Limit::Budget).is_some() {
        run = runs.fitting(options.target.max_depth);
        if is_too_long(&run) {
            work.meet(Met::Output);
        }
    }
    let (mut cx, (lowered, definitions)) = run;
    match lowered {
        Ok(node) => {
            tool.parameters = Some(node.out).filter(|_| cx.omitted.is_none());
            tool.words = cx.omitted.take().unwrap_or_default();
            tool.codec = Codec::of_arguments(node.code, definitions);
        }
        Err(Failure::Never(key)) => match handlers.impossible {
            Some(hook) => hook(&mut cx, key, Impossible::Root),
            None => tool.parameters = Some(Out::Source(root)),
        },
        Err(Failure::Cut(cut)) => {
            if let Some(edit) = cx.log_cut(cut) {
                let edit = edit.fix("tool declared without parameters").accepts_less("all arguments");
                edit.accepts_more("calls without arguments").fatal();
            }
        }
    }
    tool.unsettled = cx.unsettled && cx.log.count() > 0;
    if tool.parameters.is_some() {
        tool.emptied = cx.emptied();
    }
    tool.edits = cx.log.into_edits();
    tool
}

/// A run over a tool, with its lowered root and the codes of its definitions.
type Run<'a, 'd> = (Lower<'a, 'd>, (Lowered, Map<String, Code>));

/// What the runs over a tool share.
struct Runs<'a, 'd> {
    ast: &'a Ast<'d>,
    references: &'a References,
    root: JsonId,
    options: LowerOptions<'a>,
    handlers: &'a Handlers,
    detail: Detail,
    /// The memory that was left before the first of them.
    left: u64,
}

impl<'a, 'd> Runs<'a, 'd> {
    /// Lowers the tool until no new facts about its definitions are found.
    fn run(&self, scope: Scope) -> Run<'a, 'd> {
        let (mut definition_facts, mut runs) = (DefinitionFacts::default(), 0);
        loop {
            let model = Model::new(self.ast, self.references);
            // Nothing of earlier runs is kept.
            model.work().release(self.left);
            let lower = Lower::new(model, self.options, self.handlers, self.detail);
            let mut cx = lower.within(scope).with_facts(definition_facts.clone());
            let (lowered, definitions) = cx.lower_root(self.root);
            let is_new = definition_facts.add(&cx, &definitions);
            if !is_new || cx.model.work().is_spent() {
                return (cx, (lowered, definitions));
            }
            runs += 1;
            if runs >= MAX_RUNS {
                definition_facts.assume_worst();
            }
        }
    }

    /// The run with the most levels that stays within the budget. Each level may multiply the output, and a run that
    /// does not fit costs the whole budget: few levels are tried first, then as many as their growth suggests.
    fn fitting(&self, levels: usize) -> Run<'a, 'd> {
        let (mut fits, mut too_many, mut step) = (0, levels, 2);
        let mut best: Option<Run<'a, 'd>> = None;
        while fits + 1 < too_many {
            let tried = (fits + step).min(too_many - 1);
            let run = self.run(Scope::of(tried));
            if run.0.model.work().is_spent() {
                return run;
            }
            if is_exceeded(&run) {
                too_many = tried;
                step = (too_many - fits) / 2;
                continue;
            }
            step = match &best {
                Some(fewer) if tried == fits + 1 => run.0.budget.levels_left(&fewer.0.budget),
                _ => 1,
            };
            (fits, best) = (tried, Some(run));
        }
        best.unwrap_or_else(|| self.run(Scope::SCARCE))
    }
}

/// Whether a run went beyond its budget.
fn is_exceeded(run: &Run<'_, '_>) -> bool {
    run.0.budget.is_spent() || is_too_long(run)
}

/// Whether the output of a run is longer than it may be.
fn is_too_long((cx, (lowered, _)): &Run<'_, '_>) -> bool {
    let bytes = || lowered.as_ref().map_or(0, |node| node.out.render(cx.model.ast.tape(), None).len());
    cx.budget.is_too_long(&bytes)
}

impl Lower<'_, '_> {
    fn lower_root(&mut self, root: JsonId) -> (Lowered, Map<String, Code>) {
        self.name_definitions();
        match self.lower_part(&[Term::Schema(SchemaId::ROOT)], root) {
            Ok(node) => {
                let (node, definitions) = self.add_definitions(root, node);
                (Ok(node), definitions)
            }
            lost => (lost, Map::new()),
        }
    }
}
