//! # format
//!
//! Removes a `format` that the target does not support for the type, and states it in the description.
//!
//! ## Why
//!
//! The Gemini API documents `date-time` and `enum` for strings, `float` and `double` for numbers, `int32` and `int64`
//! for integers. In 2025 it rejected requests with any other format for strings; since 2025-10 its documentation allows
//! any format, but only those constrain the value. It rejects `format: "enum"` on a string without `enum`. OpenAI's
//! strict mode supports other formats, such as `email` and `uuid`.
//!
//! ## What changes
//!
//! Values in any format are accepted; the description states the format, as in `format: uri`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"homepage":{"type":"string","format":"uri"},"created":{"type":"string","format":"date-time"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "homepage": {"type":"STRING","description":"(format: uri)"},
//!     "created": {"type":"STRING","format":"date-time"}
//!   }
//! }
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"homepage":{"type":"string","format":"uri"},"created":{"type":"string","format":"date-time"}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "homepage": {"type":["string","null"],"description":"(format: uri)"},
//!     "created": {"type":["string","null"],"format":"date-time"}
//!   },
//!   "additionalProperties": false,
//!   "required": ["homepage","created"]
//! }
//! ```

use super::prelude::*;
use crate::lower::{PlainNode, clip};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["S-format-string", "S-enum-format-without-values", "Q-format-noop"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Format]), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(direct)),
];

fn direct(cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Direct {
    let format = node.entry(Keyword::Format).and_then(|entry| cx.model.ast.tape().string(entry.json()));
    match format.as_deref() {
        // It depends on whether values are listed.
        Some("enum") => Direct::Shape,
        Some(format) if cx.target.complete_nodes && cx.target.takes_format(node.kinds, format) => Direct::Idle,
        _ => Direct::Facts,
    }
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let kind = if shape.typed && shape.unions.is_empty() { shape.solid_kinds() } else { Kinds::NONE };
    for fact in shape.take_facts(Keyword::Format) {
        let format = cx.fact_string(&fact);
        if cx.target.takes_format(kind, &format) && (format != "enum" || shape.values.is_some()) {
            shape.facts.push(fact);
            continue;
        }
        let listed = cx.target.formats.iter().filter(|(kinds, _)| kinds.meets(kind)).flat_map(|(_, names)| *names);
        let listed: Vec<String> = listed.map(|name| format!("`{name}`")).collect();
        let without_values = cx.target.takes_format(kind, &format);
        let says_something = format != "enum" && !format.is_empty();
        let name = clip(&format, 60);
        let words = says_something.then(|| format!("format: {name}"));
        let edit = cx.log(&RULE, fact.key).message_with(|found| refused(found, without_values, &listed));
        let edit = edit.fix("removed").described(words.as_deref());
        // `enum` and an empty name constrain nothing by themselves.
        if says_something {
            edit.accepts_more(format!("values that are not in the format `{name}`"));
            shape.hint(format!("format: {name}"));
        }
    }
}

/// Why a format is rejected; `listed` are those that the target takes on the type.
fn refused(found: Found<'_>, without_values: bool, listed: &[String]) -> String {
    let reader = found.reader();
    match listed {
        _ if found.is_dropped() => found.unknown(),
        _ if without_values => format!("{found} has no sibling `enum`; {reader} takes it only with listed values"),
        [] => format!("{found} is not a format that {reader} takes for this type"),
        listed => format!("{found} is not a format that {reader} takes for this type; it takes {}", listed.join(", ")),
    }
}
