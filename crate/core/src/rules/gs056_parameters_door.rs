//! parameters beside parametersJsonSchema

use super::{Hooks, Priority, Rule, support::edit};
use crate::{envelope::Declarations, report::Severity};

pub(super) static RULE: Rule = Rule {
    code: "GS056",
    slug: "parameters-door",
    title: "parameters beside parametersJsonSchema",
    summary: "Sends one schema, as `parameters`.",
    why: "A declaration takes one of the two; and the JSON-Schema door is closed on the Live API, on gateways and for older models.",
    change: "Nothing is lost: of both the first is read, of `parametersJsonSchema` alone its schema.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-both-parameters", "J-live-unsupported"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let Some(object) = declaration.root.object else { continue };
        let by_json_schema = |key: &crate::json::JsonId| {
            matches!(tape.key(*key).as_ref(), "parametersJsonSchema" | "parameters_json_schema")
        };
        for key in tape.members(object).filter(by_json_schema) {
            let kept = Some(key.value_of_key()) == declaration.root.schema;
            let detail = if kept { "sent as `parameters`" } else { "`parameters` beside it is sent instead" };
            let mut edit = edit(&RULE, key, detail.to_owned());
            if kept {
                edit.severity = Some(Severity::Info);
            }
            declaration.edits.push(edit);
        }
    }
}
