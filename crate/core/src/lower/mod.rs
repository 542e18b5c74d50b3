//! Lowering: rewrites a shape into what the target can express, and logs each change as an edit.
//!
//! **Invariants.** A schema whose lowering logged no edit is output as its source bytes. Rules narrow a shape before
//! its children are lowered and settle it afterwards; nothing else changes its meaning. Depth, recursion and unfolding
//! are bounded, so lowering terminates on every input.

mod alternatives;
mod ambiguous;
mod budget;
mod children;
mod coding;
mod cuts;
mod definition_facts;
mod definitions;
mod described;
mod edit;
mod found;
mod guards;
mod handlers;
mod hints;
mod ignored;
mod items;
mod log;
mod loops;
mod lowered;
mod lowered_node;
mod node;
mod options;
mod originals;
mod out;
mod print;
mod reading;
mod rule;
mod scalars;
mod settled;
mod shared;
mod simplify_unions;
mod tool;
mod wrapping;

use std::cell::OnceCell;

use crate::{
    json::JsonId,
    order::Gather,
    schema::{Ast, Keyword, KeywordSet, SchemaId, TypeCase, push_key},
    shape::{Model, Part, Shape},
    targets::Target,
};

use budget::{Budget, Scope};
pub(crate) use children::{Closing, Member, PartialNode};
pub(crate) use edit::Edit;
pub(crate) use found::Found;
pub(crate) use handlers::{
    Ambiguity, AmbiguityHook, Because, Cost, CostHook, Impossible, ImpossibleHook, NarrowHook, NodeHook, ReadHook,
    RespellHook, SettleHook,
};
pub(crate) use handlers::{Handlers, Step};
pub(crate) use hints::Names;
pub(crate) use hints::{clip, inline, with_hints};
pub(crate) use hints::{spell, spell_list};
pub(crate) use log::Detail;
pub(crate) use log::{EditBuilder, Log};
use lowered::Failure;
pub(crate) use lowered::Lowered;
pub(crate) use lowered_node::{Discriminant, LoweredNode};
pub(crate) use options::LowerOptions;
pub use options::{Mode, Role};
pub(crate) use out::{Out, OutKey};
pub(crate) use out::{reindent, write_object};
use print::Printed;
pub(crate) use reading::{Cut, Limit, Reader};
use reading::{read_inline, read_part};
pub use rule::{Priority, Rule, Severity};
pub(crate) use settled::lower_tool;
pub(crate) use tool::LoweredTool;

/// The maximum number of times that nodes of one tool are lowered again after their unions changed.
const MAX_RELOWERINGS: usize = 256;

/// The state of lowering one tool's schema.
pub(crate) struct Lower<'a, 'd> {
    /// The document's schemas with their references resolved.
    pub model: Model<'a, 'd>,
    /// The target that the schema is lowered to.
    pub target: &'a Target,
    /// The case of type names that the output's envelope requires; `None` accepts any.
    pub case: Option<TypeCase>,
    options: LowerOptions<'a>,
    /// The handlers of the enabled rules.
    pub(crate) handlers: &'a Handlers,
    /// The edits logged so far.
    pub log: Log,
    /// The output place being lowered, as a JSON Pointer (RFC 6901).
    pub path: String,
    /// The key of the property whose schema is being narrowed by the rules.
    pub property: Option<JsonId>,
    /// The annotation keywords that the target accepts and no handler concerns.
    passed_through: KeywordSet,
    /// The description and the hints of the whole schema, if it is omitted.
    omitted: Option<Vec<String>>,
    restarting: bool,
    /// Whether the output has to be lowered again.
    unsettled: bool,
    /// The schemas being unfolded, from the root to the current node, and how many of them apply to enclosing values.
    active: Vec<SchemaId>,
    around: usize,
    /// The number of schemas that enclose the one being lowered.
    depth: usize,
    /// The number of objects and arrays that enclose it.
    level: usize,
    in_union: bool,
    /// The number of unions that enclose it.
    unions: usize,
    unfolding: usize,
    /// The number of enclosing places whose values cannot have a code, such as positions of a tuple.
    positions: usize,
    /// The number of optional steps from the current definition to it, which a value may omit (catalogue: J-ref-loop).
    optional_steps: usize,
    budget: Budget<'d>,
    /// Bytes of memory held until the nodes that they belong to are finished.
    held: usize,
    /// The members of the schema being printed: one buffer, reused for all schemas.
    printed: Vec<Printed>,
    definitions: definitions::Definitions,
    definition_facts: definition_facts::DefinitionFacts,
    loops: OnceCell<loops::Loops>,
    /// How many more times nodes may be lowered again after their unions changed.
    relowerings: usize,
}

