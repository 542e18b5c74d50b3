//! Telling the encoded alternatives of a union apart, by what can be seen of a wire value.

use super::{
    apart::{apart_from_all, are_apart},
    guards::{MAX_PAIRED, guards},
    originals::taken,
    shared::{keep_filling_only, share},
    wrapping::{Wrapping, is_wrapped},
};
use crate::{
    lower::{Discriminant, Lower, LoweredNode, Names, Out, OutKey},
    order::{Gather, Set, sort_by_key},
    restore::{BranchCode, Code, Guard},
    schema::{Kinds, SchemaId, TypeCase},
};

impl Code {
    /// The code of values of these types, which `of` has for each.
    pub(super) fn by_type(kinds: Kinds, mut of: impl FnMut(Kinds) -> Option<Code>) -> Code {
        Code::Union(kinds.iter().map(|kind| BranchCode { when: Guard::of_kind(kind), code: of(kind) }).gather())
    }

    /// Whether values cannot be restored without it; other codes only normalize them. `coded` answers that for
    /// definitions.
    pub(in crate::lower) fn is_needed(&self, coded: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Code::Integer => false,
            Code::Array(items) => items.is_needed(coded),
            Code::Union(branches) => {
                branches.iter().any(|branch| branch.code.as_ref().is_some_and(|code| code.is_needed(coded)))
            }
            Code::Object(object) => {
                let mut parts = object.properties.values().chain(object.others.as_deref());
                !object.names.is_empty() || object.rest.is_some() || parts.any(|code| code.is_needed(coded))
            }
            Code::Entries { .. }
            | Code::Json
            | Code::Text
            | Code::Any
            | Code::Values(_)
            | Code::Member { .. }
            | Code::Tuple(_) => true,
            Code::Definition(name) => coded(name),
        }
    }

    /// Whether encoding may add members that an original lacks.
    pub(super) fn fills(&self) -> bool {
        match self {
            Code::Array(items) => items.fills(),
            Code::Union(branches) => branches.iter().any(|branch| branch.code.as_ref().is_some_and(Code::fills)),
            Code::Object(object) => !object.filled.is_empty() || object.properties.values().any(Code::fills),
            code => matches!(code, Code::Definition(_)),
        }
    }

    /// Whether it applies to wire values of a type.
    pub(super) fn reads(&self, kind: Kinds) -> bool {
        match self {
            Code::Object(_) | Code::Member { .. } | Code::Tuple(_) => kind == Kinds::OBJECT,
            Code::Array(_) | Code::Entries { .. } => kind == Kinds::ARRAY,
            Code::Json | Code::Text | Code::Values(_) => kind == Kinds::STRING,
            Code::Integer => kind.meets(Kinds::NUMBERS),
            Code::Any | Code::Union(_) | Code::Definition(_) => true,
        }
    }
}

/// The approximate bytes that a wrapping adds to the output.
pub(super) const WRAPPING: usize = 80;

impl Lower<'_, '_> {
    /// Gives alternatives that are references the discriminants of their definitions, where nothing else tells them
    /// apart from all others. Returns the previous discriminants of those that are ambiguous even so, by position.
    pub(super) fn look_into_definitions(
        &mut self,
        branches: &mut [LoweredNode],
    ) -> Vec<(usize, Option<Box<Discriminant>>)> {
        let leads_to = |at: usize| branches[at].discriminant().leads_to.filter(|_| branches[at].code.is_some());
        let mut unknown: Vec<(usize, SchemaId)> =
            (0..branches.len()).filter_map(|at| Some((at, leads_to(at)?))).gather();
        if !unknown.is_empty() {
            let apart = apart_from_all(branches);
            unknown.retain(|(at, _)| !apart[*at]);
        }
        let mut before = Vec::new();
        for (at, leads_to) in unknown {
            self.definitions.want_discriminant(leads_to);
            if let Some(known) = self.definition_facts.discriminant(leads_to) {
                if !self.model.work().step(known.weight()) {
                    break;
                }
                let known = Discriminant { leads_to: Some(leads_to), ..known.clone() };
                before.push((at, branches[at].discriminant.replace(Box::new(known))));
            }
        }
        if !before.is_empty() {
            let apart = apart_from_all(branches);
            before.retain(|(at, _)| !apart[*at]);
        }
        before
    }
}

