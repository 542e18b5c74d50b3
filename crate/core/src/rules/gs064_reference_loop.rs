//! # endless reference loops
//!
//! Makes a property optional, or allows a list to be empty, in a loop of references that nothing else can end.
//!
//! ## Why
//!
//! Gemini and Vertex AI reject a schema that refers to itself through required properties only. A loop is accepted if
//! it includes an optional property or an array that may be empty; null as the other alternative does not count.
//!
//! ## What changes
//!
//! Objects without the property, or shorter lists, are accepted too; the description states that the property is
//! needed.
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
    let ends = cx.target.references == ReferenceForm::Refused || cx.target.closed_objects;
    Direct::idle_if(ends || !node.read_from().any(|schema| cx.is_inescapable(schema)))
}

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.references == ReferenceForm::Refused || cx.target.closed_objects {
        return;
    }
    if !shape.read_from.iter().any(|schema| cx.is_inescapable(*schema)) {
        return;
    }
    let in_loop = |part: &Part| leads_back(cx, part, MAX_NESTED);
    let on_cycles: Vec<&str> =
        shape.object.properties.iter().filter(|it| in_loop(&it.part)).map(|it| it.name.as_str()).gather();
    let mut hints = Vec::new();
    shape.object.required.retain(|required| {
        let freed = on_cycles.contains(&required.name.as_str());
        if freed {
            let hint = format!("{} is needed", cx.declared_name(&required.name));
            cx.log(&RULE, required.source)
                .message(endless_property)
                .fix_with(|| format!("{:?} made optional", required.name))
                .described(Some(&hint))
                .accepts_more(format!("objects without {:?}", required.name));
            hints.push(hint);
        }
        !freed
    });
    for hint in hints {
        shape.hint(hint);
    }
    let array = &shape.array;
    let (items, rest) = (array.items.as_ref().map(|(_, part)| part), array.rest.as_ref().map(|(_, part)| part));
    let positions = array.prefix.iter().flat_map(|(_, parts)| parts);
    if positions.chain(items).chain(rest).any(|part| leads_back(cx, part, MAX_NESTED)) {
        for fact in shape.take_facts(Keyword::MinItems) {
            cx.log(&RULE, fact.key).message(endless_list).fix("removed").accepts_more("arrays with fewer items");
        }
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

/// Whether a part is in a loop, or one of its alternatives is; the API ignores alternatives that would end the loop.
fn leads_back(cx: &Lower<'_, '_>, part: &Part, levels: usize) -> bool {
    part.iter().any(|term| match term {
        Term::Schema(schema) => cx.is_inescapable(*schema),
        Term::Shape(shape) => {
            let mut alternatives = shape.unions.iter().flat_map(|union| &union.branches);
            levels > 0 && alternatives.any(|part| leads_back(cx, part, levels - 1))
        }
    })
}
