//! The handlers that lowering calls, arranged by what triggers them. Lowering knows no rules, only these handlers.

use super::{Found, Limit, Lower, PartialNode, Reader, Rule};
use crate::{
    json::JsonId,
    order::Bits,
    schema::{Entry, KEYWORDS, Keyword, KeywordSet, Value},
    shape::{Fact, Shape},
};

/// Reads a keyword in place of the model, while a schema is read.
pub(crate) type ReadHook = fn(&mut Reader<'_, '_, '_>, &Entry);
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

/// What was done about alternatives whose wire values are ambiguous.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// One of them was wrapped into an object of one member.
    Wrapped {
        /// Whether the union's node constrains objects, so that it may exclude this one.
        beside: bool,
    },
    /// Null that stands for an absent member is not removed.
    NullStays,
}
/// Logs that a type on the scalar fast path is output in another case, given the key of `type`.
pub(crate) type RespellHook = fn(&mut Lower<'_, '_>, JsonId);
/// Returns the cost of not enforcing a fact of a shape.
pub(crate) type CostHook = fn(&Lower<'_, '_>, &Shape, &Fact) -> Cost;
/// A place where no value is valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Impossible<'n> {
    /// A member of an object.
    Member {
        /// Its name.
        name: &'n str,
        /// Whether the object must have it.
        required: bool,
        /// Whether the output forbids it.
        forbidden: bool,
    },
    /// An alternative of a union.
    Alternative {
        /// Whether the union is `oneOf`, of which no other alternative may match.
        alone: bool,
    },
    /// The items of a list.
    Items {
        /// Whether the target can express that the list has no such items.
        told: bool,
    },
    /// The undeclared members of an object.
    Undeclared,
    /// A definition that references lead to.
    Definition {
        /// Its name.
        name: &'n str,
    },
    /// The whole schema.
    Root,
}

/// The cost of not enforcing one fact.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// What the output allows in addition; `None` for a keyword that constrains nothing.
    pub accepts_more: Option<String>,
    /// The hint for the description.
    pub words: Option<String>,
    /// Why the target does not take it, if not for lack of a field.
    pub because: Option<Because>,
}

