//! # parametersJsonSchema
//!
//! Sends one schema, through the target's door: as `parameters`, or as `parametersJsonSchema`.
//!
//! ## Why
//!
//! A declaration takes one of `parameters` and `parametersJsonSchema`; the second is closed on the Live API, on
//! gateways and for older models.
//!
//! ## What changes
//!
//! Nothing is lost: of both `parameters` is read, of one alone its schema.

use super::{Hook, Phase, Priority, Rule, support::note};
use crate::{
    envelope::Declarations,
    lower::{Out, OutKey},
    order::keep,
    report::Severity,
    targets::Door,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["N-both-parameters", "J-live-unsupported"],
    hooks: &[Hook::Declare { phase: Phase::Fact, with: declare }],
    ..Rule::of(module_path!())
};

fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let (parameters, response, door) =
            (declaration.root.schema, declaration.root.response, declaration.target.door);
        let edits = &mut declaration.edits;
        let before = edits.len();
        keep(&mut declaration.members, &mut |(name, value)| {
            let (OutKey::Source(key), Out::Source(schema)) = (&*name, &*value) else { return true };
            let key = *key;
            let written = tape.key(key);
            let (read, sent_as) = match written.as_ref() {
                "parameters" | "parametersJsonSchema" | "parameters_json_schema" => (parameters, door.member()),
                "response" | "responseJsonSchema" | "response_json_schema" => (response, door.response_member()),
                _ => return true,
            };
            if Some(*schema) != read {
                note(edits, &RULE, key, "the schema beside it is sent instead".to_owned());
                return false;
            }
            let is_proto = matches!(written.as_ref(), "parameters" | "response");
            if is_proto == (door == Door::JsonSchema) {
                note(edits, &RULE, key, format!("sent as `{sent_as}`")).severity = Some(Severity::Info);
                *name = OutKey::Name(sent_as);
            }
            true
        });
        declaration.members_changed |= edits.len() > before;
    }
}
