//! true and false as schemas

use super::{Hooks, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    code: "GS030",
    slug: "boolean-schema",
    title: "true and false as schemas",
    summary: "Reads `true` as a schema that allows anything and `false` as one that allows nothing.",
    why: "A schema is a message; a boolean in its place is refused.",
    change: "Equivalent; what allows nothing is then left out.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-boolean-subschema", "J-boolean-subschema"],
    hooks: Hooks { boolean: Some(read), ..Hooks::NONE },
    ..Rule::BASE
};

fn read(reader: &mut Reader<'_, '_, '_>, json: JsonId) {
    reader.cx.log(&RULE, json);
}
