//! doubled members

use super::{Hooks, Priority, Rule};
use crate::{json::JsonId, report::Severity, shape::Reader};

pub(super) static RULE: Rule = Rule {
    code: "GS052",
    slug: "doubled-member",
    title: "doubled members",
    summary: "Keeps the last of several members of one name.",
    why: "JSON readers differ on doubled names; most keep the last.",
    change: "The earlier members were never seen by most readers.",
    priority: Priority::Low,
    severity: Severity::Warning,
    evidence: &["RFC 8259 §4"],
    hooks: Hooks { doubled: Some(read), ..Hooks::NONE },
    ..Rule::BASE
};

fn read(reader: &mut Reader<'_, '_, '_>, key: JsonId) {
    let name = reader.cx.ast.tape().key(key).into_owned();
    reader.cx.log(&RULE, key).detail(format!("a later {name:?} replaces this one"));
}
