//! Guards for originals, at any depth: by them, encoding chooses among alternatives.

use std::mem;

use serde_json::value::RawValue;

use super::{
    guards::{MAX_PAIRED, guards},
    recognized::{originals_are_apart, recognized_by_constants},
};
use crate::{
    json::{Decimal, JsonId, raw, read},
    lower::{Closing, Discriminant, Lower, LoweredNode, PartialNode},
    order::{Gather, Map, Set},
    restore::{Code, Guard, ObjectCode},
    schema::{Keyword, Kinds},
    shape::{Coding, Fact, Shape},
};

impl Lower<'_, '_> {
    /// What is known of the members and items of a node's originals. Called before their codes are taken.
    pub(super) fn originals_within(
        &self,
        shape: &Shape,
        partial: &mut PartialNode,
        discriminant: &Discriminant,
    ) -> Guard {
        let described = &|name: &str| self.originals_described(name);
        let items = partial.items.as_mut().map(|node| taken(node, described)).unwrap_or_default();
        if matches!(shape.coding, Some(Coding::Entries)) {
            // A map of nothing has no members.
            if partial.empty {
                return Guard { others: Some(Vec::new()), closed: true, ..Guard::default() };
            }
            return items.into_iter().next().map(of_entry).unwrap_or_default();
        }
        if let Some(Coding::Json(Some(kinds))) = shape.coding {
            return Guard { items: of_kinds(kinds).into_iter().map(Guard::with_partial).gather(), ..Guard::default() };
        }
        let mut others = match &mut partial.closing {
            Some((_, Closing::Schema(node))) => {
                Some(taken(node, described)).filter(|guards: &Vec<Guard>| !guards.is_empty())
            }
            _ => discriminant.declared.as_ref().map(|_| Vec::new()),
        };
        let (mut properties, mut partial_names) = (Map::new(), false);
        for member in &mut partial.members {
            let mut guards = taken(&mut member.node, described);
            // Here null stands for an absent member.
            guards.retain(|guard| guard.kind != Kinds::NULL || !member.may_be_absent);
            if shape.object.rest.as_ref() == Some(&member.name) {
                // Its entries are members of the original.
                let entries = guards.into_iter().next().unwrap_or_default();
                (others, partial_names) = (entries.others, entries.partial);
                properties.extend(entries.properties);
            } else {
                properties.insert(member.original.as_ref().unwrap_or(&member.name).clone(), guards);
            }
        }
        if others.is_none() {
            properties = properties.into_iter().filter(|(_, guards)| !guards.is_empty()).collect();
        } else {
            for required in &shape.object.required {
                properties.or_default(required.name.clone());
            }
        }
        let most = partial.empty.then(|| RawValue::from_string("0".to_owned()).ok()).flatten();
        let closed = others.as_ref().is_some_and(Vec::is_empty) && shape.object.allows_only_declared();
        Guard { items, properties, others, closed, most, partial: partial_names, ..Guard::default() }
    }

    /// Guards one of which each original of a definition satisfies: its types, for objects with the required members.
    /// What else it requires is not inspected.
    pub(super) fn originals_described(&self, name: &str) -> Vec<Guard> {
        let mut guards = of_kinds(self.kinds_described(name)).into_iter().map(Guard::with_partial).gather();
        if let (Some(schema), Some(object)) =
            (self.definition(name), guards.iter_mut().find(|guard: &&mut Guard| guard.kind == Kinds::OBJECT))
        {
            object.required = self.required_of(schema);
        }
        guards
    }

