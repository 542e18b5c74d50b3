//! # endless reference loops
//!
//! Makes one property optional, or allows one array to be empty, in a loop of references that nothing else can end.
//!
//! ## Why
//!
//! Gemini and Vertex AI reject a schema that refers to itself through required properties only. A loop is accepted if
//! it includes an optional property or an array that may be empty; null as the other alternative does not count.
//!
//! ## What changes
//!
//! Objects without the property, or shorter arrays, are accepted too; the description states that the property is
//! needed, or how many items are. An array is preferred to a property.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"first":{"$ref":"#/$defs/Link"}},"$defs":{"Link":{"type":"object","properties":{"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/Link"},{"type":"null"}]}},"required":["name","next"]}}}
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"first":{"ref":"#/defs/Link"}},
//!   "defs": {
//!     "Link": {
//!       "type": "object",
//!       "properties": {"name":{"type":"string"},"next":{"anyOf":[{"ref":"#/defs/Link"},{"type":"null"}]}},
//!       "required": ["name"],
//!       "description": "(next is needed)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"first":{"$ref":"#/$defs/Link"}},
//!   "$defs": {
//!     "Link": {
//!       "type": "object",
//!       "properties": {"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/Link"},{"type":"null"}]}},
//!       "required": ["name"],
//!       "description": "(next is needed)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"first":{"anyOf":[{"$ref":"#/$defs/Link"},{"type":"null"}]}},
//!   "additionalProperties": false,
//!   "$defs": {
//!     "Link": {
//!       "type": "object",
//!       "properties": {"name":{"type":"string"},"next":{"anyOf":[{"$ref":"#/$defs/Link"},{"type":"null"}]}},
//!       "additionalProperties": false,
//!       "required": ["name","next"]
//!     }
//!   },
//!   "required": ["first"]
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `next: Link | None = None` instead of `next: Link | None`, which is required
//! - zod: `.optional()` instead of `.nullable()`
//! - schemars: `Option<Box<Link>>`, which is not required

use super::{prelude::*, support::MAX_NESTED};
use crate::{lower::PlainNode, order::Gather, shape::Term, targets::ReferenceForm};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["J-ref-loop"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Required, Keyword::MinItems]), phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(direct)),
];

fn direct(cx: &Lower<'_, '_>, node: &PlainNode<'_>) -> Direct {
    let members = node.members(cx.model.ast).iter().filter_map(|link| link.schema);
    let mut children = members.chain(node.schema_of(Keyword::Items));
    Direct::idle_if(!has_endless_loops(cx) || !children.any(|schema| cx.ends_a_loop(schema)))
}

/// Whether the target rejects loops that the tool has.
fn has_endless_loops(cx: &Lower<'_, '_>) -> bool {
    cx.target.references != ReferenceForm::Refused && !cx.target.closed_objects && cx.has_endless_loops()
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if has_endless_loops(cx) {
        free_members(cx, shape);
        free_items(cx, shape);
    }
}

fn free_members(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let ends_loop = |part: &Part| ends_a_loop(cx, part, MAX_NESTED);
    let freed: Vec<&str> =
        shape.object.properties.iter().filter(|it| ends_loop(&it.part)).map(|it| it.name.as_str()).gather();
    let mut hints = Vec::new();
    shape.object.required.retain(|required| {
        let is_freed = freed.contains(&required.name.as_str());
        if is_freed {
            let hint = format!("{} is needed", cx.declared_name(&required.name));
            cx.log(&RULE, required.source)
                .message(endless_property)
                .fix_with(|| format!("{:?} made optional", required.name))
                .described(Some(&hint))
                .accepts_more(format!("objects without {:?}", required.name));
            hints.push(hint);
        }
        !is_freed
    });
    shape.hint_all(hints);
}

fn free_items(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let parts = shape.array.items.iter().chain(&shape.array.rest);
    if !parts.into_iter().any(|(_, part)| ends_a_loop(cx, part, MAX_NESTED)) {
        return;
    }
    for fact in shape.take_facts(Keyword::MinItems) {
        let words = cx.words_for(shape, &fact);
        let edit = cx.log(&RULE, fact.key).message(endless_list).fix("removed");
        edit.described(words.as_deref()).accepts_more("arrays with fewer items");
        shape.hint_all(words);
    }
}

fn endless_property(found: Found<'_>) -> String {
    let reader = found.reader();
    format!(
        "{found} is required and refers back to this schema; {reader} rejects a cycle that no optional property ends"
    )
}

fn endless_list(found: Found<'_>) -> String {
    let reader = found.reader();
    format!("{found} requires items that refer back to this schema; {reader} rejects a cycle that no empty array ends")
}

/// Whether a loop ends where a part is optional; the part may be made for alternatives that were read apart from it.
fn ends_a_loop(cx: &Lower<'_, '_>, part: &Part, levels: usize) -> bool {
    part.iter().any(|term| match term {
        Term::Schema(schema) => cx.ends_a_loop(*schema),
        Term::Shape(shape) => {
            let mut alternatives = shape.unions.iter().flat_map(|union| &union.branches);
            let read_from = shape.read_from.iter().any(|schema| cx.ends_a_loop(*schema));
            read_from || (levels > 0 && alternatives.any(|part| ends_a_loop(cx, part, levels - 1)))
        }
    })
}
