//! # allOf
//!
//! Merges the schemas of `allOf` into the schema that contains it, keyword by keyword.
//!
//! ## Why
//!
//! The published schema of `parameters` has no `allOf`. No rejection of it is known, and probes showed that it parses,
//! but how the API interprets it is not documented. `parametersJsonSchema` does not enforce it, and OpenAI's strict
//! mode does not support it.
//!
//! ## What changes
//!
//! Nothing, unless a value must satisfy two patterns, two formats, or two of another keyword that a schema can have
//! only once: then the first stays, and the description states the others. A reference that is the only schema of an
//! `allOf` with nothing but annotations beside it remains a reference where the target takes one.
//!
//! ## Examples
//!
//! ```json source
//! {"type":"object","properties":{"port":{"allOf":[{"type":"integer","minimum":1},{"maximum":65535}]},"name":{"type":"string","pattern":"^[a-z]","allOf":[{"pattern":"[0-9]$"}]}}}
//! ```
//!
//! ```json gemini
//! {
//!   "type": "OBJECT",
//!   "properties": {
//!     "port": {"type":"INTEGER","minimum":1,"maximum":65535},
//!     "name": {"type":"STRING","pattern":"^[a-z]","description":"(also pattern [0-9]$)"}
//!   }
//! }
//! ```
//!
//! ```json gemini-json-schema
//! {
//!   "type": "object",
//!   "properties": {
//!     "port": {"type":"integer","minimum":1,"maximum":65535},
//!     "name": {"type":"string","pattern":"^[a-z]","description":"(also pattern [0-9]$; matches ^[a-z])"}
//!   }
//! }
//! ```
//!
//! ## In your server
//!
//! - pydantic: version 2.9 or later, which writes no `allOf` around the `$ref` of a field with a description
//! - zod: `a.extend(b.shape)` instead of `z.intersection(a, b)`, which older versions write as `allOf`

use super::{prelude::*, support::value_of};
use crate::{
    lower::Reader,
    schema::{Entry, KeywordSet, Value},
    targets::Door,
};

pub(super) static RULE: Rule = Rule::of(
    module_path!(),
    Priority::Medium,
    Severity::Error,
    &["P-oneOf-undocumented", "JSON Schema 2020-12 core §10.2.1.1"],
);

pub(super) static HOOKS: &[Hook] = &[
    Hook::Read { of: &[Keyword::AllOf], with: read },
    Hook::Narrow { on: When::Always, phase: Phase::Fact, with: narrow },
    Hook::Direct(OnPlain::Idle),
];

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let Value::Links(..) = entry.value else { return reader.keep(entry) };
    let door = reader.cx.target.door;
    let edit = reader.cx.log(&RULE, entry.key).message_with(|found| unread(found, door));
    edit.fix("its schemas merged into the schema that contains it");
    for branch in reader.cx.model.ast.schemas(entry.value) {
        reader.follow(&RULE, entry.key, branch);
    }
}

fn unread(found: Found<'_>, door: Door) -> String {
    if door == Door::Parameters {
        format!("{found} is not a documented field of `parameters`; the API may reject, ignore or enforce it")
    } else {
        found.unknown()
    }
}

/// Keeps the first of several facts of one keyword, as a JSON object holds a keyword only once.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if shape.facts.len() < 2 {
        return;
    }
    let mut seen = KeywordSet::EMPTY;
    let mut several = KeywordSet::EMPTY;
    for fact in shape.facts.iter().filter(|fact| cx.target.takes(fact.keyword) && fact.keyword != Keyword::Unknown) {
        if seen.insert(fact.keyword) {
            several.insert(fact.keyword);
        }
    }
    for keyword in several.iter() {
        let mut facts = shape.take_facts(keyword);
        for extra in facts.drain(1..) {
            tell(cx, shape, &extra);
        }
        shape.facts.extend(facts);
    }
    if several.has(Keyword::If) {
        keep_own_consequences(cx, shape);
    }
}

fn tell(cx: &mut Lower<'_, '_>, shape: &mut Shape, extra: &Fact) {
    let keyword = extra.keyword;
    let Cost { accepts_more: more, words, .. } = match cx.handlers.cost(keyword) {
        Some((_, cost)) if !matches!(keyword, Keyword::Pattern | Keyword::Format) => cost(cx, shape, extra),
        _ => {
            let words = format!("{} {}", keyword.name(), value_of(cx, extra));
            Cost::accepts_more(others(keyword, &value_of(cx, extra))).told(Some(format!("also {words}")))
        }
    };
    let edit = cx.log(&RULE, extra.key).fix("removed").described(words.as_deref());
    let edit =
        edit.message_with(|found| format!("{found} is a second `{}`; a schema can have it only once", keyword.name()));
    match more {
        Some(more) => drop(edit.accepts_more(more)),
        None => edit.annotation(),
    }
    shape.hint_all(words);
}

/// The values that a second `keyword` with this value excludes.
fn others(keyword: Keyword, value: &str) -> String {
    match keyword {
        Keyword::Pattern => format!("strings that do not match `{value}`"),
        Keyword::Format => format!("values that are not in the format `{value}`"),
        _ => format!("values that violate `{}: {value}`", keyword.name()),
    }
}

/// Removes every `then` and `else` that does not belong to the remaining `if`.
fn keep_own_consequences(cx: &Lower<'_, '_>, shape: &mut Shape) {
    let schema_of = |shape: &Shape, fact: &Fact| shape.entry_at(&cx.model, fact.key).map(|(schema, _)| schema);
    let own = shape.fact(Keyword::If).and_then(|condition| schema_of(shape, condition));
    let mut facts = std::mem::take(&mut shape.facts);
    let stays = |fact: &Fact| !matches!(fact.keyword, Keyword::Then | Keyword::Else) || schema_of(shape, fact) == own;
    facts.retain(|fact| stays(fact));
    shape.facts = facts;
}
