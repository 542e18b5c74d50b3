//! The state of lowering one tool, and the types of the handlers that it calls.

use std::cell::OnceCell;

use super::{
    Ambiguity, Child, Cost, Cut, Detail, Direct, Impossible, Log, LowerOptions, PartialNode, PlainNode, Rule,
    definitions::{DefinitionFacts, Definitions, Loops},
    limits::{Budget, Scope},
    print::Printed,
};
use crate::{
    json::JsonId,
    order::{Bits, Map, Set},
    schema::{Ast, Entry, Keyword, KeywordSet, SchemaId, TypeCase},
    shape::{Fact, Model, Shape},
    targets::Target,
};

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
    pub(super) options: LowerOptions<'a>,
    /// The handlers of the enabled rules.
    pub(crate) handlers: &'a Handlers,
    /// The edits logged so far.
    pub log: Log,
    /// The output places of objects that models send empty, with their sources; `None` where another one is now.
    pub(super) emptied: Map<String, Option<JsonId>>,
    /// The output place being lowered, as a JSON Pointer (RFC 6901).
    pub path: String,
    /// The key of the property whose schema is being narrowed by the rules.
    pub property: Option<JsonId>,
    /// The annotation keywords that the target accepts and no handler concerns.
    pub(super) passed_through: KeywordSet,
    /// The description and the hints of the whole schema, if it is omitted.
    pub(super) omitted: Option<Vec<String>>,
    pub(super) restarting: bool,
    /// Whether the output has to be lowered again.
    pub(super) unsettled: bool,
    /// The schemas being unfolded, from the root to the current node.
    pub(super) active: Vec<SchemaId>,
    /// The index there of the first schema that applies to the current value, and not to one that encloses it.
    pub(super) value_start: usize,
    /// The number of schemas that enclose the one being lowered.
    pub(super) depth: usize,
    /// The number of objects and arrays that enclose it.
    pub(super) level: usize,
    pub(super) in_union: bool,
    /// The number of unions that enclose it.
    pub(super) union_depth: usize,
    pub(super) unfolding: usize,
    /// The number of enclosing places whose values cannot have a code, such as positions of a tuple.
    pub(super) uncodable: usize,
    /// Whether the current value is the name of a member of the original, which has no code.
    pub(crate) in_name: bool,
    /// The steps from the root or the current definition to it, and the index in `active` of the first schema of each.
    pub(super) steps: Vec<(Child, usize)>,
    /// The schemas of which a child failed when they were lowered directly.
    pub(super) indirect: Set<SchemaId>,
    pub(super) budget: Budget<'d>,
    /// Bytes of memory held until the nodes that they belong to are finished.
    pub(super) held: usize,
    /// The members of the schema being printed: one buffer, reused for all schemas.
    pub(super) printed: Vec<Printed>,
    pub(super) definitions: Definitions,
    pub(super) definition_facts: DefinitionFacts,
    pub(super) loops: OnceCell<Loops>,
    /// How many more times nodes may be lowered again after their unions changed.
    pub(super) relowerings: usize,
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
            case: options.written.case,
            options,
            handlers,
            log: Log::new(options.hints, detail),
            emptied: Map::new(),
            path: String::new(),
            property: None,
            passed_through: handlers.passed_through.intersection(options.target.held.union(options.target.ignored)),
            omitted: None,
            restarting: false,
            unsettled: false,
            active: Vec::new(),
            value_start: 0,
            depth: 0,
            level: 0,
            in_union: false,
            union_depth: 0,
            unfolding: 0,
            uncodable: 0,
            in_name: false,
            steps: Vec::new(),
            indirect: Set::new(),
            budget,
            held: 0,
            printed: Vec::new(),
            definitions: Definitions::default(),
            definition_facts: DefinitionFacts::default(),
            loops: OnceCell::new(),
            relowerings: MAX_RELOWERINGS,
        }
    }

    /// The output's keywords of references and of definitions.
    pub(crate) fn reference_names(&self) -> (&'static str, &'static str) {
        self.options.written.reference_names()
    }

    /// Restricts how much of the schema is written out.
    pub(super) fn within(mut self, scope: Scope) -> Lower<'a, 'd> {
        self.budget = budget_of(self.model.ast, self.target, scope);
        self
    }

    /// Sets what earlier runs have found out about definitions.
    pub(super) fn with_facts(mut self, definition_facts: DefinitionFacts) -> Lower<'a, 'd> {
        self.definition_facts = definition_facts;
        self
    }
}

/// The budget of a run; large inputs may be visited in proportion to their own size.
fn budget_of<'d>(ast: &Ast<'d>, target: &Target, scope: Scope) -> Budget<'d> {
    let length = ast.tape().slice(ast.json(SchemaId::ROOT)).len();
    Budget::new(scope, length, target.node_budget.max(ast.len()), ast.work())
}

