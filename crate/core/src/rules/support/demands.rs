//! Describes in words what schemas require of objects, for conditions, dependencies and exclusions, which declarations
//! cannot express. What does not fit into a few words is omitted.

use crate::{
    json::{JsonId, Kind},
    lower::{Lower, clip, clip_list},
    schema::{Keyword, Kinds, Link, Says, SchemaId},
    shape::{Part, says_nothing},
};

use super::{
    conditions::{Conditional, conditional, said},
    stated::{kinds, list},
    wording::{demand, exactly, test},
};

/// Maximum depth to which nested alternatives and conditions are described.
const MAX_LEVELS: usize = 4;

/// Maximum number of characters of a name.
const MAX_NAME: usize = 64;

/// Maximum number of names or values in a list.
const MAX_LISTED: usize = 8;

/// Describes a condition: "if kind is a: needs x, else needs y".
pub(crate) fn conditional_words(cx: &Lower<'_, '_>, conditional: &Conditional) -> Option<String> {
    conditional_at(cx, conditional, MAX_LEVELS)
}

fn conditional_at(cx: &Lower<'_, '_>, conditional: &Conditional, levels: usize) -> Option<String> {
    let condition = condition_at(cx, conditional.condition, levels)?;
    let said = |schema: Option<SchemaId>| schema.and_then(|schema| demand_at(cx, schema, levels));
    match (said(conditional.then), said(conditional.otherwise)) {
        (Some(then), None) => Some(format!("if {condition}: {then}")),
        (Some(then), Some(otherwise)) => Some(format!("if {condition}: {then}, else {otherwise}")),
        (None, Some(otherwise)) => Some(format!("unless {condition}: {otherwise}")),
        (None, None) => None,
    }
}

/// Describes what a schema requires of objects that have a member: "if card is given: needs address".
pub(crate) fn dependent_words(cx: &Lower<'_, '_>, name: &str, schema: SchemaId) -> Option<String> {
    let demand = demand_at(cx, schema, MAX_LEVELS)?;
    Some(format!("if {} is given: {demand}", shown(cx, name)))
}

/// Describes the members that a member depends on: "a needs b, c".
pub(crate) fn need_words(cx: &Lower<'_, '_>, name: &str, names: &[JsonId]) -> Option<String> {
    let tape = cx.model.ast.tape();
    let needed = || clip_list(names.iter().map(|name| shown(cx, &tape.key(*name))));
    (!names.is_empty()).then(|| format!("{} needs {}", shown(cx, name), needed()))
}

/// Describes what a schema excludes: "not both a and b", "no a", "not bad, worse".
pub(crate) fn exclusion_words(cx: &Lower<'_, '_>, not: SchemaId) -> Option<String> {
    exclusion_at(cx, not, MAX_LEVELS)
}

fn exclusion_at(cx: &Lower<'_, '_>, not: SchemaId, levels: usize) -> Option<String> {
    let not = cx.model.referent(not);
    if let Some(names) = only_required(cx, not) {
        return match names.as_slice() {
            [] => None,
            [one] => Some(format!("no {one}")),
            [one, other] => Some(format!("not both {one} and {other}")),
            _ => Some(format!("not {} together", list(names, "and"))),
        };
    }
    if let [only] = said(cx, not).as_slice()
        && let (Says::Any(links), Keyword::AnyOf) = (cx.model.ast.says(not, only), only.keyword)
        && levels > 0
    {
        let each = words_of_each(links, MAX_LISTED + 1, &|schema| exclusion_at(cx, schema, levels - 1))?;
        return (each.len() <= MAX_LISTED).then(|| each.join(", "));
    }
    let excluded = exactly(cx, not, "a value").filter(|_| !said(cx, not).is_empty());
    let excluded = excluded.or_else(|| Some(format!("where {}", condition_at(cx, not, levels)?)))?;
    Some(format!("not {excluded}"))
}

/// The words for each of the first `most` schemas of a list; `None` if there are none for one of them.
fn words_of_each(list: &[Link], most: usize, words: &dyn Fn(SchemaId) -> Option<String>) -> Option<Vec<String>> {
    let mut each = Vec::new();
    for link in list.iter().take(most) {
        each.push(words(link.schema?)?);
    }
    Some(each)
}

