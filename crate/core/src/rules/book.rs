//! The rules that are on, arranged by the hooks that they use.

use std::{borrow::Cow, sync::LazyLock};

use super::{
    AlikeHook, CostHook, DeclareHook, ImpossibleHook, NarrowHook, NodeHook, RULES, ReadHook, Rule, SettleHook, TextHook,
};
use crate::{
    order::sort_by_key,
    schema::{Entry, Keyword, KeywordSet, Value},
    shape::{Limit, Shape},
};

/// A set of rules by position in the registry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RuleSet(u128);

impl RuleSet {
    /// Adds the rule of a code; says whether there is one.
    pub fn insert(&mut self, code: &str) -> bool {
        let Some(at) = RULES.iter().position(|rule| rule.code.eq_ignore_ascii_case(code)) else { return false };
        self.0 |= 1 << at;
        true
    }

    fn has(self, at: usize) -> bool {
        self.0 & (1 << at) != 0
    }
}

/// What is done to a shape before its children are lowered.
#[derive(Clone, Copy)]
pub(crate) enum Step {
    /// A rule's own handler.
    Narrow(NarrowHook),
    /// The facts of a rule's keywords that the target refuses are dropped.
    Drop(&'static Rule, CostHook),
}

#[derive(Clone)]
struct Narrowing {
    triggers: KeywordSet,
    everywhere: bool,
    step: Step,
}

/// Handlers by hook, in the order in which they run.
#[derive(Clone)]
pub struct RuleBook {
    readers: Vec<Option<ReadHook>>,
    costs: Vec<Option<(&'static Rule, CostHook)>>,
    narrowing: Vec<Narrowing>,
    settling: Vec<SettleHook>,
    declaring: Vec<DeclareHook>,
    texts: Vec<TextHook>,
    limits: [Option<&'static Rule>; 3],
    unresolved: Option<ReadHook>,
    boolean: Option<NodeHook>,
    malformed: Option<NodeHook>,
    doubled: Option<NodeHook>,
    impossible: Option<ImpossibleHook>,
    alike: Option<AlikeHook>,
}

impl RuleBook {
    /// The rules but for those switched off; all of them are arranged once.
    #[must_use]
    pub fn of(disabled: RuleSet) -> Cow<'static, RuleBook> {
        static EVERY: LazyLock<RuleBook> = LazyLock::new(|| RuleBook::new(RuleSet::default()));
        if disabled == RuleSet::default() { Cow::Borrowed(&EVERY) } else { Cow::Owned(RuleBook::new(disabled)) }
    }

    /// Arranges every rule but those switched off.
    #[must_use]
    pub fn new(disabled: RuleSet) -> RuleBook {
        let on = |(at, _): &(usize, &&'static Rule)| !disabled.has(*at);
        let mut rules: Vec<&'static Rule> = RULES.iter().enumerate().filter(on).map(|(_, rule)| *rule).collect();
        sort_by_key(&mut rules, |rule| rule.phase);
        let mut readers = vec![None; Keyword::Unknown as usize + 1];
        let mut costs = vec![None; Keyword::Unknown as usize + 1];
        for rule in &rules {
            for keyword in rule.keywords.iter().filter(|_| rule.hooks.read.is_some()) {
                readers[*keyword as usize] = rule.hooks.read;
            }
            for (keyword, cost) in rule.keywords.iter().zip(std::iter::repeat(rule.hooks.cost)) {
                costs[*keyword as usize] = cost.map(|cost| (*rule, cost)).or(costs[*keyword as usize]);
            }
        }
        let narrowing = rules.iter().flat_map(|rule| {
            let triggers = KeywordSet::of(rule.keywords);
            let own = rule.hooks.narrow.map(|hook| (rule.everywhere, Step::Narrow(hook)));
            let dropping = rule.hooks.cost.map(|cost| (false, Step::Drop(rule, cost)));
            let steps = own.into_iter().chain(dropping);
            steps.map(move |(everywhere, step)| Narrowing { triggers, everywhere, step })
        });
        let limit = |limit| rules.iter().copied().find(|rule| rule.hooks.limit == Some(limit));
        RuleBook {
            readers,
            costs,
            narrowing: narrowing.collect(),
            settling: rules.iter().filter_map(|rule| rule.hooks.settle).collect(),
            declaring: rules.iter().filter_map(|rule| rule.hooks.declare).collect(),
            texts: rules.iter().filter_map(|rule| rule.hooks.text).collect(),
            limits: [limit(Limit::Recursion), limit(Limit::Depth), limit(Limit::Budget)],
            unresolved: rules.iter().find_map(|rule| rule.hooks.unresolved),
            boolean: rules.iter().find_map(|rule| rule.hooks.boolean),
            malformed: rules.iter().find_map(|rule| rule.hooks.malformed),
            doubled: rules.iter().find_map(|rule| rule.hooks.doubled),
            impossible: rules.iter().find_map(|rule| rule.hooks.impossible),
            alike: rules.iter().find_map(|rule| rule.hooks.alike),
        }
    }

    /// The handler that reads a keyword instead of the model.
    pub(crate) fn reader(&self, entry: &Entry) -> Option<ReadHook> {
        if entry.value == Value::Malformed { None } else { self.readers[entry.keyword as usize] }
    }

    /// What it costs that a keyword is not enforced, and the rule that says so.
    pub(crate) fn cost(&self, keyword: Keyword) -> Option<(&'static Rule, CostHook)> {
        self.costs[keyword as usize]
    }

    /// Runs `run` with each narrowing step that the shape calls for, until it says stop.
    pub(crate) fn narrowing(&self, shape: &mut Shape, mut run: impl FnMut(Step, &mut Shape) -> bool) {
        for narrowing in &self.narrowing {
            let wanted = narrowing.everywhere || narrowing.triggers.meets(shape.keywords);
            if wanted && !run(narrowing.step, shape) {
                return;
            }
        }
    }

    pub(crate) fn settling(&self) -> &[SettleHook] {
        &self.settling
    }

    pub(crate) fn declaring(&self) -> &[DeclareHook] {
        &self.declaring
    }

    pub(crate) fn texts(&self) -> &[TextHook] {
        &self.texts
    }

    pub(crate) fn limit(&self, limit: Limit) -> Option<&'static Rule> {
        self.limits[limit as usize]
    }

    pub(crate) fn unresolved(&self) -> Option<ReadHook> {
        self.unresolved
    }

    pub(crate) fn boolean(&self) -> Option<NodeHook> {
        self.boolean
    }

    pub(crate) fn malformed(&self) -> Option<NodeHook> {
        self.malformed
    }

    pub(crate) fn doubled(&self) -> Option<NodeHook> {
        self.doubled
    }

    pub(crate) fn alike(&self) -> Option<AlikeHook> {
        self.alike
    }

    pub(crate) fn impossible(&self) -> Option<ImpossibleHook> {
        self.impossible
    }
}
