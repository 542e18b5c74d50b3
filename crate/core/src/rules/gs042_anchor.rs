//! # $anchor, $dynamicAnchor, $vocabulary
//!
//! Removes anchors and vocabulary declarations, after references to the anchors have been resolved.
//!
//! ## Why
//!
//! Gemini's schema has no fields for these keywords, and the API rejects a request that has an unknown field; OpenAI's
//! strict mode does not support them. `parametersJsonSchema` accepts `$anchor`, but a schema that is copied, because a
//! reference to it is expanded, would define the same anchor twice; and the name of an anchor has a syntax of its own.
//!
//! ## What changes
//!
//! The set of accepted values does not change.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"from":{"$anchor":"city","type":"string"},"to":{"$ref":"#city"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"from":{"type":"STRING"},"to":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"from":{"type":"string"},"to":{"$ref":"#/$defs/city"}},
//!   "$defs": {"city":{"type":"string"}}
//! }
//! ```
//!
//! ```json vertex-ai
//! {"type":"object","properties":{"from":{"type":"string"},"to":{"type":"string"}}}
//! ```

use super::prelude::*;
use crate::resolve::is_anchor_name;

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-id"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow {
        on: When::Has(&[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary]),
        phase: Phase::Fact,
        with: narrow,
    },
    Hook::Drop {
        of: &[Keyword::Anchor, Keyword::DynamicAnchor, Keyword::RecursiveAnchor, Keyword::Vocabulary],
        phase: Phase::Fact,
        cost: |_, _, _| Cost::NONE,
    },
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::Anchor) {
        return;
    }
    let tape = cx.model.ast.tape();
    for fact in shape.take_facts(Keyword::Anchor) {
        let is_name = is_anchor_name(tape, fact.key.value_of_key());
        if is_name && !cx.model.references.any() {
            shape.facts.push(fact);
        } else {
            cx.log(&RULE, fact.key).message(if is_name { copied } else { malformed }).fix("removed").annotation();
        }
    }
}

fn malformed(found: Found<'_>) -> String {
    format!(
        "{found} is not a valid name: it must start with a letter or `_`, followed by letters, digits, `-`, `.` or `_`"
    )
}

fn copied(found: Found<'_>) -> String {
    format!("{found} could occur twice in the output once a reference to it is inlined")
}
