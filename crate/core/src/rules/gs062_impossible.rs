//! members that nothing satisfies

use super::{Hooks, Priority, Rule};
use crate::{json::JsonId, lower::Lower, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS062",
    slug: "impossible",
    title: "members that nothing satisfies",
    summary: "Leaves a member out whose schema no value satisfies.",
    why: "`parameters` cannot say that nothing is allowed.",
    change: "Equivalent where the member is optional; a required one makes every call invalid.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-boolean-subschema"],
    hooks: Hooks { impossible: Some(drop), ..Hooks::NONE },
    ..Rule::BASE
};

fn drop(cx: &mut Lower<'_, '_>, key: JsonId, name: &str, required: bool) {
    let is_root = cx.at_root();
    let edit = cx.log(&RULE, key).detail(format!("{name:?} can have no value"));
    let edit =
        if required { edit.gains(format!("objects without {name:?}, of which the schema allows none")) } else { edit };
    if is_root && required {
        edit.fatal();
    }
}
