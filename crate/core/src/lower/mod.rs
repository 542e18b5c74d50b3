//! Lowering: a shape as the target says it, bottom-up, with the edits that it cost.
//!
//! **Invariants.** A schema whose lowering made no edit leaves as its source bytes. Rules narrow the
//! shape before its children are lowered and settle it after; nothing else changes meaning. Depth,
//! recursion and unfolding are bounded, so every input ends.

mod children;
mod log;
mod out;
mod print;
mod tool;
mod words;

use std::cell::Cell;

use crate::{
    Options,
    json::JsonId,
    resolve::References,
    rules::{Rule, RuleBook},
    schema::{Ast, Keyword, NodeKind, Pointer, SchemaId, Segment, TypeCase, Value},
    shape::{Cut, Limit, Part, Shape, Term, read_part},
    targets::Target,
};

pub use children::Draft;
pub use log::{Edit, EditBuilder, Log};
pub use out::{Out, OutKey};
pub(crate) use out::{inline, reindent};
pub use tool::{LoweredTool, lower_tool};
pub use words::{clip, hint_list};
pub(crate) use words::{spell, spell_list};

/// Nesting at which lowering stops whatever the options say, so that the stack stays small.
const MAX_FRAMES: usize = 64;

/// Schemas, members and values that comparing alternatives may look through in one tool, where the
/// tool itself has not more.
const COMPARING: usize = 20_000;

/// How many unions of one branch may lie inside each other on one node.
const MAX_FOLDS: usize = 256;

/// One tool's schema on its way to the target.
pub struct Lower<'a, 'd> {
    /// The schema.
    pub ast: &'a Ast<'d>,
    /// Its references, solved.
    pub references: &'a References,
    /// What is aimed at.
    pub target: &'a Target,
    /// The spelling of type names that the output's envelope asks for; `None` takes any.
    pub case: Option<TypeCase>,
    /// The options of the call.
    pub options: &'a Options,
    /// The rules that are on.
    pub rules: &'a RuleBook,
    /// The edits so far.
    pub log: Log,
    /// The output place being made.
    pub path: Vec<Segment>,
    /// Whether the schema follows a draft up to 7, where `$ref` hides the assertions beside it.
    pub old_draft: bool,
    root_omitted: bool,
    folded: bool,
    active: Vec<SchemaId>,
    depth: usize,
    unfolding: usize,
    budget: usize,
    /// Whether siblings share the budget out rather than take from it in turn.
    shared_out: bool,
    exhausted: bool,
    /// What comparing alternatives with each other may still cost.
    pub(crate) comparing: Cell<usize>,
}

/// What became of a part.
#[derive(Debug)]
pub enum Lowered {
    /// A schema for the target.
    Out(Out),
    /// Nothing: a limit was met.
    Cut(Cut),
    /// Nothing: no value is valid.
    Never(JsonId),
}

impl<'a, 'd> Lower<'a, 'd> {
    /// Starts lowering a schema.
    #[must_use]
    pub fn new(
        ast: &'a Ast<'d>,
        references: &'a References,
        options: &'a Options,
        rules: &'a RuleBook,
        case: Option<TypeCase>,
    ) -> Lower<'a, 'd> {
        let target = &options.target;
        // Large inputs may unfold in proportion to their own size.
        let budget = target.node_budget.max(ast.len());
        Lower {
            ast,
            references,
            target,
            case,
            options,
            rules,
            log: Log::default(),
            path: Vec::new(),
            old_draft: is_old_draft(ast),
            root_omitted: false,
            folded: false,
            active: Vec::new(),
            depth: 0,
            unfolding: 0,
            budget,
            shared_out: false,
            exhausted: false,
            comparing: Cell::new(COMPARING.max(ast.len())),
        }
    }

    /// Shares the budget out among siblings, for schemas that use it up.
    #[must_use]
    pub fn sharing(self) -> Lower<'a, 'd> {
        Lower { shared_out: true, ..self }
    }

    /// Logs an edit of a rule, caused by the JSON at `key` (a member's key or a value).
    pub fn log(&mut self, rule: &'static Rule, key: JsonId) -> EditBuilder<'_> {
        self.log.push(rule, key, &self.path)
    }

    /// Whether the root of the schema is being lowered.
    #[must_use]
    pub fn at_root(&self) -> bool {
        self.depth == 0
    }

    /// Leaves the whole schema out: the tool then takes no arguments.
    pub fn omit_root(&mut self) {
        self.root_omitted = true;
    }

    /// Whether a branch of a union is being lowered.
    #[must_use]
    pub fn in_union(&self) -> bool {
        matches!(self.path.as_slice(), [.., Segment::Key(key), Segment::Index(_)] if *key == Keyword::AnyOf.name() || *key == Keyword::OneOf.name())
    }

    /// Says that a branch was folded into the node, so that rules that ran before must see it too.
    pub fn start_over(&mut self) {
        self.folded = true;
    }

    /// Whether the root speaks of members without naming any.
    #[must_use]
    pub fn root_is_open(&self) -> bool {
        let root = self.ast.root();
        let schema_valued = |keyword| {
            self.ast.entry(root, keyword).is_some_and(|entry| match entry.value {
                Value::Schema(schema) => self.ast.kind(schema) != NodeKind::Boolean(false),
                _ => true,
            })
        };
        schema_valued(Keyword::AdditionalProperties)
            || schema_valued(Keyword::PatternProperties)
            || schema_valued(Keyword::MinProperties)
    }

    /// How often a schema is being unfolded around here.
    #[must_use]
    pub fn times_active(&self, schema: SchemaId) -> usize {
        self.active.iter().filter(|active| **active == schema).count()
    }

    /// Whether containers may not start here any more.
    #[must_use]
    pub fn too_deep(&self) -> bool {
        self.depth + 1 >= self.target.max_depth
    }

    /// Reads a part; used by rules that look into branches.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn read(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_part(self, part, origin)
    }

