//! # doubled members
//!
//! Keeps the last of several members of one name.
//!
//! ## Why
//!
//! JSON readers differ on doubled names; most keep the last.
//!
//! ## What changes
//!
//! The earlier members were never seen by most readers.

use super::{Event, Hook, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["RFC 8259 §4"],
    hooks: &[Hook::On(Event::Doubled(read))],
    ..Rule::of(module_path!())
};

fn read(reader: &mut Reader<'_, '_, '_>, key: JsonId) {
    let name = reader.cx.ast.tape().key(key).into_owned();
    reader.cx.log(&RULE, key).fix(format!("a later {name:?} replaces this one"));
}
