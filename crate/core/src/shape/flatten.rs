//! Flattening: a union of objects as one object that has every branch's members.

use std::mem;

use super::{
    Additional, Fact, Model, Part, Property, Required, Shape, branch, constrains_nothing, outline::Outline,
    says_nothing,
};
use crate::{
    json::{JsonId, ValueSet},
    order::{Gather, Map, Set},
    schema::{Ast, Keyword, Kinds},
};

/// What is lost when a union is flattened.
#[derive(Debug, Default)]
pub(crate) struct Flattened {
    /// Whether a member is described by some of the alternatives only, and may be anything in the others.
    pub(crate) narrowed: bool,
    /// What the object allows that no alternative does.
    pub(crate) gains: Set<&'static str>,
    /// The descriptions and titles of the alternatives.
    pub(crate) texts: Vec<Fact>,
}

/// How words about alternatives name what these are made of.
#[derive(Clone, Copy)]
pub(crate) struct Naming<'n> {
    /// The name under which a property is declared.
    pub(crate) property: &'n dyn Fn(&str) -> String,
    /// A value.
    pub(crate) value: &'n dyn Fn(JsonId) -> String,
    /// What the description or the title of an alternative says.
    pub(crate) text: &'n dyn Fn(&Shape) -> Option<String>,
}

/// The text that states which members of an object's unions belong together.
pub(crate) fn alternatives_in_words(model: &Model<'_, '_>, shape: &Shape, naming: Naming<'_>) -> Option<String> {
    let words = shape.unions.iter().filter_map(|union| {
        let branches = objects(&union.branches);
        tagged(model, shape, &branches, naming).or_else(|| describe(union.keyword, &branches, naming))
    });
    let words = words.gather();
    (!words.is_empty()).then(|| words.join("; "))
}

/// The branches that allow objects.
pub(crate) fn objects(branches: &[Part]) -> Vec<&Shape> {
    let open = branches.iter().filter_map(|part| branch(part));
    open.filter(|open| open.kinds.meets(Kinds::OBJECT)).gather()
}

/// The description and the title of an alternative.
pub(crate) fn texts(branch: &Shape) -> impl Iterator<Item = &Fact> {
    [Keyword::Description, Keyword::Title].into_iter().filter_map(|keyword| branch.fact(keyword))
}

/// Folds all unions of an object into its own members: every branch's properties, required where
/// all branches require them.
pub(crate) fn flatten_unions(model: &Model<'_, '_>, shape: &mut Shape, flattened: &mut Flattened) {
    for union in mem::take(&mut shape.unions) {
        let branches = objects(&union.branches);
        flattened.texts.extend(branches.iter().flat_map(|branch| texts(branch)).cloned());
        flattened.narrowed |= add_members(shape, model, union.key, &branches);
        add_gains(&mut flattened.gains, model, shape, union.keyword, &branches);
    }
}

/// Adds what an object with the members of all branches allows that no branch does.
fn add_gains(gains: &mut Set<&'static str>, model: &Model<'_, '_>, shape: &Shape, union: Keyword, branches: &[&Shape]) {
    let known = Required::names(&shape.object.required);
    let several = branches.len() > 1;
    let mut add = |gain: &'static str, is_gain: bool| is_gain && gains.insert(gain);
    let any = |is: &dyn Fn(&Shape) -> bool| branches.iter().any(|branch| is(branch));
    let says = |part: &Part| !says_nothing(model.ast, part);
    let constrained = |branch: &Shape| branch.facts.iter().any(|fact| !constrains_nothing(fact.keyword));
    let maps = |branch: &Shape| branch.undeclared(model).is_some_and(|(_, map)| !map.is_empty() && says(&map));
    let describes = any(&|branch| branch.object.properties.iter().any(|property| says(&property.part)) || maps(branch));
    add("combinations of properties of different alternatives", several && describes);
    add("properties that an alternative excludes", any(&|branch| branch.object.is_closed()));
    add("values that other keywords of an alternative exclude", any(&constrained));
    let requires = |branch: &Shape| branch.object.required.iter().any(|it| !known.contains(it.name.as_str()));
    add(
        "objects that satisfy `required` of no alternative",
        !branches.is_empty() && branches.iter().all(|it| requires(it)),
    );
    add("values that satisfy several alternatives", several && !describes && union == Keyword::OneOf);
}

