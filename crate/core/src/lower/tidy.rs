//! Codes that only tidy up, of alternatives that cannot be told apart: what holds for the values of both stays.

use std::iter;

use super::{
    Face, Made,
    guards::guards,
    same::is_same,
    wrapping::{Wrapping, is_wrapped},
};
use crate::{
    order::{Gather, Map, Set},
    restore::{BranchCode, Code, Guard, ObjectCode},
    schema::{Kinds, TypeCase},
};

/// Leaves two alternatives that cannot be told apart what holds for the values of both: that null stands for a member
/// which is absent, and codes that are the same. Says whether null stays where it stands for a member that is absent and
/// always sent.
pub(super) fn tidy(branches: &mut [Made], at: usize, other: usize, wrapping: &Wrapping<'_>) -> bool {
    if branches[at].face().leads_to.is_some_and(|schema| branches[other].face().leads_to == Some(schema)) {
        return false;
    }
    if let (Some(mine), Some(theirs)) = (&branches[at].code, &branches[other].code)
        && is_same(mine, theirs)
    {
        return false;
    }
    let idle = |mine: usize, theirs: usize| {
        let (mine, theirs) = (&branches[mine], &branches[theirs]);
        mine.code
            .as_ref()
            .filter(|_| !is_wrapped(mine))
            .and_then(|code| idle(code, theirs.code.as_ref(), theirs.face(), wrapping.kinds))
    };
    let (mine, theirs) = (idle(at, other), idle(other, at));
    let both = joined(mine.clone(), theirs.clone());
    let is_union = |code: &Option<Code>| matches!(code, Some(Code::Union(_)));
    let back = if is_union(&mine) || is_union(&theirs) { joined(theirs, mine) } else { both.clone() };
    let mut null_stays = false;
    for (at, both) in [(at, both), (other, back)] {
        let made = &mut branches[at];
        if !is_wrapped(made) {
            let both = both.and_then(|code| of_alternative(code, made));
            null_stays |= replace(made, both, wrapping);
        }
    }
    null_stays
}

/// Leaves an alternative that cannot be told from others only what fills in absent members, which changes no value that
/// is restored; what is taken for granted of its null as [`tidy`] says it.
pub(super) fn drop_idle(made: &mut Made, wrapping: &Wrapping<'_>) -> bool {
    replace(made, None, wrapping)
}

/// Gives an alternative a code in place of its own. Says whether null stays that its own would have taken.
fn replace(made: &mut Made, code: Option<Code>, wrapping: &Wrapping<'_>) -> bool {
    let nulls = |made: &Made| {
        let mut taken = Set::default();
        made.code.iter().for_each(|code| nulls_taken(code, "", wrapping.optional, &mut taken));
        taken
    };
    let before = nulls(made);
    made.code = filled(code, made.code.take());
    !before.is_subset(&nulls(made))
}

/// The places of members that a code takes null from and that are always sent; `optional` tells it of definitions.
fn nulls_taken(code: &Code, place: &str, optional: &dyn Fn(&str) -> bool, taken: &mut Set<String>) {
    match code {
        Code::Array(items) => nulls_taken(items, &format!("{place}[]"), optional, taken),
        Code::Union(branches) => {
            let codes = branches.iter().filter_map(|branch| branch.code.as_ref());
            codes.for_each(|code| nulls_taken(code, place, optional, taken));
        }
        Code::Object(object) => {
            let own = object.optional.iter().filter(|name| object.filled.contains(name));
            taken.extend(own.map(|name| format!("{place}.{name}")));
            for (name, code) in &object.properties {
                nulls_taken(code, &format!("{place}.{name}"), optional, taken);
            }
        }
        Code::Definition(name) if optional(name) => drop(taken.insert(format!("{place}#{name}"))),
        _ => {}
    }
}

/// What a code does with the values of an alternative that is no union itself: it has a guard for each type.
fn of_alternative(code: Code, made: &Made) -> Option<Code> {
    if !matches!(code, Code::Union(_)) || matches!(made.code, Some(Code::Union(_))) {
        return Some(code);
    }
    let of_guard = |guard: &Guard| BranchCode { when: guard.of_wire(), code: of_kind(&code, &guard.kind) };
    let mut branches: Vec<BranchCode> = guards(made.face()).iter().map(of_guard).collect();
    if branches.len() == 1 {
        return branches.pop()?.code;
    }
    branches.iter().any(|branch| branch.code.is_some()).then_some(Code::Union(branches))
}

