//! # patternProperties
//!
//! Removes schemas for properties whose names match a pattern, and states the patterns in the description. Where the
//! target takes `additionalProperties`, that keyword describes those properties instead.
//!
//! ## Why
//!
//! `patternProperties` is not a field of the schema in `parameters`, and the API rejects a request that contains it.
//! `parametersJsonSchema` accepts the keyword and does not enforce it. OpenAI's strict mode takes no undeclared
//! properties at all.
//!
//! ## What changes
//!
//! Matching properties may have any value, but none of them is declared to the model. A pattern that every name matches
//! (the empty name and line breaks aside), such as `^.*$`, is the schema of all undeclared properties where the target
//! takes `additionalProperties`. For Vertex AI, all undeclared properties get the schema of the pattern; for OpenAI's
//! strict mode, none is accepted. In round-trip mode, they are given as a list of entries whose keys must match the
//! pattern. A pattern whose schema allows nothing forbids names: the description says `no properties named like …`.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"headers":{"type":"object","patternProperties":{"^x-":{"type":"string"}}}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {"headers":{"type":"OBJECT","description":"(properties named like ^x-, each a string)"}}
//! }
//! ```
//!
//! ```json gemini round-trip
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "headers": {
//!       "type": "ARRAY",
//!       "items": {
//!         "type": "OBJECT",
//!         "properties": {"key":{"type":"STRING","pattern":"^x-"},"value":{"type":"STRING"}},
//!         "required": ["key","value"]
//!       }
//!     }
//!   }
//! }
//! ```
//!
//! ```json vertex-ai
//! {
//!   "type": "object",
//!   "properties": {
//!     "headers": {
//!       "type": "object",
//!       "additionalProperties": {"type":"string"},
//!       "description": "(properties named like ^x-)"
//!     }
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "headers": {
//!       "type": "object",
//!       "patternProperties": {"^x-":{"type":"string"}},
//!       "description": "(properties named like ^x-)"
//!     }
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: `list[Header]`, with a name and a value, instead of `dict[Annotated[str, Field(pattern=…)], str]`
//! - typebox: `Type.Array(Type.Object({ name: …, value: … }))` instead of `Type.Record(Type.String(), …)`

use super::{
    prelude::*,
    support::{frees_declared, regex, share_a_schema, words_for_members, words_for_names},
};
use crate::{
    order::{Gather, Set},
    shape::{Additional, Term, says_nothing},
};

pub(super) static RULE: Rule =
    Rule::of(module_path!(), Priority::Low, Severity::Error, &["P-unknown-patternProperties"]);

pub(super) static HOOKS: &[Hook] = &[
    // Runs before maps are encoded.
    Hook::Narrow { on: When::Has(&[Keyword::PatternProperties]), phase: Phase::Kind, with: close },
    Hook::Narrow { on: When::Has(&[Keyword::PatternProperties]), phase: Phase::Kind, with: drop_excluded },
    Hook::Narrow { on: When::Has(&[Keyword::PatternProperties]), phase: Phase::Fact, with: narrow },
    Hook::Drop { of: &[Keyword::PatternProperties], phase: Phase::Fact, cost },
];

/// Forbids undeclared members where every name matches a pattern whose schema allows nothing.
fn close(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for fact in shape.take_facts(Keyword::PatternProperties) {
        let patterns = shape.patterns(&cx.model, &fact);
        if !patterns.forbidding.iter().any(|pattern| regex::matches_everything(pattern)) {
            shape.facts.push(fact);
            continue;
        }
        let edit = cx.log(&RULE, fact.key).fix("no properties other than those declared");
        if !shape.object.properties.is_empty() {
            edit.accepts_more(FREED);
        }
        let names = shape.object.properties.iter().map(|property| property.name.clone()).collect();
        shape.object.additional = vec![Additional { key: fact.key, part: None, names, patterns: false }];
        shape.keywords.insert(Keyword::AdditionalProperties);
    }
}

/// Removes patterns whose properties another schema forbids.
fn drop_excluded(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let is_rejected = !cx.target.takes(Keyword::PatternProperties);
    for fact in shape.take_facts(Keyword::PatternProperties) {
        if shape.patterns_allow(&cx.model, &fact) {
            shape.facts.push(fact);
            continue;
        }
        let (gains, words) = match (shape.object.allows_only_declared(), frees_declared(cx, shape, &fact)) {
            // A name may match a pattern of the other schema, too.
            (false, _) => ((!cx.target.closed_objects).then_some(EXCLUDED_VALUES), words_for_members(cx, shape, &fact)),
            (true, true) => (Some(FREED), words_for_members(cx, shape, &fact)),
            (true, false) => (None, None),
        };
        let only_forbids = shape.patterns(&cx.model, &fact).describing.is_empty();
        let message = if only_forbids { forbidden_anyway } else { excluded_elsewhere };
        let edit = cx.log(&RULE, fact.key).message(message).fix("removed").described(words.as_deref());
        let edit = if let Some(gains) = gains { edit.accepts_more(gains) } else { edit };
        if !is_rejected {
            edit.severity(Severity::Warning);
        }
        shape.hint_all(words);
    }
}

fn excluded_elsewhere(found: Found<'_>) -> String {
    format!("{found} describes properties that another schema for the same object may forbid")
}

fn forbidden_anyway(found: Found<'_>) -> String {
    format!("{found} forbids properties, of which the object allows only those that it declares")
}

/// Describes undeclared members by the schemas of the patterns, where the target takes `additionalProperties`.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if cx.target.closed_objects {
        return forbid(cx, shape);
    }
    let closable = cx.target.takes(Keyword::AdditionalProperties);
    if !closable || !shape.kinds.has(Kinds::OBJECT) || shape.fact(Keyword::PatternProperties).is_none() {
        return;
    }
    close_impossible(cx, shape);
    describe_all(cx, shape);
    let held = cx.target.takes(Keyword::PatternProperties) && shape.object.additional.is_empty();
    let described = shape.object.additional.iter().filter_map(|additional| additional.part.as_ref());
    let others: Part = described.flatten().cloned().gather();
    let anything = !others.is_empty() && says_nothing(cx.model.ast, &others);
    if !held && !anything {
        describe_matching(cx, shape, &others);
    }
}

