//! Maps as lists of entries.

use super::{MemberNames, any_value, declare_required, forbidden_names};
use crate::{
    json::JsonId,
    lower::{Found, Lower, Names},
    rules::Rule,
    schema::{Keyword, Kinds, Value},
    shape::{Coding, Fact, Part, Property, Shape, Term},
};

/// A list of entries for an object's undeclared members. Takes the keywords for their names and values out of the
/// object.
pub(crate) fn entries(cx: &Lower<'_, '_>, object: &mut Shape, key: JsonId, value: Part) -> Shape {
    let mut name = Shape::of_kind(key, Kinds::STRING);
    match MemberNames::of(cx, object) {
        MemberNames::Any => {}
        MemberNames::Like(pattern) => {
            name.facts.push(pattern);
            name.keywords.insert(Keyword::Pattern);
        }
        MemberNames::Described(words) => name.hint(words),
    }
    let forbidden = forbidden_names(cx, object);
    if !forbidden.is_empty() {
        name.hint(format!("does not match {}", forbidden.join(" or ")));
    }
    object.take_facts(Keyword::PatternProperties);
    let mut names = Part::from(name);
    for fact in object.take_facts(Keyword::PropertyNames) {
        if let Some((_, Value::Schema(schema))) = object.entry_at(&cx.model, fact.key) {
            names.push(Term::Schema(schema));
        }
    }
    object.object.additional.clear();
    let value = if value.is_empty() { any_value(cx, key).into() } else { value };
    let mut entry = Shape::object_of(key, "key", names);
    entry.object.properties.iter_mut().for_each(|key| key.is_name = true);
    entry.object.need("value", key, value);
    let mut list = Shape::of_kind(key, Kinds::ARRAY);
    list.array.items = Some((key, entry.into()));
    list.coding = Some(Coding::Entries);
    list
}

/// Replaces an object by a list of entries; at the root of the arguments, which must be an object, the list becomes its
/// property `arguments`.
pub(crate) fn code_map(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part, rule: &'static Rule) {
    cx.drop_facts(shape, &|keyword| is_object_only(keyword) && !COUNTS.contains(&keyword));
    for fact in shape.take_facts_if(&mut |fact| is_not_about_objects(fact.keyword)) {
        let message = |found: Found<'_>| format!("{found} does not apply to objects, and an array replaces this one");
        cx.log(rule, fact.key).message(message).fix("removed").annotation();
    }
    let mut list = entries(cx, shape, key, part);
    list.kinds = list.kinds.with(shape.kinds.intersect(Kinds::NULL));
    for fact in &shape.facts {
        let keyword = match fact.keyword {
            Keyword::MinProperties => Keyword::MinItems,
            Keyword::MaxProperties => Keyword::MaxItems,
            other => other,
        };
        let text = fact.lexeme(cx.model.ast.tape()).to_owned();
        list.keywords.insert(keyword);
        list.facts.push(Fact::of(keyword, fact.key, text));
    }
    list.hint_all(std::mem::take(&mut shape.hints).into_insertion_order());
    list.read_from.clone_from(&shape.read_from);
    if cx.at_object_root() {
        let mut root = Shape::standing_for(key, "arguments", list.into());
        root.read_from.clone_from(&shape.read_from);
        *shape = root;
    } else {
        *shape = list;
    }
    cx.restart();
}

/// Whether a keyword does not apply to objects, but would apply to the list that replaces one.
fn is_not_about_objects(keyword: Keyword) -> bool {
    !keyword.applies_to(Kinds::OBJECT)
}

/// Keywords that count all members, and would count differently where some are entries of a list.
const COUNTS: [Keyword; 2] = [Keyword::MinProperties, Keyword::MaxProperties];

/// Whether a keyword applies to objects only, and not to the names and values of entries.
fn is_object_only(keyword: Keyword) -> bool {
    let of_entries = matches!(keyword, Keyword::PatternProperties | Keyword::PropertyNames);
    !of_entries && keyword.info().is_some_and(|info| info.applies == Kinds::OBJECT)
}

/// Adds a property with a list of entries for the undeclared members.
pub(crate) fn code_undeclared(cx: &mut Lower<'_, '_>, shape: &mut Shape, key: JsonId, part: Part, rule: &'static Rule) {
    cx.drop_facts(shape, &|keyword| COUNTS.contains(&keyword));
    declare_required(cx, shape, rule);
    let mut list = entries(cx, shape, key, part);
    list.hint("other properties, by name");
    let name = Names::taken(shape.object.declared().iter().copied()).take("additional_properties");
    shape.object.declare(Property::new(name.clone(), key, list.into()), key);
    shape.object.rest = Some(name);
}
