//! # default
//!
//! Removes a default and tells it in the description.
//!
//! ## Why
//!
//! The Gemini API accepts `default` since 2025-04 and ignores it; before that, and on gateways built then, it rejected the
//! request.
//!
//! ## What changes
//!
//! No value is accepted more or less; the description tells the model what an absent property means.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"type":"integer","default":50}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"limit":{"type":"INTEGER","description":"(default: 50)"}}}
//! ```
//!
//! ```json gemini-api
//! {"type":"object","properties":{"limit":{"type":"integer","default":50}}}
//! ```

use super::{Cost, Hook, Phase, Priority, Rule, support::value_of};
use crate::{
    lower::Lower,
    report::Severity,
    schema::Keyword,
    shape::{Fact, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Info,
    evidence: &["P-unknown-default-2024", "Q-default-ignored"],
    hooks: &[Hook::Drop { of: &[Keyword::Default], phase: Phase::Note, cost }],
    ..Rule::of(module_path!())
};

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let says_something = !matches!(fact.lexeme(cx.ast.tape()), "null" | "\"\"");
    Cost::NONE.told(says_something.then(|| format!("default: {}", value_of(cx, fact))))
}
