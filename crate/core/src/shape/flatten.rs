//! Flattening: a union of objects as one object that has every branch's members.

use std::mem;

use super::{
    Additional, Model, Part, Property, Required, Shape, branch, constrains_nothing, outline::Outline, says_nothing,
    spelled,
};
use crate::{
    json::JsonId,
    order::{Gather, Map, Set},
    schema::{Ast, Keyword, Kinds},
};

/// What is lost when a union is flattened.
#[derive(Debug, Default)]
pub(crate) struct Flattened {
    /// A text that states which members belong together.
    pub(crate) words: Option<String>,
    /// Whether a member is described by some of the alternatives only, and may be anything in the others.
    pub(crate) narrowed: bool,
    /// What the object allows that no alternative does.
    pub(crate) gains: Set<&'static str>,
}

/// The name under which a property is declared.
pub(crate) type NameOf<'n> = &'n dyn Fn(&str) -> String;

/// Folds all unions of an object into its own members: every branch's properties, required where
/// all branches require them.
pub(crate) fn flatten_unions(model: &Model<'_, '_>, shape: &mut Shape, name_of: NameOf<'_>) -> Flattened {
    let unions = mem::take(&mut shape.unions);
    let (mut words, mut narrowed, mut gains) = (Vec::new(), false, Set::new());
    for union in &unions {
        let open = union.branches.iter().filter_map(|part| branch(part));
        let branches = open.filter(|open| open.kinds.meets(Kinds::OBJECT)).gather();
        let told = tagged(model, shape, &branches, name_of).or_else(|| describe(union.keyword, &branches, name_of));
        words.extend(told);
        narrowed |= add_members(shape, model, union.key, &branches);
        add_gains(&mut gains, model, shape, union.keyword, &branches);
    }
    Flattened { words: (!words.is_empty()).then(|| words.join("; ")), narrowed, gains }
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

/// "if kind is a: needs b; if kind is c: needs d": the members that each branch requires besides the discriminator;
/// `None` if there is no discriminator, or nothing else is required.
fn tagged(model: &Model<'_, '_>, parent: &Shape, branches: &[&Shape], name_of: NameOf<'_>) -> Option<String> {
    let (first, others) = branches.split_first().filter(|(_, others)| !others.is_empty())?;
    let is_required = |name: &str| first.object.requires(name) || parent.object.requires(name);
    let required = first.object.properties.iter().filter(|property| is_required(&property.name));
    let mut tags = required.take(MOST_TAGS).filter_map(|property| {
        let listed = |branch: &&Shape| {
            let property = branch.object.properties.iter().find(|other| other.name == property.name)?;
            Outline::of(model, &property.part).values.filter(|values| !values.is_empty())
        };
        let values: Vec<Vec<JsonId>> = branches.iter().map(listed).collect::<Option<_>>()?;
        let mut seen = Set::new();
        let differ = values.iter().flatten().all(|value| seen.insert(model.ast.tape().slice(*value)));
        (differ && values.len() > others.len()).then_some((&property.name, values))
    });
    let (tag, values) = tags.next()?;
    // The values of the discriminator, by the members that they require.
    let mut needs: Vec<(String, Vec<String>)> = Vec::new();
    for (branch, values) in branches.iter().zip(values) {
        let names = branch.object.required.iter().filter(|required| required.name != *tag);
        let needed = names.map(|required| name_of(&required.name)).gather().join(" + ");
        let values = values.iter().map(|value| spelled(model.ast.tape(), *value).to_owned());
        match needs.iter_mut().find(|(known, _)| *known == needed) {
            Some((_, known)) => known.extend(values),
            None => needs.push((needed, values.collect())),
        }
    }
    let told = needs.iter().filter(|(needed, _)| !needed.is_empty());
    let tag = name_of(tag);
    let told = told.map(|(needed, values)| format!("if {tag} is {}: needs {needed}", values.join(" or "))).gather();
    (!told.is_empty()).then(|| told.join("; "))
}

/// Most members that are tried as a discriminator.
const MOST_TAGS: usize = 8;

/// "either a, or b, or none": the members that each branch requires, or declares if it requires none; "a or b is needed"
/// for branches of `anyOf` that only require members, or are open and require one each.
fn describe(keyword: Keyword, branches: &[&Shape], name_of: NameOf<'_>) -> Option<String> {
    let (mut groups, mut none) = (Vec::new(), false);
    for Shape { object, .. } in branches {
        let required = object.required.iter().map(|required| name_of(&required.name));
        let mut group = required.gather().join(" + ");
        if object.required.is_empty() {
            group = object.properties.iter().map(|property| name_of(&property.name)).gather().join(" + ");
        }
        if !group.is_empty() {
            groups.push(group);
        } else if object.additional.iter().any(|closing| closing.part.is_none() && !closing.patterns) {
            none = true;
        } else {
            // An object with any properties may be of this branch.
            return None;
        }
    }
    groups.extend(none.then(|| "none".to_owned()));
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
