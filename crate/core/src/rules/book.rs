//! The enabled rules, arranged by hook.

use std::{borrow::Cow, sync::LazyLock};

use super::{BOOK, DeclareHook, Event, Hook, Phase, RULES, TextHook, When};
use crate::{
    TARGETS,
    lower::{CostHook, Handlers, OnPlain, Rule, Step},
    schema::KeywordSet,
};

/// A set of rules by position in the registry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RuleSet(u128);

impl RuleSet {
    /// Adds the rule with a code, and returns whether there is one.
    pub(crate) fn insert(&mut self, code: &str) -> bool {
        let Some(at) = RULES.iter().position(|rule| rule.code.eq_ignore_ascii_case(code)) else { return false };
        self.0 |= 1 << at;
        true
    }

    /// Whether a rule is in the set.
    pub(super) fn contains(self, rule: &Rule) -> bool {
        RULES.iter().position(|other| other.code == rule.code).is_some_and(|at| self.has(at))
    }

    fn has(self, at: usize) -> bool {
        self.0 & (1 << at) != 0
    }
}

/// The handlers of the enabled rules, in the order in which they run.
#[derive(Clone)]
pub(crate) struct RuleBook {
    /// The handlers for schemas.
    pub(crate) handlers: Handlers,
    /// The handlers for the declarations around the schemas.
    pub(crate) declaring: Vec<DeclareHook>,
    /// The handlers for the text of the output.
    pub(crate) texts: Vec<TextHook>,
}

impl RuleBook {
    /// The book of the rules that are not disabled; the book of all rules is built only once.
    #[must_use]
    pub(crate) fn of(disabled: RuleSet) -> Cow<'static, RuleBook> {
        static EVERY: LazyLock<RuleBook> = LazyLock::new(|| RuleBook::new(RuleSet::default()));
        if disabled == RuleSet::default() { Cow::Borrowed(&EVERY) } else { Cow::Owned(RuleBook::new(disabled)) }
    }

    /// Arranges all rules that are not disabled.
    #[must_use]
    pub(crate) fn new(disabled: RuleSet) -> RuleBook {
        let mut book = RuleBook { handlers: Handlers::none(), declaring: Vec::new(), texts: Vec::new() };
        for phase in Phase::Root as u8..=Phase::End as u8 {
            for (_, (rule, hooks)) in BOOK.iter().enumerate().filter(|(at, _)| !disabled.has(*at)) {
                let direct = hooks.iter().find_map(Hook::on_plain);
                for hook in hooks.iter().filter(|hook| hook.phase() as u8 == phase) {
                    book.add(rule, *hook, direct);
                }
            }
        }
        book.handlers.passed_through = book.handlers.unhandled_annotations();
        book.handlers.arrange_direct();
        book
    }

    fn add(&mut self, rule: &'static Rule, hook: Hook, direct: Option<OnPlain>) {
        let handlers = &mut self.handlers;
        match hook {
            Hook::Read { of, with } => of.iter().for_each(|keyword| handlers.readers[*keyword as usize] = Some(with)),
            Hook::Drop { of, phase, cost } => self.add_drop(rule, KeywordSet::of(of), phase, cost, direct),
            Hook::DropRest { phase, cost } => self.add_drop(rule, rest(), phase, cost, direct),
            Hook::Narrow { on, phase, with } => {
                let triggers = match on {
                    When::Always => None,
                    When::Has(keywords) => Some(KeywordSet::of(keywords)),
                };
                handlers.narrow_by(triggers, phase == Phase::Root, Step::Narrow(with), direct);
            }
            Hook::Settle { with, .. } => handlers.settling.push((with, direct)),
            Hook::Declare { with, .. } => self.declaring.push(with),
            Hook::Direct(_) => {}
            Hook::Name(with) => handlers.name = Some(with),
            Hook::Text(with) => self.texts.push(with),
            Hook::Limit(limit) => handlers.limits[limit as usize] = Some(rule),
            Hook::On(Event::Unresolved(with)) => handlers.unresolved = Some(with),
            Hook::On(Event::Boolean(with)) => handlers.boolean = Some(with),
            Hook::On(Event::Malformed(with)) => handlers.malformed = Some(with),
            Hook::On(Event::Loose(with)) => handlers.loose = Some(with),
            Hook::On(Event::Doubled(with)) => handlers.doubled = Some(with),
            Hook::On(Event::Impossible(with)) => handlers.impossible = Some(with),
            Hook::On(Event::Ambiguity(with)) => handlers.ambiguous = Some(with),
            Hook::On(Event::Respelled(with)) => handlers.respelled = Some(with),
            Hook::On(Event::Nullable(with)) => handlers.nullable = Some(with),
        }
    }

    fn add_drop(&mut self, rule: &'static Rule, of: KeywordSet, phase: Phase, cost: CostHook, direct: Option<OnPlain>) {
        for keyword in of.iter() {
            self.handlers.costs[keyword as usize] = Some((rule, cost));
        }
        self.handlers.narrow_by(Some(of), phase == Phase::Root, Step::Drop(rule, of, cost), direct);
    }
}

