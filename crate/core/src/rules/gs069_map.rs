//! # maps
//!
//! Where calls are restored, writes the members of a map as a list of entries, each with a key and a value.
//!
//! ## Why
//!
//! `parameters` shows declared members only: the model leaves a map empty.
//!
//! ## What changes
//!
//! Equivalent once the call is restored. Without restoring nothing is done here, and the map is an object about
//! whose members nothing is said.

use super::{
    Hook, Phase, Priority, Rule, When,
    support::{declare_required, entries, undeclared},
};
use crate::{
    json::JsonId,
    lower::{EditBuilder, Lower, free_name},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Fact, Part, Property, Shape},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule {
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["Q-dict-empty", "P-unknown-additionalProperties", "P-unknown-patternProperties"],
    hooks: &[Hook::Narrow { on: When::Always, phase: Phase::Kind, with: narrow }],
    ..Rule::of(module_path!())
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let held = cx.target.takes(Keyword::AdditionalProperties) && !cx.target.closed_objects;
    if !cx.may_code() || held || !shape.is_plain(Kinds::OBJECT) || shape.coding.is_some() || shape.values.is_some() {
        return;
    }
    let described = undeclared(cx, shape).filter(|_| no_names(cx, shape).is_none());
    if shape.object.properties.is_empty() && shape.object.required.is_empty() {
        // A root that says nothing takes no arguments.
        let (key, part) = match described {
            Some(described) => described,
            None if cx.at_arguments() || stays_empty(cx, shape) => return,
            None => (shape.type_key.unwrap_or(shape.origin), Part::new()),
        };
        let strings_only = part.is_empty() && cx.target.unions == UnionForm::Refused;
        let (gains, loses) = costs(cx, shape);
        let edit = cx.log(&RULE, key).fix("a list of entries stands for the object");
        let edit = if strings_only { edit.accepts_less("members that are no string") } else { edit };
        say(edit, gains, loses);
        whole(cx, shape, key, part);
    } else if let Some((key, part)) = described.filter(|(_, part)| says_something(cx, part)) {
        let (gains, loses) = costs(cx, shape);
        say(cx.log(&RULE, key).fix("a member with a list of entries stands for further members"), gains, loses);
        beside(cx, shape, key, part);
    }
}

/// Whether an object says that it has no members: it forbids all, or declares none in Gemini's own words, which
/// have no maps. Then it stays one, with an empty list of properties.
fn stays_empty(cx: &Lower<'_, '_>, shape: &mut Shape) -> bool {
    let tape = cx.ast.tape();
    let declares_none = |key: &JsonId| tape.members(key.value_of_key()).next().is_none();
    let closing = shape.object.additional.iter().find(|additional| additional.part.is_none()).map(|it| it.key);
    let closing = closing.or(no_names(cx, shape));
    if cx.target.closed_objects || (closing.is_none() && !cx.ast.is_proto()) {
        return closing.is_some();
    }
    // What forbids members stands in for a list of none.
    shape.object.key = shape.object.key.or(closing);
    shape.object.key.as_ref().is_some_and(declares_none)
}

/// The key of a `propertyNames` that no name satisfies.
fn no_names(cx: &Lower<'_, '_>, shape: &Shape) -> Option<JsonId> {
    let names = shape.fact(Keyword::PropertyNames)?;
    (cx.ast.tape().boolean(names.key.value_of_key()) == Some(false)).then_some(names.key)
}

fn say(edit: EditBuilder<'_>, gains: Option<&str>, loses: Option<&str>) {
    let edit = if let Some(gains) = gains { edit.accepts_more(gains) } else { edit };
    if let Some(loses) = loses {
        edit.accepts_less(loses);
    }
}