    /// The guards of a node, null aside, with what is known of its originals.
    pub(super) fn guards_within(
        &self,
        shape: &Shape,
        discriminant: &Discriminant,
        code: Option<&Code>,
        within: &Guard,
    ) -> Vec<Guard> {
        let tape = self.model.ast.tape();
        let bound = |keyword| RawValue::from_string(shape.fact(keyword)?.lexeme(tape).to_owned()).ok();
        let mut found = guards(discriminant);
        for guard in &mut found {
            let (least, most) = match guard.kind {
                Kinds::STRING => (Keyword::MinLength, Keyword::MaxLength),
                Kinds::ARRAY => (Keyword::MinItems, Keyword::MaxItems),
                Kinds::OBJECT => (Keyword::MinProperties, Keyword::MaxProperties),
                _ => (Keyword::Minimum, Keyword::Maximum),
            };
            let unsaid = |fact: &Fact| fact.keyword != least && fact.keyword != most && asks_more(fact, guard.kind);
            let listed = shape.values.as_ref().filter(|_| shape.coding.is_none() && guard.kind != Kinds::STRING);
            let unlisted = listed.is_some_and(|values| values.list.len() > 1 || !guard.kind.meets(Kinds::NUMBERS));
            guard.partial = unlisted || shape.facts.iter().any(unsaid);
            match (guard.kind, code) {
                (Kinds::OBJECT, None | Some(Code::Object(_))) | (Kinds::ARRAY, Some(Code::Entries { .. })) => {
                    guard.properties.clone_from(&within.properties);
                    guard.others.clone_from(&within.others);
                    guard.closed = within.closed;
                    guard.partial |= within.partial;
                }
                (Kinds::ARRAY, _) if within.most.is_some() => {
                    guard.most.clone_from(&within.most);
                    continue;
                }
                (Kinds::ARRAY, None | Some(Code::Array(_))) => guard.items.clone_from(&within.items),
                (_, None | Some(Code::Integer)) => {}
                (_, Some(Code::Json | Code::Text)) => {
                    guard.items.clone_from(&within.items);
                    continue;
                }
                (_, Some(Code::Tuple(_))) => {
                    guard.partial = true;
                    continue;
                }
                _ => continue,
            }
            let decimal = |value: &JsonId| Some((Decimal::parse(tape.slice(*value))?, *value));
            let numbers = || listed.into_iter().flat_map(|values| &values.list).filter_map(decimal);
            let of_list = |number: Option<(Decimal, JsonId)>| Some(raw(tape, number?.1));
            guard.least = bound(least).or_else(|| of_list(numbers().min()));
            guard.most = bound(most).or_else(|| of_list(numbers().max()));
        }
        found
    }

    /// For each alternative, whether an original of it may look like one of another alternative that is encoded
    /// differently.
    pub(super) fn ambiguous_originals(&self, branches: &[LoweredNode]) -> Vec<bool> {
        let writes =
            |node: &LoweredNode| self.is_needed(node.code.as_ref()) || node.code.as_ref().is_some_and(Code::fills);
        let writes = branches.iter().map(writes).gather();
        if !writes.contains(&true) {
            return writes;
        }
        let described = &|name: &str| self.originals_described(name);
        let known = |node: &LoweredNode| originals(node.discriminant().guards.clone(), node.code.as_ref(), described);
        let known: Vec<Vec<Guard>> = branches.iter().map(known).collect();
        if known.len() > MAX_PAIRED {
            return recognized_by_constants(&known).into_iter().map(|apart| !apart).gather();
        }
        let is_null = |at: usize| branches[at].discriminant().kinds == Kinds::NULL;
        let ambiguous = |at: usize, other: usize| {
            at != other
                && !is_null(other)
                && (writes[at] || writes[other])
                && !originals_are_apart(&known[at], &known[other])
        };
        (0..branches.len()).map(|at| (0..branches.len()).any(|other| ambiguous(at, other))).collect()
    }
}

/// Whether a keyword constrains the values of a type; `format` counts as an annotation.
fn asks_more(fact: &Fact, kind: Kinds) -> bool {
    !fact.keyword.is_annotation() && fact.keyword != Keyword::Format && fact.keyword.applies_to(kind)
}

/// What the guard of an entry, `{"key": k, "value": v}`, says of the members of the original.
fn of_entry(mut entry: Guard) -> Guard {
    let mut of = |name: &str| entry.properties.get_mut(name).map(mem::take).unwrap_or_default();
    let (keys, values) = (of("key"), of("value"));
    let partial = keys.iter().any(|key| key.partial || key.least.is_some() || key.most.is_some());
    let listed = match keys.as_slice() {
        [key] => key.constants.get("").filter(|names| names.len() <= MAX_PAIRED),
        _ => None,
    };
    match listed {
        Some(names) => {
            let properties = names.iter().map(|name| (name.clone(), values.clone())).collect();
            Guard { properties, others: Some(Vec::new()), closed: true, partial, ..Guard::default() }
        }
        None => Guard { others: Some(values).filter(|values| !values.is_empty()), partial, ..Guard::default() },
    }
}

/// Takes a child's guards out, and turns them into guards for its originals.
pub(super) fn taken(node: &mut LoweredNode, described: &dyn Fn(&str) -> Vec<Guard>) -> Vec<Guard> {
    let guards = node.discriminant.as_mut().map(|discriminant| mem::take(&mut discriminant.guards)).unwrap_or_default();
    originals(guards, node.code.as_ref(), described)
}

