//! # default
//!
//! Removes a default and states it in the description.
//!
//! ## Why
//!
//! The Gemini API has accepted `default` since 2025-04 and ignores it; before, it rejected the request, as gateways
//! built then still do. OpenAI's strict mode rejects it; there it is an error.
//!
//! ## What changes
//!
//! The accepted values stay the same. The description tells the model what an absent property means, unless it already
//! does, or the default is `null` or an empty string, which mean no more than that the property is absent. Where the
//! property is encoded, in round-trip mode, the default is given in the form in which calls have it, recursive values aside.
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

use super::{prelude::*, support::value_of};
use crate::{json::character_start, lower::states};

/// How far from the word `default` its value may be, in bytes.
const BEFORE: usize = 6;
const AFTER: usize = 16;

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Info, &["P-unknown-default-2024", "Q-default-ignored"]);

// A value is moved to the alternative that allows it first.
pub(super) static HOOKS: &[Hook] = &[Hook::Drop { of: &[Keyword::Default], phase: Phase::Value, cost }];

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let value = value_of(cx, fact);
    let says_nothing = matches!(fact.lexeme(cx.model.ast.tape()), "null" | "\"\"");
    let description = shape.fact(Keyword::Description).map(|fact| cx.fact_string(fact)).unwrap_or_default();
    let is_new = !says_nothing && !tells(&description, &value);
    Cost::NONE.told(is_new.then(|| format!("default: {value}"))).recent(cx.target)
}

/// Whether a description already states the default: `Defaults to 50`, `50 by default`.
fn tells(description: &str, value: &str) -> bool {
    let (text, value) = (description.to_ascii_lowercase(), value.to_ascii_lowercase());
    text.match_indices("default").any(|(at, word)| {
        let before = character_start(&text, at.saturating_sub(value.len() + BEFORE));
        let after = character_start(&text, at + word.len() + AFTER + value.len());
        states(&text[at..after], &value) || (text[..at].ends_with("by ") && states(&text[before..at], &value))
    })
}
