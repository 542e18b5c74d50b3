//! # fields of other providers
//!
//! Removes fields that Gemini's function declarations do not have, such as `strict` or `annotations`, and reports what
//! an MCP tool loses: its `outputSchema`, and arguments that are described in a field that is not a schema. Turns
//! OpenAI's `strict` on where the schema is written for it, and off where the schema no longer is.
//!
//! ## Why
//!
//! A declaration has a name, a description, a behavior, and schemas for the parameters and the response, each as
//! Gemini's schema or as JSON Schema. The API rejects a request with any other field, such as OpenAI's `strict` and
//! `type`, or MCP's `annotations`, `title` and `outputSchema`.
//!
//! ## What changes
//!
//! Nothing that Gemini could read is removed. The model does not learn what the tool returns; a client that wants to
//! declare it can use `response` or `responseJsonSchema`. A tool without a schema is declared without arguments, even if
//! another field describes them in its own way, such as `parameter_definitions` of Cohere.
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

use super::{prelude::*, support::note};
use crate::{
    declare::{Declaration, Declarations, Root, holds_schema, is_field, is_hosted},
    json::Tape,
    lower::{Out, OutKey},
    schema::Spelling,
    targets::Door,
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-fd-strict"]);

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
            // GS056 handles the schema under another name.
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
    declarations.list.iter_mut().for_each(|declaration| tell_strict(tape, declaration));
    if declarations.in_place {
        declarations.list.iter_mut().for_each(|declaration| relax(tape, declaration));
    } else {
        declarations.list.iter_mut().for_each(|declaration| tell_output(tape, declaration));
    }
    declarations.list.iter_mut().for_each(|declaration| tell_arguments(tape, declaration));
}

/// Reports a strict mode that is not on, where the declaration has it on.
fn tell_strict(tape: &Tape<'_>, declaration: &mut Declaration) {
    let Root { function: Some(function), schema: Some(schema), name, .. } = declaration.root else { return };
    let strict = tape.get(function, "strict");
    let is_on = strict.is_some_and(|strict| tape.boolean(strict) == Some(true));
    if is_on || declaration.target.door != Door::OpenAi {
        return;
    }
    let place = strict.or(name).unwrap_or(schema).key_of_value();
    let message = "`strict` is not on, the mode that the schema is written for".to_owned();
    let edit = note(&mut declaration.edits, &RULE, place, message);
    edit.fix = Some("`strict: true`".into());
    edit.severity = Some(Severity::Info);
}

/// Turns the strict mode of OpenAI or Claude off for a schema that changes: in that mode they reject open objects.
fn relax(tape: &Tape<'_>, declaration: &mut Declaration) {
    let Root { object, function, schema, spelling, .. } = declaration.root;
    let is_same = match (&declaration.parameters, schema) {
        (Some(Out::Source(same)), Some(schema)) => *same == schema,
        (_, schema) => schema.is_none(),
    };
    let strict = function.or(object).and_then(|function| tape.get(function, "strict"));
    let changes = declaration.target.is_lax && spelling == Spelling::JsonSchema && !is_same;
    let strict = strict.filter(|strict| changes && tape.boolean(*strict) == Some(true));
    let Some(strict) = strict else { return };
    let message = "`strict` is set, but the schema is no longer one that strict modes accept".to_owned();
    let edit = note(&mut declaration.edits, &RULE, strict.key_of_value(), message);
    edit.fix = Some("`strict: false`; `openai-strict` keeps the mode".into());
    edit.severity = Some(Severity::Warning);
    declaration.relaxed = Some(strict);
}

/// Reports the fields of a tool without a schema that may describe its arguments in another way.
fn tell_arguments(tape: &Tape<'_>, declaration: &mut Declaration) {
    let root = &declaration.root;
    let is_tool = root.spelling == Spelling::JsonSchema && root.schema.is_none();
    let Some(tool) = root.function.or(root.object).filter(|_| is_tool) else { return };
    // Nobody reads `parameters` beside `function`.
    let around = root.object.filter(|around| *around != tool);
    let beside = around.into_iter().flat_map(|around| tape.members(around)).map(|key| (key, true));
    for (key, is_beside) in tape.members(tool).map(|key| (key, false)).chain(beside) {
        let value = key.value_of_key();
        let has_parts = |value| tape.members(value).next().is_some();
        let is_other = || !is_field(&tape.key(key)) || holds_schema(tape, value);
        let describes = (has_parts(value) || tape.elements(value).any(has_parts)) && is_other();
        // Only the provider knows the arguments of its own tools.
        let is_hosted = || !is_beside && tape.key_is(key, "type") && is_hosted(tape, tool);
        if !describes && !is_hosted() {
            continue;
        }
        let found = Found::new(tape, key, &declaration.target);
        let wrong = match () {
            () if is_beside => "is outside of `function`",
            () if is_field(&tape.key(key)) => "is not the field for the schema that it holds",
            () => "is not a field of such tools",
        };
        let message = format!("{found} {wrong}; the tool has no schema, so it is declared without arguments");
        let edit = note(&mut declaration.edits, &RULE, key, message);
        let help = if is_beside { "move it into `function`" } else { "give them as a schema" };
        edit.fix = Some(format!("omitted; if it describes the arguments, {help}").into());
        edit.accepts_less = Some("the arguments that it describes".into());
    }
}

/// Reports the `outputSchema` of an MCP tool, for which the declaration has no field.
fn tell_output(tape: &Tape<'_>, declaration: &mut Declaration) {
    let Some(tool) = declaration.root.object.filter(|_| declaration.root.spelling == Spelling::JsonSchema) else {
        return;
    };
    let Some(key) = tape.members(tool).find(|key| tape.key_is(*key, "outputSchema")) else { return };
    let message = "`outputSchema` describes the tool's result, which the declaration does not include".to_owned();
    let edit = note(&mut declaration.edits, &RULE, key, message);
    edit.fix = Some("omitted".into());
    edit.severity = Some(Severity::Info);
}