/// Describes when an object satisfies a schema: "kind is a and b is given"; `None` if words cannot cover all of it.
fn condition_at(cx: &Lower<'_, '_>, schema: SchemaId, levels: usize) -> Option<String> {
    let schema = cx.model.referent(schema);
    let levels = levels.checked_sub(1)?;
    let mut parts = Vec::new();
    let mut tested = Vec::new();
    for entry in said(cx, schema) {
        let each = |links: &[Link]| words_of_each(links, MAX_LISTED, &|schema| condition_at(cx, schema, levels));
        match cx.model.ast.says(schema, entry) {
            Says::Properties(links) => {
                for link in links.iter().take(MAX_LISTED) {
                    let name = cx.model.ast.name(link.key);
                    let schema = link.schema?;
                    if says_nothing(cx.model.ast, &Part::from(schema)) {
                        continue;
                    }
                    parts.push(member_condition(cx, &name, schema)?);
                    tested.push(name);
                }
            }
            Says::Required(_) => {}
            Says::Types(types) if types.kinds.has(Kinds::OBJECT) => {}
            Says::All(links) => parts.push(each(links)?.join(" and ")),
            Says::Any(links) if entry.keyword == Keyword::AnyOf => parts.push(each(links)?.join(" or ")),
            Says::Not(not) => match only_required(cx, not)?.as_slice() {
                [name] => parts.push(format!("{name} is not given")),
                _ => return None,
            },
            _ => return test(cx, schema).map(|words| format!("it {words}")),
        }
    }
    let mut given = required(cx, schema);
    given.retain(|name| !tested.contains(name));
    if !given.is_empty() {
        let verb = if given.len() == 1 { "is" } else { "are" };
        parts.push(format!("{} {verb} given", list(given, "and")));
    }
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// Describes what a schema requires of an object, as far as words can: "needs a, b, kind is x".
fn demand_at(cx: &Lower<'_, '_>, schema: SchemaId, levels: usize) -> Option<String> {
    if cx.model.ast.is_false(schema) {
        return Some("not allowed".to_owned());
    }
    let schema = cx.model.referent(schema);
    let levels = levels.checked_sub(1)?;
    let mut parts = Vec::new();
    let needed = required(cx, schema);
    if !needed.is_empty() {
        parts.push(format!("needs {}", needed.join(", ")));
    }
    for entry in cx.model.ast.entries(schema).iter().filter(|entry| !entry.shadowed) {
        match cx.model.ast.says(schema, entry) {
            Says::Properties(links) => {
                for link in links.iter().take(MAX_LISTED) {
                    parts
                        .extend(link.schema.and_then(|schema| member_demand(cx, &cx.model.ast.name(link.key), schema)));
                }
            }
            Says::Not(not) => parts.extend(exclusion_at(cx, not, levels)),
            Says::Any(links) => parts.extend(choice_words(cx, links)),
            Says::All(links) => {
                for link in links.iter().take(MAX_LISTED) {
                    parts.extend(link.schema.and_then(|schema| demand_at(cx, schema, levels)));
                }
            }
            _ => {}
        }
    }
    parts.extend(conditional(cx, schema).and_then(|nested| conditional_at(cx, &nested, levels)));
    if parts.is_empty() && !kinds(cx, &Part::from(schema)).is_some_and(|kinds| kinds.has(Kinds::OBJECT)) {
        parts.extend(demand(cx, schema).map(|words| format!("it {words}")));
    }
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Describes alternatives that only require members: "a or b is needed".
fn choice_words(cx: &Lower<'_, '_>, branches: &[Link]) -> Option<String> {
    let group = |schema| Some(only_required(cx, schema)?.join(" + "));
    let groups = words_of_each(branches, MAX_LISTED + 1, &group)?;
    let fits = groups.len() <= MAX_LISTED && groups.iter().all(|group| !group.is_empty());
    fits.then(|| format!("{} is needed", list(groups, "or")))
}

/// Describes when one member satisfies a schema: "kind is a or b", "size is at least 3"; `None` if words cannot state all
/// of it.
fn member_condition(cx: &Lower<'_, '_>, name: &str, schema: SchemaId) -> Option<String> {
    Some(format!("{} {}", shown(cx, name), test(cx, schema)?))
}

/// Describes what a schema requires of one member, as far as words can: "kind is a or b", "no extra".
fn member_demand(cx: &Lower<'_, '_>, name: &str, schema: SchemaId) -> Option<String> {
    if cx.model.ast.is_false(schema) {
        return Some(format!("no {}", shown(cx, name)));
    }
    Some(format!("{} {}", shown(cx, name), demand(cx, schema)?))
}

/// The names that a schema requires, if it has no other constraints.
fn only_required(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Vec<String>> {
    let schema = cx.model.referent(schema);
    let only = said(cx, schema).into_iter().all(|entry| match cx.model.ast.says(schema, entry) {
        Says::Required(_) => true,
        Says::Types(types) => types.kinds == Kinds::OBJECT,
        _ => false,
    });
    let names = required(cx, schema);
    (only && !names.is_empty()).then_some(names)
}

fn required(cx: &Lower<'_, '_>, schema: SchemaId) -> Vec<String> {
    let tape = cx.model.ast.tape();
    let mut names = Vec::new();
    if let Some(list) = cx.model.ast.entry(schema, Keyword::Required) {
        for name in tape.elements(list.json()).filter(|name| tape.kind(*name) == Kind::String).take(MAX_LISTED) {
            names.push(shown(cx, &tape.key(name)));
        }
    }
    names
}

/// The name under which a property is declared, truncated.
fn shown(cx: &Lower<'_, '_>, name: &str) -> String {
    clip(&cx.declared_name(name), MAX_NAME)
}
