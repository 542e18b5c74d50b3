//! # malformed values
//!
//! Takes values out that their keyword does not take; in a schema's place they stand for anything.
//!
//! ## Why
//!
//! A field of another kind refuses the whole request.
//!
//! ## What changes
//!
//! JSON Schema gives such values no meaning.

use super::{Event, Hook, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-scalar-kind"],
    hooks: &[Hook::On(Event::Malformed(read))],
    ..Rule::of(module_path!())
};

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    reader.cx.log(&RULE, json);
}
