//! # $id, id
//!
//! Removes the address of a schema.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field for it, neither `$id` nor draft 4's `id`, and the API rejects a request that holds an
//! unknown field. `parametersJsonSchema` takes `$id`. Below the root it becomes the base of the references around it, which
//! would then lead elsewhere than into `$defs` of the root; with a `#` it is an anchor of drafts up to 7, not an address.
//!
//! ## What changes
//!
//! No value is accepted more or less; an address tells the model nothing.
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

use super::{Cost, Hook, Phase, Priority, Rule, When};
use crate::{
    json::Kind,
    lower::{Found, Lower, Severity},
    schema::Keyword,
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-id"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Id, Keyword::IdDraft4]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::Id, Keyword::IdDraft4], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
];

/// References lead into the root, and an address below it would make them lead elsewhere.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let tape = cx.model.ast.tape();
    if !cx.target.takes(Keyword::Id) {
        return;
    }
    let misleads = !cx.at_root() && cx.model.references.any();
    for fact in shape.take_facts(Keyword::Id) {
        let id = fact.key.value_of_key();
        let names_a_place = tape.kind(id) == Kind::String && tape.string(id).is_some_and(|id| id.contains('#'));
        if misleads || names_a_place {
            let edit = cx.log(&RULE, fact.key).message_with(|found| misread(found, names_a_place)).fix("removed");
            edit.annotation();
        } else {
            shape.facts.push(fact);
        }
    }
}

fn misread(found: Found<'_>, names_a_place: bool) -> String {
    if names_a_place {
        format!("{found} holds a `#`, which makes it an anchor in old drafts and invalid in new ones")
    } else {
        format!("{found} stands below the root, where it changes what references lead to")
    }
}
