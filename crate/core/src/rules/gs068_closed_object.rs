//! # optional properties and open objects
//!
//! Requires every property, allows null for those that were optional, and forbids properties that are not declared.
//!
//! ## Why
//!
//! OpenAI's strict mode takes only objects that list all of their properties in `required` and have
//! `additionalProperties: false`.
//!
//! ## What changes
//!
//! The model sends null for a property that it would otherwise omit. In drop-in mode the MCP server receives this null;
//! in round-trip mode, restoring the call removes the property. Undeclared properties are no longer accepted. Optional
//! properties for which no value is valid are omitted.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"text":{"type":"string"},"limit":{"type":"integer","minimum":1}},"required":["text"]}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"text":{"type":"string"},"limit":{"type":["integer","null"],"minimum":1}},
//!   "additionalProperties": false,
//!   "required": ["text","limit"]
//! }
//! ```
//!
//! ```json openai-strict round-trip
//! {
//!   "type": "object",
//!   "properties": {"text":{"type":"string"},"limit":{"type":["integer","null"],"minimum":1}},
//!   "additionalProperties": false,
//!   "required": ["text","limit"]
//! }
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"text":{"type":"STRING"},"limit":{"type":"INTEGER","minimum":1}},
//!   "required": ["text"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `limit: int | None` without a default instead of `limit: int = 10`, and
//!   `model_config = ConfigDict(extra="forbid")`
//! - zod: `z.strictObject` instead of `z.object`, and `.nullable()` instead of `.optional()`
//! - schemars: `#[serde(deny_unknown_fields)]`

use super::{
    prelude::*,
    support::{add_null, types_of_keywords},
};
use crate::{
    lower::{Closing, PartialNode},
    order::Gather,
    schema::KeywordSet,
    shape::{Property, Required, Term, remaining_kinds, subsumes},
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["OpenAI API documentation: Structured Outputs, supported schemas"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Always, phase: Phase::End, with: narrow },
    Hook::Settle { phase: Phase::End, with: settle },
    Hook::Direct(OnPlain::asked(|cx, node| Direct::idle_if(!cx.target.closed_objects || node.kinds != Kinds::OBJECT))),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.closed_objects || !shape.is_plain(Kinds::OBJECT) {
        return;
    }
    let required = Required::names(&shape.object.required);
    let optional = |(_, property): &(usize, &Property)| !required.contains(property.name.as_str());
    for at in shape.object.properties.iter().enumerate().filter(optional).map(|(at, _)| at).gather() {
        let property = shape.object.properties[at].clone();
        let coded = cx.may_code();
        // What allows no value is omitted with the other impossible members.
        let Some((part, added)) = with_null(cx, &property.part, property.key) else { continue };
        let mut edit = cx
            .log(&RULE, property.key)
            .message(optional_property)
            .fix(written(&property.name, added))
            .in_member(&property.name);
        // If the original takes null too, an absent property cannot be told apart from null.
        if !coded || !added {
            edit = edit.accepts_less(format!("objects without {:?}", property.name));
        }
        if !coded && added {
            edit.accepts_more(format!("null as {:?}", property.name));
        }
        let mine = &mut shape.object.properties[at];
        mine.part = part;
        mine.null_for_absent = added;
        mine.always_sent = true;
        shape.object.required.push(Required { name: property.name, source: property.key });
    }
}

/// The part with null allowed, and whether null had to be added; `None` if the part allows nothing.
fn with_null(cx: &mut Lower<'_, '_>, part: &Part, key: crate::json::JsonId) -> Option<(Part, bool)> {
    if !is_without_type(cx, part) && subsumes(&cx.model, part, &Part::from(Shape::of_kind(key, Kinds::NULL))) {
        return Some((part.clone(), false));
    }
    let Ok(mut read) = cx.read(part, key) else { return Some((part.clone(), false)) };
    if let Some(never) = read.never {
        // Where its own place is lowered, a reference back to this object is to another value.
        return cx.model.is_circular(never).then(|| (part.clone(), false));
    }
    let is_reference = read.reference.is_some();
    let takes_null = read.allows_null_explicitly();
    // A node without constraints allows null already, and so does one whose alternatives allow nothing else.
    let is_open = !read.typed && read.unions.is_empty() && types_of_keywords(cx, &read) == Kinds::ALL;
    let is_null = || remaining_kinds(&cx.model, &read) == Kinds::NULL;
    if !is_reference && (takes_null || is_open || is_null()) {
        return Some((read.into(), false));
    }
    // Listed values exclude null, whatever sibling alternatives allow; and so does each of several unions.
    if is_reference || read.unions.len() > 1 || (!read.typed && (read.unions.is_empty() || read.values.is_some())) {
        read = Shape::any_of(key, vec![read.into()]);
    } else if read.typed {
        read.allow_null();
        read.type_key = None;
    }
    if !read.unions.is_empty() {
        add_null(cx, &mut read, 0);
    }
    Some((read.into(), true))
}

/// Whether a part is a schema whose keywords imply types: the declaration names these, so that null is none of them.
fn is_without_type(cx: &Lower<'_, '_>, part: &Part) -> bool {
    let [Term::Schema(schema)] = part[..] else { return false };
    let keywords = cx.model.ast.keywords(schema);
    !keywords.meets(NAMES_TYPES) && keywords.iter().any(|keyword| !keyword.is_about_any_type())
}

/// Keywords that say of every type whether it is allowed, or may do so.
const NAMES_TYPES: KeywordSet = KeywordSet::of(&[
    Keyword::Type,
    Keyword::Nullable,
    Keyword::Enum,
    Keyword::Const,
    Keyword::Ref,
    Keyword::DynamicRef,
    Keyword::RecursiveRef,
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::AllOf,
    Keyword::Not,
    Keyword::If,
]);

fn settle(cx: &mut Lower<'_, '_>, shape: &mut Shape, partial: &mut PartialNode) {
    if !cx.target.closed_objects || !shape.is_plain(Kinds::OBJECT) {
        return;
    }
    partial.complete = true;
    let key = shape.object.key.unwrap_or(shape.origin);
    if !matches!(partial.closing, Some((_, Closing::Flag(false)))) {
        cx.log(&RULE, key)
            .message(open_object)
            .fix("`additionalProperties: false`")
            .accepts_less("properties that are not declared");
        partial.closing = Some((key, Closing::Flag(false)));
    } else if partial.required.is_empty() && shape.object.required_key.is_none() {
        let message = |found: Found<'_>| format!("the object has no `required`, which {} requires", strict(&found));
        cx.log(&RULE, shape.origin).message(message).fix("`required: []`").annotation();
    } else if partial.members.is_empty() && shape.object.key.is_none() {
        let message = |found: Found<'_>| format!("the object has no `properties`, which {} requires", strict(&found));
        cx.log(&RULE, shape.origin).message(message).fix("`properties: {}`").annotation();
    }
}

fn strict(found: &Found<'_>) -> String {
    format!("{}'s strict mode", found.reader())
}

fn optional_property(found: Found<'_>) -> String {
    format!("the property is optional; {} requires every property", strict(&found))
}

fn open_object(found: Found<'_>) -> String {
    format!("the object allows properties that are not declared; {} forbids them", strict(&found))
}

fn written(name: &str, null_is_added: bool) -> String {
    let null = if null_is_added { ", with null in place of an omitted value" } else { "" };
    format!("{name:?} required{null}")
}
