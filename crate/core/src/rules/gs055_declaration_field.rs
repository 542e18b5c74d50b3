//! # fields of other providers
//!
//! Takes members out of a function declaration that Gemini does not know, such as `strict`.
//!
//! ## Why
//!
//! A declaration is a closed message: name, description, parameters and response, in both spellings of the last
//! two.
//!
//! ## What changes
//!
//! Nothing that Gemini could read is lost.

use super::{Hook, Phase, Priority, Rule, support::note};
use crate::{envelope::Declarations, lower::OutKey, order::keep, report::Severity};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-fd-strict"],
    hooks: &[Hook::Declare { phase: Phase::Fact, with: declare }],
    ..Rule::of(module_path!())
};

const FIELDS: [&str; 9] = [
    "name",
    "description",
    "behavior",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
    "response",
    "responseJsonSchema",
    "response_json_schema",
];

fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let edits = &mut declaration.edits;
        let before = declaration.members.len();
        keep(&mut declaration.members, &mut |(key, _)| {
            let OutKey::Source(key) = key else { return true };
            let known = FIELDS.contains(&tape.key(*key).as_ref());
            if !known {
                note(edits, &RULE, *key, format!("a declaration has no field {:?}", tape.key(*key)));
            }
            known
        });
        declaration.members_changed |= declaration.members.len() < before;
    }
}
