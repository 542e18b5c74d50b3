//! # unknown type names
//!
//! Replaces type names of other languages by the JSON Schema types that they stand for, and removes names that stand
//! for none.
//!
//! ## Why
//!
//! `type` is an enumeration in Gemini's schema; the API rejects a request with any other name in it, the empty string
//! included.
//!
//! ## What changes
//!
//! `int` becomes `integer`, `dict` becomes `object`, and so on. JSON Schema gives such names no meaning, so the set of
//! accepted values counts as unchanged. Where a name stands for no type or for every type, such as `any`, the schema is
//! left without a type, and GS031 adds one.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"type":"int"},"tags":{"type":"list","items":{"type":"str"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"limit":{"type":"INTEGER"},"tags":{"type":"ARRAY","items":{"type":"STRING"}}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"limit":{"type":"integer"},"tags":{"type":"array","items":{"type":"string"}}}
//! }
//! ```
//!
//! ## In your server
//!
//! - Write `integer`, `number`, `string`, `boolean`, `array`, `object` or `null`; for any value omit `type`.

use super::{prelude::*, support::written};
use crate::{json::Kind, schema::meant, targets::Door};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-type-not-enum"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::Narrow { on: When::Has(&[Keyword::Type]), phase: Phase::Root, with: narrow }, Hook::Direct(OnPlain::Idle)];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.model.ast.tape();
    for fact in shape.take_facts(Keyword::Type) {
        let value = fact.key.value_of_key();
        // A name, or a list of names.
        let mut kinds = tape.string(value).map_or(Kinds::NONE, |name| meant(&name));
        for name in tape.elements(value).filter_map(|name| tape.string(name)) {
            kinds = kinds.with(meant(&name));
        }
        let fix = written(cx, kinds);
        let tail = if cx.target.door == Door::Parameters { "; the API rejects the request" } else { "" };
        let is = if tape.kind(value) == Kind::Array {
            "contains names that are not JSON Schema types"
        } else {
            "is not a JSON Schema type"
        };
        cx.log(&RULE, fact.key).message_with(|found| format!("{found} {is}{tail}")).fix(fix);
        if !kinds.is_empty() && kinds != Kinds::ALL {
            shape.set_kinds(shape.kinds.intersect(kinds));
            shape.decide(tape);
        }
    }
}