/// Turns guards for wire values into guards for their originals; empty if these may be anything. `described` returns
/// those of a definition.
fn originals(guards: Vec<Guard>, code: Option<&Code>, described: &dyn Fn(&str) -> Vec<Guard>) -> Vec<Guard> {
    let (mut found, mut definitions) = (Vec::with_capacity(guards.len()), Set::new());
    for (at, guard) in guards.into_iter().enumerate() {
        if guard.kind == Kinds::NULL {
            found.push(guard);
            continue;
        }
        let code = match code {
            Some(Code::Union(branches)) => branches.get(at).and_then(|branch| branch.code.as_ref()),
            code => code,
        };
        let guards = match code {
            // Each type of a definition has a guard of its own.
            Some(Code::Definition(name)) if !definitions.insert(name) => continue,
            Some(Code::Definition(name)) => described(name),
            code => original(guard, code),
        };
        if guards.is_empty() {
            return guards;
        }
        found.extend(guards);
    }
    found
}

/// Guards for the originals of one alternative; empty if these may be anything.
fn original(mut guard: Guard, code: Option<&Code>) -> Vec<Guard> {
    // What an original requires is given by its guards.
    guard.nullable = Vec::new();
    match code {
        None | Some(Code::Integer | Code::Array(_)) => vec![guard],
        Some(Code::Object(code)) => vec![original_object(guard, code)],
        Some(Code::Entries { .. }) => vec![Guard { kind: Kinds::OBJECT, ..guard }],
        // What its positions require is not inspected.
        Some(Code::Tuple(_)) => vec![Guard::of_kind(Kinds::ARRAY).with_partial()],
        Some(Code::Member { name, .. }) => guard.properties.get_mut(name).map(mem::take).unwrap_or_default(),
        Some(Code::Values(originals)) => listed(originals),
        // The guards are those of the value within the text.
        Some(Code::Json | Code::Text) => guard.items,
        _ => Vec::new(),
    }
}

/// Guards for listed values: strings by value, others by type.
fn listed(originals: &Map<String, Box<RawValue>>) -> Vec<Guard> {
    let string = |value: &RawValue| Some(read(value.get()).ok()?.string(JsonId::ROOT)?.into_owned());
    let strings: Vec<String> = originals.values().filter_map(|value| string(value)).collect();
    let kind = |value: &RawValue| match value.get().as_bytes().first() {
        Some(b'{') => Kinds::OBJECT,
        Some(b'[') => Kinds::ARRAY,
        Some(b't' | b'f') => Kinds::BOOLEAN,
        Some(b'"' | b'n') | None => Kinds::NONE,
        Some(_) => Kinds::NUMBER,
    };
    let mut found = of_kinds(originals.values().map(|value| kind(value)).fold(Kinds::NONE, Kinds::with));
    if !strings.is_empty() {
        let constants = Map::from_iter([(String::new(), strings)]);
        found.push(Guard { constants, ..Guard::of_kind(Kinds::STRING) });
    }
    found
}

/// A guard for each of some types, null aside.
fn of_kinds(kinds: Kinds) -> Vec<Guard> {
    kinds.without(Kinds::NULL).iter().map(Guard::of_kind).gather()
}

/// Turns a guard for wire objects into one for their originals: members get their original names, and those that only
/// the wire has are dropped.
fn original_object(mut guard: Guard, code: &ObjectCode) -> Guard {
    let name = |wire: &String| code.names.get(wire).unwrap_or(wire).clone();
    let sent: Set<&String> = code.optional.iter().chain(&code.filled).collect();
    let added = |name: &String| sent.contains(name) || code.is_rest(name);
    let strings = |tags: &Map<String, Vec<String>>| {
        let kept = tags.iter().filter(|(name, _)| !code.properties.contains_key(*name) && !added(name));
        kept.map(|(wire, strings)| (name(wire), strings.clone())).collect()
    };
    // A member with listed strings is required, also where the originals of these are no strings.
    let coded = guard.constants.keys().filter(|name| code.properties.contains_key(*name));
    guard.required = guard.required.iter().chain(coded).filter(|name| !added(name)).map(name).collect();
    (guard.constants, guard.listed) = (strings(&guard.constants), strings(&guard.listed));
    guard
}

/// Takes the guards out of an alternative, null aside.
pub(super) fn guards_of(node: &mut LoweredNode) -> Vec<Guard> {
    let known = node
        .discriminant
        .as_mut()
        .map(|discriminant| mem::take(&mut discriminant.guards))
        .filter(|guards: &Vec<Guard>| !guards.is_empty());
    let mut known = known.unwrap_or_else(|| guards(node.discriminant()));
    known.retain(|guard| guard.kind != Kinds::NULL);
    known
}