/// Makes the schemas of patterns all of which every name matches those of all undeclared properties.
fn describe_all(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for fact in shape.take_facts(Keyword::PatternProperties) {
        // It applies to names that match no pattern.
        let holder = shape.entry_at(&cx.model, fact.key).map(|(schema, _)| schema);
        let beside = holder.and_then(|schema| cx.model.ast.entry(schema, Keyword::AdditionalProperties));
        let beside =
            beside.map(|entry| entry.key).filter(|key| shape.object.additional.iter().any(|it| it.key == *key));
        let schemas = shape.patterns(&cx.model, &fact).describing;
        let are_of_every_name = !schemas.is_empty() && schemas.keys().all(|pattern| regex::matches_everything(pattern));
        let part: Part = schemas.values().copied().map(Term::Schema).gather();
        let says_nothing = says_nothing(cx.model.ast, &part);
        if !are_of_every_name || (says_nothing && beside.is_none()) {
            shape.facts.push(fact);
            continue;
        }
        let (gains, words) = (gains(cx, shape, &fact), words_for_names(cx, shape, &fact));
        let fix = if says_nothing {
            "removed; every name matches a pattern"
        } else {
            "`additionalProperties` with the schema of the pattern that every name matches"
        };
        let is_rejected = !cx.target.takes(Keyword::PatternProperties);
        let edit = cx.log(&RULE, fact.key).fix(fix).described(words.as_deref());
        let edit = if let Some(gains) = gains { edit.accepts_more(gains) } else { edit };
        if !is_rejected {
            edit.severity(Severity::Warning);
        }
        shape.object.additional.retain(|additional| Some(additional.key) != beside);
        if !says_nothing {
            let names = shape.object.properties.iter().map(|property| property.name.clone()).collect();
            shape.object.additional.push(Additional { key: fact.key, part: Some(part), names, patterns: false });
        }
        shape.hint_all(words);
    }
}

