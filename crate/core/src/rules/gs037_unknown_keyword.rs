//! # unknown keywords
//!
//! Removes keywords that no draft of JSON Schema defines: `x-` extensions, `errorMessage`, misspelled names. Removes
//! `xml` and `externalDocs` of OpenAPI, too, and keywords of a later draft than the one that `$schema` names, such as
//! `prefixItems` in a schema of draft 7.
//!
//! ## Why
//!
//! The Gemini API knows each field of a schema by name and rejects a request with a single unknown one. Known cases are
//! `x-` extensions, `errorMessage` of zod-to-json-schema and `additional_properties` of Python SDKs.
//! `parametersJsonSchema` accepts unknown keywords and ignores them.
//!
//! ## What changes
//!
//! The accepted values stay the same, since the schema's draft does not give these keywords a meaning.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"owner":{"type":"string","x-order":1,"errorMessage":"give an owner"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"owner":{"type":"STRING"}}}
//! ```
//!
//! ```json vertex-ai
//! {"type":"object","properties":{"owner":{"type":"string"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"owner":{"type":"string","x-order":1,"errorMessage":"give an owner"}}
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `zodToJsonSchema(schema)` without the option `errorMessages`
//! - pydantic: no `json_schema_extra` on models that are tool parameters
//! - schemars: no `#[schemars(extend(...))]`

use super::prelude::*;

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Low,
    Severity::Error,
    &["P-unknown-vendor", "P-unknown-errorMessage", "P-unknown-additional_properties-sdk", "V-ref-siblings"],
);

pub(super) static HOOKS: &[Hook] = &[Hook::DropRest { phase: Phase::Fact, cost }];

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    let is_later = Keyword::from_name(&cx.model.ast.tape().key(fact.key)) != Keyword::Unknown;
    if !is_later || !cx.target.takes(fact.keyword) {
        return Cost::NONE;
    }
    Cost::NONE.because(|found| {
        format!("{found} has no meaning in the draft that `$schema` names; {} may give it one", found.reader())
    })
}
