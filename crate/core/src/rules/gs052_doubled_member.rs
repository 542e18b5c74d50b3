//! # duplicate members
//!
//! Keeps only the last of several properties or keywords with the same name in one object, and reports duplicate
//! members of a tool.
//!
//! ## Why
//!
//! RFC 8259 allows duplicate names in an object and does not define which value counts; JSON parsers differ, and most
//! keep the last.
//!
//! ## What changes
//!
//! Nothing for a parser that keeps the last value. The earlier members of a schema are removed; of a tool's own
//! members, such as `name` and `inputSchema`, the last is read.
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

use super::{prelude::*, support::note};
use crate::{
    declare::Declarations,
    lower::Reader,
    order::{Gather, sort_by_key},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Warning, &["RFC 8259 §4"]);

pub(super) static HOOKS: &[Hook] =
    &[Hook::On(Event::Doubled(read)), Hook::Declare { phase: Phase::Fact, with: declare }];

/// Reports the members of a tool, outside of its schemas.
fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let (object, function) = (declaration.root.object, declaration.root.function);
        for object in object.into_iter().chain(function.filter(|function| Some(*function) != object)) {
            // Sorting keeps the order of equal names.
            let mut keys = tape.members(object).gather();
            sort_by_key(&mut keys, |key| tape.key(*key));
            for pair in keys.windows(2).filter(|pair| tape.key(pair[0]) == tape.key(pair[1])) {
                let name = tape.key(pair[0]);
                let message = followed(&Found::new(tape, pair[0], &declaration.target), &name);
                let edit = note(&mut declaration.edits, &RULE, pair[0], message);
                edit.fix = Some(format!("the last {name:?} is read").into());
            }
        }
    }
}

fn followed(found: &Found<'_>, name: &str) -> String {
    format!("{found} is followed by another {name:?} in the same object; most JSON parsers keep the last")
}

fn read(reader: &mut Reader<'_, '_, '_>, key: JsonId) {
    let name = reader.cx.model.ast.tape().key(key).into_owned();
    reader
        .cx
        .log(&RULE, key)
        .message_with(|found| followed(&found, &name))
        .fix_with(|| format!("removed; the last {name:?} is kept"));
}
