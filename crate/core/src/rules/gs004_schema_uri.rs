//! # $schema
//!
//! Removes the declaration of the dialect that a schema is written in.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field `$schema`, at any depth, and the API rejects a request that contains an unknown
//! field. `parametersJsonSchema` takes it. However, where the output has `prefixItems` instead of an older draft's list
//! of `items`, a `$schema` that names the older draft would make readers ignore `prefixItems`.
//!
//! ## What changes
//!
//! The accepted values stay the same: the schema is read by the rules of its dialect before the declaration is removed.
//!
//! ## Examples
//!
//! ```json source
//! {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"path":{"type":"string"}}}
//! ```
//!
//! ```json gemini
//! {"type":"OBJECT","properties":{"path":{"type":"STRING"}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "$schema": "http://json-schema.org/draft-07/schema#",
//!   "type": "object",
//!   "properties": {"path":{"type":"string"}}
//! }
//! ```
//!
//! ```json source
//! {"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"point":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {"point":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}]}}
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `const { $schema, ...parameters } = z.toJSONSchema(schema)`
//! - schemars: `SchemaSettings::draft2020_12().with(|settings| settings.meta_schema = None)`

use super::{Cost, Direct, Hook, OnPlain, Phase, Priority, Rule, When};
use crate::{
    lower::{Lower, Severity},
    schema::{Keyword, KeywordSet, REFERENCES, Value},
    shape::Shape,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-unknown-schema-uri"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::SchemaUri]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::SchemaUri], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

/// Removes the name of an older dialect by which the output would be misread: its list of `items` is `prefixItems` now,
/// or references join schemas of several dialects.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::SchemaUri) || !cx.target.takes(Keyword::PrefixItems) {
        return;
    }
    let is_list = |schema| {
        let items = cx.model.ast.entry(schema, Keyword::Items);
        items.is_some_and(|entry| matches!(entry.value, Value::Links(..)))
    };
    let old = |schema| cx.model.ast.old_draft(schema);
    let refers = |schema| cx.model.ast.keywords(schema).meets(KeywordSet::of(&REFERENCES));
    let ids = || cx.model.ast.ids();
    let mixed = ids().any(old) && !ids().all(old) && ids().any(refers);
    let renamed = mixed || ids().any(is_list);
    for fact in shape.take_facts(Keyword::SchemaUri) {
        if !renamed || cx.fact_string(&fact).contains("2020-12") {
            shape.facts.push(fact);
            continue;
        }
        let edit = cx.log(&RULE, fact.key).fix("removed");
        let edit = if mixed {
            edit.message(|found| {
                format!("{found} is not draft 2020-12, in which other parts of the schema are written")
            })
        } else {
            edit.message(|found| {
                format!("{found} is not draft 2020-12, whose `prefixItems` replaces the array form of `items`")
            })
        };
        edit.annotation();
    }
}