/// A code that also fills in what another does, which changes no value that is restored.
fn filled(code: Option<Code>, other: Option<Code>) -> Option<Code> {
    match (code, other) {
        (mine @ (None | Some(Code::Object(_))), Some(Code::Object(other))) => {
            let mut mine = match mine {
                Some(Code::Object(mine)) => mine,
                _ => Box::default(),
            };
            mine.filled = other.filled;
            for (name, theirs) in other.properties {
                if let Some(code) = filled(mine.properties.get(&name).cloned(), Some(theirs)) {
                    mine.properties.insert(name, code);
                }
            }
            (!mine.is_trivial()).then_some(Code::Object(mine))
        }
        (None, Some(Code::Array(other))) => filled(None, Some(*other)).map(|items| Code::Array(Box::new(items))),
        (Some(Code::Array(mine)), Some(Code::Array(other))) => {
            filled(Some(*mine), Some(*other)).map(|items| Code::Array(Box::new(items)))
        }
        (None, Some(Code::Union(others))) => {
            let fill = |BranchCode { when, code }| BranchCode { when, code: filled(None, code) };
            let others: Vec<BranchCode> = others.into_iter().map(fill).collect();
            others.iter().any(|branch| branch.code.is_some()).then_some(Code::Union(others))
        }
        (Some(Code::Union(mine)), Some(Code::Union(others))) => {
            // What was added for another alternative's values comes last.
            let others = others.into_iter().map(|other| other.code).chain(iter::repeat(None));
            let fill = |(BranchCode { when, code }, other)| BranchCode { when, code: filled(code, other) };
            Some(Code::Union(mine.into_iter().zip(others).map(fill).collect()))
        }
        (Some(Code::Union(mine)), Some(other)) => {
            let fill = |BranchCode { when, code }| {
                let other = of_kind(&other, &when.kind);
                BranchCode { when, code: filled(code, other) }
            };
            Some(Code::Union(mine.into_iter().map(fill).collect()))
        }
        (code, _) => code,
    }
}

/// What a code of one alternative does that changes no value of another, of which its own code and its face are known;
/// `kinds` gives the types of a definition.
fn idle(code: &Code, other: Option<&Code>, face: &Face, kinds: &dyn Fn(&str) -> Kinds) -> Option<Code> {
    match (code, other) {
        (mine, Some(theirs)) if is_same(mine, theirs) => Some(mine.clone()),
        // A definition that only tidies up has nothing to do with values that hold no others, or are not of its types.
        (Code::Definition(name), _) if !face.kinds.is_empty() && !face.kinds.meets(holding(kinds(name))) => {
            Some(code.clone())
        }
        (Code::Object(mine), other) => {
            let theirs = if let Some(Code::Object(theirs)) = other { Some(&**theirs) } else { None };
            idle_object(mine, theirs, face, kinds).map(|code| Code::Object(Box::new(code)))
        }
        (Code::Array(items), other) => {
            let theirs = if let Some(Code::Array(theirs)) = other { Some(&**theirs) } else { None };
            let items = match &face.items {
                _ if lacks(face, Kinds::ARRAY) => Some(Code::clone(items)),
                Some(face) => idle(items, theirs, face, kinds).map(|code| beside(code, face, kinds)),
                None => None,
            };
            items.map(|items| Code::Array(Box::new(items)))
        }
        (Code::Union(branches), other) => {
            let kept = |BranchCode { when, code }: &BranchCode| {
                let idle = |code: &Code| {
                    if is_none_of(when, face) { Some(code.clone()) } else { idle(code, other, face, kinds) }
                };
                let kept = code.as_ref().and_then(idle);
                BranchCode { when: when.clone(), code: kept }
            };
            let kept: Vec<BranchCode> = branches.iter().map(kept).collect();
            kept.iter().any(|branch| branch.code.is_some()).then_some(Code::Union(kept))
        }
        _ => None,
    }
}

/// A code for values that may also be those of another alternative: it has nothing to do with those of other types than
/// its own.
fn beside(code: Code, face: &Face, kinds: &dyn Fn(&str) -> Kinds) -> Code {
    let has = |kind: Kinds| match &code {
        Code::Union(branches) => branches.iter().any(|branch| branch.when.kind == kind.name(TypeCase::Lower)),
        Code::Definition(name) => holding(kinds(name)).has(kind),
        code => code.reads(kind.name(TypeCase::Lower)),
    };
    let others = face.kinds.without(Kinds::NULL).iter().filter(|kind| !has(*kind)).gather();
    let own = Kinds::ALL.iter().filter(|kind| has(*kind)).gather();
    if others.is_empty() || own.is_empty() {
        return code;
    }
    let of_kind = |kind, code| BranchCode { when: Guard::of_kind(kind), code };
    let mut branches: Vec<BranchCode> = match code {
        Code::Union(branches) => branches,
        code => own.into_iter().map(|kind| of_kind(kind, Some(code.clone()))).collect(),
    };
    branches.extend(others.into_iter().map(|kind| of_kind(kind, None)));
    Code::Union(branches)
}

