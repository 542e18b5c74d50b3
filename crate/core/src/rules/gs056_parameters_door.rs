//! parametersJsonSchema

use super::{Hooks, Priority, Rule, support::edit};
use crate::{
    envelope::Declarations,
    lower::{Out, OutKey},
    report::Severity,
};

pub(super) static RULE: Rule = Rule {
    code: "GS056",
    slug: "parameters-door",
    title: "parametersJsonSchema",
    summary: "Sends one schema, as `parameters`.",
    why: "A declaration takes one of `parameters` and `parametersJsonSchema`, and the second is closed on the Live API, on gateways and for older models.",
    change: "Nothing is lost: of both `parameters` is read, of the other alone its schema.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-both-parameters", "J-live-unsupported"],
    hooks: Hooks { declare: Some(declare), ..Hooks::NONE },
    ..Rule::BASE
};

fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let (parameters, response) = (declaration.root.schema, declaration.root.response);
        let edits = &mut declaration.edits;
        let before = edits.len();
        declaration.members.retain_mut(|(name, value)| {
            let (OutKey::Source(key), Out::Source(schema)) = (&*name, &*value) else { return true };
            let key = *key;
            let (door, read) = match tape.key(key).as_ref() {
                "parametersJsonSchema" | "parameters_json_schema" => ("parameters", parameters),
                "responseJsonSchema" | "response_json_schema" => ("response", response),
                _ => return true,
            };
            if Some(*schema) == read {
                let mut sent = edit(&RULE, key, format!("sent as `{door}`"));
                sent.severity = Some(Severity::Info);
                edits.push(sent);
                *name = OutKey::Name(door);
                return true;
            }
            edits.push(edit(&RULE, key, format!("`{door}` beside it is sent instead")));
            false
        });
        declaration.members_changed |= edits.len() > before;
    }
}
