//! # propertyNames
//!
//! Removes the schema for property names, and states it in the description; declares the names if it lists them.
//!
//! ## Why
//!
//! `propertyNames` is not a field of the schema in `parameters`, and the API rejects a request that contains it; zod 4
//! writes it for every `z.record`. `parametersJsonSchema` accepts the keyword and does not enforce it.
//!
//! ## What changes
//!
//! Properties may have any name. A schema that only declares `type: "string"`, as zod writes it, is valid for every
//! name, so removing it changes nothing. A map that is given as a list of entries in round-trip mode keeps the schema,
//! as that of the keys.
//!
//! A map whose names are listed, such as zod's `z.record(z.enum(["debug", "prod"]), …)`, becomes an object that declares
//! each of them (at most 64) with the schema of the values, and no others. Nothing is lost, and models fill in declared
//! properties.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"env":{"type":"object","additionalProperties":{"type":"string"},"propertyNames":{"pattern":"^[A-Z_]+$"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "env": {"type":"OBJECT","description":"(properties of any name, each a string; names match ^[A-Z_]+$)"}
//!   }
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "env": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "OBJECT",
//!         "properties": {"key":{"type":"STRING","pattern":"^[A-Z_]+$"},"value":{"type":"STRING"}},
//!         "required": ["key","value"]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "env": {
//!       "type": "object",
//!       "additionalProperties": {"type":"string"},
//!       "propertyNames": {"pattern":"^[A-Z_]+$"},
//!       "description": "(names match ^[A-Z_]+$)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json source
//! {"type":"object","properties":{"levels":{"type":"object","propertyNames":{"enum":["debug","prod"]},"additionalProperties":{"type":"number"}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"levels":{"type":"OBJECT","properties":{"debug":{"type":"NUMBER"},"prod":{"type":"NUMBER"}}}}
//! }
//! ```
//!
//! ```json openai-strict
//! {
//!   "type": "object",
//!   "properties": {
//!     "levels": {
//!       "type": ["object","null"],
//!       "properties": {"debug":{"type":["number","null"]},"prod":{"type":["number","null"]}},
//!       "additionalProperties": false,
//!       "required": ["debug","prod"]
//!     }
//!   },
//!   "additionalProperties": false,
//!   "required": ["levels"]
//! }
//! ```
//!
//! ## In your server
//!
//! - zod: `z.record(z.string(), …)` and the rule for the names in `.describe(…)`, instead of a pattern for the keys
//! - pydantic: `dict[str, …]` and the rule for the names in `Field(description=…)`

use super::{
    Cost, Hook, Phase, Priority, Rule, When,
    support::{noun, said},
};
use crate::{
    json::{JsonId, Kind},
    lower::{Lower, Severity, spell, spell_list},
    order::{Gather, Set},
    schema::{Keyword, Kinds, Says, SchemaId, Value},
    shape::{Additional, Fact, Part, Property, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-propertyNames"],
    ..Rule::of(module_path!())
};

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::PropertyNames]), phase: Phase::Kind, with: declare_listed },
    Hook::Drop { of: &[Keyword::PropertyNames], phase: Phase::Fact, cost },
];

/// Most names that are declared: each repeats the schema of the values.
const MAX_NAMES: usize = 64;

/// The same if the values may be anything, which is longer than most schemas.
const MAX_NAMES_OF_ANYTHING: usize = 8;

