//! The handlers that lowering calls, arranged by what wakes them. Lowering knows no rule: it calls what stands here.

use super::{Found, Limit, Lower, PartialNode, Reader, Rule};
use crate::{
    json::JsonId,
    order::Bits,
    schema::{Entry, KEYWORDS, Keyword, KeywordSet, Value},
    shape::{Fact, Shape},
};

/// Solves a keyword while a schema is read.
pub(crate) type ReadHook = fn(&mut Reader<'_, '_, '_>, &Entry);
/// Deals with a whole value while a schema is read: a boolean, malformed JSON, a doubled member.
pub(crate) type NodeHook = fn(&mut Reader<'_, '_, '_>, JsonId);
/// Narrows a shape to what the target can say, before its children are lowered.
pub(crate) type NarrowHook = fn(&mut Lower<'_, '_>, &mut Shape);
/// Repairs a node when its children are known.
pub(crate) type SettleHook = fn(&mut Lower<'_, '_>, &mut Shape, &mut PartialNode);
/// Deals with a place in which no value is valid: what says so, and what stands there.
pub(crate) type ImpossibleHook = fn(&mut Lower<'_, '_>, JsonId, Impossible<'_>);
/// Tells what comes of alternatives that look alike: the union's key.
pub(crate) type AmbiguityHook = fn(&mut Lower<'_, '_>, JsonId, Ambiguity);

/// What comes of alternatives whose values look alike on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ambiguity {
    /// One of them is put into an object of one member.
    Wrapped {
        /// Whether the union's node says something of objects, which that one may not be.
        beside: bool,
    },
    /// Null that stands for an absent member is not taken out.
    NullStays,
}
/// Logs that the type of a plain node is spelled in another case: the key of `type`.
pub(crate) type RespellHook = fn(&mut Lower<'_, '_>, JsonId);
/// Says what it costs that a fact of a shape is not enforced.
pub(crate) type CostHook = fn(&Lower<'_, '_>, &Shape, &Fact) -> Cost;
/// What no value satisfies.
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
        /// Whether no other may hold beside it: of `oneOf`.
        alone: bool,
    },
    /// The items of a list.
    Items {
        /// Whether the target can say that the list is empty.
        told: bool,
    },
    /// The members of an object that are not declared.
    Undeclared,
    /// A definition that references lead to.
    Definition {
        /// Its name.
        name: &'n str,
    },
    /// The whole schema.
    Root,
}

/// What it costs that one fact is not enforced.
#[derive(Debug, Default)]
pub(crate) struct Cost {
    /// What the output allows besides; nothing for a keyword that constrains nothing.
    pub accepts_more: Option<String>,
    /// What the description says instead.
    pub words: Option<String>,
    /// Why the target does not take it, where it is not for want of a field.
    pub because: Option<Because>,
}

/// The sentence that says why a target does not take what was found.
pub(crate) type Because = fn(Found<'_>) -> String;

impl Cost {
    /// Nothing is gained, nothing to be said.
    pub(crate) const NONE: Cost = Cost { accepts_more: None, words: None, because: None };

    /// The output allows these values too.
    #[must_use]
    #[inline(never)]
    pub(crate) fn accepts_more(what: impl Into<String>) -> Cost {
        Cost { accepts_more: Some(what.into()), ..Cost::NONE }
    }

    /// The output allows these values too, and the description says this.
    #[must_use]
    pub(crate) fn of(more: &str, words: &str) -> Cost {
        Cost::accepts_more(more).told(Some(words.to_owned()))
    }

    /// The target does not take it for another reason than that it has no field for it.
    #[must_use]
    pub(crate) fn because(mut self, reason: Because) -> Cost {
        self.because = Some(reason);
        self
    }

    /// The description says this.
    #[must_use]
    #[inline(never)]
    pub(crate) fn told(mut self, words: Option<String>) -> Cost {
        self.words = words;
        self
    }
}

/// What is done to a shape before its children are lowered.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// A rule's own handler.
    Narrow(NarrowHook),
    /// The facts of these keywords that the target refuses are dropped.
    Drop(&'static Rule, KeywordSet, CostHook),
}

/// A step of many.
#[derive(Clone, Copy)]
struct Narrowing {
    /// Whether it looks at a node by itself, before that is looked at as an alternative of a union.
    alone: bool,
    step: Step,
}

/// How many keywords there are, with the one for unknown names.
const KEYWORD_COUNT: usize = Keyword::Unknown as usize + 1;

/// Handlers by what wakes them, in the order in which they run.
#[derive(Clone)]
pub(crate) struct Handlers {
    pub(crate) readers: [Option<ReadHook>; KEYWORD_COUNT],
    pub(crate) costs: [Option<(&'static Rule, CostHook)>; KEYWORD_COUNT],
    narrowing: Vec<Narrowing>,
    /// What of that each keyword calls for, by position, and last what every node does.
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
    /// The words that no handler is about, once all are known.
    pub(crate) passed_through: KeywordSet,
    /// Whether a shape is made of every node, plain ones too.
    #[cfg(test)]
    pub(crate) makes_shapes: bool,
}

impl Handlers {
    /// No handlers: schemas leave as they came.
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

    /// What it costs that a keyword is not enforced, and the rule that says so.
    pub(crate) fn cost(&self, keyword: Keyword) -> Option<(&'static Rule, CostHook)> {
        self.costs[keyword as usize]
    }

    /// The words that no handler is about.
    pub(crate) fn unheeded(&self) -> KeywordSet {
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

    /// Adds a step, for which keywords call, or every node; `alone` says whether it looks at a node by itself, before
    /// that is looked at as an alternative of a union.
    pub(crate) fn narrow_by(&mut self, keywords: Option<KeywordSet>, alone: bool, step: Step) {
        let at = self.narrowing.len();
        self.narrowing.push(Narrowing { alone, step });
        let mut call = |by: usize| self.called[by] = self.called[by].with(at);
        match keywords {
            None => call(KEYWORD_COUNT),
            Some(of) => of.iter().for_each(|keyword| call(keyword as usize)),
        }
    }

    /// Forgets all steps.
    #[cfg(test)]
    pub(crate) fn narrow_by_none(&mut self) {
        self.narrowing.clear();
        self.called = [Bits::EMPTY; KEYWORD_COUNT + 1];
    }

    fn called_by(&self, keywords: KeywordSet) -> Bits {
        keywords.iter().fold(self.called[KEYWORD_COUNT], |called, keyword| called.union(self.called[keyword as usize]))
    }

    /// Runs `run` with each step that the shape calls for, until it says stop; `alone` asks for those only that look at
    /// a node by itself.
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
