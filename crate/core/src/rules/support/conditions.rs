//! Conditions on a member with a few listed values, turned into alternatives.

use crate::{
    json::{JsonId, Kind, equal},
    lower::Lower,
    order::{Gather, Set},
    schema::{Entry, Keyword, Kinds, Says, SchemaId, Value},
    shape::{Part, Property, Required, Shape, Term, Union, constrains_nothing, listed},
    targets::UnionForm,
};

/// `if`, with `then`, `else` or both.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Conditional {
    /// The keys of the three keywords; for a missing one, the key of `if`.
    pub(crate) keys: [JsonId; 3],
    pub(crate) condition: SchemaId,
    pub(crate) then: Option<SchemaId>,
    pub(crate) otherwise: Option<SchemaId>,
}

/// The condition of a schema, if it has a consequence.
pub(crate) fn conditional(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Conditional> {
    let part = |keyword| {
        let entry = cx.model.ast.entry(schema, keyword)?;
        if let Value::Schema(schema) = entry.value { Some((entry.key, schema)) } else { None }
    };
    let (condition, then, otherwise) = (part(Keyword::If)?, part(Keyword::Then), part(Keyword::Else));
    let key = |part: Option<(JsonId, SchemaId)>| part.map_or(condition.0, |(key, _)| key);
    (then.is_some() || otherwise.is_some()).then(|| Conditional {
        keys: [condition.0, key(then), key(otherwise)],
        condition: condition.1,
        then: then.map(|(_, schema)| schema),
        otherwise: otherwise.map(|(_, schema)| schema),
    })
}

/// The conditions of a shape that are still among its facts.
pub(crate) fn conditionals(cx: &Lower<'_, '_>, shape: &Shape) -> Vec<Conditional> {
    let facts: Set<JsonId> = shape.facts.iter().map(|fact| fact.key).collect();
    let pending = |found: &Conditional| found.keys.iter().any(|key| facts.contains(key));
    shape.read_from.iter().filter_map(|schema| conditional(cx, *schema)).filter(pending).gather()
}

/// Conditions that became alternatives.
pub(crate) struct Choice {
    /// The member that they depend on.
    pub(crate) name: String,
    /// The conditions that the union replaces.
    pub(crate) solved: Vec<Conditional>,
    pub(crate) union: Union,
}

/// Maximum number of values of the member, and of conditions on it.
const MAX_VALUES: usize = 64;

/// Maximum number of members of all alternatives together; each alternative repeats those of the node.
const MAX_MEMBERS: usize = 256;

/// Turns the conditions on one member with listed strings into a union, with an alternative for each set of values that
/// have the same consequences; `None` if that would not be exact.
pub(crate) fn choice(cx: &Lower<'_, '_>, shape: &Shape, conditionals: &[Conditional]) -> Option<Choice> {
    let plain = shape.is_plain(Kinds::OBJECT) && conditionals.len() <= MAX_VALUES;
    // On most targets a union at the root is merged into one object.
    if cx.at_root() || !plain || cx.target.unions == UnionForm::Refused || !cx.target.enums.has(Kinds::STRING) {
        return None;
    }
    let name = conditionals.iter().find_map(|found| Some(test(cx, found.condition)?.name))?;
    let property = shape.object.properties.iter().find(|property| property.name == name)?;
    let values = listed(&cx.model, &property.part).filter(|values| (1..=MAX_VALUES).contains(&values.len()))?;
    let strings = values.iter().all(|value| cx.model.ast.tape().kind(*value) == Kind::String);
    let mut solved = conditionals.to_vec();
    solved.retain(|found| consequences(cx, &name, None, found).is_some());
    let groups = groups(cx, &name, &values, &solved, shape.object.requires(&name))?;
    if !strings || groups.len().saturating_mul(shape.object.properties.len()) > MAX_MEMBERS {
        return None;
    }
    let key = solved.first()?.keys[0];
    let branches = groups.into_iter().map(|group| group.branch(property, key)).collect();
    Some(Choice { name, solved, union: Union { keyword: Keyword::AnyOf, key, branches } })
}

/// Values of the member with the same consequences.
struct Group {
    values: Vec<JsonId>,
    consequences: Vec<SchemaId>,
    /// Whether the member may be missing.
    optional: bool,
}

fn groups(
    cx: &Lower<'_, '_>,
    name: &str,
    values: &[JsonId],
    conditionals: &[Conditional],
    required: bool,
) -> Option<Vec<Group>> {
    let all = |value: Option<JsonId>| {
        let mut all = Vec::new();
        for found in conditionals {
            all.extend(consequences(cx, name, value, found)?);
        }
        Some(all)
    };
    let mut groups: Vec<Group> = Vec::new();
    for value in values {
        let consequences = all(Some(*value))?;
        match groups.iter_mut().find(|group| group.consequences == consequences) {
            Some(group) => group.values.push(*value),
            None => groups.push(Group { values: vec![*value], consequences, optional: false }),
        }
    }
    if !required {
        // An alternative covers the missing member only if one of its values has the same consequences.
        let missing = all(None)?;
        groups.iter_mut().find(|group| group.consequences == missing)?.optional = true;
    }
    Some(groups)
}

impl Group {
    fn branch(self, property: &Property, key: JsonId) -> Part {
        let value = Shape::one_of(key, key, self.values);
        let mut object = Shape::any(key);
        object.keywords.insert(Keyword::Properties);
        let mut property = property.clone();
        property.part = value.into();
        if !self.optional {
            object.object.required.push(Required { name: property.name.clone(), source: property.key });
        }
        let place = property.key;
        object.object.declare(property, place);
        let mut part = Part::from(object);
        for consequence in self.consequences {
            part.push(Term::Schema(consequence));
        }
        part
    }
}

/// The schemas that a condition applies where the member `name` has a value, or is missing: `then`, `else`, or the
/// result of a nested condition there; `None` if it depends on anything else.
fn consequences(
    cx: &Lower<'_, '_>,
    name: &str,
    value: Option<JsonId>,
    conditional: &Conditional,
) -> Option<Vec<SchemaId>> {
    let mut at = *conditional;
    for _ in 0..MAX_VALUES {
        let test = test(cx, at.condition).filter(|test| test.name == name)?;
        let holds = match value {
            Some(value) => test.values.iter().any(|tested| equal(cx.model.ast.tape(), *tested, value)),
            None => test.missing,
        };
        let Some(next) = (if holds { at.then } else { at.otherwise }) else { return Some(Vec::new()) };
        match pure_conditional(cx, next) {
            Some(further) if test_name(cx, &further).as_deref() == Some(name) => at = further,
            _ => return Some(vec![next]),
        }
    }
    None
}

/// The condition of a schema that has no other constraints.
fn pure_conditional(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Conditional> {
    let parts = [Keyword::If, Keyword::Then, Keyword::Else];
    let pure = said(cx, schema).into_iter().all(|entry| parts.contains(&entry.keyword));
    conditional(cx, schema).filter(|_| pure)
}

fn test_name(cx: &Lower<'_, '_>, conditional: &Conditional) -> Option<String> {
    test(cx, conditional.condition).map(|test| test.name)
}

/// A condition on the value of one member.
struct Test {
    name: String,
    values: Vec<JsonId>,
    /// Whether the condition is satisfied where the member is missing.
    missing: bool,
}

fn test(cx: &Lower<'_, '_>, condition: SchemaId) -> Option<Test> {
    let (ast, tape) = (cx.model.ast, cx.model.ast.tape());
    let mut member = None;
    for entry in said(cx, condition) {
        match ast.says(condition, entry) {
            _ if entry.shadowed => return None,
            Says::Properties([only]) => member = Some((ast.name(only.key), only.schema?)),
            Says::Required(_) => {}
            Says::Types(types) if types.kinds.has(Kinds::OBJECT) => {}
            _ => return None,
        }
    }
    let (name, schema) = member?;
    let required = ast.entry(condition, Keyword::Required).map(crate::schema::Entry::json);
    let mut names = required.into_iter().flat_map(|list| tape.elements(list)).map(|name| tape.key(name));
    if !names.all(|required| required == name.as_str()) {
        return None;
    }
    let missing = required.is_none_or(|list| tape.elements(list).next().is_none());
    let values = constants(cx, schema).filter(|values| values.len() <= MAX_VALUES)?;
    Some(Test { name, values, missing })
}

/// The values of a schema that only lists them.
fn constants(cx: &Lower<'_, '_>, schema: SchemaId) -> Option<Vec<JsonId>> {
    let mut values = None;
    for entry in said(cx, schema) {
        match cx.model.ast.says(schema, entry) {
            Says::Const(value) if values.is_none() => values = Some(vec![value]),
            Says::Enum(list) if values.is_none() => values = Some(cx.model.ast.list(list)),
            Says::Types(types) if types.kinds.has(Kinds::STRING) => {}
            _ => return None,
        }
    }
    values
}

/// The keywords of a schema that constrain values.
pub(crate) fn said<'c>(cx: &Lower<'c, '_>, schema: SchemaId) -> Vec<&'c Entry> {
    cx.model.ast.entries(schema).iter().filter(|entry| !constrains_nothing(entry.keyword)).gather()
}
