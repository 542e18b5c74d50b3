//! # references that lead nowhere
//!
//! Treats a reference that this document cannot solve as a schema that allows anything.
//!
//! ## Why
//!
//! Nothing is ever fetched, and a reference cannot leave.
//!
//! ## What changes
//!
//! The output allows any value in its place.

use super::{Event, Hook, Priority, Rule};
use crate::{report::Severity, resolve::Resolution, schema::Entry, shape::Reader};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "J-undefined-ref"],
    hooks: &[Hook::On(Event::Unresolved(read))],
    ..Rule::of(module_path!())
};

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let foreign = reader.resolution() == Some(Resolution::Foreign);
    reader.cx.log(&RULE, entry.key).accepts_more("any value in its place").fix(if foreign {
        "the reference leads to another document, which is not fetched"
    } else {
        "the reference leads to a place that this document does not have"
    });
}
