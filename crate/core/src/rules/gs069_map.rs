//! maps

use super::{
    Hooks, Phase, Priority, Rule,
    support::{entries, object_of, undeclared},
};
use crate::{
    json::JsonId,
    lower::{Lower, free_name},
    report::Severity,
    schema::{Keyword, Kinds},
    shape::{Coding, Fact, Part, Property, Shape},
    targets::UnionForm,
};

pub(super) static RULE: Rule = Rule {
    code: "GS069",
    slug: "map",
    title: "maps",
    summary: "Where calls are restored, writes the members of a map as a list of entries, each with a key and a value.",
    why: "`parameters` shows declared members only: the model leaves a map empty.",
    change: "Equivalent once the call is restored. Without restoring nothing is done here, and the map is an object about whose members nothing is said.",
    priority: Priority::Medium,
    severity: Severity::Error,
    evidence: &["Q-dict-empty", "P-unknown-additionalProperties", "P-unknown-patternProperties"],
    keywords: &[Keyword::Type, Keyword::AdditionalProperties, Keyword::PatternProperties],
    phase: Phase::Kind,
    everywhere: true,
    hooks: Hooks { narrow: Some(narrow), ..Hooks::NONE },
    ..Rule::BASE
};

fn narrow(cx: &mut Lower<'_, '_>, shape: &mut Shape) {
    let held = cx.target.takes(Keyword::AdditionalProperties) && !cx.target.closed_objects;
    if !cx.may_code() || held || !shape.is_plain(Kinds::OBJECT) || shape.coding.is_some() {
        return;
    }
    let described = undeclared(cx, shape);
    if shape.object.properties.is_empty() && shape.object.required.is_empty() {
        // A root that says nothing takes no arguments.
        let (key, part) = match described {
            Some(described) => described,
            None if shape.object.is_closed() || cx.at_arguments() => return,
            None => (shape.type_key.unwrap_or(shape.origin), Part::new()),
        };
        let strings_only = part.is_empty() && cx.target.unions == UnionForm::Refused;
        let edit = cx.log(&RULE, key).detail("a list of entries stands for the object");
        if strings_only {
            edit.loses("members that are no string");
        }
        whole(cx, shape, key, part);
    } else if let Some((key, part)) = described.filter(|(_, part)| says_something(cx, part)) {
        cx.log(&RULE, key).detail("a member with a list of entries stands for further members");
        beside(cx, shape, key, part);
    }
}

/// The list of entries instead of the object; below the root, where there must be an object.
fn whole(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part) {
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
        let mut root = object_of(key, "arguments", list.into());
        root.coding = Some(Coding::Member("arguments".to_owned()));
        root.read_from.clone_from(&shape.read_from);
        *shape = root;
    } else {
        *shape = list;
    }
    cx.start_over();
}

fn beside(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part) {
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
