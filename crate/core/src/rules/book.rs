//! The rules that are on, arranged by the hooks that they use.

use std::{borrow::Cow, sync::LazyLock};

use super::{
    AlikeHook, CostHook, DeclareHook, Event, Hook, ImpossibleHook, NarrowHook, NodeHook, Phase, RULES, ReadHook, Rule,
    SettleHook, TextHook, When,
};
use crate::{
    TARGETS,
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
    /// The facts of these keywords that the target refuses are dropped.
    Drop(&'static Rule, KeywordSet, CostHook),
}

#[derive(Clone)]
struct Narrowing {
    phase: Phase,
    /// Keywords that call for it; `None` where it runs on every node.
    triggers: Option<KeywordSet>,
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
            for (_, rule) in RULES.iter().enumerate().filter(|(at, _)| !disabled.has(*at)) {
                for hook in rule.hooks.iter().filter(|hook| hook.phase() as u8 == phase) {
                    book.add(rule, *hook);
                }
            }
        }
        book
    }

    fn add(&mut self, rule: &'static Rule, hook: Hook) {
        match hook {
            Hook::Read { of, with } => of.iter().for_each(|keyword| self.readers[*keyword as usize] = Some(with)),
            Hook::Drop { of, phase, cost } => self.add_drop(rule, KeywordSet::of(of), phase, cost),
            Hook::DropRest { phase, cost } => self.add_drop(rule, rest(), phase, cost),
            Hook::Narrow { on, phase, with } => {
                let triggers = match on {
                    When::Always => None,
                    When::Has(keywords) => Some(KeywordSet::of(keywords)),
                };
                self.narrowing.push(Narrowing { phase, triggers, step: Step::Narrow(with) });
            }
            Hook::Settle { with, .. } => self.settling.push(with),
            Hook::Declare { with, .. } => self.declaring.push(with),
            Hook::Text(with) => self.texts.push(with),
            Hook::Limit(limit) => self.limits[limit as usize] = Some(rule),
            Hook::On(Event::Unresolved(with)) => self.unresolved = Some(with),
            Hook::On(Event::Boolean(with)) => self.boolean = Some(with),
            Hook::On(Event::Malformed(with)) => self.malformed = Some(with),
            Hook::On(Event::Doubled(with)) => self.doubled = Some(with),
            Hook::On(Event::Impossible(with)) => self.impossible = Some(with),
            Hook::On(Event::Alike(with)) => self.alike = Some(with),
        }
    }

    fn add_drop(&mut self, rule: &'static Rule, of: KeywordSet, phase: Phase, cost: CostHook) {
        for keyword in of.iter() {
            self.costs[keyword as usize] = Some((rule, cost));
        }
        self.narrowing.push(Narrowing { phase, triggers: Some(of), step: Step::Drop(rule, of, cost) });
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
            let wanted = narrowing.triggers.is_none_or(|triggers| triggers.meets(shape.keywords));
            if wanted && !run(narrowing.step, shape) {
                return;
            }
        }
    }

    /// Runs the steps that look at a node by itself, before it is looked at as an alternative of a union.
    pub(crate) fn narrowing_alone(&self, shape: &mut Shape, mut run: impl FnMut(Step, &mut Shape) -> bool) {
        for narrowing in self.narrowing.iter().take_while(|narrowing| narrowing.phase == Phase::Root) {
            let wanted = narrowing.triggers.is_none_or(|triggers| triggers.meets(shape.keywords));
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

impl Hook {
    /// When it runs; what has no phase of its own is sought by keyword or event.
    fn phase(&self) -> Phase {
        match *self {
            Hook::Drop { phase, .. }
            | Hook::DropRest { phase, .. }
            | Hook::Narrow { phase, .. }
            | Hook::Settle { phase, .. }
            | Hook::Declare { phase, .. } => phase,
            Hook::Read { .. } | Hook::Text(_) | Hook::Limit(_) | Hook::On(_) => Phase::Fact,
        }
    }
}

/// The keywords that some target has no field for and that no rule names, whether it is on or not.
fn rest() -> KeywordSet {
    let refused = TARGETS.iter().map(|target| KeywordSet::ALL.difference(target.held).difference(target.ignored));
    let named = RULES.iter().map(|rule| rule.keywords()).fold(KeywordSet::EMPTY, KeywordSet::union);
    refused.fold(KeywordSet::EMPTY, KeywordSet::union).difference(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whom each thing belongs to that can have one owner only.
    fn claims() -> Vec<(String, &'static str)> {
        let mut claims = Vec::new();
        for rule in RULES {
            for hook in rule.hooks {
                match *hook {
                    Hook::Read { of, .. } => claims.extend(of.iter().map(|of| (format!("reads {of:?}"), rule.code))),
                    Hook::Drop { of, .. } => claims.extend(of.iter().map(|of| (format!("drops {of:?}"), rule.code))),
                    Hook::DropRest { .. } => claims.push(("drops the rest".to_owned(), rule.code)),
                    Hook::Limit(limit) => claims.push((format!("answers for {limit:?}"), rule.code)),
                    Hook::On(event) => {
                        let event = format!("{event:?}");
                        let name = event.split('(').next().unwrap_or_default();
                        claims.push((format!("answers for {name}"), rule.code));
                    }
                    Hook::Narrow { .. } | Hook::Settle { .. } | Hook::Declare { .. } | Hook::Text(_) => {}
                }
            }
        }
        claims
    }

    #[test]
    fn everything_has_one_owner() {
        let claims = claims();
        let owners = |thing: &str| claims.iter().filter(|(known, _)| known == thing).count();
        let contested: Vec<_> = claims.iter().filter(|(thing, _)| owners(thing) > 1).collect();
        assert!(contested.is_empty(), "{contested:?}");
        for thing in ["Unresolved", "Boolean", "Malformed", "Doubled", "Impossible", "Alike"] {
            assert_eq!(owners(&format!("answers for {thing}")), 1, "{thing}");
        }
    }

    #[test]
    fn every_rule_takes_part_and_names_something() {
        for rule in RULES {
            assert!(!rule.hooks.is_empty(), "{} takes no part", rule.code);
            for hook in rule.hooks {
                if let Hook::Read { of, .. } | Hook::Drop { of, .. } | Hook::Narrow { on: When::Has(of), .. } = hook {
                    assert!(!of.is_empty(), "a hook of {} never runs", rule.code);
                }
            }
        }
    }

    #[test]
    fn what_no_rule_names_is_what_no_draft_knows() {
        assert_eq!(rest(), KeywordSet::of(&[Keyword::Discriminator, Keyword::Unknown]));
    }
}