/// What was done to tell alternatives apart.
#[derive(Default)]
pub(super) struct Separated {
    /// How many were wrapped.
    pub(super) wrapped: usize,
    /// Whether null that stands for an absent member is not removed everywhere.
    pub(super) null_stays: bool,
}

/// Ensures that no wire value of a branch with a code is taken for another branch's.
pub(super) fn separate(branches: &mut Vec<LoweredNode>, wrapping: &Wrapping<'_>) -> Separated {
    if branches.len() > MAX_PAIRED { separate_each(branches, wrapping) } else { separate_pairs(branches, wrapping) }
}

/// Wraps each of many alternatives that is ambiguous and needs its code. Other ambiguous codes keep only what they fill
/// in.
fn separate_each(branches: &mut Vec<LoweredNode>, wrapping: &Wrapping<'_>) -> Separated {
    let (mut separated, mut needs_null_alternative) = (Separated::default(), false);
    let mut names = Names::taken(branches.iter().flat_map(declared_names));
    for (at, apart) in apart_from_all(branches).into_iter().enumerate() {
        if apart || branches[at].code.is_none() || is_wrapped(&branches[at]) {
            continue;
        }
        if is_needed(&branches[at], wrapping) {
            needs_null_alternative |= wrap(branches, at, names.take(WRAPPED), wrapping);
            separated.wrapped += 1;
        } else {
            separated.null_stays |= keep_filling_only(&mut branches[at], wrapping);
        }
    }
    needs_null_alternative |= wrap_open(branches, &mut separated, wrapping);
    branches.extend(needs_null_alternative.then(|| null_alternative(wrapping.case)));
    separated
}

/// Whether values of an alternative cannot be restored without its code.
fn is_needed(node: &LoweredNode, wrapping: &Wrapping<'_>) -> bool {
    node.code.as_ref().is_some_and(|code| code.is_needed(wrapping.coded))
}

fn separate_pairs(branches: &mut Vec<LoweredNode>, wrapping: &Wrapping<'_>) -> Separated {
    let (mut separated, mut needs_null_alternative) = (Separated::default(), false);
    let open = |node: &LoweredNode| is_needed(node, wrapping) && !is_wrapped(node);
    let are_ambiguous = |a: &LoweredNode, b: &LoweredNode| {
        (a.code.is_some() || b.code.is_some()) && !are_apart(a.discriminant(), b.discriminant())
    };
    for at in 0..branches.len() {
        for other in at + 1..branches.len() {
            if !wrapping.work.step(1) {
                return separated;
            }
            let chosen = match (open(&branches[at]), open(&branches[other])) {
                (false, false) => continue,
                _ if !are_ambiguous(&branches[at], &branches[other]) => continue,
                (true, _) => at,
                (false, true) => other,
            };
            // Null is never wrapped on the wire: an alternative outside of the wrapping has to allow it.
            let null =
                |at: usize| branches[at].discriminant().nullable && !branches[at].discriminant().kinds.is_empty();
            let spared = if chosen == at { other } else { at };
            let inside = if null(chosen) && !null(spared) { spared } else { chosen };
            wrapping.work.step(branches.iter().map(|node| declared_names(node).count()).sum());
            let name = Names::taken(branches.iter().flat_map(declared_names)).take(WRAPPED);
            needs_null_alternative |= wrap(branches, inside, name, wrapping);
            separated.wrapped += 1;
        }
    }
    needs_null_alternative |= wrap_open(branches, &mut separated, wrapping);
    // Wrapped alternatives are recognized before all others.
    let left: Vec<usize> = (0..branches.len()).filter(|at| !is_wrapped(&branches[*at])).gather();
    for group in groups(&left, |a, b| are_ambiguous(&branches[a], &branches[b])) {
        separated.null_stays |= share(branches, &group, wrapping);
    }
    branches.extend(needs_null_alternative.then(|| null_alternative(wrapping.case)));
    separated
}