impl Shape {
    /// Declares the members of listed objects, each with the values that it has there.
    pub(crate) fn declare_listed(&mut self, ast: &Ast<'_>, place: JsonId, objects: &[JsonId]) {
        let mut members: Vec<(String, JsonId, Vec<JsonId>)> = Vec::new();
        let (declared, mut places) = (self.object.declared(), Map::new());
        for key in objects.iter().flat_map(|object| ast.tape().members(*object)) {
            let name = ast.name(key);
            if declared.contains(name.as_str()) {
                continue;
            }
            let at = *places.or_insert_with(name.clone(), || members.len());
            if at == members.len() {
                members.push((name, key, Vec::new()));
            }
            members[at].2.push(key.value_of_key());
        }
        let required: Set<String> = self.object.required.iter().map(|required| required.name.clone()).collect();
        for (name, key, list) in members {
            if list.len() == objects.len() && !required.contains(&name) {
                self.object.required.push(Required { name: name.clone(), source: key });
            }
            let kinds = list.iter().fold(Kinds::NONE, |kinds, value| kinds.with(Kinds::of(ast.tape(), *value)));
            let mut one = Shape::one_of(key, key, list);
            if kinds.count() == 1 && kinds != Kinds::NULL {
                one.set_kinds(kinds);
            }
            self.object.declare(Property::new(name, key, one.into()), place);
        }
    }
}

/// A member of some branches.
struct Member<'b> {
    name: &'b str,
    key: JsonId,
    /// What each of these branches states about it.
    parts: Vec<Part>,
    /// How many of these branches allow undeclared members.
    among_open: usize,
}

/// Adds the branches' members; returns whether that narrows what a branch allows.
fn add_members(shape: &mut Shape, model: &Model<'_, '_>, key: JsonId, branches: &[&Shape]) -> bool {
    let mut members: Vec<Member<'_>> = Vec::new();
    let mut places: Map<&str, usize> = Map::new();
    for branch in branches {
        let declared = branch.object.declared();
        // A member that is required and not declared may be anything.
        let required = branch.object.required.iter().filter(|required| !declared.contains(required.name.as_str()));
        let required = required.map(|required| (&required.name, required.source, Part::new()));
        let properties = branch.object.properties.iter();
        for (name, place, part) in properties.map(|it| (&it.name, it.key, it.part.clone())).chain(required) {
            let at = *places.or_insert_with(name, || members.len());
            if at == members.len() {
                members.push(Member { name, key: place, parts: Vec::new(), among_open: 0 });
            }
            members[at].parts.push(part);
            members[at].among_open += usize::from(!branch.object.is_closed());
        }
    }
    let open = branches.iter().filter(|branch| !branch.object.is_closed()).count();
    let declared = shape.object.declared();
    let narrowed = members.iter().any(|Member { name, parts, among_open, .. }| {
        *among_open < open && !declared.contains(name) && parts.iter().all(|part| !says_nothing(model.ast, part))
    });
    let own = shape.object.properties.iter().enumerate().rev().map(|(at, property)| (property.name.clone(), at));
    let own: Map<String, usize> = own.collect();
    for Member { name, key: property_key, parts, among_open } in &mut members {
        // A member that may be anything in one branch may be anything in the union.
        let anything = parts.iter().any(Part::is_empty);
        // A rule may have declared it, at the place of what it comes from.
        let tape = model.ast.tape();
        let is_own = tape.is_key(*property_key) && tape.key_is(*property_key, name);
        let place = if is_own { *property_key } else { key };
        let part = if anything { Part::new() } else { Shape::either(place, mem::take(parts)) };
        match own.get(*name) {
            // The branches' members narrow the parent's, unless one of them takes any that the parent does.
            Some(at) if *among_open == open => shape.object.properties[*at].part.extend(part),
            Some(_) => {}
            None => shape.object.properties.push(Property::new((*name).to_owned(), *property_key, part)),
        }
        shape.object.key = shape.object.key.or(Some(key));
    }
    let narrowed = add_maps(shape, model, key, branches) || narrowed;
    let Some((first, rest)) = branches.split_first() else { return narrowed };
    let mut known: Set<String> = shape.object.required.iter().map(|required| required.name.clone()).collect();
    let others = rest.iter().map(|branch| Required::names(&branch.object.required)).gather();
    for required in &first.object.required {
        let everywhere = others.iter().all(|names| names.contains(required.name.as_str()));
        if everywhere && known.insert(required.name.clone()) {
            shape.object.required.push(required.clone());
        }
    }
    narrowed
}

