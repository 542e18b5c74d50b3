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
//! A map of scalars, or of lists of them, whose names are listed, such as zod's
//! `z.record(z.enum(["debug", "prod"]), z.number())`, becomes an object that declares each name with the schema of the
//! values, and no others, unless that would be more than four times as long. Nothing is lost, and models fill in declared
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
//!     "env": {
//!       "type": "OBJECT",
//!       "description": "(properties of any name, each a string; each name matches ^[A-Z_]+$)"
//!     }
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
//!       "description": "(each name matches ^[A-Z_]+$)"
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
    prelude::*,
    support::{of_names, sentence},
};
use crate::{
    json::Kind,
    lower::spell_list,
    order::{Gather, Set},
    schema::{Ast, Entry, KeywordSet, SchemaId, Value},
    shape::{Property, Term, amounts_to, conjuncts, kinds_left},
};

pub(super) static RULE: Rule = Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-propertyNames"]);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Narrow { on: When::Has(&[Keyword::PropertyNames]), phase: Phase::Kind, with: declare_listed },
    Hook::Narrow { on: When::Has(&[Keyword::PropertyNames]), phase: Phase::Fact, with: describe },
    Hook::Drop { of: &[Keyword::PropertyNames], phase: Phase::Fact, cost },
];

/// The most that declarations of listed names are longer than the map: the budget of a tool allows eight times its
/// source.
const MOST_GROWTH: usize = 4;

/// The number of names that are declared however short the map is: they may be listed elsewhere, for several maps.
const FEW: usize = 24;

/// Declares the names that `propertyNames` lists, and forbids others. Only scalars and lists of them are repeated for
/// each name: what nests could multiply at each level.
fn declare_listed(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::PropertyNames) || !is_only_map(cx, shape) {
        return;
    }
    let Some((key, names)) = listed_names(cx, shape) else { return };
    let Some(part) = values(cx, shape, &names) else { return };
    let listed: Set<&str> = names.iter().map(|(_, name)| *name).collect();
    let mut known = shape.object.declared();
    let mut required = shape.object.required.iter().map(|required| required.name.as_str());
    if !required.all(|name| listed.contains(name)) || !known.iter().all(|name| listed.contains(*name)) {
        return;
    }
    let missing = names.into_iter().filter(|(_, name)| known.insert(name)).gather();
    let takes_closing = cx.target.takes(Keyword::AdditionalProperties);
    describe(cx, shape);
    shape.take_facts(Keyword::PropertyNames);
    let edit = cx.log(&RULE, key).fix("each name declared as a property");
    if !takes_closing {
        edit.accepts_more("properties with names that `propertyNames` excludes").idle();
    }
    for (place, name) in missing {
        shape.object.declare(Property::new(name.to_owned(), place, part.clone()), key);
    }
    shape.object.additional.iter_mut().for_each(|additional| additional.part = None);
}

/// States what the schema for names says in its description.
fn describe(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.takes(Keyword::PropertyNames) || shape.never_applies(Keyword::PropertyNames) {
        return;
    }
    let names = shape.schemas_of_names(&cx.model);
    let schemas = names.into_iter().flat_map(|(_, names)| conjuncts(&cx.model, names));
    let descriptions = schemas.filter_map(|schema| cx.model.ast.entry(schema, Keyword::Description)).gather();
    for entry in descriptions {
        let text = cx.model.ast.tape().string(entry.json()).and_then(|text| sentence(&text));
        let Some(words) = text.map(|text| format!("each name: {text}")) else { continue };
        let edit = cx.log(&RULE, entry.key).message(|found| format!("{found} describes the names of properties"));
        edit.fix("removed").described(Some(&words)).severity(Severity::Info);
        shape.hint(words);
    }
}

/// The keywords that say more about members.
const OF_MEMBERS: KeywordSet =
    KeywordSet::of(&[Keyword::PatternProperties, Keyword::UnevaluatedProperties, Keyword::Enum, Keyword::Const]);

/// Whether a shape is an object of which nothing but `additionalProperties` says what undeclared members are. Of other
/// keywords, some are rewritten before.
fn is_only_map(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let says_more = |schema: &SchemaId| cx.model.ast.keywords(*schema).meets(OF_MEMBERS);
    shape.is_plain(Kinds::OBJECT) && !shape.object.is_closed() && !shape.read_from.iter().any(says_more)
}

