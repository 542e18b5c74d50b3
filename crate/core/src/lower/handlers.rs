//! The handlers that lowering calls, arranged by what triggers them. Lowering knows no rules, only these handlers.

use super::{
    CostHook, Direct, Handlers, Limit, Lower, OnPlain, PlainNode, ReadHook, Rule, Step,
    context::{KEYWORD_COUNT, Narrowing},
};
use crate::{
    order::Bits,
    schema::{Entry, KEYWORDS, Keyword, KeywordSet, Value},
    shape::Shape,
    targets::Support,
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
            name: None,
            impossible: None,
            ambiguous: None,
            respelled: None,
            nullable: None,
            passed_through: KeywordSet::EMPTY,
            direct: KeywordSet::EMPTY,
            idle: Bits::EMPTY,
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
    pub(crate) fn narrow_by(&mut self, keywords: Option<KeywordSet>, alone: bool, step: Step, direct: Option<OnPlain>) {
        let at = self.narrowing.len();
        self.narrowing.push(Narrowing { alone, step, direct });
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
            let Narrowing { step, alone: looks_alone, .. } = &self.narrowing[at];
            if (*looks_alone || !alone) && !run(*step, shape) {
                return;
            }
            if shape.keywords != keywords {
                keywords = shape.keywords;
                called = self.called_by(keywords).above(at);
            }
        }
    }

    /// Arranges what rules state about plain nodes, once all handlers are known: a plain node may have a keyword unless a
    /// rule that reads or narrows it states nothing, or its effect depends on other keywords.
    pub(crate) fn arrange_direct(&mut self) {
        let is_silent = |at: usize| matches!(self.narrowing[at], Narrowing { step: Step::Narrow(_), direct: None, .. });
        let is_direct = |keyword: &Keyword| {
            self.readers[*keyword as usize].is_none() && !self.called[*keyword as usize].iter().any(is_silent)
        };
        let keywords = KeywordSet::ALL.difference(MEANT_TOGETHER);
        self.direct = keywords.iter().filter(is_direct).fold(KeywordSet::EMPTY, KeywordSet::with);
        let idle = |at: &usize| matches!(self.narrowing[*at].direct, Some(OnPlain::Idle));
        self.idle = (0..self.narrowing.len()).filter(idle).fold(Bits::EMPTY, Bits::with);
    }

    /// The steps that run on the facts of a plain node; `None` if a rule needs its shape.
    pub(super) fn direct_steps(&self, cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Option<Bits> {
        let mut called = self.called_by(node.keywords).difference(self.idle);
        let mut steps = Bits::EMPTY;
        while let Some(at) = called.pop() {
            let acts = match &self.narrowing[at] {
                Narrowing { direct: Some(OnPlain::Asked(direct)), .. } => direct(cx, node),
                Narrowing { step: Step::Drop(_, of, _), .. } => {
                    let held = |keyword| cx.target.support(keyword) == Support::Held;
                    if of.intersection(node.keywords).iter().all(held) { Direct::Idle } else { Direct::Facts }
                }
                Narrowing { step: Step::Narrow(_), .. } => Direct::Shape,
            };
            match acts {
                Direct::Idle => {}
                Direct::Facts => steps = steps.with(at),
                Direct::Shape => return None,
            }
        }
        let settles = |direct: &Option<OnPlain>| match direct {
            Some(OnPlain::Idle) => false,
            Some(OnPlain::Asked(direct)) => direct(cx, node) != Direct::Idle,
            None => true,
        };
        (!self.settling.iter().any(|(_, direct)| settles(direct))).then_some(steps)
    }

    /// The step at a position.
    pub(super) fn step(&self, at: usize) -> Step {
        self.narrowing[at].step
    }
}

/// Keywords whose effect depends on others, or that shapes do not keep as facts.
const MEANT_TOGETHER: KeywordSet = KeywordSet::of(&[Keyword::Const, Keyword::Nullable]);
