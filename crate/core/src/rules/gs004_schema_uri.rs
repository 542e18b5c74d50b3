//! # $schema
//!
//! Removes the declaration of the dialect that a schema is written in.
//!
//! ## Why
//!
//! Gemini's `parameters` has no field `$schema`, at any depth, and the API rejects a request that contains an unknown
//! field. `parametersJsonSchema` and OpenAI's strict mode take it. However, where the output has `prefixItems` instead
//! of an older draft's list of `items`, a number as `exclusiveMinimum` instead of draft 4's boolean, or, for OpenAI, an
//! empty `required`, which draft 4 does not allow, a `$schema` that names the older draft would make readers misread
//! these.
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

use super::prelude::*;
use crate::{
    json::Kind,
    schema::{KeywordSet, REFERENCES, SchemaId, Value},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Medium, Severity::Error, &["P-unknown-schema-uri"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::SchemaUri]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::SchemaUri], phase: Phase::Fact, cost: |_, _, _| Cost::NONE },
    Hook::Direct(OnPlain::asked(|_, _| Direct::Facts)),
];

/// Removes the name of an older dialect by which the output would be misread.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if !cx.target.takes(Keyword::SchemaUri) {
        return;
    }
    let newer = newer_part(cx);
    for fact in shape.take_facts(Keyword::SchemaUri) {
        let dialect = cx.fact_string(&fact);
        // A closed object that requires nothing has an empty `required`.
        let has_no_empty_list = cx.target.closed_objects && dialect.contains("draft-04");
        let newer = newer.or(has_no_empty_list.then_some("in which `required` may be an empty list"));
        let Some(newer) = newer.filter(|_| !dialect.contains("2020-12")) else {
            shape.facts.push(fact);
            continue;
        };
        let edit = cx.log(&RULE, fact.key).fix("removed");
        edit.message_with(|found| format!("{found} is not draft 2020-12, {newer}")).annotation();
    }
}

/// What the output has of draft 2020-12, if an older dialect gives it another meaning or none.
fn newer_part(cx: &Lower<'_, '_>) -> Option<&'static str> {
    let (ast, target) = (cx.model.ast, cx.target);
    let has = |of: &dyn Fn(SchemaId) -> bool| ast.ids().any(of);
    let old = |schema| ast.old_draft(schema);
    let refers = |schema| ast.keywords(schema).meets(KeywordSet::of(&REFERENCES));
    let is_list = |schema| {
        let items = ast.entry(schema, Keyword::Items);
        items.is_some_and(|entry| matches!(entry.value, Value::Links(..)))
    };
    let is_flag = |schema| {
        let bounds = [Keyword::ExclusiveMinimum, Keyword::ExclusiveMaximum];
        let mut bounds = bounds.into_iter().filter_map(|bound| ast.entry(schema, bound));
        bounds.any(|bound| matches!(ast.tape().kind(bound.json()), Kind::True | Kind::False))
    };
    if target.takes(Keyword::PrefixItems) && has(&old) && !ast.ids().all(old) && has(&refers) {
        Some("in which other parts of the schema are written")
    } else if target.takes(Keyword::PrefixItems) && has(&is_list) {
        Some("whose `prefixItems` replaces the array form of `items`")
    } else if target.takes(Keyword::ExclusiveMinimum) && has(&is_flag) {
        Some("whose exclusive bounds are numbers, not booleans")
    } else {
        None
    }
}
