//! # allOf
//!
//! Intersects the schemas of `allOf` with the node, keyword by keyword.
//!
//! ## Why
//!
//! `parameters` has no `allOf`.
//!
//! ## What changes
//!
//! Equivalent; where a node needs two patterns, two formats or two of another keyword at once, the first stays and
//! the description tells the others.

use super::{Cost, Hook, Phase, Priority, Rule, When, support::value_of};
use crate::{
    lower::Lower,
    order::keep,
    report::Severity,
    schema::{Entry, Keyword, KeywordSet, Value},
    shape::{Fact, Reader, Shape},
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["P-oneOf-undocumented", "JSON Schema 2020-12 core §10.2.1.1"],
    hooks: &[
        Hook::Read { of: &[Keyword::AllOf], with: read },
        Hook::Narrow { on: When::Always, phase: Phase::Fact, with: narrow },
    ],
    ..Rule::of(module_path!())
};

fn read(reader: &mut Reader<'_, '_, '_>, entry: &Entry) {
    let Value::Links(..) = entry.value else { return reader.keep(entry) };
    reader.cx.log(&RULE, entry.key);
    for branch in reader.cx.ast.schemas(entry.value) {
        reader.follow(&RULE, entry.key, branch);
    }
}

/// Of keywords that an object can hold once, the first of several stays.
fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
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
    let Cost { accepts_more: more, words } = match cx.rules.cost(keyword) {
        Some((_, cost)) if !matches!(keyword, Keyword::Pattern | Keyword::Format) => cost(cx, shape, extra),
        _ => {
            let words = format!("{} {}", keyword.name(), value_of(cx, extra));
            Cost::accepts_more(format!("values without {words}")).told(Some(format!("also {words}")))
        }
    };
    let edit = cx.log(&RULE, extra.key).fix("an object holds the keyword once; the description tells the others");
    match more {
        Some(more) => drop(edit.accepts_more(more)),
        None => edit.annotation(),
    }
    shape.hints.extend(words);
}

/// Of the condition that stays, its own `then` and `else` stay.
fn keep_own_consequences(cx: &Lower<'_, '_>, shape: &mut Shape) {
    let schema_of = |shape: &Shape, fact: &Fact| shape.entry_at(cx, fact.key).map(|(schema, _)| schema);
    let own = shape.fact(Keyword::If).and_then(|condition| schema_of(shape, condition));
    let mut facts = std::mem::take(&mut shape.facts);
    let stays = |fact: &Fact| !matches!(fact.keyword, Keyword::Then | Keyword::Else) || schema_of(shape, fact) == own;
    keep(&mut facts, &mut |fact| stays(fact));
    shape.facts = facts;
}
