//! unevaluatedProperties, unevaluatedItems

use super::{Cost, Hooks, Phase, Priority, Rule};
use crate::{
    lower::Lower,
    order::{Gather, Set},
    report::Severity,
    resolve::Resolution,
    schema::{Keyword, NodeKind, Value},
    shape::{Additional, Fact, Part, Shape, Term, says_nothing},
};

pub(super) static RULE: Rule = Rule {
    code: "GS035",
    slug: "unevaluated",
    title: "unevaluatedProperties, unevaluatedItems",
    summary: "Says what no subschema mentions as what is not declared, where that is the same; else takes the keyword out.",
    why: "`parameters` has no field for it.",
    change: "Equivalent where nothing depends on the value; else the output allows members and items that no subschema mentions.",
    priority: Priority::Low,
    severity: Severity::Error,
    evidence: &["P-unknown-additionalProperties"],
    keywords: &[Keyword::UnevaluatedProperties, Keyword::UnevaluatedItems],
    phase: Phase::Fact,
    hooks: Hooks { narrow: Some(narrow), cost: Some(cost), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    if mentions_all(cx, shape) {
        for fact in shape.take_facts(Keyword::UnevaluatedProperties) {
            close(cx, shape, &fact);
        }
        let of_source = |key| cx.ast.tape().key_is(key, Keyword::Items.name()) && shape.entry_at(cx, key).is_some();
        if shape.array.items.as_ref().is_some_and(|(key, _)| of_source(*key)) {
            for fact in shape.take_facts(Keyword::UnevaluatedItems) {
                cx.log(&RULE, fact.key).detail("`items` speaks of every item");
            }
        }
    }
    // What the other schemas of a conjunction mention cannot be told from what none does once they are merged.
    if shape.read_from.len() > 1 {
        cx.drop_facts(shape, &|keyword| RULE.keywords.contains(&keyword));
    }
}

/// Whether all that the node says is mentioned for the keyword: it stands on the schema that led to all others, and
/// nothing depends on the value.
fn mentions_all(cx: &Lower<'_, '_>, shape: &Shape) -> bool {
    let Some((first, others)) = shape.read_from.split_first() else { return false };
    let own = |fact: &&Fact| RULE.keywords.contains(&fact.keyword);
    let is_on_first = |fact: &Fact| cx.ast.entries(*first).iter().any(|entry| entry.key == fact.key);
    let mut mentioned = Set::from_iter([*first]);
    let mut open = vec![*first];
    while let Some(schema) = open.pop() {
        let parts = cx.ast.entry(schema, Keyword::AllOf).map(|entry| cx.ast.schemas(entry.value));
        let led = cx.references.get(schema).and_then(|it| if let Resolution::Schema(to) = it { Some(to) } else { None });
        open.extend(parts.into_iter().flatten().chain(led).filter(|new| mentioned.insert(*new)));
    }
    shape.unions.is_empty()
        && shape.object.additional.is_empty()
        && !DEPENDING.iter().any(|keyword| shape.keywords.has(*keyword))
        && shape.facts.iter().filter(own).all(is_on_first)
        && others.iter().all(|other| mentioned.contains(other))
}

/// Keywords that mention members for some values only, or by patterns.
const DEPENDING: [Keyword; 8] = [
    Keyword::AnyOf,
    Keyword::OneOf,
    Keyword::If,
    Keyword::Then,
    Keyword::Else,
    Keyword::DependentSchemas,
    Keyword::Dependencies,
    Keyword::PatternProperties,
];

/// What no subschema mentions is what the node does not declare.
fn close(cx: &mut Lower<'_, '_>, shape: &mut Shape, fact: &Fact) {
    let part = match shape.entry_at(cx, fact.key) {
        Some((_, Value::Schema(schema))) if cx.ast.kind(schema) == NodeKind::Boolean(false) => None,
        Some((_, Value::Schema(schema))) if !says_nothing(cx.ast, &[Term::Schema(schema)]) => Some(Part::from(schema)),
        _ => return shape.facts.push(fact.clone()),
    };
    let names = shape.object.properties.iter().map(|property| property.name.clone()).gather();
    cx.log(&RULE, fact.key).detail("said as `additionalProperties`: no subschema mentions another member");
    shape.object.additional.push(Additional { key: fact.key, part, names, patterns: false });
    shape.keywords.insert(Keyword::AdditionalProperties);
    if !cx.at_arguments() {
        shape.decide_members();
    }
    cx.start_over();
}

fn cost(cx: &Lower<'_, '_>, _: &Shape, fact: &Fact) -> Cost {
    match fact.lexeme(cx.ast.tape()) {
        "true" | "{}" => Cost::NONE,
        "false" => Cost::of("members and items that no subschema mentions", "nothing beyond what is described"),
        _ => Cost::of("members and items that no subschema mentions, with other values", "what is not described is restricted"),
    }
}