/// What a list of entries gains and loses against patterns of names: its values may be any that one of them allows.
fn costs(cx: &Lower<'_, '_>, shape: &Shape) -> (Option<&'static str>, Option<&'static str>) {
    let Some(fact) = shape.fact(Keyword::PatternProperties) else { return (None, None) };
    let tape = cx.ast.tape();
    let mut patterns = Vec::new();
    for key in tape.members(fact.key.value_of_key()) {
        patterns.push(tape.key(key));
    }
    let described = shape.object.additional.iter().any(|additional| additional.part.is_some());
    let mixed = (patterns.len() + usize::from(described) > 1).then_some("values of members of other names");
    let declared = |pattern: &str| shape.object.properties.iter().any(|property| may_match(pattern, &property.name));
    let doubled = patterns.iter().any(|pattern| declared(pattern));
    let unasked = doubled.then_some("values of declared members that a pattern of names excludes");
    let others = shape.object.additional.is_empty().then_some("members of other names");
    (mixed.or(unasked), others)
}

/// Whether a name could match a pattern: not if the pattern starts with other letters.
fn may_match(pattern: &str, name: &str) -> bool {
    let Some(rest) = pattern.strip_prefix('^') else { return true };
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    let end = rest.find(|c| !is_plain(c)).unwrap_or(rest.len());
    // A quantifier speaks of the last letter.
    let quantified = rest[end..].starts_with(['?', '*', '{', '|']);
    let literal = if quantified { &rest[..end.saturating_sub(1)] } else { &rest[..end] };
    rest.contains('|') || name.starts_with(literal)
}

/// The list of entries instead of the object; below the root, where there must be an object.
fn whole(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part) {
    cx.drop_facts(shape, &|keyword| is_unsaid(keyword) && !COUNTS.contains(&keyword));
    for fact in shape.take_facts_if(&mut |fact| is_of_others(fact.keyword)) {
        cx.log(&RULE, fact.key).annotation();
    }
    let mut list = entries(cx, shape, key, part);
    list.kinds = list.kinds.with(shape.kinds.intersect(Kinds::NULL));
    for fact in &shape.facts {
        let keyword = match fact.keyword {
            Keyword::MinProperties => Keyword::MinItems,
            Keyword::MaxProperties => Keyword::MaxItems,
            other => other,
        };
        let text = fact.lexeme(cx.ast.tape()).to_owned();
        list.keywords.insert(keyword);
        list.facts.push(Fact { keyword, key: fact.key, text: Some(text) });
    }
    list.hints.append(&mut shape.hints);
    list.read_from.clone_from(&shape.read_from);
    if cx.at_arguments() {
        let mut root = Shape::standing_for(key, "arguments", list.into());
        root.read_from.clone_from(&shape.read_from);
        *shape = root;
    } else {
        *shape = list;
    }
    cx.start_over();
}

/// Whether a keyword says nothing of objects, and would of what stands for them.
fn is_of_others(keyword: Keyword) -> bool {
    !keyword.concerns(Kinds::OBJECT)
}

/// What speaks of all members counts them otherwise where some are entries.
const COUNTS: [Keyword; 2] = [Keyword::MinProperties, Keyword::MaxProperties];

/// Whether a keyword is about objects and not about the names and values of entries.
fn is_unsaid(keyword: Keyword) -> bool {
    let of_entries = matches!(keyword, Keyword::PatternProperties | Keyword::PropertyNames);
    !of_entries && keyword.info().is_some_and(|info| info.applies == Kinds::OBJECT)
}

fn beside(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part) {
    cx.drop_facts(shape, &|keyword| COUNTS.contains(&keyword));
    declare_required(cx, shape, &RULE);
    let mut list = entries(cx, shape, key, part);
    list.hint("further members, by name");
    let name = free_name("additional_properties", &|name| !shape.object.declares(name));
    shape.object.declare(Property::new(name.clone(), key, list.into()), key);
    shape.object.rest = Some(name);
}

/// Whether the members are described: `true` beside declared ones is how schemas say nothing.
fn says_something(cx: &Lower<'_, '_>, part: &Part) -> bool {
    super::support::noun(cx, part).is_some()
}
