//! # arrays without items
//!
//! Gives an array without `items` a schema for its items that allows any value, as far as types can express it.
//!
//! ## Why
//!
//! The Gemini API answers `items: missing field` to an array that does not declare its items, and rejects the request.
//!
//! ## What changes
//!
//! Items may be strings, numbers, booleans, arrays of strings, and objects, whose properties are not declared.
//! LangChain.js takes no unions, so items are strings there. In round-trip mode no value is lost: objects and arrays
//! are given as JSON text and restored.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"tags":{"type":"array"}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "tags": {
//!       "type": "ARRAY",
//!       "items": {
//!         "anyOf": [
//!           {"type":"STRING","nullable":true},
//!           {"type":"NUMBER"},
//!           {"type":"BOOLEAN"},
//!           {"type":"ARRAY","items":{"type":"STRING"}},
//!           {"type":"OBJECT"}
//!         ]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "tags": {
//!       "type": "ARRAY",
//!       "items": {
//!         "anyOf": [
//!           {"type":"STRING","nullable":true},
//!           {"type":"NUMBER"},
//!           {"type":"BOOLEAN"},
//!           {
//!             "type": "OBJECT",
//!             "properties": {"json":{"type":"STRING","description":"(an object or array as JSON text)"}},
//!             "required": ["json"]
//!           }
//!         ]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json langchain
//! {
//!   "type": "object",
//!   "properties": {"tags":{"type":"array","items":{"type":"string","description":"(any value)"}}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"tags":{"type":"array"}}}
//! ```
//!
//! ## In your server
//!
//! - zod: `z.array(z.string())` instead of `z.array(z.any())`

use super::{prelude::*, support::any_item};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["S-items-missing"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Always, phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::asked(|cx, node| {
        Direct::idle_if(!cx.target.complete_nodes || node.kinds != Kinds::ARRAY || node.has(Keyword::Items))
    })),
];

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.complete_nodes {
        return;
    }
    if !shape.is_plain(Kinds::ARRAY) || shape.array.items.is_some() || shape.array.prefix.is_some() {
        return;
    }
    let key = shape.type_key.unwrap_or(shape.origin);
    let items = any_item(cx, shape.origin);
    let named = shape.type_key.is_some();
    let edit = cx.log(&RULE, key).message_with(|found| lacking(found, named));
    match (&items.coding, items.typed) {
        (Some(_), true) => edit.fix("`items` that are JSON text, which the codec restores to values"),
        (Some(_), false) => edit
            .fix("`items` of any type, objects and arrays as `{\"json\": \"…\"}`, which the codec restores to values"),
        (None, true) => edit.fix("`items` that are strings").accepts_less("items that are not strings"),
        (None, false) => edit
            .fix("`items` that are strings, numbers, booleans, arrays of strings or objects")
            .accepts_less("items that are arrays of values other than strings"),
    };
    shape.array.items = Some((shape.origin, items.into()));
}

/// The message; `named` if the finding points at `type`.
fn lacking(found: Found<'_>, named: bool) -> String {
    let array = if named { format!("{found} has no `items`") } else { "an array has no `items`".to_owned() };
    format!("{array}; {} requires `items` on every array", found.reader())
}
