//! # true and false as schemas
//!
//! Reads `true` as a schema that allows anything and `false` as one that allows nothing.
//!
//! ## Why
//!
//! A schema is a message; a boolean in its place is refused.
//!
//! ## What changes
//!
//! Equivalent; what allows nothing is then left out.

use super::{Event, Hook, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-boolean-subschema", "J-boolean-subschema"],
    hooks: &[Hook::On(Event::Boolean(read))],
    ..Rule::of(module_path!())
};

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    reader.cx.log(&RULE, json);
}
