//! What the codes of ambiguous alternatives have in common. Such codes only normalize values: they remove null that
//! stands for absent members, and write whole numbers without a fraction.

use serde_json::value::RawValue;

use super::{
    fills::{filled, nulls_taken, of_type, union_of},
    guards::guards,
    wrapping::Wrapping,
};
use crate::{
    json::serialize,
    lower::{Discriminant, LoweredNode, lowered_node::UNKNOWN},
    order::{Gather, Map, Set},
    restore::{BranchCode, Code, Guard, ObjectCode},
    schema::Kinds,
};

/// An alternative: its codes, several if it is a union itself, and its discriminant.
struct Alternative<'m> {
    codes: Vec<&'m Code>,
    discriminant: &'m Discriminant,
}

/// A code for the values of each type.
type Shared = Vec<(Kinds, Code)>;

/// Reduces the codes of ambiguous alternatives to what holds for the values of all, and to what fills in absent
/// members, which changes no restored value. Returns whether null is kept that stands for an absent member which is
/// always sent.
pub(super) fn share(branches: &mut [LoweredNode], group: &[usize], wrapping: &Wrapping<'_>) -> bool {
    let alternatives =
        group.iter().map(|at| Alternative::of(branches[*at].code.as_ref(), branches[*at].discriminant())).gather();
    let leads_to = |alternative: &Alternative<'_>| alternative.discriminant.leads_to;
    let is_one =
        leads_to(&alternatives[0]).is_some_and(|one| alternatives.iter().all(|other| leads_to(other) == Some(one)));
    if is_one || same(alternatives.iter().map(|alternative| &alternative.codes), wrapping).is_some() {
        return false;
    }
    let shared = shared(&alternatives, wrapping);
    let bytes = shared.iter().map(|(_, code)| code.bytes()).sum();
    let mut null_stays = false;
    for at in group {
        // Copies in copies take more memory than what they are made of.
        if !wrapping.work.keep(bytes) {
            break;
        }
        null_stays |=
            replace(&mut branches[*at], |own, discriminant| shared_with_fills(own, discriminant, &shared), wrapping);
    }
    null_stays
}

/// Reduces the code of an ambiguous alternative to what fills in absent members; returns the same as [`share`].
pub(super) fn keep_filling_only(node: &mut LoweredNode, wrapping: &Wrapping<'_>) -> bool {
    replace(node, |own, _| filled(None, own.as_ref()), wrapping)
}

