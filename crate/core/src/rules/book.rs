//! The rules that are on, arranged by the hooks that they use.

use std::{borrow::Cow, sync::LazyLock};

use super::{
    AlikeHook, CostHook, DeclareHook, ImpossibleHook, NarrowHook, NodeHook, Phase, RULES, ReadHook, Rule, SettleHook,
    TextHook,
};
use crate::{
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
    phase: Phase,
    triggers: KeywordSet,
    everywhere: bool,
    step: Step,
}

/// How many keywords there are, with the one for unknown names.
const KEYWORD_COUNT: usize = Keyword::Unknown as usize + 1;

/// Handlers by hook, in the order in which they run.
#[derive(Clone)]
pub struct RuleBook {
    readers: [Option<ReadHook>; KEYWORD_COUNT],
    costs: [Option<(&'static Rule, CostHook)>; KEYWORD_COUNT],
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
        let mut book = RuleBook {
            readers: [None; KEYWORD_COUNT],
            costs: [None; KEYWORD_COUNT],
            narrowing: Vec::new(),
            settling: Vec::new(),
            declaring: Vec::new(),
            texts: Vec::new(),
            limits: [None; 3],
            unresolved: None,
            boolean: None,
            malformed: None,
            doubled: None,
            impossible: None,
            alike: None,
        };
        for phase in Phase::Root as u8..=Phase::End as u8 {
            for (at, rule) in RULES.iter().enumerate() {
                if rule.phase as u8 == phase && !disabled.has(at) {
                    book.add(rule);
                }
            }
        }
        book
    }

    fn add(&mut self, rule: &'static Rule) {
        let hooks = &rule.hooks;
        let triggers = KeywordSet::of(rule.keywords);
        for keyword in rule.keywords {
            let keyword = *keyword as usize;
            self.readers[keyword] = hooks.read.or(self.readers[keyword]);
            self.costs[keyword] = hooks.cost.map(|cost| (rule, cost)).or(self.costs[keyword]);
        }
        if let Some(hook) = hooks.narrow {
            self.narrowing.push(Narrowing { phase: rule.phase, triggers, everywhere: rule.everywhere, step: Step::Narrow(hook) });
        }
        if let Some(cost) = hooks.cost {
            self.narrowing.push(Narrowing { phase: rule.phase, triggers, everywhere: false, step: Step::Drop(rule, cost) });
        }
        if let Some(limit) = hooks.limit {
            self.limits[limit as usize] = Some(rule);
        }
        self.settling.extend(hooks.settle);
        self.declaring.extend(hooks.declare);
        self.texts.extend(hooks.text);
        self.unresolved = self.unresolved.or(hooks.unresolved);
        self.boolean = self.boolean.or(hooks.boolean);
        self.malformed = self.malformed.or(hooks.malformed);
        self.doubled = self.doubled.or(hooks.doubled);
        self.impossible = self.impossible.or(hooks.impossible);
        self.alike = self.alike.or(hooks.alike);
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

    /// Runs the steps that look at a node by itself, before it is looked at as an alternative of a union.
    pub(crate) fn narrowing_alone(&self, shape: &mut Shape, mut run: impl FnMut(Step, &mut Shape) -> bool) {
        for narrowing in self.narrowing.iter().take_while(|narrowing| narrowing.phase == Phase::Root) {
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