/// The schema of the values of a map with these names, if it can be repeated for each.
fn values(cx: &Lower<'_, '_>, shape: &Shape, names: &[(JsonId, &str)]) -> Option<Part> {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let (_, part) = shape.undeclared(&cx.model)?;
    let [Term::Schema(schema)] = part.as_slice() else { return None };
    let kinds = scalars(ast, *schema).or_else(|| match ast.entry(*schema, Keyword::Items)?.value {
        Value::Schema(items) if stated(ast, *schema)?.without(Kinds::NULL) == Kinds::ARRAY => scalars(ast, items),
        _ => None,
    })?;
    // Null stands for an absent member where all are required.
    let is_told = !cx.target.closed_objects || !kinds.has(Kinds::NULL) && !stated(ast, *schema)?.has(Kinds::NULL);
    let map: usize = shape.read_from.iter().map(|schema| tape.slice(ast.json(*schema)).len()).sum();
    let repeated = names.len().saturating_mul(tape.slice(ast.json(*schema)).len());
    let is_short = names.len() <= FEW || repeated <= map.saturating_mul(MOST_GROWTH);
    (is_told && is_short).then_some(part)
}

/// The types of a schema for scalars, whose keywords all concern these; `None` for any other.
fn scalars(ast: &Ast<'_>, schema: SchemaId) -> Option<Kinds> {
    let kinds = stated(ast, schema)?;
    let is_own = |entry: &Entry| entry.keyword == Keyword::Type || entry.value == Value::Data;
    (kinds.without(Kinds::SCALARS.with(Kinds::NULL)).is_empty() && ast.entries(schema).iter().all(is_own))
        .then_some(kinds)
}

/// The types that a schema names.
fn stated(ast: &Ast<'_>, schema: SchemaId) -> Option<Kinds> {
    match ast.entry(schema, Keyword::Type)?.value {
        Value::Types(types) if !types.unknown => Some(types.kinds),
        _ => None,
    }
}

/// The names that the only `propertyNames` of an object amounts to, each with its place, and the keyword's key:
/// identifiers, which arrive as they are.
fn listed_names<'t>(cx: &Lower<'t, '_>, shape: &Shape) -> Option<(JsonId, Vec<(JsonId, &'t str)>)> {
    let [(key, names)] = shape.schemas_of_names(&cx.model)[..] else { return None };
    let names =
        strings_of(cx, names)?.into_iter().map(|name| Some((name, identifier(cx.model.ast.tape().slice(name))?)));
    // An empty list is a mistake.
    names.collect::<Option<Vec<_>>>().filter(|names| !names.is_empty()).map(|names| (key, names))
}

/// The strings that a schema for names amounts to.
fn strings_of(cx: &Lower<'_, '_>, names: SchemaId) -> Option<Vec<JsonId>> {
    let tape = cx.model.ast.tape();
    let values = amounts_to(&cx.model, &[Term::Schema(names)])?;
    Some(values.into_iter().filter(|value| tape.kind(*value) == Kind::String).gather())
}

/// The content of a JSON text that is a string which every target takes as the name of a property.
fn identifier(text: &str) -> Option<&str> {
    let name = text.strip_prefix('"')?.strip_suffix('"')?;
    let is_inner = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let begins = name.starts_with(|first: char| !first.is_ascii_digit());
    (begins && name.len() <= 64 && name.chars().all(is_inner)).then_some(name)
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let words = match shape.entry_at(&cx.model, fact.key) {
        Some((_, Value::Schema(names))) => name_words(cx, names),
        _ => Some(ANY_OTHER.to_owned()),
    };
    match words {
        Some(words) => Cost::accepts_more("properties with names that `propertyNames` excludes").told(Some(words)),
        None => Cost::NONE,
    }
}

/// The words for a schema that no other words describe.
const ANY_OTHER: &str = "some names are not valid";

/// Describes the names that a schema allows: "each name matches ^[a-z]+$"; `None` if every name is valid.
fn name_words(cx: &Lower<'_, '_>, names: SchemaId) -> Option<String> {
    if let Some(listed) = strings_of(cx, names).filter(|listed| !listed.is_empty()) {
        let noun = if listed.len() == 1 { "name" } else { "names" };
        return Some(format!("{noun}: {}", spell_list(cx.model.ast.tape(), &listed)));
    }
    if !kinds_left(&cx.model, &Part::from(names)).has(Kinds::STRING) {
        return Some("no properties".to_owned());
    }
    let (words, is_all) = of_names(cx, names);
    let each = (!words.is_empty()).then(|| format!("each name {words}"));
    let others = (!is_all).then(|| ANY_OTHER.to_owned());
    let words = each.into_iter().chain(others).gather();
    (!words.is_empty()).then(|| words.join("; "))
}