/// Declares the names that `propertyNames` lists, and forbids others.
fn declare_listed(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let can_have_more = !shape.object.is_closed() && !shape.keywords.has(Keyword::PatternProperties);
    if cx.target.takes(Keyword::PropertyNames) || !can_have_more || !shape.is_plain(Kinds::OBJECT) {
        return;
    }
    let Some((key, names)) = listed_names(cx, shape) else { return };
    let tape = cx.model.ast.tape();
    let declared = shape.object.declared();
    let all: Set<String> = names.iter().map(|name| tape.key(*name).into_owned()).collect();
    let part = shape.undeclared(&cx.model).map_or_else(Part::new, |(_, part)| part);
    let describes = !part.is_empty() && noun(cx, &part).is_some();
    let most = if describes { MAX_NAMES } else { MAX_NAMES_OF_ANYTHING };
    if all.len() > most || !declared.iter().all(|name| all.contains(*name)) {
        return;
    }
    let missing = names.into_iter().filter(|name| !declared.contains(tape.key(*name).as_ref())).gather();
    let takes_closing = cx.target.takes(Keyword::AdditionalProperties);
    shape.take_facts(Keyword::PropertyNames);
    let edit = cx.log(&RULE, key).fix("each name declared as a property");
    if !takes_closing {
        edit.accepts_more("properties with names that `propertyNames` excludes").idle();
    }
    let mut new = Set::new();
    for name in missing.into_iter().filter(|name| new.insert(tape.key(*name).into_owned())) {
        let part = if part.is_empty() { Shape::any(name).into() } else { part.clone() };
        shape.object.declare(Property::new(tape.key(name).into_owned(), name, part), key);
    }
    if shape.object.additional.is_empty() && takes_closing {
        shape.object.additional.push(Additional { key, part: None, names: Set::new(), patterns: false });
    }
    shape.object.additional.iter_mut().for_each(|additional| additional.part = None);
}

/// The names that the only `propertyNames` of an object lists, and its key.
fn listed_names(cx: &Lower<'_, '_>, shape: &Shape) -> Option<(JsonId, Vec<JsonId>)> {
    let mut facts = shape.facts.iter().filter(|fact| fact.keyword == Keyword::PropertyNames);
    let (fact, None) = (facts.next()?, facts.next()) else { return None };
    let (_, Value::Schema(names)) = shape.entry_at(&cx.model, fact.key)? else { return None };
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let names = cx.model.referent(names);
    let mut listed = None;
    for entry in said(cx, names) {
        match ast.says(names, entry) {
            Says::Types(types) if types.kinds.has(Kinds::STRING) => {}
            Says::Enum(list) if listed.is_none() => listed = Some(ast.list(list)),
            Says::Const(value) if listed.is_none() => listed = Some(vec![value]),
            _ => return None,
        }
    }
    let mut listed = listed?;
    listed.retain(|name| tape.kind(*name) == Kind::String);
    Some((fact.key, listed))
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let words = match shape.entry_at(&cx.model, fact.key).map(|(_, names)| names) {
        Some(Value::Schema(names)) => match cx.model.referent(names) {
            names if cx.model.ast.is_false(names) => "no properties".to_owned(),
            names => match name_words(cx, names) {
                words if words.is_empty() => return Cost::NONE,
                words => words.join(", "),
            },
        },
        _ => ANY_OTHER.to_owned(),
    };
    Cost::accepts_more("properties with names that `propertyNames` excludes").told(Some(words))
}

/// The words for a schema that no other words describe.
const ANY_OTHER: &str = "some names are not valid";

/// The words for each constraint on names; none if every name is valid.
fn name_words(cx: &Lower<'_, '_>, names: SchemaId) -> Vec<String> {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let mut all = Vec::new();
    for entry in said(cx, names).into_iter().filter(|entry| entry.keyword.applies_to(Kinds::STRING)) {
        let told = |words: &str| format!("{words} {}", spell(tape, entry.json()));
        let words = match (ast.says(names, entry), entry.keyword) {
            (Says::Types(types), _) if types.kinds.has(Kinds::STRING) => continue,
            (Says::Const(_), _) => told("name:"),
            (Says::Enum(list), _) => format!("names: {}", spell_list(tape, &ast.list(list))),
            (_, Keyword::Pattern) => told("names match"),
            (_, Keyword::MaxLength) => told("longest name:"),
            (_, Keyword::MinLength) => told("shortest name:"),
            (_, Keyword::Format) => told("names have the format"),
            _ => ANY_OTHER.to_owned(),
        };
        if !all.contains(&words) {
            all.push(words);
        }
    }
    all
}