/// The types, of those of a definition, whose values hold others.
fn holding(kinds: Kinds) -> Kinds {
    let any = Kinds::OBJECT.with(Kinds::ARRAY);
    if kinds.is_empty() { any } else { kinds.intersect(any) }
}

fn idle_object(
    mine: &ObjectCode,
    theirs: Option<&ObjectCode>,
    face: &Face,
    kinds: &dyn Fn(&str) -> Kinds,
) -> Option<ObjectCode> {
    let no_object = lacks(face, Kinds::OBJECT);
    // In the other it may be null by itself.
    let theirs_absent: Set<&String> = theirs.iter().flat_map(|theirs| &theirs.optional).collect();
    let absent = |name: &String| theirs_absent.contains(name);
    let members: Map<&String, &Face> = face.members.iter().rev().map(|(name, face)| (name, &**face)).collect();
    let apart =
        |name: &&String| no_object || (face.declared.is_some() && (!face.nulls.contains(*name) || absent(name)));
    let optional = mine.optional.iter().filter(apart).cloned().gather();
    let mut properties = Map::new();
    for (name, code) in &mine.properties {
        let free = no_object || face.declared.as_ref().is_some_and(|declared| !declared.contains(name));
        let known = members.get(name).copied();
        let theirs = theirs.and_then(|theirs| theirs.properties.get(name));
        let kept = if free {
            Some(code.clone())
        } else {
            known.and_then(|face| Some(beside(idle(code, theirs, face, kinds)?, face, kinds)))
        };
        if let Some(code) = kept {
            properties.insert(name.clone(), code);
        }
    }
    let says = !optional.is_empty() || !properties.is_empty();
    says.then(|| ObjectCode { properties, optional, ..ObjectCode::default() })
}

/// Whether no value of an alternative is of a type.
fn lacks(face: &Face, kind: Kinds) -> bool {
    !face.kinds.is_empty() && !face.kinds.has(kind)
}

/// Whether no value of an alternative is of the type that a guard is for.
fn is_none_of(when: &Guard, face: &Face) -> bool {
    let numbers = if face.kinds.has(Kinds::NUMBER) { Kinds::INTEGER } else { Kinds::NONE };
    let mut kinds = face.kinds.with(numbers).iter();
    !face.kinds.is_empty() && kinds.all(|kind| kind.name(TypeCase::Lower) != when.kind)
}

/// What two codes do together, for values of the first; nothing is left of others that differ in type.
fn joined(a: Option<Code>, b: Option<Code>) -> Option<Code> {
    match (a, b) {
        (Some(a), Some(b)) if is_same(&a, &b) => Some(a),
        (Some(Code::Object(mut a)), Some(Code::Object(b))) => {
            let mut known: Set<String> = a.optional.iter().cloned().collect();
            a.optional.extend(b.optional.into_iter().filter(|name| known.insert(name.clone())));
            for (name, theirs) in &b.properties {
                let mine = a.properties.get(name).cloned();
                if let Some(both) = joined(mine, Some(theirs.clone())) {
                    a.properties.insert(name.clone(), both);
                }
            }
            Some(Code::Object(a))
        }
        (Some(Code::Array(a)), Some(Code::Array(b))) => {
            joined(Some(*a), Some(*b)).map(|items| Code::Array(Box::new(items)))
        }
        (Some(Code::Union(branches)), Some(code)) => {
            let both = |BranchCode { when, code: mine }| {
                let code = joined(mine, of_kind(&code, &when.kind));
                BranchCode { when, code }
            };
            Some(Code::Union(branches.into_iter().map(both).collect()))
        }
        (Some(code @ Code::Object(_)), Some(union @ Code::Union(_))) => joined(Some(code), of_kind(&union, "object")),
        (Some(code @ Code::Array(_)), Some(union @ Code::Union(_))) => joined(Some(code), of_kind(&union, "array")),
        (None, Some(code)) | (Some(code), None | Some(Code::Union(_))) => Some(code),
        _ => None,
    }
}

/// What a code does with values of a type.
fn of_kind(code: &Code, kind: &str) -> Option<Code> {
    match code {
        Code::Union(branches) => {
            let mut codes = branches.iter().filter(|branch| branch.when.kind == kind).map(|branch| branch.code.clone());
            codes.next().map(|first| codes.fold(first, joined))?
        }
        code => code.reads(kind).then(|| code.clone()),
    }
}
