//! # $id, id
//!
//! Removes the identifier of a schema.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field for it, neither `$id` nor `id` of draft 4, and the API rejects a request that
//! contains an unknown field. `parametersJsonSchema` takes `$id`. Below the root, however, `$id` changes the base URI
//! of the references inside its schema, which then no longer point into `$defs` of the root. An `$id` with a `#` is an
//! anchor in drafts up to 7, not an identifier.
//!
//! ## What changes
//!
//! The accepted values stay the same; an identifier tells the model nothing.
//!
//! ## Examples
//!
//! ```json source
//! {"$id":"https://example.com/find","type":"object","properties":{"query":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"query":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {"$id":"https://example.com/find","type":"object","properties":{"query":{"type":"string"}}}
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"owner":{"$id":"user.json","type":"string"},"tags":{"$ref":"#/$defs/Tags"}},"$defs":{"Tags":{"type":"array","items":{"type":"string"}}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"owner":{"type":"string"},"tags":{"$ref":"#/$defs/Tags"}},
//!   "$defs": {"Tags":{"type":"array","items":{"type":"string"}}}
//! }
//! ```

use super::prelude::*;
use crate::{json::Kind, schema::SchemaId};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-unknown-id"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Id, Keyword::IdDraft4]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::Id, Keyword::IdDraft4], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

/// Removes an `$id` that is an anchor, or that is below the root and would change what references resolve to.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.model.ast.tape();
    if !cx.target.takes(Keyword::Id) {
        return;
    }
    let changes_base = !cx.at_root() && cx.model.references.any();
    for fact in shape.take_facts(Keyword::Id) {
        let id = fact.key.value_of_key();
        let names_a_place = tape.kind(id) == Kind::String && tape.string(id).is_some_and(|id| id.contains('#'));
        let of_root = shape.entry_at(&cx.model, fact.key).is_some_and(|(schema, _)| schema == SchemaId::ROOT);
        if changes_base && of_root && !names_a_place {
            let edit = cx.log(&RULE, fact.key).message(repeated).fix("kept at the root only");
            edit.severity(Severity::Info);
        } else if changes_base || names_a_place {
            let edit = cx.log(&RULE, fact.key).message_with(|found| misread(found, names_a_place)).fix("removed");
            edit.annotation();
        } else {
            shape.facts.push(fact);
        }
    }
}

/// The message for the root's own, where a reference repeats the root below it.
fn repeated(found: Found<'_>) -> String {
    format!("{found} would be repeated below the root, where it changes what references resolve to")
}

fn misread(found: Found<'_>, names_a_place: bool) -> String {
    if names_a_place {
        format!("{found} contains a `#`, which makes it an anchor in old drafts and invalid in new ones")
    } else {
        format!("{found} is below the root, where it changes what references resolve to")
    }
}
