//! # $defs, definitions
//!
//! Removes definitions once the references into them are inlined. For targets that take references, the definitions
//! that are still needed move to the root, under the target's keyword for them.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field for definitions, neither `$defs` nor `definitions`, and the API rejects a request
//! that contains an unknown field. Vertex AI has `defs`; `parametersJsonSchema` and OpenAI's strict mode have `$defs`.
//! All three look for the targets of references there, at the root only.
//!
//! ## What changes
//!
//! The accepted values stay the same: a definition constrains nothing unless a reference points to it.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"size":{"$ref":"#/definitions/Size"}},"definitions":{"Size":{"type":"integer","minimum":1}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"size":{"type":"INTEGER","minimum":1}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"size":{"$ref":"#/$defs/Size"}},
//!   "$defs": {"Size":{"type":"integer","minimum":1}}
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"page":{"$ref":"#/$defs/Page"}},"$defs":{"Page":{"type":"object","properties":{"title":{"type":"string"},"child":{"$ref":"#/$defs/Page"}}}}}
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {"page":{"ref":"#/defs/Page"}},
//!   "defs": {"Page":{"type":"object","properties":{"title":{"type":"string"},"child":{"ref":"#/defs/Page"}}}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {"page":{"anyOf":[{"$ref":"#/$defs/Page"},{"type":"null"}]}},
//!   "additionalProperties": false,
//!   "$defs": {
//!     "Page": {
//!       "type": "object",
//!       "properties": {
//!         "title": {"type":["string","null"]},
//!         "child": {"anyOf":[{"$ref":"#/$defs/Page"},{"type":"null"}]}
//!       },
//!       "additionalProperties": false,
//!       "required": ["title","child"]
//!     }
//!   },
//!   "required": ["page"]
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `zodToJsonSchema(schema, { $refStrategy: "none" })` writes no definitions
//! - schemars: `SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true)`

use super::{Cost, Direct, Hook, OnPlain, Phase, Priority, Rule, When};
use crate::{
    lower::{Found, Lower, Severity},
    schema::{Keyword, SchemaId},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Critical,
    severity: Severity::Error,
    evidence: &["P-unknown-ref-defs", "P-unknown-definitions"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::Defs, Keyword::Definitions]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::Defs, Keyword::Definitions], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|cx, _| if cx.target.takes(Keyword::Defs) { Direct::Shape } else { Direct::Facts })),
];

/// Removes all definitions but those of the root under the target's keyword, where the referenced ones are printed.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::Defs) {
        return;
    }
    let name = cx.reference_names().1;
    let own = cx.model.ast.entry(SchemaId::ROOT, Keyword::Defs).map(|entry| entry.key);
    for fact in shape.take_facts(Keyword::Defs) {
        if cx.at_root() && own == Some(fact.key) && cx.model.ast.tape().key(fact.key) == name {
            shape.facts.push(fact);
        } else {
            let edit = cx.log(&RULE, fact.key).message_with(|found| misplaced(found, name));
            edit.fix_with(|| format!("removed; the schemas that are still referenced are in `{name}` of the root"));
        }
    }
}

fn misplaced(found: Found<'_>, name: &str) -> String {
    if found.member().is_some_and(|member| member == name) {
        format!("{found} is below the root, where {} does not look for definitions", found.reader())
    } else {
        found.unknown()
    }
}