impl Hook {
    /// The phase in which it is added; a hook without one is added in `Phase::Fact`.
    fn phase(&self) -> Phase {
        match *self {
            Hook::Drop { phase, .. }
            | Hook::DropRest { phase, .. }
            | Hook::Narrow { phase, .. }
            | Hook::Settle { phase, .. }
            | Hook::Declare { phase, .. } => phase,
            Hook::Read { .. } | Hook::Name(_) | Hook::Text(_) | Hook::Limit(_) | Hook::On(_) | Hook::Direct(_) => {
                Phase::Fact
            }
        }
    }

    /// How the rule acts on plain nodes, if the hook states it.
    fn on_plain(&self) -> Option<OnPlain> {
        if let Hook::Direct(with) = self { Some(*with) } else { None }
    }

    /// The keywords that it names.
    pub(super) fn keywords(&self) -> KeywordSet {
        match self {
            Hook::Read { of, .. } | Hook::Drop { of, .. } | Hook::Narrow { on: When::Has(of), .. } => {
                KeywordSet::of(of)
            }
            _ => KeywordSet::EMPTY,
        }
    }
}

/// The keywords that at least one target rejects and that no rule names, enabled or not.
fn rest() -> KeywordSet {
    let refused = TARGETS.iter().map(|target| KeywordSet::ALL.difference(target.held).difference(target.ignored));
    let named =
        BOOK.iter().flat_map(|(_, hooks)| *hooks).map(Hook::keywords).fold(KeywordSet::EMPTY, KeywordSet::union);
    refused.fold(KeywordSet::EMPTY, KeywordSet::union).difference(named)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Keyword;

    /// Each keyword, limit and event that only one rule may claim, with the code of a rule that claims it.
    fn claims() -> Vec<(String, &'static str)> {
        let mut claims = Vec::new();
        for (rule, hooks) in BOOK {
            for hook in *hooks {
                match *hook {
                    Hook::Read { of, .. } => claims.extend(of.iter().map(|of| (format!("reads {of:?}"), rule.code))),
                    Hook::Drop { of, .. } => claims.extend(of.iter().map(|of| (format!("drops {of:?}"), rule.code))),
                    Hook::DropRest { .. } => claims.push(("drops the rest".to_owned(), rule.code)),
                    Hook::Name(_) => claims.push(("renames properties".to_owned(), rule.code)),
                    Hook::Limit(limit) => claims.push((format!("answers for {limit:?}"), rule.code)),
                    Hook::On(event) => {
                        let event = format!("{event:?}");
                        let name = event.split('(').next().unwrap_or_default();
                        claims.push((format!("answers for {name}"), rule.code));
                    }
                    Hook::Narrow { .. }
                    | Hook::Settle { .. }
                    | Hook::Declare { .. }
                    | Hook::Text(_)
                    | Hook::Direct(_) => {}
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
        for thing in [
            "Unresolved",
            "Boolean",
            "Malformed",
            "Loose",
            "Doubled",
            "Impossible",
            "Ambiguity",
            "Respelled",
            "Nullable",
        ] {
            assert_eq!(owners(&format!("answers for {thing}")), 1, "{thing}");
        }
    }

    #[test]
    fn every_rule_takes_part_and_names_something() {
        for (rule, hooks) in BOOK {
            assert!(!hooks.is_empty(), "{} takes no part", rule.code);
            for hook in *hooks {
                if let Hook::Read { of, .. } | Hook::Drop { of, .. } | Hook::Narrow { on: When::Has(of), .. } = hook {
                    assert!(!of.is_empty(), "a hook of {} never runs", rule.code);
                }
            }
        }
    }

    #[test]
    fn what_no_rule_names_is_what_no_draft_knows() {
        assert_eq!(rest(), KeywordSet::of(&[Keyword::ExternalDocs, Keyword::Xml, Keyword::Unknown]));
    }
}