/// The message with the reason that a target does not take what was found.
pub(crate) type Because = fn(Found<'_>) -> String;

impl Cost {
    /// Nothing is gained, and there is no hint.
    pub(crate) const NONE: Cost = Cost { accepts_more: None, words: None, because: None };

    /// The output allows these values in addition.
    #[must_use]
    #[inline(never)]
    pub(crate) fn accepts_more(what: impl Into<String>) -> Cost {
        Cost { accepts_more: Some(what.into()), ..Cost::NONE }
    }

    /// The output allows these values in addition, and this is the hint.
    #[must_use]
    pub(crate) fn of(more: &str, words: &str) -> Cost {
        Cost::accepts_more(more).told(Some(words.to_owned()))
    }

    /// Sets why the target does not take it, if not for lack of a field.
    #[must_use]
    pub(crate) fn because(mut self, reason: Because) -> Cost {
        self.because = Some(reason);
        self
    }

    /// Sets the hint for the description.
    #[must_use]
    #[inline(never)]
    pub(crate) fn told(mut self, words: Option<String>) -> Cost {
        self.words = words;
        self
    }
}

/// A step that narrows a shape before its children are lowered.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// A rule's own handler.
    Narrow(NarrowHook),
    /// Drops the facts of these keywords that the target refuses.
    Drop(&'static Rule, KeywordSet, CostHook),
}

/// A registered step.
#[derive(Clone, Copy)]
struct Narrowing {
    /// Whether it also runs on an alternative by itself, before the node with the union is narrowed.
    alone: bool,
    step: Step,
}

/// The number of keywords, including the one for unknown names.
const KEYWORD_COUNT: usize = Keyword::Unknown as usize + 1;

/// Handlers by what triggers them, in the order in which they run.
#[derive(Clone)]
pub(crate) struct Handlers {
    pub(crate) readers: [Option<ReadHook>; KEYWORD_COUNT],
    pub(crate) costs: [Option<(&'static Rule, CostHook)>; KEYWORD_COUNT],
    narrowing: Vec<Narrowing>,
    /// The steps that each keyword triggers, by position; the last entry has those that run on every node.
    called: [Bits; KEYWORD_COUNT + 1],
    pub(crate) settling: Vec<SettleHook>,
    pub(crate) limits: [Option<&'static Rule>; 3],
    pub(crate) unresolved: Option<ReadHook>,
    pub(crate) boolean: Option<NodeHook>,
    pub(crate) malformed: Option<NodeHook>,
    pub(crate) loose: Option<ReadHook>,
    pub(crate) doubled: Option<NodeHook>,
    pub(crate) impossible: Option<ImpossibleHook>,
    pub(crate) ambiguous: Option<AmbiguityHook>,
    pub(crate) respelled: Option<RespellHook>,
    /// The annotation keywords that no handler concerns, set once all handlers are known.
    pub(crate) passed_through: KeywordSet,
    /// Whether the scalar fast path is off.
    #[cfg(test)]
    pub(crate) makes_shapes: bool,
}

impl Handlers {
    /// No handlers: schemas are output as they are.
    pub(crate) fn none() -> Handlers {
        Handlers {
            readers: [None; KEYWORD_COUNT],
            costs: [None; KEYWORD_COUNT],
            narrowing: Vec::new(),
            called: [Bits::EMPTY; KEYWORD_COUNT + 1],
            settling: Vec::new(),
            limits: [None; 3],
            unresolved: None,
            boolean: None,
            malformed: None,
            loose: None,
            doubled: None,
            impossible: None,
            ambiguous: None,
            respelled: None,
            passed_through: KeywordSet::EMPTY,
            #[cfg(test)]
            makes_shapes: false,
        }
    }

    /// The handler that reads a keyword instead of the model.
    pub(super) fn reader(&self, entry: &Entry) -> Option<ReadHook> {
        if entry.value == Value::Malformed || entry.loose { None } else { self.readers[entry.keyword as usize] }
    }

    /// The rule that drops a keyword, with the cost of not enforcing it.
    pub(crate) fn cost(&self, keyword: Keyword) -> Option<(&'static Rule, CostHook)> {
        self.costs[keyword as usize]
    }

    /// The annotation keywords that no handler concerns.
    pub(crate) fn unhandled_annotations(&self) -> KeywordSet {
        let words = KEYWORDS.iter().map(|info| info.keyword).filter(|keyword| keyword.is_annotation());
        let unread = words
            .filter(|keyword| self.readers[*keyword as usize].is_none() && self.costs[*keyword as usize].is_none());
        let named = |keyword: &Keyword| !self.called[*keyword as usize].is_empty();
        unread.filter(|keyword| !named(keyword)).fold(KeywordSet::EMPTY, KeywordSet::with)
    }

    /// The rule that answers for a limit.
    pub(crate) fn limit(&self, limit: Limit) -> Option<&'static Rule> {
        self.limits[limit as usize]
    }

    /// Adds a step that keywords trigger, or that runs on every node; `alone` is whether it also runs on an alternative
    /// by itself, before the node with the union is narrowed.
    pub(crate) fn narrow_by(&mut self, keywords: Option<KeywordSet>, alone: bool, step: Step) {
        let at = self.narrowing.len();
        self.narrowing.push(Narrowing { alone, step });
        let mut call = |by: usize| self.called[by] = self.called[by].with(at);
        match keywords {
            None => call(KEYWORD_COUNT),
            Some(of) => of.iter().for_each(|keyword| call(keyword as usize)),
        }
    }

    /// Removes all steps.
    #[cfg(test)]
    pub(crate) fn forget_steps(&mut self) {
        self.narrowing.clear();
        self.called = [Bits::EMPTY; KEYWORD_COUNT + 1];
    }

    fn called_by(&self, keywords: KeywordSet) -> Bits {
        keywords.iter().fold(self.called[KEYWORD_COUNT], |called, keyword| called.union(self.called[keyword as usize]))
    }

    /// Calls `run` with each step that the shape triggers, until it returns `false`; if `alone`, only with those that
    /// also run on an alternative by itself.
    pub(super) fn narrow(&self, shape: &mut Shape, alone: bool, mut run: impl FnMut(Step, &mut Shape) -> bool) {
        let mut keywords = shape.keywords;
        let mut called = self.called_by(keywords);
        while let Some(at) = called.pop() {
            let Narrowing { step, alone: looks_alone } = &self.narrowing[at];
            if (*looks_alone || !alone) && !run(*step, shape) {
                return;
            }
            if shape.keywords != keywords {
                keywords = shape.keywords;
                called = self.called_by(keywords).above(at);
            }
        }
    }
}
