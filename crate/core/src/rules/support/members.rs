//! Declares members that are only required, or mentioned in a condition or a dependency.

use crate::{
    json::JsonId,
    lower::{Found, Lower, Severity},
    order::Gather,
    rules::Rule,
    schema::{Keyword, Kinds},
    shape::{Mentioned, Part, Property, Required, Shape},
};

/// Declares the members that a condition or a dependency mentions and the node does not declare, since the model can
/// only send declared ones. If several schemas describe a member, they become alternatives.
pub(crate) fn declare_members(
    cx: &mut Lower<'_, '_>,
    shape: &mut Shape,
    rule: &'static Rule,
    key: JsonId,
    mut found: Vec<Mentioned>,
) {
    // What is only required gets `properties`, too.
    let has_members = shape.object.key.is_some() || !shape.object.required.is_empty();
    let is_object = shape.kinds.has(Kinds::OBJECT) && (shape.typed || has_members || cx.at_arguments());
    if shape.object.is_closed() || !is_object {
        return;
    }
    if !has_room(cx, found.len()) {
        return;
    }
    // The model may see the members in a condition that stays.
    let stays = cx.stays_at(shape, key);
    let declared = shape.object.declared();
    found.retain(|one| !one.name.is_empty() && !declared.contains(one.name.as_str()));
    for one in found {
        let (name, place) = (one.name.clone(), one.key);
        let edit = cx.log(rule, place).message(undeclared).fix_with(|| format!("{name:?} declared as a property"));
        let edit = if one.parts.is_empty() {
            edit
        } else {
            edit.accepts_less(format!("other values of {name:?} where the condition does not hold"))
        };
        if stays {
            edit.severity(Severity::Warning);
        }
        // A member that no schema describes gets the schema for undeclared members.
        let others = shape.object.additional.iter().filter(|additional| !additional.patterns && one.parts.is_empty());
        let others: Part = others.filter_map(|additional| additional.part.as_ref()).flatten().cloned().gather();
        let part = if others.is_empty() { one.into_part() } else { others };
        shape.object.declare(Property::new(name, place, part), key);
    }
}

/// Declares the members that are required but not declared, with the schema for undeclared members.
pub(crate) fn declare_required(cx: &mut Lower<'_, '_>, shape: &mut Shape, rule: &'static Rule) {
    let is_closed = shape.object.is_closed();
    let patterns = is_closed.then(|| of_patterns(cx, shape)).flatten();
    if is_closed && patterns.is_none() {
        return;
    }
    let mut declared = shape.object.declared();
    let required = shape.object.required.iter().filter(|required| !required.name.is_empty());
    let undeclared: Vec<Required> = required.filter(|required| declared.insert(&required.name)).cloned().gather();
    if !has_room(cx, undeclared.len()) {
        return;
    }
    for required in undeclared {
        let mut part = Part::new();
        for described in shape.object.additional.iter().filter(|it| !it.patterns) {
            part.extend(described.part.iter().flatten().cloned());
        }
        part.extend(patterns.iter().flatten().cloned());
        let schema = match (&patterns, part.is_empty()) {
            (Some(_), _) => "with the schemas of `patternProperties`",
            (None, true) => "of any type",
            (None, false) => "with the schema for undeclared properties",
        };
        if part.is_empty() {
            part = Shape::any(required.source).into();
        }
        let fix = format!("{:?} declared as a property {schema}", required.name);
        let edit = cx.log(rule, required.source).message(only_required).fix(fix);
        if shape.keywords.has(Keyword::PatternProperties) {
            edit.accepts_more(format!("values of {:?} that a pattern excludes", required.name));
        }
        let key = shape.object.required_key.unwrap_or(shape.origin);
        shape.object.declare(Property::new(required.name, key, part), shape.origin);
    }
}

/// The schemas of the patterns, one of which every undeclared member of a closed object matches; `None` if its patterns
/// are not in one schema with what closes it.
fn of_patterns(cx: &Lower<'_, '_>, shape: &Shape) -> Option<Part> {
    let [_] = &shape.object.additional[..] else { return None };
    let mut facts = shape.facts.iter().filter(|fact| fact.keyword == Keyword::PatternProperties);
    let (fact, None) = (facts.next()?, facts.next()) else { return None };
    shape.pattern_part(&cx.model, fact).filter(|_| shape.patterns_allow(&cx.model, fact))
}

/// Counts the memory of members before they are declared, and returns whether there is room: a short name becomes a
/// whole shape.
fn has_room(cx: &mut Lower<'_, '_>, members: usize) -> bool {
    cx.hold(members * (size_of::<Property>() + size_of::<Shape>()))
}

/// The message for a member that a condition or a dependency names, at the first such place.
fn undeclared(found: Found<'_>) -> String {
    format!("{found} names a property that is not declared; the model sends declared properties only")
}

fn only_required(found: Found<'_>) -> String {
    format!("{found} is required but not declared in `properties`; the API rejects the request")
}
