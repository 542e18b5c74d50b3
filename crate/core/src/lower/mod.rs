//! Lowering: a shape as the target says it, bottom-up, with the edits that it cost.
//!
//! **Invariants.** A schema whose lowering made no edit leaves as its source bytes. Rules narrow the
//! shape before its children are lowered and settle it after; nothing else changes meaning. Depth,
//! recursion and unfolding are bounded, so every input ends.

mod alike;
mod budget;
mod children;
mod coding;
mod cuts;
mod definitions;
mod found;
mod ignored;
mod learnt;
mod log;
mod made;
mod node;
mod out;
mod print;
mod regroup;
mod tool;
mod words;

use std::cell::{Cell, OnceCell, RefCell};

use crate::{
    Mode, Options, Role,
    json::JsonId,
    order::Set,
    resolve::References,
    rules::{Rule, RuleBook},
    schema::{Ast, SchemaId, TypeCase, push_key},
    shape::{Cut, Part, Shape, read_inline, read_part},
    targets::Target,
};

use budget::{Budget, Scope};
pub use children::{Closing, Draft, Member};
pub use found::Found;
pub use log::{Edit, EditBuilder, Log, Message};
pub use made::{Face, Made};
pub use out::{Out, OutKey};
pub(crate) use out::{inline, reindent, write_object};
pub use tool::{LoweredTool, lower_tool};
pub(crate) use words::free_name;
pub use words::{clip, with_hints};
pub(crate) use words::{spell, spell_list};

/// Schemas, members and values that comparing alternatives may look through in one tool, where the
/// tool itself has not more.
const COMPARING: usize = 20_000;

/// How often nodes of one tool are lowered again because alternatives went.
const MAX_REGROUPINGS: usize = 256;

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
    /// The output place being made: a JSON Pointer (RFC 6901).
    pub path: String,
    /// Whether the schema follows a draft up to 7, where `$ref` hides the assertions beside it.
    pub old_draft: bool,
    /// The key of the property whose schema is at work, while its rules narrow it.
    pub property: Option<JsonId>,
    root_omitted: bool,
    folded: bool,
    /// The schemas being unfolded, from the root to the node at work.
    active: Vec<SchemaId>,
    /// Schemas around the one being lowered.
    depth: usize,
    /// Objects and arrays around it.
    level: usize,
    in_union: bool,
    /// Unions around it.
    unions: usize,
    unfolding: usize,
    budget: Budget,
    definitions: definitions::Definitions,
    learnt: learnt::Learnt,
    loops: OnceCell<Loops>,
    /// What comparing alternatives with each other may still cost.
    pub(crate) comparing: Cell<usize>,
    /// The unions that allow nothing unless references that lead back to themselves do.
    pub(crate) circular: RefCell<Set<JsonId>>,
    /// How often a node may still be lowered again because alternatives went.
    regroupings: usize,
}

/// Schemas on loops of references.
struct Loops {
    recursive: Set<SchemaId>,
    inescapable: Set<SchemaId>,
    locked: Set<SchemaId>,
}

/// What became of a part.
#[derive(Debug)]
pub enum Lowered {
    /// A schema for the target.
    Out(Made),
    /// Nothing: a limit was met.
    Cut(Cut),
    /// Nothing: no value is valid.
    Never(JsonId),
}

/// Why nothing became of a part.
#[derive(Clone, Copy, Debug)]
enum Lost {
    /// A limit was met.
    Cut(Cut),
    /// No value is valid.
    Never(JsonId),
}

