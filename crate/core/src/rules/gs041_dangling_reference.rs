//! references that lead nowhere

use super::{Hooks, Priority, Rule};
use crate::{report::Severity, resolve::Resolution, schema::Entry, shape::Reader};

pub(super) static RULE: Rule = Rule {
    code: "GS041",
    slug: "dangling-reference",
    title: "references that lead nowhere",
    summary: "Treats a reference that this document cannot solve as a schema that allows anything.",
    why: "Nothing is ever fetched, and a reference cannot leave.",
    change: "The output allows any value in its place.",
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "J-undefined-ref"],
    hooks: Hooks { unresolved: Some(read), ..Hooks::NONE },
    ..Rule::BASE
};

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let foreign = reader.resolution() == Some(Resolution::Foreign);
    reader.cx.log(&RULE, entry.key).gains("any value in its place").detail(if foreign {
        "the reference leads to another document, which is not fetched"
    } else {
        "the reference leads to a place that this document does not have"
    });
}