/// Reads the schemas of one conjunction.
pub(crate) struct Reader<'r, 'a, 'd> {
    /// The lowering under way: document, references, rules, log.
    pub cx: &'r mut Lower<'a, 'd>,
    /// The shape so far.
    pub shape: Shape,
    /// The schema being read.
    pub schema: SchemaId,
    /// The schemas that rules added, and how many of them have been read.
    pub(super) queue: Vec<Pending>,
    pub(super) followed: usize,
    pub(super) visited: Set<SchemaId>,
    pub(super) cut: Option<Cut>,
    /// Whether nothing has been read yet.
    pub(super) is_new: bool,
    pub(super) hides_siblings: Option<&'static Rule>,
    /// Whether the conjunction is a single schema, annotations aside.
    pub(super) alone: bool,
    /// Whether the schema's reference is kept, with no siblings but a description and a default.
    pub(super) keeps_reference: bool,
}

/// A schema waiting to be read into a shape, and the rule that added it.
#[derive(Clone, Copy)]
pub(super) struct Pending {
    /// The schema.
    pub(super) schema: SchemaId,
    /// The rule that added it, with the key of the rule's keyword.
    pub(super) via: Option<(&'static Rule, JsonId)>,
}

/// Reads a keyword in place of the model, while a schema is read.
pub(crate) type ReadHook = fn(&mut Reader<'_, '_, '_>, &Entry);

/// The name under which a target takes a property; `None` if it takes its own.
pub(crate) type NameHook = fn(&Target, &str) -> Option<String>;

/// Handles a whole value while a schema is read: a boolean, malformed JSON, a duplicate member.
pub(crate) type NodeHook = fn(&mut Reader<'_, '_, '_>, JsonId);

/// Narrows a shape to what the target can express, before its children are lowered.
pub(crate) type NarrowHook = fn(&mut Lower<'_, '_>, &mut Shape);

/// Adjusts a node after its children have been lowered.
pub(crate) type SettleHook = fn(&mut Lower<'_, '_>, &mut Shape, &mut PartialNode);

/// Handles a place where no value is valid, given the JSON that causes it.
pub(crate) type ImpossibleHook = fn(&mut Lower<'_, '_>, JsonId, Impossible<'_>);

/// Reports what was done about ambiguous alternatives, given the union's key.
pub(crate) type AmbiguityHook = fn(&mut Lower<'_, '_>, JsonId, Ambiguity);

/// What a rule states about plain nodes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OnPlain {
    /// Its handlers change nothing about any.
    Idle,
    /// It depends on the node.
    Asked(fn(&Lower<'_, '_>, &PlainNode<'_>) -> Direct),
}

impl OnPlain {
    /// It depends on the node. The module that is compiled for size does not ask.
    pub(crate) const fn asked(direct: fn(&Lower<'_, '_>, &PlainNode<'_>) -> Direct) -> OnPlain {
        if cfg!(small) { OnPlain::Idle } else { OnPlain::Asked(direct) }
    }
}

/// Logs what is changed about a plain node as a whole, given the key that causes it.
pub(crate) type PlainHook = fn(&mut Lower<'_, '_>, JsonId);

/// Returns the cost of not enforcing a fact of a shape.
pub(crate) type CostHook = fn(&Lower<'_, '_>, &Shape, &Fact) -> Cost;

/// A step that narrows a shape before its children are lowered.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// A rule's own handler.
    Narrow(NarrowHook),
    /// Drops the facts of these keywords that the target rejects.
    Drop(&'static Rule, KeywordSet, CostHook),
}

/// A registered step.
#[derive(Clone, Copy)]
pub(super) struct Narrowing {
    /// Whether it also runs on an alternative by itself, before the node with the union is narrowed.
    pub(super) alone: bool,
    pub(super) step: Step,
    /// How it acts on a plain node.
    pub(super) direct: Option<OnPlain>,
}

/// The number of keywords, including the one for unknown names.
pub(super) const KEYWORD_COUNT: usize = Keyword::Unknown as usize + 1;

/// Handlers by what triggers them, in the order in which they run.
#[derive(Clone)]
pub(crate) struct Handlers {
    pub(crate) readers: [Option<ReadHook>; KEYWORD_COUNT],
    pub(crate) costs: [Option<(&'static Rule, CostHook)>; KEYWORD_COUNT],
    pub(super) narrowing: Vec<Narrowing>,
    /// The steps that each keyword triggers, by position; the last entry has those that run on every node.
    pub(super) called: [Bits; KEYWORD_COUNT + 1],
    pub(crate) settling: Vec<(SettleHook, Option<OnPlain>)>,
    pub(crate) limits: [Option<&'static Rule>; 3],
    pub(crate) unresolved: Option<ReadHook>,
    pub(crate) boolean: Option<NodeHook>,
    pub(crate) malformed: Option<NodeHook>,
    pub(crate) loose: Option<ReadHook>,
    pub(crate) doubled: Option<NodeHook>,
    pub(crate) name: Option<NameHook>,
    pub(crate) impossible: Option<ImpossibleHook>,
    pub(crate) ambiguous: Option<AmbiguityHook>,
    pub(crate) respelled: Option<PlainHook>,
    pub(crate) nullable: Option<PlainHook>,
    /// The annotation keywords that no handler concerns, set once all handlers are known.
    pub(crate) passed_through: KeywordSet,
    /// The keywords that a plain node may have.
    pub(super) direct: KeywordSet,
    /// The steps that change nothing about plain nodes.
    pub(super) idle: Bits,
    /// Whether the direct path is off.
    #[cfg(test)]
    pub(crate) makes_shapes: bool,
}