/// Makes the schemas of patterns those of all undeclared properties, beside what is stated about `others`.
fn describe_matching(cx: &mut Lower<'_, '_>, shape: &mut Shape, others: &Part) {
    for fact in shape.take_facts(Keyword::PatternProperties) {
        let Some(part) = shape.pattern_part(&cx.model, &fact) else {
            shape.facts.push(fact);
            continue;
        };
        let (key, is_open) = (fact.key, shape.object.additional.is_empty());
        if is_open && says_nothing(cx.model.ast, &part) {
            shape.facts.push(fact);
            continue;
        }
        let gains = if is_open { gains(cx, shape, &fact) } else { None };
        let (words, fix) = if others.is_empty() {
            (words_for_names(cx, shape, &fact), "`additionalProperties` with the schema of the patterns")
        } else {
            (
                words_for_members(cx, shape, &fact),
                "`additionalProperties` with an `anyOf` of its schema and the patterns'",
            )
        };
        let edit = cx.log(&RULE, key).fix(fix).described(words.as_deref());
        if is_open {
            let edit = edit.accepts_less("properties that match no pattern, with values that no pattern allows");
            if let Some(gains) = gains {
                edit.accepts_more(gains);
            }
        } else if others.is_empty() {
            edit.accepts_more("properties that match no pattern");
        } else {
            edit.accepts_more("properties with values allowed for other names");
        }
        let part = if others.is_empty() { part } else { Shape::either(key, vec![part, others.clone()]) };
        shape.object.additional = vec![Additional { key, part: Some(part), names: Set::new(), patterns: true }];
        if let Some(words) = words {
            shape.hint(words);
        }
    }
}

/// What is accepted in addition where all patterns share one schema, and declared properties have only their own.
fn gains(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Option<&'static str> {
    let forbids = !shape.patterns(&cx.model, fact).forbidding.is_empty();
    match (!share_a_schema(cx, shape, fact), frees_declared(cx, shape, fact)) {
        (excludes, frees) if forbids || (excludes && frees) => Some(EXCLUDED_VALUES),
        (true, _) => Some("properties that match one pattern, with values allowed for another"),
        (_, frees) => frees.then_some(FREED),
    }
}

const EXCLUDED_VALUES: &str = "properties that match a pattern, with values that its schema excludes";
const FREED: &str = "declared properties with values that a pattern's schema excludes";

/// Drops the patterns for a target on which all members must be declared.
fn forbid(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for fact in shape.take_facts(Keyword::PatternProperties) {
        let (words, frees) = (words_for_members(cx, shape, &fact), frees_declared(cx, shape, &fact));
        let describes = !shape.patterns(&cx.model, &fact).describing.is_empty();
        let words = words.filter(|_| describes || frees);
        let edit = cx.log(&RULE, fact.key).fix("removed").described(words.as_deref());
        let edit = if describes { edit.accepts_less("properties that match a pattern") } else { edit };
        if frees {
            edit.accepts_more(FREED);
        }
        shape.hint_all(words);
    }
}

/// Forbids undeclared members whose schema allows no value.
fn close_impossible(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    for additional in &mut shape.object.additional {
        // `true` is left alone: to read a boolean schema is to report it.
        let is_true = |term: &Term| matches!(term, Term::Schema(schema) if cx.model.ast.is_true(*schema));
        if additional.part.iter().flatten().all(is_true) {
            continue;
        }
        let impossible = |part: &mut Part| cx.read_member(part, additional.key).is_ok_and(|read| read.never.is_some());
        additional.part.take_if(impossible);
    }
}

fn cost(cx: &Lower<'_, '_>, shape: &Shape, fact: &Fact) -> Cost {
    let stays = cx.target.takes(Keyword::PatternProperties);
    let words = if stays { words_for_names(cx, shape, fact) } else { None };
    let words = words.or_else(|| words_for_members(cx, shape, fact));
    let forbids = !shape.patterns(&cx.model, fact).forbidding.is_empty();
    let describes = shape.pattern_part(&cx.model, fact).is_some_and(|part| !says_nothing(cx.model.ast, &part));
    let more = (forbids || describes).then(|| EXCLUDED_VALUES.to_owned());
    Cost { accepts_more: more, ..Cost::NONE }.told(words)
}
