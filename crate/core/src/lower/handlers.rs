//! The handlers that lowering calls, arranged by what triggers them. Lowering knows no rules, only these handlers.

use super::{
    CostHook, Handlers, Limit, ReadHook, Rule, Step,
    context::{KEYWORD_COUNT, Narrowing},
};
use crate::{
    order::Bits,
    schema::{Entry, KEYWORDS, Keyword, KeywordSet, Value},
    shape::Shape,
};

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