impl<'a, 'd> Lower<'a, 'd> {
    /// Prepares the lowering of a schema.
    pub(crate) fn new(
        model: Model<'a, 'd>,
        options: LowerOptions<'a>,
        handlers: &'a Handlers,
        detail: Detail,
    ) -> Lower<'a, 'd> {
        let budget = budget_of(model.ast, options.target, Scope::WHOLE);
        Lower {
            model,
            target: options.target,
            case: options.case,
            options,
            handlers,
            log: Log::new(options.hints, detail),
            path: String::new(),
            property: None,
            passed_through: handlers.passed_through.intersection(options.target.held.union(options.target.ignored)),
            omitted: None,
            restarting: false,
            unsettled: false,
            active: Vec::new(),
            around: 0,
            depth: 0,
            level: 0,
            in_union: false,
            unions: 0,
            unfolding: 0,
            positions: 0,
            optional_steps: 0,
            budget,
            held: 0,
            printed: Vec::new(),
            definitions: definitions::Definitions::default(),
            definition_facts: definition_facts::DefinitionFacts::default(),
            loops: OnceCell::new(),
            relowerings: MAX_RELOWERINGS,
        }
    }

    /// Restricts how much of the schema is written out.
    fn within(mut self, scope: Scope) -> Lower<'a, 'd> {
        self.budget = budget_of(self.model.ast, self.target, scope);
        self
    }

    /// Sets what earlier runs have found out about definitions.
    fn with_facts(mut self, definition_facts: definition_facts::DefinitionFacts) -> Lower<'a, 'd> {
        self.definition_facts = definition_facts;
        self
    }

    /// Requests that the output be lowered again, because a part on which others may depend was removed or may still
    /// change.
    pub(crate) fn request_relowering(&mut self) {
        self.unsettled = true;
    }

