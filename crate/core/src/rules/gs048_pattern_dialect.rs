//! # patterns in another dialect
//!
//! Removes a pattern that the target's regular expression syntax does not support, and states it in the description.
//!
//! ## Why
//!
//! Google's services use RE2, which has no look-around and no back-references, has fewer escapes and Unicode classes
//! than ECMA-262, and allows at most 1000 repetitions. Whether the Gemini API rejects other patterns is not known: the
//! target `gemini` removes them, `gemini-api` and `vertex-ai` keep them. OpenAI compiles patterns with Python's `re`,
//! which supports neither `\p{L}` nor `(?<name>…)`, and rejects the request if that fails; its strict mode does not
//! support look-around either. For `universal` and `openai-strict`, such a pattern is an error.
//!
//! ## What changes
//!
//! Strings that do not match the pattern are accepted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"branch":{"type":"string","pattern":"^(?!tmp/).+$"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"branch":{"type":"STRING","description":"(matches ^(?!tmp/).+$)"}}}
//! ```
//!
//! ```json gemini-api
//! {"type":"object","properties":{"branch":{"type":"string","pattern":"^(?!tmp/).+$"}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"branch":{"type":["string","null"],"description":"(matches ^(?!tmp/).+$)"}},
//!   "additionalProperties": false,
//!   "required": ["branch"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `Field(pattern=r"^[a-z]+$")`, without look-ahead, and a validator for the rest
//! - zod: `.regex(/^[a-z]+$/)`, without look-ahead, and `.refine(...)` for the rest
//! - schemars: `#[schemars(regex(pattern = r"^[a-z]+$"))]`, which the `regex` crate reads as RE2 does

use super::{prelude::*, support::regex};
use crate::{lower::clip, targets::Patterns};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Warning,
    &[
        "RE2 syntax: no backreferences, no look-around, escapes, Unicode classes, repetition",
        "OpenAI API: is not a 'regex' (BerriAI/litellm#40485, 2026-09-09)",
        "OpenAI API: regex lookaround is not supported (vercel/ai#21037, 2026-09-17)",
    ],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Pattern]), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let dialect = cx.target.patterns;
    if dialect == Patterns::Any {
        return;
    }
    for fact in shape.take_facts(Keyword::Pattern) {
        let pattern = cx.fact_string(&fact);
        let Some((syntax, what, reader)) = unread(&pattern, dialect) else {
            shape.facts.push(fact);
            continue;
        };
        let words = format!("matches {}", clip(&pattern, 100));
        let edit = cx.log(&RULE, fact.key);
        let (edit, result) = match dialect {
            Patterns::Re2AndPython => (edit.rejected(), format!("; {reader} rejects the request")),
            Patterns::Re2 | Patterns::Any => (edit, String::new()),
        };
        edit.message_with(|found| format!("{found} is not valid {syntax}: it has {what}{result}"))
            .fix("removed")
            .described(Some(&words))
            .accepts_more("strings that do not match the pattern");
        shape.hint(words);
    }
}

/// The syntax that a pattern does not conform to, the construct that is not part of it, and who takes no other syntax
/// where both are required.
fn unread(pattern: &str, dialect: Patterns) -> Option<(&'static str, &'static str, &'static str)> {
    let python = || regex::beyond(pattern, true).map(|what| ("Python `re` syntax", what, "OpenAI"));
    let re2 = regex::beyond(pattern, false).map(|what| ("RE2 syntax", what, "OpenAI's strict mode"));
    if dialect == Patterns::Re2AndPython { re2.or_else(python) } else { re2 }
}
