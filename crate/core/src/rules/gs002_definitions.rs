//! # $defs, definitions
//!
//! Removes definitions once the references into them are inlined. For targets that take references, the definitions
//! that are still needed move to the root, under the target's keyword for them.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field for definitions, neither `$defs` nor `definitions`, and the API rejects a request
//! that contains an unknown field. Vertex AI has `defs`, `parametersJsonSchema` has `$defs`, and OpenAI's strict mode
//! has both `$defs` and `definitions`. All three look for the targets of references there, at the root only.
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

use super::prelude::*;
use crate::schema::{DEFINITIONS, SchemaId};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Critical, Severity::Error, &["P-unknown-ref-defs", "P-unknown-definitions"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&DEFINITIONS), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &DEFINITIONS, phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|cx, _| if cx.target.takes(Keyword::Defs) { Direct::Shape } else { Direct::Facts })),
];

/// Removes all definitions but those of the root under the target's keyword, where the referenced ones are printed.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::Defs) {
        return;
    }
    let name = cx.reference_names().1;
    for keyword in DEFINITIONS.into_iter().filter(|keyword| cx.target.takes(*keyword)) {
        let own = cx.model.ast.entry(SchemaId::ROOT, keyword).filter(|entry| cx.holds_definitions(entry));
        for fact in shape.take_facts(keyword) {
            if cx.at_root() && own.is_some_and(|own| own.key == fact.key) {
                shape.facts.push(fact);
                continue;
            }
            let (spelled, is_kept) = (cx.spelled(keyword), cx.keeps_references_into(fact.key.value_of_key()));
            let edit = cx.log(&RULE, fact.key).message_with(|found| misplaced(found, spelled));
            let kept = format!("; the schemas that are still referenced are in `{name}` of the root");
            edit.fix_with(|| format!("removed{}", if is_kept { &kept } else { "" }));
        }
    }
}

fn misplaced(found: Found<'_>, spelled: &str) -> String {
    if found.member().is_some_and(|member| member == spelled) {
        format!("{found} is below the root, where {} does not look for definitions", found.reader())
    } else {
        found.unknown()
    }
}