impl From<Lost> for Lowered {
    fn from(lost: Lost) -> Lowered {
        match lost {
            Lost::Cut(cut) => Lowered::Cut(cut),
            Lost::Never(key) => Lowered::Never(key),
        }
    }
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
        Lower {
            ast,
            references,
            target,
            case,
            options,
            rules,
            log: Log::new(options.hints),
            path: String::new(),
            old_draft: ast.old_draft(),
            property: None,
            root_omitted: false,
            folded: false,
            active: Vec::new(),
            depth: 0,
            level: 0,
            in_union: false,
            unions: 0,
            unfolding: 0,
            budget: budget_of(ast, target, Scope::WHOLE),
            definitions: definitions::Definitions::default(),
            learnt: learnt::Learnt::default(),
            loops: OnceCell::new(),
            comparing: Cell::new(COMPARING.max(ast.len())),
            circular: RefCell::default(),
            regroupings: MAX_REGROUPINGS,
        }
    }

    /// Writes out less, for schemas that cost too much.
    fn within(mut self, scope: Scope) -> Lower<'a, 'd> {
        self.budget = budget_of(self.ast, self.target, scope);
        self
    }

    /// Says nothing of its edits that nobody will read.
    fn reading(mut self, is_read: bool) -> Lower<'a, 'd> {
        self.log.unread = !is_read;
        self
    }

    /// Knows what earlier runs have shown.
    fn knowing(mut self, learnt: learnt::Learnt) -> Lower<'a, 'd> {
        self.learnt = learnt;
        self
    }

    /// Logs an edit of a rule, caused by the JSON at `key` (a member's key or a value).
    pub fn log(&mut self, rule: &'static Rule, key: JsonId) -> EditBuilder<'_> {
        let found = Found::new(self.ast.tape(), key, self.target);
        self.log.push(rule, found, &self.path)
    }

    /// Whether the root of the schema is being lowered.
    #[must_use]
    pub fn at_root(&self) -> bool {
        self.depth == 0
    }

    /// Whether the root of a tool's arguments is being lowered; answers may be anything.
    #[must_use]
    pub fn at_arguments(&self) -> bool {
        self.depth == 0 && self.options.role == Role::Arguments
    }

    /// Whether arguments may be coded.
    #[must_use]
    pub fn may_code(&self) -> bool {
        self.options.mode == Mode::RoundTrip
    }

    /// Leaves the whole schema out: the tool then takes no arguments.
    pub fn omit_root(&mut self) {
        self.root_omitted = true;
    }

    /// Whether a branch of a union is being lowered.
    #[must_use]
    pub fn in_union(&self) -> bool {
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

    /// Counts schemas that a rule looks into beyond those that are lowered; whether there is room for more.
    pub(crate) fn spend(&mut self, schemas: usize) -> bool {
        self.budget.visit(schemas);
        !self.budget.is_spent()
    }

    /// Whether there is no room for more than a type.
    pub(crate) fn is_scarce(&self) -> bool {
        self.budget.scope.scarce
    }

    /// Says that a branch was folded into the node, so that rules that ran before must see it too.
    pub fn start_over(&mut self) {
        self.folded = true;
    }

    /// Whether a schema comes back to itself, as far as is known in what the target holds of it.
    #[must_use]
    pub fn is_recursive(&self, schema: SchemaId) -> bool {
        self.loops().recursive.contains(&schema) && !self.learnt.is_finite(schema)
    }

    /// Whether a schema comes back to itself on a way each step of which must be taken.
    #[must_use]
    pub fn is_inescapable(&self, schema: SchemaId) -> bool {
        self.loops().inescapable.contains(&schema)
    }

    /// Whether a schema comes back to itself, and nothing on the way can be made optional.
    #[must_use]
    pub fn is_locked(&self, schema: SchemaId) -> bool {
        self.loops().locked.contains(&schema)
    }

    fn loops(&self) -> &Loops {
        self.loops.get_or_init(|| Loops {
            recursive: self.references.recursive(self.ast),
            inescapable: self.references.inescapable(self.ast),
            locked: self.references.locked(self.ast),
        })
    }

    /// How often a schema is being unfolded around here.
    #[must_use]
    pub fn times_active(&self, schema: SchemaId) -> usize {
        self.active.iter().filter(|active| **active == schema).count()
    }

    /// Reads a part; used by rules that look into branches.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn read(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_part(self, part, origin)
    }

    /// Reads a part with its references written out; for rules that need what they lead to.
    ///
    /// # Errors
    /// The limit that was met.
    pub fn read_inline(&mut self, part: &Part, origin: JsonId) -> Result<Shape, Cut> {
        read_inline(self, part, origin)
    }

    /// Lowers a part of the schema to the output place so many names further down.
    pub fn lower_at(&mut self, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.at_child(place, |cx| cx.lower_part(part, origin))
    }

    /// Does something at the output place of a member or an item.
    fn at_child<T>(&mut self, place: &[&str], act: impl FnOnce(&mut Self) -> T) -> T {
        self.level += 1;
        let done = self.below(place, false, act);
        self.level -= 1;
        done
    }

    /// Lowers an alternative of the node at work.
    fn lower_branch(&mut self, place: &[&str], part: &Part, origin: JsonId) -> Lowered {
        self.below(place, true, |cx| cx.lower_part(part, origin))
    }

    fn below<T>(&mut self, place: &[&str], in_union: bool, act: impl FnOnce(&mut Self) -> T) -> T {
        let length = self.path.len();
        for name in place {
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
fn budget_of(ast: &Ast<'_>, target: &Target, scope: Scope) -> Budget {
    let length = ast.tape().slice(ast.json(ast.root())).len();
    Budget::new(scope, length, target.node_budget.max(ast.len()))
}
