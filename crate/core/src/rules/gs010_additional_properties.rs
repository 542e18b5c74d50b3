//! # additionalProperties
//!
//! Removes `additionalProperties` where the target has no field for it; the description of a map then states what its
//! values must be.
//!
//! ## Why
//!
//! On the Gemini API, `parameters` has no field `additionalProperties`, whatever its value, and the API rejects a
//! request that contains an unknown field. Vertex AI and `parametersJsonSchema` take it. OpenAI's strict mode takes
//! only `false`. The model returns empty objects for maps that lost the schema of their values.
//!
//! ## What changes
//!
//! The output does not constrain undeclared properties: those that `false` excluded are accepted, and the values of a
//! map may be of any type. The description says `properties of any name, each a …`, or `other properties, each a …` if
//! there are declared properties, followed by the bounds, the properties and the description of each, as far as there
//! is room. In round-trip mode a map becomes a list of keys and values (GS069), and only `false` is removed. For
//! OpenAI's strict mode a map becomes an object without undeclared properties.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"labels":{"type":"object","additionalProperties":{"type":"string"}},"page":{"type":"object","properties":{"size":{"type":"integer"}},"additionalProperties":false}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "labels": {"type":"OBJECT","description":"(properties of any name, each a string)"},
//!     "page": {"type":"OBJECT","properties":{"size":{"type":"INTEGER"}}}
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "labels": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "OBJECT",
//!         "properties": {"key":{"type":"STRING"},"value":{"type":"STRING"}},
//!         "required": ["key","value"]
//!       }
//!     },
//!     "page": {"type":"OBJECT","properties":{"size":{"type":"INTEGER"}}}
//!   }
//! }
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {
//!     "labels": {"type":"object","additionalProperties":{"type":"string"}},
//!     "page": {"type":"object","properties":{"size":{"type":"integer"}},"additionalProperties":false}
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "labels": {
//!       "type": ["object","null"],
//!       "description": "(properties of any name, each a string)",
//!       "properties": {},
//!       "required": [],
//!       "additionalProperties": false
//!     },
//!     "page": {
//!       "type": ["object","null"],
//!       "properties": {"size":{"type":["integer","null"]}},
//!       "additionalProperties": false,
//!       "required": ["size"]
//!     }
//!   },
//!   "additionalProperties": false,
//!   "required": ["labels","page"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `list[Label]` with the fields `name` and `value` instead of `dict[str, str]`; no `extra="forbid"`
//! - zod: `z.array(z.object({ name: z.string(), value: z.string() }))` instead of `z.record(z.string(), z.string())`
//! - schemars: a `Vec` of structs instead of a `HashMap`; no `#[serde(deny_unknown_fields)]`

use super::{
    prelude::*,
    support::{others, with_each},
};
use crate::{lower::PlainNode, shape::says_nothing};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["P-unknown-additionalProperties", "Q-dict-empty", "L-genai-py-addl"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::AdditionalProperties]), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(direct)),
];

fn direct(cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Direct {
    if cx.target.takes(Keyword::AdditionalProperties) {
        return Direct::idle_if(!cx.target.closed_objects);
    }
    let forbids = |schema| cx.model.ast.is_false(schema);
    // The words for a schema depend on whether members are declared.
    let is_known =
        node.schema_of(Keyword::AdditionalProperties).is_some_and(forbids) || node.members(cx.model.ast).is_empty();
    if is_known { Direct::Facts } else { Direct::Shape }
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let closed = cx.target.closed_objects;
    if cx.target.takes(Keyword::AdditionalProperties) && !closed {
        return;
    }
    for additional in std::mem::take(&mut shape.object.additional) {
        let Some(part) = &additional.part else {
            if closed {
                shape.object.additional.push(additional);
                continue;
            }
            shape.object.closed |= !additional.patterns;
            cx.log(&RULE, additional.key).message(refused).fix("removed").accepts_more("extra properties").idle();
            continue;
        };
        let is_described = !says_nothing(cx.model.ast, part);
        let words = is_described.then(|| words(cx, shape, part));
        let others =
            (is_described && !closed).then(|| format!("extra properties {}", others(cx, part, additional.key)));
        let fix = if closed { "`additionalProperties: false`" } else { "removed" };
        let edit = cx.log(&RULE, additional.key).message(if closed { open } else { refused }).fix(fix);
        let edit = edit.described(words.as_deref());
        if closed {
            edit.accepts_less("extra properties");
        } else if let Some(others) = others {
            edit.accepts_more(others);
        }
        shape.hint(words.unwrap_or_default());
    }
}

fn open(found: Found<'_>) -> String {
    format!(
        "{found} allows properties that are not declared; {} takes only `additionalProperties: false`",
        found.reader()
    )
}

/// The message; the keyword found may be a union whose alternative had `additionalProperties`.
fn refused(found: Found<'_>) -> String {
    match found.keyword() {
        Some(Keyword::AdditionalProperties | Keyword::UnevaluatedProperties) => found.unknown(),
        _ => format!("{found} has a schema for undeclared properties; {} has no field for that", found.reader()),
    }
}

/// The words of the description for undeclared properties, which are all that a map has.
fn words(cx: &Lower<'_, '_>, shape: &Shape, part: &Part) -> String {
    let (subject, alone) = if shape.object.properties.is_empty() {
        ("properties of any name", "properties of any name")
    } else {
        ("other properties", "other properties allowed")
    };
    with_each(cx, shape, subject, part).unwrap_or_else(|| alone.to_owned())
}
