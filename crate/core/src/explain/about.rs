//! Which rules are about a keyword.

use crate::rules::{RULES, Rule};

/// The rules that handle a keyword: the one whose title lists it, or all whose hooks name it.
#[must_use]
pub fn rules_about(keyword: &str) -> Vec<&'static Rule> {
    let titled = RULES.iter().copied().find(|rule| rule.title.split(", ").any(|title| title == keyword));
    titled.map_or_else(|| RULES.iter().copied().filter(|rule| rule.handles(keyword)).collect(), |rule| vec![rule])
}
