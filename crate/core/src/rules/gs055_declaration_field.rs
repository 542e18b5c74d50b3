//! # fields of other providers
//!
//! Removes fields that a function declaration of Gemini does not have, such as `strict` or `annotations`, and reports an MCP
//! tool's `outputSchema`, which goes with them.
//!
//! ## Why
//!
//! A declaration has a name, a description, a behavior, and schemas for the parameters and the response in both
//! spellings. The API rejects a request with any other field, such as OpenAI's `strict` and `type`, or MCP's
//! `annotations`, `title` and `outputSchema`.
//!
//! ## What changes
//!
//! Nothing that Gemini could read is removed. The model is not told what the tool answers: clients that want it in the
//! declaration put it into `response` or `responseJsonSchema`.
//!
//! ## Examples
//!
//! ```json source
//! {"name":"search","strict":true,"parameters":{"type":"OBJECT","properties":{"query":{"type":"STRING"}}}}
//! ```
//!
//! ```json gemini
//! {"name":"search","parameters":{"type":"OBJECT","properties":{"query":{"type":"STRING"}}}}
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "function",
//!   "function": {
//!     "name": "search",
//!     "parameters": {
//!       "type": "object",
//!       "properties": {"query":{"type":["string","null"]}},
//!       "additionalProperties": false,
//!       "required": ["query"]
//!     },
//!     "strict": true
//!   }
//! }
//! ```

use super::{Hook, Phase, Priority, Rule, support::note};
use crate::{
    declare::{Declaration, Declarations},
    json::Tape,
    lower::{Found, OutKey, Severity},
    schema::Spelling,
    targets::Door,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-fd-strict"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::Fact, with: declare }];

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
        let (edits, target) = (&mut declaration.edits, &declaration.target);
        let tail = if target.door == Door::OpenAi { "" } else { "; the API rejects the request" };
        let before = declaration.members.len();
        let schema = declaration.root.schema;
        declaration.members.retain(|(key, _)| {
            let OutKey::Source(key) = key else { return true };
            // The schema under another name is GS056's.
            let known = FIELDS.contains(&tape.key(*key).as_ref()) || schema == Some(key.value_of_key());
            if !known {
                let found = Found::new(tape, *key, target);
                let message = format!("{found} is not a field of Gemini's function declarations{tail}");
                note(edits, &RULE, *key, message).fix = Some("removed".into());
            }
            known
        });
        declaration.members_changed |= declaration.members.len() < before;
    }
    if !declarations.in_place {
        declarations.list.iter_mut().for_each(|declaration| tell_output(tape, declaration));
    }
}

/// The schema of what an MCP tool answers has no place in the declaration that is made of it.
fn tell_output(tape: &Tape<'_>, declaration: &mut Declaration) {
    let Some(tool) = declaration.root.object.filter(|_| declaration.root.spelling == Spelling::JsonSchema) else {
        return;
    };
    let Some(key) = tape.members(tool).find(|key| tape.key_is(*key, "outputSchema")) else { return };
    let message = "`outputSchema` describes what the tool answers, which the declaration does not say".to_owned();
    let edit = note(&mut declaration.edits, &RULE, key, message);
    edit.fix = Some("left out".into());
    edit.severity = Some(Severity::Info);
}