/// The connected components of the alternatives under `are_ambiguous`; single alternatives are omitted.
fn groups(all: &[usize], are_ambiguous: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut left = all.to_vec();
    let mut found = Vec::new();
    while let Some(first) = left.pop() {
        let mut group = vec![first];
        let mut at = 0;
        while let Some(one) = group.get(at).copied() {
            let is_alike = |other: &usize| are_ambiguous(one, *other);
            let (ambiguous, others): (Vec<usize>, Vec<usize>) = left.iter().partition(|other| is_alike(other));
            group.extend(ambiguous);
            left = others;
            at += 1;
        }
        if group.len() > 1 {
            sort_by_key(&mut group, |at| *at);
            found.push(group);
        }
    }
    found
}

/// The name of the member that holds a wrapped value, if no branch declares it.
const WRAPPED: &str = "value";

/// The names that a branch declares.
fn declared_names(node: &LoweredNode) -> impl Iterator<Item = &str> {
    node.discriminant().declared.iter().flat_map(Set::iter).map(String::as_str)
}

/// Wraps the branches of which any object with the member that wraps another could be a value too. Returns whether null
/// needs a separate alternative.
fn wrap_open(branches: &mut [LoweredNode], separated: &mut Separated, wrapping: &Wrapping<'_>) -> bool {
    if separated.wrapped == 0 {
        return false;
    }
    let mut needs_null_alternative = false;
    let mut names = Names::taken(branches.iter().flat_map(declared_names));
    for at in 0..branches.len() {
        let Discriminant { kinds, leads_to, declared, .. } = branches[at].discriminant();
        if kinds.has(Kinds::OBJECT) && declared.is_none() && leads_to.is_none() {
            needs_null_alternative |= wrap(branches, at, names.take(WRAPPED), wrapping);
            separated.wrapped += 1;
        }
    }
    needs_null_alternative
}

/// Wraps a branch into an object of one member, whose name no branch declares. Returns whether null needs a separate
/// alternative.
fn wrap(branches: &mut [LoweredNode], at: usize, name: String, wrapping: &Wrapping<'_>) -> bool {
    let mut nullable = branches.iter().rev().filter(|node| node.discriminant().nullable);
    let null_within = branches[at].discriminant().nullable && nullable.next().is_some() && nullable.next().is_none();
    let nullable = null_within && wrapping.nullable;
    let known = taken(&mut branches[at], wrapping.originals);
    let (out, code) = (branches[at].take(), branches[at].code.take());
    let mut members = vec![
        (OutKey::Name("type"), Out::string(Kinds::OBJECT.name(wrapping.case))),
        (OutKey::Name("properties"), Out::Object(vec![(OutKey::text(&name), out)])),
        (OutKey::Name("required"), Out::Array(vec![Out::string(&name)])),
    ];
    if nullable {
        members.insert(1, (OutKey::Name("nullable"), Out::Text("true".into())));
    }
    members.extend(wrapping.closed.then(|| (OutKey::Name("additionalProperties"), Out::Text("false".into()))));
    let code = Code::Member { name: name.clone(), value: code.map(Box::new) };
    let names = Set::from_iter([name.clone()]);
    let mut discriminant = Discriminant {
        kinds: Kinds::OBJECT,
        nullable,
        nulls: if branches[at].discriminant().nullable { names.clone() } else { Set::new() },
        required: names.clone(),
        declared: Some(names),
        ..Discriminant::default()
    };
    discriminant.guards = guards(&discriminant);
    for guard in discriminant.guards.iter_mut().filter(|_| !known.is_empty()) {
        guard.properties.insert(name.clone(), known.clone());
    }
    let height = branches[at].height + 1;
    branches[at] = LoweredNode {
        wrapped: true,
        height,
        kinds: Kinds::OBJECT,
        ..LoweredNode::coded(Out::Object(members), Some(code), discriminant)
    };
    null_within && !nullable
}

/// The alternative for null.
fn null_alternative(case: TypeCase) -> LoweredNode {
    let out = Out::Object(vec![(OutKey::Name("type"), Out::string(Kinds::NULL.name(case)))]);
    let discriminant = Discriminant { kinds: Kinds::NULL, nullable: true, ..Discriminant::default() };
    LoweredNode { kinds: Kinds::NULL, ..LoweredNode::coded(out, None, discriminant) }
}
