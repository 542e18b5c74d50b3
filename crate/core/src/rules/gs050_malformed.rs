//! malformed values

use super::{Hooks, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    code: "GS050",
    slug: "malformed",
    title: "malformed values",
    summary: "Takes values out that their keyword does not take; in a schema's place they stand for anything.",
    why: "A field of another kind refuses the whole request.",
    change: "JSON Schema gives such values no meaning.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-scalar-kind"],
    hooks: Hooks { malformed: Some(read), ..Hooks::NONE },
    ..Rule::BASE
};

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    reader.cx.log(&RULE, json);
}
