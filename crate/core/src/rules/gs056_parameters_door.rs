//! # parametersJsonSchema
//!
//! Moves the schema of the arguments to the one field that the target takes, `parameters` or `parametersJsonSchema`,
//! also from the name that another format has for it (`inputSchema` in a declaration, `input_schema` in a function of
//! OpenAI's format), and likewise chooses between `response` and `responseJsonSchema`.
//!
//! ## Why
//!
//! The API rejects a declaration that has both fields. On most models the Live API does not read
//! `parametersJsonSchema`, and gateways and older models do not accept it.
//!
//! ## What changes
//!
//! The schema is rewritten for the field in which it is sent. If a declaration has both, the schema in `parameters` is
//! used and the other one is removed.
//!
//! ## Examples
//!
//! ```json source
//! {"name":"search","parametersJsonSchema":{"type":"object","properties":{"limit":{"type":"integer","exclusiveMinimum":0}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "name": "search",
//!   "parameters": {"type":"OBJECT","properties":{"limit":{"type":"INTEGER","minimum":1}}}
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "name": "search",
//!   "parametersJsonSchema": {"type":"object","properties":{"limit":{"type":"integer","minimum":1}}}
//! }
//! ```

use super::{prelude::*, support::note};
use crate::{
    declare::{Declarations, NO_ARGUMENTS, is_parameters_field, is_response_field},
    json::Kind,
    lower::{Out, OutKey},
    schema::Spelling,
    targets::Door,
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Medium, Severity::Error, &["N-both-parameters", "J-live-unsupported"]);

pub(super) static HOOKS: &[Hook] = &[Hook::Declare { phase: Phase::Fact, with: declare }];

fn declare(declarations: &mut Declarations<'_>) {
    let tape = declarations.tape;
    for declaration in declarations.list.iter_mut() {
        let (parameters, response) = (declaration.root.schema, declaration.root.response);
        let (target, door) = (&declaration.target, declaration.target.door);
        let misplaced = declaration.root.misplaced(tape);
        let lacks = declarations.in_place && declaration.lacks_schema();
        let edits = &mut declaration.edits;
        let before = edits.len();
        if let Some(name) = declaration.root.name.filter(|_| lacks) {
            note(edits, &RULE, name, MISSING.to_owned()).fix = Some(format!("`\"parameters\": {NO_ARGUMENTS}`").into());
        }
        if let Some((key, own)) = misplaced {
            let is_declaration = declaration.root.spelling == Spelling::Proto;
            let found = Found::new(tape, key, target);
            let message = if is_declaration { unread(found) } else { elsewhere(found, own) };
            let edit = note(edits, &RULE, key, message);
            edit.fix = Some(format!("`{}`", door.member()).into());
            edit.severity = (!is_declaration).then_some(Severity::Warning);
        }
        declaration.members.retain_mut(|(name, value)| {
            let (OutKey::Source(key), Out::Source(schema)) = (&*name, &*value) else { return true };
            let key = *key;
            if misplaced.is_some_and(|(misplaced, _)| misplaced == key) {
                *name = OutKey::Name(door.member());
                return true;
            }
            let (written, found) = (tape.key(key), Found::new(tape, key, target));
            let (read, sent_as, of) = match written.as_ref() {
                name if is_parameters_field(name) => (parameters, door.member(), "arguments"),
                name if is_response_field(name) => (response, door.response_member(), "response"),
                _ => return true,
            };
            if Some(*schema) != read {
                let message = if tape.kind(*schema) == Kind::Null { no_schema(found) } else { second(found, of) };
                let other = read.map_or_else(String::new, |_| format!("; the other schema is sent as `{sent_as}`"));
                note(edits, &RULE, key, message).fix = Some(format!("removed{other}").into());
                return false;
            }
            let is_proto = matches!(written.as_ref(), "parameters" | "response");
            if is_proto == (door == Door::JsonSchema) {
                let message = format!(
                    "{found} holds the schema for the {of}; the target `{}` takes it in `{sent_as}`",
                    target.id
                );
                let edit = note(edits, &RULE, key, message);
                (edit.fix, edit.severity) = (Some(format!("`{sent_as}`").into()), Some(Severity::Info));
                *name = OutKey::Name(sent_as);
            }
            true
        });
        declaration.members_changed |= edits.len() > before;
    }
}

const MISSING: &str = "the function has no `parameters`; the Interactions API rejects a function without a schema";

fn unread(found: Found<'_>) -> String {
    format!(
        "{found} is the schema field of other formats; Gemini's function declarations do not have it, and the API rejects the request"
    )
}

fn elsewhere(found: Found<'_>, own: &str) -> String {
    format!(
        "{found} holds the schema for the arguments; the tool's format has it in `{own}`, and a client that reads that field finds none"
    )
}

fn no_schema(found: Found<'_>) -> String {
    format!("{found} is not a schema")
}

fn second(found: Found<'_>, of: &str) -> String {
    format!("{found} is one of several schemas for the {of}; Gemini rejects a declaration with more than one")
}
