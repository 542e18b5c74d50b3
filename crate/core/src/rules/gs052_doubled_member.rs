//! # duplicate members
//!
//! Keeps only the last of several properties or keywords with the same name in one object.
//!
//! ## Why
//!
//! RFC 8259 allows duplicate names in an object and does not define which value counts; JSON parsers differ, and most
//! keep the last.
//!
//! ## What changes
//!
//! Nothing for a parser that keeps the last value. The earlier members are removed.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"limit":{"type":"string","type":"integer"},"limit":{"type":"boolean"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"limit":{"type":"BOOLEAN"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {"type":"object","properties":{"limit":{"type":"boolean"}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"limit":{"type":["boolean","null"]}},
//!   "additionalProperties": false,
//!   "required": ["limit"]
//! }
//! ```

use super::{Event, Hook, Priority, Rule};
use crate::{
    json::JsonId,
    lower::{Reader, Severity},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["RFC 8259 §4"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::On(Event::Doubled(read))];

fn read(reader: &mut Reader<'_, '_, '_>, key: JsonId) {
    let name = reader.cx.model.ast.tape().key(key).into_owned();
    reader
        .cx
        .log(&RULE, key)
        .message_with(|found| {
            format!("{found} is followed by another {name:?} in the same object; most JSON parsers keep the last")
        })
        .fix_with(|| format!("removed; the last {name:?} is kept"));
}