/// Lets undeclared members be what any branch that describes them allows; adds nothing if one explicitly allows
/// anything. Returns whether that narrows a branch without `additionalProperties`, which may have patterns.
fn add_maps(shape: &mut Shape, model: &Model<'_, '_>, key: JsonId, branches: &[&Shape]) -> bool {
    let (mut maps, mut silent) = (Vec::new(), false);
    for branch in branches {
        shape.keywords = shape.keywords.union(branch.keywords);
        silent |= branch.object.additional.is_empty();
        maps.extend(branch.undeclared(model).map(|(_, map)| map).filter(|map| !map.is_empty()));
    }
    if !maps.is_empty() && !shape.object.is_closed() && !maps.iter().any(|map| says_nothing(model.ast, map)) {
        let names = shape.object.properties.iter().map(|property| property.name.clone()).collect();
        let part = Some(Shape::either(key, maps));
        shape.object.additional.push(Additional { key, part, names, patterns: false });
        shape.keywords.insert(Keyword::AdditionalProperties);
        return silent;
    }
    false
}

/// "if kind is a: needs b; if kind is c: needs d": the members that each branch requires besides the discriminator, and
/// its description; `None` if there is no discriminator, or nothing else is stated.
fn tagged(model: &Model<'_, '_>, parent: &Shape, branches: &[&Shape], naming: Naming<'_>) -> Option<String> {
    let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
    let is_required = |name: &str| first.object.requires(name) || parent.object.requires(name);
    let required = first.object.properties.iter().filter(|property| is_required(&property.name));
    let mut tags = required.take(MOST_TAGS).filter_map(|property| {
        let listed = |branch: &&Shape| {
            let property = branch.object.properties.iter().find(|other| other.name == property.name)?;
            Outline::of(model, &property.part).values.filter(|values| !values.is_empty())
        };
        let values: Vec<Vec<JsonId>> = branches.iter().map(listed).collect::<Option<_>>()?;
        let mut seen = ValueSet::new(model.ast.tape());
        let differ = values.iter().flatten().all(|value| seen.insert(*value));
        (differ && values.len() > others.len()).then_some((&property.name, values))
    });
    let (tag, values) = tags.next()?;
    // The values of the discriminator, by what holds for them.
    let mut stated: Vec<(String, Vec<String>)> = Vec::new();
    for (branch, values) in branches.iter().zip(values) {
        let names = branch.object.required.iter().filter(|required| required.name != *tag);
        let needed = names.map(|required| (naming.property)(&required.name)).gather().join(" + ");
        let needs = (!needed.is_empty()).then(|| format!("needs {needed}"));
        let words = (naming.text)(branch).into_iter().chain(needs).gather().join(", ");
        let values = values.into_iter().map(naming.value);
        match stated.iter_mut().find(|(known, _)| *known == words) {
            Some((_, known)) => known.extend(values),
            None => stated.push((words, values.collect())),
        }
    }
    let stated = stated.iter().filter(|(words, _)| !words.is_empty());
    let tag = (naming.property)(tag);
    let stated = stated.map(|(words, values)| format!("if {tag} is {}: {words}", values.join(" or "))).gather();
    (!stated.is_empty()).then(|| stated.join("; "))
}

/// Most members that are tried as a discriminator.
const MOST_TAGS: usize = 8;

/// "either a, or b (its description), or none": the members that each branch requires, or declares if it requires none;
/// "a or b is needed" for branches of `anyOf` that only require members, or are open and require one each.
fn describe(keyword: Keyword, branches: &[&Shape], naming: Naming<'_>) -> Option<String> {
    let mut groups = Vec::new();
    let mut none = None;
    for branch in branches {
        let object = &branch.object;
        let required = object.required.iter().map(|required| (naming.property)(&required.name));
        let mut group = required.gather().join(" + ");
        if object.required.is_empty() {
            group = object.properties.iter().map(|property| (naming.property)(&property.name)).gather().join(" + ");
        }
        let text = (naming.text)(branch).map(|text| format!(" ({text})")).unwrap_or_default();
        if !group.is_empty() {
            groups.push(group + &text);
        } else if object.allows_only_declared() {
            none = Some("none".to_owned() + &text);
        } else {
            // An object with any properties may be of this branch.
            return None;
        }
    }
    groups.extend(none);
    let distinct = groups.iter().any(|group| *group != groups[0]);
    let asks = |Shape { object, .. }: &&Shape| match object.required.len() {
        0 => false,
        1 => object.properties.is_empty() || !object.is_closed(),
        _ => object.properties.is_empty(),
    };
    let needed = keyword == Keyword::AnyOf && branches.iter().all(asks);
    distinct.then(|| match groups.split_last() {
        Some((last, others)) if needed => format!("{} or {last} is needed", others.join(", ")),
        _ => format!("either {}", groups.join(", or ")),
    })
}