    /// Lowers a part of the schema to the output place `segments` further down.
    pub fn lower_at(&mut self, segments: &[Segment], part: &Part, origin: JsonId) -> Lowered {
        let length = self.path.len();
        self.path.extend_from_slice(segments);
        self.depth += 1;
        let lowered = self.lower_part(part, origin);
        self.depth -= 1;
        self.path.truncate(length);
        lowered
    }

    fn lower_part(&mut self, part: &Part, origin: JsonId) -> Lowered {
        if self.unfolding > 0 {
            if self.budget == 0 {
                self.exhausted = true;
                return self.cut(Limit::Budget, part, origin);
            }
            self.budget -= 1;
        }
        if self.depth >= MAX_FRAMES {
            return self.cut(Limit::Depth, part, origin);
        }
        let before = self.log.count();
        let shape = match read_part(self, part, origin) {
            Ok(shape) => shape,
            Err(cut) => return self.cut(cut.limit, part, cut.key),
        };
        let lowered = self.lower_shape(shape, part.len() > 1);
        match part.as_slice() {
            [Term::Schema(schema)] if self.log.count() == before && matches!(lowered, Lowered::Out(_)) => {
                Lowered::Out(Out::Source(self.ast.json(*schema)))
            }
            _ => lowered,
        }
    }

    /// Lowers a shape that has been read.
    pub(crate) fn lower_shape(&mut self, mut shape: Shape, shared: bool) -> Lowered {
        if let Some(source) = shape.verbatim() {
            return Lowered::Out(Out::Source(source));
        }
        let active = self.active.len();
        self.active.extend_from_slice(&shape.read_from);
        let unfolds = usize::from(shape.unfolded || shared);
        self.unfolding += unfolds;
        let lowered = self.narrow_and_print(&mut shape);
        self.unfolding -= unfolds;
        self.active.truncate(active);
        lowered
    }

    fn narrow_and_print(&mut self, shape: &mut Shape) -> Lowered {
        let rules = self.rules;
        for _ in 0..MAX_FOLDS {
            self.folded = false;
            rules.narrowing(shape, |hook, shape| {
                hook(self, shape);
                shape.never.is_none() && !self.folded
            });
            if !self.folded {
                break;
            }
        }
        if let Some(key) = shape.never {
            return Lowered::Never(key);
        }
        if self.too_deep() && shape.unions.is_empty() && has_children(shape) {
            if self.rules.limit(Limit::Depth).is_some() {
                return Lowered::Cut(Cut { limit: Limit::Depth, key: shape.origin });
            }
            if self.depth + 2 >= MAX_FRAMES {
                return Lowered::Out(Out::Source(shape.origin));
            }
        }
        let mut draft = match self.lower_children(shape) {
            Ok(draft) => draft,
            Err(cut) => return cut,
        };
        for hook in rules.settling() {
            hook(self, shape, &mut draft);
        }
        Lowered::Out(self.print(shape, draft))
    }

    /// A part that a limit keeps from being lowered: left to the parent if a rule answers for the
    /// limit, else as it stands.
    fn cut(&mut self, limit: Limit, part: &Part, key: JsonId) -> Lowered {
        match (self.rules.limit(limit), part.as_slice()) {
            (None, [Term::Schema(schema), ..]) => Lowered::Out(Out::Source(self.ast.json(*schema))),
            _ => Lowered::Cut(Cut { limit, key }),
        }
    }
}

fn has_children(shape: &Shape) -> bool {
    !shape.object.properties.is_empty() || shape.has_array_facts()
}

/// Whether `$schema` names a draft up to 7.
fn is_old_draft(ast: &Ast<'_>) -> bool {
    let uri = ast.entry(ast.root(), Keyword::SchemaUri).and_then(|entry| ast.tape().string(entry.json()));
    uri.is_some_and(|uri| {
        ["/draft-03/", "/draft-04/", "/draft-06/", "/draft-07/"].iter().any(|draft| uri.contains(draft))
    })
}

/// A pointer made of the output path.
pub(crate) fn pointer_of(path: &[Segment]) -> Pointer {
    Pointer(path.to_vec())
}
