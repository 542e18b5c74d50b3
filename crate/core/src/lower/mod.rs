//! Lowering: a shape as the target says it, bottom-up, with the edits that it cost.
//!
//! **Invariants.** A schema whose lowering made no edit leaves as its source bytes. Rules narrow the
//! shape before its children are lowered and settle it after; nothing else changes meaning. Depth,
//! recursion and unfolding are bounded, so every input ends.

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

/// How often nodes of one tool are lowered again because alternatives went.
const MAX_REGROUPINGS: usize = 256;

/// One tool's schema on its way to the target.
pub(crate) struct Lower<'a, 'd> {
    /// What the schema means.
    pub model: Model<'a, 'd>,
    /// What it is lowered to.
    pub target: &'a Target,
    /// The spelling of type names that the output's envelope asks for; `None` takes any.
    pub case: Option<TypeCase>,
    options: LowerOptions<'a>,
    /// What the rules do that are on.
    pub(crate) handlers: &'a Handlers,
    /// The edits so far.
    pub log: Log,
    /// The output place being made: a JSON Pointer (RFC 6901).
    pub path: String,
    /// The key of the property whose schema is at work, while its rules narrow it.
    pub property: Option<JsonId>,
    /// The words that the target holds and that no rule is about.
    passed_through: KeywordSet,
    /// What the schema said in words, if it is left out.
    omitted: Option<Vec<String>>,
    folded: bool,
    /// Whether what leaves has to be lowered again.
    unsettled: bool,
    /// The schemas being unfolded, from the root to the node at work, and how many of them are about values around its.
    active: Vec<SchemaId>,
    around: usize,
    /// Schemas around the one being lowered.
    depth: usize,
    /// Objects and arrays around it.
    level: usize,
    in_union: bool,
    /// Unions around it.
    unions: usize,
    unfolding: usize,
    /// Positions around it, for whose values there is no code.
    positions: usize,
    /// Steps from the definition at work to it that a value may leave out (catalogue: J-ref-loop).
    optional_steps: usize,
    budget: Budget<'d>,
    /// Bytes of what is at work and goes when the node does that it belongs to.
    held: usize,
    /// The members of the schema being printed: one list for all of them.
    printed: Vec<Printed>,
    definitions: definitions::Definitions,
    definition_facts: definition_facts::DefinitionFacts,
    loops: OnceCell<loops::Loops>,
    /// How often a node may still be lowered again because alternatives went.
    regroupings: usize,
}

impl<'a, 'd> Lower<'a, 'd> {
    /// Starts lowering a schema.
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
            folded: false,
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
            regroupings: MAX_REGROUPINGS,
        }
    }

    /// Writes out less, for schemas that cost too much.
    fn within(mut self, scope: Scope) -> Lower<'a, 'd> {
        self.budget = budget_of(self.model.ast, self.target, scope);
        self
    }

    /// Knows what earlier runs have shown.
    fn knowing(mut self, definition_facts: definition_facts::DefinitionFacts) -> Lower<'a, 'd> {
        self.definition_facts = definition_facts;
        self
    }

    /// Says that a part has gone which others may have counted on, or stays for what may change in it: what leaves is
    /// lowered again.
    pub(crate) fn look_again(&mut self) {
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

    /// Whether the root of a tool's arguments is being lowered; answers may be anything.
    #[must_use]
    pub(crate) fn at_arguments(&self) -> bool {
        self.depth == 0 && self.options.role == Role::Arguments
    }

    /// Whether descriptions say what the output cannot.
    #[must_use]
    pub(crate) fn gives_hints(&self) -> bool {
        self.options.hints
    }

    /// Whether arguments may be coded.
    #[must_use]
    pub(crate) fn may_code(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.positions == 0
    }

    /// Whether a position of a tuple is being lowered, whose values are not coded where others are.
    fn in_position(&self) -> bool {
        self.options.mode == Mode::RoundTrip && self.positions > 0
    }

    /// Leaves the whole schema out: the tool then takes no arguments. Its words go into the description of the tool.
    pub(crate) fn omit_root(&mut self, shape: &Shape) {
        self.omitted = Some(self.words_of(shape));
    }

    /// What a node says in words: its description, and what the output cannot say.
    pub(crate) fn words_of(&self, shape: &Shape) -> Vec<String> {
        let description = shape.fact(Keyword::Description).map(|fact| self.fact_string(fact));
        let hints = shape.hints.as_came().iter().filter(|_| self.options.hints).cloned();
        description.filter(|text| !text.trim().is_empty()).into_iter().chain(hints).gather()
    }

    /// Whether a branch of a union is being lowered.
    #[must_use]
    pub(crate) fn in_union(&self) -> bool {
        self.in_union
    }

    /// Does something to an alternative as if its schemas were being lowered: references back to them count.
    pub(crate) fn unfolding<T>(&mut self, read_from: &[SchemaId], act: impl FnOnce(&mut Self) -> T) -> T {
        let active = self.active.len();
        self.active.extend_from_slice(read_from);
        let done = act(self);
        self.active.truncate(active);
        done
    }

    /// Counts bytes that are held until the node at work is finished; whether there is room for them.
    pub(crate) fn hold(&mut self, bytes: usize) -> bool {
        self.held += bytes;
        self.model.work().keep(bytes)
    }

    /// Counts schemas that a rule looks into beyond those that are lowered; whether there is room for more.
    pub(crate) fn spend(&mut self, schemas: usize) -> bool {
        self.budget.visit(schemas);
        !self.budget.is_spent()
    }

    /// Whether there is no room for more than a type.
    pub(crate) fn is_scarce(&self) -> bool {
        self.budget.scope.scarce
    }

    /// Says that something was folded into the node, so that rules that ran before must see it too.
    pub(crate) fn restart(&mut self) {
        self.folded = true;
    }

    /// Says that a branch was folded into the node that was read from these schemas: references back to them count.
    pub(crate) fn fold_in(&mut self, read_from: &[SchemaId]) {
        self.active.extend_from_slice(read_from);
        self.restart();
    }

    /// Reads a part; used by rules that look into branches.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_part(self, part, origin)
    }

    /// Reads a part with its references written out; for rules that need what they lead to.
    ///
    /// # Errors
    /// The limit that was met.
    pub(crate) fn read_inline(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_inline(self, part, origin)
    }

    /// Lowers a part of the schema to the output place so many names further down.
    pub(crate) fn lower_at(&mut self, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.at_child(place, |cx| cx.lower_part(part, origin))
    }

    /// Lowers a part that a value may be without, if it is `optional`.
    fn lower_step(&mut self, optional: bool, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.optional_steps += usize::from(optional);
        let lowered = self.lower_at(place, part, origin);
        self.optional_steps -= usize::from(optional);
        lowered
    }

    /// Does something at the output place of a member or an item.
    fn at_child<T>(&mut self, place: &[&str], act: impl FnOnce(&mut Self) -> T) -> T {
        self.level += 1;
        let around = std::mem::replace(&mut self.around, self.active.len());
        let done = self.below(place, false, act);
        self.around = around;
        self.level -= 1;
        done
    }

    /// Lowers an alternative of the node at work.
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

/// Large inputs may be visited in proportion to their own size.
fn budget_of<'d>(ast: &Ast<'d>, target: &Target, scope: Scope) -> Budget<'d> {
    let length = ast.tape().slice(ast.json(SchemaId::ROOT)).len();
    Budget::new(scope, length, target.node_budget.max(ast.len()), ast.work())
}
