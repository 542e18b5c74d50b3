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
        let read = declaration.root.schema;
        let edits = &mut declaration.edits;
        let before = edits.len();
        declaration.members.retain_mut(|(name, value)| {
            let (OutKey::Source(key), Out::Source(schema)) = (&*name, &*value) else { return true };
            let key = *key;
            if !matches!(tape.key(key).as_ref(), "parametersJsonSchema" | "parameters_json_schema") {
                return true;
            }
            if Some(*schema) == read {
                let mut sent = edit(&RULE, key, "sent as `parameters`".to_owned());
                sent.severity = Some(Severity::Info);
                edits.push(sent);
                *name = OutKey::Name("parameters");
                return true;
            }
            edits.push(edit(&RULE, key, "`parameters` beside it is sent instead".to_owned()));
            false
        });
        declaration.members_changed |= edits.len() > before;
    }
}
