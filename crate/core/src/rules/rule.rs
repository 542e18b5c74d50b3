//! The parts of a rule that come from its file.

use super::{
    BOOK, DOCS, Hook, NAMES, RULES,
    names::{Docs, RuleNames},
};
use crate::{
    lower::{Priority, Rule, Severity},
    schema::{Keyword, KeywordSet},
};

impl Rule {
    /// The rule of a file, which gives its `module_path!()`. `evidence` is the ids of facts in the error catalogue.
    pub(crate) const fn of(
        module: &str,
        priority: Priority,
        severity: Severity,
        evidence: &'static [&'static str],
    ) -> Rule {
        let mut at = 0;
        while !ends_with(module.as_bytes(), NAMES[at].module.as_bytes()) {
            at += 1;
        }
        let RuleNames { code, slug, title, .. } = NAMES[at];
        Rule { code, slug, title, since: "0.1.0", priority, severity, evidence, unfolds: false }
    }

    /// The rule with that code, in upper or lower case.
    #[must_use]
    pub fn find(code: &str) -> Option<&'static Rule> {
        RULES.iter().copied().find(|rule| rule.code.eq_ignore_ascii_case(code))
    }

    /// The keywords that its hooks name.
    pub(crate) fn keywords(&self) -> KeywordSet {
        let hooks = BOOK.iter().filter(|(rule, _)| rule.code == self.code).flat_map(|(_, hooks)| *hooks);
        hooks.map(Hook::keywords).fold(KeywordSet::EMPTY, KeywordSet::union)
    }

    /// Whether its hooks name a keyword, spelled as in JSON Schema or in Google's proto.
    pub(crate) fn handles(&self, keyword: &str) -> bool {
        self.keywords().has(Keyword::from_proto_name(keyword))
    }

    /// The rule for the keywords that no other rule names.
    pub(crate) fn for_the_rest() -> Option<&'static Rule> {
        let is_rest = |hook: &Hook| matches!(hook, Hook::DropRest { .. });
        BOOK.iter().find(|(_, hooks)| hooks.iter().any(is_rest)).map(|(rule, _)| *rule)
    }

    /// The documentation at the top of its file.
    #[doc(hidden)]
    #[must_use]
    pub fn docs(&self) -> &'static Docs {
        &DOCS[RULES.iter().position(|rule| rule.code == self.code).unwrap_or_default()]
    }
}

const fn ends_with(text: &[u8], end: &[u8]) -> bool {
    if text.len() < end.len() {
        return false;
    }
    let mut at = 0;
    while at < end.len() {
        if text[text.len() - end.len() + at] != end[at] {
            return false;
        }
        at += 1;
    }
    true
}