    /// Logs an edit of a rule, caused by the JSON at `key` (a member's key or a value).
    pub(crate) fn log(&mut self, rule: &'static Rule, key: JsonId) -> EditBuilder<'_> {
        let found = Found::new(self.model.ast.tape(), key, self.target);
        self.model.work().step(1);
        self.model.work().keep(self.log.newly_kept());
        self.log.push(rule, found, &self.path)
    }

    /// Whether the root of the schema is being lowered.
    #[must_use]
    pub(crate) fn at_root(&self) -> bool {
        self.depth == 0
    }

    /// Whether the root of a tool's arguments is being lowered, not that of a response, which may be of any type.
    #[must_use]
    pub(crate) fn at_arguments(&self) -> bool {
        self.depth == 0 && self.options.role == Role::Arguments
    }

    /// Whether descriptions state what the output schema cannot express.
    #[must_use]
    pub(crate) fn gives_hints(&self) -> bool {
        self.options.hints
    }

    /// Whether values at the current place may have a code.
    #[must_use]
    pub(crate) fn may_code(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.positions == 0
    }

    /// Whether values have codes elsewhere, but not at the current place, such as a position of a tuple.
    fn in_position(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.positions > 0
    }

    /// Omits the whole schema: the tool takes no arguments, and the schema's words go into the tool's description.
    pub(crate) fn omit_root(&mut self, shape: &Shape) {
        self.omitted = Some(self.words_of(shape));
    }

    /// The description of a node, and its hints if they are enabled.
    pub(crate) fn words_of(&self, shape: &Shape) -> Vec<String> {
        let description = shape.fact(Keyword::Description).map(|fact| self.fact_string(fact));
        let hints = shape.hints.in_insertion_order().iter().filter(|_| self.options.hints).cloned();
        description.filter(|text| !text.trim().is_empty()).into_iter().chain(hints).gather()
    }

    /// Whether a branch of a union is being lowered.
    #[must_use]
    pub(crate) fn in_union(&self) -> bool {
        self.in_union
    }

    /// Runs `act` with the schemas of an alternative marked as being unfolded, so that references back to them count.
    pub(crate) fn unfolding<T>(&mut self, read_from: &[SchemaId], act: impl FnOnce(&mut Self) -> T) -> T {
        let active = self.active.len();
        self.active.extend_from_slice(read_from);
        let done = act(self);
        self.active.truncate(active);
        done
    }

    /// Counts bytes of memory that are held until the current node is finished. Returns whether there is room for them.
    pub(crate) fn hold(&mut self, bytes: usize) -> bool {
        self.held += bytes;
        self.model.work().keep(bytes)
    }

    /// Counts schemas that a rule visits in addition to those that are lowered. Returns whether the budget allows more.
    pub(crate) fn spend(&mut self, schemas: usize) -> bool {
        self.budget.visit(schemas);
        !self.budget.is_spent()
    }

    /// Whether the budget leaves a node no room for more than its type.
    pub(crate) fn is_scarce(&self) -> bool {
        self.budget.scope.scarce
    }

    /// Requests that the rules run again on the node, because something was folded into it that earlier rules have not
    /// seen.
    pub(crate) fn restart(&mut self) {
        self.restarting = true;
    }

    /// Records that a branch read from these schemas was folded into the node: references back to them count, and the
    /// rules run again.
    pub(crate) fn fold_in(&mut self, read_from: &[SchemaId]) {
        self.active.extend_from_slice(read_from);
        self.restart();
    }

    /// Reads a part, for rules that inspect branches.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_part(self, part, origin)
    }

    /// Reads a part with its references written out, for rules that need their targets.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read_inline(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_inline(self, part, origin)
    }

    /// Lowers a part at the output place that these names lead to from the current one.
    pub(crate) fn lower_at(&mut self, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.at_child(place, |cx| cx.lower_part(part, origin))
    }

    /// Lowers a member or an item, which a value may omit if it is `optional`.
    fn lower_step(&mut self, optional: bool, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.optional_steps += usize::from(optional);
        let lowered = self.lower_at(place, part, origin);
        self.optional_steps -= usize::from(optional);
        lowered
    }

    /// Runs `act` at the output place of a member or an item.
    fn at_child<T>(&mut self, place: &[&str], act: impl FnOnce(&mut Self) -> T) -> T {
        self.level += 1;
        let around = std::mem::replace(&mut self.around, self.active.len());
        let done = self.below(place, false, act);
        self.around = around;
        self.level -= 1;
        done
    }

    /// Lowers an alternative of the current node.
    fn lower_branch(&mut self, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.below(place, true, |cx| cx.lower_part(part, origin))
    }

    fn below<T>(&mut self, place: &[&str], in_union: bool, act: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        for name in place.iter().filter(|_| self.log.keeps()) {
            push_key(&mut self.path, name);
        }
        self.depth += 1;
        self.unions += usize::from(in_union);
        let around = std::mem::replace(&mut self.in_union, in_union);
        let done = act(self);
        self.in_union = around;
        self.unions -= usize::from(in_union);
        self.depth -= 1;
        self.path.truncate(length);
        done
    }
}

/// The budget of a run; large inputs may be visited in proportion to their own size.
fn budget_of<'d>(ast: &Ast<'d>, target: &Target, scope: Scope) -> Budget<'d> {
    let length = ast.tape().slice(ast.json(SchemaId::ROOT)).len();
    Budget::new(scope, length, target.node_budget.max(ast.len()), ast.work())
}