impl<'m> Alternative<'m> {
    fn of(code: Option<&'m Code>, discriminant: &'m Discriminant) -> Alternative<'m> {
        Alternative { codes: code.into_iter().collect(), discriminant }
    }

    /// An alternative of which nothing is known.
    fn unknown() -> Alternative<'m> {
        Alternative { codes: Vec::new(), discriminant: &UNKNOWN }
    }

    fn may_be(&self, kind: Kinds) -> bool {
        let numbers = if kind == Kinds::INTEGER { Kinds::NUMBER } else { Kinds::NONE };
        self.discriminant.kinds.is_empty() || self.discriminant.kinds.meets(kind.with(numbers))
    }

    /// A member of its objects, as an alternative; `None` if they have no such member.
    fn member(&self, objects: &[&'m ObjectCode], name: &str) -> Option<Alternative<'m>> {
        static INTEGER: Code = Code::Integer;
        let discriminant = self
            .discriminant
            .members
            .iter()
            .rev()
            .find(|(member, _)| member == name)
            .map(|(_, discriminant)| &**discriminant);
        let is_declared = self.discriminant.declared.as_ref().is_none_or(|declared| declared.contains(name));
        let own = objects.iter().filter_map(|object| object.properties.get(name));
        let is_integer = objects.iter().any(|object| object.integers.iter().any(|integer| integer == name));
        let codes = own.chain(is_integer.then_some(&INTEGER)).gather();
        match discriminant {
            Some(discriminant) => Some(Alternative { codes, discriminant }),
            None => is_declared.then(Alternative::unknown),
        }
    }
}

/// The code that all alternatives share, for each type.
fn shared(alternatives: &[Alternative<'_>], wrapping: &Wrapping<'_>) -> Shared {
    let of_kind = |kind: Kinds| {
        let concerned = alternatives.iter().filter(|alternative| alternative.may_be(kind));
        let codes = concerned.map(|alternative| (alternative, of_type(&alternative.codes, kind))).gather();
        Some((kind, shared_of_kind(&codes, wrapping)?))
    };
    [Kinds::INTEGER, Kinds::ARRAY, Kinds::OBJECT].into_iter().filter_map(of_kind).gather()
}

fn shared_of_kind<'m>(concerned: &[(&Alternative<'m>, Vec<&'m Code>)], wrapping: &Wrapping<'_>) -> Option<Code> {
    wrapping.work.step(concerned.len());
    let first = concerned.iter().flat_map(|(_, codes)| codes).next()?;
    match first {
        _ if same(concerned.iter().map(|(_, codes)| codes), wrapping).is_some() => copy(first, wrapping),
        Code::Array(_) => {
            let items = |codes: &[&'m Code]| codes.iter().copied().filter_map(Code::items).gather();
            let alternatives = concerned.iter().map(|(alternative, codes)| match &alternative.discriminant.items {
                Some(discriminant) => Alternative { codes: items(codes), discriminant },
                None => Alternative::unknown(),
            });
            joined(&alternatives.gather(), wrapping).map(|items| Code::Array(Box::new(items)))
        }
        Code::Object(_) => {
            let objects = |codes: &[&'m Code]| codes.iter().copied().filter_map(Code::object).gather();
            let concerned = concerned.iter().map(|(alternative, codes)| (*alternative, objects(codes))).gather();
            let object = shared_object(&concerned, wrapping);
            (!object.is_trivial()).then(|| Code::Object(Box::new(object)))
        }
        _ => None,
    }
}

fn shared_object(concerned: &[(&Alternative<'_>, Vec<&ObjectCode>)], wrapping: &Wrapping<'_>) -> ObjectCode {
    let all = || concerned.iter().flat_map(|(_, objects)| objects);
    let mut names = Set::new();
    // Null stays if it is a value in its own right.
    let mut own_nulls: Set<&String> = Set::new();
    for (alternative, objects) in concerned {
        let absent: Set<&String> = objects.iter().flat_map(|object| &object.optional).collect();
        own_nulls.extend(alternative.discriminant.nulls.iter().filter(|name| !absent.contains(name)));
    }
    let is_open = concerned.iter().any(|(alternative, _)| alternative.discriminant.declared.is_none());
    let optional = all().flat_map(|object| &object.optional).filter(|_| !is_open);
    let optional = optional.filter(|name| names.insert(*name) && !own_nulls.contains(name)).cloned().gather();
    let mut object = ObjectCode { optional, ..ObjectCode::default() };
    let coded: Set<&String> = all().flat_map(|object| object.properties.keys().chain(&object.integers)).collect();
    for name in coded.iter() {
        wrapping.work.step(concerned.len());
        let members = concerned.iter().filter_map(|(alternative, objects)| alternative.member(objects, name));
        match joined(&members.gather(), wrapping) {
            Some(Code::Integer) => object.integers.push((*name).clone()),
            Some(code) => drop(object.properties.insert((*name).clone(), code)),
            None => {}
        }
    }
    object.constants = shared_constants(concerned);
    object
}

/// The constants that the codes of all alternatives fill in.
fn shared_constants(concerned: &[(&Alternative<'_>, Vec<&ObjectCode>)]) -> Map<String, Box<RawValue>> {
    let Some((_, first)) = concerned.first() else { return Map::new() };
    let is_shared = |name: &String, value: &RawValue| {
        let has = |object: &&ObjectCode| object.constants.get(name).is_some_and(|own| own.get() == value.get());
        concerned.iter().all(|(_, objects)| !objects.is_empty() && objects.iter().all(has))
    };
    let constants = first.iter().take(1).flat_map(|object| &object.constants);
    constants
        .filter(|(name, value)| is_shared(name, value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// One code for values that may match any of the alternatives.
fn joined(alternatives: &[Alternative<'_>], wrapping: &Wrapping<'_>) -> Option<Code> {
    if let Some(code) = same(alternatives.iter().map(|alternative| &alternative.codes), wrapping) {
        return copy(code, wrapping);
    }
    let mut shared = shared(alternatives, wrapping);
    let known = alternatives.iter().all(|alternative| !alternative.discriminant.kinds.is_empty());
    let kinds = alternatives.iter().fold(Kinds::NONE, |kinds, alternative| kinds.with(alternative.discriminant.kinds));
    let kinds = if known { kinds.without(Kinds::NULL) } else { Kinds::ALL_BUT_NULL };
    if shared.is_empty() || (shared.len() == 1 && kinds == shared[0].0) {
        return shared.pop().map(|(_, code)| code);
    }
    Some(Code::by_type(kinds, |kind| of_kind(&shared, kind)))
}

/// The code that every list has as its only one; `None` if they differ.
fn same<'m, 'l>(mut lists: impl Iterator<Item = &'l Vec<&'m Code>>, wrapping: &Wrapping<'_>) -> Option<&'m Code>
where
    'm: 'l,
{
    let text = |codes: &Vec<&'m Code>| match codes[..] {
        [code] => serialize(code),
        _ => None,
    };
    let first = lists.next()?;
    let spelled = text(first)?;
    let is_same = |codes| wrapping.work.step(1 + spelled.len()) && text(codes).is_some_and(|text| text == spelled);
    lists.all(is_same).then(|| first[0])
}

/// A copy of a code; `None` if the memory for it is spent.
fn copy(code: &Code, wrapping: &Wrapping<'_>) -> Option<Code> {
    wrapping.work.keep(code.bytes()).then(|| code.clone())
}

fn of_kind(shared: &Shared, kind: Kinds) -> Option<Code> {
    let (_, code) = shared.iter().find(|(own, _)| *own == kind)?;
    Some(code.clone())
}

/// Replaces the code of an alternative. Returns whether null is kept that the previous code would have removed.
fn replace(
    node: &mut LoweredNode,
    other: impl FnOnce(Option<Code>, &Discriminant) -> Option<Code>,
    wrapping: &Wrapping<'_>,
) -> bool {
    let nulls = |node: &LoweredNode| {
        let mut taken = Set::default();
        node.code.iter().for_each(|code| nulls_taken(code, "", wrapping.optional, &mut taken));
        taken
    };
    let before = nulls(node);
    let own = node.code.take();
    node.code = other(own, node.discriminant());
    !before.is_subset(&nulls(node))
}

/// The shared code, with what an alternative's own code fills in.
fn shared_with_fills(own: Option<Code>, discriminant: &Discriminant, shared: &Shared) -> Option<Code> {
    if let Some(Code::Definition(name)) = &own {
        // A definition's code is kept whole or not at all: what its values are recognized by is not known yet.
        let is_own = |code: Option<Code>| matches!(code, Some(Code::Definition(other)) if other == *name);
        let mut holding =
            [Kinds::ARRAY, Kinds::OBJECT].into_iter().filter(|kind| Alternative::of(None, discriminant).may_be(*kind));
        let stays = holding.all(|kind| is_own(of_kind(shared, kind)));
        return own.filter(|_| stays);
    }
    let branch = |when: Guard, own: Option<&Code>| {
        let code = filled(of_kind(shared, when.kind), own);
        BranchCode { when, code }
    };
    let mut branches = match &own {
        Some(Code::Union(branches)) => branches.iter().map(|own| branch(own.when.clone(), own.code.as_ref())).gather(),
        own => {
            let reading = |guard: &Guard| own.as_ref().filter(|code| code.reads(guard.kind));
            guards(discriminant).iter().map(|guard| branch(guard.of_wire(), reading(guard))).gather()
        }
    };
    if branches.len() == 1 { branches.pop().and_then(|branch| branch.code) } else { union_of(branches) }
}

impl Code {
    /// The code of the items.
    fn items(&self) -> Option<&Code> {
        if let Code::Array(items) = self { Some(items) } else { None }
    }
}
